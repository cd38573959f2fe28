#include "store/replica.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/apply.h"
#include "store/notices.h"
#include "store/pending.h"
#include "store/rows.h"

enum {
    GOALS = 8,           /* ends of the log that were told and not reached yet */
    BATCH = 500,         /* messages that share a commit */
    SEE_MS = 100,        /* between two looks at what waits */
    PATIENCE_MS = 12000, /* for a new leader to be found among the log's servers */
    HURRY_MS = 3000,     /* the same when the house is closed */
    DOWN_MS = 8000,      /* without an answer of the log: it is down, and nobody is kept waiting */
    SILENT_MS = 2500,    /* the same before the house is called ill */
    FRESH_MS = 2000,     /* what was up to date so long ago still is */
    STALE_MS = 3000,     /* a look is answered from what is here, where the log does not answer */
    FOLD_EACH_MS = 5000, /* between two looks for tables nobody folded */
    FOLD_AFTER_S = 20,   /* whoever ended one had that long */
    FORGET_EACH_MS = 30000, /* between two times that moves of folded tables are forgotten */
    FORGET_MOST = 1000,     /* tables, then */
    OPEN_MS = 120000        /* for reading a log when it is opened without anything coming */
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
    bool no_disk;   /* the copy could not be written; it is tried again */
    int64_t silent; /* since when the log does not answer; 0: it does */
    int64_t folded_at, forgot_at;
    LogEvent *left, **left_end; /* messages that were heard and not done */

    Pendings *pending;
    int64_t seen_at; /* when that was seen to */
    Looking *looking;
    int lookings, looking_room;

    pthread_mutex_t mutex; /* guards what follows */
    LogEvent *first, **last;
    size_t queued;

    _Atomic int64_t fresh, clock, hour; /* clock: of the log, ahead of ours; hour: ahead of that */
    atomic_bool healthy, listening;
    _Atomic long long lines, committed, failed, waited;
};

/* --- events ------------------------------------------------------------------------------------
 */

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

static LogEvent *take_events(Replica *r) {
    pthread_mutex_lock(&r->mutex);
    LogEvent *first = r->first;
    r->first = NULL;
    r->last = &r->first;
    r->queued = 0;
    pthread_mutex_unlock(&r->mutex);
    return first;
}

bool replica_waits(const Replica *r) {
    return pendings_count(r->pending) || r->lookings;
}

/* Stops doing anything: what comes next would not be what the other nodes do. */
static void halt(Replica *r, const char *why) {
    if (!r->halted) fprintf(stderr, "negoce serve: %s\n", why);
    r->halted = true;
}

/* --- answers and notices -----------------------------------------------------------------------
 */

static void answer(Call *call) {
    if (call->done)
        call->done(call->who, call->answer);
    else
        store_answer_free(call->answer);
    call_free(call);
}

static void answer_with(Call *call, StoreResult result) {
    store_answer_free(call->answer);
    call->answer = answer_new();
    call->answer->result = result;
    answer(call);
}

static void send_notice(void *who, StoreNotice *notice) {
    Replica *r = who;
    StoreAnswer *carrier = must(calloc(1, sizeof *carrier));
    carrier->notice = notice;
    if (atomic_load(&r->listening))
        r->notify(r->notify_who, carrier);
    else
        store_answer_free(carrier);
}

/* --- messages out ------------------------------------------------------------------------------
 */

/* Makes a message of a call, and sends it. */
static void publish(Replica *r, Call *call, const char *subject, LogHow how) {
    if (!pendings_send(r->pending, r->log, call, subject, how)) answer_with(call, STORE_FAILED);
}

/* Asks for a table that is over to be one message. */
static void fold(Replica *r, const char *id) {
    char subject[LOG_SUBJECT + 1];
    Text rows = text_grow();
    if (rows_of_table(r->db, id, &rows)) {
        Call *call = call_new(FOLD, id, NULL, NULL);
        call->text = rows.at;
        call->ms = (int64_t)r->read;
        snprintf(subject, sizeof subject, "over.%s", id);
        publish(r, call, subject, LOG_PLAIN);
    } else {
        text_free(&rows);
    }
}

/* Asks for the messages of its moves to be forgotten, once it is. */
static void forget(Replica *r, const char *id) {
    char subject[LOG_SUBJECT + 1];
    snprintf(subject, sizeof subject, "table.%s", id);
    publish(r, call_new(FORGET, id, NULL, NULL), subject, LOG_ALONE);
}

/* A table lost a line that somebody has seen: it is closed, on every node, for to go on would be to
   play another game. */
static void close_table(Replica *r, const char *id) {
    Call *call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    *call->act = (AdminAct){.who = "negoce", .count = 3, .words = {"close", "", ""}};
    snprintf(call->act->words[1], sizeof call->act->words[1], "%s", id);
    fprintf(stderr, "negoce serve: the log lost a line of the table %s: it is closed\n", id);
    publish(r, call, "house", LOG_ONCE);
}

static bool is_down(const Replica *r, int64_t now) {
    return r->halted || (r->silent && now - r->silent > DOWN_MS);
}

static void look_later(Replica *r, Call *call, int64_t now) {
    if (r->lookings == r->looking_room) {
        r->looking_room = r->looking_room ? 2 * r->looking_room : 64;
        r->looking = must(realloc(r->looking, (size_t)r->looking_room * sizeof *r->looking));
    }
    r->looking[r->lookings++] = (Looking){call, now};
    log_ask_end(r->log);
}

/* Lines for a table; where the journal here has moved on, the server has been told so. */
static void append(Replica *r, Call *call, int64_t now) {
    TableAt at = apply_table(r->db, call->table.id);
    if (at.lines < 0)
        look_later(r, call, now);
    else if (at.lines != call->batch.expected)
        answer_with(call, STORE_MOVED);
    else {
        call->ms = at.last;
        publish(r, call, at.subject, LOG_PLAIN);
    }
}

static void change(Replica *r, Call *call, int64_t now) {
    char subject[LOG_SUBJECT + 1];
    if (call->kind == SAVE_HOUR) { /* it is the log's own */
        answer_with(call, STORE_DONE);
    } else if (is_down(r, now)) {
        atomic_fetch_add(&r->failed, 1);
        answer_with(call, STORE_FAILED);
    } else if (call->kind == APPEND) {
        append(r, call, now);
    } else if (call->kind == CREATE) {
        snprintf(subject, sizeof subject, "table.%s", call->table.id);
        publish(r, call, subject, LOG_PLAIN);
    } else if (call->kind == ADMIN && strcmp(call->act->words[0], "import") == 0) {
        store_answer_free(call->answer);
        call->answer = answer_new();
        call->answer->why =
            REFUSED(N_("a table is brought into a house of several servers by negoce move"));
        answer(call);
    } else {
        publish(r, call, "house", LOG_ONCE);
    }
}

/* --- looking -----------------------------------------------------------------------------------
 */

static void look(Replica *r, Call *call) {
    store_answer_free(call->answer);
    call->answer = answer_new();
    call->answer->result = call_perform(r->db, call);
}

static bool only_looks(const Call *call) {
    return !call_writes(call) ||
           (call->kind == ADMIN && strcmp(call->act->words[0], "penalties") == 0);
}

static void begin(Replica *r, Call *call, int64_t now) {
    if (!only_looks(call)) {
        change(r, call, now);
    } else if (call->kind == SYNC || now - atomic_load(&r->fresh) > FRESH_MS) {
        look_later(r, call, now);
    } else {
        look(r, call);
        if (call->answer->result == STORE_MISSING)
            look_later(r, call, now);
        else
            answer(call);
    }
}

/* Those that waited until this node had read the log far enough. */
static void look_now(Replica *r, int64_t now) {
    int waiting = 0, count = r->lookings;
    for (int i = 0; i < count; i++) {
        Looking it = r->looking[i];
        bool fresh = atomic_load(&r->fresh) >= it.since;
        if (!fresh && now - it.since < STALE_MS && !is_down(r, now)) {
            r->looking[waiting++] = it;
            continue;
        }
        if (it.call->kind == SYNC) {
            answer_with(it.call, fresh ? STORE_DONE : STORE_FAILED);
        } else if (only_looks(it.call)) {
            look(r, it.call);
            /* Not to know somebody would cost him his seats. */
            if (!fresh && it.call->answer->result == STORE_MISSING)
                it.call->answer->result = STORE_FAILED;
            answer(it.call);
        } else if (apply_table(r->db, it.call->table.id).lines < 0) {
            answer_with(it.call, fresh ? STORE_MISSING : STORE_FAILED);
        } else {
            append(r, it.call, now);
        }
    }
    r->lookings = waiting; /* none was added: a table that is there is not looked for */
    if (waiting) log_ask_end(r->log);
}

/* --- messages in -------------------------------------------------------------------------------
 */

/* The log's clock, as far ahead of ours as a message ever showed it: the quickest was nearest. */
static void note_clock(Replica *r, const LogEvent *event) {
    int64_t ahead = event->ms - event->received;
    if (ahead > atomic_load(&r->clock)) atomic_store(&r->clock, ahead);
    atomic_store(&r->hour, apply_hour(r->db, event->ms) - event->ms);
}

static void reach(Replica *r) {
    int64_t before = atomic_load(&r->fresh);
    int left = 0;
    for (int i = 0; i < r->goals; i++)
        if (r->goal[i].seq > r->read)
            r->goal[left++] = r->goal[i];
        else if (r->goal[i].asked > atomic_load(&r->fresh))
            atomic_store(&r->fresh, r->goal[i].asked);
    r->goals = left;
    if (atomic_load(&r->fresh) == before) return;
    StoreNotice *notice = notice_new(NOTICE_FRESH, "");
    notice->ms = atomic_load(&r->fresh);
    send_notice(r, notice);
}

static void note_end(Replica *r, const LogEvent *event) {
    r->silent = 0;
    if (r->goals == GOALS) r->goals--;
    r->goal[r->goals].seq = event->seq;
    r->goal[r->goals++].asked = event->asked;
}

static void note_broadcast(Replica *r, LogEvent *event) {
    StoreNotice *notice = notice_new(NOTICE_BROADCAST, event->id);
    notice->text = event->body;
    event->body = NULL;
    send_notice(r, notice);
}

/* A message was done, and that is in the file: who asked for it is answered, or the server is told.
 */
static void settle(Replica *r, LogEvent *event, Call *call) {
    Pending *p = pendings_take(r->pending, event->id);
    if (p && call) {
        Call *asked = p->call;
        store_answer_free(asked->answer);
        asked->answer = call->answer;
        call->answer = NULL;
        StoreResult result = asked->answer->result;
        atomic_fetch_add(&r->committed, 1);
        atomic_fetch_add(&r->lines, result == STORE_DONE ? asked->batch.count : 0);
        atomic_fetch_add(&r->waited, (log_now() - p->born) * 1000);
        bool ended =
            asked->kind == APPEND && result == STORE_DONE && asked->batch.stage == STAGE_OVER;
        char id[TABLE_ID_MAX + 1];
        strcpy(id, asked->table.id);
        answer(asked);
        if (ended && !apply_table(r->db, id).folded) fold(r, id);
    } else if (p) {
        answer_with(p->call, STORE_FAILED);
    } else if (call) {
        notices_of(r->db, call, send_notice, r);
    }
    if (p) pending_free(p);
    if (call) {
        store_answer_free(call->answer);
        call_free(call);
    }
}

/* Does up to BATCH of the messages that wait, in one transaction. */
static void do_messages(Replica *r) {
    LogEvent *done[BATCH];
    Call *calls[BATCH];
    int count = 0;
    uint64_t read = r->read;
    bool well = sqlite_begin(r->db), newer = false;
    while (well && r->left && count < BATCH) {
        LogEvent *event = r->left;
        calls[count] = NULL;
        if (event->seq > read) {
            Applied applied = apply_message(r->db, event, r->directory, &calls[count]);
            newer = applied == APPLIED_NEWER;
            well = applied != APPLIED_NO_DISK;
            if (newer || !well) break;
            if (applied == APPLIED_HOLE) close_table(r, calls[count]->table.id);
            read = event->seq;
        }
        r->left = event->next;
        done[count++] = event;
    }
    if (!r->left) r->left_end = &r->left;
    if (well && count) well = apply_save_position(r->db, read, done[count - 1]->id);
    well = well && sqlite_commit(r->db);
    if (!well) {
        sqlite_undo(r->db);
        r->no_disk = true;
        for (int i = count - 1; i >= 0; i--) { /* they are done again */
            if (calls[i]) {
                store_answer_free(calls[i]->answer);
                call_free(calls[i]);
            }
            done[i]->next = r->left;
            if (!r->left) r->left_end = &done[i]->next;
            r->left = done[i];
        }
        return;
    }
    r->no_disk = false;
    r->read = read;
    if (count) note_clock(r, done[count - 1]);
    for (int i = 0; i < count; i++) {
        settle(r, done[i], calls[i]);
        log_event_free(done[i]);
    }
    sqlite_tidy(r->db);
    if (newer) halt(r, "the log in NATS has messages of a newer Négoce: install that one here");
}

static void handle_events(Replica *r) {
    for (LogEvent *event = take_events(r), *next; event; event = next) {
        next = event->next;
        event->next = NULL;
        switch (event->kind) {
        case LOG_MESSAGE:
            *r->left_end = event;
            r->left_end = &event->next;
            continue;
        case LOG_END: note_end(r, event); break;
        case LOG_SILENT:
            if (!r->silent) r->silent = event->received;
            break;
        case LOG_BROADCAST: note_broadcast(r, event); break;
        case LOG_WENT_BACK:
            /* What was read here, and told to people, is not there any more. */
            halt(r, "the log in NATS went back: this node stops. Started again it reads the log "
                    "anew, and closes the tables that lost something.");
            break;
        }
        log_event_free(event);
    }
}

/* --- what waits too long -----------------------------------------------------------------------
 */

static void see_to_pending(Replica *r, int64_t now) {
    int64_t patience = r->hurry ? HURRY_MS : PATIENCE_MS;
    int64_t before = is_down(r, now) ? INT64_MAX : now - patience;
    if (now - r->seen_at < SEE_MS) return;
    r->seen_at = now;
    if (!r->halted) pendings_again(r->pending, r->log, now, atomic_load(&r->fresh));
    for (Pending *p; (p = pendings_older(r->pending, before)) != NULL;) {
        Call *call = p->call;
        atomic_fetch_add(&r->failed, 1);
        pending_free(p);
        answer_with(call, STORE_FAILED);
    }
}

/* Whoever ended a table may be gone before he folded it. */
static void fold_forgotten(Replica *r, int64_t now, int64_t log) {
    Text ids = text_grow();
    if (now - r->folded_at < FOLD_EACH_MS || is_down(r, now)) return text_free(&ids);
    r->folded_at = now;
    apply_left(r->db, 1, log - FOLD_AFTER_S, 1, &ids);
    ids.at[strcspn(ids.at, "\n")] = '\0';
    if (ids.at[0]) fold(r, ids.at);
    text_free(&ids);
}

/* Many at once and seldom: while messages are forgotten, readers lose their place (feed.c). */
static void forget_folded(Replica *r, int64_t now, int64_t log) {
    Text ids = text_grow();
    if (now - r->forgot_at < FORGET_EACH_MS || is_down(r, now)) return text_free(&ids);
    r->forgot_at = now;
    apply_left(r->db, 2, log - FOLD_AFTER_S, FORGET_MOST, &ids);
    for (char *id = ids.at, *end; *id; id = end + 1) {
        end = strchr(id, '\n');
        *end = '\0';
        forget(r, id);
    }
    text_free(&ids);
}

void replica_turn(Replica *r, Call *calls) {
    handle_events(r);
    if (r->left && !r->halted) do_messages(r);
    if (r->left && !r->halted && !r->no_disk) r->wake(r->wake_who);
    reach(r);
    int64_t now = log_now();
    for (Call *call = calls, *next; call; call = next) {
        next = call->next;
        call->next = NULL;
        begin(r, call, now);
    }
    see_to_pending(r, now);
    look_now(r, now);
    int64_t log = (now + atomic_load(&r->clock)) / 1000;
    fold_forgotten(r, now, log);
    forget_folded(r, now, log);
    atomic_store(&r->healthy,
                 !r->halted && !r->no_disk && (!r->silent || now - r->silent < SILENT_MS));
}

/* --- opening -----------------------------------------------------------------------------------
 */

static void wait_a_little(void) {
    usleep(20000);
}

static char *path_in(const char *directory, const char *name) {
    Text path = text_grow();
    text_printf(&path, "%s/%s", directory, name);
    return path.at;
}

static Reason open_copy(Replica *r) {
    char *path = path_in(r->directory, REPLICA_FILE);
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
    char *path = path_in(r->directory, REPLICA_FILE),
         *old = path_in(r->directory, REPLICA_FILE ".lost");
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
    char *old = path_in(r->directory, REPLICA_FILE ".lost");
    Text ids = text_grow();
    apply_lost(r->db, old, &ids);
    for (char *id = ids.at, *end; *id; id = end + 1) {
        end = strchr(id, '\n');
        *end = '\0';
        close_table(r, id);
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
    if (!why->text) return r;
    replica_close(r);
    return NULL;
}

void replica_close(Replica *r) {
    if (r->log) log_close(r->log);
    for (Pending *p; (p = pendings_older(r->pending, INT64_MAX)) != NULL; pending_free(p))
        answer_with(p->call, STORE_FAILED);
    pendings_free(r->pending);
    for (int i = 0; i < r->lookings; i++)
        answer_with(r->looking[i].call, STORE_FAILED);
    free(r->looking);
    for (LogEvent *event = take_events(r), *next; event; event = next) {
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

/* --- what store.h asks -------------------------------------------------------------------------
 */

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
}
