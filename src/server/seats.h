/* seats.h: requests about seats: who sits down, under what name, who leaves, and whom the host puts
   there. The table is ready. */
#ifndef NEGOCE_SEATS_H
#define NEGOCE_SEATS_H

#include "server/tables.h"

void seats_judge_sit(LiveTable *live, Job *job); /* he may also come back to his seat */
void seats_judge_leave(LiveTable *live, Job *job);

/* At the table a search has found; somebody may have been quicker. */
void seats_judge_find(LiveTable *live, Job *job);

/* At a slow table the clock of who is on holiday rests. */
void seats_judge_holiday(LiveTable *live, Job *job);

/* The host gives a seat to a bot, or frees it. */
void seats_judge_fill(LiveTable *live, Job *job);

#endif
