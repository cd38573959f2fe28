#include "server/server.h"

#include <fido.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "server/clock.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/desk.h"
#include "server/inside.h"
#include "server/audience.h"
#include "server/bell.h"
#include "server/lobby.h"
#include "server/network.h"
#include "server/penalties.h"
#include "server/session.h"
#include "server/socket.h"
#include "server/tables.h"

enum {
    SECOND_MS = 1000,
    TRIM_EACH = 64, /* tables and sockets gone before memory is given back */
    SWEEP_MS = 10 * 1000,
    LOOK_MS = 5 * 1000, /* for tables in the store whose moment comes near */
    FAREWELL_MS = 1000, /* for the last messages, when the server closes */
    FAREWELL_LOOK_MS = 10,
    FILES_SPARE = 256 /* descriptors besides those of the sockets */
};

ServerOptions server_defaults(void) {
    return (ServerOptions){.host = "127.0.0.1",
                           .port = 8642,
                           .pace = 700,
                           .minute = 60,
                           .grace = 120,
                           .rate = 30,
                           .connections = 2000,
                           .neighbours = 64,
                           .patience = 20,
                           .opens = 240,
                           .brings = 64,
                           .listed = 12,
                           .gather = 900,
                           .push_after = 15,
                           .tables = 5000,
                           .idle = 300,
                           .place = {.replicas = 3},
                           .lang = LANG_EN};
}

/* --- what the server shares ------------------------------------------------------------------- */

void server_log(const Server *server, const char *format, ...) {
    if (server->options.quiet) return;
    va_list args;
    va_start(args, format);
    say_news(format, args);
    va_end(args);
}

void *server_alloc(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

static const char *before_colon(Lang lang) {
    return lang == LANG_FR ? "\u202f" : "";
}

/* "WHAT: SENTENCE". */
static void explain(Text *out, Lang lang, const char *what, Reason why) {
    if (what) text_printf(out, "%s%s: ", what, before_colon(lang));
    words_add(out, lang, why.text, &(Holes){.n = why.n});
}

/* "negoce serve: WHAT: SENTENCE" on stderr, in the language of who runs the house. */
static int complain(const ServerOptions *options, const char *what, Reason why) {
    Text line = text_grow();
    explain(&line, options->lang, what, why);
    fprintf(stderr, "negoce serve%s: %s\n", before_colon(options->lang), line.at);
    text_free(&line);
    return 1;
}

/* --- closing ---------------------------------------------------------------------------------- */

typedef struct Handles {
    uv_signal_t interrupt, terminate, hangup;
    uv_timer_t second, sweep, look, farewell;
    uint64_t patience; /* until then the last to leave are waited for */
    struct lws_context *lws;
    int code; /* of the process, when it ends */
} Handles;

/* Every answer of the store that has stopped, and what it is asked because of them. */
static void deliver_last(Server *server) {
    while (mailbox_deliver(&server->mailbox)) {
    }
}

static void on_farewell(uv_timer_t *timer) {
    const Server *server = timer->loop->data;
    const Handles *handles = timer->data;
    if (server->metrics.sockets == 0 || server_now(server) >= handles->patience)
        uv_stop(timer->loop);
}

/* What is under way becomes durable and is told; then everybody is sent home. */
static void close_house(Server *server, Handles *handles) {
    if (server->stopping) return;
    server_log(server, "closing");
    server->stopping = true;
    clock_stop(server);
    store_stop(server->store);
    deliver_last(server);
    connections_stop(server);
    for (Connection *c = server->connections; c; c = c->next)
        if (c->socket) socket_end(c->socket, 1001, "the server closes");
    handles->patience = server_now(server) + FAREWELL_MS;
    uv_timer_start(&handles->farewell, on_farewell, 0, FAREWELL_LOOK_MS);
}

static void on_signal(uv_signal_t *bell, int number) {
    (void)number;
    close_house(bell->loop->data, bell->data);
}

/* Nothing would be kept here any more: people find another node, and whoever keeps this one running
   starts it anew. */
static void end_badly(Handles *handles) {
    handles->code = 1;
    close_house(handles->second.loop->data, handles);
}

/* --- by the clock ----------------------------------------------------------------------------- */

/* Who runs the house is told once that nothing is kept, and once that it is again. */
static void watch_store(Server *server) {
    StoreCounts store = store_counts(server->store);
    bool failed = store.failures > server->failures;
    server->failures = store.failures;
    if (failed && !server->ailing) {
        server->ailing = true;
        say_wrong(store.full   ? "the disk is full: moves are refused until there is room"
                  : store.busy ? "another program holds the store: moves are refused until it is "
                                 "done"
                               : "the store does not keep what it is given: moves are "
                                 "refused until it does");
    } else if (!failed && server->ailing && store.healthy) {
        server->ailing = false;
        say_wrong("the store keeps what it is given again");
    }
}

static void on_second(uv_timer_t *timer) {
    Server *server = timer->loop->data;
    clock_now(server); /* which notices a server that slept */
    connections_sweep(server);
    cluster_sweep(server);
    if (server->stopping) return;
    watch_store(server);
    bell_sweep(server);
    if (store_counts(server->store).ended) end_badly(timer->data);
}

/* What tables and sockets took goes back to the system: the heap would keep it for ever. */
static void return_memory(Server *server) {
    const Metrics *m = &server->metrics;
    long long freed = m->tables_dropped + m->sockets_opened - m->sockets;
    if (freed - server->trimmed < TRIM_EACH) return;
    server->trimmed = freed;
    malloc_trim(0);
}

/* Browsers show nothing of a house whose certificate has ended. */
static void watch_certificate(Server *server) {
    int days = site_certificate_ending(&server->site, (int64_t)time(NULL));
    if (days == 0)
        say_wrong("the certificate has expired: browsers refuse the page until there is a "
                  "new one and the server gets SIGHUP");
    else if (days > 0)
        say_wrong("the certificate expires in %d day%s", days, days > 1 ? "s" : "");
}

static void on_sweep(uv_timer_t *timer) {
    Server *server = timer->loop->data;
    watch_certificate(server);
    return_memory(server); /* what the last sweep dropped has been freed by now */
    tables_sweep(server, false);
    lobby_sweep(server);
    sessions_sweep(server);
    addresses_sweep(&server->addresses, server_now(server), false);
}

static void on_look(uv_timer_t *timer) {
    clock_look(timer->loop->data);
}

/* --- the options once more -------------------------------------------------------------------- */

/* What a running server can change: names, limits, pace, log, the texts of the house and its
   certificate. The address, the port, the folder, how much it holds and how fast its clocks go stay
   until it is started anew: the hour of its tables would jump. */
static void take_options(Server *server, const ServerOptions *fresh) {
    ServerOptions *options = &server->options;
    memcpy(options->origins, fresh->origins, sizeof options->origins);
    options->origin_count = fresh->origin_count;
    options->pace = fresh->pace;
    options->grace = fresh->grace;
    options->rate = fresh->rate;
    options->neighbours = fresh->neighbours;
    options->patience = fresh->patience;
    options->opens = fresh->opens;
    options->brings = fresh->brings;
    options->listed = fresh->listed;
    options->push_after = fresh->push_after;
    options->gather = fresh->gather;
    server->addresses.opens = fresh->opens;
    server->addresses.brings = fresh->brings;
    server->addresses.rate = fresh->rate;
    addresses_retune(&server->addresses, server_now(server));
    for (Connection *c = server->connections; c; c = c->next)
        if (c->socket) socket_retune(c->socket);
    options->idle = fresh->idle;
    options->quiet = fresh->quiet;
    options->log_json = fresh->log_json;
    say_in_json(options->log_json);
    options->terms = fresh->terms;
    options->contact = fresh->contact;
    if (!options->certificate || !fresh->certificate) return; /* it speaks what it spoke */
    options->certificate = fresh->certificate;
    options->key = fresh->key;
}

/* Tells of what was changed in vain until the next start. A port of 0 is whatever it got. */
static void tell_later(const Server *server, const ServerOptions *fresh) {
    const ServerOptions *now = &server->options;
    const struct {
        const char *name;
        bool changed;
    } later[] = {
        {"host", strcmp(fresh->host, now->host) != 0},
        {"port", fresh->port && fresh->port != now->port},
        {"data", strcmp(fresh->data, now->data) != 0},
        {"connections", fresh->connections != now->connections},
        {"tables", fresh->tables != now->tables},
        {"minute", fresh->minute != now->minute},
        {"certificate", !fresh->certificate != !now->certificate},
    };
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (later[i].changed)
            say_wrong("%s was changed: that waits for the next start", later[i].name);
}

/* False where something makes no sense, which the log says, in English as all it says: programs
   read it. */
static bool read_again(const Server *server, ServerOptions *fresh, Site *site) {
    const char *what = NULL;
    Text told = text_grow();
    bool well = server->options.reload(server->options.reload_who, fresh, &told);
    Reason why = well ? site_read(fresh, site, &what) : ALLOWED;
    if (why.text) explain(&told, LANG_EN, what, why);
    well = well && !why.text;
    if (!well) say_wrong("the options were not read again, it goes on as it was: %s", told.at);
    text_free(&told);
    return well;
}

static void on_hangup(uv_signal_t *bell, int number) {
    Server *server = bell->loop->data;
    Handles *handles = bell->data;
    ServerOptions fresh;
    Site site;
    (void)number;
    if (server->stopping || !server->options.reload) return;
    if (!read_again(server, &fresh, &site)) return;
    const char *before = server->options.certificate;
    bool same = before && fresh.certificate && strcmp(before, fresh.certificate) == 0;
    site_free(&server->site);
    server->site = site;
    take_options(server, &fresh);
    if (same &&
        lws_tls_cert_updated(handles->lws, fresh.certificate, fresh.key, NULL, 0, NULL, 0) != 0)
        say_wrong("the certificate could not be read again");
    watch_certificate(server);
    tell_later(server, &fresh);
    server_log(server, "the options were read again");
}

/* --- running ---------------------------------------------------------------------------------- */

static void start_handles(Server *server, Handles *handles) {
    uv_signal_init(&server->loop, &handles->interrupt);
    uv_signal_init(&server->loop, &handles->terminate);
    uv_signal_init(&server->loop, &handles->hangup);
    handles->hangup.data = handles->second.data = handles;
    uv_signal_start(&handles->hangup, on_hangup, SIGHUP);
    uv_timer_init(&server->loop, &handles->second);
    uv_timer_init(&server->loop, &handles->sweep);
    uv_timer_init(&server->loop, &handles->look);
    uv_timer_init(&server->loop, &handles->farewell);
    handles->interrupt.data = handles->terminate.data = handles->farewell.data = handles;
    uv_signal_start(&handles->interrupt, on_signal, SIGINT);
    uv_signal_start(&handles->terminate, on_signal, SIGTERM);
    uint64_t idle = 1000 * (uint64_t)server->options.idle;
    uint64_t sweep = idle < SWEEP_MS ? idle : SWEEP_MS;
    uv_timer_start(&handles->second, on_second, SECOND_MS, SECOND_MS);
    uv_timer_start(&handles->sweep, on_sweep, sweep, sweep);
    uv_timer_start(&handles->look, on_look, 0, LOOK_MS);
}

static void stop_handles(Handles *handles) {
    uv_close((uv_handle_t *)&handles->interrupt, NULL);
    uv_close((uv_handle_t *)&handles->terminate, NULL);
    uv_close((uv_handle_t *)&handles->hangup, NULL);
    uv_close((uv_handle_t *)&handles->second, NULL);
    uv_close((uv_handle_t *)&handles->sweep, NULL);
    uv_close((uv_handle_t *)&handles->look, NULL);
    uv_close((uv_handle_t *)&handles->farewell, NULL);
}

/* Serves until a signal; then closes all that is left. */
static int serve(Server *server) {
    Handles handles = {0};
    if (!network_open(server, &handles.lws))
        return complain(&server->options, NULL, REFUSED(N_("the network cannot be opened here")));
    network_log(false);
    mailbox_start(&server->mailbox, &server->loop);
    clock_open(server);
    start_handles(server, &handles);
    penalties_open(server);
    desk_open(server);
    cluster_open(server);
    lobby_start(server);
    audience_open(server);
    bell_start(server);
    connections_start(server, lws_get_vhost_by_name(handles.lws, "default"));
    network_announce(server);
    watch_certificate(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    stop_handles(&handles);
    lobby_stop(server);
    audience_close(server);
    bell_stop(server);
    desk_close(server);
    clock_close(server);
    /* Within a loop that is not its own, libwebsockets closes in two steps: its handles, then the
       rest. Newer versions take the second step by themselves and clear the pointer. */
    lws_context_destroy(handles.lws);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (handles.lws) lws_context_destroy(handles.lws);
    deliver_last(server); /* what the last threads of the loop asked */
    mailbox_stop(&server->mailbox);
    tables_close(server);
    cluster_close(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    lobby_free(server);
    bell_free(server);
    penalties_close(server);
    return handles.code;
}

static Store *open_store(const ServerOptions *options, Reason *why) {
    return options->place.url ? store_join(options->data, &options->place, why)
                              : store_open(options->data, why);
}

/* Enough descriptors for every line, and no more, because libwebsockets makes tables of that size;
   where the system allows fewer, there are fewer lines. */
static void allow_files(Server *server) {
    struct rlimit limit;
    server->sockets_most = server->options.connections;
    rlim_t wanted = (rlim_t)connections_max(server) + FILES_SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur == wanted) return;
    while (server->sockets_most > 1 &&
           (rlim_t)connections_max(server) + FILES_SPARE > limit.rlim_cur)
        server->sockets_most--;
    say_wrong("the system allows %lld open files: there is room for %d sockets",
              (long long)limit.rlim_cur, server->sockets_most);
}

/* Opens what the server stands on. Where something cannot be, why, and which of its files. */
static Reason open_house(Server *server, const char **what) {
    const ServerOptions *options = &server->options;
    Reason why = site_read(options, &server->site, what);
    if (!why.text) why = connections_open(server);
    if (why.text) return why;
    server->store = open_store(options, &why);
    *what = !server->store && options->place.url ? options->place.url : options->data;
    if (!server->store) return why;
    why = session_open(server);
    if (!why.text) why = bell_open(server);
    if (!why.text) why = cluster_keys(server);
    if (!why.text) why = bell_open(server); /* its key may have come from another server */
    return why;
}

static int run(Server *server) {
    if (store_damaged(server->store))
        say_wrong("the store in %s is damaged: it is read, and written no more; "
                  "restore a copy of it",
                  server->options.data);
    uv_loop_init(&server->loop);
    server->loop.data = server;
    server->passwords.loop = &server->loop;
    server->passwords.metrics = &server->metrics;
    int code = serve(server);
    addresses_sweep(&server->addresses, 0, true);
    uv_loop_close(&server->loop);
    return code;
}

int server_run(const ServerOptions *options) {
    Server *server = server_alloc(sizeof *server);
    server->options = *options;
    say_in_json(options->log_json);
    server->addresses.opens = options->opens;
    server->addresses.brings = options->brings;
    server->addresses.rate = options->rate;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an answer, not an end */
    if (sodium_init() < 0) abort();
    fido_init(0);
    network_log(true);
    allow_files(server);
    const char *what = NULL;
    Reason why = open_house(server, &what);
    int code = why.text ? complain(options, what, why) : run(server);
    if (server->store) store_close(server->store);
    free(server->gallery);
    free(server->tickets);
    clock_free(server);
    site_free(&server->site);
    free(server);
    return code;
}
