/* sqlite.h: the store's file.

   One SQLite file in WAL mode, synchronous=EXTRA: once `sqlite_commit` returns true the work is on
   the disk. Everything here runs in one thread, between a begin and a commit. What is read is
   verified: the file's own mark and version at opening, the shape of every row when it is loaded.
 */
#ifndef NEGOCE_SQLITE_H
#define NEGOCE_SQLITE_H

#include "store/accounts.h"

typedef struct Sqlite Sqlite;

/* The path of a file in the folder of a house: the caller's to free. */
char *sqlite_path(const char *directory, const char *name);

/* Opens or makes the file. NULL and `why` where it is not a store of ours. */
Sqlite *sqlite_open(const char *path, Reason *why);
void sqlite_close(Sqlite *db);

/* The same for a copy of one, which need not be kept as it was before it is brought up to date. */
Sqlite *sqlite_open_copy(const char *path, Reason *why);

/* The same for looking alone, beside a server that may be writing. */
Sqlite *sqlite_open_reading(const char *path, Reason *why);

bool sqlite_has_table(Sqlite *db, const char *id);
bool sqlite_has_person(Sqlite *db, const char *id);

/* Whether the file's pages hold together (SQLite's quick_check); it looks for some seconds at most,
   and what it did not come to counts as sound. */
bool sqlite_sound(Sqlite *db);

/* A transaction. Where one of the calls below answers STORE_FAILED or the commit returns false,
   nothing since the begin has happened once sqlite_undo has been called. One that `writes` waits a
   while where another program is writing; what has begun to read cannot wait any more, and fails at
   once. */
bool sqlite_begin(Sqlite *db, bool writes);
bool sqlite_commit(Sqlite *db);
void sqlite_undo(Sqlite *db);

/* After something failed: notes in `ill` whether it was the file that did, rather than what was
   asked of it. SQLite forgets it with the next thing done, as with undoing what was begun. */
void sqlite_note_ill(Sqlite *db);

/* From `sqlite_watch` on: whether the file failed, in whatever way. What was found missing then may
   only not have been read. */
void sqlite_watch(Sqlite *db);
bool sqlite_is_ill(const Sqlite *db);
bool sqlite_is_busy(const Sqlite *db);
bool sqlite_is_full(const Sqlite *db); /* and that for want of room */

/* Moves what was committed from the log of the file into the file, where the log has grown long.
   Nothing waits for it: what was committed is safe in either. */
void sqlite_tidy(Sqlite *db);

/* Something besides an append or a new table is about to change the file. */
void sqlite_forget(Sqlite *db);

StoreResult sqlite_create(Sqlite *db, const StoreTable *table, const StoreBatch *batch);
StoreResult sqlite_append(Sqlite *db, const char *table, const StoreBatch *batch);
StoreResult sqlite_load(Sqlite *db, const char *table, StoreAnswer *answer);

/* The same, made a table again: NULL where its journal makes none. `header` may be NULL. */
StoreResult sqlite_replay(Sqlite *db, const char *table, StoreTable *header, Table **out);

StoreResult sqlite_list(Sqlite *db, const StoreWish *wish, StoreAnswer *answer);
StoreResult sqlite_list_open(Sqlite *db, StoreAnswer *answer);
StoreResult sqlite_unlist(Sqlite *db, const char *table, int at);
StoreResult sqlite_device(Sqlite *db, DeviceAct act, const StoreDevice *device,
                          StoreAnswer *answer);
StoreResult sqlite_due(Sqlite *db, int64_t until, int64_t after_due, int64_t after_key,
                       StoreAnswer *answer);
StoreResult sqlite_save_hour(Sqlite *db, int64_t ms);
int64_t sqlite_hour(Sqlite *db); /* 0: none was kept */
StoreResult sqlite_find_person(Sqlite *db, const uint8_t *session, StorePerson *person);
StoreResult sqlite_save_person(Sqlite *db, const StorePerson *person);

/* Whether somebody else who has an account could be taken for this name. */
bool sqlite_name_taken(Sqlite *db, const char *id, const uint8_t looks[LOOKS][LOOK_BYTES]);

/* An act of accounts.h; whether it changes the file. */
StoreResult sqlite_account(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
bool sqlite_account_writes(AccountAct act);
bool sqlite_account_rewrites(AccountAct act); /* journals, of the tables it answers with */

/* The tables of `call->guest` go to the account; answers them, an id a line (bring.c). */
StoreResult sqlite_bring(Sqlite *db, const AccountCall *call, StoreAnswer *answer);

/* What people.c tells, and what ratings.c keeps: the result of one table that is over, which was
   not kept before; those of all. False where that failed. */
StoreResult sqlite_ranking(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
StoreResult sqlite_person(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
StoreResult sqlite_points(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
StoreResult sqlite_company(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
StoreResult sqlite_wanted(Sqlite *db, const AccountCall *call, StoreAnswer *answer);
bool sqlite_rate(Sqlite *db, const char *id);
bool sqlite_rate_all(Sqlite *db, int *games);

/* Seconds since 1970: of the message of the log that is being done, where there is a log, so that
   every node keeps the same. */
int64_t sqlite_now(const Sqlite *db);

/* The file itself, for the rarer questions of accounts.c. */
struct sqlite3 *sqlite_file(Sqlite *db);

#endif
