/* chance.h: where the cards of a real table come from.

   Every draw is read from a ChaCha20 stream under the table's secret seed, one stream for each
   position of the game. So a draw depends on nothing but the seed and the position: no crash and no
   undo can draw again, and nobody without the seed can tell what comes. */
#ifndef NEGOCE_CHANCE_H
#define NEGOCE_CHANCE_H

#include "core/rng.h"
#include "store/store.h"

typedef struct ChanceStream {
    uint8_t seed[SEED_BYTES];
    uint8_t nonce[8]; /* the position */
    uint64_t block;   /* of the stream, the next to be made */
    int left;         /* words of this block not yet handed out */
    uint64_t words[8];
} ChanceStream;

/* The generator of the draw at `position`. It reads from `stream`, which must outlive it. */
Rng chance_stream_at(ChanceStream *stream, const uint8_t seed[SEED_BYTES], int position);

#endif
