/* bots.c: every bot at every game: its moves are legal, come from the hidden state and the seed
   alone, and a search keeps what it promises. NEGOCE_GAMES sets how thoroughly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/arena.h"
#include "bots/odds.h"
#include "games/games.h"

static Thought room;

/* --- chances ---------------------------------------------------------------------------------- */

static void equal_worth_is_equal_chance(void **unused) {
    (void)unused;
    const int32_t worth[4] = {700, 700, 700, 700};
    int32_t chance[4];
    odds_of(worth, 4, INT32_MIN, 100, chance);
    for (int i = 0; i < 4; i++)
        assert_int_equal(chance[i], CERTAIN / 4);
    odds_of(worth, 3, 700, 100, chance); /* the house takes its part */
    for (int i = 0; i < 3; i++)
        assert_int_equal(chance[i], CERTAIN / 4);
}

static void a_lead_of_one_spread_wins_five_times_in_six(void **unused) {
    (void)unused;
    const int32_t worth[2] = {1300, 1000};
    int32_t chance[2];
    odds_of(worth, 2, INT32_MIN, 300, chance);
    assert_in_range(chance[0], CERTAIN * 83 / 100, CERTAIN * 86 / 100); /* normal: 84.1 % */
    odds_of(worth, 2, INT32_MIN, 1, chance);
    assert_int_equal(chance[0], CERTAIN);
    assert_int_equal(chance[1], 0);
}

static void chances_follow_worth_and_add_up(void **unused) {
    (void)unused;
    Rng rng = rng_seed(1);
    for (int time = 0; time < 10000; time++) {
        int n = 2 + (int)rng_below(&rng, 5);
        int32_t worth[SEATS_MAX], chance[SEATS_MAX], sum = 0;
        for (int i = 0; i < n; i++)
            worth[i] = (int32_t)rng_next(&rng) >> rng_below(&rng, 31);
        odds_of(worth, n, INT32_MIN, 1 + (int32_t)rng_below(&rng, 1 << 20), chance);
        for (int i = 0; i < n; i++) {
            assert_true(chance[i] >= 0);
            sum += chance[i];
            for (int k = 0; k < n; k++)
                if (worth[i] > worth[k]) assert_true(chance[i] >= chance[k]);
        }
        assert_in_range(sum, CERTAIN - n, CERTAIN);
    }
}

/* --- every bot at every game -------------------------------------------------------------------
 */

enum { THOUGHT = 24 }; /* imagined games: enough to choose by, few enough for many positions */

/* The move of `bot` in `s`, from the seed alone. */
static Move chosen(const Bot *bot, const Game *game, const void *s, int players, int seat,
                   uint64_t seed) {
    Rng rng = rng_seed(seed);
    const Player player = {.bot = bot, .effort = {.iterations = THOUGHT}};
    return bot_move(&player, game, s, players, seat, &rng, &room);
}

/* Starts a game as it is played by so many: the default options, or one other choice. */
static void set_out(const Game *game, int players, void *s) {
    uint8_t options[OPTIONS_MAX] = {0};
    for (int i = -1; i < 0 || game->options[i].name; i++) {
        if (i >= 0) options[i] = 1;
        if (!game->rules.start(s, players, options).text) return;
        if (i >= 0) options[i] = 0;
    }
    fail();
}

/* Plays a game and puts now and then to every bot the question of who must act: once as things are,
   and once with all that is hidden from it dealt anew. */
static void ask_everybody(const Game *game, int players, uint64_t seed, int stride) {
    _Alignas(16) unsigned char s[STATE_MAX], other[STATE_MAX];
    Rng rng = rng_seed(seed);
    set_out(game, players, s);
    int asked = 0;
    for (Turn turn; (turn = game->rules.turn(s)) != 0;) {
        int seat = __builtin_ctz(turn);
        if (seat == CHANCE) {
            game->rules.apply(s, CHANCE, game->rules.sample(s, &rng), NULL);
            continue;
        }
        for (int i = 0; bots[i] && asked % stride == 0; i++) {
            memcpy(other, s, game->state_size);
            game->rules.hide(other, seat);
            game->rules.guess(other, seat, &rng);
            Move move = chosen(bots[i], game, s, players, seat, seed);
            assert_null(game->rules.check(s, seat, move).text);
            assert_true(move_equal(move, chosen(bots[i], game, other, players, seat, seed)));
        }
        asked++;
        game->rules.apply(s, seat, chosen(bot_named("greedy"), game, s, players, seat, seed), NULL);
    }
}

static void a_bot_knows_what_its_seat_knows_and_no_more(void **unused) {
    (void)unused;
    const char *wish = getenv("NEGOCE_GAMES");
    int stride = wish && atoi(wish) < 20 ? 401 : 97;
    for (int g = 0; games[g]; g++)
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++)
            ask_everybody(games[g], players, (uint64_t)players, stride);
}

/* --- a search --------------------------------------------------------------------------------- */

/* A position of Byzanz in its first auction. */
static void first_auction(const Game *game, void *s) {
    const uint8_t options[OPTIONS_MAX] = {0};
    Rng rng = rng_seed(8);
    game->rules.start(s, 3, options);
    while (game->rules.turn(s) == 1u << CHANCE)
        game->rules.apply(s, CHANCE, game->rules.sample(s, &rng), NULL);
}

static void a_search_plays_as_many_games_as_it_may(void **unused) {
    (void)unused;
    const Game *game = games[0];
    _Alignas(16) unsigned char s[STATE_MAX];
    first_auction(game, s);
    int seat = __builtin_ctz(game->rules.turn(s));
    game->rules.hide(s, seat);
    search_begin(&room.search, game, s, 3, seat, &sailors[0].style, 60, rng_seed(1));
    while (search_step(&room.search, 0)) {
    }
    assert_in_range(room.search.played, 12, 60 + BREADTH);
    assert_true(room.search.count <= 2); /* the better half went on, again and again */
}

static int64_t ticks;
static int64_t ticking(void) {
    return ticks += 1000000; /* a millisecond a look */
}

static void with_a_clock_a_search_ends_on_time(void **unused) {
    (void)unused;
    const Game *game = games[0];
    _Alignas(16) unsigned char s[STATE_MAX];
    first_auction(game, s);
    int seat = __builtin_ctz(game->rules.turn(s));
    const Player player = {.bot = bot_named("admiral"),
                           .effort = {.milliseconds = 40, .now = ticking}};
    Rng rng = rng_seed(3);
    int64_t before = ticks;
    Move move = bot_move(&player, game, s, 3, seat, &rng, &room);
    assert_null(game->rules.check(s, seat, move).text);
    assert_in_range((ticks - before) / 1000000, 2, 43);
}

static void the_decisions_of_a_turn_share_its_time(void **unused) {
    (void)unused;
    enum { DECISIONS = 6, LATE = 3 }; /* ms: looks at the clock around each */
    const Game *game = games[0];
    _Alignas(16) unsigned char s[STATE_MAX];
    first_auction(game, s);
    int seat = __builtin_ctz(game->rules.turn(s));
    Player player = {.bot = bot_named("admiral"), .effort = {.now = ticking}};
    Rng rng = rng_seed(3);
    int64_t begun = ticks, first = 0;
    for (int i = 0; i < DECISIONS; i++) {
        player.effort.spent = ticks - begun;
        bot_move(&player, game, s, 3, seat, &rng, &room);
        if (i == 0) first = (ticks - begun) / 1000000;
    }
    int64_t turn = (ticks - begun) / 1000000, whole = player.bot->milliseconds;
    assert_in_range(first, 2, whole * 3 / 4 + LATE);
    assert_in_range(turn, first, whole + DECISIONS * LATE);
}

/* A machine so busy that it takes the thread away for 30 ms now and then. */
static int64_t halting(void) {
    static int looks;
    return ticks += ++looks % 20 ? 1000000 : 30000000;
}

static void on_a_busy_machine_a_turn_ends_in_time_too(void **unused) {
    (void)unused;
    enum { DECISIONS = 4, MOST = 120 }; /* ms; without foresight it takes 136 */
    const Game *game = games[0];
    _Alignas(16) unsigned char s[STATE_MAX];
    first_auction(game, s);
    int seat = __builtin_ctz(game->rules.turn(s));
    for (uint64_t turn = 0; turn < 12; turn++) {
        Player player = {.bot = bot_named("shipowner"), .effort = {.now = halting}};
        Rng rng = rng_seed(turn);
        int64_t begun = ticks;
        for (int i = 0; i < DECISIONS; i++) {
            player.effort.spent = ticks - begun;
            bot_move(&player, game, s, 3, seat, &rng, &room);
        }
        assert_in_range((ticks - begun) / 1000000, 2, MOST);
    }
}

static void the_time_of_turns_is_told_closely(void **unused) {
    (void)unused;
    static Pace pace, part;
    for (int i = 1; i <= 1000; i++)
        pace_note(i % 2 ? &pace : &part, i * 100000LL); /* 0.1 to 100 ms */
    pace_add(&pace, &part);
    assert_int_equal(pace.turns, 1000);
    assert_in_range(pace_below(&pace, 500), 50000000, 51600000);
    assert_in_range(pace_below(&pace, 990), 99000000, 102200000);
    pace_note(&part, INT64_MAX / 2); /* as long as can be: counted, nowhere beyond */
    assert_int_equal(part.slot[PACE_SLOTS - 1], 1);
}

static void memory_to_think_in_is_bounded(void **unused) {
    (void)unused;
    assert_true(sizeof(Thought) <= 64 << 20);
}

static void every_sailor_has_a_style_of_his_own(void **unused) {
    (void)unused;
    for (int i = 0; i < SAILORS; i++) {
        assert_ptr_equal(sailor_called(sailors[i].id), &sailors[i]);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(&sailors[i].style, &sailors[k].style, sizeof(Style));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_worth_is_equal_chance),
        cmocka_unit_test(a_lead_of_one_spread_wins_five_times_in_six),
        cmocka_unit_test(chances_follow_worth_and_add_up),
        cmocka_unit_test(a_bot_knows_what_its_seat_knows_and_no_more),
        cmocka_unit_test(a_search_plays_as_many_games_as_it_may),
        cmocka_unit_test(with_a_clock_a_search_ends_on_time),
        cmocka_unit_test(on_a_busy_machine_a_turn_ends_in_time_too),
        cmocka_unit_test(the_decisions_of_a_turn_share_its_time),
        cmocka_unit_test(the_time_of_turns_is_told_closely),
        cmocka_unit_test(memory_to_think_in_is_bounded),
        cmocka_unit_test(every_sailor_has_a_style_of_his_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
