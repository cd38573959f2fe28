/* pool.c: `negoce pool`: everybody against everybody, and what each is worth on one scale.

   Each deal draws who plays it. A game of several players counts as a game of each pair in it: who
   finished ahead has won, a tie is half. Ratings are those of Bradley and Terry on the scale chess
   players know (200 points are odds of about three to one), the mean being 1500; their intervals
   come from drawing the deals again and again with replacement, which tells nothing of a few. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bout.h"
#include "cli/report.h"

enum { MEAN = 1500, AGAIN = 200, ROUNDS = 200, DEALS_LEAST = 20 };

/* Wins of each over each. */
typedef struct Pairs {
    double won[ENTRANTS_MAX][ENTRANTS_MAX];
} Pairs;

static void count_deal(const Bout *bout, int64_t index, Pairs *pairs) {
    const Deal *deal = &bout->deal[index];
    int who[SEATS_MAX];
    bout_lineup(bout, index, who);
    for (int r = 0; r < deal->players; r++)
        for (int e = 0; e < deal->players; e++)
            for (int other = 0; other < deal->players; other++)
                if (who[e] != who[other])
                    pairs->won[who[e]][who[other]] += (double)deal_ahead(deal, r, e, other) / WIN;
}

/* The ratings that make the results most likely. Half a win of each over each is added, so that
   who never lost is not without end. */
static void rate(const Pairs *pairs, int n, double rating[]) {
    double strength[ENTRANTS_MAX];
    for (int i = 0; i < n; i++)
        strength[i] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double product = 0;
        for (int i = 0; i < n; i++) {
            double wins = 0, against = 0;
            for (int j = 0; j < n; j++) {
                if (j == i) continue;
                double games = pairs->won[i][j] + pairs->won[j][i] + 1;
                wins += pairs->won[i][j] + 0.5;
                against += games / (strength[i] + strength[j]);
            }
            strength[i] = wins / against;
            product += log(strength[i]);
        }
        for (int i = 0; i < n; i++)
            strength[i] /= exp(product / n);
    }
    for (int i = 0; i < n; i++)
        rating[i] = MEAN + 400 * log10(strength[i]);
}

typedef struct Standing {
    int who;
    double rating, low, high;
} Standing;

static int by_number(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_rating(const void *a, const void *b) {
    const Standing *x = a, *y = b;
    return (x->rating < y->rating) - (x->rating > y->rating);
}

static bool has_intervals(const Bout *bout) {
    return bout->deals >= DEALS_LEAST;
}

static void stand(const Bout *bout, Standing standing[]) {
    static Pairs pairs;
    static double again[ENTRANTS_MAX][AGAIN];
    double rating[ENTRANTS_MAX];
    Rng rng = rng_seed(bout->match.seed);
    for (int time = 0; time <= AGAIN; time++) {
        memset(&pairs, 0, sizeof pairs);
        for (int64_t i = 0; i < bout->deals; i++)
            count_deal(bout, time ? (int64_t)rng_below(&rng, (uint32_t)bout->deals) : i, &pairs);
        rate(&pairs, bout->count, rating);
        for (int i = 0; i < bout->count; i++)
            if (time)
                again[i][time - 1] = rating[i];
            else
                standing[i] = (Standing){.who = i, .rating = rating[i]};
    }
    for (int i = 0; i < bout->count; i++) {
        qsort(again[i], AGAIN, sizeof again[i][0], by_number);
        standing[i].low = again[i][AGAIN / 40];
        standing[i].high = again[i][AGAIN - 1 - AGAIN / 40];
    }
    qsort(standing, (size_t)bout->count, sizeof standing[0], by_rating);
}

static void report_json(Text *out, Lang lang, const Bout *bout) {
    Standing standing[ENTRANTS_MAX];
    (void)lang;
    stand(bout, standing);
    jot_open(out, NULL, '{');
    jot_string(out, "game", bout->match.game->id);
    jot_int(out, "players", bout->match.players);
    jot_int(out, "seed", (long long)bout->match.seed);
    jot_int(out, "games", bout->deals * bout->match.players);
    jot_open(out, "bots", '[');
    for (int i = 0; i < bout->count; i++) {
        jot_open(out, NULL, '{');
        jot_string(out, "name", bout->name[standing[i].who]);
        jot_decimal(out, "rating", standing[i].rating, 1);
        if (has_intervals(bout)) {
            jot_decimal(out, "low", standing[i].low, 1);
            jot_decimal(out, "high", standing[i].high, 1);
        }
        if (bout->entrant[standing[i].who].command[0])
            jot_int(out, "faults", bout->faults[standing[i].who]);
        jot_close(out, '}');
    }
    jot_close(out, ']');
    jot_close(out, '}');
    text_char(out, '\n');
}

static void report_text(Text *out, Lang lang, const Bout *bout) {
    Standing standing[ENTRANTS_MAX];
    stand(bout, standing);
    about_game(out, lang, bout->match.game);
    text_printf(out, "%lld %s\n\n", (long long)(bout->deals * bout->match.players),
                words(lang, N_("games")));
    right(out, words(lang, N_("rating")), 40);
    right(out, words(lang, N_("95 % interval")), 18);
    text_char(out, '\n');
    for (int i = 0; i < bout->count; i++) {
        char bounds[32];
        Text t = text_over(bounds, sizeof bounds);
        if (has_intervals(bout))
            text_printf(&t, "%.0f – %.0f", standing[i].low, standing[i].high);
        else
            text_add(&t, "–");
        entrant_name(out, bout->name[standing[i].who], 30);
        decimal(out, lang, standing[i].rating, 0, 10);
        right(out, bounds, 18);
        text_char(out, '\n');
    }
    bout_faults(out, lang, bout);
}

static const char everybody[] = "random,greedy,novice,trader,trader:bold,trader:thrifty,"
                                "trader:spiteful,trader:hasty,trader:patient,shipowner";

static int run(Cli *cli) {
    Contest contest;
    bool as_json = false;
    Bout bout = {0};
    const Flag more[] = {
        PLAYERS(&contest.players, N_("how many play each game (4)")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    Flag flags[CONTEST_FLAGS + sizeof more / sizeof *more];
    bout_flags(&contest, &bout, more, flags);
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (!contest.names) contest.names = everybody;
    if (contest.players < 0) contest.players = 4;
    if (!bout_set_up(cli, &bout, &contest)) return MISUSED;
    return bout_run(cli, &bout, as_json ? report_json : report_text);
}

const Command pool_command = {
    .name = "pool",
    .usage = N_("GAME --games K [--bots A,B,C…] [--players N] "
                "[--time MS | --iterations N | --clock] "
                "[--keep FILE] [--threads T] [--json]"),
    .help = N_("Lets all bots meet and rates them on one scale."),
    .run = run,
};
