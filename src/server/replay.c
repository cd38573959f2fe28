#include "server/replay.h"

#include "server/answer.h"
#include "server/session.h"

enum { BESIDE = 60, PAGE = 400 }; /* events told with a position; of a page of older ones */

Refusal replay_viewer(const LiveTable *live, const Job *job, int *viewer) {
    const Table *t = live->table;
    int eyes = job->request.eyes, seat = table_seat_of(t, job->socket->person->self.id);
    *viewer = seat >= 0 ? seat : SPECTATOR;
    if (eyes == EYES_OWN || (seat >= 0 && eyes == EYES_SEAT + seat)) return GRANTED;
    if (eyes != EYES_OPEN && eyes - EYES_SEAT >= table_players(t))
        return REFUSE("seat", N_("There is no such seat."));
    if (!table_over(t))
        return REFUSE("illegal",
                      N_("While a game is played, everyone looks back through his own eyes."));
    *viewer = eyes == EYES_OPEN ? CHANCE : eyes - EYES_SEAT;
    return GRANTED;
}

static void refuse(LiveTable *live, Job *job, Refusal refusal) {
    answer_refuse(job, refusal, table_version(live->table));
}

static void send_and_end(Job *job, Text *json) {
    answer_end(job->socket, json);
    socket_done(job);
}

/* The window of a position, as a live one is told. */
static void write_window(const Table *t, int position, int viewer, Text *json) {
    Text picture = text_grow();
    jot_open(json, "window", '{');
    table_look_back(t, position, viewer, json, &picture);
    jot_raw(json, "picture", picture.at);
    jot_close(json, '}');
    text_free(&picture);
}

void replay_look(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int position = job->request.position, last = table_position(t), viewer;
    Refusal refusal = replay_viewer(live, job, &viewer);
    if (!refusal.code && !table_begun(t)) refusal = REFUSE("turn", N_("The game has not begun."));
    if (!refusal.code && position > last)
        refusal = REFUSE("bad", N_("The game has {n} {n?move|moves} so far."), last);
    if (refusal.code) {
        refuse(live, job, refusal);
        return;
    }
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    int from = table_page(t, viewer, position, BESIDE);
    Text json = answer_begin("replay", &job->request);
    answer_summary(&standing, job->socket->person, "summary", &json);
    write_window(t, position, viewer, &json);
    jot_int(&json, "at", table_version(t));
    jot_int(&json, "last", last);
    jot_int(&json, "from", from);
    table_events(t, viewer, from, position, "events", &json);
    send_and_end(job, &json);
}

void replay_outline(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int viewer;
    Refusal refusal = replay_viewer(live, job, &viewer);
    if (!refusal.code && !table_begun(t)) refusal = REFUSE("turn", N_("The game has not begun."));
    if (refusal.code) {
        refuse(live, job, refusal);
        return;
    }
    Text json = answer_begin("outline", &job->request);
    jot_string(&json, "table", live->header.id);
    table_outline(t, viewer, &json);
    send_and_end(job, &json);
}

void replay_events(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int to = job->request.before, viewer;
    Refusal refusal = replay_viewer(live, job, &viewer);
    if (refusal.code) {
        refuse(live, job, refusal);
        return;
    }
    if (to > table_position(t)) to = table_position(t);
    int from = table_page(t, viewer, to, PAGE);
    Text json = answer_begin("events", &job->request);
    jot_string(&json, "table", live->header.id);
    jot_int(&json, "from", from);
    jot_int(&json, "to", to);
    table_events(t, viewer, from, to, "events", &json);
    send_and_end(job, &json);
}
