/* emblems.c: the emblems of the house on somebody's page, each just before it is earned and just
   then, from results as finished games leave them (tests/unit/result.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "games/games.h"
#include "store/accounts.h"
#include "store/sqlite.h"

static char folder[] = "/tmp/negoce-emblems.XXXXXX";
static Sqlite *db;
static int key;

static void sql(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void sql(const char *format, ...) {
    char text[1024];
    va_list rest;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    char *why = NULL;
    if (sqlite3_exec(sqlite_file(db), text, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", text, why);
}

/* A house with one account, Anna, and nothing played. */
static int begin(void **state) {
    char path[sizeof folder + 16];
    Reason why;
    (void)state;
    snprintf(path, sizeof path, "%s/negoce.db", folder);
    unlink(path);
    db = sqlite_open(path, &why);
    assert_non_null(db);
    key = 0;
    sql("INSERT INTO people (id, name, since, look, stroke) VALUES ('anna', 'Anna', 1, x'01', "
        "x'02')");
    return 0;
}

static int end(void **state) {
    (void)state;
    sqlite_close(db);
    return 0;
}

/* A finished game of Anna's and, where `with` is not "", somebody else's. */
static void game(const char *name, int rank, int margin, int away, const char *with,
                 const char *series, long long days) {
    key++;
    sql("INSERT INTO tables (key, id, game, players, options, title, listed, host, seed, created,"
        " stage, ended, series) VALUES (%d, 't%d', '%s', 3, '', '', 0, '', x'00', 1000, 'over',"
        " 1000 + %lld, '%s')",
        key, key, name, days * 86400, series);
    sql("INSERT INTO results (game, seat, who, rank, points, margin, away, feats, gain, own) "
        "VALUES (%d,"
        " 0, 'anna', %d, 10, %d, %d, 0, 0, NOT %d)",
        key, rank, margin, away, away);
    if (with[0])
        sql("INSERT INTO results (game, seat, who, rank, points, margin, away, feats, gain, own) "
            "VALUES"
            " (%d, 1, '%s', %d, 9, 0, 0, 0, 0, 1)",
            key, with, rank == 1 ? 2 : 1);
}

/* Anna's page, as JSON; to be freed. */
static char *page_of_anna(void) {
    AccountCall call = {.act = ACCOUNT_PERSON, .id = "anna"};
    StoreAnswer answer = {0};
    sqlite3_exec(sqlite_file(db), "UPDATE people SET look = zeroblob(16), stroke = zeroblob(16)",
                 NULL, NULL, NULL);
    assert_int_equal(sqlite_person(db, &call, &answer), STORE_DONE);
    free(answer.account);
    return answer.lines;
}

static bool has(const char *emblem) {
    char start[64], *page = page_of_anna();
    snprintf(start, sizeof start, "{\"id\":\"%s\"", emblem);
    const char *at = strstr(page, start);
    assert_non_null(at);
    bool got = strncmp(strstr(at, "\"got\":"), "\"got\":true", 10) == 0;
    free(page);
    return got;
}

/* --- each of them ------------------------------------------------------------------------------
 */

static void a_first_bale_is_a_sale_of_any_game(void **state) {
    (void)state;
    assert_false(has("e-bale"));
    for (int g = 0; games[g]; g++) {
        const Feat *feats = games[g]->words.feats;
        int i = 0;
        if (!feats) continue; /* a game may do without */
        while (feats[i].id && strcmp(feats[i].id, "e-bale") != 0)
            i++;
        assert_non_null(feats[i].id);
        game(games[g]->id, 2, 0, 0, "", "", 0);
        assert_false(has("e-bale"));
        sql("UPDATE results SET feats = %u WHERE game = %d AND seat = 0", 1u << i, key);
        assert_true(has("e-bale"));
        sql("UPDATE results SET feats = 0");
    }
}

static void a_reef_knot_is_ten_rematches_of_the_same(void **state) {
    (void)state;
    game("byzanz", 1, 3, 0, "bert", "", 0); /* the first is no rematch */
    for (int i = 0; i < 9; i++)
        game("byzanz", 1, 3, 0, "bert", "t1", 0);
    game("byzanz", 1, 3, 0, "cleo", "t1", 0); /* somebody else */
    game("byzanz", 1, 3, 0, "*trader", "t1", 0);
    game("byzanz", 1, 3, 0, "bert", "", 0);
    assert_false(has("e-reef"));
    game("byzanz", 1, 3, 0, "bert", "t1", 0);
    assert_true(has("e-reef"));
}

static void machines_tie_no_reef_knot(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++)
        game("byzanz", 1, 3, 0, "*trader", "t1", 0);
    assert_false(has("e-reef"));
}

static void a_sign_of_four_is_a_win_at_every_game(void **state) {
    (void)state;
    for (int g = 0; games[g]; g++) {
        game(games[g]->id, 2, 0, 0, "", "", 0);
        assert_false(has("e-four"));
    }
    for (int g = 0; games[g]; g++) {
        game(games[g]->id, 1, 5, 0, "", "", 0);
        assert_true(has("e-four") == !games[g + 1]);
    }
}

static void a_just_weight_is_a_win_by_one(void **state) {
    (void)state;
    game("byzanz", 1, 2, 0, "", "", 0);
    game("byzanz", 1, 0, 0, "", "", 0); /* shared */
    game("byzanz", 2, 1, 0, "", "", 0);
    assert_false(has("e-weight"));
    game("byzanz", 1, 1, 0, "", "", 0);
    assert_true(has("e-weight"));
}

static void a_turks_head_is_a_hundred_games_none_left(void **state) {
    (void)state;
    game("byzanz", 2, 0, 1, "", "", 0); /* one that was left, long ago */
    for (int i = 0; i < 99; i++)
        game("byzanz", 2, 0, 0, "", "", 0);
    assert_false(has("e-turk"));
    game("byzanz", 2, 0, 0, "", "", 0);
    assert_true(has("e-turk"));
    game("byzanz", 2, 0, 1, "", "", 0);
    assert_false(has("e-turk"));
}

static void a_lead_seal_is_a_game_that_was_checked(void **state) {
    (void)state;
    game("byzanz", 2, 0, 0, "bert", "", 0);
    sql("UPDATE results SET checked = 1 WHERE who = 'bert'");
    assert_false(has("e-lead"));
    sql("UPDATE results SET checked = 1 WHERE who = 'anna'");
    assert_true(has("e-lead"));
}

static void a_lying_sandglass_is_a_game_of_a_hundred_days(void **state) {
    (void)state;
    game("byzanz", 2, 0, 0, "", "", 99);
    assert_false(has("e-glass"));
    game("byzanz", 2, 0, 0, "", "", 100);
    assert_true(has("e-glass"));
}

/* The twelve of the house’s sheet, and three more a game. */
static void there_are_twelve_and_three_more_a_game(void **state) {
    static const char *const sheet[] = {"e-bale",   "e-letter",  "e-reef",  "e-four",
                                        "e-weight", "e-seals",   "e-slate", "e-turk",
                                        "e-lead",   "e-lantern", "e-hold",  "e-glass"};
    (void)state;
    for (size_t i = 0; i < sizeof sheet / sizeof *sheet; i++)
        assert_false(has(sheet[i]));
    for (int g = 0; games[g]; g++) {
        int own = 0;
        const Feat *feat = games[g]->words.feats;
        if (!feat) continue;
        for (; feat->id; feat++) {
            bool shared = false;
            for (size_t i = 0; i < sizeof sheet / sizeof *sheet; i++)
                shared |= strcmp(sheet[i], feat->id) == 0;
            own += !shared;
        }
        assert_int_equal(own, 3);
    }
}

/* A record is the best of all games: the most of a sale, the fewest words of a crossing. */
static void a_record_is_the_best_of_all_games(void **state) {
    (void)state;
    game("byzanz", 1, 3, 0, "", "", 0);
    char *page = page_of_anna();
    assert_null(strstr(page, "\"best\"")); /* she sold nothing */
    free(page);
    sql("UPDATE results SET bests = '{\"sale\":3}' WHERE game = %d", key);
    game("byzanz", 1, 3, 0, "bert", "", 0);
    sql("UPDATE results SET bests = '{\"sale\":' || CASE seat WHEN 0 THEN 5 ELSE 9 END || '}'"
        " WHERE game = %d",
        key);
    for (int words = 12; words > 9; words--) {
        game("voc", 1, 3, 0, "", "", 0);
        sql("UPDATE results SET bests = '{\"crossing\":%d}' WHERE game = %d", words, key);
    }
    page = page_of_anna();
    assert_non_null(strstr(page, "{\"kind\":\"best\",\"game\":\"byzanz\",\"title\":\"Best sale\","
                                 "\"unit\":\"{n} {n?point|points}\",\"n\":5}"));
    assert_non_null(strstr(page, "\"title\":\"Shortest crossing\",\"unit\":\"{n} {n?word|words}\","
                                 "\"n\":10}"));
    assert_null(strstr(page, "\"Best delivery\""));
    free(page);
}

int main(void) {
    assert_non_null(mkdtemp(folder));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_first_bale_is_a_sale_of_any_game, begin, end),
        cmocka_unit_test_setup_teardown(a_reef_knot_is_ten_rematches_of_the_same, begin, end),
        cmocka_unit_test_setup_teardown(machines_tie_no_reef_knot, begin, end),
        cmocka_unit_test_setup_teardown(a_sign_of_four_is_a_win_at_every_game, begin, end),
        cmocka_unit_test_setup_teardown(a_just_weight_is_a_win_by_one, begin, end),
        cmocka_unit_test_setup_teardown(a_turks_head_is_a_hundred_games_none_left, begin, end),
        cmocka_unit_test_setup_teardown(a_lead_seal_is_a_game_that_was_checked, begin, end),
        cmocka_unit_test_setup_teardown(a_lying_sandglass_is_a_game_of_a_hundred_days, begin, end),
        cmocka_unit_test_setup_teardown(there_are_twelve_and_three_more_a_game, begin, end),
        cmocka_unit_test_setup_teardown(a_record_is_the_best_of_all_games, begin, end),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char line[sizeof folder + 16];
    for (int i = 0; i < 3; i++) {
        static const char *const ends[] = {"", "-wal", "-shm"};
        snprintf(line, sizeof line, "%s/negoce.db%s", folder, ends[i]);
        unlink(line);
    }
    rmdir(folder);
    return failed;
}
