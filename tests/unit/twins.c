/* twins.c: two games that have shown a viewer the same are kept for him in the same bytes. */
#include "play.h"

/* What a viewer is shown of a position: his picture, what is asked of whom, what he may do. */
static bool same_show(const Game *game, const void *a, const void *b, int viewer) {
    Text one = text_grow(), two = text_grow();
    Move list[MOVES_MAX] = {0}, other[MOVES_MAX] = {0};
    game->words.picture(a, viewer, &one);
    game->words.picture(b, viewer, &two);
    bool same = strcmp(one.at, two.at) == 0 && game->rules.turn(a) == game->rules.turn(b);
    int n = viewer == SPECTATOR ? 0 : game->rules.moves(a, viewer, list);
    same = same && (viewer == SPECTATOR || n == game->rules.moves(b, viewer, other));
    same = same && !memcmp(list, other, (size_t)n * sizeof *list);
    text_free(&one);
    text_free(&two);
    return same;
}

/* Whether something was told to others and kept from `viewer`. */
static bool hides_news(const News *news, int viewer) {
    for (int i = 0; i < news->count; i++)
        if (!(news->event[i].audience >> viewer & 1)) return true;
    return false;
}

/* Holds two games against each other that have told `viewer` the same. Where they show him the same
   too, what is kept of them for him is the same to the byte. A `secret` is what the news itself
   kept from him: that a picture tells it is no excuse. Returns false where he can tell them apart,
   and so they are twins no more. */
static bool are_twins(const Game *game, const void *a, const void *b, int viewer, bool secret) {
    _Alignas(16) unsigned char one[STATE_MAX], two[STATE_MAX];
    memcpy(one, a, game->state_size);
    memcpy(two, b, game->state_size);
    game->rules.hide(one, viewer);
    game->rules.hide(two, viewer);
    if (!memcmp(one, two, game->state_size)) return true;
    if (!secret && !same_show(game, one, two, viewer)) return false;
    promised("twins: shown the same, a viewer has the same bytes");
    snprintf(attempt, sizeof attempt, "viewer %d", viewer);
    assert_memory_equal(one, two, game->state_size);
    return false;
}

/* A move the same seat could have made instead; `m` itself where it had no other. */
static Move another(World *w, int seat, Move m) {
    Move list[MOVES_MAX];
    if (vast(w->game, m) && seat == CHANCE) return w->game->rules.sample(w->state, &w->rng);
    int n = w->game->rules.moves(w->state, seat, list);
    return n ? list[rng_below(&w->rng, (uint32_t)n)] : m;
}

/* Before `m` is made: the twin makes it too or, where there is none, another move that tells its
   onlooker the same is looked for. `after` is the position after `m`, `news` what it told. */
void save_twin(World *w, int seat, Move m, const void *after, const News *news) {
    static News news_of_twin;
    const Game *game = w->game;
    Move other = m;
    bool born = !w->has_twin;
    if (born) {
        w->onlooker = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
        if (w->onlooker == w->players) w->onlooker = SPECTATOR;
        memcpy(w->twin, w->state, game->state_size);
        other = another(w, seat, m);
        if (move_equal(other, m) || seat == w->onlooker) return; /* his own moves he knows */
    }
    w->has_twin = false;
    if (game->rules.check(w->twin, seat, other).text) return;
    apply_with_news(game, w->twin, seat, other, &news_of_twin);
    if (!same_news(news, &news_of_twin, w->onlooker)) return;
    bool secret = born && seat == CHANCE && hides_news(news, w->onlooker);
    w->has_twin = are_twins(game, after, w->twin, w->onlooker, secret);
}
