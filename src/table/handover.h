/* handover.h: a game that was played in a page alone, taken over by a server; and back.

   Nothing of it is trusted. Every line is judged by the rules, every draw must be the one the seed
   gives at its position, and nobody sits there but bots and who hands the game over. What still
   cannot be known (what he tried before, whether he drew until the seed pleased him, how the bots
   came to their moves) is why such a game is marked by the line `offline`, and never counts.

   From the mark on the game is sealed no more: whoever goes on with it draws from a seed of his
   own, and whoever comes may take the seat of a bot. */
#ifndef NEGOCE_HANDOVER_H
#define NEGOCE_HANDOVER_H

#include "table/run.h"

#define PAGE_OWNER "me" /* whose page it is, in its journals */

enum { HANDED_BACK_MAX = 8000 }; /* lines of a game that comes back: some 3 ms of the loop */

/* Enters the lines of a journal of the page at `t`, an empty table or one that was taken along: the
   person of the page becomes `owner`, called `name`, and what was said to nobody is left out. The
   lines as entered go to `lines`, and how many to `count`. A reason, and the line from 1 in `line`,
   where one is refused; `t` is of no use then. */
Reason handover_read(Table *t, const char *owner, const char *name, const uint8_t seed[SEED_BYTES],
                     const char *journal, Text *lines, int *count, int *line);

/* Why the game of this table, which is begun and not over, cannot be played on elsewhere by the
   person of `seat` (-1: he has none). */
Refusal handover_take_check(const Table *t, int seat);

/* The journal with which the page plays on: the moves so far and the mark. Its person is
   PAGE_OWNER. */
void handover_take(const Table *t, int seat, Text *lines);

#endif
