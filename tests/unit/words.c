/* words.c: sentences, their holes, and the ids of things in words. The sentences used here are not
   of the catalogue, except the few that words.c itself owns. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/catalogue.h"
#include "core/words.h"

static char page[400];

static const char *sentence_of(Lang lang, const char *english, const Holes *holes) {
    Text out = text_over(page, sizeof page);
    words_add(&out, lang, english, holes);
    return page;
}

static const char *item_of(Lang lang, const char *id) {
    Text out = text_over(page, sizeof page);
    words_add_item(&out, lang, id);
    return page;
}

static void the_catalogue_is_sorted_so_that_every_entry_is_found(void **state) {
    (void)state;
    assert_true(words_fr_count > 0);
    for (int i = 0; i < words_fr_count; i++) {
        if (i > 0) assert_true(strcmp(words_fr[i - 1].english, words_fr[i].english) < 0);
        assert_ptr_equal(words(LANG_FR, words_fr[i].english), words_fr[i].other);
    }
}

static void english_is_itself_and_so_is_what_the_catalogue_does_not_know(void **state) {
    (void)state;
    assert_string_equal(words(LANG_EN, "and"), "and");
    assert_string_equal(words(LANG_FR, "and"), "et");
    assert_string_equal(words(LANG_FR, ""), "");
    assert_string_equal(words(LANG_FR, "~ no such sentence"), "~ no such sentence");
}

static void holes_are_filled_in_any_order_and_as_often_as_named(void **state) {
    (void)state;
    Holes holes = {.seat = "Ève", .other = "Louis", .n = 4, .m = -2};
    const char *sentence = "{other} to {seat}: {m}, {n}, {n}.";
    assert_string_equal(sentence_of(LANG_EN, sentence, &holes), "Louis to Ève: -2, 4, 4.");
    assert_string_equal(sentence_of(LANG_EN, "plain", NULL), "plain");
    assert_string_equal(sentence_of(LANG_EN, "", NULL), "");
}

static void de_before_a_vowel_is_elided_in_french(void **state) {
    (void)state;
    Holes holes = {.seat = "Ève", .other = "Louis"};
    const char *sentence = "le sceau de {seat}, celui de {other}";
    assert_string_equal(sentence_of(LANG_FR, sentence, &holes), "le sceau d’Ève, celui de Louis");
    assert_string_equal(sentence_of(LANG_EN, sentence, &holes), "le sceau de Ève, celui de Louis");
    holes.seat = "ôscar";
    assert_string_equal(sentence_of(LANG_FR, sentence, &holes), "le sceau d’ôscar, celui de Louis");
    holes.seat = "Hugo";
    assert_string_equal(sentence_of(LANG_FR, "monde {seat} de {seat}", &holes),
                        "monde Hugo de Hugo");
    holes.seat = NULL;
    assert_string_equal(sentence_of(LANG_FR, "de {seat}.", &holes), "de .");
}

static void a_name_is_never_read_as_a_sentence(void **state) {
    (void)state;
    Holes holes = {.seat = "{n}{items}", .n = 7};
    assert_string_equal(sentence_of(LANG_EN, "{seat} bids {n}", &holes), "{n}{items} bids 7");
}

static void the_word_goes_with_the_number_as_each_language_counts(void **state) {
    (void)state;
    const char *sentence = "{n} {n?zinc|zincs}, {m} {m?tin|tins}";
    Holes none = {.n = 0, .m = 1}, some = {.n = 1, .m = 2}, loss = {.n = -1, .m = -2};
    assert_string_equal(sentence_of(LANG_EN, sentence, &none), "0 zincs, 1 tin");
    assert_string_equal(sentence_of(LANG_FR, sentence, &none), "0 zinc, 1 tin");
    assert_string_equal(sentence_of(LANG_EN, sentence, &some), "1 zinc, 2 tins");
    assert_string_equal(sentence_of(LANG_FR, sentence, &some), "1 zinc, 2 tins");
    assert_string_equal(sentence_of(LANG_EN, sentence, &loss), "-1 zinc, -2 tins");
    assert_string_equal(sentence_of(LANG_EN, "{n?|more}", &none), "more");
}

/* As the places of a ship of Comptoir are counted. */
static void one_place_is_taken_and_two_are(void **state) {
    (void)state;
    const char *sentence = "{n} of {m} places taken";
    assert_string_equal(sentence_of(LANG_FR, sentence, &(Holes){.n = 1, .m = 5}),
                        "1 place prise sur 5");
    assert_string_equal(sentence_of(LANG_FR, sentence, &(Holes){.n = 2, .m = 5}),
                        "2 places prises sur 5");
}

static void a_list_is_told_with_commas_and_an_and(void **state) {
    (void)state;
    const char *const ids[] = {"zinc3", "zinc1", "tin"};
    Holes holes = {.items = ids};
    assert_string_equal(sentence_of(LANG_EN, "{items}", &holes), "nothing");
    assert_string_equal(sentence_of(LANG_FR, "{items}", &holes), "rien");
    holes.count = 1;
    assert_string_equal(sentence_of(LANG_EN, "{items}", &holes), "zinc 3");
    holes.count = 2;
    assert_string_equal(sentence_of(LANG_EN, "{items}", &holes), "zinc 3 and zinc 1");
    holes.count = 3;
    assert_string_equal(sentence_of(LANG_FR, "{items}.", &holes), "zinc 3, zinc 1 et tin.");
}

static void equal_items_are_told_together(void **state) {
    (void)state;
    const char *const ids[] = {"tin", "zinc3", "tin", "zinc3", "tin"};
    Holes holes = {.items = ids, .count = 5};
    assert_string_equal(sentence_of(LANG_EN, "{items}", &holes), "tin ×3 and zinc 3 ×2");
    holes.count = 3;
    assert_string_equal(sentence_of(LANG_FR, "{items}", &holes), "tin ×2 et zinc 3");
    const char *const same[] = {"tin", "tin"};
    Holes pair = {.items = same, .count = 2};
    assert_string_equal(sentence_of(LANG_EN, "{items}", &pair), "tin ×2");
}

static void an_unknown_or_broken_hole_stays_as_it_is(void **state) {
    (void)state;
    Holes holes = {.n = 3};
    assert_string_equal(sentence_of(LANG_EN, "{what} {n} {n?one} {", &holes), "{what} 3 {n?one} {");
    assert_string_equal(sentence_of(LANG_EN, "{} {n", &holes), "{} {n");
}

static void an_id_is_a_word_and_its_number(void **state) {
    (void)state;
    assert_string_equal(item_of(LANG_EN, "zinc3"), "zinc 3");
    assert_string_equal(item_of(LANG_EN, "zinc12"), "zinc 12");
    assert_string_equal(item_of(LANG_EN, "zinc"), "zinc");
    assert_string_equal(item_of(LANG_EN, "12"), "12");
    assert_string_equal(item_of(LANG_EN, ""), "");
    assert_string_equal(item_of(LANG_EN, "2zinc"), "2 zinc");
    assert_string_equal(item_of(LANG_EN, "12zinc3"), "12 zinc 3");
    const char *endless = "anidlongerthananyidofanygameintheworld9";
    assert_string_equal(item_of(LANG_EN, endless), endless);
}

static void a_proper_name_has_its_capital(void **state) {
    (void)state;
    assert_string_equal(words_id(LANG_EN, "england"), "England");
    assert_string_equal(words_id(LANG_FR, "england"), "Angleterre");
    assert_string_equal(item_of(LANG_EN, "2england"), "2 England");
    assert_string_equal(words_id(LANG_FR, "and"), "et");
    assert_string_equal(words_id(LANG_EN, "and"), "and");
    assert_string_equal(words_id(LANG_EN, "zinc"), "zinc");
    assert_string_equal(words_id(LANG_FR, ""), "");
}

static void a_language_is_named_as_locales_name_it(void **state) {
    (void)state;
    assert_int_equal(lang_named("fr", LANG_EN), LANG_FR);
    assert_int_equal(lang_named("fr_FR.UTF-8", LANG_EN), LANG_FR);
    assert_int_equal(lang_named("fr-CA", LANG_EN), LANG_FR);
    assert_int_equal(lang_named("en_GB", LANG_FR), LANG_EN);
    assert_int_equal(lang_named("C.UTF-8", LANG_FR), LANG_FR);
    assert_int_equal(lang_named("french", LANG_EN), LANG_EN);
    assert_int_equal(lang_named("f", LANG_EN), LANG_EN);
    assert_int_equal(lang_named("", LANG_EN), LANG_EN);
    assert_int_equal(lang_named(NULL, LANG_FR), LANG_FR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_catalogue_is_sorted_so_that_every_entry_is_found),
        cmocka_unit_test(english_is_itself_and_so_is_what_the_catalogue_does_not_know),
        cmocka_unit_test(holes_are_filled_in_any_order_and_as_often_as_named),
        cmocka_unit_test(de_before_a_vowel_is_elided_in_french),
        cmocka_unit_test(a_name_is_never_read_as_a_sentence),
        cmocka_unit_test(the_word_goes_with_the_number_as_each_language_counts),
        cmocka_unit_test(one_place_is_taken_and_two_are),
        cmocka_unit_test(a_list_is_told_with_commas_and_an_and),
        cmocka_unit_test(equal_items_are_told_together),
        cmocka_unit_test(an_unknown_or_broken_hole_stays_as_it_is),
        cmocka_unit_test(an_id_is_a_word_and_its_number),
        cmocka_unit_test(a_proper_name_has_its_capital),
        cmocka_unit_test(a_language_is_named_as_locales_name_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
