/* manners.c: how people stand to each other, and what they tell who runs the house. */
#include "store/manners.h"

#include <string.h>
#include <time.h>

#include "store/ask.h"
#include "store/inside.h"

/* A line of `lines`: fields parted by tabs, none of which has one. */
static StoreResult write_rows(sqlite3_stmt *query, int fields, Text *out) {
    int code = SQLITE_ERROR;
    while (query && (code = sqlite3_step(query)) == SQLITE_ROW)
        for (int i = 0; i < fields; i++)
            text_printf(out, "%s%c", (const char *)sqlite3_column_text(query, i),
                        i + 1 < fields ? '\t' : '\n');
    return code == SQLITE_DONE ? STORE_DONE : STORE_FAILED;
}

StoreResult manners_rows(sqlite3_stmt *query, int fields, Text *out) {
    StoreResult result = write_rows(query, fields, out);
    sqlite3_finalize(query);
    return result;
}

/* The same of a query that is prepared once, for a person and at most so many rows. */
static StoreResult rows_of(Sqlite *db, Query which, const char *person, int most, Text *out) {
    sqlite3_stmt *query = sql_fill(fresh(db, which), "ti", person, (int64_t)most);
    StoreResult result = write_rows(query, 3, out);
    sqlite3_reset(query);
    return result;
}

/* Those he muted or blocked, the newest first, then those who blocked him. */
static StoreResult list(Sqlite *db, const StoreManners *m, StoreAnswer *answer) {
    Text out = text_grow();
    StoreResult result = rows_of(db, MANNERS_OF, m->person, MANNERS_MAX, &out);
    if (result == STORE_DONE) result = rows_of(db, MANNERS_BY, m->person, MANNERS_BY_MAX, &out);
    answer->lines = out.at;
    return result;
}

static StoreResult drop(Sqlite *db, const StoreManners *m) {
    return sql_run_any(db, sql_ask(db, "DELETE FROM manners WHERE person = ?1 AND other = ?2", "tt",
                                   m->person, m->other));
}

static StoreResult set(Sqlite *db, const StoreManners *m, StoreAnswer *answer) {
    StoreResult result = drop(db, m);
    if (result != STORE_DONE || !m->how[0]) return result;
    sqlite3_stmt *count =
        sql_ask(db, "SELECT count(*) FROM manners WHERE person = ?1", "t", m->person);
    if (sql_number(count, MANNERS_MAX) >= MANNERS_MAX) {
        answer->why =
            REFUSED(N_("You have muted or blocked {n} people. Forgive some first."), MANNERS_MAX);
        return STORE_DONE;
    }
    return sql_run(db, sql_ask(db,
                               "INSERT INTO manners (person, other, how, name, at)"
                               " VALUES (?1, ?2, ?3, ?4, ?5)",
                               "tttti", m->person, m->other, m->how, m->name, sqlite_now(db)));
}

static StoreResult report(Sqlite *db, const StoreManners *m, StoreAnswer *answer) {
    int64_t own =
        sql_number(sql_ask(db, "SELECT count(*) FROM reports WHERE author = ?1 AND closed = 0", "t",
                           m->person),
                   REPORTS_OWN);
    int64_t all =
        sql_number(sql_ask(db, "SELECT count(*) FROM reports WHERE closed = 0", ""), REPORTS_MAX);
    if (own >= REPORTS_OWN)
        answer->why =
            REFUSED(N_("You have {n} reports that wait to be read. Please wait."), REPORTS_OWN);
    else if (all >= REPORTS_MAX)
        answer->why = REFUSED(N_("Very many reports wait to be read. Please come again later."));
    if (answer->why.text) return STORE_DONE;
    StoreResult result = sql_run(
        db, sql_ask(db,
                    "INSERT INTO reports (at, author, against, name, place, words)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    "ittttt", sqlite_now(db), m->person, m->other, m->name, m->table, m->words));
    if (result != STORE_DONE) return result;
    return sql_run_any(db, sql_ask(db,
                                   "DELETE FROM reports WHERE closed = 1 AND key NOT IN (SELECT key"
                                   " FROM reports WHERE closed = 1 ORDER BY key DESC LIMIT ?1)",
                                   "i", (int64_t)REPORTS_MAX));
}

StoreResult sqlite_manners(Sqlite *db, MannersAct act, const StoreManners *m, StoreAnswer *answer) {
    switch (act) {
    case MANNERS_LIST: return list(db, m, answer);
    case MANNERS_SET: return set(db, m, answer);
    case MANNERS_REPORT: return report(db, m, answer);
    }
    return STORE_FAILED;
}
