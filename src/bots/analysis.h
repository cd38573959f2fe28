/* analysis.h: a game judged move by move, and what luck did in it.

   Two things are found out. For every decision a search from the window of who decided tells what
   was best and what the move played gave away (or, with everything open, from the whole state). And
   at every step of the game imagined games from the whole state tell everyone's chances; what each
   step changed is put to the account of Chance, of the sea, of who decided or of the others, so
   that the account of a seat adds up, exactly, to the difference between its chances at the start
   and what became of it.

   Whole numbers and a generator of its own: the same game, iterations and seed give the same
   analysis on every machine. It is thought in short steps, knows no clock and no I/O. */
#ifndef NEGOCE_ANALYSIS_H
#define NEGOCE_ANALYSIS_H

#include "bots/search.h"

enum {
    SURE = 1000,        /* chances are told in thousandths */
    DOUBTFUL_FROM = 20, /* a loss from which on a decision is doubtful, and costly */
    COSTLY_FROM = 50,
    ANALYSIS_OTHERS = 3, /* moves told of a decision beside the one played */
    ANALYSIS_SEED = 1    /* of every analysis people see */
};

#define ANALYSIS_LEVEL "shipowner" /* whose iterations every analysis people see has */

typedef enum Mark { MARK_GOOD, MARK_DOUBTFUL, MARK_COSTLY } Mark;

extern const char *const mark_words[]; /* "good", "doubtful", "costly" */

/* A move of the game, as it was made. */
typedef struct Played {
    uint8_t seat; /* CHANCE for a draw */
    Move move;
    bool stand_in; /* a machine made it in the place of who sits there: no decision of his */
} Played;

typedef struct Judged {
    Move move;
    int chance; /* of who decides */
} Judged;

/* One decision of a seat that had a choice and owed one. */
typedef struct Decision {
    int position; /* moves made before it */
    int seat;
    Judged played;
    int loss; /* what the best found has more */
    int gain; /* where it is the best: what it has more than the next */
    Mark mark;
    int others;
    Judged other[ANALYSIS_OTHERS]; /* the best first */
} Decision;

/* Everyone's chances at a position. */
typedef struct Point {
    int position;
    int16_t chance[SEATS_MAX];
} Point;

/* Where the chances of a seat went: start + given + taken + sea_given + sea_taken + choices +
   others is what it has at the end. */
typedef struct Account {
    int start, end;
    int given, taken;         /* by draws and dice; `taken` is at most 0 */
    int sea_given, sea_taken; /* by voyages */
    int choices, others;      /* its own decisions, and those of the others */
    int marks[3];             /* how many decisions of each mark */
    int best;                 /* the decision that was found best, -1: none */
} Account;

typedef struct Analysis Analysis;

struct Analysis {
    const Game *game;
    int players, count; /* moves */
    uint8_t options[OPTIONS_MAX];
    int iterations;
    bool open;
    uint64_t seed;
    Played *moves;
    int done, total; /* pieces of work: points and decisions; 0 until the first step */

    int points, decisions;
    Point *point;
    Decision *decision;
    Account account[SEATS_MAX];

    /* on the way */
    int at;              /* moves applied to `state` */
    int stage;           /* what is next to be done there */
    int kind, last_kind; /* of the stretch between two points, of the move before */
    int rolled;
    int64_t sum[SEATS_MAX];
    Search *search;
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* Begins with the moves of a game, which are copied; they are legal. */
Analysis *analysis_begin(const Game *game, int players, const uint8_t *options, const Played *moves,
                         int count, int iterations, bool open, uint64_t seed);
void analysis_free(Analysis *a);

/* Thinks for a short while. False once all is known. */
bool analysis_step(Analysis *a);

/* The whole as fields of a JSON object that is open. */
void analysis_json(const Analysis *a, Text *json);

/* The decisions that cost most, the costliest first: at most `most`, those that are not good. */
int analysis_turning_points(const Analysis *a, const Decision *out[], int most);

#endif
