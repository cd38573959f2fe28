/* pile.h: a heap of Byzanz cards as counts.

   There are 25 kinds of card: six goods by four values, and the trader. A pile counts each kind in
   a nibble of two words (no good has more than 6 equal cards, so a nibble's top bit stays free and
   serves as a guard when subtracting); the sixteen traders take a byte. Adding and taking away
   whole piles is two machine instructions. */
#ifndef NEGOCE_BYZANZ_PILE_H
#define NEGOCE_BYZANZ_PILE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TYPES = 6,           /* goods: cloth, wood, grain, olives, spices, wine */
    TRADER_TYPE = TYPES, /* the seventh heap of the market (Z-3) */
    MARKET_TYPES = TYPES + 1,
    VALUES = 4,
    TRADER = TYPES * VALUES, /* kind of the trader card */
    KINDS = TRADER + 1,
    CARDS = 112
};

/* Kinds run by type and, inside a type, from value 4 down to 1: the order of a sorted hand. */
static inline int kind_of(int type, int value) {
    return type * VALUES + (VALUES - value);
}

static inline int kind_type(int kind) {
    return kind / VALUES; /* TRADER / VALUES is TRADER_TYPE */
}

static inline int kind_value(int kind) {
    return kind == TRADER ? 0 : VALUES - kind % VALUES;
}

typedef struct Pile {
    uint64_t a; /* kinds 0 to 15, a nibble each */
    uint64_t b; /* kinds 16 to 23, a nibble each, then a byte of traders */
} Pile;

#define PILE_GUARD_A 0x8888888888888888u
#define PILE_GUARD_B 0x0000008088888888u

static const Pile PILE_EMPTY = {0, 0};
/* six 1s, five 2s, three 3s and two 4s of each good, sixteen traders */
static const Pile PILE_ALL = {0x6532653265326532u, 0x1065326532u};

static inline Pile pile_plus(Pile p, Pile q) {
    return (Pile){p.a + q.a, p.b + q.b};
}

/* q must be in p. */
static inline Pile pile_minus(Pile p, Pile q) {
    return (Pile){p.a - q.a, p.b - q.b};
}

static inline bool pile_empty(Pile p) {
    return (p.a | p.b) == 0;
}

static inline bool pile_same(Pile p, Pile q) {
    return p.a == q.a && p.b == q.b;
}

/* True when p holds all of q, which has at most seven of a good: more would run into the guard. */
static inline bool pile_has(Pile p, Pile q) {
    return (((p.a | PILE_GUARD_A) - q.a) & PILE_GUARD_A) == PILE_GUARD_A &&
           (((p.b | PILE_GUARD_B) - q.b) & PILE_GUARD_B) == PILE_GUARD_B;
}

/* p without the cards of q that are in it. */
static inline Pile pile_less(Pile p, Pile q) {
    uint64_t a = (p.a | PILE_GUARD_A) - q.a, b = (p.b | PILE_GUARD_B) - q.b;
    uint64_t mask_a = ((a & PILE_GUARD_A) >> 3) * 7;
    uint64_t mask_b = ((b & 0x88888888u) >> 3) * 7 | ((b & 0x8000000000u) >> 7) * 0x7f;
    return (Pile){a & mask_a, b & mask_b};
}

static inline Pile pile_one(int kind) {
    return kind < 16 ? (Pile){1ull << (4 * kind), 0} : (Pile){0, 1ull << (4 * (kind - 16))};
}

static inline int pile_of(Pile p, int kind) {
    if (kind < 16) return (int)((p.a >> (4 * kind)) & 15);
    if (kind < TRADER) return (int)((p.b >> (4 * (kind - 16))) & 15);
    return (int)(p.b >> 32);
}

static inline int pile_traders(Pile p) {
    return (int)(p.b >> 32);
}

/* How many cards. */
static inline int pile_count(Pile p) {
    const uint64_t low = 0x0f0f0f0f0f0f0f0fu, sum = 0x0101010101010101u;
    uint64_t goods = p.b & 0xffffffffu;
    uint64_t bytes = (p.a & low) + ((p.a >> 4) & low) + (goods & low) + ((goods >> 4) & low);
    return (int)((bytes * sum) >> 56) + pile_traders(p);
}

/* How many cards of a pile that has at most fifteen, traders aside: the sum fits a nibble. */
static inline int pile_few(Pile p) {
    return (int)(((p.a + (p.b & 0xffffffffu)) * 0x1111111111111111u) >> 60) + pile_traders(p);
}

/* The sum of the values; a trader counts 0. Each type is a 16-bit lane of at most 33. */
static inline int pile_value(Pile p) {
    const uint64_t lane = 0x000f000f000f000fu, sum = 0x0001000100010001u;
    uint64_t a = p.a, b = p.b & 0xffffffffu;
    uint64_t lanes = 4 * ((a & lane) + (b & lane)) + 3 * (((a >> 4) & lane) + ((b >> 4) & lane)) +
                     2 * (((a >> 8) & lane) + ((b >> 8) & lane)) + ((a >> 12) & lane) +
                     ((b >> 12) & lane);
    return (int)((lanes * sum) >> 48);
}

/* The cards of one type (or the traders). */
static inline Pile pile_type(Pile p, int type) {
    if (type < 4) return (Pile){p.a & (0xffffull << (16 * type)), 0};
    if (type < TYPES) return (Pile){0, p.b & (0xffffull << (16 * (type - 4)))};
    return (Pile){0, p.b & 0xff00000000u};
}

/* The least kind in p; p must not be empty. */
static inline int pile_first(Pile p) {
    if (p.a) return __builtin_ctzll(p.a) / 4;
    int nibble = __builtin_ctzll(p.b) / 4;
    return nibble < 8 ? 16 + nibble : TRADER;
}

/* Which of sixteen nibbles of at most seven are not 0, a bit each: a first product moves the four
   bits of sixteen next to each other, a second the four fours. No two of them meet on the way. */
static inline uint64_t pile_held(uint64_t nibbles) {
    uint64_t bits = (nibbles | nibbles >> 1 | nibbles >> 2) & 0x1111111111111111u;
    uint64_t fours = bits * 0x1248u >> 12 & 0x000f000f000f000fu;
    return fours * 0x0001001001001000u >> 48;
}

/* The kinds that are in p: bit k for kind k. */
static inline unsigned pile_kinds(Pile p) {
    uint64_t goods = pile_held(p.a) | pile_held(p.b & 0xffffffffu) << 16;
    return (unsigned)goods | (unsigned)(pile_traders(p) > 0) << TRADER;
}

/* Runs `kind` over the kinds that are in p, once each, in order. */
#define EACH_KIND(kind, p)                                                                         \
    for (int kind, kind##_left = (int)pile_kinds(p);                                               \
         kind##_left && (kind = __builtin_ctz((unsigned)kind##_left), true);                       \
         kind##_left &= kind##_left - 1)

#endif
