/* orders.c: what may be ordered ahead in Byzanz: up to how much to bid, and for which lots. */
#include "games/byzanz/state.h"

const char *const byzanz_wares[] = {"cloth",  "wood", "grain",  "olives",
                                    "spices", "wine", "trader", NULL};
const char *const byzanz_ahead[] = {"pass", "done", NULL};

bool byzanz_lot(const void *state, int seat, Lot *out) {
    const Byzanz *s = state;
    if (s->phase != PHASE_AUCTION || s->passed >> seat & 1 || s->offer[seat]) return false;
    *out = (Lot){.number = 8u * s->round + s->sold, .next = s->high + 1};
    for (int type = 0; type < MARKET_TYPES; type++)
        if (!pile_empty(pile_type(s->lot, type))) out->wares |= 1u << type;
    return true;
}

int byzanz_stake(const void *state, int seat, Move m) {
    const Byzanz *s = state;
    return m.verb == VERB_BID ? pile_value(s->bid[seat]) + pile_value(byzanz_cards_of(m)) : -1;
}

int byzanz_means(const void *state, int seat) {
    const Byzanz *s = state;
    Pile hand = pile_minus(s->hand[seat], pile_type(s->hand[seat], TRADER_TYPE));
    return pile_value(hand) + pile_value(s->bid[seat]);
}
