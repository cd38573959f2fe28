/* chat.c: what people say at a table, and what those who look say among themselves. Talk is kept
   with the journal and is no part of the game: it changes no position, no version and no record,
   and an undo goes past it as if it were not there. A table remembers the newest CHAT_KEPT messages
   of either. */
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

static const int most[TALKS] = {[TALK_TABLE] = CHAT_MAX, [TALK_ASIDE] = ASIDES_MAX};

static void keep_line(Table *t, Talk talk, const ChatLine *who, const char *text) {
    Speech *speech = &t->speech[talk];
    size_t size = strlen(text) + 1;
    ChatLine *said = malloc(sizeof *said + size);
    if (!said) abort();
    *said = *who;
    said->position = t->position;
    memcpy(said->text, text, size);
    if (!speech->line) speech->line = calloc(CHAT_KEPT, sizeof *speech->line);
    if (!speech->line) abort();
    ChatLine **place = &speech->line[++speech->count % CHAT_KEPT];
    free(*place);
    *place = said;
}

static Reason speech_check(const Table *t, Talk talk, const char *text) {
    Reason why = table_chat_check(text);
    if (!why.text && t->speech[talk].count >= most[talk])
        why = REFUSED(N_("This table has heard enough: {n} messages."), most[talk]);
    return why;
}

Reason chat_enter(Table *t, const char *rest) {
    int seat = rest[0] - '0';
    if (rest[0] < '0' || seat >= t->players || rest[1] != ' ')
        return REFUSED(N_("There is no such seat."));
    const char *text = rest + 2;
    Reason why = speech_check(t, TALK_TABLE, text);
    if (why.text) return why;
    if (!t->seats[seat].owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    ChatLine who = {.seat = seat};
    memcpy(who.owner, t->seats[seat].owner, sizeof who.owner);
    memcpy(who.name, t->seats[seat].name, sizeof who.name);
    keep_line(t, TALK_TABLE, &who, text);
    return ALLOWED;
}

/* "OWNER NAME", a tab, and what he says: a name has spaces, but no tab. */
Reason aside_enter(Table *t, const char *rest) {
    ChatLine who = {.seat = -1};
    if (!cut_word(&rest, who.owner, sizeof who.owner)) return REFUSED(N_("A person needs an id."));
    size_t length = strcspn(rest, "\t");
    if (!rest[length] || length >= sizeof who.name)
        return REFUSED(N_("This line is not of a journal."));
    memcpy(who.name, rest, length);
    Reason why = table_name_check(who.name);
    if (!why.text) why = speech_check(t, TALK_ASIDE, rest + length + 1);
    if (!why.text) keep_line(t, TALK_ASIDE, &who, rest + length + 1);
    return why;
}

int chat_lines(const Table *t) {
    int lines = 0;
    for (Talk talk = 0; talk < TALKS; talk++)
        lines += t->speech[talk].count;
    return lines;
}

void chat_free(Table *t) {
    for (Talk talk = 0; talk < TALKS; talk++) {
        ChatLine **line = t->speech[talk].line;
        for (int i = 0; line && i < CHAT_KEPT; i++)
            free(line[i]);
        free(line);
    }
}

bool table_fine(const Table *t, int seat, Fine *fine) {
    return t->game->live.talk && t->begun && !table_over(t) &&
           t->game->live.talk(t->state, seat, fine);
}

int table_chats(const Table *t, Talk talk) {
    return t->speech[talk].count;
}

/* The first line that is still known behind number `from`. */
static int first_known(const Speech *speech, int from) {
    int oldest = speech->count - CHAT_KEPT;
    return (from < oldest ? oldest : from) + 1;
}

int table_heard(const Table *t, Talk talk, int from, int position) {
    const Speech *speech = &t->speech[talk];
    int number = first_known(speech, from);
    while (number <= speech->count && speech->line[number % CHAT_KEPT]->position <= position)
        number++;
    return number - 1;
}

static const ChatLine *line_of(const Table *t, Talk talk, int number) {
    const Speech *speech = &t->speech[talk];
    if (number < first_known(speech, 0) || number > speech->count) return NULL;
    return speech->line[number % CHAT_KEPT];
}

const char *table_speaker(const Table *t, Talk talk, int number, const char **name) {
    const ChatLine *said = line_of(t, talk, number);
    if (said) *name = said->name;
    return said ? said->owner : NULL;
}

void table_chat(const Table *t, Talk talk, const Heard *heard, const char *key, Text *json) {
    const Speech *speech = &t->speech[talk];
    jot_open(json, key, '[');
    for (int number = first_known(speech, heard->from); number <= heard->to; number++) {
        const ChatLine *said = speech->line[number % CHAT_KEPT];
        if (heard->deaf && heard->deaf(heard->who, said->owner)) continue;
        jot_open(json, NULL, '{');
        jot_int(json, "n", number);
        jot_seat_if(json, "seat", said->seat);
        jot_string(json, "name", said->name);
        jot_string(json, "text", said->text);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}
