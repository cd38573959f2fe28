#include "server/thinker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"

/* A thread thinks so long about one decision before it turns to the next that waits. */
#define SLICE_NS 4000000

/* A bot sent to think: everything it is given, and what it thinks. */
struct Errand {
    uv_work_t work;
    Berth *berth; /* for the loop alone */
    int version;  /* of the table it thinks about */
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
    Berth *berth = errand->berth;
    bool needed = status == 0 && !berth->gone && !berth->house->stopping;
    if (needed && !errand->decided && table_flows(berth->table, errand->version)) {
        if (uv_queue_work(&berth->house->loop, work, think, thought_of)) abort();
        return;
    }
    berth->thinking = false;
    berth->errand = errand;
    if (needed) {
        thinker_consider(berth);
        return;
    }
    thinker_forget(berth);
    if (berth->gone) berth_forget(berth); /* the store lost it meanwhile */
}

static void begin(Berth *berth, int seat) {
    const Table *t = berth->table;
    Errand *errand = aligned_alloc(16, sizeof *errand);
    if (!errand) abort();
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    errand->work.data = errand;
    errand->berth = berth;
    errand->version = table_version(t);
    errand->game = table_game(t);
    errand->player = table_player(t, seat, (Effort){.now = wall_time});
    errand->players = table_players(t);
    errand->seat = seat;
    errand->begun = errand->decided = false;
    errand->rng = rng_seed(seed);
    memcpy(errand->hidden, table_state(t), errand->game->state_size);
    errand->game->rules.hide(errand->hidden, seat);
    berth->thinking = true;
    if (uv_queue_work(&berth->house->loop, &errand->work, think, thought_of)) abort();
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
static Outcome play(Berth *berth, const Errand *errand) {
    const Table *t = berth->table;
    bool late = table_version(t) != errand->version;
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    if (!table_flows(t, errand->version) || !table_seat(t, errand->seat)->bot[0])
        return OUTCOME_LATE;
    text_printf(&line, "%d ", errand->seat);
    size_t move = line.length;
    errand->game->words.write(table_state(t), errand->seat, thought_move(&errand->thought), &line);
    if (!table_meant(t, errand->seat, errand->version, buffer + move)) return OUTCOME_LATE;
    if (!line.cut && !berth_enter(berth, buffer).text) return OUTCOME_PLAYED;
    return late ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* Plays what was thought, or forgets it. */
static void act(Berth *berth) {
    House *house = berth->house;
    const Errand *errand = berth->errand;
    switch (play(berth, errand)) {
    case OUTCOME_PLAYED: berth_keep(berth, NULL); break;
    case OUTCOME_LATE: break;
    case OUTCOME_REFUSED:
        berth->jammed = true;
        house->metrics.bot_errors++;
        house_warn(house, "a bot's move was refused (%s, %s)", errand->game->id,
                   errand->player.bot->id);
    }
    thinker_forget(berth);
}

void thinker_forget(Berth *berth) {
    free(berth->errand);
    berth->errand = NULL;
}

void thinker_consider(Berth *berth) {
    House *house = berth->house;
    if (house->stopping || berth->state != BERTH_READY) return;
    if (berth->paced != table_version(berth->table)) set_paces(berth);
    if (berth->errand) act(berth);
    if (berth->thinking || berth->jammed || berth->state != BERTH_READY) return;
    int seat = next_bot(berth);
    if (seat < 0) return;
    uint64_t ready = berth->ready[seat], now = house_now(house);
    berth->pace.data = berth;
    uv_timer_start(&berth->pace, due, ready > now ? ready - now : 0, 0);
}
