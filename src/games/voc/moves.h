/* moves.h: what the files share that say what may be played: the list that `moves` fills, and the
   parts of `moves` and `check` that are of the sales. Each `voc_list_…` appends what a seat may
   play now, each `voc_check_…` judges a move of its phase as voc_check does. */
#ifndef NEGOCE_VOC_MOVES_H
#define NEGOCE_VOC_MOVES_H

#include "games/voc/state.h"

/* A list that grows. */
typedef struct List {
    Move *out;
    int n;
} List;

static inline void add(List *list, Verb verb, int count, int a, int b, int c) {
    list->out[list->n++] = move_of(verb, count, (uint64_t)(a | b << 8 | c << 16));
}

/* sale_moves.c */
void voc_list_deals(const Voc *s, int seat, List *list);
void voc_list_auction(const Voc *s, int seat, List *list);
void voc_list_owing(const Voc *s, int seat, List *list); /* deliveries and storage */
Reason voc_check_deals(const Voc *s, int seat, Move m);
Reason voc_check_auction(const Voc *s, int seat, Move m);
Reason voc_check_deliver(const Voc *s, int seat, Move m);
Reason voc_check_keep(const Voc *s, int seat, Move m);

#endif
