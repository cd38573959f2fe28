#include "store/apply.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "store/ask.h"
#include "store/inside.h"
#include "store/rows.h"
#include "store/wire.h"

/* New tables have keys beyond those that another house may bring along. */
enum { KEYS_FROM = 40 }; /* a bit */

#define SPOILT "?" /* a line no table takes */

/* log_tables: `over` is 1 from the end of a game until it is folded, then 2 until the messages of
   its moves are forgotten, then 3; `touched` is the
   message that last wrote its journal anew. log_next has the rematches, also of tables that whoever
   reads the log from its beginning only gets to know when they are folded. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS log_house (name TEXT PRIMARY KEY NOT NULL, value NOT NULL)"
    "  WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS log_secrets (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS log_tables (id TEXT PRIMARY KEY NOT NULL, last INTEGER NOT NULL,"
    "  over INTEGER NOT NULL DEFAULT 0, moved INTEGER NOT NULL DEFAULT 0,"
    "  touched INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS log_next (previous TEXT PRIMARY KEY NOT NULL, next TEXT NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS log_left ON log_tables (moved) WHERE over IN (1, 2);";

/* What is asked with every move is prepared once. */
enum { TABLE_AT, NOTE_LAST, PEOPLE_AT, SAVE, BACK, RELEASE };

#define SQL_TABLE_AT                                                                               \
    "SELECT (SELECT ifnull(max(position) + 1, 0) FROM journal WHERE game = key),"                  \
    " ifnull(l.last, 0), ifnull(l.over, 0) FROM tables t LEFT JOIN log_tables l"                   \
    " ON l.id = t.id WHERE t.id = ?1"
#define SQL_NOTE_LAST                                                                              \
    "INSERT INTO log_tables (id, last, over, moved) VALUES (?1, ?2, ?3, ?4)"                       \
    " ON CONFLICT (id) DO UPDATE SET last = ?2, over = max(over, ?3), moved = ?4"
#define SQL_PEOPLE_AT                                                                              \
    "SELECT s.person FROM sitters s JOIN tables t ON t.key = s.game WHERE t.id = ?1"

static const char *const log_queries[] = {
    [TABLE_AT] = SQL_TABLE_AT,    [NOTE_LAST] = SQL_NOTE_LAST,    [PEOPLE_AT] = SQL_PEOPLE_AT,
    [SAVE] = "SAVEPOINT message", [BACK] = "ROLLBACK TO message", [RELEASE] = "RELEASE message"};

bool apply_open(Sqlite *db) {
    db->replica = true;
    bool well =
        sqlite3_exec(db->file, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db->file, schema, NULL, NULL, NULL) == SQLITE_OK;
    for (int i = 0; well && i < LOG_QUERIES; i++)
        well = sqlite3_prepare_v3(db->file, log_queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &db->log_query[i], NULL) == SQLITE_OK;
    return well;
}

static sqlite3_stmt *ready(Sqlite *db, int which) {
    sqlite3_stmt *query = db->log_query[which];
    sqlite3_reset(query);
    sqlite3_clear_bindings(query);
    return query;
}

static bool set_value(Sqlite *db, const char *name, int64_t value) {
    return sql_run(db, sql_ask(db, "INSERT OR REPLACE INTO log_house VALUES (?1, ?2)", "ti", name,
                               value)) == STORE_DONE;
}

static int64_t value_of(Sqlite *db, const char *name, int64_t none) {
    return sql_number(sql_ask(db, "SELECT value FROM log_house WHERE name = ?1", "t", name), none);
}

uint64_t apply_position(Sqlite *db, char id[LOG_ID + 1]) {
    sqlite3_stmt *query = sql_ask(db, "SELECT value FROM log_house WHERE name = 'id'", "");
    if (!query || sqlite3_step(query) != SQLITE_ROW || !sql_text(query, 0, id, LOG_ID + 1))
        id[0] = '\0';
    sqlite3_finalize(query);
    return (uint64_t)value_of(db, "read", 0);
}

bool apply_save_position(Sqlite *db, uint64_t seq, const char *id) {
    return set_value(db, "read", (int64_t)seq) &&
           sql_run(db, sql_ask(db, "INSERT OR REPLACE INTO log_house VALUES ('id', ?1)", "t",
                               id)) == STORE_DONE;
}

int64_t apply_hour(Sqlite *db, int64_t ms) {
    return value_of(db, "hour", 0) + ms - value_of(db, "since", ms);
}

/* --- tables ----------------------------------------------------------------------------------- */

TableAt apply_table(Sqlite *db, const char *id) {
    TableAt at = {.lines = -1};
    sqlite3_stmt *query = ready(db, TABLE_AT);
    bind_text(query, 1, id);
    if (sqlite3_step(query) == SQLITE_ROW) {
        at.lines = sqlite3_column_int(query, 0);
        at.last = sqlite3_column_int64(query, 1);
        at.folded = sqlite3_column_int(query, 2) >= 2;
    }
    sqlite3_reset(query);
    Text subject = text_over(at.subject, sizeof at.subject);
    text_printf(&subject, "%s.%s", at.folded ? "over" : "table", id);
    return at;
}

char *apply_people(Sqlite *db, const char *id) {
    Text people = text_grow();
    sqlite3_stmt *query = ready(db, PEOPLE_AT);
    bind_text(query, 1, id);
    while (sqlite3_step(query) == SQLITE_ROW)
        text_printf(&people, "%s\n", (const char *)sqlite3_column_text(query, 0));
    sqlite3_reset(query);
    return people.at;
}

void apply_left(Sqlite *db, int over, int64_t before, int most, Text *out) {
    char id[TABLE_ID_MAX + 1];
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT id FROM log_tables WHERE over IN (1, 2) AND over = ?1"
                                  " AND moved < ?2 ORDER BY moved LIMIT ?3",
                                  "iii", (int64_t)over, before, (int64_t)most);
    while (query && sqlite3_step(query) == SQLITE_ROW && sql_text(query, 0, id, sizeof id))
        text_printf(out, "%s\n", id);
    sqlite3_finalize(query);
}

/* The message was the last one of the subject of its table, whatever became of it. */
static bool note_last(Sqlite *db, const char *id, uint64_t seq, int over) {
    sqlite3_stmt *query = ready(db, NOTE_LAST);
    bind_text(query, 1, id);
    sqlite3_bind_int64(query, 2, (int64_t)seq);
    sqlite3_bind_int(query, 3, over);
    sqlite3_bind_int64(query, 4, db->now);
    return done(query);
}

/* The table a subject is of, behind this word; NULL: of none. */
static const char *table_of(const char *subject, const char *word) {
    size_t length = strlen(word);
    return strncmp(subject, word, length) == 0 && subject[length] == '.' ? subject + length + 1
                                                                         : NULL;
}

/* A table that was removed stays so, whatever is still on its way. */
static bool was_removed(Sqlite *db, const char *id) {
    return !sqlite_has_table(db, id) &&
           sql_number(sql_ask(db, "SELECT 1 FROM log_tables WHERE id = ?1", "t", id), 0);
}

/* The header of a table names its rematch. */
static StoreResult set_next(Sqlite *db, const char *id) {
    return sql_run_any(db, sql_ask(db,
                                   "UPDATE tables SET next = (SELECT next FROM log_next WHERE"
                                   " previous = ?1) WHERE id = ?1 AND EXISTS (SELECT 1 FROM"
                                   " log_next WHERE previous = ?1)",
                                   "t", id));
}

/* The same on every node, whatever it still has of the tables before. */
static int64_t key_of(const LogEvent *event) {
    return (1LL << KEYS_FROM) + (int64_t)event->seq;
}

static StoreResult create(Sqlite *db, const LogEvent *event, Call *call) {
    if (was_removed(db, call->table.id) || sqlite_has_table(db, call->table.id)) return STORE_MOVED;
    const char *previous = call->table.previous;
    if (previous[0] &&
        sql_number(sql_ask(db, "SELECT 1 FROM log_next WHERE previous = ?1", "t", previous), 0))
        return STORE_MOVED; /* it has a rematch */
    StoreTable alone = call->table;
    alone.previous[0] = '\0';
    db->key = key_of(event);
    StoreResult result = sqlite_create(db, &alone, &call->batch);
    db->key = 0;
    if (result != STORE_DONE || !previous[0]) return result;
    result =
        sql_run(db, sql_ask(db, "INSERT INTO log_next VALUES (?1, ?2)", "tt", previous, alone.id));
    return result == STORE_DONE ? set_next(db, previous) : result;
}

/* What is written on the old subject of a table that was folded comes too late: it is forgotten
   with that subject. */
static StoreResult append(Sqlite *db, const LogEvent *event, Call *call, const TableAt *at) {
    if (at->lines < 0) return STORE_MISSING;
    if (strcmp(at->subject, event->subject) != 0 || at->last != call->ms) return STORE_MOVED;
    return sqlite_append(db, call->table.id, &call->batch);
}

/* A table that is over, whole. Who has all its lines learns nothing new; who reads a log that has
   forgotten them gets them here. One that lacks a line we have was written too early. */
static StoreResult fold(Sqlite *db, Call *call, const TableAt *at) {
    int lines = rows_lines(call->text, call->table.id);
    if (lines < 0) return STORE_FAILED;
    if (was_removed(db, call->table.id)) return STORE_MISSING;
    if (at->folded || at->lines > lines) return STORE_MOVED;
    if (sql_number(sql_ask(db, "SELECT touched FROM log_tables WHERE id = ?1", "t", call->table.id),
                   0) > call->ms)
        return STORE_MOVED; /* it was written before that */
    if (at->lines < lines &&
        !(rows_put(db, call->text) && set_next(db, call->table.id) == STORE_DONE))
        return STORE_FAILED;
    return sqlite_rate(db, call->table.id) ? STORE_DONE : STORE_FAILED;
}

/* In the log it has taken the place of the table's messages. */
static StoreResult forget(Sqlite *db, const Call *call) {
    return sql_run_any(db, sql_ask(db, "UPDATE log_tables SET over = 3 WHERE id = ?1 AND over = 2",
                                   "t", call->table.id));
}

static StoreResult rows(Sqlite *db, const LogEvent *event, const Call *call) {
    int64_t hour = sqlite_hour(db);
    if (!rows_put(db, call->text)) return STORE_FAILED;
    if (sqlite_hour(db) != hour &&
        !(set_value(db, "hour", sqlite_hour(db)) && set_value(db, "since", event->ms)))
        return STORE_FAILED;
    return STORE_DONE;
}

bool apply_secret(Sqlite *db, const char *name, char *out, size_t room) {
    sqlite3_stmt *query = sql_ask(db, "SELECT value FROM log_secrets WHERE name = ?1", "t", name);
    bool found = query && sqlite3_step(query) == SQLITE_ROW && sql_text(query, 0, out, room);
    sqlite3_finalize(query);
    return found;
}

static StoreResult secret(Sqlite *db, Call *call) {
    sqlite3_stmt *query;
    if (sql_run_any(db, sql_ask(db, "INSERT OR IGNORE INTO log_secrets VALUES (?1, ?2)", "tt",
                                call->analysis, call->text)) != STORE_DONE)
        return STORE_FAILED;
    query = sql_ask(db, "SELECT value FROM log_secrets WHERE name = ?1", "t", call->analysis);
    if (query && sqlite3_step(query) == SQLITE_ROW)
        call->answer->lines = must(strdup((const char *)sqlite3_column_text(query, 0)));
    sqlite3_finalize(query);
    return call->answer->lines ? STORE_DONE : STORE_FAILED;
}

/* An act of an account that may have written journals anew, of the tables it answers with. */
static StoreResult account(Sqlite *db, const LogEvent *event, Call *call) {
    StoreResult result = call_perform(db, call);
    AccountAct act = call->account->act;
    const char *lines = call->answer->lines;
    if (!sqlite_account_rewrites(act) || !lines) return result;
    for (const char *id = lines; *id; id += strcspn(id, "\n"), id += *id == '\n') {
        char name[TABLE_ID_MAX + 1];
        Text text = text_over(name, sizeof name);
        text_add_n(&text, id, strcspn(id, "\n"));
        if (sql_run_any(db, sql_ask(db, "UPDATE log_tables SET touched = ?2 WHERE id = ?1", "ti",
                                    name, (int64_t)event->seq)) != STORE_DONE)
            return STORE_FAILED;
    }
    return result;
}

/* One of them may bring a table in. */
static StoreResult administer(Sqlite *db, const LogEvent *event, Call *call) {
    db->key = key_of(event);
    StoreResult result = call_perform(db, call);
    db->key = 0;
    return result;
}

static StoreResult perform(Sqlite *db, const LogEvent *event, Call *call, const TableAt *at) {
    switch (call->kind) {
    case ACCOUNT: return account(db, event, call);
    case ADMIN: return administer(db, event, call);
    case CREATE: return create(db, event, call);
    case APPEND: return append(db, event, call, at);
    case FOLD: return fold(db, call, at);
    case FORGET: return forget(db, call);
    case ROWS: return rows(db, event, call);
    case SAVE_SECRET: return secret(db, call);
    default: return call_perform(db, call);
    }
}

/* Whether a message speaks where it may: of a table on the subject of that table. */
static bool is_at_home(const LogEvent *event, const Call *call) {
    const char *id = table_of(event->subject, "table"), *over = table_of(event->subject, "over");
    switch (call->kind) {
    case FORGET:
    case CREATE: return id && strcmp(id, call->table.id) == 0;
    case APPEND: return (id || over) && strcmp(id ? id : over, call->table.id) == 0;
    case FOLD: return over && strcmp(over, call->table.id) == 0;
    default: return strcmp(event->subject, "house") == 0;
    }
}

/* Nobody can say any more how this table goes on. */
static bool spoil(Sqlite *db, const char *id) {
    return sql_run_any(db, sql_ask(db,
                                   "INSERT INTO journal (game, position, line) SELECT key, (SELECT"
                                   " ifnull(max(position) + 1, 0) FROM journal WHERE game = key),"
                                   " ?2 FROM tables WHERE id = ?1",
                                   "tt", id, SPOILT)) == STORE_DONE;
}

/* --- a message -------------------------------------------------------------------------------- */

static int stage_after(const Call *call) {
    if (call->kind == FOLD) return call->answer->result == STORE_DONE ? 2 : 0;
    return call->batch.stage == STAGE_OVER && call->answer->result == STORE_DONE;
}

/* Does what was read; where that fails nothing of it stays. False where the file failed: then it
   is not done, however it was answered. Some errors undo the whole transaction, and the point to
   go back to with it. */
static bool attempt(Sqlite *db, const LogEvent *event, Call *call, const TableAt *at) {
    call->answer = answer_new();
    if (!done(ready(db, SAVE))) return false;
    call->answer->result = perform(db, event, call, at);
    bool undo = call->answer->result == STORE_FAILED;
    if (undo) sqlite_note_ill(db);
    return (!undo || done(ready(db, BACK))) && done(ready(db, RELEASE));
}

/* When the log began is when the hours of its house began, unless another house brings its own. */
static bool note_since(Sqlite *db, int64_t ms) {
    if (!db->since && value_of(db, "since", -1) < 0 &&
        !(set_value(db, "since", ms) && set_value(db, "hour", 0)))
        return false;
    db->since = true;
    return true;
}

/* The message counts as the last one of its table's subject; a table that is folded has another
   subject from then on, and what comes on the old one is nothing to it. */
static bool note_table(Sqlite *db, const LogEvent *event, const Call *call, const char *id,
                       const TableAt *at) {
    bool folds = call && call->kind == FOLD && call->answer->result == STORE_DONE;
    bool creates = call && call->kind == CREATE && call->answer->result == STORE_DONE;
    if (!folds && !creates && (at->lines < 0 || strcmp(at->subject, event->subject) != 0))
        return true;
    return note_last(db, id, event->seq, call ? stage_after(call) : 0);
}

/* Its author had read a message of this table that never came here. */
static bool is_hole(const LogEvent *event, const Call *call, const TableAt *at) {
    return call && call->kind == APPEND && at->lines >= 0 &&
           strcmp(at->subject, event->subject) == 0 && call->ms > at->last;
}

Applied apply_message(Sqlite *db, const LogEvent *event, const char *directory, Call **out) {
    const char *id = table_of(event->subject, "table");
    if (!id) id = table_of(event->subject, "over");
    if (id && strlen(id) > TABLE_ID_MAX) id = NULL;
    Call *call = NULL;
    *out = NULL;
    if (wire_read(event->body, event->size, &call) == WIRE_NEWER) return APPLIED_NEWER;
    if (call && !is_at_home(event, call)) {
        call_free(call);
        call = NULL;
    }
    TableAt at = {.lines = -1};
    sqlite_watch(db);
    if (id) at = apply_table(db, id);
    bool hole = is_hole(event, call, &at);
    db->now = event->ms / 1000;
    db->format = call ? call->format : 0;
    bool well = note_since(db, event->ms);
    if (call) {
        call->directory = directory;
        well = well && attempt(db, event, call, &at);
    } else if (id) {
        well = well && spoil(db, id);
    }
    well = well && (!id || note_table(db, event, call, id, &at)) && !sqlite_is_ill(db);
    db->now = db->format = 0;
    if (!well) {
        db->since = false;
        if (call) {
            store_answer_free(call->answer);
            call_free(call);
        }
        return APPLIED_NO_DISK;
    }
    *out = call;
    return hole ? APPLIED_HOLE : call ? APPLIED_DONE : APPLIED_SKIP;
}

/* --- a log that went back --------------------------------------------------------------------- */

bool apply_lost(Sqlite *db, const char *path, Text *out) {
    if (sql_run_any(db, sql_ask(db, "ATTACH ?1 AS before", "t", path)) == STORE_FAILED)
        return false;
    sqlite3_stmt *query =
        sql_ask(db,
                "SELECT DISTINCT b.id FROM before.journal j JOIN before.tables b ON b.key = j.game"
                " JOIN main.tables t ON t.id = b.id LEFT JOIN main.journal k ON k.game = t.key AND"
                " k.position = j.position AND k.line = j.line WHERE k.line IS NULL",
                "");
    char id[TABLE_ID_MAX + 1];
    int code = SQLITE_ERROR;
    while (query && (code = sqlite3_step(query)) == SQLITE_ROW && sql_text(query, 0, id, sizeof id))
        text_printf(out, "%s\n", id);
    sqlite3_finalize(query);
    sql_run_any(db, sql_ask(db, "DETACH before", ""));
    return code == SQLITE_DONE;
}
