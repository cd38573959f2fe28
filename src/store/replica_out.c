#include "store/replica_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/apply.h"
#include "store/rows.h"
#include "store/say.h"

enum {
    SEE_MS = 100,        /* between two looks at what waits */
    HURRY_MS = 3000,     /* for a new leader, when the house is closed */
    DOWN_MS = 8000,      /* without an answer of the log: it is down, and nobody is kept waiting */
    FRESH_MS = 2000,     /* what was up to date so long ago still is */
    STALE_MS = 3000,     /* a look is answered from what is here, where the log does not answer */
    FOLD_EACH_MS = 5000, /* between two looks for tables nobody folded */
    FOLD_AFTER_S = 20,   /* whoever ended one had that long */
    FORGET_EACH_MS = 30000, /* between two times that moves of folded tables are forgotten */
    FORGET_MOST = 1000      /* tables, then */
};

void replica_answer(Call *call) {
    if (call->done)
        call->done(call->who, call->answer);
    else
        store_answer_free(call->answer);
    call_free(call);
}

void replica_answer_with(Call *call, StoreResult result) {
    store_answer_free(call->answer);
    call->answer = answer_new();
    call->answer->result = result;
    replica_answer(call);
}

void replica_notice(void *who, StoreNotice *notice) {
    Replica *r = who;
    StoreAnswer *carrier = answer_new();
    carrier->notice = notice;
    if (atomic_load(&r->listening))
        r->notify(r->notify_who, carrier);
    else
        store_answer_free(carrier);
}

/* Makes a message of a call, and sends it. */
static void publish(Replica *r, Call *call, const char *subject, LogHow how) {
    if (!pendings_send(r->pending, r->log, call, subject, how))
        replica_answer_with(call, STORE_FAILED);
}

void replica_fold(Replica *r, const char *id) {
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

void replica_close_table(Replica *r, const char *id) {
    Call *call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    *call->act = (AdminAct){.who = "negoce", .count = 3, .words = {"close", "", ""}};
    snprintf(call->act->words[1], sizeof call->act->words[1], "%s", id);
    say_wrong("the log lost a line of the table %s: it is closed", id);
    publish(r, call, "house", LOG_ONCE);
}

/* Whether the log cannot be reached, or this node has stopped. */
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
        replica_answer_with(call, STORE_MOVED);
    else {
        call->ms = at.last;
        publish(r, call, at.subject, LOG_PLAIN);
    }
}

static void change(Replica *r, Call *call, int64_t now) {
    char subject[LOG_SUBJECT + 1];
    if (call->kind == SAVE_HOUR) { /* it is the log's own */
        replica_answer_with(call, STORE_DONE);
    } else if (is_down(r, now)) {
        atomic_fetch_add(&r->failed, 1);
        replica_answer_with(call, STORE_FAILED);
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
        replica_answer(call);
    } else {
        publish(r, call, "house", LOG_ONCE);
    }
}

/* --- looking ---------------------------------------------------------------------------------- */

static void look(Replica *r, Call *call) {
    store_answer_free(call->answer);
    call->answer = answer_new();
    sqlite_watch(r->db);
    call->answer->result = call_perform(r->db, call);
    if (sqlite_is_ill(r->db)) call->answer->result = STORE_FAILED;
}

static bool only_looks(const Call *call) {
    return !call_writes(call) ||
           (call->kind == ADMIN && strcmp(call->act->words[0], "penalties") == 0);
}

void replica_begin(Replica *r, Call *call, int64_t now) {
    if (!only_looks(call)) {
        change(r, call, now);
    } else if (call->kind == SYNC || now - atomic_load(&r->fresh) > FRESH_MS) {
        look_later(r, call, now);
    } else {
        look(r, call);
        if (call->answer->result == STORE_MISSING)
            look_later(r, call, now);
        else
            replica_answer(call);
    }
}

/* Whether the copy has this table; `unsure` where it could not be read. */
static bool knows(Replica *r, const char *id, bool *unsure) {
    sqlite_watch(r->db);
    bool known = apply_table(r->db, id).lines >= 0;
    *unsure = sqlite_is_ill(r->db);
    return known;
}

void replica_look_now(Replica *r, int64_t now) {
    int waiting = 0, count = r->lookings;
    for (int i = 0; i < count; i++) {
        Looking it = r->looking[i];
        bool fresh = atomic_load(&r->fresh) >= it.since, unsure;
        if (!fresh && now - it.since < STALE_MS && !is_down(r, now)) {
            r->looking[waiting++] = it;
            continue;
        }
        if (it.call->kind == SYNC) {
            replica_answer_with(it.call, fresh ? STORE_DONE : STORE_FAILED);
        } else if (only_looks(it.call)) {
            look(r, it.call);
            /* Not to know somebody would cost him his seats. */
            if (!fresh && it.call->answer->result == STORE_MISSING)
                it.call->answer->result = STORE_FAILED;
            replica_answer(it.call);
        } else if (!knows(r, it.call->table.id, &unsure)) {
            replica_answer_with(it.call, fresh && !unsure ? STORE_MISSING : STORE_FAILED);
        } else {
            append(r, it.call, now);
        }
    }
    r->lookings = waiting; /* none was added: a table that is there is not looked for */
    if (waiting) log_ask_end(r->log);
}

/* --- what waits too long ---------------------------------------------------------------------- */

/* A message that changes nothing: where it comes back the log keeps what it is given again, though
   nobody is sent here to play meanwhile. */
static void probe(Replica *r) {
    Call *call = call_new(ACCOUNT, NULL, NULL, NULL);
    call->account = must(calloc(1, sizeof *call->account));
    call->account->act = ACCOUNT_TOUCH; /* a session nobody has */
    publish(r, call, "house", LOG_ONCE);
}

void replica_see_to_pending(Replica *r, int64_t now) {
    int64_t patience = r->hurry ? HURRY_MS : PATIENCE_MS;
    int64_t before = is_down(r, now) ? INT64_MAX : now - patience;
    if (now - r->seen_at < SEE_MS) return;
    r->seen_at = now;
    if (!r->halted) pendings_again(r->pending, r->log, now, atomic_load(&r->fresh));
    for (Pending *p; (p = pendings_older(r->pending, before)) != NULL;) {
        Call *call = p->call;
        atomic_fetch_add(&r->failed, 1);
        pending_free(p);
        r->unkept = true;
        replica_answer_with(call, STORE_FAILED);
    }
    if (r->unkept && !r->hurry && !is_down(r, now) && !pendings_count(r->pending)) probe(r);
}

void replica_fold_forgotten(Replica *r, int64_t now, int64_t log) {
    Text ids = text_grow();
    if (now - r->folded_at < FOLD_EACH_MS || is_down(r, now)) return text_free(&ids);
    r->folded_at = now;
    apply_left(r->db, 1, log - FOLD_AFTER_S, 1, &ids);
    ids.at[strcspn(ids.at, "\n")] = '\0';
    if (ids.at[0]) replica_fold(r, ids.at);
    text_free(&ids);
}

/* Many at once and seldom: while messages are forgotten, readers lose their place (feed.c). */
void replica_forget_folded(Replica *r, int64_t now, int64_t log) {
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
