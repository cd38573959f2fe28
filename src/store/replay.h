/* replay.h: a table out of what the store has of it. */
#ifndef NEGOCE_STORE_REPLAY_H
#define NEGOCE_STORE_REPLAY_H

#include "store/store.h"

/* The table of this header and journal; NULL where they do not make one. The lines are cut apart.
 */
Table *store_replay(const StoreTable *header, char *lines);

/* The lines that would seat those who sit here now at an empty table. */
void store_write_seats(const Table *t, Text *out);

/* Adds to a batch who sits here now, or is asked to; `seats` holds it. */
void store_seat(const Table *t, StoreBatch *batch, char seats[SEATS_TEXT_MAX]);

/* The points and ranks of a game that has a result; "" before that. */
void store_write_result(const Table *t, char out[RESULT_TEXT_MAX]);

#endif
