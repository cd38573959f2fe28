/* arena.c: `negoce arena`: bots against each other, fairly: every deal from every seat. The
   intervals take each deal as one trial, because its games share their luck. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/bout.h"
#include "cli/report.h"

/* What one entrant did. */
typedef struct Line {
    Share wins;
    double rank, score;
    double over[SEATS_MAX]; /* share of the games in which he was ahead of each */
} Line;

/* Wins of entrant `e` in one deal, as a share of its games. */
static double deal_share(const Deal *deal, int e) {
    int wins = 0;
    for (int r = 0; r < deal->players; r++)
        wins += deal_win(deal, r, e);
    return (double)wins / (WIN * deal->players);
}

/* The share of wins over the first `n` deals and the variance between deals. */
static double mean_share(const Bout *bout, int e, int64_t n, double *variance) {
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) {
        double share = deal_share(&bout->deal[i], e);
        sum += share;
        squares += share * share;
    }
    double mean = sum / (double)n;
    *variance = n > 1 ? (squares - sum * mean) / (double)(n - 1) : 0;
    return mean;
}

/* The interval of Wilson for as many independent games as would vary so much. */
static Share clustered(double mean, double variance, int64_t n) {
    double error = variance / (double)n, spread = mean * (1 - mean);
    return error > 1e-12 ? share_of(mean * spread / error, spread / error)
                         : share_of(mean * (double)n, (double)n);
}

static Line line_of(const Bout *bout, int e) {
    Line line = {0};
    const double games = (double)(bout->deals * bout->match.players);
    double variance, mean = mean_share(bout, e, bout->deals, &variance);
    line.wins = clustered(mean, variance, bout->deals);
    for (int64_t i = 0; i < bout->deals; i++) {
        const Deal *deal = &bout->deal[i];
        for (int r = 0; r < deal->players; r++) {
            line.rank += (double)deal_place(deal, r, e) / WIN / games;
            line.score += deal->of[r][e].points / games;
            for (int other = 0; other < deal->players; other++)
                line.over[other] += (double)deal_ahead(deal, r, e, other) / WIN / games;
        }
    }
    return line;
}

/* --- a sequential test ------------------------------------------------------------------------ */

enum { SPRT_FROM = 20 }; /* deals before the variance is known well enough */

/* How much likelier the first bot's results are for a share of p1 than of p0, as a logarithm, with
   the deals taken as normal with the variance they show. */
static double evidence(const Bout *bout, int64_t n) {
    double variance, mean = mean_share(bout, 0, n, &variance);
    if (variance < 1e-6) variance = 1e-6;
    return (bout->p1 - bout->p0) * (double)n * (mean - (bout->p0 + bout->p1) / 2) / variance;
}

/* Both errors 5 %. */
static bool decided(const Bout *bout, int64_t n) {
    return n >= SPRT_FROM && fabs(evidence(bout, n)) > log(19);
}

static const char *verdict(const Bout *bout) {
    if (bout->deals == 0 || !decided(bout, bout->deals)) return "open";
    return evidence(bout, bout->deals) > 0 ? "p1" : "p0";
}

/* Reads "P0,P1": two shares, the first the smaller. */
static bool read_sprt(const Cli *cli, const char *text, Bout *bout) {
    int end = 0;
    if (sscanf(text, "%lf,%lf%n", &bout->p0, &bout->p1, &end) == 2 && !text[end] && bout->p0 >= 0 &&
        bout->p1 <= 1 && bout->p0 < bout->p1) {
        bout->enough = decided;
        return true;
    }
    complain(cli, MISUSED, N_("--sprt takes two shares of wins such as 0.25,0.30, not “{other}”"),
             &(Holes){.other = text});
    return false;
}

/* --- the report ------------------------------------------------------------------------------- */

static double nobody(const Bout *bout) {
    int64_t lost = 0;
    for (int64_t i = 0; i < bout->deals; i++)
        for (int r = 0; r < bout->match.players; r++) {
            int wins = 0;
            for (int e = 0; e < bout->match.players; e++)
                wins += deal_win(&bout->deal[i], r, e);
            lost += wins == 0;
        }
    return (double)lost / (double)(bout->deals * bout->match.players);
}

static double turn_ms(const Bout *bout, int e, int thousandths) {
    return (double)pace_below(&bout->pace[e], thousandths) * 1e-6;
}

static void lines_of(const Bout *bout, Line lines[]) {
    for (int e = 0; e < bout->count; e++)
        lines[e] = line_of(bout, e);
}

static void report_json(Text *out, Lang lang, const Bout *bout) {
    const int n = bout->match.players;
    Line lines[SEATS_MAX];
    (void)lang;
    lines_of(bout, lines);
    jot_open(out, NULL, '{');
    jot_string(out, "game", bout->match.game->id);
    jot_int(out, "players", n);
    jot_int(out, "seed", (long long)bout->match.seed);
    jot_int(out, "deals", bout->deals);
    jot_int(out, "games", bout->deals * n);
    jot_decimal(out, "seconds", bout->seconds, 3);
    jot_decimal(out, "nobody_share", nobody(bout), 6);
    if (bout->enough) jot_string(out, "sprt", verdict(bout));
    jot_open(out, "bots", '[');
    for (int e = 0; e < n; e++) {
        jot_open(out, NULL, '{');
        jot_string(out, "name", bout->name[e]);
        jot_decimal(out, "win_share", lines[e].wins.mean, 6);
        jot_decimal(out, "low", lines[e].wins.low, 6);
        jot_decimal(out, "high", lines[e].wins.high, 6);
        jot_decimal(out, "mean_rank", lines[e].rank, 4);
        jot_decimal(out, "mean_score", lines[e].score, 4);
        if (bout->entrant[e].command[0]) jot_int(out, "faults", bout->faults[e]);
        if (bout->timed) {
            jot_decimal(out, "turn_median_ms", turn_ms(bout, e, 500), 3);
            jot_decimal(out, "turn_p99_ms", turn_ms(bout, e, 990), 3);
        }
        jot_open(out, "ahead_of", '[');
        for (int other = 0; other < n; other++)
            jot_decimal(out, NULL, lines[e].over[other], 6);
        jot_close(out, ']');
        jot_close(out, '}');
    }
    jot_close(out, ']');
    jot_close(out, '}');
    text_char(out, '\n');
}

static void report_pace(Text *out, Lang lang, const Bout *bout, int wide) {
    text_char(out, '\n');
    right(out, words(lang, N_("turns")), wide + 9);
    right(out, words(lang, N_("median, ms")), 17);
    right(out, words(lang, N_("99 % below, ms")), 18);
    text_char(out, '\n');
    for (int e = 0; e < bout->match.players; e++) {
        entrant_name(out, bout->name[e], wide);
        decimal(out, lang, (double)bout->pace[e].turns, 0, 9);
        decimal(out, lang, turn_ms(bout, e, 500), 2, 17);
        decimal(out, lang, turn_ms(bout, e, 990), 2, 18);
        text_char(out, '\n');
    }
}

static void report_text(Text *out, Lang lang, const Bout *bout) {
    const int n = bout->match.players;
    int wide = 12;
    Line lines[SEATS_MAX];
    lines_of(bout, lines);
    for (int e = 0; e < n; e++)
        if (columns(bout->name[e]) + 2 > wide) wide = columns(bout->name[e]) + 2;
    if (wide > 28) wide = 28;
    about_game(out, lang, bout->match.game);
    text_printf(out, "%lld %s, ", (long long)(bout->deals * n), words(lang, N_("games")));
    figure(out, lang, bout->seconds, 1);
    text_add(out, " s\n\n");
    right(out, words(lang, N_("wins")), wide + 9);
    right(out, words(lang, N_("95 % interval")), 19);
    right(out, words(lang, N_("mean rank")), 12);
    right(out, words(lang, N_("mean score")), 12);
    text_char(out, '\n');
    for (int e = 0; e < n; e++) {
        entrant_name(out, bout->name[e], wide);
        percent(out, lang, lines[e].wins.mean, 9);
        interval(out, lang, lines[e].wins, 19);
        decimal(out, lang, lines[e].rank, 2, 12);
        decimal(out, lang, lines[e].score, 2, 12);
        text_char(out, '\n');
    }
    bout_faults(out, lang, bout);
    if (bout->timed) report_pace(out, lang, bout, wide);
    if (nobody(bout) > 0) {
        pad(out, words(lang, N_("nobody wins")), wide);
        percent(out, lang, nobody(bout), 9);
        text_char(out, '\n');
    }
    text_char(out, '\n');
    wrap(out, words(lang, N_("In how many games each was ahead of each (a tie is half):")), 0, 0,
         80);
    for (int e = 0; e < n; e++) {
        entrant_name(out, bout->name[e], wide);
        for (int other = 0; other < n; other++)
            if (other == e)
                right(out, "·", 9);
            else
                percent(out, lang, lines[e].over[other], 9);
        text_char(out, '\n');
    }
    if (!bout->enough) return;
    const char *found = verdict(bout);
    text_char(out, '\n');
    wrap(out,
         words(lang, strcmp(found, "p1") == 0   ? N_("The test has decided for the higher share.")
                     : strcmp(found, "p0") == 0 ? N_("The test has decided for the lower share.")
                                                : N_("The test has not decided yet.")),
         0, 0, 80);
}

static int run(Cli *cli) {
    Contest contest;
    const char *sprt = NULL;
    bool as_json = false;
    Bout bout = {0};
    const Flag more[] = {
        WORD("sprt", "P0,P1", &sprt,
             N_("ends as soon as the first bot’s share of wins is clearly P0 or P1")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    Flag flags[CONTEST_FLAGS + sizeof more / sizeof *more];
    bout_flags(&contest, &bout, more, flags);
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (!contest.names) return complain(cli, MISUSED, N_("say who plays with --bots"), NULL);
    if (!bout_set_up(cli, &bout, &contest) || (sprt && !read_sprt(cli, sprt, &bout)))
        return MISUSED;
    return bout_run(cli, &bout, as_json ? report_json : report_text);
}

const Command arena_command = {
    .name = "arena",
    .usage = N_("GAME --bots A,B,C[,D…] --games K [--time MS | --iterations N | --clock] "
                "[--sprt P0,P1] "
                "[--keep FILE] [--threads T] [--json]"),
    .help = N_("Measures bots against each other: every deal from every seat, with intervals."),
    .run = run,
};
