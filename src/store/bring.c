/* bring.c: the tables of a guest go to the account he signs in to.

   A seat belongs to an id in the journal of its table, so the id is written anew there, and in all
   that is kept beside journals. The name at the table stays: the others know him by it. A table
   where both have or had a seat is nobody's to bring: while it is not over all is refused, and once
   it is it stays as it was. */
#include <stdlib.h>
#include <string.h>

#include "store/ask.h"
#include "store/replay.h"

/* Whether a line of a journal gives or keeps a seat: "seat 2 person ID NAME", "seat 2 invite ID
   NAME", and whose id it names. */
#define SEATS_ID(id)                                                                               \
    " line LIKE 'seat %' AND substr(line, 7, 8) IN (' person ', ' invite ') AND substr(line, 15,"  \
    " length(" id ") + 1) = " id " || ' '"
#define BOTH " EXISTS (SELECT 1 FROM journal WHERE game = t.key AND" SEATS_ID("?2") ")"

/* The words "ID=WINS" of a series. */
#define WINS                                                                                       \
    "UPDATE tables SET wins = trim(replace(' ' || wins, ' ' || ?1 || '=', ' ' || ?2 || '=')) "     \
    "WHERE"                                                                                        \
    " instr(' ' || wins, ' ' || ?1 || '=') > 0 AND instr(' ' || wins, ' ' || ?2 || '=') = 0"

static StoreResult bring_table(Sqlite *db, const AccountCall *call, int64_t key) {
    static const char *const steps[] = {
        "UPDATE journal SET line = substr(line, 1, 14) || ?2 || substr(line, 15 + length(?1)) WHERE"
        " game = ?3 AND" SEATS_ID("?1"),
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
    StoreAnswer answer = {0};
    if (sqlite_load(db, id, &answer) != STORE_DONE) return false;
    Table *table = store_replay(&answer.table, answer.lines);
    table_close(table);
    free(answer.lines);
    free(answer.clocks);
    return table != NULL;
}

static void point(Sqlite *db, const char *sql) {
    sqlite3_exec(sqlite_file(db), sql, NULL, NULL, NULL);
}

/* Brings a table that was changed while the others were brought; one that would be none with it
   stays as it is. */
static StoreResult bring_late(Sqlite *db, const AccountCall *call, int64_t key, const char *id) {
    point(db, "SAVEPOINT late");
    StoreResult result = bring_table(db, call, key);
    if (result == STORE_DONE && !replays(db, id)) point(db, "ROLLBACK TO late");
    point(db, "RELEASE late");
    return result;
}

#define GUESTS                                                                                     \
    "SELECT t.key, t.id, t.stage FROM tables t WHERE (t.host = ?1 OR t.key IN (SELECT game FROM"   \
    " sitters WHERE person = ?1)) AND ?2 <> ''"
#define LAST_FIRST " ORDER BY t.stage = 'over', t.key DESC LIMIT 1000"

/* The tables of the guest that are brought, an id a line. */
static StoreResult bring_tables(Sqlite *db, const AccountCall *call, Text *ids) {
    bool late = call->act == ACCOUNT_BRING;
    StoreResult result = STORE_DONE;
    sqlite3_stmt *tables = sql_ask(db, late ? GUESTS LAST_FIRST : GUESTS " AND NOT" BOTH LAST_FIRST,
                                   "tt", call->guest, call->id);
    if (!tables) return STORE_FAILED;
    while (result == STORE_DONE && sqlite3_step(tables) == SQLITE_ROW) {
        int64_t key = sqlite3_column_int64(tables, 0);
        const char *id = (const char *)sqlite3_column_text(tables, 1);
        bool over = strcmp((const char *)sqlite3_column_text(tables, 2), "over") == 0;
        text_printf(ids, "%s\n", id);
        result = late ? bring_late(db, call, key, id) : bring_table(db, call, key);
        if (result == STORE_DONE && !late && !over && !replays(db, id)) result = STORE_FAILED;
    }
    sqlite3_finalize(tables);
    return result;
}

static int both_sit(Sqlite *db, const AccountCall *call) {
    return (int)sql_number(
        sql_ask(db,
                "SELECT count(*) FROM sitters s JOIN tables t ON t.key = s.game WHERE s.person = ?1"
                " AND t.stage <> 'over' AND" BOTH,
                "tt", call->guest, call->id),
        0);
}

StoreResult sqlite_bring(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    answer->count = call->act == ACCOUNT_BRING ? 0 : both_sit(db, call);
    if (answer->count > 0) return STORE_TAKEN;
    Text ids = text_grow();
    StoreResult result = bring_tables(db, call, &ids);
    static const char *const last[] = {WINS, "UPDATE devices SET person = ?2 WHERE person = ?1",
                                       "DELETE FROM sessions WHERE person = ?1 AND ?1 <> ?2"};
    for (int i = 0; i < 3 && result == STORE_DONE; i++)
        result = sql_run_any(db, sql_ask(db, last[i], "tt", call->guest, call->id));
    answer->lines = ids.at;
    return result;
}
