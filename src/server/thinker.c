#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"

/* Everything a bot is given, and the move it answers. */
typedef struct Thought {
    uv_work_t work;
    Berth *berth; /* for the loop alone */
    int version;  /* of the table it thinks about */
    const Game *game;
    const Bot *bot;
    int seat;
    Rng rng;
    Move move;
    _Alignas(16) unsigned char hidden[STATE_MAX];
} Thought;

/* A seat that owes a move and is played by a bot; -1: none. */
static int bot_to_move(const Table *t) {
    Turn turn = table_begun(t) ? table_game(t)->turn(table_state(t)) : 0;
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(turn, seat) && table_seat(t, seat)->bot[0]) return seat;
    return -1;
}

/* In a thread of libuv. */
static void think(uv_work_t *work) {
    Thought *thought = work->data;
    thought->move =
        thought->bot->choose(thought->game, thought->hidden, thought->seat, &thought->rng);
}

/* Enters the move of the bot; false where the table refuses it. */
static bool play(Berth *berth, const Thought *thought) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    text_printf(&line, "%d ", thought->seat);
    thought->game->write(table_state(berth->table), thought->seat, thought->move, &line);
    return !line.cut && !berth_enter(berth, buffer).text;
}

static void thought_of(uv_work_t *work, int status) {
    Thought *thought = work->data;
    Berth *berth = thought->berth;
    House *house = berth->house;
    berth->thinking = false;
    if (berth->gone) { /* the store lost it meanwhile */
        berth_forget(berth);
        free(thought);
        return;
    }
    if (status == 0 && !house->stopping && berth->state == BERTH_READY) {
        if (table_version(berth->table) != thought->version) {
            thinker_consider(berth); /* somebody else was faster: think again */
        } else if (play(berth, thought)) {
            berth_keep(berth, NULL);
        } else {
            berth->jammed = true;
            house->metrics.bot_errors++;
            house_warn(house, "a bot's move was refused (%s, %s)", thought->game->id,
                       thought->bot->id);
        }
    }
    free(thought);
}

static void begin(Berth *berth, int seat) {
    const Table *t = berth->table;
    Thought *thought = aligned_alloc(16, (sizeof *thought + 15) / 16 * 16);
    if (!thought) abort();
    memset(thought, 0, sizeof *thought);
    thought->work.data = thought;
    thought->berth = berth;
    thought->version = table_version(t);
    thought->game = table_game(t);
    thought->bot = bot_named(table_seat(t, seat)->bot);
    thought->seat = seat;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    thought->rng = rng_seed(seed);
    memcpy(thought->hidden, table_state(t), thought->game->state_size);
    thought->game->hide(thought->hidden, seat);
    berth->thinking = true;
    if (uv_queue_work(&berth->house->loop, &thought->work, think, thought_of)) abort();
}

static void due(uv_timer_t *timer) {
    Berth *berth = timer->data;
    if (berth->house->stopping || berth->thinking || berth->state != BERTH_READY) return;
    int seat = bot_to_move(berth->table);
    if (seat >= 0) begin(berth, seat);
}

void thinker_consider(Berth *berth) {
    House *house = berth->house;
    if (house->stopping || berth->thinking || berth->jammed || berth->state != BERTH_READY ||
        bot_to_move(berth->table) < 0)
        return;
    uint64_t ready = berth->changed + (uint64_t)house->options.pace, now = house_now(house);
    berth->pace.data = berth;
    uv_timer_start(&berth->pace, due, ready > now ? ready - now : 0, 0);
}
