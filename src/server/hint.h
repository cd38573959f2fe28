/* hint.h: what a good player would do, for who asks (table/hint.h), thought in a worker thread as a
   bot's move is. */
#ifndef NEGOCE_SERVER_HINT_H
#define NEGOCE_SERVER_HINT_H

#include "server/tables.h"

void hint_ask(LiveTable *live, Job *job);

#endif
