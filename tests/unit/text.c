/* text.c: the writer appends, never overruns, and writes JSON a reader accepts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <limits.h>
#include <cmocka.h>

#include "core/game.h"

static void a_full_buffer_is_cut_and_says_so(void **unused) {
    (void)unused;
    char buffer[8];
    Text t = text_over(buffer, sizeof buffer);
    text_add(&t, "1234");
    assert_false(t.cut);
    text_add(&t, "56789");
    assert_true(t.cut);
    assert_string_equal(buffer, "1234567");
    text_clear(&t);
    text_printf(&t, "%s", "abcdefghij");
    assert_true(t.cut);
    assert_string_equal(buffer, "abcdefg");
}

static void a_growing_text_takes_everything(void **unused) {
    (void)unused;
    Text t = text_grow();
    for (int i = 0; i < 1000; i++)
        text_printf(&t, "%d,", i);
    assert_int_equal(t.length, 10 * 2 + 90 * 3 + 900 * 4);
    assert_int_equal(strlen(t.at), t.length);
    text_free(&t);
}

static void numbers_are_written_to_their_ends(void **unused) {
    (void)unused;
    char buffer[64];
    Text t = text_over(buffer, sizeof buffer);
    text_int(&t, 0);
    text_char(&t, ' ');
    text_int(&t, -7);
    text_char(&t, ' ');
    text_int(&t, LLONG_MIN);
    assert_string_equal(buffer, "0 -7 -9223372036854775808");
}

static void json_has_its_commas_and_escapes(void **unused) {
    (void)unused;
    char buffer[200];
    Text t = text_over(buffer, sizeof buffer);
    jot_open(&t, NULL, '{');
    jot_string(&t, "a", "b\\\n\x01é");
    jot_open(&t, "list", '[');
    jot_int(&t, NULL, 1);
    jot_null(&t, NULL);
    jot_open(&t, NULL, '{');
    jot_close(&t, '}');
    jot_close(&t, ']');
    jot_key(&t, "k");
    jot_bool(&t, NULL, true);
    jot_string(&t, "none", NULL);
    jot_close(&t, '}');
    assert_string_equal(buffer, "{\"a\":\"b\\\\\\u000a\\u0001é\",\"list\":[1,null,{}],"
                                "\"k\":true,\"none\":null}");
}

static void columns_count_characters(void **unused) {
    (void)unused;
    char buffer[64];
    Text t = text_over(buffer, sizeof buffer);
    text_add(&t, "épé");
    text_column(&t, 0, 6);
    text_add(&t, "|");
    text_column(&t, 0, 2); /* behind already: one blank */
    text_add(&t, "|");
    assert_string_equal(buffer, "épé   | |");
}

static void ranks_are_by_points_then_tie(void **unused) {
    (void)unused;
    Score s[5] = {{.points = 5, .tie = 1},
                  {.points = 9},
                  {.points = 5, .tie = 2},
                  {.points = 9},
                  {.points = 5, .tie = 1}};
    score_rank(s, 5);
    int ranks[5] = {4, 1, 3, 1, 4};
    for (int i = 0; i < 5; i++)
        assert_int_equal(s[i].rank, ranks[i]);
}

static void a_seed_is_the_same_everywhere(void **unused) {
    (void)unused;
    Rng rng = rng_seed(42);
    assert_true(rng_next(&rng) == 0x15780b2e0c2ec716u);
    int met[6] = {0};
    for (int i = 0; i < 60000; i++)
        met[rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(met[i], 9500, 10500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_buffer_is_cut_and_says_so),
        cmocka_unit_test(a_growing_text_takes_everything),
        cmocka_unit_test(numbers_are_written_to_their_ends),
        cmocka_unit_test(json_has_its_commas_and_escapes),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(ranks_are_by_points_then_tie),
        cmocka_unit_test(a_seed_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
