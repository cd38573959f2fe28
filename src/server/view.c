#include "server/view.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/session.h"

enum { KIND_SPECTATOR = SEATS_MAX, KIND_HOST }; /* VIEW_KINDS in all: the first are the seats */

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
    int visible; /* the position he may see */
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
static int visible_to(const LiveTable *live, int kind) {
    return audience_visible(live, kind < SEATS_MAX ? kind : -1);
}

/* --- drafts ----------------------------------------------------------------------------------- */

/* One step of a hash: multiplies, and folds the upper half of the product into the lower. */
static uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t eight(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static uint64_t four(const char *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Sixteen bytes at a time, the last ones again where they are no sixteen: two values that differ
   are taken for equal once in 2^64. */
static uint64_t hash_of(const char *bytes, size_t size) {
    const uint64_t stir = 0x9e3779b97f4a7c15u;
    uint64_t hash = size * 0xd6e8feb86659fd93u, a = 0, b = 0;
    const char *end = bytes + size;
    if (size >= 16) {
        for (; end - bytes > 16; bytes += 16)
            hash = fold(eight(bytes) ^ stir, eight(bytes + 8) ^ hash);
        a = eight(end - 16);
        b = eight(end - 8);
    } else if (size >= 8) {
        a = eight(bytes);
        b = eight(end - 8);
    } else if (size >= 4) {
        a = four(bytes);
        b = four(end - 4);
    } else if (size) {
        a = (uint64_t)(bytes[0] & 255) << 16 | (uint64_t)(bytes[size / 2] & 255) << 8 |
            (uint64_t)(end[-1] & 255);
    }
    return fold(fold(a ^ stir, b ^ hash), stir);
}

/* Takes over from `sent` (NULL: nothing) what was not written. */
static void hash_fields(Draft *draft, const View *sent) {
    int next = 0;
    if (sent) {
        next = draft->view.count[SEATED] = sent->count[SEATED];
        memcpy(draft->view.hash, sent->hash, (size_t)next * sizeof *sent->hash);
    }
    for (int o = sent ? TURN : SEATED; o < OBJECTS; o++) {
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
    int64_t wall = time(NULL), holidays[SEATS_MAX] = {0};
    int64_t more[] = {live_stage(live), table_paused(t),     limit->kind,    limit->seconds,
                      limit->increment, live->header.listed, table_delay(t), table_offline(t)};
    for (int seat = 0; seat < table_players(t); seat++)
        if (table_holiday(t, seat) > wall) holidays[seat] = table_holiday(t, seat);
    uint64_t hash = hash_of((const char *)more, sizeof more) ^
                    hash_of((const char *)holidays, sizeof holidays) * 7 ^
                    hash_of((const char *)live->absent_since, sizeof live->absent_since) * 3 ^
                    hash_of(live->header.next, strlen(live->header.next)) * 5;
    for (int seat = 0; seat < table_players(t); seat++)
        hash = fold(hash + 1, hash_of((const char *)table_seat(t, seat), sizeof(Seat)));
    return hash;
}

/* Writes what a kind of viewer sees; `person` is one of them, `seated` the mark. Where all of them
   know who sits here (`sent`), that is not written once more. */
static void draft_write(Draft *draft, const LiveTable *live, int kind, const Person *person,
                        uint64_t seated, const View *sent) {
    draft->live = live;
    draft->viewer = kind < SEATS_MAX ? kind : SPECTATOR;
    draft->visible = visible_to(live, kind);
    for (int o = 0; o < OBJECTS; o++) {
        if (!draft->object[o].at) draft->object[o] = text_grow();
        text_clear(&draft->object[o]);
        draft->fields[o].count = 0;
        draft->object[o].fields = &draft->fields[o];
    }
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    draft->view.seated = seated;
    if (sent && sent->seated != seated) sent = NULL;
    if (!sent) {
        jot_open(&draft->object[SEATED], NULL, '{');
        answer_seated(&standing, person, &draft->object[SEATED]);
        jot_close(&draft->object[SEATED], '}');
    }
    jot_open(&draft->object[TURN], NULL, '{');
    answer_turn(&standing, person, &draft->object[TURN]);
    jot_close(&draft->object[TURN], '}');
    jot_open(&draft->object[WINDOW], NULL, '{');
    if (draft->visible == table_position(live->table))
        table_look(live->table, draft->viewer, &draft->object[WINDOW], &draft->object[PICTURE]);
    else
        table_look_back(live->table, draft->visible, draft->viewer, &draft->object[WINDOW],
                        &draft->object[PICTURE]);
    jot_close(&draft->object[WINDOW], '}');
    hash_fields(draft, sent);
}

/* --- messages --------------------------------------------------------------------------------- */

/* Whether the two views have the same fields. */
static bool alike(const View *a, const View *b) {
    return memcmp(a->count, b->count, sizeof a->count) == 0;
}

/* Whether any field from number `first` on, of `count`, is not what was told (NULL: nothing was).
 */
static bool changed(const Draft *draft, const View *sent, int first, int count) {
    return !sent || memcmp(draft->view.hash + first, sent->hash + first,
                           (size_t)count * sizeof *sent->hash) != 0;
}

static int fields_of(const Draft *draft) {
    int fields = 0;
    for (int o = 0; o < OBJECTS; o++)
        fields += draft->view.count[o];
    return fields;
}

/* Adds the fields of an object that are not as they were told. */
static void add_fields(const Draft *draft, const View *sent, int o, int first, Text *json) {
    for (int i = 0; i < draft->fields[o].count; i++)
        if (changed(draft, sent, first + i, 1)) jot_field(json, &draft->object[o], i);
}

static void add_objects(const Draft *draft, const View *sent, Text *json) {
    const int *count = draft->view.count;
    int turn = count[SEATED], window = turn + count[TURN], picture = window + count[WINDOW];
    if (changed(draft, sent, 0, window)) {
        jot_open(json, "summary", '{');
        add_fields(draft, sent, SEATED, 0, json);
        add_fields(draft, sent, TURN, turn, json);
        jot_close(json, '}');
    }
    if (!changed(draft, sent, window, count[WINDOW] + count[PICTURE])) return;
    jot_open(json, "window", '{');
    add_fields(draft, sent, WINDOW, window, json);
    if (changed(draft, sent, picture, count[PICTURE])) {
        jot_open(json, "picture", '{');
        add_fields(draft, sent, PICTURE, picture, json);
        jot_close(json, '}');
    }
    jot_close(json, '}');
}

/* The message of a draft: what differs from `sent`, or the whole where that is NULL; and the events
   from a position on. */
static Text message_of(const Draft *draft, const View *sent, int from, const Request *mark) {
    const Table *t = draft->live->table;
    Text json = answer_begin(sent ? "change" : "table", mark);
    text_reserve(&json, draft->object[PICTURE].length + draft->object[WINDOW].length);
    add_objects(draft, sent, &json);
    int unseen = table_position(t) - draft->visible;
    jot_int(&json, "at", table_version(t) - unseen);
    if (unseen)
        clock_write_none(&json);
    else
        clock_write(draft->live, &json);
    jot_int(&json, "from", from);
    table_events(t, draft->viewer, draft->viewer, from, draft->visible, "events", &json);
    jot_close(&json, '}');
    return json;
}

static Text whole_of(const Draft *draft, const Request *mark) {
    const Table *t = draft->live->table;
    return message_of(draft, NULL, table_page(t, draft->viewer, draft->visible, LAST_EVENTS), mark);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void save_view(LiveTable *live, int kind, const Draft *draft) {
    if (!live->views[kind]) live->views[kind] = server_alloc(sizeof(View));
    View *view = live->views[kind];
    size_t hashes = (size_t)fields_of(draft) * sizeof *view->hash;
    memcpy(view, &draft->view, offsetof(View, hash) + hashes); /* the others never mattered */
    view->at = server_now(live->server);
    view->late = false;
}

void view_send(Socket *socket, const Request *mark) {
    LiveTable *live = socket->live;
    int kind = kind_of(live, socket->person);
    Draft *draft = &draft_room;
    draft_write(draft, live, kind, socket->person, mark_of(live), NULL);
    Text json = whole_of(draft, mark);
    socket->kind = kind;
    socket->whole = false;
    socket_send(socket, &json);
    const View *sent = live->views[kind];
    if (sent && (!alike(sent, &draft->view) || changed(draft, sent, 0, fields_of(draft))))
        for (Socket *s = live->watchers; s; s = s->beside) /* they know something older */
            if (s != socket && s->kind == kind) s->whole = true;
    bool late = sent && sent->late; /* the others have not heard */
    int from = late ? sent->from : 0;
    save_view(live, kind, draft);
    live->views[kind]->late = late;
    live->views[kind]->from = from;
}

/* Whether nothing has changed for who does not see the moves of the moment: not even that one was
   made is told. */
static bool unsent(const Draft *draft, const View *sent, int from) {
    return draft->visible < table_position(draft->live->table) && from == draft->visible &&
           !changed(draft, sent, 0, fields_of(draft));
}

/* Writes one message to all of a kind, and one to those of them who must be told the whole. */
static void update_kind(LiveTable *live, int kind, const Socket *but, int from, uint64_t seated,
                        Draft *draft) {
    Frame *change = NULL, *whole = NULL;
    const View *known = live->views[kind]; /* to all of them */
    if (known && known->late && known->from < from) from = known->from;
    for (const Socket *s = live->watchers; s; s = s->beside)
        if (s != but && s->kind == kind && s->whole) known = NULL;
    draft->live = NULL;
    for (Socket *s = live->watchers; s; s = s->beside) {
        if (s == but || s->kind != kind) continue;
        if (!draft->live) {
            draft_write(draft, live, kind, s->person, seated, known);
            if (known && !alike(known, &draft->view)) /* then all of it is told */
                draft_write(draft, live, kind, s->person, seated, NULL);
        }
        const View *sent = s->whole ? NULL : live->views[kind];
        if (sent && !alike(sent, &draft->view)) sent = NULL;
        if (sent && unsent(draft, sent, from)) continue;
        Frame **frame = sent ? &change : &whole;
        if (!*frame) {
            Text json = sent ? message_of(draft, sent, from, NULL) : whole_of(draft, NULL);
            *frame = frame_of(&json);
        }
        s->whole = false;
        socket_share(s, *frame);
    }
    if (!draft->live) return;
    save_view(live, kind, draft);
    frame_release(change);
    frame_release(whole);
}

void view_update_seat(LiveTable *live, int seat) {
    update_kind(live, seat, NULL, live->sent_position, mark_of(live), &draft_room);
}

/* What is new at a table, and for whom. */
typedef struct Fresh {
    unsigned kinds;   /* of those who look, a bit each */
    int from;         /* nobody was told what happened behind this position */
    int visible_from; /* the same for those who see what others do later (audience.h) */
    uint64_t seated;  /* the mark of who sits there */
} Fresh;

static int least(int a, int b) {
    return a < b ? a : b;
}

/* All that happened until now is about to be told; `low` is where lines went back to. */
static Fresh take_news(LiveTable *live, int low) {
    int visible = audience_visible(live, -1);
    Fresh fresh = {.from = least(low, live->sent_position),
                   .visible_from = least(least(low, live->sent_visible), visible),
                   .seated = mark_of(live)};
    bool moved = false;
    live->sent_position = table_position(live->table);
    live->sent_visible = visible;
    for (Socket *s = live->watchers; s; s = s->beside) {
        int kind = kind_of(live, s->person);
        if (s->kind != kind) s->whole = true; /* somebody sat down, or stood up */
        moved |= s->kind != kind;
        s->kind = kind;
        fresh.kinds |= 1u << kind;
    }
    if (moved) audience_note(live);
    return fresh;
}

static int from_of(const Fresh *fresh, int kind) {
    return kind < SEATS_MAX ? fresh->from : fresh->visible_from;
}

void view_update(LiveTable *live, const Socket *but, int low) {
    Fresh fresh = take_news(live, low);
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        if (fresh.kinds >> kind & 1)
            update_kind(live, kind, but, from_of(&fresh, kind), fresh.seated, &draft_room);
}

/* Whether a kind was told something just now; then what is new waits a little. */
static bool rests(LiveTable *live, int kind, int from) {
    View *view = live->views[kind];
    uint64_t now = server_now(live->server);
    if (!view || now - view->at >= REST_MS) return false;
    if (!view->late || from < view->from) view->from = from;
    view->late = true;
    clock_send_in(live, (int64_t)(view->at + REST_MS - now));
    return true;
}

void view_moved(LiveTable *live, const Socket *mover, int low) {
    Fresh fresh = take_news(live, low);
    unsigned at_once = table_over(live->table) ? ~0u : live_turn(live);
    if (mover) at_once |= 1u << mover->kind;
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        if (!(fresh.kinds >> kind & 1)) continue;
        int from = from_of(&fresh, kind);
        if (at_once >> kind & 1 || !rests(live, kind, from))
            update_kind(live, kind, NULL, from, fresh.seated, &draft_room);
    }
}

void view_catch_up(LiveTable *live) {
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        const View *view = live->views[kind];
        if (view && view->late && !rests(live, kind, view->from))
            update_kind(live, kind, NULL, view->from, mark_of(live), &draft_room);
    }
}

void view_forget(LiveTable *live) {
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        free(live->views[kind]);
        live->views[kind] = NULL;
    }
}
