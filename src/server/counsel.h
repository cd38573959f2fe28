/* counsel.h: hints (table/hint.h) for those who ask, thought in the threads in which bots think.
   Few at a time: the others wait for their turn, but not for long, and no address has all of it. */
#ifndef NEGOCE_COUNSEL_H
#define NEGOCE_COUNSEL_H

#include "server/tables.h"

void counsel_ask(LiveTable *live, Job *job);

#endif
