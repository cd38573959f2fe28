#include "store/past.h"

#include <stdlib.h>
#include <string.h>

#include "store/ask.h"
#include "store/call.h"
#include "store/inside.h"
#include "store/replay.h"

StoreResult past_find_analysis(Sqlite *db, const char *table, const char *kind,
                               StoreAnswer *answer) {
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT a.text FROM analyses a JOIN tables t ON t.key = a.game"
                                  " WHERE t.id = ?1 AND a.kind = ?2",
                                  "tt", table, kind);
    int code = query ? sqlite3_step(query) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        answer->lines = must(strdup((const char *)sqlite3_column_text(query, 0)));
    sqlite3_finalize(query);
    return code == SQLITE_ROW ? STORE_DONE : code == SQLITE_DONE ? STORE_MISSING : STORE_FAILED;
}

StoreResult past_save_analysis(Sqlite *db, const char *table, const char *kind, const char *text) {
    return sql_run_any(db, sql_ask(db,
                                   "INSERT OR REPLACE INTO analyses (game, kind, text)"
                                   " SELECT key, ?2, ?3 FROM tables WHERE id = ?1",
                                   "ttt", table, kind, text));
}

/* Adds a game with its journal to those found; one that cannot be read is not among them. */
static void add(Sqlite *db, const char *id, int64_t ended, StoreAnswer *answer) {
    StoreAnswer *one = answer_new();
    if (strlen(id) <= TABLE_ID_MAX && sqlite_load(db, id, one) == STORE_DONE) {
        StoreFinished *game = &answer->finished[answer->finished_count++];
        *game = (StoreFinished){.table = one->table, .ended = ended, .lines = one->lines};
        one->lines = NULL;
    }
    store_answer_free(one);
}

StoreResult past_finished(Sqlite *db, int64_t since, StoreAnswer *answer) {
    sqlite3_stmt *query =
        sql_ask(db,
                "SELECT id, ended FROM tables t WHERE stage = 'over' AND listed ="
                " 1 AND ended >= ?1 AND NOT " IS_CLOSED " ORDER BY ended DESC LIMIT ?2",
                "ii", since, (int64_t)FINISHED_MAX);
    answer->finished = must(calloc(FINISHED_MAX, sizeof *answer->finished));
    int code = SQLITE_ERROR;
    while (query && (code = sqlite3_step(query)) == SQLITE_ROW)
        add(db, (const char *)sqlite3_column_text(query, 0), sqlite3_column_int64(query, 1),
            answer);
    sqlite3_finalize(query);
    return code == SQLITE_DONE ? STORE_DONE : STORE_FAILED;
}

int past_pick(StoreFinished *games, int count, Table *tables[FINISHED_MAX], Jewel out[PICKS]) {
    Fortune fortunes[FINISHED_MAX];
    for (int i = 0; i < count; i++) {
        tables[i] = store_replay(&games[i].table, games[i].lines);
        fortunes[i] = tables[i] ? table_fortune(tables[i]) : (Fortune){.winner = -1};
    }
    return fortune_pick(fortunes, count, out, PICKS);
}
