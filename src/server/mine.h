/* mine.h: a person's own tables: the list he asks for by pages, and what changes in it while he
   follows. The store names them, and says how each stands; no journal is replayed. */
#ifndef NEGOCE_MINE_H
#define NEGOCE_MINE_H

#include "server/tables.h"

/* Begins the answer to `mine`. */
void mine_begin(Job *job);

/* The table an inner job asked is ready: `live` writes its summary. NULL: it is not to be had. */
void mine_write(const LiveTable *live, Job *inner);

/* A table has changed: where a list would show it otherwise than before, those in whose list it is
   are told, and those who have just left it. */
void mine_update(LiveTable *live);

#endif
