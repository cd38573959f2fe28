/* hall.h: the tables in memory.

   A berth is one table with those who look at it and the requests that wait for it. A table is
   brought in from the store when somebody asks for it and dropped when nobody has for a while.

   A request is judged against a table whose every line is durable. What it enters is handed to the
   store; until that is durable too, everything else for the table waits. So nothing anybody is told
   can be lost, and where the store fails the table is read again as it was. */
#ifndef NEGOCE_HALL_H
#define NEGOCE_HALL_H

#include "server/house.h"
#include "server/message.h"
#include "server/socket.h"
#include "table/table.h"

typedef struct Errand Errand; /* of a bot: thinker.c */

typedef enum BerthState {
    BERTH_LOST,    /* the table could not be read: it is asked for again when somebody comes */
    BERTH_LOADING, /* the store is asked for the table */
    BERTH_READY,   /* `table` is what the store has */
    BERTH_KEEPING  /* `table` is ahead of the store, which is at work */
} BerthState;

struct Berth {
    House *house;
    Berth *next; /* of its slot */
    BerthState state;
    StoreTable header;
    Table *table;       /* NULL while lost or loading */
    Job *first, **last; /* requests that wait */
    bool judging;       /* berth_judge is at work */
    Socket *watchers;

    Text batch;                  /* the lines that are being kept */
    int batch_lines, batch_from; /* how many, and the lines before them */
    int batch_low;               /* the lowest position they went through: after an undo */
    bool creating;               /* they are the first of a new table */
    Job *asker;                  /* who asked for them; NULL: a bot or the clock */
    bool lapsing;                /* it was the clock */

    int shown;              /* the version everyone who looks was told; -1: they must be told */
    Bucket talk[SEATS_MAX]; /* how much each seat may write */

    uint64_t used; /* ms: last request */
    bool gone;     /* out of the list: the bot that thinks is the last to know it */

    int clock_from;     /* position where the time of the moment began; -1: none so far */
    uint64_t clock_end; /* ms: when it is over */
    uv_timer_t bell;    /* rings then */

    Turn bots;                 /* of the bots: who owes a move, at version `paced` */
    uint64_t ready[SEATS_MAX]; /* ms: not sooner each of them moves */
    int paced;
    uv_timer_t pace; /* until the next bot may think */
    bool thinking;   /* a bot is at it */
    Errand *errand;  /* what it thought, where the store is at work: it moves next */
    bool jammed;     /* a bot's move was refused: no more of them until something changes */
};

#define REFUSE_FULL ((Refusal){"limit", REFUSED(N_("The house is full. Please come again later."))})

/* Puts a request in the queue of the table it names. */
void hall_ask(House *house, Job *job);

/* A berth for a new table, which it takes over: enter its first lines, then berth_keep. NULL where
   the house is full. */
Berth *hall_new(House *house, const StoreTable *header, Table *table);

/* Drops the tables nobody needs; all that may be where `full`. */
void hall_sweep(House *house, bool full);

/* Lets no bot begin to think and no clock ring any more. */
void hall_still(House *house);

/* Frees every table. Nothing is under way any more. */
void hall_close(House *house);

/* Enters a line at a table that is ready; it counts once berth_keep has been called. */
Reason berth_enter(Berth *berth, const char *line);

/* Begins the game where every seat is taken, draws what Chance owes, and hands all lines entered to
   the store. `asker` (may be NULL) is answered when they are durable. */
void berth_keep(Berth *berth, Job *asker);

/* A socket looks at the table; it looks no more. The others are told where a seat's owner came or
   went. */
void berth_watch(Berth *berth, Socket *socket);
void berth_unwatch(Socket *socket);

/* Whether this person has a socket at the table. */
bool berth_has(const Berth *berth, const char *person);

/* Frees a berth that is gone. */
void berth_forget(Berth *berth);

/* How far the table has come. */
Stage berth_stage(const Berth *berth);

#endif
