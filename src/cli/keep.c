/* keep.c: a game under way is kept without being asked for, so that whatever ends the program (a
   window that is closed, a line that breaks, Ctrl-C) ends no game. The records stand in the folder
   `left` of the data folder, numbered, KEPT_MOST of each game; a game that is over or saved by hand
   leaves it. */
#include "cli/play.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"
#include "store/store.h"

enum { KEPT_MOST = 20 };

/* The folder of kept games; false where nobody has said where data is kept. */
static bool folder(Text *out) {
    if (!data_folder(out)) return false;
    text_add(out, "/left");
    return true;
}

/* When the file was last written, in nanoseconds since 1970; -1: nothing is there. */
static int64_t written_at(const char *path) {
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size == 0) return -1;
    return (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
}

static void place(Text *out, const char *in, const char *game, int number) {
    text_clear(out);
    text_printf(out, "%s/%s-%d.negoce", in, game, number);
}

/* Takes the first free number of this game; where there is none, that of the game left longest ago.
 */
static bool take_place(Play *play) {
    const char *game = table_game(play->table)->id;
    Text in = text_grow(), path = text_grow();
    int oldest = 1, file = -1;
    int64_t when = INT64_MAX;
    bool good = folder(&in) && store_make_directory(in.at);
    for (int number = 1; good && file < 0 && number <= KEPT_MOST; number++) {
        place(&path, in.at, game, number);
        file = open(path.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        int64_t at = written_at(path.at);
        if (at < when) when = at, oldest = number;
    }
    if (file >= 0)
        close(file);
    else if (good)
        place(&path, in.at, game, oldest);
    if (good) text_add_n(&play->kept, path.at, path.length);
    text_free(&in);
    text_free(&path);
    return good;
}

void keep_begin(Play *play, const char *resumed) {
    Text in = text_grow();
    size_t length = folder(&in) ? in.length : 0;
    if (resumed && length && strncmp(resumed, in.at, length) == 0 && resumed[length] == '/')
        text_add(&play->kept, resumed);
    play->keeps = true;
    text_free(&in);
}

void keep_game(Play *play) {
    if (!play->keeps || play->saved == table_version(play->table)) return;
    if (table_over(play->table)) {
        keep_end(play);
        return;
    }
    if (!play->kept.length && !take_place(play)) return;
    Text record = text_grow();
    table_record(play->table, -1, &record);
    if (write_file(play->kept.at, &record)) play->saved = table_version(play->table);
    text_free(&record);
}

void keep_end(Play *play) {
    if (play->kept.length) unlink(play->kept.at);
    text_clear(&play->kept);
}

bool keep_newest(Text *out) {
    Text in = text_grow(), path = text_grow();
    int64_t newest = -1;
    bool there = folder(&in);
    for (int i = 0; there && games[i]; i++)
        for (int number = 1; number <= KEPT_MOST; number++) {
            place(&path, in.at, games[i]->id, number);
            int64_t at = written_at(path.at);
            if (at <= newest) continue;
            newest = at;
            text_clear(out);
            text_add(out, path.at);
        }
    text_free(&in);
    text_free(&path);
    return newest >= 0;
}
