/* absence.c: what happens where a person is not there or does not decide in time. Who is present
   and how long somebody has been away is not known here: whoever keeps the time enters a line, and
   what the line says is so, live or replayed. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

const char *const voice_words[VOICES] = {
    [VOICE_NONE] = "", [VOICE_WAIT] = "wait", [VOICE_PAUSE] = "pause", [VOICE_BOT] = "bot"};

/* --- what is remembered ----------------------------------------------------------------------- */

void act_add(Table *t, const char *kind, int seat, int other, int n, const char *you,
             const char *they) {
    if (!t->act) t->act = calloc(ACTS_HELD, sizeof *t->act);
    if (!t->act) abort();
    t->act[++t->acts % ACTS_HELD] =
        (Act){t->position, kind, you, they, (int8_t)seat, (int8_t)other, n};
}

/* The first act that is still known behind number `from`. */
static int first_known(const Table *t, int from) {
    return (from < t->acts - ACTS_HELD ? t->acts - ACTS_HELD : from) + 1;
}

int table_acts(const Table *t, int from, int position) {
    int number = first_known(t, from);
    while (number <= t->acts && t->act[number % ACTS_HELD].position <= position)
        number++;
    return number - 1;
}

void table_act(const Table *t, int viewer, int from, int to, const char *key, Text *json) {
    jot_open(json, key, '[');
    for (int number = first_known(t, from); number <= to; number++) {
        const Act *act = &t->act[number % ACTS_HELD];
        jot_open(json, NULL, '{');
        jot_int(json, "act", number);
        jot_int(json, "at", act->position);
        jot_string(json, "kind", act->kind);
        jot_seat_if(json, "seat", act->seat);
        jot_seat_if(json, "other", act->other);
        jot_string(json, "say", act->seat == viewer ? act->you : act->they);
        jot_int(json, "n", act->n);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* --- who plays -------------------------------------------------------------------------------- */

const TimeLimit *table_time(const Table *t) {
    return &t->limit;
}

const char *table_stand_in(const Table *t) {
    for (int seat = 0; seat < t->players; seat++)
        if (!t->seats[seat].owner[0] && t->seats[seat].bot[0]) return t->seats[seat].bot;
    return STAND_IN;
}

bool table_automatic(const Table *t, int seat) {
    return t->seats[seat].bot[0] || t->seats[seat].late[0];
}

int table_lates(const Table *t, int seat) {
    return t->lates[seat];
}

int table_missed(const Table *t, int seat) {
    return t->missed[seat] - 1;
}

int table_stood_in(const Table *t, int seat) {
    return t->stood_in[seat];
}

Voice table_voice(const Table *t, int seat, int voter) {
    return (Voice)t->voice[seat][voter];
}

int table_paused(const Table *t) {
    return t->paused - 1;
}

int64_t table_holiday(const Table *t, int seat) {
    return t->holiday[seat];
}

bool absence_moves(Table *t, int seat) {
    const Seat *s = &t->seats[seat];
    bool clock = s->late[0] || t->lapsing >> seat & 1;
    if (s->owner[0] && (clock || s->bot[0])) {
        if (!t->missed[seat]) t->missed[seat] = t->position + 1;
    } else {
        t->missed[seat] = 0;
        t->lates[seat] = 0;
    }
    t->lapsing &= (uint8_t) ~(1u << seat);
    return clock;
}

/* A stretch of live moves is one decision: who was late for it is late until its end. */
void absence_moved(Table *t, int seat, bool stretched) {
    if (table_stretch(t)) return;
    if (seat != CHANCE) t->seats[seat].late[0] = '\0';
    for (int s = 0; stretched && s < t->players; s++)
        t->seats[s].late[0] = '\0';
}

int table_stretch(const Table *t) {
    return t->begun && t->game->live.stretch ? t->game->live.stretch(t->state) : 0;
}

/* Nobody need choose about him any more. */
static void close_ballot(Table *t, int seat) {
    memset(t->voice[seat], VOICE_NONE, sizeof t->voice[seat]);
}

void absence_leaves(Table *t, int seat, const char *why) {
    t->seats[seat].late[0] = '\0';
    close_ballot(t, seat);
    if (strcmp(why, "clock") == 0)
        act_add(t, "away", seat, -1, LATES_MAX,
                N_("Your time was up {n} times in a row: a machine holds your seat."),
                N_("The time of {seat} was up {n} times in a row: a machine holds the seat."));
    else if (strcmp(why, "vote") == 0)
        act_add(t, "away", seat, -1, 0, N_("The table lets a machine play for you."),
                N_("The table lets a machine play for {seat}."));
    else
        act_add(t, "away", seat, -1, 0, N_("You leave: a machine holds your seat."),
                N_("{seat} leaves: a machine holds the seat."));
}

void absence_ends(Table *t, int seat) {
    t->seats[seat].bot[0] = t->seats[seat].late[0] = '\0';
    if (t->missed[seat]) { /* who only got up and sat down again gains nothing by it */
        t->lates[seat] = 0;
        t->returned[seat] = t->version + 1;
    }
    t->holiday[seat] = 0;
    if (t->paused == seat + 1) t->paused = 0;
    close_ballot(t, seat);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* A person plays from this seat, himself. */
static Reason person_check(const Table *t, int seat) {
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    if (table_over(t)) return REFUSED(N_("The game is over."));
    if (!t->seats[seat].owner[0] || t->seats[seat].bot[0])
        return REFUSED(N_("Nobody plays from this seat."));
    return ALLOWED;
}

Reason time_enter(Table *t, const char *rest) {
    TimeLimit limit;
    if (t->begun) return REFUSED(N_("The game has begun already."));
    Reason why = time_read(rest, &limit);
    if (!why.text) t->limit = limit;
    return why;
}

Reason late_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0) return NO_SEAT;
    Reason why = person_check(t, seat);
    if (why.text && *rest) return why;
    if (!t->begun || !turn_has(t->game->rules.turn(t->state), seat))
        return REFUSED(N_("It is not the turn of this seat."));
    if (!*rest) {
        t->lapsing |= (uint8_t)(1u << seat);
        return ALLOWED;
    }
    const Bot *bot = bot_named(rest);
    if (!bot) return REFUSED(N_("There is no such level of play."));
    memcpy(t->seats[seat].late, bot->id, strlen(bot->id) + 1);
    if (t->lates[seat] < LATES_MAX) t->lates[seat]++;
    act_add(t, "late", seat, -1, 0, N_("Your time is up: a machine makes this decision."),
            N_("The time of {seat} is up: a machine makes this decision."));
    return ALLOWED;
}

static const char *const proposals[VOICES][2] = {
    [VOICE_WAIT] = {N_("You would wait for {other}."), N_("{seat} would wait for {other}.")},
    [VOICE_PAUSE] = {N_("You propose a pause until {other} is back."),
                     N_("{seat} proposes a pause until {other} is back.")},
    [VOICE_BOT] = {N_("You propose that a machine plays for {other}."),
                   N_("{seat} proposes that a machine plays for {other}.")}};

Reason vote_enter(Table *t, const char *rest) {
    int voter = cut_seat(t, &rest), seat = cut_seat(t, &rest);
    if (voter < 0 || seat < 0) return NO_SEAT;
    Reason why = person_check(t, seat);
    if (!why.text) why = person_check(t, voter);
    if (why.text) return why;
    if (voter == seat) return REFUSED(N_("You do not choose about yourself."));
    for (Voice voice = VOICE_WAIT; voice < VOICES; voice++) {
        if (strcmp(rest, voice_words[voice]) != 0) continue;
        if (t->voice[seat][voter] == voice) return REFUSED(N_("You have chosen so already."));
        t->voice[seat][voter] = (uint8_t)voice;
        act_add(t, "vote", voter, seat, 0, proposals[voice][0], proposals[voice][1]);
        return ALLOWED;
    }
    return REFUSED(N_("One may wait, pause or let a machine play."));
}

Reason wait_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0 || *rest) return NO_SEAT;
    Reason why = person_check(t, seat);
    if (why.text) return why;
    close_ballot(t, seat);
    act_add(t, "wait", seat, -1, 0, N_("The table waits for you."),
            N_("The table waits for {seat}."));
    return ALLOWED;
}

Reason pause_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0 || *rest) return NO_SEAT;
    Reason why = person_check(t, seat);
    if (why.text) return why;
    t->paused = seat + 1; /* also anew: in old journals any seat taken back ended a pause */
    close_ballot(t, seat);
    act_add(t, "pause", seat, -1, 0, N_("The table pauses until you are back."),
            N_("The table pauses until {seat} is back."));
    return ALLOWED;
}

Reason resume_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0 || *rest) return NO_SEAT;
    if (!t->paused) return REFUSED(N_("The table is not paused."));
    t->paused = 0;
    act_add(t, "resume", seat, -1, 0, N_("You end the pause."), N_("{seat} ends the pause."));
    return ALLOWED;
}

/* 0 days end a holiday. */
Reason holiday_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    char *end;
    if (seat < 0) return NO_SEAT;
    long long until = strtoll(rest, &end, 10);
    if (end == rest || *end != ' ' || until < 0) return NO_LINE;
    rest = end + 1;
    int days;
    if (!cut_number(&rest, 0, INT_MAX, &days) || *rest) return NO_LINE;
    Reason why = person_check(t, seat);
    if (why.text) return why;
    if (t->limit.kind != TIME_SLOW) return REFUSED(N_("Only a slow table knows holidays."));
    if (days > HOLIDAY_MOST) return REFUSED(N_("A holiday has at most {n} days."), HOLIDAY_MOST);
    if (t->holidays[seat] + days > HOLIDAYS_MOST)
        return REFUSED(N_("At one table holidays last {n} days in all."), HOLIDAYS_MOST);
    if (!days && !t->holiday[seat]) return REFUSED(N_("You are not on holiday."));
    t->holidays[seat] = (uint8_t)(t->holidays[seat] + days);
    t->holiday[seat] = until;
    if (days)
        act_add(t, "holiday", seat, -1, days,
                N_("You are on holiday for {n} {n?day|days}: your clock rests."),
                N_("{seat} is on holiday for {n} {n?day|days}: the clock rests."));
    else
        act_add(t, "holiday", seat, -1, 0, N_("You are back from your holiday."),
                N_("{seat} is back from the holiday."));
    return ALLOWED;
}
