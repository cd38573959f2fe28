/* messages.c: arbitrary bytes as a message of a client. Either it is refused with a code and a
   sentence, or every field of the request is within its bounds. */
#include <string.h>

#include "bots/bots.h"
#include "fuzz.h"
#include "server/message.h"
#include "store/replay.h"

static int ended(const char *text, size_t room) {
    return memchr(text, '\0', room) != NULL;
}

/* A seat of a table that is opened: the host, nobody yet, or a bot. */
static int is_sitter(const char *word) {
    return strcmp(word, "me") == 0 || strcmp(word, "open") == 0 || bot_named(word) != NULL ||
           strncmp(word, "guest:", 6) == 0;
}

static void check_open(const Request *r) {
    claim(r->game != NULL, "a table is opened for a game");
    claim(r->players >= r->game->min_players && r->players <= r->game->max_players,
          "a game has as many players as it takes");
    for (int seat = 0; seat < r->players; seat++)
        claim(is_sitter(r->seats[seat]), "on each seat sits the host, nobody, a bot or a program");

    char words[OPTIONS_TEXT_MAX];
    uint8_t again[OPTIONS_MAX] = {0};
    options_write(r->game, r->options, words);
    claim(ended(words, sizeof words), "options fit their text");
    claim(options_read(r->game, words, again), "options that are written can be read");
    claim(memcmp(r->options, again, sizeof again) == 0, "and are the same");

    Reason why = ALLOWED;
    Table *t = table_open(r->game, r->players, r->options, &why);
    claim(t != NULL, "a table that is asked for within bounds can be opened");
    table_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* Its own memory, without a NUL behind it, so that one byte too far is seen. */
    char *bytes = malloc(size ? size : 1);
    if (!bytes) abort();
    memcpy(bytes, data, size);
    Request r;
    memset(&r, 0xa5, sizeof r);
    Refusal refusal = message_read(bytes, size, &r);
    free(bytes);
    if (refusal.code) {
        claim(*refusal.code != '\0', "a refusal has a code");
        claim(refusal.why.text && *refusal.why.text, "a refusal has a sentence");
        message_free(&r);
        return 0;
    }
    claim(size <= MESSAGE_MAX, "a message is not too long");
    claim(r.ask >= 0 && r.ask < ASKS, "a request is one of those known");
    claim(ended(r.table, sizeof r.table) && ended(r.name, sizeof r.name) &&
              ended(r.move, sizeof r.move) && ended(r.bot, sizeof r.bot) &&
              ended(r.title, sizeof r.title) && ended(r.text, sizeof r.text),
          "texts are ended");
    claim(r.seat >= -1 && r.seat < SEATS_MAX, "a seat is a seat, or none");
    if (r.name[0]) claim(table_name_check(r.name).text == NULL, "a name is a name");
    if (r.ask == ASK_CHAT) claim(table_chat_check(r.text).text == NULL, "talk is talk");
    if (r.ask == ASK_OPEN) check_open(&r);
    if (r.ask == ASK_FILL)
        claim(!r.bot[0] || is_sitter(r.bot), "a seat is filled with a bot or a program");
    message_free(&r);
    return 0;
}
