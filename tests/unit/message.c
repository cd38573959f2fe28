/* Messages of a client: what they become, and why they are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "server/message.h"
#include "store/replay.h"

static Request request;

static Refusal read_text(const char *text) {
    memset(&request, 0xa5, sizeof request);
    return message_read(text, strlen(text), &request);
}

static void granted(const char *text, Ask ask) {
    Refusal refusal = read_text(text);
    assert_null(refusal.code);
    assert_null(refusal.why.text);
    assert_int_equal(request.ask, ask);
}

static void refused(const char *text, const char *code, const char *why) {
    Refusal refusal = read_text(text);
    assert_non_null(refusal.code);
    assert_string_equal(refusal.code, code);
    assert_string_equal(refusal.why.text, why);
}

static void every_type_is_known(void **state) {
    (void)state;
    granted("{\"type\":\"name\",\"name\":\"Änne\"}", ASK_NAME);
    assert_string_equal(request.name, "Änne");
    granted("{\"type\":\"mine\"}", ASK_MINE);
    granted("{\"type\":\"mine\",\"state\":\"turn\",\"game\":\"voc\",\"after\":\"2.17.4\"}",
            ASK_MINE);
    granted("{\"type\":\"follow\",\"mine\":true}", ASK_FOLLOW);
    granted("{\"type\":\"rematch\",\"table\":\"t\"}", ASK_REMATCH);
    granted("{\"type\":\"enter\",\"table\":\"abc\"}", ASK_ENTER);
    assert_string_equal(request.table, "abc");
    granted("{\"type\":\"exit\"}", ASK_EXIT);
    granted("{\"type\":\"sit\",\"table\":\"abc\",\"seat\":5}", ASK_SIT);
    assert_int_equal(request.seat, 5);
    assert_string_equal(request.name, "");
    granted("{\"type\":\"sit\",\"table\":\"abc\",\"seat\":0,\"name\":\"Jo\"}", ASK_SIT);
    assert_string_equal(request.name, "Jo");
    granted("{\"type\":\"leave\",\"table\":\"abc\"}", ASK_LEAVE);
    granted("{\"type\":\"fill\",\"table\":\"abc\",\"seat\":1,\"bot\":\"greedy\"}", ASK_FILL);
    assert_string_equal(request.bot, "greedy");
    granted("{\"type\":\"fill\",\"table\":\"abc\",\"seat\":1,\"bot\":\"\"}", ASK_FILL);
    assert_string_equal(request.bot, "");
    granted("{\"type\":\"move\",\"table\":\"abc\",\"at\":17,\"move\":\"bid wood3\"}", ASK_MOVE);
    assert_int_equal(request.at, 17);
    assert_string_equal(request.move, "bid wood3");
    granted("{\"type\":\"undo\",\"table\":\"abc\",\"at\":2147483647}", ASK_UNDO);
    assert_int_equal(request.at, 2147483647);
    granted("{\"type\":\"chat\",\"table\":\"abc\",\"text\":\"  Je monte !  \"}", ASK_CHAT);
    assert_string_equal(request.text, "Je monte !");
    assert_false(request.fine);
    granted("{\"type\":\"chat\",\"table\":\"abc\",\"text\":\"x\",\"fine\":true}", ASK_CHAT);
    assert_true(request.fine);
    granted("{\"type\":\"why\",\"table\":\"abc\",\"move\":\"pass\"}", ASK_WHY);
    granted("{\"type\":\"events\",\"table\":\"abc\",\"before\":40}", ASK_EVENTS);
    granted("{\"type\":\"record\",\"table\":\"abc\"}", ASK_RECORD);
    granted("{\"type\":\"ping\"}", ASK_PING);
}

static void a_table_is_opened_with_seats_options_and_title(void **state) {
    (void)state;
    granted("{\"type\":\"open\",\"game\":\"byzanz\",\"players\":4,"
            "\"seats\":[\"greedy\",\"me\",\"open\",\"random\"],"
            "\"options\":{\"gains\":\"open\"},\"listed\":true,\"title\":\"La Rochelle\"}",
            ASK_OPEN);
    assert_ptr_equal(request.game, game_named("byzanz"));
    assert_int_equal(request.players, 4);
    assert_string_equal(request.seats[0], "greedy");
    assert_string_equal(request.seats[1], "me");
    assert_string_equal(request.seats[2], "open");
    assert_string_equal(request.seats[3], "random");
    assert_true(request.listed);
    assert_string_equal(request.title, "La Rochelle");
    char words[OPTIONS_TEXT_MAX];
    options_write(request.game, request.options, words);
    assert_string_equal(words, "gains=open length=full");
}

static void the_options_of_every_game_fit_where_they_are_kept(void **state) {
    (void)state;
    for (int g = 0; games[g]; g++) {
        size_t longest = 0;
        for (int i = 0; games[g]->options[i].name; i++) {
            size_t choice = 0;
            for (int c = 0; games[g]->options[i].choices[c]; c++)
                if (strlen(games[g]->options[i].choices[c]) > choice)
                    choice = strlen(games[g]->options[i].choices[c]);
            longest += strlen(games[g]->options[i].name) + choice + 2;
        }
        assert_true(longest < OPTIONS_TEXT_MAX);
    }
}

static void what_may_be_left_out_may_also_be_null(void **state) {
    (void)state;
    granted("{\"type\":\"open\",\"game\":\"byzanz\",\"players\":3,"
            "\"seats\":[\"me\",\"open\",\"open\"],\"options\":null,\"listed\":null,\"title\":null,"
            "\"re\":null}",
            ASK_OPEN);
    assert_false(request.listed);
    assert_false(request.marked);
    assert_string_equal(request.title, "");
    granted("{\"type\":\"open\",\"game\":\"byzanz\",\"players\":3,"
            "\"seats\":[\"me\",\"open\",\"open\"],\"weather\":\"fine\"}",
            ASK_OPEN);
}

static void the_mark_is_kept_even_where_the_message_is_refused(void **state) {
    (void)state;
    granted("{\"re\":-7,\"type\":\"ping\"}", ASK_PING);
    assert_true(request.marked);
    assert_int_equal(request.re, -7);
    refused("{\"re\":8,\"type\":\"steal\"}", "unknown", "There is no message of this type.");
    assert_true(request.marked);
    assert_int_equal(request.re, 8);
    refused("{\"re\":9,\"type\":\"enter\"}", "bad", "“table” must be the id of a table.");
    assert_int_equal(request.re, 9);
}

static void what_is_no_message_is_refused(void **state) {
    (void)state;
    refused("", "bad", "This message is not JSON.");
    refused("hello", "bad", "This message is not JSON.");
    refused("{\"type\":\"ping\"", "bad", "This message is not JSON.");
    refused("{\"type\":\"\xff\xfe\"}", "bad", "This message is not JSON.");
    refused("[]", "bad", "A message must be a JSON object.");
    refused("{}", "bad", "“type” must say what the message is.");
    refused("{\"type\":\"ping\",\"re\":1.5}", "bad", "“re” must be a whole number.");
}

static void json_with_a_fault_is_refused_with_its_mark(void **state) {
    (void)state;
    const char *twice = "A field stands in this message twice.",
               *nul = "A message may not contain the character 0.";
    refused("{\"re\":5,\"type\":\"ping\",\"type\":\"ping\"}", "bad", twice);
    assert_true(request.marked);
    assert_int_equal(request.re, 5);
    refused("{\"type\":\"open\",\"options\":{\"a\":\"b\",\"a\":\"b\"},\"re\":6}", "bad", twice);
    assert_int_equal(request.re, 6);
    refused("{\"type\":\"chat\",\"text\":\"a\\u0000b\",\"re\":7}", "bad", nul);
    assert_int_equal(request.re, 7);
    refused("{\"re\":8,\"a\\u0000b\":1}", "bad", nul);
    assert_false(request.marked);
    refused("[{\"a\":1,\"a\":2}]", "bad", twice);
    refused("{\"re\":9,\"re\":9,", "bad", "This message is not JSON.");
    assert_false(request.marked);
}

static void a_message_too_long_is_refused_unread(void **state) {
    (void)state;
    static char text[MESSAGE_MAX + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"type\":\"ping\"}", 15);
    assert_null(message_read(text, MESSAGE_MAX, &request).code);
    Refusal refusal = message_read(text, MESSAGE_MAX + 1, &request);
    assert_string_equal(refusal.code, "long");
    assert_int_equal(refusal.why.n, MESSAGE_MAX);
}

static void nesting_has_an_end(void **state) {
    (void)state;
    static char text[MESSAGE_MAX + 1];
    memset(text, '[', MESSAGE_MAX);
    refused(text, "bad", "A message has at most {n} values.");
    memset(text + MESSAGE_MAX / 2, ']', MESSAGE_MAX / 2);
    refused(text, "bad", "A message has at most {n} values.");
    memset(text, '[', 200);
    text[200] = '\0';
    refused(text, "bad", "This message is not JSON.");
}

static void what_stands_in_a_text_is_no_value(void **state) {
    (void)state;
    static char text[MESSAGE_MAX + 1];
    strcpy(text, "{\"type\":\"upload\",\"record\":\"\\\"");
    memset(text + strlen(text), ',', 1000);
    strcat(text, "\\\\\"}");
    granted(text, ASK_UPLOAD);
    assert_int_equal(strlen(request.record), 1002);
    message_free(&request);
}

static void fields_are_held_to_their_bounds(void **state) {
    (void)state;
    refused("{\"type\":\"enter\",\"table\":\"12345678901234567\"}", "table",
            "There is no such table.");
    refused("{\"type\":\"enter\",\"table\":\"\"}", "table", "There is no such table.");
    refused("{\"type\":\"sit\",\"table\":\"a\",\"seat\":6}", "bad",
            "“seat” must be the number of a seat.");
    refused("{\"type\":\"sit\",\"table\":\"a\",\"seat\":-1}", "bad",
            "“seat” must be the number of a seat.");
    refused("{\"type\":\"chat\",\"table\":\"a\"}", "bad", "“text” must be a text.");
    refused("{\"type\":\"chat\",\"table\":\"a\",\"text\":\"   \"}", "bad",
            "A message cannot be empty.");
    refused("{\"type\":\"chat\",\"table\":\"a\",\"text\":\"a\\nb\"}", "bad",
            "A message has letters, figures and signs only.");
    refused("{\"type\":\"chat\",\"table\":\"a\",\"text\":\"a\",\"fine\":1}", "bad",
            "“fine” must be true or false.");
    refused("{\"type\":\"undo\",\"table\":\"a\",\"at\":2147483648}", "bad",
            "“at” must be the version of the table that you saw.");
    refused("{\"type\":\"undo\",\"table\":\"a\",\"at\":1.0}", "bad",
            "“at” must be the version of the table that you saw.");
    refused("{\"type\":\"fill\",\"table\":\"a\",\"seat\":0,\"bot\":\"genius\"}", "bad",
            "“bot” must be a level of play, or empty.");
    refused("{\"type\":\"fill\",\"table\":\"a\",\"seat\":0,\"bot\":\"a-level-with-a-long-name\"}",
            "bad", "“bot” must be a level of play, or empty.");
    refused("{\"type\":\"name\",\"name\":\"1234567890123456789012345\"}", "bad",
            "A name has at most {n} characters.");
    refused("{\"type\":\"name\",\"name\":\"a\\tb\"}", "bad",
            "A name has letters, figures and signs only.");
    refused("{\"type\":\"move\",\"table\":\"a\",\"at\":1,\"move\":\"a\\nb\"}", "bad",
            "“move” must be a move in its notation.");
}

static void a_table_that_cannot_be_is_not_opened(void **state) {
    (void)state;
#define OPEN "{\"type\":\"open\",\"game\":\"byzanz\","
    refused("{\"type\":\"open\",\"game\":\"chess\",\"players\":3,\"seats\":[]}", "bad",
            "There is no such game.");
    refused(OPEN "\"players\":2,\"seats\":[\"me\",\"open\"]}", "bad",
            "This game needs at least {n} players.");
    refused(OPEN "\"players\":-1,\"seats\":[]}", "bad", "This game needs at least {n} players.");
    refused(OPEN "\"players\":7,\"seats\":[]}", "bad", "This game has at most {n} players.");
    refused(OPEN "\"players\":4294967299,\"seats\":[]}", "bad",
            "This game has at most {n} players.");
    refused(OPEN "\"players\":\"3\",\"seats\":[]}", "bad", "“players” must be a whole number.");
    refused(OPEN "\"players\":6,\"seats\":[\"me\",\"open\"]}", "bad",
            "“seats” must have one word a player.");
    refused(OPEN "\"players\":3,\"seats\":[\"me\",\"open\",7]}", "bad",
            "A seat is “me”, “open” or a level of play.");
    refused(OPEN "\"players\":3,\"seats\":[\"me\",\"open\",\"me\"]}", "bad",
            "You can take only one seat.");
#define SEATS OPEN "\"players\":3,\"seats\":[\"me\",\"open\",\"open\"],"
    refused(SEATS "\"options\":{\"gains\":\"secret\"}}", "bad", "This option has no such choice.");
    refused(SEATS "\"options\":{\"gains\":1}}", "bad", "“options” must be an object of words.");
    refused(SEATS "\"listed\":1}", "bad", "“listed” must be true or false.");
    refused(SEATS "\"title\":\"a\\u0007\"}", "bad", "A title has letters, figures and signs only.");
    refused(SEATS "\"title\":\"12345678901234567890123456789012345678901\"}", "bad",
            "A title has at most {n} characters.");
}

static void a_title_counts_characters_not_bytes(void **state) {
    (void)state;
    char text[400] = SEATS "\"title\":\"";
    for (int i = 0; i < TITLE_LIMIT; i++)
        strcat(text, "⚓");
    strcat(text, "\"}");
    granted(text, ASK_OPEN);
    assert_int_equal(strlen(request.title), 3 * TITLE_LIMIT);
}

static void options_of_a_store_are_verified(void **state) {
    (void)state;
    const Game *game = game_named("byzanz");
    uint8_t options[OPTIONS_MAX];
    assert_true(options_read(game, "gains=open", options));
    assert_int_equal(options[0], 1);
    assert_true(options_read(game, "", options));
    assert_int_equal(options[0], 0);
    assert_false(options_read(game, "gains", options));
    assert_false(options_read(game, "gains=maybe", options));
    assert_false(options_read(game, "wind=west", options));
}

/* A move is read in two ways (message.c): written with a space more it goes the other. */
static void a_move_is_the_same_however_it_is_written(void **state) {
    static const char *const moves[] = {
        "{\"type\":\"move\",\"re\":1,\"table\":\"abc\",\"at\":17,\"move\":\"bid wood3\"}",
        "{\"move\":\"pass\",\"at\":0,\"table\":\"a\",\"type\":\"move\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":999999999,\"move\":\"\",\"re\":999999999}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":2147483647,\"move\":\"x\",\"re\":-1}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":2147483648,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"caf\\u00e9 \\\"\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"caf\u00e9\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\",\"more\":1}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\",\"at\":2}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":01,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1.5,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":\"1\",\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\",\"re\":null}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\",\"re\":\"1\"}",
        "{\"type\":\"move\",\"table\":\"\",\"at\":1,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"an id of more letters than there are in any id of a "
        "table\","
        "\"at\":1,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1}",
        "{\"type\":\"move\",\"table\":\"abc\",\"move\":\"x\"}",
        "{\"type\":\"move\",\"at\":1,\"move\":\"x\"}",
        "{\"type\":\"undo\",\"table\":\"abc\",\"at\":1,\"move\":\"x\"}",
        "{\"table\":\"abc\",\"at\":1,\"move\":\"x\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\\ny\"}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\"}}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\",}",
        "{\"type\":\"move\",\"table\":\"abc\",\"at\":1,\"move\":\"x\"",
    };
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        static char spaced[512];
        static Request plain;
        Refusal first = read_text(moves[i]);
        plain = request;
        snprintf(spaced, sizeof spaced, "{ %s", moves[i] + 1);
        Refusal second = read_text(spaced);
        if (first.code) {
            assert_non_null(second.code);
            assert_string_equal(first.code, second.code);
            assert_string_equal(first.why.text, second.why.text);
        } else {
            assert_null(second.code);
        }
        assert_int_equal(plain.ask, request.ask);
        assert_int_equal(plain.marked, request.marked);
        assert_int_equal(plain.re, request.re);
        assert_int_equal(plain.at, request.at);
        assert_string_equal(plain.table, request.table);
        assert_string_equal(plain.move, request.move);
    }
    /* cut anywhere, it is refused as any other */
    for (size_t length = 0; length < strlen(moves[0]); length++) {
        char part[128];
        memcpy(part, moves[0], length); /* no NUL behind it */
        assert_non_null(message_read(part, length, &request).code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_known),
        cmocka_unit_test(a_move_is_the_same_however_it_is_written),
        cmocka_unit_test(a_table_is_opened_with_seats_options_and_title),
        cmocka_unit_test(the_options_of_every_game_fit_where_they_are_kept),
        cmocka_unit_test(what_may_be_left_out_may_also_be_null),
        cmocka_unit_test(the_mark_is_kept_even_where_the_message_is_refused),
        cmocka_unit_test(what_is_no_message_is_refused),
        cmocka_unit_test(json_with_a_fault_is_refused_with_its_mark),
        cmocka_unit_test(a_message_too_long_is_refused_unread),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(what_stands_in_a_text_is_no_value),
        cmocka_unit_test(fields_are_held_to_their_bounds),
        cmocka_unit_test(a_table_that_cannot_be_is_not_opened),
        cmocka_unit_test(a_title_counts_characters_not_bytes),
        cmocka_unit_test(options_of_a_store_are_verified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
