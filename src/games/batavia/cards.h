/* cards.h: ship cards of Batavia as counts.

   A heap of cards is a word with a byte for each company. No count passes 110, so the top bit of a
   byte stays free and serves as a guard: heaps are added, compared and subtracted whole, without a
   loop over companies. A set of companies (`Marks`) is the guard bits of its members. */
#ifndef NEGOCE_BATAVIA_CARDS_H
#define NEGOCE_BATAVIA_CARDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    COMPANIES = 5, /* England, Denmark, France, Netherlands, Sweden */
    EACH = 22,     /* cards of a company; the equal split is inferred from 110 / 5 */
    CARDS = COMPANIES * EACH
};

typedef uint64_t Cards;
typedef uint64_t Marks;

#define CARDS_ONES ((Cards)0x0101010101u)
#define CARDS_ALL  (CARDS_ONES * EACH)
#define MARKS_ALL  (CARDS_ONES * 0x80)

static inline Cards cards_some(int company, int n) {
    return (Cards)n << (8 * company);
}

static inline int cards_of(Cards p, int company) {
    return (int)(p >> (8 * company) & 0xff);
}

static inline Marks mark(int company) {
    return (Marks)0x80 << (8 * company);
}

static inline bool marked(Marks set, int company) {
    return set >> (8 * company + 7) & 1;
}

/* The least company of a set that is not empty. */
static inline int mark_first(Marks set) {
    return __builtin_ctzll(set) / 8;
}

/* A card of each company of a set. */
static inline Cards mark_cards(Marks set) {
    return set >> 7;
}

/* How many cards: a product adds the bytes up in the fifth. */
static inline int cards_count(Cards p) {
    return (int)(p * CARDS_ONES >> 32 & 0xff);
}

/* How many companies. */
static inline int mark_count(Marks set) {
    return cards_count(mark_cards(set));
}

/* The companies of which p holds at least, or more than, what q holds. */
static inline Marks cards_at_least(Cards p, Cards q) {
    return ((p | MARKS_ALL) - q) & MARKS_ALL;
}
static inline Marks cards_above(Cards p, Cards q) {
    return ~cards_at_least(q, p) & MARKS_ALL;
}

/* The companies of which there are cards in p. */
static inline Marks cards_held(Cards p) {
    return (p + CARDS_ONES * 0x7f) & MARKS_ALL;
}

/* The bytes of the companies in a set, all bits. */
static inline Cards cards_mask(Marks set) {
    return (set >> 7) * 0xff;
}

static inline bool cards_has(Cards p, Cards q) {
    return cards_at_least(p, q) == MARKS_ALL;
}

/* p without the cards of q that are in it. */
static inline Cards cards_less(Cards p, Cards q) {
    Cards difference = (p | MARKS_ALL) - q;
    return difference & ((difference & MARKS_ALL) >> 7) * 0x7f;
}

/* The greater count of each company. */
static inline Cards cards_most(Cards p, Cards q) {
    return p + cards_less(q, p);
}

/* The company of card number `n` of p, from 0: a product makes the running sums, the first above n
   is met. */
static inline int cards_at(Cards p, int n) {
    Cards sums = p * CARDS_ONES & (CARDS_ONES * 0xff);
    return mark_first(cards_above(sums, CARDS_ONES * (Cards)n));
}

#endif
