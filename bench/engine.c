/* engine.c: how fast the engine is, told so that figures of different machines compare.

   A small fixed loop, the calibration, is run beside each measurement; a figure is also given as a
   multiple of it: a speed in things done during one loop, a time in loops. Each measurement is the
   best of several rounds: what disturbs only ever slows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/arena.h"
#include "games/games.h"
#include "table/table.h"

enum { ROUNDS = 5 };
static const double ROUND_SECONDS = 0.2;

/* The time this process had on its core: what else runs on the machine is not counted. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- calibration: loops a second of a little work on numbers, memory and branches ------------- */

enum { WORDS = 1024, LOOP = 1000 };

static volatile uint64_t sink; /* so that no compiler leaves the work out */

static double loops_per_second(void) {
    static uint64_t heap[WORDS];
    Rng rng = rng_seed(1);
    double begun = now(), seconds;
    long loops = 0;
    do {
        for (int i = 0; i < LOOP; i++) {
            uint64_t x = rng_next(&rng);
            uint64_t *cell = &heap[x % WORDS];
            *cell = *cell & 1 ? *cell / 3 + x : *cell ^ x;
        }
        loops++;
        seconds = now() - begun;
    } while (seconds < 0.05);
    sink = heap[0];
    return (double)loops / seconds;
}

/* --- measuring -------------------------------------------------------------------------------- */

/* Does some work and returns how much of it was done. */
typedef int64_t Work(void *what);

typedef struct Speed {
    double done;  /* a second */
    double loops; /* calibration beside it, a second */
} Speed;

static Speed measure(Work *work, void *what) {
    Speed best = {0};
    for (int round = 0; round < ROUNDS; round++) {
        double loops = loops_per_second();
        if (loops > best.loops) best.loops = loops;
        double begun = now(), seconds;
        int64_t done = 0;
        do {
            done += work(what);
            seconds = now() - begun;
        } while (seconds < ROUND_SECONDS);
        if ((double)done / seconds > best.done) best.done = (double)done / seconds;
    }
    return best;
}

/* --- reports ---------------------------------------------------------------------------------- */

static void report(const char *game, int players, const char *what, double figure, const char *unit,
                   int decimals, double multiple) {
    char name[64];
    if (players)
        snprintf(name, sizeof name, "%s, %d players: %s", game, players, what);
    else
        snprintf(name, sizeof name, "%s: %s", game, what);
    printf("%-44s %14.*f %-8s", name, decimals, figure, unit);
    if (multiple > 0) printf(" %12.4g ×", multiple);
    printf("\n");
    fflush(stdout);
}

/* A figure that is better when it is larger. */
static void report_speed(const Game *game, int players, const char *what, Speed speed) {
    report(game->id, players, what, speed.done, "/s", 0, speed.done / speed.loops);
}

/* A figure that is better when it is smaller, in parts of a second. */
static void report_time(const Game *game, int players, const char *what, Speed speed, double parts,
                        const char *unit) {
    report(game->id, players, what, parts / speed.done, unit, 1, speed.loops / speed.done);
}

static Thought room; /* where bots think */

/* --- whole games ------------------------------------------------------------------------------ */

typedef struct Games {
    Match match;
    int64_t next;
    bool counts_moves; /* otherwise games */
} Games;

static int64_t play_games(void *what) {
    Games *g = what;
    Tally tally = {0};
    int games_a_time = g->counts_moves ? 20 : 1;
    for (int i = 0; i < games_a_time; i++)
        arena_play(&g->match, g->next++, &room, &tally);
    return g->counts_moves ? tally.moves : tally.games;
}

static Speed speed_of(const Game *game, int players, const char *bot, bool counts_moves) {
    Games work = {.match = {.game = game, .players = players, .seed = 1},
                  .counts_moves = counts_moves};
    for (int seat = 0; seat < players; seat++)
        work.match.entrants[seat].bot = bot_named(bot);
    return measure(play_games, &work);
}

/* --- replay ----------------------------------------------------------------------------------- */

/* A whole game of greedy bots, as its record. */
static Text sample_record(const Game *game, int players) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why = ALLOWED;
    Table *t = table_open(game, players, options, &why);
    Rng rng = rng_seed(1);
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    for (int seat = 0; t && !why.text && seat < players; seat++) {
        text_clear(&line);
        text_printf(&line, "seat %d bot greedy", seat);
        why = table_enter(t, buffer);
    }
    if (t && !why.text) why = table_enter(t, "begin");
    if (!t || why.text) {
        fprintf(stderr, "%s: %s\n", game->id, why.text);
        exit(1);
    }
    while (table_play_on(t, (Effort){0}, &rng))
        ;
    Text record = text_grow();
    table_record(t, 1, &record);
    table_close(t);
    return record;
}

/* Reads a record whole: every move parsed, checked and applied. */
static int64_t replay(void *what) {
    const Text *record = what;
    int line;
    Reason why;
    Table *t = table_read(record->at, record->length, &line, &why);
    if (!t) {
        fprintf(stderr, "record:%d: %s\n", line, why.text);
        exit(1);
    }
    table_close(t);
    return 1;
}

/* --- windows ---------------------------------------------------------------------------------- */

enum { LOOKS = 16 };
typedef struct Looks {
    Table *at[LOOKS]; /* moments of one game, evenly apart */
    int next;
    Text json;
} Looks;

/* What one seat sees of one moment, as a message would have it. */
static int64_t look(void *what) {
    Looks *looks = what;
    const Table *t = looks->at[looks->next % LOOKS];
    text_clear(&looks->json);
    table_window(t, looks->next++ / LOOKS % table_players(t), NULL, &looks->json);
    return 1;
}

static Speed speed_of_windows(const Text *record) {
    Looks looks = {.json = text_grow()};
    int line;
    Reason why;
    Table *t = table_read(record->at, record->length, &line, &why);
    for (int i = 0; i < LOOKS; i++)
        looks.at[i] = table_at(t, table_position(t) * i / LOOKS);
    Speed speed = measure(look, &looks);
    for (int i = 0; i < LOOKS; i++)
        table_close(looks.at[i]);
    table_close(t);
    text_free(&looks.json);
    return speed;
}

/* --- the steps of a search -------------------------------------------------------------------- */

/* Positions in which a seat decides: some of one game, or many of many games, so many that a
   processor cannot learn them by heart. */
enum { SOME = 512, MANY = 4096 };
typedef struct Positions {
    const Game *game;
    int count, players;
    int seat[MANY];
    _Alignas(16) unsigned char whole[MANY][STATE_MAX];
    _Alignas(16) unsigned char hidden[MANY][STATE_MAX];
    Rng rng;
} Positions;

static void collect_game(Positions *p, const Player *player, int most) {
    const Game *game = p->game;
    uint8_t options[OPTIONS_MAX] = {0};
    _Alignas(16) unsigned char s[STATE_MAX];
    game->rules.start(s, p->players, options);
    for (Turn turn; (turn = game->rules.turn(s)) != 0 && p->count < most;) {
        int seat = __builtin_ctz(turn);
        if (seat != CHANCE) {
            memcpy(p->whole[p->count], s, game->state_size);
            memcpy(p->hidden[p->count], s, game->state_size);
            game->rules.hide(p->hidden[p->count], seat);
            p->seat[p->count++] = seat;
        }
        Move move = seat == CHANCE ? game->rules.sample(s, &p->rng)
                                   : bot_move(player, game, s, p->players, seat, &p->rng, &room);
        game->rules.apply(s, seat, move, NULL);
    }
}

static void collect(Positions *p, const Game *game, int players, const char *level, int most) {
    const Player player = {.bot = bot_named(level)};
    p->game = game;
    p->players = players;
    p->rng = rng_seed(2);
    p->count = 0;
    do
        collect_game(p, &player, most);
    while (most == MANY && p->count < MANY);
}

/* Copies every position, and does no more or one step more; the copy is in every figure. */
static int64_t copy_all(void *what) {
    Positions *p = what;
    _Alignas(16) unsigned char s[STATE_MAX];
    for (int i = 0; i < p->count; i++) {
        memcpy(s, p->whole[i], p->game->state_size);
        sink = s[i % 64];
    }
    return p->count;
}

static int64_t hide_all(void *what) {
    Positions *p = what;
    _Alignas(16) unsigned char s[STATE_MAX];
    for (int i = 0; i < p->count; i++) {
        memcpy(s, p->whole[i], p->game->state_size);
        p->game->rules.hide(s, p->seat[i]);
        sink = s[i % 64];
    }
    return p->count;
}

static int64_t guess_all(void *what) {
    Positions *p = what;
    _Alignas(16) unsigned char s[STATE_MAX];
    for (int i = 0; i < p->count; i++) {
        memcpy(s, p->hidden[i], p->game->state_size);
        p->game->rules.guess(s, p->seat[i], &p->rng);
        sink = s[i % 64];
    }
    return p->count;
}

static int64_t list_all(void *what) {
    Positions *p = what;
    Move moves[MOVES_MAX];
    for (int i = 0; i < p->count; i++)
        sink = (uint64_t)p->game->rules.moves(p->hidden[i], p->seat[i], moves);
    return p->count;
}

/* --- bots ------------------------------------------------------------------------------------- */

static int64_t policy_all(void *what) {
    Positions *p = what;
    static const Style steady;
    for (int i = 0; i < p->count; i++)
        sink = search_reflex(p->game, p->hidden[i], p->seat[i], &steady, &p->rng).verb;
    return p->count;
}

/* Searches some of the positions; counts the imagined games. */
static int64_t search_some(void *what) {
    Positions *p = what;
    static const Style steady;
    int64_t played = 0;
    for (int i = 0; i < 8; i++) {
        int at = (int)rng_below(&p->rng, (uint32_t)p->count);
        search_begin(&room.search, p->game, p->hidden[at], p->players, p->seat[at], &steady, 100,
                     rng_seed(rng_next(&p->rng)));
        while (search_step(&room.search, 0)) {
        }
        played += room.search.played;
    }
    return played;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Whether so many play the game with its default options. */
static bool plays(const Game *game, int players) {
    _Alignas(16) unsigned char state[STATE_MAX];
    return !game->rules.start(state, players, (uint8_t[OPTIONS_MAX]){0}).text;
}

static Positions positions;

static void bench_mind(const Game *game, int players) {
    collect(&positions, game, players, "trader", MANY);
    report_time(game, players, "decision by policy", measure(policy_all, &positions), 1e9, "ns");
    report_speed(game, players, "iterations of a search", measure(search_some, &positions));
}

static void bench_game(const Game *game) {
    report(game->id, 0, "size of a state", (double)game->state_size, "bytes", 0, 0);
    for (int players = game->min_players; players <= game->max_players; players++) {
        if (!plays(game, players)) continue;
        report_speed(game, players, "random games", speed_of(game, players, "random", false));
        report_speed(game, players, "random moves", speed_of(game, players, "random", true));
        report_speed(game, players, "greedy games", speed_of(game, players, "greedy", false));
        Text record = sample_record(game, players);
        report_time(game, players, "replay of a game", measure(replay, &record), 1e6, "µs");
        report_time(game, players, "window", speed_of_windows(&record), 1e6, "µs");
        text_free(&record);
        collect(&positions, game, players, "random", SOME);
        report_time(game, players, "copy", measure(copy_all, &positions), 1e9, "ns");
        report_time(game, players, "copy and hide", measure(hide_all, &positions), 1e9, "ns");
        report_time(game, players, "copy and guess", measure(guess_all, &positions), 1e9, "ns");
        report_time(game, players, "list of moves", measure(list_all, &positions), 1e9, "ns");
        bench_mind(game, players);
    }
}

int main(int count, char **arguments) {
    double loops = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double again = loops_per_second();
        if (again > loops) loops = again;
    }
    if (count == 2 && strcmp(arguments[1], "--loops") == 0) {
        printf("%.0f\n", loops);
        return 0;
    }
    report("calibration", 0, "loops of 1000 steps", loops, "/s", 0, 1);
    bool minds = count == 2 && strcmp(arguments[1], "--minds") == 0; /* of four players, alone */
    for (int g = 0; games[g]; g++)
        if (minds)
            bench_mind(games[g], 4);
        else
            bench_game(games[g]);
    return 0;
}
