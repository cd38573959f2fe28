#include "store/admin.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/ask.h"
#include "store/inside.h"
#include "store/manners.h"
#include "store/replay.h"
#include "store/replica.h"

/* --- small queries ---------------------------------------------------------------------------- */

/* Runs a question that answers nothing; how many rows it changed, -1 where it failed. */
static int run(Sqlite *db, sqlite3_stmt *q) {
    return sql_run(db, q) == STORE_FAILED ? -1 : sqlite3_changes(sqlite_file(db));
}

/* Writes every row as a line, its columns parted by tabs; false where not all could be read. */
static bool write_rows(sqlite3_stmt *q, Text *out) {
    int code = SQLITE_ERROR;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(q); i++) {
            const char *text = (const char *)sqlite3_column_text(q, i);
            if (i) text_char(out, '\t');
            if (text) text_add(out, text);
        }
        text_char(out, '\n');
    }
    sqlite3_finalize(q);
    return code == SQLITE_DONE;
}

/* Whether the people of this store have accounts: since version 4. */
static bool has_accounts(Sqlite *db) {
    return sqlite3_table_column_metadata(sqlite_file(db), NULL, "people", "since", NULL, NULL, NULL,
                                         NULL, NULL) == SQLITE_OK;
}

enum {
    PART_LOOKS = 500,  /* tables one part of a purge looks at, */
    PART_LINES = 4000, /* and lines of journals it removes, some 8 ms of others' time; */
    PART_TABLE = 20    /* a table costs as much as so many */
};

/* --- acts ------------------------------------------------------------------------------------- */

#define REFUSE_FILE  REFUSED(N_("the store could not keep it; nothing was changed"))
#define REFUSE_TABLE REFUSED(N_("there is no such table"))
#define REFUSE_WORDS REFUSED(N_("this act is not known, or something is missing"))

/* A whole number of days; 0 where the word is empty: for ever. */
static bool days_of(const char *word, int *days) {
    *days = 0;
    size_t length = strlen(word);
    if (length > 5 || word[strspn(word, "0123456789")]) return false;
    *days = atoi(word);
    return true;
}

/* Why there is nobody and nothing here that such a penalty could be about. */
static Reason concerns(Sqlite *db, const char *kind, const char *subject) {
    char address[ADDRESS_MAX];
    if (strcmp(kind, "close") == 0) return sqlite_has_table(db, subject) ? ALLOWED : REFUSE_TABLE;
    if (sqlite_has_person(db, subject)) return ALLOWED;
    if (strcmp(kind, "mute") == 0)
        return REFUSED(N_("nobody here has this id; “show” tells the ids of those at a table"));
    if (address_form(subject, address)) return ALLOWED;
    return REFUSED(N_("this is neither an address nor the id of anybody here; “show” tells the ids"
                      " of those at a table"));
}

static Reason penalise(Sqlite *db, const char *kind, const char *subject, const char *word) {
    int days;
    if (!subject[0] || strlen(subject) >= SUBJECT_MAX || strpbrk(subject, " \t\n"))
        return REFUSED(N_("say whom: a person, a table or an address without spaces"));
    if (!days_of(word, &days)) return REFUSED(N_("the days must be a whole number"));
    char address[ADDRESS_MAX];
    Reason why = concerns(db, kind, subject);
    if (why.text) return why;
    if (address_form(subject, address)) subject = address;
    int64_t now = sqlite_now(db), until = days ? now + 86400LL * days : 0;
    if (run(db, sql_ask(db, "DELETE FROM penalties WHERE until > 0 AND until < ?1", "i", now)) < 0)
        return REFUSE_FILE;
    if (sql_number(sql_ask(db, "SELECT count(*) FROM penalties", ""), PENALTIES_MAX) >=
        PENALTIES_MAX)
        return REFUSED(N_("there are {n} penalties already; pardon some"), PENALTIES_MAX);
    int kept = run(db, sql_ask(db,
                               "INSERT OR REPLACE INTO penalties (subject, kind, until)"
                               " VALUES (?1, ?2, ?3)",
                               "tti", subject, kind, until));
    return kept < 0 ? REFUSE_FILE : ALLOWED;
}

static Reason pardon(Sqlite *db, const char *subject) {
    char address[ADDRESS_MAX];
    if (address_form(subject, address)) subject = address;
    int gone = run(db, sql_ask(db, "DELETE FROM penalties WHERE subject = ?1", "t", subject));
    if (gone < 0) return REFUSE_FILE;
    return gone ? ALLOWED : REFUSED(N_("nothing stands against this person, table or address"));
}

/* Removes a table; 1, or 0 where there is none, or -1. All that hangs on its key goes with it: the
   next table may get the same key. */
static int remove_key(Sqlite *db, int64_t key) {
    static const char *const parts[] = {
        "DELETE FROM penalties WHERE subject IN (SELECT id FROM tables WHERE key = ?1)",
        "DELETE FROM sitters WHERE game = ?1",
        "DELETE FROM results WHERE game = ?1",
        "DELETE FROM journal WHERE game = ?1",
        "DELETE FROM analyses WHERE game = ?1",
        "DELETE FROM tables WHERE key = ?1",
    };
    int gone = 0;
    for (size_t i = 0; gone >= 0 && i < sizeof parts / sizeof *parts; i++)
        gone = run(db, sql_ask(db, parts[i], "i", key));
    return gone;
}

static Reason remove_table(Sqlite *db, const char *table) {
    int64_t key = sql_number(sql_ask(db, "SELECT key FROM tables WHERE id = ?1", "t", table), 0);
    int gone = key ? remove_key(db, key) : 0;
    if (gone < 0) return REFUSE_FILE;
    return gone ? ALLOWED : REFUSE_TABLE;
}

#define GUEST_GONE                                                                                 \
    "p.since = 0 AND p.id NOT IN (SELECT person FROM sessions WHERE used >= ?1) AND p.id NOT IN"   \
    " (SELECT person FROM sitters) AND p.id NOT IN (SELECT host FROM tables) AND p.id NOT IN"      \
    " (SELECT who FROM results)"

/* Guests who have not come since then and have no table here. Whoever came in the last day may be
   here now. */
static bool forget_guests(Sqlite *db, int64_t since) {
    static const char *const steps[] = {
        "DELETE FROM devices WHERE person IN (SELECT id FROM people p WHERE " GUEST_GONE ")",
        "DELETE FROM people AS p WHERE " GUEST_GONE,
        "DELETE FROM sessions WHERE used < ?1 AND person NOT IN (SELECT id FROM people)"};
    if (!has_accounts(db)) return true;
    if (since > sqlite_now(db) - 86400) since = sqlite_now(db) - 86400;
    for (int i = 0; i < 3; i++)
        if (run(db, sql_ask(db, steps[i], "i", since)) < 0) return false;
    return true;
}

/* The next keys behind `*after` of what is purged, as many as one part may remove; how many, -1
   where they cannot be read. `*after` is the last that was looked at, -1 where there are no more.
 */
static int find_old(Sqlite *db, int64_t before, int64_t *after, int64_t keys[PART_LOOKS]) {
    const char *sql =
        has_accounts(db)
            ? "SELECT key, stage = 'over' AND created < ?1 AND NOT EXISTS (SELECT 1 FROM sitters s"
              " JOIN people p ON p.id = s.person WHERE s.game = key AND p.since > 0),"
              " (SELECT max(position) FROM journal WHERE game = key) FROM tables"
              " WHERE key > ?2 ORDER BY key LIMIT ?3"
            : "SELECT key, stage = 'over' AND created < ?1, (SELECT max(position) FROM journal"
              " WHERE game = key) FROM tables WHERE key > ?2 ORDER BY key LIMIT ?3";
    sqlite3_stmt *q = sql_ask(db, sql, "iii", before, *after, (int64_t)PART_LOOKS);
    int found = 0, looked = 0, code = SQLITE_ERROR;
    int64_t lines = 0;
    while (q && lines < PART_LINES && (code = sqlite3_step(q)) == SQLITE_ROW) {
        looked++;
        *after = sqlite3_column_int64(q, 0);
        if (!sqlite3_column_int(q, 1)) continue;
        keys[found++] = *after;
        lines += PART_TABLE + sqlite3_column_int64(q, 2);
    }
    sqlite3_finalize(q);
    if (code == SQLITE_DONE && looked < PART_LOOKS) *after = -1;
    return code == SQLITE_DONE || code == SQLITE_ROW ? found : -1;
}

/* Finished games nobody with an account sat at, opened more than so many days ago. One part of
   them: "purge DAYS", then with the key the part before it came to and how many are gone so far. */
static Reason purge(Sqlite *db, const AdminAct *act, Text *out) {
    int days;
    const char *word = act->words[1];
    int64_t keys[PART_LOOKS], after = strtoll(act->words[2], NULL, 10);
    if (!word[0] || !days_of(word, &days)) return REFUSED(N_("the days must be a whole number"));
    int64_t before = sqlite_now(db) - 86400LL * days;
    int found = find_old(db, before, &after, keys), gone = found < 0 ? -1 : 0;
    for (int i = 0; gone >= 0 && i < found; i++)
        gone = remove_key(db, keys[i]);
    if (gone < 0 || (after < 0 && !forget_guests(db, before))) return REFUSE_FILE;
    text_int(out, atoi(act->words[3]) + found);
    if (after >= 0) text_printf(out, " %lld", (long long)after);
    text_char(out, '\n');
    return ALLOWED;
}

bool admin_goes_on(AdminAct *act, const char *lines) {
    if (strcmp(act->words[0], "purge") != 0) return false;
    if (sscanf(lines, "%15s %20s", act->words[3], act->words[2]) != 2) return false;
    act->count = 4;
    return true;
}

/* Makes results and ratings again, from the journals alone. */
static Reason rate(Sqlite *db, Text *out) {
    int games;
    if (!sqlite_rate_all(db, &games)) return REFUSE_FILE;
    text_int(out, games);
    text_char(out, '\n');
    return ALLOWED;
}

/* "code ID HASH": the account has this recovery code from now on. */
static Reason give_code(Sqlite *db, const char *id, const char *digits) {
    uint8_t hash[CODE_BYTES];
    if (strlen(digits) != 2 * CODE_BYTES || !fair_read(digits, CODE_BYTES, hash))
        return REFUSE_WORDS;
    switch (sql_run(db, sql_ask(db, "UPDATE people SET code = ?2 WHERE id = ?1 AND since > 0", "tb",
                                id, hash, CODE_BYTES))) {
    case STORE_DONE: return ALLOWED;
    case STORE_MISSING: return REFUSED(N_("there is no account of this name or id"));
    default: return REFUSE_FILE;
    }
}

/* The log keeps an act and what it was about: of an import the table it told. The hash of a code is
   nothing for it. */
static Reason log_act(Sqlite *db, const AdminAct *act, const Text *told) {
    Text words = text_grow();
    int count = strcmp(act->words[0], "code") == 0 ? 2 : act->count;
    for (int i = 0; i < count; i++) {
        if (i) text_char(&words, ' ');
        text_add(&words, act->words[i]);
    }
    if (strcmp(act->words[0], "import") == 0) {
        text_char(&words, ' ');
        text_add_n(&words, told->at, strcspn(told->at, "\n"));
    }
    int stored = run(db, sql_ask(db, "INSERT INTO acts (at, who, act) VALUES (?1, ?2, ?3)", "itt",
                                 sqlite_now(db), act->who, words.at));
    text_free(&words);
    if (stored < 0) return REFUSE_FILE;
    int gone = run(db, sql_ask(db, "DELETE FROM acts WHERE key <= (SELECT max(key) FROM acts) - ?1",
                               "i", (int64_t)ADMIN_LOGGED));
    return gone < 0 ? REFUSE_FILE : ALLOWED;
}

static Reason perform(Sqlite *db, const char *directory, const AdminAct *act, Text *out) {
    const char *word = act->words[0], *first = act->words[1], *second = act->words[2];
    static const char *const penalties[] = {"ban", "mute", "close"};
    for (size_t i = 0; i < sizeof penalties / sizeof *penalties; i++)
        if (strcmp(word, penalties[i]) == 0) return penalise(db, word, first, second);
    if (strcmp(word, "pardon") == 0) return pardon(db, first);
    if (strcmp(word, "delete") == 0) return remove_table(db, first);
    if (strcmp(word, "purge") == 0) return purge(db, act, out);
    if (strcmp(word, "rate") == 0) return rate(db, out);
    if (strcmp(word, "code") == 0) return give_code(db, first, second);
    if (strcmp(word, "reports") == 0 && strcmp(first, "close") == 0)
        return manners_close(db, second);
    if (strcmp(word, "import") == 0)
        return act->body ? transfer_read(db, directory, act->body, out) : REFUSE_WORDS;
    if (strcmp(word, "show") == 0 || strcmp(word, "export") == 0 || strcmp(word, "backup") == 0 ||
        strcmp(word, "restore") == 0)
        return ALLOWED; /* done by who asked; it is only logged */
    return REFUSE_WORDS;
}

Reason admin_act(Sqlite *db, const char *directory, const AdminAct *act, Text *out) {
    if (act->count > 0 && strcmp(act->words[0], "penalties") == 0) /* the server looks itself */
        return admin_penalties(db, out) ? ALLOWED : REFUSE_FILE;
    sqlite3_exec(sqlite_file(db), "SAVEPOINT act", NULL, NULL, NULL);
    Reason why = perform(db, directory, act, out);
    bool goes_on = strcmp(act->words[0], "purge") == 0 && act->words[2][0];
    if (!why.text && !goes_on) why = log_act(db, act, out);
    if (why.text) sqlite_note_ill(db);
    if (why.text) sqlite3_exec(sqlite_file(db), "ROLLBACK TO act", NULL, NULL, NULL);
    sqlite3_exec(sqlite_file(db), "RELEASE act", NULL, NULL, NULL);
    return why;
}

/* --- looking ---------------------------------------------------------------------------------- */

bool admin_file(const char *directory, Text *path) {
    text_printf(path, "%s/" REPLICA_FILE, directory);
    if (access(path->at, F_OK) == 0) return true;
    text_clear(path);
    text_printf(path, "%s/negoce.db", directory);
    return false;
}

Sqlite *admin_look(const char *directory, Reason *why) {
    Text path = text_grow();
    admin_file(directory, &path);
    bool none = access(path.at, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
    if (none) *why = REFUSE_EMPTY;
    Sqlite *db = none ? NULL : sqlite_open_reading(path.at, why);
    text_free(&path);
    return db;
}

StoreResult admin_account(Sqlite *db, const char *who, char id[OWNER_MAX + 1]) {
    sqlite3_stmt *q = sql_ask(db,
                              "SELECT id FROM people WHERE since > 0 AND (id = ?1 OR name = ?1"
                              " COLLATE NOCASE) ORDER BY id = ?1 DESC LIMIT 1",
                              "t", who);
    int code = q ? sqlite3_step(q) : SQLITE_ERROR;
    bool read = code == SQLITE_ROW && sql_text(q, 0, id, OWNER_MAX + 1);
    sqlite3_finalize(q);
    return read ? STORE_DONE : code == SQLITE_DONE ? STORE_MISSING : STORE_FAILED;
}

/* seated(id, seats): who sits at a table. Where somebody went or brought his tables along it is not
   kept beside the journal until its next line, and the journal is asked. */
static void seated(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *id = (const char *)sqlite3_value_text(values[0]);
    if (sqlite3_value_bytes(values[1]) > 0 || strlen(id) > TABLE_ID_MAX) {
        sqlite3_result_value(context, values[1]);
        return;
    }
    Text seats = text_grow();
    Table *t;
    sqlite_replay(sqlite3_user_data(context), id, NULL, &t);
    if (t) store_write_seats(t, &seats);
    table_close(t);
    sqlite3_result_text(context, seats.at, -1, SQLITE_TRANSIENT);
    text_free(&seats);
}

/* taken(seats): how many seats somebody has; a line `seat 2 away …` is about one of these. */
static void taken(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    static const char *const takers[] = {" person ", " bot ", " guest "};
    int seats = 0;
    for (const char *line = (const char *)sqlite3_value_text(values[0]); line && *line;) {
        bool seat = strncmp(line, "seat ", 5) == 0 && line[5];
        for (int i = 0; seat && i < 3; i++)
            seats += strncmp(line + 6, takers[i], strlen(takers[i])) == 0;
        line = strchr(line, '\n');
        if (line) line++;
    }
    sqlite3_result_int(context, seats);
}

static void know_seated(Sqlite *db) {
    sqlite3_create_function(sqlite_file(db), "seated", 2, SQLITE_UTF8, db, seated, NULL, NULL);
    sqlite3_create_function(sqlite_file(db), "taken", 1, SQLITE_UTF8, NULL, taken, NULL, NULL);
}

bool admin_list(Sqlite *db, const char *stage, Text *out) {
    know_seated(db);
    return write_rows(
        sql_ask(db,
                "SELECT id, game, standing, taken(seated(id, seats)), players,"
                " date(created, 'unixepoch'), title FROM (SELECT t.*, CASE WHEN " IS_CLOSED
                " THEN 'closed' ELSE t.stage END AS standing FROM tables t)"
                " WHERE ?1 = '' OR standing = ?1 ORDER BY key DESC",
                "t", stage),
        out);
}

StoreResult admin_show(Sqlite *db, const char *table, Text *out) {
    static const char *const fields[][2] = {
        {"game", "game"},
        {"stage", "stage"},
        {"title", "title"},
        {"players", "players"},
        {"options", "options"},
        {"listed", "listed"},
        {"host", "host"},
        {"opened", "datetime(created, 'unixepoch')"},
        {"lines", "(SELECT count(*) FROM journal WHERE game = key)"},
        {"penalties", "(SELECT group_concat(kind, ' ') FROM penalties WHERE subject = id)"},
        {"seats", "seated(id, seats)"},
    };
    know_seated(db);
    if (!sqlite_has_table(db, table)) return STORE_MISSING;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "SELECT ifnull(%s, '') FROM tables WHERE id = ?1", fields[i][1]);
        sqlite3_stmt *q = sql_ask(db, sql, "t", table);
        bool found = q && sqlite3_step(q) == SQLITE_ROW;
        if (found)
            text_printf(out, "%s\t%s\n", fields[i][0], (const char *)sqlite3_column_text(q, 0));
        sqlite3_finalize(q);
        if (!found) return STORE_FAILED;
    }
    return STORE_DONE;
}

bool admin_log(Sqlite *db, Text *out) {
    return write_rows(
        sql_ask(db, "SELECT datetime(at, 'unixepoch'), who, act FROM acts ORDER BY key", ""), out);
}

bool admin_penalties(Sqlite *db, Text *out) {
    return write_rows(sql_ask(db,
                              "SELECT kind, subject, until FROM penalties WHERE until = 0 OR"
                              " until > ?1 ORDER BY kind, subject",
                              "i", (int64_t)time(NULL)),
                      out);
}

/* What is wrong with a table; NULL: nothing. */
static const char *fault_of(Sqlite *db, const char *id) {
    Table *t;
    if (sqlite_replay(db, id, NULL, &t) != STORE_DONE) return N_("it cannot be read");
    const char *fault =
        t ? table_game(t)->rules.audit(table_state(t)) : N_("its journal makes no game");
    table_close(t);
    return fault;
}

bool admin_check(Sqlite *db, int *sound, Text *faults) {
    Text ids = text_grow(), pages = text_grow();
    *sound = 0;
    bool whole = write_rows(sql_ask(db, "PRAGMA integrity_check(1)", ""), &pages) &&
                 strcmp(pages.at, "ok\n") == 0 &&
                 write_rows(sql_ask(db, "SELECT id FROM tables ORDER BY key", ""), &ids);
    for (char *id = ids.at, *end; whole && *id; id = end + 1) {
        end = strchr(id, '\n');
        *end = '\0';
        const char *fault = strlen(id) <= TABLE_ID_MAX ? fault_of(db, id) : N_("it cannot be read");
        if (fault)
            text_printf(faults, "%s\t%s\n", id, fault);
        else
            ++*sound;
    }
    text_free(&ids);
    text_free(&pages);
    return whole;
}
