/* engine.c: how fast the engine is, told so that figures of different machines compare.

   A small fixed loop, the calibration, is run beside each measurement; a figure is also given as a
   multiple of it. Each measurement is the best of several rounds: what disturbs only ever slows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/arena.h"
#include "games/games.h"
#include "table/table.h"

enum { ROUNDS = 7 };
static const double ROUND_SECONDS = 0.3;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
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

/* --- reports ---------------------------------------------------------------------------------- */

static void report(const char *game, int players, const char *what, double figure, const char *unit,
                   const char *format, double multiple) {
    char name[64], value[32];
    if (players)
        snprintf(name, sizeof name, "%s, %d players: %s", game, players, what);
    else
        snprintf(name, sizeof name, "%s: %s", game, what);
    snprintf(value, sizeof value, format, figure);
    printf("%-44s %14s %-8s", name, value, unit);
    if (multiple > 0) printf(" %12.4g ×", multiple);
    printf("\n");
    fflush(stdout);
}

typedef struct Speed {
    double games, moves; /* a second */
    double loops;        /* calibration beside it */
} Speed;

/* Random players on one core, from the start to the score. */
static Speed random_speed(const Game *game, int players) {
    Match match = {.game = game, .players = players, .seed = 1};
    for (int seat = 0; seat < players; seat++)
        match.entrants[seat] = bot_named("random");
    Speed best = {0};
    int64_t index = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double loops = loops_per_second();
        if (loops > best.loops) best.loops = loops;
        Tally tally = {0};
        double begun = now(), seconds;
        do {
            for (int i = 0; i < 20; i++)
                arena_play(&match, index++, &tally);
            seconds = now() - begun;
        } while (seconds < ROUND_SECONDS);
        if ((double)tally.moves / seconds > best.moves) {
            best.moves = (double)tally.moves / seconds;
            best.games = (double)tally.games / seconds;
        }
    }
    return best;
}

/* Whether so many play the game with its default options. */
static bool plays(const Game *game, int players) {
    _Alignas(16) unsigned char state[STATE_MAX];
    return !game->start(state, players, (uint8_t[OPTIONS_MAX]){0}).text;
}

/* A whole game of greedy bots, as its record. */
static Text sample_record(const Game *game, int players) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why = ALLOWED;
    Table *t = table_open(game, players, options, &why);
    Rng rng = rng_seed(1);
    char line[LINE_LIMIT + 1];
    Text text = text_over(line, sizeof line);
    for (int seat = 0; t && seat < players; seat++) {
        text_clear(&text);
        text_printf(&text, "seat %d bot greedy", seat);
        why = table_enter(t, line);
    }
    if (t && !why.text) why = table_enter(t, "begin");
    while (t && !why.text && !table_over(t)) {
        text_clear(&text);
        if (!table_draw(t, &rng, &text) && !table_bot(t, &rng, &text)) abort();
    }
    if (!t || why.text) {
        fprintf(stderr, "%s: %s\n", game->id, why.text ? why.text : "no table");
        exit(1);
    }
    Text record = text_grow();
    table_record(t, 1, &record);
    table_close(t);
    return record;
}

/* Seconds to read a record whole: every move parsed, checked and applied. */
static double replay_seconds(const Text *record, double *loops) {
    double best = 1e9;
    *loops = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double calibration = loops_per_second();
        if (calibration > *loops) *loops = calibration;
        double begun = now(), seconds;
        int times = 0;
        do {
            int line;
            Reason why;
            Table *t = table_read(record->at, record->length, &line, &why);
            if (!t) {
                fprintf(stderr, "record:%d: %s\n", line, why.text);
                exit(1);
            }
            table_close(t);
            times++;
            seconds = now() - begun;
        } while (seconds < ROUND_SECONDS / 3);
        if (seconds / times < best) best = seconds / times;
    }
    return best;
}

int main(int count, char **arguments) {
    double loops = loops_per_second();
    if (count == 2 && strcmp(arguments[1], "--loops") == 0) {
        for (int i = 0; i < ROUNDS; i++) {
            double again = loops_per_second();
            if (again > loops) loops = again;
        }
        printf("%.0f\n", loops);
        return 0;
    }
    report("calibration", 0, "loops of 1000 steps", loops, "/s", "%.0f", 1);
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        report(game->id, 0, "size of a state", (double)game->state_size, "bytes", "%.0f", 0);
        for (int players = game->min_players; players <= game->max_players; players++) {
            if (!plays(game, players)) continue;
            Speed speed = random_speed(game, players);
            report(game->id, players, "random games", speed.games, "/s", "%.0f",
                   speed.games / speed.loops);
            report(game->id, players, "random moves", speed.moves, "/s", "%.0f",
                   speed.moves / speed.loops);
            Text record = sample_record(game, players);
            double seconds = replay_seconds(&record, &loops);
            report(game->id, players, "replay of a game", seconds * 1e6, "µs", "%.1f",
                   seconds * loops);
            text_free(&record);
        }
    }
    return 0;
}
