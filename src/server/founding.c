#include "server/founding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/opening.h"
#include "server/session.h"
#include "store/replay.h"

enum { UNDER_WAY = 4 }; /* foundings at a time */

typedef struct Founding {
    uv_work_t work;
    Job *job;
    StoreTable header;
    Text lines; /* of the journal; of an upload they are found out from the record */
    int count;
    Table *table; /* NULL: it could not be made */
    Reason why;
    int line; /* of the record, where it is at fault there */
} Founding;

/* --- the journal ------------------------------------------------------------------------------ */

static void add(Founding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Founding *f, const char *format, ...) {
    char line[LINE_LIMIT + 1];
    va_list rest;
    va_start(rest, format);
    vsnprintf(line, sizeof line, format, rest);
    va_end(rest);
    text_add(&f->lines, line);
    text_char(&f->lines, '\n');
    f->count++;
}

static void add_digits(Founding *f, const char *before, const uint8_t *bytes, int count) {
    text_add(&f->lines, before);
    fair_write(bytes, count, &f->lines);
    text_char(&f->lines, '\n');
    f->count++;
}

/* Somebody of a record: a person who is nobody here, or a bot. */
static void add_sitter(Founding *f, const Table *t, int seat) {
    const Seat *s = table_seat(t, seat);
    const char *names[SEATS_MAX];
    table_names(t, names);
    if (s->bot[0] && !s->name[0])
        add(f, "seat %d bot %s", seat, s->bot);
    else
        add(f, "seat %d person record.%d %s", seat, seat, names[seat]);
}

static void write_record(Founding *f, const Table *t) {
    const Seal *seal = table_seal(t);
    char before[24];
    if (seal->sealed) add_digits(f, "commitment ", seal->commitment, SHA256_BYTES);
    for (int seat = 0; seat < table_players(t); seat++) {
        add_sitter(f, t, seat);
        snprintf(before, sizeof before, "nonce %d ", seat);
        if (seal->sealed) add_digits(f, before, seal->nonce[seat], NONCE_BYTES);
    }
    add(f, "copied");
    add(f, "begin");
    table_moves(t, table_position(t), &f->lines);
    f->count += table_position(t);
    if (seal->opened) memcpy(f->header.seed, seal->seed, SEED_BYTES);
}

static void write_fork(Founding *f, const Table *t, int position, int mine,
                       const StorePerson *self) {
    for (int seat = 0; seat < table_players(t); seat++) {
        const char *bot = table_seat(t, seat)->bot;
        if (seat == mine)
            add(f, "seat %d person %s %s", seat, self->id, self->name);
        else
            add(f, "seat %d bot %s", seat, bot[0] ? bot : STAND_IN);
    }
    add(f, "copied");
    add(f, "begin");
    table_moves(t, position, &f->lines);
    f->count += position;
}

/* --- beside the loop: nothing of the server is touched -----------------------------------------
 */

static void read_record(Founding *f) {
    const char *record = f->job->request.record;
    Table *t = table_read(record, strlen(record), &f->line, &f->why);
    if (!t) return;
    f->line = 0;
    if (table_over(t)) {
        strcpy(f->header.game, table_game(t)->id);
        f->header.players = table_players(t);
        store_options_write(table_game(t), table_options(t), f->header.options);
        write_record(f, t);
    } else {
        f->why = REFUSED(N_("The game of this record is not over."));
    }
    table_close(t);
}

static void make(uv_work_t *work) {
    Founding *f = work->data;
    if (f->job->request.ask == ASK_UPLOAD) read_record(f);
    if (f->why.text) return;
    char *cut = strdup(f->lines.at);
    if (!cut) abort();
    f->table = store_replay(&f->header, cut);
    free(cut);
    if (!f->table) f->why = REFUSED(N_("This game is too long to be kept here."));
}

/* --- in the loop ------------------------------------------------------------------------------ */

/* Tells what is wrong with a record, and in which line. */
static void refuse_record(Job *job, Reason why, int line) {
    Text json = answer_begin("error", &job->request);
    jot_string(&json, "code", "record");
    jot_string(&json, "why", why.text);
    jot_int(&json, "n", why.n);
    jot_int(&json, "line", line);
    metrics_refused(&job->socket->server->metrics, "record");
    answer_end(job->socket, &json);
    socket_done(job);
}

static void found(Founding *f) {
    Job *job = f->job;
    Server *server = job->socket->server;
    Person *person = job->socket->person;
    if (server->stopping) {
        answer_refuse(job, REFUSE_STORE, -1);
    } else if (f->why.text) {
        refuse_record(job, f->why, f->line);
    } else {
        LiveTable *live = tables_adopt(server, &f->header, f->table, &f->lines, f->count);
        if (!live) {
            answer_refuse(job, REFUSE_FULL, -1);
            return;
        }
        f->table = NULL;
        if (!person->kept) person_keep(person, NULL, NULL, NULL);
        live_commit(live, job);
    }
}

static void made(uv_work_t *work, int status) {
    Founding *f = work->data;
    (void)status; /* nobody cancels */
    f->job->socket->server->foundings--;
    found(f);
    table_close(f->table);
    if (f->lines.at) text_free(&f->lines);
    free(f);
}

/* Why no more may be founded now. */
static Refusal founding_check(const Job *job) {
    Server *server = job->socket->server;
    if (server->foundings >= UNDER_WAY)
        return REFUSE("limit", N_("The house is busy. Please try again in a moment."));
    Address *address = job->socket->address; /* NULL: he is gone */
    if (!address || !bucket_take(&address->opens, server_now(server)))
        return REFUSE("limit", N_("Too many tables were opened from your address. Please "
                                  "wait a while."));
    return GRANTED;
}

static Founding *begin(Job *job) {
    Founding *f = server_alloc(sizeof *f);
    f->work.data = f;
    f->job = job;
    f->header = opening_header(job->socket->person->self.id);
    f->lines = text_grow();
    job->socket->server->foundings++;
    return f;
}

static void go_on(Founding *f) {
    if (uv_queue_work(&f->job->socket->server->loop, &f->work, make, made)) abort();
}

void founding_upload(Job *job) {
    Refusal refusal = founding_check(job);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        go_on(begin(job));
}

static Refusal fork_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    const Request *request = &job->request;
    if (!table_over(t))
        return REFUSE("illegal", N_("A game goes on from a position once it is over."));
    if (request->seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    if (request->position >= table_position(t))
        return REFUSE("illegal", N_("The game ends here: there is nothing to go on with."));
    if (request->position > JOURNAL_MAX / 2)
        return REFUSE("illegal", N_("This game is too long to be kept here."));
    return founding_check(job);
}

void founding_fork(LiveTable *live, Job *job) {
    Refusal refusal = fork_check(live, job);
    if (refusal.code) {
        answer_refuse(job, refusal, table_version(live->table));
        return;
    }
    Founding *f = begin(job);
    strcpy(f->header.game, live->header.game);
    f->header.players = live->header.players;
    strcpy(f->header.options, live->header.options);
    strcpy(f->header.title, live->header.title);
    write_fork(f, live->table, job->request.position, job->request.seat,
               &job->socket->person->self);
    go_on(f);
}
