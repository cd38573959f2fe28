/* replay.h: a table out of what the store has of it. */
#ifndef NEGOCE_STORE_REPLAY_H
#define NEGOCE_STORE_REPLAY_H

#include "store/store.h"

/* The table of this header and journal; NULL where they do not make one. The lines are cut apart.
 */
Table *store_replay(const StoreTable *header, char *lines);

/* The lines that would seat those who sit here now at an empty table. */
void store_write_seats(const Table *t, Text *out);

#endif
