/* hint.h: what a good player would do, for who asks.

   Asked by who plays alone with bots and has a decision to make. The answer comes from his own
   window and nothing else, thought in a worker thread as a bot's move is: up to three moves, how
   likely he wins with each, and what each would do, in the words of the game. */
#ifndef NEGOCE_HINT_H
#define NEGOCE_HINT_H

#include "server/tables.h"

void hint_ask(LiveTable *live, Job *job);

#endif
