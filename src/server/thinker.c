#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"

/* Everything a bot is given, and the move it answers. */
struct Thought {
    uv_work_t work;
    LiveTable *live; /* for the loop alone */
    int version;     /* of the table it thinks about */
    const Game *game;
    const Bot *bot;
    int seat;
    Rng rng;
    Move move;
    _Alignas(16) unsigned char hidden[STATE_MAX];
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
    const Game *game = table_game(t);
    uint64_t now = server_now(live->server), pace = (uint64_t)live->server->options.pace;
    bool flows = table_flows(t, live->paced),
         brisk = game->live.brisk && game->live.brisk(table_state(t));
    uint64_t step = brisk ? pace / 4 : pace, word = brisk ? pace / 4 : pace / 2;
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

/* In a thread of libuv. */
static void think(uv_work_t *work) {
    Thought *thought = work->data;
    thought->move =
        thought->bot->choose(thought->game, thought->hidden, thought->seat, &thought->rng);
}

static void thought_of(uv_work_t *work, int status) {
    Thought *thought = work->data;
    LiveTable *live = thought->live;
    live->thinking = false;
    live->thought = thought;
    if (status == 0 && !live->gone && !live->server->stopping) {
        thinker_consider(live);
        return;
    }
    thinker_forget(live);
    if (live->gone && !live->replaying) live_forget(live); /* the store lost it meanwhile */
}

static void begin(LiveTable *live, int seat) {
    const Table *t = live->table;
    Thought *thought = aligned_alloc(16, (sizeof *thought + 15) / 16 * 16);
    if (!thought) abort();
    memset(thought, 0, sizeof *thought);
    thought->work.data = thought;
    thought->live = live;
    thought->version = table_version(t);
    thought->game = table_game(t);
    thought->bot = bot_named(table_seat(t, seat)->bot);
    thought->seat = seat;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    thought->rng = rng_seed(seed);
    memcpy(thought->hidden, table_state(t), thought->game->state_size);
    thought->game->rules.hide(thought->hidden, seat);
    live->thinking = true;
    if (uv_queue_work(&live->server->loop, &thought->work, think, thought_of)) abort();
}

static void due(uv_timer_t *timer) {
    LiveTable *live = timer->data;
    if (live->server->stopping || live->thinking || live->state != LIVE_READY) return;
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
static Outcome play(LiveTable *live, const Thought *thought) {
    const Table *t = live->table;
    bool late = table_version(t) != thought->version;
    if (!table_flows(t, thought->version) || !table_seat(t, thought->seat)->bot[0] ||
        !table_meant(t, thought->seat, thought->version, &thought->move))
        return OUTCOME_LATE;
    if (!live_enter_move(live, thought->seat, thought->move).text) return OUTCOME_PLAYED;
    return late ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* Plays what was thought, or forgets it. */
static void act(LiveTable *live) {
    Server *server = live->server;
    const Thought *thought = live->thought;
    switch (play(live, thought)) {
    case OUTCOME_PLAYED: live_commit(live, NULL); break;
    case OUTCOME_LATE: break;
    case OUTCOME_REFUSED:
        live->halted = true;
        server->metrics.bot_errors++;
        server_warn(server, "a bot's move was refused (%s, %s)", thought->game->id,
                    thought->bot->id);
    }
    thinker_forget(live);
}

void thinker_forget(LiveTable *live) {
    free(live->thought);
    live->thought = NULL;
}

void thinker_consider(LiveTable *live) {
    Server *server = live->server;
    if (server->stopping || live->state != LIVE_READY) return;
    if (live->paced != table_version(live->table)) set_paces(live);
    if (live->thought) act(live);
    if (live->thinking || live->halted || live->state != LIVE_READY) return;
    int seat = next_bot(live);
    if (seat < 0) return;
    uint64_t ready = live->ready[seat], now = server_now(server);
    live->pace_timer.data = live;
    uv_timer_start(&live->pace_timer, due, ready > now ? ready - now : 0, 0);
}
