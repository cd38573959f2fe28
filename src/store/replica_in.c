#include "store/replica_inside.h"

#include <stdlib.h>
#include <string.h>

#include "store/apply.h"

enum { BATCH = 500 }; /* messages that share a commit */

LogEvent *replica_take_events(Replica *r) {
    pthread_mutex_lock(&r->mutex);
    LogEvent *first = r->first;
    r->first = NULL;
    r->last = &r->first;
    r->queued = 0;
    pthread_mutex_unlock(&r->mutex);
    return first;
}

/* The log's clock, as far ahead of ours as a message ever showed it: the quickest was nearest. */
static void note_clock(Replica *r, const LogEvent *event) {
    int64_t ahead = event->ms - event->received;
    if (ahead > atomic_load(&r->clock)) atomic_store(&r->clock, ahead);
    atomic_store(&r->hour, apply_hour(r->db, event->ms) - event->ms);
}

void replica_reach(Replica *r) {
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
    replica_notice(r, notice);
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
    replica_notice(r, notice);
}

/* A message was done, and that is in the file: who asked for it is answered, or the server is told.
 */
static void settle(Replica *r, LogEvent *event, Call *call) {
    Pending *p = pendings_take(r->pending, event->id);
    if (p) r->unkept = false;
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
        replica_answer(asked);
        if (ended && !apply_table(r->db, id).folded) replica_fold(r, id);
    } else if (p) {
        replica_answer_with(p->call, STORE_FAILED);
    } else if (call) {
        notices_of(r->db, call, replica_notice, r);
    }
    if (p) pending_free(p);
    if (call) {
        store_answer_free(call->answer);
        call_free(call);
    }
}

void replica_do_messages(Replica *r) {
    LogEvent *done[BATCH];
    Call *calls[BATCH];
    int count = 0;
    uint64_t read = r->read;
    bool well = sqlite_begin(r->db, false), newer = false;
    while (well && r->left && count < BATCH) {
        LogEvent *event = r->left;
        calls[count] = NULL;
        if (event->seq > read) {
            Applied applied = apply_message(r->db, event, r->directory, &calls[count]);
            newer = applied == APPLIED_NEWER;
            well = applied != APPLIED_NO_DISK;
            if (newer || !well) break;
            if (applied == APPLIED_HOLE) replica_close_table(r, calls[count]->table.id);
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
    if (!newer) return;
    r->newer = true;
    replica_halt(r, "the log in NATS has messages of a newer Négoce: install that one here");
}

void replica_handle_events(Replica *r) {
    for (LogEvent *event = replica_take_events(r), *next; event; event = next) {
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
            replica_halt(
                r, "the log in NATS went back: this node ends. Started again it reads the log "
                   "anew, and closes the tables that lost something.");
            break;
        }
        log_event_free(event);
    }
}
