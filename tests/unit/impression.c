/* impression.c: what moves tell of characters, and that a spectator could have told as much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "bots/search.h"
#include "games/games.h"
#include "games/voc/state.h"

enum { BOLD = 1, DRAWS = 6000, PLAYED = 12 };

/* Plays a game of steady policies but for `other`, which plays as number `k` of those imagined;
   each move is handed to `watch` before it is made. */
typedef void Watch(const Game *game, const void *s, int seat, Move move);

static void play(const Game *game, uint64_t seed, int other, int k, Impression *seen,
                 Watch *watch) {
    _Alignas(16) unsigned char s[STATE_MAX];
    uint8_t options[OPTIONS_MAX] = {0};
    Rng rng = rng_seed(seed);
    assert_null(game->rules.start(s, game->max_players, options).text);
    for (Turn turn; (turn = game->rules.turn(s)) != 0;) {
        int seat = __builtin_ctz(turn);
        Move move = seat == CHANCE ? game->rules.sample(s, &rng)
                    : seat == other && k == PLAIN
                        ? search_first_sight(game, s, seat, &rng)
                        : search_reflex(game, s, seat, imagined(seat == other ? k : 0), &rng);
        if (watch) watch(game, s, seat, move);
        impression_follow(seen, game, s, seat, move);
    }
}

static void who_has_seen_nothing_imagines_all_alike(void **unused) {
    (void)unused;
    Impression nothing = {0};
    Rng rng = rng_seed(1);
    int times[IMAGINED] = {0};
    for (int i = 0; i < DRAWS; i++)
        times[impression_draw(&nothing, 2, &rng)]++;
    for (int k = 0; k < SAILORS; k++)
        assert_in_range(times[k], DRAWS / SAILORS * 8 / 10, DRAWS / SAILORS * 12 / 10);
}

/* In every game the one who is bold is taken for bold, the steady ones for steady, most of the
   time; and nobody is ever ruled out. */
static void a_character_shows_in_the_moves(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->rules.policy) continue; /* its bots have no character */
        int bold = 0, steady = 0, right = 0;
        for (uint64_t seed = 1; seed <= PLAYED; seed++) {
            Impression seen = {0};
            play(games[i], seed, 2, BOLD, &seen, NULL);
            assert_true(seen.noted > 0);
            bold += seen.behind[2][BOLD] < seen.behind[2][0];
            steady += seen.behind[2][0] < seen.behind[2][BOLD];
            right += seen.behind[1][0] <= seen.behind[1][BOLD];
            Rng rng = rng_seed(seed);
            int times[IMAGINED] = {0};
            for (int n = 0; n < DRAWS; n++)
                times[impression_draw(&seen, 2, &rng)]++;
            for (int k = 0; k < SAILORS; k++)
                assert_true(times[k] > 0);
        }
        assert_true(bold > steady);
        assert_true(right > PLAYED / 2);
    }
}

/* How often of a thousand times the plain one is imagined in seat 2. */
static int plain_of_thousand(const Impression *seen) {
    Rng rng = rng_seed(5);
    int times = 0;
    for (int n = 0; n < 1000; n++)
        times += impression_draw(seen, 2, &rng) == PLAIN;
    return times;
}

/* He is never thought of before he has played. In VOC!, which surveys all moves at once, he is
   found out, and sailors are not taken for him. */
static void the_plain_one_speaks_for_himself(void **unused) {
    (void)unused;
    int plain = 0, sailor = 0;
    for (uint64_t seed = 1; seed <= PLAYED; seed++) {
        Impression seen = {0}, other = {0};
        assert_int_equal(plain_of_thousand(&seen), 0);
        play(game_named("voc"), seed, 2, PLAIN, &seen, NULL);
        play(game_named("voc"), seed, 2, BOLD, &other, NULL);
        plain += plain_of_thousand(&seen);
        sailor += plain_of_thousand(&other);
    }
    assert_true(plain > PLAYED * 500);
    assert_true(sailor < PLAYED * 50);
}

/* Whoever is imagined plain must play as he does: ashore in VOC! hardly a decision in a hundred is
   another than sense would take. */
static int decided, differed;

static void hold_against_sense(const Game *game, const void *s, int seat, Move move) {
    Rng rng = rng_seed(1);
    if (seat != 2 || game->live.brisk(s) || move.verb == VERB_SAIL || move.verb == VERB_STAY)
        return;
    Move list[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    if (search_survey(game, s, seat, list, looks) < 2) return;
    decided++;
    differed +=
        !search_looks_best(game, s, seat, search_reflex(game, s, seat, imagined(PLAIN), &rng));
}

static void the_plain_one_decides_as_sense_does(void **unused) {
    (void)unused;
    decided = differed = 0;
    for (uint64_t seed = 1; seed <= PLAYED; seed++) {
        Impression seen = {0};
        play(game_named("voc"), seed, 2, PLAIN, &seen, hold_against_sense);
    }
    assert_true(decided > 20 * PLAYED);
    assert_true(differed * 100 < decided);
}

/* --- no more than a spectator knows ------------------------------------------------------------
 */

static Impression here, there;
static int compared, made;

/* The same move where what nobody showed is dealt anew must leave the same impression. */
static void deal_anew(const Game *game, const void *s, int seat, Move move) {
    _Alignas(16) unsigned char one[STATE_MAX], two[STATE_MAX];
    Rng rng = rng_seed((uint64_t)compared + 7);
    made += seat != CHANCE;
    memcpy(one, s, game->state_size);
    memcpy(two, s, game->state_size);
    game->rules.hide(two, SPECTATOR);
    game->rules.guess(two, SPECTATOR, &rng);
    if (seat == CHANCE || game->rules.check(two, seat, move).text) return;
    here = there = (Impression){.noted = here.noted + 1};
    impression_follow(&here, game, one, seat, move);
    impression_follow(&there, game, two, seat, move);
    assert_memory_equal(&here, &there, sizeof here);
    compared++;
}

static void an_impression_is_made_of_what_everybody_saw(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        Impression seen = {0};
        compared = made = 0;
        play(games[i], 3, 2, BOLD, &seen, deal_anew);
        assert_true(compared > made / 2); /* the others were no moves of the other deal */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_seen_nothing_imagines_all_alike),
        cmocka_unit_test(a_character_shows_in_the_moves),
        cmocka_unit_test(the_plain_one_speaks_for_himself),
        cmocka_unit_test(the_plain_one_decides_as_sense_does),
        cmocka_unit_test(an_impression_is_made_of_what_everybody_saw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
