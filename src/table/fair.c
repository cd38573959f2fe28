#include "table/fair.h"

#include <string.h>

#include "core/notation.h"
#include "core/stream.h"
#include "table/inside.h"

_Static_assert((int)SHA256_BYTES == (int)STREAM_KEY_BYTES, "a hash is a key");

/* --- seals ------------------------------------------------------------------------------------ */

void fair_commitment(const uint8_t seed[SEED_BYTES], uint8_t out[SHA256_BYTES]) {
    Sha256 hash = sha256_begin();
    sha256_add(&hash, seed, SEED_BYTES);
    sha256_end(&hash, out);
}

/* A word in front keeps the three uses of the seed apart; it also keeps what can be computed on
   from the commitment (SHA-256 can be prolonged) from being a key. */
static Sha256 begin_with(const char *word, const uint8_t seed[SEED_BYTES]) {
    Sha256 hash = sha256_begin();
    sha256_add(&hash, word, strlen(word));
    sha256_add(&hash, seed, SEED_BYTES);
    return hash;
}

void fair_nonce(const uint8_t seed[SEED_BYTES], int seat, uint8_t out[NONCE_BYTES]) {
    uint8_t whole[SHA256_BYTES];
    Sha256 hash = begin_with("negoce nonce ", seed);
    sha256_add(&hash, &(uint8_t){(uint8_t)seat}, 1);
    sha256_end(&hash, whole);
    memcpy(out, whole, NONCE_BYTES);
}

void fair_key(const Seal *seal, int players, const uint8_t seed[SEED_BYTES],
              uint8_t key[SHA256_BYTES]) {
    if (!seal->sealed) {
        memcpy(key, seed, SEED_BYTES);
        return;
    }
    Sha256 hash = begin_with("negoce draws ", seed);
    for (int seat = 0; seat < players; seat++)
        sha256_add(&hash, seal->nonce[seat], NONCE_BYTES);
    sha256_end(&hash, key);
}

const uint8_t *table_draw_key(Table *t, const uint8_t seed[SEED_BYTES]) {
    Seal *seal = &t->seal;
    if (!seal->keyed || memcmp(seal->key_seed, seed, SEED_BYTES) != 0) {
        fair_key(seal, t->players, seed, seal->key);
        memcpy(seal->key_seed, seed, SEED_BYTES);
        seal->keyed = t->begun;
    }
    return seal->key;
}

void fair_write(const uint8_t *bytes, int count, Text *out) {
    static const char digits[] = "0123456789abcdef";
    text_reserve(out, 2 * (size_t)count);
    for (int i = 0; i < count; i++)
        text_add_n(out, (char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fair_read(const char *digits, int count, uint8_t *bytes) {
    if (strlen(digits) != 2 * (size_t)count) return false;
    for (int i = 0; i < 2 * count; i++)
        if (digit(digits[i]) < 0) return false;
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]));
    return true;
}

/* --- lines of a journal ----------------------------------------------------------------------- */

Reason fair_enter_commitment(Table *t, const char *rest) {
    if (t->version > 0) return REFUSED(N_("A commitment is the first line of a journal."));
    if (!fair_read(rest, SHA256_BYTES, t->seal.commitment))
        return REFUSED(N_("A commitment is 64 digits of 0 to 9 and a to f."));
    t->seal.sealed = true;
    return ALLOWED;
}

Reason fair_enter_nonce(Table *t, const char *rest) {
    if (!t->seal.sealed) return REFUSED(N_("This table has no commitment."));
    if (t->begun) return REFUSED(N_("The game has begun: nothing is mixed in any more."));
    int seat = cut_seat(t, &rest);
    if (seat < 0) return NO_SEAT;
    const Seat *who = &t->seats[seat];
    if (!who->owner[0] && !who->bot[0]) return REFUSED(N_("Nobody sits there."));
    if (t->seal.given & 1 << seat) return REFUSED(N_("This seat has given its nonce already."));
    if (!fair_read(rest, NONCE_BYTES, t->seal.nonce[seat]))
        return REFUSED(N_("A nonce is 32 digits of 0 to 9 and a to f."));
    t->seal.given |= (uint8_t)(1 << seat);
    return ALLOWED;
}

Reason fair_begin_check(const Table *t) {
    int all = (1 << t->players) - 1;
    return !t->seal.sealed || t->seal.given == all
               ? ALLOWED
               : REFUSED(N_("Not every seat has given its nonce."));
}

const Seal *table_seal(const Table *t) {
    return &t->seal;
}

void table_reveal(Table *t, const uint8_t seed[SEED_BYTES]) {
    if (!t->seal.sealed || !table_finished(t)) return;
    memcpy(t->seal.seed, seed, SEED_BYTES);
    t->seal.opened = true;
}

/* --- lines of a record ------------------------------------------------------------------------ */

static void write_digits(const char *key, const uint8_t *bytes, int count, Text *out) {
    text_printf(out, "%s: ", key);
    fair_write(bytes, count, out);
    text_char(out, '\n');
}

void fair_write_header(const Table *t, Text *out) {
    const Seal *seal = &t->seal;
    if (!seal->sealed) return;
    write_digits("commitment", seal->commitment, SHA256_BYTES, out);
    for (int seat = 0; seat < t->players; seat++) {
        char key[] = "nonce.0";
        key[6] = (char)('0' + seat);
        if (seal->given & 1 << seat) write_digits(key, seal->nonce[seat], NONCE_BYTES, out);
    }
    if (seal->opened) write_digits("seed", seal->seed, SEED_BYTES, out);
}

Reason fair_header_check(const Seal *seal, int players) {
    int all = (1 << players) - 1;
    if (!seal->sealed && (seal->opened || seal->given))
        return REFUSED(N_("A seed or a nonce stands here without a commitment."));
    if (seal->sealed && seal->given != all)
        return REFUSED(N_("Beside a commitment stands one nonce a seat."));
    return ALLOWED;
}

/* --- the check -------------------------------------------------------------------------------- */

/* A bot that sat there from the start: it has no name. Where a bot plays for a person who left, or
   whose seat the host gave away, the nonce is the person's. */
static bool is_bot(const Table *t, int seat) {
    const Seat *s = &t->seats[seat];
    return s->bot[0] && !s->name[0] && !s->given;
}

static FairFinding check_seals(const Table *t, int *seat) {
    const Seal *seal = &t->seal;
    uint8_t due[SHA256_BYTES];
    if (!seal->sealed) return FAIR_NOTHING;
    if (!seal->opened) return table_finished(t) ? FAIR_MISSING : FAIR_CLOSED;
    fair_commitment(seal->seed, due);
    if (memcmp(due, seal->commitment, SHA256_BYTES) != 0) return FAIR_COMMITMENT;
    for (*seat = 0; *seat < t->players; ++*seat) {
        fair_nonce(seal->seed, *seat, due);
        if (is_bot(t, *seat) && memcmp(due, seal->nonce[*seat], NONCE_BYTES) != 0)
            return FAIR_NONCE;
    }
    *seat = 0;
    return FAIR_WELL;
}

Fair fair_check(const Table *t, FairVisit *visit, void *who) {
    Fair fair = {0};
    uint8_t key[SHA256_BYTES];
    _Alignas(16) unsigned char state[STATE_MAX];
    fair.finding = check_seals(t, &fair.seat);
    if (!t->seal.opened) return fair;
    fair_key(&t->seal, t->players, t->seal.seed, key);
    table_reach(t, 0, state);
    for (int i = 0; i < t->position; i++) {
        const Made *made = &t->made[i];
        if (made->seat == CHANCE) {
            ChanceStream stream;
            Rng rng = chance_stream_at(&stream, key, i);
            Move due = t->game->rules.sample(state, &rng);
            bool same = move_equal(due, made->move);
            fair.draws++;
            if (!same && fair.wrong++ == 0) {
                fair.position = i + 1;
                fair.made = made->move;
                fair.due = due;
            }
            if (visit) visit(who, i + 1, made->move, due);
        }
        t->game->rules.apply(state, made->seat, made->move, NULL);
    }
    if (fair.finding == FAIR_WELL && fair.wrong > 0) fair.finding = FAIR_DRAW;
    return fair;
}

/* --- as JSON ---------------------------------------------------------------------------------- */

typedef struct DrawJson {
    const Table *t;
    Text *json;
} DrawJson;

static void jot_move(Text *json, const char *key, const Game *game, Move move) {
    char buffer[MOVE_TEXT_MAX];
    Text text = text_over(buffer, sizeof buffer);
    move_write(game, move, &text);
    jot_string(json, key, buffer);
}

static void jot_draw(void *who, int position, Move made, Move due) {
    DrawJson *to = who;
    const Game *game = to->t->game;
    jot_open(to->json, NULL, '{');
    jot_int(to->json, "at", position);
    jot_move(to->json, "made", game, made);
    if (!move_equal(made, due)) jot_move(to->json, "due", game, due);
    jot_close(to->json, '}');
}

static void jot_digits(Text *json, const char *key, const uint8_t *bytes, int count) {
    char buffer[2 * SHA256_BYTES + 1];
    Text text = text_over(buffer, sizeof buffer);
    fair_write(bytes, count, &text);
    jot_string(json, key, buffer);
}

static void jot_seals(const Table *t, Text *json) {
    const Seal *seal = &t->seal;
    uint8_t due[SHA256_BYTES];
    if (!seal->opened) return;
    fair_commitment(seal->seed, due);
    jot_digits(json, "commitment", seal->commitment, SHA256_BYTES);
    jot_digits(json, "gives", due, SHA256_BYTES);
    jot_digits(json, "seed", seal->seed, SEED_BYTES);
    jot_open(json, "nonces", '[');
    for (int seat = 0; seat < t->players; seat++) {
        fair_nonce(seal->seed, seat, due);
        jot_open(json, NULL, '{');
        jot_digits(json, "nonce", seal->nonce[seat], NONCE_BYTES);
        jot_bool(json, "fixed", memcmp(due, seal->nonce[seat], NONCE_BYTES) == 0);
        jot_bool(json, "bot", is_bot(t, seat));
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

void fair_json(const Table *t, Text *json) {
    static const char *const findings[] = {
        [FAIR_WELL] = "well",       [FAIR_NOTHING] = "nothing",       [FAIR_CLOSED] = "closed",
        [FAIR_MISSING] = "missing", [FAIR_COMMITMENT] = "commitment", [FAIR_NONCE] = "nonce",
        [FAIR_DRAW] = "draw",
    };
    DrawJson to = {t, json};
    jot_open(json, NULL, '{');
    jot_open(json, "draws", '[');
    Fair fair = fair_check(t, jot_draw, &to);
    jot_close(json, ']');
    jot_string(json, "finding", findings[fair.finding]);
    jot_int(json, "wrong", fair.wrong);
    if (fair.finding == FAIR_NONCE) jot_int(json, "seat", fair.seat);
    if (fair.wrong) jot_int(json, "at", fair.position);
    jot_seals(t, json);
    jot_close(json, '}');
}
