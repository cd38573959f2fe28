#include "bots/odds.h"

enum {
    OCTAVE = 256,     /* parts of a factor of two */
    STEEP = 629,      /* 1.702 / ln 2 octaves a spread: the logistic curve nearest to the normal */
    OCTAVES_MAX = 16, /* further behind is no chance at all */
    CLOSENESS = 32    /* one part in so many of a finished game is how close it was */
};

/* CERTAIN / 2^(i / 16). */
static const int32_t halving[17] = {65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393, 46341,
                                    44376, 42495, 40693, 38968, 37316, 35734, 34219, 32768};

/* CERTAIN / 2^(behind / OCTAVE), linear between the entries of the table. */
static int32_t fading(int64_t behind) {
    if (behind >= OCTAVES_MAX * OCTAVE) return 0;
    int part = (int)(behind % OCTAVE), i = part / 16, rest = part % 16;
    int32_t value = halving[i] - (halving[i] - halving[i + 1]) * rest / 16;
    return value >> (behind / OCTAVE);
}

void odds_of(const int32_t *worth, int n, int32_t bank, int32_t spread, int32_t *chance) {
    int64_t best = bank, all = 0, share[SEATS_MAX];
    for (int i = 0; i < n; i++)
        if (worth[i] > best) best = worth[i];
    if (spread < 1) spread = 1;
    for (int i = 0; i < n; i++)
        all += share[i] = fading((best - worth[i]) * STEEP / spread);
    if (bank != INT32_MIN) all += fading((best - bank) * STEEP / spread);
    for (int i = 0; i < n; i++)
        chance[i] = (int32_t)(share[i] * CERTAIN / all); /* the best has a share: all > 0 */
}

/* A finished game: who won, and a little of how close it was. */
static void odds_at_end(const Game *game, const void *s, int players, int32_t *chance) {
    Score score[SEATS_MAX];
    int32_t points[SEATS_MAX] = {0}, close[SEATS_MAX], most = INT32_MIN, least = INT32_MAX;
    int winners = 0;
    game->rules.score(s, score);
    for (int i = 0; i < players; i++) {
        points[i] = score[i].points;
        if (points[i] > most) most = points[i];
        if (points[i] < least) least = points[i];
        winners += score[i].rank == 1;
    }
    odds_of(points, players, INT32_MIN, most - least, close);
    for (int i = 0; i < players; i++) {
        int32_t won = score[i].rank == 1 ? CERTAIN / winners : 0;
        chance[i] = won - won / CLOSENESS + close[i] / CLOSENESS;
    }
}

void odds_at(const Game *game, const void *s, int players, const Style *style, int32_t *chance) {
    if (game->rules.turn(s) == 0) {
        odds_at_end(game, s, players, chance);
    } else if (game->rules.worth) {
        int32_t worth[SEATS_MAX + 1];
        int32_t spread = game->rules.worth(s, style, worth);
        odds_of(worth, players, worth[CHANCE], spread, chance);
    } else {
        Score score[SEATS_MAX];
        int32_t points[SEATS_MAX] = {0}, most = 1;
        game->rules.score(s, score);
        for (int i = 0; i < players; i++) {
            points[i] = score[i].points;
            if (points[i] > most) most = points[i];
        }
        odds_of(points, players, INT32_MIN, most / 4, chance);
    }
}
