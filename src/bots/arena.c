#include "bots/arena.h"

#include <assert.h>
#include <string.h>

enum { ENDLESS = 1 << 20 }; /* no game of ours comes near: past it the rules run in a circle */

int arena_game(const Game *game, int count, const uint8_t *options, const Bot *const players[],
               Rng *rng, void *s) {
    Reason why = game->start(s, count, options);
    assert(!why.text);
    (void)why;
    int moves = 0;
    for (Turn turn; (turn = game->turn(s)) != 0; moves++) {
        assert(moves < ENDLESS);
        /* Of several seats that owe a move the lowest goes first; Chance is above them all. */
        int seat = __builtin_ctz(turn);
        Move move =
            seat == CHANCE ? game->sample(s, rng) : bot_move(players[seat], game, s, seat, rng);
        game->apply(s, seat, move, NULL);
    }
    return moves;
}

/* The generator of game `index`. The index is spread by an odd factor first, because neighbouring
   seeds must not give overlapping generators. */
static Rng rng_of(uint64_t seed, int64_t index) {
    Rng base = rng_seed(seed);
    return rng_seed(rng_next(&base) ^ ((uint64_t)index + 1) * 0xd1342543de82ef95u);
}

static void count(Result *result, const Score *score, int winners) {
    result->games++;
    result->points += score->points;
    if (score->rank == 1) result->wins += WIN / winners;
}

void arena_play(const Match *match, int64_t index, Tally *tally) {
    _Alignas(16) unsigned char state[STATE_MAX];
    const int n = match->players;
    const Bot *players[SEATS_MAX];
    int entrant_of[SEATS_MAX];
    for (int e = 0; e < n; e++) {
        int seat = match->rotate ? (int)((e + index) % n) : e;
        players[seat] = match->entrants[e];
        entrant_of[seat] = e;
    }
    Rng rng = rng_of(match->seed, index);
    tally->moves += arena_game(match->game, n, match->options, players, &rng, state);
    tally->games++;
    Score scores[SEATS_MAX];
    match->game->score(state, scores);
    int winners = 0;
    for (int seat = 0; seat < n; seat++)
        winners += scores[seat].rank == 1;
    for (int seat = 0; seat < n; seat++) {
        count(&tally->seat[seat], &scores[seat], winners);
        count(&tally->entrant[entrant_of[seat]], &scores[seat], winners);
    }
}

static void result_add(Result *all, const Result *part) {
    all->games += part->games;
    all->points += part->points;
    all->wins += part->wins;
}

void arena_add(Tally *all, const Tally *part) {
    all->games += part->games;
    all->moves += part->moves;
    for (int i = 0; i < SEATS_MAX; i++) {
        result_add(&all->seat[i], &part->seat[i]);
        result_add(&all->entrant[i], &part->entrant[i]);
    }
}
