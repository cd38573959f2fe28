#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "server/clock.h"
#include "server/visitors.h"

/* A thread thinks so long about one decision before it turns to the next that waits. */
#define SLICE_NS 4000000

enum {
    THINKERS_MOST = 256, /* bots at it at once: each takes some hundred kilobytes */
    LATER_MS = 20        /* before the others are sent */
};

/* A bot sent to think: everything it is given, and what it thinks. */
struct Errand {
    uv_work_t work;
    LiveTable *live; /* for the loop alone */
    int version;     /* of the table it thinks about */
    const Game *game;
    Player player;
    int players, seat;
    int64_t started, spent; /* of the clock, and so long so far */
    bool begun, decided;
    Rng rng;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Thought thought;
};

/* --- thinking --------------------------------------------------------------------------------- */

static int64_t wall_time(void) {
    return (int64_t)uv_hrtime();
}

/* In a thread of libuv: one slice. */
static void think(uv_work_t *work) {
    Errand *errand = work->data;
    int64_t end = wall_time() + SLICE_NS;
    if (!errand->begun) {
        errand->started = wall_time();
        thought_begin(&errand->thought, &errand->player, errand->game, errand->hidden,
                      errand->players, errand->seat, &errand->rng);
    }
    errand->begun = true;
    while (!errand->decided && wall_time() < end)
        errand->decided = !thought_step(&errand->thought);
    errand->spent = wall_time() - errand->started;
}

/* After a slice: the next one, behind the bots of other tables, or the move. */
static void thought_of(uv_work_t *work, int status) {
    Errand *errand = work->data;
    LiveTable *live = errand->live;
    bool needed = status == 0 && !live->gone && !live->server->stopping;
    bool there = needed && live->table; /* it may be read from the store just now */
    if (there && !errand->decided && table_flows(live->table, errand->version)) {
        if (uv_queue_work(&live->server->loop, work, think, thought_of)) abort();
        return;
    }
    live->thinking = false;
    if (!errand->decided) visitor_dismiss(live, errand->seat); /* it may answer yet, too late */
    live->server->thinking--;
    live->errand = errand;
    if (needed) {
        thinker_consider(live);
        return;
    }
    thinker_forget(live);
    if (live->gone && !live->replaying) live_forget(live); /* the store lost it meanwhile */
}

/* Nanoseconds the bot of `seat` has thought in this turn: since another seat moved. */
static int64_t spent_of_turn(const LiveTable *live, int seat) {
    const Table *t = live->table;
    for (int other = 0; other < table_players(t); other++)
        if (table_acted(t, other) > table_acted(t, seat)) return 0;
    return live->thinker == seat ? live->thought : 0;
}

static void begin(LiveTable *live, int seat) {
    const Table *t = live->table;
    Errand *errand = aligned_alloc(16, sizeof *errand);
    if (!errand) abort();
    uint64_t seed;
    if (table_lesson(t)) /* the same first game for everybody who plays it alike */
        seed = (uint64_t)table_version(t);
    else
        randombytes_buf(&seed, sizeof seed);
    errand->work.data = errand;
    errand->live = live;
    errand->version = table_version(t);
    errand->game = table_game(t);
    visitor_call(live, seat);
    errand->player =
        table_player(t, seat, (Effort){.now = wall_time, .spent = spent_of_turn(live, seat)});
    int most = pace_thought(&live->pace, server_now(live->server));
    if (most && errand->player.bot->milliseconds > most) errand->player.effort.milliseconds = most;
    errand->players = table_players(t);
    errand->seat = seat;
    errand->begun = errand->decided = false;
    errand->rng = rng_seed(seed);
    memcpy(errand->hidden, table_state(t), errand->game->state_size);
    errand->game->rules.hide(errand->hidden, seat);
    live->thinking = true;
    live->server->thinking++;
    if (uv_queue_work(&live->server->loop, &errand->work, think, thought_of)) abort();
}

/* The next bot may think in so many ms. */
static void wait(LiveTable *live, uint64_t ms) {
    live->bot_at = clock_now(live->server).ms + clock_of_house(live->server, (int64_t)ms);
}

void thinker_ring(LiveTable *live) {
    live->bot_at = CLOCK_NEVER;
    if (live->server->stopping || live->thinking || live->state != LIVE_READY) return;
    int seat = pace_next(&live->pace, live->table);
    if (seat < 0) return;
    if (live->server->thinking < THINKERS_MOST)
        begin(live, seat);
    else
        wait(live, LATER_MS);
}

/* --- moving ----------------------------------------------------------------------------------- */

typedef enum Outcome {
    OUTCOME_PLAYED,
    OUTCOME_LATE,   /* the table went on without it: think again */
    OUTCOME_REFUSED /* it was never legal */
} Outcome;

/* Enters the move a bot thought of, as a person's: a live one also where the table flowed on. */
static Outcome play(LiveTable *live, const Errand *errand) {
    const Table *t = live->table;
    Move move = thought_move(&errand->thought);
    bool late = table_version(t) != errand->version;
    if (!table_flows(t, errand->version) || !table_automatic(t, errand->seat) ||
        !table_meant(t, errand->seat, errand->version, &move))
        return OUTCOME_LATE;
    if (!live_enter_move(live, errand->seat, move).text) return OUTCOME_PLAYED;
    return late ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* Plays what was thought, or forgets it. */
static void act(LiveTable *live) {
    Server *server = live->server;
    const Errand *errand = live->errand;
    switch (play(live, errand)) {
    case OUTCOME_PLAYED:
        live->thinker = errand->seat;
        live->thought = errand->player.effort.spent + errand->spent;
        visitor_judge(live, errand->seat);
        live_commit(live, NULL);
        break;
    case OUTCOME_LATE: break;
    case OUTCOME_REFUSED:
        live->halted = true;
        server->metrics.bot_errors++;
        server_warn(server, "a bot's move was refused (%s, %s)", errand->game->id,
                    errand->player.bot->id);
    }
    thinker_forget(live);
}

void thinker_forget(LiveTable *live) {
    free(live->errand);
    live->errand = NULL;
}

void thinker_consider(LiveTable *live) {
    Server *server = live->server;
    if (server->stopping || live->state != LIVE_READY) return;
    if (live->pace.at != table_version(live->table))
        pace_set(&live->pace, live->table, server_now(server), (uint64_t)server->options.pace);
    if (live->pace.tempo == TEMPO_WAIT) return;
    if (live->errand) act(live);
    if (live->thinking || live->halted || live->state != LIVE_READY) return;
    int seat = pace_next(&live->pace, live->table);
    if (seat < 0) {
        if (table_over(live->table)) visitors_dismiss(live);
        return;
    }
    uint64_t ready = live->pace.ready[seat], now = server_now(server);
    wait(live, ready > now ? ready - now : 0);
    clock_set(live);
}
