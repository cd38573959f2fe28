/* reads.c: a disk that fails to read once. A message of a log is done as everywhere, or it is not
   counted as read: never is what cannot be read taken for what is not there. Each message is done
   again and again on the same file, and each time another read of it fails. */
#include <sqlite3.h>

#include "stores.h"

#include "store/apply.h"
#include "store/call.h"
#include "store/inside.h"

/* --- a file whose nth read fails -------------------------------------------------------------- */

static sqlite3_vfs *real, failing;
static int reads_left; /* before one fails; 0: none does */
static bool spoils;    /* it succeeds, but what it reads is nonsense */
static const sqlite3_io_methods *real_methods;
static sqlite3_io_methods methods;

static int read_or_fail(sqlite3_file *file, void *out, int size, sqlite3_int64 at) {
    bool fails = reads_left && --reads_left == 0;
    if (fails && !spoils) return SQLITE_IOERR_READ;
    int code = real_methods->xRead(file, out, size, at);
    if (fails) memset(out, 0xff, (size_t)size);
    return code;
}

static int open_failing(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                        int *out) {
    (void)vfs;
    int code = real->xOpen(real, name, file, flags, out);
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB)) return code;
    real_methods = file->pMethods;
    methods = *real_methods;
    methods.xRead = read_or_fail;
    file->pMethods = &methods;
    return code;
}

static void use_failing(void) {
    real = sqlite3_vfs_find(NULL);
    failing = *real;
    failing.zName = "failing";
    failing.xOpen = open_failing;
    sqlite3_vfs_register(&failing, 1);
}

/* --- a house ---------------------------------------------------------------------------------- */

static LogEvent person(uint64_t seq, const char *id, int look) {
    Call *call = call_new(SAVE_PERSON, NULL, NULL, NULL);
    memset(call->person.session, (int)seq, SESSION_BYTES);
    memset(call->person.looks, look, sizeof call->person.looks);
    strcpy(call->person.id, id);
    strcpy(call->person.name, id);
    return message(seq, "house", call);
}

static LogEvent account(uint64_t seq, AccountAct act, const char *id, const char *guest) {
    Call *call = call_new(ACCOUNT, NULL, NULL, NULL);
    AccountCall *a = call->account = must(calloc(1, sizeof *a));
    a->act = act;
    strcpy(a->id, id);
    strcpy(a->name, id);
    strcpy(a->guest, guest);
    strcpy(a->password, "hash");
    memset(a->looks, 'a', sizeof a->looks);
    memset(a->session.hash, (int)seq, SESSION_BYTES);
    return message(seq, "house", call);
}

static LogEvent table(uint64_t seq, const char *id, const char *previous, const char *lines,
                      int count) {
    Call *call = call_new(CREATE, id, NULL, NULL);
    char subject[40];
    StoreBatch batch = {.lines = lines,
                        .count = count,
                        .seats = "seat 0 bot greedy\n",
                        .sitters = 2,
                        .sitter = {"anna", "bert"}};
    call->table = harbour(id);
    strcpy(call->table.previous, previous);
    call_batch(call, &batch);
    snprintf(subject, sizeof subject, "table.%s", id);
    return message(seq, subject, call);
}

static LogEvent lines(uint64_t seq, const char *id, int64_t last, int expected) {
    Call *call = call_new(APPEND, id, NULL, NULL);
    char subject[40];
    StoreBatch batch = {.expected = expected, .lines = "chat 0 Ahoi\n", .count = 1};
    call->ms = last;
    call_batch(call, &batch);
    snprintf(subject, sizeof subject, "table.%s", id);
    return message(seq, subject, call);
}

static LogEvent acts(uint64_t seq, const char *word, const char *about) {
    Call *call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    call->act->count = 2;
    strcpy(call->act->words[0], word);
    strcpy(call->act->words[1], about);
    return message(seq, "house", call);
}

/* Does a message and counts it as read, unless the file failed. */
static Applied apply(Sqlite *db, const LogEvent *event, StoreResult *result) {
    Call *call;
    assert_true(sqlite_begin(db, false));
    Applied applied = apply_message(db, event, directory, &call);
    bool well = applied != APPLIED_NO_DISK;
    if (well) well = apply_save_position(db, event->seq, "id") && sqlite_commit(db);
    if (!well) sqlite_undo(db);
    if (call) {
        *result = call->answer->result;
        store_answer_free(call->answer);
        call_free(call);
    }
    return well ? applied : APPLIED_NO_DISK;
}

static Sqlite *open_copy(void) {
    Sqlite *db = open_file();
    assert_true(apply_open(db));
    return db;
}

/* Anna has an account, Bert is a guest; they sat at tables, of which one had a rematch. */
static uint64_t furnish(void) {
    static const char sat[] = "seat 0 person anna Anna\nseat 1 person bert Bert\nchat 0 Hallo\n",
                      alone[] = "seat 0 person bert Bert\n";
    LogEvent events[] = {person(1, "anna", 'x'),
                         account(2, ACCOUNT_OPEN, "anna", ""),
                         person(3, "bert", 'b'),
                         table(4, "first", "", sat, 3),
                         table(5, "second", "first", "", 0),
                         table(6, "third", "", alone, 1)};
    Sqlite *db = open_copy();
    StoreResult result = STORE_FAILED;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        assert_int_equal(apply(db, &events[i], &result), APPLIED_DONE);
        assert_int_equal(result, STORE_DONE);
        free(events[i].body);
    }
    sqlite_close(db);
    return sizeof events / sizeof *events;
}

/* Adds as many lines to a journal as fill pages of their own. */
static void fill_pages(const char *id) {
    Sqlite *db = open_file();
    char sql[400];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT"
             " INTO journal SELECT key, i + (SELECT max(position) FROM journal WHERE game = key),"
             " 'chat 0 ' || hex(zeroblob(30)) FROM tables, n WHERE id = '%s'",
             id);
    assert_int_equal(sqlite3_exec(sqlite_file(db), sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite_close(db);
}

/* All rows of all tables. */
static char *dump(Sqlite *db) {
    Text out = text_grow();
    sqlite3_stmt *tables, *rows;
    const char *names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    sqlite3_prepare_v2(sqlite_file(db), names, -1, &tables, NULL);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        char sql[200];
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2", name);
        text_printf(&out, "%s\n", name);
        sqlite3_prepare_v2(sqlite_file(db), sql, -1, &rows, NULL);
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(rows); i++) {
                const unsigned char *text = sqlite3_column_text(rows, i);
                text_printf(&out, " %s", text ? (const char *)text : "NULL");
            }
            text_char(&out, '\n');
        }
        sqlite3_finalize(rows);
    }
    sqlite3_finalize(tables);
    return out.at;
}

static char *read_file(size_t *size) {
    char path[100];
    file_path(path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = must(malloc(*size));
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void write_file(const char *bytes, size_t size) {
    char path[100], beside[110];
    file_path(path);
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside); /* where it could not be folded in */
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Whatever read fails, in the end the house is the one it is where none does. */
static void is_done_or_not_read_so(LogEvent event, StoreResult due) {
    size_t size;
    char *before = read_file(&size);
    StoreResult result = STORE_FAILED;
    Sqlite *db = open_copy();
    assert_int_equal(apply(db, &event, &result), APPLIED_DONE);
    assert_int_equal(result, due);
    char *after = dump(db);
    sqlite_close(db);
    int failed = 0, noticed = 0;
    for (int n = 1; n < 1000; n++) {
        write_file(before, size);
        db = open_copy();
        reads_left = n;
        Applied applied = apply(db, &event, &result);
        bool all = reads_left > 0;
        reads_left = 0;
        if (!all) failed++;
        noticed += applied == APPLIED_NO_DISK;
        if (applied == APPLIED_NO_DISK) {
            sqlite_close(db); /* which forgets what it has read */
            db = open_copy();
            applied = apply(db, &event, &result);
        }
        assert_int_equal(applied, APPLIED_DONE);
        assert_int_equal(result, due);
        char *now = dump(db);
        assert_string_equal(now, after);
        free(now);
        sqlite_close(db);
        if (all) break;
    }
    assert_true(failed > 0 && noticed > 0);
    free(before);
    free(after);
}

static void is_done_or_not_read(LogEvent event, StoreResult due) {
    size_t size;
    char *before = read_file(&size);
    spoils = true;
    is_done_or_not_read_so(event, due);
    write_file(before, size);
    spoils = false;
    is_done_or_not_read_so(event, due);
    free(before);
    free(event.body);
}

/* --- messages --------------------------------------------------------------------------------- */

static void a_name_that_is_taken_stays_so(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(person(seq + 1, "carl", 'a'), STORE_TAKEN);
}

static void nobody_opens_a_second_account(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(account(seq + 1, ACCOUNT_OPEN, "anna", ""), STORE_MOVED);
}

static void an_account_is_deleted_with_its_name_in_every_journal(void **state) {
    (void)state;
    uint64_t seq = furnish();
    fill_pages("first");
    is_done_or_not_read(account(seq + 1, ACCOUNT_DELETE, "anna", ""), STORE_DONE);
}

static void a_guest_brings_all_his_tables(void **state) {
    (void)state;
    uint64_t seq = furnish();
    Sqlite *db = open_copy();
    sqlite3_exec(
        sqlite_file(db),
        "DELETE FROM sitters WHERE person = 'anna' OR game < (SELECT max(key) FROM tables)", NULL,
        NULL, NULL);
    sqlite_close(db);
    is_done_or_not_read(account(seq + 1, ACCOUNT_ENTER, "anna", "bert"), STORE_DONE);
}

static void a_table_has_one_rematch(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(table(seq + 1, "again", "first", "", 0), STORE_MOVED);
}

static void a_table_is_made_once(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(table(seq + 1, "first", "", "", 0), STORE_MOVED);
}

static void lines_are_added_or_come_too_late(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(lines(seq + 1, "first", 4, 3), STORE_DONE);
    is_done_or_not_read(lines(seq + 2, "first", 4, 3), STORE_MOVED);
}

static void a_table_is_removed_for_good(void **state) {
    (void)state;
    uint64_t seq = furnish();
    is_done_or_not_read(acts(seq + 1, "delete", "first"), STORE_DONE);
    is_done_or_not_read(table(seq + 2, "first", "", "", 0), STORE_MOVED);
}

/* Two tables are written in one transaction, and between them one is read. True where it was kept.
 */
static bool write_and_read(Sqlite *db, int fails) {
    StoreBatch more = {.expected = 3, .lines = "chat 0 Ahoi\n", .count = 1},
               first = {.lines = "chat 1 Adieu\n", .count = 1};
    StoreAnswer answer = {0};
    db->now = 1; /* the same each time, however long it takes */
    assert_true(sqlite_begin(db, false));
    bool well = sqlite_append(db, "first", &more) == STORE_DONE;
    reads_left = fails;
    sqlite_load(db, "third", &answer);
    bool all = reads_left > 0 || !fails;
    reads_left = 0;
    free(answer.lines);
    free(answer.clocks);
    well = well && sqlite_append(db, "second", &first) == STORE_DONE;
    well = well && sqlite_commit(db);
    if (!well) sqlite_undo(db);
    assert_true(well || !all);
    return well;
}

/* SQLite undoes the whole transaction of a read that fails: nothing that follows is kept alone. */
static void what_is_written_beside_a_failing_read_is_kept_whole_or_not_at_all(void **state) {
    (void)state;
    furnish();
    size_t size;
    fill_pages("third");
    char *before = read_file(&size);
    Sqlite *db = open_file();
    char *none = dump(db);
    assert_true(write_and_read(db, 0));
    char *both = dump(db);
    sqlite_close(db);
    int failed = 0;
    bool well = false;
    for (int n = 1; n < 100 && !well; n++) {
        write_file(before, size);
        db = open_file();
        well = write_and_read(db, n);
        char *now = dump(db);
        assert_string_equal(now, well ? both : none);
        free(now);
        failed += !well;
        assert_true(well || write_and_read(db, 0));
        sqlite_close(db);
    }
    assert_true(well && failed > 0);
    free(before);
    free(none);
    free(both);
}

static void what_cannot_be_read_is_told_from_what_is_missing(void **state) {
    (void)state;
    furnish();
    bool all = false;
    for (int way = 0; way < 2; way++, all = false)
        for (int n = 1; n < 100 && !all; n++) {
            Sqlite *db = open_file();
            spoils = way == 1;
            reads_left = n;
            sqlite_watch(db);
            bool found = sqlite_has_table(db, "first");
            all = reads_left > 0;
            reads_left = 0;
            assert_true(all ? found && !sqlite_is_ill(db) : sqlite_is_ill(db));
            sqlite_close(db);
        }
    spoils = false;
    Sqlite *db = open_file();
    sqlite_watch(db);
    assert_false(sqlite_has_table(db, "none") || sqlite_is_ill(db));
    sqlite_close(db);
}

static int begin(void **state) {
    fresh_directory(state);
    Sqlite *db = open_file(); /* SQLite is set up before it gets another disk */
    sqlite_close(db);
    remove_directory(state);
    use_failing();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_name_that_is_taken_stays_so),
        TEST(nobody_opens_a_second_account),
        TEST(an_account_is_deleted_with_its_name_in_every_journal),
        TEST(a_guest_brings_all_his_tables),
        TEST(a_table_has_one_rematch),
        TEST(a_table_is_made_once),
        TEST(lines_are_added_or_come_too_late),
        TEST(a_table_is_removed_for_good),
        TEST(what_cannot_be_read_is_told_from_what_is_missing),
        TEST(what_is_written_beside_a_failing_read_is_kept_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
