/* run.c: what keeps a table going: what happens by itself, who may act, talk, look back and play
   on, and what is told of a table in short. */
#include "tables.h"

#include "table/inside.h"
#include "table/run.h"

static const uint8_t seed[SEED_BYTES] = "the seed of this table, 32 bytes";

static void refused(Refusal refusal, const char *code, const char *why) {
    assert_non_null(refusal.code);
    assert_string_equal(refusal.code, code);
    assert_string_equal(refusal.why.text, why);
}

static void granted(Refusal refusal) {
    if (refusal.code) fail_msg("%s: %s", refusal.code, refusal.why.text);
}

/* Enters what happens by itself; how many lines that were. */
static int goes_on(Table *t) {
    int lines = 0;
    for (;; lines++) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        if (!run_next(t, seed, &line)) return lines;
        enters(t, buffer);
    }
}

/* Anna and two bots at a sealed table of Byzanz, dealt out. */
static Table *dealt(void) {
    Table *t = opened("byzanz", 3);
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    run_seal(seed, &line);
    enters(t, buffer);
    enters(t, "seat 0 person anna Anna");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 bot novice");
    goes_on(t);
    return t;
}

static Table *finished(void) {
    Table *t = dealt();
    enters(t, "seat 0 away greedy");
    plays_on(t, 5);
    return t;
}

/* --- what happens by itself ------------------------------------------------------------------- */

static void nothing_happens_by_itself_before_every_seat_is_taken(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    enters(t, "seat 0 person anna Anna");
    assert_int_equal(goes_on(t), 0);
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 invite louis Louis"); /* kept for him: nobody sits there yet */
    assert_int_equal(goes_on(t), 0);
    enters(t, "seat 2 person louis Louis");
    int lines = goes_on(t);
    assert_int_equal(lines, 1 + table_position(t)); /* begin, and what Chance deals */
    assert_true(table_begun(t));
    table_close(t);
}

static void nonces_that_are_missing_come_before_the_begin(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    uint8_t fixed[NONCE_BYTES];
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    run_seal(seed, &line);
    assert_int_equal(line.length, strlen("commitment ") + 2 * SHA256_BYTES);
    enters(t, buffer);
    enters(t, "seat 0 person anna Anna");
    enters(t, "nonce 0 000102030405060708090a0b0c0d0e0f");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 bot greedy");
    goes_on(t);
    assert_int_equal(table_seal(t)->nonce[0][15], 15); /* his own stays */
    for (int seat = 1; seat < 3; seat++) {
        fair_nonce(seed, seat, fixed);
        assert_memory_equal(table_seal(t)->nonce[seat], fixed, NONCE_BYTES);
    }
    assert_true(table_position(t) > 10);
    assert_false(turn_has(table_game(t)->rules.turn(table_state(t)), CHANCE));
    table_close(t);
}

static void the_same_seed_draws_the_same(void **unused) {
    (void)unused;
    Table *one = dealt(), *two = dealt();
    Text a = text_grow(), b = text_grow();
    table_record(one, -1, &a);
    table_record(two, -1, &b);
    assert_string_equal(a.at, b.at);
    text_free(&a);
    text_free(&b);
    table_close(one);
    table_close(two);
}

/* --- who may act and talk --------------------------------------------------------------------- */

static void who_may_not_act_is_told_why(void **unused) {
    (void)unused;
    Table *waiting = opened("byzanz", 3), *t = dealt();
    Move pass;
    assert_null(table_read_move(t, "pass", &pass).text);
    enters(waiting, "seat 0 person anna Anna");
    refused(run_act_check(waiting, -1, 1, &pass), "seat", "You do not sit at this table.");
    refused(run_act_check(waiting, 0, 1, &pass), "turn", "The game has not begun.");
    granted(run_act_check(t, 0, table_version(t), &pass));
    refused(run_act_check(t, 1, table_version(t), &pass), "seat",
            "A bot plays for you: take your seat back first.");
    refused(run_act_check(t, 0, table_version(t) - 1, &pass), "stale",
            "The table has changed since. Please look again.");
    refused(run_act_check(t, 0, table_version(t) - 1, NULL), "stale",
            "The table has changed since. Please look again.");
    enters(t, "seat 0 away greedy");
    plays_on(t, 5);
    enters(t, "seat 0 back");
    refused(run_act_check(t, 0, table_version(t), &pass), "turn", "The game is over.");
    table_close(waiting);
    table_close(t);
}

/* The refusal of a move at the table as it stands. */
static Refusal refusal_of(const Table *t, int seat, const char *text) {
    Move move;
    assert_null(table_read_move(t, text, &move).text);
    Reason why = table_game(t)->rules.check(table_state(t), seat, move);
    return why.text ? run_move_refusal(why) : GRANTED;
}

static void a_move_that_waits_for_no_turn_is_illegal_and_never_out_of_turn(void **unused) {
    (void)unused;
    Table *t = dealt(), *deals = opened("voc", 4);
    refused(refusal_of(t, 1, "pass"), "turn", "It is not your turn.");
    refused(refusal_of(t, 1, "sell wood1 wood1 wine1"), "illegal",
            "The cards of a sale must be of one type; traders stand in for any.");
    for (int seat = 0; seat < 4; seat++) {
        char line[] = "seat 0 bot greedy";
        line[5] = (char)('0' + seat);
        enters(deals, line);
    }
    goes_on(deals);
    int judged = 0;
    Rng rng = rng_seed(3);
    const GameRules *rules = &table_game(deals)->rules;
    while (!table_over(deals) && table_play_on(deals, (Effort){.iterations = 4}, &rng)) {
        const void *state = table_state(deals);
        Move done;
        assert_null(table_read_move(deals, "done", &done).text);
        for (int seat = 0; seat < 4; seat++) {
            if (!table_game(deals)->live.is_live(state, done)) continue;
            Refusal refusal = refusal_of(deals, seat, "done");
            if (turn_has(rules->turn(state), seat) || !refusal.code) continue;
            assert_string_equal(refusal.code, "illegal"); /* he has done with his deals */
            judged++;
        }
    }
    assert_true(judged > 0);
    table_close(t);
    table_close(deals);
}

static void who_has_no_seat_does_not_talk_to_the_table(void **unused) {
    (void)unused;
    Table *t = dealt();
    Fine fine;
    bool pays = true;
    refused(run_chat_check(t, -1, false, &fine, &pays), "seat",
            "Only those who have a seat write to the table. You may read.");
    assert_false(pays);
    granted(run_chat_check(t, 0, false, &fine, &pays));
    assert_false(pays);
    for (int i = 0; i < CHAT_MAX; i++)
        enters(t, "chat 0 again");
    Refusal enough = run_chat_check(t, 0, false, &fine, &pays);
    refused(enough, "limit", "This table has heard enough: {n} messages.");
    assert_int_equal(enough.why.n, CHAT_MAX);
    table_close(t);
}

/* At sea a word costs: who speaks must have agreed to it, have the money, and not be captain. */
static void who_speaks_at_sea_pays_and_must_have_agreed(void **unused) {
    (void)unused;
    Table *t = opened("voc", 4);
    static const char *const lines[] = {"seat 0 person a1 Anna",
                                        "seat 1 person b2 Björn",
                                        "seat 2 bot greedy",
                                        "seat 3 bot greedy",
                                        "begin",
                                        "* contract 1",
                                        "* contract 2",
                                        "* contract 3",
                                        "0 sail 783",
                                        NULL};
    enters_all(t, lines);
    const GameRules *rules = &table_game(t)->rules;
    Fine fine;
    bool pays;
    refused(run_chat_check(t, 0, true, &fine, &pays), "illegal",
            "A captain writes to nobody before landfall.");
    refused(run_chat_check(t, 1, true, &fine, &pays), "illegal",
            "You do not have the {n} daalders a message costs now.");
    enters(t, "seat 0 away greedy");
    enters(t, "seat 1 away greedy");
    refused(run_chat_check(t, 1, true, &fine, &pays), "seat",
            "A bot plays for you: take your seat back first.");
    Rng rng = rng_seed(2);
    while (!table_fine(t, 1, &fine) || rules->check(table_state(t), 1, fine.move).text)
        assert_true(table_play_on(t, (Effort){.iterations = 4}, &rng));
    enters(t, "seat 1 back");
    Refusal warned = run_chat_check(t, 1, false, &fine, &pays);
    refused(warned, "fine", fine.warning);
    assert_int_equal(warned.why.n, fine.n);
    granted(run_chat_check(t, 1, true, &fine, &pays));
    assert_true(pays);
    table_close(t);
}

/* --- looking back ----------------------------------------------------------------------------- */

static void while_a_game_is_played_everyone_has_his_own_eyes(void **unused) {
    (void)unused;
    Table *t = dealt();
    int viewer = -2, last = table_position(t);
    granted(run_look_check(t, 0, EYES_OWN, 3, last, &viewer));
    assert_int_equal(viewer, 0);
    granted(run_look_check(t, 0, EYES_SEAT + 0, 3, last, &viewer));
    granted(run_look_check(t, -1, EYES_OWN, 3, last, &viewer));
    assert_int_equal(viewer, SPECTATOR);
    static const char own[] = "While a game is played, everyone looks back through their own eyes.";
    refused(run_look_check(t, 0, EYES_SEAT + 1, 3, last, &viewer), "illegal", own);
    refused(run_look_check(t, 0, EYES_OPEN, 3, last, &viewer), "illegal", own);
    refused(run_look_check(t, -1, EYES_SEAT + 0, 3, last, &viewer), "illegal", own);
    refused(run_look_check(t, 0, EYES_SEAT + 3, 3, last, &viewer), "seat",
            "There is no such seat.");
    Refusal beyond = run_look_check(t, 0, EYES_OWN, last + 1, last, &viewer);
    refused(beyond, "bad", "The game has {n} {n?move|moves} so far.");
    assert_int_equal(beyond.why.n, last);
    table_close(t);
    t = opened("byzanz", 3);
    refused(run_look_check(t, -1, EYES_OWN, 0, 0, &viewer), "turn", "The game has not begun.");
    table_close(t);
}

static void a_finished_game_is_looked_at_through_any_eyes(void **unused) {
    (void)unused;
    Table *t = finished();
    int viewer, last = table_position(t);
    granted(run_look_check(t, -1, EYES_OPEN, last, last, &viewer));
    assert_int_equal(viewer, CHANCE);
    granted(run_look_check(t, -1, EYES_SEAT + 2, 0, last, &viewer));
    assert_int_equal(viewer, 2);
    refused(run_eyes(t, 0, EYES_SEAT + 3, &viewer), "seat", "There is no such seat.");
    table_close(t);
}

/* The window of a position is what it was when the table stood there. */
static void looking_back_shows_what_was_seen_then(void **unused) {
    (void)unused;
    Table *t = finished();
    int last = table_position(t);
    for (int position = 0; position < last; position += 9) {
        Table *then = table_at(t, position);
        for (int viewer = 0; viewer < 3; viewer++) {
            Text now = text_grow(), past = text_grow(), picture = text_grow();
            jot_open(&now, NULL, '{');
            run_look_back(t, position, last, viewer, viewer, 0, &now);
            jot_close(&now, '}');
            table_look(then, viewer, &past, &picture);
            HAS(now.at, picture.at);
            HAS(now.at, "\"last\":");
            text_free(&now);
            text_free(&past);
            text_free(&picture);
        }
        table_close(then);
    }
    table_close(t);
}

static void the_page_of_events_ends_at_the_position(void **unused) {
    (void)unused;
    Table *t = finished();
    Text json = text_grow();
    int last = table_position(t);
    char version[40], page[40];
    jot_open(&json, NULL, '{');
    run_look_back(t, 40, last, 0, 0, 0, &json);
    jot_close(&json, '}');
    Text text = text_over(version, sizeof version);
    text_printf(&text, "\"at\":%d,\"last\":%d", table_version(t), last);
    HAS(json.at, version);
    text = text_over(page, sizeof page);
    text_printf(&text, "\"from\":%d", table_page(t, 0, 40, 60));
    HAS(json.at, page);
    HAS(json.at, "\"events\":[{\"at\":");
    HAS_NOT(json.at, "{\"at\":41,");
    text_free(&json);
    table_close(t);
}

/* Whoever sees with the eyes of seat 0, “you” is who reads: nobody, seat 0 or another. */
static void only_who_reads_is_called_you(void **unused) {
    (void)unused;
    Table *t = finished();
    for (int reader = -1; reader < 3; reader++) {
        Text json = text_grow();
        jot_open(&json, NULL, '{');
        run_look_back(t, 40, table_position(t), 0, reader, 0, &json);
        jot_close(&json, '}');
        const char *told = strstr(json.at, "\"events\":");
        for (const char *at = told; (at = strstr(at, "\"say\":\"You ")); at++) {
            const char *event = at;
            while (*event != '{')
                event--;
            assert_true(reader >= 0);
            assert_int_equal(strstr(event, "\"seat\":")[strlen("\"seat\":")], '0' + reader);
        }
        assert_int_equal(strstr(told, "\"say\":\"You ") != NULL, reader >= 0);
        text_free(&json);
    }
    table_close(t);
}

static void a_game_goes_on_from_a_position_once_it_is_over(void **unused) {
    (void)unused;
    Table *t = dealt();
    refused(fork_check(t, 3, 0), "illegal", "A game goes on from a position once it is over.");
    table_close(t);
    t = finished();
    int last = table_position(t);
    granted(fork_check(t, 0, 0));
    granted(fork_check(t, last - 1, 2));
    refused(fork_check(t, 3, 3), "seat", "There is no such seat.");
    refused(fork_check(t, 3, -1), "seat", "There is no such seat.");
    refused(fork_check(t, last, 0), "illegal",
            "The game ends here: there is nothing to go on with.");
    refused(fork_check(t, -1, 0), "illegal", "The game ends here: there is nothing to go on with.");
    table_close(t);
}

/* --- a table in short ------------------------------------------------------------------------- */

static Text summary_of(const Table *t, Summary summary) {
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    run_seated(t, &summary, &json);
    run_turn(&summary, &json);
    jot_close(&json, '}');
    return json;
}

static void a_summary_tells_who_sits_where(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 5);
    enters(t, "time bank:600+15");
    enters(t, "delay 20");
    assert_non_null(table_enter(t, "points 1700 1400").text);
    assert_non_null(table_enter(t, "points 0 4001").text);
    assert_non_null(table_enter(t, "points 1400").text);
    assert_non_null(table_enter(t, "points 1400 1700 x").text);
    enters(t, "points 1400 1700");
    enters(t, "seat 0 person anna Anna");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 invite louis Louis");
    enters(t, "seat 3 guest pirate");
    Text json = summary_of(t, (Summary){.id = "abc",
                                        .title = "Chez « nous »",
                                        .person = "anna",
                                        .host = true,
                                        .listed = true,
                                        .here = 1,
                                        .at = 6});
    HAS(json.at, "{\"id\":\"abc\",\"title\":\"Chez « nous »\",\"game\":\"byzanz\",\"players\":5,");
    HAS(json.at, "\"time\":\"bank:600+15\",\"delay\":20,\"points\":[1400,1700],\"listed\":true,"
                 "\"rated\":false,"
                 "\"lesson\":false,\"offline\":false,\"unfinished\":false,\"host\":true,\"begun\":"
                 "false,\"over\":false,"
                 "\"paused\":null,\"commitment\":null,\"seats\":[");
    HAS(json.at, "{\"kind\":\"person\",\"name\":\"Anna\",\"given\":false,\"bot\":null,"
                 "\"style\":null,\"lost\":false,\"mine\":true,\"here\":true,\"since\":null,"
                 "\"away\":false,\"holiday\":null}");
    HAS(json.at, "{\"kind\":\"bot\",");
    HAS(json.at, "\"bot\":\"greedy\"");
    HAS(json.at, "{\"kind\":\"invited\",\"name\":\"Louis\",");
    HAS(json.at, "\"bot\":\"guest:pirate\",\"style\":null");
    HAS(json.at, "{\"kind\":\"empty\",\"name\":\"\",");
    HAS(json.at, "],\"seat\":0,\"at\":6,\"turn\":[]}");
    text_free(&json);
    json = summary_of(t, (Summary){.id = "abc", .title = "", .person = "louis", .at = 6});
    HAS(json.at, "\"host\":false");
    HAS(json.at, "{\"kind\":\"invited\",\"name\":\"Louis\",\"given\":false,\"bot\":null,"
                 "\"style\":null,\"lost\":false,\"mine\":true,\"here\":false");
    HAS(json.at, "],\"seat\":null,");
    text_free(&json);
    table_close(t);
}

static void for_whom_a_table_is_stays_once_the_game_has_begun(void **unused) {
    (void)unused;
    Table *t = opened("byzanz", 3);
    enters(t, "points 1400 1700");
    enters(t, "seat 0 bot greedy");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    refuses(t, "points 0 4000", "The game has begun already.");
    assert_int_equal(table_bracket(t).least, 1400);
    assert_int_equal(table_bracket(t).most, 1700);
    table_close(t);
}

static void a_summary_tells_who_is_not_there(void **unused) {
    (void)unused;
    Table *t = dealt();
    int64_t since[SEATS_MAX] = {1700000000};
    Text json = summary_of(t, (Summary){.id = "abc",
                                        .title = "",
                                        .person = "eve",
                                        .begun = true,
                                        .at = table_version(t),
                                        .turn = 5,
                                        .since = since});
    HAS(json.at, "\"mine\":false,\"here\":false,\"since\":1700000000,\"away\":false");
    HAS(json.at, "\"commitment\":\"");
    HAS(json.at, "\"turn\":[0,2]}");
    text_free(&json);
    table_close(t);
    t = opened("byzanz", 3);
    enters(t, "time slow:24");
    enters(t, "seat 0 person anna Anna");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 bot novice");
    goes_on(t);
    enters(t, "holiday 0 1700600000 7");
    json = summary_of(t, (Summary){.id = "abc", .title = "", .person = "eve", .wall = 1700599999});
    HAS(json.at, "\"away\":false,\"holiday\":1700600000}");
    text_free(&json);
    json = summary_of(t, (Summary){.id = "abc", .title = "", .person = "eve", .wall = 1700600000});
    HAS_NOT(json.at, "\"holiday\":1700600000");
    text_free(&json);
    enters(t, "seat 0 away novice");
    json = summary_of(t, (Summary){.id = "abc", .title = "", .person = "eve"});
    HAS(json.at, "{\"kind\":\"person\",\"name\":\"Anna\",\"given\":false,\"bot\":\"novice\","
                 "\"style\":null,\"lost\":false,\"mine\":false,\"here\":false,\"since\":null,"
                 "\"away\":true");
    text_free(&json);
    enters(t, "seat 0 given greedy");
    json = summary_of(t, (Summary){.id = "abc", .title = "", .person = "anna"});
    HAS(json.at, "\"given\":true,\"bot\":\"greedy\"");
    HAS(json.at, "],\"seat\":null");
    text_free(&json);
    table_close(t);
}

/* --- the pace of bots ------------------------------------------------------------------------- */

static void the_pace_is_chosen_where_everybody_else_is_a_bot(void **unused) {
    (void)unused;
    Table *t = dealt();
    granted(pace_check(t, 0));
    refused(pace_check(t, -1), "seat", "You do not sit at this table.");
    refused(pace_check(t, 1), "seat", "The pace is chosen where everybody else is a bot.");
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_happens_by_itself_before_every_seat_is_taken),
        cmocka_unit_test(nonces_that_are_missing_come_before_the_begin),
        cmocka_unit_test(the_same_seed_draws_the_same),
        cmocka_unit_test(who_may_not_act_is_told_why),
        cmocka_unit_test(a_move_that_waits_for_no_turn_is_illegal_and_never_out_of_turn),
        cmocka_unit_test(who_has_no_seat_does_not_talk_to_the_table),
        cmocka_unit_test(who_speaks_at_sea_pays_and_must_have_agreed),
        cmocka_unit_test(while_a_game_is_played_everyone_has_his_own_eyes),
        cmocka_unit_test(a_finished_game_is_looked_at_through_any_eyes),
        cmocka_unit_test(only_who_reads_is_called_you),
        cmocka_unit_test(looking_back_shows_what_was_seen_then),
        cmocka_unit_test(the_page_of_events_ends_at_the_position),
        cmocka_unit_test(a_game_goes_on_from_a_position_once_it_is_over),
        cmocka_unit_test(a_summary_tells_who_sits_where),
        cmocka_unit_test(for_whom_a_table_is_stays_once_the_game_has_begun),
        cmocka_unit_test(a_summary_tells_who_is_not_there),
        cmocka_unit_test(the_pace_is_chosen_where_everybody_else_is_a_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
