#include "bots/impression.h"

#include <string.h>

#include "bots/search.h"

enum {
    GUESSES = 4,      /* worlds a decision is looked at in */
    HALF_AS_SURE = 2, /* guesses behind that make somebody half as likely */
    FURTHEST = 8,     /* guesses a sailor is behind at most: he may still be the one */
    PLAINEST = 16     /* guesses the plain one may be ahead of all sailors */
};

/* Whether everybody saw all that a move did. */
static bool seen_by_all(const News *news) {
    for (int i = 0; i < news->count; i++)
        if (!(news->event[i].audience >> SPECTATOR & 1)) return false;
    return news->count > 0;
}

/* A stroke of the pen tells nothing. Nor does a move nobody asked for (a Byzanz sale): in another
   world he may have had nothing to do at all. */
static bool telling(const Game *game, const void *s, int seat) {
    return seat != CHANCE && game->rules.policy && turn_has(game->rules.turn(s), seat) &&
           !(game->live.brisk && game->live.brisk(s));
}

/* Whether somebody would have made the move here. */
static bool alike(const Game *game, const void *world, int seat, int k, Move move, Rng *rng) {
    if (k == PLAIN) return search_looks_best(game, world, seat, move);
    return move_equal(move, search_reflex(game, world, seat, imagined(k), rng));
}

static int within(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static void note(Impression *r, const Game *game, const void *before, int seat, Move move) {
    _Alignas(16) unsigned char world[STATE_MAX];
    Rng rng = rng_seed(r->noted++);
    const int known = game->rules.survey ? IMAGINED : SAILORS; /* else he would take too long */
    int missed[IMAGINED] = {0}, least = GUESSES + FURTHEST;
    for (int i = 0; i < GUESSES; i++) {
        memcpy(world, before, game->state_size);
        game->rules.hide(world, SPECTATOR);
        game->rules.guess(world, SPECTATOR, &rng);
        for (int k = 0; k < known; k++)
            missed[k] += !alike(game, world, seat, k, move, &rng);
    }
    for (int k = 0; k < SAILORS; k++) {
        int behind = missed[k] + r->behind[seat][k];
        if (behind < least) least = behind;
    }
    for (int k = 0; k < SAILORS; k++)
        r->behind[seat][k] = (uint8_t)within(missed[k] + r->behind[seat][k] - least, 0, FURTHEST);
    if (known == IMAGINED)
        r->plain[seat] =
            (uint8_t)within(r->plain[seat] + least - missed[PLAIN], 0, FURTHEST + PLAINEST);
}

void impression_follow(Impression *r, const Game *game, void *s, int seat, Move move) {
    _Alignas(16) unsigned char before[STATE_MAX];
    if (!telling(game, s, seat)) {
        game->rules.apply(s, seat, move, NULL);
        return;
    }
    News news;
    news.count = 0;
    news.reveals = false;
    memcpy(before, s, game->state_size);
    game->rules.apply(s, seat, move, &news);
    if (seen_by_all(&news)) note(r, game, before, seat, move);
}

int impression_draw(const Impression *r, int seat, Rng *rng) {
    uint32_t weight[IMAGINED], all = 0;
    for (int k = 0; k < SAILORS; k++)
        all += weight[k] = 1u << (FURTHEST - r->behind[seat][k]) / HALF_AS_SURE;
    all += weight[PLAIN] = (1u << r->plain[seat] / HALF_AS_SURE) - 1;
    uint32_t at = rng_below(rng, all);
    int k = 0;
    while (at >= weight[k])
        at -= weight[k++];
    return k;
}
