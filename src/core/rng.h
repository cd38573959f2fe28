/* rng.h: where numbers come from.

   An Rng is a value: copy it and both copies go on alike. Without a source it is xoshiro256**, fast
   and the same on every machine, for search, simulation and records. A real table sets a `source`
   that hands out words of a keyed cipher stream instead, because players can solve a linear
   generator. */
#ifndef NEGOCE_RNG_H
#define NEGOCE_RNG_H

#include <stdint.h>

typedef struct Rng Rng;
struct Rng {
    uint64_t s[4];
    uint64_t (*source)(void *from); /* NULL: xoshiro over s */
    void *from;
};

/* The generator of this seed. */
Rng rng_seed(uint64_t seed);

static inline uint64_t rng_rotl(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

/* The next 64 bits. */
static inline uint64_t rng_next(Rng *rng) {
    if (rng->source) return rng->source(rng->from);
    uint64_t *s = rng->s, out = rng_rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return out;
}

/* A number from 0 to n - 1, each equally likely; n > 0 and below 2^32. Takes the high half of a
   32 x 32 product and draws again in the sliver that would be biased. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t sliver = (uint32_t)-n % n;
        while ((uint32_t)product < sliver)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

#endif
