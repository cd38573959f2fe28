#include "store.h"

#include <string.h>

#include "fuzz.h"
#include "games/games.h"
#include "store/replay.h"
#include "table/table.h"

enum { TABLES = 16, PEOPLE = 8 };

static Journal journals[TABLES];
static StorePerson people[PEOPLE];
static int tables, persons, failures;

Journal *journal_named(const char *id) {
    for (int i = 0; i < tables; i++)
        if (strcmp(journals[i].header.id, id) == 0) return &journals[i];
    return NULL;
}

/* An answer of this result, or of failure where that has been ordered. */
static StoreAnswer *answer_of(StoreResult result) {
    StoreAnswer *answer = calloc(1, sizeof *answer);
    if (!answer) abort();
    answer->result = failures > 0 ? STORE_FAILED : result;
    if (failures > 0) failures--;
    return answer;
}

static void save_batch(Journal *table, const StoreBatch *batch) {
    int lines = 0;
    for (const char *c = batch->lines; *c; c++)
        lines += *c == '\n';
    claim(lines == batch->count, "a batch has as many lines as it says");
    claim(batch->expected == table->lines, "a batch goes where the journal ends");
    text_add(&table->journal, batch->lines);
    table->lines += lines;
    table->stage = batch->stage;
    table->at = batch->at;
    table->turn = batch->turn;
    if (!batch->seats) return;
    strcpy(table->seats, batch->seats);
    table->sitters = batch->sitters;
    for (int i = 0; i < batch->sitters; i++)
        strcpy(table->sitter[i], batch->sitter[i]);
}

void store_create(Store *store, const StoreTable *table, const StoreBatch *batch, StoreDone done,
                  void *who) {
    (void)store;
    if (tables == TABLES) failures = 1; /* the disk is full */
    StoreAnswer *answer = answer_of(STORE_DONE);
    if (answer->result == STORE_DONE) {
        claim(!journal_named(table->id), "a table's id is its own");
        journals[tables] = (Journal){.header = *table, .journal = text_grow()};
        save_batch(&journals[tables++], batch);
    }
    done(who, answer);
}

void store_append(Store *store, const char *table, const StoreBatch *batch, StoreDone done,
                  void *who) {
    (void)store;
    StoreAnswer *answer = answer_of(STORE_DONE);
    claim(journal_named(table) != NULL, "only what is kept is added to");
    if (answer->result == STORE_DONE) save_batch(journal_named(table), batch);
    done(who, answer);
}

void store_load(Store *store, const char *table, StoreDone done, void *who) {
    (void)store;
    const Journal *found = journal_named(table);
    StoreAnswer *answer = answer_of(found ? STORE_DONE : STORE_MISSING);
    if (answer->result == STORE_DONE) {
        answer->table = found->header;
        answer->lines = strdup(found->journal.at);
        answer->count = found->lines;
    }
    done(who, answer);
}

static int sits(const Journal *table, const char *person) {
    for (int i = 0; i < table->sitters; i++)
        if (strcmp(table->sitter[i], person) == 0) return 1;
    return 0;
}

static StoreListed listed_as(const Journal *table) {
    StoreListed listed = {
        .table = table->header, .stage = table->stage, .at = table->at, .turn = table->turn};
    strcpy(listed.seats, table->seats);
    return listed;
}

static void list(int (*wanted)(const Journal *, const char *), const char *person, StoreDone done,
                 void *who) {
    StoreAnswer *answer = answer_of(STORE_DONE);
    answer->listed = calloc(TABLES, sizeof *answer->listed);
    if (!answer->listed) abort();
    for (int i = 0; i < tables; i++)
        if (wanted(&journals[i], person))
            answer->listed[answer->listed_count++] = listed_as(&journals[i]);
    done(who, answer);
}

static int waits(const Journal *table, const char *person) {
    (void)person;
    return table->header.listed && table->stage == STAGE_GATHERING;
}

void store_list(Store *store, const StoreWish *wish, StoreDone done, void *who) {
    (void)store;
    list(sits, wish->person, done, who);
}

void store_list_open(Store *store, StoreDone done, void *who) {
    (void)store;
    list(waits, NULL, done, who);
}

static StorePerson *person_of(const uint8_t *session) {
    for (int i = 0; i < persons; i++)
        if (memcmp(people[i].session, session, SESSION_BYTES) == 0) return &people[i];
    return NULL;
}

void store_find_person(Store *store, const uint8_t session[SESSION_BYTES], StoreDone done,
                       void *who) {
    (void)store;
    const StorePerson *found = person_of(session);
    StoreAnswer *answer = answer_of(found ? STORE_DONE : STORE_MISSING);
    if (answer->result == STORE_DONE) answer->person = *found;
    done(who, answer);
}

void store_save_person(Store *store, const StorePerson *person, StoreDone done, void *who) {
    (void)store;
    StoreAnswer *answer = answer_of(STORE_DONE);
    if (answer->result == STORE_DONE) {
        StorePerson *old = person_of(person->session);
        claim(old || persons < PEOPLE, "there are no more people than came");
        if (!old) old = &people[persons++];
        *old = *person;
    }
    done(who, answer);
}

/* Of accounts this store knows none. */
void store_account(Store *store, const AccountCall *call, StoreDone done, void *who) {
    (void)store;
    done(who, answer_of(call->act == ACCOUNT_TOUCH ? STORE_DONE : STORE_MISSING));
}

/* Nor analyses, devices to call, acts of a host and finished games; and no table is ever due. */
static void nothing(StoreResult result, StoreDone done, void *who) {
    StoreAnswer *answer = answer_of(result);
    if (done)
        done(who, answer);
    else
        store_answer_free(answer);
}

void store_find_analysis(Store *store, const char *table, const char *kind, StoreDone done,
                         void *who) {
    (void)store, (void)table, (void)kind;
    nothing(STORE_MISSING, done, who);
}

void store_save_analysis(Store *store, const char *table, const char *kind, const char *text,
                         StoreDone done, void *who) {
    (void)store, (void)table, (void)kind, (void)text;
    nothing(STORE_DONE, done, who);
}

void store_device(Store *store, DeviceAct act, const StoreDevice *device, StoreDone done,
                  void *who) {
    (void)store, (void)act, (void)device;
    nothing(STORE_DONE, done, who);
}

void store_manners(Store *store, MannersAct act, const StoreManners *manners, StoreDone done,
                   void *who) {
    (void)store, (void)act, (void)manners;
    nothing(STORE_DONE, done, who);
}

void store_admin(Store *store, const struct AdminAct *act, StoreDone done, void *who) {
    (void)store, (void)act;
    nothing(STORE_MISSING, done, who);
}

void store_finished(Store *store, int64_t since, StoreDone done, void *who) {
    (void)store, (void)since;
    nothing(STORE_DONE, done, who);
}

void store_due(Store *store, int64_t until, int64_t after_due, int64_t after_key, StoreDone done,
               void *who) {
    (void)store, (void)until, (void)after_due, (void)after_key;
    nothing(STORE_DONE, done, who);
}

int64_t store_hour(const Store *store) {
    (void)store;
    return 0;
}

void store_save_hour(Store *store, int64_t ms, StoreDone done, void *who) {
    (void)store, (void)ms;
    nothing(STORE_DONE, done, who);
}

void store_unlist(Store *store, const char *table, int at, StoreDone done, void *who) {
    (void)store, (void)at;
    Journal *found = journal_named(table);
    if (found) found->header.listed = false;
    nothing(found ? STORE_DONE : STORE_MISSING, done, who);
}

/* There is no other server. */
void store_listen(Store *store, StoreDone notify, void *who) {
    (void)store;
    (void)notify;
    (void)who;
}

void store_broadcast(Store *store, const char *text) {
    (void)store;
    (void)text;
}

void store_sync(Store *store, StoreDone done, void *who) {
    (void)store;
    done(who, answer_of(STORE_DONE));
}

void store_share(Store *store, const char *name, const char *text, StoreDone done, void *who) {
    (void)store;
    (void)name;
    StoreAnswer *answer = answer_of(STORE_DONE);
    answer->lines = strdup(text);
    done(who, answer);
}

bool store_clock(const Store *store, int64_t *ms) {
    (void)store;
    (void)ms;
    return false;
}

void store_answer_free(StoreAnswer *answer) {
    if (!answer) return;
    free(answer->lines);
    free(answer->listed);
    free(answer);
}

/* Every journal replays to a table of as many lines. */
static void replay(const Journal *table) {
    uint8_t options[OPTIONS_MAX];
    Reason why;
    const Game *game = game_named(table->header.game);
    claim(game && options_read(game, table->header.options, options), "a header is whole");
    Table *t = table_open(game, table->header.players, options, &why);
    claim(t != NULL, "a header opens a table");
    for (char *line = table->journal.at, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        claim(table_enter(t, line).text == NULL, "a journal replays");
    }
    claim(table_lines(t) == table->lines, "to as many lines");
    table_close(t);
}

void memory_store_open(void) {
    tables = persons = failures = 0;
}

void memory_store_fails(void) {
    failures++;
}

void memory_store_recovers(void) {
    failures = 0;
}

void memory_store_close(void) {
    for (int i = 0; i < tables; i++) {
        replay(&journals[i]);
        text_free(&journals[i].journal);
    }
}
