/* talk.c: what people say at a table. Talk is kept with the journal and is no part of the game: it
   changes no position, no version and no record, and an undo goes past it as if it were not there.
   A table remembers the newest TALK_KEPT messages. */
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

Reason talk_enter(Table *t, const char *rest) {
    int seat = rest[0] - '0';
    if (rest[0] < '0' || seat >= t->players || rest[1] != ' ')
        return REFUSED(N_("There is no such seat."));
    const char *text = rest + 2;
    Reason why = table_talk_check(text);
    if (why.text) return why;
    if (!t->seats[seat].owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    if (t->talks == TALK_MAX)
        return REFUSED(N_("This table has heard enough: {n} messages."), TALK_MAX);
    size_t size = strlen(text) + 1;
    Said *said = malloc(sizeof *said + size);
    if (!said) abort();
    said->seat = seat;
    memcpy(said->name, t->seats[seat].name, sizeof said->name);
    memcpy(said->text, text, size);
    Said **place = &t->said[++t->talks % TALK_KEPT];
    free(*place);
    *place = said;
    return ALLOWED;
}

void talk_free(Table *t) {
    for (int i = 0; i < TALK_KEPT; i++)
        free(t->said[i]);
}

bool table_fine(const Table *t, int seat, Fine *fine) {
    return t->game->live.talk && t->begun && !table_over(t) &&
           t->game->live.talk(t->state, seat, fine);
}

int table_talks(const Table *t) {
    return t->talks;
}

void table_said(const Table *t, int from, const char *key, Text *json) {
    if (from < t->talks - TALK_KEPT) from = t->talks - TALK_KEPT;
    jot_open(json, key, '[');
    for (int number = from + 1; number <= t->talks; number++) {
        const Said *said = t->said[number % TALK_KEPT];
        jot_open(json, NULL, '{');
        jot_int(json, "n", number);
        jot_int(json, "seat", said->seat);
        jot_string(json, "name", said->name);
        jot_string(json, "text", said->text);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}
