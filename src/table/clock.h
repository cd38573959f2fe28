/* clock.h: how long decisions may take.

   A table is played without a clock, with a time for each decision, with a bank of time for the
   whole game to which every turn adds something, or slowly, with hours or days for a decision. The
   rules read no clock and neither does this: whoever keeps the time says what moment it is, in
   milliseconds that never go back, and gets the next moment something runs out. So times are tested
   without waiting, and a table without a server could keep its own.

   A decision begins when a seat comes to owe a move, and anew with each of its moves that is not
   live; a stretch of live moves (GameLive.stretch), such as a voyage, is one decision with time of
   its own. An undo gives no time back: what was left before the move is left again, and who gets up
   from a decision and comes back to it finds it as if he had sat there. While a game gives the
   decisions of the moment a time of theirs (GameLive.clock), the clocks of seats rest. */
#ifndef NEGOCE_TABLE_CLOCK_H
#define NEGOCE_TABLE_CLOCK_H

#include "table/table.h"

enum {
    CLOCKS_TEXT_MAX = 640, /* SEATS_MAX seats of four numbers, and eight more */
    BACK_SHARE = 10        /* who takes his seat back has at least this part of a bank */
};

#define CLOCK_NEVER INT64_MAX

/* What is left, counted up to the moment `at`. */
typedef struct Clocks {
    int64_t at;
    Turn runs; /* the seats whose time runs */
    int64_t left[SEATS_MAX];
    int64_t spare[SEATS_MAX];  /* of a stretch: used up first */
    Turn stretched;            /* the seats that have come to decide within it */
    Turn risen;                /* whose person got up from a decision nobody has made yet */
    int64_t before[SEATS_MAX]; /* what was left before the last decision: for an undo */
    int64_t least[SEATS_MAX];  /* the same before those of the turn that came earlier, the least */
    int64_t moment;            /* of the game's own time for the moment; -1: none runs */
    int moment_from;           /* the position where that began; -1: none so far */
    bool begun;
    int decided[SEATS_MAX], undone[SEATS_MAX]; /* versions of the table that were counted */
} Clocks;

/* The moment, as whoever keeps the time tells it. */
typedef struct Moment {
    int64_t ms;   /* never goes back while the house is open, rests while it is closed */
    int64_t wall; /* seconds since 1970, for holidays alone */
} Moment;

/* Clocks of a table that has not begun. */
Clocks clocks_new(void);

/* The table stands as it does from this moment on: counts what has passed since the last, begins
   and ends decisions. */
void clocks_follow(Clocks *c, const Table *t, Moment now);

/* Counts what has passed, and no more. */
void clocks_count(Clocks *c, const Table *t, Moment now);

/* The seats whose time is over; the clocks have been counted. */
Turn clocks_over(const Clocks *c);

/* The moment at which something runs out, CLOCK_NEVER: nothing will. */
int64_t clocks_due(const Clocks *c, const Table *t, Moment now);

/* What is left for a seat, -1 where the table has no clock for it; where each decision has its own
   time and none is asked, that of the next. Whether it runs now. */
int64_t clocks_left(const Clocks *c, const Table *t, int seat);
bool clocks_run(const Clocks *c, const Table *t, int seat, Moment now);

/* As a text to be kept beside the journal, and back for the table that was kept with it; false
   where it is none. */
void clocks_write(const Clocks *c, Text *out);
bool clocks_read(Clocks *c, const Table *t, const char *text);

#endif
