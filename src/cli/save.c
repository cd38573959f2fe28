/* save.c: a record kept in a file. The file is written beside its place and then moved there, so
   that there is never half a record, and a file that is no record is never written over. */
#include "cli/play.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"

/* True when the file is there and does not begin as a record does; so is a pipe or a device, which
   is not even opened. */
static bool is_something_else(const char *path) {
    static const char head[] = "negoce:";
    char start[sizeof head - 1];
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return true;
    FILE *file = fopen(path, "rb");
    if (!file) return errno != ENOENT;
    size_t n = fread(start, 1, sizeof start, file);
    bool empty = n == 0 && !ferror(file);
    fclose(file);
    return !empty && (n < sizeof start || memcmp(start, head, n) != 0);
}

/* Writes it all, down to the disk. */
static bool write_whole(FILE *file, const Text *record) {
    bool good = fwrite(record->at, 1, record->length, file) == record->length;
    good = fflush(file) == 0 && good;
    good = fsync(fileno(file)) == 0 && good;
    return fclose(file) == 0 && good;
}

bool write_file(const char *path, const Text *record) {
    Text beside = text_grow();
    sigset_t all, before; /* whoever ends us now would leave the file beside it */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    text_printf(&beside, "%s.XXXXXX", path);
    int handle = mkstemp(beside.at);
    FILE *file = handle < 0 ? NULL : fdopen(handle, "wb");
    if (!file && handle >= 0) close(handle);
    bool good = file && write_whole(file, record) && rename(beside.at, path) == 0;
    int error = errno;
    if (!good && handle >= 0) unlink(beside.at);
    sigprocmask(SIG_SETMASK, &before, NULL);
    text_free(&beside);
    errno = error;
    return good;
}

/* A path as a shell has to be told it, and `negoce play` behind it: what has the name of a game or
   looks like an option is a file only by its folder. */
static void quote(Text *out, const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+,:@%";
    bool as_it_is = true; /* letters with accents are no shell's business */
    for (const char *p = path; *p; p++)
        as_it_is = as_it_is && ((*p & 0x80) || strchr(plain, *p));
    const char *folder = path[0] == '-' || game_named(path) ? "./" : "";
    if (as_it_is) {
        text_printf(out, "%s%s", folder, path);
        return;
    }
    text_printf(out, "'%s", folder);
    for (; *path; path++)
        if (*path == '\'')
            text_add(out, "'\\''");
        else
            text_char(out, *path);
    text_char(out, '\'');
}

bool save_record(Play *play, const char *path, Text *out) {
    Text place = text_grow(), record = text_grow();
    const char *home = getenv("HOME");
    if (path[0] == '~' && path[1] == '/' && home) { /* no shell has read this path */
        text_add(&place, home);
        path++;
    }
    text_add(&place, path);
    table_record(play->table, -1, &record);
    bool good = false;
    if (is_something_else(place.at)) {
        words_add(out, play->lang, N_("{seat} is there and is no record: choose another name."),
                  &(Holes){.seat = place.at});
    } else if (!write_file(place.at, &record)) {
        words_add(out, play->lang, N_("{seat} could not be written: {other}."),
                  &(Holes){.seat = place.at, .other = unwritable(play->lang, errno)});
    } else {
        Text quoted = text_grow();
        quote(&quoted, place.at);
        words_add(out, play->lang, N_("Saved. “negoce play {seat}” goes on from here."),
                  &(Holes){.seat = quoted.at});
        text_free(&quoted);
        good = true;
    }
    text_char(out, '\n');
    text_free(&place);
    text_free(&record);
    return good;
}
