/* The store: what it promises to a table and to a disk. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/store.h"

/* --- a directory of its own for each test ----------------------------------------------------- */

static char directory[64];

static int fresh_directory(void **state) {
    (void)state;
    strcpy(directory, "/tmp/negoce-store-XXXXXX");
    assert_non_null(mkdtemp(directory));
    return 0;
}

static int remove_directory(void **state) {
    (void)state;
    static const char *const names[] = {"negoce.db.v1",  "negoce.db.v8",  "negoce.db",
                                        "negoce.db-wal", "negoce.db-shm", "negoce.lock"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
    return rmdir(directory);
}

static void file_path(char path[100]) {
    snprintf(path, 100, "%s/negoce.db", directory);
}

/* --- waiting for an answer
 * ------------------------------------------------------------------------ */

typedef struct Wait {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    StoreAnswer *answer;
} Wait;

#define WAIT ((Wait){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL})

static void arrived(void *who, StoreAnswer *answer) {
    Wait *wait = who;
    pthread_mutex_lock(&wait->mutex);
    wait->answer = answer;
    pthread_cond_signal(&wait->wake);
    pthread_mutex_unlock(&wait->mutex);
}

static StoreAnswer *answer_of(Wait *wait) {
    pthread_mutex_lock(&wait->mutex);
    while (!wait->answer)
        pthread_cond_wait(&wait->wake, &wait->mutex);
    pthread_mutex_unlock(&wait->mutex);
    return wait->answer;
}

static StoreResult result_of(Wait *wait) {
    StoreAnswer *answer = answer_of(wait);
    StoreResult result = answer->result;
    store_answer_free(answer);
    return result;
}

static Store *opened(void) {
    Reason why;
    Store *store = store_open(directory, &why);
    assert_null(why.text);
    assert_non_null(store);
    return store;
}

static StoreTable harbour(const char *id) {
    StoreTable table = {.players = 4, .listed = true, .created = 1700000000};
    strcpy(table.id, id);
    strcpy(table.game, "byzanz");
    strcpy(table.options, "gains=open");
    strcpy(table.title, "Lübeck « Nord »");
    strcpy(table.host, "anna");
    memset(table.seed, 0xa7, SEED_BYTES);
    return table;
}

static StoreResult create(Store *store, const char *id, const char *lines, int count, Stage stage) {
    Wait wait = WAIT;
    StoreTable table = harbour(id);
    StoreBatch batch = {.lines = lines,
                        .count = count,
                        .stage = stage,
                        .at = count,
                        .turn = 5,
                        .seats = "seat 0 bot greedy\n",
                        .sitters = 1,
                        .sitter = {"anna"}};
    store_create(store, &table, &batch, arrived, &wait);
    return result_of(&wait);
}

static StoreResult append(Store *store, const char *id, int expected, const char *lines,
                          int count) {
    Wait wait = WAIT;
    StoreBatch batch = {
        .expected = expected, .lines = lines, .count = count, .stage = STAGE_PLAYING};
    store_append(store, id, &batch, arrived, &wait);
    return result_of(&wait);
}

static StoreAnswer *load(Store *store, const char *id) {
    Wait wait = WAIT;
    store_load(store, id, arrived, &wait);
    return answer_of(&wait);
}

static void assert_journal(Store *store, const char *id, const char *lines, int count) {
    StoreAnswer *answer = load(store, id);
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->lines, lines);
    assert_int_equal(answer->count, count);
    store_answer_free(answer);
}

/* --- the tests
 * -------------------------------------------------------------------------------------- */

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
        store_keep_person(store, &anna, arrived, &wait);
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

static StoreAnswer *list_wish(Store *store, StoreWish wish) {
    Wait wait = WAIT;
    store_list(store, &wish, arrived, &wait);
    return answer_of(&wait);
}

static StoreWish wish_of(const char *person) {
    StoreWish wish = {.part = -1, .after_part = -1};
    strcpy(wish.person, person);
    return wish;
}

static StoreAnswer *list(Store *store, const char *person) {
    return list_wish(store, wish_of(person));
}

static StoreAnswer *list_open_tables(Store *store) {
    Wait wait = WAIT;
    store_list_open(store, arrived, &wait);
    return answer_of(&wait);
}

static void assert_ids(StoreAnswer *answer, int count, const char *const *ids) {
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->listed_count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(answer->listed[i].table.id, ids[i]);
    store_answer_free(answer);
}

#define IDS(answer, count, ...) assert_ids(answer, count, (const char *const[]){__VA_ARGS__})

static void the_list_has_open_tables_and_those_of_a_person(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "old", "", 0, STAGE_GATHERING);
    create(store, "over", "", 0, STAGE_OVER);
    create(store, "new", "", 0, STAGE_GATHERING);
    StoreAnswer *answer = list(store, "anna");
    assert_string_equal(answer->listed[0].table.title, "Lübeck « Nord »");
    assert_int_equal(answer->listed[0].stage, STAGE_GATHERING);
    assert_int_equal(answer->listed[0].turn, 5);
    assert_string_equal(answer->listed[0].seats, "seat 0 bot greedy\n");
    IDS(answer, 3, "new", "old", "over");
    IDS(list_open_tables(store), 2, "new", "old");

    /* A batch that does not tell who sits leaves it as it was, whatever becomes of the turn. */
    Wait wait = WAIT;
    StoreBatch batch = {.lines = "chat 0 Ahoy!\n", .count = 1, .at = 8, .turn = 2};
    store_append(store, "new", &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
    answer = list(store, "anna");
    assert_int_equal(answer->listed_count, 3);
    for (int i = 0; i < 2; i++) {
        if (strcmp(answer->listed[i].table.id, "new") != 0) continue;
        assert_int_equal(answer->listed[i].at, 8);
        assert_int_equal(answer->listed[i].turn, 2);
        assert_string_equal(answer->listed[i].seats, "seat 0 bot greedy\n");
    }
    store_answer_free(answer);

    /* A table that begins is open no more; a person who got up before is no sitter. */
    wait = WAIT;
    batch = (StoreBatch){
        .expected = 1, .lines = "begin\n", .count = 1, .stage = STAGE_PLAYING, .seats = "begin\n"};
    store_append(store, "new", &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
    IDS(list_open_tables(store), 1, "old");
    IDS(list(store, "anna"), 2, "old", "over");
    IDS(list(store, "nobody"), 0, NULL);

    /* A table taken off the lists is still there. */
    wait = WAIT;
    store_unlist(store, "old", arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
    IDS(list_open_tables(store), 0, NULL);
    IDS(list(store, "anna"), 1, "over");
    assert_journal(store, "old", "", 0);
    wait = WAIT;
    store_unlist(store, "nowhere", arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_MISSING);
    store_close(store);
}

static void add_for(Store *store, const char *id, Stage stage, int place, Turn turn,
                    const char *seats, const char *result) {
    Wait wait = WAIT;
    StoreTable table = harbour(id);
    StoreBatch batch = {.lines = "",
                        .stage = stage,
                        .turn = turn,
                        .seats = seats,
                        .result = result,
                        .sitters = 1,
                        .sitter = {"anna"},
                        .place = {place}};
    store_create(store, &table, &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
}

static void a_list_tells_what_waits_for_me_what_waits_and_what_is_over(void **state) {
    (void)state;
    Store *store = opened();
    add_for(store, "won", STAGE_OVER, 1, 0, "seat 0 person b Élise\n", "38:2 44:1");
    add_for(store, "lost", STAGE_OVER, 0, 0, "seat 0 person b Bert\n", "38:2 44:1");
    add_for(store, "mine", STAGE_PLAYING, 1, 2, "seat 0 person b Bert\n", NULL);
    add_for(store, "theirs", STAGE_PLAYING, 1, 1, "seat 0 person b Clara\n", NULL);
    add_for(store, "away", STAGE_PLAYING, PLACE_AWAY, 2, "begin\n", NULL);
    add_for(store, "asked", STAGE_GATHERING, PLACE_KEPT, 0, "seat 0 invite anna Anna\n", NULL);
    StoreAnswer *answer = list(store, "anna");
    assert_int_equal(answer->parts[PART_TURN], 2);
    assert_int_equal(answer->parts[PART_WAITING], 2);
    assert_int_equal(answer->parts[PART_OVER], 2);
    assert_int_equal(answer->won, 1);
    IDS(answer, 6, "asked", "mine", "away", "theirs", "lost", "won");
    StoreWish wish = wish_of("anna");
    wish.part = PART_WAITING;
    IDS(list_wish(store, wish), 2, "away", "theirs");
    wish = wish_of("anna");
    strcpy(wish.find, "ELISE");
    IDS(list_wish(store, wish), 1, "won");
    strcpy(wish.find, "person"); /* stands in the seats, but is nobody's name */
    IDS(list_wish(store, wish), 0, NULL);
    strcpy(wish.find, "lubeck");
    answer = list_wish(store, wish);
    assert_int_equal(answer->listed_count, 6);
    store_answer_free(answer);
    wish = wish_of("anna");
    strcpy(wish.game, "voc");
    IDS(list_wish(store, wish), 0, NULL);
    store_close(store);
}

static void a_long_list_is_read_by_pages(void **state) {
    (void)state;
    enum { MANY = 2 * PAGE_MAX + 5 };
    Store *store = opened();
    for (int i = 0; i < MANY; i++) {
        char id[TABLE_ID_MAX + 1];
        snprintf(id, sizeof id, "t%d", i);
        create(store, id, "", 0, i % 3 == 0 ? STAGE_OVER : STAGE_GATHERING);
    }
    bool seen[MANY] = {0};
    int count = 0, pages = 0;
    StoreWish wish = wish_of("anna");
    for (bool more = true; more; pages++) {
        StoreAnswer *answer = list_wish(store, wish);
        assert_int_equal(answer->result, STORE_DONE);
        for (int i = 0; i < answer->listed_count; i++, count++) {
            int n = atoi(answer->listed[i].table.id + 1);
            assert_false(seen[n]);
            seen[n] = true;
        }
        const StoreListed *last = &answer->listed[answer->listed_count - 1];
        wish.after_part = answer->last_part;
        wish.after_moved = last->moved;
        wish.after_key = last->key;
        more = answer->more;
        store_answer_free(answer);
    }
    assert_int_equal(pages, 3);
    assert_int_equal(count, MANY);
    store_close(store);
}

static void a_table_has_one_rematch(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "first", "", 0, STAGE_OVER);
    StoreTable table = harbour("second");
    strcpy(table.previous, "first");
    strcpy(table.series, "first");
    strcpy(table.wins, "anna=1 *1=0");
    table.round = 2;
    Wait wait = WAIT;
    StoreBatch batch = {.lines = "", .seats = "", .sitters = 1, .sitter = {"anna"}};
    store_create(store, &table, &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
    strcpy(table.id, "third");
    wait = WAIT;
    store_create(store, &table, &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_FAILED);
    StoreAnswer *answer = load(store, "first");
    assert_string_equal(answer->table.next, "second");
    store_answer_free(answer);
    answer = load(store, "second");
    assert_string_equal(answer->table.series, "first");
    assert_string_equal(answer->table.wins, "anna=1 *1=0");
    assert_int_equal(answer->table.round, 2);
    store_answer_free(answer);
    StoreWish wish = wish_of("anna");
    strcpy(wish.series, "first");
    create(store, "other", "", 0, STAGE_OVER);
    IDS(list_wish(store, wish), 2, "second", "first");
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
    assert_true(s.st_size < 2000 * 4096);
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
    int kept = 1;
    StoreResult result;
    while ((result = append(store, "t1", kept, "0 pass\n1 pass\n2 pass\n", 3)) == STORE_DONE) {
        kept += 3;
        assert_true(kept < 10000);
    }
    assert_int_equal(result, STORE_FAILED);
    assert_false(store_counts(store).healthy);
    setrlimit(RLIMIT_FSIZE, &before);
    StoreAnswer *answer = load(store, "t1");
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->count, kept);
    store_answer_free(answer);
    assert_int_equal(append(store, "t1", kept, "0 pass\n", 1), STORE_DONE);
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
        int said = 0, length;
        for (int i = 0; i < 20; i++) {
            assert_int_equal(read(pipes[0], &length, sizeof length), sizeof length);
            said = length;
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(pipes[0], &length, sizeof length) == sizeof length)
            said = length;
        close(pipes[0]);
        Store *store = opened();
        StoreAnswer *answer = load(store, "t1");
        assert_int_equal(answer->result, STORE_DONE);
        assert_in_range(answer->count, said, said + 1);
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
            "DROP TABLE manners; DROP TABLE reports; DROP INDEX journal_asides");
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

static StoreAnswer *due(Store *store, int64_t until, int64_t after_due, int64_t after_key) {
    Wait wait = WAIT;
    store_due(store, until, after_due, after_key, arrived, &wait);
    return answer_of(&wait);
}

static void append_clocks(Store *store, const char *table, int lines, const char *clocks,
                          int64_t ms) {
    Wait wait = WAIT;
    StoreBatch batch = {.expected = lines, .lines = "", .clocks = clocks, .due = ms};
    store_append(store, table, &batch, arrived, &wait);
    StoreAnswer *answer = answer_of(&wait);
    assert_int_equal(answer->result, STORE_DONE);
    store_answer_free(answer);
}

static void clocks_are_kept_with_the_table_and_found_when_they_are_due(void **state) {
    (void)state;
    Store *store = opened();
    char id[16];
    for (int i = 0; i < 100; i++) {
        snprintf(id, sizeof id, "t%d", i);
        create(store, id, "begin\n", 1, STAGE_PLAYING);
        append_clocks(store, id, 1, "what is left", i < 90 ? 5000 : -1); /* in the same moment */
    }
    StoreAnswer *answer = due(store, 4999, -1, 0);
    assert_int_equal(answer->due, 0);
    assert_true(answer->waits);
    store_answer_free(answer);
    answer = due(store, 5000, -1, 0);
    assert_int_equal(answer->due, DUE_MAX);
    assert_string_equal(answer->due_id[0], "t0");
    StoreAnswer *rest = due(store, 5000, answer->after_due, answer->after_key);
    assert_int_equal(rest->due, 90 - DUE_MAX);
    assert_string_equal(rest->due_id[0], "t64");
    store_answer_free(answer);
    store_answer_free(rest);
    Wait wait = WAIT;
    store_keep_hour(store, 123456789012, arrived, &wait);
    store_answer_free(answer_of(&wait));
    store_close(store);
    store = opened();
    assert_int_equal(store_hour(store), 123456789012);
    answer = load(store, "t7");
    assert_string_equal(answer->clocks, "what is left");
    store_answer_free(answer);
    store_close(store);
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
    assert_refused("another server is using this directory", 0);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_directory, remove_directory)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_table_comes_back_as_it_was_kept),
        TEST(an_append_at_another_position_is_refused_whole),
        TEST(what_is_not_there_is_missing),
        TEST(a_table_may_have_an_empty_journal),
        TEST(a_person_is_found_by_session_and_may_be_renamed),
        TEST(the_list_has_open_tables_and_those_of_a_person),
        TEST(a_list_tells_what_waits_for_me_what_waits_and_what_is_over),
        TEST(a_long_list_is_read_by_pages),
        TEST(a_table_has_one_rematch),
        TEST(appends_that_wait_together_share_a_commit),
        TEST(the_log_of_the_file_does_not_grow_without_end),
        TEST(closing_keeps_what_waits),
        TEST(one_bad_call_does_not_fail_the_others_of_its_commit),
        TEST(a_full_disk_fails_the_append_whole_and_says_so),
        TEST(a_killed_process_loses_nothing_that_was_acknowledged),
        TEST(a_file_that_is_no_database_is_refused),
        TEST(a_database_of_another_program_is_refused_and_left_alone),
        TEST(whom_one_mutes_and_reports_has_a_bound),
        TEST(a_store_of_another_version_is_refused),
        TEST(a_store_of_an_older_version_is_brought_up_to_date),
        TEST(an_older_store_learns_whose_turn_it_is),
        TEST(clocks_are_kept_with_the_table_and_found_when_they_are_due),
        TEST(a_store_without_its_journal_is_refused),
        TEST(a_journal_with_a_hole_is_not_read),
        TEST(a_damaged_file_is_found_when_it_is_opened_and_written_no_more),
        TEST(a_second_server_is_kept_out),
        TEST(only_its_owner_may_read_the_store),
        TEST(a_directory_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
