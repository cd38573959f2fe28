/* copies.c: the store's file as a whole: copied while it is in use, looked at, put back. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/admin.h"

enum { ALL_PAGES = -1 };

/* Down to the disk, the folder's own entry included. */
static bool sync_file(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool well = file >= 0 && fsync(file) == 0;
    if (file >= 0) close(file);
    return well;
}

static Reason copy_pages(sqlite3 *from, const char *path) {
    sqlite3 *to = NULL;
    Reason why = REFUSED(N_("the copy cannot be written there"));
    if (sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK) {
        /* In one step: between two of them others may write, and then it would begin anew. They
           write beside it all the same, into the log of the file. */
        sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
        int code = SQLITE_ERROR;
        while (backup && ((code = sqlite3_backup_step(backup, ALL_PAGES)) == SQLITE_BUSY ||
                          code == SQLITE_LOCKED))
            sqlite3_sleep(20);
        if (backup && sqlite3_backup_finish(backup) == SQLITE_OK && code == SQLITE_DONE)
            why = ALLOWED;
        /* A copy is one file: it waits for nothing in a log beside it. */
        if (!why.text && sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL))
            why = REFUSED(N_("the copy cannot be written there"));
    }
    sqlite3_close(to);
    return why;
}

Reason copies_write(Sqlite *db, const char *to) {
    struct stat there;
    if (stat(to, &there) == 0)
        return REFUSED(N_("there is a file of this name already; a copy is never written over"));
    mode_t mask = umask(0077); /* it has every seed */
    Reason why = copy_pages(sqlite_file(db), to);
    umask(mask);
    if (!why.text && !sync_file(to)) why = REFUSED(N_("the copy cannot be written there"));
    if (why.text) unlink(to);
    return why;
}

/* --- putting one back ------------------------------------------------------------------------- */

#define REFUSE_DAMAGED REFUSED(N_("this copy is damaged; nothing was changed"))
#define REFUSE_FIT     REFUSED(N_("the copy does not fit here; nothing was changed"))

/* Brings the copy into the folder as negoce.db.new, with what a log beside it still has. */
static Reason bring(const char *directory, const char *from) {
    char *fresh = sqlite_path(directory, "negoce.db.new");
    sqlite3 *copy = NULL;
    unlink(fresh);
    int file = store_file(directory, "negoce.db.new", O_EXCL);
    Reason why = ALLOWED;
    if (sqlite3_open_v2(from, &copy, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(copy, "PRAGMA schema_version", NULL, NULL, NULL) != SQLITE_OK)
        why = REFUSE_DAMAGED;
    else if (file < 0 || copy_pages(copy, fresh).text)
        why = REFUSE_FIT;
    sqlite3_close(copy);
    if (file >= 0) close(file);
    free(fresh);
    return why;
}

/* Whether what was brought is a whole store of ours, every journal of it; an older one is brought
   up to date. */
static Reason look_at(const char *path) {
    Reason why = ALLOWED;
    Sqlite *db = sqlite_open_copy(path, &why);
    if (!db) return why;
    Text faults = text_grow();
    int sound;
    if (!admin_check(db, &sound, &faults) || faults.length > 0) why = REFUSE_DAMAGED;
    text_free(&faults);
    sqlite_close(db);
    if (!why.text && !sync_file(path)) why = REFUSE_FIT;
    return why;
}

/* A name nothing has yet: what an earlier restore set aside may be the only copy of it. */
static char *path_aside(const char *directory, Text *name) {
    for (int i = 1;; i++) {
        struct stat there;
        text_clear(name);
        text_add(name, "negoce.db.before-restore");
        if (i > 1) text_printf(name, "-%d", i);
        char *path = sqlite_path(directory, name->at);
        if (lstat(path, &there) != 0) return path;
        free(path);
    }
}

/* The new file is whole beside its place before anything is moved; what the old one still had in
   its log is moved into it first, so that the one kept is whole too. */
static Reason exchange(const char *directory, const char *fresh, Text *kept) {
    char *now = sqlite_path(directory, "negoce.db"), *old = path_aside(directory, kept);
    bool there = access(now, F_OK) == 0;
    Reason why = ALLOWED;
    sqlite3 *last = NULL;
    if (!there) text_clear(kept);
    if (there && sqlite3_open(now, &last) == SQLITE_OK)
        sqlite3_exec(last, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_close(last); /* which also removes the log of a file that is whole */
    if (there && rename(now, old) != 0) why = REFUSE_FIT;
    for (int i = 0; !why.text && i < 2; i++) {
        char *log = sqlite_path(directory, i ? "negoce.db-shm" : "negoce.db-wal");
        unlink(log);
        free(log);
    }
    if (!why.text && rename(fresh, now) != 0) {
        rename(old, now);
        why = REFUSE_FIT;
    }
    sync_file(directory);
    free(now);
    free(old);
    return why;
}

Reason copies_restore(const char *directory, const char *from, Text *kept) {
    Text file = text_grow();
    bool copy = admin_file(directory, &file);
    text_free(&file);
    if (copy) return REFUSED(N_("this house is in NATS: negoce move brings a copy there"));
    struct stat there;
    if (stat(from, &there) != 0 || !S_ISREG(there.st_mode))
        return REFUSED(N_("there is no such copy"));
    Reason why;
    int lock = store_lock(directory, &why);
    if (lock < 0) return why;
    char *fresh = sqlite_path(directory, "negoce.db.new");
    why = bring(directory, from);
    if (!why.text) why = look_at(fresh);
    if (!why.text) why = exchange(directory, fresh, kept);
    if (why.text) unlink(fresh);
    free(fresh);
    close(lock);
    return why;
}
