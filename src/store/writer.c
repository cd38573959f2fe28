/* writer.c: the store's thread.

   Calls are put in a queue. The thread takes all that waits, does it within one transaction,
   commits once and only then calls each `done`: many tables' moves pay for one flush of the disk.
   Where a transaction fails its calls are tried again one by one, so that one bad call cannot fail
   the others. Where another program writes it is waited for once: what would write then fails, what
   only looks is done. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/call.h"
#include "store/replica.h"
#include "store/wait.h"

enum { TURN_MS = 100 }; /* at most between two looks at what waits, where there is a log */

struct Store {
    Sqlite *db;       /* NULL where there is a log: it is the replica's */
    Replica *replica; /* NULL: there is none */
    bool woken;       /* it has something to do */
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

static void fail(Call *call) {
    store_answer_free(call->answer);
    call->answer = answer_new();
    call->answer->result = STORE_FAILED;
}

static void answer(Call *call) {
    call->done(call->who, call->answer);
    call_free(call);
}

static void submit(Store *store, Call *call) {
    pthread_mutex_lock(&store->mutex);
    bool closing = store->closing;
    if (!closing) {
        *store->last = call;
        store->last = &call->next;
        pthread_cond_signal(&store->wake);
    }
    pthread_mutex_unlock(&store->mutex);
    if (!closing) return;
    fail(call);
    answer(call);
}

/* --- the thread ------------------------------------------------------------------------------- */

/* Why a transaction failed, where it is known. */
typedef enum Trouble { TROUBLE_OTHER, TROUBLE_FULL, TROUBLE_BUSY } Trouble;

static Trouble trouble_of(const Sqlite *db) {
    if (sqlite_is_busy(db)) return TROUBLE_BUSY;
    return sqlite_is_full(db) ? TROUBLE_FULL : TROUBLE_OTHER;
}

static bool any_writes(const Call *first, const Call *end) {
    while (first != end && !call_writes(first))
        first = first->next;
    return first != end;
}

/* Does the calls from `first` up to `end` within one transaction. False where it failed: then
   nothing was changed. A read that fails is its own affair. Nothing is written into a damaged file,
   which would only get worse; what can be read of it is read. */
static bool transact(const Store *store, Call *first, Call *end, Trouble *trouble) {
    Sqlite *db = store->db;
    bool well = sqlite_begin(db, !store->damaged && any_writes(first, end));
    for (Call *call = first; well && call != end; call = call->next) {
        store_answer_free(call->answer);
        call->answer = answer_new();
        sqlite_watch(db);
        call->answer->result =
            store->damaged && call_writes(call) ? STORE_FAILED : call_perform(db, call);
        if (sqlite_is_ill(db)) call->answer->result = STORE_FAILED;
        well = call->answer->result != STORE_FAILED || !call_writes(call);
    }
    well = well && sqlite_commit(db);
    *trouble = trouble_of(db);
    if (!well) sqlite_undo(db);
    return well;
}

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* One transaction and what it cost. */
static bool commit(Store *store, Call *first, Call *end, Trouble *trouble) {
    long long start = microseconds(), lines = 0;
    bool well = transact(store, first, end, trouble), wrote = false;
    for (Call *call = first; well && call != end; call = call->next) {
        if (!call_writes(call) || call->answer->result != STORE_DONE) continue;
        wrote = true;
        lines += call->batch.count;
    }
    long long spent = microseconds() - start;
    pthread_mutex_lock(&store->mutex);
    store->counts.commits += wrote;
    store->counts.lines += lines;
    store->counts.failures += !well;
    store->counts.microseconds += wrote ? spent : 0;
    if (wrote || !well) { /* what only looks tells nothing of the disk */
        store->counts.healthy = well;
        store->counts.full = !well && *trouble == TROUBLE_FULL;
        store->counts.busy = !well && *trouble == TROUBLE_BUSY;
    }
    pthread_mutex_unlock(&store->mutex);
    return well;
}

static void serve(Store *store, Call *first) {
    Trouble trouble;
    bool busy = false; /* it was waited for once */
    if (!commit(store, first, NULL, &trouble))
        for (Call *call = first; call; call = call->next) {
            busy |= trouble == TROUBLE_BUSY;
            if (!first->next || (busy && call_writes(call)) ||
                !commit(store, call, call->next, &trouble))
                fail(call);
        }
    while (first) {
        Call *call = first;
        first = call->next;
        answer(call);
    }
    sqlite_tidy(store->db);
}

/* What waits; the mutex is held. */
static Call *take(Store *store) {
    Call *first = store->first;
    store->first = NULL;
    store->last = &store->first;
    return first;
}

static void *writer(void *arg) {
    Store *store = arg;
    for (;;) {
        pthread_mutex_lock(&store->mutex);
        while (!store->first && !store->closing)
            pthread_cond_wait(&store->wake, &store->mutex);
        Call *first = take(store);
        pthread_mutex_unlock(&store->mutex);
        if (!first) return NULL;
        serve(store, first);
    }
}

/* The same with a log, of which there is something to hear and to see to besides. */
static void *follower(void *arg) {
    Store *store = arg;
    for (;;) {
        pthread_mutex_lock(&store->mutex);
        if (!store->first && !store->woken && !store->closing)
            wait_ms(&store->wake, &store->mutex, TURN_MS);
        Call *first = take(store);
        bool closing = store->closing;
        store->woken = false;
        pthread_mutex_unlock(&store->mutex);
        if (closing) replica_hurry(store->replica);
        replica_turn(store->replica, first);
        if (closing && !replica_waits(store->replica)) return NULL;
    }
}

static void wake(void *who) {
    Store *store = who;
    pthread_mutex_lock(&store->mutex);
    store->woken = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

/* --- opening and closing ---------------------------------------------------------------------- */

bool store_make_directory(const char *directory) {
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

bool store_give(int file, const char *directory) {
    struct stat folder;
    if (geteuid() != 0 || stat(directory, &folder) != 0 || folder.st_uid == 0) return true;
    return fchown(file, folder.st_uid, folder.st_gid) == 0;
}

int store_file(const char *directory, const char *name, int flags) {
    char *path = sqlite_path(directory, name);
    int file = open(path, flags | O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    free(path);
    if (file < 0 || store_give(file, directory)) return file;
    close(file);
    return -1;
}

int store_lock(const char *directory, Reason *why) {
    int lock = store_file(directory, "negoce.lock", 0);
    if (lock < 0) {
        *why = REFUSED(N_("this directory may not be written"));
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        *why = errno == EWOULDBLOCK ? REFUSED(N_("a running server is using this directory"))
                                    : REFUSED(N_("this directory cannot be locked"));
        close(lock);
        lock = -1;
    }
    return lock;
}

static Store *store_new(const char *directory, int lock) {
    Store *store = must(calloc(1, sizeof *store));
    store->directory = must(strdup(directory));
    store->lock = lock;
    store->last = &store->first;
    store->counts.healthy = true;
    pthread_mutex_init(&store->mutex, NULL);
    wait_open(&store->wake);
    return store;
}

static void store_free(Store *store) {
    if (store->lock >= 0) close(store->lock);
    pthread_mutex_destroy(&store->mutex);
    pthread_cond_destroy(&store->wake);
    free(store->directory);
    free(store);
}

Store *store_open(const char *directory, Reason *why) {
    *why = ALLOWED;
    if (!store_make_directory(directory)) {
        *why = REFUSED(N_("this directory cannot be made"));
        return NULL;
    }
    int lock = store_lock(directory, why);
    if (lock < 0) return NULL;
    char *path = sqlite_path(directory, "negoce.db");
    mode_t mask = umask(0077);
    Sqlite *db = sqlite_open(path, why);
    umask(mask);
    free(path);
    if (!db) {
        close(lock);
        return NULL;
    }
    Store *store = store_new(directory, lock);
    store->db = db;
    store->damaged = !sqlite_sound(db);
    store->hour = sqlite_hour(db);
    if (pthread_create(&store->thread, NULL, writer, store) != 0) abort();
    return store;
}

void store_stop(Store *store) {
    pthread_mutex_lock(&store->mutex);
    bool stopped = store->closing;
    store->closing = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
    if (stopped) return;
    pthread_join(store->thread, NULL);
    if (store->db) sqlite_close(store->db);
    if (store->replica) replica_close(store->replica);
    store->replica = NULL;
    close(store->lock);
    store->lock = -1;
}

void store_close(Store *store) {
    store_stop(store);
    store_free(store);
}

Store *store_join(const char *directory, const StorePlace *place, Reason *why) {
    *why = ALLOWED;
    if (!store_make_directory(directory)) {
        *why = REFUSED(N_("this directory cannot be made"));
        return NULL;
    }
    int lock = store_lock(directory, why);
    if (lock < 0) return NULL;
    Store *store = store_new(directory, lock);
    mode_t mask = umask(0077);
    store->replica = replica_open(place, directory, wake, store, why);
    umask(mask);
    if (!store->replica) {
        store_free(store);
        return NULL;
    }
    if (pthread_create(&store->thread, NULL, follower, store) != 0) abort();
    return store;
}

void store_listen(Store *store, StoreDone notify, void *who) {
    if (store->replica) replica_listen(store->replica, notify, who);
}

void store_broadcast(Store *store, const char *text) {
    if (store->replica) replica_broadcast(store->replica, text);
}

bool store_clock(const Store *store, int64_t *ms) {
    if (store->replica) *ms = replica_hour(store->replica);
    return store->replica != NULL;
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
    if (store->replica) replica_count(store->replica, &counts);
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

void store_sync(Store *store, StoreDone done, void *who) {
    submit(store, call_new(SYNC, NULL, done, who));
}

void store_share(Store *store, const char *name, const char *text, StoreDone done, void *who) {
    if (!store->replica) {
        StoreAnswer *answer = answer_new();
        answer->lines = must(strdup(text));
        done(who, answer);
        return;
    }
    Call *call = call_new(SAVE_SECRET, NULL, done, who);
    snprintf(call->word, sizeof call->word, "%s", name);
    call->analysis = call->word;
    call->text = must(strdup(text));
    submit(store, call);
}

void store_bring(Store *store, const char *rows, StoreDone done, void *who) {
    Call *call = call_new(ROWS, NULL, done, who);
    call->text = must(strdup(rows));
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

void store_save_analysis(Store *store, const char *table, const char *kind, const char *text,
                         StoreDone done, void *who) {
    Call *call = call_new(SAVE_ANALYSIS, table, done, who);
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

void store_unlist(Store *store, const char *table, int at, StoreDone done, void *who) {
    Call *call = call_new(UNLIST, table, done, who);
    call->batch.at = at;
    submit(store, call);
}

void store_due(Store *store, int64_t until, int64_t after_due, int64_t after_key, StoreDone done,
               void *who) {
    Call *call = call_new(DUE, NULL, done, who);
    call->ms = until;
    call->after[0] = after_due;
    call->after[1] = after_key;
    submit(store, call);
}

void store_save_hour(Store *store, int64_t ms, StoreDone done, void *who) {
    Call *call = call_new(SAVE_HOUR, NULL, done, who);
    call->ms = ms;
    submit(store, call);
}

void store_find_person(Store *store, const uint8_t session[SESSION_BYTES], StoreDone done,
                       void *who) {
    Call *call = call_new(FIND_PERSON, NULL, done, who);
    memcpy(call->person.session, session, SESSION_BYTES);
    submit(store, call);
}

void store_save_person(Store *store, const StorePerson *person, StoreDone done, void *who) {
    Call *call = call_new(SAVE_PERSON, NULL, done, who);
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
