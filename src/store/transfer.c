/* transfer.c: one table as a text file: `KEY: VALUE` lines, an empty line, the journal, and at the
   end a mark made with the key of the house. Who has the file knows the seed of the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "store/admin.h"
#include "store/apply.h"
#include "store/ask.h"
#include "store/inside.h"
#include "store/keys.h"
#include "store/replay.h"

enum { KEY_BYTES = 32 }; /* of session.key */

/* --- the mark: HMAC-SHA256 -------------------------------------------------------------------- */

/* A house of several nodes has its key in the log: the file of each is its own. */
static bool read_key(Sqlite *db, const char *directory, uint8_t key[KEY_BYTES]) {
    char shared[2 * KEY_BYTES + 1];
    if (apply_secret(db, "session.key", shared, sizeof shared))
        return fair_read(shared, KEY_BYTES, key);
    return key_read(directory, "session.key", key, KEY_BYTES) == KEY_BYTES;
}

static void half(const uint8_t key[KEY_BYTES], uint8_t pad, const void *bytes, size_t count,
                 uint8_t out[SHA256_BYTES]) {
    uint8_t block[64];
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (uint8_t)((i < KEY_BYTES ? key[i] : 0) ^ pad);
    Sha256 hash = sha256_begin();
    sha256_add(&hash, block, sizeof block);
    sha256_add(&hash, bytes, count);
    sha256_end(&hash, out);
}

/* "" where this house has no key yet. */
static void mark_of(Sqlite *db, const char *directory, const char *text, size_t length,
                    char mark[2 * SHA256_BYTES + 1]) {
    uint8_t key[KEY_BYTES], inner[SHA256_BYTES], outer[SHA256_BYTES];
    Text out = text_over(mark, 2 * SHA256_BYTES + 1);
    if (!read_key(db, directory, key)) return;
    half(key, 0x36, text, length, inner);
    half(key, 0x5c, inner, sizeof inner, outer);
    fair_write(outer, SHA256_BYTES, &out);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* What not every table has. */
static void write_more(const StoreTable *t, int64_t ended, Text *out) {
    if (t->rated) text_add(out, "rated: 1\n");
    if (ended) text_printf(out, "ended: %lld\n", (long long)ended);
    if (t->series[0]) text_printf(out, "series: %s\n", t->series);
    if (t->round) text_printf(out, "round: %d\n", t->round);
    if (t->wins[0]) text_printf(out, "wins: %s\n", t->wins);
    if (t->next[0]) text_printf(out, "next: %s\n", t->next);
}

StoreResult transfer_write(Sqlite *db, const char *directory, const char *table, Text *out) {
    StoreAnswer *answer = answer_new();
    char mark[2 * SHA256_BYTES + 1];
    StoreResult result =
        strlen(table) <= TABLE_ID_MAX ? sqlite_load(db, table, answer) : STORE_MISSING;
    if (result == STORE_DONE) {
        const StoreTable *t = &answer->table;
        text_printf(out, "negoce-table: 2\nid: %s\ngame: %s\nplayers: %d\noptions: %s\n", t->id,
                    t->game, t->players, t->options);
        text_printf(out, "title: %s\nlisted: %d\nhost: %s\ncreated: %lld\nseed: ", t->title,
                    t->listed, t->host, (long long)t->created);
        fair_write(t->seed, SEED_BYTES, out);
        text_char(out, '\n');
        write_more(t,
                   sql_number(sql_ask(db, "SELECT ended FROM tables WHERE id = ?1", "t", t->id), 0),
                   out);
        text_char(out, '\n');
        text_add(out, answer->lines);
        mark_of(db, directory, out->at, out->length, mark);
        text_printf(out, "\nmark: %s\n", mark);
    }
    store_answer_free(answer);
    return result;
}

/* --- reading ---------------------------------------------------------------------------------- */

#define NOT_ONE REFUSED(N_("this is not the file of a table, or it was cut"))

/* The value of the next line, which must begin with this key; NULL where it does not. */
static char *value_of(char **at, const char *key) {
    size_t length = strlen(key);
    char *end = strchr(*at, '\n');
    if (!end || strncmp(*at, key, length) != 0 || (*at)[length] != ':' || (*at)[length + 1] != ' ')
        return NULL;
    char *value = *at + length + 2;
    *end = '\0';
    *at = end + 1;
    return value;
}

static bool put(char *to, size_t room, const char *from) {
    if (!from || strlen(from) >= room) return false;
    strcpy(to, from);
    return true;
}

/* A whole number of at most so many digits. */
static bool read_number(const char *text, size_t digits, int64_t *out) {
    if (!text || !*text || strlen(text) > digits || text[strspn(text, "0123456789")]) return false;
    *out = atoll(text);
    return true;
}

static bool is_id(const char *id) {
    return id[0] && id[strspn(id, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "_-")] == '\0';
}

/* What not every table has, in the order it was written; the first version had none of it. */
static bool read_more(char **at, StoreTable *t, int64_t *ended) {
    int64_t round = 0;
    const char *value = value_of(at, "rated");
    t->rated = value != NULL;
    if (value && strcmp(value, "1") != 0) return false;
    if ((value = value_of(at, "ended")) && !read_number(value, 12, ended)) return false;
    if ((value = value_of(at, "series")) &&
        !(put(t->series, sizeof t->series, value) && is_id(value)))
        return false;
    if ((value = value_of(at, "round")) && !(read_number(value, 4, &round) && round > 0))
        return false;
    t->round = (int)round;
    if ((value = value_of(at, "wins")) && !put(t->wins, sizeof t->wins, value)) return false;
    return !(value = value_of(at, "next")) || (put(t->next, sizeof t->next, value) && is_id(value));
}

static bool read_header(char **at, StoreTable *t, int64_t *ended) {
    const char *first = value_of(at, "negoce-table");
    if (!first || (strcmp(first, "1") != 0 && strcmp(first, "2") != 0) ||
        !put(t->id, sizeof t->id, value_of(at, "id")) ||
        !put(t->game, sizeof t->game, value_of(at, "game")))
        return false;
    const char *players = value_of(at, "players");
    if (!players || strlen(players) != 1 || players[0] < '1' || players[0] > '9') return false;
    t->players = players[0] - '0';
    if (!put(t->options, sizeof t->options, value_of(at, "options")) ||
        !put(t->title, sizeof t->title, value_of(at, "title")))
        return false;
    const char *listed = value_of(at, "listed");
    if (!listed || !put(t->host, sizeof t->host, value_of(at, "host"))) return false;
    t->listed = strcmp(listed, "1") == 0;
    const char *created = value_of(at, "created"), *seed = value_of(at, "seed");
    return read_number(created, 12, &t->created) && is_id(t->id) && seed &&
           fair_read(seed, SEED_BYTES, t->seed) && read_more(at, t, ended) && *(*at)++ == '\n';
}

/* What the store keeps beside a journal, from the table it makes. */
typedef struct Standing {
    StoreBatch batch;
    char seats[SEATS_TEXT_MAX], result[RESULT_TEXT_MAX];
} Standing;

static void stand(const Table *t, const char *lines, int count, Standing *out) {
    StoreBatch *batch = &out->batch;
    *batch = (StoreBatch){.count = count, .lines = lines, .at = table_version(t)};
    store_seat(t, batch, out->seats);
    batch->stage = !table_begun(t) ? STAGE_GATHERING : table_over(t) ? STAGE_OVER : STAGE_PLAYING;
    batch->turn = table_turn(t);
    if (batch->stage != STAGE_OVER) return;
    store_write_result(t, out->result);
    batch->result = out->result;
}

static bool is_known(Sqlite *db, const char *person) {
    return person[0] && sqlite_has_person(db, person);
}

/* Whether the table names somebody of this house. */
static bool names_ours(Sqlite *db, const StoreTable *header, const Table *t) {
    if (is_known(db, header->host)) return true;
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (is_known(db, s->owner) || is_known(db, s->reserved)) return true;
    }
    return false;
}

static bool seal_fits(const StoreTable *header, const Table *t) {
    uint8_t commitment[SHA256_BYTES];
    fair_commitment(header->seed, commitment);
    return !table_seal(t)->sealed ||
           memcmp(commitment, table_seal(t)->commitment, SHA256_BYTES) == 0;
}

/* Keeps it, with what came after its first day. A file that does not tell when the game ended is of
   the first version. The result of a rated game counts when all ratings are made again: they depend
   on the order of the games, and may still have it in them. */
static bool keep(Sqlite *db, const StoreTable *header, const StoreBatch *batch, int64_t ended) {
    int64_t now = sqlite_now(db);
    if (!ended) ended = header->created;
    if (ended > now) ended = now;
    if (sqlite_create(db, header, batch) != STORE_DONE ||
        sql_run(db, sql_ask(db, "UPDATE tables SET ended = ?2, next = ?3 WHERE id = ?1", "tit",
                            header->id, batch->stage == STAGE_OVER ? ended : 0, header->next)) !=
            STORE_DONE)
        return false;
    return batch->stage != STAGE_OVER || header->rated || db->replica ||
           sqlite_rate(db, header->id);
}

/* Judges a table that has been read, and keeps it. */
static Reason bring_in(Sqlite *db, const StoreTable *header, const Table *t, const char *lines,
                       int count, int64_t ended, bool ours) {
    Standing *standing = calloc(1, sizeof *standing);
    if (!standing) abort();
    Reason why = ALLOWED;
    stand(t, lines, count, standing);
    if (table_game(t)->rules.audit(table_state(t)) || !seal_fits(header, t))
        why = REFUSED(N_("this table breaks the rules of its game"));
    else if (sqlite_has_table(db, header->id))
        why = REFUSED(N_("there is a table of this id here already"));
    else if (!ours && names_ours(db, header, t))
        why = REFUSED(N_("this table names people of this house, but this house did not write it"));
    else if (!keep(db, header, &standing->batch, ended))
        why = REFUSED(N_("the store could not keep it; nothing was changed"));
    free(standing);
    return why;
}

/* The series of a table of another house is there, and so are the ratings it counted for. */
static void stand_alone(StoreTable *header) {
    header->rated = false;
    header->round = 0;
    header->series[0] = header->wins[0] = header->next[0] = '\0';
}

Reason transfer_read(Sqlite *db, const char *directory, const char *text, Text *out) {
    char *copy = strdup(text), *lines = NULL, mark[2 * SHA256_BYTES + 1] = "";
    if (!copy) abort();
    StoreTable header = {0};
    Reason why = NOT_ONE;
    char *end = strstr(copy, "\n\nmark: "); /* behind the last line of the journal */
    size_t length = end ? (size_t)(end + 1 - copy) : 0;
    char *at = copy;
    if (end) {
        int64_t ended = 0;
        mark_of(db, directory, text, length, mark);
        bool ours = mark[0] && strncmp(end + 8, mark, strlen(mark)) == 0;
        end[1] = '\0';
        if (read_header(&at, &header, &ended) && game_named(header.game) && (lines = strdup(at))) {
            int count = 0;
            for (const char *p = lines; *p; p++)
                count += *p == '\n';
            Table *t = store_replay(&header, at);
            if (!ours) stand_alone(&header);
            if (t) why = bring_in(db, &header, t, lines, count, ended, ours);
            table_close(t);
        }
    }
    if (!why.text) text_printf(out, "%s\n", header.id);
    free(lines);
    free(copy);
    return why;
}
