/* record.c: a game as text and back (docs/records.md).

   Reading goes line by line: header lines `key: value`, a blank line, one move a line as `SEAT
   MOVE` with `*` for Chance, `#` comments anywhere, and, where the game is over, a blank line and
   the score. Nothing is trusted: every move is judged by the rules, the score is compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "games/games.h"
#include "table/inside.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void write_header(const Table *t, long long seed, Text *out) {
    text_printf(out, "negoce: 1\ngame: %s\nplayers: %d\n", t->game->id, t->players);
    for (int i = 0; t->game->options[i].name; i++) {
        const Option *option = &t->game->options[i];
        if (option->ours && !t->options[i]) continue;
        text_printf(out, "option.%s: %s\n", option->name, option->choices[t->options[i]]);
    }
    const char *names[SEATS_MAX];
    table_names(t, names);
    for (int seat = 0; seat < t->players; seat++) {
        const Seat *s = &t->seats[seat];
        /* a bot that was given a person's seat is named: the nonce beside it is the person's */
        bool named = s->name[0] || (s->given && t->seal.sealed);
        if (named) text_printf(out, "name.%d: %s\n", seat, names[seat]);
        if (s->bot[0]) text_printf(out, "bot.%d: %s\n", seat, s->bot);
        if (s->bot[0] && s->guest[0]) /* for people: the level is what plays on from the record */
            text_printf(out, "# seat %d: the program %s%s\n", seat, s->guest,
                        s->lost ? ", which lost its seat" : "");
    }
    fair_write_header(t, out);
    if (t->offline) text_add(out, "offline: yes\n");
    if (seed >= 0 && !t->seal.opened) text_printf(out, "seed: %lld\n", seed);
}

static void write_score(const Table *t, Text *out) {
    Score scores[SEATS_MAX];
    t->game->rules.score(t->state, scores);
    text_add(out, "\nscore:");
    for (int seat = 0; seat < t->players; seat++)
        text_printf(out, " %d", scores[seat].points);
    text_char(out, '\n');
}

void table_moves(const Table *t, int count, Text *out) {
    for (int i = 0; i < count; i++) {
        const Made *made = &t->made[i];
        text_char(out, made->seat == CHANCE ? '*' : (char)('0' + made->seat));
        text_char(out, ' ');
        move_write(t->game, made->move, out);
        text_char(out, '\n');
    }
}

void table_record(const Table *t, long long seed, Text *out) {
    write_header(t, seed, out);
    text_char(out, '\n');
    table_moves(t, t->position, out);
    if (table_finished(t)) write_score(t, out);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* What the header has told so far. A game's options are kept as text until the game is known. */
typedef struct Header {
    bool version;
    const Game *game;
    int players, players_line;
    int options;
    struct {
        char name[24], choice[24];
        int line;
    } option[OPTIONS_MAX];
    char name[SEATS_MAX][NAME_LIMIT * 4 + 1];
    char bot[SEATS_MAX][16];
    Seal seal;
    bool offline;
    int seat_line[SEATS_MAX]; /* the last that named the seat */
    int line;                 /* being read, */
    int seat;                 /* and the seat its key names; -1: none */
    int wrong;                /* the line at fault where the header as a whole shows it, or 0 */
} Header;

static bool copy_text(char *to, size_t room, const char *from) {
    size_t n = strlen(from);
    if (n >= room) return false;
    memcpy(to, from, n + 1);
    return true;
}

/* The digit at the end of a key such as "name.2", whether or not there is such a seat, or -1. */
static int key_seat(const char *key, const char *prefix) {
    size_t n = strlen(prefix);
    if (strncmp(key, prefix, n) != 0 || key[n] < '0' || key[n] > '9' || key[n + 1]) return -1;
    return key[n] - '0';
}

static bool all_digits(const char *text) {
    size_t n = strspn(text, "0123456789");
    return n > 0 && n <= 20 && !text[n];
}

static Reason read_option(Header *h, const char *name, const char *choice) {
    if (h->options == OPTIONS_MAX || !copy_text(h->option[h->options].name, 24, name) ||
        !copy_text(h->option[h->options].choice, 24, choice))
        return REFUSED(N_("This game has no such option."));
    h->option[h->options].line = h->line;
    h->options++;
    return ALLOWED;
}

static Reason read_version(Header *h, const char *value) {
    h->version = true;
    return strcmp(value, "1") == 0 ? ALLOWED : REFUSED(N_("Only records of version 1 are known."));
}

static Reason read_game(Header *h, const char *value) {
    h->game = game_named(value);
    return h->game ? ALLOWED : REFUSED(N_("There is no such game."));
}

/* The game says itself by how many it is played, where it is known already. */
static Reason read_players(Header *h, const char *value) {
    h->players_line = h->line;
    if (scan_integer((Word){value, strlen(value)}, 2, SEATS_MAX, &h->players)) return ALLOWED;
    _Alignas(16) unsigned char state[STATE_MAX];
    const uint8_t options[OPTIONS_MAX] = {0};
    Reason why = ALLOWED;
    if (h->game) why = h->game->rules.start(state, 0, options);
    return why.text ? why : REFUSED(N_("The number of players is from 2 to {n}."), SEATS_MAX);
}

static Reason read_name(Header *h, const char *value) {
    Reason why = table_name_check(value);
    if (!why.text) copy_text(h->name[h->seat], sizeof h->name[h->seat], value);
    return why;
}

static Reason read_bot(Header *h, const char *value) {
    if (!bot_named(value)) return REFUSED(N_("There is no such level of play."));
    copy_text(h->bot[h->seat], sizeof h->bot[h->seat], value);
    return ALLOWED;
}

static Reason read_offline(Header *h, const char *value) {
    h->offline = true;
    return strcmp(value, "yes") == 0 ? ALLOWED : REFUSED(N_("“offline” is “yes”, or left out."));
}

static Reason read_commitment(Header *h, const char *value) {
    h->seal.sealed = true;
    return fair_read(value, SHA256_BYTES, h->seal.commitment)
               ? ALLOWED
               : REFUSED(N_("A commitment is 64 digits of 0 to 9 and a to f."));
}

static Reason read_nonce(Header *h, const char *value) {
    h->seal.given |= (uint8_t)(1 << h->seat);
    return fair_read(value, NONCE_BYTES, h->seal.nonce[h->seat])
               ? ALLOWED
               : REFUSED(N_("A nonce is 32 digits of 0 to 9 and a to f."));
}

/* That of a sealed table, or the number a record was made from. */
static Reason read_seed(Header *h, const char *value) {
    h->seal.opened = fair_read(value, SEED_BYTES, h->seal.seed);
    return h->seal.opened || all_digits(value) ? ALLOWED : REFUSED(N_("A seed is a whole number."));
}

/* The keys of a header; one that ends with a dot is that of a seat. */
static const struct {
    const char *key;
    Reason (*read)(Header *h, const char *value);
} keys[] = {{"negoce", read_version},
            {"game", read_game},
            {"players", read_players},
            {"name.", read_name},
            {"bot.", read_bot},
            {"offline", read_offline},
            {"commitment", read_commitment},
            {"nonce.", read_nonce},
            {"seed", read_seed}};

static Reason read_key(Header *h, const char *key, const char *value) {
    if (!h->version && strcmp(key, "negoce") != 0)
        return REFUSED(N_("A record begins with “negoce: 1”."));
    if (strncmp(key, "option.", 7) == 0) return read_option(h, key + 7, value);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool of_seat = strchr(keys[i].key, '.') != NULL;
        h->seat = of_seat ? key_seat(key, keys[i].key) : -1;
        if (of_seat ? h->seat < 0 : strcmp(key, keys[i].key) != 0) continue;
        if (h->seat >= SEATS_MAX) return NO_SEAT;
        if (of_seat) h->seat_line[h->seat] = h->line;
        return keys[i].read(h, value);
    }
    return REFUSED(N_("This key is not of a record."));
}

/* The choices of the header as indices for the game. */
static Reason read_options(Header *h, uint8_t *options) {
    for (int i = 0; i < h->options; i++) {
        Reason why = option_set(h->game, h->option[i].name, h->option[i].choice, options);
        h->wrong = h->option[i].line;
        if (why.text) return why;
    }
    h->wrong = 0;
    return ALLOWED;
}

/* Opens the table of a header: everyone named or a bot sits, unnamed seats are persons too. */
static Table *open_header(Header *h, Reason *why) {
    uint8_t options[OPTIONS_MAX] = {0};
    if (!h->version)
        *why = REFUSED(N_("A record begins with “negoce: 1”."));
    else if (!h->game)
        *why = REFUSED(N_("The record does not name its game."));
    else if (!h->players)
        *why = REFUSED(N_("The record does not tell the number of players."));
    else
        *why = read_options(h, options);
    if (why->text) return NULL;
    Table *t = table_open(h->game, h->players, options, why);
    if (!t) {
        h->wrong = h->players_line;
        return NULL;
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seat >= h->players &&
            (h->name[seat][0] || h->bot[seat][0] || h->seal.given & 1 << seat)) {
            *why = NO_SEAT;
            h->wrong = h->seat_line[seat];
            table_close(t);
            return NULL;
        }
        if (seat >= h->players) continue;
        memcpy(t->seats[seat].name, h->name[seat], sizeof h->name[seat]);
        memcpy(t->seats[seat].bot, h->bot[seat], sizeof h->bot[seat]);
    }
    *why = fair_header_check(&h->seal, h->players);
    if (why->text) {
        table_close(t);
        return NULL;
    }
    t->seal = h->seal;
    t->offline = h->offline;
    t->begun = true;
    return t;
}

static Reason check_score(const Table *t, const char *value) {
    if (!table_over(t)) return REFUSED(N_("The record tells a score, but the game is not over."));
    char buffer[SEATS_MAX * 12 + 1];
    Text written = text_over(buffer, sizeof buffer);
    Score scores[SEATS_MAX];
    t->game->rules.score(t->state, scores);
    for (int seat = 0; seat < t->players; seat++) {
        if (seat) text_char(&written, ' ');
        text_int(&written, scores[seat].points);
    }
    return strcmp(value, buffer) == 0 ? ALLOWED : REFUSED(N_("The score told is not the score."));
}

typedef struct Reading {
    const char *record, *at; /* from its start; the line being read */
    Header header;
    Table *table; /* NULL while in the header */
    bool scored;
} Reading;

/* Splits "key: value" in place; false where the line is none. */
static bool split_key(char *line, char **value) {
    char *colon = strstr(line, ":");
    if (!colon || colon == line) return false;
    *colon = '\0';
    *value = colon + 1;
    if (**value == ' ') (*value)++;
    return true;
}

/* Whether an earlier line of the header has this key. */
static bool told_before(const Reading *r, const char *key) {
    size_t length = strlen(key);
    for (const char *line = r->record; line < r->at;) {
        size_t left = (size_t)(r->at - line);
        const char *stop = memchr(line, '\n', left);
        if (left > length && memcmp(line, key, length) == 0 && line[length] == ':') return true;
        line = stop ? stop + 1 : r->at;
    }
    return false;
}

/* Takes one line without its end. Comments are gone already. */
static Reason read_line(Reading *r, char *line) {
    char *value;
    if (!r->table) {
        if (*line == '\0') { /* the blank line that ends the header */
            Reason why = ALLOWED;
            r->table = open_header(&r->header, &why);
            return why;
        }
        if (!split_key(line, &value)) return REFUSED(N_("A header line is “key: value”."));
        if (told_before(r, line)) return REFUSED(N_("The header has this key twice."));
        return read_key(&r->header, line, value);
    }
    if (*line == '\0') return ALLOWED;
    if (r->scored) return REFUSED(N_("Nothing comes after the score."));
    if (strncmp(line, "score:", 6) == 0 && split_key(line, &value)) {
        r->scored = true;
        return check_score(r->table, value);
    }
    bool moves =
        line[0] && line[1] == ' ' && (line[0] == '*' || (line[0] >= '0' && line[0] <= '9'));
    if (!moves) return REFUSED(N_("A move line is “SEAT MOVE”, with * for Chance."));
    if (line[0] - '0' >= table_players(r->table)) return NO_SEAT;
    return table_enter(r->table, line);
}

/* Cuts a comment and trailing blanks; true where the line held nothing but a comment. A header
   value may contain a #, so there only a whole line is a comment. */
static bool strip(char *line, bool header) {
    char *hash = header ? NULL : strstr(line, " #");
    if (line[0] == '#') hash = line;
    if (hash) *hash = '\0';
    size_t n = strlen(line);
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
        line[--n] = '\0';
    return hash == line;
}

Table *table_read(const char *record, size_t length, int *line, Reason *why) {
    enum { RECORD_LINE = 400 };
    static const char mark[] = "\xef\xbb\xbf"; /* what some editors begin UTF-8 with */
    const size_t marked = sizeof mark - 1;
    const char *at = record, *end = record + length;
    if (length >= marked && memcmp(at, mark, marked) == 0) at += marked;
    Reading r = {.record = at};
    *why = ALLOWED;
    for (*line = 1; at < end && !why->text; (*line)++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        char copy[RECORD_LINE];
        if (n >= sizeof copy) {
            *why = REFUSED(N_("This line is too long."));
        } else if (memchr(at, '\0', n)) {
            *why = REFUSED(N_("A record is text."));
        } else {
            memcpy(copy, at, n);
            copy[n] = '\0';
            r.at = at;
            r.header.line = *line;
            if (!strip(copy, !r.table)) *why = read_line(&r, copy);
        }
        at = stop ? stop + 1 : end;
    }
    if (why->text) (*line)--;
    if (!why->text && !r.table) r.table = open_header(&r.header, why);
    if (why->text && r.header.wrong) *line = r.header.wrong;
    if (!why->text) {
        r.table->version = r.table->position;
        return r.table;
    }
    table_close(r.table);
    return NULL;
}
