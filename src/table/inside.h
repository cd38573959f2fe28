/* inside.h: the inside of a table, for the files of this room. */
#ifndef NEGOCE_TABLE_INSIDE_H
#define NEGOCE_TABLE_INSIDE_H

#include "table/table.h"

/* A move that stands. */
typedef struct Made {
    Move move;
    uint8_t seat;
    bool reveals;  /* a draw, or something shown: no undo behind it */
    uint8_t opens; /* bit v: viewer v now learned what was kept from him */
} Made;

/* One thing said at the table, by who sat there then. */
typedef struct Said {
    int seat;
    char name[NAME_LIMIT * 4 + 1];
    char text[];
} Said;

struct Table {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    Seat seats[SEATS_MAX];
    bool begun;
    int lines;    /* entered */
    int talks;    /* of them, those that say something */
    int position; /* moves that stand */
    int room;     /* of `made` */
    Made *made;
    Said *said[TALK_KEPT]; /* the newest, the talk of number n at n % TALK_KEPT; NULL: none yet */
    News news;             /* of the move just made: room to apply with, not kept */
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* Takes the rest of a line that says something; forgets all that was said. */
Reason talk_enter(Table *t, const char *rest);
void talk_free(Table *t);

#endif
