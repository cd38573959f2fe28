/* draws.h: where the cards of a real table come from.

   Every draw is read from a ChaCha20 stream under the table's secret seed, one stream for each
   position of the game. So a draw depends on nothing but the seed and the position: no crash and no
   undo can draw again, and nobody without the seed can tell what comes. */
#ifndef NEGOCE_DRAWS_H
#define NEGOCE_DRAWS_H

#include "core/rng.h"
#include "store/store.h"

typedef struct Draws {
    uint8_t seed[SEED_BYTES];
    uint8_t nonce[8]; /* the position */
    uint64_t block;   /* of the stream, the next to be made */
    int left;         /* words of this block not yet handed out */
    uint64_t words[8];
} Draws;

/* The generator of the draw at `position`. It reads from `draws`, which must outlive it. */
Rng draws_at(Draws *draws, const uint8_t seed[SEED_BYTES], int position);

#endif
