/* pending.h: messages of this node that have not come back from the log yet.

   A message whose fate is unknown, because a server died over it, is sent again with the same id,
   but only once the log has been read to an end that was told after it was sent, and it was not
   there: so nothing is sent twice because everything is slow. */
#ifndef NEGOCE_STORE_PENDING_H
#define NEGOCE_STORE_PENDING_H

#include "store/call.h"
#include "store/log.h"

typedef struct Pending Pending;
struct Pending {
    Pending *next;
    Call *call;
    char id[LOG_ID + 1], subject[LOG_SUBJECT + 1];
    LogHow how;
    Text body;
    int64_t born, sent; /* ms of log_now */
};

typedef struct Pendings Pendings;

Pendings *pendings_new(void);

/* Frees them; all must have been taken. */
void pendings_free(Pendings *all);
int pendings_count(const Pendings *all);

/* Sends a call as a message; false where it cannot be one, and then it is the caller's still. */
bool pendings_send(Pendings *all, Log *log, Call *call, const char *subject, LogHow how);

/* The message with this id, which is the caller's then; NULL: it is not ours. */
Pending *pendings_take(Pendings *all, const char *id);

/* Since when the oldest of them waits; INT64_MAX: there is none. */
int64_t pendings_since(const Pendings *all);

/* Any that was sent for the first time before `born`, the same; NULL: there is none. */
Pending *pendings_older(Pendings *all, int64_t born);

/* Sends those again that the log does not have: it was read to where it ended at `fresh`. */
void pendings_again(Pendings *all, Log *log, int64_t now, int64_t fresh);

void pending_free(Pending *pending);

#endif
