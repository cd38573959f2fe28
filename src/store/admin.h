/* admin.h: what who runs the house does to it (`negoce admin`, docs/hosting.md).

   What only looks reads the file itself, whether a server runs or not: SQLite lets others read
   while it writes. What changes something is an act, done by whoever holds the folder: the server
   that runs, asked through its local socket, or the command itself where none does. Every act is
   logged in the store, in the transaction that does it. */
#ifndef NEGOCE_STORE_ADMIN_H
#define NEGOCE_STORE_ADMIN_H

#include "store/address.h"
#include "store/sqlite.h"

enum {
    ADMIN_WORDS = 4,          /* an act and what it is about */
    ADMIN_BODY = 16 << 20,    /* bytes of a table that is brought in */
    ADMIN_LOGGED = 10000,     /* acts the log remembers, the newest */
    PENALTIES_MAX = 1000,     /* in force at once */
    SUBJECT_MAX = ADDRESS_MAX /* of a penalty: a person, a table or an address */
};

#define ADMIN_SOCKET "admin.sock" /* where a server that runs is asked, in its data folder */
#define REFUSE_EMPTY                                                                               \
    REFUSED(N_("no server has kept anything in this folder; --data names the folder of yours"))

/* An act: "ban PERSON DAYS", "purge 30". `body` is what `import` brings. */
typedef struct AdminAct {
    char who[33]; /* the account that asked for it */
    int count;
    char words[ADMIN_WORDS][72]; /* the longest is the hash of a code */
    const char *body;
} AdminAct;

/* Does it within a transaction; what there is to tell goes to `out`. `directory` is that of the
   store. Where it is refused nothing was changed. */
Reason admin_act(Sqlite *db, const char *directory, const AdminAct *act, Text *out);

/* A long act is done in parts, so that others' lines are kept between them. True where the answer's
   `lines` say that there is more: the act then names its next part, and is to be asked for again.
 */
bool admin_goes_on(AdminAct *act, const char *lines);

/* --- looking ---------------------------------------------------------------------------------- */

/* The path of the file of a data folder. True: it is a node's copy of a house in NATS (replica.h),
   which only its server may change. */
bool admin_file(const char *directory, Text *path);

/* That file, to be read; NULL and `why` where it cannot be. */
Sqlite *admin_look(const char *directory, Reason *why);

/* The id of the account of this name or id. STORE_MISSING: there is none. */
StoreResult admin_account(Sqlite *db, const char *who, char id[OWNER_MAX + 1]);

/* A line a table, the newest first: id, game, stage, seats taken, seats, day, title, parted by
   tabs; of one stage alone, or "": of any. False where the file cannot be read. */
bool admin_list(Sqlite *db, const char *stage, Text *out);

/* Everything of one table but its journal: lines "KEY<tab>VALUE". */
StoreResult admin_show(Sqlite *db, const char *table, Text *out);

/* The acts, the newest last, and the penalties in force: lines of fields parted by tabs. */
bool admin_log(Sqlite *db, Text *out);
bool admin_penalties(Sqlite *db, Text *out);

/* Reads every page and replays every journal: how many tables are sound, and a line "ID<tab>WHY"
   for each that is not. False where the file itself is damaged. */
bool admin_check(Sqlite *db, int *sound, Text *faults);

/* --- one table as a file (transfer.c) --------------------------------------------------------- */

/* The whole table, its seed included, marked with the key of this house. */
StoreResult transfer_write(Sqlite *db, const char *directory, const char *table, Text *out);

/* Brings such a table in. It must be whole, new here, and name nobody of this house unless this
   house wrote it. */
Reason transfer_read(Sqlite *db, const char *directory, const char *text, Text *out);

/* --- the file as a whole (copies.c) ----------------------------------------------------------- */

/* Copies the store while it is in use. */
Reason copies_write(Sqlite *db, const char *to);

/* Puts a copy in place of the store; the old one is kept beside it, under the name in `kept`, which
   is empty where there was none. The folder must be free. A copy that is damaged is refused, and
   nothing was changed. */
Reason copies_restore(const char *directory, const char *from, Text *kept);

#endif
