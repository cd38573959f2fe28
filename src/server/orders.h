/* orders.h: orders set ahead, at their tables.

   An order (table/order.c) acts when its seat comes to owe a move, after a while such as a person
   takes: a move that came at once would tell that it was ordered. It acts for who is away before
   any bot does. Nothing of it is sent to anybody but its owner. */
#ifndef NEGOCE_ORDERS_H
#define NEGOCE_ORDERS_H

#include "server/tables.h"

/* The table has changed or come in: when an order acts. */
void orders_note(LiveTable *live);

/* That moment has come: makes the move; false where there is none to make yet. */
bool orders_ring(LiveTable *live);

/* A request: sets an order, or takes it back. */
void orders_judge(LiveTable *live, Job *job);

#endif
