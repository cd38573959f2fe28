/* describe.h: a table in words for one viewer. Everything here goes through the window of that
   viewer: a state is hidden before it is shown, and an event is told only to its audience. The
   viewer CHANCE sees everything. */
#ifndef NEGOCE_DESCRIBE_H
#define NEGOCE_DESCRIBE_H

#include "table/table.h"

/* The state as `viewer` may know it, in `room`. */
typedef union Seen {
    unsigned char bytes[STATE_MAX];
    max_align_t align;
} Seen;
const void *describe_seen(const Table *table, int viewer, Seen *room);

/* The picture of the game now, at most `width` columns wide. */
void describe_picture(Text *out, const Table *table, int viewer, Lang lang, int width);

/* What happened from position `from` on, one sentence a line, at most `width` columns wide. */
void describe_news(Text *out, const Table *table, int viewer, int from, Lang lang, int width);

/* The end: rank, points and where they come from. */
void describe_result(Text *out, const Table *table, int viewer, Lang lang, int width);

/* The legal moves of `seat`, numbered from 1, in columns. */
void describe_moves(Text *out, const Table *table, int seat, Lang lang, int width);

/* The verbs of the moves `seat` may make now: "bid, pass, sell". */
void describe_verbs(Text *out, const Table *table, int seat, Lang lang);

/* An example of the verb that `notation` begins with; nothing where there is none. */
void describe_sample(Text *out, const Game *game, const char *notation, Lang lang);

/* How a move is written: an example for each verb the variants of this table have. */
void describe_notation(Text *out, const Table *table, Lang lang);

#endif
