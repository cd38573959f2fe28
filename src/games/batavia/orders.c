/* orders.c: what may be ordered ahead in Batavia: up to how many bills to bid, for which packets.
 */
#include "games/batavia/state.h"

const char *const batavia_wares[] = {"england", "denmark", "france", "netherlands", "sweden", NULL};
const char *const batavia_ahead[] = {"pass", "draw", "keep", NULL};

bool batavia_lot(const void *state, int seat, Lot *out) {
    const Batavia *s = state;
    if (s->phase != PHASE_AUCTION || s->passed >> seat & 1) return false;
    *out = (Lot){.number = s->round, .next = s->high + 1};
    for (int company = 0; company < COMPANIES; company++)
        if (cards_of(s->packet, company)) out->wares |= 1u << company;
    return true;
}

int batavia_stake(const void *state, int seat, Move m) {
    (void)state;
    (void)seat;
    return m.verb == VERB_BID ? m.item[0] : -1;
}

int batavia_means(const void *state, int seat) {
    return ((const Batavia *)state)->bills[seat];
}
