/* bring.c: the tables of a guest go to the account he signs in to.

   A seat belongs to an id in the journal of its table, so the id is written anew there, and in all
   that is kept beside journals, how he and others stand to each other included. The name at the
   table stays: the others know him by it. A table
   where both have a seat, or had one at the same time, is nobody's to bring: while it is not over
   all is refused, and once it is it stays as it was. An invitation that the account declined is no
   seat: it becomes nobody's where it stands in the way. */
#include <string.h>

#include "store/ask.h"
#include "store/inside.h"
#include "store/manners.h"

/* Whether a line of a journal gives or keeps a seat: "seat 2 person ID NAME", "seat 2 invite ID
   NAME", and whose id it names. */
#define SEATS_ID(id)                                                                               \
    " " OF_PEOPLE " AND line LIKE 'seat %' AND substr(line, 7, 8) IN (' person ', ' invite ')"     \
    " AND substr(line, 15, length(" id ") + 1) = " id " || ' '"
/* Whether the account has a seat, or one kept; and whether it ever was in the journal. */
#define SITS(id) " EXISTS (SELECT 1 FROM sitters WHERE person = " id " AND game = t.key)"
#define WAS_THERE(id)                                                                              \
    " EXISTS (SELECT 1 FROM journal INDEXED BY journal_people WHERE game = t.key AND" SEATS_ID(    \
        id) ")"

/* The words "ID=WINS" of a series. */
#define WINS                                                                                       \
    "UPDATE tables SET wins = trim(replace(' ' || wins, ' ' || ?1 || '=', ' ' || ?2 || '=')) "     \
    "WHERE"                                                                                        \
    " instr(' ' || wins, ' ' || ?1 || '=') > 0 AND instr(' ' || wins, ' ' || ?2 || '=') = 0"

static StoreResult bring_table(Sqlite *db, const AccountCall *call, int64_t key) {
    static const char *const steps[] = {
        "UPDATE journal INDEXED BY journal_people SET line = substr(line, 1, 14) || ?2 ||"
        " substr(line, 15 + length(?1)) WHERE game = ?3 AND" SEATS_ID("?1"),
        "UPDATE OR REPLACE sitters SET person = ?2 WHERE person = ?1 AND game = ?3",
        "UPDATE results SET who = ?2 WHERE who = ?1 AND game = ?3",
        /* What a list shows is written anew with the next line; until then it is read whole. */
        "UPDATE tables SET seats = '', host = iif(host = ?1, ?2, host) WHERE key = ?3"};
    StoreResult result = STORE_DONE;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == STORE_DONE; i++)
        result = sql_run_any(db, sql_ask(db, steps[i], "tti", call->guest, call->id, key));
    return result;
}

/* A table in play must still be one. */
static bool replays(Sqlite *db, const char *id) {
    Table *table;
    sqlite_replay(db, id, NULL, &table);
    table_close(table);
    return table != NULL;
}

static void point(Sqlite *db, const char *sql) {
    sqlite3_exec(sqlite_file(db), sql, NULL, NULL, NULL);
}

/* What the account declined was nobody's. */
static StoreResult clear_invitations(Sqlite *db, const AccountCall *call, int64_t key) {
    return sql_run_any(
        db, sql_ask(db,
                    "UPDATE journal SET line = substr(line, 1, 14) || '- " NOBODY
                    "' WHERE game = ?1 AND substr(line, 7, 8) = ' invite ' AND" SEATS_ID("?2"),
                    "it", key, call->id));
}

/* Brings a table where the account may have been, too; false where it would be none with that, and
   then it stays as it is. */
static bool try_bring(Sqlite *db, const AccountCall *call, int64_t key, const char *id,
                      StoreResult *result) {
    bool brought = false;
    for (int way = 0; way < 2 && !brought && *result == STORE_DONE; way++) {
        point(db, "SAVEPOINT try");
        if (way == 1) *result = clear_invitations(db, call, key);
        if (*result == STORE_DONE) *result = bring_table(db, call, key);
        brought = *result == STORE_DONE && replays(db, id);
        if (!brought) point(db, "ROLLBACK TO try");
        point(db, "RELEASE try");
    }
    return brought;
}

/* Those where the account was come first: where one of them cannot be brought, none is. */
#define GUESTS                                                                                     \
    "SELECT t.key, t.id, t.stage = 'over'," SITS("?1") "," SITS("?2") "," WAS_THERE(               \
        "?2") " AS was FROM tables t WHERE (t.host = ?1 OR t.key IN (SELECT game FROM sitters "    \
              "WHERE"                                                                              \
              " person = ?1)) AND ?2 <> '' ORDER BY was DESC, t.stage = 'over', t.key DESC LIMIT " \
              "1000"
enum { KEY, ID, OVER, GUEST_SITS, ACCOUNT_SITS, ACCOUNT_WAS };

/* Brings the table of this row; false where it is not brought. Late is what was changed while the
   others were brought. */
static bool bring_row(Sqlite *db, const AccountCall *call, sqlite3_stmt *row, bool late,
                      StoreResult *result) {
    int64_t key = sqlite3_column_int64(row, KEY);
    const char *id = (const char *)sqlite3_column_text(row, ID);
    if (sqlite3_column_int(row, GUEST_SITS) && sqlite3_column_int(row, ACCOUNT_SITS)) return false;
    if (late || sqlite3_column_int(row, ACCOUNT_WAS)) return try_bring(db, call, key, id, result);
    *result = bring_table(db, call, key); /* one id for another that is not there */
    return true;
}

/* The tables of the guest that are brought, an id a line; `left` of his seats, at tables that are
   not over, cannot be. */
static StoreResult bring_tables(Sqlite *db, const AccountCall *call, Text *ids, int *left) {
    bool late = call->act == ACCOUNT_BRING;
    StoreResult result = STORE_DONE;
    sqlite3_stmt *row = sql_ask(db, GUESTS, "tt", call->guest, call->id);
    if (!row) return STORE_FAILED;
    while (result == STORE_DONE && sqlite3_step(row) == SQLITE_ROW) {
        if (*left && !late && !sqlite3_column_int(row, ACCOUNT_WAS)) break; /* it is undone */
        if (bring_row(db, call, row, late, &result))
            text_printf(ids, "%s\n", (const char *)sqlite3_column_text(row, ID));
        else if (sqlite3_column_int(row, GUEST_SITS) && !sqlite3_column_int(row, OVER))
            ++*left;
    }
    sqlite3_finalize(row);
    return result;
}

/* Whom the guest muted and who muted him, and the reports; where both have a word about the same
   one, a block stands. Nobody has one about himself. */
#define MANNERS_SIDE(side)                                                                         \
    "UPDATE OR REPLACE manners SET " side " = ?2 WHERE " side " = ?1 AND how = 'block'",           \
        "UPDATE OR IGNORE manners SET " side " = ?2 WHERE " side " = ?1"
static StoreResult bring_manners(Sqlite *db, const AccountCall *call) {
    static const char *const steps[] = {
        MANNERS_SIDE("person"), MANNERS_SIDE("other"),
        "DELETE FROM manners WHERE person = ?1 OR other = ?1 OR (person = ?2 AND other = ?2)",
        "UPDATE reports SET author = ?2 WHERE author = ?1",
        "UPDATE reports SET against = ?2 WHERE against = ?1"};
    StoreResult result = STORE_DONE;
    if (strcmp(call->guest, call->id) == 0) return result;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == STORE_DONE; i++)
        result = sql_run_any(db, sql_ask(db, steps[i], "tt", call->guest, call->id));
    return result;
}

/* What the guest said where he only looked; the tables are told of, too. */
static StoreResult bring_asides(Sqlite *db, const AccountCall *call, Text *ids) {
    sqlite3_stmt *rows = sql_ask(
        db, "SELECT id FROM tables WHERE key IN (SELECT game FROM journal WHERE " ASIDES_OF ")",
        "t", call->guest);
    while (rows && sqlite3_step(rows) == SQLITE_ROW)
        text_printf(ids, "%s\n", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return sql_run_any(db, sql_ask(db,
                                   "UPDATE journal SET line = 'aside ' || ?2 || substr(line, 7 +"
                                   " length(?1)) WHERE " ASIDES_OF,
                                   "tt", call->guest, call->id));
}

StoreResult sqlite_bring(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    int left = 0;
    Text ids = text_grow();
    StoreResult result = bring_tables(db, call, &ids, &left);
    if (result == STORE_DONE && left > 0 && call->act != ACCOUNT_BRING) {
        answer->count = left;
        result = STORE_TAKEN; /* which undoes what was brought */
    }
    static const char *const last[] = {WINS, "UPDATE devices SET person = ?2 WHERE person = ?1",
                                       "DELETE FROM sessions WHERE person = ?1 AND ?1 <> ?2"};
    for (int i = 0; i < 3 && result == STORE_DONE; i++)
        result = sql_run_any(db, sql_ask(db, last[i], "tt", call->guest, call->id));
    bool all = db->format != 1; /* of a log: those of its first format stayed the guest's */
    if (result == STORE_DONE && all) result = bring_manners(db, call);
    if (result == STORE_DONE && all) result = bring_asides(db, call, &ids);
    answer->lines = ids.at;
    return result;
}
