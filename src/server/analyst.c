#include "server/analyst.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/session.h"

enum {
    STUDIES_MAX = 3,           /* under way at a time, */
    STUDIES_EACH = 2,          /* and for one address */
    PATIENCE_MS = 10000,       /* whoever has not asked again for so long waits no more */
    SLICE_NS = 6 * 1000 * 1000 /* a thread thinks so long before it turns to what else waits */
};

/* One analysis under way. */
struct Study {
    uv_work_t work;
    Study *next;
    Server *server;
    Address *address; /* of who began it */
    char table[TABLE_ID_MAX + 1], person[OWNER_MAX + 1];
    bool open;
    bool unwanted;   /* who began it wants it no more */
    int done, total; /* as the loop was told last */
    Analysis *analysis;
};

static const char *kind_of(bool open) {
    return open ? "open" : "window";
}

/* --- answering -------------------------------------------------------------------------------- */

/* `analysis` is NULL while it is under way; total 0: it has not begun. */
static void answer(Job *job, int done, int total, const char *analysis) {
    Text json = answer_begin("analysis", &job->request);
    jot_string(&json, "table", job->request.table);
    jot_bool(&json, "open", job->request.open);
    jot_int(&json, "done", done);
    jot_int(&json, "total", total);
    if (analysis)
        jot_raw(&json, "analysis", analysis);
    else
        jot_null(&json, "analysis");
    answer_with(job, &json);
}

/* --- thinking --------------------------------------------------------------------------------- */

static void forget(Study *study) {
    Study **at = &study->server->studies;
    while (*at != study)
        at = &(*at)->next;
    *at = study->next;
    study->address->studies--;
    analysis_free(study->analysis);
    free(study);
}

static void saved(void *who, StoreAnswer *stored) {
    Study *study = who;
    if (stored->result != STORE_DONE) say_wrong("an analysis could not be kept");
    forget(study);
}

static void save(Study *study) {
    Server *server = study->server;
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_string(&json, "level", ANALYSIS_LEVEL);
    analysis_json(study->analysis, &json);
    jot_close(&json, '}');
    store_save_analysis(server->store, study->table, kind_of(study->open), json.at, mailbox_put,
                        mailbox_expect(&server->mailbox, saved, study));
    text_free(&json);
}

/* In a thread of libuv: one slice. */
static void think(uv_work_t *work) {
    Study *study = work->data;
    uint64_t end = uv_hrtime() + SLICE_NS;
    while (analysis_step(study->analysis) && uv_hrtime() < end) { /* a step at least */
    }
}

static void thought(uv_work_t *work, int status) {
    Study *study = work->data;
    const Analysis *a = study->analysis;
    if (status != 0 || study->server->stopping || study->unwanted) {
        forget(study);
        return;
    }
    study->done = a->done;
    study->total = a->total;
    if (a->done == a->total)
        save(study);
    else if (uv_queue_work(&study->server->loop, work, think, thought))
        abort();
}

/* --- asking ----------------------------------------------------------------------------------- */

static Study *find(const Server *server, const char *table, bool open) {
    for (Study *study = server->studies; study; study = study->next)
        if (study->open == open && strcmp(study->table, table) == 0) return study;
    return NULL;
}

static void leave_queue(Server *server, int i) {
    server->waiter_count--;
    memmove(server->waiters + i, server->waiters + i + 1,
            (size_t)(server->waiter_count - i) * sizeof *server->waiters);
}

/* His place among those of his address who wait, 0: the first. Who is not there yet comes last,
   where there is room; those who ask no more have left. */
static int place_in_queue(Server *server, const Socket *socket) {
    uint64_t now = server_now(server);
    int before = 0;
    for (int i = 0; i < server->waiter_count;) {
        Waiter *waiter = &server->waiters[i];
        if (strcmp(waiter->person, socket->person->self.id) == 0) {
            waiter->asked = now;
            return before;
        }
        if (now - waiter->asked > PATIENCE_MS) {
            leave_queue(server, i);
            continue;
        }
        before += waiter->address == socket->address;
        i++;
    }
    if (server->waiter_count == WAITERS_MAX) return before;
    Waiter *last = &server->waiters[server->waiter_count++];
    *last = (Waiter){.address = socket->address, .asked = now};
    strcpy(last->person, socket->person->self.id);
    return before;
}

/* Whether the person of this socket may have one more analysis begun now: the first who waits at
   his address may, where there is room. */
static bool may_begin(Server *server, const Socket *socket) {
    const char *person = socket->person->self.id;
    int count = 0;
    if (!socket->address) return false;
    for (const Study *study = server->studies; study; study = study->next) {
        if (strcmp(study->person, person) == 0) return false;
        count++;
    }
    int place = place_in_queue(server, socket);
    if (place > 0 || count >= STUDIES_MAX || socket->address->studies >= STUDIES_EACH) return false;
    for (int i = 0; i < server->waiter_count; i++)
        if (strcmp(server->waiters[i].person, person) == 0) leave_queue(server, i);
    return true;
}

static void begin(LiveTable *live, const Job *job) {
    Server *server = live->server;
    Study *study = server_alloc(sizeof *study);
    study->work.data = study;
    study->server = server;
    study->address = job->socket->address;
    study->address->studies++;
    strcpy(study->table, live->header.id);
    strcpy(study->person, job->socket->person->self.id);
    study->open = job->request.open;
    study->analysis =
        table_analyse(live->table, bot_named(ANALYSIS_LEVEL)->iterations, study->open);
    study->next = server->studies;
    server->studies = study;
    if (uv_queue_work(&server->loop, &study->work, think, thought)) abort();
}

/* The store has said whether it has the analysis; the table may be gone meanwhile, but while it is
   asked for it is in memory or comes again. */
static void found(void *who, StoreAnswer *stored) {
    Job *job = who;
    Server *server = job->socket->server;
    if (stored->result == STORE_DONE) {
        answer(job, 1, 1, stored->lines);
        return;
    }
    if (stored->result != STORE_MISSING) {
        answer_refuse(job, REFUSE_STORE, -1);
        return;
    }
    LiveTable *live = (LiveTable *)tables_ready(server, job->request.table);
    const Study *study = find(server, job->request.table, job->request.open);
    if (live && !study && !server->stopping && may_begin(server, job->socket)) begin(live, job);
    answer(job, study ? study->done : 0, study ? study->total : 0, NULL);
}

void analyst_ask(LiveTable *live, Job *job) {
    Server *server = live->server;
    Study *study = find(server, live->header.id, job->request.open);
    if (!table_finished(live->table)) {
        answer_refuse_at(live, job, REFUSE("illegal", N_("A game is analysed once it is over.")));
    } else if (job->request.stop) {
        if (study && strcmp(study->person, job->socket->person->self.id) == 0)
            study->unwanted = true;
        answer(job, 0, 0, NULL);
    } else if (study) {
        study->unwanted = false;
        answer(job, study->done, study->total, NULL);
    } else {
        store_find_analysis(server->store, live->header.id, kind_of(job->request.open), mailbox_put,
                            mailbox_expect(&server->mailbox, found, job));
    }
}
