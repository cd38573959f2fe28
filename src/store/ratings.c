/* ratings.c: what finished games say about people and bots, kept beside them.

   Everything here can be made again from the journals: a game is read when it ends, in the
   transaction that keeps its last line, and all of them in the order of their ends by
   `sqlite_rate_all`. */
#include <sqlite3.h>
#include <string.h>

#include "people/rating.h"
#include "people/result.h"
#include "store/ask.h"
#include "store/inside.h"

/* --- one game --------------------------------------------------------------------------------- */

static Rating read_rating(Sqlite *db, const char *game, const char *who) {
    Rating rating = RATING_NEW;
    sqlite3_stmt *query = sql_fill(fresh(db, RATING_FIND), "tt", game, who);
    if (sqlite3_step(query) == SQLITE_ROW)
        rating = (Rating){sqlite3_column_double(query, 0), sqlite3_column_double(query, 1)};
    sqlite3_reset(query);
    return rating;
}

/* How often this one sits at the table: several bots of a level are one. */
static int seats_of(const Result *result, const char *who) {
    int seats = 0;
    for (int i = 0; i < result->players; i++)
        seats += strcmp(result->seat[i].who, who) == 0;
    return seats;
}

/* Whether he played it himself, to its end: what a machine wins in his place is nobody's. */
static bool is_own(const ResultSeat *it) {
    return !it->away && !it->helped;
}

/* Whoever has several seats moves by the mean of what each of them says. */
static bool save_rating(Sqlite *db, const char *game, const Result *result, int seat,
                        const Rating *now) {
    const char *who = result->seat[seat].who;
    Rating mean = {0, 0};
    int seats = seats_of(result, who), won = 0;
    for (int i = 0; i < result->players; i++) {
        if (strcmp(result->seat[i].who, who) != 0) continue;
        if (i < seat) return true; /* done with the first of them */
        mean.mu += now[i].mu / seats;
        mean.sigma += now[i].sigma / seats;
        won += result->seat[i].rank == 1 && is_own(&result->seat[i]);
    }
    return done(sql_fill(fresh(db, RATING_SAVE), "ttddii", game, who, mean.mu, mean.sigma,
                         (int64_t)seats, (int64_t)won));
}

/* {"sale":5}: by each of the game's records he has something of. */
static void write_bests(const Feat *bests, const ResultSeat *it, Text *json) {
    jot_open(json, NULL, '{');
    for (int i = 0; i < BESTS_MAX && bests[i].id; i++)
        if (it->best[i] != BEST_NONE) jot_int(json, bests[i].id, it->best[i]);
    jot_close(json, '}');
}

static bool save_seat(Sqlite *db, int64_t key, const Result *result, int seat, const Rating *before,
                      const Rating *now) {
    const ResultSeat *it = &result->seat[seat];
    bool rated = before != NULL;
    Text bests = text_grow();
    write_bests(result->bests, it, &bests);
    bool well = done(
        sql_fill(fresh(db, RESULT_ADD), "iitiiiiiddiiti", key, (int64_t)seat, it->who,
                 (int64_t)it->rank, (int64_t)it->points, (int64_t)it->margin, (int64_t)it->away,
                 (int64_t)it->feats, rated ? now->mu : 0.0, rated ? now->sigma : 0.0,
                 rated ? (int64_t)(rating_points(*now) - rating_points(*before)) : (int64_t)0,
                 (int64_t)it->checked, bests.at, (int64_t)is_own(it)));
    text_free(&bests);
    return well;
}

static bool save_result(Sqlite *db, int64_t key, const StoreTable *table, const Result *result) {
    Rating before[SEATS_MAX], now[SEATS_MAX];
    int rank[SEATS_MAX];
    bool well = true;
    for (int i = 0; i < result->players; i++) {
        before[i] = now[i] = read_rating(db, table->game, result->seat[i].who);
        rank[i] = result->seat[i].rank;
    }
    if (table->rated) rating_update(now, rank, result->players, RATING_TAU);
    for (int i = 0; i < result->players;
         i++) /* who leaves loses, but a machine wins nothing for him */
        if (result->seat[i].helped && now[i].mu > before[i].mu) now[i] = before[i];
    for (int i = 0; well && i < result->players; i++)
        well = save_seat(db, key, result, i, table->rated ? &before[i] : NULL, &now[i]) &&
               (!table->rated || save_rating(db, table->game, result, i, now));
    return well;
}

bool sqlite_rate(Sqlite *db, const char *id) {
    StoreTable header;
    Table *table;
    Result result;
    int64_t key = sql_number(sql_ask(db, "SELECT key FROM tables WHERE id = ?1", "t", id), 0);
    bool well = true;
    sqlite_replay(db, id, &header, &table); /* what cannot be read has no result */
    if (table && table_over(table) && !table_lesson(table) && !table_copied(table) &&
        !table_offline(table)) {
        result_of(table, &result);
        well = save_result(db, key, &header, &result);
    }
    table_close(table);
    return well;
}

bool sqlite_rate_all(Sqlite *db, int *games) {
    char id[TABLE_ID_MAX + 1];
    bool well = sqlite3_exec(sqlite_file(db), "DELETE FROM results; DELETE FROM ratings", NULL,
                             NULL, NULL) == SQLITE_OK;
    if (!well) sqlite_note_ill(db);
    sqlite3_stmt *tables =
        sql_ask(db, "SELECT id FROM tables WHERE stage = 'over' ORDER BY ended, key", "");
    *games = 0;
    while (well && tables && sqlite3_step(tables) == SQLITE_ROW) {
        well = sql_text(tables, 0, id, sizeof id) && sqlite_rate(db, id);
        ++*games;
    }
    sqlite3_finalize(tables);
    return well && tables;
}
