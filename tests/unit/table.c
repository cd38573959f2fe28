/* table.c: the journal of a table takes a line whole or refuses it whole, undo is honest, a window
   shows what its seat may know, and records read back to the same game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "games/games.h"
#include "table/inside.h"

static Table *open_table(int players) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Table *t = table_open(game_named("byzanz"), players, options, &why);
    assert_non_null(t);
    return t;
}

static void enters(Table *t, const char *line) {
    Reason why = table_enter(t, line);
    if (why.text) fail_msg("%s: %s", line, why.text);
}

static void refuses(Table *t, const char *line, const char *reason) {
    int version = table_version(t);
    Text before = text_grow(), after = text_grow();
    table_record(t, -1, &before);
    Reason why = table_enter(t, line);
    if (!why.text) fail_msg("%s: was taken", line);
    assert_string_equal(why.text, reason);
    table_record(t, -1, &after);
    assert_string_equal(before.at, after.at);
    assert_int_equal(table_version(t), version);
    text_free(&before);
    text_free(&after);
}

static Table *begun_table(void) {
    Table *t = open_table(3);
    enters(t, "seat 0 person a1 Anna");
    enters(t, "seat 1 person b2 Ève Noël");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    return t;
}

/* Deals by hand: seats 0 and 1 get three cloth and a spice, seat 2 wine and a trader. */
static Table *dealt_table(void) {
    Table *t = begun_table();
    static const char *const lines[] = {
        "* dealer 2",      "* deal 0 cloth4", "* deal 1 cloth2",  "* deal 2 wine1",
        "* deal 0 cloth1", "* deal 1 cloth1", "* deal 2 wine2",   "* deal 0 cloth1",
        "* deal 1 cloth1", "* deal 2 wine3",  "* deal 0 spices2", "* deal 1 spices1",
        "* deal 2 trader", "* lot grain1",    "* lot grain2",     "* lot grain3",
        "* lot olives1",   "* lot olives2",   "* lot olives3",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        enters(t, lines[i]);
    return t;
}

static void seats_are_taken_before_the_game_begins(void **unused) {
    (void)unused;
    Table *t = open_table(3);
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

/* --- talk ------------------------------------------------------------------------------------- */

static char *said(const Table *t, int from) {
    Text json = text_grow();
    Heard heard = {.from = from, .to = table_chats(t, TALK_TABLE)};
    table_chat(t, TALK_TABLE, &heard, NULL, &json);
    return json.at;
}

static void says(const Table *t, int from, const char *expected) {
    char *json = said(t, from);
    assert_string_equal(json, expected);
    free(json);
}

static void people_talk_before_during_and_after_the_game(void **unused) {
    (void)unused;
    Table *t = open_table(3);
    says(t, 0, "[]");
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
    says(t, 1,
         "[{\"n\":2,\"seat\":0,\"name\":\"Louis\",\"text\":\"Moi.\"},"
         "{\"n\":3,\"seat\":1,\"name\":\"Anna\","
         "\"text\":\"\\\"Bonne\\\" <b>partie</b> undo 3\"}]");
    says(t, 3, "[]");
    char *all = said(t, 0);
    assert_non_null(strstr(all, "\"name\":\"Anna\",\"text\":\"Qui vient"));
    free(all);
    assert_int_equal(table_chats(t, TALK_TABLE), 3);
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

static void what_cannot_be_said_is_refused(void **unused) {
    (void)unused;
    Table *t = begun_table();
    char line[2 * LINE_LIMIT] = "chat 0 ";
    refuses(t, "chat 2 I compute.", "Nobody plays from this seat.");
    refuses(t, "chat 3 Hello.", "There is no such seat.");
    refuses(t, "chat x Hello.", "There is no such seat.");
    refuses(t, "chat Hello.", "There is no such seat.");
    refuses(t, "chat 0", "There is no such seat.");
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
    assert_int_equal(table_chats(t, TALK_TABLE), 1);
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
    assert_int_equal(table_chats(t, TALK_TABLE), 2); /* said is said */
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
        if (i != CHAT_KEPT + 1) continue;
        char *all = said(t, 0);
        assert_null(strstr(all, "\"word 1\""));
        assert_non_null(strstr(all, "\"word 2\""));
        free(all);
    }
    char expected[200];
    snprintf(expected, sizeof expected,
             "[{\"n\":%d,\"seat\":0,\"name\":\"Anna\",\"text\":\"word %d\"}]", CHAT_MAX, CHAT_MAX);
    says(t, CHAT_MAX - 1, expected);
    refuses(t, "chat 0 one more", "This table has heard enough: {n} messages.");
    table_close(t);
}

static void a_window_shows_its_own_hand_only(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer == 3) viewer = SPECTATOR;
        Text json = text_grow();
        table_window(t, viewer, NULL, &json);
        table_events(t, viewer, 0, table_position(t), "events", &json);
        /* only seat 0 holds a cloth 4, only seat 1 a spice 1, only seat 2 wine and a trader */
        assert_int_equal(strstr(json.at, "\"cloth4\"") != NULL, viewer == 0);
        assert_int_equal(strstr(json.at, "\"spices1\"") != NULL, viewer == 1);
        assert_int_equal(strstr(json.at, "\"wine3\"") != NULL, viewer == 2);
        assert_int_equal(strstr(json.at, "wine1\",\"trader\"]") != NULL, viewer == 2);
        assert_null(strstr(json.at, "a1")); /* nor anybody's id */
        text_free(&json);
    }
    table_close(t);
}

/* Plays a whole game between bots, entered as lines. */
static Table *whole_game(int players, uint64_t seed, const char *level) {
    static Thought room;
    const Player bot = {.bot = bot_named(level)};
    Table *t = open_table(players);
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
#define HEAD "negoce: 1\ngame: byzanz\nplayers: 3\n"
    read_refuses("", 1, "A record begins with “negoce: 1”.");
    read_refuses("game: byzanz\n", 1, "A record begins with “negoce: 1”.");
    read_refuses("negoce: 2\n", 1, "Only records of version 1 are known.");
    read_refuses("negoce: 1\ngame: chess\n", 2, "There is no such game.");
    read_refuses("negoce: 1\ngame: byzanz\n\n", 3,
                 "The record does not tell the number of players.");
    read_refuses("negoce: 1\ngame: byzanz\nplayers: 9\n", 3,
                 "The number of players is from 2 to {n}.");
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

/* --- what is told ----------------------------------------------------------------------------- */

/* A table of bots of any game, at its beginning. */
static Table *bots_at(const Game *game, int players) {
    Reason why;
    char line[LINE_LIMIT + 1];
    Table *t = table_open(game, players, (uint8_t[OPTIONS_MAX]){0}, &why);
    for (int seat = 0; t && seat < players; seat++) {
        snprintf(line, sizeof line, "seat %d bot random", seat);
        enters(t, line);
    }
    if (t) enters(t, "begin");
    return t;
}

/* The keys of an object's fields, one after the other. */
static void keys_of(const Text *object, Text *keys) {
    const JotFields *f = object->fields;
    assert_in_range(f->count, 1, JOT_FIELDS);
    text_clear(keys);
    for (int i = 0; i < f->count; i++) {
        const char *key = object->at + f->from[i];
        text_add_n(keys, key, (size_t)(strchr(key, ':') - key));
    }
}

/* What a change leaves out is as it was: so a field that was told may never be gone. */
static void a_window_has_the_same_fields_from_first_to_last(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        Table *t = bots_at(games[g], 4);
        Rng rng = rng_seed(11);
        Text text[2] = {text_grow(), text_grow()}, first[2] = {text_grow(), text_grow()},
             keys = text_grow();
        JotFields fields[2];
        do {
            for (int viewer = 0; viewer <= SPECTATOR; viewer += viewer < 3 ? 1 : SPECTATOR - 3) {
                for (int i = 0; i < 2; i++) {
                    text_clear(&text[i]);
                    fields[i].count = 0;
                    text[i].fields = &fields[i];
                }
                jot_open(&text[0], NULL, '{');
                table_look(t, viewer, &text[0], &text[1]);
                jot_close(&text[0], '}');
                for (int i = 0; i < 2; i++) {
                    keys_of(&text[i], &keys);
                    if (!first[i].length) text_add(&first[i], keys.at);
                    assert_string_equal(keys.at, first[i].at);
                }
            }
        } while (table_play_on(t, (Effort){0}, &rng));
        for (int i = 0; i < 2; i++) {
            text_free(&text[i]);
            text_free(&first[i]);
        }
        text_free(&keys);
        table_close(t);
    }
}

/* Pages, the newest first, are the events told at once; none is much longer than was asked for, but
   for what one move tells. */
static void pages_of_events_are_the_whole_journal(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        Table *t = bots_at(games[g], 4);
        Rng rng = rng_seed(12);
        while (table_play_on(t, (Effort){0}, &rng))
            ;
        for (int viewer = 0; viewer <= SPECTATOR; viewer += viewer < 3 ? 1 : SPECTATOR - 3) {
            Text whole = text_grow(), joined = text_grow();
            int pages = 0, from;
            table_events(t, viewer, 0, table_position(t), NULL, &whole);
            for (int to = table_position(t); to > 0; to = from, pages++) {
                Text page = text_grow(), rest = joined;
                from = table_page(t, viewer, to, 50);
                assert_in_range(from, 0, to - 1);
                table_events(t, viewer, from, to, NULL, &page);
                joined = text_grow();
                text_add_n(&joined, page.at + 1, page.length - 2);
                if (joined.length && rest.length) text_char(&joined, ',');
                text_add(&joined, rest.at);
                text_free(&page);
                text_free(&rest);
            }
            assert_true(pages > 3);
            assert_int_equal(joined.length, whole.length - 2);
            assert_memory_equal(joined.at, whole.at + 1, joined.length);
            text_free(&whole);
            text_free(&joined);
        }
        table_close(t);
    }
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
    assert_null(table_enter(t, "seat 0 lost").text);
    assert_true(table_seat(t, 0)->lost);
    assert_non_null(table_enter(t, "seat 0 lost").text);
    assert_non_null(table_enter(t, "seat 1 lost").text);
    table_close(t);
}

/* --- those who look --------------------------------------------------------------------------- */

static void those_who_look_are_some_moves_behind(void **unused) {
    (void)unused;
    Table *t = open_table(3);
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
    assert_int_equal(table_shown(t, false), 0);
    Rng rng = rng_seed(8);
    while (!table_over(t)) {
        int shown = table_shown(t, false);
        assert_int_equal(shown, table_position(t) > 5 ? table_position(t) - 5 : 0);
        assert_int_equal(table_turn_at(t, table_position(t)),
                         table_game(t)->rules.turn(table_state(t)));
        assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
    }
    assert_int_equal(table_shown(t, false), table_position(t));
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
    assert_string_equal(table_speaker(t, TALK_ASIDE, 1, &name), "z9");
    assert_string_equal(name, "Ève Noël");
    assert_null(table_speaker(t, TALK_ASIDE, 2, &name));
    assert_null(table_speaker(t, TALK_ASIDE, 0, &name));
    for (int i = 1; i < ASIDES_MAX; i++)
        enters(t, "aside z9 Ève\tencore");
    refuses(t, "aside z9 Ève\tencore", "This table has heard enough: {n} messages.");
    enters(t, "chat 0 et nous"); /* theirs is another matter */
    assert_null(table_speaker(t, TALK_ASIDE, 1, &name));
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_taken_before_the_game_begins),
        cmocka_unit_test(a_bot_plays_on_until_its_person_is_back),
        cmocka_unit_test(only_the_seat_in_turn_moves),
        cmocka_unit_test(undo_is_honest),
        cmocka_unit_test(a_live_move_is_meant_for_the_moment_it_arrives_at),
        cmocka_unit_test(offers_cross_but_an_answer_is_for_one_offer),
        cmocka_unit_test(nothing_winds_a_clock_up_again),
        cmocka_unit_test(undo_leaves_the_state_as_it_was),
        cmocka_unit_test(people_talk_before_during_and_after_the_game),
        cmocka_unit_test(a_journal_is_bounded),
        cmocka_unit_test(moves_come_to_the_end_of_a_journal),
        cmocka_unit_test(what_cannot_be_said_is_refused),
        cmocka_unit_test(talk_changes_nothing_of_the_game),
        cmocka_unit_test(a_table_remembers_the_newest_talk),
        cmocka_unit_test(a_window_shows_its_own_hand_only),
        cmocka_unit_test(records_read_back),
        cmocka_unit_test(broken_records_name_line_and_reason),
        cmocka_unit_test(a_wrong_score_is_noticed),
        cmocka_unit_test(a_window_has_the_same_fields_from_first_to_last),
        cmocka_unit_test(pages_of_events_are_the_whole_journal),
        cmocka_unit_test(any_position_is_reached),
        cmocka_unit_test(a_guest_sits_down_and_may_lose_its_seat),
        cmocka_unit_test(those_who_look_are_some_moves_behind),
        cmocka_unit_test(what_those_who_look_say_is_no_part_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
