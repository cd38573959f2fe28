#include "server/tables.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/absence.h"
#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/cluster.h"
#include "server/live.h"
#include "server/mine.h"
#include "server/penalties.h"
#include "server/requests.h"
#include "server/session.h"
#include "server/thinker.h"
#include "server/view.h"
#include "server/visitors.h"

enum {
    OVER_MS = 30 * 1000, /* a finished table need not wait as long as others */
    LINES_EACH = 1000    /* for each table there may be: a long game takes as much as many short */
};

/* --- the list --------------------------------------------------------------------------------- */

static LiveTable **slot_of(Server *server, const char *id) {
    return &server->tables[text_hash(id) % TABLE_SLOTS];
}

LiveTable *tables_find(Server *server, const char *id) {
    LiveTable *live = *slot_of(server, id);
    while (live && strcmp(live->header.id, id) != 0)
        live = live->next;
    return live;
}

const LiveTable *tables_ready(Server *server, const char *id) {
    const LiveTable *live = tables_find(server, id);
    return live && live->state == LIVE_READY ? live : NULL;
}

bool tables_busy(Server *server, const char *id) {
    const LiveTable *live = tables_find(server, id);
    return live && (live->state == LIVE_LOADING || live->state == LIVE_COMMITTING);
}

LiveTable *tables_insert(Server *server, const char *id) {
    LiveTable *live = server_alloc(sizeof *live), **slot = slot_of(server, id);
    live->server = server;
    live->last = &live->first;
    live->used = server_now(server);
    strcpy(live->header.id, id);
    memset(live->absent, -1, sizeof live->absent);
    live->order_at = live->bot_at = live->send_at = CLOCK_NEVER;
    live->reseated = true;
    live->jitter = randombytes_random();
    live->next = *slot;
    *slot = live;
    server->metrics.tables++;
    return live;
}

void live_forget(LiveTable *live) {
    visitors_dismiss(live);
    table_close(live->table);
    text_free(&live->batch);
    free(live->watching_names);
    free(live->chat);
    free(live->listed_people);
    free(live->clocks);
    free(live);
}

void tables_drop(LiveTable *live) {
    LiveTable **at = slot_of(live->server, live->header.id);
    assert(!live->watchers && !live->first);
    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    live->server->metrics.tables--;
    live->gone = true;
    thinker_forget(live);
    clock_forget(live);
    if (!live->thinking && !live->replaying) live_forget(live);
}

Stage live_stage(const LiveTable *live) {
    if (!table_begun(live->table)) return STAGE_GATHERING;
    return table_over(live->table) ? STAGE_OVER : STAGE_PLAYING;
}

Turn live_turn(const LiveTable *live) {
    return table_turn(live->table);
}

int live_seat_of(const LiveTable *live, const Job *job) {
    return table_seat_of(live->table, job->socket->person->self.id);
}

bool live_hosted_by(const LiveTable *live, const Job *job) {
    return strcmp(live->header.host, job->socket->person->self.id) == 0;
}

static bool idle(const LiveTable *live, bool full) {
    if (live->watchers || live->first || live->judging || live->thinking || live->replaying)
        return false;
    if (live->state == LIVE_LOST) return true;
    if (live->state != LIVE_READY || clock_holds(live, full)) return false;
    uint64_t wait = 1000 * (uint64_t)live->server->options.idle;
    if (table_over(live->table) && wait > OVER_MS) wait = OVER_MS;
    if (full) wait = 0;
    return server_now(live->server) - live->used >= wait;
}

/* Whether the tables in memory are so long that none is kept that nobody looks at. */
static bool are_heavy(const Server *server) {
    return server->lines > (long long)LINES_EACH * server->options.tables;
}

void tables_sweep(Server *server, bool full) {
    full |= are_heavy(server);
    server->lines = 0;
    for (int i = 0; i < TABLE_SLOTS; i++)
        for (LiveTable *live = server->tables[i], *next; live; live = next) {
            next = live->next;
            if (!idle(live, full)) {
                server->lines += live->table ? table_lines(live->table) : 0;
                continue;
            }
            server->metrics.tables_dropped++;
            tables_drop(live);
        }
}

void live_refuse_all(LiveTable *live, Refusal refusal) {
    while (live->first) {
        Job *job = live->first;
        live->first = job->next;
        if (!live->first) live->last = &live->first;
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, refusal, -1);
    }
}

void tables_close(Server *server) {
    for (int i = 0; i < TABLE_SLOTS; i++)
        while (server->tables[i]) {
            LiveTable *live = server->tables[i];
            live_refuse_all(live, REFUSE_STORE); /* unheard: the sockets are closed */
            tables_drop(live);
        }
}

bool tables_have_room(Server *server) {
    if (server->metrics.tables >= server->options.tables || are_heavy(server))
        tables_sweep(server, true);
    return server->metrics.tables < server->options.tables;
}

/* --- requests, one after the other ------------------------------------------------------------ */

/* Judges the requests that wait, one after the other, while the table is ready. */
static void judge(LiveTable *live) {
    if (live->judging || !live->first || !cluster_ready(live->server)) return;
    live->judging = true;
    while (live->state == LIVE_READY && live->first && !live->server->stopping) {
        Job *job = live->first;
        live->first = job->next;
        if (!live->first) live->last = &live->first;
        job->next = NULL;
        if (job->listing)
            mine_write(live, job);
        else
            request_judge(live, job);
    }
    live->judging = false;
}

void tables_judge_all(Server *server) {
    for (int i = 0; i < TABLE_SLOTS; i++)
        for (LiveTable *live = server->tables[i]; live; live = live->next)
            if (live->first) judge(live); /* which may drop others, never this one */
}

void tables_ask(Server *server, Job *job) {
    if (penalty_on(server, PENALTY_CLOSE, job->request.table)) {
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, REFUSE_CLOSED, -1);
        return;
    }
    LiveTable *live = job->socket->live; /* mostly it is the one he looks at */
    if (!live || strcmp(live->header.id, job->request.table) != 0)
        live = tables_find(server, job->request.table);
    if (!live && !tables_have_room(server)) {
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, REFUSE_FULL, -1);
        return;
    }
    if (!live) live = tables_insert(server, job->request.table);
    if (live->state == LIVE_LOST) live_load(live);
    live->used = server_now(server);
    *live->last = job;
    live->last = &job->next;
    judge(live);
}

LiveTable *tables_add(Server *server, const StoreTable *header, Table *table) {
    if (!tables_have_room(server)) return NULL;
    LiveTable *live = tables_insert(server, header->id);
    live->header = *header;
    live->table = table;
    live->state = LIVE_READY;
    live->creating = true;
    return live;
}

LiveTable *tables_adopt(Server *server, const StoreTable *header, Table *table, Text *lines,
                        int count) {
    LiveTable *live = tables_add(server, header, table);
    if (!live) return NULL;
    live->batch = *lines;
    live->batch_lines = count;
    server->lines += count;
    live->batch_from = live->batch_low = 0;
    *lines = (Text){0};
    return live;
}

void tables_dismiss(Server *server, const char *id) {
    LiveTable *live = tables_find(server, id);
    if (!live || live->state != LIVE_READY || live->judging) return; /* then when that is done */
    live->judging = true; /* what those who are refused ask next is refused, too */
    live_refuse_all(live, REFUSE_CLOSED);
    live->judging = false;
    while (live->watchers) {
        Socket *socket = live->watchers;
        live_unwatch(socket);
        socket_end(socket, 1008, "the table was closed");
    }
    table_close(live->table);
    live->table = NULL;
    live->state = LIVE_LOST;
    if (!live->thinking) tables_drop(live);
}

void live_go_on(LiveTable *live) {
    if (penalty_on(live->server, PENALTY_CLOSE, live->header.id)) {
        tables_dismiss(live->server, live->header.id);
        return;
    }
    clock_ring(live);
    thinker_consider(live);
    judge(live);
}

/* --- those who look --------------------------------------------------------------------------- */

bool live_has_here(const LiveTable *live, const char *person) {
    for (const Socket *s = live->watchers; s; s = s->beside)
        if (s->person->self.id[0] == person[0] && strcmp(s->person->self.id, person) == 0)
            return true;
    return false;
}

bool live_has(const LiveTable *live, const char *person) {
    return live_has_here(live, person) || cluster_has(live->server, live->header.id, person);
}

void tables_attended(Server *server, const char *id, const char *person) {
    LiveTable *live = tables_find(server, id);
    if (!live || live->state != LIVE_READY || table_seat_of(live->table, person) < 0) return;
    absence_note(live);
    clock_set(live);
    view_update(live, NULL, table_position(live->table));
}

/* Tells the others that somebody came to this node or left it. While the store is at work nothing
   is told: all of them hear the news with what is kept. */
static void send_presence(LiveTable *live, const Socket *about) {
    if (live->state != LIVE_READY) live->sent_version = -1;
    if (live->state != LIVE_READY || live->server->stopping) return;
    if (table_seat_of(live->table, about->person->self.id) < 0) {
        audience_changed(live);
        return;
    }
    absence_note(live);
    clock_set(live);
    view_update(live, about, table_position(live->table));
}

void tables_unlist(Server *server, const char *id) {
    LiveTable *live = tables_find(server, id);
    if (live) live->header.listed = false;
}

void tables_rematched(Server *server, const char *id, const char *next) {
    LiveTable *live = tables_find(server, id);
    if (!live) return;
    strcpy(live->header.next, next);
    if (live->state != LIVE_READY)
        live->sent_version = -1;
    else if (!server->stopping)
        view_update(live, NULL, table_position(live->table));
}

void live_announce(LiveTable *live) {
    view_update(live, NULL, table_position(live->table));
}

void live_watch(LiveTable *live, Socket *socket) {
    if (socket->live != live) {
        live_unwatch(socket);
        bool came = !live_has_here(live, socket->person->self.id);
        live->people += came;
        socket->live = live;
        socket->beside = live->watchers;
        live->watchers = socket;
        socket->kind = -1;
        if (!socket->beside) thinker_attend(live);
        cluster_presence(live->server, live->header.id, socket->person->self.id, true);
        if (came) send_presence(live, socket);
    }
    socket->chats_sent = socket->acts_sent = socket->asides_sent = 0;
}

void live_unwatch(Socket *socket) {
    LiveTable *live = socket->live;
    if (!live) return;
    Socket **at = &live->watchers;
    while (*at != socket)
        at = &(*at)->beside;
    *at = socket->beside;
    socket->live = NULL;
    socket->beside = NULL;
    live->used = server_now(live->server);
    if (!live->watchers) {
        view_forget(live);
        pace_choose(&live->pace, TEMPO_USUAL);
        thinker_wake(live);
    }
    if (live_has_here(live, socket->person->self.id)) return;
    cluster_presence(live->server, live->header.id, socket->person->self.id, false);
    live->people--;
    send_presence(live, socket);
}
