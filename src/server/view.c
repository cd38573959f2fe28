#include "server/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/session.h"

enum { KIND_SPECTATOR = SEATS_MAX, KIND_HOST }; /* VIEW_KINDS in all: the first are the seats */

/* Events who comes is told: about what a journal shows at once. Older ones are asked for by pages.
 */
enum { LAST_TURNS = 60 };

/* The objects a message is made of. */
enum { SUMMARY, WINDOW, PICTURE, OBJECTS };

/* What a kind of viewer was told last. */
struct View {
    int count[OBJECTS];                  /* fields of each */
    uint64_t hash[OBJECTS * JOT_FIELDS]; /* of every field, one object after the other */
};

/* What a kind of viewer sees now. One after the other is written into the same memory: the loop is
   alone here. */
typedef struct Draft {
    const LiveTable *live;
    int viewer;
    int shown; /* the position he may see */
    Text object[OBJECTS];
    JotFields fields[OBJECTS];
    View view;
} Draft;
static Draft draft_room;

static int kind_of(const LiveTable *live, const Person *person) {
    int seat = table_seat_of(live->table, person->self.id);
    if (seat >= 0) return seat;
    return strcmp(live->header.host, person->self.id) == 0 ? KIND_HOST : KIND_SPECTATOR;
}

/* The position those of a kind may see. */
static int shown_to(const LiveTable *live, int kind) {
    return audience_shown(live, kind < SEATS_MAX ? kind : -1);
}

/* --- drafts ----------------------------------------------------------------------------------- */

/* One step of a hash: multiplies, and folds the upper half of the product into the lower. */
static uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Eight bytes at a time: two values that differ are taken for equal once in 2^64. */
static uint64_t hash_of(const char *bytes, size_t size) {
    const uint64_t stir = 0x9e3779b97f4a7c15u;
    uint64_t hash = size * stir, word;
    for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = fold(hash ^ word ^ stir, 0xd6e8feb86659fd93u);
    }
    word = 0;
    memcpy(&word, bytes, size);
    return fold(hash ^ word, stir);
}

static void hash_fields(Draft *draft) {
    int next = 0;
    for (int o = 0; o < OBJECTS; o++) {
        const JotFields *f = &draft->fields[o];
        assert(f->count <= JOT_FIELDS);
        draft->view.count[o] = f->count;
        for (int i = 0; i < f->count; i++)
            draft->view.hash[next++] =
                hash_of(draft->object[o].at + f->from[i], f->to[i] - f->from[i]);
    }
}

/* Writes what a kind of viewer sees; `person` is one of them. */
static void draft_write(Draft *draft, const LiveTable *live, int kind, const Person *person) {
    draft->live = live;
    draft->viewer = kind < SEATS_MAX ? kind : SPECTATOR;
    draft->shown = shown_to(live, kind);
    for (int o = 0; o < OBJECTS; o++) {
        if (!draft->object[o].at) draft->object[o] = text_grow();
        text_clear(&draft->object[o]);
        draft->fields[o].count = 0;
        draft->object[o].fields = &draft->fields[o];
    }
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    answer_summary(&standing, person, NULL, &draft->object[SUMMARY]);
    jot_open(&draft->object[WINDOW], NULL, '{');
    if (draft->shown == table_position(live->table))
        table_look(live->table, draft->viewer, &draft->object[WINDOW], &draft->object[PICTURE]);
    else
        table_look_back(live->table, draft->shown, draft->viewer, &draft->object[WINDOW],
                        &draft->object[PICTURE]);
    jot_close(&draft->object[WINDOW], '}');
    hash_fields(draft);
}

/* --- messages --------------------------------------------------------------------------------- */

/* Whether the two views have the same fields. */
static bool alike(const View *a, const View *b) {
    return memcmp(a->count, b->count, sizeof a->count) == 0;
}

/* Whether any field from number `first` on, of `count`, is not what was told (NULL: nothing was).
 */
static bool changed(const Draft *draft, const View *told, int first, int count) {
    return !told || memcmp(draft->view.hash + first, told->hash + first,
                           (size_t)count * sizeof *told->hash) != 0;
}

/* Adds the fields of an object that are not as they were told. */
static void add_fields(const Draft *draft, const View *told, int o, int first, Text *json) {
    for (int i = 0; i < draft->fields[o].count; i++)
        if (changed(draft, told, first + i, 1)) jot_field(json, &draft->object[o], i);
}

static void add_objects(const Draft *draft, const View *told, Text *json) {
    const int *count = draft->view.count;
    int window = count[SUMMARY], picture = window + count[WINDOW];
    if (changed(draft, told, 0, count[SUMMARY])) {
        jot_open(json, "summary", '{');
        add_fields(draft, told, SUMMARY, 0, json);
        jot_close(json, '}');
    }
    if (!changed(draft, told, window, count[WINDOW] + count[PICTURE])) return;
    jot_open(json, "window", '{');
    add_fields(draft, told, WINDOW, window, json);
    if (changed(draft, told, picture, count[PICTURE])) {
        jot_open(json, "picture", '{');
        add_fields(draft, told, PICTURE, picture, json);
        jot_close(json, '}');
    }
    jot_close(json, '}');
}

/* The message of a draft: what differs from `told`, or the whole where that is NULL; and the events
   from a position on. */
static Text message_of(const Draft *draft, const View *told, int from, const Request *mark) {
    const Table *t = draft->live->table;
    Text json = answer_begin(told ? "change" : "table", mark);
    text_reserve(&json, draft->object[PICTURE].length + draft->object[WINDOW].length);
    add_objects(draft, told, &json);
    int unseen = table_position(t) - draft->shown;
    jot_int(&json, "at", table_version(t) - unseen);
    if (unseen)
        clock_write_none(&json);
    else
        clock_write(draft->live, &json);
    jot_int(&json, "from", from);
    table_events(t, draft->viewer, from, draft->shown, "events", &json);
    jot_close(&json, '}');
    return json;
}

static Text whole_of(const Draft *draft, const Request *mark) {
    const Table *t = draft->live->table;
    return message_of(draft, NULL, table_page(t, draft->viewer, draft->shown, LAST_TURNS), mark);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void keep_view(LiveTable *live, int kind, const Draft *draft) {
    if (!live->views[kind]) live->views[kind] = server_alloc(sizeof(View));
    *live->views[kind] = draft->view;
}

void view_send(Socket *socket, const Request *mark) {
    LiveTable *live = socket->live;
    int kind = kind_of(live, socket->person);
    Draft *draft = &draft_room;
    draft_write(draft, live, kind, socket->person);
    Text json = whole_of(draft, mark);
    socket->kind = kind;
    socket->whole = false;
    socket_send(socket, &json);
    int fields =
        draft->view.count[SUMMARY] + draft->view.count[WINDOW] + draft->view.count[PICTURE];
    const View *told = live->views[kind];
    if (told && (!alike(told, &draft->view) || changed(draft, told, 0, fields)))
        for (Socket *s = live->watchers; s; s = s->beside) /* they know something older */
            if (s != socket && s->kind == kind) s->whole = true;
    keep_view(live, kind, draft);
}

/* Whether nothing has changed for who does not see the moves of the moment: not even that one was
   made is told. */
static bool untold(const Draft *draft, const View *told, int from) {
    const int *count = draft->view.count;
    return draft->shown < table_position(draft->live->table) && from == draft->shown &&
           !changed(draft, told, 0, count[SUMMARY] + count[WINDOW] + count[PICTURE]);
}

/* Writes one message to all of a kind, and one to those of them who must be told the whole. */
static void update_kind(LiveTable *live, int kind, const Socket *but, int from, Draft *draft) {
    Frame *change = NULL, *whole = NULL;
    draft->live = NULL;
    for (Socket *s = live->watchers; s; s = s->beside) {
        if (s == but || s->kind != kind) continue;
        if (!draft->live) draft_write(draft, live, kind, s->person);
        const View *told = s->whole ? NULL : live->views[kind];
        if (told && !alike(told, &draft->view)) told = NULL;
        if (told && untold(draft, told, from)) continue;
        Frame **frame = told ? &change : &whole;
        if (!*frame) {
            Text json = told ? message_of(draft, told, from, NULL) : whole_of(draft, NULL);
            *frame = frame_of(&json);
        }
        s->whole = false;
        socket_share(s, *frame);
    }
    if (!draft->live) return;
    keep_view(live, kind, draft);
    frame_release(change);
    frame_release(whole);
}

void view_update_seat(LiveTable *live, int seat) {
    update_kind(live, seat, NULL, live->sent_position, &draft_room);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

void view_update(LiveTable *live, const Socket *but, int low) {
    int from = least(low, live->sent_position), shown = audience_shown(live, -1);
    int shown_from = least(least(low, live->sent_shown), shown);
    unsigned kinds = 0;
    bool moved = false;
    live->sent_position = table_position(live->table);
    live->sent_shown = shown;
    for (Socket *s = live->watchers; s; s = s->beside) {
        int kind = kind_of(live, s->person);
        if (s->kind != kind) s->whole = true; /* somebody sat down, or stood up */
        moved |= s->kind != kind;
        s->kind = kind;
        kinds |= 1u << kind;
    }
    if (moved) audience_note(live);
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        if (kinds >> kind & 1)
            update_kind(live, kind, but, kind < SEATS_MAX ? from : shown_from, &draft_room);
}

void view_forget(LiveTable *live) {
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        free(live->views[kind]);
        live->views[kind] = NULL;
    }
}
