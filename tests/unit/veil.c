/* veil.c: a captain under sail knows nothing of his line, and nobody tells him for nothing. Two
   tables are played side by side: the same voyage, but one line runs aground, comes home or meets a
   port where the other does not. All that the captain may hold must be the same byte for byte until
   landfall: his window, the events told to him, what his undo and his next moves are answered, his
   hidden state. A shipmate's window tells the two apart, so the comparison would notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/voc/state.h"
#include "table/table.h"

enum { CAPTAIN = 0, SHIPMATE = 1, STRANGER = 2 };

typedef struct Twins {
    Table *a, *b;
    int sailed; /* position at pen-down */
} Twins;

static void enter(Table *t, const char *line) {
    Reason why = table_enter(t, line);
    if (why.text) fail_msg("%s: %s", line, why.text);
}

static void both(Twins *t, const char *line) {
    enter(t->a, line);
    enter(t->b, line);
}

static Table *table_begun_by_four(void) {
    Reason why;
    Table *t = table_open(&voc, 4, (uint8_t[OPTIONS_MAX]){0}, &why);
    for (int seat = 0; seat < 4; seat++) {
        char line[] = "seat 0 person owner0 Anna";
        line[5] = line[19] = (char)('0' + seat);
        enter(t, line);
    }
    enter(t, "begin");
    enter(t, "* contract 1");
    enter(t, "* contract 2");
    enter(t, "* contract 3");
    return t;
}

/* Seat 0 sets sail with ship A from `x`. */
static Twins twins_at(int x) {
    Twins t = {table_begun_by_four(), table_begun_by_four(), 0};
    char line[40];
    Text text = text_over(line, sizeof line);
    text_printf(&text, "0 sail %d", x);
    both(&t, line);
    t.sailed = table_position(t.a);
    return t;
}

static void close_twins(Twins *t) {
    table_close(t->a);
    table_close(t->b);
}

/* All that a viewer of this table may hold or ask for, as one text. */
static void write_all(const Table *t, int viewer, int sailed, Text *out) {
    static const char *const asked[] = {"stop",
                                        "pen 0 -16",
                                        "pen 16 16 -16 -16",
                                        "pen 0 0",
                                        "order 0 60",
                                        "order 360 60",
                                        "sail 500",
                                        "stay",
                                        "say north",
                                        "quiet",
                                        "mute",
                                        "chat",
                                        "take",
                                        "skip",
                                        "done",
                                        "pass",
                                        "landfall 500 743 sea",
                                        "drift 0 -9"};
    table_window(t, viewer, NULL, out);
    table_events(t, viewer, viewer, 0, table_position(t), NULL, out);
    table_events(t, viewer, viewer, sailed, table_position(t), NULL, out);
    Reason undo = table_undo_check(t, viewer, NULL);
    text_printf(out, "undo %s %d\n", undo.text ? undo.text : "", undo.n);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        Reason why = table_move_check(t, viewer, asked[i]);
        text_printf(out, "%s: %s %d\n", asked[i], why.text ? why.text : "", why.n);
    }
    text_printf(out, "turn %u over %d version %d\n", (unsigned)voc.rules.turn(table_state(t)),
                table_over(t), table_version(t));
    const char *names[SEATS_MAX];
    Voc hidden;
    memcpy(&hidden, table_state(t), sizeof hidden);
    voc_hide(&hidden, viewer);
    for (size_t i = 0; i < sizeof hidden; i++)
        text_printf(out, "%02x", ((const unsigned char *)&hidden)[i]);
    table_names(t, names);
    voc_print(&hidden, viewer, names, LANG_EN, 80, out);
}

static bool same_to(const Twins *t, int viewer) {
    Text a = text_grow(), b = text_grow();
    write_all(t->a, viewer, t->sailed, &a);
    write_all(t->b, viewer, t->sailed, &b);
    bool same = strcmp(a.at, b.at) == 0;
    text_free(&a);
    text_free(&b);
    return same;
}

static void captain_knows_nothing(const Twins *t) {
    Text a = text_grow(), b = text_grow();
    write_all(t->a, CAPTAIN, t->sailed, &a);
    write_all(t->b, CAPTAIN, t->sailed, &b);
    size_t at = 0;
    while (a.at[at] && a.at[at] == b.at[at])
        at++;
    if (a.at[at] || b.at[at]) {
        at = at > 60 ? at - 60 : 0;
        fail_msg("the captain is told …%.120s\nhere, and there …%.120s", a.at + at, b.at + at);
    }
    text_free(&a);
    text_free(&b);
}

/* Enters one line into each table; to the captain they stay the same, to others they differ. */
static void part(Twins *t, const char *a, const char *b) {
    enter(t->a, a);
    enter(t->b, b);
    captain_knows_nothing(t);
    assert_false(same_to(t, SHIPMATE));
    assert_false(same_to(t, STRANGER));
    assert_false(same_to(t, SPECTATOR));
}

static void together(Twins *t, const char *line) {
    both(t, line);
    captain_knows_nothing(t);
}

static const Walk *walk_of(const Table *t) {
    return &((const Voc *)table_state(t))->scene.voyage.walk;
}

/* The pen is lifted; the two landfalls tell the captain at last. */
static void landfall(Twins *t) {
    Rng rng = rng_seed(1);
    for (int i = 0; i < 2; i++)
        assert_true(table_play_on(i ? t->b : t->a, (Effort){0}, &rng));
    assert_false(same_to(t, CAPTAIN));
}

static void a_pen_aground_feels_like_one_at_sea(void **unused) {
    (void)unused;
    Twins t = twins_at(262);
    part(&t, "0 pen -16 -3 -16 -3 -16 -3 -14 -3", "0 pen 0 -16 0 -16 0 -16 0 -16");
    assert_int_equal(walk_of(t.a)->ending, END_AGROUND); /* Madagascar */
    assert_int_equal(walk_of(t.b)->ending, END_OPEN);
    together(&t, "0 pen 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16");
    together(&t, "1 say stop");
    together(&t, "0 pen 3 -16 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16");
    assert_true(((const Voc *)table_state(t.a))->scene.voyage.owed); /* asked aground too */
    together(&t, "1 mute");
    together(&t, "1 say east");
    together(&t, "0 stop");
    landfall(&t);
    close_twins(&t);
}

static void a_pen_come_home_feels_like_one_at_sea(void **unused) {
    (void)unused;
    Twins t = twins_at(500);
    both(&t, "0 pen 0 -16");
    part(&t, "0 pen 0 16", "0 pen 0 -1");
    assert_int_equal(walk_of(t.a)->ending, END_HOME);
    together(&t, "0 pen 5 5 1 1");
    together(&t, "0 stop");
    landfall(&t);
    close_twins(&t);
}

static void a_port_met_is_not_felt(void **unused) {
    (void)unused;
    Twins t = twins_at(783);
    both(&t, "0 pen 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16");
    both(&t, "0 pen 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16");
    both(&t, "0 pen 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16 0 -16");
    part(&t, "0 pen 0 -16 0 -1", "0 pen 16 0 1 0");
    assert_int_equal(walk_of(t.a)->visits, 1);
    assert_int_equal(walk_of(t.b)->visits, 0);
    together(&t, "1 quiet");
    together(&t, "0 stop");
    landfall(&t);
    close_twins(&t);
}

static void an_order_gone_astray_is_not_felt(void **unused) {
    (void)unused;
    Twins t = twins_at(262);
    together(&t, "0 order 290 60");
    part(&t, "* drift -60 -10", "* drift -45 -35");
    assert_int_equal(walk_of(t.a)->ending, END_AGROUND);
    assert_int_equal(walk_of(t.b)->ending, END_OPEN);
    together(&t, "1 quiet");
    for (int i = 2; i <= ORDERS_MAX; i++) { /* the last order ends the voyage for both */
        together(&t, i % 2 ? "0 order 180 9" : "0 order 0 9");
        together(&t, i % 2 ? "* drift 0 9" : "* drift 0 -9");
        if (i == 2) together(&t, "1 say west");
        if (i == 3) together(&t, "1 mute");
    }
    assert_int_equal(((const Voc *)table_state(t.a))->phase, PHASE_LANDFALL);
    landfall(&t);
    close_twins(&t);
}

static void the_last_segment_ends_both(void **unused) {
    (void)unused;
    Twins t = twins_at(262);
    part(&t, "0 pen -16 -3 -16 -3 -16 -3 -14 -3", "0 pen 0 -16 0 -16 0 -16 0 -16");
    for (int drawn = 4; drawn < SEGMENTS_MAX; drawn++) {
        assert_int_equal(((const Voc *)table_state(t.a))->phase, PHASE_VOYAGE);
        both(&t, drawn % 2 ? "0 pen 0 1" : "0 pen 0 -1");
        if (drawn % 50 == 0) captain_knows_nothing(&t);
    }
    assert_int_equal(((const Voc *)table_state(t.a))->phase, PHASE_LANDFALL);
    captain_knows_nothing(&t);
    landfall(&t);
    close_twins(&t);
}

/* Whatever two pens draw, stroke by stroke, with the same words called. */
static void no_two_lines_differ_to_the_captain(void **unused) {
    (void)unused;
    Rng rng = rng_seed(12);
    char line[2][80];
    int parted = 0;
    for (int voyage = 0; voyage < 60; voyage++) {
        Twins t = twins_at(259 + (int)rng_below(&rng, 594));
        for (int stroke = 0; stroke < 30; stroke++) {
            int segments = 1 + (int)rng_below(&rng, SEGMENTS_A_MOVE);
            for (int i = 0; i < 2; i++) {
                Text text = text_over(line[i], sizeof line[i]);
                text_add(&text, "0 pen");
                for (int n = 0; n < segments; n++)
                    text_printf(&text, " %d %d", (int)rng_below(&rng, 33) - 16,
                                (1 + (int)rng_below(&rng, 16)) *
                                    (voyage % 3 == 0 && n % 2 ? 1 : -1));
            }
            enter(t.a, line[0]);
            enter(t.b, line[1]);
            if (rng_below(&rng, 9) == 0 && voc_free_words(table_state(t.a), SHIPMATE))
                both(&t, rng_below(&rng, 2) ? "1 say north" : "1 say stop");
            captain_knows_nothing(&t);
        }
        both(&t, "0 stop");
        captain_knows_nothing(&t);
        parted += walk_of(t.a)->ending != walk_of(t.b)->ending;
        close_twins(&t);
    }
    assert_true(parted > 5); /* the lines did end differently */
}

/* --- told at landfall ------------------------------------------------------------------------- */

static int count_lines(const Table *t, int viewer, int from) {
    Text json = text_grow();
    table_events(t, viewer, viewer, from, table_position(t), NULL, &json);
    int n = 0;
    for (const char *at = json.at; (at = strstr(at, "\"kind\":\"line\"")); at++)
        n++;
    text_free(&json);
    return n;
}

static void a_captain_learns_his_line_at_landfall(void **unused) {
    (void)unused;
    Twins twins = twins_at(500);
    Table *t = twins.a;
    enter(t, "0 pen 0 -16 0 -16");
    enter(t, "0 pen 3 -16");
    assert_int_equal(count_lines(t, CAPTAIN, twins.sailed), 0);
    assert_int_equal(count_lines(t, SHIPMATE, twins.sailed), 3);
    Text window = text_grow();
    table_window(t, CAPTAIN, NULL, &window);
    assert_non_null(strstr(window.at, "\"blind\":true"));
    assert_null(strstr(window.at, "\"ended\""));
    text_free(&window);
    enter(t, "0 stop");
    assert_int_equal(count_lines(t, CAPTAIN, twins.sailed), 0);
    int stopped = table_position(t);
    enter(t, "* landfall 503 711 sea");
    assert_int_equal(count_lines(t, CAPTAIN, stopped), 3); /* all at once, as part of this move */
    assert_int_equal(count_lines(t, CAPTAIN, 0), 3);
    assert_int_equal(count_lines(t, SHIPMATE, stopped), 0);
    assert_int_equal(count_lines(t, SPECTATOR, 0), 3);
    close_twins(&twins);
}

/* --- talk ---------------------------------------------------------------------------------------
 */

static void window_has(const Table *t, int viewer, const char *part) {
    Text window = text_grow();
    table_window(t, viewer, NULL, &window);
    if (!strstr(window.at, part)) fail_msg("seat %d does not see %s", viewer, part);
    text_free(&window);
}

/* V15: from the first sail to landfall whoever writes to the table pays, and the captain may not.
 */
static void talk_costs_five_daalders_at_sea(void **unused) {
    (void)unused;
    Fine fine;
    Table *t = table_begun_by_four();
    assert_false(table_fine(t, 1, &fine));
    window_has(t, 1, "\"talk\":null");
    enter(t, "0 sail 500");
    assert_true(table_fine(t, 1, &fine));
    assert_int_equal(fine.n, FINE);
    assert_int_equal(fine.move.verb, VERB_CHAT);
    window_has(t, 0, "\"why\":{\"say\":\"A captain writes to nobody before landfall.\"");
    window_has(t, 1,
               "\"act\":\"Write and pay {n} daalders\",\"n\":5,\"why\":{\"say\":\"You do not "
               "have the {n} daalders a message costs now.\",\"n\":5}}");
    window_has(t, SPECTATOR, "\"talk\":null");
    enter(t, "0 pen 0 -16");
    enter(t, "0 stop");
    assert_false(table_fine(t, 1, &fine)); /* the voyage is over */
    enter(t, "* landfall 500 743 sea");
    assert_false(table_fine(t, 0, &fine));
    table_close(t);
}

/* --- the pile --------------------------------------------------------------------------------- */

/* Whatever is drawn next, everybody sees the same before: the cards not seen yet, by number. */
static void nobody_learns_the_pile(void **unused) {
    (void)unused;
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer >= 4 && viewer < SPECTATOR) continue;
        Twins t = twins_at(500);
        both(&t, "0 stop");
        both(&t, "* landfall 500 759 harbour");
        both(&t, "2 stay");
        both(&t, "1 stay");
        both(&t, "3 stay");
        assert_true(same_to(&t, viewer));
        Text window = text_grow();
        table_window(t.a, viewer, NULL, &window);
        assert_non_null(strstr(window.at, "\"pile\":16,"));
        const char *at = strstr(window.at, "\"unseen\":[");
        for (int card = 4; card <= CONTRACTS; card++) {
            char key[16];
            Text text = text_over(key, sizeof key);
            text_printf(&text, "\"card\":%d,", card);
            assert_non_null(at = strstr(at, key));
        }
        text_free(&window);
        enter(t.a, "* contract 9");
        enter(t.b, "* contract 4");
        assert_false(same_to(&t, viewer));
        close_twins(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pen_aground_feels_like_one_at_sea),
        cmocka_unit_test(a_pen_come_home_feels_like_one_at_sea),
        cmocka_unit_test(a_port_met_is_not_felt),
        cmocka_unit_test(an_order_gone_astray_is_not_felt),
        cmocka_unit_test(the_last_segment_ends_both),
        cmocka_unit_test(no_two_lines_differ_to_the_captain),
        cmocka_unit_test(a_captain_learns_his_line_at_landfall),
        cmocka_unit_test(talk_costs_five_daalders_at_sea),
        cmocka_unit_test(nobody_learns_the_pile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
