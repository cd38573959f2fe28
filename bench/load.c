/* load.c: what a server bears. People sit at many tables and play legal moves at random, each as
   soon as its window asks for one; everything goes over sockets of loopback to a server of its own
   with its data in a folder of its own. In turns with it, a second at a time, the same client
   drives a bare echo of libwebsockets over as many connections, with as many requests under way as
   there are tables: what the machine could do at most. Beside the tables stand as many whose
   decisions have a time; those play in turns with the others at the same server, so that what
   clocks cost can be told. Everything it starts it stops.

   With --ports it drives servers that run already, the nodes of one house, and starts nothing: the
   people of a table are on different nodes, or (--together) on one. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "games/games.h"
#include "people.h"
#include "servers.h"
#include "table/clock.h"

enum {
    ECHO_BYTES = 200,
    PORTS_MAX = 16,
    /* µs the client rests at most between two looks: one for each request under way, of which the
       echo takes ten to answer, so that no server ever waits for the client */
    REST_MOST = 250,
    MEASURED = 1000, /* connections and tables whose memory is measured */
    WARM = 50        /* of each before that: the first ones pay for pools */
};

static Lines lines;
static Board *boards;
static int tables, all_tables;           /* without clocks, and with those that have them */
static Figures played, echoed, timed;    /* timed: played at tables with clocks */
static int ports[PORTS_MAX], port_count; /* of servers that run already */
static bool together;

static void *memory(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) abort();
    return p;
}

/* --- the echo --------------------------------------------------------------------------------- */

typedef struct Caller {
    Line line;
    struct Caller *next; /* of those who call in turns: who calls once this one is answered */
    double sent;
} Caller;

static void call(Caller *caller) {
    static const char text[ECHO_BYTES] = {[0 ... ECHO_BYTES - 1] = 'x'};
    caller->sent = now();
    line_send(&caller->line, text, sizeof text);
}

static void echo_received(Line *line, char *text, size_t size) {
    Caller *caller = line->who;
    (void)text;
    if (size != ECHO_BYTES) give_up("the echo is not what was called");
    if (!party.counting) return;
    times_add(&echoed.answered, now() - caller->sent);
    echoed.done++;
    call(caller->next);
}

/* --- memory ----------------------------------------------------------------------------------- */

typedef struct Resident {
    Line line;
    int number;
} Resident;

static Resident *residents;
static long greeted, seated;

/* Who opens table n is resident n; those behind him sit down beside him. */
static void resident_received(Line *line, char *text, size_t size) {
    const Resident *host = line->who;
    (void)size;
    greeted += strncmp(text, "{\"type\":\"welcome\"", 17) == 0;
    seated += strncmp(text, "{\"type\":\"ok\"", 12) == 0;
    const char *id = message_value(text, "{\"type\":\"opened\",\"table\":\"");
    for (int seat = 1; id && seat < party.players; seat++) {
        char request[REQUEST_MAX];
        int n =
            snprintf(request, sizeof request, "{\"type\":\"sit\",\"table\":\"%.*s\",\"seat\":%d}",
                     (int)strcspn(id, "\""), id, seat);
        Resident *other = &residents[(host->number + seat) % (WARM + MEASURED)];
        line_send(&other->line, request, (size_t)n);
    }
}

static void wait_until(const long *count, long wanted) {
    for (double end = now() + START_SECONDS; *count < wanted;) {
        errno = 0;
        if (now() > end) give_up("not everybody was answered in time");
        lines_wait(&lines, 100);
    }
}

static void come(int from, int to) {
    for (int i = from; i < to; i++) {
        residents[i].number = i;
        line_open(&lines, &residents[i].line, servers[NEGOCE].port, resident_received,
                  &residents[i]);
        wait_until(&greeted, i + 1);
    }
}

/* Opens tables on which the game has begun and which nobody looks at, a few at a time. */
static void sit(int from, int to) {
    for (int i = from; i < to; i++) {
        char request[REQUEST_MAX], seats[64] = "\"me\"";
        for (int seat = 1; seat < party.players; seat++)
            strcat(seats, ",\"open\"");
        int n = snprintf(request, sizeof request,
                         "{\"type\":\"open\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s]}",
                         party.game->id, party.players, seats);
        line_send(&residents[i].line, request, (size_t)n);
        wait_until(&seated, (long)(i > 20 ? i - 20 : 0) * (party.players - 1));
    }
    wait_until(&seated, (long)to * (party.players - 1));
}

/* Kilobytes of one connection and of one table in play. */
static void measure_memory(double *connection, double *table) {
    server_start(&servers[NEGOCE], false);
    residents = memory(WARM + MEASURED, sizeof *residents);
    come(0, WARM);
    double before = server_memory(&servers[NEGOCE]);
    come(WARM, WARM + MEASURED);
    *connection = (server_memory(&servers[NEGOCE]) - before) / MEASURED;
    sit(0, WARM);
    before = server_memory(&servers[NEGOCE]);
    sit(WARM, WARM + MEASURED);
    *table = (server_memory(&servers[NEGOCE]) - before) / MEASURED;
    for (int i = 0; i < WARM + MEASURED; i++)
        line_close(&residents[i].line);
    free(residents);
    server_stop(&servers[NEGOCE]);
}

/* --- a run ------------------------------------------------------------------------------------ */

static Guest *guests;
static Caller *callers;
static int connections,
    all_connections; /* of tables without clocks, and with those that have them */

static void wait_seconds(double seconds) {
    for (double end = now() + seconds; now() < end;)
        lines_wait(&lines, 1);
}

static uint64_t bytes_received(void) {
    uint64_t bytes = 0;
    for (int i = 0; i < all_connections; i++)
        bytes += guests[i].line.bytes;
    return bytes;
}

/* Measures for so many seconds what has been begun. */
static void measure(Figures *figures, const Server *server, double seconds) {
    double begun = now(), there = server->pid ? clock_seconds(server->clock) : 0,
           here = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t bytes = bytes_received();
    wait_seconds(seconds);
    party.counting = false;
    figures->seconds += now() - begun;
    if (server->pid) figures->server += clock_seconds(server->clock) - there;
    figures->client += clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - here;
    figures->bytes += bytes_received() - bytes;
}

static void play_for(Figures *figures, double seconds) {
    party.figures = figures;
    party.clocked = figures == &timed;
    party.playing = party.counting = true;
    for (int i = 0; i < all_connections; i++)
        guest_act(&guests[i]);
    measure(figures, &servers[NEGOCE], seconds);
    party.playing = false;
    wait_seconds(0.05); /* what is under way comes to its end */
}

static void echo_for(double seconds) {
    party.counting = true;
    for (int b = 0, first = 0; b < tables; first += boards[b++].guests)
        call(&callers[first]);
    measure(&echoed, &servers[ECHO], seconds);
    wait_seconds(0.05);
}

static void forget_figures(void) {
    free(played.answered.at);
    free(played.seen.at);
    free(timed.answered.at);
    free(timed.seen.at);
    free(echoed.answered.at);
    played = echoed = timed = (Figures){0};
    party.stale = party.illegal = 0;
}

/* The door of seat `seat` of table `board`. */
static int port_of(int board, int seat) {
    return port_count ? ports[(board + (together ? 0 : seat)) % port_count] : servers[NEGOCE].port;
}

static void seat_all(void) {
    all_tables = party.clocks ? 2 * tables : tables;
    all_connections = party.clocks ? 2 * connections : connections;
    boards = memory((size_t)all_tables, sizeof *boards);
    guests = memory((size_t)all_connections, sizeof *guests);
    callers = memory((size_t)connections, sizeof *callers);
    int next = 0;
    for (int b = 0; b < all_tables; b++) {
        boards[b].guest = &guests[next];
        boards[b].clocks = b >= tables;
        boards[b].guests = connections / tables + (b % tables < connections % tables);
        for (int i = 0; i < boards[b].guests; i++, next++) {
            guests[next].board = &boards[b];
            guests[next].seat = i;
            guests[next].moves = memory(1, 1);
            line_open(&lines, &guests[next].line, port_of(b, i), guest_received, &guests[next]);
        }
        board_gather(&boards[b]);
    }
    for (int b = 0, first = 0; b < tables && !port_count; first += boards[b++].guests)
        for (int i = 0; i < boards[b].guests; i++) {
            Caller *caller = &callers[first + i];
            caller->next = &callers[first + (i + 1) % boards[b].guests];
            line_open(&lines, &caller->line, servers[ECHO].port, echo_received, caller);
        }
    for (double end = now() + START_SECONDS + all_connections / 50.0;; lines_wait(&lines, 10)) {
        int entered = 0;
        for (int i = 0; i < all_connections; i++)
            entered += guests[i].entered;
        if (entered == all_connections) return;
        errno = 0;
        if (now() > end) give_up("not everybody was seated in time");
    }
}

/* --- the report ------------------------------------------------------------------------------- */

static void row(const char *what, double ours, double echo, int decimals) {
    printf("%-44s %10.*f", what, decimals, ours);
    if (echo > 0) printf(" %10.*f %8.2f", decimals, echo, ours / echo);
    printf("\n");
}

/* As many tables with clocks as without, in turns at the same server. */
static void compare_clocks(void) {
    double with = (double)timed.done, without = (double)played.done;
    printf("and as many tables with %s\n", party.clocks);
    printf("%-44s %10s %10s %8s\n", "", "clocks", "none", "ratio");
    row("moves a second", with / timed.seconds, without / played.seconds, 0);
    row("CPU of the server for a move, µs", timed.server * 1e6 / with,
        played.server * 1e6 / without, 1);
    row("p50 to the acknowledgement, µs", times_share(&timed.answered, 0.5),
        times_share(&played.answered, 0.5), 0);
}

static void report(int seconds, double connection, double table) {
    double moves = (double)played.done, echoes = (double)echoed.done;
    if (moves == 0 || echoes == 0) give_up("nothing was played");
    printf("%s, %d tables of %d, %d connections, %d s\n", party.game->id, tables, party.players,
           connections, seconds);
    printf("%-44s %10s %10s %8s\n", "", "negoce", "echo", "ratio");
    row("moves, echoes a second", moves / played.seconds, echoes / echoed.seconds, 0);
    row("p50 to the acknowledgement, µs", times_share(&played.answered, 0.5),
        times_share(&echoed.answered, 0.5), 0);
    row("p99 to the acknowledgement, µs", times_share(&played.answered, 0.99),
        times_share(&echoed.answered, 0.99), 0);
    row("p50 to everyone's window, µs", times_share(&played.seen, 0.5), 0, 0);
    row("p99 to everyone's window, µs", times_share(&played.seen, 0.99), 0, 0);
    row("CPU of the server each, µs", played.server * 1e6 / moves, echoed.server * 1e6 / echoes, 1);
    row("CPU of the client each, µs", played.client * 1e6 / moves, echoed.client * 1e6 / echoes, 1);
    row("bytes to all clients each", (double)played.bytes / moves, ECHO_BYTES, 0);
    row("memory of a connection, KiB", connection, 0, 1);
    row("memory of a table in play, KiB", table, 0, 1);
    if (timed.done) compare_clocks();
    if (party.stale + party.illegal)
        printf("refused: %ld stale, %ld illegal\n", party.stale, party.illegal);
}

/* What can be told of servers that others started. */
static void report_nodes(int seconds) {
    if (played.done == 0) give_up("nothing was played");
    printf("%s, %d tables of %d %s, %d s\n", party.game->id, tables, party.players,
           together || port_count == 1 ? "on one node each" : "on different nodes", seconds);
    row("moves a second", (double)played.done / played.seconds, 0, 0);
    row("p50 to the acknowledgement, ms", times_share(&played.answered, 0.5) / 1e3, 0, 1);
    row("p99 to the acknowledgement, ms", times_share(&played.answered, 0.99) / 1e3, 0, 1);
    row("p50 to everyone's window, ms", times_share(&played.seen, 0.5) / 1e3, 0, 1);
    row("p99 to everyone's window, ms", times_share(&played.seen, 0.99) / 1e3, 0, 1);
    row("CPU of the client each, µs", played.client * 1e6 / (double)played.done, 0, 1);
    if (party.stale + party.illegal)
        printf("refused: %ld stale, %ld illegal\n", party.stale, party.illegal);
}

/* "8642,8643" */
static bool read_ports(const char *words) {
    for (; *words && port_count < PORTS_MAX; words += *words == ',') {
        char *end;
        long port = strtol(words, &end, 10);
        if (end == words || port < 1 || port > 65535 || (*end && *end != ',')) return false;
        ports[port_count++] = (int)port;
        words = end;
    }
    return !*words && port_count > 0;
}

static int number(const char *name, const char *word, int least, int most) {
    char *end;
    long n = strtol(word, &end, 10);
    if (*word && !*end && n >= least && n <= most) return (int)n;
    fprintf(stderr, "load: --%s is a number from %d to %d\n", name, least, most);
    exit(2);
}

static _Noreturn void misused(void) {
    fprintf(stderr, "load [--connections N] [--tables N] [--seconds N] [--game NAME] "
                    "[--server build/negoce] [--time bank:600+15 | --time none]\n");
    fprintf(stderr, "load --ports 8642,8643 [--together] ...: servers that run already\n");
    exit(2);
}

/* Players a table: as many as there are connections for, within what the game allows. */
static int players_of(int each) {
    if (each < party.game->min_players) {
        fprintf(stderr, "load: %s needs %d connections a table\n", party.game->id,
                party.game->min_players);
        exit(2);
    }
    return each < party.game->max_players ? each : party.game->max_players;
}

static void interrupted(int number) {
    (void)number;
    exit(1); /* through servers_stop; nothing here is in the middle of anything of theirs */
}

int main(int count, char **words) {
    static const struct option options[] = {
        {"connections", 1, 0, 'c'}, {"tables", 1, 0, 't'},   {"seconds", 1, 0, 's'},
        {"game", 1, 0, 'g'},        {"server", 1, 0, 'b'},   {"time", 1, 0, 'k'},
        {"ports", 1, 0, 'p'},       {"together", 0, 0, 'o'}, {0}};
    int seconds = 10;
    connections = 96;
    tables = 32;
    party.game = games[0];
    for (int found; (found = getopt_long(count, words, "", options, NULL)) != -1;)
        switch (found) {
        case 'c': connections = number("connections", optarg, 1, CONNECTIONS_MAX / 2); break;
        case 't': tables = number("tables", optarg, 1, CONNECTIONS_MAX / 2); break;
        case 's': seconds = number("seconds", optarg, 1, 3600); break;
        case 'g': party.game = game_named(optarg); break;
        case 'b': server_binary = optarg; break;
        case 'k': party.clocks = optarg; break;
        case 'o': together = true; break;
        case 'p':
            if (!read_ports(optarg)) misused();
            break;
        default: misused();
        }
    TimeLimit limit;
    if (!party.game || optind != count || time_read(party.clocks, &limit).text) misused();
    if (limit.kind == TIME_NONE || port_count) party.clocks = NULL;
    party.players = players_of(connections / tables);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    party.rng = rng_seed(1);
    lines = lines_open();
    lines.rest = tables < REST_MOST ? tables : REST_MOST;
    prctl(PR_SET_TIMERSLACK, 1); /* it rests no longer than that */
    atexit(servers_stop);
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    if (port_count) {
        seat_all();
        play_for(&played, 1);
        forget_figures();
        play_for(&played, seconds);
        report_nodes(seconds);
        return 0;
    }
    double connection, table;
    measure_memory(&connection, &table);
    server_start(&servers[NEGOCE], false);
    server_start(&servers[ECHO], true);
    seat_all();
    play_for(&played, 0.5);
    if (party.clocks) play_for(&timed, 0.5);
    echo_for(0.5);
    forget_figures();
    for (int i = 0; i < seconds; i++) {
        echo_for(1);
        if (party.clocks && i % 2) play_for(&timed, 1); /* neither is always the first */
        play_for(&played, 1);
        if (party.clocks && i % 2 == 0) play_for(&timed, 1);
    }
    report(seconds, connection, table);
    return 0;
}
