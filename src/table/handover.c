#include "table/handover.h"

#include <string.h>

#include "table/inside.h"
#include "table/journal.h"

bool table_offline(const Table *t) {
    return t->offline;
}

Reason offline_enter(Table *t) {
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    t->offline = true;
    t->seal = (Seal){0};
    t->settled = t->version + 1;
    for (int seat = 0; seat < t->players; seat++)
        if (!t->seats[seat].owner[0]) t->seats[seat].given = true;
    return ALLOWED;
}

/* --- a journal of the page -------------------------------------------------------------------- */

typedef struct Handing {
    Table *t;
    const char *owner, *name;
    const uint8_t *seed;
    Text *lines;
    int *count;
} Handing;

#define NOT_DRAWN  REFUSED(N_("Chance did not draw this: its seed says otherwise."))
#define NOT_SEALED REFUSED(N_("This seal is not of this seed."))

static Reason take(Handing *h, const char *line) {
    Reason why = table_enter(h->t, line);
    if (why.text) return why;
    text_add(h->lines, line);
    text_char(h->lines, '\n');
    ++*h->count;
    return why;
}

/* Whether the seed itself gives this line now. */
static bool due(const Handing *h, const char *line) {
    char buffer[LINE_LIMIT + 1];
    Text text = text_over(buffer, sizeof buffer);
    return run_next(h->t, h->seed, &text) && strcmp(buffer, line) == 0;
}

static bool begins(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

static Reason take_seal(Handing *h, const char *line) {
    char buffer[LINE_LIMIT + 1];
    Text text = text_over(buffer, sizeof buffer);
    run_seal(h->seed, &text);
    return strcmp(buffer, line) == 0 ? take(h, line) : NOT_SEALED;
}

/* The person sits down as who he is here, and may have left his seat to a bot for a while; the
   others are bots. */
static Reason take_seat(Handing *h, const char *line) {
    const Table *t = h->t;
    const char *act = line + 7;
    int mine = table_seat_of(t, h->owner);
    if (strlen(line) < 8 || line[5] < '0' || line[5] >= '0' + t->players || line[6] != ' ')
        return NO_SEAT;
    if (!t->begun && begins(act, "person " PAGE_OWNER " ") && mine < 0) {
        char buffer[LINE_LIMIT + 1];
        Text seated = text_over(buffer, sizeof buffer);
        text_printf(&seated, "seat %c person %s %s", line[5], h->owner, h->name);
        return take(h, buffer);
    }
    if (!t->begun && begins(act, "bot ")) return take(h, line);
    if (t->begun && line[5] - '0' == mine && (begins(act, "away ") || strcmp(act, "back") == 0))
        return take(h, line);
    return REFUSED(N_("Only whoever hands the game over and bots sit there."));
}

static Reason take_nonce(Handing *h, const char *line) {
    bool mine = line[6] == '0' + table_seat_of(h->t, h->owner);
    return mine || due(h, line) ? take(h, line) : NOT_DRAWN;
}

static Reason judge(Handing *h, const char *line) {
    bool move = line[0] >= '0' && line[0] < '0' + SEATS_MAX && line[1] == ' ';
    if (begins(line, "* ")) return due(h, line) ? take(h, line) : NOT_DRAWN;
    if (move || strcmp(line, "begin") == 0 || begins(line, "undo ")) return take(h, line);
    if (begins(line, "seat ")) return take_seat(h, line);
    if (begins(line, "commitment ")) return take_seal(h, line);
    if (begins(line, "nonce ")) return take_nonce(h, line);
    if (begins(line, "late ") && strlen(line) == 6) return take(h, line);
    if (begins(line, "chat ")) return ALLOWED;
    return NO_LINE;
}

Reason handover_read(Table *t, const char *owner, const char *name, const uint8_t seed[SEED_BYTES],
                     const char *journal, Text *lines, int *count, int *line) {
    Handing h = {t, owner, name, seed, lines, count};
    Reason why = ALLOWED;
    *count = 0;
    for (*line = 1; *journal; ++*line) {
        size_t length = strcspn(journal, "\n");
        char copy[LINE_LIMIT + 1];
        if (length > LINE_LIMIT) return REFUSED(N_("This line is too long."));
        memcpy(copy, journal, length);
        copy[length] = '\0';
        why = judge(&h, copy);
        if (why.text) return why;
        journal += length + (journal[length] == '\n');
    }
    *line = 0;
    if (!table_begun(t)) return REFUSED(N_("The game has not begun."));
    if (table_seat_of(t, owner) < 0)
        return REFUSED(N_("Only whoever hands the game over and bots sit there."));
    if (table_version(t) > JOURNAL_MAX / 2)
        return REFUSED(N_("This game is too long to be kept here."));
    return ALLOWED;
}

/* --- back ------------------------------------------------------------------------------------- */

Refusal handover_take_check(const Table *t, int seat) {
    if (seat < 0) return REFUSE_UNSEATED;
    if (!table_begun(t)) return REFUSE("turn", N_("The game has not begun."));
    if (table_over(t)) return REFUSE("turn", N_("The game is over."));
    for (int s = 0; s < table_players(t); s++) {
        if (s != seat && table_seat(t, s)->owner[0])
            return REFUSE("seat", N_("A game with other people stays with the server."));
        if (table_seat(t, s)->guest[0])
            return REFUSE("seat", N_("A program of the house plays here: the game stays with it."));
    }
    if (table_lesson(t) || table_time(t)->kind != TIME_NONE)
        return REFUSE("illegal", N_("A lesson or a game against the clock stays where it is."));
    if (table_automatic(t, seat))
        return REFUSE("seat", N_("A bot plays for you: take your seat back first."));
    if (table_game(t)->rules.turn(table_state(t)) != 1u << seat)
        return REFUSE("turn", N_("A game is taken along when it is your turn."));
    return GRANTED;
}

void handover_take(const Table *t, int seat, Text *lines) {
    journal_of_fork(t, table_position(t), seat, PAGE_OWNER, table_seat(t, seat)->name, lines);
    text_add(lines, "offline\n");
}
