/* chat.h: people write to their table. Who has a seat may write, before, during and after the game;
   everyone who looks may read. Where the game asks a price for it, the message and the move that
   pays are kept together or not at all. */
#ifndef NEGOCE_CHAT_H
#define NEGOCE_CHAT_H

#include "server/tables.h"

/* Judges a message to the table, and keeps it or refuses it. */
void chat_judge(LiveTable *live, Job *job);

#endif
