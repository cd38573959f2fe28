#include "store/past.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_stmt *ask(Sqlite *db, const char *sql) {
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(sqlite_file(db), sql, -1, &query, NULL) != SQLITE_OK) return NULL;
    return query;
}

static StoreResult run(sqlite3_stmt *query) {
    int code = sqlite3_step(query);
    sqlite3_finalize(query);
    return code == SQLITE_DONE ? STORE_DONE : STORE_FAILED;
}

StoreResult past_find_analysis(Sqlite *db, const char *table, const char *kind,
                               StoreAnswer *answer) {
    sqlite3_stmt *query = ask(db, "SELECT a.text FROM analyses a JOIN tables t ON t.key = a.game"
                                  " WHERE t.id = ?1 AND a.kind = ?2");
    if (!query) return STORE_FAILED;
    sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, kind, -1, SQLITE_STATIC);
    int code = sqlite3_step(query);
    if (code == SQLITE_ROW) {
        answer->lines = strdup((const char *)sqlite3_column_text(query, 0));
        if (!answer->lines) abort();
    }
    sqlite3_finalize(query);
    return code == SQLITE_ROW ? STORE_DONE : code == SQLITE_DONE ? STORE_MISSING : STORE_FAILED;
}

StoreResult past_save_analysis(Sqlite *db, const char *table, const char *kind, const char *text) {
    sqlite3_stmt *query = ask(db, "INSERT OR REPLACE INTO analyses (game, kind, text)"
                                  " SELECT key, ?2, ?3 FROM tables WHERE id = ?1");
    if (!query) return STORE_FAILED;
    sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 3, text, -1, SQLITE_STATIC);
    return run(query);
}

/* Adds a game with its journal to those found. */
static bool add(Sqlite *db, const char *id, int64_t ended, StoreAnswer *answer) {
    StoreAnswer *one = calloc(1, sizeof *one);
    if (!one) abort();
    bool found = strlen(id) <= TABLE_ID_MAX && sqlite_load(db, id, one) == STORE_DONE;
    if (found) {
        StoreFinished *game = &answer->finished[answer->finished_count++];
        *game = (StoreFinished){.table = one->table, .ended = ended, .lines = one->lines};
        one->lines = NULL;
    }
    store_answer_free(one);
    return found;
}

StoreResult past_finished(Sqlite *db, int64_t since, StoreAnswer *answer) {
    sqlite3_stmt *query = ask(db, "SELECT id, ended FROM tables WHERE stage = 'over'"
                                  " AND listed = 1 AND ended >= ?1 ORDER BY ended DESC LIMIT ?2");
    if (!query) return STORE_FAILED;
    answer->finished = calloc(FINISHED_MAX, sizeof *answer->finished);
    if (!answer->finished) abort();
    sqlite3_bind_int64(query, 1, since);
    sqlite3_bind_int(query, 2, FINISHED_MAX);
    int code;
    bool sound = true;
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW)
        sound = add(db, (const char *)sqlite3_column_text(query, 0), sqlite3_column_int64(query, 1),
                    answer);
    sqlite3_finalize(query);
    return sound && code == SQLITE_DONE ? STORE_DONE : STORE_FAILED;
}
