/* length.c: every game has a length of ours: a short game is the same game, ends by its own rules
   after what its option promises, and a record names the length only where it is not the whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/games.h"
#include "table/table.h"

/* A table of sailors, played to its end. */
static Table *played(const char *id, int players, const char *rules, bool brief, uint64_t seed) {
    const Game *game = game_named(id);
    uint8_t options[OPTIONS_MAX] = {0};
    Rng rng = rng_seed(seed);
    Reason why;
    if (rules) assert_null(option_set(game, "rules", rules, options).text);
    assert_null(option_set(game, "length", brief ? "short" : "full", options).text);
    Table *t = table_open(game, players, options, &why);
    assert_non_null(t);
    for (int seat = 0; seat < players; seat++) {
        char line[] = "seat 0 bot greedy";
        line[5] = (char)('0' + seat);
        assert_null(table_enter(t, line).text);
    }
    assert_null(table_enter(t, "begin").text);
    while (!table_over(t))
        assert_true(table_play_on(t, (Effort){.iterations = 1}, &rng));
    return t;
}

typedef struct Tally {
    const char *kind;
    int times, most, last; /* how often it was told, and the highest and the last {n} */
} Tally;

static void count(void *who, int position, int seat, const Move *move, const News *news,
                  const void *state) {
    (void)position, (void)seat, (void)move, (void)state;
    Tally *tally = who;
    for (int i = 0; i < news->count; i++) {
        if (strcmp(news->event[i].kind, tally->kind) != 0) continue;
        tally->times++;
        tally->last = news->event[i].n;
        if (news->event[i].n > tally->most) tally->most = news->event[i].n;
    }
}

static Tally tally(const Table *t, const char *kind) {
    Tally found = {.kind = kind};
    table_replay(t, 0, table_position(t), count, &found);
    return found;
}

static void byzanz_sells_three_rounds(void **unused) {
    (void)unused;
    static const int full[] = {8, 6, 6, 4}, few[] = {3, 3, 3, 2};
    for (int players = 3; players <= 6; players++)
        for (int brief = 0; brief < 2; brief++) {
            Table *t = played("byzanz", players, NULL, brief, 5);
            int rounds = brief ? few[players - 3] : full[players - 3];
            assert_int_equal(tally(t, "round").most, rounds);
            table_close(t);
        }
}

static void batavia_has_twenty_stalls(void **unused) {
    (void)unused;
    int furthest = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        Table *t = played("batavia", 3, NULL, true, seed);
        Tally sails = tally(t, "sail"), stalls = tally(t, "stalls");
        assert_in_range(sails.most, 1, 20);
        assert_in_range(stalls.most, 1, 16); /* the last block begins there */
        assert_int_equal(tally(t, "arrive").times, 1);
        if (sails.most > furthest) furthest = sails.most;
        table_close(t);
    }
    assert_in_range(furthest, 16, 20);
    Table *t = played("batavia", 3, NULL, false, 1);
    assert_in_range(tally(t, "sail").most, 21, 35);
    table_close(t);
}

static void comptoir_has_ten_ships_and_six_events(void **unused) {
    (void)unused;
    int events = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        Table *t = played("comptoir", 3, NULL, true, seed);
        assert_int_equal(tally(t, "next").times, 6); /* behind the four of the set-up */
        assert_int_equal(tally(t, "last").times, 1);
        int found = tally(t, "tile").times;
        assert_in_range(found, 0, 6);
        if (found > events) events = found;
        table_close(t);
    }
    assert_int_equal(events, 6);
}

static void voc_has_four_years(void **unused) {
    (void)unused;
    Table *t = played("voc", 4, "basic", true, 3);
    assert_int_equal(tally(t, "year").times, 5);
    assert_int_equal(tally(t, "year").last, 1592);   /* begins, and is not played */
    assert_int_equal(tally(t, "contract").times, 9); /* six to begin with, one a year */
    assert_int_equal(tally(t, "voc").times, 0);
    assert_in_range(tally(t, "amsterdam").times, 1, 4);
    table_close(t);
    t = played("voc", 3, "advanced", true, 3);
    assert_int_equal(tally(t, "year").last, 1589);
    assert_int_equal(tally(t, "contract").times, 6);
    table_close(t);
}

static void a_record_names_the_length_where_it_is_short(void **unused) {
    (void)unused;
    for (int brief = 0; brief < 2; brief++) {
        Table *t = played("byzanz", 3, NULL, brief, 2);
        Text record = text_grow(), again = text_grow();
        table_record(t, 2, &record);
        assert_int_equal(strstr(record.at, "option.length: short\n") != NULL, brief);
        assert_null(strstr(record.at, "option.length: full"));
        int line;
        Reason why;
        Table *read = table_read(record.at, record.length, &line, &why);
        if (!read) fail_msg("line %d: %s", line, why.text);
        table_record(read, 2, &again);
        assert_string_equal(record.at, again.at);
        table_close(read);
        table_close(t);
        text_free(&record);
        text_free(&again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(byzanz_sells_three_rounds),
        cmocka_unit_test(batavia_has_twenty_stalls),
        cmocka_unit_test(comptoir_has_ten_ships_and_six_events),
        cmocka_unit_test(voc_has_four_years),
        cmocka_unit_test(a_record_names_the_length_where_it_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
