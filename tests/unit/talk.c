/* talk.c: what is said at a table and by those who look, which is no part of the game. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "table/inside.h"

/* --- talk ------------------------------------------------------------------------------------- */

static char *chat_of(const Table *t, int from) {
    Text json = text_grow();
    ChatRange range = {.from = from, .to = table_chats(t, CHANNEL_TABLE)};
    table_chat(t, CHANNEL_TABLE, &range, NULL, &json);
    return json.at;
}

static void expect_chat(const Table *t, int from, const char *expected) {
    char *json = chat_of(t, from);
    assert_string_equal(json, expected);
    free(json);
}

static void people_talk_before_during_and_after_the_game(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    expect_chat(t, 0, "[]");
    enters(t, "seat 0 person a1 Anna");
    enters(t, "chat 0 Qui vient\u202f? \xf0\x9f\xa4\xb7\xe2\x80\x8d\xe2\x99\x82\xef\xb8\x8f");
    enters(t, "seat 0 empty");
    enters(t, "seat 0 person b2 Louis"); /* what was said keeps the name of who said it */
    enters(t, "chat 0 Moi.");
    enters(t, "seat 1 person a1 Anna");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    enters(t, "seat 1 away greedy");
    enters(t, "chat 1 \"Bonne\" <b>partie</b> undo 3"); /* his seat is still his */
    expect_chat(t, 1,
                "[{\"n\":2,\"seat\":0,\"name\":\"Louis\",\"text\":\"Moi.\"},"
                "{\"n\":3,\"seat\":1,\"name\":\"Anna\","
                "\"text\":\"\\\"Bonne\\\" <b>partie</b> undo 3\"}]");
    expect_chat(t, 3, "[]");
    char *all = chat_of(t, 0);
    assert_non_null(strstr(all, "\"name\":\"Anna\",\"text\":\"Qui vient"));
    free(all);
    assert_int_equal(table_chats(t, CHANNEL_TABLE), 3);
    table_close(t);
}

static void what_cannot_be_said_is_refused(void **unused) {
    (void)unused;
    Table *t = begun_table();
    char line[2 * LINE_LIMIT] = "chat 0 ";
    refuses(t, "chat 2 I compute.", "Nobody plays from this seat.");
    refuses(t, "chat 3 Hello.", "There is no such seat.");
    refuses(t, "chat x Hello.", "There is no such seat.");
    refuses(t, "chat Hello.", "There is no such seat.");
    refuses(t, "chat 0", "A message cannot be empty.");
    refuses(t, "chat 0 ", "A message cannot be empty.");
    refuses(t, "chat 0  \xc2\xa0\xe2\x80\xaf\xe2\x80\x8d ", "A message cannot be empty.");
    static const char *const bad[] = {
        "a\tb",         "a\x01z",         "a\x7f",    "\xff\xfe",     "a\xe2\x80\xaez",
        "\xe2\x81\xa6", "a\xe2\x80\xa8z", "\xc2\x85", "\xed\xa0\x80", "\xe2\x80\x8e"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(line + 7, sizeof line - 7, "%s", bad[i]);
        refuses(t, line, "A message has letters, figures and signs only.");
    }
    Text text = text_over(line, sizeof line); /* the longest, of the longest characters */
    text_add(&text, "chat 0 ");
    for (int i = 0; i < CHAT_LIMIT; i++)
        text_add(&text, "\xf0\x9f\x98\x80");
    enters(t, line);
    text_add(&text, "!");
    refuses(t, line, "A message has at most {n} characters.");
    while (text.length <= LINE_LIMIT)
        text_add(&text, "\xf0\x9f\x98\x80");
    refuses(t, line, "This line is too long.");
    assert_int_equal(table_chats(t, CHANNEL_TABLE), 1);
    table_close(t);
}

/* Talk is no part of the game: the version, the record and what may be taken back stay as they are.
 */
static void talk_changes_nothing_of_the_game(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    Text before = text_grow(), after = text_grow();
    enters(t, "0 bid spices2");
    enters(t, "1 pass");
    table_record(t, -1, &before);
    int version = table_version(t), lines = table_lines(t), to = -1;
    enters(t, "chat 0 Oh!");
    enters(t, "chat 1 No, wait.");
    assert_int_equal(table_version(t), version);
    assert_int_equal(table_lines(t), lines + 2);
    table_record(t, -1, &after);
    assert_string_equal(before.at, after.at);
    assert_null(table_undo_check(t, 1, &to).text);
    assert_int_equal(to, 20);
    enters(t, "undo 20");
    assert_int_equal(table_version(t), version + 1);
    assert_int_equal(table_chats(t, CHANNEL_TABLE), 2); /* said is said */
    Fine fine;
    assert_false(table_fine(t, 0, &fine)); /* Byzanz asks nothing for it */
    Text window = text_grow();
    table_window(t, 0, NULL, &window);
    assert_non_null(strstr(window.at, "\"talk\":null"));
    text_free(&window);
    text_free(&before);
    text_free(&after);
    table_close(t);
}

static void a_table_remembers_the_newest_talk(void **unused) {
    (void)unused;
    Table *t = begun_table();
    char line[LINE_LIMIT + 1];
    for (int i = 1; i <= CHAT_MAX; i++) {
        snprintf(line, sizeof line, "chat %d word %d", i % 2, i);
        enters(t, line);
        if (i != CHAT_HELD + 1) continue;
        char *all = chat_of(t, 0);
        assert_null(strstr(all, "\"word 1\""));
        assert_non_null(strstr(all, "\"word 2\""));
        free(all);
    }
    char expected[200];
    snprintf(expected, sizeof expected,
             "[{\"n\":%d,\"seat\":0,\"name\":\"Anna\",\"text\":\"word %d\"}]", CHAT_MAX, CHAT_MAX);
    expect_chat(t, CHAT_MAX - 1, expected);
    refuses(t, "chat 0 one more", "This table has heard enough: {n} messages.");
    table_close(t);
}

/* --- those who look --------------------------------------------------------------------------- */

static void those_who_look_are_some_moves_behind(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    refuses(t, "delay", "This line is not of a journal.");
    refuses(t, "delay 201", "Those who look are at most {n} moves behind.");
    refuses(t, "delay -1", "Those who look are at most {n} moves behind.");
    refuses(t, "delay 5x", "Those who look are at most {n} moves behind.");
    enters(t, "delay 5");
    assert_int_equal(table_delay(t), 5);
    for (int seat = 0; seat < 3; seat++) {
        char line[] = "seat 0 bot greedy";
        line[5] = (char)('0' + seat);
        enters(t, line);
    }
    enters(t, "begin");
    refuses(t, "delay 3", "The game has begun already.");
    assert_int_equal(table_visible(t, false), 0);
    Rng rng = rng_seed(8);
    while (!table_over(t)) {
        int shown = table_visible(t, false);
        int latest = table_position(t) > 5 ? table_position(t) - 5 : 0;
        assert_true(shown <= latest);
        assert_true(shown == 0 || !turn_has(table_turn_at(t, shown), CHANCE));
        while (latest > shown) /* only draws were passed over */
            assert_true(turn_has(table_turn_at(t, latest--), CHANCE));
        assert_int_equal(table_turn_at(t, table_position(t)),
                         table_game(t)->rules.turn(table_state(t)));
        assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
    }
    assert_int_equal(table_visible(t, false), table_position(t));
    table_close(t);
}

static void what_those_who_look_say_is_no_part_of_the_game(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    int version = table_version(t), lines = table_lines(t);
    enters(t, "aside z9 Ève Noël\tElle passe");
    assert_int_equal(table_version(t), version);
    assert_int_equal(table_lines(t), lines + 1);
    refuses(t, "aside z9", "This line is not of a journal.");
    refuses(t, "aside z9 Ève", "This line is not of a journal.");
    refuses(t, "aside z9 \tOh", "A name cannot be empty.");
    refuses(t, "aside z9 Ève\ta\tb", "A message has letters, figures and signs only.");
    const char *name = NULL;
    assert_string_equal(table_speaker(t, CHANNEL_ASIDE, 1, &name), "z9");
    assert_string_equal(name, "Ève Noël");
    assert_null(table_speaker(t, CHANNEL_ASIDE, 2, &name));
    assert_null(table_speaker(t, CHANNEL_ASIDE, 0, &name));
    for (int i = 1; i < ASIDES_MAX; i++)
        enters(t, "aside z9 Ève\tencore");
    refuses(t, "aside z9 Ève\tencore", "This table has heard enough: {n} messages.");
    enters(t, "chat 0 et nous"); /* theirs is another matter */
    assert_null(table_speaker(t, CHANNEL_ASIDE, 1, &name));
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_talk_before_during_and_after_the_game),
        cmocka_unit_test(what_cannot_be_said_is_refused),
        cmocka_unit_test(talk_changes_nothing_of_the_game),
        cmocka_unit_test(a_table_remembers_the_newest_talk),
        cmocka_unit_test(those_who_look_are_some_moves_behind),
        cmocka_unit_test(what_those_who_look_say_is_no_part_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
