/* store.c: what the store promises to a table and to people. */
#include "stores.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "store/keys.h"
#include "store/manners.h"

static void a_table_comes_back_as_it_was_kept(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(create(store, "t1", "seat 0 person anna Anna\n", 1, STAGE_GATHERING),
                     STORE_DONE);
    assert_int_equal(append(store, "t1", 1, "begin\n* deal 0 wood3\n", 2), STORE_DONE);
    store_close(store);

    store = opened();
    StoreAnswer *answer = load(store, "t1");
    StoreTable table = harbour("t1");
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->lines, "seat 0 person anna Anna\nbegin\n* deal 0 wood3\n");
    assert_int_equal(answer->count, 3);
    assert_string_equal(answer->table.id, table.id);
    assert_string_equal(answer->table.game, table.game);
    assert_string_equal(answer->table.options, table.options);
    assert_string_equal(answer->table.title, table.title);
    assert_string_equal(answer->table.host, table.host);
    assert_int_equal(answer->table.players, 4);
    assert_true(answer->table.listed);
    assert_int_equal(answer->table.created, table.created);
    assert_memory_equal(answer->table.seed, table.seed, SEED_BYTES);
    store_answer_free(answer);
    store_close(store);
}

static void an_append_at_another_position_is_refused_whole(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "begin\n", 1, STAGE_PLAYING);
    assert_int_equal(append(store, "t1", 0, "0 pass\n", 1), STORE_MOVED);
    assert_int_equal(append(store, "t1", 2, "0 pass\n1 pass\n", 2), STORE_MOVED);
    assert_journal(store, "t1", "begin\n", 1);
    assert_int_equal(append(store, "t1", 1, "0 pass\n1 pass\n", 2), STORE_DONE);
    assert_int_equal(append(store, "t1", 1, "0 pass\n1 pass\n", 2), STORE_MOVED);
    assert_journal(store, "t1", "begin\n0 pass\n1 pass\n", 3);
    store_close(store);
}

static void what_is_not_there_is_missing(void **state) {
    (void)state;
    Store *store = opened();
    StoreAnswer *answer = load(store, "nowhere");
    assert_int_equal(answer->result, STORE_MISSING);
    store_answer_free(answer);
    assert_int_equal(append(store, "nowhere", 0, "begin\n", 1), STORE_MISSING);
    Wait wait = WAIT;
    store_find_person(store, (uint8_t[SESSION_BYTES]){1}, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_MISSING);
    store_close(store);
}

static void a_table_may_have_an_empty_journal(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(create(store, "t1", "", 0, STAGE_GATHERING), STORE_DONE);
    assert_journal(store, "t1", "", 0);
    store_close(store);
}

static void a_person_is_found_by_session_and_may_be_renamed(void **state) {
    (void)state;
    Store *store = opened();
    StorePerson anna = {.session = {9, 8, 7}, .id = "anna", .name = "Anna"};
    for (int i = 0; i < 2; i++) {
        Wait wait = WAIT;
        store_save_person(store, &anna, arrived, &wait);
        assert_int_equal(result_of(&wait), STORE_DONE);
        strcpy(anna.name, "Änne");
    }
    Wait wait = WAIT;
    store_find_person(store, anna.session, arrived, &wait);
    StoreAnswer *answer = answer_of(&wait);
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->person.id, "anna");
    assert_string_equal(answer->person.name, "Änne");
    store_answer_free(answer);
    store_close(store);
}

static void appends_that_wait_together_share_a_commit(void **state) {
    (void)state;
    enum { MANY = 500 };
    static Wait waits[MANY];
    Store *store = opened();
    create(store, "t1", "", 0, STAGE_PLAYING);
    long long before = store_counts(store).commits;
    for (int i = 0; i < MANY; i++) {
        StoreBatch batch = {.expected = i, .lines = "0 pass\n", .count = 1, .stage = STAGE_PLAYING};
        waits[i] = WAIT;
        store_append(store, "t1", &batch, arrived, &waits[i]);
    }
    for (int i = 0; i < MANY; i++)
        assert_int_equal(result_of(&waits[i]), STORE_DONE);
    StoreCounts counts = store_counts(store);
    assert_int_equal(counts.lines, MANY);
    assert_true(counts.commits - before < MANY / 2);
    store_close(store);
}

static void the_log_of_the_file_does_not_grow_without_end(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "", 0, STAGE_PLAYING);
    char path[110];
    struct stat s;
    for (int i = 0; i < 3000; i++)
        assert_int_equal(append(store, "t1", i, "0 pass\n", 1), STORE_DONE);
    snprintf(path, sizeof path, "%s/negoce.db-wal", directory);
    assert_int_equal(stat(path, &s), 0);
    assert_true(s.st_size < 4500 * 4096); /* of 6000 pages that were written */
    store_close(store);
}

static void closing_keeps_what_waits(void **state) {
    (void)state;
    enum { MANY = 50 };
    static Wait waits[MANY];
    Store *store = opened();
    create(store, "t1", "", 0, STAGE_PLAYING);
    for (int i = 0; i < MANY; i++) {
        StoreBatch batch = {.expected = i, .lines = "0 pass\n", .count = 1, .stage = STAGE_PLAYING};
        waits[i] = WAIT;
        store_append(store, "t1", &batch, arrived, &waits[i]);
    }
    store_close(store);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(result_of(&waits[i]), STORE_DONE);
    store = opened();
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->count, MANY);
    store_answer_free(answer);
    store_close(store);
}

static void a_store_that_has_stopped_fails_whatever_it_is_asked(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(create(store, "t1", "0 pass\n", 1, STAGE_PLAYING), STORE_DONE);
    store_stop(store);
    assert_int_equal(append(store, "t1", 1, "1 pass\n", 1), STORE_FAILED);
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->result, STORE_FAILED);
    store_answer_free(answer);
    Store *other = opened(); /* the folder is free again */
    assert_journal(other, "t1", "0 pass\n", 1);
    store_close(other);
    store_close(store);
}

static void a_key_that_cannot_be_written_is_as_it_was(void **state) {
    (void)state;
    char key[KEY_FILE_MAX];
    struct rlimit usual, few = {4, RLIM_INFINITY};
    assert_int_equal(key_read(directory, "session.key", key, sizeof key), -1);
    assert_int_equal(errno, ENOENT);
    assert_true(key_write(directory, "session.key", "the first", 9));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0); /* a full disk */
    assert_false(key_write(directory, "session.key", "the other", 9));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_int_equal(key_read(directory, "session.key", key, sizeof key), 9);
    assert_memory_equal(key, "the first", 9);
    assert_true(key_write(directory, "session.key", "the last", 8));
    assert_int_equal(key_read(directory, "session.key", key, sizeof key), 8);
    assert_int_equal(key_read("/dev/null", "session.key", key, sizeof key), -1);
    assert_int_not_equal(errno, ENOENT);
} /* what lies beside it would keep the folder from being removed */

static void one_bad_call_does_not_fail_the_others_of_its_commit(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "t1", "", 0, STAGE_PLAYING);
    enum { MANY = 40 };
    static Wait waits[MANY + 1];
    StoreTable twice = harbour("t1"); /* this id is taken */
    StoreBatch empty = {.lines = ""};
    for (int i = 0; i <= MANY; i++) {
        StoreBatch batch = {.expected = i, .lines = "0 pass\n", .count = 1, .stage = STAGE_PLAYING};
        waits[i] = WAIT;
        if (i == MANY)
            store_create(store, &twice, &empty, arrived, &waits[i]);
        else
            store_append(store, "t1", &batch, arrived, &waits[i]);
    }
    for (int i = 0; i < MANY; i++)
        assert_int_equal(result_of(&waits[i]), STORE_DONE);
    assert_int_equal(result_of(&waits[MANY]), STORE_FAILED);
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->count, MANY);
    store_answer_free(answer);
    store_close(store);
}

/* --- manners ---------------------------------------------------------------------------------- */

static const char *with_manners(Store *store, MannersAct act, const StoreManners *manners,
                                char **lines) {
    Wait wait = WAIT;
    store_manners(store, act, manners, arrived, &wait);
    StoreAnswer *answer = answer_of(&wait);
    assert_int_equal(answer->result, STORE_DONE);
    const char *why = answer->why.text;
    if (lines) {
        *lines = answer->lines;
        answer->lines = NULL;
    }
    store_answer_free(answer);
    return why;
}

static void let_go(void *who, StoreAnswer *answer) {
    (void)who;
    assert_int_equal(answer->result, STORE_DONE);
    assert_null(answer->why.text);
    store_answer_free(answer);
}

static int lines_of(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void whom_one_mutes_and_reports_has_a_bound(void **state) {
    (void)state;
    Store *store = opened();
    StoreManners m = {.person = "anna", .how = "mute", .name = "N", .table = "t", .words = "w"};
    for (int i = 0; i < MANNERS_MAX; i++) { /* the answers share a few commits */
        snprintf(m.other, sizeof m.other, "p%d", i);
        store_manners(store, MANNERS_SET, &m, let_go, NULL);
    }
    assert_null(with_manners(store, MANNERS_SET, &m, NULL)); /* the same again is no more */
    strcpy(m.other, "one");
    assert_non_null(with_manners(store, MANNERS_SET, &m, NULL));
    char *lines;
    assert_null(with_manners(store, MANNERS_LIST, &m, &lines));
    assert_int_equal(lines_of(lines), MANNERS_MAX);
    free(lines);
    /* Nobody is told of a mute; of a block, so that it can be kept. */
    StoreManners p0 = {.person = "p0"};
    assert_null(with_manners(store, MANNERS_LIST, &p0, &lines));
    assert_string_equal(lines, "");
    free(lines);
    strcpy(m.other, "p0");
    strcpy(m.how, "block");
    assert_null(with_manners(store, MANNERS_SET, &m, NULL));
    assert_null(with_manners(store, MANNERS_LIST, &p0, &lines));
    assert_string_equal(lines, "by\tanna\t\n");
    free(lines);

    for (int i = 0; i < REPORTS_MAX; i++) {
        if (i == REPORTS_OWN) assert_non_null(with_manners(store, MANNERS_REPORT, &m, NULL));
        snprintf(m.person, sizeof m.person, "a%d", i / REPORTS_OWN);
        store_manners(store, MANNERS_REPORT, &m, let_go, NULL);
    }
    strcpy(m.person, "other");
    assert_non_null(with_manners(store, MANNERS_REPORT, &m, NULL)); /* the list is full */
    store_close(store);
}

static void of_reports_that_were_closed_the_newest_stay(void **state) {
    (void)state;
    Sqlite *db = open_file();
    StoreManners m = {.person = "anna", .other = "bert", .name = "N", .words = "w"};
    sqlite3_exec(sqlite_file(db), "BEGIN", NULL, NULL, NULL); /* one commit for all */
    for (int i = 1; i <= REPORTS_MAX + 3; i++) {
        char last[12];
        StoreAnswer answer = {0};
        snprintf(last, sizeof last, "%d", i - 1);
        if (i > 1) assert_null(manners_close(db, last).text);
        assert_int_equal(sqlite_manners(db, MANNERS_REPORT, &m, &answer), STORE_DONE);
        assert_null(answer.why.text);
    }
    sqlite3_exec(sqlite_file(db), "COMMIT", NULL, NULL, NULL);
    Text all = text_grow();
    assert_true(manners_reports(db, true, &all));
    assert_int_equal(lines_of(all.at), REPORTS_MAX + 1); /* and the one that is open */
    assert_memory_equal(all.at, "3\tclosed\t", 9);
    text_free(&all);
    sqlite_close(db);
}

/* --- devices ---------------------------------------------------------------------------------- */

static StoreAnswer *with_device(Store *store, DeviceAct act, const char *endpoint) {
    Wait wait = WAIT;
    StoreDevice device = {.person = "anna"};
    strcpy(device.endpoint, endpoint);
    store_device(store, act, &device, arrived, &wait);
    StoreAnswer *answer = answer_of(&wait);
    assert_int_equal(answer->result, STORE_DONE);
    return answer;
}

/* Anna's devices after this was done to one of them so many times. */
static int devices_after(Store *store, DeviceAct act, const char *endpoint, int times) {
    while (times-- > 0)
        store_answer_free(with_device(store, act, endpoint));
    StoreAnswer *answer = with_device(store, DEVICE_LIST, "");
    int count = answer->device_count;
    store_answer_free(answer);
    return count;
}

static void a_device_is_forgotten_after_ten_failures_in_a_row(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(devices_after(store, DEVICE_SAVE, "https://push.example/phone", 1), 1);
    assert_int_equal(devices_after(store, DEVICE_SAVE, "https://push.example/laptop", 1), 2);
    assert_int_equal(devices_after(store, DEVICE_FAILED, "https://push.example/phone", 9), 2);
    assert_int_equal(devices_after(store, DEVICE_CALLED, "https://push.example/laptop", 1), 2);
    assert_int_equal(devices_after(store, DEVICE_FAILED, "https://push.example/phone", 1), 1);
    StoreAnswer *answer = with_device(store, DEVICE_LIST, "");
    assert_string_equal(answer->devices[0].endpoint, "https://push.example/laptop");
    store_answer_free(answer);
    store_close(store);
}

static void a_device_that_was_called_has_failed_never(void **state) {
    (void)state;
    Store *store = opened();
    assert_int_equal(devices_after(store, DEVICE_SAVE, "https://push.example/phone", 1), 1);
    assert_int_equal(devices_after(store, DEVICE_FAILED, "https://push.example/phone", 9), 1);
    assert_int_equal(devices_after(store, DEVICE_CALLED, "https://push.example/phone", 1), 1);
    assert_int_equal(devices_after(store, DEVICE_FAILED, "https://push.example/phone", 9), 1);
    assert_int_equal(devices_after(store, DEVICE_FAILED, "https://push.example/phone", 1), 0);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_table_comes_back_as_it_was_kept),
        TEST(an_append_at_another_position_is_refused_whole),
        TEST(what_is_not_there_is_missing),
        TEST(a_table_may_have_an_empty_journal),
        TEST(a_person_is_found_by_session_and_may_be_renamed),
        TEST(appends_that_wait_together_share_a_commit),
        TEST(the_log_of_the_file_does_not_grow_without_end),
        TEST(closing_keeps_what_waits),
        TEST(a_key_that_cannot_be_written_is_as_it_was),
        TEST(a_store_that_has_stopped_fails_whatever_it_is_asked),
        TEST(one_bad_call_does_not_fail_the_others_of_its_commit),
        TEST(whom_one_mutes_and_reports_has_a_bound),
        TEST(of_reports_that_were_closed_the_newest_stay),
        TEST(a_device_is_forgotten_after_ten_failures_in_a_row),
        TEST(a_device_that_was_called_has_failed_never),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
