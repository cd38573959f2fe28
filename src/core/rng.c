#include "core/rng.h"

/* splitmix64 spreads one word over the whole state; it never yields the all-zero state. */
static uint64_t splitmix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

Rng rng_seed(uint64_t seed) {
    Rng rng = {.source = 0};
    for (int i = 0; i < 4; i++)
        rng.s[i] = splitmix(&seed);
    return rng;
}
