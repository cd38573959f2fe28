/* analyst.h: the analysis of finished games, beside everything else.

   Whoever asks for one is told how far it is, and asks again; once it is done the store keeps it
   with its table, and everyone is answered from there. It is thought in short slices in the threads
   in which bots think; one person has one under way, one address two, and few are at all. Who began
   one may say that he wants it no more. */
#ifndef NEGOCE_ANALYST_H
#define NEGOCE_ANALYST_H

#include "server/tables.h"

/* Answers a request for the analysis of a table. */
void analyst_ask(LiveTable *live, Job *job);

#endif
