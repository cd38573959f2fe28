/* simulate.c: `negoce simulate`: many games between bots, how fast, and who wins. The figures other
   than the times depend on the seed alone, not on the number of threads. */
#include "cli/cli.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/arena.h"

enum { THREADS_MAX = 256, BLOCK = 32 }; /* games a thread takes at a time */

/* What the threads share. */
typedef struct Hall {
    const Match *match;
    int64_t games;
    _Atomic int64_t next, played;
} Hall;

typedef struct Worker {
    Hall *hall;
    Tally tally;
    pthread_t thread;
} Worker;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *work(void *worker_) {
    Worker *worker = worker_;
    Hall *hall = worker->hall;
    Thought *room = thought_room();
    Tally tally = {0}; /* on our own stack: no cache line shared with another thread */
    for (;;) {
        int64_t from = atomic_fetch_add(&hall->next, BLOCK), to = from + BLOCK;
        if (from >= hall->games) break;
        if (to > hall->games) to = hall->games;
        for (int64_t i = from; i < to; i++)
            arena_play(hall->match, i, room, &tally);
        atomic_fetch_add(&hall->played, to - from);
    }
    free(room);
    worker->tally = tally;
    return NULL;
}

/* Draws the bar until all games are played. */
static void show_progress(const Hall *hall) {
    const struct timespec beat = {.tv_nsec = 100000000};
    enum { WIDTH = 40 };
    for (int64_t played = 0; played < hall->games;) {
        nanosleep(&beat, NULL);
        played = atomic_load(&hall->played);
        int full = (int)(played * WIDTH / hall->games);
        fprintf(stderr, "\r[%.*s%.*s] %3d %%", full, "########################################",
                WIDTH - full, "                                        ",
                (int)(played * 100 / hall->games));
        fflush(stderr);
    }
    fprintf(stderr, "\r%*s\r", WIDTH + 10, "");
}

/* Plays all the games on `threads` threads; false where not one thread could be started. */
static bool play_all(const Match *match, int64_t count, int threads, Tally *all) {
    static Worker workers[THREADS_MAX];
    Hall hall = {.match = match, .games = count};
    int started = 0;
    for (; started < threads; started++) {
        workers[started] = (Worker){.hall = &hall};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
    }
    if (started == 0) return false;
    if (isatty(STDERR_FILENO)) show_progress(&hall);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        arena_add(all, &workers[i].tally);
    }
    return true;
}

/* --- the report ---------------------------------------------------------------------------------
 */

/* A share of the games with its 95 % confidence interval (Wilson: it stays within 0 and 1). */
typedef struct Share {
    double mean, low, high;
} Share;

static Share share_of(double wins, double trials) {
    const double z = 1.959964, p = wins / trials, z2 = z * z / trials;
    double middle = (p + z2 / 2) / (1 + z2);
    double half = z / (1 + z2) * sqrt(p * (1 - p) / trials + z2 / (4 * trials));
    return (Share){p, middle - half < 0 ? 0 : middle - half, middle + half > 1 ? 1 : middle + half};
}

static double mean_score(const Result *result) {
    return (double)result->points / (double)result->games;
}

/* One line of the report: a seat, or all seats of one bot together. */
typedef struct Row {
    const char *bot; /* NULL: a seat that several bots play in turn */
    int seat;        /* -1: a bot */
    int seats;       /* seats it holds in a game */
    Result result;
} Row;

static Share row_wins(const Row *row, const Tally *tally) {
    return share_of((double)row->result.wins / WIN, (double)tally->games);
}

static Share row_ahead(const Row *row, const Tally *tally) {
    return share_of((double)row->result.ahead / WIN, (double)tally->games);
}

static double nobody_wins(const Tally *tally) {
    return (double)tally->lost / (double)tally->games;
}

/* Fills `rows` with the seats, then with the bots; returns how many, and how many are seats. */
static int rows_of(const Match *match, const Tally *tally, Row rows[]) {
    int n = 0;
    for (int seat = 0; seat < match->players; seat++)
        rows[n++] = (Row){.bot = match->rotate ? NULL : match->entrants[seat].bot->id,
                          .seat = seat,
                          .seats = 1,
                          .result = tally->seat[seat]};
    for (int i = 0; bots[i]; i++) {
        Row row = {.bot = bots[i]->id, .seat = -1};
        for (int e = 0; e < match->players; e++) {
            if (match->entrants[e].bot != bots[i]) continue;
            row.seats++;
            result_add(&row.result, &tally->entrant[e]);
        }
        if (row.seats) rows[n++] = row;
    }
    return n;
}

static void json_number(Text *out, const char *key, double value, int decimals) {
    char digits[64];
    Text t = text_over(digits, sizeof digits);
    text_printf(&t, "%.*f", decimals, value);
    jot_raw(out, key, digits);
}

static void json_share(Text *out, const char *key, const char *interval, Share share) {
    json_number(out, key, share.mean, 6);
    jot_open(out, interval, '[');
    json_number(out, NULL, share.low, 6);
    json_number(out, NULL, share.high, 6);
    jot_close(out, ']');
}

static void json_row(Text *out, const Row *row, const Match *match, const Tally *tally) {
    jot_open(out, NULL, '{');
    if (row->seat >= 0) jot_int(out, "seat", row->seat);
    if (row->bot) jot_string(out, "bot", row->bot);
    if (row->seat < 0) jot_int(out, "seats", row->seats);
    json_number(out, "mean_score", mean_score(&row->result), 4);
    json_share(out, "win_share", "interval", row_wins(row, tally));
    json_share(out, "ahead_share", "ahead_interval", row_ahead(row, tally));
    json_number(out, "fair_share", (double)row->seats / match->players, 6);
    jot_close(out, '}');
}

static void report_json(Text *out, const Match *match, const Tally *tally, double seconds,
                        int threads) {
    Row rows[SEATS_MAX * 2];
    int n = rows_of(match, tally, rows);
    jot_open(out, NULL, '{');
    jot_string(out, "game", match->game->id);
    jot_int(out, "players", match->players);
    jot_int(out, "seed", (long long)match->seed);
    jot_bool(out, "rotate", match->rotate);
    jot_int(out, "threads", threads);
    jot_int(out, "games", tally->games);
    jot_int(out, "moves", tally->moves);
    json_number(out, "seconds", seconds, 6);
    json_number(out, "games_per_second", (double)tally->games / seconds, 1);
    json_number(out, "moves_per_second", (double)tally->moves / seconds, 1);
    jot_open(out, "mean_score", '[');
    for (int i = 0; i < match->players; i++)
        json_number(out, NULL, mean_score(&rows[i].result), 4);
    jot_close(out, ']');
    jot_open(out, "win_share", '[');
    for (int i = 0; i < match->players; i++)
        json_number(out, NULL, row_wins(&rows[i], tally).mean, 6);
    jot_close(out, ']');
    json_number(out, "nobody_share", nobody_wins(tally), 6);
    jot_open(out, "seats", '[');
    for (int i = 0; i < match->players; i++)
        json_row(out, &rows[i], match, tally);
    jot_close(out, ']');
    jot_open(out, "bots", '[');
    for (int i = match->players; i < n; i++)
        json_row(out, &rows[i], match, tally);
    jot_close(out, ']');
    jot_close(out, '}');
    text_char(out, '\n');
}

/* Appends `s` so that it ends at the right of `width` columns. */
static void right(Text *out, const char *s, int width) {
    pad(out, "", width - columns(s));
    text_add(out, s);
}

/* Columns of the report. Where the game beat everyone at times, wins alone tell little: one more
   says who was ahead of the other players, and the rest moves closer. */
typedef struct Columns {
    int name, score, wins, interval, ahead, chance;
} Columns;
static const Columns plain = {16, 12, 11, 19, 0, 16}, with_ahead = {15, 12, 11, 18, 11, 11};

static void percent(Text *out, double share, int width) {
    char digits[16];
    Text t = text_over(digits, sizeof digits);
    text_printf(&t, "%.1f %%", 100 * share);
    right(out, digits, width);
}

static void report_row(Text *out, Lang lang, const Row *row, const Match *match, const Tally *tally,
                       Columns wide) {
    char name[64], score[32], interval[32];
    Text t = text_over(name, sizeof name), i = text_over(interval, sizeof interval),
         s = text_over(score, sizeof score);
    if (row->seat >= 0)
        text_printf(&t, "%s %d  %s", words(lang, N_("seat")), row->seat, row->bot ? row->bot : "");
    else
        text_add(&t, row->bot);
    Share wins = row_wins(row, tally);
    pad(out, name, wide.name);
    text_printf(&s, "%.2f", mean_score(&row->result));
    right(out, score, wide.score);
    percent(out, wins.mean, wide.wins);
    text_printf(&i, "%.1f – %.1f %%", 100 * wins.low, 100 * wins.high);
    right(out, interval, wide.interval);
    if (wide.ahead) percent(out, row_ahead(row, tally).mean, wide.ahead);
    percent(out, (double)row->seats / match->players, wide.chance);
    text_char(out, '\n');
}

static void report_text(Text *out, Lang lang, const Match *match, const Tally *tally,
                        double seconds) {
    Row rows[SEATS_MAX * 2];
    int n = rows_of(match, tally, rows);
    const Columns wide = tally->lost ? with_ahead : plain;
    text_printf(out, "%s: %lld %s, %lld %s, %.2f s, %.0f %s, %.0f %s\n\n", match->game->title,
                (long long)tally->games, words(lang, N_("games")), (long long)tally->moves,
                words(lang, N_("moves")), seconds, (double)tally->games / seconds,
                words(lang, N_("games/s")), (double)tally->moves / seconds,
                words(lang, N_("moves/s")));
    right(out, words(lang, N_("mean score")), wide.name + wide.score);
    right(out, words(lang, N_("wins")), wide.wins);
    right(out, words(lang, N_("95 % interval")), wide.interval);
    if (wide.ahead) right(out, words(lang, N_("ahead")), wide.ahead);
    right(out, words(lang, N_("by chance")), wide.chance);
    text_char(out, '\n');
    for (int i = 0; i < n; i++) {
        if (i == match->players) text_char(out, '\n');
        report_row(out, lang, &rows[i], match, tally, wide);
    }
    if (!tally->lost) return;
    text_char(out, '\n');
    pad(out, words(lang, N_("nobody wins")), wide.name + wide.score);
    percent(out, nobody_wins(tally), wide.wins);
    text_char(out, '\n');
}

static int run(Cli *cli) {
    long long players = -1, count = -1, seed = -1, threads = sysconf(_SC_NPROCESSORS_ONLN);
    const char *levels = "greedy";
    bool as_json = false;
    Words given = {0};
    Match match = {0};
    const Flag flags[] = {
        {.name = "players",
         .value = "N",
         .number = &players,
         .least = 2,
         .most = SEATS_MAX,
         .help = N_("how many play")},
        {.name = "games",
         .value = "K",
         .number = &count,
         .least = 1,
         .most = 1000000000,
         .help = N_("how many games")},
        {.name = "bots",
         .value = "L,L…",
         .word = &levels,
         .help = N_("the level of the bots: one for all seats, or one for each (greedy)")},
        {.name = "rotate",
         .given = &match.rotate,
         .help = N_("the bots change seats from game to game")},
        {.name = "seed",
         .value = "N",
         .number = &seed,
         .most = NUMBER_MAX,
         .help = N_("the same number, the same games; otherwise new ones")},
        {.name = "option",
         .value = "K=V",
         .words = &given,
         .help = N_("a variant of the game, as negoce games lists them")},
        {.name = "threads",
         .value = "T",
         .number = &threads,
         .least = 1,
         .most = THREADS_MAX,
         .help = N_("threads that play (as many as the machine has cores)")},
        {.name = "json", .given = &as_json, .help = N_("as JSON, for programs")},
        {0},
    };
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (!setup_game(cli, cli->count ? cli->args[0] : NULL, &match.game) ||
        !setup_players(cli, match.game, players) ||
        !setup_bots(cli, levels, (int)players, match.entrants) ||
        !setup_options(cli, match.game, &given, match.options))
        return MISUSED;
    if (count < 0) return complain(cli, MISUSED, N_("say how many games with --games"), NULL);
    if (threads < 1) threads = 1;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    match.players = (int)players;
    match.seed = seed < 0 ? setup_seed() : (uint64_t)seed;
    Tally tally = {0};
    double start = now();
    if (!play_all(&match, count, (int)threads, &tally))
        return complain(cli, FAILED, N_("no thread could be started"), NULL);
    double seconds = now() - start;
    if (seconds < 1e-9) seconds = 1e-9;
    Text out = text_grow();
    if (as_json)
        report_json(&out, &match, &tally, seconds, (int)threads);
    else
        report_text(&out, cli->lang, &match, &tally, seconds);
    code = put(cli, &out);
    text_free(&out);
    return code;
}

const Command simulate_command = {
    .name = "simulate",
    .usage = N_("GAME --players N --games K [--bots L,L…] [--rotate] [--seed N] [--threads T] "
                "[--json]"),
    .help = N_("Lets bots play many games and reports speed, scores and who wins."),
    .run = run,
};
