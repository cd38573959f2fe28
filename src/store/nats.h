/* nats.h: the inside of a log in NATS, for nats.c, which opens it and sends, and feed.c, which
   reads it.

   The stream NEGOCE has the subjects negoce.log.>, and a push consumer of this node's own delivers
   all of it in order. */
#ifndef NEGOCE_STORE_NATS_H
#define NEGOCE_STORE_NATS_H

#include <nats/nats.h>
#include <pthread.h>

#include "store/log.h"

#define LOG_STREAM "NEGOCE"
#define LOG_PREFIX "negoce.log."
#define LOG_HEADER "Negoce-Id" /* of every message: its id */

enum {
    LOG_ANSWER_MS = 2000, /* for the server to answer a question */
    LOG_NODE = 8          /* characters of the name of a node */
};

typedef struct Feed Feed;

struct Log {
    natsConnection *connection;
    jsCtx *js;
    natsSubscription *broadcast_sub, *feed_sub;
    char node[LOG_NODE + 1];
    LogHandler handle;
    void *who;
    size_t room;
    pthread_t keeper;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    bool renewing, closing, asked;
    Feed *feeds;   /* the one that counts first */
    uint64_t last; /* number of the last message handed over */
    char last_id[LOG_ID + 1];
    int64_t moved; /* when that was */
    bool connected;
    int64_t back; /* since when the log seems to end before that; 0: it does not */
};

LogEvent *event_new(LogKind kind);
void event_body(LogEvent *event, natsMsg *msg);

/* Copies a text, which may be NULL, as far as there is room. */
void log_copy(char *out, size_t room, const char *text);

/* What libnats tells of the connection and of the consumer. */
void feed_error(natsConnection *connection, natsSubscription *sub, natsStatus status, void *log);
void feed_lost(natsConnection *connection, void *log);
void feed_back(natsConnection *connection, void *log);

/* Frees the consumers there were; nothing calls back any more. */
void feeds_free(Log *log);

#endif
