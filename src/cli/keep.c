/* keep.c: a game under way is kept without being asked for, so that whatever ends the program (a
   window that is closed, a line that breaks, Ctrl-C) ends no game. The records stand in the folder
   `left` of the data folder, numbered, KEPT_MOST of each game; a game that is over or saved by hand
   leaves it. A place belongs to the command that plays there: it holds a byte of the file
   `left.lock` for it, which the system takes back however the command ends. */
#include "cli/play.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"
#include "store/store.h"

enum { KEPT_MOST = 20 };

/* One of the places of the folder `in`. */
typedef struct Place {
    int game, number; /* of games[]; 1… */
} Place;

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

static void path_of(Text *out, const char *in, Place place) {
    text_clear(out);
    text_printf(out, "%s/%s-%d.negoce", in, games[place.game]->id, place.number);
}

/* Does this with the byte of a place: takes it, asks for it, gives it back. It is never closed: the
   system would give back what this command holds. */
static bool byte_of(const char *in, Place place, int what, short type) {
    static int file = -1;
    if (file < 0) {
        Text path = text_grow();
        text_printf(&path, "%s.lock", in);
        file = open(path.at, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        text_free(&path);
    }
    struct flock byte = {.l_type = type,
                         .l_whence = SEEK_SET,
                         .l_start = place.game * KEPT_MOST + place.number,
                         .l_len = 1};
    if (file < 0 || fcntl(file, what, &byte) != 0) return file < 0; /* nobody can be asked */
    return what != F_GETLK || byte.l_type == F_UNLCK;
}

static bool is_free(const char *in, Place place) {
    return byte_of(in, place, F_GETLK, F_WRLCK);
}
static bool hold(const char *in, Place place) {
    return byte_of(in, place, F_SETLK, F_WRLCK);
}
static void give_back(const char *in, Place place) {
    byte_of(in, place, F_SETLK, F_UNLCK);
}

/* Takes the first empty place of this game; where there is none, that of the game left longest ago.
   False where others play at all of them. */
static bool find_place(const char *in, Place *place, Text *path) {
    Place oldest = *place;
    int64_t when = INT64_MAX;
    for (place->number = 1; place->number <= KEPT_MOST && when >= 0; place->number++) {
        path_of(path, in, *place);
        int64_t at = written_at(path->at);
        if (at < when && is_free(in, *place)) when = at, oldest = *place;
    }
    path_of(path, in, oldest);
    return when < INT64_MAX && hold(in, oldest);
}

static bool take_place(Play *play) {
    Text in = text_grow(), path = text_grow();
    Place place = {0};
    while (games[place.game] != table_game(play->table))
        place.game++;
    bool good = folder(&in) && store_make_directory(in.at) && find_place(in.at, &place, &path);
    if (good) text_add_n(&play->kept, path.at, path.length);
    text_free(&in);
    text_free(&path);
    return good;
}

/* The place of this path; false where it is none. */
static bool place_of(const char *in, const char *path, Place *place) {
    Text one = text_grow();
    bool found = false;
    for (int i = 0; games[i] && !found; i++)
        for (int number = 1; number <= KEPT_MOST && !found; number++) {
            *place = (Place){.game = i, .number = number};
            path_of(&one, in, *place);
            found = strcmp(one.at, path) == 0;
        }
    text_free(&one);
    return found;
}

void keep_begin(Play *play, const char *resumed) {
    Text in = text_grow();
    Place place;
    if (resumed && folder(&in) && place_of(in.at, resumed, &place) && hold(in.at, place))
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
    Text in = text_grow();
    Place place;
    if (play->kept.length) unlink(play->kept.at);
    if (folder(&in) && place_of(in.at, play->kept.at, &place)) give_back(in.at, place);
    text_clear(&play->kept);
    text_free(&in);
}

bool keep_newest(Text *out) {
    Text in = text_grow(), path = text_grow();
    int64_t newest = -1;
    bool there = folder(&in);
    for (int i = 0; there && games[i]; i++)
        for (int number = 1; number <= KEPT_MOST; number++) {
            const Place place = {.game = i, .number = number};
            path_of(&path, in.at, place);
            int64_t at = written_at(path.at);
            if (at <= newest || !is_free(in.at, place)) continue;
            newest = at;
            text_clear(out);
            text_add(out, path.at);
        }
    text_free(&in);
    text_free(&path);
    return newest >= 0;
}
