/* nolog.c: log.h in a build without libnats. */
#include "store/log.h"

#include <stdlib.h>

const char *log_library(void) {
    return NULL;
}

Log *log_open(const StorePlace *place, LogHandler handle, void *who, Reason *why) {
    (void)place;
    (void)handle;
    (void)who;
    *why = REFUSED(N_("this build keeps no house in NATS: build it with libnats"));
    return NULL;
}

/* Nobody has a log. */
void log_close(Log *log) {
    (void)log;
}

void log_follow(Log *log, uint64_t seq, const char *id) {
    (void)log;
    (void)seq;
    (void)id;
}

void log_ask_end(Log *log) {
    (void)log;
}

bool log_publish(Log *log, const char *subject, const char *id, LogHow how, const char *body) {
    (void)log;
    (void)subject;
    (void)id;
    (void)how;
    (void)body;
    return false;
}

size_t log_room(const Log *log) {
    (void)log;
    return 0;
}

void log_broadcast(Log *log, const char *text) {
    (void)log;
    (void)text;
}

int64_t log_now(void) {
    return 0;
}

void log_event_free(LogEvent *event) {
    free(event);
}
