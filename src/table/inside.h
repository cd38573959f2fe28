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

struct Table {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    Seat seats[SEATS_MAX];
    bool begun;
    int version; /* lines entered */
    int settled; /* version after the last line that was neither a live move nor about seats */
    int acted[SEATS_MAX]; /* version after the last move of each seat */
    int position;         /* moves that stand */
    int clocked;          /* position where the time of the moment began, where there is one */
    int room;             /* of `made` */
    Made *made;
    News news; /* of the move just made: room to apply with, not kept */
    _Alignas(16) unsigned char state[STATE_MAX];
};

#endif
