/* goods.h: heaps of goods tokens as counts.

   A Hold counts tokens by the port they came from, because a token goes back there; only pepper has
   more than one such port. Wares count them by good, which is all that contracts, deals and
   warehouses ask for. Both give three bits to a count: no port has more than four tokens and no
   good more than four, so a count and its guard fit. */
#ifndef NEGOCE_VOC_GOODS_H
#define NEGOCE_VOC_GOODS_H

#include "games/voc/chart.h"

typedef uint32_t Hold;  /* ten ports */
typedef uint32_t Wares; /* seven goods */

enum { COUNT_BITS = 3 };

static inline uint32_t count_one(int kind) {
    return 1u << (COUNT_BITS * kind);
}

static inline int count_of(uint32_t heap, int kind) {
    return (int)(heap >> (COUNT_BITS * kind) & 7);
}

/* How many tokens of all kinds: pairs of counts, then their sum by a product. */
static inline int count_all(uint32_t heap) {
    const uint32_t low = 0x071c71c7u; /* every other count */
    uint32_t pairs = (heap & low) + (heap >> COUNT_BITS & low);
    return (int)((pairs & 63) + (pairs >> 6 & 63) + (pairs >> 12 & 63) + (pairs >> 18 & 63) +
                 (pairs >> 24 & 63));
}

/* True when `heap` holds all of `part`: no count needs to borrow from its guard. */
static inline bool count_has(uint32_t heap, uint32_t part) {
    const uint64_t guard = 0x8888888888u; /* a bit above each count */
    uint64_t a = 0, b = 0;
    for (int kind = 0; kind < PORTS; kind++) {
        a |= (uint64_t)count_of(heap, kind) << (4 * kind);
        b |= (uint64_t)count_of(part, kind) << (4 * kind);
    }
    return (((a | guard) - b) & guard) == guard;
}

/* The goods of a hold. Ports run so that each good's ports follow each other. */
static inline Wares wares_of(Hold hold) {
    Wares wares = 0;
    for (int port = 0; hold; port++, hold >>= COUNT_BITS)
        wares += (hold & 7) * count_one(voc_ports[port].good);
    return wares;
}

/* The first port of which `hold` has a token of this good, or -1. */
static inline int hold_port(Hold hold, int good) {
    for (int port = 0; port < PORTS; port++)
        if (voc_ports[port].good == good && count_of(hold, port)) return port;
    return -1;
}

/* The tokens of `hold` that make up `wares`, which it must have. */
static inline Hold hold_part(Hold hold, Wares wares) {
    Hold part = 0;
    for (int good = 0; good < GOODS; good++)
        for (int n = count_of(wares, good); n > 0; n--) {
            int port = hold_port(hold - part, good);
            part += count_one(port);
        }
    return part;
}

#endif
