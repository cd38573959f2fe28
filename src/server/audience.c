#include "server/audience.h"

#include <stdlib.h>
#include <string.h>

#include "server/manners.h"
#include "server/penalties.h"
#include "server/session.h"
#include "server/view.h"

enum {
    ANNOUNCE_MS = 500,   /* between two times the others are told who looks */
    ASIDES_AT_ONCE = 20, /* of all who look at a table: each is a line to be kept */
    ASIDES_A_MINUTE = 60
};

/* --- what they see ---------------------------------------------------------------------------- */

int audience_visible(const LiveTable *live, int seat) {
    return seat >= 0 ? table_position(live->table) : table_visible(live->table, live->header.rated);
}

/* Why they do not see the table as it is; NULL: they do. */
static const char *held_by(const LiveTable *live, int seat) {
    if (seat >= 0) return NULL;
    if (live->header.rated && table_stretch(live->table)) return "voyage";
    return audience_visible(live, seat) == table_position(live->table) ? NULL : "delay";
}

/* --- who looks -------------------------------------------------------------------------------- */

/* Whether this socket is the first at the table of somebody who looks and wishes to be named. */
static bool names_one(const LiveTable *live, const Socket *socket) {
    const char *id = socket->person->self.id;
    if (!socket->named || table_seat_of(live->table, id) >= 0) return false;
    for (const Socket *s = live->watchers; s != socket; s = s->beside)
        if (s->named && strcmp(s->person->self.id, id) == 0) return false;
    return true;
}

static int seated_here(const LiveTable *live) {
    int count = 0;
    for (int seat = 0; seat < table_players(live->table); seat++) {
        const char *owner = table_seat(live->table, seat)->owner;
        count += owner[0] && live_has_here(live, owner);
    }
    return count;
}

void audience_note(LiveTable *live) {
    int names = 0;
    Text json = text_grow();
    jot_open(&json, NULL, '[');
    for (const Socket *s = live->watchers; s && names < AUDIENCE_NAMES; s = s->beside)
        if (names_one(live, s)) {
            jot_string(&json, NULL, s->person->self.name);
            names++;
        }
    jot_close(&json, ']');
    free(live->watching_names);
    live->watching_names = json.at;
    live->watching = live->people - seated_here(live);
    live->audience_changed = false;
}

void audience_come(LiveTable *live) {
    if (live->watching == 0) live->watching = live->people - seated_here(live);
}

void audience_jot(const Standing *standing, int seat, Text *json) {
    const LiveTable *live = standing->live;
    jot_string(json, "held", live ? held_by(live, seat) : NULL);
    jot_open(json, "watching", '{');
    jot_int(json, "count", live ? live->watching : 0);
    jot_raw(json, "names", live && live->watching_names ? live->watching_names : "[]");
    jot_close(json, '}');
}

static void announce_all(uv_timer_t *timer) {
    Server *server = timer->data;
    for (int i = 0; i < TABLE_SLOTS; i++)
        for (LiveTable *live = server->tables[i]; live; live = live->next) {
            if (!live->audience_changed || !live->table) continue;
            audience_note(live);
            if (live->state == LIVE_READY && !server->stopping) live_announce(live);
            /* else all of them hear it with what is kept */
        }
}

void audience_changed(LiveTable *live) {
    Server *server = live->server;
    live->audience_changed = true;
    if (live->state != LIVE_READY) live->sent_version = -1;
    if (!server->stopping && !uv_is_active((uv_handle_t *)&server->audience))
        uv_timer_start(&server->audience, announce_all, ANNOUNCE_MS, 0);
}

void audience_open(Server *server) {
    uv_timer_init(&server->loop, &server->audience);
    server->audience.data = server;
}

void audience_close(Server *server) {
    uv_close((uv_handle_t *)&server->audience, NULL);
}

/* --- what they say ---------------------------------------------------------------------------- */

void audience_send(Socket *socket) {
    const LiveTable *live = socket->live;
    const Table *t = live->table;
    ChatRange range = {.from = socket->asides_sent,
                       .to = table_chats(t, CHANNEL_ASIDE),
                       .deaf = manners_deaf,
                       .who = socket->person};
    if (range.to == range.from) return;
    if (table_seat_of(t, socket->person->self.id) >= 0 && !table_over(t)) return;
    Text json = answer_begin("asides", NULL);
    jot_string(&json, "table", live->header.id);
    table_chat(t, CHANNEL_ASIDE, &range, "lines", &json);
    socket->asides_sent = range.to;
    answer_end(socket, &json);
}

static Refusal aside_check(LiveTable *live, const Socket *socket) {
    const Table *t = live->table;
    const char *person = socket->person->self.id;
    uint64_t now = server_now(live->server);
    if (table_seat_of(t, person) >= 0)
        return REFUSE("seat", N_("You play here: write to the table."));
    if (socket->live != live) return REFUSE("table", N_("Look at the table first."));
    if (penalty_on(live->server, PENALTY_MUTE, person)) return REFUSE_MUTED;
    if (table_chats(t, CHANNEL_ASIDE) >= ASIDES_MAX)
        return REFUSE("limit", N_("This table has heard enough: {n} messages."), ASIDES_MAX);
    if (live->asides.depth <= 0)
        live->asides = bucket_full(ASIDES_AT_ONCE, ASIDES_A_MINUTE, 60e3, now);
    if (!socket->address || !bucket_take(&socket->address->quota[QUOTA_ASIDES], now) ||
        !bucket_take(&live->asides, now))
        return REFUSE("rate", N_("You write too much at once. Please wait a moment."));
    return GRANTED;
}

void audience_judge(LiveTable *live, Job *job) {
    Person *person = job->socket->person;
    Refusal refusal = aside_check(live, job->socket);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    if (!live_enter_for(live, job, "limit", "aside %s %s\t%s", person->self.id, person->self.name,
                        job->request.text))
        return;
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    live_commit(live, job);
}
