/* log.h: one ordered, replicated log that several nodes share: a stream of NATS JetStream.

   Whatever is published gets the next number, and every node is given all of it in that order, only
   once a majority of the log's servers has it. The order is all that is asked of the log: whether a
   message may do what it wants is decided where it is done (apply.h), by all nodes alike. A message
   has an id of its own, by which its author knows it again.

   Nothing here waits but opening. What happens is handed to `handle` as events, from threads of the
   library's: they belong to the one who hears them, who frees them. Built without libnats, nothing
   can be opened (nolog.c). */
#ifndef NEGOCE_STORE_LOG_H
#define NEGOCE_STORE_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

enum {
    LOG_FORMAT = 2,  /* of the stream and its messages; those of older ones are done as they were */
    LOG_ID = 24,     /* characters of a message's id */
    LOG_SUBJECT = 40 /* bytes of a subject: a word, a dot, the id of a table */
};

typedef enum LogKind {
    LOG_MESSAGE,   /* the next message of the log */
    LOG_END,       /* the log ended with `seq` when it was asked at `asked` */
    LOG_SILENT,    /* the log was asked where it ends, and nobody answered */
    LOG_BROADCAST, /* the node `id` told something */
    LOG_WENT_BACK  /* what stands at `seq` is not what was read there, or nothing is */
} LogKind;

typedef struct LogEvent LogEvent;
struct LogEvent {
    LogEvent *next;
    LogKind kind;
    uint64_t seq;
    int64_t ms;              /* since 1970, by the clock of the log: when it was taken */
    int64_t received, asked; /* ms of this node's own clock (log_now) */
    char id[LOG_ID + 1];
    char subject[LOG_SUBJECT + 1];
    char *body; /* ours, ended by a NUL of its own */
    size_t size;
};

/* Takes an event; tells how many wait to be looked at. */
typedef size_t (*LogHandler)(void *who, LogEvent *event);

typedef struct Log Log;

/* The library of NATS this build has, "libnats 3.4.1"; NULL: none, and no log can be opened. */
const char *log_library(void);

/* Connects, and makes the stream where there is none. NULL and `why` after some tries. */
Log *log_open(const StorePlace *place, LogHandler handle, void *who, Reason *why);
void log_close(Log *log);

/* Begins to hand over messages, from behind the number `seq`, whose message had this id ("": it is
   not known). */
void log_follow(Log *log, uint64_t seq, const char *id);

/* Where the log ends now: an event LOG_END will say so, asked for after this call. */
void log_ask_end(Log *log);

/* How a message is kept. */
typedef enum LogHow {
    LOG_PLAIN, /* sent twice it may be kept twice */
    LOG_ONCE,  /* sent twice within a minute it is kept once */
    LOG_ALONE  /* all messages of its subject before it are forgotten */
} LogHow;

/* Publishes a message. That it was taken is seen where it comes back as an event. False: there is
   no connection. */
bool log_publish(Log *log, const char *subject, const char *id, LogHow how, const char *body);

/* The most bytes a message may have. */
size_t log_room(const Log *log);

/* Tells the other nodes, who may miss it. */
void log_broadcast(Log *log, const char *text);

/* Milliseconds of a clock that only goes on. */
int64_t log_now(void);

void log_event_free(LogEvent *event);

#endif
