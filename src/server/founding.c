#include "server/founding.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/opening.h"
#include "server/session.h"
#include "store/replay.h"
#include "table/journal.h"

enum {
    UNDER_WAY = 4,  /* foundings at a time, */
    EACH = 2,       /* and for one address */
    LINE_BYTES = 16 /* what a line takes in the store beside its text */
};

typedef struct Founding {
    uv_work_t work;
    Job *job;
    Address *address;
    StoreTable header;
    Text lines; /* of the journal; of an upload they are found out from the record */
    int count;
    Table *table; /* NULL: it could not be made */
    Reason why;
    int line; /* of the record, where it is at fault there */
} Founding;

/* --- beside the loop: nothing of the server is touched ---------------------------------------- */

static void read_record(Founding *f) {
    const char *record = f->job->request.record;
    Table *t = table_read(record, strlen(record), &f->line, &f->why);
    if (!t) return;
    f->line = 0;
    strcpy(f->header.game, table_game(t)->id);
    f->header.players = table_players(t);
    options_write(table_game(t), table_options(t), f->header.options);
    f->count = journal_of_record(t, &f->lines);
    if (table_seal(t)->opened) memcpy(f->header.seed, table_seal(t)->seed, SEED_BYTES);
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

void founding_refuse(Job *job, Reason why, int line) {
    Text json = answer_begin("error", &job->request);
    jot_string(&json, "code", "record");
    jot_string(&json, "why", why.text);
    jot_int(&json, "n", why.n);
    jot_int(&json, "line", line);
    metrics_refused(&job->socket->server->metrics, "record");
    answer_with(job, &json);
}

double founding_bytes(const Text *lines, int count) {
    return (double)lines->length + (double)count * LINE_BYTES;
}

Refusal founding_keep(Server *server, Address *address, const Text *lines, int count) {
    if (bucket_spend(&address->quota[QUOTA_BRINGS], founding_bytes(lines, count),
                     server_now(server)))
        return GRANTED;
    return REFUSE("limit", N_("Your address has brought as many games as this house keeps for one"
                              " in a day. Please come again tomorrow."));
}

static void found(Founding *f) {
    Job *job = f->job;
    Server *server = job->socket->server;
    Person *person = job->socket->person;
    if (server->stopping) {
        answer_refuse(job, REFUSE_STORE, -1);
    } else if (person->ended) {
        answer_refuse(job, REFUSE_ENDED, -1);
    } else if (f->why.text) {
        founding_refuse(job, f->why, f->line);
    } else {
        Refusal refusal = founding_keep(server, f->address, &f->lines, f->count);
        if (refusal.code) {
            answer_refuse(job, refusal, -1);
            return;
        }
        LiveTable *live = tables_adopt(server, &f->header, f->table, &f->lines, f->count);
        if (!live) {
            answer_refuse(job, REFUSE_FULL, -1);
            return;
        }
        f->table = NULL;
        if (!person->stored) person_save(person, NULL, NULL, NULL);
        live_commit(live, job);
    }
}

static void made(uv_work_t *work, int status) {
    Founding *f = work->data;
    (void)status; /* nobody cancels */
    founding_done(f->job->socket->server, f->address);
    found(f);
    table_close(f->table);
    if (f->lines.at) text_free(&f->lines);
    free(f);
}

Refusal founding_check(const Job *job) {
    const Server *server = job->socket->server;
    const Address *address = job->socket->address; /* NULL: he is gone */
    if (server->foundings >= UNDER_WAY || (address && address->foundings >= EACH))
        return REFUSE("limit", N_("The house is busy. Please try again in a moment."));
    return opening_check(job);
}

Address *founding_begun(const Job *job) {
    Address *address = job->socket->address;
    job->socket->server->foundings++;
    address->foundings++;
    return address;
}

void founding_done(Server *server, Address *address) {
    server->foundings--;
    address->foundings--;
}

static Founding *begin(Job *job) {
    Founding *f = server_alloc(sizeof *f);
    f->work.data = f;
    f->job = job;
    f->header = opening_header(job->socket->person->self.id);
    f->lines = text_grow();
    f->address = founding_begun(job);
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

void founding_fork(LiveTable *live, Job *job) {
    Refusal refusal = fork_check(live->table, job->request.position, job->request.seat);
    if (!refusal.code) refusal = founding_check(job);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    Founding *f = begin(job);
    strcpy(f->header.game, live->header.game);
    f->header.players = live->header.players;
    strcpy(f->header.options, live->header.options);
    strcpy(f->header.title, live->header.title);
    const StorePerson *self = &job->socket->person->self;
    f->count = journal_of_fork(live->table, job->request.position, job->request.seat, self->id,
                               self->name, &f->lines);
    go_on(f);
}
