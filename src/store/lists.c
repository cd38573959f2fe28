/* lists.c: the lists of tables. A person's list is read by pages: a page begins behind the last
   table of the page before, by its part, its last change and its key, so that nothing is counted
   off and no table is passed over because another has come or gone. */
#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <unistr.h>

#include "store/inside.h"

/* What is folded is a title, a name or what is looked for; decomposed it may be longer. */
enum { FOLD_MAX = 1024 };

#define LISTED                                                                                     \
    "t.id, " TABLE_COLUMNS ", t.stage, t.at, t.turn, t.seats, t.result, t.moved, t.key,"           \
    " ifnull(t.due, -1)"
enum { LISTED_END = TABLE_COLUMNS_END + 8 };

/* The part of a list: see Part. */
#define PART                                                                                       \
    "CASE WHEN t.stage = 'over' THEN 2"                                                            \
    " WHEN s.place = -2 AND t.stage = 'gathering' THEN 0"                                          \
    " WHEN s.place >= 0 AND t.turn >> s.place & 1 THEN 0 ELSE 1 END"

const char list_open[] =
    "SELECT " LISTED " FROM tables t WHERE t.listed = 1"
    " AND t.stage = 'gathering' AND NOT " IS_CLOSED " ORDER BY t.key DESC LIMIT ?1";

const char list_mine[] =
    "SELECT " LISTED ", " PART " AS part"
    " FROM sitters s JOIN tables t ON t.key = s.game WHERE s.person = ?2 AND NOT " IS_CLOSED
    " AND (?3 = '' OR t.game = ?3) AND (?4 = '' OR t.id = ?4 OR t.series = ?4)"
    " AND (?5 = '' OR holds(t.title, t.game, t.seats, ?5)) AND (?6 < 0 OR part = ?6)"
    " AND (part, -t.moved, -t.key) > (?7, -?8, -?9)"
    " ORDER BY part, t.moved DESC, t.key DESC LIMIT ?1";

/* Who was away at the end has no place any more; what came of it is among the results. */
const char count_mine[] = "SELECT " PART " AS part, count(*), sum(won(t.result, s.place) OR EXISTS"
                          " (SELECT 1 FROM results r WHERE r.game = t.key AND r.who = s.person"
                          " AND r.rank = 1))"
                          " FROM sitters s JOIN tables t ON t.key = s.game WHERE s.person = ?1"
                          " AND NOT " IS_CLOSED " GROUP BY part";

/* --- what is looked for ----------------------------------------------------------------------- */

/* Writes a text without case and accents, so that "elise" finds Élise. */
static void fold(const char *text, size_t size, char out[FOLD_MAX]) {
    size_t length = 0, end = 0;
    uint8_t *folded = u8_casefold((const uint8_t *)text, size, NULL, UNINORM_NFKD, NULL, &length);
    for (size_t at = 0; folded && at < length;) {
        ucs4_t c;
        int bytes = u8_mbtouc(&c, folded + at, length - at);
        if (end + (size_t)bytes >= FOLD_MAX) break;
        if (!uc_is_general_category(c, UC_CATEGORY_M)) {
            memcpy(out + end, folded + at, (size_t)bytes);
            end += (size_t)bytes;
        }
        at += (size_t)bytes;
    }
    free(folded);
    out[end] = '\0';
}

static bool holds(const char *text, size_t size, const char *wanted) {
    char folded[FOLD_MAX];
    fold(text, size, folded);
    return strstr(folded, wanted) != NULL;
}

/* Whether a name stands in the lines that seat people. */
static bool names_hold(const char *seats, const char *wanted) {
    for (const char *line = seats, *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        const char *name = line;
        int words = 4; /* seat, its number, person or invite, an id */
        while (words > 0 && name < end)
            words -= *name++ == ' ';
        bool person = end - line > 7 && (line[7] == 'p' || line[7] == 'i');
        if (person && words == 0 && holds(name, (size_t)(end - name), wanted)) return true;
        if (!*end) break;
    }
    return false;
}

static const char *text_of(sqlite3_value *value) {
    const unsigned char *text = sqlite3_value_text(value);
    return text ? (const char *)text : "";
}

/* holds(title, game, seats, wanted) */
static void sql_holds(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *title = text_of(values[0]), *game = text_of(values[1]),
               *wanted = text_of(values[3]);
    bool found = holds(title, strlen(title), wanted) || holds(game, strlen(game), wanted) ||
                 names_hold(text_of(values[2]), wanted);
    sqlite3_result_int(context, found);
}

/* won(result, place): whether the seat has rank 1 in "38:2 44:1" */
static void sql_won(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *word = text_of(values[0]);
    int place = sqlite3_value_int(values[1]);
    for (; place > 0 && *word; place--)
        word += strcspn(word, " "), word += *word == ' ';
    const char *rank = strchr(word, ':');
    sqlite3_result_int(context, place == 0 && rank && atoi(rank + 1) == 1);
}

bool lists_functions(sqlite3 *file) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    return sqlite3_create_function(file, "holds", 4, flags, NULL, sql_holds, NULL, NULL) ==
               SQLITE_OK &&
           sqlite3_create_function(file, "won", 2, flags, NULL, sql_won, NULL, NULL) == SQLITE_OK;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool read_stage(sqlite3_stmt *query, int i, Stage *out) {
    char word[16];
    if (!column(query, i, word, sizeof word)) return false;
    for (int stage = STAGE_GATHERING; stage <= STAGE_OVER; stage++)
        if (strcmp(word, sqlite_stages[stage]) == 0) {
            *out = (Stage)stage;
            return true;
        }
    return false;
}

static bool read_listed(sqlite3_stmt *query, StoreListed *out) {
    const int i = TABLE_COLUMNS_END;
    out->at = sqlite3_column_int(query, i + 1);
    out->turn = (Turn)sqlite3_column_int64(query, i + 2);
    out->moved = sqlite3_column_int64(query, i + 5);
    out->key = sqlite3_column_int64(query, i + 6);
    out->due = sqlite3_column_int64(query, i + 7);
    return column(query, 0, out->table.id, sizeof out->table.id) &&
           sqlite_table(query, &out->table) && read_stage(query, i, &out->stage) &&
           column(query, i + 3, out->seats, sizeof out->seats) &&
           column(query, i + 4, out->result, sizeof out->result);
}

/* The tables a query answers, at most `most`; one more than that is only noticed. */
static bool read_all(sqlite3_stmt *query, int most, StoreAnswer *answer) {
    int code = SQLITE_DONE;
    bool sound = true;
    answer->listed = calloc((size_t)most, sizeof *answer->listed);
    if (!answer->listed) abort();
    sqlite3_bind_int(query, 1, most + 1);
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        answer->more = answer->listed_count == most;
        if (answer->more) continue;
        answer->last_part = sqlite3_column_int(query, LISTED_END);
        sound = read_listed(query, &answer->listed[answer->listed_count++]);
    }
    sqlite3_reset(query);
    return sound && code == SQLITE_DONE;
}

StoreResult sqlite_list_open(Sqlite *db, StoreAnswer *answer) {
    return read_all(fresh(db, LIST_OPEN), OPEN_MAX, answer) ? STORE_DONE : STORE_FAILED;
}

bool lists_count(Sqlite *db, const char *person, StoreAnswer *answer) {
    sqlite3_stmt *query = fresh(db, COUNT_MINE);
    int code;
    bind_text(query, 1, person);
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        int part = sqlite3_column_int(query, 0);
        answer->parts[part] = sqlite3_column_int(query, 1);
        if (part == PART_OVER) answer->won = sqlite3_column_int(query, 2);
    }
    sqlite3_reset(query);
    return code == SQLITE_DONE;
}

StoreResult sqlite_list(Sqlite *db, const StoreWish *wish, StoreAnswer *answer) {
    char find[FOLD_MAX];
    fold(wish->find, strlen(wish->find), find);
    sqlite3_stmt *query = fresh(db, LIST_MINE);
    bind_text(query, 2, wish->person);
    bind_text(query, 3, wish->game);
    bind_text(query, 4, wish->series);
    bind_text(query, 5, find);
    sqlite3_bind_int(query, 6, wish->part);
    sqlite3_bind_int(query, 7, wish->after_part);
    sqlite3_bind_int64(query, 8, wish->after_moved);
    sqlite3_bind_int64(query, 9, wish->after_key);
    bool sound = read_all(query, PAGE_MAX, answer) && lists_count(db, wish->person, answer);
    return sound ? STORE_DONE : STORE_FAILED;
}
