/* summary.c: a table in short, for lists and beside its window. */
#include <string.h>

#include "core/notation.h"
#include "table/clock.h"
#include "table/run.h"

static void write_options(const Table *t, Text *json) {
    const Game *game = table_game(t);
    jot_open(json, "options", '{');
    for (int i = 0; game->options[i].name; i++)
        jot_string(json, game->options[i].name, game->options[i].choices[table_options(t)[i]]);
    jot_close(json, '}');
}

static void write_bracket(Bracket bracket, Text *json) {
    if (!bracket.most) {
        jot_null(json, "points");
        return;
    }
    jot_open(json, "points", '[');
    jot_int(json, NULL, bracket.least);
    jot_int(json, NULL, bracket.most);
    jot_close(json, ']');
}

static void write_seat(const Table *t, const Summary *summary, int seat, const char *name,
                       Text *json) {
    const Seat *s = table_seat(t, seat);
    bool owned = s->owner[0] != '\0', bot = s->bot[0] != '\0', late = s->late[0] != '\0';
    jot_open(json, NULL, '{');
    bool reserved = s->reserved[0] != '\0';
    jot_string(json, "kind", owned ? "person" : bot ? "bot" : reserved ? "invited" : "empty");
    jot_string(json, "name", owned || bot || reserved ? name : "");
    jot_bool(json, "given", s->given && !owned);
    char guest[sizeof "guest:" + GUEST_NAME];
    Text id = text_over(guest, sizeof guest);
    bool invited = s->guest[0] && !s->lost;
    text_printf(&id, "guest:%s", s->guest);
    jot_string(json, "bot", invited ? guest : bot ? s->bot : late ? s->late : NULL);
    jot_string(json, "style", bot && !owned && !invited ? sailors[seat].title : NULL);
    jot_bool(json, "lost", s->lost);
    jot_bool(json, "mine",
             (owned || reserved) &&
                 strcmp(reserved ? s->reserved : s->owner, summary->person) == 0);
    jot_bool(json, "here", owned && summary->here >> seat & 1);
    if (owned && summary->since && summary->since[seat])
        jot_int(json, "since", summary->since[seat]);
    else
        jot_null(json, "since");
    jot_bool(json, "away", owned && (bot || late));
    if (table_holiday(t, seat) > summary->wall)
        jot_int(json, "holiday", table_holiday(t, seat));
    else
        jot_null(json, "holiday");
    jot_close(json, '}');
}

static void write_seal(const Table *t, Text *json) {
    char buffer[2 * SHA256_BYTES + 1];
    Text digits = text_over(buffer, sizeof buffer);
    fair_write(table_seal(t)->commitment, SHA256_BYTES, &digits);
    jot_string(json, "commitment", table_seal(t)->sealed ? buffer : NULL);
}

void run_seated(const Table *t, const Summary *summary, Text *json) {
    const char *names[SEATS_MAX];
    char time[TIME_TEXT_MAX];
    Text limit = text_over(time, sizeof time);
    int mine = table_seat_of(t, summary->person);
    table_names(t, names);
    time_write(table_time(t), &limit);
    jot_string(json, "id", summary->id);
    jot_string(json, "title", summary->title);
    jot_string(json, "game", table_game(t)->id);
    jot_int(json, "players", table_players(t));
    write_options(t, json);
    jot_string(json, "time", time);
    jot_int(json, "delay", table_delay(t));
    write_bracket(table_bracket(t), json);
    jot_bool(json, "listed", summary->listed);
    jot_bool(json, "rated", summary->rated);
    jot_bool(json, "lesson", table_lesson(t));
    jot_bool(json, "offline", table_offline(t));
    jot_bool(json, "unfinished", table_over(t) && !table_finished(t));
    jot_bool(json, "host", summary->host);
    jot_bool(json, "begun", summary->begun);
    jot_bool(json, "over", summary->over);
    jot_seat_if(json, "paused", table_paused(t));
    write_seal(t, json);
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < table_players(t); seat++)
        write_seat(t, summary, seat, names[seat], json);
    jot_close(json, ']');
    jot_seat_if(json, "seat", mine);
}

void run_turn(const Summary *summary, Text *json) {
    jot_int(json, "at", summary->at);
    turn_json(json, summary->turn);
}
