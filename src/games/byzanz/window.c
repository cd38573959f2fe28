/* window.c: what a seat may know, and filling the holes again.

   Lots, bids, the market, sales and discards are seen by all, so the only secret is the part of the
   four dealt cards that a player has not shown yet. Hiding puts those cards back into the bag and
   counts them; guessing deals as many from the bag, each arrangement equally likely. The cards
   removed unseen stay in the bag and are nobody's knowledge. */
#include "games/byzanz/state.h"

/* Every hand is hidden, then the viewer's is given back: no branch a machine would have to foresee.
   At most the four cards dealt are secret. */
void byzanz_hide(void *state, int viewer) {
    Byzanz *s = state;
    if (viewer == CHANCE) return; /* who deals the cards knows them all */
    int own = viewer < SEATS_MAX ? viewer : 0;
    Pile hand = s->hand[own], bag = s->bag;
    uint8_t veiled = s->veiled[own];
    if (viewer == own) bag = pile_minus(bag, pile_minus(hand, s->known[own]));
    for (int seat = 0; seat < s->players; seat++) {
        Pile secret = pile_minus(s->hand[seat], s->known[seat]);
        bag = pile_plus(bag, secret);
        s->veiled[seat] = (uint8_t)(s->veiled[seat] + pile_few(secret));
        s->hand[seat] = s->known[seat];
    }
    s->bag = bag;
    if (viewer != own) return;
    s->hand[own] = hand;
    s->veiled[own] = veiled;
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
