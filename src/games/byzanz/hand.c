/* hand.c: the table of rows, and traders put to their best use (hand.h). */
#include "games/byzanz/hand.h"

#include "games/byzanz/weights.h"

/* --- a judgement ------------------------------------------------------------------------------ */

/* How traders look who count so much each. */
static void look_at_traders(Eye *eye, int trader) {
    int alone = trader * SETS, three = TRADER_WORTH * POINT * SETS + 1;
    eye->spare[0] = 0;
    eye->spare[1] = alone;
    eye->spare[2] = 2 * alone;
    if (three < 3 * alone) three = 3 * alone;
    for (int n = 3; n <= TRADERS; n++)
        eye->spare[n] = eye->spare[n - 3] + three;
    eye->keeps = VALUES * (POINT - eye->pair) < trader && VALUES * (POINT - eye->lone) < 2 * trader;
}

void byzanz_eye(Eye *eye, const Byzanz *s, const Style *style) {
    const int16_t *w = style->weights ? style->weights : byzanz_settled;
    int rounds_left = s->rounds - s->round;
    bool late = rounds_left <= 1, over = s->phase >= PHASE_FINAL; /* nothing is to come */
    int lone = w[late ? W_SINGLE_LATE : W_SINGLE], pair = w[late ? W_PAIR_LATE : W_PAIR];
    eye->w = w;
    eye->blind = SEES_ALL;
    eye->lone = over ? 0 : lone + lone * style->patient / 200;
    eye->pair = over ? 0 : pair + pair * style->patient / 400;
    eye->money = over ? 0 : w[W_MONEY] + 6 * style->thrifty / 100;
    eye->crowd = over ? 0 : w[W_CROWD];
    look_at_traders(eye, over ? 0 : w[rounds_left < 1 ? W_TRADER_LATE : W_TRADER_LEFT]);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* What a row of a 4s, b 3s, c 2s and d 1s comes to. How many of its cards count at least 4, 3, 2
   and 1 is a, a + b, a + b + c and all of them; so the highest q together are the sum of each of
   these up to q, and the one after them counts how many of these are above q. */
#define HELD(a, b, c, d) (a + b + c + d)
#define FULL(a, b, c, d) (HELD(a, b, c, d) / 3)
#define UP_TO(n, q)      ((n) < (q) ? (n) : (q))
#define HIGHEST(q, a, b, c, d)                                                                     \
    (UP_TO(a, q) + UP_TO(a + b, q) + UP_TO(a + b + c, q) + UP_TO(a + b + c + d, q))
#define AFTER(q, a, b, c, d) ((a > q) + (a + b > q) + (a + b + c > q) + (a + b + c + d > q))
#define LEFT_OVER(count, points, value)                                                            \
    ((Goods)1 << (count + 4 * (VALUES - (value))) | (Goods)(value) << points)
#define ROW(a, b, c, d)                                                                            \
    ((Goods)FULL(a, b, c, d) << SET_COUNT |                                                        \
     (Goods)HIGHEST(FULL(a, b, c, d), a, b, c, d) << SET_POINTS |                                  \
     (HELD(a, b, c, d) % 3 == 0 ? 0                                                                \
      : HELD(a, b, c, d) % 3 == 1                                                                  \
          ? LEFT_OVER(LONES, LONE_POINTS, AFTER(FULL(a, b, c, d), a, b, c, d))                     \
          : LEFT_OVER(PAIRS, PAIR_POINTS, AFTER(FULL(a, b, c, d), a, b, c, d))))

#define FOURS(b, c, d) ROW(0, b, c, d), ROW(1, b, c, d), ROW(2, b, c, d)
#define THREES(c, d)   FOURS(0, c, d), FOURS(1, c, d), FOURS(2, c, d), FOURS(3, c, d)
#define TWOS(d)        THREES(0, d), THREES(1, d), THREES(2, d), THREES(3, d), THREES(4, d), THREES(5, d)

const Goods byzanz_rows[ROWS] = {TWOS(0), TWOS(1), TWOS(2), TWOS(3), TWOS(4), TWOS(5), TWOS(6)};

/* --- traders ---------------------------------------------------------------------------------- */

static int least(int a, int b) {
    return a < b ? a : b;
}

static int greatest(int a, int b) {
    return a > b ? a : b;
}

/* What a set filled by traders adds to what its goods are worth left over; `highest` is 0 where
   there are none. */
static int fill_value(int highest, int left_over) {
    return highest * (POINT - left_over) * SETS + (highest > 0);
}

/* Takes the highest good out of a count by values and returns it, 0 where none is left. */
static int pop_highest(unsigned *count) {
    int nibble = __builtin_ctz(*count | 1u << 16) & ~3;
    *count -= 1u << nibble & 0xffff;
    return VALUES - nibble / 4;
}

int byzanz_traders_value(const Eye *eye, Goods goods, int traders) {
    int most = least(traders, SPENT_MAX), best = eye->spare[traders];
    int pair[SPENT_MAX + 1] = {0}, lone = 0; /* so many filled */
    const int *spare = eye->spare + traders;
    unsigned pairs = (unsigned)(goods >> PAIRS) & 0xffff,
             lones = (unsigned)(goods >> LONES) & 0xffff;
    for (int i = 1; i <= most; i++) {
        pair[i] = pair[i - 1] + fill_value(pop_highest(&pairs), eye->pair);
        best = greatest(best, pair[i] + spare[-i]);
    }
    for (int spent = 2; spent <= most; spent += 2) {
        lone += fill_value(pop_highest(&lones), eye->lone);
        for (int i = 0; spent + i <= most; i++)
            best = greatest(best, lone + pair[i] + spare[-spent - i]);
    }
    return best;
}

/* Type by type over the traders spent; where it makes no difference the first types get them. */
void byzanz_spend(const Eye *eye, const Hand *h, uint8_t into[TYPES]) {
    int spent = least(h->traders, SPENT_MAX), best[SPENT_MAX + 1];
    uint8_t cost[TYPES], fills[TYPES] = {0}; /* bit t: with t traders for all so far */
    for (int t = 0; t <= spent; t++)
        best[t] = eye->spare[h->traders - spent + t];
    for (int type = 0; type < TYPES; type++) {
        Goods goods = goods_of(eye, type, h->row[type]);
        int pair = goods_byte(goods, PAIR_POINTS), lone = goods_byte(goods, LONE_POINTS);
        int gain = pair ? fill_value(pair, eye->pair) : fill_value(lone, eye->lone);
        cost[type] = pair ? 1 : 2;
        if (!pair && !lone) continue;
        for (int t = spent; t >= cost[type]; t--) {
            if (best[t - cost[type]] + gain <= best[t]) continue;
            best[t] = best[t - cost[type]] + gain;
            fills[type] |= (uint8_t)(1u << t);
        }
    }
    for (int type = TYPES - 1, t = spent; type >= 0; type--) {
        into[type] = fills[type] >> t & 1 ? cost[type] : 0;
        t -= into[type];
    }
}
