/* weights.h: the numbers of VOC!'s judgement that were found by trying (docs/bots.md), in percent
   where nothing else is said. One row a weight: its id here, its name for `negoce tune`, its value,
   and between what it is sought. */
#ifndef NEGOCE_VOC_WEIGHTS_H
#define NEGOCE_VOC_WEIGHTS_H

#include "core/game.h"

/* clang-format off */
#define VOC_WEIGHTS(W)                                                                             \
    W(AT_HOME,      "home",            100,   0, 200) /* of what goods at home can be sold for  */ \
    W(AT_SEA,       "sea",              70,   0, 200) /* of what those at sea would bring       */ \
    W(MERCHANT,     "merchant",         60,   0, 400) /* tenths: an empty one at sea            */ \
    W(SAILOR,       "sailor",           10,   0, 200) /* tenths: a sailor aboard                */ \
    W(MAN,          "man",               5,   0, 200) /* tenths: one at home, in the long game  */ \
    W(YEAR,         "year",             25,   0, 200) /* tenths: what a year brings everyone    */ \
    W(HOUSE,        "amsterdam",         5,   0, 100) /* of contracts to come, for Amsterdam    */ \
    W(ROW,          "amsterdam.row",     5,   0, 100) /* of those in the row                    */
/* clang-format on */

DECLARE_WEIGHTS(voc, VOC_WEIGHTS);

#endif
