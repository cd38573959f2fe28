/* clock.h: the time of the tables.

   The house has a time of its own: milliseconds that count while the server runs and rest while it
   does not, sleeps or is moved; the wall clock has no say in it. What is left on the clocks of a
   table (table/clock.h) is counted in it and kept with every line, so a restart takes nothing from
   anybody. What a clock decides is a line of the journal.

   Tables in memory stand in one heap by the next moment something is to be done there (a time is
   over, a bot may think, somebody hears more), with one timer, and a few of them are seen to in
   each turn of the loop. Tables that are not in memory are found in the store when their moment
   comes near. */
#ifndef NEGOCE_CLOCK_H
#define NEGOCE_CLOCK_H

#include "server/tables.h"

/* The house opens, with what the store kept of its time; no clock rings and no bot begins to think
   any more; and it closes. */
void clock_open(Server *server);
void clock_stop(Server *server);
void clock_close(Server *server);
void clock_free(Server *server); /* every table is gone */

/* How late it is. */
Moment clock_now(Server *server);

/* So many ms of the house in those of the world, and the other way. */
int64_t clock_real(const Server *server, int64_t ms);
int64_t clock_scaled(const Server *server, int64_t real);

/* Every few seconds: keeps the hour, and looks for tables in the store whose moment comes near. */
void clock_look(Server *server);

/* The table has come in; `saved` are its clocks as the store has them, NULL: it never had any. */
void clock_load(LiveTable *live, const char *saved);

/* Lines were entered: brings the clocks there, and adds to a batch what is left on them; `text`
   holds it. */
void clock_save(LiveTable *live, StoreBatch *batch, char text[CLOCKS_TEXT_MAX]);

/* The table stands as the store has it: when to look at it next. */
void clock_set(LiveTable *live);

/* Those who look hear more in so many ms of the world. */
void clock_send_in(LiveTable *live, int64_t ms);

/* The store could not keep what was to happen: nothing does by itself for a moment. People may try.
 */
void clock_rest(LiveTable *live);

/* The table leaves. */
void clock_forget(LiveTable *live);

/* Where a time is over, enters what follows from it. Bots are thinker.h's. */
void clock_ring(LiveTable *live);

/* Whether the table must stay in memory for what is to be done there soon; where memory is `full`,
   for a bot's move it need not: it moves when somebody comes. */
bool clock_holds(const LiveTable *live, bool full);

/* When something runs out at a table in memory, and what is left until then in ms of the world;
   negative: never. */
int64_t clock_due(const LiveTable *live);
int64_t clock_left(Server *server, int64_t due);

/* The times of a table, as fields of a message. */
void clock_write(const LiveTable *live, Text *json);
void clock_write_none(Text *json); /* to who may not know them */

#endif
