/* window.c: what a seat may know, and filling the holes again.

   Ships, porters, primes, played relations and events are open. Secret are the order of the
   face-down part of the goods pile, which exists nowhere, and the goods tiles in hands as far as
   they do not follow from what everyone saw. Tiles that came back under the pile lie in an order
   everyone knows; whoever draws one of them is known to have it, until he shows as good a tile.

   Of a hand with known tiles K and m secret ones, all but one tile is shown. Either all of K is
   among what is shown (equal tiles being alike), then the tile that stays is one of the m and can
   be anything; or one of K is not, then all m were shown and that one stays. So a tile is either
   known to all or could be any of those unseen, and dealing the unseen ones freely is exact. */
#include "games/comptoir/state.h"

/* Every hand is hidden, then the viewer's is given back: no branch a machine would have to foresee.
 */
void comptoir_hide(void *state, int viewer) {
    Comptoir *s = state;
    if (viewer == CHANCE) return; /* who deals the tiles knows them all */
    int own = viewer < s->players ? viewer : 0;
    Goods hand = s->hand[own], bag = s->bag;
    uint8_t veiled = s->veiled[own];
    for (int seat = 0; seat < s->players; seat++) {
        Goods secret = s->hand[seat] - s->known[seat];
        bag += secret;
        s->veiled[seat] = (uint8_t)(s->veiled[seat] + goods_count(secret));
        s->hand[seat] = s->known[seat];
    }
    s->bag = bag;
    if (viewer != own) return;
    s->bag -= hand - s->known[own];
    s->hand[own] = hand;
    s->veiled[own] = veiled;
}

void comptoir_guess(void *state, int viewer, Rng *rng) {
    Comptoir *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer) continue;
        for (; s->veiled[seat]; s->veiled[seat]--) {
            Goods tile = goods_one(comptoir_draw(s->bag, rng));
            s->bag -= tile;
            s->hand[seat] += tile;
        }
    }
}
