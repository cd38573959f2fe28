/* chat.c: what people say at a table, and what those who look say among themselves. Talk is kept
   with the journal and is no part of the game: it changes no position, no version and no record,
   and an undo goes past it as if it were not there. A table remembers the newest CHAT_HELD messages
   of either. */
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

static const int most[CHANNELS] = {[CHANNEL_TABLE] = CHAT_MAX, [CHANNEL_ASIDE] = ASIDES_MAX};

static void add_line(Table *t, Channel channel, const ChatLine *who, const char *text) {
    Speech *speech = &t->speech[channel];
    size_t size = strlen(text) + 1;
    ChatLine *line = malloc(sizeof *line + size);
    if (!line) abort();
    *line = *who;
    line->position = t->position;
    memcpy(line->text, text, size);
    if (!speech->line) speech->line = calloc(CHAT_HELD, sizeof *speech->line);
    if (!speech->line) abort();
    ChatLine **place = &speech->line[++speech->count % CHAT_HELD];
    free(*place);
    *place = line;
}

static Reason speech_check(const Table *t, Channel channel, const char *text) {
    Reason why = table_chat_check(text);
    if (!why.text && t->speech[channel].count >= most[channel])
        why = REFUSED(N_("This table has heard enough: {n} messages."), most[channel]);
    return why;
}

Reason chat_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0) return NO_SEAT;
    Reason why = speech_check(t, CHANNEL_TABLE, rest);
    if (why.text) return why;
    if (!t->seats[seat].owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    ChatLine who = {.seat = seat};
    memcpy(who.owner, t->seats[seat].owner, sizeof who.owner);
    memcpy(who.name, t->seats[seat].name, sizeof who.name);
    add_line(t, CHANNEL_TABLE, &who, rest);
    return ALLOWED;
}

/* "OWNER NAME", a tab, and what he says: a name has spaces, but no tab. */
Reason aside_enter(Table *t, const char *rest) {
    ChatLine who = {.seat = -1};
    if (!cut_word(&rest, who.owner, sizeof who.owner)) return REFUSED(N_("A person needs an id."));
    size_t length = strcspn(rest, "\t");
    if (!rest[length] || length >= sizeof who.name) return NO_LINE;
    memcpy(who.name, rest, length);
    Reason why = table_name_check(who.name);
    if (!why.text) why = speech_check(t, CHANNEL_ASIDE, rest + length + 1);
    if (!why.text) add_line(t, CHANNEL_ASIDE, &who, rest + length + 1);
    return why;
}

int chat_lines(const Table *t) {
    int lines = 0;
    for (Channel channel = 0; channel < CHANNELS; channel++)
        lines += t->speech[channel].count;
    return lines;
}

void chat_free(Table *t) {
    for (Channel channel = 0; channel < CHANNELS; channel++) {
        ChatLine **line = t->speech[channel].line;
        for (int i = 0; line && i < CHAT_HELD; i++)
            free(line[i]);
        free(line);
    }
}

bool table_fine(const Table *t, int seat, Fine *fine) {
    return t->game->live.chat && t->begun && !table_over(t) &&
           t->game->live.chat(t->state, seat, fine);
}

int table_chats(const Table *t, Channel channel) {
    return t->speech[channel].count;
}

/* The first line that is still known behind number `from`. */
static int first_known(const Speech *speech, int from) {
    int oldest = speech->count - CHAT_HELD;
    return (from < oldest ? oldest : from) + 1;
}

int table_chat_end(const Table *t, Channel channel, int from, int position) {
    const Speech *speech = &t->speech[channel];
    int number = first_known(speech, from);
    while (number <= speech->count && speech->line[number % CHAT_HELD]->position <= position)
        number++;
    return number - 1;
}

static const ChatLine *line_of(const Table *t, Channel channel, int number) {
    const Speech *speech = &t->speech[channel];
    if (number < first_known(speech, 0) || number > speech->count) return NULL;
    return speech->line[number % CHAT_HELD];
}

const char *table_speaker(const Table *t, Channel channel, int number, const char **name) {
    const ChatLine *line = line_of(t, channel, number);
    if (line) *name = line->name;
    return line ? line->owner : NULL;
}

void table_chat(const Table *t, Channel channel, const ChatRange *range, const char *key,
                Text *json) {
    const Speech *speech = &t->speech[channel];
    jot_open(json, key, '[');
    for (int number = first_known(speech, range->from); number <= range->to; number++) {
        const ChatLine *line = speech->line[number % CHAT_HELD];
        if (range->deaf && range->deaf(range->who, line->owner)) continue;
        jot_open(json, NULL, '{');
        jot_int(json, "n", number);
        jot_seat_if(json, "seat", line->seat);
        jot_string(json, "name", line->name);
        jot_string(json, "text", line->text);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}
