/* ask.h: rare questions to the file, for the files of this room. Each is prepared when it is asked;
   what is asked with every move has its place in schema.c. */
#ifndef NEGOCE_STORE_ASK_H
#define NEGOCE_STORE_ASK_H

#include <sqlite3.h>

#include "store/sqlite.h"

/* Prepares a question and fills its holes. `holes` says what follows: t a text, i a number
   (int64_t), d a double, b bytes and their size, s a session's hash. NULL where the file has no
   such tables. */
sqlite3_stmt *sql_ask(Sqlite *db, const char *sql, const char *holes, ...);

/* Fills the holes of a question that is prepared already, and returns it. */
sqlite3_stmt *sql_fill(sqlite3_stmt *query, const char *holes, ...);

/* Runs a question that answers nothing; STORE_MISSING where it concerned no row, which
   `sql_run_any` takes for as good. */
StoreResult sql_run(Sqlite *db, sqlite3_stmt *query);
StoreResult sql_run_any(Sqlite *db, sqlite3_stmt *query);

/* The number a question answers, `none` where it answers nothing. */
int64_t sql_number(sqlite3_stmt *query, int64_t none);

/* The text of a column; false where it does not fit. Its bytes, -1 where there are more than
 * `room`. */
bool sql_text(sqlite3_stmt *query, int i, char *out, size_t room);
int sql_bytes(sqlite3_stmt *query, int i, void *out, int room);

#endif
