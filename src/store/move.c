#include "store/move.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/apply.h"
#include "store/ask.h"
#include "store/call.h"
#include "store/keys.h"
#include "store/replica.h"
#include "store/rows.h"
#include "store/wait.h"

enum { PART_BYTES = 200000 }; /* of rows in one message, about */

#define MOVING "moving" /* a folder in that of the house, while it moves */

#define REFUSE_READ    REFUSED(N_("the store is damaged; restore a copy of it"))
#define REFUSE_OTHER   REFUSED(N_("there is another house already"))
#define REFUSE_WRITTEN REFUSED(N_("it could not be written; started again the move goes on"))

static StoreWait waiting = STORE_WAIT;

static bool save_rows(Store *store, const char *rows) {
    store_bring(store, rows, store_waited, &waiting);
    StoreAnswer *answer = store_wait(&waiting);
    bool well = answer->result == STORE_DONE;
    store_answer_free(answer);
    return well;
}

/* --- files ------------------------------------------------------------------------------------ */

static Sqlite *open_file(const char *folder, const char *name, Reason *why) {
    char *path = sqlite_path(folder, name);
    Sqlite *db = sqlite_open_reading(path, why);
    free(path);
    return db;
}

static int64_t count_of(Sqlite *db, const char *table) {
    char sql[80];
    Text text = text_over(sql, sizeof sql);
    text_printf(&text, "SELECT count(*) FROM %s", table);
    return sql_number(sql_ask(db, sql, ""), -1);
}

/* Whether every row there is the row here, in the same order; both may go on behind that where not
   `whole`. */
static bool compare(Sqlite *here, Sqlite *there, bool whole, Moved *moved) {
    for (int i = 0; rows_tables[i]; i++) {
        int64_t last = count_of(there, rows_tables[i]);
        if (last < 0 || (whole && last != count_of(here, rows_tables[i]))) return false;
        for (int at = 0; at < last;) {
            Text mine = text_grow(), theirs = text_grow();
            int count = rows_some(there, rows_tables[i], at, PART_BYTES, (int)last, &theirs);
            bool same = count > 0 &&
                        rows_some(here, rows_tables[i], at, SIZE_MAX, count, &mine) == count &&
                        strcmp(mine.at, theirs.at) == 0;
            text_free(&mine);
            text_free(&theirs);
            if (!same) return false;
            at += count;
            moved->rows += count;
        }
    }
    return true;
}

/* --- into a log ------------------------------------------------------------------------------- */

/* A key that is a file of the house and must stay the same: people's sessions are signed with it.
 */
static bool share_key(Store *store, const char *folder, const char *name, bool as_hex) {
    unsigned char bytes[KEY_FILE_MAX];
    int size = key_read(folder, name, bytes, sizeof bytes - 1);
    if (size < 0) return errno == ENOENT; /* it has none yet */
    Text text = text_grow();
    if (as_hex)
        fair_write(bytes, size, &text);
    else
        text_add_n(&text, (const char *)bytes, (size_t)size);
    store_share(store, name, text.at, store_waited, &waiting);
    StoreAnswer *answer = store_wait(&waiting);
    bool same =
        answer->result == STORE_DONE && answer->lines && strcmp(answer->lines, text.at) == 0;
    store_answer_free(answer);
    text_free(&text);
    return same;
}

static Reason carry(Store *store, Sqlite *from, Sqlite *copy) {
    for (int i = 0; rows_tables[i]; i++) {
        int64_t at = count_of(copy, rows_tables[i]);
        for (int count = 1; at >= 0 && count > 0; at += count) {
            Text rows = text_grow();
            count = rows_some(from, rows_tables[i], (int)at, PART_BYTES, INT32_MAX, &rows);
            bool well = count == 0 || (count > 0 && save_rows(store, rows.at));
            text_free(&rows);
            if (!well) return count < 0 ? REFUSE_READ : REFUSE_WRITTEN;
        }
    }
    return ALLOWED;
}

static void remove_folder(const char *folder) {
    static const char *const files[] = {REPLICA_FILE, REPLICA_FILE "-wal", REPLICA_FILE "-shm",
                                        "negoce.lock"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = sqlite_path(folder, files[i]);
        unlink(path);
        free(path);
    }
    rmdir(folder);
}

static Reason move_into(Store *store, Sqlite *from, const char *folder, const char *copy_folder,
                        Moved *moved) {
    Reason why;
    Moved before = {0};
    Sqlite *copy = open_file(copy_folder, REPLICA_FILE, &why);
    if (!copy) return why;
    if (!compare(from, copy, false, &before) || !share_key(store, folder, "session.key", true) ||
        !share_key(store, folder, "vapid.key", false))
        why = REFUSE_OTHER;
    if (!why.text) why = carry(store, from, copy);
    if (!why.text && !compare(from, copy, true, moved)) why = REFUSE_WRITTEN;
    sqlite_close(copy);
    return why;
}

Reason move_in(const char *folder, const StorePlace *place, Moved *moved) {
    Reason why = ALLOWED;
    Sqlite *from = open_file(folder, "negoce.db", &why);
    if (!from) return why;
    int lock = store_lock(folder, &why);
    char *copy = sqlite_path(folder, MOVING);
    Store *store = lock < 0 ? NULL : store_join(copy, place, &why);
    if (store) {
        why = move_into(store, from, folder, copy, moved);
        moved->tables = (int)count_of(from, "tables");
        store_close(store);
        remove_folder(copy); /* a node makes its own; what was carried is in the log */
    }
    free(copy);
    if (lock >= 0) close(lock);
    sqlite_close(from);
    return why;
}

/* --- out of a log ----------------------------------------------------------------------------- */

static bool write_key(Sqlite *db, const char *folder, const char *name, bool as_hex) {
    char text[KEY_FILE_MAX];
    uint8_t bytes[KEY_FILE_MAX / 2];
    if (!apply_secret(db, name, text, sizeof text)) return true; /* no node has ever served it */
    if (!as_hex) return key_write(folder, name, text, strlen(text));
    size_t size = strlen(text) / 2;
    return fair_read(text, (int)size, bytes) && key_write(folder, name, bytes, size);
}

/* Results that were still to come with the folding of their table; then what is a log's goes. */
static bool make_plain(Sqlite *db, int64_t hour) {
    static const char end[] =
        "DROP TABLE log_house; DROP TABLE log_secrets; DROP TABLE log_tables; DROP TABLE log_next;";
    char id[TABLE_ID_MAX + 1];
    bool well = sqlite_begin(db, true) && sqlite_save_hour(db, hour) == STORE_DONE;
    sqlite3_stmt *query = sql_ask(db, "SELECT id FROM log_tables WHERE over = 1", "");
    while (well && query && sqlite3_step(query) == SQLITE_ROW)
        well = sql_text(query, 0, id, sizeof id) && sqlite_rate(db, id);
    sqlite3_finalize(query);
    well = well && sqlite3_exec(sqlite_file(db), end, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite_commit(db);
    return well && sqlite3_exec(sqlite_file(db), "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL,
                                NULL) == SQLITE_OK;
}

Reason move_out(const StorePlace *place, const char *folder, Moved *moved) {
    Reason why = ALLOWED;
    char *to = sqlite_path(folder, "negoce.db"), *copy = sqlite_path(folder, REPLICA_FILE);
    if (access(to, F_OK) == 0) why = REFUSE_OTHER;
    Store *store = why.text ? NULL : store_join(folder, place, &why);
    int64_t hour = 0;
    if (store) {
        store_clock(store, &hour);
        store_close(store);
        Sqlite *db = sqlite_open(copy, &why);
        if (db) {
            for (int i = 0; rows_tables[i]; i++)
                moved->rows += count_of(db, rows_tables[i]);
            moved->tables = (int)count_of(db, "tables");
            bool well = sqlite_sound(db) && write_key(db, folder, "session.key", true) &&
                        write_key(db, folder, "vapid.key", false) && make_plain(db, hour);
            sqlite_close(db);
            int file = store_file(folder, REPLICA_FILE, 0); /* whoever moves it */
            well = well && file >= 0;
            if (file >= 0) close(file);
            if (!well || rename(copy, to) != 0) why = REFUSE_WRITTEN;
        }
    }
    free(to);
    free(copy);
    return why;
}
