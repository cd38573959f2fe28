#include "table/clock.h"

#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

enum { SECOND = 1000, HOUR = 3600 };

/* --- what a host may choose ------------------------------------------------------------------- */

/* Reads a whole number of at most six figures and goes behind it; false where there is none. */
static bool number(const char **text, int *out) {
    int digits = 0;
    *out = 0;
    for (; **text >= '0' && **text <= '9' && digits < 6; digits++)
        *out = *out * 10 + *(*text)++ - '0';
    return digits > 0;
}

static bool within(int n, int least, int most) {
    return n >= least && n <= most;
}

static bool skip(const char **text, const char *word) {
    size_t n = strlen(word);
    if (strncmp(*text, word, n) != 0) return false;
    *text += n;
    return true;
}

Reason time_read(const char *text, TimeLimit *out) {
    int n = 0, more = 0;
    *out = (TimeLimit){TIME_NONE, 0, 0};
    if (strcmp(text, "none") == 0) return ALLOWED;
    if (skip(&text, "decision:")) {
        if (!number(&text, &n) || *text || !within(n, 5, HOUR))
            return REFUSED(N_("A decision has from 5 seconds to {n}: decision:30."), HOUR);
        *out = (TimeLimit){TIME_DECISION, n, 0};
        return ALLOWED;
    }
    if (skip(&text, "bank:")) {
        if (!number(&text, &n) || *text++ != '+' || !number(&text, &more) || *text ||
            !within(n, 30, 10 * HOUR) || !within(more, 0, 600))
            return REFUSED(
                N_("A bank has from 30 seconds to {n}, and 0 to 600 more a turn: bank:600+15."),
                10 * HOUR);
        *out = (TimeLimit){TIME_BANK, n, more};
        return ALLOWED;
    }
    if (skip(&text, "slow:")) {
        if (!number(&text, &n) || *text || !within(n, 1, 14 * 24))
            return REFUSED(N_("A slow table gives a decision from 1 hour to {n}: slow:24."),
                           14 * 24);
        *out = (TimeLimit){TIME_SLOW, n * HOUR, 0};
        return ALLOWED;
    }
    return REFUSED(N_("“time” is none, decision:SECONDS, bank:SECONDS+INCREMENT or slow:HOURS."));
}

void time_write(const TimeLimit *limit, Text *out) {
    switch (limit->kind) {
    case TIME_NONE: text_add(out, "none"); return;
    case TIME_DECISION: text_printf(out, "decision:%d", limit->seconds); return;
    case TIME_BANK: text_printf(out, "bank:%d+%d", limit->seconds, limit->increment); return;
    case TIME_SLOW: text_printf(out, "slow:%d", limit->seconds / HOUR); return;
    }
}

/* --- decisions -------------------------------------------------------------------------------- */

Clocks clocks_new(void) {
    return (Clocks){.moment = -1, .moment_from = -1};
}

/* The seats for whom a person must decide now, on time of his own. */
static Turn deciding(const Clocks *c, const Table *t) {
    if (!t->begun || c->moment >= 0) return 0;
    Turn turn = table_turn(t), owing = 0;
    for (int seat = 0; seat < t->players; seat++) {
        const Seat *s = &t->seats[seat];
        if (turn_has(turn, seat) && s->owner[0] && !s->bot[0] && !s->late[0]) owing |= 1u << seat;
    }
    return owing;
}

static void begin(Clocks *c, const Table *t, int seat) {
    int64_t whole = t->limit.seconds * (int64_t)SECOND;
    bool returned = t->returned[seat] > c->decided[seat];
    if (turn_has(c->stretched | c->risen, seat)) return; /* the decision goes on */
    if (t->limit.kind != TIME_BANK)
        c->left[seat] = whole;
    else if (returned && c->left[seat] < whole / BACK_SHARE)
        c->left[seat] = whole / BACK_SHARE;
    c->spare[seat] = table_stretch(t) * (int64_t)SECOND;
    if (table_stretch(t)) c->stretched |= 1u << seat;
}

/* What is gained by a turn is gained when it ends, not by its steps; by one that was taken from who
   was late, at once. */
static void finish(Clocks *c, const Table *t, int seat, bool ended) {
    if (c->before[seat] < c->least[seat]) c->least[seat] = c->before[seat];
    c->before[seat] = c->left[seat];
    if (ended && t->limit.kind == TIME_BANK) c->left[seat] += t->limit.increment * (int64_t)SECOND;
}

static void follow_seat(Clocks *c, const Table *t, int seat, bool owes) {
    bool ran = turn_has(c->runs, seat), decided = t->decided[seat] > c->decided[seat];
    if (owes && t->undone[seat] > c->undone[seat]) {
        c->left[seat] = c->before[seat];
        c->before[seat] =
            c->least[seat]; /* of which one, where more are taken back, is not known */
    } else if (ran && (decided || !owes)) {
        finish(c, t, seat, !owes && (decided || t->seats[seat].late[0]));
        if (owes) begin(c, t, seat);
        if (!decided && t->seats[seat].bot[0] && !table_stretch(t)) c->risen |= 1u << seat;
    } else if (owes && !ran) {
        begin(c, t, seat);
        c->before[seat] = c->least[seat] = c->left[seat];
    }
    c->runs = owes ? c->runs | 1u << seat : c->runs & ~(1u << seat);
    c->risen &= ~c->runs;
}

static void follow_moment(Clocks *c, const Table *t) {
    int from, seconds = table_clock(t, &from);
    if (!seconds || table_over(t)) {
        c->moment = -1;
    } else if (from != c->moment_from) {
        c->moment_from = from;
        c->moment = seconds * (int64_t)SECOND;
    }
}

/* A decision somebody got up from is over once it is made, or nobody's any more. */
static void follow_risen(Clocks *c, const Table *t) {
    for (int seat = 0; seat < t->players; seat++)
        if (!turn_has(table_turn(t), seat) || !t->seats[seat].owner[0] ||
            t->decided[seat] > c->decided[seat])
            c->risen &= ~(1u << seat);
}

void clocks_follow(Clocks *c, const Table *t, Moment now) {
    clocks_count(c, t, now);
    if (t->begun && !c->begun)
        for (int seat = 0; seat < t->players; seat++)
            c->left[seat] = c->before[seat] = c->least[seat] = t->limit.seconds * (int64_t)SECOND;
    c->begun = t->begun;
    follow_moment(c, t);
    if (!table_stretch(t)) {
        c->stretched = 0;
        memset(c->spare, 0, sizeof c->spare);
    }
    follow_risen(c, t);
    Turn owing = deciding(c, t);
    /* a stretch has its time also at a table without clocks, so that nobody holds up the others */
    if (t->limit.kind == TIME_NONE && !(table_stretch(t) && seats_shared(t))) owing = 0;
    for (int seat = 0; seat < t->players; seat++)
        follow_seat(c, t, seat, turn_has(owing, seat));
    memcpy(c->decided, t->decided, sizeof c->decided);
    memcpy(c->undone, t->undone, sizeof c->undone);
}

/* --- counting --------------------------------------------------------------------------------- */

/* How much of the time that passed counts for a seat: none of a holiday. */
static int64_t counts(const Table *t, int seat, int64_t passed, Moment now) {
    if (!t->holiday[seat]) return passed;
    int64_t since = (now.wall - t->holiday[seat]) * SECOND;
    return since <= 0 ? 0 : since < passed ? since : passed;
}

static void spend(int64_t *left, int64_t due) {
    *left = due < *left ? *left - due : 0;
}

void clocks_count(Clocks *c, const Table *t, Moment now) {
    int64_t passed = now.ms - c->at;
    c->at = now.ms;
    if (passed <= 0 || t->paused) return;
    if (c->moment >= 0) c->moment = passed < c->moment ? c->moment - passed : 0;
    for (int seat = 0; seat < t->players; seat++) {
        if (!turn_has(c->runs | c->risen, seat)) continue;
        int64_t due = counts(t, seat, passed, now);
        int64_t spared = due < c->spare[seat] ? due : c->spare[seat];
        c->spare[seat] -= spared;
        due -= spared;
        spend(&c->left[seat], due);
        spend(&c->before[seat], due);
        spend(&c->least[seat], due);
    }
}

Turn clocks_over(const Clocks *c) {
    Turn over = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (turn_has(c->runs, seat) && c->left[seat] + c->spare[seat] <= 0) over |= 1u << seat;
    return over;
}

int64_t clocks_due(const Clocks *c, const Table *t, Moment now) {
    int64_t due = CLOCK_NEVER;
    if (t->paused) return due;
    if (c->moment >= 0) due = c->at + c->moment;
    for (int seat = 0; seat < t->players; seat++) {
        if (!turn_has(c->runs, seat)) continue;
        int64_t rest = t->holiday[seat] > now.wall ? (t->holiday[seat] - now.wall) * SECOND : 0;
        int64_t end = c->at + rest + c->left[seat] + c->spare[seat];
        if (end < due) due = end;
    }
    return due;
}

int64_t clocks_left(const Clocks *c, const Table *t, int seat) {
    bool has = c->begun && t->seats[seat].owner[0] &&
               (t->limit.kind != TIME_NONE || turn_has(c->runs, seat));
    bool next = t->limit.kind != TIME_BANK && !turn_has(c->runs | c->stretched | c->risen, seat);
    if (!has) return -1;
    return next ? t->limit.seconds * (int64_t)SECOND : c->left[seat] + c->spare[seat];
}

bool clocks_run(const Clocks *c, const Table *t, int seat, Moment now) {
    return turn_has(c->runs, seat) && !t->paused && t->holiday[seat] <= now.wall;
}

/* --- as a text -------------------------------------------------------------------------------- */

void clocks_write(const Clocks *c, Text *out) {
    text_printf(out, "%lld %d %d %d %lld %d", (long long)c->at, (int)c->runs, (int)c->stretched,
                c->begun, (long long)c->moment, c->moment_from);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        text_printf(out, " %lld %lld %lld", (long long)c->left[seat], (long long)c->spare[seat],
                    (long long)c->before[seat]);
    text_printf(out, " %d", (int)c->risen);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        text_printf(out, " %lld", (long long)c->least[seat]);
}

/* The next number of a text, at least this and short of 2^53; false where it is none. */
static bool next(const char **text, int64_t least, int64_t *out) {
    char *end;
    long long n = strtoll(*text, &end, 10);
    if (end == *text || n < least || n >= 1LL << 53) return false;
    *text = end;
    *out = n;
    return true;
}

bool clocks_read(Clocks *c, const Table *t, const char *text) {
    int64_t runs, stretched, begun, from, risen = 0;
    *c = clocks_new();
    if (!next(&text, 0, &c->at) || !next(&text, 0, &runs) || !next(&text, 0, &stretched) ||
        !next(&text, 0, &begun) || !next(&text, -1, &c->moment) || !next(&text, -1, &from) ||
        runs >> SEATS_MAX || stretched >> SEATS_MAX || from > JOURNAL_MAX)
        return false;
    c->runs = (Turn)runs;
    c->stretched = (Turn)stretched;
    c->begun = begun != 0;
    c->moment_from = (int)from;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (!next(&text, 0, &c->left[seat]) || !next(&text, 0, &c->spare[seat]) ||
            !next(&text, 0, &c->before[seat]))
            return false;
    if (*text && (!next(&text, 0, &risen) || risen >> SEATS_MAX)) /* the first ones end here */
        return false;
    c->risen = (Turn)risen;
    memcpy(c->least, c->before, sizeof c->least);
    for (int seat = 0; seat < SEATS_MAX && *text; seat++) /* and later ones here */
        if (!next(&text, 0, &c->least[seat])) return false;
    memcpy(c->decided, t->decided, sizeof c->decided);
    memcpy(c->undone, t->undone, sizeof c->undone);
    return *text == '\0';
}
