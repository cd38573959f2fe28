/* games.c: `negoce games`: which games there are, for people, and with --json for programs. */
#include "cli/cli.h"

#include "games/games.h"

static void print_game(Text *out, Lang lang, const Game *game) {
    pad(out, game->id, 12);
    text_add(out, game->title);
    text_add(out, ", ");
    words_add(out, lang, N_("{n} to {m} players"),
              &(Holes){.n = game->min_players, .m = game->max_players});
    text_char(out, '\n');
    pad(out, "", 12);
    wrap(out, words(lang, game->pitch), 12, 12, 80);
    for (const Option *option = game->options; option->name; option++)
        for (int i = 0; option->choices[i]; i++) {
            char name[64];
            Text t = text_over(name, sizeof name);
            text_printf(&t, "--option %s=%s", option->name, option->choices[i]);
            pad(out, "", 12);
            pad(out, name, 24);
            text_add(out, "  ");
            wrap(out, words(lang, option->labels[i]), 38, 38, 80);
        }
}

static int run(Cli *cli) {
    bool as_json = false;
    const Flag flags[] = {
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 0, &code)) return code;
    Text out = text_grow();
    if (as_json) {
        games_json(NULL, &out);
        text_char(&out, '\n');
    } else {
        for (int i = 0; games[i]; i++)
            print_game(&out, cli->lang, games[i]);
    }
    code = put(cli, &out);
    text_free(&out);
    return code;
}

const Command games_command = {
    .name = "games",
    .usage = "[--json]",
    .help = N_("Lists the games, how many play, and their options."),
    .run = run,
};
