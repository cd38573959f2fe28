/* lists.c: what the store lists: open tables, those of a person, and what is due. */
#include <sqlite3.h>

#include "stores.h"

#include "store/past.h"

static StoreResult unlist(Store *store, const char *table, int at) {
    Wait wait = WAIT;
    store_unlist(store, table, at, arrived, &wait);
    return result_of(&wait);
}

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
    assert_int_equal(unlist(store, "old", 0), STORE_DONE);
    IDS(list_open_tables(store), 0, NULL);
    IDS(list(store, "anna"), 1, "over");
    assert_journal(store, "old", "", 0);
    assert_int_equal(unlist(store, "over", 0), STORE_DONE);
    IDS(list(store, "anna"), 1, "over");
    assert_int_equal(unlist(store, "nowhere", 0), STORE_MISSING);
    store_close(store);
}

static void keep(Store *store, const char *table, StoreBatch batch) {
    Wait wait = WAIT;
    store_append(store, table, &batch, arrived, &wait);
    assert_int_equal(result_of(&wait), STORE_DONE);
}

/* Whoever judged by an older version is told, also where the game has begun. */
static void a_table_is_taken_off_the_list_at_its_version(void **state) {
    (void)state;
    Store *store = opened();
    create(store, "late", "", 0, STAGE_GATHERING);
    keep(store, "late", (StoreBatch){.lines = "seat 0 person b Bert\n", .count = 1, .at = 3});
    assert_int_equal(unlist(store, "late", 2), STORE_MOVED);
    IDS(list_open_tables(store), 1, "late");
    keep(store, "late",
         (StoreBatch){
             .expected = 1, .lines = "begin\n", .count = 1, .at = 4, .stage = STAGE_PLAYING});
    assert_int_equal(unlist(store, "late", 3), STORE_MOVED);
    assert_int_equal(unlist(store, "late", 4), STORE_DONE);

    /* A row from before versions were kept beside the journal says 0, whatever was read there. */
    create(store, "old", "", 0, STAGE_GATHERING);
    IDS(list_open_tables(store), 1, "old");
    assert_int_equal(unlist(store, "old", 2), STORE_DONE);
    IDS(list_open_tables(store), 0, NULL);
    store_close(store);
}

static void a_list_tells_what_waits_for_me_what_waits_and_what_is_over(void **state) {
    (void)state;
    Store *store = opened();
    add_for(store, "won", STAGE_OVER, 1, 0, "seat 0 person b Élise\n", "38:2 44:1");
    add_for(store, "lost", STAGE_OVER, 0, 0, "seat 0 person b Bert\n", "38:2 44:1");
    add_for(store, "mine", STAGE_PLAYING, 1, 2, "seat 0 person b Bert\n", NULL);
    add_for(store, "theirs", STAGE_PLAYING, 1, 1, "seat 0 person b Clara\n", NULL);
    add_for(store, "away", STAGE_PLAYING, PLACE_AWAY, 2, "begin\n", NULL);
    add_for(store, "asked", STAGE_GATHERING, PLACE_RESERVED, 0, "seat 0 invite anna Anna\n", NULL);
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
    store_save_hour(store, 123456789012, arrived, &wait);
    store_answer_free(answer_of(&wait));
    store_close(store);
    store = opened();
    assert_int_equal(store_hour(store), 123456789012);
    answer = load(store, "t7");
    assert_string_equal(answer->clocks, "what is left");
    store_answer_free(answer);
    store_close(store);
}

static void a_journal_that_cannot_be_read_hides_no_other_finished_game(void **state) {
    (void)state;
    Sqlite *db = open_file();
    StoreAnswer answer = {0};
    for (int i = 0; i < 3; i++) {
        StoreTable table = harbour((const char *[]){"one", "two", "three"}[i]);
        StoreBatch batch = {.lines = "seat 0 bot greedy\n", .count = 1, .stage = STAGE_OVER};
        assert_int_equal(sqlite_create(db, &table, &batch), STORE_DONE);
    }
    assert_int_equal(sqlite3_exec(sqlite_file(db),
                                  "UPDATE journal SET position = 7 WHERE game = (SELECT key FROM"
                                  " tables WHERE id = 'two')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(past_finished(db, 0, &answer), STORE_DONE);
    assert_int_equal(answer.finished_count, 2);
    for (int i = 0; i < answer.finished_count; i++) {
        assert_string_not_equal(answer.finished[i].table.id, "two");
        free(answer.finished[i].lines);
    }
    free(answer.finished);
    sqlite_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_list_has_open_tables_and_those_of_a_person),
        TEST(a_table_is_taken_off_the_list_at_its_version),
        TEST(a_list_tells_what_waits_for_me_what_waits_and_what_is_over),
        TEST(a_long_list_is_read_by_pages),
        TEST(a_table_has_one_rematch),
        TEST(clocks_are_kept_with_the_table_and_found_when_they_are_due),
        TEST(a_journal_that_cannot_be_read_hides_no_other_finished_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
