/* move.c: `negoce move`: a house goes from one server to several, and back. */
#include "cli/cli.h"

#include <string.h>

#include "store/move.h"

static bool is_log(const char *place) {
    return strncmp(place, "nats://", 7) == 0 || strncmp(place, "tls://", 6) == 0;
}

static int run(Cli *cli) {
    const char *from = NULL, *to = NULL;
    long long replicas = 3;
    StorePlace place = {0};
    const Flag flags[] = {
        WORD("from", N_("PLACE"), &from,
             N_("where the house is: its folder, or the log of several servers such as "
                "nats://one,two,three")),
        WORD("to", N_("PLACE"), &to, N_("where it goes: the other of the two")),
        WORD("nats-creds", N_("FILE"), &place.creds,
             N_("the credentials with which NATS lets this server in")),
        WORD("nats-ca", N_("FILE"), &place.ca,
             N_("the certificates (PEM) by which NATS is known, with tls://")),
        NUMBER("nats-replicas", "N", &replicas, 1, 5,
               N_("servers of NATS that keep the log, when it is made (3)")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 0, &code)) return code;
    if (!from || !to || is_log(from) == is_log(to))
        return complain(cli, MISUSED,
                        N_("say --from and --to: a folder and a log such as nats://one,two,three, "
                           "one of each"),
                        NULL);
    Moved moved = {0};
    place.replicas = (int)replicas;
    place.url = is_log(from) ? from : to;
    Reason why = is_log(from) ? move_out(&place, to, &moved) : move_in(from, &place, &moved);
    if (why.text) return complain_reason(cli, FAILED, why);
    Text out = text_grow();
    words_add(&out, cli->lang,
              N_("{n} {n?table has|tables have} moved, and every row was compared."),
              &(Holes){.n = moved.tables});
    text_char(&out, '\n');
    code = put(cli, &out);
    text_free(&out);
    return code;
}

const Command move_command = {
    .name = "move",
    .usage = N_("--from PLACE --to PLACE"),
    .help = N_("Moves a house that nobody serves between a folder and the log of several servers."),
    .run = run,
};
