#include "bots/tune.h"

#include <assert.h>
#include <string.h>

enum { LONGEST = 1 << 20 }; /* no game of ours comes near */

/* Whom the weights are tried against. None of them is what searches are judged by. */
static const Style pool[] = {
    {0},
    {.bold = 50},
    {.thrifty = 50, .patient = 20},
    {.spiteful = 60},
    {.patient = 50, .bold = -20},
    {.patient = -50, .thrifty = -30},
};
enum { POOL = sizeof pool / sizeof *pool };

bool tune_begin(Tuning *t, const Game *game, int players, const uint8_t *options, uint64_t seed) {
    *t = (Tuning){.game = game, .players = players, .rng = rng_seed(seed)};
    if (!game->rules.weights || !game->rules.policy) return false;
    memcpy(t->options, options, sizeof t->options);
    for (const Weight *w = game->rules.weights; w->name; w++, t->count++) {
        assert(t->count < WEIGHTS_MAX && w->least <= w->value && w->value <= w->most);
        t->start[t->count] = t->best[t->count] = w->value;
        t->at[t->count] =
            w->most > w->least ? (double)(w->value - w->least) / (w->most - w->least) : 0;
    }
    return t->count > 0;
}

/* --- one game --------------------------------------------------------------------------------- */

/* The share of a win `seat` gets with these weights; the others are drawn from the pool. Chance and
   the players' whims have generators of their own, so that the same index deals the same game. */
static double play(const Tuning *t, const int16_t *weights, int seat, uint64_t index) {
    const GameRules *rules = &t->game->rules;
    _Alignas(16) unsigned char state[STATE_MAX];
    Rng chance = rng_seed(index), whims = rng_seed(index ^ 0xd1342543de82ef95u);
    Style styles[SEATS_MAX];
    for (int i = 0; i < t->players; i++)
        styles[i] = pool[rng_below(&whims, POOL)];
    styles[seat] = (Style){.weights = weights};
    rules->start(state, t->players, t->options);
    Turn turn;
    for (int moves = 0; (turn = rules->turn(state)) != 0; moves++) {
        assert(moves < LONGEST);
        int who = __builtin_ctz(turn);
        Move move = who == CHANCE ? rules->sample(state, &chance)
                                  : rules->policy(state, who, &styles[who], &whims);
        rules->apply(state, who, move, NULL);
    }
    Score scores[SEATS_MAX];
    int winners = 0;
    rules->score(state, scores);
    for (int i = 0; i < t->players; i++)
        winners += scores[i].rank == 1;
    return scores[seat].rank == 1 ? 1.0 / winners : 0;
}

double tune_share(const Tuning *t, const int16_t *weights, int games, uint64_t seed,
                  double *squares) {
    double sum = 0;
    *squares = 0;
    for (int i = 0; i < games; i++) {
        double won = play(t, weights, i % t->players, seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
        sum += won;
        *squares += won * won / games;
    }
    return sum / games;
}

/* --- one step --------------------------------------------------------------------------------- */

static double within(double at) {
    return at < 0 ? 0 : at > 1 ? 1 : at;
}

/* The weights a point between all leasts and mosts stands for. */
static void weights_at(const Tuning *t, const double *at, int16_t *out) {
    for (int i = 0; i < t->count; i++) {
        const Weight *w = &t->game->rules.weights[i];
        out[i] = (int16_t)(w->least + (int)(within(at[i]) * (w->most - w->least) + 0.5));
    }
}

/* Reaching a fiftieth of its first size takes a shake some thousand steps. */
static double shrinking(double first, int steps, int half) {
    return first * half / (half + steps);
}

void tune_step(Tuning *t, int games) {
    double shake = shrinking(0.08, t->steps, 400), stride = shrinking(0.10, t->steps, 100);
    double up[WEIGHTS_MAX], down[WEIGHTS_MAX], side[WEIGHTS_MAX], squares;
    int16_t weights[WEIGHTS_MAX];
    for (int i = 0; i < t->count; i++) {
        side[i] = rng_next(&t->rng) >> 63 ? 1 : -1;
        up[i] = t->at[i] + shake * side[i];
        down[i] = t->at[i] - shake * side[i];
    }
    uint64_t deals = rng_next(&t->rng);
    weights_at(t, up, weights);
    double gain = tune_share(t, weights, games, deals, &squares);
    weights_at(t, down, weights);
    gain -= tune_share(t, weights, games, deals, &squares);
    for (int i = 0; i < t->count; i++)
        t->at[i] = within(t->at[i] + stride * gain * side[i]);
    weights_at(t, t->at, t->best);
    t->steps++;
}
