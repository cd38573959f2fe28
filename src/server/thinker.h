/* thinker.h: bots at their tables.

   A bot moves when its seat owes a move, not sooner than the pace of the server after the last
   change, so that people can follow; a quarter of it where small steps follow one another
   (Game.live.brisk), so that nobody watches a bot sail for minutes. Live moves of others
   (Game.live.is_live) do not make it wait: asked while they stream by, it answers after half the
   pace at most, and a live move it thought of is made though they went on. Of several bots the one
   that has waited longest moves first.

   It thinks in a thread of libuv on a copy of the state hidden for its seat: it is given nothing
   else. Bots play on as long as one of them owes a move, whether or not anybody looks, but only a
   few at a time where nobody does; where a person owes one they wait. Among themselves, where no
   person sits, they play on only while somebody looks, or a time of the game runs out. */
#ifndef NEGOCE_THINKER_H
#define NEGOCE_THINKER_H

#include "server/tables.h"

/* The table has changed or come in: sees to it that its bots move. */
void thinker_consider(LiveTable *live);

/* Somebody has come to look, where nobody did. */
void thinker_attend(LiveTable *live);

/* The pace is another: in the next turn of the loop it is seen anew whose move is due. */
void thinker_wake(LiveTable *live);

/* Its moment has come (clock.h): the bot that moves next begins to think. */
void thinker_ring(LiveTable *live);

/* The table leaves: what a bot thought and could not play yet is forgotten. */
void thinker_forget(LiveTable *live);

#endif
