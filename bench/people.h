/* people.h: people at tables: each sits or looks on over a line of his own, and plays a legal move
   at random as soon as his window asks for one. */
#ifndef NEGOCE_PEOPLE_H
#define NEGOCE_PEOPLE_H

#include "core/game.h"
#include "core/rng.h"
#include "figures.h"
#include "line.h"

enum {
    PENDING_MAX = 64, /* moves of one table not yet on everyone's screen */
    REQUEST_MAX = 512
};

/* What all tables have in common, and what is measured of them now. */
typedef struct Party {
    const Game *game;
    int players;
    const char *clocks; /* the time of the tables with clocks; NULL: there are none */
    bool playing;       /* otherwise nobody begins a move */
    bool clocked;       /* it is the turn of the tables with clocks, else of the others */
    bool counting;      /* what happens now is measured */
    Figures *figures;   /* as part of these */
    long stale, illegal;
    Rng rng;
} Party;

extern Party party;

typedef struct Board Board;

/* One connection at a table. */
typedef struct Guest {
    Line line;
    Board *board;
    int seat; /* from `players` on: looks on */
    bool entered, over;
    bool owes;   /* a move is asked of this seat */
    bool busy;   /* a move of its own is under way */
    int at;      /* version of the window it has */
    int meant;   /* version its move was meant for */
    double sent; /* when */
    char *moves; /* what it may play: `"pass","bid wood1"` */
} Guest;

typedef struct Pending {
    int meant;   /* version the move was made at */
    int waiting; /* guests whose window does not show it yet */
    double sent;
} Pending;

struct Board {
    char id[32];
    Guest *guest; /* `guests` of them, the players first */
    int guests;
    bool clocks;                  /* its decisions have a time */
    Pending pending[PENDING_MAX]; /* a ring, in the order of the moves */
    int first, count;
};

/* The host opens a table, and the others come to it; once a game is over, to the next. */
void board_gather(Board *board);

/* Plays a move where one is asked of him. */
void guest_act(Guest *guest);

void guest_received(Line *line, char *text, size_t size); /* of a line whose `who` is a Guest */

/* The value behind a key of a message of ours, NULL where it has none: what is left out is as it
   was. */
const char *message_value(const char *text, const char *key);

#endif
