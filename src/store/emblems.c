#include "store/emblems.h"

#include <string.h>

#include "games/games.h"
#include "store/ask.h"

enum { HUNDRED_DAYS = 8640000 }; /* seconds */

/* Those any game can earn: each a question whose answer is not 0. ?1 is the person, ?2 how many
   games there are; NULL: it is a feat of each game that has it. */
static const struct {
    const char *id, *title, *rule, *sql;
} common[] = {
    {"e-bale", N_("First bale"), N_("make a first sale"), NULL},
    {"e-letter", N_("Sealed letter"), N_("win by an order set ahead"), NULL},
    {"e-reef", N_("Reef knot"), N_("ten rematches of the same company"),
     "SELECT ?2 AND max(n) >= 10 FROM (SELECT count(*) AS n, (SELECT group_concat(who) FROM (SELECT"
     " who FROM results WHERE game = r.game AND who NOT LIKE '*%' ORDER BY who)) AS company FROM"
     " results r JOIN tables t ON t.key = r.game WHERE r.who = ?1 AND t.series <> '' GROUP BY"
     " company) WHERE company LIKE '%,%'"},
    {"e-four", N_("Sign of four"), N_("win at every game"),
     "SELECT count(DISTINCT t.game) >= ?2 FROM results r JOIN tables t ON t.key = r.game WHERE "
     "r.who"
     " = ?1 AND r.rank = 1 AND r.own"},
    {"e-weight", N_("Just weight"), N_("win by one point"),
     "SELECT count(*) FROM results WHERE who = ?1 AND ?2 AND rank = 1 AND margin = 1 AND own"},
    {"e-turk", N_("Turk’s head"), N_("a hundred games, none abandoned"),
     "SELECT ?2 AND count(*) = 100 AND sum(away) = 0 FROM (SELECT away FROM results WHERE who = ?1"
     " ORDER BY game DESC LIMIT 100)"},
    {"e-lead", N_("Lead seal"), N_("check the draws of a game"),
     "SELECT count(*) FROM results WHERE who = ?1 AND ?2 AND checked"},
    {"e-glass", N_("Sandglass on its side"), N_("a hundred days, one game"),
     "SELECT count(*) FROM results r JOIN tables t ON t.key = r.game WHERE r.who = ?1 AND ?2 AND"
     " t.ended - t.created >= 8640000 AND NOT r.away"},
};

_Static_assert(HUNDRED_DAYS == 8640000, "as the last question has it");

static void write_emblem(Text *json, const char *id, const char *game, const char *title,
                         const char *rule, bool got) {
    jot_open(json, NULL, '{');
    jot_string(json, "id", id);
    jot_string(json, "game", game);
    jot_string(json, "title", title);
    jot_string(json, "rule", rule);
    jot_bool(json, "got", got);
    jot_close(json, '}');
}

/* The feats of a game somebody has done in any of his. */
static unsigned feats_of(Sqlite *db, const char *id, const char *game) {
    unsigned done = 0;
    sqlite3_stmt *query =
        sql_ask(db,
                "SELECT DISTINCT r.feats FROM results r JOIN tables t ON t.key = r.game WHERE r.who"
                " = ?1 AND t.game = ?2 AND r.feats > 0",
                "tt", id, game);
    while (query && sqlite3_step(query) == SQLITE_ROW)
        done |= (unsigned)sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    return done;
}

enum { GAMES_MOST = 16, COMMON = sizeof common / sizeof *common };

/* Which of the house's emblems this one is; -1: none, it is a game's own. */
static int common_emblem(const char *id) {
    for (int i = 0; i < COMMON; i++)
        if (strcmp(common[i].id, id) == 0) return i;
    return -1;
}

/* Those of the house that are feats of games, of all games somebody has played. */
static unsigned common_feats(const unsigned done[GAMES_MOST]) {
    unsigned got = 0;
    for (int g = 0; games[g]; g++) {
        const Feat *feats = games[g]->words.feats;
        for (int i = 0; feats && feats[i].id; i++)
            if (common_emblem(feats[i].id) >= 0 && done[g] >> i & 1)
                got |= 1u << common_emblem(feats[i].id);
    }
    return got;
}

uint64_t emblems_of(Sqlite *db, const char *id, uint64_t wanted, Text *json) {
    unsigned done[GAMES_MOST] = {0};
    int count = 0, n = 0;
    uint64_t got = 0;
    for (; games[count] && count < GAMES_MOST; count++)
        done[count] = feats_of(db, id, games[count]->id);
    unsigned feats_got = common_feats(done);
    for (int i = 0; i < COMMON; i++, n++) {
        bool has = common[i].sql
                       ? sql_number(sql_ask(db, common[i].sql, "ti", id, (int64_t)count), 0) != 0
                       : feats_got >> i & 1;
        got |= (uint64_t)has << n;
        if (json && wanted >> n & 1)
            write_emblem(json, common[i].id, NULL, common[i].title, common[i].rule, has);
    }
    for (int g = 0; g < count; g++) {
        const Feat *feats = games[g]->words.feats;
        for (int i = 0; feats && feats[i].id; i++) {
            if (common_emblem(feats[i].id) >= 0) continue;
            bool has = done[g] >> i & 1;
            got |= (uint64_t)has << n;
            if (json && wanted >> n & 1)
                write_emblem(json, feats[i].id, games[g]->id, feats[i].title, feats[i].rule, has);
            n++;
        }
    }
    return got;
}
