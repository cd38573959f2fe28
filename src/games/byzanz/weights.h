/* weights.h: the numbers of Byzanz's judgement that were found by trying (docs/bots.md), in
   hundredths of a point. One row a weight: its id here, its name for `negoce tune`, its value, and
   between what it is sought. */
#ifndef NEGOCE_BYZANZ_WEIGHTS_H
#define NEGOCE_BYZANZ_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define BYZANZ_WEIGHTS(W)                                                                          \
    W(SINGLE,       "single",        36,    0, 100) /* each point of a lone good                */ \
    W(SINGLE_LATE,  "single.late",   22,    0, 100) /* the same with a round or none to come    */ \
    W(PAIR,         "pair",          64,    0, 100) /* each point of the higher of two goods    */ \
    W(PAIR_LATE,    "pair.late",     46,    0, 100)                                                \
    W(TRADER_LEFT,  "trader",       164,    0, 300) /* a trader no set needs                    */ \
    W(TRADER_LATE,  "trader.late",   93,    0, 300)                                                \
    W(MONEY,        "money",          0,    0,  40) /* each point of a good, to bid with        */ \
    W(LOT_CARD,     "lot.card",     153,    0, 200) /* a card of a lot still to come            */ \
    W(CROWD,        "crowd",         36,    0, 150) /* each card above seven                    */ \
    W(FEED,         "feed",           8,  -20,  40) /* each point put into the market           */ \
    W(SERVED,       "served",         5,  -20,  60) /* each point in the market, to who passes  */
/* clang-format on */

DECLARE_WEIGHTS(byzanz, BYZANZ_WEIGHTS);

#endif
