/* sessions.c: who comes with a session, and the names people have. */
#include <time.h>

#include "store/inside.h"

StoreResult sqlite_find_person(Sqlite *db, const uint8_t *session, StorePerson *person) {
    sqlite3_stmt *query = fresh(db, PERSON_FIND);
    sqlite3_bind_blob(query, 1, session, SESSION_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, time(NULL) - SESSION_SECONDS);
    int code = sqlite3_step(query);
    bool sound = code == SQLITE_ROW && column(query, 0, person->id, sizeof person->id) &&
                 column(query, 1, person->name, sizeof person->name);
    person->account = sound && sqlite3_column_int(query, 2);
    person->used = sound ? sqlite3_column_int64(query, 3) : 0;
    sqlite3_reset(query);
    if (code == SQLITE_DONE) return STORE_MISSING;
    memcpy(person->session, session, SESSION_BYTES);
    return sound ? STORE_DONE : STORE_FAILED;
}

static void bind_looks(sqlite3_stmt *query, int hole, const uint8_t looks[LOOKS][LOOK_BYTES]) {
    for (int i = 0; i < LOOKS; i++)
        sqlite3_bind_blob(query, hole + i, looks[i], LOOK_BYTES, SQLITE_STATIC);
}

bool sqlite_name_taken(Sqlite *db, const char *id, const uint8_t looks[LOOKS][LOOK_BYTES]) {
    sqlite3_stmt *query = fresh(db, PERSON_LIKE);
    bind_text(query, 1, id);
    bind_looks(query, 2, looks);
    bool taken = sqlite3_step(query) == SQLITE_ROW;
    sqlite3_reset(query);
    return taken;
}

/* A session that has ended does not begin again. */
static bool has_ended(Sqlite *db, const StorePerson *person) {
    sqlite3_stmt *query = fresh(db, PERSON_ENDED);
    bind_text(query, 1, person->id);
    sqlite3_bind_blob(query, 2, person->session, SESSION_BYTES, SQLITE_STATIC);
    bool ended = sqlite3_step(query) == SQLITE_ROW;
    sqlite3_reset(query);
    return ended;
}

StoreResult sqlite_save_person(Sqlite *db, const StorePerson *person) {
    if (has_ended(db, person)) return STORE_MISSING;
    if (sqlite_name_taken(db, person->id, person->looks)) return STORE_TAKEN;
    sqlite3_stmt *query = fresh(db, PERSON_SAVE);
    bind_text(query, 1, person->id);
    bind_text(query, 2, person->name);
    bind_looks(query, 3, person->looks);
    if (!done(query)) return STORE_FAILED;
    query = fresh(db, SESSION_SAVE);
    sqlite3_bind_blob(query, 1, person->session, SESSION_BYTES, SQLITE_STATIC);
    bind_text(query, 2, person->id);
    sqlite3_bind_int64(query, 3, sqlite_now(db));
    return done(query) ? STORE_DONE : STORE_FAILED;
}
