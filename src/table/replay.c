/* replay.c: a table looked back at. The moves that stand are the game, and a state is kept each
   STRIDE of them, so any position is a few moves away. What a viewer is shown of it is made as a
   live window is, from the state hidden for him. */
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

void table_look_back(const Table *t, int position, int viewer, Text *frame, Text *picture) {
    Table *then = malloc(sizeof *then + t->game->state_size);
    if (!then) abort();
    memcpy(then, t, sizeof *then);
    table_reach(t, position, then->state);
    then->position = position;
    then->ended = false; /* whose turn it was is part of the past */
    table_look(then, viewer, frame, picture);
    free(then); /* what it points to is the table's own */
}

typedef struct Marker {
    Text *json;
    int viewer;
} Marker;

static void mark(void *who, int position, int seat, const Move *move, const News *news,
                 const void *state) {
    Marker *marker = who;
    (void)seat, (void)move, (void)state;
    for (int i = 0; i < news->count; i++) {
        const Event *event = &news->event[i];
        bool known = event->audience >> marker->viewer & 1;
        if (!known || event->seat >= 0 || event->other >= 0 || !event->they) continue;
        jot_open(marker->json, NULL, '{');
        jot_int(marker->json, "at", position);
        jot_string(marker->json, "kind", event->kind);
        jot_int(marker->json, "n", event->n);
        jot_close(marker->json, '}');
    }
}

static char letter_of(const Made *made) {
    if (made->seat == CHANCE) return '*';
    return (char)((made->live ? 'a' : '0') + made->seat);
}

void table_outline(const Table *t, int viewer, int to, Text *json) {
    int open = table_over(t) ? t->position : 0; /* until then who did what may be a secret */
    char *who = malloc((size_t)open + 1);
    if (!who) abort();
    for (int i = 0; i < open; i++)
        who[i] = letter_of(&t->made[i]);
    who[open] = '\0';
    jot_string(json, "who", who);
    free(who);
    jot_open(json, "marks", '[');
    table_replay(t, 0, to, mark, &(Marker){json, viewer});
    jot_close(json, ']');
}

Analysis *table_analyse(const Table *t, int iterations, bool open) {
    Played *moves = malloc(((size_t)t->position + 1) * sizeof *moves);
    if (!moves) abort();
    for (int i = 0; i < t->position; i++)
        moves[i] = (Played){t->made[i].seat, t->made[i].move, t->made[i].stand_in};
    Analysis *a = analysis_begin(t->game, t->players, t->options, moves, t->position, iterations,
                                 open, ANALYSIS_SEED);
    free(moves);
    return a;
}
