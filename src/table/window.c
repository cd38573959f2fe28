/* window.c: what a viewer sees of a table. Everything here is made from the state hidden for him
   and from news he may know; the full state is touched only to hide it. */
#include <string.h>

#include "table/inside.h"

static void json_reason(Text *json, const char *key, Reason reason) {
    json_open(json, key, '{');
    json_string(json, "say", reason.text);
    json_int(json, "n", reason.n);
    json_close(json, '}');
}

static void json_turn(Text *json, Turn turn) {
    json_open(json, "turn", '[');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (turn_has(turn, seat)) json_int(json, NULL, seat);
    json_close(json, ']');
}

static void json_moves(const Table *t, const void *hidden, int viewer, Text *json) {
    Move list[MOVES_MAX];
    int n = viewer < t->players ? t->game->moves(hidden, viewer, list) : 0;
    json_open(json, "moves", '[');
    for (int i = 0; i < n; i++) {
        char buffer[MOVE_TEXT_MAX];
        Text move = text_over(buffer, sizeof buffer);
        t->game->write(hidden, viewer, list[i], &move);
        json_string(json, NULL, buffer);
    }
    json_close(json, ']');
}

static void json_undo(const Table *t, int viewer, Text *json) {
    Reason why = table_undo_check(t, viewer, NULL);
    json_open(json, "undo", '{');
    json_bool(json, "can", !why.text);
    json_string(json, "why", why.text);
    json_int(json, "n", why.n);
    json_close(json, '}');
}

static void json_scores(const Table *t, Text *json) {
    if (!table_over(t)) {
        json_null(json, "scores");
        return;
    }
    Score scores[SEATS_MAX];
    t->game->score(t->state, scores);
    json_open(json, "scores", '[');
    for (int seat = 0; seat < t->players; seat++) {
        json_open(json, NULL, '{');
        json_int(json, "seat", seat);
        json_int(json, "points", scores[seat].points);
        json_int(json, "tie", scores[seat].tie);
        json_int(json, "rank", scores[seat].rank);
        json_open(json, "parts", '[');
        for (int i = 0; t->game->parts[i]; i++) {
            json_open(json, NULL, '{');
            json_string(json, "name", t->game->parts[i]);
            json_int(json, "points", scores[seat].parts[i]);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

void table_window(const Table *t, int viewer, const char *key, Text *json) {
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, t->state, t->game->state_size);
    t->game->hide(hidden, viewer);
    json_open(json, key, '{');
    json_string(json, "game", t->game->id);
    if (viewer < t->players)
        json_int(json, "seat", viewer);
    else
        json_null(json, "seat");
    json_int(json, "position", t->position);
    json_turn(json, t->begun ? t->game->turn(hidden) : 0);
    json_bool(json, "over", table_over(t));
    Reason ask = t->begun && viewer < t->players ? t->game->ask(hidden, viewer) : ALLOWED;
    if (ask.text)
        json_reason(json, "ask", ask);
    else
        json_null(json, "ask");
    json_moves(t, hidden, t->begun ? viewer : SPECTATOR, json);
    json_undo(t, viewer, json);
    /* The picture writes one value of its own; it stands behind its key. */
    json_key(json, "picture");
    t->game->picture(hidden, viewer, json);
    json_scores(t, json);
    json_close(json, '}');
}

/* --- events ----------------------------------------------------------------------------------- */

typedef struct Telling {
    Text *json;
    int viewer;
} Telling;

static void json_event(Text *json, int position, int viewer, const Event *event) {
    json_open(json, NULL, '{');
    json_int(json, "at", position);
    json_string(json, "kind", event->kind);
    if (event->seat >= 0)
        json_int(json, "seat", event->seat);
    else
        json_null(json, "seat");
    if (event->other >= 0)
        json_int(json, "other", event->other);
    else
        json_null(json, "other");
    json_string(json, "say", event->seat == viewer ? event->you : event->they);
    json_int(json, "n", event->n);
    json_int(json, "m", event->m);
    json_open(json, "items", '[');
    for (int i = 0; i < event->count; i++)
        json_string(json, NULL, event->items[i]);
    json_close(json, ']');
    json_close(json, '}');
}

static void tell_events(void *who, int position, int seat, const Move *move, const News *news,
                        const void *state) {
    Telling *telling = who;
    (void)seat;
    (void)move;
    (void)state;
    for (int i = 0; i < news->count; i++)
        if (news->event[i].audience >> telling->viewer & 1)
            json_event(telling->json, position, telling->viewer, &news->event[i]);
}

void table_events(const Table *t, int viewer, int from, const char *key, Text *json) {
    json_open(json, key, '[');
    table_replay(t, from, tell_events, &(Telling){json, viewer});
    json_close(json, ']');
}
