/* Seeking weights: a pure function of the seed that stays between the bounds of each weight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/tune.h"
#include "games/games.h"

static const uint8_t plain[OPTIONS_MAX];

static void the_same_seed_finds_the_same_weights(void **unused) {
    (void)unused;
    Tuning a, b;
    for (int i = 0; games[i]; i++) {
        int players = games[i]->max_players < 4 ? games[i]->max_players : 4;
        if (!games[i]->rules.weights) continue;
        assert_true(tune_begin(&a, games[i], players, plain, 7));
        assert_true(tune_begin(&b, games[i], players, plain, 7));
        tune_step(&a, 2);
        tune_step(&b, 2);
        assert_int_equal(a.steps, 1);
        assert_memory_equal(a.best, b.best, sizeof a.best);
    }
}

static void weights_stay_between_their_bounds(void **unused) {
    (void)unused;
    Tuning t;
    const Game *game = game_named("byzanz");
    assert_true(tune_begin(&t, game, 4, plain, 3));
    assert_memory_equal(t.best, t.start, sizeof t.best);
    bool moved = false;
    for (int step = 0; step < 20; step++) {
        tune_step(&t, 4);
        for (int i = 0; i < t.count; i++) {
            const Weight *w = &game->rules.weights[i];
            assert_in_range(t.best[i] - w->least, 0, w->most - w->least);
            moved |= t.best[i] != t.start[i];
        }
    }
    assert_true(moved);
}

/* Somebody who throws everything away loses, and the share of wins says so. */
static void a_share_tells_bad_weights_from_good_ones(void **unused) {
    (void)unused;
    Tuning t;
    int16_t nothing[WEIGHTS_MAX] = {0};
    double squares;
    assert_true(tune_begin(&t, game_named("byzanz"), 4, plain, 5));
    double good = tune_share(&t, t.start, 200, 1, &squares);
    double bad = tune_share(&t, nothing, 200, 1, &squares);
    assert_true(good > bad + 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_finds_the_same_weights),
        cmocka_unit_test(weights_stay_between_their_bounds),
        cmocka_unit_test(a_share_tells_bad_weights_from_good_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
