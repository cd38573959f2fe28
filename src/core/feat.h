/* feat.h: what somebody can be remembered for at a game.

   A feat is measured by the news of a finished game and by its end. `feats` of a game are its
   emblems, each done or not. `bests` are its records: the same measures, of which a person's page
   tells the best he ever had (the fewest, with FEAT_FEW); `least` says nothing there. */
#ifndef NEGOCE_FEAT_H
#define NEGOCE_FEAT_H

#include "core/words.h"

typedef enum FeatTest {
    FEAT_ONCE,  /* an `event` about the seat whose n is at least `least` */
    FEAT_ITEMS, /* an `event` about the seat with at least `least` items */
    FEAT_TIMES, /* at least `least` such events about the seat */
    FEAT_HELD,  /* the same at one time: each takes one from the other it names, `from` gives one up
                 */
    FEAT_MANY,  /* an `event` about the seat whose m is at least `least` */
    FEAT_ORDER, /* an `event` about the seat whose last move its order made */
    FEAT_NEVER, /* the seat won, and there was no such event about it */
    FEAT_SPARED, /* the seat won, and was in no such event the other */
    FEAT_POINTS, /* the seat ended with at least `least` points */
    FEAT_FEW /* from an event `from` about the seat to the next `to` some, but at most `least` */
} FeatTest;

enum { FEATS_MAX = 8, BESTS_MAX = 4 }; /* of a game */

typedef struct Feat {
    const char *id;    /* of its emblem, web/src/look/emblems.svg; of a record, a word */
    const char *title; /* of the catalogue, as `rule` */
    const char *rule;  /* how it is done, in one sentence; of a record, its figure: "{n} words" */
    FeatTest test;
    const char *event;
    int least;
    const char *from, *to;
} Feat;

/* Those of the house, which any game can earn. */
#define FEAT_FIRST_SALE(event)                                                                     \
    { "e-bale", N_("First bale"), N_("make a first sale"), FEAT_TIMES, event, 1, NULL, NULL }
#define FEAT_SEALED_LETTER(event)                                                                  \
    {                                                                                              \
        "e-letter", N_("Sealed letter"), N_("win by an order set ahead"), FEAT_ORDER, event, 0,    \
            NULL, NULL                                                                             \
    }

#endif
