/* inside.h: the inside of the store's file, for the files of this room. */
#ifndef NEGOCE_STORE_INSIDE_H
#define NEGOCE_STORE_INSIDE_H

#include <sqlite3.h>
#include <string.h>

#include "store/sqlite.h"

typedef enum Query {
    TABLE_ADD,
    TABLE_FIND,
    TABLE_KEY,
    TABLE_STANDING,
    TABLE_TURN,
    TABLE_END,
    TABLE_CLOCKS,
    TABLE_NEXT,
    TABLE_UNLIST,
    JOURNAL_ADD,
    JOURNAL_READ,
    SITTERS_CLEAR,
    SITTERS_ADD,
    LIST_OPEN,
    LIST_MINE,
    COUNT_MINE,
    LIST_DUE,
    VALUE_SAVE,
    PERSON_FIND,
    PERSON_SAVE,
    PERSON_LIKE,
    PERSON_ENDED,
    SESSION_SAVE,
    MANNERS_OF,
    MANNERS_BY,
    RATING_FIND,
    RATING_SAVE,
    RESULT_ADD,
    QUERIES
} Query;

enum { LOG_QUERIES = 6, SCHEMA = 17 };

/* schema.c: what makes a new file, what brings one of version i + 1 to the next, and the text of
   each query. */
extern const char schema_new[];
extern const char *const schema_upgrades[SCHEMA - 1];
extern const char *const schema_queries[QUERIES];

/* What the file has of a table that was written last, so that it need not be asked. */
typedef struct KnownTable {
    char id[TABLE_ID_MAX + 1]; /* "": of none */
    unsigned since;            /* it counts while this is the `known_since` of the file */
    int64_t key, length;       /* of its journal */
    Stage stage;
} KnownTable;
enum { KNOWN_SETS = 1024, KNOWN_EACH = 4 }; /* of a thousand tables all but very few have a place */

struct Sqlite {
    sqlite3 *file;
    sqlite3_stmt *query[QUERIES];
    int log_pages;
    int64_t now; /* seconds since 1970 of the message that is being done; 0: the clock's */
    int64_t key; /* of the table that is made next; 0: any that is free */
    int format;  /* of that message: what older ones did not do is not done now; 0: there is none */
    sqlite3_stmt *log_query[LOG_QUERIES];     /* of apply.c */
    bool since;                               /* apply.c knows when the log began */
    bool replica;                             /* the truth is in a log (replica.h) */
    bool unrated;                             /* it has finished games without results */
    bool ill;                                 /* sqlite_note_ill */
    bool begun;                               /* a transaction: sqlite_commit alone may end it */
    KnownTable known[KNOWN_SETS][KNOWN_EACH]; /* by a hash of the id */
    unsigned known_since;                     /* goes up where all of them are forgotten */
};

/* A query, ready to be filled in. */
static inline sqlite3_stmt *fresh(Sqlite *db, Query which) {
    sqlite3_stmt *query = db->query[which];
    sqlite3_reset(query);
    sqlite3_clear_bindings(query);
    return query;
}

static inline void bind_text(sqlite3_stmt *query, int hole, const char *text) {
    sqlite3_bind_text(query, hole, text, -1, SQLITE_STATIC);
}

/* Runs a query that answers nothing. */
static inline bool done(sqlite3_stmt *query) {
    int code = sqlite3_step(query);
    sqlite3_reset(query);
    return code == SQLITE_DONE;
}

/* Copies a text of the file into `room` bytes; false where it does not fit. */
static inline bool column(sqlite3_stmt *query, int i, char *out, size_t room) {
    const unsigned char *text = sqlite3_column_text(query, i);
    size_t length = (size_t)sqlite3_column_bytes(query, i);
    if (!text || length >= room || memchr(text, 0, length)) return false;
    memcpy(out, text, length + 1);
    return true;
}

/* The header of a table: TABLE_COLUMNS, from the second column of a query on. */
#define TABLE_COLUMNS                                                                              \
    "t.game, t.players, t.options, t.title, t.listed, t.host, t.seed, t.created, t.series,"        \
    " t.round, t.wins, t.next, t.rated"
enum { TABLE_COLUMNS_END = 14 };
bool sqlite_table(sqlite3_stmt *query, StoreTable *out);

/* Whether who runs the house has closed a table `t`: then nothing tells of it. */
#define IS_CLOSED "EXISTS (SELECT 1 FROM penalties WHERE subject = t.id AND kind = 'close')"

/* The words of the stages in the file, and in a log. */
extern const char *const sqlite_stages[];

/* For accounts.c: whom the journals seat or invite, "seat 2 person ID NAME" from " person" on. */
#define SEATED                                                                                     \
    "CREATE INDEX journal_seated ON journal (substr(line, 7)) WHERE line >= 'seat ' AND line <"    \
    "  'seat!';"

/* For accounts.c and bring.c: who sat down and what was said stands among very many moves. */
#define OF_PEOPLE "(line >= 'chat ' AND line < 'chat!' OR line >= 'seat ' AND line < 'seat!')"
#define OF_PEOPLE_INDEX                                                                            \
    "CREATE INDEX journal_people ON journal (game, position) WHERE " OF_PEOPLE ";"

/* The tables of devices.c. */
#define DEVICES                                                                                    \
    "CREATE TABLE devices (endpoint TEXT PRIMARY KEY NOT NULL, person TEXT NOT NULL,"              \
    "  quiet_from INTEGER NOT NULL, quiet_to INTEGER NOT NULL, zone INTEGER NOT NULL,"             \
    "  kept INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"         \
    "CREATE INDEX devices_person ON devices (person);"

/* How many tables of a person are in each part of his list, and how many he won. */
bool lists_count(Sqlite *db, const char *person, StoreAnswer *answer);

/* The queries of lists.c, and the functions they call. */
extern const char list_open[], list_mine[], count_mine[];
bool lists_functions(sqlite3 *file);

#endif
