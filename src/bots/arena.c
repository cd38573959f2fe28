#include "bots/arena.h"

#include <assert.h>
#include <string.h>

enum { ENDLESS = 1 << 20 }; /* no game of ours comes near: past it the rules run in a circle */

/* --- time ------------------------------------------------------------------------------------- */

void pace_note(Pace *pace, int64_t nanoseconds) {
    uint64_t micro = (uint64_t)(nanoseconds > 1000 ? nanoseconds / 1000 : 1);
    int octave = 63 - __builtin_clzll(micro);
    uint64_t part = octave >= 5 ? micro >> (octave - 5) : micro << (5 - octave);
    int slot = octave * PACE_STEPS + (int)(part - PACE_STEPS);
    pace->slot[slot < PACE_SLOTS ? slot : PACE_SLOTS - 1]++;
    pace->turns++;
}

void pace_add(Pace *all, const Pace *part) {
    all->turns += part->turns;
    for (int i = 0; i < PACE_SLOTS; i++)
        all->slot[i] += part->slot[i];
}

int64_t pace_below(const Pace *pace, int thousandths) {
    int64_t seen = 0, wanted = pace->turns * thousandths / 1000;
    for (int i = 0; i < PACE_SLOTS; i++) {
        seen += pace->slot[i];
        if (seen < wanted || !seen) continue;
        int64_t steps = PACE_STEPS + i % PACE_STEPS + 1;
        return (steps * 1000 << (i / PACE_STEPS)) / PACE_STEPS;
    }
    return 0;
}

/* The turn that is going on: who decides, and what he has spent. */
typedef struct Watch {
    int seat;
    int64_t spent;
} Watch;

static void end_turn(Watch *watch, Pace *const paces[]) {
    if (watch->seat >= 0 && paces && paces[watch->seat])
        pace_note(paces[watch->seat], watch->spent);
    *watch = (Watch){.seat = -1};
}

/* The move of a seat by the clock it was lent. */
static Move timed_move(Player *now, const Game *game, const void *s, int count, int seat,
                       Rng *minds, Thought *room, Pace *const paces[], Watch *watch) {
    if (watch->seat != seat) end_turn(watch, paces);
    int64_t begun = now->effort.now();
    watch->seat = seat;
    now->effort.spent = watch->spent;
    Move move = bot_move(now, game, s, count, seat, minds, room);
    watch->spent += now->effort.now() - begun;
    return move;
}

/* Whether anybody at the table thinks about who the others are. */
static bool somebody_thinks(const Player *const players[], int count) {
    for (int seat = 0; seat < count; seat++)
        if (players[seat]->bot->way == WAY_SEARCH) return true;
    return false;
}

int arena_game(const Game *game, int count, const uint8_t *options, const Player *const players[],
               Rng *dice, Rng *minds, Thought *room, Pace *const paces[], void *s) {
    Reason why = game->rules.start(s, count, options);
    assert(!why.text);
    (void)why;
    int moves = 0;
    Watch watch = {.seat = -1};
    Impression impression = {0};
    bool thinks = somebody_thinks(players, count);
    for (Turn turn; (turn = game->rules.turn(s)) != 0;) {
        assert(moves < ENDLESS);
        /* Of several seats that owe a move the lowest goes first; Chance is above them all. */
        int seat = __builtin_ctz(turn);
        if (seat == CHANCE) {
            moves += chance_plays(game, s, dice);
            continue;
        }
        Player now = *players[seat];
        now.impression = impression;
        Move move = now.effort.now
                        ? timed_move(&now, game, s, count, seat, minds, room, paces, &watch)
                        : bot_move(&now, game, s, count, seat, minds, room);
        if (thinks)
            impression_follow(&impression, game, s, seat, move);
        else
            game->rules.apply(s, seat, move, NULL);
        moves++;
    }
    end_turn(&watch, paces);
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
    tally->moves +=
        arena_game(match->game, n, match->options, players, &rng, &rng, room, NULL, state);
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

/* Strangers come in turn: no two alike at a table of six, and each as often as the others. */
static void invite(Player *entrant, int n, int64_t index) {
    int next = (int)(index % STRANGERS);
    for (int e = 0; e < n; e++)
        if (entrant[e].stranger) entrant[e].style = &strangers[next++ % STRANGERS];
}

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
    invite(entrant, n, index);
    out->players = n;
    Pace *paces[SEATS_MAX] = {0};
    for (int r = 0; r < n; r++) {
        Rng dice = dealt, minds = rng_of(rng_next(&dice), r);
        for (int e = 0; e < n; e++) {
            players[(e + r) % n] = &entrant[e];
            if (match->paces) paces[(e + r) % n] = &match->paces[e];
        }
        arena_game(match->game, n, match->options, players, &dice, &minds, room, paces, state);
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
