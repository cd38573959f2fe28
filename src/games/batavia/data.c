/* data.c: the components of Batavia as tables. */
#include "games/batavia/state.h"

#include "games/batavia/weights.h"

const char *const batavia_companies[COMPANIES + 1] = {
    "england", "denmark", "france", "netherlands", "sweden", "batavia",
};
const char *const batavia_names[COMPANIES + 1] = {
    N_("England"), N_("Denmark"), N_("France"), N_("Netherlands"), N_("Sweden"), N_("Batavia"),
};

const char *const batavia_goods[GOODS] = {
    N_("tea"), N_("cotton"), N_("porcelain"), N_("silk"), N_("ginger"), N_("nutmeg"), N_("pepper"),
};

/* Cards of one company in words: "3england" is "3 England". */
#define COUNTS(id)                                                                                 \
    {                                                                                              \
        "0" id, "1" id, "2" id, "3" id, "4" id, "5" id, "6" id, "7" id, "8" id, "9" id, "10" id,   \
            "11" id, "12" id, "13" id, "14" id, "15" id, "16" id, "17" id, "18" id, "19" id,       \
            "20" id, "21" id, "22" id                                                              \
    }
const char *const batavia_counts[COMPANIES][EACH + 1] = {
    COUNTS("england"), COUNTS("denmark"), COUNTS("france"), COUNTS("netherlands"), COUNTS("sweden"),
};

const uint8_t batavia_worth[GOODS] = {10, 11, 12, 13, 14, 15, 16};

enum { ENGLAND, DENMARK, FRANCE, NETHERLANDS, SWEDEN };
enum { TEA, COTTON, PORCELAIN, SILK, GINGER, NUTMEG, PEPPER };
#define TILE(company, good) ((company)*GOODS + (good))

/* The numbers on the backs of the tiles are not known: the whole order is reconstructed. Kept:
   every block of five has every company once, as the printed random set-up makes it, and five
   different goods; no company twice in a row; a block's counters are worth 62 to 68 together. */
const uint8_t batavia_quick[STALLS] = {
    TILE(NETHERLANDS, NUTMEG),    /* 1, reconstructed */
    TILE(SWEDEN, PORCELAIN),      /* 2, reconstructed */
    TILE(DENMARK, GINGER),        /* 3, reconstructed */
    TILE(ENGLAND, TEA),           /* 4, reconstructed */
    TILE(FRANCE, COTTON),         /* 5, reconstructed */
    TILE(NETHERLANDS, PEPPER),    /* 6, reconstructed */
    TILE(ENGLAND, COTTON),        /* 7, reconstructed */
    TILE(FRANCE, PORCELAIN),      /* 8, reconstructed */
    TILE(DENMARK, NUTMEG),        /* 9, reconstructed */
    TILE(SWEDEN, SILK),           /* 10, reconstructed */
    TILE(DENMARK, PEPPER),        /* 11, reconstructed */
    TILE(NETHERLANDS, TEA),       /* 12, reconstructed */
    TILE(FRANCE, SILK),           /* 13, reconstructed */
    TILE(SWEDEN, GINGER),         /* 14, reconstructed */
    TILE(ENGLAND, PORCELAIN),     /* 15, reconstructed */
    TILE(SWEDEN, NUTMEG),         /* 16, reconstructed */
    TILE(FRANCE, GINGER),         /* 17, reconstructed */
    TILE(NETHERLANDS, COTTON),    /* 18, reconstructed */
    TILE(DENMARK, TEA),           /* 19, reconstructed */
    TILE(ENGLAND, SILK),          /* 20, reconstructed */
    TILE(FRANCE, NUTMEG),         /* 21, reconstructed */
    TILE(SWEDEN, PEPPER),         /* 22, reconstructed */
    TILE(ENGLAND, GINGER),        /* 23, reconstructed */
    TILE(NETHERLANDS, PORCELAIN), /* 24, reconstructed */
    TILE(DENMARK, COTTON),        /* 25, reconstructed */
    TILE(ENGLAND, NUTMEG),        /* 26, reconstructed */
    TILE(NETHERLANDS, SILK),      /* 27, reconstructed */
    TILE(SWEDEN, TEA),            /* 28, reconstructed */
    TILE(FRANCE, PEPPER),         /* 29, reconstructed */
    TILE(DENMARK, PORCELAIN),     /* 30, reconstructed */
    TILE(SWEDEN, COTTON),         /* 31, reconstructed */
    TILE(DENMARK, SILK),          /* 32, reconstructed */
    TILE(ENGLAND, PEPPER),        /* 33, reconstructed */
    TILE(FRANCE, TEA),            /* 34, reconstructed */
    TILE(NETHERLANDS, GINGER),    /* 35, reconstructed */
};

static const char *const setup_choices[] = {"random", "quick", NULL};
static const char *const setup_labels[] = {
    N_("shuffled: ten stalls are face up, the next five follow the leader"),
    N_("quick start: all stalls in a fixed order, face up"),
    NULL,
};
static const char *const bills_choices[] = {"hidden", "open", NULL};
static const char *const bills_labels[] = {
    N_("hidden: the log tells each payment, nobody adds up for you"),
    N_("open: everyone’s bills are shown"),
    NULL,
};
static const char *const length_choices[] = {"full", "short", NULL};
static const char *const length_labels[] = {
    N_("full: as in the booklet"),
    N_("short: a route of 20 stalls instead of 35; ours, not the booklet’s"),
    NULL,
};
static const Option options[] = {
    {"setup", N_("Stalls"), setup_choices, setup_labels, NULL, false},
    {"bills", N_("Bills of exchange"), bills_choices, bills_labels, NULL, false},
    {"length", N_("Length"), length_choices, length_labels, NULL, true},
    {0},
};

const char *const batavia_parts[] = {
    N_("tea"),    N_("cotton"), N_("porcelain"),  N_("silk"),         N_("ginger"), N_("nutmeg"),
    N_("pepper"), N_("tiles"),  N_("most bills"), N_("arrival tile"), N_("seals"),  NULL,
};

static const char *const rules[] = {
    N_("Each round begins with an auction: as many ship cards as the die shows are sold in one "
       "packet, for bills of exchange. The winner shares what he bid out among the others, takes "
       "the cards and begins the round. Where everyone passes, the packet waits and grows, and who "
       "began goes on beginning. Nobody bids more bills than he has."),
    N_("Then everyone has one turn: draw two cards, or lay any number of cards, at least one, open "
       "before you. After laying you must have strictly more open cards of some company than "
       "anyone else: you hold its seal."),
    N_("Sail to the next stall ahead of a company whose seal you hold: take its tile and put a "
       "crate into the counter of its good. With several seals you choose one of those that have a "
       "stall ahead."),
    N_("If you had no tile of that company you may exchange one tile of each company you own: one "
       "brings 1 gold, two 3, three 6, four 10, five 15."),
    N_("When 25 cards lie open (21 with three players), pirates sink all cards of the company that "
       "has the most open; of several where they are equal."),
    N_("Who lays cards and finds no stall of his seals ahead takes the arrival tile at Batavia. "
       "The round is played to its end; the others may now lay cards only to reach a stall."),
    N_("At the end everyone lays the rest of his hand, without pirates. Most crates in a counter "
       "bring its value (tea 10 to pepper 16; half, rounded down, for equals), most bills 5 (2 for "
       "equals), the "
       "arrival tile 4, each seal 2. Most gold wins; equals share the victory."),
    NULL,
};

extern const Lesson batavia_lesson; /* from lesson.json */

const Game batavia = {
    .id = "batavia",
    .title = "Batavia",
    .pitch = N_("Auctions and majorities, from Madagascar to Java."),
    .min_players = 3,
    .max_players = SEATS,
    .state_size = sizeof(Batavia),
    .max_moves = MOVES_BOUND,
    .options = options,
    .lesson = &batavia_lesson,
    .rules =
        {
            .start = batavia_start,
            .turn = batavia_turn,
            .moves = batavia_moves,
            .check = batavia_check,
            .apply = batavia_apply,
            .sample = batavia_sample,
            .draw_all = batavia_draw_all,
            .weight = batavia_weight,
            .pick = batavia_pick,
            .hide = batavia_hide,
            .guess = batavia_guess,
            .score = batavia_score,
            .sense = batavia_sense,
            .policy = batavia_policy,
            .choices = batavia_choices,
            .worth = batavia_promise,
            .stage = batavia_stage,
            .horizon = 3,
            .reach = 1200,
            .leap = batavia_leap,
            .weights = batavia_weights,
            .audit = batavia_audit,
        },
    .words =
        {
            .parts = batavia_parts,
            .terms = batavia_terms,
            .rules = rules,
            .feats = batavia_feats,
            .bests = batavia_bests,
            .notation = &batavia_notation,
            .picture = batavia_picture,
            .print = batavia_print,
            .reason = batavia_reason,
            .ask = batavia_ask,
        },
    .live =
        {
            .haggles = batavia_haggles,
            .lot = batavia_lot,
            .stake = batavia_stake,
            .means = batavia_means,
            .wares = batavia_wares,
            .ahead = batavia_ahead,
        },
};
