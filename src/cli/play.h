/* play.h: the terminal game: one table, one screen, one or several people in front of it.

   The screen belongs to one viewer at a time, and only what that seat may know is written on it.
   Before it goes to another person's seat it is wiped and waits until that person is there. */
#ifndef NEGOCE_PLAY_H
#define NEGOCE_PLAY_H

#include "cli/cli.h"

typedef struct Play {
    const Cli *cli;
    Lang lang;
    Table *table;
    Rng rng;
    Entrant entrant[SEATS_MAX];      /* whom the bots of this sitting are */
    Guest *guest[SEATS_MAX];         /* the programs among them */
    bool complained[SEATS_MAX];      /* that one has lost its seat */
    int people;                      /* seats that persons play */
    int viewer;                      /* whose window the screen shows; -1: nobody's yet */
    bool greeted;                    /* the first words have been said */
    int news_printed[SEATS_MAX + 2]; /* the position up to which each viewer has heard the news */
    int saved;                       /* the version last saved, -1: never */
    bool keeps;                      /* the game is kept in `kept` as it goes on */
    Text kept;                       /* "": nothing was played yet, or it is saved elsewhere */
    int listed;                      /* the version at which the moves were numbered, -1: never */
    bool warned;                     /* of quitting, and nothing else was typed since */
} Play;

/* turn.c: lets the person of `seat` decide: shows the table, reads commands until a move is made or
   taken back. False when he leaves the game. */
bool turn_of(Play *play, int seat);

/* turn.c: the end: the last news, the result, and a moment to save the record. True where the last
   move was taken back. */
bool turn_end(Play *play);

/* save.c: writes the record of the table to a file, all of it or nothing; says what happened. */
bool save_record(Play *play, const char *path, Text *out);

/* save.c: writes a file whole or not at all; false with errno. */
bool write_file(const char *path, const Text *record);

/* keep.c: this game is to be kept as it goes on; `resumed` is the file it came from, or NULL. */
void keep_begin(Play *play, const char *resumed);

/* keep.c: keeps the game as it stands where it has changed. Where that is not possible play->saved
   tells. */
void keep_game(Play *play);

/* keep.c: the game needs to be kept no more: it is over, or saved by hand. */
void keep_end(Play *play);

/* keep.c: the file of the game left last that no other command plays; false where there is none. */
bool keep_newest(Text *out);

#endif
