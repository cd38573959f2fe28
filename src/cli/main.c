/* main.c: the negoce command: finds the subcommand and lets it run. */
#include "cli/cli.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const Command *const commands[] = {
    &play_command,  &serve_command, &games_command,    &record_command,
    &check_command, &show_command,  &simulate_command, NULL,
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
    text_printf(&out, "negoce %s\n", negoce_version);
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

static const Command *command_named(const char *name) {
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

/* Steps over `--lang X` before the subcommand; args_lang has read it. */
static int skip_lang(const Cli *cli) {
    int i = 0;
    while (i < cli->count && strncmp(cli->args[i], "--lang", 6) == 0) {
        if (cli->args[i][6] == '=')
            i++;
        else if (cli->args[i][6] == '\0' && i + 1 < cli->count)
            i += 2;
        else
            break;
    }
    return i;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");  /* for line editing; everything else is UTF-8 and needs no locale */
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away is told by `put`, not by a dead process */
    int count = argc > 0 ? argc - 1 : 0;
    Cli cli = {.lang = args_lang(count, argv + 1), .count = count, .args = argv + 1};
    int skip = skip_lang(&cli);
    cli.count -= skip;
    cli.args += skip;
    const char *name = cli.count > 0 ? cli.args[0] : "--help";
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
