#include "store/replica_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/apply.h"
#include "store/say.h"

enum {
    SILENT_MS = 2500, /* without an answer of the log, or without what it was given coming back,
                         before the house is called ill */
    OPEN_MS = 120000  /* for reading a log when it is opened without anything coming */
};

static size_t receive(void *who, LogEvent *event) {
    Replica *r = who;
    pthread_mutex_lock(&r->mutex);
    *r->last = event;
    r->last = &event->next;
    size_t queued = ++r->queued;
    pthread_mutex_unlock(&r->mutex);
    r->wake(r->wake_who);
    return queued;
}

bool replica_waits(const Replica *r) {
    return pendings_count(r->pending) || r->lookings;
}

void replica_halt(Replica *r, const char *why) {
    if (!r->halted && (r->opened || !r->newer)) say_wrong("%s", why);
    r->halted = true;
}

/* Whether the log keeps what it is given, as far as this node can tell. */
static bool is_well(const Replica *r, int64_t now) {
    if (r->halted || r->no_disk || r->unkept) return false;
    int64_t ill = now - SILENT_MS;
    return (!r->silent || r->silent > ill) && pendings_since(r->pending) > ill;
}

void replica_turn(Replica *r, Call *calls) {
    replica_handle_events(r);
    if (r->left && !r->halted) replica_do_messages(r);
    if (r->left && !r->halted && !r->no_disk) r->wake(r->wake_who);
    replica_reach(r);
    int64_t now = log_now();
    for (Call *call = calls, *next; call; call = next) {
        next = call->next;
        call->next = NULL;
        replica_begin(r, call, now);
    }
    replica_see_to_pending(r, now);
    replica_look_now(r, now);
    int64_t log = (now + atomic_load(&r->clock)) / 1000;
    replica_fold_forgotten(r, now, log);
    replica_forget_folded(r, now, log);
    atomic_store(&r->healthy, is_well(r, now));
    atomic_store(&r->ended, r->halted);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void wait_a_little(void) {
    usleep(20000);
}

static Reason open_copy(Replica *r) {
    char *path = sqlite_path(r->directory, REPLICA_FILE);
    Reason why = ALLOWED;
    r->db = sqlite_open(path, &why);
    free(path);
    if (r->db && !apply_open(r->db)) why = REFUSED(N_("the store cannot be opened here"));
    if (r->db) r->read = apply_position(r->db, r->read_id);
    return why;
}

/* Reads until the log has been read up to an end that was told after this began. */
static Reason catch_up(Replica *r) {
    int64_t begun = log_now(), moved = begun;
    log_ask_end(r->log);
    for (;;) {
        uint64_t read = r->read;
        replica_turn(r, NULL);
        int64_t now = log_now();
        if (r->newer)
            return REFUSED(N_("the log in NATS has messages of a newer Négoce; install that one"));
        if (r->halted) return ALLOWED;
        if (r->read != read) moved = now;
        if (atomic_load(&r->fresh) >= begun) return ALLOWED;
        if (now - moved > OPEN_MS || (r->silent && now - r->silent > PATIENCE_MS))
            return REFUSED(N_("NATS answers, but keeps no log: JetStream is off, or most of its "
                              "servers are away"));
        wait_a_little();
    }
}

/* The copy of a log that went back is set aside, and made anew. */
static Reason read_anew(Replica *r) {
    char *path = sqlite_path(r->directory, REPLICA_FILE),
         *old = sqlite_path(r->directory, REPLICA_FILE ".lost");
    sqlite_close(r->db); /* folds its -wal into it */
    r->db = NULL;
    Reason why = ALLOWED;
    if (rename(path, old) != 0) why = REFUSED(N_("the store cannot be opened here"));
    r->halted = false;
    r->goals = 0;
    while (r->left) {
        LogEvent *event = r->left;
        r->left = event->next;
        log_event_free(event);
    }
    r->left_end = &r->left;
    if (!why.text) why = open_copy(r);
    free(path);
    free(old);
    return why;
}

/* Closes all of which the copy that was set aside has a line that is gone. */
static void close_lost(Replica *r) {
    char *old = sqlite_path(r->directory, REPLICA_FILE ".lost");
    Text ids = text_grow();
    if (!apply_lost(r->db, old, &ids))
        say_wrong("%s cannot be read: what else was lost is not known", old);
    for (char *id = ids.at, *end; *id; id = end + 1) {
        end = strchr(id, '\n');
        *end = '\0';
        replica_close_table(r, id);
    }
    text_free(&ids);
    free(old);
}

static Replica *replica_new(const char *directory, void (*wake)(void *who), void *who) {
    Replica *r = must(calloc(1, sizeof *r));
    r->directory = must(strdup(directory));
    r->wake = wake;
    r->wake_who = who;
    r->last = &r->first;
    r->left_end = &r->left;
    atomic_store(&r->clock, INT64_MIN / 2);
    atomic_store(&r->fresh, INT64_MIN / 2);
    r->pending = pendings_new();
    pthread_mutex_init(&r->mutex, NULL);
    return r;
}

Replica *replica_open(const StorePlace *place, const char *directory, void (*wake)(void *who),
                      void *who, Reason *why) {
    Replica *r = replica_new(directory, wake, who);
    bool anew = false;
    *why = open_copy(r);
    if (!why->text) r->log = log_open(place, receive, r, why);
    if (r->log) {
        log_follow(r->log, r->read, r->read_id);
        *why = catch_up(r);
    }
    if (r->log && !why->text && r->halted) { /* the log went back while this node was away */
        log_close(r->log);
        r->log = NULL;
        anew = true;
        *why = read_anew(r);
        if (!why->text) r->log = log_open(place, receive, r, why);
        if (r->log) {
            log_follow(r->log, 0, "");
            *why = catch_up(r);
        }
        if (!why->text && r->halted) *why = REFUSED(N_("the log in NATS cannot be read"));
    }
    if (!why->text && anew) close_lost(r);
    r->opened = true;
    if (!why->text) return r;
    replica_close(r);
    return NULL;
}

void replica_close(Replica *r) {
    if (r->log) log_close(r->log);
    for (Pending *p; (p = pendings_older(r->pending, INT64_MAX)) != NULL; pending_free(p))
        replica_answer_with(p->call, STORE_FAILED);
    pendings_free(r->pending);
    for (int i = 0; i < r->lookings; i++)
        replica_answer_with(r->looking[i].call, STORE_FAILED);
    free(r->looking);
    for (LogEvent *event = replica_take_events(r), *next; event; event = next) {
        next = event->next;
        log_event_free(event);
    }
    while (r->left) {
        LogEvent *event = r->left;
        r->left = event->next;
        log_event_free(event);
    }
    if (r->db) sqlite_close(r->db);
    pthread_mutex_destroy(&r->mutex);
    free(r->directory);
    free(r);
}

/* --- what store.h asks ------------------------------------------------------------------------ */

void replica_listen(Replica *r, StoreDone notify, void *who) {
    r->notify = notify;
    r->notify_who = who;
    atomic_store(&r->listening, true);
}

void replica_hurry(Replica *r) {
    r->hurry = true;
}

void replica_broadcast(Replica *r, const char *text) {
    log_broadcast(r->log, text);
}

int64_t replica_hour(const Replica *r) {
    return log_now() + atomic_load(&r->clock) + atomic_load(&r->hour);
}

void replica_count(const Replica *r, StoreCounts *counts) {
    counts->commits = atomic_load(&r->committed);
    counts->lines = atomic_load(&r->lines);
    counts->failures = atomic_load(&r->failed);
    counts->microseconds = atomic_load(&r->waited);
    counts->healthy = atomic_load(&r->healthy);
    counts->ended = atomic_load(&r->ended);
}
