/* manners.h: how people stand to each other: whom one does not want to hear (mute), or to sit with
   (block), and what they tell who runs the house about somebody (a report). Nobody is told that he
   was muted, blocked or reported. */
#ifndef NEGOCE_STORE_MANNERS_H
#define NEGOCE_STORE_MANNERS_H

#include "store/sqlite.h"

#define MANNERS                                                                                    \
    "CREATE TABLE manners (person TEXT NOT NULL, other TEXT NOT NULL, how TEXT NOT NULL,"          \
    "  name TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, other)) STRICT,"              \
    "  WITHOUT ROWID;"                                                                             \
    "CREATE INDEX manners_other ON manners (other, person);"                                       \
    "CREATE TABLE reports (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, author TEXT NOT NULL,"    \
    "  against TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL, words TEXT NOT NULL,"       \
    "  closed INTEGER NOT NULL DEFAULT 0) STRICT;"                                                 \
    "CREATE INDEX reports_open ON reports (author) WHERE closed = 0;"                              \
    "CREATE INDEX journal_asides ON journal (line) WHERE line >= 'aside ' AND line < 'aside!';"

/* What somebody, ?1, said where he only looked. */
#define ASIDES_OF                                                                                  \
    "line >= 'aside ' AND line < 'aside!' AND line >= 'aside ' || ?1 || ' ' AND"                   \
    " line < 'aside ' || ?1 || '!'"

struct sqlite3_stmt;

StoreResult sqlite_manners(Sqlite *db, MannersAct act, const StoreManners *m, StoreAnswer *answer);

/* Writes the rows of a query, which it ends: lines of so many fields parted by tabs. */
StoreResult manners_rows(struct sqlite3_stmt *query, int fields, Text *out);

/* The reports, `all` or those that are open: lines of number, state, when, table, author, against,
   name and words, parted by tabs; and closing one. */
bool manners_reports(Sqlite *db, bool all, Text *out);
Reason manners_close(Sqlite *db, const char *number);

#endif
