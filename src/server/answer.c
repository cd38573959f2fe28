#include "server/answer.h"

#include <string.h>

#include "bots/bots.h"
#include "games/games.h"
#include "server/clock.h"
#include "server/series.h"
#include "server/session.h"

Text answer_begin(const char *type, const Request *mark) {
    Text json = message_begin();
    jot_open(&json, NULL, '{');
    jot_string(&json, "type", type);
    if (mark && mark->marked) jot_int(&json, "re", mark->re);
    return json;
}

void answer_end(Socket *socket, Text *json) {
    jot_close(json, '}');
    socket_send(socket, json);
}

/* --- short ones ------------------------------------------------------------------------------- */

void answer_welcome(Socket *socket, const Request *mark) {
    const StorePerson *self = &socket->person->self;
    Text json = answer_begin("welcome", mark);
    jot_open(&json, "person", '{');
    jot_string(&json, "id", self->id);
    jot_string(&json, "name", self->name);
    jot_close(&json, '}');
    games_json("games", &json);
    jot_open(&json, "bots", '[');
    for (int i = 0; bots[i]; i++) {
        jot_open(&json, NULL, '{');
        jot_string(&json, "id", bots[i]->id);
        jot_string(&json, "title", bots[i]->title);
        jot_bool(&json, "offered", bots[i]->offered);
        jot_close(&json, '}');
    }
    jot_close(&json, ']');
    jot_string(&json, "version", NEGOCE_VERSION);
    answer_end(socket, &json);
}

void answer_error(Socket *socket, const Request *mark, Refusal refusal, int at) {
    Text json = answer_begin("error", mark);
    jot_string(&json, "code", refusal.code);
    jot_string(&json, "why", refusal.why.text);
    jot_int(&json, "n", refusal.why.n);
    if (at >= 0) jot_int(&json, "at", at);
    metrics_refused(&socket->server->metrics, refusal.code);
    answer_end(socket, &json);
}

void answer_refuse(Job *job, Refusal refusal, int at) {
    answer_error(job->socket, &job->request, refusal, at);
    socket_done(job);
}

static void send_and_end(Job *job, Text *json) {
    answer_end(job->socket, json);
    socket_done(job);
}

void answer_ok(Job *job, int at) {
    Text json = answer_begin("ok", &job->request);
    if (at >= 0) jot_int(&json, "at", at);
    send_and_end(job, &json);
}

void answer_pong(Job *job) {
    Text json = answer_begin("pong", &job->request);
    send_and_end(job, &json);
}

void answer_opened(Job *job, const char *table) {
    Text json = answer_begin("opened", &job->request);
    jot_string(&json, "table", table);
    send_and_end(job, &json);
}

void answer_why(Job *job, Reason why) {
    Text json = answer_begin("why", &job->request);
    jot_string(&json, "move", job->request.move);
    jot_string(&json, "why", why.text);
    jot_int(&json, "n", why.n);
    send_and_end(job, &json);
}

void answer_record(Job *job, const Table *table) {
    Text json = answer_begin("record", &job->request), record = text_grow();
    table_record(table, -1, &record);
    jot_string(&json, "record", record.at);
    text_free(&record);
    send_and_end(job, &json);
}

/* --- a table ---------------------------------------------------------------------------------- */

static void write_options(const Table *t, Text *json) {
    const Game *game = table_game(t);
    jot_open(json, "options", '{');
    for (int i = 0; game->options[i].name; i++)
        jot_string(json, game->options[i].name, game->options[i].choices[table_options(t)[i]]);
    jot_close(json, '}');
}

static void write_seat(const Standing *standing, int seat, const char *name, const char *person,
                       Text *json) {
    const Seat *s = table_seat(standing->seats, seat);
    bool owned = s->owner[0] != '\0', bot = s->bot[0] != '\0';
    jot_open(json, NULL, '{');
    bool kept = s->guest[0] != '\0';
    jot_string(json, "kind", owned ? "person" : bot ? "bot" : kept ? "invited" : "empty");
    jot_string(json, "name", owned || bot || kept ? name : "");
    jot_string(json, "bot", bot ? s->bot : NULL);
    jot_string(json, "style", bot && !owned ? sailors[seat].title : NULL);
    jot_bool(json, "mine", strcmp(kept ? s->guest : s->owner, person) == 0);
    jot_bool(json, "here", owned && standing->live && live_has(standing->live, s->owner));
    jot_bool(json, "away", owned && bot);
    jot_close(json, '}');
}

void answer_summary(const Standing *standing, const Person *person, const char *key, Text *json) {
    const Table *t = standing->seats;
    const StoreTable *header = standing->header;
    const char *names[SEATS_MAX];
    int mine = table_seat_of(t, person->self.id);
    table_names(t, names);
    jot_open(json, key, '{');
    jot_string(json, "id", header->id);
    jot_string(json, "title", header->title);
    jot_string(json, "game", table_game(t)->id);
    jot_int(json, "players", table_players(t));
    write_options(t, json);
    jot_bool(json, "listed", header->listed);
    jot_bool(json, "host", strcmp(header->host, person->self.id) == 0);
    jot_bool(json, "begun", standing->stage != STAGE_GATHERING);
    jot_bool(json, "over", standing->stage == STAGE_OVER);
    jot_int(json, "at", standing->at);
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < table_players(t); seat++)
        write_seat(standing, seat, names[seat], person->self.id, json);
    jot_close(json, ']');
    if (mine >= 0)
        jot_int(json, "seat", mine);
    else
        jot_null(json, "seat");
    jot_open(json, "turn", '[');
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(standing->turn, seat)) jot_int(json, NULL, seat);
    jot_close(json, ']');
    int keeper = table_seat_of(t, header->host);
    if (keeper >= 0)
        jot_int(json, "keeper", keeper);
    else
        jot_null(json, "keeper");
    series_jot(standing, json);
    jot_close(json, '}');
}

Standing answer_standing_of(const LiveTable *live, char result[RESULT_TEXT_MAX]) {
    series_result(live->table, result);
    return (Standing){.result = result,
                      .header = &live->header,
                      .seats = live->table,
                      .stage = live_stage(live),
                      .at = table_version(live->table),
                      .turn = live_turn(live),
                      .live = live};
}

void answer_chat(Socket *socket) {
    const LiveTable *live = socket->live;
    if (socket->chats_sent == table_chats(live->table)) return;
    Text json = answer_begin("chat", NULL);
    jot_string(&json, "table", live->header.id);
    table_chat(live->table, socket->chats_sent, "lines", &json);
    socket->chats_sent = table_chats(live->table);
    answer_end(socket, &json);
}
