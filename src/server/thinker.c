#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"

/* Everything a bot is given, and the move it answers. */
struct Thought {
    uv_work_t work;
    Berth *berth; /* for the loop alone */
    int version;  /* of the table it thinks about */
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
static void set_paces(Berth *berth) {
    const Table *t = berth->table;
    const Game *game = table_game(t);
    uint64_t now = house_now(berth->house), pace = (uint64_t)berth->house->options.pace;
    bool flows = table_flows(t, berth->paced),
         brisk = game->live.brisk && game->live.brisk(table_state(t));
    uint64_t step = brisk ? pace / 4 : pace, word = brisk ? pace / 4 : pace / 2;
    Turn before = berth->bots;
    berth->bots = bots_to_move(t);
    for (int seat = 0; seat < table_players(t); seat++) {
        if (!turn_has(berth->bots, seat)) continue;
        if (!flows || table_acted(t, seat) > berth->paced)
            berth->ready[seat] = now + step;
        else if (!turn_has(before, seat))
            berth->ready[seat] = now + word;
    }
    berth->paced = table_version(t);
}

/* Whether `seat` goes before `other`: who is ready first, or has not moved for longer. */
static bool goes_before(const Berth *berth, int seat, int other) {
    if (berth->ready[seat] != berth->ready[other]) return berth->ready[seat] < berth->ready[other];
    return table_acted(berth->table, seat) < table_acted(berth->table, other);
}

/* The bot that moves next; -1: none owes a move. */
static int next_bot(const Berth *berth) {
    int next = -1;
    for (int seat = 0; seat < table_players(berth->table); seat++)
        if (turn_has(berth->bots, seat) && (next < 0 || goes_before(berth, seat, next)))
            next = seat;
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
    Berth *berth = thought->berth;
    berth->thinking = false;
    berth->thought = thought;
    if (status == 0 && !berth->gone && !berth->house->stopping) {
        thinker_consider(berth);
        return;
    }
    thinker_forget(berth);
    if (berth->gone) berth_forget(berth); /* the store lost it meanwhile */
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
    thought->game->rules.hide(thought->hidden, seat);
    berth->thinking = true;
    if (uv_queue_work(&berth->house->loop, &thought->work, think, thought_of)) abort();
}

static void due(uv_timer_t *timer) {
    Berth *berth = timer->data;
    if (berth->house->stopping || berth->thinking || berth->state != BERTH_READY) return;
    int seat = next_bot(berth);
    if (seat >= 0) begin(berth, seat);
}

/* --- moving ----------------------------------------------------------------------------------- */

typedef enum Outcome {
    OUTCOME_PLAYED,
    OUTCOME_LATE,   /* the table went on without it: think again */
    OUTCOME_REFUSED /* it was never legal */
} Outcome;

/* Enters the move a bot thought of, as a person's: a live one also where the table flowed on. */
static Outcome play(Berth *berth, const Thought *thought) {
    const Table *t = berth->table;
    bool late = table_version(t) != thought->version;
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    if (!table_flows(t, thought->version) || !table_seat(t, thought->seat)->bot[0])
        return OUTCOME_LATE;
    text_printf(&line, "%d ", thought->seat);
    size_t move = line.length;
    move_write(thought->game, thought->move, &line);
    if (!table_meant(t, thought->seat, thought->version, buffer + move)) return OUTCOME_LATE;
    if (!line.cut && !berth_enter(berth, buffer).text) return OUTCOME_PLAYED;
    return late ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* Plays what was thought, or forgets it. */
static void act(Berth *berth) {
    House *house = berth->house;
    const Thought *thought = berth->thought;
    switch (play(berth, thought)) {
    case OUTCOME_PLAYED: berth_keep(berth, NULL); break;
    case OUTCOME_LATE: break;
    case OUTCOME_REFUSED:
        berth->jammed = true;
        house->metrics.bot_errors++;
        house_warn(house, "a bot's move was refused (%s, %s)", thought->game->id, thought->bot->id);
    }
    thinker_forget(berth);
}

void thinker_forget(Berth *berth) {
    free(berth->thought);
    berth->thought = NULL;
}

void thinker_consider(Berth *berth) {
    House *house = berth->house;
    if (house->stopping || berth->state != BERTH_READY) return;
    if (berth->paced != table_version(berth->table)) set_paces(berth);
    if (berth->thought) act(berth);
    if (berth->thinking || berth->jammed || berth->state != BERTH_READY) return;
    int seat = next_bot(berth);
    if (seat < 0) return;
    uint64_t ready = berth->ready[seat], now = house_now(house);
    berth->pace.data = berth;
    uv_timer_start(&berth->pace, due, ready > now ? ready - now : 0, 0);
}
