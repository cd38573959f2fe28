#include "core/stream.h"

#include <string.h>

static void quarter(uint32_t *x, int a, int b, int c, int d) {
    static const int turns[] = {16, 12, 8, 7};
    for (int i = 0; i < 4; i += 2) {
        x[a] += x[b];
        x[d] ^= x[a];
        x[d] = x[d] << turns[i] | x[d] >> (32 - turns[i]);
        x[c] += x[d];
        x[b] ^= x[c];
        x[b] = x[b] << turns[i + 1] | x[b] >> (32 - turns[i + 1]);
    }
}

/* The next 64 bytes of the stream, as eight little-endian words on every machine. */
static void make_block(ChanceStream *stream) {
    uint32_t from[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(from + 4, stream->key, sizeof stream->key);
    from[12] = (uint32_t)stream->block;
    from[13] = (uint32_t)(stream->block >> 32);
    from[14] = stream->position;
    stream->block++;
    memcpy(x, from, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(x, i, i + 4, i + 8, i + 12);
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 8; i++)
        stream->words[i] =
            (uint64_t)(x[2 * i] + from[2 * i]) | (uint64_t)(x[2 * i + 1] + from[2 * i + 1]) << 32;
    stream->left = 8;
}

static uint64_t next_word(void *from) {
    ChanceStream *stream = from;
    if (stream->left == 0) make_block(stream);
    return stream->words[8 - stream->left--];
}

Rng chance_stream_at(ChanceStream *stream, const uint8_t key[STREAM_KEY_BYTES], int position) {
    memset(stream, 0, sizeof *stream);
    for (int i = 0; i < STREAM_KEY_BYTES; i++)
        stream->key[i / 4] |= (uint32_t)key[i] << 8 * (i % 4);
    stream->position = (uint32_t)position;
    return (Rng){.source = next_word, .from = stream};
}
