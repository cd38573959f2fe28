/* visitors.h: bots by other people at live tables (guests/guests.h).

   The house names its programs with --guest-bot; a host seats one of them like a level, as
   "guest:NAME". The journal says so (table.h). The program is started when its seat owes the first
   move and ends with the game or when the table leaves the memory; one that misbehaves loses its
   seat for good, which the journal tells too, and the built-in level plays on. No more than
   VISITORS_MAX run at once, VISITORS_EACH of them for one address: that of somebody who looked when
   it began; beyond that, and where the house has no such program any more, the built-in level
   plays. All of it on the loop, but for what guests.h does while a bot thinks. */
#ifndef NEGOCE_VISITORS_H
#define NEGOCE_VISITORS_H

#include "server/tables.h"

enum {
    VISITORS_MAX = 16,
    VISITORS_EACH = 10, /* a club is one address */
    VISITORS_UNSEEN = 3 /* begun where nobody looks */
};

/* Whether `word`, a seat as a host asks for it, is no guest or one this house has. */
bool visitor_known(const Server *server, const char *word);

/* Writes the line that seats `word`, a level or a guest. */
void visitor_line(int seat, const char *word, Text *line);

/* Before the bot of `seat` thinks: whoever answers for it is there. */
void visitor_call(LiveTable *live, int seat);

/* After it has thought: where its program is lost the journal gets that line. */
void visitor_judge(LiveTable *live, int seat);

/* The program of a seat goes, to be started again when it is asked again. */
void visitor_dismiss(LiveTable *live, int seat);

/* They all go; no bot thinks about this table. */
void visitors_dismiss(LiveTable *live);

#endif
