/* text.c: the writer appends, never overruns, and writes JSON a reader accepts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
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

/* Every byte at every place, beside letters and beside UTF-8: as one written by itself. */
static void a_byte_is_escaped_wherever_it_stands(void **unused) {
    (void)unused;
    for (int byte = 1; byte < 256; byte++) {
        char alone[2] = {(char)byte, '\0'}, one[16];
        Text t = text_over(one, sizeof one);
        jot_quote(&t, alone);
        for (size_t at = 0; at < 19; at++) {
            char s[] = "abcdefgh\xc3\xa9jklmnopqr", wanted[40], buffer[40];
            s[at] = (char)byte;
            snprintf(wanted, sizeof wanted, "\"%.*s%.*s%s\"", (int)at, s, (int)t.length - 2,
                     one + 1, s + at + 1);
            Text all = text_over(buffer, sizeof buffer);
            jot_quote(&all, s);
            assert_string_equal(buffer, wanted);
        }
    }
}

static void write_values(Text *t) {
    jot_open(t, NULL, '{');
    jot_int(t, "n", 7);
    jot_int(t, "m", 42);
    jot_int(t, "many", 1234567);
    jot_int(t, "less", -3);
    jot_bool(t, "yes", true);
    jot_bool(t, "no", false);
    jot_null(t, "nothing");
    jot_open(t, "words", '[');
    for (const char *word = "abcdefghijklmnopqrs"; *word; word++)
        jot_word(t, NULL, word);
    jot_times(t, "wood3", 3);
    jot_times(t, "a word of more than sixteen", 2);
    jot_times(t, "none", 0);
    jot_close(t, ']');
    jot_word(t, "a_key_of_more_than_sixteen", "end");
    jot_close(t, '}');
}

/* However much room there is: what fits goes one way, what does not another. */
static void a_value_is_written_the_same_wherever_it_stands(void **unused) {
    (void)unused;
    static const char wanted[] =
        "{\"n\":7,\"m\":42,\"many\":1234567,\"less\":-3,\"yes\":true,\"no\":false,"
        "\"nothing\":null,\"words\":[\"abcdefghijklmnopqrs\",\"bcdefghijklmnopqrs\","
        "\"cdefghijklmnopqrs\",\"defghijklmnopqrs\",\"efghijklmnopqrs\",\"fghijklmnopqrs\","
        "\"ghijklmnopqrs\",\"hijklmnopqrs\",\"ijklmnopqrs\",\"jklmnopqrs\",\"klmnopqrs\","
        "\"lmnopqrs\",\"mnopqrs\",\"nopqrs\",\"opqrs\",\"pqrs\",\"qrs\",\"rs\",\"s\","
        "\"wood3\",\"wood3\",\"wood3\",\"a word of more than sixteen\","
        "\"a word of more than sixteen\"],\"a_key_of_more_than_sixteen\":\"end\"}";
    char buffer[sizeof wanted + 64];
    for (size_t room = 1; room <= sizeof buffer; room++) {
        memset(buffer, '#', sizeof buffer);
        Text t = text_over(buffer, room);
        write_values(&t);
        assert_int_equal(t.cut, room < sizeof wanted);
        assert_int_equal(strlen(buffer), t.length);
        assert_true(t.length < room);
        if (room < sizeof buffer) assert_int_equal(buffer[room], '#');
        if (!t.cut) assert_string_equal(buffer, wanted);
    }
    JotFields fields = {0};
    Text t = text_grow();
    t.fields = &fields;
    write_values(&t);
    assert_string_equal(t.at, wanted);
    assert_int_equal(fields.count, 9);
    assert_memory_equal(t.at + fields.from[1], "\"m\":42", 6);
    assert_int_equal(fields.to[1] - fields.from[1], 6);
    assert_int_equal(fields.to[8], t.length - 1);
    text_free(&t);
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
        cmocka_unit_test(a_byte_is_escaped_wherever_it_stands),
        cmocka_unit_test(a_value_is_written_the_same_wherever_it_stands),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(ranks_are_by_points_then_tie),
        cmocka_unit_test(a_seed_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
