/* hint.h: what a good player would do, for who asks at his table.

   Asked by who plays alone with bots and has a decision to make. The answer comes from his own
   window and nothing else: up to three moves, how likely he wins with each, and what each would do,
   in the words of the game. It is thought in short steps, so that whoever runs the table decides
   where, and for how long. */
#ifndef NEGOCE_HINT_H
#define NEGOCE_HINT_H

#include "table/run.h"

enum {
    HINT_ITERATIONS = 1200, /* imagined games */
    HINT_MS = 1200          /* nobody waits longer for one */
};

/* One question under way. It needs its table no more. */
typedef struct Hint Hint;

/* Why the person of `seat` (-1: he has none) cannot ask now. */
Refusal hint_check(const Table *t, int seat);

/* Begins to think about the decision of `seat`, who may ask. NULL where memory does not suffice. */
Hint *hint_begin(const Table *t, int seat, uint64_t luck);
void hint_free(Hint *hint);

/* Thinks for a short while. False once nothing is left to learn. */
bool hint_step(Hint *hint);

/* What was found so far: the fields of a `hint` (docs/protocol.md), but for the table's name, into
   an object that is open. Ends the thinking. */
void hint_json(Hint *hint, Text *json);

#endif
