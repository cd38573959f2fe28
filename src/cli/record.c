/* record.c: `negoce record`: bots play a whole game, and its record is printed. The same arguments
   give the same bytes on every machine: every choice and every draw comes from one generator. */
#include "cli/cli.h"

#include <assert.h>

/* Enters one line the table has no reason to refuse. */
static void enter(Table *table, const char *line) {
    Reason why = table_enter(table, line);
    assert(!why.text);
    (void)why;
}

/* Seats the bots and plays until the game is over. */
static void play(Table *table, const Player players[], Effort effort, Rng *rng) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    for (int seat = 0; seat < table_players(table); seat++) {
        text_clear(&line);
        text_printf(&line, "seat %d bot %s", seat, players[seat].bot->id);
        enter(table, buffer);
    }
    enter(table, "begin");
    while (!table_over(table)) {
        bool moved = table_play_on(table, effort, rng);
        assert(moved);
        (void)moved;
    }
}

static int run(Cli *cli) {
    long long players = -1, seed = -1, iterations = 0;
    const char *levels = "greedy";
    Words given = {0};
    const Flag flags[] = {
        PLAYERS(&players, N_("how many play")),
        WORD("bots", "L,L…", &levels,
             N_("the level of the bots: one for all seats, or one for each (greedy)")),
        NUMBER("seed", "N", &seed, 0, NUMBER_MAX,
               N_("the same number, the same game; otherwise a new one")),
        NUMBER("iterations", "N", &iterations, 1, ITERATIONS_MOST,
               N_("games a bot that thinks ahead imagines for a decision (as its level has it)")),
        VARIANTS(&given),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    const Game *game;
    Player seats[SEATS_MAX];
    uint8_t options[OPTIONS_MAX];
    if (!setup_game(cli, cli->count ? cli->args[0] : NULL, &game) ||
        !setup_players(cli, game, players) || !setup_ours(cli, levels, (int)players, seats) ||
        !setup_options(cli, game, &given, options))
        return MISUSED;
    if (seed < 0) seed = (long long)setup_seed();
    Reason why;
    Table *table = table_open(game, (int)players, options, &why);
    if (!table) return complain_variant(cli, why);
    Rng rng = rng_seed((uint64_t)seed);
    play(table, seats, (Effort){.iterations = (int)iterations}, &rng);
    Text out = text_grow();
    table_record(table, seed, &out);
    code = put(cli, &out);
    text_free(&out);
    table_close(table);
    return code;
}

const Command record_command = {
    .name = "record",
    .usage = N_("GAME --players N [--bots L,L…] [--seed N] [--option K=V]"),
    .help = N_("Lets bots play a whole game and prints its record."),
    .run = run,
};
