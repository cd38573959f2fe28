#include "store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "store/admin.h"
#include "store/manners.h"
#include "store/ask.h"
#include "store/past.h"

#include "store/inside.h"

enum {
    APPLICATION = 0x4e65676f, /* "Nego": the mark of our files */
    SCHEMA = 13,
    RATED_SINCE = 13, /* the first version whose results are as they are kept now */
    BUSY_MS = 5000,   /* a backup may hold the file for a moment */
    LOG_PAGES = 1000, /* of 4096 bytes, before the log is tidied */
    LOOK_MS = 3000,   /* for a look at all pages when the file is opened */
    LOOK_STEPS = 1000 /* of SQLite's machine, between two looks at the clock */
};

/* Since version 6: what who runs the house did (admin.h), and whom it concerns for how long. */
#define ADMIN                                                                                      \
    "CREATE TABLE acts (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL,"          \
    "  act TEXT NOT NULL) STRICT;"                                                                 \
    "CREATE TABLE penalties (subject TEXT NOT NULL, kind TEXT NOT NULL, until INTEGER NOT NULL,"   \
    "  PRIMARY KEY (subject, kind)) STRICT, WITHOUT ROWID;"

/* People since version 5: an account is a person with `since`. */
#define PEOPLE                                                                                     \
    "CREATE TABLE people ("                                                                        \
    "  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL DEFAULT 0,"        \
    "  look BLOB, stroke BLOB, password TEXT NOT NULL DEFAULT '', code BLOB,"                      \
    "  hidden INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"                                  \
    "CREATE UNIQUE INDEX people_look ON people (look) WHERE since > 0;"                            \
    "CREATE UNIQUE INDEX people_stroke ON people (stroke) WHERE since > 0;"                        \
    "CREATE TABLE sessions ("                                                                      \
    "  session BLOB PRIMARY KEY NOT NULL, person TEXT NOT NULL REFERENCES people (id),"            \
    "  device TEXT NOT NULL DEFAULT '', way TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL,"   \
    "  used INTEGER NOT NULL) STRICT, WITHOUT ROWID;"                                              \
    "CREATE INDEX sessions_person ON sessions (person);"                                           \
    "CREATE TABLE passkeys ("                                                                      \
    "  id BLOB PRIMARY KEY NOT NULL, person TEXT NOT NULL REFERENCES people (id),"                 \
    "  algorithm INTEGER NOT NULL, open BLOB NOT NULL, counter INTEGER NOT NULL,"                  \
    "  device TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL)"                     \
    "  STRICT, WITHOUT ROWID;"                                                                     \
    "CREATE INDEX passkeys_person ON passkeys (person);"

/* What finished games say of people, since version 7 (ratings.c): made again from the journals
   where it is lost. `ended` is 0 while a table is not over. */
#define RESULTS                                                                                    \
    "CREATE TABLE results ("                                                                       \
    "  game INTEGER NOT NULL REFERENCES tables (key), seat INTEGER NOT NULL, who TEXT NOT NULL,"   \
    "  rank INTEGER NOT NULL, points INTEGER NOT NULL, margin INTEGER NOT NULL,"                   \
    "  away INTEGER NOT NULL, feats INTEGER NOT NULL, mu REAL, sigma REAL,"                        \
    "  gain INTEGER NOT NULL, checked INTEGER NOT NULL DEFAULT 0,"                                 \
    "  bests TEXT NOT NULL DEFAULT '{}', PRIMARY KEY (game, seat)) "                               \
    "STRICT, WITHOUT ROWID;"                                                                       \
    "CREATE INDEX results_who ON results (who, game);"                                             \
    "CREATE TABLE ratings ("                                                                       \
    "  game TEXT NOT NULL, who TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,"              \
    "  played INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (game, who))"                    \
    "  STRICT, WITHOUT ROWID;"

static const char schema[] =
    "CREATE TABLE tables ("
    "  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    "  players INTEGER NOT NULL, options TEXT NOT NULL, title TEXT NOT NULL,"
    "  listed INTEGER NOT NULL, host TEXT NOT NULL, seed BLOB NOT NULL, created INTEGER NOT NULL,"
    "  stage TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0,"
    "  rated INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0,"
    "  seats TEXT NOT NULL DEFAULT '', clocks TEXT, due INTEGER,"
    "  series TEXT NOT NULL DEFAULT '',"
    "  round INTEGER NOT NULL DEFAULT 0, wins TEXT NOT NULL DEFAULT '',"
    "  next TEXT NOT NULL DEFAULT '', result TEXT NOT NULL DEFAULT '',"
    "  moved INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX tables_series ON tables (series) WHERE series <> '';"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;"
    "CREATE TABLE house (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_open ON tables (key) WHERE listed = 1 AND stage = 'gathering';"
    "CREATE TABLE journal ("
    "  game INTEGER NOT NULL REFERENCES tables (key), position INTEGER NOT NULL,"
    "  line TEXT NOT NULL, PRIMARY KEY (game, position)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE sitters ("
    "  person TEXT NOT NULL, game INTEGER NOT NULL REFERENCES tables (key),"
    "  place INTEGER NOT NULL DEFAULT -1, PRIMARY KEY (person, game)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sitters_game ON sitters (game);" PEOPLE ADMIN RESULTS PAST_SCHEMA DEVICES MANNERS
    "PRAGMA application_id = 0x4e65676f;"
    "PRAGMA user_version = 13;";

/* What brings a store of version i + 1 to the next one. */
static const char *const upgrades[SCHEMA - 1] = {
    "UPDATE journal SET line = 'chat' || substr(line, 4) WHERE line LIKE 'say %';"
    "PRAGMA user_version = 2;",
    "ALTER TABLE tables ADD COLUMN at INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN seats TEXT NOT NULL DEFAULT '';"
    "PRAGMA user_version = 3;",
    "ALTER TABLE tables ADD COLUMN clocks TEXT;"
    "ALTER TABLE tables ADD COLUMN due INTEGER;"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;"
    "CREATE TABLE house (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 4;",
    "ALTER TABLE people RENAME TO guests;" PEOPLE
    "INSERT INTO people (id, name) SELECT id, name FROM guests;"
    "INSERT INTO sessions (session, person, created, used)"
    "  SELECT session, id, strftime('%s', 'now') + 0, strftime('%s', 'now') + 0 FROM guests;"
    "DROP TABLE guests;"
    "PRAGMA user_version = 5;",
    ADMIN "PRAGMA user_version = 6;",
    "ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET ended = created WHERE stage = 'over';" RESULTS "PRAGMA user_version = 7;",
    PAST_SCHEMA "PRAGMA user_version = 8;",
    /* A place is the figure before "person ID" in the seats, unless "seat FIGURE away" follows. */
    "ALTER TABLE tables ADD COLUMN series TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN round INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN wins TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN next TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN result TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET moved = created;"
    "CREATE INDEX tables_series ON tables (series) WHERE series <> '';"
    "ALTER TABLE sitters ADD COLUMN place INTEGER NOT NULL DEFAULT -1;"
    "UPDATE sitters SET place = ifnull((SELECT CASE"
    "  WHEN instr(t.seats, ' person ' || person || ' ') = 0 THEN -1"
    "  WHEN instr(t.seats, 'seat ' || substr(t.seats, instr(t.seats, ' person ' || person || ' ')"
    "   - 1, 1) || ' away ') > 0 THEN -1"
    "  ELSE CAST(substr(t.seats, instr(t.seats, ' person ' || person || ' ') - 1, 1) AS INTEGER)"
    "  END FROM tables t WHERE t.key = sitters.game), -1);"
    "PRAGMA user_version = 9;",
    DEVICES "PRAGMA user_version = 10;",
    /* Made again with all they have now. */
    "DROP TABLE results; DROP TABLE ratings;" RESULTS "PRAGMA user_version = 11;",
    MANNERS "PRAGMA user_version = 12;",
    "DROP TABLE results; DROP TABLE ratings;" RESULTS "PRAGMA user_version = 13;"};

static const char *const queries[QUERIES] = {
    [TABLE_ADD] = "INSERT INTO tables (id, game, players, options, title, listed, host, seed,"
                  " created, stage, series, round, wins, rated, key)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    [TABLE_FIND] = "SELECT t.key, " TABLE_COLUMNS ", t.clocks FROM tables t WHERE t.id = ?1",
    [TABLE_KEY] = "SELECT key, stage, (SELECT ifnull(max(position) + 1, 0) FROM journal"
                  " WHERE game = key) FROM tables WHERE id = ?1",
    [TABLE_STANDING] = "UPDATE tables SET stage = ?2, at = ?3, turn = ?4, seats = ifnull(?5, "
                       "seats), result = ifnull(?6, result), moved = ?7 WHERE key = ?1",
    [TABLE_END] = "UPDATE tables SET ended = ?2 WHERE key = ?1",
    [TABLE_TURN] = "UPDATE tables SET at = ?2, turn = ?3, moved = ?4 WHERE key = ?1",
    [TABLE_CLOCKS] = "UPDATE tables SET clocks = ?2, due = ?3 WHERE key = ?1",
    [TABLE_NEXT] = "UPDATE tables SET next = ?2 WHERE id = ?1 AND next = ''",
    [TABLE_UNLIST] = "UPDATE tables SET listed = 0 WHERE key = ?1",
    [JOURNAL_ADD] = "INSERT INTO journal (game, position, line) VALUES (?1, ?2, ?3)",
    [JOURNAL_READ] = "SELECT position, line FROM journal WHERE game = ?1 ORDER BY position",
    [SITTERS_CLEAR] = "DELETE FROM sitters WHERE game = ?1",
    [SITTERS_ADD] = "INSERT OR IGNORE INTO sitters (person, game, place) VALUES (?1, ?2, ?3)",
    [LIST_OPEN] = list_open,
    [LIST_MINE] = list_mine,
    [COUNT_MINE] = count_mine,
    [LIST_DUE] = "SELECT key, id, due FROM tables WHERE due <= ?1 AND (due, key) > (?2, ?3)"
                 " ORDER BY due, key LIMIT ?4",
    [VALUE_SAVE] = "INSERT INTO house (name, value) VALUES (?1, ?2)"
                   " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [PERSON_FIND] = "SELECT p.id, p.name, p.since > 0, s.used FROM sessions s"
                    " JOIN people p ON p.id = s.person WHERE s.session = ?1 AND s.used > ?2",
    [PERSON_SAVE] = "INSERT INTO people (id, name, look, stroke) VALUES (?1, ?2, ?3, ?4)"
                    " ON CONFLICT (id) DO UPDATE SET name = excluded.name, look = excluded.look,"
                    " stroke = excluded.stroke",
    [PERSON_LIKE] = "SELECT 1 FROM people WHERE since > 0 AND (look = ?2 OR stroke = ?3)"
                    " AND id <> ?1",
    [PERSON_ENDED] = "SELECT 1 FROM people WHERE id = ?1 AND NOT EXISTS"
                     " (SELECT 1 FROM sessions WHERE session = ?2 AND person = ?1)",
    [SESSION_SAVE] = "INSERT OR IGNORE INTO sessions (session, person, created, used)"
                     " VALUES (?1, ?2, ?3, ?3)",
};

const char *const sqlite_stages[] = {
    [STAGE_GATHERING] = "gathering", [STAGE_PLAYING] = "playing", [STAGE_OVER] = "over"};

/* --- opening ---------------------------------------------------------------------------------- */

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

static Reason unreadable(Sqlite *db) {
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

/* An empty file becomes a store; a store is checked and brought up to date; anything else is
   refused. */
static Reason recognise(Sqlite *db) {
    long long application, version, things;
    if (!ask(db, "PRAGMA application_id", &application) ||
        !ask(db, "PRAGMA user_version", &version) ||
        !ask(db, "SELECT count(*) FROM sqlite_schema", &things))
        return unreadable(db);
    bool fresh = application == 0 && version == 0 && things == 0;
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
    if (fresh && !run_whole(db, schema)) return unreadable(db);
    db->unrated = !fresh && version < RATED_SINCE;
    if (!fresh && version < SCHEMA && !save_copy(db, (int)version))
        return REFUSED(N_("the store is of an older version, and there is no room to keep a copy "
                          "of it before it is brought up to date"));
    for (; !fresh && version < SCHEMA; version++)
        if (!run_whole(db, upgrades[version - 1])) return unreadable(db);
    return ALLOWED;
}

static int committed(void *who, sqlite3 *file, const char *name, int pages) {
    Sqlite *db = who;
    (void)file;
    (void)name;
    db->log_pages = pages;
    return SQLITE_OK;
}

static Reason prepare(Sqlite *db) {
    sqlite3_wal_hook(db->file, committed, db); /* instead of SQLite's own tidying in a commit */
    if (!lists_functions(db->file)) return unreadable(db);
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(db->file, queries[i], -1, SQLITE_PREPARE_PERSISTENT, &db->query[i],
                               NULL) != SQLITE_OK)
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

Sqlite *sqlite_open(const char *path, Reason *why) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS,
                   0); /* nobody asks, and counting takes a lock each time */
    Sqlite *db = calloc(1, sizeof *db);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!db) abort();
    *why = ALLOWED;
    if (sqlite3_open_v2(path, &db->file, flags, NULL) != SQLITE_OK)
        *why = unreadable(db);
    else {
        sqlite3_busy_timeout(db->file, BUSY_MS);
        *why = recognise(db);
        if (!why->text) *why = prepare(db);
        if (!why->text && db->unrated) *why = rate_old(db);
    }
    if (!why->text) return db;
    sqlite_close(db);
    return NULL;
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

static bool has_row(Sqlite *db, const char *sql, const char *text) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(db->file, sql, -1, &query, NULL) != SQLITE_OK) return false;
    sqlite3_bind_text(query, 1, text, -1, SQLITE_STATIC);
    bool row = sqlite3_step(query) == SQLITE_ROW;
    sqlite3_finalize(query);
    return row;
}

bool sqlite_has_table(Sqlite *db, const char *id) {
    return has_row(db, "SELECT 1 FROM tables WHERE id = ?1", id);
}

bool sqlite_has_person(Sqlite *db, const char *id) {
    return has_row(db, "SELECT 1 FROM people WHERE id = ?1", id);
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

bool sqlite_begin(Sqlite *db) {
    return run(db, "BEGIN");
}

bool sqlite_commit(Sqlite *db) {
    return run(db, "COMMIT");
}

void sqlite_undo(Sqlite *db) {
    /* Some errors have rolled back already. */
    if (!sqlite3_get_autocommit(db->file)) run(db, "ROLLBACK");
}

void sqlite_tidy(Sqlite *db) {
    if (db->log_pages < LOG_PAGES) return;
    db->log_pages = 0; /* where it fails, the next commit sets it again */
    sqlite3_wal_checkpoint_v2(db->file, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* --- tables ----------------------------------------------------------------------------------- */

static bool add_lines(Sqlite *db, int64_t key, const StoreBatch *batch) {
    const char *line = batch->lines;
    for (int i = 0; i < batch->count; i++) {
        const char *end = strchr(line, '\n');
        if (!end) return false;
        sqlite3_stmt *query = fresh(db, JOURNAL_ADD);
        sqlite3_bind_int64(query, 1, key);
        sqlite3_bind_int64(query, 2, batch->expected + i);
        sqlite3_bind_text(query, 3, line, (int)(end - line), SQLITE_STATIC);
        if (!done(query)) return false;
        line = end + 1;
    }
    return *line == '\0';
}

static bool set_sitters(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, SITTERS_CLEAR);
    sqlite3_bind_int64(query, 1, key);
    if (!done(query)) return false;
    for (int i = 0; i < batch->sitters; i++) {
        query = fresh(db, SITTERS_ADD);
        bind_text(query, 1, batch->sitter[i]);
        sqlite3_bind_int64(query, 2, key);
        sqlite3_bind_int(query, 3, batch->place[i]);
        if (!done(query)) return false;
    }
    return true;
}

/* What a list shows of the table now. */
static bool set_standing(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_STANDING);
    sqlite3_bind_int64(query, 1, key);
    bind_text(query, 2, sqlite_stages[batch->stage]);
    sqlite3_bind_int(query, 3, batch->at);
    sqlite3_bind_int64(query, 4, batch->turn);
    bind_text(query, 5, batch->seats);
    bind_text(query, 6, batch->result);
    sqlite3_bind_int64(query, 7, sqlite_now(db));
    return done(query);
}

/* The same where neither the stage nor the seats have changed, as with nearly every move. */
static bool set_turn(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_TURN);
    sqlite3_bind_int64(query, 1, key);
    sqlite3_bind_int(query, 2, batch->at);
    sqlite3_bind_int64(query, 3, batch->turn);
    sqlite3_bind_int64(query, 4, sqlite_now(db));
    return done(query);
}

/* A table has one rematch: a second one is refused. */
static bool set_next(Sqlite *db, const char *table, const char *next) {
    sqlite3_stmt *query = fresh(db, TABLE_NEXT);
    bind_text(query, 1, table);
    bind_text(query, 2, next);
    return done(query) && sqlite3_changes(db->file) == 1;
}

/* What is left on the clocks, where the batch tells. */
static bool set_clocks(Sqlite *db, int64_t key, const StoreBatch *batch) {
    if (!batch->clocks) return true;
    sqlite3_stmt *query = fresh(db, TABLE_CLOCKS);
    sqlite3_bind_int64(query, 1, key);
    bind_text(query, 2, batch->clocks);
    if (batch->due >= 0) sqlite3_bind_int64(query, 3, batch->due);
    return done(query);
}

/* The game is over: its result is kept with its last line. With a log it is when the table is
   folded: results depend on their order, and that one lasts (replica.h). */
static bool end_table(Sqlite *db, const char *id, int64_t key) {
    sqlite3_stmt *query = fresh(db, TABLE_END);
    sqlite3_bind_int64(query, 1, key);
    sqlite3_bind_int64(query, 2, sqlite_now(db));
    return done(query) && (db->replica || sqlite_rate(db, id));
}

StoreResult sqlite_create(Sqlite *db, const StoreTable *table, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_ADD);
    bind_text(query, 1, table->id);
    bind_text(query, 2, table->game);
    sqlite3_bind_int(query, 3, table->players);
    bind_text(query, 4, table->options);
    bind_text(query, 5, table->title);
    sqlite3_bind_int(query, 6, table->listed);
    bind_text(query, 7, table->host);
    sqlite3_bind_blob(query, 8, table->seed, SEED_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(query, 9, table->created);
    bind_text(query, 10, sqlite_stages[batch->stage]);
    bind_text(query, 11, table->series);
    sqlite3_bind_int(query, 12, table->round);
    bind_text(query, 13, table->wins);
    sqlite3_bind_int(query, 14, table->rated);
    if (db->key) sqlite3_bind_int64(query, 15, db->key);
    if (!done(query)) return STORE_FAILED;
    int64_t key = sqlite3_last_insert_rowid(db->file);
    bool well = add_lines(db, key, batch) && set_sitters(db, key, batch) &&
                set_standing(db, key, batch) && set_clocks(db, key, batch);
    if (table->previous[0]) well = well && set_next(db, table->previous, table->id);
    return well ? STORE_DONE : STORE_FAILED;
}

/* The key and stage of a table, and the length of its journal. */
static StoreResult find_key(Sqlite *db, const char *table, int64_t *key, char stage[16],
                            int64_t *length) {
    sqlite3_stmt *query = fresh(db, TABLE_KEY);
    bind_text(query, 1, table);
    int code = sqlite3_step(query);
    StoreResult result = STORE_DONE;
    if (code == SQLITE_DONE)
        result = STORE_MISSING;
    else if (code != SQLITE_ROW || !column(query, 1, stage, 16))
        result = STORE_FAILED;
    else {
        *key = sqlite3_column_int64(query, 0);
        *length = sqlite3_column_int64(query, 2);
    }
    sqlite3_reset(query);
    return result;
}

/* Who has checked the draws of a finished game, where the batch tells. */
static bool set_checked(Sqlite *db, int64_t key, const StoreBatch *batch) {
    int seat;
    if (strncmp(batch->lines, "checked ", 8) != 0 || sscanf(batch->lines, "checked %d", &seat) != 1)
        return true;
    return sql_run_any(db,
                       sql_ask(db, "UPDATE results SET checked = 1 WHERE game = ?1 AND seat = ?2",
                               "ii", key, (int64_t)seat)) == STORE_DONE;
}

StoreResult sqlite_append(Sqlite *db, const char *table, const StoreBatch *batch) {
    int64_t key, length;
    char stage[16];
    StoreResult result = find_key(db, table, &key, stage, &length);
    if (result != STORE_DONE) return result;
    if (length != batch->expected) return STORE_MOVED;
    if (!add_lines(db, key, batch) || !set_clocks(db, key, batch) || !set_checked(db, key, batch))
        return STORE_FAILED;
    if (!batch->seats && strcmp(stage, sqlite_stages[batch->stage]) == 0)
        return set_turn(db, key, batch) ? STORE_DONE : STORE_FAILED;
    if (batch->seats && !set_sitters(db, key, batch)) return STORE_FAILED;
    if (!set_standing(db, key, batch)) return STORE_FAILED;
    bool ends = batch->stage == STAGE_OVER && strcmp(stage, sqlite_stages[STAGE_OVER]) != 0;
    return !ends || end_table(db, table, key) ? STORE_DONE : STORE_FAILED;
}

StoreResult sqlite_unlist(Sqlite *db, const char *table) {
    int64_t key, length;
    char stage[16];
    StoreResult result = find_key(db, table, &key, stage, &length);
    if (result != STORE_DONE) return result;
    sqlite3_stmt *unlist = fresh(db, TABLE_UNLIST), *clear = fresh(db, SITTERS_CLEAR);
    sqlite3_bind_int64(unlist, 1, key);
    sqlite3_bind_int64(clear, 1, key);
    return done(unlist) && done(clear) ? STORE_DONE : STORE_FAILED;
}

bool sqlite_table(sqlite3_stmt *query, StoreTable *t) {
    const void *seed = sqlite3_column_blob(query, 7);
    if (!seed || sqlite3_column_bytes(query, 7) != SEED_BYTES) return false;
    memcpy(t->seed, seed, SEED_BYTES);
    t->players = sqlite3_column_int(query, 2);
    t->listed = sqlite3_column_int(query, 5) != 0;
    t->created = sqlite3_column_int64(query, 8);
    t->round = sqlite3_column_int(query, 10);
    t->rated = sqlite3_column_int(query, 13) != 0;
    return column(query, 1, t->game, sizeof t->game) &&
           column(query, 3, t->options, sizeof t->options) &&
           column(query, 4, t->title, sizeof t->title) &&
           column(query, 6, t->host, sizeof t->host) &&
           column(query, 9, t->series, sizeof t->series) &&
           column(query, 11, t->wins, sizeof t->wins) && column(query, 12, t->next, sizeof t->next);
}

/* Reads the journal of a table: positions 0, 1, 2... without a hole. */
static bool read_journal(Sqlite *db, int64_t key, StoreAnswer *answer) {
    Text lines = text_grow();
    sqlite3_stmt *query = fresh(db, JOURNAL_READ);
    int code, count = 0;
    bool sound = true;
    sqlite3_bind_int64(query, 1, key);
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        char line[LINE_LIMIT + 1];
        sound = sqlite3_column_int64(query, 0) == count && column(query, 1, line, sizeof line) &&
                !strchr(line, '\n');
        if (!sound) break;
        text_add(&lines, line);
        text_char(&lines, '\n');
        count++;
    }
    sqlite3_reset(query);
    if (!sound || code != SQLITE_DONE) {
        text_free(&lines);
        return false;
    }
    answer->lines = lines.at;
    answer->count = count;
    return true;
}

StoreResult sqlite_load(Sqlite *db, const char *table, StoreAnswer *answer) {
    sqlite3_stmt *query = fresh(db, TABLE_FIND);
    bind_text(query, 1, table);
    int code = sqlite3_step(query);
    int64_t key = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    bool sound = code == SQLITE_ROW && sqlite_table(query, &answer->table);
    if (sound && sqlite3_column_type(query, TABLE_COLUMNS_END) == SQLITE_TEXT) {
        answer->clocks = strdup((const char *)sqlite3_column_text(query, TABLE_COLUMNS_END));
        if (!answer->clocks) abort();
    }
    sqlite3_reset(query);
    if (code == SQLITE_DONE) return STORE_MISSING;
    strcpy(answer->table.id, table);
    return sound && read_journal(db, key, answer) ? STORE_DONE : STORE_FAILED;
}

/* --- the time of the house -------------------------------------------------------------------- */

StoreResult sqlite_due(Sqlite *db, int64_t until, int64_t after_due, int64_t after_key,
                       StoreAnswer *answer) {
    sqlite3_stmt *query = fresh(db, LIST_DUE);
    int code;
    bool sound = true;
    sqlite3_bind_int64(query, 1, until);
    sqlite3_bind_int64(query, 2, after_due);
    sqlite3_bind_int64(query, 3, after_key);
    sqlite3_bind_int(query, 4, DUE_MAX);
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        answer->after_key = sqlite3_column_int64(query, 0);
        answer->after_due = sqlite3_column_int64(query, 2);
        sound = column(query, 1, answer->due_id[answer->due++], TABLE_ID_MAX + 1);
    }
    sqlite3_reset(query);
    long long waits = 0;
    sound = sound && code == SQLITE_DONE &&
            ask(db, "SELECT EXISTS (SELECT 1 FROM tables WHERE due IS NOT NULL)", &waits);
    answer->waits = waits != 0;
    return sound ? STORE_DONE : STORE_FAILED;
}

StoreResult sqlite_save_hour(Sqlite *db, int64_t ms) {
    sqlite3_stmt *query = fresh(db, VALUE_SAVE);
    bind_text(query, 1, "hour");
    sqlite3_bind_int64(query, 2, ms);
    return done(query) ? STORE_DONE : STORE_FAILED;
}

int64_t sqlite_hour(Sqlite *db) {
    long long ms;
    return ask(db, "SELECT value FROM house WHERE name = 'hour'", &ms) ? ms : 0;
}

/* --- people ---------------------------------------------------------------------------------- */

StoreResult sqlite_find_person(Sqlite *db, const uint8_t *session, StorePerson *person) {
    sqlite3_stmt *query = fresh(db, PERSON_FIND);
    sqlite3_bind_blob(query, 1, session, SESSION_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, time(NULL) - SESSION_SECONDS);
    int code = sqlite3_step(query);
    bool sound = code == SQLITE_ROW && column(query, 0, person->id, sizeof person->id) &&
                 column(query, 1, person->name, sizeof person->name);
    person->account = sound && sqlite3_column_int(query, 2);
    person->used = sound ? sqlite3_column_int64(query, 3) : 0;
    sqlite3_reset(query);
    if (code == SQLITE_DONE) return STORE_MISSING;
    memcpy(person->session, session, SESSION_BYTES);
    return sound ? STORE_DONE : STORE_FAILED;
}

static void bind_looks(sqlite3_stmt *query, int hole, const uint8_t looks[LOOKS][LOOK_BYTES]) {
    for (int i = 0; i < LOOKS; i++)
        sqlite3_bind_blob(query, hole + i, looks[i], LOOK_BYTES, SQLITE_STATIC);
}

bool sqlite_name_taken(Sqlite *db, const char *id, const uint8_t looks[LOOKS][LOOK_BYTES]) {
    sqlite3_stmt *query = fresh(db, PERSON_LIKE);
    bind_text(query, 1, id);
    bind_looks(query, 2, looks);
    bool taken = sqlite3_step(query) == SQLITE_ROW;
    sqlite3_reset(query);
    return taken;
}

/* A session that has ended does not begin again. */
static bool has_ended(Sqlite *db, const StorePerson *person) {
    sqlite3_stmt *query = fresh(db, PERSON_ENDED);
    bind_text(query, 1, person->id);
    sqlite3_bind_blob(query, 2, person->session, SESSION_BYTES, SQLITE_STATIC);
    bool ended = sqlite3_step(query) == SQLITE_ROW;
    sqlite3_reset(query);
    return ended;
}

StoreResult sqlite_save_person(Sqlite *db, const StorePerson *person) {
    if (has_ended(db, person)) return STORE_MISSING;
    if (sqlite_name_taken(db, person->id, person->looks)) return STORE_TAKEN;
    sqlite3_stmt *query = fresh(db, PERSON_SAVE);
    bind_text(query, 1, person->id);
    bind_text(query, 2, person->name);
    bind_looks(query, 3, person->looks);
    if (!done(query)) return STORE_FAILED;
    query = fresh(db, SESSION_SAVE);
    sqlite3_bind_blob(query, 1, person->session, SESSION_BYTES, SQLITE_STATIC);
    bind_text(query, 2, person->id);
    sqlite3_bind_int64(query, 3, sqlite_now(db));
    return done(query) ? STORE_DONE : STORE_FAILED;
}

int64_t sqlite_now(const Sqlite *db) {
    return db->now ? db->now : time(NULL);
}

sqlite3 *sqlite_file(Sqlite *db) {
    return db->file;
}
