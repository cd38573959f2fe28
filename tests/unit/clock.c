/* clock.c: what is left on the clocks of a table, without waiting for it: per decision, with a
   bank, slowly; several seats at once, undo, holidays, pauses, a house that was closed or whose
   wall clock jumped; and what the clock decides as lines of a journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/notation.h"
#include "games/games.h"
#include "table/clock.h"
#include "table/inside.h"
#include "tables.h"

/* Anna, Ève and Louis at Byzanz, dealt by hand; seat 0 speaks first. */
static Table *dealt(const char *time) {
    Table *t = opened("byzanz", 3);
    char first[64];
    snprintf(first, sizeof first, "time %s", time);
    enters(t, first);
    three_are_dealt(t);
    return t;
}

static Moment at(int64_t ms) {
    return (Moment){ms, 1000000 + ms / 1000};
}

static int64_t left(const Clocks *c, const Table *t, int seat) {
    return clocks_left(c, t, seat);
}

static void times_are_read_and_written(void **unused) {
    (void)unused;
    static const char *const good[] = {"none",      "decision:5",  "decision:3600",
                                       "bank:30+0", "bank:600+15", "bank:36000+600",
                                       "slow:1",    "slow:336"};
    static const char *const bad[] = {"",
                                      "fast",
                                      "decision",
                                      "decision:",
                                      "decision:4",
                                      "decision:3601",
                                      "decision:-5",
                                      "decision:5s",
                                      "bank:600",
                                      "bank:600+",
                                      "bank:29+5",
                                      "bank:600+601",
                                      "bank:600+5+5",
                                      "slow:0",
                                      "slow:337",
                                      "slow:1.5",
                                      "None",
                                      "none ",
                                      "decision:99999999999",
                                      "bank:+",
                                      "slow: 5"};
    TimeLimit limit;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Text text = text_grow();
        assert_null(time_read(good[i], &limit).text);
        time_write(&limit, &text);
        assert_string_equal(text.at, good[i]);
        assert_true(text.length < TIME_TEXT_MAX);
        text_free(&text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!time_read(bad[i], &limit).text) fail_msg("%s was taken", bad[i]);
}

static void a_decision_has_its_time_and_each_begins_anew(void **unused) {
    (void)unused;
    Table *t = dealt("decision:30");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(1000));
    assert_int_equal(c.runs, 1);
    assert_int_equal(left(&c, t, 0), 30000);
    assert_int_equal(clocks_due(&c, t, at(1000)), 31000);
    clocks_count(&c, t, at(21000));
    assert_int_equal(left(&c, t, 0), 10000);
    assert_int_equal(clocks_due(&c, t, at(21000)), 31000);
    assert_int_equal(clocks_over(&c), 0);
    enters(t, "0 bid spices2");
    clocks_follow(&c, t, at(22000));
    assert_int_equal(c.runs, 2);
    assert_int_equal(left(&c, t, 1), 30000);
    assert_int_equal(left(&c, t, 0), 30000); /* for the next */
    clocks_count(&c, t, at(52001));
    assert_int_equal(clocks_over(&c), 2);
    assert_int_equal(left(&c, t, 1), 0);
    enters(t, "late 1 trader");
    clocks_follow(&c, t, at(52001));
    assert_int_equal(left(&c, t, 1), 30000);
    table_close(t);
}

static void a_bank_runs_down_and_a_turn_adds_to_it(void **unused) {
    (void)unused;
    Table *t = dealt("bank:60+10");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    enters(t, "0 bid spices2");
    clocks_follow(&c, t, at(20000));
    assert_int_equal(left(&c, t, 0), 50000);
    assert_int_equal(left(&c, t, 1), 60000);
    enters(t, "1 pass");
    clocks_follow(&c, t, at(25000));
    assert_int_equal(left(&c, t, 1), 65000);
    enters(t, "undo 20");
    clocks_follow(&c, t, at(26000)); /* what a turn added is taken back with it */
    assert_int_equal(c.runs, 2);
    assert_int_equal(left(&c, t, 1), 55000);
    for (int i = 0; i < 5; i++) { /* so nobody gains by it */
        enters(t, "1 pass");
        clocks_follow(&c, t, at(27000 + 2000 * i));
        enters(t, "undo 20");
        clocks_follow(&c, t, at(28000 + 2000 * i));
    }
    assert_true(left(&c, t, 1) <= 55000);
    table_close(t);
}

/* Else whoever is about to lose would get up and sit down again for ever. */
static void who_gets_up_and_comes_back_finds_his_decision_as_if_he_had_sat_there(void **unused) {
    (void)unused;
    const char *limits[] = {"decision:30", "bank:30+5"};
    for (int i = 0; i < 2; i++) {
        Table *t = dealt(limits[i]);
        Clocks c = clocks_new();
        clocks_follow(&c, t, at(0));
        for (int ms = 10000; ms < 29000; ms += 3000) {
            enters(t, "seat 0 away greedy");
            clocks_follow(&c, t, at(ms));
            assert_int_equal(c.runs, 0);
            Text saved = text_grow(); /* over a restart too */
            clocks_write(&c, &saved);
            assert_true(clocks_read(&c, t, saved.at));
            text_free(&saved);
            enters(t, "seat 0 back");
            clocks_follow(&c, t, at(ms + 2000));
            assert_int_equal(c.runs, 1);
            assert_int_equal(left(&c, t, 0), 30000 - ms - 2000);
        }
        enters(t, "seat 0 away greedy");
        clocks_follow(&c, t, at(29000));
        enters(t, "seat 0 back");
        clocks_follow(&c, t, at(40000));
        assert_int_equal(clocks_over(&c), 1);
        enters(t, "late 0 greedy");
        clocks_follow(&c, t, at(40000));
        enters(t, "0 pass");
        clocks_follow(&c, t, at(41000));
        assert_int_equal(left(&c, t, 0), i == 0 ? 30000 : 5000); /* for the next */
        table_close(t);
    }
}

/* And the next begins anew for who comes back after a machine has made it. */
static void a_decision_a_machine_made_meanwhile_is_over(void **unused) {
    (void)unused;
    Table *t = dealt("decision:30");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    enters(t, "seat 0 away greedy");
    clocks_follow(&c, t, at(20000));
    enters(t, "0 bid spices2");
    clocks_follow(&c, t, at(21000));
    enters(t, "1 pass");
    clocks_follow(&c, t, at(22000));
    enters(t, "2 bid wine3");
    clocks_follow(&c, t, at(23000));
    enters(t, "seat 0 back");
    clocks_follow(&c, t, at(24000));
    assert_int_equal(c.runs, turn_has(table_turn(t), 0));
    assert_int_equal(left(&c, t, 0), 30000);
    table_close(t);
}

/* Who takes his seat back from a machine that has decided for him has some time; who only got up
   between two turns has what he had. */
static void a_bank_is_not_filled_by_getting_up(void **unused) {
    (void)unused;
    for (int served = 0; served < 2; served++) {
        Table *t = dealt("bank:60+0");
        Clocks c = clocks_new();
        clocks_follow(&c, t, at(0));
        clocks_count(&c, t, at(58000));
        if (served) enters(t, "seat 0 away greedy");
        enters(t, "0 bid spices2");
        if (!served) enters(t, "seat 0 away greedy");
        clocks_follow(&c, t, at(58000));
        enters(t, "1 pass");
        enters(t, "seat 0 back");
        clocks_follow(&c, t, at(59000));
        enters(t, "2 bid wine3");
        clocks_follow(&c, t, at(60000));
        assert_int_equal(c.runs, 1);
        assert_int_equal(left(&c, t, 0), served ? 6000 : 2000);
        table_close(t);
    }
}

/* Else whoever was late once would have no time at all from then on, and soon no seat. */
static void a_turn_a_machine_made_for_who_was_late_adds_to_his_bank_too(void **unused) {
    (void)unused;
    Table *t = dealt("bank:60+10");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    clocks_count(&c, t, at(60000));
    assert_int_equal(clocks_over(&c), 1);
    enters(t, "late 0 greedy");
    clocks_follow(&c, t, at(60000));
    assert_int_equal(c.runs, 0);
    enters(t, "0 bid spices2");
    clocks_follow(&c, t, at(61000));
    assert_int_equal(left(&c, t, 0), 10000);
    enters(t, "1 pass");
    clocks_follow(&c, t, at(62000));
    assert_int_equal(left(&c, t, 0), 10000);
    table_close(t);
}

static void undo_gives_no_new_time_for_a_decision(void **unused) {
    (void)unused;
    Table *t = dealt("decision:30");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    enters(t, "0 bid spices2");
    clocks_follow(&c, t, at(1000));
    enters(t, "1 pass");
    clocks_follow(&c, t, at(21000));
    enters(t, "undo 20");
    clocks_follow(&c, t, at(22000));
    assert_int_equal(left(&c, t, 1), 10000);
    table_close(t);
}

/* The first laying of the turn's seat, of one card. */
static void lays(Table *t, int seat) {
    Move list[MOVES_MAX];
    int n = table_game(t)->rules.moves(table_state(t), seat, list);
    Text line = text_grow();
    for (int i = 0; i < n && !strstr(line.at, " lay 1"); i++) {
        text_clear(&line);
        text_printf(&line, "%d ", seat);
        move_write(table_game(t), list[i], &line);
    }
    enters(t, line.at);
    text_free(&line);
}

static void undoes(Table *t, int seat) {
    char line[32];
    int to;
    assert_null(table_undo_check(t, seat, &to).text);
    snprintf(line, sizeof line, "undo %d", to);
    enters(t, line);
}

/* Nor do two: the time of the second decision began anew with the first, which goes too. */
static void two_undos_give_back_no_more_than_one(void **unused) {
    (void)unused;
    Table *t = opened("batavia", 3);
    const char *const lines[] = {"time decision:30",
                                 "seat 0 person a Anna",
                                 "seat 1 person b Ève",
                                 "seat 2 person c Louis",
                                 "begin",
                                 NULL};
    enters_all(t, lines);
    Rng rng = rng_seed(3);
    Text drawn = text_grow();
    while (table_draw(t, &rng, &drawn)) {
        enters(t, drawn.at);
        text_clear(&drawn);
    }
    text_free(&drawn);
    for (int i = 0; i < 3; i++) { /* nobody buys */
        char pass[16];
        snprintf(pass, sizeof pass, "%d pass", __builtin_ctz(table_turn(t)));
        enters(t, pass);
    }
    int seat = __builtin_ctz(table_turn(t));
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    for (int i = 1; i <= 3; i++) { /* round and round, it would never end */
        lays(t, seat);
        clocks_follow(&c, t, at(8000 * i - 1000));
        assert_int_equal(left(&c, t, seat), 30000);
        lays(t, seat);
        clocks_follow(&c, t, at(8000 * i));
        undoes(t, seat);
        clocks_follow(&c, t, at(8000 * i));
        assert_int_equal(left(&c, t, seat), 29000);
        undoes(t, seat);
        clocks_follow(&c, t, at(8000 * i));
        assert_int_equal(left(&c, t, seat), 30000 - 8000 * i);
    }
    table_close(t);
}

static void a_house_that_was_closed_takes_no_time_from_anybody(void **unused) {
    (void)unused;
    Table *t = dealt("slow:24");
    Clocks c = clocks_new(), again;
    clocks_follow(&c, t, at(5000));
    clocks_count(&c, t, at(3605000));
    Text text = text_grow();
    clocks_write(&c, &text);
    assert_true(text.length < CLOCKS_TEXT_MAX);
    assert_true(clocks_read(&again, t, text.at));
    assert_memory_equal(&again.left, &c.left, sizeof c.left);
    /* The wall clock went on for a year; the house did not. */
    clocks_follow(&again, t, (Moment){3605000, 1000000000});
    assert_int_equal(left(&again, t, 0), 23 * 3600000);
    /* And where less was kept of its hour than of the table, nothing is counted twice. */
    clocks_count(&again, t, (Moment){3600000, 0});
    assert_int_equal(left(&again, t, 0), 23 * 3600000);
    static const char *const bad[] = {"", "1", "x", "1 2 3", "-1 0 0 0 0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(clocks_read(&again, t, bad[i]));
    text_add(&text, " 7");
    assert_false(clocks_read(&again, t, text.at));
    text_free(&text);
    table_close(t);
}

static void a_holiday_stops_the_clock_of_a_slow_table(void **unused) {
    (void)unused;
    Table *t = dealt("slow:24");
    Clocks c = clocks_new();
    int64_t day = 86400;
    clocks_follow(&c, t, (Moment){0, 1000000});
    refuses(t, "holiday 0 1700000000 31", "A holiday has at most {n} days.");
    refuses(t, "holiday 0 0 0", "You are not on holiday.");
    refuses(t, "holiday 3 1700000000 7", "There is no such seat.");
    refuses(t, "holiday 0 x 7", "This line is not of a journal.");
    char line[64];
    snprintf(line, sizeof line, "holiday 0 %lld 7", (long long)(1000000 + 7 * day));
    enters(t, line);
    clocks_follow(&c, t, (Moment){0, 1000000});
    assert_false(clocks_run(&c, t, 0, (Moment){0, 1000000}));
    assert_int_equal(clocks_due(&c, t, (Moment){0, 1000000}), 8 * day * 1000);
    Moment inside = {3 * day * 1000, 1000000 + 3 * day},
           after = {7 * day * 1000 + 3600000, 1000000 + 7 * day + 3600};
    clocks_count(&c, t, inside);
    assert_int_equal(left(&c, t, 0), day * 1000);
    clocks_count(&c, t, after);
    assert_int_equal(left(&c, t, 0), day * 1000 - 3600000);
    /* In all a table waits so long for one person. */
    for (int i = 0; i < 2; i++) {
        enters(t, "holiday 0 3000000000 26");
        enters(t, "holiday 0 0 0");
    }
    refuses(t, "holiday 0 3000000000 2", "At one table holidays last {n} days in all.");
    table_close(t);
    t = dealt("decision:30");
    refuses(t, "holiday 0 1700000000 7", "Only a slow table knows holidays.");
    table_close(t);
}

static void a_pause_stops_every_clock(void **unused) {
    (void)unused;
    Table *t = dealt("bank:60+0");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    enters(t, "pause 0");
    clocks_follow(&c, t, at(10000));
    assert_int_equal(left(&c, t, 0), 60000); /* the pause was there when this was counted */
    assert_true(clocks_due(&c, t, at(10000)) == CLOCK_NEVER);
    clocks_count(&c, t, at(90000));
    assert_int_equal(left(&c, t, 0), 60000);
    enters(t, "resume 1");
    clocks_follow(&c, t, at(90000));
    clocks_count(&c, t, at(95000));
    assert_int_equal(left(&c, t, 0), 55000);
    table_close(t);
}

static void a_pause_lasts_until_he_is_back_for_whom_it_is(void **unused) {
    (void)unused;
    Table *t = dealt("none");
    enters(t, "pause 0");
    enters(t, "seat 1 away trader");
    enters(t, "seat 1 back");
    assert_int_equal(table_paused(t), 0);
    enters(t, "pause 0"); /* as journals have it in which another's return had ended it */
    enters(t, "seat 0 away trader");
    enters(t, "seat 0 back");
    assert_int_equal(table_paused(t), -1);
    table_close(t);
}

static void who_is_late_is_played_for_and_the_third_time_away(void **unused) {
    (void)unused;
    Table *t = dealt("decision:30");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    refuses(t, "late 1 greedy", "It is not the turn of this seat.");
    refuses(t, "late 0 genius", "There is no such level of play.");
    enters(t, "late 0 greedy");
    assert_true(table_automatic(t, 0));
    assert_int_equal(table_lates(t, 0), 1);
    clocks_follow(&c, t, at(30000));
    assert_int_equal(c.runs, 0); /* the machine's time is nobody's */
    enters(t, "0 bid spices2");
    assert_false(table_automatic(t, 0));
    assert_int_equal(table_missed(t, 0), 19);
    assert_string_equal(table_undo_check(t, 0, NULL).text, "The clock made your last move.");
    enters(t, "1 pass");
    assert_int_equal(table_lates(t, 0), 1);
    enters(t, "seat 0 away greedy clock");
    enters(t, "seat 0 back");
    assert_int_equal(table_lates(t, 0), 0);
    assert_int_equal(table_acts(t, 0, 1000), 3);
    Text json = text_grow();
    table_act(t, 0, 0, 3, NULL, &json);
    assert_non_null(strstr(json.at, "Your time is up"));
    text_clear(&json);
    table_act(t, SPECTATOR, 2, 3, NULL, &json);
    assert_non_null(strstr(json.at, "{seat} takes the seat back."));
    assert_null(strstr(json.at, "time is up"));
    text_free(&json);
    table_close(t);
}

static void own_moves_end_a_row_of_lates(void **unused) {
    (void)unused;
    Table *t = dealt("decision:30");
    enters(t, "late 0 greedy");
    enters(t, "0 bid spices2");
    enters(t, "1 pass");
    enters(t, "2 pass");
    assert_int_equal(table_lates(t, 0), 1);
    enters(t, "0 give grain1");
    assert_int_equal(table_lates(t, 0), 0);
    assert_int_equal(table_missed(t, 0), -1);
    table_close(t);
}

static void without_a_clock_nothing_runs(void **unused) {
    (void)unused;
    Table *t = dealt("none");
    Clocks c = clocks_new();
    clocks_follow(&c, t, at(0));
    assert_int_equal(c.runs, 0);
    assert_true(clocks_due(&c, t, at(0)) == CLOCK_NEVER);
    assert_int_equal(left(&c, t, 0), -1);
    table_close(t);
}

/* A voyage of VOC!: one decision with time of its own, a bank does not run meanwhile. */
static void a_voyage_is_one_decision(void **unused) {
    (void)unused;
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Table *t = table_open(game_named("voc"), 4, options, &why);
    Rng rng = rng_seed(5);
    Clocks c = clocks_new();
    static const char *const lines[] = {
        "time bank:600+5",   "seat 0 person a Anna", "seat 1 bot greedy",
        "seat 2 bot greedy", "seat 3 bot greedy",    "begin",
        "* contract 1",      "* contract 2",         "* contract 3",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        enters(t, lines[i]);
    clocks_follow(&c, t, at(0));
    enters(t, "0 sail 783");
    const Game *game = table_game(t);
    assert_true(game->live.stretch(table_state(t)) > 0);
    clocks_follow(&c, t, at(0));
    int64_t bank = c.left[0], spare = game->live.stretch(table_state(t)) * 1000;
    assert_int_equal(clocks_left(&c, t, 0), bank + spare);
    clocks_count(&c, t, at(spare - 1));
    assert_int_equal(c.left[0], bank);
    clocks_count(&c, t, at(spare + 10000));
    assert_int_equal(c.left[0], bank - 10000);
    clocks_count(&c, t, at(spare + bank));
    assert_int_equal(clocks_over(&c), 1);
    enters(t, "late 0 greedy");
    int strokes = 0;
    while (table_automatic(t, 0) && strokes < 500 && table_play_on(t, (Effort){0}, &rng))
        strokes++;
    assert_true(strokes > 1); /* the machine draws the voyage to its end */
    assert_false(game->live.stretch(table_state(t)) && table_automatic(t, 0));
    assert_int_equal(table_lates(t, 0), 1);
    table_close(t);
}

/* People alone make any legal move, and a moment passes with each: nobody is ever late. */
static void every_voyage_has_its_time_anew(void **unused) {
    (void)unused;
    static const char *const limits[] = {"time none", "time decision:3600"};
    for (unsigned i = 0; i < 20; i++) {
        uint8_t options[OPTIONS_MAX] = {0};
        Reason why;
        Table *t = table_open(game_named("voc"), 4, options, &why);
        const Game *game = table_game(t);
        Rng rng = rng_seed(i);
        Clocks c = clocks_new();
        int voyages = 0;
        enters_all(t, (const char *const[]){limits[i % 2], "seat 0 person a Anna",
                                            "seat 1 person b Ben", "seat 2 person c Cleo",
                                            "seat 3 person d Dora", "begin", NULL});
        for (int ms = 1; !table_over(t); ms++) {
            bool sailed = table_stretch(t) != 0;
            int seat = (int)rng_below(&rng, 4);
            if (turn_has(table_turn(t), CHANCE)) seat = CHANCE;
            if (!turn_has(table_turn(t), seat)) continue;
            Move list[MOVES_MAX];
            Text line = text_grow();
            text_printf(&line, seat == CHANCE ? "* " : "%d ", seat);
            if (seat == CHANCE)
                list[0] = game->rules.sample(table_state(t), &rng);
            else
                list[0] =
                    list[rng_below(&rng, (uint32_t)game->rules.moves(table_state(t), seat, list))];
            move_write(game, list[0], &line);
            enters(t, line.at);
            text_free(&line);
            if (rng_below(&rng, 2))
                clocks_follow(&c, t, at(ms)); /* several moves are kept at once */
            assert_int_equal(clocks_over(&c), 0);
            voyages += !sailed && table_stretch(t);
        }
        assert_true(voyages > 4);
        table_close(t);
    }
}

static void a_wall_clock_that_jumps_changes_no_clock(void **unused) {
    (void)unused;
    static const int64_t jumps[] = {0, 1, -86400, 400 * 86400LL, -1700000000, 1LL << 40};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        Table *t = dealt("bank:600+15");
        Clocks c = clocks_new();
        clocks_follow(&c, t, (Moment){1000, 1700000000});
        Moment later = {11000, 1700000000 + jumps[i]};
        clocks_count(&c, t, later);
        assert_int_equal(clocks_left(&c, t, 0), 590000);
        assert_int_equal(clocks_due(&c, t, later), 601000);
        assert_int_equal(clocks_over(&c), 0);
        table_close(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_read_and_written),
        cmocka_unit_test(a_decision_has_its_time_and_each_begins_anew),
        cmocka_unit_test(a_bank_runs_down_and_a_turn_adds_to_it),
        cmocka_unit_test(who_gets_up_and_comes_back_finds_his_decision_as_if_he_had_sat_there),
        cmocka_unit_test(a_decision_a_machine_made_meanwhile_is_over),
        cmocka_unit_test(a_turn_a_machine_made_for_who_was_late_adds_to_his_bank_too),
        cmocka_unit_test(a_bank_is_not_filled_by_getting_up),
        cmocka_unit_test(undo_gives_no_new_time_for_a_decision),
        cmocka_unit_test(two_undos_give_back_no_more_than_one),
        cmocka_unit_test(a_house_that_was_closed_takes_no_time_from_anybody),
        cmocka_unit_test(a_holiday_stops_the_clock_of_a_slow_table),
        cmocka_unit_test(a_pause_stops_every_clock),
        cmocka_unit_test(a_pause_lasts_until_he_is_back_for_whom_it_is),
        cmocka_unit_test(a_wall_clock_that_jumps_changes_no_clock),
        cmocka_unit_test(who_is_late_is_played_for_and_the_third_time_away),
        cmocka_unit_test(own_moves_end_a_row_of_lates),
        cmocka_unit_test(without_a_clock_nothing_runs),
        cmocka_unit_test(a_voyage_is_one_decision),
        cmocka_unit_test(every_voyage_has_its_time_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
