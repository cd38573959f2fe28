/* main.c: the negoce command: finds the subcommand and lets it run. */
#include "cli/cli.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "store/log.h"

static const Command *const commands[] = {
    &play_command,     &serve_command,   &admin_command, &games_command,
    &record_command,   &check_command,   &fair_command,  &show_command,
    &simulate_command, &arena_command,   &pool_command,  &tune_command,
    &analyse_command,  &gallery_command, &move_command,  NULL,
};

enum { NAME_WIDTH = 10, HELP_WIDTH = 80 };

static int help(const Cli *cli) {
    Text out = text_grow();
    wrap(&out, words(cli->lang, N_("negoce COMMAND … — trading games of the age of sail")), 0, 4,
         HELP_WIDTH);
    text_char(&out, '\n');
    for (int i = 0; commands[i]; i++) {
        text_add(&out, "  ");
        pad(&out, commands[i]->name, NAME_WIDTH);
        wrap(&out, words(cli->lang, commands[i]->help), NAME_WIDTH + 2, NAME_WIDTH + 2, HELP_WIDTH);
    }
    text_char(&out, '\n');
    wrap(&out,
         words(cli->lang, N_("negoce COMMAND --help tells more about one of them; --version says "
                             "which Négoce this is; --lang fr or --lang en chooses the language.")),
         0, 0, HELP_WIDTH);
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

static int version(const Cli *cli) {
    Text out = text_grow();
    const char *log = log_library();
    text_printf(&out, "negoce %s%s%s\n", negoce_version, log ? ", " : "", log ? log : "");
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

static const Command *command_named(const char *name) {
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

/* Takes `--lang X` off the front of the arguments; args_lang has obeyed it already. Returns 0 or
   the exit code after a complaint. */
static int take_lang(Cli *cli) {
    while (cli->count > 0) {
        const char *arg = cli->args[0];
        bool joined = strncmp(arg, "--lang=", 7) == 0;
        if (!joined && strcmp(arg, "--lang") != 0) break;
        const char *value = joined ? arg + 7 : cli->count > 1 ? cli->args[1] : NULL;
        int code = args_lang_check(cli, value);
        if (code) return code;
        cli->count -= joined ? 1 : 2;
        cli->args += joined ? 1 : 2;
    }
    return DONE;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");  /* for line editing; everything else is UTF-8 and needs no locale */
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away is told by `put`, not by a dead process */
    int count = argc > 0 ? argc - 1 : 0;
    Cli cli = {.lang = args_lang(count, argv + 1), .count = count, .args = argv + 1};
    int code = take_lang(&cli);
    if (code) return code;
    const char *name = cli.count > 0 ? cli.args[0] : "--help";
    char *asked[] = {"help", "--help"};
    if (strcmp(name, "help") == 0 && cli.count > 1) { /* negoce help play */
        name = asked[0] = cli.args[1];
        cli.args = asked;
        cli.count = 2;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return help(&cli);
    if (strcmp(name, "--version") == 0) return version(&cli);
    const Command *command = command_named(name);
    if (!command && name[0] == '-')
        return complain(&cli, MISUSED, N_("there is no option {seat}; --help lists them"),
                        &(Holes){.seat = name});
    if (!command)
        return complain(&cli, MISUSED, N_("there is no command “{seat}”; --help lists them"),
                        &(Holes){.seat = name});
    cli.command = command;
    cli.count--;
    cli.args++;
    return command->run(&cli);
}
