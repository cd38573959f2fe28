/* past.h: what the store keeps of finished games: analyses, and which of them everybody may see.

   An analysis is a text the store does not look into. The calls of the writer thread stand here
   with those for a file that is only read. */
#ifndef NEGOCE_PAST_H
#define NEGOCE_PAST_H

#include "store/sqlite.h"
#include "table/fortune.h"

enum {
    FINISHED_MAX = 60, /* games one look at the past finds, */
    PICKS = 6          /* and of them those worth looking back at */
};

/* Since version 8. */
#define PAST_SCHEMA                                                                                \
    "CREATE TABLE analyses (game INTEGER NOT NULL REFERENCES tables (key), kind TEXT NOT NULL,"    \
    "  text TEXT NOT NULL, PRIMARY KEY (game, kind)) STRICT, WITHOUT ROWID;"                       \
    "CREATE INDEX tables_ended ON tables (ended) WHERE listed = 1 AND stage = 'over';"

/* A finished game. */
struct StoreFinished {
    StoreTable table;
    int64_t ended; /* seconds since 1970 */
    char *lines;   /* its journal */
};

StoreResult past_find_analysis(Sqlite *db, const char *table, const char *kind,
                               StoreAnswer *answer);
StoreResult past_save_analysis(Sqlite *db, const char *table, const char *kind, const char *text);

/* The newest listed games that ended since then, with their journals. */
StoreResult past_finished(Sqlite *db, int64_t since, StoreAnswer *answer);

/* Replays games that were found, which takes their journals apart, and picks the best of them: how
   many. The tables are the caller's to close; NULL: a journal that makes none. */
int past_pick(StoreFinished *games, int count, Table *tables[FINISHED_MAX], Jewel out[PICKS]);

#endif
