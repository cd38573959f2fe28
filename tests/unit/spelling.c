/* Spelling: names, titles and messages are what shows on a screen, tidied. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/spelling.h"

static void assert_name(const char *text, const char *tidied) {
    char out[NAME_LIMIT * 4 + 1] = "untouched";
    Reason why = spell_name(text, out);
    if (why.text) print_error("“%s”: %s\n", text, why.text);
    assert_null(why.text);
    assert_string_equal(out, tidied);
}

static void assert_no_name(const char *text, const char *sentence) {
    char out[NAME_LIMIT * 4 + 1];
    Reason why = spell_name(text, out);
    if (!why.text) print_error("“%s” was taken\n", text);
    assert_non_null(why.text);
    assert_string_equal(why.text, sentence);
}

static void names_of_any_script_are_welcome(void **state) {
    (void)state;
    static const char *const names[] = {"Anna",  "Änne",      "Łucja O’Neil", "Ольга",
                                        "Ἑλένη", "李雷",      "अनीता",        "ליאת",
                                        "سارة",  "🦜 Jo-2", "Hội An",       "D’Artagnan & Cie."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_name(names[i], names[i]);
}

static void names_are_composed_and_their_spaces_folded(void **state) {
    (void)state;
    assert_name("Zoe\u0301", "Zoé");
    assert_name("  Jean \u00a0 \u3000 Bart\u2003", "Jean Bart");
    assert_name("Jo\u2800\u2800Jo", "Jo Jo"); /* Braille cells without a dot */
    assert_name("❤\ufe0f", "❤");
}

static void what_does_not_show_is_refused(void **state) {
    (void)state;
    static const char *const names[] = {
        "a\tb",         "a\nb",
        "a\x7f",        "a\xc2\x85", /* control */
        "a\u200bb",     "\u200e",
        "a\u202eb",     "a\u2066b", /* zero width, direction */
        "a\xc2\xad",    "a\ufeffb",
        "a\u2060b",     "a\u200db", /* format, joiners */
        "a\u115f",      "\u3164",
        "a\uffa0",      "a\u034fb", /* fillers */
        "\U000e0041a",  "a\U000e0020",
        "a\U000e0101", /* tags, selectors */
        "a\ue000",      "a\U0010ffff",
        "a\u0378",      "a\ufdd0",                         /* private, nobody's */
        "a\u2028b",     "a\u2029b",                        /* line ends */
        "\u0301a",      "a\u0300\u0301\u0302\u0303\u0304", /* marks on nothing, piled */
        "a\xff",        "a\xc0\x80",
        "\xed\xa0\x80", /* no UTF-8 */
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_no_name(names[i], "A name has letters, figures and signs only.");
}

static void a_name_that_looks_blank_is_empty(void **state) {
    (void)state;
    static const char *const names[] = {"", "   ", "\u00a0\u2003", "\u2800\u2800", "\u3000"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_no_name(names[i], "A name cannot be empty.");
}

static void lengths_count_characters(void **state) {
    (void)state;
    char text[200] = "", title[TITLE_LIMIT * 4 + 1];
    for (int i = 0; i < NAME_LIMIT; i++)
        strcat(text, "🦜");
    assert_name(text, text);
    strcat(text, "   ");
    assert_no_name(strcat(text, "x"), "A name has at most {n} characters.");
    assert_null(spell_title("", title).text);
    assert_string_equal(title, "");
    assert_null(spell_title(" La  Rochelle ", title).text);
    assert_string_equal(title, "La Rochelle");
    assert_non_null(spell_title("a\u202eb", title).text);
}

static void messages_may_have_emoji_of_several_parts(void **state) {
    (void)state;
    static const char *const messages[] = {"👩\u200d🚀 !", "❤\ufe0f\u200d🔥", "Terre\u00a0! « oui »",
                                           "👍🏽", "می\u200cخواهم"};
    char out[CHAT_LIMIT * 4 + 1];
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        assert_null(spell_chat(messages[i], out).text);
        assert_string_equal(out, messages[i]);
    }
    assert_non_null(spell_chat("\u200d\u200d", out).text);
    assert_non_null(spell_chat(" \u2800 ", out).text);
    assert_non_null(spell_chat("a\u200d\u200d\u200db", out).text);
    assert_non_null(spell_chat("a\u202eb", out).text);
}

static void names_that_a_person_could_mistake_are_alike(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"Anna", "anna"}, {"Anna", "Аnnа"},  {"Zoé", "Zoe"},
                                           {"Ali", "A l i"}, {"Ivan", "lvan"},  {"Jean1", "Jeanl"},
                                           {"Bob", "B0b"},   {"Ann", "Ａｎｎ"}, {"Olga", "Οlga"},
                                           {"paul", "раul"}, {"ﬁlou", "filou"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!names_alike(pairs[i][0], pairs[i][1])) print_error("%s\n", pairs[i][0]);
        assert_true(names_alike(pairs[i][0], pairs[i][1]));
    }
    assert_false(names_alike("Anna", "Anne"));
    assert_false(names_alike("Ali", "Alla"));
    assert_false(names_alike("李雷", "李梅"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_any_script_are_welcome),
        cmocka_unit_test(names_are_composed_and_their_spaces_folded),
        cmocka_unit_test(what_does_not_show_is_refused),
        cmocka_unit_test(a_name_that_looks_blank_is_empty),
        cmocka_unit_test(lengths_count_characters),
        cmocka_unit_test(messages_may_have_emoji_of_several_parts),
        cmocka_unit_test(names_that_a_person_could_mistake_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
