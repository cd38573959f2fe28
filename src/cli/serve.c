/* serve.c: `negoce serve`: tables on the network. */
#include "cli/cli.h"

#include <string.h>

#include "server/server.h"

_Static_assert((int)ORIGINS_MAX == (int)OPTIONS_MAX, "as many as the command line takes");

/* "https://negoce.example.org" or "http://negoce:8642": a scheme and a name, no more. */
static bool is_origin(const char *text) {
    size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                    : strncmp(text, "http://", 7) == 0 ? 7
                                                       : 0;
    return scheme && text[scheme] && !strpbrk(text + scheme, "/?#@ ");
}

_Static_assert((int)GUEST_BOTS_MAX == (int)OPTIONS_MAX, "as many as the command line takes");

/* Takes one NAME=COMMAND; what it names stays as long as the options. */
static bool add_guest(const Cli *cli, const char *word, ServerOptions *options) {
    static char names[GUEST_BOTS_MAX][GUEST_NAME + 1];
    const char *command = strchr(word, '=');
    char *name = names[options->guest_count];
    size_t length = command ? (size_t)(command - word) : 0;
    bool fits =
        command && length <= GUEST_NAME && command[1] && strlen(command + 1) <= GUEST_COMMAND;
    if (fits) {
        memcpy(name, word, length);
        name[length] = '\0';
        fits = !table_guest_check(name).text;
        for (int i = 0; i < options->guest_count; i++)
            fits &= strcmp(options->guest_names[i], name) != 0;
    }
    if (fits) {
        options->guest_names[options->guest_count] = name;
        options->guest_commands[options->guest_count++] = command + 1;
        return true;
    }
    complain(cli, MISUSED,
             N_("--guest-bot takes NAME=COMMAND, each name once, in at most {n} small letters, "
                "digits and hyphens, not “{seat}”"),
             &(Holes){.seat = word, .n = GUEST_NAME});
    return false;
}

static int run(Cli *cli) {
    ServerOptions options = server_defaults();
    options.lang = cli->lang;
    long long port = options.port, pace = options.pace, minute = options.minute,
              rate = options.rate, connections = options.connections,
              neighbours = options.neighbours, patience = options.patience, opens = options.opens,
              listed = options.listed, gather = options.gather, tables = options.tables,
              idle = options.idle;
    Words origins = {0}, guests = {0};
    const Flag flags[] = {
        {.name = "host",
         .value = "H",
         .word = &options.host,
         .help = N_("the address to listen on (127.0.0.1); 0.0.0.0 for every address of this "
                    "machine")},
        {.name = "origin",
         .value = "URL",
         .words = &origins,
         .help = N_("a name it answers to, such as https://negoce.example.org; may be given "
                    "several times")},
        {.name = "port",
         .value = "N",
         .number = &port,
         .least = 0,
         .most = 65535,
         .help = N_("the port (8642); 0 for any that is free")},
        {.name = "data",
         .value = "DIR",
         .word = &options.data,
         .help = N_("the folder where the tables are kept (~/.local/share/negoce)")},
        {.name = "pace",
         .value = "MS",
         .number = &pace,
         .most = 60000,
         .help = N_("milliseconds at least before a bot moves (700)")},
        {.name = "minute",
         .value = "S",
         .number = &minute,
         .least = 1,
         .most = 3600,
         .help = N_("seconds a minute of the clocks of tables lasts (60)")},
        {.name = "rate",
         .value = "N",
         .number = &rate,
         .least = 1,
         .most = 1000000,
         .help = N_("messages a second one client may send (30)")},
        {.name = "connections",
         .value = "N",
         .number = &connections,
         .least = 1,
         .most = 1000000,
         .help = N_("clients in all (2000)")},
        {.name = "neighbours",
         .value = "N",
         .number = &neighbours,
         .least = 1,
         .most = 1000000,
         .help = N_("clients of one address (64)")},
        {.name = "patience",
         .value = "S",
         .number = &patience,
         .least = 1,
         .most = 3600,
         .help = N_("seconds a client may make no progress before its line is cut (20)")},
        {.name = "opens",
         .value = "N",
         .number = &opens,
         .least = 1,
         .most = 1000000,
         .help = N_("tables one address may open in an hour (240)")},
        {.name = "listed",
         .value = "N",
         .number = &listed,
         .least = 1,
         .most = 1000000,
         .help = N_("tables one address may have in the list of open ones (12)")},
        {.name = "gather",
         .value = "S",
         .number = &gather,
         .least = 1,
         .most = 1000000,
         .help = N_("seconds before a listed table whose people have all left is taken off the "
                    "list (900)")},
        {.name = "tables",
         .value = "N",
         .number = &tables,
         .least = 1,
         .most = 1000000,
         .help = N_("tables in memory at once (5000); the others wait on the disk")},
        {.name = "idle",
         .value = "S",
         .number = &idle,
         .least = 1,
         .most = 1000000,
         .help = N_("seconds before a table nobody asks for leaves the memory (300)")},
        {.name = "guest-bot",
         .value = "NAME=COMMAND",
         .words = &guests,
         .help = N_("a program hosts may seat as a bot (docs/bot-protocol.md); may be given "
                    "several times")},
        {.name = "quiet", .given = &options.quiet, .help = N_("tell only what is wrong")},
        {0},
    };
    int code;
    if (!args_read(cli, flags, 0, &code)) return code;
    if (!*options.host)
        return complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = "--host"});
    for (int i = 0; i < origins.count; i++) {
        if (!is_origin(origins.at[i]))
            return complain(cli, MISUSED,
                            N_("--origin is like https://negoce.example.org, not “{seat}”"),
                            &(Holes){.seat = origins.at[i]});
        options.origins[options.origin_count++] = origins.at[i];
    }
    for (int i = 0; i < guests.count; i++)
        if (!add_guest(cli, guests.at[i], &options)) return MISUSED;
    Text data = text_grow();
    if (options.data && !*options.data) {
        text_free(&data);
        return complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = "--data"});
    }
    if (!options.data && !setup_data(&data)) {
        text_free(&data);
        return complain(cli, MISUSED, N_("say with --data where the tables are kept"), NULL);
    }
    if (!options.data) options.data = data.at;
    options.port = (int)port;
    options.pace = (int)pace;
    options.minute = (int)minute;
    options.rate = (int)rate;
    options.connections = (int)connections;
    options.neighbours = (int)neighbours;
    options.patience = (int)patience;
    options.opens = (int)opens;
    options.listed = (int)listed;
    options.gather = (int)gather;
    options.tables = (int)tables;
    options.idle = (int)idle;
    code = server_run(&options);
    text_free(&data);
    return code;
}

const Command serve_command = {
    .name = "serve",
    .usage = "[--host H] [--port N] [--data DIR]",
    .help = N_("Opens a house of tables: the page and its server on http://localhost:8642."),
    .run = run,
};
