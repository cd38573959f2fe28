/* replay.h: a game looked back at.

   Of a finished game everybody may see every position, through any seat's eyes or with everything
   open. While it is played, each sees the past as he saw it then: through his own eyes alone. */
#ifndef NEGOCE_REPLAY_H
#define NEGOCE_REPLAY_H

#include "server/tables.h"

/* Takes what looking through the whole of a game costs from what the address of who asks may ask.
 */
Refusal replay_charge(const LiveTable *live, const Job *job);

/* Takes what writing so many lines or events to him costs from what the loop may tell his address.
 */
Refusal replay_charge_told(const Job *job, int lines);

/* Each answers a request: the table as it stood, what the game is made of, a page of events. */
void replay_look(LiveTable *live, Job *job);
void replay_outline(LiveTable *live, Job *job);
void replay_events(LiveTable *live, Job *job);

#endif
