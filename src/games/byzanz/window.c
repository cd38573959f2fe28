/* window.c: what a seat may know, and filling the holes again.

   Lots, bids, the market, sales and discards are seen by all, so the only secret is the part of the
   four dealt cards that a player has not shown yet. Hiding puts those cards back into the bag and
   counts them; guessing deals as many from the bag, each arrangement equally likely. The cards
   removed unseen stay in the bag and are nobody's knowledge. */
#include "games/byzanz/state.h"

void byzanz_hide(void *state, int viewer) {
    Byzanz *s = state;
    if (viewer == CHANCE) return; /* who deals the cards knows them all */
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer || pile_same(s->hand[seat], s->known[seat])) continue;
        Pile secret = pile_minus(s->hand[seat], s->known[seat]);
        s->bag = pile_plus(s->bag, secret);
        s->veiled[seat] = (uint8_t)(s->veiled[seat] + pile_count(secret));
        s->hand[seat] = s->known[seat];
    }
}

void byzanz_guess(void *state, int viewer, Rng *rng) {
    Byzanz *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer) continue;
        for (; s->veiled[seat]; s->veiled[seat]--) {
            Pile card = pile_one(byzanz_draw(s->bag, rng));
            s->bag = pile_minus(s->bag, card);
            s->hand[seat] = pile_plus(s->hand[seat], card);
        }
    }
}
