/* cli.h: what the subcommands of `negoce` share.

   A subcommand is a Command and a function. It lists its options as Flags, lets args_read fill them
   in, and returns the exit code: 0 done, 1 what was asked failed (a bad record, a full disk), 2 the
   command line makes no sense. Every failure is one line on stderr, in the language of the person.
   The help is made from the same lists, so it cannot forget an option. */
#ifndef NEGOCE_CLI_H
#define NEGOCE_CLI_H

#include "bots/bots.h"
#include "core/game.h"
#include "guests/guests.h"
#include "table/table.h"

enum { DONE = 0, FAILED = 1, MISUSED = 2 };

/* The largest number an option takes: 18 digits. A seed fits a record on every machine. */
#define NUMBER_MAX 999999999999999999LL

enum {
    RECORD_BYTES = 16 << 20,   /* a file larger than this is no record */
    ITERATIONS_MOST = 10000000 /* imagined games for a decision */
};

typedef struct Command Command;

/* One call of a subcommand. */
typedef struct Cli {
    Lang lang;
    const Command *command;
    int count;   /* arguments after the subcommand; after args_read: those that are no options */
    char **args; /* reordered by args_read */
    Text *told;  /* where complaints go; NULL: a line each on stderr */
} Cli;

struct Command {
    const char *name;  /* "record" */
    const char *usage; /* what follows the name, of the catalogue */
    const char *help;  /* what it does in one sentence, of the catalogue */
    int (*run)(Cli *cli);
};

extern const Command games_command, record_command, check_command, show_command, simulate_command,
    play_command, serve_command, arena_command, pool_command, tune_command, analyse_command,
    gallery_command, fair_command, admin_command, move_command;

/* --- args.c: options -------------------------------------------------------------------------- */

typedef struct Words {
    int count;
    const char *at[OPTIONS_MAX];
} Words;

/* An option. Exactly one of the places is set; it keeps its value where the option is not given. */
typedef struct Flag {
    const char *name; /* "players": --players */
    const char
        *value; /* "N": shown by the help, of the catalogue where it is a word; NULL: a switch */
    const char *help;  /* of the catalogue */
    bool *given;       /* a switch */
    long long *number; /* from least to most */
    int *whole;        /* the same, where both fit */
    const char **word; /* any text */
    Words *words;      /* may be given several times */
    long long least, most;
} Flag;

/* A switch; an option that takes a number (a long long, or an int), a word, or a word each time it
   is given; and the one for the variants of a game. */
#define SWITCH(flag, place, text)                                                                  \
    { .name = flag, .given = place, .help = text }
#define NUMBER(flag, unit, place, from, to, text)                                                  \
    { .name = flag, .value = unit, .number = place, .least = from, .most = to, .help = text }
#define WHOLE(flag, unit, place, from, to, text)                                                   \
    { .name = flag, .value = unit, .whole = place, .least = from, .most = to, .help = text }
#define WORD(flag, unit, place, text)                                                              \
    { .name = flag, .value = unit, .word = place, .help = text }
#define WORDS(flag, unit, place, text)                                                             \
    { .name = flag, .value = unit, .words = place, .help = text }
/* Any number: what a game is played by it says itself. */
#define PLAYERS(place, text) NUMBER("players", "N", place, 0, NUMBER_MAX, text)
#define VARIANTS(place)                                                                            \
    WORDS("option", "K=V", place, N_("a variant of the game, as negoce games lists them"))

/* Reads the options of cli->args into `flags` (ended by a NULL name) and leaves the other
   arguments, at most `places` of them. False where the command has nothing more to do, with its
   exit code. */
bool args_read(Cli *cli, const Flag *flags, int places, int *code);

/* Reads the same options from a file of lines `option = value` (a switch is yes or no, # begins a
   comment) and from the environment (NEGOCE_PORT for --port); the values of a file stay in `file`.
   False after a complaint, with the exit code. */
bool args_file(const Cli *cli, const Flag *flags, const char *path, Text *file, int *code);
bool args_environment(const Cli *cli, const Flag *flags, int *code);

/* The value of one option before the others are read: of the command line, else of the environment;
   NULL: none. */
const char *args_given(const Cli *cli, const Flag *flag);

/* The whole number of `text`, from least to most; false where it is none. */
bool args_number(const char *text, long long least, long long most, long long *out);

/* The language of the person: --lang among the arguments, else the locale, else English. */
Lang args_lang(int count, char **args);

/* 0 where `value` is a language of ours, else the exit code after a complaint. */
int args_lang_check(const Cli *cli, const char *value);

/* --- output.c: words for the person ----------------------------------------------------------- */

extern const char negoce_version[]; /* "1.2.0" */

/* Writes "negoce record: SENTENCE" as one line on stderr, or the sentence alone into cli->told;
   returns `code`. What comes from outside
   is made printable, so that no escape sequence of an argument or a file reaches the terminal. */
int complain(const Cli *cli, int code, const char *sentence, const Holes *holes);

/* The same for a reason of the rules. */
int complain_reason(const Cli *cli, int code, Reason why);

/* Writes "FILE:LINE: REASON" on stderr. */
void complain_line(const Cli *cli, const char *path, int line, Reason why);

/* Appends `s`, at most `most` characters of it, without control characters. */
void printable(Text *out, const char *s, int most);

/* Why something could not be written, by `errno`, in the language of the person. */
const char *unwritable(Lang lang, int error);

/* Writes the whole text to stdout; returns 0, or 1 after a complaint. */
int put(const Cli *cli, const Text *text);

/* Columns the UTF-8 text takes. */
int columns(const char *s);

/* Appends `s`, then spaces up to `width` columns. */
void pad(Text *out, const char *s, int width);

/* Appends `s` broken into lines of at most `width` columns, later lines indented; the cursor stands
   at column `from`. Ends the last line. */
void wrap(Text *out, const char *s, int from, int indent, int width);

/* The line (from 1) of move number `position` of a record. */
int record_line(const char *record, int position);

/* --- setup.c: a game from the command line --------------------------------------------------- */

/* Each complains and returns false where the person must say it otherwise. */
bool setup_game(const Cli *cli, const char *id, const Game **game);
bool setup_players(const Cli *cli, const Game *game, long long players);
bool setup_thinker(const Cli *cli, const char *level, const Bot **bot, int *iterations);

/* A game refuses so many players with these options: says why, and where options are listed. */
int complain_variant(const Cli *cli, Reason why);

/* A bot as the person named it: a level, LEVEL:STYLE, either with @N, or exec:COMMAND, a program of
   his own. */
typedef struct Entrant {
    Player player;
    const char *name; /* as he wrote it */
    size_t length;
    char command[GUEST_COMMAND + 1]; /* "": a bot of ours */
} Entrant;

/* What a command takes as a bot: each a kind more than the one before. */
typedef enum Takes { TAKES_LEVELS, TAKES_PROGRAMS, TAKES_ALL } Takes;

/* Takes the next name off `*names`, a list with commas between them. Where it is none it complains
   with those the command takes, and returns false. */
bool setup_entrant(const Cli *cli, const char **names, Takes takes, Entrant *out);

/* One bot for each of the players, or one for all: a level or a program. setup_ours refuses
   programs. */
bool setup_bots(const Cli *cli, const char *levels, int players, Entrant entrants[]);
bool setup_ours(const Cli *cli, const char *levels, int players, Player out[]);

/* The guest of an entrant, NULL where he is a bot of ours; and what is said when it lost its seat:
   true where it has, and `complained` was not set. */
Guest *entrant_guest(const Entrant *entrant, int milliseconds);
bool complain_guest(const Cli *cli, const Entrant *entrant, const Guest *guest, bool *complained);
bool setup_options(const Cli *cli, const Game *game, const Words *words, uint8_t options[]);

/* Nanoseconds: of the clock on the wall, and those this thread has worked, which other work on the
   machine does not lengthen. */
int64_t wall_time(void);
int64_t thread_time(void);

/* A seed nobody chose. */
uint64_t setup_seed(void);

/* $XDG_DATA_HOME/negoce, else ~/.local/share/negoce; false where neither is known. */
bool data_folder(Text *out);

/* The folder where tables are kept: `named` with --data (NULL: it was not), else data_folder. */
bool setup_data(const Cli *cli, const char *named, Text *out);

/* The whole file, "-" being stdin. False after a complaint. */
bool setup_file(const Cli *cli, const char *path, Text *out);

/* The table of a record file; NULL after a complaint that names file and line, with the exit code.
 */
Table *setup_record(const Cli *cli, const char *path, int *code);

#endif
