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
    THINKERS_MOST = 256, /* bots at it at once: each takes about 3 KiB */
    UNSEEN_MOST = 8,     /* of those that take their time, at tables nobody looks at */
    LATER_MS = 20,       /* before the others are sent, */
    UNSEEN_MS = 100      /* and these */
};

/* A bot sent to think: everything it is given, and what it thinks. */
struct BotTurn {
    uv_work_t work;
    LiveTable *live; /* for the loop alone */
    int version;     /* of the table it thinks about */
    const Game *game;
    Player player;
    int players, seat;
    int64_t started, spent; /* of the clock, and so long so far */
    bool begun, decided;
    bool unseen; /* it takes its time, and nobody looked when it began */
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
    BotTurn *bot_turn = work->data;
    int64_t end = wall_time() + SLICE_NS;
    if (!bot_turn->begun) {
        bot_turn->started = wall_time();
        thought_begin(&bot_turn->thought, &bot_turn->player, bot_turn->game, bot_turn->hidden,
                      bot_turn->players, bot_turn->seat, &bot_turn->rng);
    }
    bot_turn->begun = true;
    while (!bot_turn->decided && wall_time() < end)
        bot_turn->decided = !thought_step(&bot_turn->thought);
    bot_turn->spent = wall_time() - bot_turn->started;
}

/* After a slice: the next one, behind the bots of other tables, or the move. */
static void thought_of(uv_work_t *work, int status) {
    BotTurn *bot_turn = work->data;
    LiveTable *live = bot_turn->live;
    bool needed = status == 0 && !live->gone && !live->server->stopping;
    bool there = needed && live->table; /* it may be read from the store just now */
    if (there && !bot_turn->decided && table_flows(live->table, bot_turn->version)) {
        if (uv_queue_work(&live->server->loop, work, think, thought_of)) abort();
        return;
    }
    live->thinking = false;
    if (!bot_turn->decided) visitor_dismiss(live, bot_turn->seat); /* it may answer yet, too late */
    live->server->thinking--;
    live->server->unseen -= bot_turn->unseen;
    live->bot_turn = bot_turn;
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
    BotTurn *bot_turn = aligned_alloc(_Alignof(BotTurn), sizeof *bot_turn);
    if (!bot_turn) abort();
    uint64_t seed;
    if (table_lesson(t)) /* the same first game for everybody who plays it alike */
        seed = (uint64_t)table_version(t);
    else
        randombytes_buf(&seed, sizeof seed);
    bot_turn->work.data = bot_turn;
    bot_turn->live = live;
    bot_turn->version = table_version(t);
    bot_turn->game = table_game(t);
    visitor_call(live, seat);
    bot_turn->player =
        table_player(t, seat, (Effort){.now = wall_time, .spent = spent_of_turn(live, seat)});
    int most = pace_thought(&live->pace, server_now(live->server));
    if (most && bot_turn->player.bot->milliseconds > most)
        bot_turn->player.effort.milliseconds = most;
    bot_turn->players = table_players(t);
    bot_turn->seat = seat;
    bot_turn->begun = bot_turn->decided = false;
    bot_turn->rng = rng_seed(seed);
    memcpy(bot_turn->hidden, table_state(t), bot_turn->game->state_size);
    bot_turn->game->rules.hide(bot_turn->hidden, seat);
    bot_turn->unseen = !live->watchers && bot_turn->player.bot->milliseconds;
    live->thinking = true;
    live->server->thinking++;
    live->server->unseen += bot_turn->unseen;
    if (uv_queue_work(&live->server->loop, &bot_turn->work, think, thought_of)) abort();
}

/* The next bot may think in so many ms. */
static void wait(LiveTable *live, uint64_t ms) {
    live->bot_at = clock_now(live->server).ms + clock_scaled(live->server, (int64_t)ms);
}

void thinker_wake(LiveTable *live) {
    if (live->server->stopping || live->thinking || live->state != LIVE_READY) return;
    wait(live, 0);
    clock_set(live);
}

/* Whether bots play among themselves, and nobody would see it. */
static bool rests(const LiveTable *live) {
    if (live->watchers || clock_due(live) >= 0) return false;
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (table_seat(live->table, seat)->owner[0]) return false;
    return true;
}

void thinker_attend(LiveTable *live) {
    live->pace.at = -1;
    thinker_wake(live);
}

/* Whether the bot of a seat may begin now, as far as others wait for theirs: where nobody looks,
   few of those that take their time do. */
static bool may_begin(const LiveTable *live, int seat) {
    const Seat *s = table_seat(live->table, seat);
    const Bot *bot = bot_named(s->bot[0] ? s->bot : s->late);
    return live->watchers || live->server->unseen < UNSEEN_MOST || !bot || !bot->milliseconds;
}

void thinker_ring(LiveTable *live) {
    live->bot_at = CLOCK_NEVER;
    if (live->server->stopping || live->thinking || live->state != LIVE_READY) return;
    if (live->pace.at != table_version(live->table)) { /* another pace was chosen meanwhile */
        thinker_consider(live);
        return;
    }
    int seat = pace_next(&live->pace, live->table);
    if (seat < 0 || rests(live)) return;
    bool room = may_begin(live, seat);
    if (room && live->server->thinking < THINKERS_MOST)
        begin(live, seat);
    else
        wait(live, room ? LATER_MS : UNSEEN_MS);
}

/* --- moving ----------------------------------------------------------------------------------- */

typedef enum Outcome {
    OUTCOME_PLAYED,
    OUTCOME_LATE,   /* the table went on without it: think again */
    OUTCOME_REFUSED /* it was never legal */
} Outcome;

/* Enters the move a bot thought of, as a person's: a live one also where the table flowed on. */
static Outcome play(LiveTable *live, const BotTurn *bot_turn) {
    const Table *t = live->table;
    if (!bot_turn->decided) return OUTCOME_LATE; /* the table went on while it thought */
    Move move = thought_move(&bot_turn->thought);
    bool late = table_version(t) != bot_turn->version;
    if (!table_flows(t, bot_turn->version) || !table_automatic(t, bot_turn->seat) ||
        !table_meant(t, bot_turn->seat, bot_turn->version, &move))
        return OUTCOME_LATE;
    if (!live_enter_move(live, bot_turn->seat, move).text) return OUTCOME_PLAYED;
    return late ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* Plays what was thought, or forgets it. */
static void act(LiveTable *live) {
    Server *server = live->server;
    const BotTurn *bot_turn = live->bot_turn;
    switch (play(live, bot_turn)) {
    case OUTCOME_PLAYED:
        live->thinker = bot_turn->seat;
        live->thought = bot_turn->player.effort.spent + bot_turn->spent;
        visitor_judge(live, bot_turn->seat);
        live_commit(live, NULL);
        break;
    case OUTCOME_LATE: break;
    case OUTCOME_REFUSED:
        live->halted = true;
        server->metrics.bot_errors++;
        say_wrong("a bot's move was refused (%s, %s)", bot_turn->game->id,
                  bot_turn->player.bot->id);
    }
    thinker_forget(live);
}

void thinker_forget(LiveTable *live) {
    free(live->bot_turn);
    live->bot_turn = NULL;
}

void thinker_consider(LiveTable *live) {
    Server *server = live->server;
    if (server->stopping || live->state != LIVE_READY) return;
    if (live->pace.at != table_version(live->table))
        pace_set(&live->pace, live->table, server_now(server), (uint64_t)server->options.pace);
    if (live->pace.tempo == TEMPO_WAIT) return;
    if (live->bot_turn) act(live);
    if (live->thinking || live->halted || live->state != LIVE_READY) return;
    int seat = pace_next(&live->pace, live->table);
    if (seat < 0) {
        if (table_over(live->table)) visitors_dismiss(live);
        return;
    }
    if (rests(live)) return;
    uint64_t ready = live->pace.ready[seat], now = server_now(server);
    wait(live, ready > now ? ready - now : 0);
    clock_set(live);
}
