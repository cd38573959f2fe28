/* writer.c: the store's thread.

   Calls are put in a queue. The thread takes all that waits, does it within one transaction,
   commits once and only then calls each `done`: many tables' moves pay for one flush of the disk.
   Where a transaction fails its calls are tried again one by one, so that one bad call cannot fail
   the others. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/admin.h"
#include "store/accounts.h"
#include "store/manners.h"
#include "store/past.h"

typedef enum Kind {
    CREATE,
    APPEND,
    LOAD,
    LIST,
    OPEN_LIST,
    UNLIST,
    DEVICE,
    MANNERS_ACT,
    DUE,
    KEEP_HOUR,
    FIND_PERSON,
    KEEP_PERSON,
    ACCOUNT,
    ADMIN,
    FIND_ANALYSIS,
    KEEP_ANALYSIS,
    FINISHED
} Kind;

typedef struct Call Call;
struct Call {
    Call *next;
    Kind kind;
    StoreTable table;     /* its id alone, but for CREATE */
    StoreBatch batch;     /* its lines, seats and sitters are copies of ours */
    StorePerson person;   /* its session alone for FIND_PERSON */
    StoreWish wish;       /* LIST */
    int64_t ms, after[2]; /* DUE and KEEP_HOUR */
    AdminAct *act;        /* ADMIN: a copy of ours, and the folder it is done in */
    const char *directory;
    AccountCall *account;
    DeviceAct device_act;
    StoreDevice device;
    MannersAct manners_act;
    StoreManners *manners; /* ours */
    const char *analysis;  /* its kind, a constant */
    char *text;            /* KEEP_ANALYSIS: ours */
    StoreAnswer *answer;
    StoreDone done;
    void *who;
};

struct Store {
    Sqlite *db;
    char *directory;
    int lock;     /* the file that keeps a second server out */
    bool damaged; /* found when it was opened, as the hour */
    int64_t hour;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    Call *first, **last;
    bool closing;
    StoreCounts counts;
};

/* --- calls ------------------------------------------------------------------------------------ */

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

static Call *call_new(Kind kind, const char *table, StoreDone done, void *who) {
    Call *call = must(calloc(1, sizeof *call));
    call->kind = kind;
    call->done = done;
    call->who = who;
    if (table) strncpy(call->table.id, table, TABLE_ID_MAX);
    return call;
}

static void call_batch(Call *call, const StoreBatch *batch) {
    call->batch = *batch;
    call->batch.lines = must(strdup(batch->lines));
    if (batch->seats) call->batch.seats = must(strdup(batch->seats));
    if (batch->result) call->batch.result = must(strdup(batch->result));
    if (batch->clocks) call->batch.clocks = must(strdup(batch->clocks));
    for (int i = 0; i < batch->sitters; i++)
        call->batch.sitter[i] = must(strdup(batch->sitter[i]));
}

static void call_free(Call *call) {
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
    free(call);
}

static void submit(Store *store, Call *call) {
    pthread_mutex_lock(&store->mutex);
    *store->last = call;
    store->last = &call->next;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
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
    free(answer);
}

/* --- the thread ------------------------------------------------------------------------------- */

static bool writes(const Call *call) {
    return call->kind == CREATE || call->kind == APPEND || call->kind == UNLIST ||
           (call->kind == DEVICE && call->device_act != DEVICE_LIST) ||
           (call->kind == MANNERS_ACT && call->manners_act != MANNERS_LIST) ||
           call->kind == KEEP_PERSON || call->kind == KEEP_HOUR || call->kind == KEEP_ANALYSIS ||
           (call->kind == ACCOUNT && sqlite_account_writes(call->account->act)) ||
           call->kind == ADMIN;
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
    switch (call->kind) {
    case CREATE: return sqlite_create(db, &call->table, &call->batch);
    case APPEND: return sqlite_append(db, call->table.id, &call->batch);
    case LOAD: return sqlite_load(db, call->table.id, answer);
    case LIST: return sqlite_list(db, &call->wish, answer);
    case OPEN_LIST: return sqlite_list_open(db, answer);
    case UNLIST: return sqlite_unlist(db, call->table.id);
    case DEVICE: return sqlite_device(db, call->device_act, &call->device, answer);
    case DUE: return sqlite_due(db, call->ms, call->after[0], call->after[1], answer);
    case KEEP_HOUR: return sqlite_keep_hour(db, call->ms);
    case MANNERS_ACT: return sqlite_manners(db, call->manners_act, call->manners, answer);
    case FIND_PERSON: return find_person(db, call);
    case KEEP_PERSON: return sqlite_keep_person(db, &call->person);
    case ADMIN: return administer(db, call);
    case ACCOUNT: return sqlite_account(db, call->account, answer);
    case FIND_ANALYSIS: return past_find_analysis(db, call->table.id, call->analysis, answer);
    case KEEP_ANALYSIS: return past_keep_analysis(db, call->table.id, call->analysis, call->text);
    case FINISHED: return past_finished(db, call->ms, answer);
    }
    abort();
}

/* Does the calls from `first` up to `end` within one transaction. False where it failed: then
   nothing was changed. A read that fails is its own affair. Nothing is written into a damaged file,
   which would only get worse; what can be read of it is read. */
static bool transact(const Store *store, Call *first, Call *end) {
    Sqlite *db = store->db;
    bool well = sqlite_begin(db);
    for (Call *call = first; well && call != end; call = call->next) {
        store_answer_free(call->answer);
        call->answer = must(calloc(1, sizeof *call->answer));
        call->answer->result = store->damaged && writes(call) ? STORE_FAILED : perform(db, call);
        well = call->answer->result != STORE_FAILED || !writes(call);
    }
    well = well && sqlite_commit(db);
    if (!well) sqlite_undo(db);
    return well;
}

static void fail(Call *call) {
    store_answer_free(call->answer);
    call->answer = must(calloc(1, sizeof *call->answer));
    call->answer->result = STORE_FAILED;
}

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* One transaction and what it cost. */
static bool keep(Store *store, Call *first, Call *end) {
    long long start = microseconds(), lines = 0;
    bool well = transact(store, first, end), wrote = false;
    for (Call *call = first; well && call != end; call = call->next) {
        if (!writes(call) || call->answer->result != STORE_DONE) continue;
        wrote = true;
        lines += call->batch.count;
    }
    long long spent = microseconds() - start;
    pthread_mutex_lock(&store->mutex);
    store->counts.commits += wrote;
    store->counts.lines += lines;
    store->counts.failures += !well;
    store->counts.microseconds += wrote ? spent : 0;
    if (wrote || !well) store->counts.healthy = well;
    pthread_mutex_unlock(&store->mutex);
    return well;
}

static void serve(Store *store, Call *first) {
    if (!keep(store, first, NULL))
        for (Call *call = first; call; call = call->next)
            if (!first->next || !keep(store, call, call->next)) fail(call);
    while (first) {
        Call *call = first;
        first = call->next;
        call->done(call->who, call->answer);
        call_free(call);
    }
    sqlite_tidy(store->db);
}

static void *writer(void *arg) {
    Store *store = arg;
    for (;;) {
        pthread_mutex_lock(&store->mutex);
        while (!store->first && !store->closing)
            pthread_cond_wait(&store->wake, &store->mutex);
        Call *first = store->first;
        store->first = NULL;
        store->last = &store->first;
        pthread_mutex_unlock(&store->mutex);
        if (!first) return NULL;
        serve(store, first);
    }
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* Makes the directory and the folders above it, for its owner's eyes only: the seeds are secret. */
static bool make_directory(const char *directory) {
    char *path = must(strdup(directory));
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        mkdir(path, 0700);
        *p = '/';
    }
    mkdir(path, 0700);
    free(path);
    struct stat s;
    return stat(directory, &s) == 0 && S_ISDIR(s.st_mode);
}

static char *path_in(const char *directory, const char *name) {
    Text path = text_grow();
    text_printf(&path, "%s/%s", directory, name);
    return path.at;
}

int store_lock(const char *directory, Reason *why) {
    char *path = path_in(directory, "negoce.lock");
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    if (lock < 0) {
        *why = REFUSED(N_("this directory may not be written"));
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        *why = errno == EWOULDBLOCK ? REFUSED(N_("another server is using this directory"))
                                    : REFUSED(N_("this directory cannot be locked"));
        close(lock);
        lock = -1;
    }
    return lock;
}

Store *store_open(const char *directory, Reason *why) {
    *why = ALLOWED;
    if (!make_directory(directory)) {
        *why = REFUSED(N_("this directory cannot be made"));
        return NULL;
    }
    int lock = store_lock(directory, why);
    if (lock < 0) return NULL;
    char *path = path_in(directory, "negoce.db");
    mode_t mask = umask(0077);
    Sqlite *db = sqlite_open(path, why);
    umask(mask);
    free(path);
    if (!db) {
        close(lock);
        return NULL;
    }
    Store *store = must(calloc(1, sizeof *store));
    store->db = db;
    store->directory = must(strdup(directory));
    store->lock = lock;
    store->last = &store->first;
    store->damaged = !sqlite_sound(db);
    store->hour = sqlite_hour(db);
    store->counts.healthy = true;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->wake, NULL);
    if (pthread_create(&store->thread, NULL, writer, store) != 0) abort();
    return store;
}

void store_close(Store *store) {
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
    sqlite_close(store->db);
    close(store->lock);
    pthread_mutex_destroy(&store->mutex);
    pthread_cond_destroy(&store->wake);
    free(store->directory);
    free(store);
}

bool store_damaged(const Store *store) {
    return store->damaged;
}

int64_t store_hour(const Store *store) {
    return store->hour;
}

StoreCounts store_counts(Store *store) {
    pthread_mutex_lock(&store->mutex);
    StoreCounts counts = store->counts;
    pthread_mutex_unlock(&store->mutex);
    return counts;
}

/* --- what may be asked ------------------------------------------------------------------------ */

void store_create(Store *store, const StoreTable *table, const StoreBatch *batch, StoreDone done,
                  void *who) {
    Call *call = call_new(CREATE, NULL, done, who);
    call->table = *table;
    call_batch(call, batch);
    submit(store, call);
}

void store_append(Store *store, const char *table, const StoreBatch *batch, StoreDone done,
                  void *who) {
    Call *call = call_new(APPEND, table, done, who);
    call_batch(call, batch);
    submit(store, call);
}

void store_load(Store *store, const char *table, StoreDone done, void *who) {
    submit(store, call_new(LOAD, table, done, who));
}

void store_find_analysis(Store *store, const char *table, const char *kind, StoreDone done,
                         void *who) {
    Call *call = call_new(FIND_ANALYSIS, table, done, who);
    call->analysis = kind;
    submit(store, call);
}

void store_keep_analysis(Store *store, const char *table, const char *kind, const char *text,
                         StoreDone done, void *who) {
    Call *call = call_new(KEEP_ANALYSIS, table, done, who);
    call->analysis = kind;
    call->text = must(strdup(text));
    submit(store, call);
}

void store_finished(Store *store, int64_t since, StoreDone done, void *who) {
    Call *call = call_new(FINISHED, NULL, done, who);
    call->ms = since;
    submit(store, call);
}

void store_list(Store *store, const StoreWish *wish, StoreDone done, void *who) {
    Call *call = call_new(LIST, NULL, done, who);
    call->wish = *wish;
    submit(store, call);
}

void store_list_open(Store *store, StoreDone done, void *who) {
    submit(store, call_new(OPEN_LIST, NULL, done, who));
}

void store_device(Store *store, DeviceAct act, const StoreDevice *device, StoreDone done,
                  void *who) {
    Call *call = call_new(DEVICE, NULL, done, who);
    call->device_act = act;
    call->device = *device;
    submit(store, call);
}

void store_manners(Store *store, MannersAct act, const StoreManners *manners, StoreDone done,
                   void *who) {
    Call *call = call_new(MANNERS_ACT, NULL, done, who);
    call->manners_act = act;
    call->manners = must(malloc(sizeof *manners));
    *call->manners = *manners;
    submit(store, call);
}

void store_unlist(Store *store, const char *table, StoreDone done, void *who) {
    submit(store, call_new(UNLIST, table, done, who));
}

void store_due(Store *store, int64_t until, int64_t after_due, int64_t after_key, StoreDone done,
               void *who) {
    Call *call = call_new(DUE, NULL, done, who);
    call->ms = until;
    call->after[0] = after_due;
    call->after[1] = after_key;
    submit(store, call);
}

void store_keep_hour(Store *store, int64_t ms, StoreDone done, void *who) {
    Call *call = call_new(KEEP_HOUR, NULL, done, who);
    call->ms = ms;
    submit(store, call);
}

void store_find_person(Store *store, const uint8_t session[SESSION_BYTES], StoreDone done,
                       void *who) {
    Call *call = call_new(FIND_PERSON, NULL, done, who);
    memcpy(call->person.session, session, SESSION_BYTES);
    submit(store, call);
}

void store_keep_person(Store *store, const StorePerson *person, StoreDone done, void *who) {
    Call *call = call_new(KEEP_PERSON, NULL, done, who);
    call->person = *person;
    submit(store, call);
}

void store_admin(Store *store, const AdminAct *act, StoreDone done, void *who) {
    Call *call = call_new(ADMIN, NULL, done, who);
    call->act = must(malloc(sizeof *act));
    *call->act = *act;
    if (act->body) call->act->body = must(strdup(act->body));
    call->directory = store->directory;
    submit(store, call);
}

void store_account(Store *store, const AccountCall *account, StoreDone done, void *who) {
    Call *call = call_new(ACCOUNT, NULL, done, who);
    call->account = must(malloc(sizeof *account));
    *call->account = *account;
    submit(store, call);
}
