/* feats.c: what players of Batavia are remembered for. */
#include "games/batavia/state.h"

const Feat batavia_feats[] = {
    {"e-seals", N_("Five seals"), N_("hold five seals at once"), FEAT_HELD, "seal", 5, "unseal",
     NULL},
    {"e-anchor", N_("Batavia roads"), N_("be the first to reach Batavia"), FEAT_ONCE, "arrive", 0,
     NULL, NULL},
    {"e-chest", N_("Iron chest"), N_("get forty gold at the counters"), FEAT_ONCE, "counters", 40,
     NULL, NULL},
    {"e-cannon", N_("Open gunports"), N_("win an auction for twenty bills"), FEAT_ONCE, "win", 20,
     NULL, NULL},
    FEAT_FIRST_SALE("exchange"),
    FEAT_SEALED_LETTER("win"),
    {0},
};

const Feat batavia_bests[] = {
    {"seals", N_("Most seals at once"), "{n}", FEAT_HELD, "seal", 0, "unseal", NULL},
    {"counters", N_("Most gold at the counters"), "{n}", FEAT_ONCE, "counters", 0, NULL, NULL},
    {0},
};
