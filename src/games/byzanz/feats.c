/* feats.c: what players of Byzanz are remembered for. */
#include "games/byzanz/state.h"

const Feat byzanz_feats[] = {
    {"e-amphora", N_("Fine sale"), N_("sell one set for five points"), FEAT_ONCE, "sell", 5, NULL,
     NULL},
    {"e-gavel", N_("For nothing"), N_("get two lots of a game for nothing"), FEAT_TIMES, "free", 2,
     NULL, NULL},
    {"e-abacus", N_("Going, going…"), N_("win a lot for ten"), FEAT_ONCE, "win", 10, NULL, NULL},
    FEAT_FIRST_SALE("sell"),
    FEAT_SEALED_LETTER("win"),
    {0},
};

const Feat byzanz_bests[] = {
    {"sale", N_("Best sale"), N_("{n} {n?point|points}"), FEAT_ONCE, "sell", 0, NULL, NULL},
    {"free", N_("Most lots for nothing"), "{n}", FEAT_TIMES, "free", 0, NULL, NULL},
    {0},
};
