/* inside.h: the inside of a table, for the files of this room. */
#ifndef NEGOCE_TABLE_INSIDE_H
#define NEGOCE_TABLE_INSIDE_H

#include "table/table.h"

/* A state is kept each so many moves, so that looking back costs a few moves, not the whole game: a
   pen draws a voyage of VOC! in dozens of moves, and everyone is told of each. */
enum { STRIDE = 64 };

/* A move that stands. */
typedef struct Made {
    Move move;
    uint8_t seat;
    bool reveals;  /* a draw, or something shown: no undo behind it */
    uint8_t opens; /* bit v: viewer v now learned what was kept from him */
    int clocked;   /* position up to here where a time of the game's clock began last */
} Made;

/* One thing said at the table, by who sat there then. */
typedef struct ChatLine {
    int seat;
    char name[NAME_LIMIT * 4 + 1];
    char text[];
} ChatLine;

/* A state on the way to this one: what is told of goes on from where it was told up to last. */
typedef struct Reached {
    int position; /* -1: none */
    _Alignas(16) unsigned char state[];
} Reached;

struct Table {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    Seat seats[SEATS_MAX];
    bool begun;
    bool lesson; /* Chance draws what the game's lesson deals */
    int version; /* lines entered, but for chat */
    int chats;   /* lines of chat */
    int settled; /* version after the last line that was neither a live move nor about seats */
    int acted[SEATS_MAX]; /* version after the last move of each seat */
    int position;         /* moves that stand */
    int clocked;          /* position where a time of the game's clock began last */
    int room;             /* of `made` */
    Made *made;
    ChatLine **chat;            /* the newest CHAT_KEPT, number n at n % CHAT_KEPT; NULL: none */
    unsigned char *checkpoints; /* the state before each STRIDEth move that stands */
    Asker *asker[SEATS_MAX];    /* whoever answers for the bot of a seat; NULL: it itself */
    Thought *thought;           /* where its bots think; NULL until one has to */
    Reached *reached;           /* NULL before the first move */
    _Alignas(16) unsigned char state[]; /* as many bytes as the game needs */
};

/* Takes the rest of a line of chat; forgets all that was said. */
Reason chat_enter(Table *t, const char *rest);
void chat_free(Table *t);

/* Makes the table a lesson; what its deal has Chance draw now, false: nothing, it draws freely. */
Reason lesson_enter(Table *t);
bool lesson_draw(const Table *t, Move *out);

/* Sets `state` to what it was after `position` of the moves that stand. */
void table_reach(const Table *t, int position, void *state);

#endif
