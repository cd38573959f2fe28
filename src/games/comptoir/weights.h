/* weights.h: the numbers of Comptoir's judgement that were found by trying (docs/bots.md), in
   hundredths of a prime where nothing else is said. One row a weight: its id here, its name for
   `negoce tune`, what a policy plays by, between what that is sought, and what a position is judged
   by. */
#ifndef NEGOCE_COMPTOIR_WEIGHTS_H
#define NEGOCE_COMPTOIR_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define COMPTOIR_WEIGHTS(W)                                                                        \
    /* how likely, in percent, a ship with so much room still leaves */                            \
    W(ROOM0,        "room.0",          100, 100, 100, 100)                                         \
    W(ROOM1,        "room.1",           79,   0, 100,  89)                                         \
    W(ROOM2,        "room.2",           78,   0, 100,  89)                                         \
    W(ROOM3,        "room.3",           74,   0, 100,  86)                                         \
    W(ROOM4,        "room.4",           75,   0, 100,  82)                                         \
    W(ROOM5,        "room.5",           75,   0, 100,  79)                                         \
    W(ROOM6,        "room.6",           81,   0, 100,  76)                                         \
    W(ROOM7,        "room.7",           76,   0, 100,  73)                                         \
    W(ROOM8,        "room.8",           63,   0, 100,  66)                                         \
    /* the same in the last round, with four turns to come */                                      \
    W(LAST0,        "last.0",          100, 100, 100, 100)                                         \
    W(LAST1,        "last.1",           66,   0, 100,  60)                                         \
    W(LAST2,        "last.2",           31,   0, 100,  45)                                         \
    W(LAST3,        "last.3",           28,   0, 100,  30)                                         \
    W(LAST4,        "last.4",           14,   0, 100,  15)                                         \
    /* what a relation in hand is usually good for, in the order of the cards */                   \
    W(RELATION,     "labourer",        280,   0, 900, 320)                                         \
    W(FOREMAN,      "foreman",         430,   0, 900, 460)                                         \
    W(WHARF,        "wharf",           403,   0, 900, 480)                                         \
    W(OWNER,        "owner",           593,   0, 900, 620)                                         \
    W(HARBOUR,      "harbour",         486,   0, 900, 560)                                         \
    W(SMUGGLER,     "smuggler",        614,   0, 900, 420)                                         \
    W(UNION,        "union",           418,   0, 900, 420)                                         \
    W(CUSTOMS,      "customs",         590,   0, 900, 620)                                         \
    /* what an event in hand is usually good for, in the order of the kinds */                     \
    W(EVENT,        "event.none",        0,   0,   0,   0)                                         \
    W(TOP,          "top",              82,   0, 600, 190)                                         \
    W(POOR,         "poor",            116,   0, 600, 130)                                         \
    W(EXCLUSIVE,    "exclusive",         0,   0, 600,   0)                                         \
    W(MUTINEERS,    "mutiny",          130,   0, 600, 130)                                         \
    W(SHORT,        "shortage",        145,   0, 600, 110)                                         \
    W(DAMAGED,      "damage",          109,   0, 600, 190)                                         \
    W(BURNT,        "fire",            226,   0, 600, 190)                                         \
    W(STORMY,       "storm",           135,   0, 600, 190)                                         \
    W(PIRACY,       "pirates",         877,   0, 2000, 920)                                        \
    W(CLAIMED,      "claim",          1407,   0, 2000,1340)                                        \
    W(SLATE,        "slate",            55,   0, 300,  60) /* begins the round, may leave a debt */\
    W(OTHERS,       "others",          135,   0, 200,  95) /* percent: what the others have */     \
    W(MARGIN,       "bid.margin",       64,   0, 300,  60) /* less than an event is worth */       \
    W(HOPE,         "auction.hope",     34, -200, 400, 100) /* that it goes for less */            \
    W(ASHORE,       "ashore",           10,   0, 100,   0) /* a porter ready to be placed, three count */
/* clang-format on */

DECLARE_WEIGHTS(comptoir, COMPTOIR_WEIGHTS);

#endif
