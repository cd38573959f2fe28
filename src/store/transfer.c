/* transfer.c: one table as a text file: `KEY: VALUE` lines, an empty line, the journal, and at the
   end a mark made with the key of the house. Who has the file knows the seed of the table. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "games/games.h"
#include "store/admin.h"
#include "store/replay.h"

enum { KEY_BYTES = 32 }; /* of session.key */

/* --- the mark: HMAC-SHA256
 * ------------------------------------------------------------------------ */

static bool read_key(const char *directory, uint8_t key[KEY_BYTES]) {
    Text path = text_grow();
    text_printf(&path, "%s/session.key", directory);
    int file = open(path.at, O_RDONLY | O_CLOEXEC);
    text_free(&path);
    bool whole = file >= 0 && read(file, key, KEY_BYTES) == KEY_BYTES;
    if (file >= 0) close(file);
    return whole;
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
static void mark_of(const char *directory, const char *text, size_t length,
                    char mark[2 * SHA256_BYTES + 1]) {
    uint8_t key[KEY_BYTES], inner[SHA256_BYTES], outer[SHA256_BYTES];
    Text out = text_over(mark, 2 * SHA256_BYTES + 1);
    if (!read_key(directory, key)) return;
    half(key, 0x36, text, length, inner);
    half(key, 0x5c, inner, sizeof inner, outer);
    fair_write(outer, SHA256_BYTES, &out);
}

/* --- writing
 * -------------------------------------------------------------------------------------- */

StoreResult transfer_write(Sqlite *db, const char *directory, const char *table, Text *out) {
    StoreAnswer *answer = calloc(1, sizeof *answer);
    char mark[2 * SHA256_BYTES + 1];
    if (!answer) abort();
    StoreResult result =
        strlen(table) <= TABLE_ID_MAX ? sqlite_load(db, table, answer) : STORE_MISSING;
    if (result == STORE_DONE) {
        const StoreTable *t = &answer->table;
        text_printf(out, "negoce-table: 1\nid: %s\ngame: %s\nplayers: %d\noptions: %s\n", t->id,
                    t->game, t->players, t->options);
        text_printf(out, "title: %s\nlisted: %d\nhost: %s\ncreated: %lld\nseed: ", t->title,
                    t->listed, t->host, (long long)t->created);
        fair_write(t->seed, SEED_BYTES, out);
        text_add(out, "\n\n");
        text_add(out, answer->lines);
        mark_of(directory, out->at, out->length, mark);
        text_printf(out, "\nmark: %s\n", mark);
    }
    store_answer_free(answer);
    return result;
}

/* --- reading
 * -------------------------------------------------------------------------------------- */

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

static bool read_header(char **at, StoreTable *t) {
    const char *first = value_of(at, "negoce-table");
    if (!first || strcmp(first, "1") != 0 || !put(t->id, sizeof t->id, value_of(at, "id")) ||
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
    if (!created || strlen(created) > 12 || created[strspn(created, "0123456789")] || !seed)
        return false;
    t->created = atoll(created);
    bool named = t->id[0] && t->id[strspn(t->id, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm"
                                                 "nopqrstuvwxyz_-")] == '\0';
    return named && fair_read(seed, SEED_BYTES, t->seed) && *(*at)++ == '\n';
}

/* What the store keeps beside a journal, from the table it makes. */
typedef struct Standing {
    StoreBatch batch;
    char seats[SEATS_TEXT_MAX];
} Standing;

static void stand(const Table *t, const char *lines, int count, Standing *out) {
    StoreBatch *batch = &out->batch;
    Text seats = text_over(out->seats, sizeof out->seats);
    store_write_seats(t, &seats);
    *batch = (StoreBatch){.count = count, .lines = lines, .at = table_version(t)};
    batch->seats = out->seats;
    batch->stage = !table_begun(t) ? STAGE_GATHERING : table_over(t) ? STAGE_OVER : STAGE_PLAYING;
    batch->turn = table_turn(t);
    for (int seat = 0; seat < table_players(t); seat++)
        if (table_seat(t, seat)->owner[0])
            batch->sitter[batch->sitters++] = table_seat(t, seat)->owner;
}

static bool is_known(Sqlite *db, const char *person) {
    return person[0] && sqlite_has_person(db, person);
}

/* Whether the table names somebody of this house. */
static bool names_ours(Sqlite *db, const StoreTable *header, const Table *t) {
    if (is_known(db, header->host)) return true;
    for (int seat = 0; seat < table_players(t); seat++)
        if (is_known(db, table_seat(t, seat)->owner)) return true;
    return false;
}

static bool seal_fits(const StoreTable *header, const Table *t) {
    uint8_t commitment[SHA256_BYTES];
    fair_commitment(header->seed, commitment);
    return !table_seal(t)->sealed ||
           memcmp(commitment, table_seal(t)->commitment, SHA256_BYTES) == 0;
}

/* Judges a table that has been read, and keeps it. */
static Reason bring_in(Sqlite *db, const StoreTable *header, const Table *t, const char *lines,
                       int count, bool ours) {
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
    else if (sqlite_create(db, header, &standing->batch) != STORE_DONE)
        why = REFUSED(N_("the store could not keep it; nothing was changed"));
    free(standing);
    return why;
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
        mark_of(directory, text, length, mark);
        bool ours = mark[0] && strncmp(end + 8, mark, strlen(mark)) == 0;
        end[1] = '\0';
        if (read_header(&at, &header) && game_named(header.game) && (lines = strdup(at))) {
            int count = 0;
            for (const char *p = lines; *p; p++)
                count += *p == '\n';
            Table *t = store_replay(&header, at);
            if (t) why = bring_in(db, &header, t, lines, count, ours);
            table_close(t);
        }
    }
    if (!why.text) text_printf(out, "%s\n", header.id);
    free(lines);
    free(copy);
    return why;
}
