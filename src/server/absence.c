#include "server/absence.h"

#include <string.h>
#include <time.h>

#include "server/answer.h"
#include "server/clock.h"
#include "server/session.h"

enum { HERE = -1 };

static int64_t grace(const LiveTable *live) {
    return live->server->options.grace * (int64_t)1000;
}

/* The seats on holiday at this moment. */
static Turn resting(const LiveTable *live, int64_t wall) {
    Turn seats = 0;
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (table_holiday(live->table, seat) > wall) seats |= 1u << seat;
    return seats;
}

void absence_note(LiveTable *live) {
    Moment moment = clock_now(live->server);
    int64_t now = moment.ms;
    for (int seat = 0; seat < table_players(live->table); seat++) {
        const Seat *s = table_seat(live->table, seat);
        if (!s->owner[0] || live_has(live, s->owner)) {
            live->absent[seat] = HERE;
            live->absent_since[seat] = 0;
            live->asked &= ~(1u << seat);
        } else if (live->absent[seat] == HERE) {
            live->absent[seat] = live->waits[seat] = now;
            live->absent_since[seat] = time(NULL);
        }
    }
    live->tally = live->asked != 0; /* there may be fewer voices now */
    live->resting |= resting(live, moment.wall);
}

/* The persons who play here themselves and are present, but for one seat. */
static Turn voters(const LiveTable *live, int but) {
    Turn present = 0;
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (seat != but && table_seat(live->table, seat)->owner[0] && live->absent[seat] == HERE &&
            !table_automatic(live->table, seat))
            present |= 1u << seat;
    return present;
}

/* Whether the table misses this person: he owes a move, is gone, and no clock will settle it. */
static bool missed(const LiveTable *live, int seat) {
    const Table *t = live->table;
    return turn_has(live_turn(live), seat) && !table_over(t) && table_seat(t, seat)->owner[0] &&
           !table_automatic(t, seat) && live->absent[seat] != HERE &&
           table_time(t)->kind == TIME_NONE && table_paused(t) < 0 &&
           (!live->clocks || live->clocks->moment < 0);
}

/* Whoever was paused for is here. */
static bool awaited_came(const LiveTable *live) {
    int seat = table_paused(live->table);
    return seat >= 0 && live->absent[seat] == HERE;
}

int64_t absence_due(const LiveTable *live) {
    int64_t due = CLOCK_NEVER;
    Moment now = clock_now(live->server);
    if (!table_begun(live->table) || table_over(live->table)) return due;
    Turn rests = resting(live, now.wall);
    if (live->tally || awaited_came(live) || live->resting & ~rests) return now.ms;
    for (int seat = 0; seat < table_players(live->table); seat++) {
        if (turn_has(rests, seat)) {
            int64_t rest = (table_holiday(live->table, seat) - now.wall) * 1000;
            int64_t back = now.ms + clock_scaled(live->server, rest);
            if (back < due) due = back;
        }
        if (!missed(live, seat) || turn_has(live->asked, seat)) continue;
        if (!live->watchers && !table_stretch(live->table)) continue; /* nobody to ask */
        int64_t end = live->waits[seat] + grace(live);
        if (end < due) due = end;
    }
    return due;
}

/* --- choosing --------------------------------------------------------------------------------- */

static int voices_needed(const LiveTable *live, int seat) {
    return __builtin_popcount(voters(live, seat)) / 2 + 1;
}

/* What those present have chosen about a seat; VOICE_NONE: nothing yet. */
static Voice chosen(const LiveTable *live, int seat) {
    Turn present = voters(live, seat);
    int count[VOICES] = {0}, spoken = 0;
    for (int voter = 0; voter < table_players(live->table); voter++) {
        Voice voice = table_voice(live->table, seat, voter);
        if (!turn_has(present, voter) || voice == VOICE_NONE) continue;
        spoken++;
        if (++count[voice] >= voices_needed(live, seat)) return voice;
    }
    return spoken && spoken == __builtin_popcount(present) ? VOICE_WAIT : VOICE_NONE;
}

/* Enters what was chosen about a seat; false where nothing was. */
static bool settle(LiveTable *live, int seat) {
    switch (chosen(live, seat)) {
    case VOICE_NONE:
    case VOICES: return false;
    case VOICE_WAIT:
        live->waits[seat] = clock_now(live->server).ms;
        live->asked &= ~(1u << seat);
        return !live_enter(live, "wait %d", seat).text;
    case VOICE_PAUSE: live->asked &= ~(1u << seat); return !live_enter(live, "pause %d", seat).text;
    case VOICE_BOT:
        live->asked &= ~(1u << seat);
        return !live_enter(live, "seat %d away %s vote", seat, table_stand_in(live->table)).text;
    }
    return false;
}

void absence_ring(LiveTable *live) {
    const Table *t = live->table;
    Moment moment = clock_now(live->server);
    int64_t now = moment.ms;
    bool acted = false;
    Turn before = live->asked;
    live->tally = false;
    if (!table_begun(t) || table_over(t)) return;
    Turn rests = resting(live, moment.wall);
    bool back = live->resting & ~rests;
    live->resting = rests;
    for (int seat = 0; seat < table_players(t); seat++) {
        if (!missed(live, seat)) {
            live->asked &= ~(1u << seat);
        } else if (turn_has(live->asked, seat)) {
            acted |= settle(live, seat);
        } else if (live->waits[seat] + grace(live) <= now) {
            live->asked |= 1u << seat;
        }
    }
    if (awaited_came(live)) acted |= !live_enter(live, "resume %d", table_paused(t)).text;
    if (acted) {
        live->lapsing = true;
        live_commit(live, NULL);
    } else if (live->asked != before || back) {
        live_announce(live);
    }
}

/* --- requests --------------------------------------------------------------------------------- */

/* The seat of who asks, who must be at the table and play there himself. */
static Refusal present_check(const LiveTable *live, const Job *job, int *seat) {
    *seat = live_seat_of(live, job);
    if (*seat < 0) return REFUSE_UNSEATED;
    if (job->socket->live != live)
        return REFUSE("seat", N_("You are not at the table: enter it first."));
    if (table_automatic(live->table, *seat))
        return REFUSE("seat", N_("A bot plays for you: take your seat back first."));
    return GRANTED;
}

void absence_vote(LiveTable *live, Job *job) {
    int voter, seat = job->request.seat;
    Refusal refusal = present_check(live, job, &voter);
    if (!refusal.code && seat >= table_players(live->table))
        refusal = REFUSE("seat", N_("There is no such seat."));
    if (!refusal.code && !turn_has(live->asked, seat))
        refusal = REFUSE("illegal", N_("The table is not asked about this seat."));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    const char *word = voice_words[job->request.voice];
    if (!live_enter_for(live, job, "illegal", "vote %d %d %s", voter, seat, word)) return;
    settle(live, seat);
    live_commit(live, job);
}

void absence_resume(LiveTable *live, Job *job) {
    int seat;
    Refusal refusal = present_check(live, job, &seat);
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit_line(live, job, "illegal", "resume %d", seat);
}

/* Why the host cannot give this seat away. */
static Refusal replace_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    int seat = job->request.seat;
    if (!live_hosted_by(live, job)) return REFUSE_HOST;
    if (!table_begun(t)) return REFUSE("seat", N_("The game has not begun."));
    if (table_over(t)) return REFUSE("seat", N_("The game is over."));
    if (seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    if (!table_seat(t, seat)->owner[0]) return REFUSE("seat", N_("Nobody plays from this seat."));
    if (live->header.rated)
        return REFUSE("seat", N_("In a rated game a seat stays with who took it."));
    /* at a slow table nobody is there most of the time */
    if (table_time(t)->kind != TIME_NONE && !table_seat(t, seat)->bot[0])
        return REFUSE("seat", N_("The clock decides about who is gone."));
    if (live->absent[seat] == HERE) return REFUSE("seat", N_("This person is at the table."));
    if (live->absent[seat] + grace(live) > clock_now(live->server).ms)
        return REFUSE("seat", N_("This person has only just left: give them {n} seconds."),
                      live->server->options.grace);
    return GRANTED;
}

void absence_replace(LiveTable *live, Job *job) {
    Refusal refusal = replace_check(live, job);
    const char *level = table_stand_in(live->table);
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else if (!live_enter(live, "seat %d given %s", job->request.seat, level).text)
        live_commit(live, job);
    else
        answer_refuse_at(live, job, REFUSE("seat", N_("This seat is not given away any more.")));
}

/* --- telling ---------------------------------------------------------------------------------- */

static void write_ballot(const LiveTable *live, int seat, Text *json) {
    Turn present = voters(live, seat);
    int64_t gone = clock_now(live->server).ms - live->absent[seat];
    jot_open(json, NULL, '{');
    jot_int(json, "seat", seat);
    jot_int(json, "gone", clock_real(live->server, gone));
    jot_int(json, "grace", clock_real(live->server, grace(live)));
    jot_int(json, "needed", voices_needed(live, seat));
    jot_open(json, "voices", '[');
    for (int voter = 0; voter < table_players(live->table); voter++) {
        if (!turn_has(present, voter)) continue;
        Voice voice = table_voice(live->table, seat, voter);
        jot_open(json, NULL, '{');
        jot_int(json, "seat", voter);
        jot_string(json, "choice", voice ? voice_words[voice] : NULL);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_close(json, '}');
}

void absence_write(const LiveTable *live, Text *json) {
    jot_open(json, "ballots", '[');
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (turn_has(live->asked, seat) && missed(live, seat)) write_ballot(live, seat, json);
    jot_close(json, ']');
}
