#include "bots/bots.h"

#include <assert.h>
#include <string.h>

/* Every legal move is equally likely. */
static Move choose_random(const Game *game, const void *hidden, int seat, Rng *rng) {
    if (game->rules.pick) return game->rules.pick(hidden, seat, rng);
    Move list[MOVES_MAX];
    int n = game->rules.moves(hidden, seat, list);
    assert(n > 0);
    return list[rng_below(rng, (uint32_t)n)];
}

/* One step of the game's own sense; among equals, one at random. */
static Move choose_greedy(const Game *game, const void *hidden, int seat, Rng *rng) {
    Move list[MOVES_MAX + IDEAS_MAX], best = {0};
    int n = game->rules.moves(hidden, seat, list), most = 0;
    if (game->rules.ideas) n += game->rules.ideas(hidden, seat, list + n);
    uint32_t ties = 0;
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        int worth = game->rules.sense(hidden, seat, list[i]);
        if (ties && worth < most) continue;
        ties = ties && worth == most ? ties + 1 : 1;
        most = worth;
        if (rng_below(rng, ties) == 0) best = list[i];
    }
    return best;
}

static const Bot random_bot = {"random", N_("Cabin boy"), choose_random};
static const Bot greedy_bot = {"greedy", N_("Sailor"), choose_greedy};

const Bot *const bots[] = {&random_bot, &greedy_bot, NULL};

const Bot *bot_named(const char *id) {
    for (int i = 0; bots[i]; i++)
        if (strcmp(bots[i]->id, id) == 0) return bots[i];
    return NULL;
}

Move bot_move(const Bot *bot, const Game *game, const void *s, int seat, Rng *rng) {
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, s, game->state_size);
    game->rules.hide(hidden, seat);
    return bot->choose(game, hidden, seat, rng);
}
