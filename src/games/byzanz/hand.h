/* hand.h: what a hand of Byzanz is worth, in hundredths of a point, in a few steps.

   The cards of one type are one of 504 rows. Three goods make a set, whatever they are, and a set
   is worth more than the three by themselves; so a row is its sets, which keep its highest cards,
   and one good or two left over. What rows come to adds up: a hand is a sum of words of a table,
   and a card more or less takes one word out and puts another in.

   Traders are worth something alone, and three of them are a set. One fills a pair, two a lone
   good. A set that takes three beside one good is never better: theirs is worth 5, no good more
   than 4. */
#ifndef NEGOCE_BYZANZ_HAND_H
#define NEGOCE_BYZANZ_HAND_H

#include "games/byzanz/state.h"

enum {
    POINT = 100,
    TRADERS = 16,
    SPENT_MAX = 6, /* traders weighed against each other; more stand by */
    SETS = 16,     /* a value carries its sets in its lowest digit of this base */
    SEES_ALL = -1  /* no type is overlooked */
};

/* --- a judgement ------------------------------------------------------------------------------ */

/* The weights as they count now, under a style. */
typedef struct Eye {
    int lone, pair; /* each point of what is left over: of one good, of the higher of two */
    int money, crowd;
    int spare[TRADERS + 1]; /* value of so many traders no goods need: alone, or in sets of three */
    bool keeps;             /* no trader is worth more with goods than alone */
    int blind;              /* the type overlooked, or SEES_ALL */
    const int16_t *w;
} Eye;

/* How a style looks at things at this moment of the game. */
void byzanz_eye(Eye *eye, const Byzanz *s, const Style *style);

/* --- rows ------------------------------------------------------------------------------------- */

/* Rows together. A nibble counts how many pairs left over have a 4 as their higher good, a 3…, four
   more count the lone goods. Above them a byte each: the points of the sets, how many these are,
   the higher goods of the pairs together, the lone goods together. Six rows never fill a field. */
typedef uint64_t Goods;
enum { PAIRS = 0, LONES = 16, SET_POINTS = 32, SET_COUNT = 40, PAIR_POINTS = 48, LONE_POINTS = 56 };

/* Rows are numbered by how many 4s, 3s, 2s and 1s they have, so that a card more or less is a step
   up or down. */
enum { ROWS = 3 * 4 * 6 * 7, STEP_4 = 1, STEP_3 = 3, STEP_2 = 12, STEP_1 = 72 };
extern const Goods byzanz_rows[ROWS];

static inline int goods_byte(Goods goods, int field) {
    return (int)(goods >> field & 0xff);
}

/* The steps of one card of a kind. */
static inline int row_step(int kind) {
    static const uint8_t step[VALUES] = {STEP_4, STEP_3, STEP_2, STEP_1};
    return step[kind % VALUES];
}

/* The numbers of four rows at once, one in each sixteen bits. */
static inline uint64_t row_numbers(uint64_t nibbles) {
    const uint64_t lane = 0x000f000f000f000fu;
    return (nibbles & lane) + (nibbles >> 4 & lane) * STEP_3 + (nibbles >> 8 & lane) * STEP_2 +
           (nibbles >> 12 & lane) * STEP_1;
}

/* The cards of one type as they stand in a Pile: four nibbles, the highest value lowest. */
static inline unsigned row_of(Pile pile, int type) {
    return (unsigned)((type < 4 ? pile.a : pile.b) >> (16 * (type & 3))) & 0xffff;
}

static inline int row_held(unsigned row) {
    return (int)((row * 0x1111u) >> 12 & 15);
}

/* --- hands ------------------------------------------------------------------------------------ */

typedef struct Hand {
    Goods goods;                /* but for a type that is overlooked */
    int traders, cards, points; /* points: the values of all goods */
    uint16_t row[8];            /* the row of each type; two are nobody's */
} Hand;

static inline Goods goods_of(const Eye *eye, int type, int row) {
    return type == eye->blind ? 0 : byzanz_rows[row];
}

static inline Hand hand_of(const Eye *eye, Pile pile) {
    uint64_t low = row_numbers(pile.a), high = row_numbers(pile.b & 0xffffffffu);
    Hand h = {.goods = byzanz_rows[low & 0xffff] + byzanz_rows[low >> 16 & 0xffff] +
                       byzanz_rows[low >> 32 & 0xffff] + byzanz_rows[low >> 48] +
                       byzanz_rows[high & 0xffff] + byzanz_rows[high >> 16],
              .traders = pile_traders(pile),
              .cards = pile_count(pile),
              .points = pile_value(pile)};
    memcpy(h.row, &low, sizeof low);
    memcpy(h.row + 4, &high, sizeof high);
    if (eye->blind != SEES_ALL) h.goods -= byzanz_rows[h.row[eye->blind]];
    return h;
}

/* The value of the traders put to their best use: some are spare, some fill the highest pairs, some
   the highest lone goods. */
int byzanz_traders_value(const Eye *eye, Goods goods, int traders);

/* Where traders go at best: into[type], of which one fills a pair and two a lone good. */
void byzanz_spend(const Eye *eye, const Hand *h, uint8_t into[TYPES]);

/* The points of the sets, and what the rest is worth by its points. */
static inline int goods_worth(Goods goods, int pair, int lone) {
    return goods_byte(goods, SET_POINTS) * POINT + goods_byte(goods, PAIR_POINTS) * pair +
           goods_byte(goods, LONE_POINTS) * lone;
}

/* What such cards are worth once they are down to seven: sets are sold, then the least cards go. */
static inline int cards_worth(const Eye *eye, Goods goods, int traders, int cards, int points) {
    int value = goods_worth(goods, eye->pair, eye->lone) * SETS + goods_byte(goods, SET_COUNT);
    value += eye->keeps ? eye->spare[traders] : byzanz_traders_value(eye, goods, traders);
    int worth = (int)((unsigned)value / SETS) + points * eye->money, over = cards - HAND_LIMIT;
    if (over <= 0) return worth;
    int sets = value & (SETS - 1), sold = (int)((unsigned)(over + 2) / 3);
    sold = sold < sets ? sold : sets;
    over -= 3 * sold;
    return worth - 4 * sold * eye->money - (over > 0 ? over * eye->crowd : 0);
}

static inline int hand_worth(const Eye *eye, const Hand *h) {
    return cards_worth(eye, h->goods, h->traders, h->cards, h->points);
}

static inline int pile_worth(const Eye *eye, Pile pile) {
    Hand h = hand_of(eye, pile);
    return hand_worth(eye, &h);
}

/* Cards of one type, and traders, that come to a hand or leave it. */
typedef struct Lump {
    int type, steps, goods, points, traders;
} Lump;

static inline Lump lump_of(int kind) {
    if (kind == TRADER) return (Lump){.traders = 1};
    return (Lump){kind_type(kind), row_step(kind), 1, kind_value(kind), 0};
}

/* The goods of a hand without those of a lump. */
static inline Goods goods_without(const Eye *eye, const Hand *h, const Lump *lump) {
    int row = h->row[lump->type];
    return h->goods - goods_of(eye, lump->type, row) + goods_of(eye, lump->type, row - lump->steps);
}

/* What the hand would be worth without these cards. */
static inline int worth_without(const Eye *eye, const Hand *h, const Lump *lump) {
    return cards_worth(eye, goods_without(eye, h, lump), h->traders - lump->traders,
                       h->cards - lump->goods - lump->traders, h->points - lump->points);
}

static inline int worth_without_card(const Eye *eye, const Hand *h, int kind) {
    Lump card = lump_of(kind);
    return worth_without(eye, h, &card);
}

/* Takes them out of it. */
static inline void hand_drop(const Eye *eye, Hand *h, const Lump *lump) {
    h->goods = goods_without(eye, h, lump);
    h->traders -= lump->traders;
    h->cards -= lump->goods + lump->traders;
    h->points -= lump->points;
    h->row[lump->type] = (uint16_t)(h->row[lump->type] - lump->steps);
}

#endif
