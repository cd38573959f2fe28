/* What finished games say of their players: every seat once, ranks as the game scores them, and
   feats that can be done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "people/result.h"

enum { GAMES_EACH = 60, PLAYERS = 4, STEPS = 40000 };

/* Every other game is against bots who play at random: some feats are for whoever is far ahead. */
static const char *level_of(uint64_t seed) {
    return seed % 2 ? "trader" : "random";
}

/* A game of bots, played to its end; the person of seat 0 is away and played for. */
static Table *played(const Game *game, uint64_t seed) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Rng rng = rng_seed(seed);
    Table *t = table_open(game, PLAYERS, options, &why);
    char line[64];
    assert_non_null(t);
    for (int seat = 1; seat < PLAYERS; seat++) {
        snprintf(line, sizeof line, "seat %d bot %s", seat, level_of(seed));
        assert_null(table_enter(t, line).text);
    }
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    assert_null(table_enter(t, "begin").text);
    assert_null(table_enter(t, "seat 0 away trader").text);
    for (int i = 0; i < STEPS && !table_over(t); i++)
        assert_true(table_play_on(t, (Effort){0}, &rng));
    assert_true(table_over(t));
    return t;
}

static void assert_result(const Table *t, const Result *result, const char *level) {
    Score scores[SEATS_MAX + 1];
    table_game(t)->rules.score(table_state(t), scores);
    assert_int_equal(result->players, PLAYERS);
    for (int seat = 0; seat < PLAYERS; seat++) {
        const ResultSeat *it = &result->seat[seat];
        assert_string_equal(it->who[0] == '*' ? it->who + 1 : it->who, seat ? level : "anna");
        assert_int_equal(it->away, seat == 0);
        assert_int_equal(it->rank, scores[seat].rank);
        assert_int_equal(it->points, scores[seat].points);
        assert_true(it->margin == 0 || it->rank == 1);
    }
}

/* No emblem is out of reach, none comes by itself. */
static void every_feat_is_done_by_some_and_not_by_all(void **state) {
    (void)state;
    for (int g = 0; games[g]; g++) {
        const Feat *feats = games[g]->words.feats;
        int done[FEATS_MAX] = {0}, missing = 1, n = 0, all = 0;
        assert_non_null(feats);
        for (; n < GAMES_EACH && missing; n++) {
            Result result;
            Table *t = played(games[g], (uint64_t)n + 1);
            result_of(t, &result);
            assert_result(t, &result, level_of((uint64_t)n + 1));
            table_close(t);
            missing = 0;
            for (int i = 0; feats[i].id; i++) {
                for (int seat = 0; seat < PLAYERS; seat++)
                    done[i] += (int)(result.seat[seat].feats >> i & 1u);
                missing += done[i] == 0;
            }
            all += PLAYERS;
        }
        for (int i = 0; feats[i].id; i++) {
            print_message("%s: %s %d of %d\n", games[g]->id, feats[i].id, done[i], all);
            assert_true(done[i] > 0 && done[i] < all);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_feat_is_done_by_some_and_not_by_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
