#include "server/counsel.h"

#include <sodium.h>
#include <stdlib.h>

#include "server/answer.h"
#include "server/session.h"
#include "table/hint.h"

enum {
    HINTS_MAX = 4,             /* thought about at a time, */
    HINTS_EACH = 3,            /* and for one address: a club is one */
    WAITING_ALL = 48,          /* questions that wait for their turn, */
    WAITING_EACH = 32,         /* and of one address */
    WAIT_NS = 2000000000,      /* nobody waits longer to begin: behind it waits what else he does */
    SLICE_NS = 6 * 1000 * 1000 /* a thread thinks so long before it turns to what else waits */
};

/* One question, which waits or is under way. */
typedef struct Question {
    uv_work_t work;
    struct Question *next; /* of those that wait, the oldest first */
    Server *server;
    Job *job;         /* the socket outlives it */
    Address *address; /* while it is under way */
    uint64_t end;     /* of the waiting, then of the thinking */
    bool decided;
    Hint *hint; /* NULL while it waits */
} Question;

#define REFUSE_CROWD REFUSE("limit", N_("Too many are asking just now. Please try again."))

static void begin_next(Server *server);

static void answer(Question *q) {
    Text json = answer_begin("hint", &q->job->request);
    jot_string(&json, "table", q->job->request.table);
    hint_json(q->hint, &json);
    answer_with(q->job, &json);
}

/* --- thinking --------------------------------------------------------------------------------- */

static void think(uv_work_t *work) {
    Question *q = work->data;
    uint64_t end = uv_hrtime() + SLICE_NS;
    while (!q->decided && uv_hrtime() < end)
        q->decided = !hint_step(q->hint) || uv_hrtime() > q->end;
}

static void thought(uv_work_t *work, int status) {
    Question *q = work->data;
    Server *server = q->server;
    if (status == 0 && !q->decided && !server->stopping && q->job->socket->wsi) {
        if (uv_queue_work(&server->loop, work, think, thought)) abort();
        return;
    }
    server->hints--;
    q->address->hints--;
    answer(q);
    hint_free(q->hint);
    free(q);
    begin_next(server);
}

/* Why this question cannot be thought about. */
static Refusal check(const LiveTable *live, const Job *job) {
    int seat = live_seat_of(live, job);
    Refusal refusal = hint_check(live->table, seat, job->request.position);
    if (!refusal.code && live->header.rated && !table_over(live->table)) /* his own points */
        refusal = REFUSE("illegal", N_("In a rated game nobody tells you what to do."));
    return refusal;
}

static void begin(const LiveTable *live, Question *q) {
    int position = q->job->request.position;
    uint64_t luck;
    randombytes_buf(&luck, sizeof luck);
    q->end = uv_hrtime() + (position ? HINT_PAST_MS : HINT_MS) * 1000000ull;
    q->hint = hint_begin(live->table, live_seat_of(live, q->job), position, luck);
    if (!q->hint) abort();
    q->address = q->job->socket->address;
    q->address->hints++;
    q->server->hints++;
    if (uv_queue_work(&q->server->loop, &q->work, think, thought)) abort();
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Takes out the oldest that may wait no longer; NULL: there is none. */
static Question *take_late(Server *server) {
    Question **at = &server->questions;
    while (*at && !server->stopping && (*at)->job->socket->address && (*at)->end > uv_hrtime())
        at = &(*at)->next;
    Question *q = *at;
    if (q) *at = q->next;
    return q;
}

/* Takes out the one whose turn it is: of the address for which the fewest are under way, the
   oldest. NULL: nobody's now. */
static Question *take_next(Server *server) {
    Question **best = NULL;
    for (Question **at = &server->questions; *at; at = &(*at)->next) {
        const Address *address = (*at)->job->socket->address;
        if (!address || address->hints >= HINTS_EACH) continue;
        if (!best || address->hints < (*best)->job->socket->address->hints) best = at;
    }
    if (server->hints >= HINTS_MAX || !best) return NULL;
    Question *q = *best;
    *best = q->next;
    return q;
}

static void refuse(Question *q, Refusal refusal) {
    Job *job = q->job;
    free(q);
    answer_refuse(job, refusal, -1);
}

/* Those who wait have their turn, while there is room. One ends at least each HINT_MS where
   anybody waits, so that nobody is forgotten. */
static void begin_next(Server *server) {
    Question *q;
    while ((q = take_late(server)))
        refuse(q, REFUSE_CROWD);
    while ((q = take_next(server))) {
        const LiveTable *live = tables_ready(server, q->job->request.table);
        Refusal refusal = live ? check(live, q->job) : REFUSE_CROWD;
        if (refusal.code)
            refuse(q, refusal);
        else
            begin(live, q);
    }
}

void counsel_ask(LiveTable *live, Job *job) {
    Server *server = live->server;
    const Address *address = job->socket->address; /* NULL: the line is gone, nobody hears it */
    Refusal refusal = address ? check(live, job) : REFUSE_CROWD;
    int all = 0, each = 0;
    Question **last = &server->questions;
    for (; *last; last = &(*last)->next) {
        all++;
        each += (*last)->job->socket->address == address;
    }
    if (!refusal.code && (all >= WAITING_ALL || each >= WAITING_EACH)) refusal = REFUSE_CROWD;
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    Question *q = server_alloc(sizeof *q);
    *q = (Question){.server = server, .job = job, .end = uv_hrtime() + WAIT_NS};
    q->work.data = q;
    *last = q;
    begin_next(server);
}
