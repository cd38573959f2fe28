#include "server/message.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

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

static Refusal read_bot(const json_t *value, Request *out) {
    if (!copy(value, out->bot, sizeof out->bot) || (out->bot[0] && !bot_named(out->bot)))
        return BAD(N_("“bot” must be a level of play, or empty."));
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
            (strcmp(word, "me") != 0 && strcmp(word, "open") != 0 && !bot_named(word)))
            return BAD(N_("A seat is “me”, “open” or a level of play."));
        mine += strcmp(word, "me") == 0;
    }
    return mine <= 1 ? GRANTED : BAD(N_("You can take only one seat."));
}

static Refusal read_listed(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“listed” must be true or false."));
    out->listed = json_is_true(value);
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
    out->told[which] = true;
    out->follow[which] = json_is_true(value);
    return GRANTED;
}

static Refusal read_follow_mine(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_MINE);
}

static Refusal read_follow_lobby(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_LOBBY);
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
#define MOVE                                                                                       \
    { "move", true, read_move }

enum { FIELDS = 7 };

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
                    {{"mine", false, read_follow_mine}, {"lobby", false, read_follow_lobby}}},
    [ASK_LOBBY] = {"lobby", {{0}}},
    [ASK_FIND] = {"find", {{"game", false, read_game}}},
    [ASK_OPEN] = {"open",
                  {{"game", true, read_game},
                   {"players", true, read_players},
                   {"options", false, read_options},
                   {"seats", true, read_seats},
                   {"listed", false, read_listed},
                   {"title", false, read_title}}},
    [ASK_ENTER] = {"enter", {TABLE}},
    [ASK_EXIT] = {"exit", {{0}}},
    [ASK_SIT] = {"sit", {TABLE, SEAT, {"name", false, read_name}}},
    [ASK_LEAVE] = {"leave", {TABLE}},
    [ASK_FILL] = {"fill", {TABLE, SEAT, {"bot", true, read_bot}}},
    [ASK_MOVE] = {"move", {TABLE, AT, MOVE}},
    [ASK_UNDO] = {"undo", {TABLE, AT}},
    [ASK_CHAT] = {"chat", {TABLE, {"text", true, read_text}, {"fine", false, read_fine}}},
    [ASK_WHY] = {"why", {TABLE, MOVE}},
    [ASK_EVENTS] = {"events", {TABLE, {"before", true, read_before}}},
    [ASK_RECORD] = {"record", {TABLE}},
    [ASK_REMATCH] = {"rematch", {TABLE}},
    [ASK_PING] = {"ping", {{0}}},
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

Refusal message_read(const char *bytes, size_t size, Request *out) {
    *out = (Request){.wish = {.part = -1, .after_part = -1}};
    if (size > MESSAGE_MAX)
        return (Refusal){"long", REFUSED(N_("A message has at most {n} bytes."), MESSAGE_MAX)};
    json_t *message = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
    if (!message) return BAD(N_("This message is not JSON."));
    Refusal refusal = json_is_object(message) ? read_object(message, out)
                                              : BAD(N_("A message must be a JSON object."));
    json_decref(message);
    return refusal;
}

/* --- options as words ------------------------------------------------------------------------ */

void message_options_write(const Game *game, const uint8_t *options, char out[OPTIONS_TEXT_MAX]) {
    Text words = text_over(out, OPTIONS_TEXT_MAX);
    for (int i = 0; game->options[i].name; i++) {
        const Option *option = &game->options[i];
        text_printf(&words, "%s%s=%s", i ? " " : "", option->name, option->choices[options[i]]);
    }
}

bool message_options_read(const Game *game, const char *words, uint8_t options[OPTIONS_MAX]) {
    char copied[OPTIONS_TEXT_MAX], *rest, *word;
    if (strlen(words) >= sizeof copied) return false;
    strcpy(copied, words);
    memset(options, 0, OPTIONS_MAX);
    for (word = strtok_r(copied, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (!equals) return false;
        *equals = '\0';
        if (option_set(game, word, equals + 1, options).text) return false;
    }
    return true;
}
