/* orders.c: what may be ordered ahead in VOC!: down to which price to claim a contract. */
#include "games/voc/state.h"

const char *const voc_ahead[] = {"pass", "done", "stay", "skip", "mute", NULL};

bool voc_lot(const void *state, int seat, Lot *out) {
    const Voc *s = state;
    const Auction *a = &s->scene.auction;
    if (s->phase != PHASE_CONTRACT || !(a->able >> seat & 1) || a->passed >> seat & 1) return false;
    *out = (Lot){.number = 32u * s->year + s->row[a->at], .next = voc_claim_most(s)};
    return true;
}

int voc_stake(const void *state, int seat, Move m) {
    (void)state;
    (void)seat;
    return m.verb == VERB_CLAIM ? m.item[0] : -1;
}
