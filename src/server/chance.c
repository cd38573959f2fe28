#include "server/chance.h"

#include <sodium.h>
#include <string.h>

_Static_assert(SEED_BYTES == crypto_stream_chacha20_KEYBYTES, "a seed is a key");
_Static_assert(crypto_stream_chacha20_NONCEBYTES == 8, "a position is a nonce");

/* Bytes of the stream are read as little-endian words on every machine. */
static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static uint64_t next_word(void *from) {
    ChanceStream *stream = from;
    if (stream->left == 0) {
        uint8_t bytes[64] = {0};
        crypto_stream_chacha20_xor_ic(bytes, bytes, sizeof bytes, stream->nonce, stream->block++,
                                      stream->seed);
        for (int i = 0; i < 8; i++)
            stream->words[i] = word_at(bytes + 8 * i);
        stream->left = 8;
    }
    return stream->words[8 - stream->left--];
}

Rng chance_stream_at(ChanceStream *stream, const uint8_t seed[SEED_BYTES], int position) {
    memset(stream, 0, sizeof *stream);
    memcpy(stream->seed, seed, SEED_BYTES);
    for (int i = 0; i < 4; i++)
        stream->nonce[i] = (uint8_t)((uint32_t)position >> 8 * i);
    return (Rng){.source = next_word, .from = stream};
}
