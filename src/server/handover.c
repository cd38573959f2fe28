#include "server/handover.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/founding.h"
#include "server/opening.h"
#include "server/replay.h"
#include "server/session.h"
#include "table/handover.h"

typedef struct Handing {
    uv_work_t work;
    Job *job;
    Address *address;
    StoreTable header; /* of a new table */
    StorePerson self;
    Table *table; /* the journal is entered here: a new table, or the likeness of one */
    Text lines;
    int count;
    Reason why;
    int line;
} Handing;

static const char went_on[] = N_("The game went on at the server meanwhile.");

/* Beside the loop: nothing of the server is touched. */
static void judge(uv_work_t *work) {
    Handing *h = work->data;
    const Request *request = &h->job->request;
    h->why = handover_read(h->table, h->self.id, h->self.name, request->seed, request->record,
                           &h->lines, &h->count, &h->line);
    if (h->why.text || request->ask != ASK_HAND_OVER) return;
    if (table_over(h->table)) {
        h->why = REFUSED(N_("This game is over: its record can be sent, to be looked back at."));
        return;
    }
    h->why = table_enter(h->table, "offline");
    text_add(&h->lines, "offline\n");
    h->count++;
}

static void begin(Job *job, Table *table, uv_after_work_cb done) {
    Handing *h = server_alloc(sizeof *h);
    h->work.data = h;
    h->job = job;
    h->self = job->socket->person->self;
    h->table = table;
    h->lines = text_grow();
    h->address = founding_begun(job);
    if (uv_queue_work(&job->socket->server->loop, &h->work, judge, done)) abort();
}

/* Whether the journal was taken; where it was not, who sent it is told. */
static bool sound(const Handing *h) {
    Job *job = h->job;
    Server *server = job->socket->server;
    Refusal refusal = GRANTED;
    if (server->stopping)
        refusal = REFUSE_STORE;
    else if (job->socket->person->ended)
        refusal = REFUSE_ENDED;
    else if (!h->why.text)
        refusal = founding_keep(server, h->address, &h->lines, h->count);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else if (h->why.text)
        founding_refuse(job, h->why, h->line);
    return !refusal.code && !h->why.text;
}

static void end(Handing *h) {
    table_close(h->table);
    if (h->lines.at) text_free(&h->lines);
    free(h);
}

/* --- a new table ------------------------------------------------------------------------------ */

static StoreTable header_of(const Request *request, const char *host) {
    StoreTable header = opening_header(host);
    header.players = request->players;
    strcpy(header.game, request->game->id);
    options_write(request->game, request->options, header.options);
    if (request->title[strspn(request->title, " ")]) strcpy(header.title, request->title);
    return header;
}

static void found(Handing *h) {
    Job *job = h->job;
    Person *person = job->socket->person;
    StoreTable header = header_of(&job->request, h->self.id);
    LiveTable *live = tables_adopt(job->socket->server, &header, h->table, &h->lines, h->count);
    if (!live) {
        answer_refuse(job, REFUSE_FULL, -1);
        return;
    }
    h->table = NULL;
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    strcpy(person->handed, job->request.nonce);
    strcpy(person->handed_to, header.id);
    live->reseated = true;
    live_commit(live, job);
}

static void read_new(uv_work_t *work, int status) {
    Handing *h = work->data;
    (void)status; /* nobody cancels */
    founding_done(h->job->socket->server, h->address);
    if (sound(h)) found(h);
    end(h);
}

/* The same message once more, because its answer was lost. */
static bool repeated(Job *job) {
    const Person *person = job->socket->person;
    const LiveTable *live = NULL;
    if (job->request.nonce[0] && strcmp(person->handed, job->request.nonce) == 0)
        live = tables_ready(job->socket->server, person->handed_to);
    if (live) answer_opened(job, live);
    return live != NULL;
}

void handover_new(Job *job) {
    const Request *request = &job->request;
    if (repeated(job)) return;
    Refusal refusal = founding_check(job);
    Reason why = ALLOWED;
    Table *table =
        refusal.code ? NULL : table_open(request->game, request->players, request->options, &why);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else if (!table)
        founding_refuse(job, why, 0);
    else
        begin(job, table, read_new);
}

/* --- taken along ------------------------------------------------------------------------------ */

void handover_ask(LiveTable *live, Job *job) {
    const Table *t = live->table;
    Refusal refusal = handover_take_check(t, live_seat_of(live, job));
    if (!refusal.code && live->header.rated)
        refusal = REFUSE("illegal", N_("A rated game stays with the server."));
    if (!refusal.code) refusal = replay_charge(live, job);
    if (!refusal.code && table_offline(t)) {
        handover_taken(live, job); /* it is marked already */
        return;
    }
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit_line(live, job, "illegal", "offline");
}

void handover_taken(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = live_seat_of(live, job);
    Text lines = text_grow(), json = answer_begin("taken", &job->request);
    handover_take(t, seat, &lines);
    jot_string(&json, "table", live->header.id);
    jot_int(&json, "at", table_version(t));
    jot_string(&json, "game", live->header.game);
    jot_int(&json, "players", live->header.players);
    jot_string(&json, "options", live->header.options);
    jot_string(&json, "title", live->header.title);
    jot_string(&json, "lines", lines.at);
    text_free(&lines);
    answer_with(job, &json);
}

/* --- and back --------------------------------------------------------------------------------- */

/* Every line was judged at a likeness of the table, which has had no other version since; but only
   the table itself knows how full its journal is. */
static void add(LiveTable *live, Job *job) {
    const char *line = job->request.record;
    if (table_version(live->table) != job->request.at) {
        answer_refuse_at(live, job, REFUSE("stale", went_on));
        return;
    }
    if (!*line) { /* nothing was played meanwhile */
        answer_ok_at(live, job);
        return;
    }
    for (size_t length; *line; line += length + 1) {
        length = strcspn(line, "\n");
        if (!live_enter_for(live, job, "record", "%.*s", (int)length, line)) return;
    }
    live_commit(live, job);
}

/* What was found sound waits for the table: somebody may have said something there meanwhile, which
   is being kept. */
static void read_back(uv_work_t *work, int status) {
    Handing *h = work->data;
    Job *job = h->job;
    Server *server = job->socket->server;
    (void)status; /* nobody cancels */
    founding_done(server, h->address);
    if (sound(h)) {
        free(job->request.record);
        job->request.record = h->lines.at;
        h->lines = (Text){0};
        job->judged = true;
        tables_ask(server, job);
    }
    end(h);
}

static Refusal back_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    int lines = 0;
    for (const char *c = job->request.record; *c; c++)
        lines += *c == '\n' || !c[1]; /* the last need not end */
    if (!table_offline(t)) return REFUSE("illegal", N_("This game was not taken along."));
    Refusal refusal = handover_take_check(t, live_seat_of(live, job));
    if (refusal.code) return refusal;
    if (table_version(t) != job->request.at) return REFUSE("stale", went_on);
    if (lines > HANDED_BACK_MAX || table_version(t) + lines > JOURNAL_MAX / 2)
        return REFUSE("illegal", N_("This game is too long to be kept here."));
    return founding_check(job);
}

void handover_back(LiveTable *live, Job *job) {
    if (job->judged) {
        add(live, job);
        return;
    }
    Refusal refusal = back_check(live, job);
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        begin(job, table_at(live->table, table_position(live->table)), read_back);
}
