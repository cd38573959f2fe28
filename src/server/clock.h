/* clock.h: the clock of a table.

   Where a game gives the decisions of the moment a time (Game.live.clock), it runs from the moment
   the table comes to them, and anew when such a table is read from the store. Nothing prolongs it:
   no move made meanwhile, nobody who comes or goes, no undo. When it is over, the game says what
   those who still owe a decision do (Game.live.lapse), and these moves are kept like any other. */
#ifndef NEGOCE_CLOCK_H
#define NEGOCE_CLOCK_H

#include "server/tables.h"

/* The table has changed or come in: sets its clock. */
void clock_set(LiveTable *live);

/* Where the time is over, moves for those who owe a decision. */
void clock_ring(LiveTable *live);

/* Milliseconds left; -1 where no clock runs. */
int clock_left(const LiveTable *live);

#endif
