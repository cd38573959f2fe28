/* weights.h: the numbers of Batavia's judgement that were found by trying (docs/bots.md), in
   hundredths of gold where nothing else is said. One row a weight: its id here, its name for
   `negoce tune`, what a policy plays by, between what that is sought, and what a position is judged
   by. */
#ifndef NEGOCE_BATAVIA_WEIGHTS_H
#define NEGOCE_BATAVIA_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define BATAVIA_WEIGHTS(W)                                                                         \
    /* the chance in percent to win a counter, by the lead in crates */                            \
    W(BEHIND_TWO,   "counter.behind2",   1,   0, 100,   3)                                         \
    W(BEHIND,       "counter.behind",    3,   0, 100,   4)                                         \
    W(EVEN,         "counter.even",     22,   0, 100,  26)                                         \
    W(AHEAD,        "counter.ahead",    71,   0, 100,  72)                                         \
    W(AHEAD_TWO,    "counter.ahead2",  100,   0, 100, 100)                                         \
    W(UNTOUCHED,    "counter.none",      3,   0, 100,   5)                                         \
    W(TILES,        "tiles",           100,   0, 200, 100) /* percent of the table of tiles */     \
    W(DOUBLE,       "tiles.double",     62,   0, 200,  50) /* a company held twice */              \
    W(SEAL_SURE,    "seal.sure",       194,   0, 200, 170) /* in the last round, by two or more */ \
    W(SEAL_THIN,    "seal.thin",       132,   0, 200, 120) /* by one */                            \
    W(SEAL_EVEN,    "seal.even",        13,   0, 200,  20)                                         \
    W(SEAL,         "seal",             69,   0, 300,  57) /* held, with a stall ahead */          \
    W(SEAL_IDLE,    "seal.idle",         4,   0, 300,  27) /* held, without one */                 \
    W(LEAD,         "seal.lead",        28,   0, 150,  30) /* each card of the lead, three count */\
    W(REACH,        "reach",            41,   0, 150,  23) /* a seal the hand could take */        \
    W(REACH_CARD,   "reach.card",        7,   0,  60,   7) /* each card it is by, four count */    \
    W(NEXT_STALL,   "stall.next",       76,   0, 100,  70) /* percent of the stall ahead */        \
    W(NEXT_REACH,   "stall.reach",      44,   0, 100,  45) /* the same where the hand could */     \
    W(NEXT_SECOND,  "stall.second",     26,   0, 100,  30) /* percent of the second best */        \
    W(CARD,         "card",             29,   0, 200,  48)                                         \
    W(CARD_WANTED,  "card.wanted",      15,   0, 200,  34) /* as long as there are few of them */  \
    W(WANTED_MORE,  "card.enough",       8,   0,  20,   8) /* cards: so many more than rounds */   \
    W(BILL,         "bill",              5,   0,  60,  11)                                         \
    W(BILLS_EVEN,   "bills.even",      244,   0, 500, 200) /* as rich as the richest */            \
    W(BILLS_LEAD,   "bills.lead",        9,   0,  60,   8) /* each bill of the lead */             \
    W(SPACE,        "space",             3,   0,  60,   9) /* a stall passed by, to a policy */    \
    W(DRAW,         "draw",             -2, -100, 300,  54) /* two cards, instead of a voyage */   \
    W(BOAT,         "boat",             28, -100, 300,   0) /* to begin the round */               \
    W(PRICE,        "price",             1,   0,  40,   1) /* each bill bid */
/* clang-format on */

DECLARE_WEIGHTS(batavia, BATAVIA_WEIGHTS);

#endif
