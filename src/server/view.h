/* view.h: what those who look at a table are told of it.

   Everybody of one kind sees the same: whoever has a certain seat, the spectators, a host who only
   looks. So a message is written once for each kind and shared by all their sockets. Who comes is
   told the whole (`table`), from then on what has changed (`change`): of every field of summary,
   window and picture a table keeps a hash of what it told last, and a field that is as it was is
   left out. */
#ifndef NEGOCE_VIEW_H
#define NEGOCE_VIEW_H

#include "server/tables.h"

/* Tells a socket the whole of what it may see. `mark` is the request this answers. */
void view_send(Socket *socket, const Request *mark);

/* Tells all who look, but for one (may be NULL), what is new; events from position `low` on. */
void view_update(LiveTable *live, const Socket *but, int low);

/* The same after a move of one of them (NULL: a bot's, the clock's): he and those who owe a move
   hear it at once; the others too, unless moves follow one another so fast that some can be told
   together. */
void view_moved(LiveTable *live, const Socket *mover, int low);

/* Its moment has come (clock.h): tells those who were to hear it later. The table is ready. */
void view_catch_up(LiveTable *live);

/* Tells all of one seat what has changed for it alone. */
void view_update_seat(LiveTable *live, int seat);

/* Nobody looks any more: forgets what was told. */
void view_forget(LiveTable *live);

#endif
