#include "store/call.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

/* Calls and answers that are done with, for the next ones: each goes from one thread to another and
   is too large for what the heap keeps a thread. The first word of a spare one points to the next.
 */
typedef struct Spares {
    pthread_mutex_t mutex;
    void *first;
    int count;
} Spares;
enum { SPARES = 1024 }; /* as many as moves may wait for one commit */
static Spares calls = {.mutex = PTHREAD_MUTEX_INITIALIZER},
              answers = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *take(Spares *spares, size_t size) {
    pthread_mutex_lock(&spares->mutex);
    void *memory = spares->first;
    if (memory) {
        spares->first = *(void **)memory;
        spares->count--;
    }
    pthread_mutex_unlock(&spares->mutex);
    return memory ? memset(memory, 0, size) : must(calloc(1, size));
}

static void give_back(Spares *spares, void *memory) {
    pthread_mutex_lock(&spares->mutex);
    bool spared = spares->count < SPARES;
    if (spared) {
        *(void **)memory = spares->first;
        spares->first = memory;
        spares->count++;
    }
    pthread_mutex_unlock(&spares->mutex);
    if (!spared) free(memory);
}

StoreAnswer *answer_new(void) {
    return take(&answers, sizeof(StoreAnswer));
}

Call *call_new(Kind kind, const char *table, StoreDone done, void *who) {
    Call *call = take(&calls, sizeof *call);
    call->kind = kind;
    call->done = done;
    call->who = who;
    if (table) strncpy(call->table.id, table, TABLE_ID_MAX);
    return call;
}

void call_batch(Call *call, const StoreBatch *batch) {
    call->batch = *batch;
    call->batch.lines = must(strdup(batch->lines));
    if (batch->seats) call->batch.seats = must(strdup(batch->seats));
    if (batch->result) call->batch.result = must(strdup(batch->result));
    if (batch->clocks) call->batch.clocks = must(strdup(batch->clocks));
    for (int i = 0; i < batch->sitters; i++)
        call->batch.sitter[i] = must(strdup(batch->sitter[i]));
}

void call_free(Call *call) {
    free((char *)call->batch.lines);
    free((char *)call->batch.seats);
    free((char *)call->batch.result);
    free((char *)call->batch.clocks);
    for (int i = 0; i < call->batch.sitters; i++)
        free((char *)call->batch.sitter[i]);
    if (call->act) free((char *)call->act->body);
    free(call->act);
    free(call->account);
    free(call->manners);
    free(call->text);
    give_back(&calls, call);
}

void store_answer_free(StoreAnswer *answer) {
    if (!answer) return;
    free(answer->lines);
    free(answer->clocks);
    free(answer->listed);
    for (int i = 0; i < answer->finished_count; i++)
        free(answer->finished[i].lines);
    free(answer->finished);
    free(answer->account);
    free(answer->devices);
    if (answer->notice) {
        free(answer->notice->lines);
        free(answer->notice->text);
        free(answer->notice->clocks);
        free(answer->notice->people);
    }
    free(answer->notice);
    give_back(&answers, answer);
}

bool call_writes(const Call *call) {
    return call->kind == CREATE || call->kind == APPEND || call->kind == UNLIST ||
           (call->kind == DEVICE && call->device_act != DEVICE_LIST) ||
           (call->kind == MANNERS_ACT && call->manners_act != MANNERS_LIST) ||
           call->kind == SAVE_PERSON || call->kind == SAVE_HOUR || call->kind == SAVE_ANALYSIS ||
           (call->kind == ACCOUNT && sqlite_account_writes(call->account->act)) ||
           call->kind == ADMIN || call->kind == SAVE_SECRET || call->kind == ROWS ||
           call->kind == FOLD;
}

/* A refusal is an answer like any other; only a store that fails undoes what it shares a commit
 * with.
 */
static StoreResult administer(Sqlite *db, Call *call) {
    Text out = text_grow();
    call->answer->why = admin_act(db, call->directory, call->act, &out);
    call->answer->lines = out.at;
    return STORE_DONE;
}

static StoreResult find_person(Sqlite *db, Call *call) {
    StoreManners manners = {0};
    StoreAnswer *answer = call->answer;
    StoreResult result = sqlite_find_person(db, call->person.session, &answer->person);
    if (result != STORE_DONE) return result;
    strcpy(manners.person, answer->person.id);
    return sqlite_manners(db, MANNERS_LIST, &manners, answer);
}

static StoreResult perform(Sqlite *db, Call *call) {
    StoreAnswer *answer = call->answer;
    if (call->kind != APPEND && call->kind != CREATE && call_writes(call)) sqlite_forget(db);
    switch (call->kind) {
    case CREATE: return sqlite_create(db, &call->table, &call->batch);
    case APPEND: return sqlite_append(db, call->table.id, &call->batch);
    case LOAD: return sqlite_load(db, call->table.id, answer);
    case LIST: return sqlite_list(db, &call->wish, answer);
    case OPEN_LIST: return sqlite_list_open(db, answer);
    case UNLIST:
        strcpy(answer->table.id, call->table.id);
        return sqlite_unlist(db, call->table.id, call->batch.at);
    case DEVICE: return sqlite_device(db, call->device_act, &call->device, answer);
    case DUE: return sqlite_due(db, call->ms, call->after[0], call->after[1], answer);
    case SAVE_HOUR: return sqlite_save_hour(db, call->ms);
    case MANNERS_ACT: return sqlite_manners(db, call->manners_act, call->manners, answer);
    case FIND_PERSON: return find_person(db, call);
    case SAVE_PERSON: return sqlite_save_person(db, &call->person);
    case ADMIN: return administer(db, call);
    case ACCOUNT: return sqlite_account(db, call->account, answer);
    case FIND_ANALYSIS: return past_find_analysis(db, call->table.id, call->analysis, answer);
    case SAVE_ANALYSIS: return past_save_analysis(db, call->table.id, call->analysis, call->text);
    case FINISHED: return past_finished(db, call->ms, answer);
    case SYNC: return STORE_DONE;
    case SAVE_SECRET:
    case ROWS:
    case FOLD:
    case FORGET: return STORE_FAILED; /* of a log alone: apply.c */
    case KINDS: break;
    }
    abort();
}

static int64_t thread_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* What people ask for may take long where they have many tables, or stand so to many: it is told
 * how long. */
StoreResult call_perform(Sqlite *db, Call *call) {
    if (call->kind != LIST && call->kind != ACCOUNT && call->kind != MANNERS_ACT)
        return perform(db, call);
    int64_t begun = thread_microseconds();
    StoreResult result = perform(db, call);
    call->answer->spent = thread_microseconds() - begun;
    return result;
}
