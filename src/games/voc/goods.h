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

/* True when `heap` holds all of `part`: no count needs to borrow from its guard, the lowest bit of
   the count above it, which every other count leaves free. */
static inline bool count_has(uint32_t heap, uint32_t part) {
    const uint32_t even = 0x071c71c7u, guard = 0x08208208u; /* a bit above each of them */
    uint32_t low = ((heap & even) | guard) - (part & even);
    uint32_t high = ((heap >> COUNT_BITS & even) | guard) - (part >> COUNT_BITS & even);
    return (low & high & guard) == guard;
}

/* The goods of a hold. Ports run so that each good's ports follow each other. */
static inline Wares wares_of(Hold hold) {
    Wares wares = 0;
    for (int port = 0; hold; port++, hold >>= COUNT_BITS)
        wares += (hold & 7) * count_one(voc_ports[port].good);
    return wares;
}

/* The westernmost port of which `hold` has a token of this good, or -1. */
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

/* Takes tokens out of two heaps that have them, out of `first` where it does. */
void hold_take(Hold *first, Hold *then, Hold part);

/* --- tokens a move names (V53) ------------------------------------------------------------------

   A move names a token by its good. Pepper comes from four ports, a token each, and may be named by
   its port instead: all pepper of a move or none of it. Where no port is named the westernmost
   pepper leaves. */
enum { PEPPER_AT = 3, PEPPER_PORTS = 4, TOKENS = GOODS + PEPPER_PORTS };

static inline int token_good(int token) {
    return token < GOODS ? token : GOOD_PEPPER;
}

static inline int token_port(int token) { /* of pepper named by its port */
    return PEPPER_AT + token - GOODS;
}

/* Bit i: the pepper of port PEPPER_AT + i. */
static inline unsigned pepper_in(Hold hold) {
    unsigned ports = 0;
    for (int i = 0; i < PEPPER_PORTS; i++)
        if (count_of(hold, PEPPER_AT + i)) ports |= 1u << i;
    return ports;
}

static inline Hold pepper_hold(unsigned ports) {
    Hold hold = 0;
    for (int i = 0; i < PEPPER_PORTS; i++)
        if (ports >> i & 1) hold += count_one(PEPPER_AT + i);
    return hold;
}

/* The `n` westernmost of these ports. */
static inline unsigned pepper_west(unsigned ports, int n) {
    unsigned west = 0;
    for (; n > 0 && ports; n--, ports &= ports - 1)
        west |= ports & (~ports + 1);
    return west;
}

/* The items of a move from `item` on: tokens in order, pepper by its ports or without. */
bool tokens_formed(const uint8_t *item, int count);

/* The tokens of `hold` that such items name, into `out`; false where it has not got them. */
bool tokens_of(Hold hold, const uint8_t *item, int count, Hold *out);

#endif
