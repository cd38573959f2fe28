/* lobby.h: the tables that wait for players, for everybody to see.

   They are kept in memory, read from the store when the server opens, and told to whoever follows
   them twice a second at most, all changes of that time in one message that is the same for all. A
   person may have LISTED_PERSON of them and an address `listed`; more are refused, so nobody fills
   the list. Where everybody of a table has left for `gather` seconds, it is taken off the list. */
#ifndef NEGOCE_LOBBY_H
#define NEGOCE_LOBBY_H

#include "server/tables.h"

enum { LISTED_PERSON = 3 };

/* Reads the list from the store. */
void lobby_start(Server *server);
void lobby_stop(Server *server);
void lobby_free(Server *server);

/* Why this socket may not have one more table in the list. */
Refusal lobby_check(const Socket *socket);

/* A table has changed or was read, by a request of this socket (may be NULL). */
void lobby_update(const LiveTable *live, const Socket *by);

/* A table that was about to be opened is not. */
void lobby_forget(Server *server, const char *id);

/* Whether a table is in the list. */
bool lobby_has(const Server *server, const char *id);

/* Takes the tables off the list whose people have all left. */
void lobby_sweep(Server *server);

/* Answers `lobby`. */
void lobby_answer(Job *job);

/* The table a search may join next, written into the request: one where he sits already that fits,
   or the one that has waited longest; false: there is none. */
bool lobby_fit(const Server *server, Job *job);

#endif
