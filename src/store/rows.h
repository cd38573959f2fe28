/* rows.h: rows of the file as text, whole tables of SQL or what belongs to one table of the house.

   The text is a JSON list of groups, each the name of a table of SQL, its columns and its rows. Put
   into another file they replace what has the same keys. */
#ifndef NEGOCE_STORE_ROWS_H
#define NEGOCE_STORE_ROWS_H

#include "store/sqlite.h"

/* One table of the house: its header, standing, journal and sitters. False where there is none. */
bool rows_of_table(Sqlite *db, const char *id, Text *out);

/* How many lines the journal in such a text has; -1: it is not one of the table `id`. */
int rows_lines(const char *text, const char *id);

/* Puts rows into the file, within a transaction. False where they do not fit in. */
bool rows_put(Sqlite *db, const char *text);

/* Writes rows of a table of SQL from the place `from` in the order of its keys, at most `most` and
   as many as fit about `room` bytes; how many, 0: none is left, -1: it cannot be read. */
int rows_some(Sqlite *db, const char *table, int from, size_t room, int most, Text *out);

/* The tables of SQL that make a house, in the order in which they are brought in; NULL at the end.
 */
extern const char *const rows_tables[];

#endif
