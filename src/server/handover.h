/* handover.h: games played in a page alone come to the server, and go along again
   (table/handover.h). Journals are judged beside the loop, as records are (founding.h). */
#ifndef NEGOCE_SERVER_HANDOVER_H
#define NEGOCE_SERVER_HANDOVER_H

#include "server/tables.h"

/* A game begun in a page becomes a table; a message that comes twice makes one. */
void handover_new(Job *job);

/* A game is taken along: marked, and once that is kept told to the page. */
void handover_ask(LiveTable *live, Job *job);
void handover_taken(LiveTable *live, Job *job);

/* What was played meanwhile is added to the table it was taken from. */
void handover_back(LiveTable *live, Job *job);

#endif
