/* notation.c: the verbs of Byzanz. What they mean stands in notation.md. */
#include "games/byzanz/state.h"

#include "core/notation.h"

static const ItemKind card = {
    .names = byzanz_cards,
    .size = KINDS,
    .wrong = N_("There is no such card: a type and a value, as in wood3, or trader."),
};
static const ItemKind type = {
    .names = byzanz_types,
    .size = MARKET_TYPES,
    .wrong = N_("There is no such type: cloth, wood, grain, olives, spices, wine or trader."),
};

static const VerbForm verbs[VERBS + 1] = {
    [VERB_DEALER] = {.word = "dealer", .items = {&item_seat}},
    [VERB_DEAL] = {.word = "deal", .items = {&item_seat, &card}},
    [VERB_LOT] = {.word = "lot", .items = {&card}},
    [VERB_BID] = {.word = N_("bid"), .sample = "bid wood3 grain1", .more = {&card}, .sorted = true},
    [VERB_PASS] = {.word = N_("pass"), .sample = "pass"},
    [VERB_GIVE] = {.word = N_("give"), .sample = "give wood1", .items = {&card}},
    [VERB_TAKE] = {.word = N_("take"), .sample = "take spices", .items = {&type}},
    [VERB_SELL] = {.word = N_("sell"),
                   .sample = "sell spices3 spices1 trader",
                   .more = {&card},
                   .least = 3,
                   .most = 3,
                   .sorted = true,
                   .wrong = N_("A sale is exactly three cards.")},
    [VERB_DISCARD] = {.word = N_("discard"), .sample = "discard wine2", .items = {&card}},
    [VERB_DONE] = {.word = N_("done"), .sample = "done"},
};

const Notation byzanz_notation = {
    verbs, N_("A move begins with bid, pass, give, take, sell, discard or done.")};
