/* stream.h: where the cards of a real table come from.

   Every draw is read from a ChaCha20 stream under the key of its table, one stream for each
   position of the game. So a draw depends on nothing but the key and the position: no crash and no
   undo can draw again, and nobody without the key can tell what comes. Plain C, so that the
   browser's build of the engine draws the same cards; tests/unit/fair.c holds it to libsodium. */
#ifndef NEGOCE_STREAM_H
#define NEGOCE_STREAM_H

#include "core/rng.h"

enum { STREAM_KEY_BYTES = 32 };

typedef struct ChanceStream {
    uint32_t key[STREAM_KEY_BYTES / 4];
    uint32_t position; /* the nonce */
    uint64_t block;    /* of the stream, the next to be made */
    int left;          /* words of this block not yet handed out */
    uint64_t words[8];
} ChanceStream;

/* The generator of the draw at `position`. It reads from `stream`, which must outlive it. */
Rng chance_stream_at(ChanceStream *stream, const uint8_t key[STREAM_KEY_BYTES], int position);

#endif
