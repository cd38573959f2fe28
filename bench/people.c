#include "people.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Party party = {.clocks = "bank:600+15"};

static void ask(Guest *guest, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ask(Guest *guest, const char *format, ...) {
    char request[REQUEST_MAX];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(request, sizeof request, format, args);
    va_end(args);
    if (n < 0 || n >= (int)sizeof request) give_up("a request is too long");
    line_send(&guest->line, request, (size_t)n);
}

/* One of the moves, each equally likely; false where there is none. */
static bool choose(const char *moves, char out[MOVE_TEXT_MAX]) {
    const char *chosen = NULL;
    size_t length = 0;
    uint32_t seen = 0;
    for (const char *at = moves, *end; *at == '"'; at = end + (end[1] == ',' ? 2 : 1)) {
        end = strchr(at + 1, '"');
        if (rng_below(&party.rng, ++seen) != 0) continue;
        chosen = at + 1;
        length = (size_t)(end - chosen);
    }
    if (!chosen || length >= MOVE_TEXT_MAX) return false;
    memcpy(out, chosen, length);
    out[length] = '\0';
    return true;
}

void guest_act(Guest *guest) {
    char move[MOVE_TEXT_MAX];
    Board *board = guest->board;
    if (!party.playing || !guest->owes || guest->busy || board->count == PENDING_MAX) return;
    if (board->clocks != party.clocked) return; /* the others' turn */
    if (!choose(guest->moves, move)) return;
    guest->busy = true;
    guest->meant = guest->at;
    guest->sent = now();
    board->pending[(board->first + board->count++) % PENDING_MAX] =
        (Pending){guest->at, board->guests, guest->sent};
    ask(guest, "{\"type\":\"move\",\"re\":1,\"table\":\"%s\",\"at\":%d,\"move\":\"%s\"}", board->id,
        guest->at, move);
}

/* The last of the pending moves was refused. */
static void forget_move(Guest *guest) {
    Board *board = guest->board;
    for (int i = board->count - 1; i >= 0; i--) {
        Pending *p = &board->pending[(board->first + i) % PENDING_MAX];
        if (p->sent != guest->sent) continue;
        p->waiting = 0;
        p->sent = 0;
        return;
    }
}

/* The guest's window has come to version `at`. */
static void seen(Guest *guest, int at) {
    Board *board = guest->board;
    for (int i = 0; i < board->count; i++) {
        Pending *p = &board->pending[(board->first + i) % PENDING_MAX];
        if (p->waiting == 0 || p->meant < guest->at || p->meant >= at) continue;
        if (--p->waiting == 0 && party.counting) times_add(&party.figures->seen, now() - p->sent);
    }
    while (board->count && board->pending[board->first].waiting == 0) {
        board->first = (board->first + 1) % PENDING_MAX;
        board->count--;
    }
}

void board_gather(Board *board) {
    char seats[64] = "\"me\"";
    for (int seat = 1; seat < party.players; seat++)
        strcat(seats, ",\"open\"");
    board->count = 0;
    ask(&board->guest[0],
        "{\"type\":\"open\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s],\"time\":\"%s\"}",
        party.game->id, party.players, seats, board->clocks ? party.clocks : "none");
}

/* All sit down and look. */
static void opened(Board *board, const char *id) {
    size_t length = strcspn(id, "\"");
    if (length >= sizeof board->id) give_up("a table with a long name");
    memcpy(board->id, id, length);
    board->id[length] = '\0';
    for (int i = 0; i < board->guests; i++) {
        Guest *guest = &board->guest[i];
        guest->entered = guest->over = guest->owes = guest->busy = false;
        guest->at = 0;
        if (i > 0 && i < party.players)
            ask(guest, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", board->id, i);
        ask(guest, "{\"type\":\"enter\",\"re\":2,\"table\":\"%s\"}", board->id);
    }
}

const char *message_value(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? found + strlen(key) : NULL;
}

/* What is looked for stands before the picture, the largest part, or behind it: the text is cut
   there, so that a field which is not told is not looked for in it. */
static void window_received(Guest *guest, char *text) {
    if (strncmp(text, "{\"type\":\"table\",\"re\":2,", 23) == 0) guest->entered = true;
    if (!guest->entered) return; /* of the table before */
    char *picture = strstr(text, "\"picture\":{");
    if (picture) *picture = '\0';
    const char *window = message_value(text, "\"window\":{");
    const char *turn = window ? message_value(window, "\"turn\":[") : NULL;
    const char *over = window ? message_value(window, "\"over\":") : NULL;
    const char *moves = window ? message_value(window, "\"moves\":[") : NULL;
    const char *orders =
        window ? message_value(window, "\"orders\":{") : NULL; /* have moves of theirs */
    if (orders && moves > orders) moves = NULL;
    const char *behind = picture ? picture + 1 : text;
    const char *at = strstr(behind, ",\"clock\":"); /* it stands behind the version */
    if (!at) give_up("a window that cannot be read");
    while (at[-1] >= '0' && at[-1] <= '9')
        at--;
    int version = atoi(at);
    seen(guest, version);
    guest->at = version;
    if (turn) {
        guest->owes = false;
        for (; *turn != ']'; turn++)
            if (*turn == '0' + guest->seat) guest->owes = true;
    }
    if (over) guest->over = strncmp(over, "true", 4) == 0;
    if (moves) {
        size_t length = (size_t)(strchr(moves, ']') - moves);
        guest->moves = realloc(guest->moves, length + 1);
        if (!guest->moves) abort();
        memcpy(guest->moves, moves, length);
        guest->moves[length] = '\0';
    }
    if (guest->over && guest->seat == 0) {
        guest->over = false;
        board_gather(guest->board);
    }
    guest_act(guest);
}

static void refused(Guest *guest, const char *text) {
    bool late = strstr(text, "\"code\":\"stale\"") != NULL;
    if (!late && !strstr(text, "\"code\":\"illegal\"") && !strstr(text, "\"code\":\"turn\"")) {
        errno = 0;
        give_up(text);
    }
    if (party.counting) late ? party.stale++ : party.illegal++;
    guest->busy = false;
    forget_move(guest);
    if (!late || guest->at > guest->meant) guest_act(guest);
}

void guest_received(Line *line, char *text, size_t size) {
    Guest *guest = line->who;
    static const char type[] = "{\"type\":\"";
    const char *word = text + sizeof type - 1;
    if (size < 16 || strncmp(text, type, sizeof type - 1) != 0) give_up("a strange message");
    if (strncmp(word, "table\"", 6) == 0 || strncmp(word, "change\"", 7) == 0) {
        window_received(guest, text);
    } else if (strncmp(word, "ok\",\"re\":1,", 11) == 0) {
        guest->busy = false;
        if (party.counting) {
            party.figures->done++;
            times_add(&party.figures->answered, now() - guest->sent);
        }
        if (guest->at > guest->meant) guest_act(guest);
    } else if (strncmp(word, "opened\"", 7) == 0) {
        opened(guest->board, message_value(text, "\"table\":\""));
    } else if (strncmp(word, "error\"", 6) == 0) {
        refused(guest, text);
    }
}
