/* apply.c: what a node does with the messages of a log. A message is done on every node alike, or
   the node has not read it yet: where the file fails it is not counted as read. */
#include <sqlite3.h>

#include "stores.h"

#include "store/admin.h"
#include "store/apply.h"
#include "store/ask.h"
#include "store/inside.h"

enum { BUSY_MS = 20 };

static Sqlite *open_copy(void) {
    Sqlite *db = open_file();
    assert_true(apply_open(db));
    sqlite3_busy_timeout(sqlite_file(db), BUSY_MS);
    return db;
}

/* Does a message and counts it as read, unless the file failed. */
static Applied apply(Sqlite *db, LogEvent event, StoreResult *result) {
    Call *call;
    assert_true(sqlite_begin(db, false));
    Applied applied = apply_message(db, &event, directory, &call);
    bool well = applied != APPLIED_NO_DISK;
    if (well) well = apply_save_position(db, event.seq, "id") && sqlite_commit(db);
    if (!well) sqlite_undo(db);
    if (call) {
        *result = call->answer->result;
        store_answer_free(call->answer);
        call_free(call);
    }
    free(event.body);
    return well ? applied : APPLIED_NO_DISK;
}

static LogEvent person(uint64_t seq, const char *id) {
    Call *call = call_new(SAVE_PERSON, NULL, NULL, NULL);
    memset(call->person.session, (int)seq, SESSION_BYTES);
    memset(call->person.looks, (int)seq, sizeof call->person.looks);
    strcpy(call->person.id, id);
    strcpy(call->person.name, id);
    return message(seq, "house", call);
}

static LogEvent opens_account(uint64_t seq, const char *id) {
    Call *call = call_new(ACCOUNT, NULL, NULL, NULL);
    AccountCall *a = call->account = must(calloc(1, sizeof *a));
    a->act = ACCOUNT_OPEN;
    strcpy(a->id, id);
    strcpy(a->name, id);
    strcpy(a->password, "hash");
    memset(a->looks, (int)seq, sizeof a->looks);
    memset(a->session.hash, (int)seq, SESSION_BYTES);
    return message(seq, "house", call);
}

static LogEvent acts(uint64_t seq, const char *word, const char *about) {
    Call *call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    call->act->count = about ? 2 : 1;
    strcpy(call->act->words[0], word);
    if (about) strcpy(call->act->words[1], about);
    return message(seq, "house", call);
}

static LogEvent bans(uint64_t seq, const char *id) {
    return acts(seq, "ban", id);
}

static LogEvent rates(uint64_t seq, const char *unused) {
    (void)unused;
    return acts(seq, "rate", NULL);
}

static LogEvent opens_table(uint64_t seq, const char *id) {
    Call *call = call_new(CREATE, id, NULL, NULL);
    char subject[40];
    StoreBatch batch = {.lines = "", .seats = ""};
    call->table = harbour(id);
    call_batch(call, &batch);
    snprintf(subject, sizeof subject, "table.%s", id);
    return message(seq, subject, call);
}

static uint64_t position(Sqlite *db) {
    char id[LOG_ID + 1];
    return apply_position(db, id);
}

/* --- older formats ---------------------------------------------------------------------------- */

static LogEvent written(uint64_t seq, const char *body) {
    LogEvent event = {.kind = LOG_MESSAGE, .seq = seq, .ms = 1000, .size = strlen(body)};
    strcpy(event.subject, "house");
    event.body = must(strdup(body));
    return event;
}

/* Whom somebody muted as a guest, once he has signed in with his tables. */
static void signs_in(int format, const char *muter) {
    StoreResult result;
    char body[200], who[OWNER_MAX + 1];
    Sqlite *db = open_copy();
    assert_int_equal(apply(db, opens_account(1, "anna"), &result), APPLIED_DONE);
    assert_int_equal(apply(db,
                           written(2, "{\"v\":1,\"do\":\"manners\",\"act\":\"set\",\"manners\":"
                                      "{\"person\":\"eve\",\"other\":\"bert\",\"name\":\"Bert\","
                                      "\"how\":\"mute\"}}"),
                           &result),
                     APPLIED_DONE);
    snprintf(body, sizeof body,
             "{\"v\":%d,\"do\":\"account\",\"act\":\"enter\",\"account\":{\"id\":\"anna\","
             "\"guest\":\"eve\"}}",
             format);
    assert_int_equal(apply(db, written(3, body), &result), APPLIED_DONE);
    assert_int_equal(result, STORE_DONE);
    sqlite3_stmt *query = sql_ask(db, "SELECT person FROM manners", "");
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    assert_true(sql_text(query, 0, who, sizeof who));
    assert_string_equal(who, muter);
    sqlite3_finalize(query);
    sqlite_close(db);
}

static void a_message_of_an_older_format_does_what_it_did_then(void **state) {
    (void)state;
    signs_in(1, "eve");
}

static void and_one_of_this_format_what_it_does_now(void **state) {
    (void)state;
    signs_in(LOG_FORMAT, "anna");
}

/* --- a file that fails ------------------------------------------------------------------------ */

typedef LogEvent Say(uint64_t seq, const char *about);

/* While another program writes the file nothing can be done with a message, and it is not read: it
   is done once the file is free. */
static void waits_for_the_file(Say *say, const char *about) {
    char path[100];
    sqlite3 *other;
    StoreResult result = STORE_FAILED;
    Sqlite *db = open_copy();
    assert_int_equal(apply(db, person(1, "anna"), &result), APPLIED_DONE);
    assert_int_equal(result, STORE_DONE);
    file_path(path);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite_begin(db, false));
    LogEvent event = say(2, about);
    Call *call;
    Applied applied = apply_message(db, &event, directory, &call);
    free(event.body);
    /* Free again before the end of the message's transaction: it must have noticed by itself. */
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_int_equal(applied, APPLIED_NO_DISK);
    sqlite_undo(db);
    assert_int_equal(position(db), 1);
    assert_int_equal(apply(db, say(2, about), &result), APPLIED_DONE);
    assert_int_equal(result, STORE_DONE);
    assert_int_equal(position(db), 2);
    sqlite_close(db);
}

static void a_person_waits_for_a_file_that_is_busy(void **state) {
    (void)state;
    waits_for_the_file(person, "bert");
}

static void so_does_an_account(void **state) {
    (void)state;
    waits_for_the_file(opens_account, "anna");
}

static void so_does_an_act_of_who_runs_the_house(void **state) {
    (void)state;
    waits_for_the_file(bans, "anna");
}

static void so_does_making_the_ratings_again(void **state) {
    (void)state;
    waits_for_the_file(rates, "");
}

static void so_does_a_table(void **state) {
    (void)state;
    waits_for_the_file(opens_table, "abc");
}

/* A disk that is full while the pages of a message are written out is no different. */
static void so_does_one_whose_disk_is_full(void **state) {
    (void)state;
    StoreResult result;
    char most[60];
    Sqlite *db = open_copy();
    assert_int_equal(apply(db, person(1, "anna"), &result), APPLIED_DONE);
    sqlite3_stmt *query;
    sqlite3_prepare_v2(sqlite_file(db), "PRAGMA page_count", -1, &query, NULL);
    sqlite3_step(query);
    snprintf(most, sizeof most, "PRAGMA max_page_count = %d", sqlite3_column_int(query, 0));
    sqlite3_finalize(query);
    sqlite3_exec(sqlite_file(db), most, NULL, NULL, NULL);
    Applied applied = APPLIED_DONE;
    uint64_t seq = 1;
    while (applied == APPLIED_DONE && seq < 500) {
        char id[20];
        snprintf(id, sizeof id, "t%d", (int)++seq);
        applied = apply(db, opens_table(seq, id), &result);
    }
    assert_int_equal(applied, APPLIED_NO_DISK);
    assert_int_equal(position(db), seq - 1);
    sqlite3_exec(sqlite_file(db), "PRAGMA max_page_count = 1000000", NULL, NULL, NULL);
    assert_int_equal(apply(db, opens_table(seq, "last"), &result), APPLIED_DONE);
    assert_int_equal(result, STORE_DONE);
    sqlite_close(db);
}

/* What no node can do is done: every node leaves it out, with all it had begun. */
static void what_cannot_be_done_anywhere_is_read_and_leaves_nothing(void **state) {
    (void)state;
    StoreResult result;
    Sqlite *db = open_copy();
    Call *call = call_new(ROWS, NULL, NULL, NULL);
    call->text = must(strdup("[{\"table\":\"people\",\"columns\":[\"id\",\"name\"],\"rows\":"
                             "[[\"anna\",\"Anna\"],[\"bert\"]]}]"));
    assert_int_equal(apply(db, message(1, "house", call), &result), APPLIED_DONE);
    assert_int_equal(result, STORE_FAILED);
    assert_false(sqlite_has_person(db, "anna"));
    assert_int_equal(position(db), 1);
    sqlite_close(db);
}

/* --- a table that is brought in --------------------------------------------------------------- */

/* Two nodes whose folders have each their own key: what one wrote is of the house on the other,
   too, and gets the same key among the tables, whichever of them the node still knows. */
static void a_table_comes_to_every_node_alike(void **state) {
    (void)state;
    StoreResult result;
    Sqlite *db = open_copy();
    Text file = text_grow();
    Call *call = call_new(SAVE_SECRET, NULL, NULL, NULL);
    call->analysis = "session.key";
    call->text = must(strdup("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"));
    assert_int_equal(apply(db, message(1, "house", call), &result), APPLIED_DONE);
    assert_int_equal(apply(db, person(2, "anna"), &result), APPLIED_DONE);
    assert_int_equal(apply(db, opens_table(3, "abc"), &result), APPLIED_DONE);
    write_key("the key that one node has made..");
    assert_int_equal(transfer_write(db, directory, "abc", &file), STORE_DONE);
    assert_int_equal(apply(db, acts(4, "delete", "abc"), &result), APPLIED_DONE);
    assert_false(sqlite_has_table(db, "abc"));
    write_key("the key that another has made...");
    call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    call->act->count = 1;
    strcpy(call->act->words[0], "import");
    call->act->body = file.at;
    assert_int_equal(apply(db, message(7, "house", call), &result), APPLIED_DONE);
    assert_true(sqlite_has_table(db, "abc"));
    sqlite3_stmt *query;
    sqlite3_prepare_v2(sqlite_file(db), "SELECT key FROM tables", -1, &query, NULL);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int64(query, 0), (1LL << 40) + 7);
    sqlite3_finalize(query);
    sqlite_close(db);
}

static void tables_that_lost_a_line_are_found_or_that_they_are_not_is_said(void **state) {
    (void)state;
    char now[100], before[sizeof now + 5];
    StoreBatch batch = {.lines = "0 pass\n1 pass\n", .count = 2, .stage = STAGE_PLAYING};
    file_path(now);
    snprintf(before, sizeof before, "%s.lost", now);
    Sqlite *db = open_copy();
    StoreTable whole = harbour("whole"), cut = harbour("cut");
    assert_int_equal(sqlite_create(db, &whole, &batch), STORE_DONE);
    assert_int_equal(sqlite_create(db, &cut, &batch), STORE_DONE);
    sqlite_close(db);
    assert_int_equal(rename(now, before), 0);
    db = open_copy();
    assert_int_equal(sqlite_create(db, &whole, &batch), STORE_DONE);
    batch = (StoreBatch){.lines = "0 pass\n", .count = 1, .stage = STAGE_PLAYING};
    assert_int_equal(sqlite_create(db, &cut, &batch), STORE_DONE);
    Text ids = text_grow();
    assert_true(apply_lost(db, before, &ids));
    assert_string_equal(ids.at, "cut\n");
    FILE *file = fopen(before, "w");
    assert_true(file && fputs("this is no copy of a house, whatever it is", file) >= 0);
    fclose(file);
    text_clear(&ids);
    assert_false(apply_lost(db, before, &ids));
    text_free(&ids);
    sqlite_close(db);
    unlink(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_message_of_an_older_format_does_what_it_did_then),
        TEST(and_one_of_this_format_what_it_does_now),
        TEST(a_person_waits_for_a_file_that_is_busy),
        TEST(so_does_an_account),
        TEST(so_does_an_act_of_who_runs_the_house),
        TEST(so_does_making_the_ratings_again),
        TEST(so_does_a_table),
        TEST(so_does_one_whose_disk_is_full),
        TEST(a_table_comes_to_every_node_alike),
        TEST(what_cannot_be_done_anywhere_is_read_and_leaves_nothing),
        TEST(tables_that_lost_a_line_are_found_or_that_they_are_not_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
