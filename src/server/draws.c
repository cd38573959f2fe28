#include "server/draws.h"

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
    Draws *draws = from;
    if (draws->left == 0) {
        uint8_t bytes[64] = {0};
        crypto_stream_chacha20_xor_ic(bytes, bytes, sizeof bytes, draws->nonce, draws->block++,
                                      draws->seed);
        for (int i = 0; i < 8; i++)
            draws->words[i] = word_at(bytes + 8 * i);
        draws->left = 8;
    }
    return draws->words[8 - draws->left--];
}

Rng draws_at(Draws *draws, const uint8_t seed[SEED_BYTES], int position) {
    memset(draws, 0, sizeof *draws);
    memcpy(draws->seed, seed, SEED_BYTES);
    for (int i = 0; i < 4; i++)
        draws->nonce[i] = (uint8_t)((uint32_t)position >> 8 * i);
    return (Rng){.source = next_word, .from = draws};
}
