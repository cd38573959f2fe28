/* search.c: when a search stops thinking, shown on a game made for it: one of some moves is chosen,
   Chance turns a wheel, and each move is worth what the wheel makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "bots/search.h"
#include "bots/styles.h"

enum { PLENTY = 20000, SEEDS = 20, VERB_CHOOSE = 0, VERB_TURN = 1, SPREAD = 1000 };

/* --- the game --------------------------------------------------------------------------------- */

/* What the moves of the test at hand are worth, in parts of the spread. */
typedef struct Fair {
    int moves;
    int best, lead; /* the move that is worth more, and how much more */
    int luck;       /* what the wheel changes for all moves alike, at most */
    int own;        /* what it changes for each move by itself */
} Fair;
static Fair fair;

typedef struct Wheel {
    uint8_t stage, move, high, low; /* stage 0: choose, 1: turn, 2: the rollout ends */
} Wheel;

static Turn wheel_turn(const void *s) {
    return ((const Wheel *)s)->stage == 1 ? 1u << CHANCE : 1u;
}

static int wheel_stage(const void *s) {
    return ((const Wheel *)s)->stage == 2;
}

static void wheel_apply(void *s, int seat, Move m, News *news) {
    Wheel *wheel = s;
    (void)seat;
    (void)news;
    wheel->stage++;
    if (m.verb == VERB_CHOOSE) wheel->move = m.item[0];
    if (m.verb == VERB_TURN) wheel->high = m.item[0];
    if (m.verb == VERB_TURN) wheel->low = m.item[1];
}

static Move wheel_sample(const void *s, Rng *rng) {
    (void)s;
    return move_two(VERB_TURN, (int)rng_below(rng, 256), (int)rng_below(rng, 256));
}

static void wheel_guess(void *s, int viewer, Rng *rng) {
    (void)s;
    (void)viewer;
    (void)rng;
}

/* At first sight the first move looks best. */
static int wheel_choices(const void *s, int seat, const Style *style, Move *out, int32_t *looks) {
    (void)s;
    (void)seat;
    (void)style;
    for (int i = 0; i < fair.moves; i++) {
        out[i] = move_one(VERB_CHOOSE, i);
        looks[i] = -i;
    }
    return fair.moves;
}

static Move wheel_policy(const void *s, int seat, const Style *style, Rng *rng) {
    (void)s;
    (void)seat;
    (void)style;
    (void)rng;
    return move_one(VERB_CHOOSE, 0);
}

/* A number from -most to most, the same for the same place of the wheel. */
static int turned(uint64_t place, int most) {
    Rng rng = rng_seed(place);
    return (int)rng_below(&rng, 2 * (uint32_t)most + 1) - most;
}

static int32_t wheel_worth(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]) {
    const Wheel *wheel = s;
    uint64_t place = (uint64_t)wheel->high << 8 | wheel->low;
    (void)style;
    out[0] = wheel->move == fair.best ? fair.lead : 0;
    out[0] += turned(place, fair.luck) + turned(place | (wheel->move + 1ull) << 16, fair.own);
    out[1] = 0;
    out[CHANCE] = INT32_MIN;
    return SPREAD;
}

static const Game wheel_game = {.id = "wheel",
                                .state_size = sizeof(Wheel),
                                .rules = {.turn = wheel_turn,
                                          .apply = wheel_apply,
                                          .sample = wheel_sample,
                                          .guess = wheel_guess,
                                          .policy = wheel_policy,
                                          .choices = wheel_choices,
                                          .worth = wheel_worth,
                                          .stage = wheel_stage,
                                          .horizon = 1}};

/* --- a search of it --------------------------------------------------------------------------- */

static Search search;

static void begin(uint64_t seed, int iterations) {
    const Wheel wheel = {0};
    search_begin(&search, &wheel_game, &wheel, 2, 0, &sailors[0].style, iterations, rng_seed(seed));
}

/* Thinks until nothing is left to think about; where the number of imagined games is open, as if no
   time went by. */
static void think(void) {
    while (search_step(&search, 0)) {
    }
}

static int chosen(void) {
    return search_move(&search).item[0];
}

/* The candidate that is this move, or NULL. */
static const Candidate *in_question(int move) {
    for (int i = 0; i < search.count; i++)
        if (search.candidate[i].move.item[0] == move) return &search.candidate[i];
    return NULL;
}

/* --- when it stops ---------------------------------------------------------------------------- */

static void without_a_choice_no_game_is_imagined(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 1, .luck = SPREAD, .own = SPREAD};
    begin(1, PLENTY);
    assert_true(search.settled);
    assert_false(search_step(&search, 0));
    assert_int_equal(search.played, 0);
    assert_int_equal(chosen(), 0);
}

static void moves_that_never_differ_are_soon_left_alone(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 8, .luck = SPREAD}; /* up and down, but all of them */
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, PLENTY);
        think();
        assert_true(search.settled);
        assert_in_range(search.played, 8, 8 * 64);
        assert_int_equal(chosen(), 0); /* what looked best */
    }
}

static void moves_that_hardly_differ_are_soon_left_alone(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 2, .luck = SPREAD, .own = SPREAD / 200};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, PLENTY);
        think();
        assert_true(search.settled);
        assert_in_range(search.played, 2, 2 * 64);
    }
}

static void a_clear_lead_ends_a_search_early(void **unused) {
    (void)unused;
    /* the best looks worst */
    fair = (Fair){.moves = BREADTH, .best = BREADTH - 1, .lead = SPREAD, .own = SPREAD};
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int iterations = 0; iterations <= PLENTY; iterations += PLENTY) { /* by time, too */
            begin(seed, iterations);
            think();
            assert_true(search.settled);
            assert_int_equal(chosen(), fair.best);
            assert_in_range(search.played, BREADTH, PLENTY / 10);
        }
}

static void a_lead_of_luck_ends_nothing(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 2, .own = SPREAD};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, PLENTY / 10);
        think();
        assert_false(search.settled);
        assert_int_equal(search.count, 2);
        assert_in_range(search.played, PLENTY / 10, PLENTY / 10 + 1);
    }
}

static void a_small_lead_takes_longer_than_a_large_one(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 2, .best = 1, .own = SPREAD};
    int large = 0, small = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        fair.lead = SPREAD;
        begin(seed, PLENTY);
        think();
        large += search.played;
        fair.lead = SPREAD / 5;
        begin(seed, PLENTY);
        think();
        small += search.played;
        assert_true(search.settled);
        assert_int_equal(chosen(), fair.best);
    }
    assert_true(small > 4 * large);
}

/* --- how far it looks --------------------------------------------------------------------------
 */

/* The stage a search of the wheel looks to that has so many games, or so much of its time behind it
   after the rounds it tries its luck with. */
static int looks_to(int reach, int iterations, int spent) {
    static const Wheel wheel;
    Game game = wheel_game;
    game.rules.reach = reach;
    fair = (Fair){.moves = 8, .own = SPREAD};
    search_begin(&search, &game, &wheel, 2, 0, &sailors[0].style, iterations, rng_seed(1));
    for (int i = 0; i < 6; i++)
        assert_true(search_step(&search, i * spent / 4));
    for (int i = 0; i < search.count; i++) /* all moves by the same rounds */
        assert_int_equal(search.candidate[i].rounds, search.rounds);
    return search.until;
}

static void the_more_games_the_further_it_looks(void **unused) {
    (void)unused;
    assert_int_equal(looks_to(0, PLENTY, 0), 1);
    assert_int_equal(looks_to(1000, 999, 0), 1);
    assert_int_equal(looks_to(1000, 1000, 0), 2);
    assert_int_equal(looks_to(1000, 4500, 0), 5);
}

/* 32 games took so many thousandths of the time; games of two stages take twice as long. */
static void the_first_rounds_show_how_many_games_there_will_be(void **unused) {
    (void)unused;
    assert_int_equal(looks_to(0, 0, 4), 1);
    assert_int_equal(looks_to(1000, 0, 100), 1); /* 320 */
    assert_int_equal(looks_to(1000, 0, 20), 1);  /* 1,600 */
    assert_int_equal(looks_to(1000, 0, 16), 2);  /* 2,000, or 1,000 of two stages */
    assert_int_equal(looks_to(1000, 0, 4), 3);   /* 8,000: 6,000 would do */
    assert_in_range(looks_to(1, 0, 0), 30, 40);  /* no time at all: it ends somewhere */
}

/* --- a move that stays ------------------------------------------------------------------------ */

static void a_pinned_move_stays_however_poor(void **unused) {
    (void)unused;
    enum { PINNED = 3, ALLOWED_GAMES = PLENTY / 10 };
    fair = (Fair){.moves = 8, .best = 5, .lead = 2 * SPREAD, .own = SPREAD};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, ALLOWED_GAMES);
        search_pin(&search, move_one(VERB_CHOOSE, PINNED));
        think();
        assert_int_equal(search.count, 2); /* the others left */
        assert_non_null(in_question(PINNED));
        assert_int_equal(in_question(PINNED)->rounds, search.rounds); /* it was always played */
        assert_int_equal(chosen(), fair.best);
        assert_in_range(search.played, ALLOWED_GAMES, ALLOWED_GAMES + 1);
    }
}

static void a_pinned_move_that_is_best_ends_a_search_early_too(void **unused) {
    (void)unused;
    fair = (Fair){.moves = 8, .best = 5, .lead = 2 * SPREAD, .own = SPREAD};
    begin(1, PLENTY);
    search_pin(&search, move_one(VERB_CHOOSE, fair.best));
    think();
    assert_true(search.settled);
    assert_in_range(search.played, 8, PLENTY / 10);
}

static void a_move_nobody_thought_of_may_be_pinned(void **unused) {
    (void)unused;
    fair = (Fair){.moves = BREADTH + 3, .lead = SPREAD, .own = SPREAD}; /* three are left out */
    begin(1, PLENTY / 10);
    assert_null(in_question(BREADTH + 2));
    search_pin(&search, move_one(VERB_CHOOSE, BREADTH + 2));
    assert_int_equal(search.count, BREADTH);
    think();
    assert_non_null(in_question(BREADTH + 2));
    assert_int_equal(in_question(BREADTH + 2)->rounds, search.rounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_choice_no_game_is_imagined),
        cmocka_unit_test(moves_that_never_differ_are_soon_left_alone),
        cmocka_unit_test(moves_that_hardly_differ_are_soon_left_alone),
        cmocka_unit_test(a_clear_lead_ends_a_search_early),
        cmocka_unit_test(a_lead_of_luck_ends_nothing),
        cmocka_unit_test(a_small_lead_takes_longer_than_a_large_one),
        cmocka_unit_test(the_more_games_the_further_it_looks),
        cmocka_unit_test(the_first_rounds_show_how_many_games_there_will_be),
        cmocka_unit_test(a_pinned_move_stays_however_poor),
        cmocka_unit_test(a_pinned_move_that_is_best_ends_a_search_early_too),
        cmocka_unit_test(a_move_nobody_thought_of_may_be_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
