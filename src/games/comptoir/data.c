/* data.c: the components of Comptoir des Antilles as tables, and the game as the other rooms see
   it. Rows marked `reconstructed` fill what the booklet's lost pictures
   showed; true values can replace them without touching a rule. */
#include "games/comptoir/state.h"

#include "games/comptoir/weights.h"

/* --- goods and ships ------------------------------------------------------------------------- */

const char *const comptoir_goods[GOODS] = {N_("madras"), N_("rum"), N_("spices"), N_("vanilla")};

const uint8_t comptoir_primes[GOODS + 1] = {2, 3, 4, 5, 0};

const uint8_t comptoir_fleet[SIZES] = {4, 5, 5, 3, 2, 1}; /* of 3, 4, 5, 6, 7 and 8 places */

/* --- event tiles ----------------------------------------------------------------------------- */

const char *const comptoir_events[EVENTS] = {
    [TOP_QUALITY] = "top", [POOR_QUALITY] = "poor", [EXCLUSIVITY] = "exclusive",
    [MUTINY] = "mutiny",   [SHORTAGE] = "shortage", [DAMAGE] = "damage",
    [FIRE] = "fire",       [STORM] = "storm",       [PIRATES] = "pirates",
    [CLAIM] = "claim",
};

const char *const comptoir_event_names[EVENTS] = {
    [TOP_QUALITY] = N_("Top quality"),
    [POOR_QUALITY] = N_("Poor quality"),
    [EXCLUSIVITY] = N_("Exclusivity"),
    [MUTINY] = N_("Mutiny"),
    [SHORTAGE] = N_("Shortage"),
    [DAMAGE] = N_("Damage"),
    [FIRE] = N_("Fire!"),
    [STORM] = N_("Storm"),
    [PIRATES] = N_("Pirates"),
    [CLAIM] = N_("Claim"),
};

/* The ten kinds are printed, how many of each is reconstructed. */
#define OF(event, n) ((Tiles)(n) << (4 * (event)))
const Tiles comptoir_tiles = OF(TOP_QUALITY, 3)    /* reconstructed */
                             + OF(POOR_QUALITY, 3) /* reconstructed */
                             + OF(EXCLUSIVITY, 2)  /* reconstructed */
                             + OF(MUTINY, 2)       /* reconstructed */
                             + OF(SHORTAGE, 1)     /* reconstructed */
                             + OF(DAMAGE, 1)       /* reconstructed */
                             + OF(FIRE, 1)         /* reconstructed */
                             + OF(STORM, 1)        /* reconstructed */
                             + OF(PIRATES, 1)      /* reconstructed */
                             + OF(CLAIM, 1);       /* reconstructed */

/* --- the game -------------------------------------------------------------------------------- */

static const char *const events_choices[] = {"on", "off", NULL};
static const char *const events_labels[] = {
    N_("with events, bought at auction"),
    N_("without events"),
    NULL,
};
static const char *const length_choices[] = {"full", "short", NULL};
static const char *const length_labels[] = {
    N_("full: as in the booklet"),
    N_("short: 10 ships and 6 events instead of 20 and 16; ours, not the booklet’s"),
    NULL,
};
static const Option options[] = {
    {"events", N_("Events"), events_choices, events_labels, NULL, false}, /* C-39 */
    {"length", N_("Length"), length_choices, length_labels, NULL, true},
    {0},
};

static const char *const parts[] = {
    [PART_GOODS + MADRAS] = N_("madras"),   [PART_GOODS + RUM] = N_("rum"),
    [PART_GOODS + SPICES] = N_("spices"),   [PART_GOODS + VANILLA] = N_("vanilla"),
    [PART_PIRATES] = N_("pirates"),         [PART_CLAIMS] = N_("claims"),
    [PART_COMMISSIONS] = N_("commissions"), [PART_SLATES] = N_("slates"),
    [PART_AUCTIONS] = N_("auctions"),       [PARTS] = NULL,
};

static const char *const terms[] = {
    N_("madras"), N_("rum"),   N_("spices"),    N_("vanilla"),  N_("labourer"), N_("foreman"),
    N_("wharf"),  N_("owner"), N_("harbour"),   N_("smuggler"), N_("union"),    N_("customs"),
    N_("top"),    N_("poor"),  N_("exclusive"), N_("mutiny"),   N_("shortage"), N_("damage"),
    N_("fire"),   N_("storm"), N_("pirates"),   N_("claim"),    NULL,
};

static const char *const rules[] = {
    N_("Four ships lie at the quays. Each has so many places and one kind of goods; as soon as "
       "every place has a porter it leaves, and each porter aboard earns its owner the prime of "
       "the goods: madras 2, rum 3, spices 4, vanilla 5."),
    N_("On your turn play one of your eight relations: it places your porters, and some first "
       "move, exchange or send away porters. Placing is compulsory as far as there is room, the "
       "rest of a card is not. After your last relation you take all eight back."),
    N_("Who makes a ship leave pays the commission of the relation he played, once a ship."),
    N_("The holder of the slate begins the round. If he makes a ship leave he may leave the slate "
       "to another player who had a porter aboard: that one pays the commission and keeps the "
       "slate. If nobody left it in a round, it goes to the left."),
    N_("Who made ships leave brings in the next ones, draws a goods tile for each, and gives each "
       "new ship a tile of his choice; one tile stays secret in his hand."),
    N_("Once everyone has a prime, you may put an event to auction once a turn: open with at "
       "least 1, the others bid more or pass, the winner pays and keeps the tile. Once a turn you "
       "may put an event of yours on a ship that has none."),
    N_("Top quality and Poor quality change the prime by 1, never below 1. Exclusivity: only you "
       "may bring "
       "porters aboard. Pirates: all the primes of the ship are yours. Mutiny: each other player "
       "takes one porter off. Claim: the others lose as many primes as the ship has places, you "
       "gain them once."),
    N_("Shortage: the ship leaves at once and pays, without a commission. Storm: it leaves without "
       "pay. Damage and Fire: ship and goods are out of the game."),
    N_("The game ends with the round in which the last ship docks, or at once when a player has "
       "100 primes. Most primes win; equals share the victory."),
    NULL,
};

extern const Lesson comptoir_lesson; /* from lesson.json */

const Game comptoir = {
    .id = "comptoir",
    .title = "Comptoir des Antilles",
    .pitch = N_("Fill the ships, leave the slate to others."),
    .min_players = 3,
    .max_players = PLAYERS_MAX,
    .state_size = sizeof(Comptoir),
    .max_moves = COMPTOIR_MOVES,
    .options = options,
    .lesson = &comptoir_lesson,
    .rules =
        {
            .start = comptoir_start,
            .turn = comptoir_turn,
            .moves = comptoir_moves,
            .check = comptoir_check,
            .apply = comptoir_apply,
            .sample = comptoir_sample,
            .draw_all = comptoir_draw_all,
            .weight = comptoir_weight,
            .pick = comptoir_pick,
            .hide = comptoir_hide,
            .guess = comptoir_guess,
            .score = comptoir_score,
            .sense = comptoir_sense,
            .policy = comptoir_policy,
            .choices = comptoir_choices,
            .worth = comptoir_promise,
            .stage = comptoir_stage,
            .horizon = 4,
            .reach = 4000,
            .weights = comptoir_weights,
            .audit = comptoir_audit,
        },
    .words =
        {
            .parts = parts,
            .terms = terms,
            .rules = rules,
            .feats = comptoir_feats,
            .bests = comptoir_bests,
            .notation = &comptoir_notation,
            .picture = comptoir_picture,
            .print = comptoir_print,
            .reason = comptoir_reason,
            .ask = comptoir_ask,
        },
    .live =
        {
            .haggles = comptoir_haggles,
            .lot = comptoir_lot,
            .stake = comptoir_stake,
            .means = comptoir_means,
            .wares = comptoir_wares,
            .ahead = comptoir_ahead,
        },
};
