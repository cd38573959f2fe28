#include "bots/impression.h"

#include <string.h>

enum {
    GUESSES = 4,      /* worlds a decision is looked at in */
    HALF_AS_SURE = 2, /* guesses behind that make a sailor half as likely */
    FURTHEST = 8      /* guesses behind at most: he may still be the one, and comes back soon */
};

/* Whether everybody saw all that a move did. */
static bool seen_by_all(const News *news) {
    for (int i = 0; i < news->count; i++)
        if (!(news->event[i].audience >> SPECTATOR & 1)) return false;
    return news->count > 0;
}

/* A stroke of the pen tells nothing. */
static bool telling(const Game *game, const void *s, int seat) {
    return seat != CHANCE && game->rules.policy && !(game->live.brisk && game->live.brisk(s));
}

static void note(Impression *r, const Game *game, const void *before, int seat, Move move) {
    _Alignas(16) unsigned char world[STATE_MAX];
    Rng rng = rng_seed(r->noted++);
    int missed[SAILORS] = {0}, least = GUESSES + FURTHEST;
    for (int i = 0; i < GUESSES; i++) {
        memcpy(world, before, game->state_size);
        game->rules.hide(world, SPECTATOR);
        game->rules.guess(world, SPECTATOR, &rng);
        for (int k = 0; k < SAILORS; k++)
            missed[k] +=
                !move_equal(move, game->rules.policy(world, seat, &sailors[k].style, &rng));
    }
    for (int k = 0; k < SAILORS; k++) {
        missed[k] += r->behind[seat][k];
        if (missed[k] < least) least = missed[k];
    }
    for (int k = 0; k < SAILORS; k++) {
        int behind = missed[k] - least;
        r->behind[seat][k] = (uint8_t)(behind < FURTHEST ? behind : FURTHEST);
    }
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
    uint32_t weight[SAILORS], all = 0;
    for (int k = 0; k < SAILORS; k++)
        all += weight[k] = 1u << (FURTHEST - r->behind[seat][k]) / HALF_AS_SURE;
    uint32_t at = rng_below(rng, all);
    int k = 0;
    while (at >= weight[k])
        at -= weight[k++];
    return k;
}
