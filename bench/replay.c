/* replay.c: how long the longest records take to open and to step through.

   The game is made here: VOC! with every ship at sea every year under a pen that hardly moves, so
   that it has about as many lines as a journal may have. Opening is what a server or a page does
   with such a record (read and check it, show its first window and its outline); a step is what one
   press of a key asks for: a window and the events beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/notation.h"
#include "games/games.h"
#include "table/run.h"

enum { LINES = 28000, STEPS = 400, A_VOYAGE = 500, SEEDS = 200 };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A short stroke there and back, as long as the voyage may last; otherwise what the game would
   do, but shipmates say nothing and nobody stays in harbour. */
static Move choose(const Game *game, const void *s, int seat, int strokes, Rng *rng) {
    static const char *const wanted[] = {"mute", "quiet", "sail 500", "sail"};
    Style steady = {0};
    Move move;
    char pen[20];
    snprintf(pen, sizeof pen, "pen 0 %d", strokes < 30 ? -2 : strokes % 2 ? 1 : -1);
    if (strokes < A_VOYAGE && !move_read(game, pen, &move).text &&
        !game->rules.check(s, seat, move).text)
        return move;
    for (int i = 0; i < 4; i++)
        if (!move_read(game, wanted[i], &move).text && !game->rules.check(s, seat, move).text)
            return move;
    if (!move_read(game, "stop", &move).text && !game->rules.check(s, seat, move).text) return move;
    return game->rules.policy(s, seat, &steady, rng);
}

static Table *long_game(uint64_t seed) {
    const Game *game = game_named("voc");
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Rng rng = rng_seed(seed);
    Table *t = table_open(game, 4, options, &why);
    char buffer[LINE_LIMIT + 1];
    int strokes = 0;
    for (int seat = 0; seat < 4; seat++) {
        Text line = text_over(buffer, sizeof buffer);
        text_printf(&line, "seat %d bot trader", seat);
        if (table_enter(t, buffer).text) abort();
    }
    if (table_enter(t, "begin").text) abort();
    while (!table_over(t) && table_position(t) < 31000) {
        const void *s = table_state(t);
        Turn turn = game->rules.turn(s);
        if (turn_has(turn, CHANCE)) {
            if (!table_play_on(t, (Effort){.iterations = 1}, &rng)) abort();
            continue;
        }
        int seat = __builtin_ctz(turn);
        Move move = choose(game, s, seat, strokes, &rng);
        Text line = text_over(buffer, sizeof buffer);
        bool pen = game->live.brisk(s);
        if (table_enter_move(t, seat, move, &line).text) abort();
        strokes = pen ? strokes + (strstr(buffer, "pen") != NULL) : 0;
    }
    return t;
}

static int by_time(const void *a, const void *b) {
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

int main(int argc, char **argv) {
    Table *t = NULL;
    for (uint64_t seed = 1; seed < SEEDS; seed++) { /* the VOC card must come late */
        if (t) table_close(t);
        t = long_game(seed);
        if (table_position(t) >= LINES) break;
    }
    Text record = text_grow();
    table_record(t, -1, &record);
    table_close(t);
    if (argc > 1) {
        FILE *file = fopen(argv[1], "w");
        if (!file || fputs(record.at, file) < 0 || fclose(file)) return 1;
    }
    int lines = 0, line;
    for (const char *c = record.at; *c; c++)
        lines += *c == '\n';
    double opening[9], steps[STEPS];
    for (int i = 0; i < 9; i++) {
        double start = now_ms();
        Reason why;
        Text json = text_grow();
        t = table_read(record.at, strlen(record.at), &line, &why);
        if (!t) abort();
        jot_open(&json, NULL, '{');
        table_outline(t, CHANCE, table_position(t), &json);
        run_look_back(t, 0, table_position(t), CHANCE, -1, 0, &json);
        opening[i] = now_ms() - start;
        text_free(&json);
        if (i < 8) table_close(t);
    }
    for (int i = 0; i < STEPS; i++) {
        int position = (int)((long long)table_position(t) * (i + 1) / STEPS);
        double start = now_ms();
        Text json = text_grow();
        jot_open(&json, NULL, '{');
        run_look_back(t, position, table_position(t), i % 2 ? CHANCE : i / 2 % 4, -1, 0, &json);
        steps[i] = now_ms() - start;
        text_free(&json);
    }
    qsort(opening, 9, sizeof *opening, by_time);
    qsort(steps, STEPS, sizeof *steps, by_time);
    printf("replay  %d lines, %zu bytes%s\n", lines, strlen(record.at),
           lines < LINES ? "  (fewer than wanted)" : "");
    printf("  open   median %6.1f ms   longest %6.1f ms   (at most 300)\n", opening[4], opening[8]);
    printf("  step   median %6.2f ms   99 %% below %6.2f ms   longest %6.2f ms   (at most 16)\n",
           steps[STEPS / 2], steps[STEPS * 99 / 100], steps[STEPS - 1]);
    table_close(t);
    text_free(&record);
    return lines < LINES || opening[4] > 300 || steps[STEPS / 2] > 16;
}
