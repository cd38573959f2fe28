#include "server/counsel.h"

#include <sodium.h>
#include <stdlib.h>

#include "server/answer.h"
#include "server/session.h"
#include "table/hint.h"

enum {
    HINTS_MAX = 4,             /* thought about at a time, */
    HINTS_EACH = 2,            /* and for one address */
    SLICE_NS = 6 * 1000 * 1000 /* a thread thinks so long before it turns to what else waits */
};

/* One question under way. */
typedef struct Question {
    uv_work_t work;
    Server *server;
    Job *job; /* the socket outlives it */
    Address *address;
    uint64_t end; /* of the thinking */
    bool decided;
    Hint *hint;
} Question;

static void answer(Question *q) {
    Text json = answer_begin("hint", &q->job->request);
    jot_string(&json, "table", q->job->request.table);
    hint_json(q->hint, &json);
    answer_end(q->job->socket, &json);
    socket_done(q->job);
}

static void think(uv_work_t *work) {
    Question *q = work->data;
    uint64_t end = uv_hrtime() + SLICE_NS;
    while (!q->decided && uv_hrtime() < end)
        q->decided = !hint_step(q->hint) || uv_hrtime() > q->end;
}

static void thought(uv_work_t *work, int status) {
    Question *q = work->data;
    if (status == 0 && !q->decided && !q->server->stopping && q->job->socket->wsi) {
        if (uv_queue_work(&q->server->loop, work, think, thought)) abort();
        return;
    }
    q->server->hints--;
    q->address->hints--;
    answer(q);
    hint_free(q->hint);
    free(q);
}

void counsel_ask(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, job->socket->person->self.id), position = job->request.position;
    Refusal refusal = hint_check(t, seat, position);
    if (!refusal.code && live->header.rated && !table_over(t)) /* his points are to be his own */
        refusal = REFUSE("illegal", N_("In a rated game nobody tells you what to do."));
    Address *address = job->socket->address; /* NULL: the line is gone, and nobody hears it */
    if (!refusal.code &&
        (!address || address->hints >= HINTS_EACH || live->server->hints >= HINTS_MAX))
        refusal = REFUSE("limit", N_("Too many are asking just now. Please try again."));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    uint64_t luck;
    randombytes_buf(&luck, sizeof luck);
    Question *q = server_alloc(sizeof *q);
    *q = (Question){.server = live->server,
                    .job = job,
                    .address = address,
                    .end = uv_hrtime() + (position ? HINT_PAST_MS : HINT_MS) * 1000000ull,
                    .hint = hint_begin(t, seat, position, luck)};
    if (!q->hint) abort();
    q->work.data = q;
    live->server->hints++;
    address->hints++;
    if (uv_queue_work(&live->server->loop, &q->work, think, thought)) abort();
}
