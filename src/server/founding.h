/* founding.h: tables that begin with moves already made.

   A record that somebody sends is checked line by line and kept as a finished table that nobody
   lists. From a position of a finished game somebody plays on against bots, at a table of its own
   whose journal begins with the moves up to there; what comes is drawn anew. While a game is played
   nothing goes on from it: whoever did would learn what others hold. The journal is made and
   replayed beside the loop; few are under way at a time. */
#ifndef NEGOCE_FOUNDING_H
#define NEGOCE_FOUNDING_H

#include "server/tables.h"

/* Each answers its request in time: `opened`, or why not. */
void founding_upload(Job *job);
void founding_fork(LiveTable *live, Job *job);

/* Why no more may be founded now. */
Refusal founding_check(const Job *job);

/* One more is under way, for the address it answers; and it is done. */
Address *founding_begun(const Job *job);
void founding_done(Server *server, Address *address);

/* Bytes so many lines of a journal take in the store. */
double founding_bytes(const Text *lines, int count);

/* What was made is to be kept: so many lines count for what its address may bring in a day. Why
   not, where that is used up. */
Refusal founding_keep(Server *server, Address *address, const Text *lines, int count);

/* Tells what is wrong with a record or a journal, and in which line; 0: in none. */
void founding_refuse(Job *job, Reason why, int line);

#endif
