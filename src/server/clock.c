#include "server/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/absence.h"
#include "server/answer.h"
#include "server/cluster.h"
#include "server/orders.h"
#include "server/thinker.h"
#include "server/view.h"

enum {
    RING_MOST = 32,        /* tables seen to in one turn of the loop */
    LOOK_AHEAD_MS = 15000, /* of the world: tables due so soon are brought in from the store */
    SLEPT_MS = 3000,       /* of the world: the loop has never turned for so long */
    STAY_MS = 60 * 1000,   /* of the world: tables due so soon stay in memory */
    REST_MS = 1000         /* of the world: before a table tries again what could not be kept */
};

/* --- the time of the house -------------------------------------------------------------------- */

Moment clock_now(Server *server) {
    int64_t hour;
    if (store_clock(server->store, &hour)) /* all nodes have the same */
        return (Moment){hour * 60 / server->options.minute, time(NULL)};
    /* It is asked every second (server.c): so long a gap is a server that was stopped, and who
       could not move loses nothing by it. */
    uint64_t now = server_now(server);
    if (now - server->hour_seen > SLEPT_MS) server->hour_start += now - server->hour_seen;
    server->hour_seen = now;
    uint64_t passed = now - server->hour_start;
    return (Moment){server->hour_base + (int64_t)passed * 60 / server->options.minute, time(NULL)};
}

int64_t clock_real(const Server *server, int64_t ms) {
    return ms > INT64_MAX / 3600 ? ms : ms * server->options.minute / 60;
}

int64_t clock_scaled(const Server *server, int64_t real) {
    return real * 60 / server->options.minute;
}

/* --- the heap: `live->place` is its index, plus 1 --------------------------------------------- */

static void put(Deadlines *d, int i, LiveTable *live) {
    d->heap[i] = live;
    live->place = i + 1;
}

static void rise(Deadlines *d, int i, LiveTable *live) {
    for (int above = (i - 1) / 2; i > 0 && d->heap[above]->due > live->due; above = (i - 1) / 2) {
        put(d, i, d->heap[above]);
        i = above;
    }
    put(d, i, live);
}

static void sink(Deadlines *d, int i, LiveTable *live) {
    for (int below = 2 * i + 1; below < d->count; below = 2 * i + 1) {
        if (below + 1 < d->count && d->heap[below + 1]->due < d->heap[below]->due) below++;
        if (d->heap[below]->due >= live->due) break;
        put(d, i, d->heap[below]);
        i = below;
    }
    put(d, i, live);
}

static void take_out(Deadlines *d, LiveTable *live) {
    if (!live->place) return;
    int i = live->place - 1;
    live->place = 0;
    LiveTable *last = d->heap[--d->count];
    if (last == live) return;
    if (i > 0 && d->heap[(i - 1) / 2]->due > last->due)
        rise(d, i, last);
    else
        sink(d, i, last);
}

static void put_in(Deadlines *d, LiveTable *live) {
    if (d->count == d->room) {
        d->room = d->room ? 2 * d->room : 64;
        d->heap = realloc(d->heap, (size_t)d->room * sizeof *d->heap);
        if (!d->heap) abort();
    }
    rise(d, d->count++, live);
}

static void ring_some(uv_timer_t *timer);

/* At least `least` ms from now, and not before the moment: a timer that rings too soon and is set
   again at once would ring for ever in the same turn of the loop, whose time stands still. */
static void set_timer(Server *server, uint64_t least) {
    Deadlines *d = &server->deadlines;
    if (!d->count || server->stopping) {
        uv_timer_stop(&d->timer);
        return;
    }
    int64_t due = d->heap[0]->due - clock_now(server).ms, most = 3600 * 1000;
    uint64_t wait = due > 0 ? (uint64_t)clock_real(server, due < most ? due : most) + 1 : 0;
    uv_timer_start(&d->timer, ring_some, wait > least ? wait : least, 0);
}

/* A few of those whose moment has come; the others in the next turn of the loop. */
static void ring_some(uv_timer_t *timer) {
    Server *server = timer->loop->data;
    Deadlines *d = &server->deadlines;
    int64_t now = clock_now(server).ms;
    for (int i = 0; i < RING_MOST && d->count && d->heap[0]->due <= now; i++) {
        LiveTable *live = d->heap[0];
        take_out(d, live);
        if (live->bot_at <= now && live->rests_until <= now) thinker_ring(live);
        if (live->send_at <= now) {
            live->send_at = CLOCK_NEVER;
            if (live->state == LIVE_READY) view_catch_up(live); /* else once it is again */
        }
        clock_ring(live);
    }
    set_timer(server, 1);
}

/* --- opening and closing ---------------------------------------------------------------------- */

void clock_open(Server *server) {
    server->hour_base = store_hour(server->store);
    server->hour_start = server->hour_seen = server_now(server);
    uv_timer_init(&server->loop, &server->deadlines.timer);
}

static void hour_saved(void *who, StoreAnswer *answer) {
    (void)who;
    (void)answer;
}

static void save_hour(Server *server) {
    store_save_hour(server->store, clock_now(server).ms, mailbox_put,
                    mailbox_expect(&server->mailbox, hour_saved, NULL));
}

void clock_stop(Server *server) {
    uv_timer_stop(&server->deadlines.timer);
    save_hour(server);
}

void clock_close(Server *server) {
    uv_close((uv_handle_t *)&server->deadlines.timer, NULL);
}

void clock_free(Server *server) {
    free(server->deadlines.heap);
}

/* --- tables in the store ---------------------------------------------------------------------- */

static void ask_due(Server *server, int64_t due, int64_t key);

/* One look at a time, from the table that was found last. */
static void found(void *who, StoreAnswer *answer) {
    Server *server = who;
    server->deadlines.looking = false;
    if (server->stopping || answer->result != STORE_DONE) return;
    for (int i = 0; i < answer->due; i++)
        tables_wake(server, answer->due_id[i]);
    if (answer->due == DUE_MAX) ask_due(server, answer->after_due, answer->after_key);
    /* and where the store fails, to find out when it does no more */
    if (answer->waits || server->ailing) save_hour(server);
}

static void ask_due(Server *server, int64_t due, int64_t key) {
    int64_t until = clock_now(server).ms + clock_scaled(server, LOOK_AHEAD_MS);
    server->deadlines.looking = true;
    store_due(server->store, until, due, key, mailbox_put,
              mailbox_expect(&server->mailbox, found, server));
}

void clock_look(Server *server) {
    if (!server->stopping && !server->deadlines.looking) ask_due(server, -1, 0);
}

/* --- one table -------------------------------------------------------------------------------- */

/* The clocks of a table whose game has begun, brought to this moment. */
static void follow(LiveTable *live, Moment now) {
    if (!live->clocks) {
        live->clocks = server_alloc(sizeof *live->clocks);
        *live->clocks = clocks_new();
    }
    clocks_follow(live->clocks, live->table, now);
}

void clock_load(LiveTable *live, const char *saved) {
    Moment now = clock_now(live->server);
    Clocks read;
    bool known = saved && clocks_read(&read, live->table, saved);
    free(live->clocks);
    live->clocks = NULL;
    live->clocked = saved != NULL;
    if (!table_begun(live->table)) return;
    if (known && read.at > now.ms) read.at = now.ms; /* what was not kept of the hour */
    live->clocks = server_alloc(sizeof *live->clocks);
    *live->clocks = known ? read : clocks_new();
    follow(live, now);
}

void clock_save(LiveTable *live, StoreBatch *batch, char text[CLOCKS_TEXT_MAX]) {
    Moment now = clock_now(live->server);
    if (!table_begun(live->table)) return;
    follow(live, now);
    bool timed = table_time(live->table)->kind != TIME_NONE || live->clocks->moment >= 0 ||
                 live->clocks->runs;
    if (!timed && !live->clocked) return;
    live->clocked = timed;
    Text out = text_over(text, CLOCKS_TEXT_MAX);
    clocks_write(live->clocks, &out);
    int64_t due = timed ? clocks_due(live->clocks, live->table, now) : CLOCK_NEVER;
    batch->clocks = text;
    batch->due = due == CLOCK_NEVER ? -1 : due;
}

/* When something is to be done there, but for a bot's move. */
static int64_t due_of(const LiveTable *live) {
    int64_t due =
        live->clocks ? clocks_due(live->clocks, live->table, clock_now(live->server)) : CLOCK_NEVER;
    int64_t missed = absence_due(live);
    if (missed < due) due = missed;
    return live->order_at < due ? live->order_at : due;
}

void clock_set(LiveTable *live) {
    Server *server = live->server;
    bool first = live->place == 1;
    take_out(&server->deadlines, live);
    live->due = due_of(live);
    if (live->bot_at < live->due) live->due = live->bot_at;
    if (live->due < live->rests_until) live->due = live->rests_until;
    if (live->due != CLOCK_NEVER) live->due += clock_scaled(server, cluster_standby(live));
    if (live->send_at < live->due) live->due = live->send_at;
    if (live->due != CLOCK_NEVER && !server->stopping) put_in(&server->deadlines, live);
    if (first || live->place == 1) set_timer(server, 0);
}

void clock_send_in(LiveTable *live, int64_t ms) {
    int64_t at = clock_now(live->server).ms + clock_scaled(live->server, ms);
    if (at >= live->send_at) return;
    live->send_at = at;
    clock_set(live);
}

void clock_rest(LiveTable *live) {
    live->rests_until = clock_now(live->server).ms + clock_scaled(live->server, REST_MS);
}

void clock_forget(LiveTable *live) {
    take_out(&live->server->deadlines, live);
}

int64_t clock_due(const LiveTable *live) {
    if (!live->clocks) return -1;
    Moment now = clock_now(live->server);
    Clocks c = *live->clocks;
    clocks_count(&c, live->table, now);
    int64_t due = clocks_due(&c, live->table, now);
    return due == CLOCK_NEVER ? -1 : due;
}

int64_t clock_left(Server *server, int64_t due) {
    int64_t left = due - clock_now(server).ms;
    if (due < 0) return -1;
    return left > 0 ? clock_real(server, left) : 0;
}

bool clock_holds(const LiveTable *live, bool full) {
    if (!live->place) return false;
    int64_t due = full ? due_of(live) : live->due;
    return due != CLOCK_NEVER &&
           clock_real(live->server, due - clock_now(live->server).ms) < STAY_MS;
}

/* --- when a time is over ---------------------------------------------------------------------- */

/* The moment is over: enters the move of one seat; false where no seat has any. */
static bool lapse(LiveTable *live) {
    Move move;
    int seat = run_lapse(live->table, &move);
    if (seat < 0)
        say_wrong("a move at the end of the time was refused (%s)", table_game(live->table)->id);
    return seat >= 0 && !live_enter(live, "late %d", seat).text &&
           !live_enter_move(live, seat, move).text;
}

/* The moves of all seats are one batch: they are made together or, where the store fails, not yet.
   A time that begins behind them is not theirs. */
static bool lapse_all(LiveTable *live) {
    int from, lapsed = 0;
    while (table_clock(live->table, &from) && from == live->clocks->moment_from && lapse(live))
        lapsed++;
    return lapsed > 0;
}

/* A bot makes the decisions that were not made in time; where that happens too often, the seat is
   away. */
static bool hand_over(LiveTable *live, Turn over) {
    const char *level = table_stand_in(live->table);
    bool any = false;
    for (int seat = 0; seat < table_players(live->table); seat++) {
        if (!turn_has(over, seat) || live_enter(live, "late %d %s", seat, level).text) continue;
        any = true;
        live->server->metrics.lates++;
        if (table_lates(live->table, seat) >= LATES_MAX)
            live_enter(live, "seat %d away %s clock", seat, level);
    }
    return any;
}

/* Whether something has run out at the table. */
static bool is_over(const LiveTable *live) {
    return live->clocks && (clocks_over(live->clocks) || live->clocks->moment == 0);
}

/* Enters what follows from that; false where nothing does. */
static bool run_out(LiveTable *live) {
    if (!live->clocks) return false;
    clocks_count(live->clocks, live->table, clock_now(live->server));
    Turn over = clocks_over(live->clocks);
    return live->clocks->moment == 0 ? lapse_all(live) : over && hand_over(live, over);
}

void clock_ring(LiveTable *live) {
    if (live->server->stopping || live->halted || live->state != LIVE_READY) return;
    if (live->rests_until > clock_now(live->server).ms) {
        clock_set(live);
        return;
    }
    if (cluster_standby(live) && clock_now(live->server).ms < live->due) return;
    if (orders_ring(live)) return;
    if (run_out(live)) {
        live->lapsing = true;
        live_commit(live, NULL);
        return;
    }
    absence_ring(live);
    if (live->state == LIVE_READY && !is_over(live)) clock_set(live);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void write_ms(const LiveTable *live, const char *key, int64_t ms, Text *json) {
    if (ms < 0)
        jot_null(json, key);
    else
        jot_int(json, key, clock_real(live->server, ms));
}

void clock_write_none(Text *json) {
    jot_null(json, "clock");
    jot_open(json, "ballots", '[');
    jot_close(json, ']');
    jot_null(json, "times");
}

void clock_write(const LiveTable *live, Text *json) {
    const Table *t = live->table;
    Moment now = clock_now(live->server);
    Clocks c = live->clocks ? *live->clocks : clocks_new();
    clocks_count(&c, t, now);
    write_ms(live, "clock", c.moment, json);
    absence_write(live, json);
    if (!table_begun(t) || table_over(t) || (table_time(t)->kind == TIME_NONE && !c.runs)) {
        jot_null(json, "times");
        return;
    }
    jot_open(json, "times", '[');
    for (int seat = 0; seat < table_players(t); seat++) {
        jot_open(json, NULL, '{');
        write_ms(live, "left", clocks_left(&c, t, seat), json);
        jot_bool(json, "runs", clocks_run(&c, t, seat, now));
        jot_close(json, '}');
    }
    jot_close(json, ']');
}
