/* requests.h: what each request does. */
#ifndef NEGOCE_REQUESTS_H
#define NEGOCE_REQUESTS_H

#include "server/tables.h"

/* Begins a request of a socket: answers it at once, or sees to it that it is answered. */
void request_begin(Job *job);

/* A request of this address for which the store might be searched is answered: the next one that
   waits is begun. */
void request_search_over(Server *server, Address *address);

/* The store has searched for a request: what that cost it, a look for each millisecond, its address
   owes. */
void request_searched(const Job *job, const StoreAnswer *answer);

/* Judges a request that concerns a table, when the table is ready. */
void request_judge(LiveTable *live, Job *job);

/* The lines a request entered go to the store: they count for what the people of its address may
   play in a day. What was brought has been counted before (founding.h). */
void request_kept(const Job *job, const Text *lines, int count);

/* The lines a request entered are durable. */
void request_committed(LiveTable *live, Job *job);

#endif
