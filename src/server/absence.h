/* absence.h: who is not at the table.

   Everybody sees who is here. Where somebody who owes a move has been gone for the grace time,
   those present choose what the table does: wait once more, pause, or let a bot play on; a majority
   of them decides, and where all have spoken without one the table waits. At a table with a clock
   the clock decides instead. A voyage waits for nobody: who must sail one and is gone has the time
   of the voyage even at a table without a clock. What is chosen is a line of the journal, with its
   author; the person takes the seat back whenever he likes. */
#ifndef NEGOCE_ABSENCE_H
#define NEGOCE_ABSENCE_H

#include "server/tables.h"

/* Somebody came or went, or the table came in: notes since when each is gone. */
void absence_note(LiveTable *live);

/* When to look at it next, ms of the house; CLOCK_NEVER: nobody is missed, or on holiday. */
int64_t absence_due(const LiveTable *live);

/* That moment has come, or a voice is missing no more. Where a holiday is over all are told. */
void absence_ring(LiveTable *live);

/* Requests: a voice, the end of a pause, a seat given away. */
void absence_vote(LiveTable *live, Job *job);
void absence_resume(LiveTable *live, Job *job);
void absence_replace(LiveTable *live, Job *job);

/* What is asked of those present, as a field of a message. */
void absence_write(const LiveTable *live, Text *json);

#endif
