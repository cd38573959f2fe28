/* feats.c: what players of Comptoir des Antilles are remembered for. */
#include "games/comptoir/state.h"

const Feat comptoir_feats[] = {
    {"e-slate", N_("Clean slate"), N_("win and never be left the slate"), FEAT_SPARED, "slate", 0,
     NULL, NULL},
    {"e-crane", N_("Treadwheel crane"), N_("earn twenty with one ship"), FEAT_ONCE, "earn", 20,
     NULL, NULL},
    {"e-drum", N_("Town crier"), N_("win six events of a game"), FEAT_TIMES, "win", 6, NULL, NULL},
    {"e-cask", N_("Full cask"), N_("end with fifty primes"), FEAT_POINTS, NULL, 50, NULL, NULL},
    {"e-hold", N_("Full hold"), N_("seven porters aboard one ship that leaves"), FEAT_MANY, "earn",
     7, NULL, NULL},
    FEAT_FIRST_SALE("earn"),
    FEAT_SEALED_LETTER("win"),
    {0},
};

const Feat comptoir_bests[] = {
    {"ship", N_("Best wages of a ship"), N_("{n} {n?prime|primes}"), FEAT_ONCE, "earn", 0, NULL,
     NULL},
    {"events", N_("Most events won"), "{n}", FEAT_TIMES, "win", 0, NULL, NULL},
    {0},
};
