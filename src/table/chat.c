/* chat.c: what people say at a table. Talk is kept with the journal and is no part of the game: it
   changes no position, no version and no record, and an undo goes past it as if it were not there.
   A table remembers the newest CHAT_KEPT messages. */
#include <stdlib.h>
#include <string.h>

#include "table/inside.h"

Reason chat_enter(Table *t, const char *rest) {
    int seat = rest[0] - '0';
    if (rest[0] < '0' || seat >= t->players || rest[1] != ' ')
        return REFUSED(N_("There is no such seat."));
    const char *text = rest + 2;
    Reason why = table_chat_check(text);
    if (why.text) return why;
    if (!t->seats[seat].owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    if (t->chats == CHAT_MAX)
        return REFUSED(N_("This table has heard enough: {n} messages."), CHAT_MAX);
    size_t size = strlen(text) + 1;
    ChatLine *said = malloc(sizeof *said + size);
    if (!said) abort();
    said->seat = seat;
    memcpy(said->name, t->seats[seat].name, sizeof said->name);
    memcpy(said->text, text, size);
    if (!t->chat) t->chat = calloc(CHAT_KEPT, sizeof *t->chat);
    if (!t->chat) abort();
    ChatLine **place = &t->chat[++t->chats % CHAT_KEPT];
    free(*place);
    *place = said;
    return ALLOWED;
}

void chat_free(Table *t) {
    for (int i = 0; t->chat && i < CHAT_KEPT; i++)
        free(t->chat[i]);
    free(t->chat);
}

bool table_fine(const Table *t, int seat, Fine *fine) {
    return t->game->live.talk && t->begun && !table_over(t) &&
           t->game->live.talk(t->state, seat, fine);
}

int table_chats(const Table *t) {
    return t->chats;
}

void table_chat(const Table *t, int from, const char *key, Text *json) {
    if (from < t->chats - CHAT_KEPT) from = t->chats - CHAT_KEPT;
    jot_open(json, key, '[');
    for (int number = from + 1; number <= t->chats; number++) {
        const ChatLine *said = t->chat[number % CHAT_KEPT];
        jot_open(json, NULL, '{');
        jot_int(json, "n", number);
        jot_int(json, "seat", said->seat);
        jot_string(json, "name", said->name);
        jot_string(json, "text", said->text);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}
