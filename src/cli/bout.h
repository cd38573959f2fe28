/* bout.h: deals between named bots, for `negoce arena` and `negoce pool`.

   A bout is a list of entrants and a number of deals (bots/arena.h). Where there are more entrants
   than seats, each deal draws who plays. Deals are played on several threads; what each brought is
   kept by its number, so figures depend on the seed alone where the effort is counted in
   iterations. With a file to keep them in, a bout that was broken off goes on where it was. */
#ifndef NEGOCE_BOUT_H
#define NEGOCE_BOUT_H

#include "bots/arena.h"
#include "cli/cli.h"

enum { ENTRANTS_MAX = 24, ENTRANT_NAME = GUEST_COMMAND + 8 };

typedef struct Bout {
    Match match; /* its entrants are filled in deal by deal */
    int count;   /* entrants */
    Entrant entrant[ENTRANTS_MAX];
    char name[ENTRANTS_MAX]
             [ENTRANT_NAME];  /* as the person wrote them, but for what cannot be shown */
    int faults[ENTRANTS_MAX]; /* seats a program has lost */
    int64_t deals;
    int threads;
    const char *save; /* the file the deals are kept in, or NULL */
    int unkept;       /* errno of the first that could not be written there; 0: all are there */
    /* Asked with the first `n` deals all there, after each of them; true: they are enough. */
    bool (*enough)(const struct Bout *bout, int64_t n);
    double p0, p1;           /* of a sequential test, for `enough` */
    Deal *deal;              /* by number, those below `deals` once played */
    double seconds;          /* they took, in this run */
    bool timed;              /* whether a clock was lent */
    Pace pace[ENTRANTS_MAX]; /* the turns of each, where it was, in this run */
} Bout;

/* A bout as the command line asks for it; -1 and NULL where it does not say. */
typedef struct Contest {
    const char *names; /* of the entrants, separated by commas */
    Words options;
    long long players, games, seed, threads, milliseconds, iterations;
    bool clock; /* the levels' own time, for a turn */
} Contest;

enum { CONTEST_FLAGS = 9 };

/* Puts the flags that fill it in first into `flags`, with what they are without, and copies `more`
   (ended by a NULL name) behind them. */
void bout_flags(Contest *contest, Bout *bout, const Flag *more, Flag *flags);

/* Sets the bout up; complains and returns false where the person must say it otherwise. */
bool bout_set_up(Cli *cli, Bout *bout, const Contest *contest);

/* The entrants that play deal `index`, in the order of Match.entrants. */
void bout_lineup(const Bout *bout, int64_t index, int who[]);

/* Writes a line for each program that lost its seat: its figures are not its own alone. */
void bout_faults(Text *out, Lang lang, const Bout *bout);

/* Plays the deals, `deals` becomes fewer where they were enough, writes one of the reports and ends
   the bout. Returns an exit code. */
typedef void BoutReport(Text *out, Lang lang, const Bout *bout);
int bout_run(Cli *cli, Bout *bout, BoutReport *report);

#endif
