#include "server/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/answer.h"
#include "server/clock.h"
#include "server/session.h"

enum { KIND_SPECTATOR = SEATS_MAX, KIND_HOST }; /* VIEW_KINDS in all: the first are the seats */

/* Events who comes is told: about what a journal shows at once. Older ones are asked for by pages.
 */
enum { LAST_TURNS = 60 };

/* Ms between two messages to a kind that neither moved nor owes a move: 25 a second show whoever
   looks on all that happens, however fast moves follow one another. */
enum { REST_MS = 40 };

/* The objects a message is made of. */
enum { SEATED, TURN, WINDOW, PICTURE, OBJECTS }; /* the first two are the summary */

/* What a kind of viewer was told last. */
struct View {
    uint64_t at;                         /* ms: when */
    bool late;                           /* there is more to tell, and that can wait: */
    int from;                            /* what happened from this position on */
    uint64_t seated;                     /* mark of what the object of that name is made of */
    int count[OBJECTS];                  /* fields of each */
    uint64_t hash[OBJECTS * JOT_FIELDS]; /* of every field, one object after the other */
};

/* What a kind of viewer sees now. One after the other is written into the same memory: the loop is
   alone here. */
typedef struct Draft {
    const LiveTable *live;
    int viewer;
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

/* Takes over from `told` (NULL: nothing) what was not written. */
static void hash_fields(Draft *draft, const View *told) {
    int next = 0;
    if (told) {
        next = draft->view.count[SEATED] = told->count[SEATED];
        memcpy(draft->view.hash, told->hash, (size_t)next * sizeof *told->hash);
    }
    for (int o = told ? TURN : SEATED; o < OBJECTS; o++) {
        const JotFields *f = &draft->fields[o];
        assert(f->count <= JOT_FIELDS);
        draft->view.count[o] = f->count;
        for (int i = 0; i < f->count; i++)
            draft->view.hash[next++] =
                hash_of(draft->object[o].at + f->from[i], f->to[i] - f->from[i]);
    }
}

/* A mark of all that `answer_seated` is made of: while it stays, so does what that writes. */
static uint64_t mark_of(const LiveTable *live) {
    const Table *t = live->table;
    const TimeLimit *limit = table_time(t);
    int64_t wall = time(NULL),
            more[SEATS_MAX + 6] = {live_stage(live), table_paused(t),  limit->kind,
                                   limit->seconds,   limit->increment, live->header.listed};
    for (int seat = 0; seat < table_players(t); seat++)
        more[6 + seat] = table_holiday(t, seat) > wall ? table_holiday(t, seat) : 0;
    uint64_t hash = hash_of((const char *)more, sizeof more) ^
                    hash_of((const char *)live->absent_since, sizeof live->absent_since) * 3 ^
                    hash_of(live->header.next, strlen(live->header.next)) * 5;
    for (int seat = 0; seat < table_players(t); seat++)
        hash = fold(hash + 1, hash_of((const char *)table_seat(t, seat), sizeof(Seat)));
    return hash;
}

/* Writes what a kind of viewer sees; `person` is one of them. Where all of them know who sits here
   (`told`), that is not written once more. */
static void draft_write(Draft *draft, const LiveTable *live, int kind, const Person *person,
                        const View *told) {
    draft->live = live;
    draft->viewer = kind < SEATS_MAX ? kind : SPECTATOR;
    for (int o = 0; o < OBJECTS; o++) {
        if (!draft->object[o].at) draft->object[o] = text_grow();
        text_clear(&draft->object[o]);
        draft->fields[o].count = 0;
        draft->object[o].fields = &draft->fields[o];
    }
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    draft->view.seated = mark_of(live);
    if (told && told->seated != draft->view.seated) told = NULL;
    if (!told) {
        jot_open(&draft->object[SEATED], NULL, '{');
        answer_seated(&standing, person, &draft->object[SEATED]);
        jot_close(&draft->object[SEATED], '}');
    }
    jot_open(&draft->object[TURN], NULL, '{');
    answer_turn(&standing, &draft->object[TURN]);
    jot_close(&draft->object[TURN], '}');
    jot_open(&draft->object[WINDOW], NULL, '{');
    table_look(live->table, draft->viewer, &draft->object[WINDOW], &draft->object[PICTURE]);
    jot_close(&draft->object[WINDOW], '}');
    hash_fields(draft, told);
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
    int turn = count[SEATED], window = turn + count[TURN], picture = window + count[WINDOW];
    if (changed(draft, told, 0, window)) {
        jot_open(json, "summary", '{');
        add_fields(draft, told, SEATED, 0, json);
        add_fields(draft, told, TURN, turn, json);
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
    jot_int(&json, "at", table_version(t));
    clock_write(draft->live, &json);
    jot_int(&json, "from", from);
    table_events(t, draft->viewer, from, table_position(t), "events", &json);
    jot_close(&json, '}');
    return json;
}

static Text whole_of(const Draft *draft, const Request *mark) {
    const Table *t = draft->live->table;
    return message_of(draft, NULL, table_page(t, draft->viewer, table_position(t), LAST_TURNS),
                      mark);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void keep_view(LiveTable *live, int kind, const Draft *draft) {
    if (!live->views[kind]) live->views[kind] = server_alloc(sizeof(View));
    View *view = live->views[kind];
    *view = draft->view;
    view->at = server_now(live->server);
    view->late = false;
}

void view_send(Socket *socket, const Request *mark) {
    LiveTable *live = socket->live;
    int kind = kind_of(live, socket->person);
    Draft *draft = &draft_room;
    draft_write(draft, live, kind, socket->person, NULL);
    Text json = whole_of(draft, mark);
    socket->kind = kind;
    socket->whole = false;
    socket_send(socket, &json);
    int fields = 0;
    for (int o = 0; o < OBJECTS; o++)
        fields += draft->view.count[o];
    const View *told = live->views[kind];
    if (told && (!alike(told, &draft->view) || changed(draft, told, 0, fields)))
        for (Socket *s = live->watchers; s; s = s->beside) /* they know something older */
            if (s != socket && s->kind == kind) s->whole = true;
    bool late = told && told->late; /* the others have not heard */
    int from = late ? told->from : 0;
    keep_view(live, kind, draft);
    live->views[kind]->late = late;
    live->views[kind]->from = from;
}

/* Writes one message to all of a kind, and one to those of them who must be told the whole. */
static void update_kind(LiveTable *live, int kind, const Socket *but, int from, Draft *draft) {
    Frame *change = NULL, *whole = NULL;
    const View *known = live->views[kind]; /* to all of them */
    if (known && known->late && known->from < from) from = known->from;
    for (const Socket *s = live->watchers; s; s = s->beside)
        if (s != but && s->kind == kind && s->whole) known = NULL;
    draft->live = NULL;
    for (Socket *s = live->watchers; s; s = s->beside) {
        if (s == but || s->kind != kind) continue;
        if (!draft->live) {
            draft_write(draft, live, kind, s->person, known);
            if (known && !alike(known, &draft->view)) /* then all of it is told */
                draft_write(draft, live, kind, s->person, NULL);
        }
        const View *told = s->whole ? NULL : live->views[kind];
        if (told && !alike(told, &draft->view)) told = NULL;
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

/* The kinds of those who look, each of whom gets his; a bit each. */
static unsigned kinds_of(LiveTable *live) {
    unsigned kinds = 0;
    for (Socket *s = live->watchers; s; s = s->beside) {
        int kind = kind_of(live, s->person);
        if (s->kind != kind) s->whole = true; /* somebody sat down, or stood up */
        s->kind = kind;
        kinds |= 1u << kind;
    }
    return kinds;
}

/* The position behind which nobody was told anything, `low` where lines went back behind that; all
   that happened until now is about to be told. */
static int untold(LiveTable *live, int low) {
    int from = low < live->sent_position ? low : live->sent_position;
    live->sent_position = table_position(live->table);
    return from;
}

void view_update(LiveTable *live, const Socket *but, int low) {
    int from = untold(live, low);
    unsigned kinds = kinds_of(live);
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        if (kinds >> kind & 1) update_kind(live, kind, but, from, &draft_room);
}

/* Whether a kind was told something just now; then what is new waits a little. */
static bool rests(LiveTable *live, int kind, int from) {
    View *view = live->views[kind];
    uint64_t now = server_now(live->server);
    if (!view || now - view->at >= REST_MS) return false;
    if (!view->late || from < view->from) view->from = from;
    view->late = true;
    clock_tell_in(live, (int64_t)(view->at + REST_MS - now));
    return true;
}

void view_moved(LiveTable *live, const Socket *mover, int low) {
    int from = untold(live, low);
    unsigned kinds = kinds_of(live), at_once = table_over(live->table) ? ~0u : live_turn(live);
    if (mover) at_once |= 1u << mover->kind;
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        if (kinds >> kind & 1 && (at_once >> kind & 1 || !rests(live, kind, from)))
            update_kind(live, kind, NULL, from, &draft_room);
}

void view_catch_up(LiveTable *live) {
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        const View *view = live->views[kind];
        if (view && view->late && !rests(live, kind, view->from))
            update_kind(live, kind, NULL, view->from, &draft_room);
    }
}

void view_forget(LiveTable *live) {
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        free(live->views[kind]);
        live->views[kind] = NULL;
    }
}
