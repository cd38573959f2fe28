/* record.c: records read back to the same game, or are refused with line and reason. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "table/inside.h"

/* Plays a whole game between bots, entered as lines. */
static Table *whole_game(int players, uint64_t seed, const char *level) {
    static Thought room;
    const Player bot = {.bot = bot_named(level)};
    Table *t = opened("byzanz", players);
    Rng rng = rng_seed(seed);
    char line[LINE_LIMIT + 1];
    for (int seat = 0; seat < players; seat++) {
        snprintf(line, sizeof line, "seat %d bot %s", seat, level);
        enters(t, line);
    }
    enters(t, "begin");
    while (!table_over(t)) {
        Text text = text_over(line, sizeof line);
        if (table_draw(t, &rng, &text)) {
            enters(t, line);
            continue;
        }
        int seat = 0;
        while (!turn_has(table_game(t)->rules.turn(table_state(t)), seat))
            seat++;
        Move m = bot_move(&bot, table_game(t), table_state(t), players, seat, &rng, &room);
        text_int(&text, seat);
        text_char(&text, ' ');
        move_write(table_game(t), m, &text);
        enters(t, line);
    }
    return t;
}

static void records_read_back(void **unused) {
    (void)unused;
    for (int players = 3; players <= 6; players++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            Table *t = whole_game(players, seed, seed % 2 ? "random" : "greedy");
            Text record = text_grow(), again = text_grow();
            table_record(t, 5, &record);
            int line;
            Reason why;
            Table *back = table_read(record.at, record.length, &line, &why);
            if (!back) fail_msg("line %d: %s", line, why.text);
            assert_memory_equal(table_state(t), table_state(back), table_game(t)->state_size);
            table_record(back, 5, &again);
            assert_string_equal(record.at, again.at);
            table_close(back);
            table_close(t);
            text_free(&record);
            text_free(&again);
        }
}

/* As editors of other systems leave a text: a mark of its bytes in front, and other ends of lines.
 */
static void what_editors_add_is_no_fault(void **unused) {
    (void)unused;
    static const char *const records[] = {
        "\xef\xbb\xbfnegoce: 1\ngame: byzanz\nplayers: 3\n\n* dealer 2\n",
        "\xef\xbb\xbfnegoce: 1\r\ngame: byzanz\r\nplayers: 3\r\n\r\n* dealer 2\r\n",
        "\xef\xbb\xbf# mine\nnegoce: 1\ngame: byzanz\nplayers: 3\n\n* dealer 2",
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        int line;
        Reason why;
        Table *t = table_read(records[i], strlen(records[i]), &line, &why);
        if (!t) fail_msg("line %d: %s", line, why.text);
        assert_int_equal(table_position(t), 1);
        table_close(t);
    }
}

static void read_refuses(const char *record, int line, const char *reason) {
    int at;
    Reason why;
    Table *t = table_read(record, strlen(record), &at, &why);
    if (t) fail_msg("was read: %s", record);
    assert_string_equal(why.text, reason);
    assert_int_equal(at, line);
}

static void broken_records_name_line_and_reason(void **unused) {
    (void)unused;
#define HEAD  "negoce: 1\ngame: byzanz\nplayers: 3\n"
#define ZEROS "00000000000000000000000000000000"
#define MARK  "\xef\xbb\xbf"
    read_refuses(MARK MARK "negoce: 1\n", 1, "A record begins with “negoce: 1”.");
    read_refuses(MARK HEAD "players: 4\n", 4, "The header has this key twice.");
    read_refuses(MARK "negoce: 1\nnegoce: 1\n", 2, "The header has this key twice.");
    read_refuses("", 1, "A record begins with “negoce: 1”.");
    read_refuses("game: byzanz\n", 1, "A record begins with “negoce: 1”.");
    read_refuses("negoce: 2\n", 1, "Only records of version 1 are known.");
    read_refuses("negoce: 1\ngame: chess\n", 2, "There is no such game.");
    read_refuses("negoce: 1\ngame: byzanz\n\n", 3,
                 "The record does not tell the number of players.");
    read_refuses("negoce: 1\nplayers: 9\n", 2, "The number of players is from 2 to {n}.");
    read_refuses("negoce: 1\ngame: byzanz\nplayers: 9\n", 3, "Byzanz is played by 3 to 6.");
    read_refuses("negoce: 1\ngame: byzanz\nplayers: 2\n\n", 3, "Byzanz is played by 3 to 6.");
    read_refuses(HEAD "option.wind: strong\n\n", 4, "This game has no such option.");
    read_refuses(HEAD "option.gains: loud\n\n", 4, "This option has no such choice.");
    read_refuses("negoce: 1\noption.gains: loud\ngame: byzanz\nplayers: 3\n\n", 2,
                 "This option has no such choice.");
    read_refuses(HEAD "option.gains: open\n\nhello\n", 6,
                 "A move line is “SEAT MOVE”, with * for Chance.");
    read_refuses(HEAD "name.4: Anna\nname.1: Eve\n\n", 4, "There is no such seat.");
    read_refuses(HEAD "bot.5: greedy", 4, "There is no such seat.");
    read_refuses(HEAD "colour: red\n", 4, "This key is not of a record.");
    static const char *const twice[] = {
        "negoce: 1\n",          "game: byzanz\n", "players: 4\n",
        "option.gains: open\n", "name.1: Eve\n",  "bot.2: greedy\n",
        "offline: yes\n",       "seed: 7\n",      "commitment: " ZEROS ZEROS "\n",
        "nonce.0: " ZEROS "\n",
    };
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
        char record[400];
        snprintf(record, sizeof record, HEAD "%s# a comment\n%s\n", i < 3 ? "" : twice[i],
                 twice[i]);
        read_refuses(record, i < 3 ? 5 : 6, "The header has this key twice.");
    }
    read_refuses(HEAD "what\n", 4, "A header line is “key: value”.");
    read_refuses(HEAD "\n* dealer 3\n", 5, "Chance cannot draw this now.");
    read_refuses(HEAD "\n# a comment\n0 pass\n", 6, "There is no auction now.");
    read_refuses(HEAD "\nhello\n", 5, "A move line is “SEAT MOVE”, with * for Chance.");
    read_refuses(HEAD "\nchat 0 Hello\n", 5, "A move line is “SEAT MOVE”, with * for Chance.");
    read_refuses(HEAD "\nundo 0\n", 5, "A move line is “SEAT MOVE”, with * for Chance.");
    read_refuses(HEAD "\nscore: 1 2 3\n", 5, "The record tells a score, but the game is not over.");
    char nul[] = HEAD "\n* dealer\0 1\n";
    int at;
    Reason why;
    assert_null(table_read(nul, sizeof nul - 1, &at, &why));
    assert_string_equal(why.text, "A record is text.");
}

static void a_wrong_score_is_noticed(void **unused) {
    (void)unused;
    Table *t = whole_game(3, 1, "greedy");
    Text record = text_grow();
    table_record(t, -1, &record);
    char *score = strstr(record.at, "score: ");
    assert_non_null(score);
    score[7] = score[7] == '9' ? '8' : '9';
    int line;
    Reason why;
    assert_null(table_read(record.at, record.length, &line, &why));
    assert_string_equal(why.text, "The score told is not the score.");
    text_free(&record);
    table_close(t);
}

/* Looking back starts from the nearest state kept; it must be the state that was. */
static void any_position_is_reached(void **unused) {
    (void)unused;
    Table *t = whole_game(4, 7, "random");
    size_t size = table_game(t)->state_size;
    assert_true(table_position(t) > 3 * STRIDE);
    for (int position = 0; position <= table_position(t); position++) {
        _Alignas(16) unsigned char state[STATE_MAX];
        Table *then = table_at(t, position);
        table_reach(t, position, state);
        assert_memory_equal(state, table_state(then), size);
        table_reach(then, position, state); /* with nothing behind it */
        assert_memory_equal(state, table_state(then), size);
        table_close(then);
    }
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_read_back),
        cmocka_unit_test(what_editors_add_is_no_fault),
        cmocka_unit_test(broken_records_name_line_and_reason),
        cmocka_unit_test(a_wrong_score_is_noticed),
        cmocka_unit_test(any_position_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
