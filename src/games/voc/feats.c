/* feats.c: what players of VOC! are remembered for. */
#include "games/voc/state.h"

const Feat voc_feats[] = {
    {"e-lantern", N_("Stern lantern"), N_("come home within ten words"), FEAT_FEW, "word", 10,
     "sail", "home"},
    {"e-deed", N_("Deed and seal"), N_("deliver a contract for twenty"), FEAT_ONCE, "deliver", 20,
     NULL, NULL},
    {"e-hands", N_("A word is a word"), N_("conclude two deals in one game"), FEAT_TIMES, "deal", 2,
     NULL, NULL},
    {"e-rose", N_("Trade wind"), N_("end with fifty daalders"), FEAT_POINTS, NULL, 50, NULL, NULL},
    FEAT_FIRST_SALE("deliver"),
    FEAT_SEALED_LETTER("deliver"),
    {0},
};

const Feat voc_bests[] = {
    {"crossing", N_("Shortest crossing"), N_("{n} {n?word|words}"), FEAT_FEW, "word", 0, "sail",
     "home"},
    {"delivery", N_("Best delivery"), N_("{n} {n?daalder|daalders}"), FEAT_ONCE, "deliver", 0, NULL,
     NULL},
    {0},
};
