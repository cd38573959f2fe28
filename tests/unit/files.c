/* files.c: the file of the store: full disks, killed processes, other versions, damage, and who
 * else has it. */
#include "stores.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void a_full_disk_fails_the_append_whole_and_says_so(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "begin\n", 1, STAGE_PLAYING);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, tight;
    getrlimit(RLIMIT_FSIZE, &before);
    tight = before;
    tight.rlim_cur = 65536;
    setrlimit(RLIMIT_FSIZE, &tight);
    int expected = 1;
    StoreResult result;
    while ((result = append(store, "t1", expected, "0 pass\n1 pass\n2 pass\n", 3)) == STORE_DONE) {
        expected += 3;
        assert_true(expected < 10000);
    }
    assert_int_equal(result, STORE_FAILED);
    assert_false(store_counts(store).healthy);
    setrlimit(RLIMIT_FSIZE, &before);
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->count, expected);
    store_answer_free(answer);
    assert_int_equal(append(store, "t1", expected, "0 pass\n", 1), STORE_DONE);
    assert_true(store_counts(store).healthy);
    store_close(store);
}

static void a_killed_process_loses_nothing_that_was_acknowledged(void **state) {
    (void)state;
    for (int round = 0; round < 5; round++) {
        int pipes[2];
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) { /* appends for ever, telling each acknowledged length */
            Reason why;
            Store *store = store_open(directory, &why);
            if (!store) _exit(1);
            StoreAnswer *answer = load(store, "t1");
            int length = answer->count;
            if (answer->result == STORE_MISSING) create(store, "t1", "", 0, STAGE_PLAYING);
            store_answer_free(answer);
            while (append(store, "t1", length, "0 pass\n", 1) == STORE_DONE) {
                length++;
                if (write(pipes[1], &length, sizeof length) != sizeof length) _exit(1);
            }
            _exit(1);
        }
        close(pipes[1]);
        int acknowledged = 0, length;
        for (int i = 0; i < 20; i++) {
            assert_int_equal(read(pipes[0], &length, sizeof length), sizeof length);
            acknowledged = length;
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(pipes[0], &length, sizeof length) == sizeof length)
            acknowledged = length;
        close(pipes[0]);
        Store *store = opened();
        StoreAnswer *answer = load(store, "t1");
        assert_int_equal(answer->result, STORE_DONE);
        assert_in_range(answer->count, acknowledged, acknowledged + 1);
        store_answer_free(answer);
        store_close(store);
    }
}

/* --- files that are not ours, or damaged
 * -------------------------------------------------------------- */

static void write_file(const char *bytes, size_t size) {
    char path[100];
    file_path(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void run_sql(const char *sql) {
    char path[100];
    file_path(path);
    sqlite3 *file;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

static void assert_refused(const char *sentence, int n) {
    Reason why;
    assert_null(store_open(directory, &why));
    assert_string_equal(why.text, sentence);
    assert_int_equal(why.n, n);
}

static void a_file_that_is_no_database_is_refused(void **state) {
    (void)state;
    static char letter[4096];
    memset(letter, 'x', sizeof letter);
    write_file(letter, sizeof letter);
    assert_refused("negoce.db is not a store of Négoce", 0);
}

static void a_database_of_another_program_is_refused_and_left_alone(void **state) {
    (void)state;
    run_sql("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('bread')");
    assert_refused("negoce.db is not a store of Négoce", 0);
    run_sql("DELETE FROM recipes WHERE name = 'bread'");
}

static void a_store_of_another_version_is_refused(void **state) {
    (void)state;
    store_close(opened());
    run_sql("PRAGMA user_version = 99");
    assert_refused("the store was made by a newer Négoce, whose format is number {n}; install that "
                   "one, or restore an older copy",
                   99);
}

/* Makes the file one of version 8. */
static void drop_from_the_ninth(void) {
    run_sql("PRAGMA user_version = 8; DROP INDEX tables_series;"
            "ALTER TABLE tables DROP COLUMN series; ALTER TABLE tables DROP COLUMN round;"
            "ALTER TABLE tables DROP COLUMN wins; ALTER TABLE tables DROP COLUMN next;"
            "ALTER TABLE tables DROP COLUMN result; ALTER TABLE tables DROP COLUMN moved;"
            "ALTER TABLE sitters DROP COLUMN place; DROP TABLE devices;"
            "DROP TABLE manners; DROP TABLE reports; DROP INDEX journal_asides;"
            "DROP INDEX journal_seated; DROP INDEX journal_people");
}

static void an_older_store_learns_whose_turn_it_is(void **state) {
    (void)state;
    Store *store = opened();
    add_for(store, "mine", STAGE_PLAYING, 0, 4, "seat 2 person anna Anna\nbegin\n", NULL);
    add_for(store, "away", STAGE_PLAYING, 0, 4,
            "seat 2 person anna Anna\nbegin\nseat 2 away trader\n", NULL);
    store_close(store);
    drop_from_the_ninth();
    store = opened();
    StoreAnswer *answer = list(store, "anna");
    assert_int_equal(answer->parts[PART_TURN], 1);
    IDS(answer, 2, "mine", "away");
    store_close(store);
}

static void a_store_of_an_older_version_is_brought_up_to_date(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(
        create(store, "t1", "seat 0 person anna Anna\nsay 0 say hello\n", 2, STAGE_GATHERING),
        STORE_DONE);
    store_close(store);
    drop_from_the_ninth();
    run_sql("PRAGMA user_version = 1; ALTER TABLE tables DROP COLUMN at;"
            "ALTER TABLE tables DROP COLUMN turn; ALTER TABLE tables DROP COLUMN seats;"
            "DROP INDEX tables_due; ALTER TABLE tables DROP COLUMN due;"
            "ALTER TABLE tables DROP COLUMN clocks; DROP TABLE house;"
            "DROP TABLE analyses; DROP INDEX tables_ended;"
            "DROP TABLE results; DROP TABLE ratings; ALTER TABLE tables DROP COLUMN rated;"
            "ALTER TABLE tables DROP COLUMN ended;"
            "DROP TABLE passkeys; DROP TABLE sessions; DROP TABLE people;"
            "CREATE TABLE people (session BLOB PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE,"
            " name TEXT NOT NULL) STRICT, WITHOUT ROWID;"
            "INSERT INTO people VALUES (zeroblob(32), 'anna', 'Anna');"
            "DROP TABLE acts; DROP TABLE penalties");
    store = opened();
    char copy[100];
    snprintf(copy, sizeof copy, "%s/negoce.db.v1", directory);
    assert_int_equal(access(copy, F_OK), 0); /* kept as it was */
    assert_journal(store, "t1", "seat 0 person anna Anna\nchat 0 say hello\n", 2);
    Wait wait = WAIT;
    store_find_person(store, (uint8_t[SESSION_BYTES]){0}, arrived, &wait);
    StoreAnswer *answer = answer_of(&wait);
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->person.id, "anna");
    assert_string_equal(answer->person.name, "Anna");
    assert_false(answer->person.account);
    store_answer_free(answer);
    store_close(store);
    store_close(opened());
}

static void a_store_without_its_journal_is_refused(void **state) {
    (void)state;
    store_close(opened());
    run_sql("DROP TABLE journal");
    assert_refused("the store is damaged; restore a copy of it", 0);
}

static void a_journal_with_a_hole_is_not_read(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "begin\n0 pass\n1 pass\n", 3, STAGE_PLAYING);
    create(store, "t2", "begin\n", 1, STAGE_PLAYING);
    store_close(store);
    run_sql("DELETE FROM journal WHERE position = 1");
    store = opened();
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->result, STORE_FAILED);
    store_answer_free(answer);
    assert_journal(store, "t2", "begin\n", 1);
    store_close(store);
}

/* Turns bytes of a page in the middle of the file around. */
static void spoil_page(void) {
    char path[100], junk[600];
    file_path(path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    memset(junk, 0x5a, sizeof junk);
    assert_int_equal(fseek(file, 4096 * 2, SEEK_SET), 0);
    assert_int_equal(fwrite(junk, 1, sizeof junk, file), sizeof junk);
    fclose(file);
}

static void a_damaged_file_is_found_when_it_is_opened_and_written_no_more(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "begin\n", 1, STAGE_PLAYING);
    assert_false(store_damaged(store));
    store_close(store);
    spoil_page();
    store = opened();
    assert_true(store_damaged(store));
    assert_int_equal(append(store, "t1", 1, "0 pass\n", 1), STORE_FAILED);
    assert_int_equal(create(store, "t2", "begin\n", 1, STAGE_PLAYING), STORE_FAILED);
    store_close(store);
}

static void a_second_server_is_kept_out(void **state) {
    (void)state;
    Store *store = opened();
    assert_refused("a running server is using this directory", 0);
    store_close(store);
    store_close(opened());
}

static void only_its_owner_may_read_the_store(void **state) {
    (void)state;
    store_close(opened());
    char path[100];
    struct stat s;
    file_path(path);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
}

static void a_directory_that_cannot_be_is_refused(void **state) {
    (void)state;
    Reason why;
    assert_null(store_open("/dev/null/club", &why));
    assert_string_equal(why.text, "this directory cannot be made");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_full_disk_fails_the_append_whole_and_says_so),
        TEST(a_killed_process_loses_nothing_that_was_acknowledged),
        TEST(a_file_that_is_no_database_is_refused),
        TEST(a_database_of_another_program_is_refused_and_left_alone),
        TEST(a_store_of_another_version_is_refused),
        TEST(an_older_store_learns_whose_turn_it_is),
        TEST(a_store_of_an_older_version_is_brought_up_to_date),
        TEST(a_store_without_its_journal_is_refused),
        TEST(a_journal_with_a_hole_is_not_read),
        TEST(a_damaged_file_is_found_when_it_is_opened_and_written_no_more),
        TEST(a_second_server_is_kept_out),
        TEST(only_its_owner_may_read_the_store),
        TEST(a_directory_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
