#include "server/fields.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "games/games.h"
#include "server/spelling.h"

bool field_copy(const json_t *value, char *out, size_t room) {
    size_t length = json_string_length(value);
    if (!json_is_string(value) || length >= room) return false;
    memcpy(out, json_string_value(value), length + 1);
    return true;
}

bool field_whole(const json_t *value, long long most, int *out) {
    if (!json_is_integer(value)) return false;
    long long n = json_integer_value(value);
    if (n < 0 || n > most) return false;
    *out = (int)n;
    return true;
}

Refusal field_table(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“table” must be the id of a table."));
    if (!field_copy(value, out->table, sizeof out->table) || !out->table[0])
        return (Refusal){"table", REFUSED(N_("There is no such table."))};
    return GRANTED;
}

Refusal field_at(const json_t *value, Request *out) {
    if (!field_whole(value, INT_MAX, &out->at))
        return BAD(N_("“at” must be the version of the table that you saw."));
    return GRANTED;
}

Refusal field_before(const json_t *value, Request *out) {
    if (!field_whole(value, INT_MAX, &out->before))
        return BAD(N_("“before” must be the position up to which you ask for events."));
    return GRANTED;
}

Refusal field_days(const json_t *value, Request *out) {
    if (!field_whole(value, INT_MAX, &out->days))
        return BAD(N_("“days” must be a number of days."));
    if (out->days > HOLIDAY_MOST) return BAD(N_("A holiday has at most {n} days."), HOLIDAY_MOST);
    return GRANTED;
}

Refusal field_known(const json_t *value, Request *out) {
    if (!field_whole(value, INT_MAX, &out->known))
        return BAD(N_("“known” must be the position up to which you know the events."));
    return GRANTED;
}

Refusal field_position(const json_t *value, Request *out) {
    if (!field_whole(value, INT_MAX, &out->position))
        return BAD(N_("“position” must be a number of moves."));
    return GRANTED;
}

Refusal field_eyes(const json_t *value, Request *out) {
    int seat;
    if (json_is_string(value) && strcmp(json_string_value(value), "open") == 0) {
        out->eyes = EYES_OPEN;
        return GRANTED;
    }
    if (!field_whole(value, SEATS_MAX - 1, &seat))
        return BAD(N_("“eyes” must be the number of a seat, or “open”."));
    out->eyes = EYES_SEAT + seat;
    return GRANTED;
}

Refusal field_order(const json_t *value, Request *out) {
    if (!field_copy(value, out->order, sizeof out->order))
        return BAD(N_("“order” must be a short text, or empty."));
    for (const char *c = out->order; *c; c++)
        if (*c < ' ' || *c > '~') return BAD(N_("“order” must be a short text, or empty."));
    return GRANTED;
}

Refusal field_open(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“open” must be true or false."));
    out->open = json_is_true(value);
    return GRANTED;
}

Refusal field_stop(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“stop” must be true or false."));
    out->stop = json_is_true(value);
    return GRANTED;
}

Refusal field_choice(const json_t *value, Request *out) {
    for (Voice voice = VOICE_WAIT; json_is_string(value) && voice < VOICES; voice++)
        if (strcmp(json_string_value(value), voice_words[voice]) == 0) {
            out->voice = voice;
            return GRANTED;
        }
    return BAD(N_("“choice” is wait, pause or bot."));
}

Refusal field_record(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“record” must be a text."));
    out->record = strdup(json_string_value(value)); /* jansson takes no NUL within a text */
    if (!out->record) abort();
    return GRANTED;
}

Refusal field_journal(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“journal” must be a text."));
    return field_record(value, out);
}

Refusal field_seed(const json_t *value, Request *out) {
    char digits[2 * SEED_BYTES + 1];
    if (!field_copy(value, digits, sizeof digits) || !fair_read(digits, SEED_BYTES, out->seed))
        return BAD(N_("“seed” must be 64 digits of 0 to 9 and a to f."));
    return GRANTED;
}

Refusal field_seat(const json_t *value, Request *out) {
    if (!field_whole(value, SEATS_MAX - 1, &out->seat))
        return BAD(N_("“seat” must be the number of a seat."));
    return GRANTED;
}

Refusal field_spelled(Reason why) {
    return why.text ? (Refusal){"bad", why} : GRANTED;
}

Refusal field_name(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“name” must be a text."));
    return field_spelled(spell_name(json_string_value(value), out->name));
}

Refusal field_move(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“move” must be a move in its notation."));
    if (!field_copy(value, out->move, sizeof out->move)) return BAD(N_("This move is too long."));
    if (strchr(out->move, '\n')) return BAD(N_("“move” must be a move in its notation."));
    return GRANTED;
}

Refusal field_text(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“text” must be a text."));
    return field_spelled(spell_chat(json_string_value(value), out->text));
}

Refusal field_fine(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“fine” must be true or false."));
    out->fine = json_is_true(value);
    return GRANTED;
}

/* A level, or a guest of the house: whether it has such a one is asked later. */
static bool is_bot(const char *word) {
    return strncmp(word, "guest:", 6) == 0 ? !table_guest_check(word + 6).text
                                           : bot_named(word) != NULL;
}

Refusal field_bot(const json_t *value, Request *out) {
    if (!field_copy(value, out->bot, sizeof out->bot) || (out->bot[0] && !is_bot(out->bot)))
        return BAD(N_("“bot” must be a level of play, or empty."));
    return GRANTED;
}

Refusal field_nonce(const json_t *value, Request *out) {
    uint8_t bytes[NONCE_BYTES];
    if (!field_copy(value, out->nonce, sizeof out->nonce) ||
        !fair_read(out->nonce, NONCE_BYTES, bytes))
        return BAD(N_("“nonce” must be 32 digits of 0 to 9 and a to f."));
    return GRANTED;
}

Refusal field_game(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“game” must be the id of a game."));
    out->game = game_named(json_string_value(value));
    return out->game ? GRANTED : BAD(N_("There is no such game."));
}

/* The game has been read before. */
Refusal field_players(const json_t *value, Request *out) {
    if (!json_is_integer(value)) return BAD(N_("“players” must be a whole number."));
    long long players = json_integer_value(value);
    if (players < out->game->min_players)
        return BAD(N_("This game needs at least {n} players."), out->game->min_players);
    if (players > out->game->max_players)
        return BAD(N_("This game has at most {n} players."), out->game->max_players);
    out->players = (int)players;
    return GRANTED;
}

Refusal field_options(const json_t *value, Request *out) {
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
Refusal field_seats(const json_t *value, Request *out) {
    int mine = 0;
    if (!json_is_array(value) || json_array_size(value) != (size_t)out->players)
        return BAD(N_("“seats” must have one word a player."));
    for (int i = 0; i < out->players; i++) {
        char *word = out->seats[i];
        if (!field_copy(json_array_get(value, (size_t)i), word, LEVEL_MAX) ||
            (strcmp(word, "me") != 0 && strcmp(word, "open") != 0 && !is_bot(word)))
            return BAD(N_("A seat is “me”, “open” or a level of play."));
        mine += strcmp(word, "me") == 0;
    }
    return mine <= 1 ? GRANTED : BAD(N_("You can take only one seat."));
}

/* A first game: the lesson says how many play, which variants, and who they are. */
Refusal field_lesson(const json_t *value, Request *out) {
    Refusal refusal = field_game(value, out);
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

Refusal field_pace(const json_t *value, Request *out) {
    static const char *const paces[] = {"brisk", "calm", "once", "wait"};
    for (int tempo = TEMPO_USUAL; tempo <= TEMPO_WAIT; tempo++)
        if (json_is_string(value) && strcmp(json_string_value(value), paces[tempo]) == 0) {
            out->pace = (Tempo)tempo;
            return GRANTED;
        }
    return BAD(N_("“pace” must be calm, brisk, once or wait."));
}

Refusal field_listed(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“listed” must be true or false."));
    out->listed = json_is_true(value);
    return GRANTED;
}

Refusal field_rated(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“rated” must be true or false."));
    out->rated = json_is_true(value);
    return GRANTED;
}

Refusal field_title(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“title” must be a text."));
    return field_spelled(spell_title(json_string_value(value), out->title));
}

Refusal field_time(const json_t *value, Request *out) {
    return field_spelled(
        time_read(json_is_string(value) ? json_string_value(value) : "", &out->time));
}

Refusal field_delay(const json_t *value, Request *out) {
    if (!field_whole(value, DELAY_MOST, &out->delay))
        return BAD(N_("“delay” must be from 0 to {n} moves."), DELAY_MOST);
    return GRANTED;
}

Refusal field_points(const json_t *value, Request *out) {
    Bracket bracket = {0, 0};
    if (json_array_size(value) != 2 ||
        !field_whole(json_array_get(value, 0), POINTS_MOST, &bracket.least) ||
        !field_whole(json_array_get(value, 1), POINTS_MOST, &bracket.most))
        bracket.most = 0;
    out->points = bracket;
    return field_spelled(bracket_check(bracket));
}

Refusal field_near(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“near” must be true or false."));
    out->near = json_is_true(value);
    return GRANTED;
}

Refusal field_named(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“named” must be true or false."));
    out->named = json_is_true(value);
    return GRANTED;
}

Refusal field_speed(const json_t *value, Request *out) {
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    out->speed = strcmp(word, "live") == 0   ? SPEED_LIVE
                 : strcmp(word, "slow") == 0 ? SPEED_SLOW
                                             : SPEED_ANY;
    return out->speed ? GRANTED : BAD(N_("“speed” must be “live” or “slow”."));
}
