/* analysis.c: a game judged: the account of luck adds up in every game, and the same game is judged
   the same twice (in the browser's build too: tests/wasm). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/analysis.h"
#include "bots/bots.h"
#include "games/games.h"

enum { LONGEST_GAME = 20000, FEW = 12 };

typedef struct Whole {
    const Game *game;
    int players, count;
    int decisions; /* of who had more than one move, ashore */
    uint8_t options[OPTIONS_MAX];
    Played moves[LONGEST_GAME];
    _Alignas(16) unsigned char end[STATE_MAX];
} Whole;

static Thought room;
static Whole whole;

/* A game of traders and cabin boys. */
static void play(const Game *game, int players, uint64_t seed) {
    Rng rng = rng_seed(seed);
    static Move list[MOVES_MAX];
    const Player able = {.bot = bot_named("trader")}, weak = {.bot = bot_named("novice")};
    whole.game = game;
    whole.players = players;
    whole.count = whole.decisions = 0;
    memset(whole.options, 0, sizeof whole.options);
    assert_null(game->rules.start(whole.end, players, whole.options).text);
    for (Turn turn; (turn = game->rules.turn(whole.end)) != 0; whole.count++) {
        int seat = __builtin_ctz(turn);
        assert_true(whole.count < LONGEST_GAME);
        Move move = seat == CHANCE ? game->rules.sample(whole.end, &rng)
                                   : bot_move(seat % 2 ? &weak : &able, game, whole.end, players,
                                              seat, &rng, &room);
        bool brisk = game->live.brisk && game->live.brisk(whole.end);
        whole.decisions += seat != CHANCE && !brisk && game->rules.moves(whole.end, seat, list) > 1;
        whole.moves[whole.count] = (Played){.seat = (uint8_t)seat, .move = move};
        game->rules.apply(whole.end, seat, move, NULL);
    }
}

static Analysis *analyse(int iterations, bool open) {
    Analysis *a = analysis_begin(whole.game, whole.players, whole.options, whole.moves, whole.count,
                                 iterations, open, 1);
    while (analysis_step(a)) {
        assert_true(a->done <= a->total);
    }
    assert_int_equal(a->done, a->total);
    return a;
}

static char *json_of(const Analysis *a) {
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    analysis_json(a, &json);
    jot_close(&json, '}');
    return json.at;
}

static void check_accounts(const Analysis *a) {
    Score score[SEATS_MAX];
    int winners = 0, decided = 0;
    a->game->rules.score(whole.end, score);
    for (int seat = 0; seat < a->players; seat++)
        winners += score[seat].rank == 1;
    for (int seat = 0; seat < a->players; seat++) {
        const Account *it = &a->account[seat];
        assert_int_equal(it->start + it->given + it->taken + it->sea_given + it->sea_taken +
                             it->choices + it->others,
                         it->end);
        int won = score[seat].rank == 1 ? SURE / winners : 0;
        assert_in_range(it->end, won, won + 1); /* a third is told as 333 */
        assert_true(it->given >= 0 && it->taken <= 0 && it->sea_given >= 0 && it->sea_taken <= 0);
        decided += it->marks[MARK_GOOD] + it->marks[MARK_DOUBTFUL] + it->marks[MARK_COSTLY];
    }
    assert_int_equal(decided, a->decisions);
}

static void check_curve(const Analysis *a) {
    assert_int_equal(a->point[0].position, 0);
    assert_int_equal(a->point[a->points - 1].position, a->count);
    for (int i = 0; i < a->points; i++) {
        int sum = 0;
        if (i > 0) assert_true(a->point[i].position > a->point[i - 1].position);
        for (int seat = 0; seat < a->players; seat++) {
            assert_in_range(a->point[i].chance[seat], 0, SURE);
            sum += a->point[i].chance[seat];
        }
        assert_true(sum <= SURE + a->players);
    }
}

static void check_decisions(const Analysis *a) {
    const Decision *turns[5];
    for (int i = 0; i < a->decisions; i++) {
        const Decision *d = &a->decision[i];
        assert_int_equal(whole.moves[d->position].seat, d->seat);
        assert_true(move_equal(whole.moves[d->position].move, d->played.move));
        assert_true(d->loss >= 0 && d->loss <= SURE);
        assert_true(d->gain == 0 || d->loss == 0);
        if (d->mark != MARK_GOOD) assert_true(d->loss >= DOUBTFUL_FROM);
        for (int k = 0; k < d->others; k++) {
            assert_false(move_equal(d->other[k].move, d->played.move));
            if (k > 0) assert_true(d->other[k].chance <= d->other[k - 1].chance);
        }
    }
    int count = analysis_turning_points(a, turns, 5);
    for (int i = 0; i < count; i++) {
        assert_true(turns[i]->mark != MARK_GOOD);
        if (i > 0) assert_true(turns[i]->loss <= turns[i - 1]->loss);
    }
}

static void the_account_of_luck_adds_up_in_every_game(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        play(games[g], games[g]->max_players, 7);
        Analysis *a = analyse(FEW, false);
        assert_true(a->decisions > 0);
        assert_int_equal(a->decisions, whole.decisions);
        check_accounts(a);
        check_curve(a);
        check_decisions(a);
        analysis_free(a);
    }
}

static void the_same_game_is_judged_the_same(void **unused) {
    (void)unused;
    play(game_named("byzanz"), 4, 3);
    Analysis *one = analyse(60, false), *two = analyse(60, false), *open = analyse(60, true);
    char *a = json_of(one), *b = json_of(two), *c = json_of(open);
    assert_string_equal(a, b);
    assert_string_not_equal(a, c); /* who sees everything judges otherwise */
    free(a);
    free(b);
    free(c);
    analysis_free(one);
    analysis_free(two);
    analysis_free(open);
}

/* Seat 1 had left: it is neither praised nor blamed for what was played there. */
static void what_a_machine_plays_for_somebody_is_no_decision_of_his(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        play(games[g], games[g]->max_players, 11);
        for (int i = 0; i < whole.count; i++)
            whole.moves[i].stand_in = whole.moves[i].seat == 1;
        Analysis *a = analyse(FEW, false);
        for (int i = 0; i < a->decisions; i++)
            assert_int_not_equal(a->decision[i].seat, 1);
        assert_int_equal(a->account[1].choices, 0);
        assert_int_equal(a->account[1].best, -1);
        check_accounts(a);
        check_curve(a);
        analysis_free(a);
    }
}

/* Cabin boys overlook four things in ten: some of it must cost. */
static void a_blunder_is_found(void **unused) {
    (void)unused;
    int costly = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        play(game_named("batavia"), 3, seed);
        Analysis *a = analyse(60, false);
        for (int seat = 0; seat < a->players; seat++)
            if (seat % 2) costly += a->account[seat].marks[MARK_COSTLY];
        analysis_free(a);
    }
    assert_true(costly > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_account_of_luck_adds_up_in_every_game),
        cmocka_unit_test(the_same_game_is_judged_the_same),
        cmocka_unit_test(what_a_machine_plays_for_somebody_is_no_decision_of_his),
        cmocka_unit_test(a_blunder_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
