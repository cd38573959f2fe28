/* seats.c: who sits where: people and bots sit down, leave, come back and are replaced. What a
   person's absence means besides is absence.c's. */
#include <string.h>

#include "table/inside.h"

#define NO_LEVEL REFUSED(N_("There is no such level of play."))

static bool taken(const Seat *seat) {
    return seat->owner[0] || seat->bot[0];
}

/* --- questions -------------------------------------------------------------------------------- */

const Seat *table_seat(const Table *t, int seat) {
    return &t->seats[seat];
}

int table_seat_of(const Table *t, const char *owner) {
    for (int seat = 0; seat < t->players; seat++)
        if (owner[0] && strcmp(t->seats[seat].owner, owner) == 0) return seat;
    return -1;
}

int table_seat_for(const Table *t, const char *person) {
    for (int seat = 0; seat < t->players; seat++)
        if (person[0] && strcmp(t->seats[seat].reserved, person) == 0) return seat;
    return -1;
}

void table_names(const Table *t, const char *names[]) {
    for (int seat = 0; seat < t->players; seat++)
        names[seat] = t->seats[seat].name[0] ? t->seats[seat].name : sailors[seat].name;
}

bool table_full(const Table *t) {
    for (int seat = 0; seat < t->players; seat++)
        if (!taken(&t->seats[seat])) return false;
    return true;
}

bool seats_shared(const Table *t) {
    int people = 0;
    for (int seat = 0; seat < t->players; seat++)
        people += t->seats[seat].owner[0] != '\0';
    return people > 1;
}

/* --- sitting down and getting up -------------------------------------------------------------- */

/* A person sits down, or a seat is kept for him (`invited`). Who sits down elsewhere gives up the
   one that was kept. */
static Reason sit_person(Table *t, Seat *seat, const char *rest, bool invited) {
    char owner[OWNER_MAX + 1];
    if (!cut_word(&rest, owner, sizeof owner)) return REFUSED(N_("A person needs an id."));
    Reason why = table_name_check(rest);
    if (why.text) return why;
    if (taken(seat) && !seat->given) return REFUSED(N_("This seat is taken."));
    if (seat->reserved[0] && (invited || strcmp(seat->reserved, owner) != 0))
        return REFUSED(N_("This seat is kept for somebody else."));
    if (table_seat_of(t, owner) >= 0) return REFUSED(N_("You already sit at this table."));
    int reserved = table_seat_for(t, owner);
    if (reserved >= 0 && invited) return REFUSED(N_("A seat is kept for this person already."));
    if (invited && t->begun) return REFUSED(N_("The game has begun: the seats are taken."));
    if (reserved >= 0) t->seats[reserved] = (Seat){0};
    *seat = (Seat){0};
    strcpy(invited ? seat->reserved : seat->owner, owner);
    memcpy(seat->name, rest, strlen(rest) + 1);
    return ALLOWED;
}

static Reason sit_bot(Seat *seat, const char *level) {
    const Bot *bot = bot_named(level);
    if (!bot) return NO_LEVEL;
    if (seat->reserved[0]) return REFUSED(N_("This seat is kept for somebody else."));
    if (taken(seat)) return REFUSED(N_("This seat is taken."));
    memcpy(seat->bot, bot->id, strlen(bot->id) + 1);
    return ALLOWED;
}

Reason table_guest_check(const char *name) {
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n > 0 && n <= GUEST_NAME && !name[n] && name[0] >= 'a' && name[0] <= 'z') return ALLOWED;
    return REFUSED(N_("A guest bot’s name has at most {n} small letters, digits and hyphens."),
                   GUEST_NAME);
}

static Reason sit_guest(Seat *seat, const char *name) {
    Reason why = table_guest_check(name);
    if (!why.text) why = sit_bot(seat, STAND_IN);
    if (!why.text) memcpy(seat->guest, name, strlen(name) + 1);
    return why;
}

static Reason lose_guest(Table *t, Seat *seat) {
    if (!seat->guest[0] || seat->lost) return REFUSED(N_("No guest bot plays from this seat."));
    const char *text = N_("{seat}’s program failed: a trader plays on in its place.");
    act_add(t, "lost", (int)(seat - t->seats), -1, 0, text, text);
    seat->lost = true;
    return ALLOWED;
}

/* A bot plays on for a person who left. */
static Reason go_away(Table *t, Seat *seat, const char *rest) {
    char level[16], why[8] = "";
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    const Bot *bot = cut_word(&rest, level, sizeof level) ? bot_named(level) : NULL;
    if (!bot) return NO_LEVEL;
    if (*rest && (!cut_word(&rest, why, sizeof why) || *rest ||
                  (strcmp(why, "clock") != 0 && strcmp(why, "vote") != 0)))
        return NO_LINE;
    if (!seat->owner[0] || seat->bot[0]) return REFUSED(N_("Nobody plays from this seat."));
    absence_leaves(t, (int)(seat - t->seats), why);
    memcpy(seat->bot, bot->id, strlen(bot->id) + 1);
    return ALLOWED;
}

static Reason come_back(Table *t, Seat *seat) {
    if (!seat->owner[0] || !(seat->bot[0] || seat->late[0]))
        return REFUSED(N_("Nobody is away from this seat."));
    int number = (int)(seat - t->seats);
    absence_ends(t, number);
    act_add(t, "back", number, -1, 0, N_("You take your seat back."),
            N_("{seat} takes the seat back."));
    return ALLOWED;
}

/* The host gives the seat of who does not come back to a bot; whoever comes may take it. */
static Reason give(Table *t, Seat *seat, const char *level) {
    const Bot *bot = bot_named(level);
    int number = (int)(seat - t->seats);
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    if (!bot) return NO_LEVEL;
    if (!seat->owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    absence_ends(t, number);
    const char *text = N_("The host gives this seat to a machine: whoever comes may take it.");
    act_add(t, "given", number, -1, 0, text, text);
    *seat = (Seat){.given = true};
    memcpy(seat->bot, bot->id, strlen(bot->id) + 1);
    t->returned[number] = t->version + 1; /* whoever comes has some time */
    t->missed[number] = t->ordered[number] = 0;
    t->lates[number] = t->stood_in[number] = 0;
    order_forget(t, number);
    return ALLOWED;
}

static Reason stand_up(Table *t, Seat *seat) {
    if (t->begun) return REFUSED(N_("The game has begun: a seat is not given up, a bot plays on."));
    if (!taken(seat) && !seat->reserved[0]) return REFUSED(N_("This seat is free already."));
    *seat = (Seat){0};
    t->seal.given &= (uint8_t) ~(1 << (seat - t->seats));
    return ALLOWED;
}

Reason seat_enter(Table *t, const char *rest) {
    char act[8];
    int number = cut_seat(t, &rest);
    if (number < 0) return NO_SEAT;
    Seat *seat = &t->seats[number];
    if (!cut_word(&rest, act, sizeof act)) return NO_LINE;
    if (strcmp(act, "lost") == 0 && !*rest) return lose_guest(t, seat); /* once: always room */
    Reason full = room_check(t, JOURNAL_MAX / 2);
    if (full.text) return full;
    if (strcmp(act, "back") == 0 && !*rest) return come_back(t, seat);
    if (strcmp(act, "empty") == 0 && !*rest) return stand_up(t, seat);
    if (strcmp(act, "away") == 0) return go_away(t, seat, rest);
    if (strcmp(act, "given") == 0) return give(t, seat, rest);
    if (t->begun && !seat->given) return REFUSED(N_("The game has begun: the seats are taken."));
    if (strcmp(act, "person") == 0) return sit_person(t, seat, rest, false);
    if (strcmp(act, "invite") == 0) return sit_person(t, seat, rest, true);
    if (strcmp(act, "bot") == 0) return sit_bot(seat, rest);
    if (strcmp(act, "guest") == 0) return sit_guest(seat, rest);
    return NO_LINE;
}
