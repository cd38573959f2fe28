#include "store/sqlite.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "store/admin.h"
#include "store/ask.h"

#include "store/inside.h"

enum {
    APPLICATION = 0x4e65676f, /* "Nego": the mark of our files */
    RATED_SINCE = 17,         /* the first version whose results are as they are kept now */
    BUSY_MS = 5000,           /* another program may hold the file for a moment */
    LOG_PAGES = 4000,         /* of 4096 bytes, before the log is tidied */
    LOOK_MS = 3000,           /* for a look at all pages when the file is opened */
    LOOK_STEPS = 1000         /* of SQLite's machine, between two looks at the clock */
};

/* --- opening ---------------------------------------------------------------------------------- */

char *sqlite_path(const char *directory, const char *name) {
    Text path = text_grow();
    text_printf(&path, "%s/%s", directory, name);
    return path.at;
}

static bool run(Sqlite *db, const char *sql) {
    return sqlite3_exec(db->file, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* All of it or, where it fails, nothing once the file is closed. */
static bool run_whole(Sqlite *db, const char *sql) {
    return run(db, "BEGIN IMMEDIATE") && run(db, sql) && run(db, "COMMIT");
}

/* The number a pragma or a count answers; false where it cannot be read. */
static bool ask(Sqlite *db, const char *sql, long long *out) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(db->file, sql, -1, &query, NULL) != SQLITE_OK) return false;
    bool row = sqlite3_step(query) == SQLITE_ROW;
    if (row) *out = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return row;
}

/* What the system said where a file could not be opened, read or written; 0: that was not it. */
static int system_error(const Sqlite *db) {
    int code = sqlite3_errcode(db->file) & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_IOERR ? sqlite3_system_errno(db->file) : 0;
}

static Reason unreadable(Sqlite *db) {
    switch (system_error(db)) {
    case ENOSPC: return REFUSED(N_("the disk is full")); /* for a file beside the store */
    case EACCES:
    case EPERM:
        return REFUSED(N_("this account may not open negoce.db: it belongs to the one that runs "
                          "this house"));
    default: break;
    }
    switch (sqlite3_errcode(db->file) & 0xff) {
    case SQLITE_NOTADB: return REFUSED(N_("negoce.db is not a store of Négoce"));
    case SQLITE_CORRUPT: return REFUSED(N_("the store is damaged; restore a copy of it"));
    case SQLITE_BUSY: return REFUSED(N_("another program is using the store"));
    case SQLITE_FULL: return REFUSED(N_("the disk is full"));
    case SQLITE_READONLY: return REFUSED(N_("the store may not be written here"));
    default: return REFUSED(N_("the store cannot be opened here"));
    }
}

/* Before a store is brought up to date it is kept as it was, beside it: negoce.db.v3. One that is
   there already is of an attempt that was broken off, and as good. */
static bool save_copy(Sqlite *db, int version) {
    Text path = text_grow();
    text_printf(&path, "%s.v%d", sqlite3_db_filename(db->file, "main"), version);
    bool saved = access(path.at, F_OK) == 0 || !copies_write(db, path.at).text;
    text_free(&path);
    return saved;
}

/* An empty file becomes a store, unless it was given as a copy of one; a store is checked and
   brought up to date; anything else is refused. */
static Reason recognise(Sqlite *db, bool copy) {
    long long application, version, things;
    if (!ask(db, "PRAGMA application_id", &application) ||
        !ask(db, "PRAGMA user_version", &version) ||
        !ask(db, "SELECT count(*) FROM sqlite_schema", &things))
        return unreadable(db);
    bool fresh = application == 0 && version == 0 && things == 0;
    if (copy && application != APPLICATION) return REFUSED(N_("this is not a copy of a store"));
    if (!fresh && application != APPLICATION)
        return REFUSED(N_("negoce.db is not a store of Négoce"));
    if (!fresh && version > SCHEMA)
        return REFUSED(N_("the store was made by a newer Négoce, whose format is number {n}; "
                          "install that one, or restore an older copy"),
                       (int)version);
    if (!fresh && version < 1)
        return REFUSED(N_("the store was made by another version of Négoce, number {n}"),
                       (int)version);
    /* EXTRA, and before the switch to WAL: it also syncs the removal of the rollback journal that
       the switch uses. Were that journal back after a power cut, it would undo the whole file. */
    if (!run(db, "PRAGMA synchronous = EXTRA") || !run(db, "PRAGMA journal_mode = WAL"))
        return unreadable(db);
    if (fresh && !run_whole(db, schema_new)) return unreadable(db);
    db->unrated = !fresh && version < RATED_SINCE;
    if (!copy && !fresh && version < SCHEMA && !save_copy(db, (int)version))
        return REFUSED(N_("the store is of an older version, and there is no room to keep a copy "
                          "of it before it is brought up to date"));
    for (; !fresh && version < SCHEMA; version++)
        if (!run_whole(db, schema_upgrades[version - 1])) return unreadable(db);
    return ALLOWED;
}

static int committed(void *who, sqlite3 *file, const char *name, int pages) {
    Sqlite *db = who;
    (void)file;
    (void)name;
    db->log_pages = pages;
    return SQLITE_OK;
}

/* A read that fails can undo the whole transaction, and what follows would be committed piece by
   piece: within one of ours nothing is, but by sqlite_commit. */
static int refuse_commit(void *who) {
    const Sqlite *db = who;
    return db->begun;
}

static Reason prepare(Sqlite *db) {
    /* 8 MB: the ends of a thousand journals that are played on stay at hand. */
    if (!run(db, "PRAGMA cache_size = -8000")) return unreadable(db);
    sqlite3_commit_hook(db->file, refuse_commit, db);
    sqlite3_wal_hook(db->file, committed, db); /* instead of SQLite's own tidying in a commit */
    if (!lists_functions(db->file)) return unreadable(db);
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(db->file, schema_queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &db->query[i], NULL) != SQLITE_OK)
            return REFUSED(N_("the store is damaged; restore a copy of it"));
    return ALLOWED;
}

/* A store of an older version has no results yet. */
static Reason rate_old(Sqlite *db) {
    int games;
    if (run(db, "BEGIN IMMEDIATE") && sqlite_rate_all(db, &games) && run(db, "COMMIT"))
        return ALLOWED;
    return unreadable(db);
}

/* Whether the file failed this thread since sqlite_watch, as SQLite itself tells: also where a read
   failed and looks like nothing found; and whether for want of room. */
static _Thread_local bool failed, full;

/* Whether an error is one of the file, rather than of what was asked. */
static bool is_of_the_file(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_NOMEM:
    case SQLITE_BUSY:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return true;
    default: return false;
    }
}

static void hear(void *unused, int code, const char *text) {
    (void)unused;
    (void)text;
    failed |= is_of_the_file(code);
    full |= (code & 0xff) == SQLITE_FULL;
}

static Sqlite *open_store(const char *path, bool copy, Reason *why) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* nobody asks, and counting takes a lock */
    sqlite3_config(SQLITE_CONFIG_LOG, hear, NULL);
    Sqlite *db = calloc(1, sizeof *db);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!db) abort();
    *why = ALLOWED;
    if (sqlite3_open_v2(path, &db->file, flags, NULL) != SQLITE_OK)
        *why = unreadable(db);
    else {
        sqlite3_busy_timeout(db->file, BUSY_MS);
        *why = recognise(db, copy);
        if (!why->text) *why = prepare(db);
        if (!why->text && db->unrated) *why = rate_old(db);
    }
    if (!why->text) return db;
    sqlite_close(db);
    return NULL;
}

Sqlite *sqlite_open(const char *path, Reason *why) {
    return open_store(path, false, why);
}

Sqlite *sqlite_open_copy(const char *path, Reason *why) {
    return open_store(path, true, why);
}

Sqlite *sqlite_open_reading(const char *path, Reason *why) {
    Sqlite *db = calloc(1, sizeof *db);
    long long application, version;
    if (!db) abort();
    *why = ALLOWED;
    if (sqlite3_open_v2(path, &db->file, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        !run(db, "PRAGMA query_only = 1") || !ask(db, "PRAGMA application_id", &application) ||
        !ask(db, "PRAGMA user_version", &version))
        *why = unreadable(db);
    else if (application != APPLICATION)
        *why = REFUSED(N_("negoce.db is not a store of Négoce"));
    else if (version > SCHEMA)
        *why = REFUSED(N_("the store was made by a newer Négoce, whose format is number {n}; "
                          "install that one, or restore an older copy"),
                       (int)version);
    else if (version < SCHEMA)
        *why = REFUSED(N_("the store is of an older version; negoce serve brings it up to date"));
    else {
        sqlite3_busy_timeout(db->file, BUSY_MS);
        *why = prepare(db);
    }
    if (!why->text) return db;
    sqlite_close(db);
    return NULL;
}

bool sqlite_has_table(Sqlite *db, const char *id) {
    return sql_number(sql_ask(db, "SELECT 1 FROM tables WHERE id = ?1", "t", id), 0) == 1;
}

bool sqlite_has_person(Sqlite *db, const char *id) {
    return sql_number(sql_ask(db, "SELECT 1 FROM people WHERE id = ?1", "t", id), 0) == 1;
}

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int time_is_over(void *deadline) {
    return milliseconds() > *(long long *)deadline;
}

bool sqlite_sound(Sqlite *db) {
    long long deadline = milliseconds() + LOOK_MS;
    sqlite3_stmt *query;
    sqlite3_progress_handler(db->file, LOOK_STEPS, time_is_over, &deadline);
    bool sound = false;
    if (sqlite3_prepare_v2(db->file, "PRAGMA quick_check(1)", -1, &query, NULL) == SQLITE_OK) {
        int code = sqlite3_step(query);
        sound =
            code == SQLITE_INTERRUPT ||
            (code == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0);
    }
    sqlite3_finalize(query);
    sqlite3_progress_handler(db->file, 0, NULL, NULL);
    return sound;
}

void sqlite_close(Sqlite *db) {
    for (int i = 0; i < QUERIES; i++)
        sqlite3_finalize(db->query[i]);
    for (int i = 0; i < LOG_QUERIES; i++)
        sqlite3_finalize(db->log_query[i]);
    sqlite3_close(db->file);
    free(db);
}

/* --- transactions ----------------------------------------------------------------------------- */

bool sqlite_begin(Sqlite *db, bool writes) {
    db->begun = run(db, writes ? "BEGIN IMMEDIATE" : "BEGIN");
    return db->begun;
}

bool sqlite_commit(Sqlite *db) {
    db->begun = false;
    return run(db, "COMMIT");
}

void sqlite_undo(Sqlite *db) {
    sqlite_forget(db);
    db->begun = false;
    /* Some errors have rolled back already. */
    if (!sqlite3_get_autocommit(db->file)) run(db, "ROLLBACK");
}

void sqlite_note_ill(Sqlite *db) {
    db->ill |= is_of_the_file(sqlite3_errcode(db->file));
}

void sqlite_watch(Sqlite *db) {
    db->ill = failed = full = false;
}

bool sqlite_is_ill(const Sqlite *db) {
    return db->ill || failed;
}

bool sqlite_is_full(const Sqlite *db) {
    return full || (sqlite3_errcode(db->file) & 0xff) == SQLITE_FULL || system_error(db) == ENOSPC;
}

bool sqlite_is_busy(const Sqlite *db) {
    return (sqlite3_errcode(db->file) & 0xff) == SQLITE_BUSY;
}

void sqlite_tidy(Sqlite *db) {
    if (db->log_pages < LOG_PAGES) return;
    db->log_pages = 0; /* where it fails, the next commit sets it again */
    sqlite3_wal_checkpoint_v2(db->file, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

int64_t sqlite_now(const Sqlite *db) {
    return db->now ? db->now : time(NULL);
}

sqlite3 *sqlite_file(Sqlite *db) {
    return db->file;
}
