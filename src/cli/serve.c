/* serve.c: `negoce serve`: tables on the network. */
#include "cli/cli.h"

#include <stdlib.h>
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

/* "localhost:8643". */
static bool is_place(const char *text) {
    size_t host = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.");
    long long port;
    return host && text[host] == ':' && args_number(text + host + 1, 1, 65535, &port);
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

/* What the person wishes: on the command line, in the environment, in a file, in that order. The
   options point into it. */
typedef struct Wishes {
    struct Wishes *older; /* which the server may still point into */
    ServerOptions options;
    Words origins, guests;
    const char *config, *log;
    Text file, data;
} Wishes;

static void forget(Wishes *w) {
    text_free(&w->file);
    text_free(&w->data);
}

static Wishes no_wishes(const Cli *cli) {
    ServerOptions defaults = server_defaults();
    defaults.lang = cli->lang;
    return (Wishes){.options = defaults, .log = "text", .file = text_grow(), .data = text_grow()};
}

/* Judges what was read, and fills in what follows from it. */
static int settle(const Cli *cli, Wishes *w) {
    ServerOptions *options = &w->options;
    if (!*options->host)
        return complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = "--host"});
    for (int i = 0; i < w->origins.count; i++) {
        if (!is_origin(w->origins.at[i]))
            return complain(cli, MISUSED,
                            N_("--origin is like https://negoce.example.org, not “{seat}”"),
                            &(Holes){.seat = w->origins.at[i]});
        options->origins[options->origin_count++] = w->origins.at[i];
    }
    options->log_json = strcmp(w->log, "json") == 0;
    if (!options->log_json && strcmp(w->log, "text") != 0)
        return complain(cli, MISUSED, N_("--log takes text or json, not “{seat}”"),
                        &(Holes){.seat = w->log});
    if (options->push_to && !is_place(options->push_to))
        return complain(cli, MISUSED, N_("--push-to takes HOST:PORT, not “{seat}”"),
                        &(Holes){.seat = options->push_to});
    if (!options->certificate != !options->key)
        return complain(cli, MISUSED, N_("--certificate and --key go together"), NULL);
    if (!setup_data(cli, options->data, &w->data)) return MISUSED;
    options->data = w->data.at;
    const char *url = options->place.url;
    if (url && strncmp(url, "nats://", 7) != 0 && strncmp(url, "tls://", 6) != 0)
        return complain(cli, MISUSED, N_("--store is like nats://one,two,three, not “{seat}”"),
                        &(Holes){.seat = url});
    return DONE;
}

/* Reads every wish; false where there is nothing more to do, with the exit code. */
static bool read_wishes(Cli *cli, Wishes *w, int *code) {
    const Flag flags[] = {
        WORD("config", N_("FILE"), &w->config,
             N_("a file of lines “option = value” with these same options; the environment "
                "(NEGOCE_PORT for --port) comes before it, the command line first")),
        WORD("host", "H", &w->options.host,
             N_("the address to listen on (127.0.0.1); 0.0.0.0 for every address of this "
                "machine")),
        WORDS("origin", "URL", &w->origins,
              N_("a name it answers to, such as https://negoce.example.org; may be given "
                 "several times")),
        WHOLE("port", "N", &w->options.port, 0, 65535,
              N_("the port (8642); 0 for any that is free")),
        WORD("data", N_("DIR"), &w->options.data,
             N_("the folder where the tables are kept (~/.local/share/negoce)")),
        WORD("store", "URL", &w->options.place.url,
             N_("a house of several servers: where its log is, such as "
                "nats://one,two,three (docs/cluster.md); the folder then holds a copy")),
        WORD("nats-creds", N_("FILE"), &w->options.place.creds,
             N_("the credentials with which NATS lets this server in")),
        WORD("nats-ca", N_("FILE"), &w->options.place.ca,
             N_("the certificates (PEM) by which NATS is known, with tls://")),
        WHOLE("nats-replicas", "N", &w->options.place.replicas, 1, 5,
              N_("servers of NATS that keep the log, when it is made (3)")),
        WHOLE("pace", "MS", &w->options.pace, 0, 60000,
              N_("milliseconds at least before a bot moves (700)")),
        WHOLE("minute", "S", &w->options.minute, 1, 3600,
              N_("seconds a minute of the clocks of tables lasts (60)")),
        WHOLE("grace", "S", &w->options.grace, 1, 86400,
              N_("seconds before those present choose about who is gone (120)")),
        WHOLE("rate", "N", &w->options.rate, 1, 1000000,
              N_("messages a second one client may send (30)")),
        WHOLE("connections", "N", &w->options.connections, 1, 1000000, N_("clients in all (2000)")),
        WHOLE("neighbours", "N", &w->options.neighbours, 1, 1000000,
              N_("clients of one address (64)")),
        WHOLE("patience", "S", &w->options.patience, 1, 3600,
              N_("seconds a client may make no progress before its line is cut (20)")),
        WHOLE("opens", "N", &w->options.opens, 1, 1000000,
              N_("tables one address may open in an hour (240)")),
        WHOLE("brings", "MB", &w->options.brings, 1, 1000000,
              N_("megabytes of games one address may bring in a day: records, games begun "
                 "elsewhere, games that go on from another; as many may it play (64)")),
        WHOLE("listed", "N", &w->options.listed, 1, 1000000,
              N_("tables one address may have in the list of open ones (12)")),
        WHOLE("push-after", "S", &w->options.push_after, 0, 1000000,
              N_("seconds before who must move and does not look is called by push (15)")),
        WORD("push-to", N_("HOST:PORT"), &w->options.push_to,
             N_("a push service that may be on this machine, for tests")),
        WHOLE("gather", "S", &w->options.gather, 1, 1000000,
              N_("seconds before a listed table whose people have all left is taken off the "
                 "list (900)")),
        WHOLE("tables", "N", &w->options.tables, 1, 1000000,
              N_("tables in memory at once (5000); the others wait on the disk")),
        WHOLE("idle", "S", &w->options.idle, 1, 1000000,
              N_("seconds before a table nobody asks for leaves the memory (300)")),
        WORDS("guest-bot", N_("NAME=COMMAND"), &w->guests,
              N_("a program hosts may seat as a bot (docs/bot-protocol.md); may be given "
                 "several times")),
        SWITCH("quiet", &w->options.quiet, N_("tell only what is wrong")),
        WORD("log", "text|json", &w->log, N_("how news and warnings are written on stderr (text)")),
        WORD("terms", N_("FILE"), &w->options.terms,
             N_("a text shown as the terms of use of this house")),
        WORD("contact", N_("FILE"), &w->options.contact,
             N_("a text that says who runs this house and how to reach them")),
        WORD("certificate", N_("FILE"), &w->options.certificate,
             N_("a TLS certificate (PEM, with its chain): then it speaks https")),
        WORD("key", N_("FILE"), &w->options.key, N_("the private key of that certificate (PEM)")),
        {0},
    };
    const char *config = args_given(cli, &flags[0]);
    if (config && !args_file(cli, flags, config, &w->file, code)) return false;
    if (!args_environment(cli, flags, code) || !args_read(cli, flags, 0, code)) return false;
    *code = settle(cli, w);
    return *code == DONE;
}

/* What SIGHUP needs: the arguments as they were. */
typedef struct Again {
    Cli cli;
    char **args;    /* args_read changes their order */
    Wishes *newest; /* of those read since: all are kept, because the server may not take some */
} Again;

static void drop(Wishes *w) {
    forget(w);
    free(w);
}

/* Reads everything once more; false, with the reason, where the server goes on as it is. */
static bool read_again(void *who, ServerOptions *out, Text *why) {
    Again *again = who;
    Cli cli = again->cli;
    cli.told = why;
    cli.lang = LANG_EN; /* it goes into the log */
    char *args[cli.count + 1];
    memcpy(args, again->args, (size_t)cli.count * sizeof *args);
    cli.args = args;
    Wishes *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    *fresh = no_wishes(&cli);
    int code;
    bool well = read_wishes(&cli, fresh, &code);
    if (!well) {
        drop(fresh);
        return false;
    }
    fresh->older = again->newest;
    again->newest = fresh;
    *out = fresh->options;
    return true;
}

static int run(Cli *cli) {
    Wishes wishes = no_wishes(cli);
    char *args[cli->count + 1];
    memcpy(args, cli->args, (size_t)cli->count * sizeof *args);
    Again again = {.cli = *cli, .args = args};
    int code;
    if (!read_wishes(cli, &wishes, &code)) {
        forget(&wishes);
        return code;
    }
    for (int i = 0; i < wishes.guests.count; i++)
        if (!add_guest(cli, wishes.guests.at[i], &wishes.options)) {
            forget(&wishes);
            return MISUSED;
        }
    wishes.options.reload = read_again;
    wishes.options.reload_who = &again;
    code = server_run(&wishes.options);
    while (again.newest) {
        Wishes *older = again.newest->older;
        drop(again.newest);
        again.newest = older;
    }
    forget(&wishes);
    return code;
}

const Command serve_command = {
    .name = "serve",
    .usage = N_("[--host H] [--port N] [--data DIR] [--config FILE]"),
    .help = N_("Opens a house of tables: the page and its server on http://localhost:8642."),
    .run = run,
};
