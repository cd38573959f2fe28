/* arena.h: whole games between bots, many and fast.

   A match is who plays what; its games are numbered, and game number i is the same on every
   machine, in any order and on any thread: its generator comes from the seed of the match and from
   i alone. What is counted are whole numbers, so tallies of parts add up to the same tally in any
   order. Each bot sees only the state hidden for its seat. No clock, no thread and no I/O here.

   A game may beat everyone: then no rank is 1 and nobody wins, but somebody is still ahead of the
   others. */
#ifndef NEGOCE_ARENA_H
#define NEGOCE_ARENA_H

#include "bots/bots.h"

enum { WIN = 60 }; /* one win in sixtieths: shared evenly by 2 to 6 winners it stays whole */

/* How long turns took: a turn is what one seat decides in a row. Counted by the logarithm of the
   time, 32 steps to a doubling from a microsecond on. */
enum { PACE_STEPS = 32, PACE_SLOTS = 26 * PACE_STEPS };
typedef struct Pace {
    int64_t turns;
    uint32_t slot[PACE_SLOTS];
} Pace;

void pace_note(Pace *pace, int64_t nanoseconds);
void pace_add(Pace *all, const Pace *part);

/* The nanoseconds that so many thousandths of the turns stayed below, about 2 % more at most. */
int64_t pace_below(const Pace *pace, int thousandths);

typedef struct Match {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    Player entrants[SEATS_MAX]; /* one a player */
    bool rotate;                /* entrant e plays seat (e + i) % players in game i */
    uint64_t seed;
    Pace *paces; /* one an entrant, where turns are timed by the clocks lent to them; or NULL */
} Match;

typedef struct Result {
    int64_t games, points;
    int64_t wins;  /* in sixtieths */
    int64_t ahead; /* games as the first of the players, won or not, in sixtieths */
} Result;

typedef struct Tally {
    int64_t games, moves; /* moves: of seats and of Chance */
    int64_t lost;         /* games that beat all who played */
    Result seat[SEATS_MAX];
    Result entrant[SEATS_MAX];
} Tally;

/* Plays one game from its start to its end with `players[s]` in seat s, leaves the final state in
   `s` (game->state_size bytes) and returns how many moves were made. Chance draws with `dice`, the
   bots with `minds`; they may be the same. `room` is where the bots think. The turns of seat s go
   into `paces[s]` where there are paces and its player has a clock. */
int arena_game(const Game *game, int count, const uint8_t *options, const Player *const players[],
               Rng *dice, Rng *minds, Thought *room, Pace *const paces[], void *s);

/* Plays game number `index` of the match and adds it to the tally. */
void arena_play(const Match *match, int64_t index, Thought *room, Tally *tally);

/* A deal: the same chance played once from every rotation of the seats, so that nobody's luck with
   cards or seats tells between the entrants. */
typedef struct Deal {
    int players;
    struct Finish {
        int32_t points;
        uint8_t rank;           /* as Score.rank */
    } of[SEATS_MAX][SEATS_MAX]; /* [rotation][entrant] */
} Deal;

/* Plays deal number `index` of the match, `players` games. Entrant e plays seat (e + r) % players
   in rotation r; the chance of a deal is the same in all of them, as long as the moves are. An
   entrant of any style takes one anew each deal. */
void arena_deal(const Match *match, int64_t index, Thought *room, Deal *out);

/* Sixtieths of a win entrant `e` had in rotation `r`; sixtieths of being ahead of `other`, a tie
   being half; and his place in sixtieths: 60 for the first, those level share their places. */
int deal_win(const Deal *deal, int r, int e);
int deal_ahead(const Deal *deal, int r, int e, int other);
int deal_place(const Deal *deal, int r, int e);

/* Adds the result `part` to `all`. */
void result_add(Result *all, const Result *part);

/* Adds the tally `part` to `all`. */
void arena_add(Tally *all, const Tally *part);

#endif
