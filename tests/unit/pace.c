/* pace.c: bots keep the pace that is wanted, wait where they are told to, and never let anybody
   wait long for an auction of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "games/games.h"
#include "table/run.h"

/* A table where a person sits with as few bots as may be. */
static Table *gathered(const Game *game) {
    static const char *const others[] = {"seat 1 bot greedy", "seat 2 bot greedy",
                                         "seat 3 bot greedy"};
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    int players = game->min_players;
    Table *t;
    while (!(t = table_open(game, players, options, &why)))
        assert_in_range(++players, 2, 4);
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    for (int seat = 1; seat < players; seat++)
        assert_null(table_enter(t, others[seat - 1]).text);
    assert_null(table_enter(t, "begin").text);
    return t;
}

/* The first listed move of the person, a pass where there is one. */
static void person_moves(Table *t, int seat) {
    Move list[MOVES_MAX];
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    int n = table_game(t)->rules.moves(table_state(t), seat, list), chosen = 0;
    for (int i = 0; i < n; i++)
        if (list[i].count == 0) chosen = i;
    assert_true(n > 0);
    assert_null(table_enter_move(t, seat, list[chosen], &line).text);
}

/* Plays to the end at this pace, by bots that think so long about a move where they may; the
   longest time in ms that bots alone took for an auction. */
static uint64_t longest_auction(const Game *game, uint64_t step, uint64_t thought, Tempo tempo) {
    Table *t = gathered(game);
    Rng rng = rng_seed(3);
    Pace pace = {.tempo = tempo};
    uint64_t now = 1, longest = 0, auction = 0;
    while (!table_over(t)) {
        Turn turn = game->rules.turn(table_state(t));
        bool haggles = game->live.haggles(table_state(t));
        pace_set(&pace, t, now, step);
        int bot = pace_next(&pace, t);
        if (!haggles) auction = 0;
        if (bot >= 0) {
            uint64_t ready = pace.ready[bot] > now ? pace.ready[bot] : now;
            uint64_t most = (uint64_t)pace_thought(&pace, ready),
                     thinks = most && most < thought ? most : thought;
            assert_int_equal(most > 0, haggles);
            if (haggles) auction += ready - now + thinks;
            now = ready + thinks;
            assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
        } else if (turn_has(turn, CHANCE)) {
            assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
        } else {
            auction = 0;
            person_moves(t, 0);
        }
        if (auction > longest) longest = auction;
    }
    table_close(t);
    return longest;
}

static void an_auction_of_bots_takes_three_seconds_at_most(void **unused) {
    (void)unused;
    int held = 0;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->live.haggles) continue; /* it has no auctions */
        const uint64_t took = longest_auction(games[i], 900, 0, TEMPO_USUAL);
        assert_in_range(took, 0, 3000);
        assert_in_range(longest_auction(games[i], 5000, 0, TEMPO_CALM), took, 3000);
        assert_int_equal(longest_auction(games[i], 900, 0, TEMPO_ONCE), 0);
        held += took >= 900 / 4;
    }
    assert_true(held >= 3); /* in VOC! there may be no second bidder */
}

static void and_no_longer_where_the_strongest_think(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->live.haggles) continue;
        assert_in_range(longest_auction(games[i], 900, 1000, TEMPO_CALM), 0, 3100);
        assert_in_range(longest_auction(games[i], 900, 1000, TEMPO_ONCE), 0, 3100);
    }
}

static void bots_wait_where_they_are_told_to(void **unused) {
    (void)unused;
    Table *t = gathered(game_named("byzanz"));
    Rng rng = rng_seed(1);
    Pace pace = {0};
    while (turn_has(table_game(t)->rules.turn(table_state(t)), CHANCE))
        assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
    if (turn_has(table_game(t)->rules.turn(table_state(t)), 0)) person_moves(t, 0);
    pace_set(&pace, t, 10, 900);
    assert_true(pace_next(&pace, t) > 0);
    pace_choose(&pace, TEMPO_WAIT);
    pace_set(&pace, t, 20, 900);
    assert_int_equal(pace_next(&pace, t), -1);
    pace_choose(&pace, TEMPO_ONCE);
    pace_set(&pace, t, 30, 900);
    assert_int_equal(pace.ready[pace_next(&pace, t)], 30);
    assert_null(pace_check(t, 0).code);
    assert_string_equal(pace_check(t, -1).code, "seat");
    table_close(t);
}

static void nobody_chooses_the_pace_for_other_people(void **unused) {
    (void)unused;
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Table *t = table_open(game_named("byzanz"), 3, options, &why);
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    assert_null(table_enter(t, "seat 1 person eve Eve").text);
    assert_null(table_enter(t, "seat 2 bot greedy").text);
    assert_string_equal(pace_check(t, 0).code, "seat");
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_auction_of_bots_takes_three_seconds_at_most),
        cmocka_unit_test(and_no_longer_where_the_strongest_think),
        cmocka_unit_test(bots_wait_where_they_are_told_to),
        cmocka_unit_test(nobody_chooses_the_pace_for_other_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
