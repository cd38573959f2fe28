/* search.h: thinking ahead, in any game.

   A search plays many imagined games to find the move that wins most of them. Each round fills what
   the seat cannot see with a fresh guess, draws a character for each opponent, and plays every move
   still in question on from the same guess with the same dice, so that moves differ by what they do
   and not by their luck. A rollout follows the game's `policy` and is cut `horizon` stages
   on, where the chances of all seats are taken (odds.h). The better half of the moves goes on,
   until one is left or the budget is spent (sequential halving).

   The further a rollout goes, the less it depends on how well the game values a position, and the
   more on luck: whoever can imagine many games looks further. Without a number of iterations the
   first few rounds show how many it will be.

   A search is thought in steps, so that whoever runs it decides how long it goes on: it knows no
   clock, and with a fixed number of iterations its move depends on the hidden state, the impression
   of the others and the seed alone, on every build. It lives in one block of memory and allocates
   nothing. */
#ifndef NEGOCE_SEARCH_H
#define NEGOCE_SEARCH_H

#include "bots/impression.h"
#include "core/game.h"

enum {
    BREADTH = 12,        /* moves thought about */
    ROUNDS_MAX = 1 << 11 /* after so many hardly anything is left to learn */
};

/* A move in question and how it has done so far. */
typedef struct Candidate {
    Move move;
    int32_t looks; /* how good it seemed at first sight */
    int64_t sum;   /* of its chances, over the rounds it was played in */
    int rounds;    /* how many these are */
    int index;     /* of its line in `shared` */
} Candidate;

/* What moves have shared: the sums of their chances over the rounds, in 2,048ths, and of the
   products of each two, the greater index first. So the luck of their differences is known without
   keeping a round. The line of a move ends where it leaves. */
typedef struct Shared {
    int64_t sum[BREADTH], product[BREADTH][BREADTH];
} Shared;

typedef struct Search {
    const Game *game;
    int players, seat;
    const Style *style;
    Impression impression; /* of the others, by whom they are imagined */
    Rng rng;
    int iterations;    /* imagined games at most; 0: as long as it is given */
    int played;        /* imagined games so far */
    int rounds;        /* of all moves in question */
    int listed, count; /* moves at first, and still in question, the best first */
    int until;         /* the stage at which rollouts are cut */
    bool tried;        /* how far to look is settled */
    bool settled;      /* the move is clear, or there is only one */
    bool open;         /* `hidden` is the whole state: nothing is guessed */
    int pinned;        /* index of a move that stays in question to the end; -1: none */
    Candidate candidate[BREADTH];
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Shared shared;
} Search;

/* All moves of `seat` and ideas with what the game's sense says of each. */
int search_survey(const Game *game, const void *hidden, int seat, Move *out, int32_t *looks);

/* Begins to think about the decision of `seat` in `hidden`, a state hidden for it. Who has an
   impression of the others gives it to the search afterwards. */
void search_begin(Search *s, const Game *game, const void *hidden, int players, int seat,
                  const Style *style, int iterations, Rng rng);

/* One round; `spent` is how much of the time is over, in thousandths, where the number of
   iterations is open. False where nothing is left to think about. */
bool search_step(Search *s, int spent);

/* Has this move stay in question to the end; called after search_begin. */
void search_pin(Search *s, Move move);

/* Whether `best` is ahead of `other` by more than luck, as far as a person would ask: two standard
   errors. Both were in question all the time. */
bool search_ahead(const Search *s, const Candidate *best, const Candidate *other);

/* Plays on from `state` by the game's policy until stage `until`, or the end of the game. */
void search_roll_out(const Game *game, void *state, int until, const Style *const styles[],
                     Rng *rng);

/* The best move so far. */
Move search_move(const Search *s);

/* The move that looks best; among equals, one at random. */
Move search_first_sight(const Game *game, const void *s, int seat, Rng *rng);

/* Whether no move looks better. */
bool search_looks_best(const Game *game, const void *s, int seat, Move move);

/* What `seat` plays without thinking ahead: the game's policy, or the best looking move. */
Move search_reflex(const Game *game, const void *s, int seat, const Style *style, Rng *rng);

#endif
