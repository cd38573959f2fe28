/* data.c: the components of Byzanz as tables. */
#include "games/byzanz/state.h"

#include "games/byzanz/weights.h"

const char *const byzanz_types[MARKET_TYPES] = {
    N_("cloth"), N_("wood"), N_("grain"), N_("olives"), N_("spices"), N_("wine"), N_("trader"),
};

const char *const byzanz_cards[KINDS] = {
    "cloth4",  "cloth3",  "cloth2",  "cloth1",  "wood4",   "wood3",   "wood2",
    "wood1",   "grain4",  "grain3",  "grain2",  "grain1",  "olives4", "olives3",
    "olives2", "olives1", "spices4", "spices3", "spices2", "spices1", "wine4",
    "wine3",   "wine2",   "wine1",   "trader",
};

const Setup *byzanz_setup(int players) {
    static const Setup setups[] = {
        [3] = {.offers = {6, 4, 2}, .removed = 4, .rounds = 8, .few = 3},
        [4] = {.offers = {5, 4, 3, 2}, .removed = 12, .rounds = 6, .few = 3},
        [5] = {.offers = {5, 4, 3, 2, 1}, .removed = 2, .rounds = 6, .few = 3},
        [6] = {.offers = {6, 5, 4, 3, 2, 1}, .removed = 4, .rounds = 4, .few = 2},
    };
    return &setups[players];
}

static const char *const gains_choices[] = {"hidden", "open", NULL};
static const char *const gains_labels[] = {
    N_("hidden: the log tells each sale, nobody adds up for you"),
    N_("open: everyone’s running gains are shown"),
    NULL,
};
static const char *const length_choices[] = {"full", "short", NULL};
static const char *const length_labels[] = {
    N_("full: as in the booklet"),
    N_("short: three rounds, two with six players; ours, not the booklet’s"),
    NULL,
};
static const Option options[] = {
    {"gains", N_("Gains"), gains_choices, gains_labels, NULL, false},
    {"length", N_("Length"), length_choices, length_labels, NULL, true},
    {0},
};
static const char *const parts[] = {
    N_("cloth"),  N_("wood"), N_("grain"),  N_("olives"),
    N_("spices"), N_("wine"), N_("trader"), NULL,
};

static const char *const rules[] = {
    N_("Each round sells as many lots as there are players, the largest first. Everyone wins "
       "exactly "
       "one lot a round, together with its offer card."),
    N_("Bid in turn with goods cards from your hand: their values add up, and each bid must beat "
       "the "
       "highest. You may add to your own bid, never take a card back from it; traders cannot be "
       "bid. Who passes takes his bid back."),
    N_("Who is left pays: his bid and one card of the lot, which he chooses, go to the market; the "
       "rest of the lot is his. Where everyone passes, the first who passed takes the lot for "
       "nothing."),
    N_("The last player of a round gets the last lot without an auction and gives one card of it "
       "to "
       "the market."),
    N_("After the lots the market: by rising offer card, everyone takes all the cards of one "
       "type."),
    N_("At any time you may sell three cards of one type; traders stand in for any type. You keep "
       "the highest card as a gain. Three traders together are worth 5."),
    N_("Who holds more than seven cards after receiving some sells or discards at once."),
    N_("When the deck is empty comes a final sale. The highest sum of gains wins; between equals, "
       "the "
       "most cards left in hand; who is still equal shares the victory."),
    NULL,
};

extern const Lesson byzanz_lesson; /* from lesson.json */

const Game byzanz = {
    .id = "byzanz",
    .title = "Byzanz",
    .pitch = N_("Bid goods to win other goods."),
    .min_players = 3,
    .max_players = 6,
    .state_size = sizeof(Byzanz),
    .max_moves = SELLS_MAX + 128,
    .options = options,
    .lesson = &byzanz_lesson,
    .rules =
        {
            .start = byzanz_start,
            .turn = byzanz_turn,
            .moves = byzanz_moves,
            .check = byzanz_check,
            .apply = byzanz_apply,
            .sample = byzanz_sample,
            .draw_all = byzanz_draw_all,
            .weight = byzanz_weight,
            .pick = byzanz_pick,
            .hide = byzanz_hide,
            .guess = byzanz_guess,
            .score = byzanz_score,
            .sense = byzanz_sense,
            .policy = byzanz_policy,
            .choices = byzanz_choices,
            .worth = byzanz_promise,
            .stage = byzanz_stage,
            .horizon = 1,
            .reach = 4000,
            .weights = byzanz_weights,
            .audit = byzanz_audit,
        },
    .words =
        {
            .parts = parts,
            .terms = parts, /* a score's sources are the types of card */
            .rules = rules,
            .feats = byzanz_feats,
            .bests = byzanz_bests,
            .notation = &byzanz_notation,
            .picture = byzanz_picture,
            .print = byzanz_print,
            .ask = byzanz_ask,
            .reason = byzanz_reason,
        },
    .live =
        {
            .haggles = byzanz_haggles,
            .lot = byzanz_lot,
            .stake = byzanz_stake,
            .means = byzanz_means,
            .wares = byzanz_wares,
            .ahead = byzanz_ahead,
        },
};
