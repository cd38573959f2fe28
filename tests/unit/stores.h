/* stores.h: what tests of the store are written with. */
#ifndef NEGOCE_TEST_STORES_H
#define NEGOCE_TEST_STORES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <unistd.h>

#include "store/log.h"
#include "store/sqlite.h"
#include "store/store.h"
#include "store/wire.h"

/* --- a directory of its own for each test ----------------------------------------------------- */

static char directory[64];

static inline int fresh_directory(void **state) {
    (void)state;
    strcpy(directory, "/tmp/negoce-store-XXXXXX");
    assert_non_null(mkdtemp(directory));
    return 0;
}

static inline int remove_directory(void **state) {
    (void)state;
    static const char *const names[] = {"negoce.db.v1", "negoce.db.v8",  "negoce.db.v13",
                                        "negoce.db",    "negoce.db-wal", "negoce.db-shm",
                                        "negoce.lock",  "session.key"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
    return rmdir(directory);
}

static inline void file_path(char path[100]) {
    snprintf(path, 100, "%s/negoce.db", directory);
}

/* The file itself, without a thread. */
static inline Sqlite *open_file(void) {
    char path[100];
    Reason why;
    file_path(path);
    Sqlite *db = sqlite_open(path, &why);
    assert_non_null(db);
    return db;
}

/* A message of the log: a call, which it takes, on this subject. */
static inline LogEvent message(uint64_t seq, const char *subject, Call *call) {
    LogEvent event = {.kind = LOG_MESSAGE, .seq = seq, .ms = 1700000000000 + (int64_t)seq * 1000};
    Text body = text_grow();
    assert_true(wire_write(call, &body));
    call_free(call);
    strcpy(event.subject, subject);
    event.body = body.at;
    event.size = body.length;
    return event;
}

/* The key of the folder: 32 bytes. */
static inline void write_key(const char *bytes) {
    char path[100];
    snprintf(path, sizeof path, "%s/session.key", directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, 32, file), 32);
    fclose(file);
}

/* --- waiting for an answer
 * ------------------------------------------------------------------------ */

typedef struct Wait {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    StoreAnswer *answer;
} Wait;

#define WAIT ((Wait){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL})

static inline void arrived(void *who, StoreAnswer *answer) {
    Wait *wait = who;
    pthread_mutex_lock(&wait->mutex);
    wait->answer = answer;
    pthread_cond_signal(&wait->wake);
    pthread_mutex_unlock(&wait->mutex);
}

static inline StoreAnswer *answer_of(Wait *wait) {
    pthread_mutex_lock(&wait->mutex);
    while (!wait->answer)
        pthread_cond_wait(&wait->wake, &wait->mutex);
    pthread_mutex_unlock(&wait->mutex);
    return wait->answer;
}

static inline StoreResult result_of(Wait *wait) {
    StoreAnswer *answer = answer_of(wait);
    StoreResult result = answer->result;
    store_answer_free(answer);
    return result;
}

static inline Store *opened(void) {
    Reason why;
    Store *store = store_open(directory, &why);
    assert_null(why.text);
    assert_non_null(store);
    return store;
}

static inline StoreTable harbour(const char *id) {
    StoreTable table = {.players = 4, .listed = true, .created = 1700000000};
    strcpy(table.id, id);
    strcpy(table.game, "byzanz");
    strcpy(table.options, "gains=open");
    strcpy(table.title, "Lübeck « Nord »");
    strcpy(table.host, "anna");
    memset(table.seed, 0xa7, SEED_BYTES);
    return table;
}

static inline StoreResult create(Store *store, const char *id, const char *lines, int count,
                                 Stage stage) {
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

static inline StoreResult append(Store *store, const char *id, int expected, const char *lines,
                                 int count) {
    Wait wait = WAIT;
    StoreBatch batch = {
        .expected = expected, .lines = lines, .count = count, .stage = STAGE_PLAYING};
    store_append(store, id, &batch, arrived, &wait);
    return result_of(&wait);
}

static inline StoreAnswer *load(Store *store, const char *id) {
    Wait wait = WAIT;
    store_load(store, id, arrived, &wait);
    return answer_of(&wait);
}

static inline void assert_journal(Store *store, const char *id, const char *lines, int count) {
    StoreAnswer *answer = load(store, id);
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->lines, lines);
    assert_int_equal(answer->count, count);
    store_answer_free(answer);
}

/* --- lists ------------------------------------------------------------------------------------ */

static inline StoreAnswer *list_wish(Store *store, StoreWish wish) {
    Wait wait = WAIT;
    store_list(store, &wish, arrived, &wait);
    return answer_of(&wait);
}

static inline StoreWish wish_of(const char *person) {
    StoreWish wish = {.part = -1, .after_part = -1};
    strcpy(wish.person, person);
    return wish;
}

static inline StoreAnswer *list(Store *store, const char *person) {
    return list_wish(store, wish_of(person));
}

static inline StoreAnswer *list_open_tables(Store *store) {
    Wait wait = WAIT;
    store_list_open(store, arrived, &wait);
    return answer_of(&wait);
}

static inline void assert_ids(StoreAnswer *answer, int count, const char *const *ids) {
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->listed_count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(answer->listed[i].table.id, ids[i]);
    store_answer_free(answer);
}

#define IDS(answer, count, ...) assert_ids(answer, count, (const char *const[]){__VA_ARGS__})

static inline void add_for(Store *store, const char *id, Stage stage, int place, Turn turn,
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_directory, remove_directory)

#endif
