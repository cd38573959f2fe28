#include "server/seats.h"

#include <string.h>

#include "server/answer.h"
#include "server/clock.h"
#include "server/manners.h"
#include "server/opening.h"
#include "server/points.h"
#include "server/session.h"
#include "server/spelling.h"
#include "server/visitors.h"

/* The seat that is kept for who asks; -1: none is. */
static int seat_for(const LiveTable *live, const Job *job) {
    return table_seat_for(live->table, job->socket->person->self.id);
}

static bool name_taken(const Table *t, int seat, const char *name) {
    const char *names[SEATS_MAX];
    table_names(t, names);
    for (int s = 0; s < table_players(t); s++) {
        const Seat *other = table_seat(t, s);
        bool used = other->owner[0] || other->bot[0] || other->reserved[0];
        if (s != seat && used && names_alike(names[s], name)) return true;
    }
    return false;
}

/* Cuts a name to this many characters. */
static void cut_name(char *name, int characters) {
    for (; *name; name++)
        if ((*name & 0xc0) != 0x80 && characters-- == 0) {
            *name = '\0';
            return;
        }
}

/* The name to sit down with: the one wanted, with a number where somebody here has it already, or
   one that looks like it. */
static void name_for_seat(const Table *t, int seat, const char *wanted,
                          char out[NAME_LIMIT * 4 + 1]) {
    strcpy(out, wanted);
    for (int n = 2; name_taken(t, seat, out); n++) {
        strcpy(out, wanted);
        cut_name(out, NAME_LIMIT - 2);
        size_t length = strlen(out);
        out[length] = ' ';
        out[length + 1] = (char)('0' + n); /* at most SEATS_MAX */
        out[length + 2] = '\0';
    }
}

static void sit_down(LiveTable *live, Job *job) {
    Person *person = job->socket->person;
    const Request *request = &job->request;
    char name[NAME_LIMIT * 4 + 1];
    name_for_seat(live->table, request->seat, person->self.name, name);
    if (!live_enter_for(live, job, "seat", "seat %d person %s %s", request->seat, person->self.id,
                        name))
        return;
    opening_mix_in(live, request->seat, request->nonce);
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    live_commit(live, job);
}

void seats_judge_sit(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = job->request.seat;
    if (seat >= table_players(t)) {
        answer_refuse_at(live, job, REFUSE("seat", N_("There is no such seat.")));
        return;
    }
    if (live_seat_of(live, job) != seat) {
        bool asked = seat_for(live, job) == seat; /* by name: there he may */
        Refusal points = points_check(job->socket->person, live->header.game, table_bracket(t));
        if (live->header.rated && !job->socket->person->self.account)
            answer_refuse_at(live, job, REFUSE_UNRATED);
        else if (points.code && !asked)
            answer_refuse_at(live, job, points);
        else if (manners_unwelcome(job->socket->person, &live->header, t))
            answer_refuse_at(live, job, REFUSE("seat", N_("You cannot sit down at this table.")));
        else
            sit_down(live, job);
        return;
    }
    if (!table_automatic(t, seat))
        answer_refuse_at(live, job, REFUSE("seat", N_("You sit here already.")));
    else if (!table_seat(t, seat)->bot[0]) /* his time would begin anew */
        answer_refuse_at(live, job,
                         REFUSE("seat", N_("Your time is up: a machine makes this decision.")));
    else
        live_commit_line(live, job, "seat", "seat %d back", seat);
}

void seats_judge_find(LiveTable *live, Job *job) {
    const Table *t = live->table;
    if (live_seat_of(live, job) >= 0) { /* his search is under way already */
        answer_opened(job, live);
        return;
    }
    bool shuns = manners_shun(job->socket->person, &live->header, t) ||
                 (live->header.rated && !job->socket->person->self.account) ||
                 points_check(job->socket->person, live->header.game, table_bracket(t)).code;
    for (int seat = 0; !shuns && !table_begun(t) && seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0] || s->bot[0] || s->reserved[0]) continue;
        job->request.seat = seat;
        sit_down(live, job);
        return;
    }
    opening_search(job);
}

void seats_judge_leave(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = live_seat_of(live, job), reserved = seat_for(live, job);
    if (seat < 0 && reserved >= 0) /* he declines */
        live_commit_line(live, job, "seat", "seat %d empty", reserved);
    else if (seat < 0)
        answer_refuse_at(live, job, REFUSE_UNSEATED);
    else if (table_over(t))
        answer_refuse_at(live, job, REFUSE("seat", N_("The game is over.")));
    else if (!table_begun(t))
        live_commit_line(live, job, "seat", "seat %d empty", seat);
    else if (table_automatic(t, seat))
        answer_refuse_at(live, job, REFUSE("seat", N_("A bot plays for you already.")));
    else
        live_commit_line(live, job, "seat", "seat %d away %s", seat, table_stand_in(t));
}

void seats_judge_holiday(LiveTable *live, Job *job) {
    int seat = live_seat_of(live, job), days = job->request.days;
    if (seat < 0) {
        answer_refuse_at(live, job, REFUSE_UNSEATED);
        return;
    }
    long long until = days ? (long long)clock_now(live->server).wall + days * 86400LL : 0;
    live_commit_line(live, job, "illegal", "holiday %d %lld %d", seat, until, days);
}

/* Why the host cannot fill this seat so. */
static Refusal fill_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    const Request *request = &job->request;
    if (!live_hosted_by(live, job)) return REFUSE_HOST;
    if (table_begun(t)) return REFUSE("seat", N_("The game has begun: the seats are taken."));
    if (request->seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    const Seat *seat = table_seat(t, request->seat);
    if (seat->owner[0]) return REFUSE("seat", N_("This seat is taken."));
    if (!visitor_known(live->server, request->bot)) return REFUSE_PROGRAM;
    if (!request->bot[0] && !seat->bot[0] && !seat->reserved[0])
        return REFUSE("seat", N_("This seat is free already."));
    if (live->header.rated && request->bot[0] && !bot_named(request->bot)) return REFUSE_MACHINE;
    return GRANTED;
}

void seats_judge_fill(LiveTable *live, Job *job) {
    const Request *request = &job->request;
    Refusal refusal = fill_check(live, job);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    const Seat *seat = table_seat(live->table, request->seat);
    if ((seat->bot[0] || seat->reserved[0]) &&
        !live_enter_for(live, job, "seat", "seat %d empty", request->seat))
        return;
    if (request->bot[0]) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        visitor_line(request->seat, request->bot, &line);
        if (!live_enter_for(live, job, "seat", "%s", buffer)) return;
    }
    live_commit(live, job);
}
