/* people.c: what may be told of people: how they stand at a game, and a page about one of them.
   Read from what ratings.c keeps, and written as the JSON of docs/protocol.md. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "people/rating.h"
#include "store/ask.h"
#include "store/emblems.h"
#include "store/inside.h"

enum {
    RANKED_GAMES = 10, /* rated games before somebody has a rank */
    CURVE = 40         /* ratings of a curve */
};

static void write_points(Text *json, double mu, double sigma) {
    Rating rating = {mu, sigma};
    jot_int(json, "points", rating_points(rating));
    jot_int(json, "margin", rating_margin(rating));
}

/* The last ratings of somebody at a game, the oldest first: [when, points, margin]. */
static void write_curve(Sqlite *db, const char *who, const char *game, Text *json) {
    sqlite3_stmt *query = sql_ask(
        db,
        "SELECT * FROM (SELECT t.ended, r.mu, r.sigma, t.key FROM results r JOIN tables t ON"
        " t.key = r.game WHERE r.who = ?1 AND t.game = ?2 AND r.mu IS NOT NULL ORDER BY"
        " t.ended DESC, t.key DESC LIMIT ?3) ORDER BY ended, key",
        "tti", who, game, (int64_t)CURVE);
    jot_open(json, "curve", '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        Rating rating = {sqlite3_column_double(query, 1), sqlite3_column_double(query, 2)};
        jot_open(json, NULL, '[');
        jot_int(json, NULL, sqlite3_column_int64(query, 0));
        jot_int(json, NULL, rating_points(rating));
        jot_int(json, NULL, rating_margin(rating));
        jot_close(json, ']');
    }
    jot_close(json, ']');
    sqlite3_finalize(query);
}

/* --- the ranking of a game -------------------------------------------------------------------- */

/* Everybody who lets himself be seen, those with enough games first; `me` is there always. */
#define RANKED                                                                                     \
    "WITH ranked AS (SELECT r.who, p.name, r.mu, r.sigma, r.played, r.won, row_number() OVER"      \
    " (ORDER BY r.played >= 10 DESC, r.mu DESC, r.who) AS place FROM ratings r JOIN people p ON"   \
    " p.id = r.who WHERE r.game = ?1 AND p.since > 0 AND (p.hidden = 0 OR p.id = ?2)) "

_Static_assert(RANKED_GAMES == 10, "as RANKED has it");

static void write_row(Sqlite *db, sqlite3_stmt *query, const char *game, const char *me,
                      Text *json) {
    const char *who = (const char *)sqlite3_column_text(query, 0);
    int played = sqlite3_column_int(query, 4);
    bool bot = who[0] == '*';
    jot_open(json, NULL, '{');
    jot_string(json, "name", bot ? who + 1 : (const char *)sqlite3_column_text(query, 1));
    if (!bot && played >= RANKED_GAMES)
        jot_int(json, "rank", sqlite3_column_int(query, 6));
    else
        jot_null(json, "rank");
    jot_bool(json, "bot", bot);
    jot_bool(json, "mine", strcmp(who, me) == 0);
    write_points(json, sqlite3_column_double(query, 2), sqlite3_column_double(query, 3));
    jot_int(json, "played", played);
    jot_int(json, "won", sqlite3_column_int(query, 5));
    write_curve(db, who, game, json);
    jot_close(json, '}');
}

static void write_rows(Sqlite *db, sqlite3_stmt *query, const char *key, const AccountCall *call,
                       Text *json) {
    jot_open(json, key, '[');
    while (query && sqlite3_step(query) == SQLITE_ROW)
        write_row(db, query, call->game, call->id, json);
    jot_close(json, ']');
    sqlite3_finalize(query);
}

/* How many have how many points, in steps of 50: [from, count]. */
static void write_crowd(Sqlite *db, const AccountCall *call, Text *json) {
    sqlite3_stmt *query =
        sql_ask(db,
                RANKED "SELECT cast((1500 + 40 * (mu - 25)) / 50 AS INTEGER) * 50 AS step,"
                       " count(*) FROM ranked GROUP BY step ORDER BY step",
                "tt", call->game, call->id);
    jot_open(json, "crowd", '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        jot_open(json, NULL, '[');
        jot_int(json, NULL, sqlite3_column_int64(query, 0));
        jot_int(json, NULL, sqlite3_column_int64(query, 1));
        jot_close(json, ']');
    }
    jot_close(json, ']');
    sqlite3_finalize(query);
}

StoreResult sqlite_ranking(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_string(&json, "game", call->game);
    jot_int(&json, "players",
            sql_number(sql_ask(db, RANKED "SELECT count(*) FROM ranked WHERE played >= 10", "tt",
                               call->game, call->id),
                       0));
    write_crowd(db, call, &json);
    write_rows(db,
               sql_ask(db,
                       "SELECT who, '', mu, sigma, played, won, 0 FROM ratings WHERE game = ?1 AND"
                       " who LIKE '*%' ORDER BY mu DESC",
                       "t", call->game),
               "bots", call, &json);
    write_rows(db,
               sql_ask(db,
                       RANKED "SELECT * FROM ranked WHERE place <= 20 OR abs(place - (SELECT place"
                              " FROM ranked WHERE who = ?2)) <= 3 ORDER BY place",
                       "tt", call->game, call->id),
               "rows", call, &json);
    jot_close(&json, '}');
    answer->lines = json.at;
    return STORE_DONE;
}

/* --- a person --------------------------------------------------------------------------------- */

static void write_ratings(Sqlite *db, const char *id, Text *json) {
    jot_open(json, "ratings", '[');
    for (int i = 0; games[i]; i++) {
        const char *game = games[i]->id;
        sqlite3_stmt *query =
            sql_ask(db,
                    RANKED "SELECT mu, sigma, played, won, place, (SELECT count(*) FROM ranked"
                           " WHERE played >= 10) FROM ranked WHERE who = ?2",
                    "tt", game, id);
        if (query && sqlite3_step(query) == SQLITE_ROW) {
            jot_open(json, NULL, '{');
            jot_string(json, "game", game);
            write_points(json, sqlite3_column_double(query, 0), sqlite3_column_double(query, 1));
            jot_int(json, "played", sqlite3_column_int64(query, 2));
            jot_int(json, "won", sqlite3_column_int64(query, 3));
            if (sqlite3_column_int64(query, 2) >= RANKED_GAMES)
                jot_int(json, "rank", sqlite3_column_int64(query, 4));
            else
                jot_null(json, "rank");
            jot_int(json, "of", sqlite3_column_int64(query, 5));
            write_curve(db, id, game, json);
            jot_close(json, '}');
        }
        sqlite3_finalize(query);
    }
    jot_close(json, ']');
}

/* The last games. Where a table is not one of the open ones, its address stays with those who were
   there; where it was closed, with nobody. */
static void write_results(Sqlite *db, const char *id, bool mine, Text *json) {
    sqlite3_stmt *query = sql_ask(
        db,
        "SELECT t.id, t.game, t.title, t.ended, r.rank, t.players, r.mu IS NOT NULL, r.gain,"
        " t.listed, " IS_CLOSED
        " FROM results r JOIN tables t ON t.key = r.game WHERE r.who = ?1 ORDER BY"
        " t.ended DESC, t.key DESC LIMIT 6",
        "t", id);
    jot_open(json, "results", '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        bool open = (mine || sqlite3_column_int(query, 8)) && !sqlite3_column_int(query, 9);
        jot_open(json, NULL, '{');
        jot_string(json, "table", open ? (const char *)sqlite3_column_text(query, 0) : NULL);
        jot_string(json, "game", (const char *)sqlite3_column_text(query, 1));
        jot_string(json, "title", open ? (const char *)sqlite3_column_text(query, 2) : NULL);
        jot_int(json, "ended", sqlite3_column_int64(query, 3));
        jot_int(json, "rank", sqlite3_column_int64(query, 4));
        jot_int(json, "players", sqlite3_column_int64(query, 5));
        if (sqlite3_column_int(query, 6))
            jot_int(json, "gain", sqlite3_column_int64(query, 7));
        else
            jot_null(json, "gain");
        jot_close(json, '}');
    }
    jot_close(json, ']');
    sqlite3_finalize(query);
}

/* With whom he played most, and who came in before whom; of his last 1000 games. Guests have no
   name here, and who hides himself stays hidden. */
static void write_opponents(Sqlite *db, const char *id, Text *json) {
    sqlite3_stmt *query = sql_ask(
        db,
        "SELECT o.who, p.name, sum(r.rank < o.rank AND r.own), sum(r.rank > o.rank AND o.own) FROM"
        " (SELECT game, seat, rank, own FROM results WHERE who = ?1 ORDER BY game DESC LIMIT 1000) "
        "r JOIN results o ON "
        "o.game"
        " = r.game AND o.seat <> r.seat LEFT JOIN people p ON p.id = o.who AND p.since > 0 AND"
        " p.hidden = 0 WHERE p.id IS NOT NULL OR o.who LIKE '*%' GROUP BY o.who ORDER BY o.who LIKE"
        " '*%', count(*) DESC, o.who LIMIT 6",
        "t", id);
    jot_open(json, "opponents", '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        const char *who = (const char *)sqlite3_column_text(query, 0);
        jot_open(json, NULL, '{');
        jot_string(json, "name",
                   who[0] == '*' ? who + 1 : (const char *)sqlite3_column_text(query, 1));
        jot_bool(json, "bot", who[0] == '*');
        jot_int(json, "ahead", sqlite3_column_int64(query, 2));
        jot_int(json, "behind", sqlite3_column_int64(query, 3));
        jot_close(json, '}');
    }
    jot_close(json, ']');
    sqlite3_finalize(query);
}

/* `best`: which of the game's own it is; NULL: one of the house. */
static void write_record(Text *json, const char *kind, const char *game, const Feat *best,
                         int64_t n) {
    jot_open(json, NULL, '{');
    jot_string(json, "kind", kind);
    jot_string(json, "game", game);
    if (best) {
        jot_string(json, "title", best->title);
        jot_string(json, "unit", best->rule);
    }
    jot_int(json, "n", n);
    jot_close(json, '}');
}

/* Of each game its own records, the most or the fewest there was. */
static void write_bests(Sqlite *db, const char *id, const Game *game, Text *json) {
    const Feat *bests = game->words.bests;
    for (int i = 0; bests && bests[i].id; i++) {
        int64_t n = sql_number(
            sql_ask(db,
                    "SELECT CASE ?4 WHEN 1 THEN min(b.value) ELSE max(b.value) END FROM results r"
                    " JOIN tables t ON t.key = r.game, json_each(r.bests) b WHERE r.who = ?1 AND"
                    " t.game = ?2 AND b.key = ?3 HAVING count(*) > 0",
                    "ttti", id, game->id, bests[i].id, (int64_t)(bests[i].test == FEAT_FEW)),
            -1);
        if (n >= 0) write_record(json, "best", game->id, &bests[i], n);
    }
}

/* The longest row of games won. */
static int64_t longest_row(Sqlite *db, const char *id) {
    int64_t row = 0, longest = 0;
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT r.rank = 1 AND r.own FROM results r JOIN tables t ON "
                                  "t.key = r.game WHERE r.who = ?1 ORDER"
                                  " BY t.ended DESC, t.key DESC LIMIT 1000",
                                  "t", id);
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        row = sqlite3_column_int(query, 0) ? row + 1 : 0;
        if (row > longest) longest = row;
    }
    sqlite3_finalize(query);
    return longest;
}

static void write_records(Sqlite *db, const char *id, Text *json) {
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT t.game, max(CASE WHEN r.own THEN r.points END), "
                                  "max(r.mu) FROM results r JOIN tables t ON t.key ="
                                  " r.game WHERE r.who = ?1 GROUP BY t.game ORDER BY t.game",
                                  "t", id);
    jot_open(json, "records", '[');
    while (query && sqlite3_step(query) == SQLITE_ROW) {
        const char *game = (const char *)sqlite3_column_text(query, 0);
        if (sqlite3_column_type(query, 2) != SQLITE_NULL) {
            Rating best = {sqlite3_column_double(query, 2), 0};
            write_record(json, "rating", game, NULL, rating_points(best));
        }
        if (sqlite3_column_type(query, 1) != SQLITE_NULL)
            write_record(json, "points", game, NULL, sqlite3_column_int64(query, 1));
    }
    sqlite3_finalize(query);
    int64_t row = longest_row(db, id);
    if (row > 1) write_record(json, "row", NULL, NULL, row);
    for (int i = 0; games[i]; i++)
        write_bests(db, id, games[i], json);
    jot_close(json, ']');
}

/* --- a page ----------------------------------------------------------------------------------- */

StoreResult sqlite_person(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    AccountCall by_name = *call;
    by_name.act = ACCOUNT_NAMED;
    StoreResult result = sqlite_account(db, &by_name, answer);
    if (result != STORE_DONE) return result;
    const StoreAccount *account = answer->account;
    bool mine = strcmp(account->id, call->id) == 0;
    if (account->hidden && !mine) return STORE_MISSING;
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_string(&json, "name", account->name);
    jot_bool(&json, "mine", mine);
    jot_int(&json, "since", account->since);
    jot_int(&json, "played",
            sql_number(sql_ask(db, "SELECT count(*) FROM results WHERE who = ?1", "t", account->id),
                       0));
    jot_int(&json, "left",
            sql_number(sql_ask(db, "SELECT count(*) FROM results WHERE who = ?1 AND away", "t",
                               account->id),
                       0));
    write_ratings(db, account->id, &json);
    write_results(db, account->id, mine, &json);
    write_opponents(db, account->id, &json);
    write_records(db, account->id, &json);
    jot_open(&json, "emblems", '[');
    emblems_of(db, account->id, UINT64_MAX, &json);
    jot_close(&json, ']');
    jot_close(&json, '}');
    answer->lines = json.at;
    return STORE_DONE;
}

/* --- who sits at a table ---------------------------------------------------------------------- */

/* What the table was worth to a seat, where it was rated and is over. */
static void write_gain(Sqlite *db, const char *table, int seat, Text *json) {
    sqlite3_stmt *query = sql_ask(db,
                                  "SELECT r.gain FROM results r JOIN tables t ON t.key = r.game"
                                  " WHERE t.id = ?1 AND r.seat = ?2 AND r.mu IS NOT NULL",
                                  "ti", table, (int64_t)seat);
    if (query && sqlite3_step(query) == SQLITE_ROW)
        jot_int(json, "gain", sqlite3_column_int64(query, 0));
    else
        jot_null(json, "gain");
    sqlite3_finalize(query);
}

/* A seat, as far as its owner lets himself be seen. */
static void write_seat(Sqlite *db, const AccountCall *call, int seat, Text *json) {
    const char *who = call->company[seat];
    sqlite3_stmt *query =
        sql_ask(db,
                "SELECT p.name, r.mu, r.sigma FROM people p LEFT JOIN ratings r ON r.who = p.id AND"
                " r.game = ?2 WHERE p.id = ?1 AND p.since > 0 AND (p.hidden = 0 OR p.id = ?3)",
                "ttt", who, call->game, call->id);
    bool seen = query && sqlite3_step(query) == SQLITE_ROW;
    jot_open(json, NULL, '{');
    jot_string(json, "page", seen ? (const char *)sqlite3_column_text(query, 0) : NULL);
    if (seen && sqlite3_column_type(query, 1) != SQLITE_NULL) {
        write_points(json, sqlite3_column_double(query, 1), sqlite3_column_double(query, 2));
    } else {
        jot_null(json, "points");
        jot_null(json, "margin");
    }
    if (seen)
        write_gain(db, call->table, seat, json);
    else
        jot_null(json, "gain");
    jot_close(json, '}');
    sqlite3_finalize(query);
}

/* The emblems this game brought to who asks: those he would not have without it. */
static void write_won(Sqlite *db, const AccountCall *call, Text *json) {
    sqlite3 *file = sqlite_file(db);
    bool account =
        sql_number(sql_ask(db, "SELECT since FROM people WHERE id = ?1", "t", call->id), 0) > 0;
    jot_open(json, "emblems", '[');
    if (account && sqlite3_exec(file, "SAVEPOINT without", NULL, NULL, NULL) == SQLITE_OK) {
        sql_run_any(db, sql_ask(db,
                                "DELETE FROM results WHERE who = ?1 AND game = (SELECT key FROM"
                                " tables WHERE id = ?2)",
                                "tt", call->id, call->table));
        uint64_t before = emblems_of(db, call->id, 0, NULL);
        sqlite3_exec(file, "ROLLBACK TO without; RELEASE without", NULL, NULL, NULL);
        uint64_t now = emblems_of(db, call->id, 0, NULL);
        if (now & ~before) emblems_of(db, call->id, now & ~before, json);
    }
    jot_close(json, ']');
}

StoreResult sqlite_points(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    Text lines = text_grow();
    for (int i = 0; games[i]; i++) {
        sqlite3_stmt *query =
            sql_ask(db, "SELECT mu, sigma FROM ratings WHERE game = ?1 AND who = ?2", "tt",
                    games[i]->id, call->id);
        if (query && sqlite3_step(query) == SQLITE_ROW) {
            Rating rating = {sqlite3_column_double(query, 0), sqlite3_column_double(query, 1)};
            text_printf(&lines, "%s %d\n", games[i]->id, rating_points(rating));
        }
        sqlite3_finalize(query);
    }
    answer->lines = lines.at;
    return STORE_DONE;
}

StoreResult sqlite_company(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_open(&json, "seats", '[');
    for (int seat = 0; seat < call->players; seat++)
        write_seat(db, call, seat, &json);
    jot_close(&json, ']');
    write_won(db, call, &json);
    jot_close(&json, '}');
    answer->lines = json.at;
    return STORE_DONE;
}

StoreResult sqlite_wanted(Sqlite *db, const AccountCall *call, StoreAnswer *answer) {
    AccountCall by_name = *call;
    by_name.act = ACCOUNT_NAMED;
    StoreResult result = sqlite_account(db, &by_name, answer);
    if (result != STORE_DONE) return result;
    if (answer->account->hidden) return STORE_MISSING;
    answer->count =
        (int)sql_number(sql_ask(db, "SELECT count(*) FROM sitters WHERE person = ?1 AND place = ?2",
                                "ti", answer->account->id, (int64_t)PLACE_RESERVED),
                        0);
    return STORE_DONE;
}
