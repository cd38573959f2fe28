/* data.c: the components of VOC! as tables. Ports and coasts are in charts.txt.
   Slots, contracts and ports are reconstructed: the booklet's pictures of them are lost. */
#include "games/voc/state.h"

#include "games/voc/weights.h"

const char *const voc_goods[GOODS] = {
    N_("textile"), N_("cinnamon"), N_("coffee"), N_("pepper"),
    N_("nutmeg"),  N_("cloves"),   N_("tea"),
};

const uint8_t voc_unit[GOODS] = {3, 4, 5, 7, 6, 6, 8}; /* reconstructed */

const char *const voc_ships[SHIPS] = {"A", "B", "C", "D"};

const char *const voc_word_ids[CALLS] = {
    "", N_("north"), N_("south"), N_("east"), N_("west"), N_("stop"),
};

const char *const voc_cards[CONTRACTS] = {
    "contract1",  "contract2",  "contract3",  "contract4",  "contract5",  "contract6",
    "contract7",  "contract8",  "contract9",  "contract10", "contract11", "contract12",
    "contract13", "contract14", "contract15", "contract16", "contract17", "contract18",
};

const char *const voc_named[] = {N_("contract"), N_("Mocha"), NULL};

/* --- ships ------------------------------------------------------------------------------------ */

enum { RED, YELLOW, BLACK, GREEN, BLUE }; /* seats 0 to 4 */

typedef struct Slot {
    uint8_t colour, number, blue; /* blue: two-coloured, blue's in a game of five */
} Slot;

#define S(colour, number)                                                                          \
    { colour, number, 0 } /* a slot of one colour */
#define S_OR_BLUE(c, number)                                                                       \
    { c, number, 1 }

static const Slot slots[SHIPS][2][HALF] = {
    /* reconstructed: sailors left to right, then merchants */
    {{S(RED, 3), S_OR_BLUE(YELLOW, 2), S(RED, 1), S(YELLOW, 1)},
     {S(YELLOW, 3), S_OR_BLUE(RED, 2), S(YELLOW, 1), S(RED, 1)}},
    {{S(BLACK, 3), S_OR_BLUE(GREEN, 2), S(BLACK, 1), S(GREEN, 1)},
     {S(GREEN, 3), S_OR_BLUE(BLACK, 2), S(GREEN, 1), S(BLACK, 1)}},
    {{S(YELLOW, 3), S_OR_BLUE(BLACK, 3), S(BLACK, 2), S(YELLOW, 2), S(BLACK, 1), S(YELLOW, 1)},
     {S(BLACK, 3), S_OR_BLUE(YELLOW, 3), S(YELLOW, 2), S(BLACK, 2), S(YELLOW, 1), S(BLACK, 1)}},
    {{S(GREEN, 3), S_OR_BLUE(RED, 3), S(RED, 2), S(GREEN, 2), S(RED, 1), S(GREEN, 1)},
     {S(RED, 3), S_OR_BLUE(GREEN, 3), S(GREEN, 2), S(RED, 2), S(GREEN, 1), S(RED, 1)}},
};

int voc_half(int ship) {
    return ship < 2 ? 4 : 6;
}

int voc_chart_of(int ship) {
    return ship < 2 ? 0 : 1;
}

int voc_number(int ship, int slot) {
    return slots[ship][slot / HALF][slot % HALF].number;
}

int voc_colour(int ship, int slot, int players) {
    const Slot *it = &slots[ship][slot / HALF][slot % HALF];
    return it->blue && players == 5 ? BLUE : it->colour;
}

bool voc_convoy(int year) {
    return year % 3 == 0; /* 1585, 1588, ... inferred */
}

/* --- contracts -------------------------------------------------------------------------------- */

#define OF(n, good) ((Wares)(n) << (COUNT_BITS * GOOD_##good))

const Contract voc_contracts[CONTRACTS] = {
    /* reconstructed; number 10 as the booklet corrects it (V35) */
    {{OF(2, TEXTILE), 0}, 7, 3},
    {{OF(3, TEXTILE), 0}, 11, 5},
    {{OF(2, CINNAMON), 0}, 9, 4},
    {{OF(2, COFFEE), 0}, 11, 5},
    {{OF(2, CLOVES), 0}, 13, 6},
    {{OF(2, NUTMEG), 0}, 13, 6},
    {{OF(2, TEA), 0}, 17, 8},
    {{OF(1, PEPPER), 0}, 8, 4},
    {{OF(2, PEPPER), 0}, 16, 8},
    {{OF(1, CINNAMON) | OF(1, NUTMEG) | OF(1, CLOVES), OF(2, PEPPER)}, 18, 9},
    {{OF(1, TEXTILE) | OF(1, CINNAMON), 0}, 8, 4},
    {{OF(1, TEXTILE) | OF(1, COFFEE), OF(2, CINNAMON)}, 9, 4},
    {{OF(1, CLOVES) | OF(1, NUTMEG), 0}, 13, 6},
    {{OF(1, TEA), OF(2, COFFEE)}, 10, 5},
    {{OF(1, TEXTILE) | OF(1, CINNAMON) | OF(1, COFFEE), 0}, 14, 7},
    {{OF(1, TEA) | OF(1, CLOVES), OF(1, TEA) | OF(1, NUTMEG)}, 16, 8},
    {{OF(3, CLOVES), OF(3, NUTMEG)}, 20, 10},
    {{OF(1, PEPPER) | OF(1, CINNAMON), OF(1, PEPPER) | OF(1, TEXTILE)}, 12, 6},
};

int voc_sides(int card) {
    return voc_contracts[card].need[1] ? 2 : 1;
}

/* --- the game --------------------------------------------------------------------------------- */

static const char *const rules_choices[] = {"basic", "advanced", NULL};
static const char *const rules_labels[] = {
    N_("basic, for 4 or 5: everyone’s men have their places aboard"),
    N_("advanced, for 3 to 5: you choose your ships and sign your contracts"),
    NULL,
};
static const uint8_t rules_least[] = {4, 3}; /* V1 */
static const char *const trade_choices[] = {"landed", "all", NULL};
static const char *const trade_labels[] = {
    N_("landed this year: stored goods fill your own contracts only"),
    N_("all at home: those in the warehouses too"),
    NULL,
};
static const char *const deals_choices[] = {"two", "minute", NULL};
static const char *const deals_labels[] = {
    N_("two offers: from each player every year, without haste"),
    N_("one minute: as many offers as it allows, for a table played live"),
    NULL,
};
static const char *const length_choices[] = {"full", "short", NULL};
static const char *const length_labels[] = {
    N_("full: as in the booklet"),
    N_("short: four years, then it counts as if the VOC card had been turned over; ours, not the "
       "booklet’s"),
    NULL,
};
static const Option options[] = {
    {"rules", N_("Rules"), rules_choices, rules_labels, rules_least, false},
    {"trade", N_("Goods that may be traded"), trade_choices, trade_labels, NULL, false},
    {"deals", N_("Deals between players"), deals_choices, deals_labels, NULL, false},
    {"length", N_("Length"), length_choices, length_labels, NULL, true},
    {0},
};

static const char *const parts[] = {
    N_("at the start"), N_("contracts"), N_("deals"), N_("words too many"), N_("penalties"), NULL,
};

static const char *const terms[] = {
    N_("textile"), N_("cinnamon"), N_("coffee"), N_("pepper"),  N_("nutmeg"), N_("cloves"),
    N_("tea"),     N_("north"),    N_("south"),  N_("east"),    N_("west"),   N_("left"),
    N_("right"),   N_("none"),     N_("for"),    N_("nothing"), "Aceh",       "Malacca",
    "Jambi",       "Bantam",       NULL,
};

static const char *const rules[] = {
    N_("Each year: new contracts, scurvy in convoy years, investments, then ships A to D sail, "
       "then "
       "sales. Amsterdam takes contracts nobody fills; when the VOC card appears, whoever is "
       "richest "
       "wins, unless Amsterdam is richer than anyone."),
    N_("The owner of the leftmost sailor is captain. He draws his course blind: he sees neither "
       "chart "
       "nor line until he stops. Shipmates may call north, south, east, west or stop, one word for "
       "each of their sailors aboard, and 5 daalders for each word beyond."),
    N_("A line that meets a port’s circle calls there: the merchants aboard, from the left, each "
       "take "
       "one good for nothing or wait. Inside a circle a ship is safe; a coast elsewhere, or the "
       "edge, "
       "grounds it and costs its leftmost sailor. A ship without sailors is lost with all its "
       "goods."),
    N_("The home line brings men and goods home. Then everyone may trade goods just landed, for "
       "goods "
       "or daalders."),
    N_("Basic game: contracts are claimed from the left, at their value or less; the lowest claim "
       "delivers at once. Its claimant may promise rivals daalders for passing, paid when he is. "
       "Advanced game: only contracts you signed, before their year ends, or you "
       "pay the penalty; who cannot pay is out."),
    N_("Advanced game: twice a year everyone outfits a ship with four men, signs a contract, takes "
       "one "
       "over with an earlier year, tightens an own one, recalls his men from a ship, or passes."),
    N_("A warehouse keeps two goods; the rest goes back to the ports."),
    NULL,
};

extern const Lesson voc_lesson; /* from lesson.json */

const Game voc = {
    .id = "voc",
    .title = "VOC!",
    .pitch = N_("Sail blindfolded, guided by rivals."),
    .min_players = 3,
    .max_players = SEATS,
    .state_size = sizeof(Voc),
    .max_moves = MOVES_MAX,
    .options = options,
    .lesson = &voc_lesson,
    .rules =
        {
            .start = voc_start,
            .turn = voc_turn,
            .moves = voc_moves,
            .check = voc_check,
            .apply = voc_apply,
            .sample = voc_sample,
            .weight = voc_weight,
            .vast = voc_vast,
            .hide = voc_hide,
            .guess = voc_guess,
            .score = voc_score,
            .sense = voc_sense,
            .policy = voc_policy,
            .worth = voc_promise,
            .stage = voc_stage,
            .horizon = 2,
            .reach = 600,
            .leap = voc_leap,
            .choices = voc_choices,
            .weights = voc_weights,
            .ideas = voc_ideas,
            .survey = voc_survey,
            .audit = voc_audit,
        },
    .words =
        {
            .parts = parts,
            .terms = terms,
            .rules = rules,
            .feats = voc_feats,
            .bests = voc_bests,
            .notation = &voc_notation,
            .picture = voc_picture,
            .print = voc_print,
            .reason = voc_reason,
            .ask = voc_ask,
        },
    .live =
        {
            .is_live = voc_live,
            .brisk = voc_brisk,
            .haggles = voc_haggles,
            .clock = voc_clock,
            .lapse = voc_lapse,
            .stretch = voc_stretch,
            .lot = voc_lot,
            .stake = voc_stake,
            .falling = true,
            .ahead = voc_ahead,
            .chat = voc_chat,
        },
};
