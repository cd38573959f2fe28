/* metrics.h: what the server counts, for /metrics in the text format of Prometheus. */
#ifndef NEGOCE_METRICS_H
#define NEGOCE_METRICS_H

#include <stdint.h>

#include "core/text.h"
#include "store/store.h"

enum { ACK_BOUNDS = 12, REFUSAL_CODES = 20 };

typedef struct Metrics {
    int connections, sockets, tables, people; /* now */
    long long connections_cut;                /* since the start, as all below */
    long long sockets_opened, pages;
    long long messages, bytes_out; /* messages received; bytes sent to sockets */
    long long tables_opened, tables_loaded, tables_dropped;
    long long pushes, push_failures;          /* people called by push services */
    long long moves, bot_moves, undos, chats; /* that became durable */
    long long moved;                          /* requests another node was quicker than */
    long long refusals[REFUSAL_CODES];
    long long guest_bots;            /* programs that play now */
    long long lates;                 /* decisions nobody made in time */
    long long bot_errors;            /* a bot's move that the table refused */
    long long passwords;             /* hashed or held against a hash */
    double password_seconds;         /* of the processor, for that */
    long long acks, ack[ACK_BOUNDS]; /* moves acknowledged, and those within each bound */
    double ack_seconds;
} Metrics;

/* One refusal of this code of docs/protocol.md. */
void metrics_refused(Metrics *metrics, const char *code);

/* One move acknowledged, so long after it arrived. */
void metrics_acknowledged(Metrics *metrics, uint64_t nanoseconds);

void metrics_write(const Metrics *metrics, const StoreCounts *store, Text *out);

#endif
