/* simulate.c: `negoce simulate`: many games between bots, how fast, and who wins. The figures other
   than the times depend on the seed alone, not on the number of threads. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>

#include "bots/arena.h"
#include "cli/crew.h"
#include "cli/report.h"

enum { BLOCK = 32 }; /* games a thread takes at a time */

/* What a thread plays with and counts. */
typedef struct Worker {
    _Alignas(64) Thought *room; /* no cache line shared with another thread */
    Tally tally;
} Worker;

typedef struct Playing {
    const Match *match;
    Worker worker[CREW_MAX];
} Playing;

static bool play_one(void *playing_, int hand, int64_t index) {
    Playing *playing = playing_;
    Worker *worker = &playing->worker[hand];
    arena_play(playing->match, index, worker->room, &worker->tally);
    return true;
}

/* Plays all the games on `threads` threads; false where not one thread could be started. */
static bool play_all(const Match *match, int64_t count, int threads, Tally *all) {
    static Playing playing;
    playing = (Playing){.match = match};
    for (int i = 0; i < threads; i++)
        playing.worker[i].room = thought_room();
    bool done = crew_run(&(Crew){
        .threads = threads, .count = count, .block = BLOCK, .work = play_one, .who = &playing});
    for (int i = 0; i < threads; i++) {
        arena_add(all, &playing.worker[i].tally);
        free(playing.worker[i].room);
    }
    return done;
}

/* --- the report ------------------------------------------------------------------------------- */

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

static void json_share(Text *out, const char *key, const char *bounds, Share share) {
    jot_decimal(out, key, share.mean, 6);
    jot_open(out, bounds, '[');
    jot_decimal(out, NULL, share.low, 6);
    jot_decimal(out, NULL, share.high, 6);
    jot_close(out, ']');
}

static void json_row(Text *out, const Row *row, const Match *match, const Tally *tally) {
    jot_open(out, NULL, '{');
    if (row->seat >= 0) jot_int(out, "seat", row->seat);
    if (row->bot) jot_string(out, "bot", row->bot);
    if (row->seat < 0) jot_int(out, "seats", row->seats);
    jot_decimal(out, "mean_score", mean_score(&row->result), 4);
    json_share(out, "win_share", "interval", row_wins(row, tally));
    json_share(out, "ahead_share", "ahead_interval", row_ahead(row, tally));
    jot_decimal(out, "fair_share", (double)row->seats / match->players, 6);
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
    jot_decimal(out, "seconds", seconds, 6);
    jot_decimal(out, "games_per_second", (double)tally->games / seconds, 1);
    jot_decimal(out, "moves_per_second", (double)tally->moves / seconds, 1);
    jot_open(out, "mean_score", '[');
    for (int i = 0; i < match->players; i++)
        jot_decimal(out, NULL, mean_score(&rows[i].result), 4);
    jot_close(out, ']');
    jot_open(out, "win_share", '[');
    for (int i = 0; i < match->players; i++)
        jot_decimal(out, NULL, row_wins(&rows[i], tally).mean, 6);
    jot_close(out, ']');
    jot_decimal(out, "nobody_share", nobody_wins(tally), 6);
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

/* Columns of the report. Where the game beat everyone at times, wins alone tell little: one more
   says who was ahead of the other players, and the rest moves closer. */
typedef struct Columns {
    int name, score, wins, interval, ahead, chance;
} Columns;
static const Columns plain = {16, 12, 11, 19, 0, 16}, with_ahead = {15, 12, 11, 18, 11, 11};

static void report_row(Text *out, Lang lang, const Row *row, const Match *match, const Tally *tally,
                       Columns wide) {
    char name[64];
    Text t = text_over(name, sizeof name);
    if (row->seat >= 0)
        text_printf(&t, "%s %d  %s", words(lang, N_("seat")), row->seat, row->bot ? row->bot : "");
    else
        text_add(&t, row->bot);
    Share wins = row_wins(row, tally);
    pad(out, name, wide.name);
    decimal(out, lang, mean_score(&row->result), 2, wide.score);
    percent(out, lang, wins.mean, wide.wins);
    interval(out, lang, wins, wide.interval);
    if (wide.ahead) percent(out, lang, row_ahead(row, tally).mean, wide.ahead);
    percent(out, lang, (double)row->seats / match->players, wide.chance);
    text_char(out, '\n');
}

static void report_text(Text *out, Lang lang, const Match *match, const Tally *tally,
                        double seconds) {
    Row rows[SEATS_MAX * 2];
    int n = rows_of(match, tally, rows);
    const Columns wide = tally->lost ? with_ahead : plain;
    about_game(out, lang, match->game);
    words_add(out, lang, N_("{n} {n?game|games}"), &(Holes){.n = (int)tally->games});
    text_printf(out, ", %lld %s, ", (long long)tally->moves, words(lang, N_("moves")));
    figure(out, lang, seconds, 2);
    text_printf(out, " s, %.0f %s, %.0f %s\n\n", (double)tally->games / seconds,
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
    percent(out, lang, nobody_wins(tally), wide.wins);
    text_char(out, '\n');
}

static int run(Cli *cli) {
    long long players = -1, count = -1, seed = -1, threads = crew_cores();
    const char *levels = "greedy";
    bool as_json = false;
    Words given = {0};
    Match match = {0};
    const Flag flags[] = {
        PLAYERS(&players, N_("how many play")),
        NUMBER("games", "K", &count, 1, 1000000000, N_("how many games")),
        WORD("bots", "L,L…", &levels,
             N_("the level of the bots: one for all seats, or one for each (greedy)")),
        SWITCH("rotate", &match.rotate, N_("the bots change seats from game to game")),
        NUMBER("seed", "N", &seed, 0, NUMBER_MAX,
               N_("the same number, the same games; otherwise new ones")),
        VARIANTS(&given),
        NUMBER("threads", "T", &threads, 1, CREW_MAX,
               N_("threads that play (as many as the machine has cores)")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (!setup_game(cli, cli->count ? cli->args[0] : NULL, &match.game) ||
        !setup_players(cli, match.game, players) ||
        !setup_ours(cli, levels, (int)players, match.entrants) ||
        !setup_options(cli, match.game, &given, match.options))
        return MISUSED;
    if (count < 0) return complain(cli, MISUSED, N_("say how many games with --games"), NULL);
    match.players = (int)players;
    match.seed = seed < 0 ? setup_seed() : (uint64_t)seed;
    Tally tally = {0};
    int64_t start = wall_time();
    if (!play_all(&match, count, (int)threads, &tally))
        return complain(cli, FAILED, N_("no thread could be started"), NULL);
    double seconds = (double)(wall_time() - start) * 1e-9;
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
