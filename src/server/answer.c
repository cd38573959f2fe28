#include "server/answer.h"

#include <limits.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "games/games.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/manners.h"
#include "server/series.h"
#include "server/session.h"
#include "server/vapid.h"
#include "store/replay.h"

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

static void jot_commitment(Text *json, const char *key, const uint8_t bytes[SHA256_BYTES]) {
    char buffer[2 * SHA256_BYTES + 1];
    Text digits = text_over(buffer, sizeof buffer);
    fair_write(bytes, SHA256_BYTES, &digits);
    jot_string(json, key, buffer);
}

/* The seal of the seed of the next table this socket opens. */
static void jot_next(Text *json, const Socket *socket) {
    uint8_t commitment[SHA256_BYTES];
    fair_commitment(socket->seed, commitment);
    jot_commitment(json, "next", commitment);
}

/* --- short ones ------------------------------------------------------------------------------- */

void answer_welcome(Socket *socket, const Request *mark) {
    const StorePerson *self = &socket->person->self;
    Text json = answer_begin("welcome", mark);
    jot_open(&json, "person", '{');
    jot_string(&json, "id", self->id);
    jot_string(&json, "name", self->name);
    jot_bool(&json, "account", self->account);
    jot_close(&json, '}');
    games_json("games", &json);
    const ServerOptions *options = &socket->server->options;
    bots_json("bots", options->guest_names, options->guest_count, &json);
    jot_next(&json, socket);
    jot_open(&json, "house", '{');
    jot_bool(&json, "terms", socket->server->site.terms.at != NULL);
    jot_bool(&json, "contact", socket->server->site.contact.at != NULL);
    jot_close(&json, '}');
    jot_string(&json, "push", vapid_public(socket->server->vapid));
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

void answer_with(Job *job, Text *json) {
    answer_end(job->socket, json);
    socket_done(job);
}

/* The version who asks may know of: moves that are held back from him do not count. */
static int version_for(const LiveTable *live, const Job *job) {
    int seat = live_seat_of(live, job);
    return table_version(live->table) -
           (table_position(live->table) - audience_visible(live, seat));
}

void answer_refuse_at(const LiveTable *live, Job *job, Refusal refusal) {
    answer_refuse(job, refusal, version_for(live, job));
}

void answer_ok_at(const LiveTable *live, Job *job) {
    answer_ok(job, version_for(live, job));
}

void answer_ok(Job *job, int at) {
    Text json = answer_begin("ok", &job->request);
    if (at >= 0) jot_int(&json, "at", at);
    answer_with(job, &json);
}

void answer_pong(Job *job) {
    Text json = answer_begin("pong", &job->request);
    answer_with(job, &json);
}

void answer_opened(Job *job, const LiveTable *live) {
    Text json = answer_begin("opened", &job->request);
    jot_string(&json, "table", live->header.id);
    const Seal *seal = table_seal(live->table);
    if (seal->sealed)
        jot_commitment(&json, "commitment", seal->commitment);
    else
        jot_null(&json, "commitment");
    jot_next(&json, job->socket);
    answer_with(job, &json);
}

void answer_why(Job *job, Reason why) {
    Text json = answer_begin("why", &job->request);
    jot_string(&json, "move", job->request.move);
    jot_string(&json, "why", why.text);
    jot_int(&json, "n", why.n);
    answer_with(job, &json);
}

void answer_record(Job *job, const Table *table) {
    Text json = answer_begin("record", &job->request), record = text_grow();
    table_record(table, -1, &record);
    jot_string(&json, "record", record.at);
    text_free(&record);
    answer_with(job, &json);
}

/* --- a table ---------------------------------------------------------------------------------- */

/* The seats whose owners have a socket at the table. */
static unsigned who_is_here(const Standing *standing) {
    unsigned here = 0;
    for (int seat = 0; standing->live && seat < table_players(standing->seats); seat++) {
        const char *owner = table_seat(standing->seats, seat)->owner;
        if (owner[0] && live_has(standing->live, owner)) here |= 1u << seat;
    }
    return here;
}

void answer_seated(const Standing *standing, const Person *person, Text *json) {
    const StoreTable *header = standing->header;
    Summary summary = {.id = header->id,
                       .title = header->title,
                       .person = person->self.id,
                       .listed = header->listed,
                       .rated = header->rated,
                       .host = strcmp(header->host, person->self.id) == 0,
                       .begun = standing->stage != STAGE_GATHERING,
                       .over = standing->stage == STAGE_OVER,
                       .here = who_is_here(standing),
                       .wall = time(NULL),
                       .since = standing->live ? standing->live->absent_since : NULL};
    run_seated(standing->seats, &summary, json);
    jot_seat_if(json, "keeper", table_seat_of(standing->seats, header->host));
    series_jot(standing, json);
}

void answer_turn(const Standing *standing, const Person *person, Text *json) {
    const LiveTable *live = standing->live;
    int seat = table_seat_of(standing->seats, person->self.id);
    int visible = live ? audience_visible(live, seat) : 0;
    int unseen = live ? table_position(live->table) - visible : 0; /* moves */
    Summary summary = {.at = standing->at - unseen,
                       .turn = unseen ? table_turn_at(live->table, visible) : standing->turn};
    run_turn(&summary, json);
    audience_jot(standing, seat, json);
}

void answer_summary(const Standing *standing, const Person *person, const char *key, Text *json) {
    jot_open(json, key, '{');
    answer_seated(standing, person, json);
    answer_turn(standing, person, json);
    jot_close(json, '}');
}

Standing answer_standing_of(const LiveTable *live, char result[RESULT_TEXT_MAX]) {
    store_write_result(live->table, result);
    return (Standing){.result = result,
                      .header = &live->header,
                      .seats = live->table,
                      .stage = live_stage(live),
                      .at = table_version(live->table),
                      .turn = live_turn(live),
                      .live = live};
}

/* The position up to which somebody at this seat hears what is said and done. */
static int chat_visible(const LiveTable *live, int seat) {
    int visible = audience_visible(live, seat);
    return visible == table_position(live->table) ? INT_MAX : visible;
}

void answer_acts(Socket *socket) {
    const LiveTable *live = socket->live;
    if (socket->acts_sent == table_acts(live->table, socket->acts_sent, INT_MAX))
        return; /* as nearly always */
    int seat = table_seat_of(live->table, socket->person->self.id);
    int to = table_acts(live->table, socket->acts_sent, chat_visible(live, seat));
    if (socket->acts_sent == to) return;
    Text json = answer_begin("acts", NULL);
    jot_string(&json, "table", live->header.id);
    table_act(live->table, seat < 0 ? SPECTATOR : seat, socket->acts_sent, to, "acts", &json);
    socket->acts_sent = to;
    answer_end(socket, &json);
}

void answer_chat(Socket *socket) {
    const LiveTable *live = socket->live;
    if (socket->chats_sent == table_chats(live->table, CHANNEL_TABLE)) return;
    int seat = table_seat_of(live->table, socket->person->self.id);
    ChatRange range = {.from = socket->chats_sent, .deaf = manners_deaf, .who = socket->person};
    range.to = table_chat_end(live->table, CHANNEL_TABLE, range.from, chat_visible(live, seat));
    if (range.from == range.to) return;
    Text json = answer_begin("chat", NULL);
    jot_string(&json, "table", live->header.id);
    table_chat(live->table, CHANNEL_TABLE, &range, "lines", &json);
    socket->chats_sent = range.to;
    answer_end(socket, &json);
}
