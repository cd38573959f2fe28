/* window.c: what a viewer sees of a table. Everything here is made from the state hidden for him
   and from news he may know; the full state is touched only to hide it. */
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"
#include "table/inside.h"

static void jot_reason(Text *json, const char *key, Reason reason) {
    if (!reason.text) {
        jot_null(json, key);
        return;
    }
    jot_open(json, key, '{');
    jot_string(json, "say", reason.text);
    jot_int(json, "n", reason.n);
    jot_close(json, '}');
}

void turn_json(Text *json, Turn turn) {
    jot_open(json, "turn", '[');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (turn_has(turn, seat)) jot_int(json, NULL, seat);
    jot_close(json, ']');
}

/* Returns how many there are. */
static int jot_moves(const Table *t, const void *hidden, int viewer, Text *json) {
    Move list[MOVES_MAX];
    int n = viewer < t->players ? t->game->rules.moves(hidden, viewer, list) : 0;
    jot_open(json, "moves", '[');
    for (int i = 0; i < n; i++) {
        jot_before(json, NULL, 0);
        text_char(json, '"');
        move_write(t->game, list[i], json); /* words of ours: nothing to escape */
        text_char(json, '"');
    }
    jot_close(json, ']');
    return n;
}

/* What happened between the last two decisions of `viewer`: the position after the last one that
   others have answered, and where the one he is about to make began, of which he may have made some
   moves already. */
static void jot_between(const Table *t, int viewer, Text *json) {
    int from = viewer < t->players ? t->position : 0, to = t->position;
    for (; from && (t->made[from - 1].seat == viewer || t->made[from - 1].seat == CHANCE); from--)
        if (t->made[from - 1].seat == viewer) to = from - 1;
    while (from && t->made[from - 1].seat != viewer)
        from--;
    jot_int(json, "since", from);
    jot_int(json, "until", to);
}

static void jot_undo(const Table *t, int viewer, Text *json) {
    bool stands_in = viewer < t->players && table_automatic(t, viewer);
    Reason why = stands_in ? REFUSED(N_("A bot plays for you: take your seat back first."))
                           : table_undo_check(t, viewer, NULL);
    jot_open(json, "undo", '{');
    jot_bool(json, "can", !why.text);
    jot_string(json, "why", why.text);
    jot_int(json, "n", why.n);
    jot_close(json, '}');
}

/* What talking to the table costs this viewer now, and why he cannot pay it; null where it is free.
 */
static void jot_chat(const Table *t, const void *hidden, int viewer, Text *json) {
    Fine fine;
    if (viewer >= t->players || !table_fine(t, viewer, &fine)) {
        jot_null(json, "talk");
        return;
    }
    Reason why = t->game->rules.check(hidden, viewer, fine.move);
    jot_open(json, "talk", '{');
    jot_string(json, "say", fine.warning);
    jot_string(json, "act", fine.act);
    jot_int(json, "n", fine.n);
    jot_reason(json, "why", why);
    jot_close(json, '}');
}

static void jot_scores(const Table *t, Text *json) {
    if (!table_finished(t)) {
        jot_null(json, "scores");
        return;
    }
    Score scores[SEATS_MAX];
    t->game->rules.score(t->state, scores);
    jot_open(json, "scores", '[');
    for (int seat = 0; seat < t->players; seat++) {
        jot_open(json, NULL, '{');
        jot_int(json, "seat", seat);
        jot_int(json, "points", scores[seat].points);
        jot_int(json, "tie", scores[seat].tie);
        jot_int(json, "rank", scores[seat].rank);
        jot_open(json, "parts", '[');
        for (int i = 0; t->game->words.parts[i]; i++) {
            jot_open(json, NULL, '{');
            jot_string(json, "name", t->game->words.parts[i]);
            jot_int(json, "points", scores[seat].parts[i]);
            jot_close(json, '}');
        }
        jot_close(json, ']');
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* Every field of a window but its picture. */
static void jot_frame(const Table *t, const void *hidden, int viewer, Text *json) {
    jot_string(json, "game", t->game->id);
    if (viewer < t->players)
        jot_int(json, "seat", viewer);
    else
        jot_null(json, "seat");
    jot_int(json, "position", t->position);
    Turn turn = t->begun && !t->ended ? t->game->rules.turn(hidden) : 0;
    turn_json(json, turn);
    jot_bool(json, "over", table_finished(t));
    Reason ask = t->begun && viewer < t->players ? t->game->words.ask(hidden, viewer) : ALLOWED;
    jot_reason(json, "ask", ask);
    int moves = jot_moves(t, hidden, t->begun ? viewer : SPECTATOR, json);
    /* where not every move is listed, a single one may not be all there is */
    jot_bool(json, "forced", moves == 1 && turn_has(turn, viewer) && !t->game->rules.vast);
    jot_between(t, viewer, json);
    jot_undo(t, viewer, json);
    jot_chat(t, hidden, viewer, json);
    jot_scores(t, json);
    if (viewer < t->players && table_missed(t, viewer) >= 0)
        jot_int(json, "missed", table_missed(t, viewer));
    else
        jot_null(json, "missed");
    order_write(t, viewer, json);
}

void table_look(const Table *t, int viewer, Text *frame, Text *picture) {
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, t->state, t->game->state_size);
    t->game->rules.hide(hidden, viewer);
    jot_frame(t, hidden, viewer, frame);
    t->game->words.picture(hidden, viewer, picture);
}

void table_window(const Table *t, int viewer, const char *key, Text *json) {
    Text picture = text_grow();
    jot_open(json, key, '{');
    table_look(t, viewer, json, &picture);
    jot_raw(json, "picture", picture.at);
    jot_close(json, '}');
    text_free(&picture);
}

/* --- events ----------------------------------------------------------------------------------- */

/* A page goes back this many moves at most, whatever they told. */
enum { PAGE_MOVES = 16 * STRIDE };

typedef struct EventWriter {
    Text *json;  /* NULL: the events are only counted */
    int *counts; /* then: by position, from `from` + 1 on */
    int viewer, reader;
    int from;    /* what happened behind this position is told */
    bool holds;  /* something will be opened to him */
    Event *held; /* events the viewer may not know yet */
    int count, room;
} EventWriter;

void event_json(Text *json, int position, int reader, const Event *event) {
    jot_open(json, NULL, '{');
    jot_int(json, "at", position);
    jot_word(json, "kind", event->kind);
    jot_seat_if(json, "seat", event->seat);
    jot_seat_if(json, "other", event->other);
    jot_string(json, "say", event_words(event, reader));
    jot_int(json, "n", event->n);
    jot_int(json, "m", event->m);
    jot_open(json, "items", '[');
    for (int i = 0; i < event->count; i++)
        jot_word(json, NULL, event->items[i]);
    jot_close(json, ']');
    jot_close(json, '}');
}

static void write_event(EventWriter *writer, int position, const Event *event) {
    if (position <= writer->from) return;
    if (writer->json)
        event_json(writer->json, position, writer->reader, event);
    else
        writer->counts[position - writer->from - 1]++;
}

static void hold_event(EventWriter *writer, const Event *event) {
    if (writer->count == writer->room) {
        writer->room = writer->room ? 2 * writer->room : 64;
        writer->held = realloc(writer->held, (size_t)writer->room * sizeof *writer->held);
        if (!writer->held) abort();
    }
    writer->held[writer->count++] = *event;
}

/* Events the viewer may know are told; the others are kept until a move opens them to him, and then
   told as part of that move. */
static void write_events(void *who, int position, int seat, const Move *move, const News *news,
                         const void *state) {
    EventWriter *writer = who;
    (void)seat;
    (void)move;
    (void)state;
    for (int i = 0; i < news->count; i++) {
        const Event *event = &news->event[i];
        if (event->opens >> writer->viewer & 1) {
            for (int j = 0; j < writer->count; j++)
                write_event(writer, position, &writer->held[j]);
            writer->count = 0;
        }
        if (event->audience >> writer->viewer & 1)
            write_event(writer, position, event);
        else if (writer->holds)
            hold_event(writer, event);
    }
}

/* Whether a move between the positions opens something to the viewer. */
static bool opens_between(const Table *t, int viewer, int from, int to) {
    for (int at = from; at < to; at++)
        if (t->made[at].opens >> viewer & 1) return true;
    return false;
}

/* Everything from `writer->from` to `to`. */
static void write_all(const Table *t, EventWriter *writer, int to) {
    int begin = writer->from, viewer = writer->viewer;
    writer->holds = opens_between(t, viewer, begin, to);
    /* From behind the opening before, so that all that was kept since is heard. */
    while (writer->holds && begin > 0 && !(t->made[begin - 1].opens >> viewer & 1))
        begin--;
    table_replay(t, begin, to, write_events, writer);
    free(writer->held);
}

void table_events(const Table *t, int viewer, int reader, int from, int to, const char *key,
                  Text *json) {
    jot_open(json, key, '[');
    write_all(t, &(EventWriter){.json = json, .viewer = viewer, .reader = reader, .from = from},
              to);
    jot_close(json, ']');
}

int table_page(const Table *t, int viewer, int to, int events) {
    int count = 0, first = to > PAGE_MOVES ? to - PAGE_MOVES : 0;
    for (int begin; to > first; to = begin) {
        int counts[STRIDE] = {0};
        begin = (to - 1) / STRIDE * STRIDE;
        write_all(t, &(EventWriter){.counts = counts, .viewer = viewer, .from = begin}, to);
        for (int at = to; at > begin; at--) {
            int more = counts[at - begin - 1];
            if (count > 0 && count + more > events) return at;
            count += more;
        }
    }
    return to;
}
