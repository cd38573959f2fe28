/* replica_inside.h: a replica in its three parts. replica.c opens it and has its turns;
   replica_out.c makes messages of calls and answers what only looks; replica_in.c does what the log
   brings. */
#ifndef NEGOCE_STORE_REPLICA_INSIDE_H
#define NEGOCE_STORE_REPLICA_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/log.h"
#include "store/notices.h"
#include "store/pending.h"
#include "store/replica.h"
#include "store/sqlite.h"

enum {
    GOALS = 8,           /* ends of the log that were told and not reached yet */
    PATIENCE_MS = 12000, /* for a new leader to be found among the log's servers */
};

/* A call that looks, once the copy is as new as it is. */
typedef struct Looking {
    Call *call;
    int64_t since;
} Looking;

struct Replica {
    Log *log;
    Sqlite *db;
    char *directory;
    void (*wake)(void *who);
    void *wake_who;
    StoreDone notify;
    void *notify_who;

    uint64_t read; /* how far */
    char read_id[LOG_ID + 1];
    struct {
        uint64_t seq;
        int64_t asked;
    } goal[GOALS];
    int goals;
    bool hurry;     /* it is being closed */
    bool halted;    /* nothing may be done any more: why was told */
    bool newer;     /* because a message is of a newer Négoce */
    bool opened;    /* whoever opens it is told in his own words, before */
    bool no_disk;   /* the copy could not be written; it is tried again */
    int64_t silent; /* since when the log does not answer; 0: it does */
    bool unkept;    /* it may answer, but the last it was given never came back */
    int64_t folded_at, forgot_at;
    LogEvent *left, **left_end; /* messages that have come and are not done */

    Pendings *pending;
    int64_t seen_at; /* when that was seen to */
    Looking *looking;
    int lookings, looking_room;

    pthread_mutex_t mutex; /* guards what follows */
    LogEvent *first, **last;
    size_t queued;

    _Atomic int64_t fresh, clock, hour; /* clock: of the log, ahead of ours; hour: ahead of that */
    atomic_bool healthy, ended, listening;
    _Atomic long long lines, committed, failed, waited;
};

/* --- replica.c -------------------------------------------------------------------------------- */

/* Stops doing anything: what comes next would not be what the other nodes do. */
void replica_halt(Replica *r, const char *why);

/* --- replica_out.c ---------------------------------------------------------------------------- */

/* Answers a call, with this result and nothing else; hands a notice to who listens. */
void replica_answer(Call *call);
void replica_answer_with(Call *call, StoreResult result);
void replica_notice(void *who, StoreNotice *notice);

/* Begins a call of the server: it is published, waits for the log, or is answered. */
void replica_begin(Replica *r, Call *call, int64_t now);

/* The calls that waited until this node had read the log far enough; those that wait too long. */
void replica_look_now(Replica *r, int64_t now);
void replica_see_to_pending(Replica *r, int64_t now);

/* Asks for a table that is over to be one message; for those whose last author may be gone before
   he did; and for the moves of those to be forgotten. `log` is the time of the log in seconds. */
void replica_fold(Replica *r, const char *id);
void replica_fold_forgotten(Replica *r, int64_t now, int64_t log);
void replica_forget_folded(Replica *r, int64_t now, int64_t log);

/* A table lost a line that somebody has seen: it is closed, on every node, for to go on would be to
   play another game. */
void replica_close_table(Replica *r, const char *id);

/* --- replica_in.c ----------------------------------------------------------------------------- */

/* What the log's threads have brought; looks at it. */
LogEvent *replica_take_events(Replica *r);
void replica_handle_events(Replica *r);

/* Does some of the messages that wait, in one transaction. */
void replica_do_messages(Replica *r);

/* Notes how new the copy is by now. */
void replica_reach(Replica *r);

#endif
