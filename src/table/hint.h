/* hint.h: what a good player would do in a seat, and what he would have done.

   Everything is thought from the seat's own window, of now or of a decision it has made: up to
   three moves, how likely the seat wins with each, what each would do and what speaks for it, in
   the words of the game. Thought in short steps, with no clock and no I/O, so that a server does it
   in a thread and a page by itself. */
#ifndef NEGOCE_HINT_H
#define NEGOCE_HINT_H

#include "table/run.h"

enum {
    HINT_ITERATIONS = 1200, /* imagined games */
    HINT_MS = 1200,         /* nobody waits longer for one, */
    HINT_PAST_MS = 400      /* and about a decision that was made */
};

/* One question under way. It needs its table no more. */
typedef struct Hint Hint;

/* Why the person of `seat` (-1: he has none) cannot be told: he plays alone with bots, and owes a
   decision now, or made one at `position` (0: it is about now; every game begins with a move of
   Chance). */
Refusal hint_check(const Table *t, int seat, int position);

/* Begins to think about it. NULL where memory does not suffice. */
Hint *hint_begin(const Table *t, int seat, int position, uint64_t luck);
void hint_free(Hint *hint);

/* Thinks for a short while. False once nothing is left to learn. */
bool hint_step(Hint *hint);

/* What was found so far: the fields of a `hint` (docs/protocol.md), but for the table's name, into
   an object that is open. Ends the thinking. */
void hint_json(Hint *hint, Text *json);

#endif
