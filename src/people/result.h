/* result.h: what a finished game says about those who played it.

   Read from the journal alone, as everything here: who sat where, how they came in, the feats of
   the game (core/feat.h) each of them did, and his best by each of its records. What a machine or
   the clock played in somebody's place is no feat of his, nor is an end he was not there for. */
#ifndef NEGOCE_RESULT_H
#define NEGOCE_RESULT_H

#include "table/table.h"

enum {
    WHO_MAX = OWNER_MAX + 1, /* a person's id, or '*' and the level of a bot */
    BEST_NONE = -1
};

typedef struct ResultSeat {
    char who[WHO_MAX + 1];
    bool away;   /* a bot played on for the person at the end */
    bool helped; /* machines decided for him more than once or twice: no rating rises by that */
    int rank, points;
    int margin;          /* points before the next behind, 0 for who is not first alone */
    unsigned feats;      /* bit i: the game's feat i */
    int best[BESTS_MAX]; /* his best by each of the game's records; BEST_NONE: he has none */
    bool checked;        /* he has checked the draws since */
} ResultSeat;

typedef struct Result {
    int players;
    const Feat *bests; /* of the game, ended by a NULL id */
    ResultSeat seat[SEATS_MAX];
} Result;

/* Whether machines decided so often for the person of a seat that no rating of his rises by the
 * game. */
bool result_helped(const Table *t, int seat);

/* The table is over. */
void result_of(const Table *t, Result *out);

#endif
