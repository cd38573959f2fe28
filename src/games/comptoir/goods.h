/* goods.h: heaps of goods tiles and event tiles as counts, and the known end of the goods pile.

   A heap of goods is one word, a byte a kind: no kind has more than seven tiles, so a byte's top
   bit stays free and serves as a guard when subtracting. A heap of events is one word, a nibble a
   kind. The queue is the part of the goods pile whose order everyone knows: tiles that came back
   under it, two bits each, the next to be drawn lowest. */
#ifndef NEGOCE_COMPTOIR_GOODS_H
#define NEGOCE_COMPTOIR_GOODS_H

#include <stdbool.h>
#include <stdint.h>

enum { MADRAS, RUM, SPICES, VANILLA, GOODS, TILES = 16 };

typedef uint32_t Goods;

#define GOODS_GUARD 0x80808080u

/* seven madras, five rum, three spices, one vanilla */
static const Goods GOODS_ALL = 0x01030507u;

static inline Goods goods_one(int good) {
    return 1u << (8 * good);
}

static inline int goods_of(Goods heap, int good) {
    return (int)(heap >> (8 * good) & 0xff);
}

/* How many tiles. */
static inline int goods_count(Goods heap) {
    return (int)((heap * 0x01010101u) >> 24);
}

/* True when the heap holds all of `part`. */
static inline bool goods_has(Goods heap, Goods part) {
    return (((heap | GOODS_GUARD) - part) & GOODS_GUARD) == GOODS_GUARD;
}

/* The good of tile number `n`, from 0: a product makes the running sums, the first above n is met.
 */
static inline int goods_at(Goods heap, int n) {
    Goods sums = heap * 0x01010101u;
    return __builtin_ctz((sums + 0x01010101u * (Goods)(127 - n)) & GOODS_GUARD) / 8;
}

/* The heap without the tiles of `part` that are in it. */
static inline Goods goods_less(Goods heap, Goods part) {
    Goods rest = (heap | GOODS_GUARD) - part;
    return rest & ((rest & GOODS_GUARD) >> 7) * 0x7f;
}

/* --- events ---------------------------------------------------------------------------------- */

enum {
    NO_EVENT,
    TOP_QUALITY,
    POOR_QUALITY,
    EXCLUSIVITY,
    MUTINY,
    SHORTAGE,
    DAMAGE,
    FIRE,
    STORM,
    PIRATES,
    CLAIM,
    EVENTS /* kinds run from 1, so that a ship without a tile has event 0 */
};

typedef uint64_t Tiles;

static inline Tiles tiles_one(int event) {
    return 1ull << (4 * event);
}

static inline int tiles_of(Tiles heap, int event) {
    return (int)(heap >> (4 * event) & 15);
}

/* The lowest bit of each kind that is there. */
static inline Tiles tiles_kinds(Tiles heap) {
    heap |= heap >> 2;
    return (heap | heap >> 1) & 0x1111111111111111u;
}

/* How many tiles; there are sixteen at most. */
static inline int tiles_count(Tiles heap) {
    const uint64_t low = 0x0f0f0f0f0f0f0f0fu;
    return (int)((((heap & low) + ((heap >> 4) & low)) * 0x0101010101010101u) >> 56);
}

#endif
