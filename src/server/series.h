/* series.h: games played one after the other by the same people.

   A finished table has at most one rematch: whoever asks first opens it, with the same game,
   options and bots, a seat kept for each of the others; whoever asks later takes the seat kept for
   him. Each table of a series carries the games won before it, so a standing is known without
   looking at the others. */
#ifndef NEGOCE_SERIES_H
#define NEGOCE_SERIES_H

#include "server/answer.h"

/* The fields of a summary about results and series. */
void series_jot(const Standing *standing, Text *json);

/* Judges a `rematch`, at the table that is over or at the one it led to; it has been kept. */
void series_judge(LiveTable *live, Job *job);
void series_committed(LiveTable *live, Job *job);

#endif
