/* replay.c: a game looked back at: its outline, and which games are worth it. */
#include "tables.h"

#include <stdlib.h>

#include "bots/odds.h"
#include "table/fortune.h"

static Table *played_by_bots(const char *game, int players, uint64_t seed) {
    Table *t = opened(game, players);
    for (int seat = 0; seat < players; seat++) {
        char line[] = "seat 0 bot greedy";
        line[5] = (char)('0' + seat);
        enters(t, line);
    }
    enters(t, "begin");
    plays_on(t, seed);
    return t;
}

/* --- the outline ------------------------------------------------------------------------------ */

/* One letter a move: who made it, as the moves of the record say. */
static void the_outline_names_who_moved(void **unused) {
    (void)unused;
    Table *t = played_by_bots("voc", 4, 2);
    Text json = text_grow(), moves = text_grow();
    jot_open(&json, NULL, '{');
    table_outline(t, SPECTATOR, table_position(t), &json);
    jot_close(&json, '}');
    table_moves(t, table_position(t), &moves);
    const char *who = json.at + strlen("{\"who\":\""), *line = moves.at;
    int live = 0;
    for (int i = 0; i < table_position(t); i++) {
        bool seat = line[0] != '*', lives = who[i] >= 'a' && who[i] <= 'd';
        live += lives;
        assert_int_equal(lives ? who[i] - 'a' + '0' : who[i], line[0]);
        assert_true(seat || !lives);
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(who[table_position(t)], '"');
    assert_true(live > 0); /* somebody has put to sea */
    text_free(&json);
    text_free(&moves);
    table_close(t);
}

static void marks_tell_what_happened_to_nobody_in_particular(void **unused) {
    (void)unused;
    Table *t = played_by_bots("byzanz", 3, 2);
    Text whole = text_grow(), half = text_grow();
    jot_open(&whole, NULL, '{');
    table_outline(t, SPECTATOR, table_position(t), &whole);
    jot_close(&whole, '}');
    jot_open(&half, NULL, '{');
    table_outline(t, SPECTATOR, table_position(t) / 2, &half);
    jot_close(&half, '}');
    const char *marks = strstr(whole.at, "\"marks\":[{\"at\":");
    assert_non_null(marks);
    assert_true(half.length < whole.length); /* of what is shown no more than that */
    assert_null(strstr(marks, "\"kind\":\"bid\""));
    text_free(&whole);
    text_free(&half);
    table_close(t);
}

static void until_the_end_nobody_learns_who_moved(void **unused) {
    (void)unused;
    Table *over = played_by_bots("byzanz", 3, 2), *t = table_at(over, 40);
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    table_outline(t, SPECTATOR, 40, &json);
    jot_close(&json, '}');
    HAS(json.at, "{\"who\":\"\",\"marks\":[");
    text_free(&json);
    table_close(t);
    table_close(over);
}

static void an_analysis_needs_the_table_no_more(void **unused) {
    (void)unused;
    Table *t = played_by_bots("byzanz", 3, 2);
    Analysis *a = table_analyse(t, 8, false);
    int last = table_position(t);
    table_close(t);
    while (analysis_step(a))
        continue;
    assert_int_equal(a->count, last);
    assert_int_equal(a->done, a->total);
    assert_true(a->decisions > 3);
    assert_true(a->decision[a->decisions - 1].position <= last);
    analysis_free(a);
}

/* --- which games are worth it ----------------------------------------------------------------- */

static void the_fortune_of_a_game_is_its_winners(void **unused) {
    (void)unused;
    int alone = 0;
    for (uint64_t seed = 1; seed < 12; seed++) {
        Table *t = played_by_bots("byzanz", 3, seed);
        Fortune f = table_fortune(t);
        Score scores[SEATS_MAX];
        int winners = 0, winner = -1, second = -1000;
        table_game(t)->rules.score(table_state(t), scores);
        for (int seat = 0; seat < 3; seat++)
            if (scores[seat].rank == 1) winners++, winner = seat;
        for (int seat = 0; seat < 3; seat++)
            if (scores[seat].rank != 1 && scores[seat].points > second)
                second = scores[seat].points;
        assert_int_equal(f.winner, winners == 1 ? winner : -1);
        if (winners == 1) {
            alone++;
            assert_int_equal(f.margin, scores[winner].points - second);
            assert_in_range(f.lowest, 0, SURE - 1);
            assert_in_range(f.at, 1, table_position(t) - 1);
        }
        table_close(t);
    }
    assert_true(alone > 5);
}

static void a_game_that_is_not_over_has_no_fortune(void **unused) {
    (void)unused;
    Table *over = played_by_bots("byzanz", 3, 2), *t = table_at(over, 40);
    assert_int_equal(table_fortune(t).winner, -1);
    table_close(t);
    table_close(over);
}

static void by_turns_the_closest_and_the_largest_turn_are_picked(void **unused) {
    (void)unused;
    static const Fortune finished[] = {{.winner = 0, .margin = 5, .lowest = 300},
                                       {.winner = 1, .margin = 1, .lowest = 900},
                                       {.winner = -1, .margin = 0, .lowest = 0}, /* several won */
                                       {.winner = 2, .margin = 2, .lowest = 100},
                                       {.winner = 2, .margin = 3, .lowest = 800}};
    Jewel out[5];
    assert_int_equal(fortune_pick(finished, 5, out, 3), 3);
    assert_int_equal(out[0].index, 1);
    assert_true(out[0].close);
    assert_int_equal(out[1].index, 3);
    assert_false(out[1].close);
    assert_int_equal(out[2].index, 4); /* none twice */
    assert_int_equal(out[2].fortune.margin, 3);
    assert_int_equal(fortune_pick(finished, 5, out, 5), 4);
    assert_int_equal(fortune_pick(finished, 0, out, 5), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_outline_names_who_moved),
        cmocka_unit_test(marks_tell_what_happened_to_nobody_in_particular),
        cmocka_unit_test(until_the_end_nobody_learns_who_moved),
        cmocka_unit_test(an_analysis_needs_the_table_no_more),
        cmocka_unit_test(the_fortune_of_a_game_is_its_winners),
        cmocka_unit_test(a_game_that_is_not_over_has_no_fortune),
        cmocka_unit_test(by_turns_the_closest_and_the_largest_turn_are_picked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
