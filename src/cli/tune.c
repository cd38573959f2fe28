/* tune.c: `negoce tune`: seeks better weights for a game's judgement (bots/tune.h) for so many
   seconds, then holds what it found against what there was, in games it has not seen. */
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "bots/tune.h"
#include "cli/report.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* "0.312 ± 0.020": a share of wins and its 95 % interval. */
static void put_share(const Tuning *t, Lang lang, const char *label, const int16_t *weights,
                      int games, uint64_t seed, Text *out) {
    double squares, share = tune_share(t, weights, games, seed, &squares);
    pad(out, label, 24);
    figure(out, lang, share, 3);
    text_add(out, " ± ");
    figure(out, lang, 1.96 * sqrt((squares - share * share) / games), 3);
    text_char(out, '\n');
}

static int report(const Cli *cli, const Tuning *t, int games, uint64_t seed) {
    Text out = text_grow();
    about_game(&out, cli->lang, t->game);
    text_printf(&out, "%s %d\n\n", words(cli->lang, N_("steps")), t->steps);
    for (int i = 0; i < t->count; i++) {
        pad(&out, t->game->rules.weights[i].name, 24);
        text_printf(&out, "%6d %6d\n", t->start[i], t->best[i]);
    }
    text_char(&out, '\n');
    put_share(t, cli->lang, words(cli->lang, N_("won before")), t->start, games, seed, &out);
    put_share(t, cli->lang, words(cli->lang, N_("won after")), t->best, games, seed, &out);
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

static int run(Cli *cli) {
    const Game *game;
    Words chosen = {0};
    uint8_t options[OPTIONS_MAX] = {0};
    long long players = 4, seconds = 60, games = 64, check = 2000, seed = -1;
    const Flag flags[] = {
        PLAYERS(&players, N_("how many play")),
        VARIANTS(&chosen),
        NUMBER("seconds", "N", &seconds, 0, 86400, N_("how long to seek (60)")),
        NUMBER("games", "N", &games, 1, 100000, N_("games a step, on each side (64)")),
        NUMBER("check", "N", &check, 1, 10000000, N_("games that judge what was found (2000)")),
        NUMBER("seed", "N", &seed, 0, NUMBER_MAX,
               N_("the same number, the same steps; otherwise new ones")),
        {0}};
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (!setup_game(cli, cli->count ? cli->args[0] : NULL, &game) ||
        !setup_players(cli, game, players) || !setup_options(cli, game, &chosen, options))
        return MISUSED;
    Tuning t;
    uint64_t from = seed < 0 ? setup_seed() : (uint64_t)seed;
    if (!tune_begin(&t, game, (int)players, options, from))
        return complain(cli, MISUSED, N_("this game has no weights to find"), NULL);
    for (double end = now() + (double)seconds; now() < end;)
        tune_step(&t, (int)games);
    return report(cli, &t, (int)check, ~from);
}

const Command tune_command = {
    .name = "tune",
    .usage = N_("GAME [--players N] [--seconds N]"),
    .help = N_("Seeks better weights for a game’s judgement by self-play, and says how they do."),
    .run = run,
};
