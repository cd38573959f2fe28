/* hint.h: what a good player would do in a seat, and what he would have done.

   Everything is thought from the seat's own window, of now or of a decision it has made: up to
   three moves, how likely the seat wins with each, what each would do and what speaks for it, in
   the words of the game. Thought in short steps, with no clock and no I/O, so that a server does it
   in a thread and a page by itself. */
#ifndef NEGOCE_TABLE_HINT_H
#define NEGOCE_TABLE_HINT_H

#include "bots/search.h"
#include "table/run.h"

typedef struct Hint {
    const Game *game;
    int seat, players, position;
    bool past;   /* about a decision that was made: */
    Move played; /* this move */
    Rng rng;
    Style style;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Search search;
} Hint;

/* Why `seat` (-1: none) cannot be told: he plays alone with bots, and owes a decision now, or made
   one at `position` (0: it is about now; every game begins with a move of Chance). */
Refusal hint_check(const Table *t, int seat, int position);

/* Begins to think; the table is not needed any more. */
void hint_begin(Hint *h, const Table *t, int seat, int position, uint64_t seed);

/* Thinks for a short while. False where nothing is left to think about. */
bool hint_step(Hint *h);

/* The fields of a `hint` (docs/protocol.md) that come from the game, into an object that is open.
 */
void hint_write(Hint *h, Text *json);

#endif
