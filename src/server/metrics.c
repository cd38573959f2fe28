#include "server/metrics.h"

#include <assert.h>
#include <string.h>

static const char *const codes[REFUSAL_CODES] = {"bad",   "unknown", "long",    "rate",   "table",
                                                 "seat",  "turn",    "illegal", "stale",  "host",
                                                 "limit", "store",   "fine",    "broken", "account",
                                                 "taken", "banned",  "muted",   "record", "points"};

static const double bounds[ACK_BOUNDS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                          0.05,   0.1,   0.2,   0.5,   1,    5};

void metrics_refused(Metrics *metrics, const char *code) {
    int i = 0;
    while (i < REFUSAL_CODES && strcmp(codes[i], code) != 0)
        i++;
    assert(i < REFUSAL_CODES);
    metrics->refusals[i]++;
}

void metrics_acknowledged(Metrics *metrics, uint64_t nanoseconds) {
    double seconds = (double)nanoseconds * 1e-9;
    metrics->acks++;
    metrics->ack_seconds += seconds;
    for (int i = 0; i < ACK_BOUNDS; i++)
        metrics->ack[i] += seconds <= bounds[i];
}

static void head(Text *out, const char *name, const char *type, const char *help) {
    text_printf(out, "# HELP negoce_%s %s\n# TYPE negoce_%s %s\n", name, help, name, type);
}

static void gauge(Text *out, const char *name, const char *help, long long value) {
    head(out, name, "gauge", help);
    text_printf(out, "negoce_%s %lld\n", name, value);
}

static void counter(Text *out, const char *name, const char *help, long long value) {
    head(out, name, "counter", help);
    text_printf(out, "negoce_%s %lld\n", name, value);
}

static void write_refusals(const Metrics *m, Text *out) {
    head(out, "refusals_total", "counter", "Requests refused, by code.");
    for (int i = 0; i < REFUSAL_CODES; i++)
        text_printf(out, "negoce_refusals_total{code=\"%s\"} %lld\n", codes[i], m->refusals[i]);
}

static void write_acks(const Metrics *m, Text *out) {
    head(out, "ack_seconds", "histogram", "From a move's arrival to its acknowledgement.");
    for (int i = 0; i < ACK_BOUNDS; i++)
        text_printf(out, "negoce_ack_seconds_bucket{le=\"%g\"} %lld\n", bounds[i], m->ack[i]);
    text_printf(out, "negoce_ack_seconds_bucket{le=\"+Inf\"} %lld\n", m->acks);
    text_printf(out, "negoce_ack_seconds_sum %.6f\n", m->ack_seconds);
    text_printf(out, "negoce_ack_seconds_count %lld\n", m->acks);
}

void metrics_write(const Metrics *m, const StoreCounts *store, Text *out) {
    head(out, "build_info", "gauge", "Which Négoce this is.");
    text_add(out, "negoce_build_info{version=\"" NEGOCE_VERSION "\"} 1\n");
    gauge(out, "connections", "Lines open now, those of sockets included.", m->connections);
    counter(out, "connections_cut_total", "Lines cut: too many of them, or no progress.",
            m->connections_cut);
    gauge(out, "sockets", "Sockets open now.", m->sockets);
    gauge(out, "tables", "Tables in memory now.", m->tables);
    gauge(out, "guest_bots", "Programs of the house that play now.", m->guest_bots);
    gauge(out, "people", "People with a socket now.", m->people);
    counter(out, "sockets_opened_total", "Sockets opened.", m->sockets_opened);
    counter(out, "requests_total", "Pages and files asked for.", m->pages);
    counter(out, "messages_total", "Messages received.", m->messages);
    counter(out, "sent_bytes_total", "Bytes sent in messages.", m->bytes_out);
    counter(out, "tables_opened_total", "Tables opened.", m->tables_opened);
    counter(out, "tables_loaded_total", "Tables replayed from the store.", m->tables_loaded);
    counter(out, "tables_dropped_total", "Idle tables dropped from memory.", m->tables_dropped);
    counter(out, "pushes_total", "Devices called by their push service.", m->pushes);
    counter(out, "push_failures_total", "Calls a push service did not take.", m->push_failures);
    counter(out, "moves_total", "Moves of people.", m->moves);
    counter(out, "bot_moves_total", "Moves of bots.", m->bot_moves);
    counter(out, "lates_total", "Decisions nobody made in time.", m->lates);
    counter(out, "undos_total", "Moves taken back.", m->undos);
    counter(out, "chats_total", "Messages people wrote to their tables.", m->chats);
    counter(out, "bot_errors_total", "Moves of bots that were refused.", m->bot_errors);
    counter(out, "passwords_total", "Passwords hashed or held against a hash.", m->passwords);
    head(out, "password_seconds_total", "counter", "Time of the processor spent on passwords.");
    text_printf(out, "negoce_password_seconds_total %.6f\n", m->password_seconds);
    write_refusals(m, out);
    write_acks(m, out);
    gauge(out, "store_healthy", "1 where the last commit went well.", store->healthy);
    counter(out, "commits_total", "Commits of the store.", store->commits);
    counter(out, "commit_failures_total", "Commits that failed.", store->failures);
    counter(out, "committed_lines_total", "Journal lines kept.", store->lines);
    head(out, "commit_seconds_total", "counter", "Time spent in commits.");
    text_printf(out, "negoce_commit_seconds_total %.6f\n", (double)store->microseconds * 1e-6);
}
