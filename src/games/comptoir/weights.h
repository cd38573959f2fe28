/* weights.h: the numbers of Comptoir's judgement that were found by trying (docs/bots.md), in
   hundredths of a prime where nothing else is said. One row a weight: its id here, its name for
   `negoce tune`, its value, and between what it is sought. */
#ifndef NEGOCE_COMPTOIR_WEIGHTS_H
#define NEGOCE_COMPTOIR_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define COMPTOIR_WEIGHTS(W)                                                                        \
    /* how likely, in percent, a ship with so much room still leaves */                            \
    W(ROOM0,        "room.0",          100, 100, 100)                                              \
    W(ROOM1,        "room.1",           89,   0, 100)                                              \
    W(ROOM2,        "room.2",           89,   0, 100)                                              \
    W(ROOM3,        "room.3",           86,   0, 100)                                              \
    W(ROOM4,        "room.4",           82,   0, 100)                                              \
    W(ROOM5,        "room.5",           79,   0, 100)                                              \
    W(ROOM6,        "room.6",           76,   0, 100)                                              \
    W(ROOM7,        "room.7",           73,   0, 100)                                              \
    W(ROOM8,        "room.8",           66,   0, 100)                                              \
    /* the same in the last round, with four turns to come */                                      \
    W(LAST0,        "last.0",          100, 100, 100)                                              \
    W(LAST1,        "last.1",           60,   0, 100)                                              \
    W(LAST2,        "last.2",           45,   0, 100)                                              \
    W(LAST3,        "last.3",           30,   0, 100)                                              \
    W(LAST4,        "last.4",           15,   0, 100)                                              \
    /* what a relation in hand is usually good for, in the order of the cards */                   \
    W(RELATION,     "labourer",        320,   0, 900)                                              \
    W(FOREMAN,      "foreman",         460,   0, 900)                                              \
    W(WHARF,        "wharf",           480,   0, 900)                                              \
    W(OWNER,        "owner",           620,   0, 900)                                              \
    W(HARBOUR,      "harbour",         560,   0, 900)                                              \
    W(SMUGGLER,     "smuggler",        420,   0, 900)                                              \
    W(UNION,        "union",           420,   0, 900)                                              \
    W(CUSTOMS,      "customs",         620,   0, 900)                                              \
    /* what an event in hand is usually good for, in the order of the kinds */                     \
    W(EVENT,        "event.none",        0,   0,   0)                                              \
    W(TOP,          "top",             190,   0, 600)                                              \
    W(POOR,         "poor",            130,   0, 600)                                              \
    W(EXCLUSIVE,    "exclusive",         0,   0, 600)                                              \
    W(MUTINEERS,    "mutiny",          130,   0, 600)                                              \
    W(SHORT,        "shortage",        110,   0, 600)                                              \
    W(DAMAGED,      "damage",          190,   0, 600)                                              \
    W(BURNT,        "fire",            190,   0, 600)                                              \
    W(STORMY,       "storm",           190,   0, 600)                                              \
    W(PIRACY,       "pirates",         920,   0, 2000)                                             \
    W(CLAIMED,      "claim",          1340,   0, 2000)                                             \
    W(SLATE,        "slate",            60,   0, 300) /* begins the round, may leave a debt     */ \
    W(OTHERS,       "others",           95,   0, 200) /* percent: what the others have          */ \
    W(MARGIN,       "bid.margin",       60,   0, 300) /* less than an event is worth            */ \
    W(HOPE,         "auction.hope",    100, -200, 400) /* that it goes for less                 */ \
    W(ASHORE,       "ashore",            0,   0, 100) /* a porter ready to be placed, three count */
/* clang-format on */

DECLARE_WEIGHTS(comptoir, COMPTOIR_WEIGHTS);

#endif
