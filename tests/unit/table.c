/* table.c: the journal of a table takes a line whole or refuses it whole, and undo is honest. */
#include "table/run.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "table/inside.h"

static void seats_are_taken_before_the_game_begins(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    refuses(t, "0 pass", "The game has not begun.");
    refuses(t, "begin", "Not every seat is taken.");
    enters(t, "seat 0 person a1 Anna");
    refuses(t, "seat 0 person b2 Louis", "This seat is taken.");
    refuses(t, "seat 1 person a1 Anna", "You already sit at this table.");
    refuses(t, "seat 3 bot greedy", "There is no such seat.");
    refuses(t, "seat 1 bot genius", "There is no such level of play.");
    refuses(t, "seat 1 person b2", "A name cannot be empty.");
    refuses(t, "seat 1 person b2    ", "A name cannot be empty.");
    refuses(t, "seat 1 person b2 abcdefghijklmnopqrstuvwxy", "A name has at most {n} characters.");
    refuses(t, "seat 1 person b2 a\tb", "A name has letters, figures and signs only.");
    refuses(t, "seat 1 person b2 \xff\xfe", "A name has letters, figures and signs only.");
    refuses(t, "seat 1 away greedy", "The game has not begun.");
    refuses(t, "seat 1 empty", "This seat is free already.");
    enters(t, "seat 1 bot random");
    enters(t, "seat 1 empty");
    enters(t, "seat 1 bot random");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    refuses(t, "begin", "The game has begun already.");
    refuses(t, "seat 1 empty", "The game has begun: a seat is not given up, a bot plays on.");
    refuses(t, "", "This line is not of a journal.");
    refuses(t, "seat", "This line is not of a journal.");
    refuses(t, "hello", "This line is not of a journal.");
    assert_int_equal(table_seat_of(t, "a1"), 0);
    assert_int_equal(table_seat_of(t, "b2"), -1);
    assert_int_equal(table_seat_of(t, ""), -1);
    table_close(t);
}

static void a_bot_plays_on_until_its_person_is_back(void **unused) {
    (void)unused;
    Table *t = begun_table();
    refuses(t, "seat 0 back", "Nobody is away from this seat.");
    refuses(t, "seat 2 away greedy", "Nobody plays from this seat.");
    enters(t, "seat 0 away greedy");
    assert_string_equal(table_seat(t, 0)->bot, "greedy");
    assert_string_equal(table_seat(t, 0)->name, "Anna");
    assert_int_equal(table_seat_of(t, "a1"), 0);
    refuses(t, "seat 0 away greedy", "Nobody plays from this seat.");
    enters(t, "seat 0 back");
    assert_string_equal(table_seat(t, 0)->bot, "");
    table_close(t);
}

/* Its page offers no button then that could only be refused. */
static void whose_seat_a_bot_holds_takes_nothing_back(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    enters(t, "0 bid spices2");
    enters(t, "1 pass");
    for (int away = 0; away < 2; away++) {
        Text window = text_grow();
        if (away) enters(t, "seat 1 away greedy");
        table_window(t, 1, NULL, &window);
        if (away)
            HAS(window.at, "\"undo\":{\"can\":false,\"why\":\"A bot plays for you: take");
        else
            HAS(window.at, "\"undo\":{\"can\":true");
        text_free(&window);
    }
    table_close(t);
}

static void only_the_seat_in_turn_moves(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    refuses(t, "1 pass", "It is not your turn.");
    refuses(t, "3 pass", "There is no such seat.");
    refuses(t, "* lot wine1", "Chance cannot draw this now.");
    refuses(t, "0 lot wine1", "Only Chance deals cards.");
    refuses(t, "0 bid", "A bid needs at least one goods card.");
    refuses(t, "0 bid wine4", "You do not hold these cards.");
    refuses(t, "0 bid cloth5",
            "There is no such card: a type and a value, as in wood3, or trader.");
    refuses(t, "0 fly", "A move begins with bid, pass, give, take, sell, discard or done.");
    enters(t, "1 sell cloth1 cloth2 cloth1"); /* at any time, in any order */
    enters(t, "0 bid spices2");
    refuses(t, "1 bid spices1", "A bid must beat {n}.");
    table_close(t);
}

static void undo_is_honest(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    int to = -1, start = table_position(t);
    assert_string_equal(table_undo_check(t, 0, NULL).text, "There is nothing to take back.");
    refuses(t, "undo 18", "Your last move showed what nobody had seen."); /* a draw */
    enters(t, "0 bid spices2");
    assert_string_equal(table_undo_check(t, 0, NULL).text,
                        "Your last move showed what nobody had seen.");
    enters(t, "1 pass"); /* shows nothing */
    assert_null(table_undo_check(t, 1, &to).text);
    assert_int_equal(to, start + 1);
    assert_string_equal(table_undo_check(t, 0, NULL).text,
                        "Someone else has played since your last move.");
    assert_string_equal(table_undo_check(t, 2, NULL).text, "There is nothing to take back.");
    refuses(t, "undo 0", "An undo goes back one move.");
    refuses(t, "undo", "This line is not of a journal.");
    refuses(t, "undo x", "An undo names the position to go back to.");
    int version = table_version(t);
    enters(t, "undo 20");
    assert_int_equal(table_position(t), start + 1);
    assert_int_equal(table_version(t), version + 1); /* the journal only grows */
    enters(t, "1 pass");
    enters(t, "2 pass");
    enters(t, "0 give grain1"); /* eight cards now */
    assert_null(table_undo_check(t, 0, NULL).text);
    enters(t, "0 discard olives1");
    enters(t, "* lot wine4");
    assert_string_equal(table_undo_check(t, 0, NULL).text,
                        "Chance has played since your last move.");
    table_close(t);
}

/* A table of VOC!: red has left harbour with ship A, yellow has sailors aboard. */
static Table *table_under_sail(const char *deals) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why = option_set(game_named("voc"), "deals", deals, options);
    assert_null(why.text);
    Table *t = table_open(game_named("voc"), 4, options, &why);
    static const char *const lines[] = {
        "seat 0 person a1 Anna",
        "seat 1 person b2 Björn",
        "seat 2 person c3 Chloé",
        "seat 3 bot greedy",
        "begin",
        "* contract 1",
        "* contract 2",
        "* contract 3",
        "0 sail 783",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        enters(t, lines[i]);
    return t;
}

static bool meant(const Table *t, int seat, int at, const char *text) {
    Move move;
    bool readable = !table_read_move(t, text, &move).text;
    return table_meant(t, seat, at, readable ? &move : NULL);
}

static void a_live_move_is_meant_for_the_moment_it_arrives_at(void **unused) {
    (void)unused;
    Table *t = table_under_sail("two");
    int sailed = table_version(t);
    assert_true(meant(t, 0, sailed, "sail 783")); /* the very version: the rules decide */
    assert_false(meant(t, 0, sailed + 1, "pen 0 -1"));
    enters(t, "0 pen 0 -1");
    enters(t, "seat 2 away greedy");
    enters(t, "0 pen 0 -1");
    enters(t, "seat 2 back");
    assert_true(meant(t, 1, sailed, "say north"));
    assert_true(meant(t, 1, sailed, "mute"));
    assert_false(meant(t, 1, sailed, "take"));          /* not live */
    assert_false(meant(t, 1, sailed, "say up"));        /* no move */
    assert_false(meant(t, 0, sailed, "pen 0 -1"));      /* he has drawn since */
    assert_false(meant(t, 1, sailed - 1, "say north")); /* the ship was not under sail */
    enters(t, "1 say north");
    assert_false(meant(t, 1, sailed, "say north")); /* he has said it */
    assert_true(meant(t, 0, sailed + 3, "pen 0 -1"));
    assert_true(meant(t, 0, sailed + 3, "stop"));
    enters(t, "0 stop");
    enters(t, "* landfall 783 757 sea");
    assert_false(meant(t, 1, sailed + 5, "say south")); /* another voyage */
    table_close(t);
}

/* Sails to Galle and home: red and yellow have two cinnamon each, black and green nothing. */
static Table *table_of_deals(const char *deals) {
    Table *t = table_under_sail(deals);
    for (int i = 0; i < 23; i++)
        enters(t, "0 pen 0 -16");
    for (int i = 0; i < 24; i++)
        enters(t, "0 pen 0 16");
    static const char *const lines[] = {"0 stop", "* landfall 783 759 home Galle",
                                        "1 take", "0 take",
                                        "1 take", "0 take",
                                        "2 stay", "1 stay",
                                        "3 stay"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        enters(t, lines[i]);
    return t;
}

static void undoes(Table *t) {
    char undo[24];
    snprintf(undo, sizeof undo, "undo %d", table_position(t) - 1);
    enters(t, undo);
}

static void the_clock_moves_for_each_who_owes_when_the_minute_is_over(void **unused) {
    (void)unused;
    Table *t = table_of_deals("minute");
    int from, began, version = t->version;
    Move move;
    assert_true(table_clock(t, &began) > 0);
    t->version = JOURNAL_MAX - 1; /* no room for `late` and the move */
    assert_int_equal(run_lapse(t, &move), -1);
    t->version = version;
    while (table_clock(t, &from) && from == began) {
        char buffer[LINE_LIMIT + 1], late[] = "late 0";
        Text line = text_over(buffer, sizeof buffer);
        int seat = run_lapse(t, &move);
        assert_in_range(seat, 0, 3);
        assert_true(turn_has(table_turn(t), seat));
        late[5] = (char)('0' + seat);
        enters(t, late);
        assert_null(table_enter_move(t, seat, move, &line).text);
        assert_true(t->made[t->position - 1].late);
    }
    table_close(t);
}

static void offers_cross_but_an_answer_is_for_one_offer(void **unused) {
    (void)unused;
    Table *t = table_of_deals("two");
    int home = table_version(t);
    enters(t, "0 offer 1 cinnamon for cinnamon");
    assert_true(meant(t, 1, home, "offer 0 cinnamon for cinnamon"));
    assert_true(meant(t, 1, home, "done"));
    assert_false(meant(t, 0, home, "offer 1 cinnamon for cinnamon"));
    int offered = table_version(t);
    enters(t, "0 withdraw");
    enters(t, "0 offer 1 cinnamon for nothing");
    assert_false(meant(t, 1, offered, "accept 0"));
    assert_false(meant(t, 1, offered, "refuse 0"));
    int remade = table_version(t);
    assert_true(meant(t, 1, remade, "accept 0"));
    undoes(t); /* whoever answers now has not seen that it is gone */
    assert_false(meant(t, 1, remade, "done"));
    enters(t, "0 offer 1 cinnamon for nothing");
    remade = table_version(t);
    enters(t, "1 accept 0"); /* the goods have changed hands */
    assert_false(meant(t, 0, remade, "done"));
    table_close(t);
}

/* A time begins once, wherever undo leads. */
static void nothing_winds_a_clock_up_again(void **unused) {
    (void)unused;
    Table *t = table_of_deals("minute");
    int home = table_position(t), from = -1;
    assert_int_equal(table_clock(t, &from), 60);
    assert_int_equal(from, home);
    enters(t, "0 offer 1 cinnamon for cinnamon");
    enters(t, "1 refuse 0");
    enters(t, "seat 2 away greedy");
    enters(t, "0 done");
    enters(t, "1 done"); /* the deals are over */
    assert_int_equal(table_clock(t, &from), 0);
    undoes(t);
    assert_int_equal(table_clock(t, &from), 60);
    assert_int_equal(from, home);
    table_close(t);

    t = table_of_deals("minute");
    undoes(t); /* before they began */
    assert_int_equal(table_clock(t, &from), 0);
    enters(t, "3 stay");
    assert_int_equal(table_clock(t, &from), 60);
    assert_int_equal(from, home);
    table_close(t);

    t = table_of_deals("two");
    assert_int_equal(table_clock(t, &from), 0);
    table_close(t);
}

/* Known cards stay known after an undo, because a move that shows unknown ones is not undone. */
static void undo_leaves_the_state_as_it_was(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    unsigned char before[STATE_MAX];
    size_t size = table_game(t)->state_size;
    enters(t, "0 bid spices2");
    memcpy(before, table_state(t), size);
    enters(t, "1 pass");
    enters(t, "undo 20");
    assert_memory_equal(before, table_state(t), size);
    table_close(t);
}

/* Who thinks ahead has seen the moves that stand, each once, also after one was taken back. */
static void bots_get_to_know_the_others_by_the_moves_that_stand(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    enters(t, "seat 0 person a1 Anna");
    enters(t, "seat 1 person b2 Louis");
    enters(t, "seat 2 bot shipowner");
    enters(t, "begin");
    deal_by_hand(t);
    Impression nothing = table_player(t, 2, (Effort){0}).impression;
    assert_int_equal(nothing.noted, 0);
    enters(t, "0 bid spices2");
    enters(t, "1 pass");
    Impression seen = table_player(t, 2, (Effort){0}).impression;
    assert_int_equal(seen.noted, 2);
    enters(t, "undo 20");
    assert_int_equal(table_player(t, 2, (Effort){0}).impression.noted, 1);
    enters(t, "1 pass");
    Impression again = table_player(t, 2, (Effort){0}).impression;
    assert_memory_equal(&again, &seen, sizeof seen);
    table_close(t);
}

static void a_journal_is_bounded(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    bool back = false;
    while (table_version(t) < JOURNAL_MAX / 2) {
        enters(t, back ? "seat 0 back" : "seat 0 away greedy");
        back = !back;
    }
    const char full[] = "The journal of this table is full: it takes {n} lines.";
    refuses(t, "seat 0 back", full);
    refuses(t, "seat 0 away greedy", full);
    int position = table_position(t), version = table_version(t);
    Rng rng = rng_seed(1);
    char line[LINE_LIMIT + 1];
    Text text = text_over(line, sizeof line);
    int seat = __builtin_ctz(table_game(t)->rules.turn(table_state(t)));
    static Thought room;
    const Player random = {.bot = bot_named("random")};
    Move m = bot_move(&random, table_game(t), table_state(t), table_players(t), seat, &rng, &room);
    text_printf(&text, "%d ", seat);
    move_write(table_game(t), m, &text);
    enters(t, line); /* the game goes on */
    assert_int_equal(table_position(t), position + 1);
    assert_int_equal(table_version(t), version + 1);
    assert_non_null(table_undo_check(t, seat, NULL).text);
    enters(t, "chat 0 Still here?");
    table_close(t);
}

/* No game is so long that moves alone come to the end of a journal; here it is near from the start.
   Players move until it is full, and what Chance owes them is drawn beyond it. */
static void moves_come_to_the_end_of_a_journal(void **unused) {
    (void)unused;
    const char full[] = "The journal of this table is full: it takes {n} lines.";
    Table *t = dealt_table();
    t->version = JOURNAL_MAX - 1;
    enters(t, "0 pass");
    refuses(t, "1 pass", full);
    assert_int_equal(table_enter(t, "1 bid cloth2").n, JOURNAL_MAX);
    refuses(t, "undo 0", full);
    refuses(t, "seat 1 away greedy", full);
    enters(t, "chat 1 Enough!");
    assert_int_equal(table_version(t), JOURNAL_MAX);
    table_close(t);

    t = begun_table();
    t->version = JOURNAL_MAX;
    enters(t, "* dealer 2");
    enters(t, "* deal 0 cloth4");
    assert_int_equal(table_version(t), JOURNAL_MAX + 2);
    table_close(t);
}

/* A program of the house sits as a trader that somebody may ask; the journal tells where it failed.
 */
static void a_guest_sits_down_and_may_lose_its_seat(void **unused) {
    (void)unused;
    Reason why;
    const uint8_t options[OPTIONS_MAX] = {0};
    Table *t = table_open(game_named("byzanz"), 3, options, &why);
    assert_non_null(table_enter(t, "seat 0 guest Pirate").text);
    assert_non_null(table_enter(t, "seat 0 guest a-name-of-17-byte").text);
    assert_non_null(table_enter(t, "seat 0 guest 2nd").text);
    assert_non_null(table_enter(t, "seat 0 lost").text);
    assert_false(table_seat(t, 0)->bot[0]);
    assert_null(table_enter(t, "seat 0 guest pirate-2").text);
    assert_non_null(table_enter(t, "seat 0 guest other").text);
    assert_string_equal(table_seat(t, 0)->guest, "pirate-2");
    assert_string_equal(table_seat(t, 0)->bot, "trader");
    assert_null(table_enter(t, "seat 0 empty").text);
    assert_string_equal(table_seat(t, 0)->guest, "");
    assert_null(table_enter(t, "seat 0 guest pirate-2").text);
    assert_null(table_enter(t, "seat 1 bot random").text);
    assert_null(table_enter(t, "seat 2 bot random").text);
    assert_null(table_enter(t, "begin").text);
    t->version = JOURNAL_MAX; /* a program may fail at any time */
    assert_null(table_enter(t, "seat 0 lost").text);
    assert_true(table_seat(t, 0)->lost);
    assert_non_null(table_enter(t, "seat 0 lost").text);
    assert_non_null(table_enter(t, "seat 1 lost").text);
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_taken_before_the_game_begins),
        cmocka_unit_test(a_bot_plays_on_until_its_person_is_back),
        cmocka_unit_test(whose_seat_a_bot_holds_takes_nothing_back),
        cmocka_unit_test(only_the_seat_in_turn_moves),
        cmocka_unit_test(undo_is_honest),
        cmocka_unit_test(a_live_move_is_meant_for_the_moment_it_arrives_at),
        cmocka_unit_test(the_clock_moves_for_each_who_owes_when_the_minute_is_over),
        cmocka_unit_test(offers_cross_but_an_answer_is_for_one_offer),
        cmocka_unit_test(nothing_winds_a_clock_up_again),
        cmocka_unit_test(undo_leaves_the_state_as_it_was),
        cmocka_unit_test(bots_get_to_know_the_others_by_the_moves_that_stand),
        cmocka_unit_test(a_journal_is_bounded),
        cmocka_unit_test(moves_come_to_the_end_of_a_journal),
        cmocka_unit_test(a_guest_sits_down_and_may_lose_its_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
