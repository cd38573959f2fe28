#include "store/accounts.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "store/ask.h"
#include "store/inside.h"
#include "store/manners.h"

static bool is_zero(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

/* --- reading an account ----------------------------------------------------------------------- */

static bool read_key(sqlite3_stmt *query, StoreKey *key) {
    key->id_size = sql_bytes(query, 0, key->id, KEY_ID_MAX);
    key->algorithm = sqlite3_column_int(query, 1);
    key->open_size = sql_bytes(query, 2, key->open, KEY_PUBLIC_MAX);
    key->counter = (uint32_t)sqlite3_column_int64(query, 3);
    key->created = sqlite3_column_int64(query, 5);
    key->used = sqlite3_column_int64(query, 6);
    return key->id_size > 0 && key->open_size > 0 &&
           sql_text(query, 4, key->device, sizeof key->device);
}

static bool read_session(sqlite3_stmt *query, StoreSession *session) {
    session->created = sqlite3_column_int64(query, 3);
    session->used = sqlite3_column_int64(query, 4);
    return sql_bytes(query, 0, session->hash, SESSION_BYTES) == SESSION_BYTES &&
           sql_text(query, 1, session->device, sizeof session->device) &&
           sql_text(query, 2, session->way, sizeof session->way);
}

static bool read_rest(Sqlite *db, StoreAccount *account) {
    bool sound = true;
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT id, algorithm, open, counter, device, created, used FROM"
                                  " passkeys WHERE person = ?1 ORDER BY created, id LIMIT 10",
                                  "t", account->id);
    while (query && sound && sqlite3_step(query) == SQLITE_ROW)
        sound = read_key(query, &account->key[account->keys++]);
    sqlite3_finalize(query);
    query = sql_ask(db,
                    "SELECT session, device, way, created, used FROM sessions WHERE person = ?1"
                    " AND used > ?2 ORDER BY used DESC, session LIMIT 20",
                    "ti", account->id, (int64_t)time(NULL) - SESSION_SECONDS);
    while (query && sound && sqlite3_step(query) == SQLITE_ROW)
        sound = read_session(query, &account->session[account->sessions++]);
    sqlite3_finalize(query);
    return sound && query;
}

_Static_assert(KEYS_MAX == 10 && SESSIONS_MAX == 20, "as many as read_rest asks for");

#define ACCOUNT "SELECT id, name, since, hidden, password, code FROM people WHERE since > 0 AND "

static StoreResult read_account(Sqlite *db, sqlite3_stmt *query, StoreAnswer *answer) {
    StoreAccount *account = answer->account = calloc(1, sizeof *account);
    if (!account) abort();
    int code = query ? sqlite3_step(query) : SQLITE_ERROR;
    bool sound = code == SQLITE_ROW && sql_text(query, 0, account->id, sizeof account->id) &&
                 sql_text(query, 1, account->name, sizeof account->name) &&
                 sql_text(query, 4, account->password, sizeof account->password) &&
                 sql_bytes(query, 5, account->code, CODE_BYTES) >= 0;
    if (sound) {
        account->since = sqlite3_column_int64(query, 2);
        account->hidden = sqlite3_column_int(query, 3) != 0;
    }
    sqlite3_finalize(query);
    if (code == SQLITE_DONE) return STORE_MISSING;
    return sound && read_rest(db, account) ? STORE_DONE : STORE_FAILED;
}

/* --- sessions --------------------------------------------------------------------------------- */

static StoreResult end_session(Sqlite *db, const uint8_t *hash) {
    if (is_zero(hash, SESSION_BYTES)) return STORE_DONE;
    return sql_run_any(db, sql_ask(db, "DELETE FROM sessions WHERE session = ?1", "s", hash));
}

/* A session of the person begins; of too many those unused for longest end. */
static StoreResult begin_session(Sqlite *db, const char *id, const StoreSession *session) {
    int64_t now = sqlite_now(db);
    StoreResult result =
        sql_run(db, sql_ask(db,
                            "INSERT INTO sessions (session, person, device, way, created,"
                            " used) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
                            "sttti", session->hash, id, session->device, session->way, now));
    if (result != STORE_DONE) return STORE_FAILED;
    return sql_run_any(
        db, sql_ask(db,
                    "DELETE FROM sessions WHERE person = ?1 AND session NOT IN (SELECT"
                    " session FROM sessions WHERE person = ?1 ORDER BY session = ?2 DESC,"
                    " used DESC, session LIMIT 20)",
                    "ts", id, session->hash));
}

/* --- acts ------------------------------------------------------------------------------------- */

static StoreResult add_key(Sqlite *db, const char *id, const StoreKey *key) {
    if (sql_number(sql_ask(db, "SELECT count(*) FROM passkeys WHERE person = ?1", "t", id),
                   KEYS_MAX) >= KEYS_MAX)
        return STORE_MOVED;
    if (sql_number(sql_ask(db, "SELECT 1 FROM passkeys WHERE id = ?1", "b", key->id, key->id_size),
                   0))
        return STORE_TAKEN;
    return sql_run(db,
                   sql_ask(db,
                           "INSERT INTO passkeys (id, person, algorithm, open, counter, device,"
                           " created, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
                           "btibiti", key->id, key->id_size, id, (int64_t)key->algorithm, key->open,
                           key->open_size, (int64_t)key->counter, key->device, sqlite_now(db)));
}

static StoreResult open_account(Sqlite *db, const AccountCall *call) {
    if (sqlite_name_taken(db, call->id, call->looks)) return STORE_TAKEN;
    if (sql_number(sql_ask(db, "SELECT since FROM people WHERE id = ?1", "t", call->id), 0) > 0)
        return STORE_MOVED; /* he has one already */
    StoreResult result = sql_run(
        db, sql_ask(db,
                    "INSERT INTO people (id, name, look, stroke, since, password, code)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET"
                    " name = excluded.name, look = excluded.look, stroke = excluded.stroke,"
                    " since = excluded.since, password = excluded.password, code = excluded.code",
                    "ttbbitb", call->id, call->name, call->looks[0], LOOK_BYTES, call->looks[1],
                    LOOK_BYTES, sqlite_now(db), call->password, call->code, CODE_BYTES));
    if (result == STORE_DONE && call->by_key) result = add_key(db, call->id, &call->key);
    /* Whoever else knows the guest's session is not let into the account with it. */
    if (result == STORE_DONE)
        result =
            sql_run_any(db, sql_ask(db, "DELETE FROM sessions WHERE person = ?1", "t", call->id));
    return result == STORE_DONE ? begin_session(db, call->id, &call->session) : result;
}

/* Whether the key, or else the account, that was looked at is still there. */
static bool is_way(Sqlite *db, const AccountCall *call) {
    sqlite3_stmt *query =
        call->by_key
            ? sql_ask(db, "SELECT 1 FROM passkeys WHERE id = ?1 AND person = ?2", "bt",
                      call->key.id, call->key.id_size, call->id)
            : sql_ask(db, "SELECT 1 FROM people WHERE id = ?1 AND since > 0", "t", call->id);
    return sql_number(query, 0) == 1;
}

static StoreResult enter(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    StoreResult result = STORE_DONE;
    if (call->by_key) /* a counter that stands still or goes back: the key was copied */
        result = sql_run(
            db, sql_ask(db,
                        "UPDATE passkeys SET counter = ?2, used = ?3 WHERE id = ?1 AND person"
                        " = ?4 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))",
                        "biit", call->key.id, call->key.id_size, (int64_t)call->key.counter,
                        sqlite_now(db), call->id));
    if (call->by_code)
        result = sql_run(db, sql_ask(db, "UPDATE people SET code = ?2 WHERE id = ?1 AND code = ?3",
                                     "tbb", call->id, call->fresh_code, CODE_BYTES, call->code,
                                     CODE_BYTES));
    if (call->password[0]) /* looking at it took a while */
        result = sql_run(db, sql_ask(db,
                                     "UPDATE people SET password = ?2 WHERE id = ?1 AND since > 0"
                                     " AND password = ?2",
                                     "tt", call->id, call->password));
    if (result == STORE_MISSING) return is_way(db, call) ? STORE_MOVED : STORE_MISSING;
    if (result == STORE_DONE) result = end_session(db, call->drop);
    if (result == STORE_DONE && call->guest[0]) result = sqlite_bring(db, call, answer);
    return result == STORE_DONE ? begin_session(db, call->id, &call->session) : result;
}

static StoreResult leave(Sqlite *db, const AccountCall *call) {
    if (call->everywhere)
        return sql_run_any(db,
                           sql_ask(db, "DELETE FROM sessions WHERE person = ?1", "t", call->id));
    return sql_run(db, sql_ask(db, "DELETE FROM sessions WHERE session = ?1 AND person = ?2", "st",
                               call->drop, call->id));
}

static StoreResult set_password(Sqlite *db, const AccountCall *call) {
    StoreResult result =
        sql_run(db, sql_ask(db,
                            "UPDATE people SET password = ?2 WHERE id = ?1 AND since"
                            " > 0",
                            "tt", call->id, call->password));
    if (result == STORE_DONE)
        result =
            sql_run_any(db, sql_ask(db, "DELETE FROM sessions WHERE person = ?1", "t", call->id));
    return result == STORE_DONE ? begin_session(db, call->id, &call->session) : result;
}

static StoreResult drop_key(Sqlite *db, const AccountCall *call) {
    StoreResult result =
        sql_run(db, sql_ask(db, "DELETE FROM passkeys WHERE id = ?1 AND person = ?2", "bt",
                            call->key.id, call->key.id_size, call->id));
    if (result != STORE_DONE) return result;
    int64_t ways = sql_number(sql_ask(db,
                                      "SELECT (SELECT count(*) FROM passkeys WHERE person = ?1) +"
                                      " (SELECT password <> '' FROM people WHERE id = ?1)",
                                      "t", call->id),
                              0);
    return ways > 0 ? STORE_DONE : STORE_MOVED;
}

/* --- journals of a person --------------------------------------------------------------------- */

/* Who sits where, as the lines of a journal pass by. */
typedef struct Sitting {
    const char *id;
    bool mine[SEATS_MAX];
} Sitting;

_Static_assert(OWNER_MAX == 40, "as own_part reads it");

/* The part of a line that is the person's own, his name or what he said; NULL: none is. */
static const char *own_part(Sitting *sitting, const char *line, bool *chat) {
    char word[OWNER_MAX + 1];
    int seat, at = 0;
    *chat = false;
    if (sscanf(line, "seat %d invite %40s %n", &seat, word, &at) == 2 && at > 0)
        return strcmp(word, sitting->id) == 0 ? line + at : NULL;
    at = 0;
    if (sscanf(line, "seat %d person %40s %n", &seat, word, &at) == 2 && at > 0 && seat >= 0 &&
        seat < SEATS_MAX) {
        sitting->mine[seat] = strcmp(word, sitting->id) == 0;
        return sitting->mine[seat] ? line + at : NULL;
    }
    at = 0;
    if (sscanf(line, "seat %d empty%n", &seat, &at) == 1 && at > 0 && seat >= 0 && seat < SEATS_MAX)
        sitting->mine[seat] = false;
    at = 0;
    if (sscanf(line, "chat %d %n", &seat, &at) == 1 && at > 0 && seat >= 0 && seat < SEATS_MAX &&
        sitting->mine[seat]) {
        *chat = true;
        return line + at;
    }
    return NULL;
}

#define JOURNAL_OF_PEOPLE                                                                          \
    "SELECT position, line FROM journal INDEXED BY journal_people WHERE game = ?1 AND " OF_PEOPLE  \
    " ORDER BY position"

static void write_chat(Sqlite *db, const char *id, int64_t key, Text *json) {
    Sitting sitting = {.id = id};
    sqlite3_stmt *lines = sql_ask(db, JOURNAL_OF_PEOPLE, "i", key);
    jot_open(json, "said", '[');
    while (lines && sqlite3_step(lines) == SQLITE_ROW) {
        bool chat = false;
        const char *own = own_part(&sitting, (const char *)sqlite3_column_text(lines, 1), &chat);
        if (own && chat) jot_string(json, NULL, own);
    }
    jot_close(json, ']');
    sqlite3_finalize(lines);
}

static void write_tables(Sqlite *db, const char *id, Text *json) {
    sqlite3_stmt *tables =
        sql_ask(db,
                "SELECT t.key, t.id, t.game, t.title, t.options, t.created, t.stage,"
                " t.host = ?1 FROM sitters s JOIN tables t ON t.key = s.game WHERE"
                " s.person = ?1 ORDER BY t.key DESC LIMIT 1000",
                "t", id);
    static const char *const names[] = {"table", "game", "title", "options"};
    jot_open(json, "tables", '[');
    while (tables && sqlite3_step(tables) == SQLITE_ROW) {
        jot_open(json, NULL, '{');
        for (int i = 0; i < 4; i++)
            jot_string(json, names[i], (const char *)sqlite3_column_text(tables, i + 1));
        jot_int(json, "created", sqlite3_column_int64(tables, 5));
        jot_string(json, "stage", (const char *)sqlite3_column_text(tables, 6));
        jot_bool(json, "host", sqlite3_column_int(tables, 7) != 0);
        write_chat(db, id, sqlite3_column_int64(tables, 0), json);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    sqlite3_finalize(tables);
}

_Static_assert(EXPORT_TABLES == 1000, "as many as write_tables asks for");

static void write_devices(const StoreAccount *account, Text *json) {
    jot_open(json, "keys", '[');
    for (int i = 0; i < account->keys; i++) {
        jot_open(json, NULL, '{');
        jot_string(json, "device", account->key[i].device);
        jot_int(json, "created", account->key[i].created);
        jot_int(json, "used", account->key[i].used);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_open(json, "sessions", '[');
    for (int i = 0; i < account->sessions; i++) {
        jot_open(json, NULL, '{');
        jot_string(json, "device", account->session[i].device);
        jot_string(json, "way", account->session[i].way);
        jot_int(json, "created", account->session[i].created);
        jot_int(json, "used", account->session[i].used);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* An array of the rows of a query, which it ends: of each column a text, or a number where its name
   begins with a star. */
static void write_rows(sqlite3_stmt *query, const char *key, const char *const *names, Text *json) {
    jot_open(json, key, '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        jot_open(json, NULL, '{');
        for (int i = 0; names[i]; i++)
            if (names[i][0] == '*')
                jot_int(json, names[i] + 1, sqlite3_column_int64(query, i));
            else
                jot_string(json, names[i], (const char *)sqlite3_column_text(query, i));
        jot_close(json, '}');
    }
    jot_close(json, ']');
    sqlite3_finalize(query);
}

/* Whom he has muted or blocked, what he reported, which of his devices are called, and what he said
   where he only looked. What others did about him is theirs. */
static void write_manners(Sqlite *db, const char *id, Text *json) {
    static const char *const regards[] = {"name", "how", "*at", NULL};
    static const char *const reports[] = {"name", "table", "text", "*at", "*closed", NULL};
    static const char *const calls[] = {"endpoint", "*quiet_from", "*quiet_to", "*zone", NULL};
    static const char *const asides[] = {"table", "text", NULL};
    write_rows(sql_ask(db,
                       "SELECT name, how, at FROM manners WHERE person = ?1"
                       " ORDER BY at DESC, other LIMIT ?2",
                       "ti", id, (int64_t)MANNERS_MAX),
               "regards", regards, json);
    write_rows(sql_ask(db,
                       "SELECT name, place, words, at, closed FROM reports WHERE author = ?1"
                       " ORDER BY key DESC LIMIT ?2",
                       "ti", id, (int64_t)REPORTS_MAX),
               "reports", reports, json);
    write_rows(sql_ask(db,
                       "SELECT endpoint, quiet_from, quiet_to, zone FROM devices WHERE person = ?1"
                       " ORDER BY kept DESC LIMIT ?2",
                       "ti", id, (int64_t)DEVICES_MAX),
               "calls", calls, json);
    write_rows(sql_ask(db,
                       "SELECT t.id, substr(line, instr(line, char(9)) + 1) FROM journal j"
                       " JOIN tables t ON t.key = j.game WHERE " ASIDES_OF
                       " ORDER BY j.game DESC, j.position LIMIT ?2",
                       "ti", id, (int64_t)ASIDES_MAX),
               "asides", asides, json);
}

static StoreResult export(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    StoreResult result = read_account(db, sql_ask(db, ACCOUNT "id = ?1", "t", call->id), answer);
    if (result != STORE_DONE) return result;
    const StoreAccount *account = answer->account;
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_string(&json, "id", account->id);
    jot_string(&json, "name", account->name);
    jot_int(&json, "since", account->since);
    jot_bool(&json, "password", account->password[0] != '\0');
    jot_bool(&json, "hidden", account->hidden);
    write_devices(account, &json);
    write_manners(db, account->id, &json);
    write_tables(db, account->id, &json);
    jot_close(&json, '}');
    answer->lines = json.at;
    return STORE_DONE;
}

/* Takes a person out of journals, one after the other; what is asked for each is prepared once. */
typedef struct Clearing {
    const char *id;
    sqlite3_stmt *lines, *write, *unseat;
    int written; /* lines, so far */
} Clearing;

static bool clearing_open(Sqlite *db, const char *id, Clearing *out) {
    *out = (Clearing){
        .id = id,
        .lines = sql_ask(db, JOURNAL_OF_PEOPLE, ""),
        .write = sql_ask(db, "UPDATE journal SET line = ?3 WHERE game = ?1 AND position = ?2", ""),
        .unseat = sql_ask(db, "UPDATE tables SET seats = '' WHERE key = ?1 AND seats <> ''", "")};
    return out->lines && out->write && out->unseat;
}

static void clearing_close(Clearing *clearing) {
    sqlite3_finalize(clearing->lines);
    sqlite3_finalize(clearing->write);
    sqlite3_finalize(clearing->unseat);
}

/* Takes name and talk of the person out of one journal. */
static bool clear_journal(Clearing *clearing, int64_t key) {
    Sitting sitting = {.id = clearing->id};
    bool well = true;
    sqlite3_stmt *lines = clearing->lines, *write = clearing->write;
    sqlite3_bind_int64(lines, 1, key);
    while (well && sqlite3_step(lines) == SQLITE_ROW) {
        bool chat = false;
        const char *line = (const char *)sqlite3_column_text(lines, 1);
        const char *own = own_part(&sitting, line, &chat), *nothing = chat ? "…" : NOBODY;
        if (!own || strcmp(own, nothing) == 0) continue;
        Text fresh = text_grow();
        text_add_n(&fresh, line, (size_t)(own - line));
        text_add(&fresh, nothing);
        sqlite3_bind_int64(write, 1, key);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(lines, 0));
        bind_text(write, 3, fresh.at);
        well = done(write);
        text_free(&fresh);
        clearing->written++;
    }
    sqlite3_reset(lines);
    /* What a list shows of the table is written anew with its next line; until then it is read
       whole. */
    sqlite3_bind_int64(clearing->unseat, 1, key);
    return well && done(clearing->unseat);
}

/* Where somebody ever had a seat, or one kept for him (inside.h has the index). */
#define SEATED_AS(how)                                                                             \
    "SELECT game FROM journal WHERE line >= 'seat ' AND line < 'seat!' AND substr(line, 7) >="     \
    " ' " how " ' || ?1 || ' ' AND substr(line, 7) < ' " how " ' || ?1 || '!'"

/* The tables he sits or ever sat at or was invited to, and where he talked, behind one of them.
   They are few: the tables of the house are not gone through in the order of their ids. */
#define TABLES_OF                                                                                  \
    "SELECT key, id FROM tables WHERE +id > ?2 AND key IN (SELECT game FROM sitters WHERE person"  \
    " = ?1 UNION SELECT game FROM journal WHERE " ASIDES_OF                                        \
    " UNION " SEATED_AS("person") " UNION " SEATED_AS("invite") ") ORDER BY +id"

enum {
    PART_TABLES = 200, /* one part of a person's tables, */
    PART_LINES = 500   /* and lines of his that are written anew in it: others wait meanwhile */
};

/* Clears the next of the person's tables, or all of them. */
static StoreResult clear_tables(Sqlite *db, const AccountCall *call, bool all, Text *ids,
                                StoreAnswer *answer) {
    Clearing clearing;
    int tables = 0;
    sqlite3_stmt *rows = sql_ask(db, TABLES_OF, "tt", call->id, all ? "" : call->table);
    bool well = clearing_open(db, call->id, &clearing) && rows;
    while (well && sqlite3_step(rows) == SQLITE_ROW) {
        int before = clearing.written;
        answer->more = !all && (tables++ == PART_TABLES || before >= PART_LINES);
        if (answer->more) break;
        well = clear_journal(&clearing, sqlite3_column_int64(rows, 0)) &&
               sql_text(rows, 1, answer->table.id, sizeof answer->table.id);
        if (all || clearing.written > before) text_printf(ids, "%s\n", answer->table.id);
    }
    if (!well) sqlite_note_ill(db);
    sqlite3_finalize(rows);
    clearing_close(&clearing);
    return well ? STORE_DONE : STORE_FAILED;
}

static StoreResult clear(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    Text ids = text_grow();
    StoreResult result = clear_tables(db, call, false, &ids, answer);
    answer->lines = ids.at;
    return result;
}

/* The tables he opened are nobody's; those where he did nothing else are told of, too. */
static StoreResult leave_hosted(Sqlite *db, const AccountCall *call, Text *ids) {
    int code = SQLITE_ERROR;
    sqlite3_stmt *rows =
        sql_ask(db, "UPDATE tables SET host = '' WHERE host = ?1 RETURNING id", "t", call->id);
    while (rows && (code = sqlite3_step(rows)) == SQLITE_ROW)
        text_printf(ids, "%s\n", (const char *)sqlite3_column_text(rows, 0));
    if (code != SQLITE_DONE) sqlite_note_ill(db);
    sqlite3_finalize(rows);
    return code == SQLITE_DONE ? STORE_DONE : STORE_FAILED;
}

static StoreResult delete (Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    Text ids = text_grow();
    StoreResult result = clear_tables(db, call, true, &ids, answer);
    static const char *const last[] = {"DELETE FROM sessions WHERE person = ?1",
                                       "DELETE FROM passkeys WHERE person = ?1",
                                       "DELETE FROM sitters WHERE person = ?1",
                                       "DELETE FROM devices WHERE person = ?1",
                                       "DELETE FROM manners WHERE person = ?1 OR other = ?1",
                                       "UPDATE reports SET author = '' WHERE author = ?1",
                                       "UPDATE reports SET name = '" NOBODY "' WHERE against = ?1",
                                       "UPDATE journal SET line = 'aside ' || ?1 || ' " NOBODY
                                       "' || char(9) || '…' WHERE " ASIDES_OF};
    for (size_t i = 0; i < sizeof last / sizeof *last && result == STORE_DONE; i++)
        result = sql_run_any(db, sql_ask(db, last[i], "t", call->id));
    if (result == STORE_DONE) result = leave_hosted(db, call, &ids);
    if (result == STORE_DONE) /* once more: what was on its way the first time */
        result = sql_run_any(
            db, sql_ask(db, "DELETE FROM people WHERE id = ?1 AND since > 0", "t", call->id));
    answer->count = result == STORE_DONE ? sqlite3_changes(sqlite_file(db)) : 0;
    answer->lines = ids.at;
    return result;
}

/* --- all of them ------------------------------------------------------------------------------ */

bool sqlite_account_rewrites(AccountAct act) {
    return act == ACCOUNT_CLEAR || act == ACCOUNT_DELETE || act == ACCOUNT_BRING ||
           act == ACCOUNT_ENTER;
}

bool sqlite_account_writes(AccountAct act) {
    return act != ACCOUNT_FIND && act != ACCOUNT_NAMED && act != ACCOUNT_KEYED &&
           act != ACCOUNT_EXPORT && act != ACCOUNT_RANKING && act != ACCOUNT_PERSON &&
           act != ACCOUNT_WANTED && act != ACCOUNT_POINTS &&
           act != ACCOUNT_COMPANY; /* which undoes what it tries */
}

static StoreResult perform(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    switch (call->act) {
    case ACCOUNT_FIND:
        return read_account(db, sql_ask(db, ACCOUNT "id = ?1", "t", call->id), answer);
    case ACCOUNT_NAMED:
        return read_account(db,
                            sql_ask(db,
                                    ACCOUNT "(look = ?1 OR stroke = ?2) ORDER BY look = ?1 DESC",
                                    "bb", call->looks[0], LOOK_BYTES, call->looks[1], LOOK_BYTES),
                            answer);
    case ACCOUNT_KEYED:
        return read_account(db,
                            sql_ask(db, ACCOUNT "id = (SELECT person FROM passkeys WHERE id = ?1)",
                                    "b", call->key.id, call->key.id_size),
                            answer);
    case ACCOUNT_OPEN: return open_account(db, call);
    case ACCOUNT_ENTER: return enter(db, call, answer);
    case ACCOUNT_BRING: return sqlite_bring(db, call, answer);
    case ACCOUNT_LEAVE: return leave(db, call);
    case ACCOUNT_PASSWORD: return set_password(db, call);
    case ACCOUNT_ADD_KEY: return add_key(db, call->id, &call->key);
    case ACCOUNT_DROP_KEY: return drop_key(db, call);
    case ACCOUNT_CODE:
        return sql_run(db, sql_ask(db, "UPDATE people SET code = ?2 WHERE id = ?1 AND since > 0",
                                   "tb", call->id, call->fresh_code, CODE_BYTES));
    case ACCOUNT_HIDE:
        return sql_run(db, sql_ask(db, "UPDATE people SET hidden = ?2 WHERE id = ?1 AND since > 0",
                                   "ti", call->id, (int64_t)call->hidden));
    case ACCOUNT_TOUCH:
        return sql_run_any(db, sql_ask(db, "UPDATE sessions SET used = ?2 WHERE session = ?1", "si",
                                       call->session.hash, sqlite_now(db)));
    case ACCOUNT_EXPORT: return export(db, call, answer);
    case ACCOUNT_RANKING: return sqlite_ranking(db, call, answer);
    case ACCOUNT_PERSON: return sqlite_person(db, call, answer);
    case ACCOUNT_COMPANY: return sqlite_company(db, call, answer);
    case ACCOUNT_POINTS: return sqlite_points(db, call, answer);
    case ACCOUNT_WANTED: return sqlite_wanted(db, call, answer);
    case ACCOUNT_CLEAR: return clear(db, call, answer);
    case ACCOUNT_DELETE: return delete (db, call, answer);
    }
    abort();
}

/* An act that is refused half way has done nothing. */
StoreResult sqlite_account(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    if (!sqlite_account_writes(call->act)) return perform(db, call, answer);
    if (sqlite3_exec(sqlite_file(db), "SAVEPOINT act", NULL, NULL, NULL) != SQLITE_OK)
        return STORE_FAILED;
    StoreResult result = perform(db, call, answer);
    if (result == STORE_FAILED) sqlite_note_ill(db);
    if (result != STORE_DONE) sqlite3_exec(sqlite_file(db), "ROLLBACK TO act", NULL, NULL, NULL);
    sqlite3_exec(sqlite_file(db), "RELEASE act", NULL, NULL, NULL);
    return result;
}
