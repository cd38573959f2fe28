/* apply.h: messages of the log done on this node's copy of the house.

   Every node does every message in the order of the log, with the time the log gave it, and so
   comes to the same file. Whether a message may do what it wants is decided here, by the same rules
   everywhere: what was written without knowing the last word on its table does nothing. A
   message that makes no sense is skipped; on a table's own subject it spoils that table, and no
   other.

   Beside the house the file has how far the log was read and, for each table, the number of the
   last message of its subject. */
#ifndef NEGOCE_STORE_APPLY_H
#define NEGOCE_STORE_APPLY_H

#include "store/call.h"
#include "store/log.h"

/* Makes the tables of SQL that are needed here. */
bool apply_open(Sqlite *db);

/* How far the log was read, and the id of the message there. */
uint64_t apply_position(Sqlite *db, char id[LOG_ID + 1]);
bool apply_save_position(Sqlite *db, uint64_t seq, const char *id);

/* What all nodes have alike under this name (store_share); false where there is none, or no log. */
bool apply_secret(Sqlite *db, const char *name, char *out, size_t room);

/* What apply_message found. */
typedef enum Applied {
    APPLIED_DONE,   /* `call` tells what was done, and its answer how it went */
    APPLIED_HOLE,   /* the same, but other messages of its table never came here */
    APPLIED_SKIP,   /* it makes no sense */
    APPLIED_NEWER,  /* it was written by a newer Négoce: nothing may be done behind it */
    APPLIED_NO_DISK /* the file cannot be written now */
} Applied;

/* Does a message, within a transaction. */
Applied apply_message(Sqlite *db, const LogEvent *event, const char *directory, Call **call);

/* Where lines of a table are published, and behind which number. */
typedef struct TableAt {
    char subject[LOG_SUBJECT + 1];
    int64_t last;
    int lines; /* of its journal here; -1: there is no such table */
    bool folded;
} TableAt;

TableAt apply_table(Sqlite *db, const char *id);

/* Tables that were last written before a time, in seconds since 1970, an id a line: those that are
   over and not folded (1), or folded and not forgotten (2). */
void apply_left(Sqlite *db, int over, int64_t before, int most, Text *out);

/* Who sit at a table, an id a line: the caller's to free. */
char *apply_people(Sqlite *db, const char *id);

/* The time of the house at a time of the log, both in ms. */
int64_t apply_hour(Sqlite *db, int64_t ms);

/* Tables whose journal in the file at `path` has a line that they do not have here, an id a line;
   false where not all of it could be read. */
bool apply_lost(Sqlite *db, const char *path, Text *out);

#endif
