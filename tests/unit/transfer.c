/* transfer.c: one table as a file: what was written out comes back as it was; and the whole file.
 */
#include <sqlite3.h>
#include <stdatomic.h>
#include <time.h>

#include "stores.h"

#include "store/admin.h"

/* The rows of a query, a line each. */
static Text rows(Sqlite *db, const char *sql) {
    Text out = text_grow();
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(sqlite_file(db), sql, -1, &query, NULL), SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(query); i++)
            text_printf(&out, "%s%c", (const char *)sqlite3_column_text(query, i),
                        i + 1 == sqlite3_column_count(query) ? '\n' : ' ');
    sqlite3_finalize(query);
    return out;
}

static void assert_rows(Sqlite *db, const char *sql, const char *expected) {
    Text out = rows(db, sql);
    assert_string_equal(out.at, expected);
    text_free(&out);
}

static void remove_table(Sqlite *db, const char *id) {
    AdminAct act = {.count = 2};
    Text out = text_grow();
    strcpy(act.words[0], "delete");
    strcpy(act.words[1], id);
    assert_null(admin_act(db, directory, &act, &out).text);
    text_free(&out);
}

static const char lines[] = "seat 1 person bert Bert\n"
                            "seat 0 person anna Anna\n"
                            "seat 2 bot greedy\n"
                            "seat 3 invite cleo Cléo\n";

/* A table with people, a bot and an invitation, the third of a series, and its file. */
static Text written(Sqlite *db) {
    StoreTable table = harbour("abc");
    StoreBatch batch = {.lines = lines, .count = 4, .seats = ""};
    Text file = text_grow();
    table.rated = true;
    table.round = 3;
    strcpy(table.series, "first");
    strcpy(table.wins, "anna=2 bert=0 *2=0");
    assert_int_equal(sqlite_create(db, &table, &batch), STORE_DONE);
    assert_int_equal(transfer_write(db, directory, "abc", &file), STORE_DONE);
    remove_table(db, "abc");
    return file;
}

static Reason brought_in(Sqlite *db, const char *text) {
    Text out = text_grow();
    Reason why = transfer_read(db, directory, text, &out);
    text_free(&out);
    return why;
}

#define SITTERS "SELECT person, place FROM sitters ORDER BY person"
#define SERIES  "SELECT rated, series, round, wins FROM tables"

static void everybody_sits_where_he_sat(void **state) {
    (void)state;
    Sqlite *db = open_file();
    Text file = written(db);
    assert_null(brought_in(db, file.at).text);
    assert_rows(db, SITTERS, "anna 0\nbert 1\ncleo -2\n");
    text_free(&file);
    sqlite_close(db);
}

static void what_this_house_wrote_counts_and_goes_on_in_its_series(void **state) {
    (void)state;
    write_key("0123456789abcdef0123456789abcdef");
    Sqlite *db = open_file();
    Text file = written(db);
    assert_null(brought_in(db, file.at).text);
    assert_rows(db, SERIES, "1 first 3 anna=2 bert=0 *2=0\n");
    text_free(&file);
    sqlite_close(db);
}

/* The other tables of its series are not here, and what it says of ratings nobody here has seen. */
static void what_another_house_wrote_stands_alone_and_does_not_count(void **state) {
    (void)state;
    write_key("0123456789abcdef0123456789abcdef");
    Sqlite *db = open_file();
    Text file = written(db);
    write_key("another house, another key......");
    assert_null(brought_in(db, file.at).text);
    assert_rows(db, SITTERS, "anna 0\nbert 1\ncleo -2\n");
    assert_rows(db, "SELECT rated, round, length(series), length(wins) FROM tables", "0 0 0 0\n");
    text_free(&file);
    sqlite_close(db);
}

/* A seat kept for somebody would be in his list, though nobody here has asked him. */
static void a_table_of_another_house_names_nobody_of_this_one(void **state) {
    (void)state;
    static const char *const ours[] = {"anna", "bert", "cleo"};
    write_key("0123456789abcdef0123456789abcdef");
    Sqlite *db = open_file();
    Text file = written(db);
    write_key("another house, another key......");
    for (int i = 0; i < 3; i++) {
        StorePerson person = {.session = {(uint8_t)i}};
        strcpy(person.id, ours[i]);
        strcpy(person.name, ours[i]);
        person.looks[0][0] = person.looks[1][0] = (uint8_t)(i + 1);
        assert_int_equal(sqlite_save_person(db, &person), STORE_DONE);
        Reason why = brought_in(db, file.at);
        assert_non_null(why.text);
        assert_non_null(strstr(why.text, "names people of this house"));
        assert_rows(db, "DELETE FROM people", "");
    }
    text_free(&file);
    sqlite_close(db);
}

/* In the list of who runs the house, an invitation is no seat that somebody has. */
static void a_program_has_its_seat_as_anybody_has(void **state) {
    (void)state;
    StoreTable table = harbour("abc");
    StoreBatch batch = {.seats = "seat 0 person anna Anna\nseat 1 guest pirate\nseat 2 bot greedy\n"
                                 "seat 3 invite cleo Cléo\nseat 1 lost\n",
                        .lines = ""};
    Sqlite *db = open_file();
    Text out = text_grow();
    assert_int_equal(sqlite_create(db, &table, &batch), STORE_DONE);
    assert_true(admin_list(db, "", &out));
    assert_non_null(strstr(out.at, "\t3\t4\t"));
    text_free(&out);
    sqlite_close(db);
}

/* Written before tables had more to tell. */
static void a_file_of_the_first_version_is_still_read(void **state) {
    (void)state;
    Sqlite *db = open_file();
    Text file = text_grow();
    text_add(&file, "negoce-table: 1\nid: abc\ngame: byzanz\nplayers: 4\noptions: gains=open\n"
                    "title: Lübeck\nlisted: 1\nhost: anna\ncreated: 1700000000\nseed: ");
    for (int i = 0; i < SEED_BYTES; i++)
        text_add(&file, "a7");
    text_printf(&file, "\n\n%s\nmark: \n", lines);
    assert_null(brought_in(db, file.at).text);
    assert_rows(db, SITTERS, "anna 0\nbert 1\ncleo -2\n");
    text_free(&file);
    sqlite_close(db);
}

static void a_line_that_makes_no_sense_is_refused_whole(void **state) {
    (void)state;
    static const char *const bad[] = {"rated: yes",
                                      "rated: ",
                                      "ended: soon",
                                      "ended: -1",
                                      "round: 0",
                                      "round: 10000",
                                      "series: a b",
                                      "next: ../x",
                                      "colour: red",
                                      "ended: 1234567890123",
                                      "series: abcdefghijklmnopq"};
    write_key("0123456789abcdef0123456789abcdef");
    Sqlite *db = open_file();
    Text file = written(db);
    char *rest = strstr(file.at, "\n\n");
    assert_non_null(rest);
    char *rated = strstr(file.at, "\nrated: ");
    assert_true(rated && rated < rest);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Text spoilt = text_grow();
        text_add_n(&spoilt, file.at, (size_t)(rated + 1 - file.at));
        text_printf(&spoilt, "%s%s", bad[i], rest);
        assert_non_null(brought_in(db, spoilt.at).text);
        text_free(&spoilt);
    }
    assert_rows(db, "SELECT count(*) FROM tables", "0\n");
    text_free(&file);
    sqlite_close(db);
}

/* --- the whole file ----------------------------------------------------------------------------
 */

enum { WRITES_S = 10 };

typedef struct Writing {
    pthread_t thread;
    atomic_bool copied;  /* it may end */
    atomic_bool in_vain; /* it went on for so long and the copy did not end */
} Writing;

/* A server that has something to keep all the time. */
static void *write_on(void *who) {
    Writing *writing = who;
    Sqlite *db = open_file();
    time_t end = time(NULL) + WRITES_S;
    sqlite3_exec(sqlite_file(db), "PRAGMA synchronous = OFF", NULL, NULL, NULL); /* very often */
    for (int64_t hour = 1; !atomic_load(&writing->copied) && time(NULL) < end; hour++) {
        assert_true(sqlite_begin(db, false) && sqlite_save_hour(db, hour) == STORE_DONE);
        assert_true(sqlite_commit(db));
    }
    atomic_store(&writing->in_vain, !atomic_load(&writing->copied));
    sqlite_close(db);
    return NULL;
}

static void a_copy_ends_though_others_write_all_the_time(void **state) {
    (void)state;
    Sqlite *db = open_file();
    char path[100], file[100];
    Reason why;
    Writing writing = {0};
    assert_int_equal(sqlite3_exec(sqlite_file(db),
                                  "CREATE TABLE much AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
                                  " SELECT i + 1 FROM n WHERE i < 8000) SELECT randomblob(4000) AS"
                                  " bytes FROM n",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    file_path(file);
    snprintf(path, sizeof path, "%s/negoce.db.v1", directory); /* which is removed at the end */
    Sqlite *reading = sqlite_open_reading(file, &why);
    assert_non_null(reading);
    assert_int_equal(pthread_create(&writing.thread, NULL, write_on, &writing), 0);
    assert_null(copies_write(reading, path).text);
    atomic_store(&writing.copied, true);
    pthread_join(writing.thread, NULL);
    assert_false(writing.in_vain);
    sqlite_close(reading);
    sqlite_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(everybody_sits_where_he_sat),
        TEST(what_this_house_wrote_counts_and_goes_on_in_its_series),
        TEST(what_another_house_wrote_stands_alone_and_does_not_count),
        TEST(a_table_of_another_house_names_nobody_of_this_one),
        TEST(a_program_has_its_seat_as_anybody_has),
        TEST(a_file_of_the_first_version_is_still_read),
        TEST(a_line_that_makes_no_sense_is_refused_whole),
        TEST(a_copy_ends_though_others_write_all_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
