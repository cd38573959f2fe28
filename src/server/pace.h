/* pace.h: how fast the bots of a table play.

   Who plays alone with bots chooses how fast they are, and may have them wait while he reads. It is
   a matter of the moment: nothing of it is kept, and when nobody looks any more the bots play as
   those of any table. An auction among bots is over within a few seconds, however slow they are. */
#ifndef NEGOCE_PACE_H
#define NEGOCE_PACE_H

#include "server/tables.h"

/* Ms a bot of this table takes for its next move: a step of the game, a word beside it. */
uint64_t pace_step(LiveTable *live);
uint64_t pace_word(LiveTable *live);

/* Answers a request that sets the pace. */
void pace_judge(LiveTable *live, Job *job);

#endif
