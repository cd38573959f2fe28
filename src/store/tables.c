/* tables.c: tables in the file: their headers, journals, standing and clocks. */
#include <stdio.h>
#include <stdlib.h>

#include "store/ask.h"
#include "store/call.h"
#include "store/inside.h"
#include "store/replay.h"

const char *const sqlite_stages[] = {
    [STAGE_GATHERING] = "gathering", [STAGE_PLAYING] = "playing", [STAGE_OVER] = "over"};

static bool add_lines(Sqlite *db, int64_t key, const StoreBatch *batch) {
    const char *line = batch->lines;
    for (int i = 0; i < batch->count; i++) {
        const char *end = strchr(line, '\n');
        if (!end) return false;
        sqlite3_stmt *query = fresh(db, JOURNAL_ADD);
        sqlite3_bind_int64(query, 1, key);
        sqlite3_bind_int64(query, 2, batch->expected + i);
        sqlite3_bind_text(query, 3, line, (int)(end - line), SQLITE_STATIC);
        if (!done(query)) return false;
        line = end + 1;
    }
    return *line == '\0';
}

static bool set_sitters(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, SITTERS_CLEAR);
    sqlite3_bind_int64(query, 1, key);
    if (!done(query)) return false;
    for (int i = 0; i < batch->sitters; i++) {
        query = fresh(db, SITTERS_ADD);
        bind_text(query, 1, batch->sitter[i]);
        sqlite3_bind_int64(query, 2, key);
        sqlite3_bind_int(query, 3, batch->place[i]);
        if (!done(query)) return false;
    }
    return true;
}

/* Whether who plays may not tell that there is such a line, not by the place of the table in his
   list either: an order somebody set ahead, or what those who look say to each other. */
static bool is_kept_from_players(const StoreBatch *batch) {
    return strncmp(batch->lines, "order ", 6) == 0 || strncmp(batch->lines, "aside ", 6) == 0;
}

/* What a list shows of the table now. */
static bool set_standing(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_STANDING);
    sqlite3_bind_int64(query, 1, key);
    bind_text(query, 2, sqlite_stages[batch->stage]);
    sqlite3_bind_int(query, 3, batch->at);
    sqlite3_bind_int64(query, 4, batch->turn);
    bind_text(query, 5, batch->seats);
    bind_text(query, 6, batch->result);
    if (!is_kept_from_players(batch)) sqlite3_bind_int64(query, 7, sqlite_now(db));
    return done(query);
}

/* The same where neither the stage nor the seats have changed, as with nearly every move. */
static bool set_turn(Sqlite *db, int64_t key, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_TURN);
    sqlite3_bind_int64(query, 1, key);
    sqlite3_bind_int(query, 2, batch->at);
    sqlite3_bind_int64(query, 3, batch->turn);
    sqlite3_bind_int64(query, 4, sqlite_now(db));
    return done(query);
}

/* A table has one rematch: a second one is refused. */
static bool set_next(Sqlite *db, const char *table, const char *next) {
    sqlite3_stmt *query = fresh(db, TABLE_NEXT);
    bind_text(query, 1, table);
    bind_text(query, 2, next);
    return done(query) && sqlite3_changes(db->file) == 1;
}

/* What is left on the clocks, where the batch tells. */
static bool set_clocks(Sqlite *db, int64_t key, const StoreBatch *batch) {
    if (!batch->clocks) return true;
    sqlite3_stmt *query = fresh(db, TABLE_CLOCKS);
    sqlite3_bind_int64(query, 1, key);
    bind_text(query, 2, batch->clocks);
    if (batch->due >= 0) sqlite3_bind_int64(query, 3, batch->due);
    return done(query);
}

/* The game is over: its result is kept with its last line. With a log it is when the table is
   folded: results depend on their order, and that one lasts (replica.h). */
static bool end_table(Sqlite *db, const char *id, int64_t key) {
    sqlite3_stmt *query = fresh(db, TABLE_END);
    sqlite3_bind_int64(query, 1, key);
    sqlite3_bind_int64(query, 2, sqlite_now(db));
    return done(query) && (db->replica || sqlite_rate(db, id));
}

StoreResult sqlite_create(Sqlite *db, const StoreTable *table, const StoreBatch *batch) {
    sqlite3_stmt *query = fresh(db, TABLE_ADD);
    bind_text(query, 1, table->id);
    bind_text(query, 2, table->game);
    sqlite3_bind_int(query, 3, table->players);
    bind_text(query, 4, table->options);
    bind_text(query, 5, table->title);
    sqlite3_bind_int(query, 6, table->listed);
    bind_text(query, 7, table->host);
    sqlite3_bind_blob(query, 8, table->seed, SEED_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(query, 9, table->created);
    bind_text(query, 10, sqlite_stages[batch->stage]);
    bind_text(query, 11, table->series);
    sqlite3_bind_int(query, 12, table->round);
    bind_text(query, 13, table->wins);
    sqlite3_bind_int(query, 14, table->rated);
    if (db->key) sqlite3_bind_int64(query, 15, db->key);
    if (!done(query)) return STORE_FAILED;
    int64_t key = sqlite3_last_insert_rowid(db->file);
    bool well = add_lines(db, key, batch) && set_sitters(db, key, batch) &&
                set_standing(db, key, batch) && set_clocks(db, key, batch);
    if (table->previous[0]) well = well && set_next(db, table->previous, table->id);
    return well ? STORE_DONE : STORE_FAILED;
}

/* The key and stage of a table, and the length of its journal. */
static StoreResult find_key(Sqlite *db, const char *table, int64_t *key, char stage[16],
                            int64_t *length) {
    sqlite3_stmt *query = fresh(db, TABLE_KEY);
    bind_text(query, 1, table);
    int code = sqlite3_step(query);
    StoreResult result = STORE_DONE;
    if (code == SQLITE_DONE)
        result = STORE_MISSING;
    else if (code != SQLITE_ROW || !column(query, 1, stage, 16))
        result = STORE_FAILED;
    else {
        *key = sqlite3_column_int64(query, 0);
        *length = sqlite3_column_int64(query, 2);
    }
    sqlite3_reset(query);
    return result;
}

/* Who has checked the draws of a finished game, where the batch tells. */
static bool set_checked(Sqlite *db, int64_t key, const StoreBatch *batch) {
    int seat;
    if (strncmp(batch->lines, "checked ", 8) != 0 || sscanf(batch->lines, "checked %d", &seat) != 1)
        return true;
    return sql_run_any(db,
                       sql_ask(db, "UPDATE results SET checked = 1 WHERE game = ?1 AND seat = ?2",
                               "ii", key, (int64_t)seat)) == STORE_DONE;
}

void sqlite_forget(Sqlite *db) {
    db->known_since++;
}

/* Where it stands, or would. */
static KnownTable *slot_of(Sqlite *db, const char *id) {
    KnownTable *set = db->known[text_hash(id) % KNOWN_SETS], *slot = set;
    for (int i = 0; i < KNOWN_EACH; i++) {
        if (set[i].since != db->known_since || !set[i].id[0])
            slot = &set[i];
        else if (strcmp(set[i].id, id) == 0)
            return &set[i];
    }
    return slot;
}

/* What the file has of a table. With a log others write it too, and parts of a transaction are
   undone: there it is asked each time. */
static StoreResult know(Sqlite *db, const char *id, KnownTable *known) {
    const KnownTable *slot = slot_of(db, id);
    if (!db->replica && slot->since == db->known_since && strcmp(slot->id, id) == 0) {
        *known = *slot;
        return STORE_DONE;
    }
    char stage[16];
    StoreResult result = find_key(db, id, &known->key, stage, &known->length);
    if (result != STORE_DONE) return result;
    strcpy(known->id, id);
    known->since = db->known_since;
    for (known->stage = STAGE_GATHERING; strcmp(stage, sqlite_stages[known->stage]) != 0;)
        if (known->stage++ == STAGE_OVER) return STORE_FAILED;
    return STORE_DONE;
}

/* Adds the lines to the file, and what follows from them. */
static bool append(Sqlite *db, const KnownTable *known, const StoreBatch *batch) {
    int64_t key = known->key;
    if (!add_lines(db, key, batch) || !set_clocks(db, key, batch) || !set_checked(db, key, batch))
        return false;
    if (!batch->seats && known->stage == batch->stage)
        return is_kept_from_players(batch) || set_turn(db, key, batch);
    if (batch->seats && !set_sitters(db, key, batch)) return false;
    if (!set_standing(db, key, batch)) return false;
    bool ends = batch->stage == STAGE_OVER && known->stage != STAGE_OVER;
    return !ends || end_table(db, known->id, key);
}

StoreResult sqlite_append(Sqlite *db, const char *table, const StoreBatch *batch) {
    KnownTable known;
    StoreResult result = know(db, table, &known);
    if (result != STORE_DONE) return result;
    if (known.length != batch->expected) return STORE_MOVED;
    KnownTable *slot = slot_of(db, table);
    slot->id[0] = '\0'; /* until it is certain again */
    if (!append(db, &known, batch)) return STORE_FAILED;
    known.length += batch->count;
    known.stage = batch->stage;
    *slot = known;
    return STORE_DONE;
}

StoreResult sqlite_unlist(Sqlite *db, const char *table, int at) {
    int64_t key, length;
    char stage[16];
    StoreResult result = find_key(db, table, &key, stage, &length);
    if (result != STORE_DONE) return result;
    int64_t now = sql_number(sql_ask(db, "SELECT at FROM tables WHERE key = ?1", "i", key), -1);
    if (at >= 0 && now > at) return STORE_MOVED; /* a row older than versions stays behind */
    if (strcmp(stage, sqlite_stages[STAGE_GATHERING]) != 0) return STORE_DONE; /* somebody came */
    sqlite3_stmt *unlist = fresh(db, TABLE_UNLIST), *clear = fresh(db, SITTERS_CLEAR);
    sqlite3_bind_int64(unlist, 1, key);
    sqlite3_bind_int64(clear, 1, key);
    return done(unlist) && done(clear) ? STORE_DONE : STORE_FAILED;
}

bool sqlite_table(sqlite3_stmt *query, StoreTable *t) {
    const void *seed = sqlite3_column_blob(query, 7);
    if (!seed || sqlite3_column_bytes(query, 7) != SEED_BYTES) return false;
    memcpy(t->seed, seed, SEED_BYTES);
    t->players = sqlite3_column_int(query, 2);
    t->listed = sqlite3_column_int(query, 5) != 0;
    t->created = sqlite3_column_int64(query, 8);
    t->round = sqlite3_column_int(query, 10);
    t->rated = sqlite3_column_int(query, 13) != 0;
    return column(query, 1, t->game, sizeof t->game) &&
           column(query, 3, t->options, sizeof t->options) &&
           column(query, 4, t->title, sizeof t->title) &&
           column(query, 6, t->host, sizeof t->host) &&
           column(query, 9, t->series, sizeof t->series) &&
           column(query, 11, t->wins, sizeof t->wins) && column(query, 12, t->next, sizeof t->next);
}

/* Reads the journal of a table: positions 0, 1, 2... without a hole. */
static bool read_journal(Sqlite *db, int64_t key, StoreAnswer *answer) {
    Text lines = text_grow();
    sqlite3_stmt *query = fresh(db, JOURNAL_READ);
    int code, count = 0;
    bool sound = true;
    sqlite3_bind_int64(query, 1, key);
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        char line[LINE_LIMIT + 1];
        sound = sqlite3_column_int64(query, 0) == count && column(query, 1, line, sizeof line) &&
                !strchr(line, '\n');
        if (!sound) break;
        text_add(&lines, line);
        text_char(&lines, '\n');
        count++;
    }
    sqlite3_reset(query);
    if (!sound || code != SQLITE_DONE) {
        text_free(&lines);
        return false;
    }
    answer->lines = lines.at;
    answer->count = count;
    return true;
}

StoreResult sqlite_load(Sqlite *db, const char *table, StoreAnswer *answer) {
    sqlite3_stmt *query = fresh(db, TABLE_FIND);
    bind_text(query, 1, table);
    int code = sqlite3_step(query);
    int64_t key = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    bool sound = code == SQLITE_ROW && sqlite_table(query, &answer->table);
    if (sound && sqlite3_column_type(query, TABLE_COLUMNS_END) == SQLITE_TEXT) {
        answer->clocks = strdup((const char *)sqlite3_column_text(query, TABLE_COLUMNS_END));
        if (!answer->clocks) abort();
    }
    sqlite3_reset(query);
    if (code == SQLITE_DONE) return STORE_MISSING;
    strcpy(answer->table.id, table);
    return sound && read_journal(db, key, answer) ? STORE_DONE : STORE_FAILED;
}

StoreResult sqlite_replay(Sqlite *db, const char *table, StoreTable *header, Table **out) {
    StoreAnswer *answer = answer_new();
    StoreResult result = sqlite_load(db, table, answer);
    *out = result == STORE_DONE ? store_replay(&answer->table, answer->lines) : NULL;
    if (header) *header = answer->table;
    store_answer_free(answer);
    return result;
}

StoreResult sqlite_due(Sqlite *db, int64_t until, int64_t after_due, int64_t after_key,
                       StoreAnswer *answer) {
    sqlite3_stmt *query = fresh(db, LIST_DUE);
    int code;
    bool sound = true;
    sqlite3_bind_int64(query, 1, until);
    sqlite3_bind_int64(query, 2, after_due);
    sqlite3_bind_int64(query, 3, after_key);
    sqlite3_bind_int(query, 4, DUE_MAX);
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        answer->after_key = sqlite3_column_int64(query, 0);
        answer->after_due = sqlite3_column_int64(query, 2);
        sound = column(query, 1, answer->due_id[answer->due++], TABLE_ID_MAX + 1);
    }
    sqlite3_reset(query);
    int64_t waits = sql_number(
        sql_ask(db, "SELECT EXISTS (SELECT 1 FROM tables WHERE due IS NOT NULL)", ""), -1);
    answer->waits = waits > 0;
    return sound && code == SQLITE_DONE && waits >= 0 ? STORE_DONE : STORE_FAILED;
}

StoreResult sqlite_save_hour(Sqlite *db, int64_t ms) {
    sqlite3_stmt *query = fresh(db, VALUE_SAVE);
    bind_text(query, 1, "hour");
    sqlite3_bind_int64(query, 2, ms);
    return done(query) ? STORE_DONE : STORE_FAILED;
}

int64_t sqlite_hour(Sqlite *db) {
    return sql_number(sql_ask(db, "SELECT value FROM house WHERE name = 'hour'", ""), 0);
}
