/* inside.h: the server as a whole, for the files of this room.

   One thread, that of the loop, owns everything here. The store writes in a thread of its own and
   bots think in threads of libuv; both hand back their results to the loop. */
#ifndef NEGOCE_SERVER_INSIDE_H
#define NEGOCE_SERVER_INSIDE_H

#include "server/guesses.h"
#include "server/passwords.h"
#include "server/site.h"
#include "server/quota.h"
#include "server/metrics.h"
#include "server/mailbox.h"
#include "server/server.h"
#include "store/say.h"
#include "store/store.h"

#include <uv.h>

typedef struct Server Server;
struct lws_vhost;
typedef struct Person Person;
typedef struct Socket Socket;
typedef struct LiveTable LiveTable;
typedef struct Job Job;
typedef struct Lobby Lobby;
typedef struct Bell Bell;
typedef struct Vapid Vapid;
typedef struct Study Study;
typedef struct Penalty Penalty; /* penalties.c */
typedef struct Desk Desk;       /* desk.c */
typedef struct Caller Caller;
typedef struct Cluster Cluster; /* cluster.c */

/* Somebody who wants an analysis and asks until it is his turn (analyst.c). */
typedef struct Waiter {
    char person[OWNER_MAX + 1];
    const Address *address; /* to be compared: it may be forgotten meanwhile */
    uint64_t asked;         /* when he did so last, in ms */
} Waiter;
enum { WAITERS_MAX = 64 };

enum {
    TABLE_SLOTS = 1024,
    PERSON_SLOTS = 4096, /* twice the sockets of a full house: every move looks for its people */
    SESSION_KEY_BYTES = 32
};

/* Tables in memory by the next moment something runs out there (clock.h). */
typedef struct Deadlines {
    LiveTable **heap;
    int count, room;
    uv_timer_t timer; /* until the first of them */
    bool looking;     /* the store is asked for others */
} Deadlines;

struct Server {
    ServerOptions options;
    uv_loop_t loop;
    Store *store;
    Mailbox mailbox;
    Addresses addresses;
    Metrics metrics;
    LiveTable *tables[TABLE_SLOTS]; /* by id */
    Person *people[PERSON_SLOTS];   /* by session */
    Socket *crowd[PERSON_SLOTS];    /* by person: crowd.h */
    Lobby *lobby;                   /* lobby.h */
    Bell *bell;                     /* bell.h */
    uv_timer_t audience;            /* until others are told who looks: audience.h */
    Vapid *vapid;                   /* vapid.h */
    Deadlines deadlines;
    int64_t hour_base;       /* ms of the house when the server started */
    uint64_t hour_start;     /* ms of the loop then, and as many as the server slept since */
    uint64_t hour_seen;      /* ms of the loop when the hour was last looked at */
    int visitors_unseen;     /* programs begun at tables nobody looked at (visitors.c) */
    int thinking;            /* bots at it, */
    int unseen;              /* and those that take their time where nobody looks (thinker.c) */
    Connection *connections; /* every line */
    int sockets_most;        /* the option `connections`, or as many as the system allows */
    int listener;            /* where lines come in */
    uv_poll_t accepting;
    struct lws_vhost *vhost;                /* of libwebsockets */
    uint8_t session_key[SESSION_KEY_BYTES]; /* session.h */
    struct Ticket *tickets;                 /* session.h */
    Guesses guesses;
    Passwords passwords;
    long long failures; /* of the store, when it was last looked at */
    bool ailing;        /* it failed then, and who runs the house was told */
    long long trimmed;  /* tables and sockets gone when memory was last given back */
    Penalty *penalties; /* in force, or no longer */
    int penalty_count;
    Site site;
    Desk *desk;
    int uploads;                 /* long messages that arrive or wait (socket.c) */
    Study *studies;              /* analyses under way (analyst.c), */
    Waiter waiters[WAITERS_MAX]; /* and who waits for one, the oldest first */
    int waiter_count;
    char *gallery;              /* as it was found last; NULL: never (gallery.c) */
    uint64_t gallery_at;        /* ms: when */
    bool gallery_forgotten;     /* a game of it was removed since the last look began */
    Job *gallery_jobs;          /* who waits for it */
    int hints;                  /* questions thought about (counsel.c), */
    struct Question *questions; /* and those that wait, the oldest first */
    long long lines;            /* of the tables in memory, about (tables.c) */
    int foundings;              /* tables being made beside the loop (founding.c) */
    Cluster *cluster;           /* NULL: it is the only server of its house */
    bool stopping;              /* nothing new is begun */
};

/* Milliseconds of the loop's clock. */
static inline uint64_t server_now(const Server *server) {
    return uv_now(&server->loop);
}

/* News on stderr, where the server is not quiet (what is wrong is said with say_wrong). Never
   cards, moves, seeds, sessions or the id of a table. */
void server_log(const Server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Memory, zeroed; stops the program where there is none. */
void *server_alloc(size_t size);

#endif
