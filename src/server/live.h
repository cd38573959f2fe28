/* live.h: what the three files of live tables do for each other. tables.c has the list of them, the
   requests that wait and those who look; loading.c brings a table in from the store; commit.c takes
   what changes one, lines entered here until they are durable and lines of other nodes. */
#ifndef NEGOCE_LIVE_H
#define NEGOCE_LIVE_H

#include "server/tables.h"

/* --- tables.c --------------------------------------------------------------------------------- */

LiveTable *tables_find(Server *server, const char *id); /* NULL: it is not in memory */
bool tables_have_room(Server *server);                  /* for one more */
LiveTable *tables_insert(Server *server, const char *id);

/* Takes a live table out of the list and frees it, unless a bot still thinks about it. */
void tables_drop(LiveTable *live);

/* Refuses the requests that wait. */
void live_refuse_all(LiveTable *live, Refusal refusal);

/* Everybody has heard: what waits is judged; unless the table was closed meanwhile. */
void live_go_on(LiveTable *live);

/* --- loading.c -------------------------------------------------------------------------------- */

/* Asks the store for the table; the same for one whose journal has changed there. */
void live_load(LiveTable *live);
void live_read_again(LiveTable *live);

/* What the rules find broken in the position of a table; NULL: it is sound. */
const char *live_unsound(const Table *t);

/* Logs a broken invariant: which, and where in the journal, but not at whose table. */
void live_warn_unsound(const Table *t, const char *broken);

#endif
