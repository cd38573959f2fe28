/* removal.c: a table that is removed takes everything of it along, so that nothing of it is told of
   the table that gets its key next; and who deletes his account takes his name along. */
#include <sqlite3.h>

#include "stores.h"

#include "store/accounts.h"
#include "store/admin.h"
#include "store/past.h"

static void add(Sqlite *db, const char *id) {
    StoreTable table = harbour(id);
    StoreBatch batch = {.lines = "", .stage = STAGE_OVER, .seats = ""};
    assert_int_equal(sqlite_create(db, &table, &batch), STORE_DONE);
}

static void act(Sqlite *db, const char *word, const char *about) {
    AdminAct a = {.count = 2};
    Text out = text_grow();
    strcpy(a.words[0], word);
    strcpy(a.words[1], about);
    assert_null(admin_act(db, directory, &a, &out).text);
    text_free(&out);
}

static int64_t number(Sqlite *db, const char *sql) {
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(sqlite_file(db), sql, -1, &query, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return n;
}

static StoreResult analysis_of(Sqlite *db, const char *id) {
    StoreAnswer answer = {0};
    StoreResult result = past_find_analysis(db, id, "open", &answer);
    free(answer.lines);
    return result;
}

static void removed_by(const char *word, const char *about) {
    Sqlite *db = open_file();
    add(db, "old");
    int64_t key = number(db, "SELECT key FROM tables WHERE id = 'old'");
    assert_int_equal(past_save_analysis(db, "old", "open", "{}"), STORE_DONE);
    assert_int_equal(analysis_of(db, "old"), STORE_DONE);
    act(db, word, about);
    add(db, "new");
    assert_int_equal(number(db, "SELECT key FROM tables WHERE id = 'new'"), key);
    assert_int_equal(analysis_of(db, "new"), STORE_MISSING);
    sqlite_close(db);
}

static void the_analysis_of_a_deleted_table_is_not_told_of_the_next(void **state) {
    (void)state;
    removed_by("delete", "old");
}

static void nor_that_of_a_purged_one(void **state) {
    (void)state;
    removed_by("purge", "0");
}

/* The store knows at hand where the journal of a table goes on that was played lately. */
static void a_move_at_a_removed_table_goes_to_no_other(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(create(store, "old", "time none\n", 1, STAGE_PLAYING), STORE_DONE);
    assert_int_equal(append(store, "old", 1, "0 pass\n", 1), STORE_DONE);
    Wait wait = WAIT;
    AdminAct gone = {.words = {"delete", "old"}, .count = 2, .who = "harbour"};
    store_admin(store, &gone, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
    assert_int_equal(create(store, "new", "time none\n", 1, STAGE_PLAYING), STORE_DONE);
    assert_int_equal(append(store, "old", 2, "1 pass\n", 1), STORE_MISSING);
    assert_journal(store, "new", "time none\n", 1);
    store_close(store);
}

/* Whatever the file keeps by the key of a table. */
static void nothing_of_a_removed_table_stays(void **state) {
    (void)state;
    Sqlite *db = open_file();
    add(db, "old");
    sqlite3_stmt *named;
    assert_int_equal(sqlite3_prepare_v2(sqlite_file(db),
                                        "SELECT m.name, f.\"from\" FROM sqlite_schema m,"
                                        " pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"
                                        " AND f.\"table\" = 'tables'",
                                        -1, &named, NULL),
                     SQLITE_OK);
    /* A row of zeros and empty words in each of them. */
    char tables[16][32];
    int count = 0;
    while (sqlite3_step(named) == SQLITE_ROW && count < 16)
        snprintf(tables[count++], sizeof tables[0], "%s", sqlite3_column_text(named, 0));
    sqlite3_finalize(named);
    assert_in_range(count, 4, 15);
    static const char *const rows[] = {
        "INSERT INTO journal (game, position, line) SELECT key, 0, '' FROM tables",
        "INSERT INTO sitters (person, game) SELECT 'anna', key FROM tables",
        "INSERT INTO analyses (game, kind, text) SELECT key, 'open', '' FROM tables",
        "INSERT INTO results (game, seat, who, rank, points, margin, away, feats, gain, own)"
        " SELECT key, 0, 'anna', 1, 0, 0, 0, 0, 0, 1 FROM tables"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(sqlite3_exec(sqlite_file(db), rows[i], NULL, NULL, NULL), SQLITE_OK);
    for (int i = 0; i < 2 * count; i++) {
        char sql[80];
        if (i == count) act(db, "delete", "old");
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", tables[i % count]);
        assert_int_equal(number(db, sql), i < count);
    }
    sqlite_close(db);
}

/* Version 13 may hold analyses that went over to another table. */
static void a_store_of_version_13_makes_its_analyses_again(void **state) {
    (void)state;
    Sqlite *db = open_file();
    add(db, "one");
    assert_int_equal(past_save_analysis(db, "one", "open", "{}"), STORE_DONE);
    assert_int_equal(
        sqlite3_exec(
            sqlite_file(db),
            "PRAGMA user_version = 13; DROP INDEX journal_seated; DROP INDEX journal_people", NULL,
            NULL, NULL),
        SQLITE_OK);
    sqlite_close(db);
    db = open_file();
    assert_true(sqlite_has_table(db, "one"));
    assert_int_equal(analysis_of(db, "one"), STORE_MISSING);
    assert_int_equal(past_save_analysis(db, "one", "open", "{}"), STORE_DONE);
    sqlite_close(db);
    db = open_file();
    assert_int_equal(analysis_of(db, "one"), STORE_DONE);
    sqlite_close(db);
}

/* --- people ------------------------------------------------------------------------------------
 */

static void add_with(Sqlite *db, const char *id, const char *lines, int count, const char *sitter,
                     int place) {
    StoreTable table = harbour(id);
    StoreBatch batch = {.lines = lines, .count = count, .seats = lines};
    strcpy(table.host, "bert");
    batch.sitter[batch.sitters++] = "bert";
    if (sitter) {
        batch.place[batch.sitters] = place;
        batch.sitter[batch.sitters++] = sitter;
    }
    assert_int_equal(sqlite_create(db, &table, &batch), STORE_DONE);
}

static void account(Sqlite *db, AccountAct what) {
    AccountCall call = {.act = what};
    StoreAnswer answer = {0};
    strcpy(call.id, "anna");
    strcpy(call.name, "Annabelle");
    strcpy(call.password, "hash");
    assert_int_equal(sqlite_account(db, &call, &answer), STORE_DONE);
    free(answer.lines);
}

static void assert_lines(Sqlite *db, const char *id, const char *lines) {
    StoreAnswer answer = {0};
    assert_int_equal(sqlite_load(db, id, &answer), STORE_DONE);
    assert_string_equal(answer.lines, lines);
    free(answer.lines);
}

static void who_deletes_his_account_takes_his_name_along(void **state) {
    (void)state;
    Sqlite *db = open_file();
    StorePerson anna = {.id = "anna", .name = "Annabelle"};
    assert_int_equal(sqlite_save_person(db, &anna), STORE_DONE);
    account(db, ACCOUNT_OPEN);
    add_with(db, "asked", "seat 0 person bert Bert\nseat 2 invite anna Annabelle\n", 2, "anna",
             PLACE_RESERVED);
    add_with(db, "unasked", "seat 0 person bert Bert\nseat 2 invite anna Annabelle\nseat 2 empty\n",
             3, NULL, 0);
    add_with(db, "left",
             "seat 0 person bert Bert\nseat 1 person anna Annabelle\nchat 1 Annabelle ici\n"
             "seat 1 empty\nseat 1 person annab Annab\nchat 1 Annab ici\n",
             6, "annab", 1);
    add_with(db, "other", "seat 0 person bert Annabelle\nseat 1 invite annab Annab\n", 2, "annab",
             PLACE_RESERVED);
    account(db, ACCOUNT_DELETE);
    assert_lines(db, "asked", "seat 0 person bert Bert\nseat 2 invite anna " NOBODY "\n");
    assert_lines(db, "unasked",
                 "seat 0 person bert Bert\nseat 2 invite anna " NOBODY "\nseat 2 empty\n");
    assert_lines(db, "left",
                 "seat 0 person bert Bert\nseat 1 person anna " NOBODY "\nchat 1 …\n"
                 "seat 1 empty\nseat 1 person annab Annab\nchat 1 Annab ici\n");
    assert_lines(db, "other", "seat 0 person bert Annabelle\nseat 1 invite annab Annab\n");
    assert_int_equal(number(db, "SELECT count(*) FROM tables WHERE seats = ''"), 3);
    sqlite_close(db);
}

static void a_table_he_only_opened_is_nobodys_and_told_of(void **state) {
    (void)state;
    Sqlite *db = open_file();
    add(db, "opened"); /* by anna, who never sat there */
    add_with(db, "other", "seat 0 person bert Bert\n", 1, NULL, 0);
    AccountCall call = {.act = ACCOUNT_DELETE, .id = "anna"};
    StoreAnswer answer = {0};
    assert_int_equal(number(db, "SELECT count(*) FROM tables WHERE host = 'anna'"), 1);
    assert_int_equal(sqlite_account(db, &call, &answer), STORE_DONE);
    assert_string_equal(answer.lines, "opened\n");
    assert_int_equal(number(db, "SELECT count(*) FROM tables WHERE host = ''"), 1);
    free(answer.lines);
    sqlite_close(db);
}

static int count_step(void *count) {
    ++*(int *)count;
    return 0;
}

/* Steps of SQLite's machine, by the hundred. */
static int cost_of_clearing(Sqlite *db) {
    int count = 0;
    sqlite3_progress_handler(sqlite_file(db), 100, count_step, &count);
    account(db, ACCOUNT_CLEAR);
    sqlite3_progress_handler(sqlite_file(db), 0, NULL, NULL);
    return count;
}

static void the_tables_of_others_cost_nothing(void **state) {
    (void)state;
    Sqlite *db = open_file();
    add_with(db, "hers", "seat 0 person bert Bert\nseat 1 person anna Annabelle\n", 2, "anna", 1);
    account(db, ACCOUNT_CLEAR);
    int before = cost_of_clearing(db);
    assert_true(sqlite_begin(db, false));
    for (int i = 0; i < 1000; i++) {
        char id[TABLE_ID_MAX + 1];
        snprintf(id, sizeof id, "other%d", i);
        add_with(db, id, "seat 0 person bert Bert\n", 1, NULL, 0);
    }
    assert_true(sqlite_commit(db));
    assert_int_equal(cost_of_clearing(db), before);
    sqlite_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_move_at_a_removed_table_goes_to_no_other),
        TEST(the_analysis_of_a_deleted_table_is_not_told_of_the_next),
        TEST(nor_that_of_a_purged_one),
        TEST(nothing_of_a_removed_table_stays),
        TEST(who_deletes_his_account_takes_his_name_along),
        TEST(a_table_he_only_opened_is_nobodys_and_told_of),
        TEST(the_tables_of_others_cost_nothing),
        TEST(a_store_of_version_13_makes_its_analyses_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
