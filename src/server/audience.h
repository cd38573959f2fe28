/* audience.h: those who look at a table and have no seat there.

   How many they are everybody is told, and the names of those who wish it. They talk among
   themselves: what they say is a line of the journal (`aside`), and the players hear it when the
   game is over. What they see of a game while it is played may be held back (table/watch.c). They
   come and go as they like, so the others are told of it twice a second at most. */
#ifndef NEGOCE_AUDIENCE_H
#define NEGOCE_AUDIENCE_H

#include "server/answer.h"

enum { AUDIENCE_NAMES = 12 }; /* told; the others are counted */

void audience_open(Server *server);
void audience_close(Server *server);

/* The position somebody at this seat (-1: none) may see. */
int audience_visible(const LiveTable *live, int seat);

/* Those who look have changed: all are told soon. */
void audience_changed(LiveTable *live);

/* Looks who they are now, for the next that is told. */
void audience_note(LiveTable *live);

/* Somebody comes to look. The first is counted in what he is told himself; later ones soon, with
   all others. */
void audience_come(LiveTable *live);

/* Who looks, and what holds back what they see, as fields of a summary. */
void audience_jot(const Standing *standing, int seat, Text *json);

/* What was said among them since the socket was last told, where it may know. */
void audience_send(Socket *socket);

/* A request `aside`. */
void audience_judge(LiveTable *live, Job *job);

#endif
