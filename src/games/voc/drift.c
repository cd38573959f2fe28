/* drift.c: where an order really takes a ship: the errors of heading and length (3.9).

   The ruling draws a bias once a voyage from N(0, 2.4°) and adds N(0, 4°) to each heading. Instead
   of drawing a secret in advance, each error is drawn from what the errors seen so far leave
   possible: a normal again, of this mean and spread. Together they are as likely as with the bias,
   and nothing is hidden but the line itself. */
#include "games/voc/state.h"

#include <stdlib.h>

/* Hundredths of a degree. */
enum {
    NOISE = 400,
    BIAS = 240,
    LENGTH_NOISE = 60,                   /* thousandths */
    SIGMAS = 6,                          /* the sum of twelve uniform numbers goes no further */
    SWING_MAX = SIGMAS * (NOISE + BIAS), /* no heading is further off */
    MEAN_MAX = SIGMAS * BIAS,
    ANGLE_LENGTH = 10, /* shorter lines are too coarse to tell an angle */
    ROUNDING = 720     /* thousandths of a unit: whole units are at most 0.707 away */
};

static int root(int n) { /* whole square root */
    int r = 0;
    for (int bit = 1 << 14; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n) r += bit;
    return r;
}

/* A normal number in thousandths. */
static int normal(Rng *rng) {
    int sum = -6000;
    for (int i = 0; i < 12; i++)
        sum += (int)rng_below(rng, 1001);
    return sum;
}

static int rounded_part(int length, int scaled) { /* length in thousandths, sine in 1 / 16384 */
    long long product = (long long)length * scaled, one = 16384 * 1000;
    return (int)(product >= 0 ? (2 * product + one) / (2 * one)
                              : -((-2 * product + one) / (2 * one)));
}

static void pending_order(const Voyage *v, int *heading, int *length) {
    uint16_t last = v->order[v->strokes - 1];
    *heading = last >> 7;
    *length = last & 127;
}

Move voc_drift(const Voc *s, Rng *rng) {
    const Voyage *v = &s->scene.voyage;
    int heading, length, n = v->steady;
    pending_order(v, &heading, &length);
    int angle = heading * 100, run = length * 1000;
    if (rng) {
        int noise = NOISE * NOISE, bias = BIAS * BIAS, all = noise + n * bias;
        int mean = (int)((long long)v->swing * bias / all);
        if (mean > MEAN_MAX) mean = MEAN_MAX;
        if (mean < -MEAN_MAX) mean = -MEAN_MAX;
        int spread = root(noise + (int)((long long)bias * noise / all));
        int swing = mean + spread * normal(rng) / 1000;
        if (swing > SWING_MAX) swing = SWING_MAX;
        if (swing < -SWING_MAX) swing = -SWING_MAX;
        angle += swing;
        run += length * LENGTH_NOISE * normal(rng) / 1000;
    }
    int dx = rounded_part(run, voc_sin(angle)), dy = -rounded_part(run, voc_cos(angle));
    return move_two(VERB_DRIFT, dx + 128, dy + 128);
}

/* How far along the heading and across it (to starboard) a line goes, times 16384. */
static void against_heading(int heading, int dx, int dy, int *along, int *across) {
    int sine = voc_sin(heading * 100), cosine = voc_cos(heading * 100);
    *along = dx * sine - dy * cosine;
    *across = dx * cosine + dy * sine;
}

/* Within the largest error of length and heading: so far, no more than the rounding beyond the rays
   of that angle, and ahead. */
bool voc_drift_fits(const Voc *s, int dx, int dy) {
    int heading, length, along, across;
    pending_order(&s->scene.voyage, &heading, &length);
    against_heading(heading, dx, dy, &along, &across);
    long long shortest = length * (1000 - SIGMAS * LENGTH_NOISE), least = shortest - ROUNDING;
    long long most = length * (1000 + SIGMAS * LENGTH_NOISE) + ROUNDING;
    long long run = 1000000LL * (dx * dx + dy * dy);
    if (run > most * most || (least > 0 && run < least * least)) return false;
    int sine = voc_sin(SWING_MAX), cosine = voc_cos(SWING_MAX);
    long long beside = (long long)abs(across) * cosine - (long long)along * sine;
    return 1000 * beside <= ROUNDING * 16384LL * 16384 &&
           1000LL * along >= shortest * cosine - ROUNDING * 16384LL;
}

/* The angle of a line against its heading, hundredths of a degree: the arc tangent by three terms
   of its series, close enough below 45 degrees. */
static int swing_of(int heading, int dx, int dy) {
    int along, across;
    against_heading(heading, dx, dy, &along, &across);
    if (along <= 0) return 0;
    int t = (int)((long long)across * 1024 / along);
    if (t > 1024) t = 1024;
    if (t < -1024) t = -1024;
    int cube = t * t / 1024 * t / 1024, fifth = cube * t / 1024 * t / 1024;
    return 5730 * (t - cube / 3 + fifth / 5) / 1024;
}

void voc_draw_stroke(Voyage *v, int chart, int dx, int dy) {
    int heading = v->order[v->strokes - 1] >> 7;
    if (dx * dx + dy * dy >= ANGLE_LENGTH * ANGLE_LENGTH) {
        v->swing = (int16_t)(v->swing + swing_of(heading, dx, dy));
        v->steady++;
    }
    walk_line(&v->walk, chart, dx, dy);
}
