/* tune.h: finds the weights of a game's judgement by self-play.

   The method is SPSA: each step shakes all weights at once, each up or down by chance, lets the
   policy play with them so and the other way round, the same games both times, and moves all of
   them towards the side that won more. Opponents are drawn from a pool of unlike styles, so that no
   single one is learned by heart. Steps and shakes get smaller as it goes on. A pure function of
   the seed: no clock, no thread, no I/O. */
#ifndef NEGOCE_TUNE_H
#define NEGOCE_TUNE_H

#include "core/game.h"

typedef struct Tuning {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    int count;                  /* of weights */
    double at[WEIGHTS_MAX];     /* where each is, from 0 at its least to 1 at its most */
    int16_t best[WEIGHTS_MAX];  /* the same as weights */
    int16_t start[WEIGHTS_MAX]; /* as in the game's table */
    int steps;                  /* made so far */
    Rng rng;
} Tuning;

/* Where tuning begins: the game's own table. False where the game has no weights to find. */
bool tune_begin(Tuning *t, const Game *game, int players, const uint8_t *options, uint64_t seed);

/* One step of `games` games on each side. */
void tune_step(Tuning *t, int games);

/* Of `games` games, in which one seat after the other plays with `weights` against the pool, the
   share won, ties shared; `squares` gets the mean of the squares, for an interval. */
double tune_share(const Tuning *t, const int16_t *weights, int games, uint64_t seed,
                  double *squares);

#endif
