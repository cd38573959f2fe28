#include "store/ask.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void fill(sqlite3_stmt *query, const char *holes, va_list args) {
    for (int i = 1; *holes; holes++, i++) {
        const void *bytes;
        switch (*holes) {
        case 't':
            sqlite3_bind_text(query, i, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
            break;
        case 'd': sqlite3_bind_double(query, i, va_arg(args, double)); break;
        case 'i': sqlite3_bind_int64(query, i, va_arg(args, int64_t)); break;
        case 's':
            sqlite3_bind_blob(query, i, va_arg(args, const void *), SESSION_BYTES,
                              SQLITE_TRANSIENT);
            break;
        case 'b':
            bytes = va_arg(args, const void *);
            sqlite3_bind_blob(query, i, bytes, va_arg(args, int), SQLITE_TRANSIENT);
            break;
        default: abort();
        }
    }
}

sqlite3_stmt *sql_ask(Sqlite *db, const char *sql, const char *holes, ...) {
    sqlite3_stmt *query;
    va_list args;
    if (sqlite3_prepare_v2(sqlite_file(db), sql, -1, &query, NULL) != SQLITE_OK) return NULL;
    va_start(args, holes);
    fill(query, holes, args);
    va_end(args);
    return query;
}

sqlite3_stmt *sql_fill(sqlite3_stmt *query, const char *holes, ...) {
    va_list args;
    va_start(args, holes);
    fill(query, holes, args);
    va_end(args);
    return query;
}

StoreResult sql_run(Sqlite *db, sqlite3_stmt *query) {
    bool well = query && sqlite3_step(query) == SQLITE_DONE;
    sqlite3_finalize(query);
    if (!well) sqlite_note_ill(db);
    if (!well) return STORE_FAILED;
    return sqlite3_changes(sqlite_file(db)) > 0 ? STORE_DONE : STORE_MISSING;
}

StoreResult sql_run_any(Sqlite *db, sqlite3_stmt *query) {
    StoreResult result = sql_run(db, query);
    return result == STORE_MISSING ? STORE_DONE : result;
}

int64_t sql_number(sqlite3_stmt *query, int64_t none) {
    int64_t n = query && sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int64(query, 0) : none;
    sqlite3_finalize(query);
    return n;
}

bool sql_text(sqlite3_stmt *query, int i, char *out, size_t room) {
    const unsigned char *text = sqlite3_column_text(query, i);
    size_t size = (size_t)sqlite3_column_bytes(query, i);
    if (!text || size >= room) return false;
    memcpy(out, text, size + 1);
    return true;
}

int sql_bytes(sqlite3_stmt *query, int i, void *out, int room) {
    int size = sqlite3_column_bytes(query, i);
    if (size > room) return -1;
    if (size > 0) memcpy(out, sqlite3_column_blob(query, i), (size_t)size);
    return size;
}
