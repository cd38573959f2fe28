/* reckon.c: dead reckoning (reckon.h): a Kalman filter over place and bias. The errors are those of
   sail.c: 4 degrees and 6 percent an order, 2.4 degrees a voyage. */
#include "games/voc/reckon.h"

enum {
    ONE = RECKON_ONE,
    SCALE = 16384,     /* of voc_sin */
    MILLI = 1000,      /* milliradians in a radian */
    NOISE_VAR = 4874,  /* of a heading, square milliradians */
    BIAS_VAR = 1755,   /* of a voyage */
    LENGTH_VAR = 3600, /* of a length, millionths */
    SHIFT = 120,       /* percent of the spread a word moves the reckoning */
    LEFT = 35          /* percent of the variance a word leaves */
};

static int64_t root(int64_t n) {
    int64_t r = 0;
    if (n < 1) return 0;
    int half =
        (64 - __builtin_clzll((unsigned long long)n)) / 2; /* the root is below 2^(half + 1) */
    for (int64_t bit = (int64_t)1 << (half < 24 ? half : 24); bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n) r += bit;
    return r;
}

Reckoning reckon_from(Spot at) {
    return (Reckoning){.x = (int64_t)at.x * ONE,
                       .y = (int64_t)at.y * ONE,
                       .xx = ONE,
                       .yy = ONE,
                       .bb = (int64_t)BIAS_VAR * ONE};
}

/* a * b / (SCALE * SCALE) * variance, where a and b are lengths times SCALE. */
static int64_t spread_of(int64_t a, int64_t b, int64_t variance) {
    return a * b / SCALE * variance / ((int64_t)SCALE * MILLI * MILLI);
}

void reckon_order(Reckoning *r, int heading, int length) {
    int64_t ahead_x = (int64_t)length * voc_sin(heading * 100);
    int64_t ahead_y = -(int64_t)length * voc_cos(heading * 100);
    int64_t aside_x = -ahead_y, aside_y = ahead_x; /* where a turn to starboard moves the end */
    int64_t turn = (int64_t)SCALE * MILLI, noise = (int64_t)NOISE_VAR * ONE,
            run = (int64_t)LENGTH_VAR * ONE;
    r->x += ahead_x * ONE / SCALE + aside_x * r->bias / turn;
    r->y += ahead_y * ONE / SCALE + aside_y * r->bias / turn;
    r->xx += 2 * aside_x * r->xb / turn + spread_of(aside_x, aside_x, r->bb + noise) +
             spread_of(ahead_x, ahead_x, run);
    r->yy += 2 * aside_y * r->yb / turn + spread_of(aside_y, aside_y, r->bb + noise) +
             spread_of(ahead_y, ahead_y, run);
    r->xy += (aside_x * r->yb + aside_y * r->xb) / turn +
             spread_of(aside_x, aside_y, r->bb + noise) + spread_of(ahead_x, ahead_y, run);
    r->xb += aside_x * r->bb / turn;
    r->yb += aside_y * r->bb / turn;
}

/* One coordinate is learned: the mean moves by `shift` there, and of its variance `left` of `whole`
   parts stay. Everything that goes with it moves along. */
static void learn(Reckoning *r, bool east, int64_t shift, int64_t left, int64_t whole) {
    int64_t own = east ? r->xx : r->yy, x = east ? r->xx : r->xy, y = east ? r->xy : r->yy;
    int64_t b = east ? r->xb : r->yb, gone = whole - left;
    if (own <= 0) return;
    r->x += x * shift / own;
    r->y += y * shift / own;
    r->bias += b * shift / own;
    r->xx -= x * x / own * gone / whole;
    r->yy -= y * y / own * gone / whole;
    r->xy -= x * y / own * gone / whole;
    r->xb -= x * b / own * gone / whole;
    r->yb -= y * b / own * gone / whole;
    r->bb -= b * b / own * gone / whole;
}

static bool eastward(Call word) {
    return word == CALL_EAST || word == CALL_WEST;
}

static int64_t fine_spread(const Reckoning *r, bool east) {
    int64_t variance = east ? r->xx : r->yy;
    return root((variance > 0 ? variance : 0) * ONE);
}

int reckon_spread(const Reckoning *r, Call word) {
    return (int)(fine_spread(r, eastward(word)) / ONE);
}

void reckon_word(Reckoning *r, Call word) {
    bool east = eastward(word);
    int64_t shift = fine_spread(r, east) * SHIFT / 100;
    learn(r, east, word == CALL_EAST || word == CALL_SOUTH ? -shift : shift, LEFT, 100);
}

void reckon_inside(Reckoning *r, Spot middle, int radius) {
    int64_t known = (int64_t)radius * radius * ONE / 4;
    int64_t whole = r->xx + known;
    learn(r, true, ((int64_t)middle.x * ONE - r->x) * r->xx / whole, known, whole);
    whole = r->yy + known;
    learn(r, false, ((int64_t)middle.y * ONE - r->y) * r->yy / whole, known, whole);
}

Spot reckon_at(const Reckoning *r) {
    return (Spot){(int)(r->x / ONE), (int)(r->y / ONE)};
}

int reckon_doubt(const Reckoning *r) {
    int64_t all = r->xx + r->yy;
    return (int)(root((all > 0 ? all : 0) * ONE) / ONE);
}

/* Five points of a normal distribution, in eighths of its deviation, and their weights by pairs. */
static const int point[5] = {-14, -7, 0, 7, 14};
const int reckon_weight[RECKON_PLACES] = {6,  19, 28, 19, 6,  19, 59, 87, 59, 19, 28, 87, 128,
                                          87, 28, 19, 59, 87, 59, 19, 6,  19, 28, 19, 6};

void reckon_places(const Reckoning *r, Spot place[RECKON_PLACES]) {
    int64_t a = fine_spread(r, true), c = a ? r->xy * ONE / a : 0;
    int64_t rest = r->yy * ONE - c * c, d = root(rest > 0 ? rest : 0);
    for (int i = 0; i < RECKON_PLACES; i++) {
        int64_t u = point[i % 5], v = point[i / 5];
        place[i] = (Spot){(int)(a * u / (8 * ONE)), (int)((c * u + d * v) / (8 * ONE))};
    }
}
