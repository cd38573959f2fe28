/* load.c: what a server bears. People sit at many tables and play legal moves at random, each as
   soon as its window asks for one; everything goes over sockets of loopback to a server of its own
   with its data in a folder of its own. In turns with it, a second at a time, the same client
   drives a bare echo of libwebsockets with as many requests under way as there are tables: what the
   machine could do at most. Beside the tables stand as many whose decisions have a time; those play
   in turns with the others at the same server, so that what clocks cost can be told. Everything it
   starts it stops.

   With --ports it drives servers that run already, the nodes of one house, and starts nothing: the
   people of a table are on different nodes, or (--together) on one. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "echo.h"
#include "games/games.h"
#include "line.h"
#include "table/clock.h"

enum {
    ECHO_BYTES = 200,
    PORTS_MAX = 16,
    PENDING_MAX = 64, /* moves of one table not yet on everyone's screen */
    REQUEST_MAX = 512,
    MEASURED = 1000, /* connections and tables whose memory is measured */
    WARM = 50,       /* of each before that: the first ones pay for pools */
    CONNECTIONS_MAX = 10000,
    START_SECONDS = 20 /* for a server to answer, and for all to be seated */
};

static const char *binary = "build/negoce";
static const Game *game;
static int players;
static Lines lines;
static Rng rng;
static int ports[PORTS_MAX], port_count; /* of servers that run already */
static bool together;

static double clock_seconds(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t)) give_up("a clock cannot be read");
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void) {
    return clock_seconds(CLOCK_MONOTONIC);
}

static void *memory(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) abort();
    return p;
}

/* --- servers ---------------------------------------------------------------------------------- */

typedef struct Server {
    pid_t pid; /* 0: none */
    int port;
    clockid_t clock; /* its time on the cores */
    char data[256];  /* its folder, "": none */
} Server;

enum { NEGOCE, ECHO, SERVERS };
static Server servers[SERVERS];

static int free_port(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    if (probe < 0 || bind(probe, (struct sockaddr *)&at, size) ||
        getsockname(probe, (struct sockaddr *)&at, &size))
        give_up("no free port");
    close(probe);
    return ntohs(at.sin_port);
}

static void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *file; folder && (file = readdir(folder)) != NULL;)
        if (file->d_name[0] != '.') unlinkat(dirfd(folder), file->d_name, 0);
    if (folder) closedir(folder);
    rmdir(path);
}

static void stop(Server *server) {
    if (server->pid) {
        kill(server->pid, SIGTERM);
        waitpid(server->pid, NULL, 0);
    }
    if (server->data[0]) remove_folder(server->data);
    *server = (Server){0};
}

static void stop_all(void) {
    for (int i = 0; i < SERVERS; i++)
        stop(&servers[i]);
}

static void interrupted(int number) {
    (void)number;
    exit(1); /* through stop_all; nothing here is in the middle of anything of theirs */
}

static void wait_for(const Server *server) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (double end = now() + START_SECONDS; now() < end; usleep(10000)) {
        int probe = socket(AF_INET, SOCK_STREAM, 0);
        bool there = connect(probe, (struct sockaddr *)&to, sizeof to) == 0;
        close(probe);
        if (there) return;
        if (waitpid(server->pid, NULL, WNOHANG) != 0) break;
    }
    errno = 0;
    give_up("the server does not start");
}

static void begin_negoce(const Server *server) {
    char port[8], many[] = "1000000";
    snprintf(port, sizeof port, "%d", server->port);
    char connections[8];
    snprintf(connections, sizeof connections, "%d", CONNECTIONS_MAX);
    execl(binary, binary, "serve", "--quiet", "--port", port, "--data", server->data, "--rate",
          many, "--opens", many, "--neighbours", many, "--connections", connections, (char *)NULL);
    _exit(1);
}

static void start(Server *server, bool echo) {
    *server = (Server){.port = free_port()};
    if (!echo) {
        const char *folder = getenv("TMPDIR");
        int length = snprintf(server->data, sizeof server->data, "%s/negoce-load-XXXXXX",
                              folder && *folder ? folder : "/tmp");
        if (length >= (int)sizeof server->data || !mkdtemp(server->data))
            give_up("no folder for the data");
    }
    server->pid = fork();
    if (server->pid < 0) give_up("fork");
    if (server->pid == 0) {
        signal(SIGINT, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (!freopen("/dev/null", "w", stdout)) _exit(1);
        if (echo) echo_serve(server->port);
        begin_negoce(server);
    }
    if (clock_getcpuclockid(server->pid, &server->clock)) give_up("the server's time");
    wait_for(server);
}

/* Kilobytes the server holds that are its own. */
static double held_by(const Server *server) {
    char path[64], line[128];
    double held = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)server->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %lf", &held) == 1) break;
    if (!file || held < 0) give_up("the server's memory");
    fclose(file);
    return held;
}

/* --- figures ---------------------------------------------------------------------------------- */

typedef struct Times {
    float *at; /* microseconds */
    size_t count, room;
} Times;

static void times_add(Times *times, double seconds) {
    if (times->count == times->room) {
        times->room = times->room ? 2 * times->room : 4096;
        times->at = realloc(times->at, times->room * sizeof *times->at);
        if (!times->at) abort();
    }
    times->at[times->count++] = (float)(seconds * 1e6);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double times_share(Times *times, double share) {
    if (!times->count) return 0;
    qsort(times->at, times->count, sizeof *times->at, by_size);
    return times->at[(size_t)((double)(times->count - 1) * share)];
}

typedef struct Figures {
    long done;
    double seconds, server, client; /* of the clock, and on the cores */
    Times answered, seen;           /* to the acknowledgement, to everyone's window */
    uint64_t bytes;                 /* sent to clients */
} Figures;

static Figures played, echoed, timed; /* timed: played at tables with clocks */
static Figures *figures_now = &played;
static bool counting; /* what happens now is measured */

/* --- the echo --------------------------------------------------------------------------------- */

typedef struct Caller {
    Line line;
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
    if (!counting) return;
    times_add(&echoed.answered, now() - caller->sent);
    echoed.done++;
    call(caller);
}

/* --- people at tables ------------------------------------------------------------------------- */

typedef struct Board Board;

/* One connection at a table. */
typedef struct Guest {
    Line line;
    Board *board;
    int seat; /* from `players` on: looks on */
    bool entered, over;
    bool owes;   /* a move is asked of this seat */
    bool busy;   /* a move of its own is under way */
    int at;      /* version of the window it has */
    int meant;   /* version its move was meant for */
    double sent; /* when */
    char *moves; /* what it may play: `"pass","bid wood1"` */
} Guest;

typedef struct Pending {
    int meant;   /* version the move was made at */
    int waiting; /* guests whose window does not show it yet */
    double sent;
} Pending;

struct Board {
    char id[32];
    Guest *guest; /* `guests` of them, the players first */
    int guests;
    bool clocks;                  /* its decisions have a time */
    Pending pending[PENDING_MAX]; /* a ring, in the order of the moves */
    int first, count;
};

static Board *boards;
static int tables, all_tables;             /* without clocks, and with those that have them */
static bool playing;                       /* otherwise nobody begins a move */
static const char *clocks = "bank:600+15"; /* the time of the other tables; NULL: there are none */
static long stale, illegal;

static void ask(Guest *guest, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ask(Guest *guest, const char *format, ...) {
    char request[REQUEST_MAX];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(request, sizeof request, format, args);
    va_end(args);
    if (n < 0 || n >= (int)sizeof request) give_up("a request is too long");
    line_send(&guest->line, request, (size_t)n);
}

/* One of the moves, each equally likely; false where there is none. */
static bool choose(const char *moves, char out[MOVE_TEXT_MAX]) {
    const char *chosen = NULL;
    size_t length = 0;
    uint32_t seen = 0;
    for (const char *at = moves, *end; *at == '"'; at = end + (end[1] == ',' ? 2 : 1)) {
        end = strchr(at + 1, '"');
        if (rng_below(&rng, ++seen) != 0) continue;
        chosen = at + 1;
        length = (size_t)(end - chosen);
    }
    if (!chosen || length >= MOVE_TEXT_MAX) return false;
    memcpy(out, chosen, length);
    out[length] = '\0';
    return true;
}

static void act(Guest *guest) {
    char move[MOVE_TEXT_MAX];
    Board *board = guest->board;
    if (!playing || !guest->owes || guest->busy || board->count == PENDING_MAX) return;
    if (board->clocks != (figures_now == &timed)) return; /* the others' turn */
    if (!choose(guest->moves, move)) return;
    guest->busy = true;
    guest->meant = guest->at;
    guest->sent = now();
    board->pending[(board->first + board->count++) % PENDING_MAX] =
        (Pending){guest->at, board->guests, guest->sent};
    ask(guest, "{\"type\":\"move\",\"re\":1,\"table\":\"%s\",\"at\":%d,\"move\":\"%s\"}", board->id,
        guest->at, move);
}

/* The last of the pending moves was refused. */
static void forget_move(Guest *guest) {
    Board *board = guest->board;
    for (int i = board->count - 1; i >= 0; i--) {
        Pending *p = &board->pending[(board->first + i) % PENDING_MAX];
        if (p->sent != guest->sent) continue;
        p->waiting = 0;
        p->sent = 0;
        return;
    }
}

/* The guest's window has come to version `at`. */
static void seen(Guest *guest, int at) {
    Board *board = guest->board;
    for (int i = 0; i < board->count; i++) {
        Pending *p = &board->pending[(board->first + i) % PENDING_MAX];
        if (p->waiting == 0 || p->meant < guest->at || p->meant >= at) continue;
        if (--p->waiting == 0 && counting) times_add(&figures_now->seen, now() - p->sent);
    }
    while (board->count && board->pending[board->first].waiting == 0) {
        board->first = (board->first + 1) % PENDING_MAX;
        board->count--;
    }
}

static void gather(Board *board) {
    char seats[64] = "\"me\"";
    for (int seat = 1; seat < players; seat++)
        strcat(seats, ",\"open\"");
    board->count = 0;
    ask(&board->guest[0],
        "{\"type\":\"open\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s],\"time\":\"%s\"}",
        game->id, players, seats, board->clocks ? clocks : "none");
}

/* All sit down and look. */
static void opened(Board *board, const char *id) {
    size_t length = strcspn(id, "\"");
    if (length >= sizeof board->id) give_up("a table with a long name");
    memcpy(board->id, id, length);
    board->id[length] = '\0';
    for (int i = 0; i < board->guests; i++) {
        Guest *guest = &board->guest[i];
        guest->entered = guest->over = guest->owes = guest->busy = false;
        guest->at = 0;
        if (i > 0 && i < players)
            ask(guest, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", board->id, i);
        ask(guest, "{\"type\":\"enter\",\"re\":2,\"table\":\"%s\"}", board->id);
    }
}

/* The value behind a key of a message of ours, NULL where it has none: what is left out is as it
   was. */
static const char *value(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? found + strlen(key) : NULL;
}

static void window_received(Guest *guest, const char *text) {
    if (strncmp(text, "{\"type\":\"table\",\"re\":2,", 23) == 0) guest->entered = true;
    if (!guest->entered) return; /* of the table before */
    const char *window = value(text, "\"window\":{");
    const char *turn = window ? value(window, "\"turn\":[") : NULL;
    const char *over = window ? value(window, "\"over\":") : NULL;
    const char *moves = window ? value(window, "\"moves\":[") : NULL;
    const char *orders = window ? value(window, "\"orders\":{") : NULL; /* have moves of theirs */
    if (orders && moves > orders) moves = NULL;
    const char *at = strstr(text, ",\"clock\":"); /* it stands behind the version */
    if (!at) give_up("a window that cannot be read");
    while (at[-1] >= '0' && at[-1] <= '9')
        at--;
    int version = atoi(at);
    seen(guest, version);
    guest->at = version;
    if (turn) {
        guest->owes = false;
        for (; *turn != ']'; turn++)
            if (*turn == '0' + guest->seat) guest->owes = true;
    }
    if (over) guest->over = strncmp(over, "true", 4) == 0;
    if (moves) {
        size_t length = (size_t)(strchr(moves, ']') - moves);
        guest->moves = realloc(guest->moves, length + 1);
        if (!guest->moves) abort();
        memcpy(guest->moves, moves, length);
        guest->moves[length] = '\0';
    }
    if (guest->over && guest->seat == 0) {
        guest->over = false;
        gather(guest->board);
    }
    act(guest);
}

static void refused(Guest *guest, const char *text) {
    bool late = strstr(text, "\"code\":\"stale\"") != NULL;
    if (!late && !strstr(text, "\"code\":\"illegal\"") && !strstr(text, "\"code\":\"turn\"")) {
        errno = 0;
        give_up(text);
    }
    if (counting) late ? stale++ : illegal++;
    guest->busy = false;
    forget_move(guest);
    if (!late || guest->at > guest->meant) act(guest);
}

static void guest_received(Line *line, char *text, size_t size) {
    Guest *guest = line->who;
    static const char type[] = "{\"type\":\"";
    const char *word = text + sizeof type - 1;
    if (size < 16 || strncmp(text, type, sizeof type - 1) != 0) give_up("a strange message");
    if (strncmp(word, "table\"", 6) == 0 || strncmp(word, "change\"", 7) == 0) {
        window_received(guest, text);
    } else if (strncmp(word, "ok\",\"re\":1,", 11) == 0) {
        guest->busy = false;
        if (counting) {
            figures_now->done++;
            times_add(&figures_now->answered, now() - guest->sent);
        }
        if (guest->at > guest->meant) act(guest);
    } else if (strncmp(word, "opened\"", 7) == 0) {
        opened(guest->board, value(text, "\"table\":\""));
    } else if (strncmp(word, "error\"", 6) == 0) {
        refused(guest, text);
    }
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
    const char *id = value(text, "{\"type\":\"opened\",\"table\":\"");
    for (int seat = 1; id && seat < players; seat++) {
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
        for (int seat = 1; seat < players; seat++)
            strcat(seats, ",\"open\"");
        int n = snprintf(request, sizeof request,
                         "{\"type\":\"open\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s]}",
                         game->id, players, seats);
        line_send(&residents[i].line, request, (size_t)n);
        wait_until(&seated, (long)(i > 20 ? i - 20 : 0) * (players - 1));
    }
    wait_until(&seated, (long)to * (players - 1));
}

/* Kilobytes of one connection and of one table in play. */
static void measure_memory(double *connection, double *table) {
    start(&servers[NEGOCE], false);
    residents = memory(WARM + MEASURED, sizeof *residents);
    come(0, WARM);
    double before = held_by(&servers[NEGOCE]);
    come(WARM, WARM + MEASURED);
    *connection = (held_by(&servers[NEGOCE]) - before) / MEASURED;
    sit(0, WARM);
    before = held_by(&servers[NEGOCE]);
    sit(WARM, WARM + MEASURED);
    *table = (held_by(&servers[NEGOCE]) - before) / MEASURED;
    for (int i = 0; i < WARM + MEASURED; i++)
        line_close(&residents[i].line);
    free(residents);
    stop(&servers[NEGOCE]);
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
    counting = false;
    figures->seconds += now() - begun;
    if (server->pid) figures->server += clock_seconds(server->clock) - there;
    figures->client += clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - here;
    figures->bytes += bytes_received() - bytes;
}

static void play_for(Figures *figures, double seconds) {
    figures_now = figures;
    playing = counting = true;
    for (int i = 0; i < all_connections; i++)
        act(&guests[i]);
    measure(figures, &servers[NEGOCE], seconds);
    playing = false;
    wait_seconds(0.05); /* what is under way comes to its end */
}

static void echo_for(double seconds) {
    counting = true;
    for (int i = 0; i < tables; i++)
        call(&callers[i]);
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
    stale = illegal = 0;
}

/* The door of seat `seat` of table `board`. */
static int port_of(int board, int seat) {
    return port_count ? ports[(board + (together ? 0 : seat)) % port_count] : servers[NEGOCE].port;
}

static void seat_all(void) {
    all_tables = clocks ? 2 * tables : tables;
    all_connections = clocks ? 2 * connections : connections;
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
        gather(&boards[b]);
    }
    for (int i = 0; i < connections && !port_count; i++)
        line_open(&lines, &callers[i].line, servers[ECHO].port, echo_received, &callers[i]);
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
    printf("and as many tables with %s\n", clocks);
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
    printf("%s, %d tables of %d, %d connections, %d s\n", game->id, tables, players, connections,
           seconds);
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
    if (stale + illegal) printf("refused: %ld stale, %ld illegal\n", stale, illegal);
}

/* What can be told of servers that others started. */
static void report_nodes(int seconds) {
    if (played.done == 0) give_up("nothing was played");
    printf("%s, %d tables of %d %s, %d s\n", game->id, tables, players,
           together || port_count == 1 ? "on one node each" : "on different nodes", seconds);
    row("moves a second", (double)played.done / played.seconds, 0, 0);
    row("p50 to the acknowledgement, ms", times_share(&played.answered, 0.5) / 1e3, 0, 1);
    row("p99 to the acknowledgement, ms", times_share(&played.answered, 0.99) / 1e3, 0, 1);
    row("p50 to everyone's window, ms", times_share(&played.seen, 0.5) / 1e3, 0, 1);
    row("p99 to everyone's window, ms", times_share(&played.seen, 0.99) / 1e3, 0, 1);
    row("CPU of the client each, µs", played.client * 1e6 / (double)played.done, 0, 1);
    if (stale + illegal) printf("refused: %ld stale, %ld illegal\n", stale, illegal);
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
    if (each < game->min_players) {
        fprintf(stderr, "load: %s needs %d connections a table\n", game->id, game->min_players);
        exit(2);
    }
    return each < game->max_players ? each : game->max_players;
}

int main(int count, char **words) {
    static const struct option options[] = {
        {"connections", 1, 0, 'c'}, {"tables", 1, 0, 't'},   {"seconds", 1, 0, 's'},
        {"game", 1, 0, 'g'},        {"server", 1, 0, 'b'},   {"time", 1, 0, 'k'},
        {"ports", 1, 0, 'p'},       {"together", 0, 0, 'o'}, {0}};
    int seconds = 10;
    connections = 96;
    tables = 32;
    game = games[0];
    for (int found; (found = getopt_long(count, words, "", options, NULL)) != -1;)
        switch (found) {
        case 'c': connections = number("connections", optarg, 1, CONNECTIONS_MAX / 2); break;
        case 't': tables = number("tables", optarg, 1, CONNECTIONS_MAX / 2); break;
        case 's': seconds = number("seconds", optarg, 1, 3600); break;
        case 'g': game = game_named(optarg); break;
        case 'b': binary = optarg; break;
        case 'k': clocks = optarg; break;
        case 'o': together = true; break;
        case 'p':
            if (!read_ports(optarg)) misused();
            break;
        default: misused();
        }
    TimeLimit limit;
    if (!game || optind != count || time_read(clocks, &limit).text) misused();
    if (limit.kind == TIME_NONE || port_count) clocks = NULL;
    players = players_of(connections / tables);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    rng = rng_seed(1);
    lines = lines_open();
    atexit(stop_all);
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
    start(&servers[NEGOCE], false);
    start(&servers[ECHO], true);
    seat_all();
    play_for(&played, 0.5);
    if (clocks) play_for(&timed, 0.5);
    echo_for(0.5);
    forget_figures();
    for (int i = 0; i < seconds; i++) {
        echo_for(1);
        if (clocks && i % 2) play_for(&timed, 1); /* neither is always the first */
        play_for(&played, 1);
        if (clocks && i % 2 == 0) play_for(&timed, 1);
    }
    report(seconds, connection, table);
    return 0;
}
