/* weights.h: the numbers of Batavia's judgement that were found by trying (docs/bots.md), in
   hundredths of gold where nothing else is said. One row a weight: its id here, its name for
   `negoce tune`, its value, and between what it is sought. */
#ifndef NEGOCE_BATAVIA_WEIGHTS_H
#define NEGOCE_BATAVIA_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define BATAVIA_WEIGHTS(W)                                                                         \
    /* the chance in percent to win a counter, by the lead in crates */                            \
    W(BEHIND_TWO,   "counter.behind2",   3,   0, 100)                                              \
    W(BEHIND,       "counter.behind",    4,   0, 100)                                              \
    W(EVEN,         "counter.even",     26,   0, 100)                                              \
    W(AHEAD,        "counter.ahead",    72,   0, 100)                                              \
    W(AHEAD_TWO,    "counter.ahead2",  100,   0, 100)                                              \
    W(UNTOUCHED,    "counter.none",      5,   0, 100)                                              \
    W(TILES,        "tiles",           100,   0, 200) /* percent of the table of tiles          */ \
    W(DOUBLE,       "tiles.double",     50,   0, 200) /* a company held twice                   */ \
    W(SEAL_SURE,    "seal.sure",       170,   0, 200) /* in the last round, by two or more      */ \
    W(SEAL_THIN,    "seal.thin",       120,   0, 200) /* by one                                 */ \
    W(SEAL_EVEN,    "seal.even",        20,   0, 200)                                              \
    W(SEAL,         "seal",             57,   0, 300) /* held, with a stall ahead               */ \
    W(SEAL_IDLE,    "seal.idle",        27,   0, 300) /* held, without one                      */ \
    W(LEAD,         "seal.lead",        30,   0, 150) /* each card of the lead, three count     */ \
    W(REACH,        "reach",            23,   0, 150) /* a seal the hand could take             */ \
    W(REACH_CARD,   "reach.card",        7,   0,  60) /* each card it would be by, four count   */ \
    W(NEXT_STALL,   "stall.next",       70,   0, 100) /* percent of what the stall ahead brings */ \
    W(NEXT_REACH,   "stall.reach",      45,   0, 100) /* the same where the hand could          */ \
    W(NEXT_SECOND,  "stall.second",     30,   0, 100) /* percent of the second best of these    */ \
    W(CARD,         "card",             48,   0, 200)                                              \
    W(CARD_WANTED,  "card.wanted",      34,   0, 200) /* as long as there are few of them       */ \
    W(WANTED_MORE,  "card.enough",       8,   0,  20) /* cards: so many more than rounds        */ \
    W(BILL,         "bill",             11,   0,  60)                                              \
    W(BILLS_EVEN,   "bills.even",      200,   0, 500) /* as rich as the richest                 */ \
    W(BILLS_LEAD,   "bills.lead",        8,   0,  60) /* each bill of the lead                  */ \
    W(SPACE,        "space",             9,   0,  60) /* a stall passed by, to a policy         */ \
    W(DRAW,         "draw",             54, -100, 300) /* two cards, instead of a voyage        */ \
    W(BOAT,         "boat",              0, -100, 300) /* to begin the round                    */ \
    W(PRICE,        "price",             1,   0,  40) /* each bill bid                          */
/* clang-format on */

DECLARE_WEIGHTS(batavia, BATAVIA_WEIGHTS);

#endif
