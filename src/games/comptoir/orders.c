/* orders.c: what may be ordered ahead in Comptoir des Antilles: up to how many primes to bid, and
   for which events. */
#include "games/comptoir/state.h"

const char *const comptoir_wares[] = {"top",  "poor",  "exclusive", "mutiny", "shortage", "damage",
                                      "fire", "storm", "pirates",   "claim",  NULL};
const char *const comptoir_ahead[] = {"pass", "end", NULL};

bool comptoir_lot(const void *state, int seat, Lot *out) {
    const Comptoir *s = state;
    if (s->phase != PHASE_AUCTION || s->passed >> seat & 1) return false;
    *out = (Lot){.number = 8u * s->round + s->turns, .next = s->high + 1};
    for (int i = 0; comptoir_wares[i] && s->tile < EVENTS; i++)
        if (strcmp(comptoir_wares[i], comptoir_events[s->tile]) == 0) out->wares = 1u << i;
    return true;
}

int comptoir_stake(const void *state, int seat, Move m) {
    (void)state;
    (void)seat;
    return m.verb == VERB_BID ? m.item[0] : -1;
}

int comptoir_means(const void *state, int seat) {
    return ((const Comptoir *)state)->score[seat];
}
