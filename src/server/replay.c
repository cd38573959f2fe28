#include "server/replay.h"

#include "server/answer.h"
#include "server/audience.h"
#include "server/session.h"

/* The viewer a request for `eyes` is answered for, or why it is refused. */
static Refusal viewer_of(const LiveTable *live, const Job *job, int *viewer) {
    int seat = live_seat_of(live, job);
    return run_eyes(live->table, seat, job->request.eyes, viewer);
}

Refusal replay_charge(const LiveTable *live, const Job *job) {
    enum { EACH = 2000 }; /* moves that take the loop about a millisecond */
    Address *address = job->socket->address;
    int cost = 1 + table_position(live->table) / EACH;
    return address && bucket_spend(&address->quota[QUOTA_LOOKS], cost, server_now(live->server))
               ? GRANTED
               : REFUSE("rate", N_("Too many messages. Please wait a moment."));
}

Refusal replay_charge_told(const Job *job, int lines) {
    const double each = 5000; /* that take the loop about a millisecond */
    Address *address = job->socket->address;
    uint64_t now = server_now(job->socket->server);
    return address && bucket_spend(&address->quota[QUOTA_TELLS], lines / each, now)
               ? GRANTED
               : REFUSE("rate", N_("Too many messages. Please wait a moment."));
}

/* The newest position who asks may see. */
static int last_visible(const LiveTable *live, const Job *job) {
    return audience_visible(live, live_seat_of(live, job));
}

void replay_look(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int position = job->request.position, viewer;
    int seat = live_seat_of(live, job);
    int last = audience_visible(live, seat);
    Refusal refusal = run_look_check(t, seat, job->request.eyes, position, last, &viewer);
    if (!refusal.code) refusal = replay_charge_told(job, LAST_EVENTS);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    Text json = answer_begin("replay", &job->request);
    answer_summary(&standing, job->socket->person, "summary", &json);
    run_look_back(t, position, last, viewer, seat, job->request.known, &json);
    answer_with(job, &json);
}

void replay_outline(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int viewer;
    Refusal refusal = viewer_of(live, job, &viewer);
    if (!refusal.code && !table_begun(t)) refusal = REFUSE("turn", N_("The game has not begun."));
    if (!refusal.code) refusal = replay_charge(live, job);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    Text json = answer_begin("outline", &job->request);
    jot_string(&json, "table", live->header.id);
    table_outline(t, viewer, last_visible(live, job), &json);
    answer_with(job, &json);
}

void replay_events(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int to = job->request.before, viewer;
    Refusal refusal = viewer_of(live, job, &viewer);
    if (!refusal.code) refusal = replay_charge_told(job, EVENTS_PAGE);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    if (to > last_visible(live, job)) to = last_visible(live, job);
    int from = table_page(t, viewer, to, EVENTS_PAGE);
    Text json = answer_begin("events", &job->request);
    jot_string(&json, "table", live->header.id);
    jot_int(&json, "from", from);
    jot_int(&json, "to", to);
    table_events(t, viewer, live_seat_of(live, job), from, to, "events", &json);
    answer_with(job, &json);
}
