#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "server/pace.h"

/* A thread thinks so long about one decision before it turns to the next that waits. */
#define SLICE_NS 4000000

/* A bot sent to think: everything it is given, and what it thinks. */
struct Errand {
    uv_work_t work;
    LiveTable *live; /* for the loop alone */
    int version;     /* of the table it thinks about */
    const Game *game;
    Player player;
    int players, seat;
    bool begun, decided;
    Rng rng;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Thought thought;
};

/* --- whose turn, and when --------------------------------------------------------------------- */

/* The bots that owe a move. */
static Turn bots_to_move(const Table *t) {
    Turn turn = table_begun(t) ? table_game(t)->rules.turn(table_state(t)) : 0, owing = 0;
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(turn, seat) && table_seat(t, seat)->bot[0]) owing |= 1u << seat;
    return owing;
}

/* The table has come to another version: who may move when. */
static void set_paces(LiveTable *live) {
    const Table *t = live->table;
    uint64_t now = server_now(live->server), step = pace_step(live), word = pace_word(live);
    bool flows = table_flows(t, live->paced);
    Turn before = live->bots;
    live->bots = bots_to_move(t);
    for (int seat = 0; seat < table_players(t); seat++) {
        if (!turn_has(live->bots, seat)) continue;
        if (!flows || table_acted(t, seat) > live->paced)
            live->ready[seat] = now + step;
        else if (!turn_has(before, seat))
            live->ready[seat] = now + word;
    }
    live->paced = table_version(t);
}

/* Whether `seat` goes before `other`: who is ready first, or has not moved for longer. */
static bool goes_before(const LiveTable *live, int seat, int other) {
    if (live->ready[seat] != live->ready[other]) return live->ready[seat] < live->ready[other];
    return table_acted(live->table, seat) < table_acted(live->table, other);
}

/* The bot that moves next; -1: none owes a move. */
static int next_bot(const LiveTable *live) {
    int next = -1;
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (turn_has(live->bots, seat) && (next < 0 || goes_before(live, seat, next))) next = seat;
    return next;
}

/* --- thinking --------------------------------------------------------------------------------- */

static int64_t wall_time(void) {
    return (int64_t)uv_hrtime();
}

/* In a thread of libuv: one slice. */
static void think(uv_work_t *work) {
    Errand *errand = work->data;
    int64_t end = wall_time() + SLICE_NS;
    if (!errand->begun)
        thought_begin(&errand->thought, &errand->player, errand->game, errand->hidden,
                      errand->players, errand->seat, &errand->rng);
    errand->begun = true;
    while (!errand->decided && wall_time() < end)
        errand->decided = !thought_step(&errand->thought);
}

/* After a slice: the next one, behind the bots of other tables, or the move. */
static void thought_of(uv_work_t *work, int status) {
    Errand *errand = work->data;
    LiveTable *live = errand->live;
    bool needed = status == 0 && !live->gone && !live->server->stopping;
    if (needed && !errand->decided && table_flows(live->table, errand->version)) {
        if (uv_queue_work(&live->server->loop, work, think, thought_of)) abort();
        return;
    }
    live->thinking = false;
    live->errand = errand;
    if (needed) {
        thinker_consider(live);
        return;
    }
    thinker_forget(live);
    if (live->gone && !live->replaying) live_forget(live); /* the store lost it meanwhile */
}

static void begin(LiveTable *live, int seat) {
    const Table *t = live->table;
    Errand *errand = aligned_alloc(16, sizeof *errand);
    if (!errand) abort();
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    errand->work.data = errand;
    errand->live = live;
    errand->version = table_version(t);
    errand->game = table_game(t);
    errand->player = table_player(t, seat, (Effort){.now = wall_time});
    errand->players = table_players(t);
    errand->seat = seat;
    errand->begun = errand->decided = false;
    errand->rng = rng_seed(seed);
    memcpy(errand->hidden, table_state(t), errand->game->state_size);
    errand->game->rules.hide(errand->hidden, seat);
    live->thinking = true;
    if (uv_queue_work(&live->server->loop, &errand->work, think, thought_of)) abort();
}

static void due(uv_timer_t *timer) {
    LiveTable *live = timer->data;
    if (live->server->stopping || live->thinking || live->state != LIVE_READY) return;
    if (live->pace == PACE_WAIT) return;
    int seat = next_bot(live);
    if (seat >= 0) begin(live, seat);
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
    if (!table_flows(t, errand->version) || !table_seat(t, errand->seat)->bot[0] ||
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
    case OUTCOME_PLAYED: live_commit(live, NULL); break;
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
    if (server->stopping || live->state != LIVE_READY || live->pace == PACE_WAIT) return;
    if (live->paced != table_version(live->table)) set_paces(live);
    if (live->errand) act(live);
    if (live->thinking || live->halted || live->state != LIVE_READY) return;
    int seat = next_bot(live);
    if (seat < 0) return;
    uint64_t ready = live->ready[seat], now = server_now(server);
    live->pace_timer.data = live;
    uv_timer_start(&live->pace_timer, due, ready > now ? ready - now : 0, 0);
}
