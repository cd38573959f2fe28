#include "server/message.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "bots/bots.h"
#include "games/games.h"
#include "server/spelling.h"

#define BAD(...) ((Refusal){"bad", REFUSED(__VA_ARGS__)})

/* --- fields: each reads its value into the request, or says what it must be ------------------- */

/* Copies a string of the message; false where it is none or does not fit. */
static bool copy(const json_t *value, char *out, size_t room) {
    size_t length = json_string_length(value);
    if (!json_is_string(value) || length >= room) return false;
    memcpy(out, json_string_value(value), length + 1);
    return true;
}

static bool whole(const json_t *value, long long most, int *out) {
    if (!json_is_integer(value)) return false;
    long long n = json_integer_value(value);
    if (n < 0 || n > most) return false;
    *out = (int)n;
    return true;
}

static Refusal read_table(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“table” must be the id of a table."));
    if (!copy(value, out->table, sizeof out->table) || !out->table[0])
        return (Refusal){"table", REFUSED(N_("There is no such table."))};
    return GRANTED;
}

static Refusal read_at(const json_t *value, Request *out) {
    if (!whole(value, INT_MAX, &out->at))
        return BAD(N_("“at” must be the version of the table that you saw."));
    return GRANTED;
}

static Refusal read_before(const json_t *value, Request *out) {
    if (!whole(value, INT_MAX, &out->before))
        return BAD(N_("“before” must be the position up to which you ask for events."));
    return GRANTED;
}

static Refusal read_days(const json_t *value, Request *out) {
    if (!whole(value, HOLIDAY_MOST, &out->days))
        return BAD(N_("“days” must be a number from 0 to {n}."), HOLIDAY_MOST);
    return GRANTED;
}

static Refusal read_known(const json_t *value, Request *out) {
    if (!whole(value, INT_MAX, &out->known))
        return BAD(N_("“known” must be the position up to which you know the events."));
    return GRANTED;
}

static Refusal read_position(const json_t *value, Request *out) {
    if (!whole(value, INT_MAX, &out->position))
        return BAD(N_("“position” must be a number of moves."));
    return GRANTED;
}

static Refusal read_eyes(const json_t *value, Request *out) {
    int seat;
    if (json_is_string(value) && strcmp(json_string_value(value), "open") == 0) {
        out->eyes = EYES_OPEN;
        return GRANTED;
    }
    if (!whole(value, SEATS_MAX - 1, &seat))
        return BAD(N_("“eyes” must be the number of a seat, or “open”."));
    out->eyes = EYES_SEAT + seat;
    return GRANTED;
}

static Refusal read_order(const json_t *value, Request *out) {
    if (!copy(value, out->order, sizeof out->order))
        return BAD(N_("“order” must be a short text, or empty."));
    for (const char *c = out->order; *c; c++)
        if (*c < ' ' || *c > '~') return BAD(N_("“order” must be a short text, or empty."));
    return GRANTED;
}

static Refusal read_open(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“open” must be true or false."));
    out->open = json_is_true(value);
    return GRANTED;
}

static Refusal read_stop(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“stop” must be true or false."));
    out->stop = json_is_true(value);
    return GRANTED;
}

static Refusal read_choice(const json_t *value, Request *out) {
    for (Voice voice = VOICE_WAIT; json_is_string(value) && voice < VOICES; voice++)
        if (strcmp(json_string_value(value), voice_words[voice]) == 0) {
            out->voice = voice;
            return GRANTED;
        }
    return BAD(N_("“choice” is wait, pause or bot."));
}

static Refusal read_record(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“record” must be a text."));
    out->record = strdup(json_string_value(value)); /* jansson takes no NUL within a text */
    if (!out->record) abort();
    return GRANTED;
}

static Refusal read_journal(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“journal” must be a text."));
    return read_record(value, out);
}

static Refusal read_seed(const json_t *value, Request *out) {
    char digits[2 * SEED_BYTES + 1];
    if (!copy(value, digits, sizeof digits) || !fair_read(digits, SEED_BYTES, out->seed))
        return BAD(N_("“seed” must be 64 digits of 0 to 9 and a to f."));
    return GRANTED;
}

static Refusal read_seat(const json_t *value, Request *out) {
    if (!whole(value, SEATS_MAX - 1, &out->seat))
        return BAD(N_("“seat” must be the number of a seat."));
    return GRANTED;
}

static Refusal spelled(Reason why) {
    return why.text ? (Refusal){"bad", why} : GRANTED;
}

static Refusal read_name(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“name” must be a text."));
    return spelled(spell_name(json_string_value(value), out->name));
}

static Refusal read_move(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“move” must be a move in its notation."));
    if (!copy(value, out->move, sizeof out->move)) return BAD(N_("This move is too long."));
    if (strchr(out->move, '\n')) return BAD(N_("“move” must be a move in its notation."));
    return GRANTED;
}

static Refusal read_text(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“text” must be a text."));
    return spelled(spell_chat(json_string_value(value), out->text));
}

static Refusal read_fine(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“fine” must be true or false."));
    out->fine = json_is_true(value);
    return GRANTED;
}

/* A level, or a guest of the house: whether it has such a one is asked later. */
static bool is_bot(const char *word) {
    return strncmp(word, "guest:", 6) == 0 ? !table_guest_check(word + 6).text
                                           : bot_named(word) != NULL;
}

static Refusal read_bot(const json_t *value, Request *out) {
    if (!copy(value, out->bot, sizeof out->bot) || (out->bot[0] && !is_bot(out->bot)))
        return BAD(N_("“bot” must be a level of play, or empty."));
    return GRANTED;
}

static Refusal read_nonce(const json_t *value, Request *out) {
    uint8_t bytes[NONCE_BYTES];
    if (!copy(value, out->nonce, sizeof out->nonce) || !fair_read(out->nonce, NONCE_BYTES, bytes))
        return BAD(N_("“nonce” must be 32 digits of 0 to 9 and a to f."));
    return GRANTED;
}

static Refusal read_game(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“game” must be the id of a game."));
    out->game = game_named(json_string_value(value));
    return out->game ? GRANTED : BAD(N_("There is no such game."));
}

/* The game has been read before. */
static Refusal read_players(const json_t *value, Request *out) {
    if (!whole(value, SEATS_MAX, &out->players)) return BAD(N_("“players” must be a number."));
    if (out->players < out->game->min_players)
        return BAD(N_("This game needs at least {n} players."), out->game->min_players);
    if (out->players > out->game->max_players)
        return BAD(N_("This game has at most {n} players."), out->game->max_players);
    return GRANTED;
}

static Refusal read_options(const json_t *value, Request *out) {
    const char *name;
    json_t *word;
    if (!json_is_object(value)) return BAD(N_("“options” must be an object of words."));
    json_object_foreach((json_t *)value, name, word) {
        if (!json_is_string(word)) return BAD(N_("“options” must be an object of words."));
        Reason why = option_set(out->game, name, json_string_value(word), out->options);
        if (why.text) return (Refusal){"bad", why};
    }
    return GRANTED;
}

/* The players have been read before. */
static Refusal read_seats(const json_t *value, Request *out) {
    int mine = 0;
    if (!json_is_array(value) || json_array_size(value) != (size_t)out->players)
        return BAD(N_("“seats” must have one word a player."));
    for (int i = 0; i < out->players; i++) {
        char *word = out->seats[i];
        if (!copy(json_array_get(value, (size_t)i), word, LEVEL_MAX) ||
            (strcmp(word, "me") != 0 && strcmp(word, "open") != 0 && !is_bot(word)))
            return BAD(N_("A seat is “me”, “open” or a level of play."));
        mine += strcmp(word, "me") == 0;
    }
    return mine <= 1 ? GRANTED : BAD(N_("You can take only one seat."));
}

/* A first game: the lesson says how many play, which variants, and who they are. */
static Refusal read_lesson(const json_t *value, Request *out) {
    Refusal refusal = read_game(value, out);
    if (refusal.code) return refusal;
    const Lesson *lesson = out->game->lesson;
    if (!lesson) return BAD(N_("There is no lesson of this game."));
    out->players = lesson->players;
    for (const LessonOption *option = lesson->options; option->name; option++)
        option_set(out->game, option->name, option->choice, out->options);
    for (int seat = 0; seat < out->players; seat++)
        strcpy(out->seats[seat], seat ? lesson->bot : "me");
    return GRANTED;
}

static Refusal read_pace(const json_t *value, Request *out) {
    static const char *const paces[] = {"brisk", "calm", "once", "wait"};
    for (int tempo = TEMPO_USUAL; tempo <= TEMPO_WAIT; tempo++)
        if (json_is_string(value) && strcmp(json_string_value(value), paces[tempo]) == 0) {
            out->pace = (Tempo)tempo;
            return GRANTED;
        }
    return BAD(N_("“pace” must be calm, brisk, once or wait."));
}

static Refusal read_listed(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“listed” must be true or false."));
    out->listed = json_is_true(value);
    return GRANTED;
}

static Refusal read_rated(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“rated” must be true or false."));
    out->rated = json_is_true(value);
    return GRANTED;
}

static Refusal read_title(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“title” must be a text."));
    return spelled(spell_title(json_string_value(value), out->title));
}

/* --- lists ------------------------------------------------------------------------------------ */

static const char *const parts[PARTS] = {
    [PART_TURN] = "turn", [PART_WAITING] = "waiting", [PART_OVER] = "over"};

static Refusal read_state(const json_t *value, Request *out) {
    for (int part = 0; json_is_string(value) && part < PARTS; part++)
        if (strcmp(json_string_value(value), parts[part]) == 0) {
            out->wish.part = part;
            return GRANTED;
        }
    return BAD(N_("“state” must be “turn”, “waiting” or “over”."));
}

static Refusal read_find(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“find” must be a text."));
    return spelled(spell_title(json_string_value(value), out->wish.find));
}

static Refusal read_series(const json_t *value, Request *out) {
    if (!copy(value, out->wish.series, sizeof out->wish.series))
        return BAD(N_("“series” must be the id of a table."));
    return GRANTED;
}

static Refusal read_after(const json_t *value, Request *out) {
    StoreWish *wish = &out->wish;
    char rest;
    long long moved, key;
    if (!json_is_string(value) || sscanf(json_string_value(value), "%1d.%18lld.%18lld%c",
                                         &wish->after_part, &moved, &key, &rest) != 3)
        return BAD(N_("“after” must be what a list said was next."));
    wish->after_moved = moved;
    wish->after_key = key;
    return GRANTED;
}

void message_place_write(const StoreAnswer *answer, Text *out) {
    const StoreListed *last = &answer->listed[answer->listed_count - 1];
    text_printf(out, "%d.%lld.%lld", answer->last_part, (long long)last->moved,
                (long long)last->key);
}

static Refusal read_follow(const json_t *value, Request *out, Follow which) {
    if (!json_is_boolean(value))
        return BAD(N_("A list is followed where it is true, and not where it is false."));
    out->follow_named[which] = true;
    out->follow[which] = json_is_true(value);
    return GRANTED;
}

static Refusal read_follow_mine(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_MINE);
}

static Refusal read_asleep(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“asleep” must be true or false."));
    out->asleep_named = true;
    out->asleep = json_is_true(value);
    return GRANTED;
}

static Refusal read_endpoint(const json_t *value, Request *out) {
    if (!copy(value, out->device.endpoint, sizeof out->device.endpoint))
        return BAD(N_("“endpoint” must be an https address of a push service."));
    return GRANTED;
}

/* Two times of the day, in minutes. */
static Refusal read_quiet(const json_t *value, Request *out) {
    if (!json_is_array(value) || json_array_size(value) != 2 ||
        !whole(json_array_get(value, 0), 24 * 60 - 1, &out->device.quiet_from) ||
        !whole(json_array_get(value, 1), 24 * 60 - 1, &out->device.quiet_to))
        return BAD(N_("“quiet” must be two times of the day in minutes."));
    return GRANTED;
}

static Refusal read_zone(const json_t *value, Request *out) {
    long long minutes = json_integer_value(value);
    if (!json_is_integer(value) || minutes < -14 * 60 || minutes > 14 * 60)
        return BAD(N_("“zone” must be the minutes your day is ahead of UTC."));
    out->device.zone = (int)minutes;
    return GRANTED;
}

static Refusal read_follow_lobby(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_LOBBY);
}

static Refusal read_time(const json_t *value, Request *out) {
    return spelled(time_read(json_is_string(value) ? json_string_value(value) : "", &out->time));
}

static Refusal read_delay(const json_t *value, Request *out) {
    if (!whole(value, DELAY_MOST, &out->delay))
        return BAD(N_("“delay” must be from 0 to {n} moves."), DELAY_MOST);
    return GRANTED;
}

static Refusal read_points(const json_t *value, Request *out) {
    Bracket bracket = {0, 0};
    if (json_array_size(value) != 2 ||
        !whole(json_array_get(value, 0), POINTS_MOST, &bracket.least) ||
        !whole(json_array_get(value, 1), POINTS_MOST, &bracket.most))
        bracket.most = 0;
    out->points = bracket;
    return spelled(bracket_check(bracket));
}

static Refusal read_near(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“near” must be true or false."));
    out->near = json_is_true(value);
    return GRANTED;
}

static Refusal read_named(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“named” must be true or false."));
    out->named = json_is_true(value);
    return GRANTED;
}

static Refusal read_speed(const json_t *value, Request *out) {
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    out->speed = strcmp(word, "live") == 0   ? SPEED_LIVE
                 : strcmp(word, "slow") == 0 ? SPEED_SLOW
                                             : SPEED_ANY;
    return out->speed ? GRANTED : BAD(N_("“speed” must be “live” or “slow”."));
}

static Refusal read_tally(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“rated” must be true or false."));
    out->counts = json_is_true(value) ? TALLY_RATED : TALLY_FRIENDLY;
    return GRANTED;
}

static Refusal read_aside(const json_t *value, Request *out) {
    if (!whole(value, ASIDES_MAX, &out->aside) || !out->aside)
        return BAD(N_("“aside” must be the number of something said."));
    return GRANTED;
}

static Refusal read_how(const json_t *value, Request *out) {
    static const char *const words[] = {"mute", "block", "none"};
    for (int i = 0; json_is_string(value) && i < 3; i++) {
        if (strcmp(json_string_value(value), words[i]) != 0) continue;
        if (i < 2) strcpy(out->how, words[i]);
        return GRANTED;
    }
    return BAD(N_("“how” must be “mute”, “block” or “none”."));
}

static Refusal read_mark(const json_t *value, Request *out) {
    if (!copy(value, out->mark, sizeof out->mark))
        return BAD(N_("“mark” must be that of somebody in your list."));
    return GRANTED;
}

/* --- accounts --------------------------------------------------------------------------------- */

static Proof *proof_of(Request *out) {
    if (!out->proof) out->proof = calloc(1, sizeof *out->proof);
    if (!out->proof) abort();
    return out->proof;
}

static Refusal read_secret(const json_t *value, char out[PASSWORD_MAX + 1]) {
    if (!json_is_string(value)) return BAD(N_("A password must be a text."));
    if (!copy(value, out, PASSWORD_MAX + 1))
        return BAD(N_("A password has at most {n} bytes."), PASSWORD_MAX);
    return GRANTED;
}

static Refusal read_password(const json_t *value, Request *out) {
    return read_secret(value, proof_of(out)->password);
}

static Refusal read_old(const json_t *value, Request *out) {
    return read_secret(value, proof_of(out)->old);
}

/* Groups may be parted by anything, in capitals or not. */
static Refusal read_code(const json_t *value, Request *out) {
    char *code = proof_of(out)->code;
    int count = 0;
    for (const char *c = json_is_string(value) ? json_string_value(value) : ""; *c; c++) {
        if (!isalnum((unsigned char)*c)) continue;
        if (count < CODE_CHARS) code[count] = (char)toupper((unsigned char)*c);
        count++;
    }
    if (count == CODE_CHARS) return GRANTED;
    code[0] = '\0';
    return BAD(N_("A recovery code has {n} letters and figures."), CODE_CHARS);
}

static Refusal read_session(const json_t *value, Request *out) {
    if (!copy(value, proof_of(out)->session, SESSION_ID_CHARS + 1))
        return BAD(N_("“session” must be the id of a session."));
    return GRANTED;
}

static Refusal read_everywhere(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“everywhere” must be true or false."));
    proof_of(out)->everywhere = json_is_true(value);
    return GRANTED;
}

static Refusal read_bring(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“keep” must be true or false."));
    proof_of(out)->bring = json_is_true(value);
    return GRANTED;
}

static Refusal read_shown(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“shown” must be true or false."));
    proof_of(out)->shown = json_is_true(value);
    return GRANTED;
}

/* Bytes written in base64url; false where they are not, or too many. */
static bool unpack(const json_t *value, uint8_t *out, size_t room, int *size) {
    size_t length = 0;
    if (!json_is_string(value) ||
        sodium_base642bin(out, room, json_string_value(value), json_string_length(value), NULL,
                          &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        return false;
    *size = (int)length;
    return length > 0;
}

/* A new key has no id of its own here, it is in its data; nor has it signed anything. */
static Refusal read_key(const json_t *value, Request *out) {
    Proof *p = proof_of(out);
    const json_t *id = json_object_get(value, "id"), *sign = json_object_get(value, "signature");
    bool sound = unpack(json_object_get(value, "data"), p->data, PROOF_MAX, &p->data_size) &&
                 unpack(json_object_get(value, "client"), p->client, PROOF_MAX, &p->client_size);
    if (sound && id) sound = unpack(id, p->id, KEY_ID_MAX, &p->id_size);
    if (sound && sign) sound = unpack(sign, p->signature, PROOF_MAX, &p->signature_size);
    return sound ? GRANTED : BAD(N_("“key” must have the parts of a passkey in base64url."));
}

static Refusal read_key_id(const json_t *value, Request *out) {
    Proof *p = proof_of(out);
    if (!unpack(value, p->id, KEY_ID_MAX, &p->id_size))
        return BAD(N_("“id” must be the id of a passkey."));
    return GRANTED;
}

typedef struct Field {
    const char *name;
    bool needed;
    Refusal (*read)(const json_t *value, Request *out);
} Field;

#define TABLE                                                                                      \
    { "table", true, read_table }
#define SEAT                                                                                       \
    { "seat", true, read_seat }
#define AT                                                                                         \
    { "at", true, read_at }
#define EYES                                                                                       \
    { "eyes", false, read_eyes }
#define NONCE                                                                                      \
    { "nonce", false, read_nonce }
#define MOVE                                                                                       \
    { "move", true, read_move }

enum { FIELDS = 12 };

static const struct {
    const char *type;
    Field fields[FIELDS + 1];
} asks[ASKS] = {
    [ASK_NAME] = {"name", {{"name", true, read_name}}},
    [ASK_MINE] = {"mine",
                  {{"state", false, read_state},
                   {"game", false, read_game},
                   {"find", false, read_find},
                   {"series", false, read_series},
                   {"after", false, read_after}}},
    [ASK_FOLLOW] = {"follow",
                    {{"mine", false, read_follow_mine},
                     {"lobby", false, read_follow_lobby},
                     {"asleep", false, read_asleep}}},
    [ASK_SUBSCRIBE] = {"subscribe",
                       {{"endpoint", true, read_endpoint},
                        {"quiet", false, read_quiet},
                        {"zone", false, read_zone}}},
    [ASK_UNSUBSCRIBE] = {"unsubscribe", {{"endpoint", true, read_endpoint}}},
    [ASK_LOBBY] = {"lobby", {{0}}},
    [ASK_FIND] = {"find",
                  {{"game", false, read_game},
                   {"speed", false, read_speed},
                   {"rated", false, read_tally},
                   {"near", false, read_near},
                   NONCE}},
    [ASK_OPEN] = {"open",
                  {{"game", true, read_game},
                   {"players", true, read_players},
                   {"options", false, read_options},
                   {"seats", true, read_seats},
                   {"listed", false, read_listed},
                   {"rated", false, read_rated},
                   {"title", false, read_title},
                   {"time", false, read_time},
                   {"delay", false, read_delay},
                   {"points", false, read_points},
                   NONCE}},
    [ASK_LEARN] = {"learn", {{"game", true, read_lesson}}},
    [ASK_ENTER] = {"enter", {TABLE, {"named", false, read_named}}},
    [ASK_EXIT] = {"exit", {{0}}},
    [ASK_SIT] = {"sit", {TABLE, SEAT, {"name", false, read_name}, NONCE}},
    [ASK_LEAVE] = {"leave", {TABLE}},
    [ASK_FILL] = {"fill", {TABLE, SEAT, {"bot", true, read_bot}}},
    [ASK_MOVE] = {"move", {TABLE, AT, MOVE}},
    [ASK_UNDO] = {"undo", {TABLE, AT}},
    [ASK_ORDER] = {"order", {TABLE, {"order", true, read_order}}},
    [ASK_VOTE] = {"vote", {TABLE, SEAT, {"choice", true, read_choice}}},
    [ASK_RESUME] = {"resume", {TABLE}},
    [ASK_REPLACE] = {"replace", {TABLE, SEAT}},
    [ASK_HOLIDAY] = {"holiday", {TABLE, {"days", true, read_days}}},
    [ASK_CHAT] = {"chat", {TABLE, {"text", true, read_text}, {"fine", false, read_fine}}},
    [ASK_ASIDE] = {"aside", {TABLE, {"text", true, read_text}}},
    [ASK_REGARD] = {"regard",
                    {TABLE,
                     {"seat", false, read_seat},
                     {"aside", false, read_aside},
                     {"how", true, read_how}}},
    [ASK_REPORT] = {"report",
                    {TABLE,
                     {"seat", false, read_seat},
                     {"aside", false, read_aside},
                     {"text", true, read_text}}},
    [ASK_MANNERS] = {"manners", {{0}}},
    [ASK_FORGIVE] = {"forgive", {{"mark", true, read_mark}}},
    [ASK_WHY] = {"why", {TABLE, MOVE}},
    [ASK_HINT] = {"hint", {TABLE, {"position", false, read_position}}},
    [ASK_PACE] = {"pace", {TABLE, {"pace", true, read_pace}}},
    [ASK_EVENTS] = {"events", {TABLE, {"before", true, read_before}, EYES}},
    [ASK_RECORD] = {"record", {TABLE}},
    [ASK_REMATCH] = {"rematch", {TABLE, NONCE}},
    [ASK_REPLAY] = {"replay",
                    {TABLE, {"position", true, read_position}, EYES, {"known", false, read_known}}},
    [ASK_OUTLINE] = {"outline", {TABLE}},
    [ASK_FORK] = {"fork", {TABLE, {"position", true, read_position}, SEAT}},
    [ASK_ANALYSE] = {"analyse", {TABLE, {"open", false, read_open}, {"stop", false, read_stop}}},
    [ASK_TAKE] = {"take", {TABLE}},
    [ASK_HAND_OVER] = {"hand-over",
                       {{"game", true, read_game},
                        {"players", true, read_players},
                        {"options", false, read_options},
                        {"title", false, read_title},
                        {"seed", true, read_seed},
                        {"journal", true, read_journal},
                        NONCE}},
    [ASK_HAND_BACK] = {"hand-back",
                       {TABLE, AT, {"seed", true, read_seed}, {"journal", true, read_journal}}},
    [ASK_GALLERY] = {"gallery", {{0}}},
    [ASK_UPLOAD] = {"upload", {{"record", true, read_record}}},
    [ASK_PING] = {"ping", {{0}}},
    [ASK_CHECKED] = {"checked", {{"table", true, read_table}}},
    [ASK_INVITE] = {"invite",
                    {{"table", true, read_table},
                     {"seat", true, read_seat},
                     {"name", true, read_name}}},
    [ASK_COMPANY] = {"company", {{"table", true, read_table}}},
    [ASK_ACCOUNT] = {"account", {{0}}},
    [ASK_CHALLENGE] = {"challenge", {{0}}},
    [ASK_CODE] = {"code", {{0}}},
    [ASK_JOIN] = {"join",
                  {{"name", true, read_name},
                   {"password", false, read_password},
                   {"key", false, read_key}}},
    [ASK_SIGN_IN] = {"sign-in",
                     {{"name", false, read_name},
                      {"password", false, read_password},
                      {"code", false, read_code},
                      {"key", false, read_key},
                      {"keep", false, read_bring}}},
    [ASK_SIGN_OUT] = {"sign-out",
                      {{"session", false, read_session}, {"everywhere", false, read_everywhere}}},
    [ASK_PASSWORD] = {"password", {{"password", true, read_password}, {"old", false, read_old}}},
    [ASK_ADD_KEY] = {"add-key", {{"key", true, read_key}}},
    [ASK_DROP_KEY] = {"drop-key", {{"id", true, read_key_id}}},
    [ASK_KEEP_CODE] = {"keep-code", {{0}}},
    [ASK_SHOW] = {"show", {{"shown", true, read_shown}}},
    [ASK_EXPORT] = {"export", {{0}}},
    [ASK_DELETE] = {"delete", {{"name", true, read_name}}},
    [ASK_RANKING] = {"ranking", {{"game", true, read_game}}},
    [ASK_PERSON] = {"person", {{"name", true, read_name}}},
};

/* --- the message ------------------------------------------------------------------------------ */

static Refusal read_fields(const json_t *message, Request *out) {
    for (const Field *field = asks[out->ask].fields; field->name; field++) {
        const json_t *value = json_object_get(message, field->name);
        if (!field->needed && (!value || json_is_null(value))) continue;
        Refusal refusal = field->read(value, out);
        if (refusal.code) return refusal;
    }
    return GRANTED;
}

static Refusal read_object(const json_t *message, Request *out) {
    const json_t *re = json_object_get(message, "re"), *type = json_object_get(message, "type");
    if (json_is_integer(re)) {
        out->marked = true;
        out->re = json_integer_value(re);
    } else if (re && !json_is_null(re)) {
        return BAD(N_("“re” must be a whole number."));
    }
    if (!json_is_string(type)) return BAD(N_("“type” must say what the message is."));
    for (out->ask = 0; out->ask < ASKS; out->ask++)
        if (strcmp(asks[out->ask].type, json_string_value(type)) == 0)
            return read_fields(message, out);
    return (Refusal){"unknown", REFUSED(N_("There is no message of this type."))};
}

size_t message_limit(const char *bytes, size_t size) {
    static const char *const large[] = {"{\"type\":\"upload\"", "{\"type\":\"hand-over\"",
                                        "{\"type\":\"hand-back\""};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (size >= strlen(large[i]) && memcmp(bytes, large[i], strlen(large[i])) == 0)
            return UPLOAD_MAX;
    return MESSAGE_MAX;
}

Refusal message_read(const char *bytes, size_t size, Request *out) {
    *out = (Request){.wish = {.part = -1, .after_part = -1}};
    size_t most = message_limit(bytes, size);
    if (size > most)
        return (Refusal){"long", REFUSED(N_("A message has at most {n} bytes."), (int)most)};
    json_t *message = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
    if (!message) return BAD(N_("This message is not JSON."));
    Refusal refusal = json_is_object(message) ? read_object(message, out)
                                              : BAD(N_("A message must be a JSON object."));
    json_decref(message);
    return refusal;
}

void message_free(Request *request) {
    if (request->proof) sodium_memzero(request->proof, sizeof *request->proof);
    free(request->proof);
    free(request->record);
    request->proof = NULL;
    request->record = NULL;
}
