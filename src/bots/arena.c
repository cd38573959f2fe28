#include "bots/arena.h"

#include <assert.h>
#include <string.h>

enum { ENDLESS = 1 << 20 }; /* no game of ours comes near: past it the rules run in a circle */

int arena_game(const Game *game, int count, const uint8_t *options, const Player *const players[],
               Rng *dice, Rng *minds, Thought *room, void *s) {
    Reason why = game->rules.start(s, count, options);
    assert(!why.text);
    (void)why;
    int moves = 0;
    for (Turn turn; (turn = game->rules.turn(s)) != 0;) {
        assert(moves < ENDLESS);
        /* Of several seats that owe a move the lowest goes first; Chance is above them all. */
        int seat = __builtin_ctz(turn);
        if (seat == CHANCE) {
            moves += chance_plays(game, s, dice);
            continue;
        }
        Move move = bot_move(players[seat], game, s, count, seat, minds, room);
        game->rules.apply(s, seat, move, NULL);
        moves++;
    }
    return moves;
}

/* The generator of game `index`. The index is spread by an odd factor first, because neighbouring
   seeds must not give overlapping generators. */
static Rng rng_of(uint64_t seed, int64_t index) {
    Rng base = rng_seed(seed);
    return rng_seed(rng_next(&base) ^ ((uint64_t)index + 1) * 0xd1342543de82ef95u);
}

/* Adds a score to a result; `first` seats share the rank `best` of this game. */
static void count(Result *result, const Score *score, int best, int first) {
    result->games++;
    result->points += score->points;
    if (score->rank != best) return;
    result->ahead += WIN / first;
    if (best == 1) result->wins += WIN / first;
}

void arena_play(const Match *match, int64_t index, Thought *room, Tally *tally) {
    _Alignas(16) unsigned char state[STATE_MAX];
    const int n = match->players;
    const Player *players[SEATS_MAX];
    int entrant_of[SEATS_MAX];
    for (int e = 0; e < n; e++) {
        int seat = match->rotate ? (int)((e + index) % n) : e;
        players[seat] = &match->entrants[e];
        entrant_of[seat] = e;
    }
    Rng rng = rng_of(match->seed, index);
    tally->moves += arena_game(match->game, n, match->options, players, &rng, &rng, room, state);
    tally->games++;
    Score scores[SEATS_MAX];
    match->game->rules.score(state, scores);
    int best = scores[0].rank, first = 0;
    for (int seat = 1; seat < n; seat++)
        if (scores[seat].rank < best) best = scores[seat].rank;
    for (int seat = 0; seat < n; seat++)
        first += scores[seat].rank == best;
    tally->lost += best > 1;
    for (int seat = 0; seat < n; seat++) {
        count(&tally->seat[seat], &scores[seat], best, first);
        count(&tally->entrant[entrant_of[seat]], &scores[seat], best, first);
    }
}

/* --- deals ------------------------------------------------------------------------------------ */

void arena_deal(const Match *match, int64_t index, Thought *room, Deal *out) {
    _Alignas(16) unsigned char state[STATE_MAX];
    const int n = match->players;
    Rng dealt = rng_of(match->seed, index);
    Player entrant[SEATS_MAX];
    const Player *players[SEATS_MAX];
    Score scores[SEATS_MAX];
    for (int e = 0; e < n; e++) {
        int leaning = 1 + (int)rng_below(&dealt, SAILORS - 1); /* drawn for all: the same dice */
        entrant[e] = match->entrants[e];
        if (entrant[e].any_style) entrant[e].style = &sailors[leaning].style;
    }
    out->players = n;
    for (int r = 0; r < n; r++) {
        Rng dice = dealt, minds = rng_of(rng_next(&dice), r);
        for (int e = 0; e < n; e++)
            players[(e + r) % n] = &entrant[e];
        arena_game(match->game, n, match->options, players, &dice, &minds, room, state);
        match->game->rules.score(state, scores);
        for (int e = 0; e < n; e++) {
            const Score *score = &scores[(e + r) % n];
            out->of[r][e] = (struct Finish){score->points, (uint8_t)score->rank};
        }
    }
}

int deal_win(const Deal *deal, int r, int e) {
    int winners = 0;
    for (int i = 0; i < deal->players; i++)
        winners += deal->of[r][i].rank == 1;
    return deal->of[r][e].rank == 1 ? WIN / winners : 0;
}

int deal_ahead(const Deal *deal, int r, int e, int other) {
    int mine = deal->of[r][e].rank, his = deal->of[r][other].rank;
    return mine < his ? WIN : mine == his ? WIN / 2 : 0;
}

int deal_place(const Deal *deal, int r, int e) {
    int place = WIN;
    for (int i = 0; i < deal->players; i++)
        if (i != e) place += deal_ahead(deal, r, i, e);
    return place;
}

/* --- tallies ---------------------------------------------------------------------------------- */

void result_add(Result *all, const Result *part) {
    all->games += part->games;
    all->points += part->points;
    all->wins += part->wins;
    all->ahead += part->ahead;
}

void arena_add(Tally *all, const Tally *part) {
    all->games += part->games;
    all->moves += part->moves;
    all->lost += part->lost;
    for (int i = 0; i < SEATS_MAX; i++) {
        result_add(&all->seat[i], &part->seat[i]);
        result_add(&all->entrant[i], &part->entrant[i]);
    }
}
