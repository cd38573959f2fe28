/* tables.h: the tables in memory.

   A live table is a table with those who look at it and the requests that wait for it. A table is
   brought in from the store when somebody asks for it and dropped when nobody has for a while.

   A request is judged against a table whose every line is durable. What it enters is handed to the
   store; until that is durable too, everything else for the table waits. So nothing anybody is told
   can be lost, and where the store fails the table is read again as it was. */
#ifndef NEGOCE_TABLES_H
#define NEGOCE_TABLES_H

#include "server/inside.h"
#include "server/message.h"
#include "server/socket.h"
#include "table/clock.h"
#include "table/table.h"

typedef struct BotTurn BotTurn; /* of a bot: thinker.c */
typedef struct View View;       /* of a kind of viewer: view.c */

enum { VIEW_KINDS = SEATS_MAX + 2 }; /* a seat, the spectators, a host who only looks */

typedef enum LiveState {
    LIVE_LOST,      /* the table could not be read: it is asked for again when somebody comes */
    LIVE_LOADING,   /* the store is asked for the table */
    LIVE_READY,     /* `table` is what the store has */
    LIVE_COMMITTING /* `table` is ahead of the store, which is at work */
} LiveState;

struct LiveTable {
    Server *server;
    LiveTable *next; /* of its slot */
    LiveState state;
    StoreTable header;
    Table *table;       /* NULL while lost or loading */
    Job *first, **last; /* requests that wait */
    Socket *watchers;
    int people;            /* those who look from this node: each once, whatever his sockets */
    bool audience_changed; /* and all are to be told so: audience.h */
    bool judging;          /* requests that wait are judged, one after the other */
    int watching;          /* of them without a seat, as all were told last */
    char *watching_names;  /* and who wishes it, as JSON; NULL: nobody */

    Text batch;                  /* the lines that are being kept */
    int batch_lines, batch_from; /* how many, and the lines before them */
    int batch_low;               /* the lowest position they went through: after an undo */
    bool creating;               /* they are the first of a new table */
    bool reread;                 /* and then the table is read again */
    bool again;                  /* it is being read because another node was quicker */
    bool ours;                   /* its last change was made here (cluster.h) */
    unsigned jitter;             /* of how long others are waited for */
    bool reseated;               /* the store does not know who sits here now */
    Job *asker;                  /* who asked for them; NULL: a bot or the clock */
    bool lapsing;                /* it was the clock */

    int sent_version;        /* the version everyone who looks was told; -1: they must be told */
    int sent_position;       /* and the position up to which they know the events, */
    int sent_visible;        /* those without a seat: audience.h */
    View *views[VIEW_KINDS]; /* what each kind of viewer was told; NULL: nothing */
    int64_t send_at;         /* ms of the house: when some of them hear more */
    Bucket *chat;            /* how much each seat may write; NULL: nobody has */
    Bucket asides;           /* and all together who have none; of no depth: nobody has */

    unsigned rung;        /* bit s: it waits for seat s, who was told so */
    bool gone;            /* out of the list: the bot that thinks is the last to know it */
    uint64_t listed_mark; /* of what lists were told of it last */
    char *listed_people;  /* the people whose lists it was in then, a word each; NULL: nobody */

    uint64_t used; /* ms: last request */

    Clocks *clocks;      /* what is left, ms of the house (clock.h); NULL: the game has not begun */
    int64_t due;         /* ms of the house: when something is to be done */
    int64_t rests_until; /* ms of the house: before that nothing happens by itself (clock_rest) */
    int place;           /* in the heap of those who wait for that, from 1; 0: not in it */
    bool clocked;        /* the store has some of what is left */

    int64_t absent[SEATS_MAX];       /* ms of the house: since when each is; -1: he is here */
    int64_t absent_since[SEATS_MAX]; /* the same in seconds since 1970; 0: he is here */
    int64_t waits[SEATS_MAX];        /* ms of the house: the grace time counts from here */
    int64_t order_at;                /* ms of the house: when an order acts (orders.h) */
    int order_version;               /* of the table it acts at */
    Turn asked;                      /* seats those present are asked about (absence.h) */
    Turn resting;                    /* seats on holiday, as all have been told */
    bool tally;                      /* their voices must be counted */

    Pace pace;         /* of the bots */
    int64_t bot_at;    /* ms of the house: when the next bot may think */
    bool replaying;    /* a thread makes the table out of its journal */
    bool thinking;     /* a bot is at it */
    bool halted;       /* a bot or the clock could not move: no try before something changes */
    BotTurn *bot_turn; /* what it thought, where the store is at work: it moves next */
    struct Visitor *visitors; /* programs of its seats (visitors.h), by seat; NULL: it had none */
    int thinker;     /* the seat whose bot moved last, and how many nanoseconds it has thought */
    int64_t thought; /* in that turn */
};

#define REFUSE_HOST REFUSE("host", N_("Only the host may do this."))
#define REFUSE_FULL REFUSE("limit", N_("The house is full. Please come again later."))

/* Puts a request in the queue of the table it names. */
void tables_ask(Server *server, Job *job);

/* A live table for a new one, which it takes over: enter its first lines, then live_commit. NULL
   where the server is full. */
LiveTable *tables_add(Server *server, const StoreTable *header, Table *table);

/* The same for one whose first lines are entered already: they are taken over too. */
LiveTable *tables_adopt(Server *server, const StoreTable *header, Table *table, Text *lines,
                        int count);

/* Brings a table in from the store whose moment comes near. */
void tables_wake(Server *server, const char *id);

/* The live table of this id that is in memory and ready; NULL: none. */
const LiveTable *tables_ready(Server *server, const char *id);

/* Whether the store is at work for a table: it is read, or a change of it is being kept. */
bool tables_busy(Server *server, const char *id);

/* A table has a rematch now, "": it has none after all. Those who look at it are told. */
void tables_rematched(Server *server, const char *id, const char *next);

/* A table is listed no more. */
void tables_unlist(Server *server, const char *id);

/* Sends away all who look at a table that was closed or removed, and forgets it. */
void tables_dismiss(Server *server, const char *id);

/* The journal of a table was changed in the store: it is read again, where it is in memory or in
   the list of open ones. */
void tables_reread(Server *server, const char *id);

/* Another node has added lines to a table: whoever looks at it here, or at a list, is told. */
void tables_foreign(Server *server, const StoreNotice *notice);

/* Somebody came to a table of another node, or left it. */
void tables_attended(Server *server, const char *id, const char *person);

/* Judges all that waits. */
void tables_judge_all(Server *server);

/* Drops the tables nobody needs; all that may be where `full`. */
void tables_sweep(Server *server, bool full);

/* Frees every table. Nothing is under way any more. */
void tables_close(Server *server);

/* Enters a line, written as printf does, or a move of a seat, at a table that is ready; it counts
   once live_commit has been called. */
Reason live_enter(LiveTable *live, const char *format, ...) __attribute__((format(printf, 2, 3)));
Reason live_enter_move(LiveTable *live, int seat, Move move);

/* Enters a line the table has no reason to refuse. */
void live_enter_surely(LiveTable *live, const char *line);

/* Enters one of the lines of a request. Where the table refuses it the request is refused with
   `code` and the table's reason, what it had entered before is not made either, and false comes
   back. */
bool live_enter_for(LiveTable *live, Job *job, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Ends a change: the game goes on by itself as far as it can, then all lines entered are kept.
   `asker` (may be NULL) is answered when they are durable. */
void live_commit(LiveTable *live, Job *asker);

/* Enters the only line of a request and commits it, or refuses the request with `code` and the
   table's reason. */
void live_commit_line(LiveTable *live, Job *job, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A socket looks at the table; it looks no more. The others are told where a seat's owner came or
   went. */
void live_watch(LiveTable *live, Socket *socket);
void live_unwatch(Socket *socket);

/* Tells everyone who looks what has changed, though no line did it. */
void live_announce(LiveTable *live);

/* Whether this person has a socket at the table; the same of this node alone. */
bool live_has(const LiveTable *live, const char *person);
bool live_has_here(const LiveTable *live, const char *person);

/* Frees a live table that is gone. */
void live_forget(LiveTable *live);

/* The seat of who asks, -1: he has none; and whether he is the host. */
int live_seat_of(const LiveTable *live, const Job *job);
bool live_hosted_by(const LiveTable *live, const Job *job);

/* How far the table has come. */
Stage live_stage(const LiveTable *live);

/* The seats that owe a move. */
Turn live_turn(const LiveTable *live);

#endif
