/* bots.h: opponents that play any game.

   A bot gets a state already hidden for its seat and nothing else: what it may not know is not
   there. It returns a legal move of that seat. Bots are pure functions of state and generator, so
   they think in any thread. */
#ifndef NEGOCE_BOTS_H
#define NEGOCE_BOTS_H

#include "core/game.h"

typedef struct Bot {
    const char *id;    /* "greedy": in records, messages and options */
    const char *title; /* what players call it, of the catalogue */
    Move (*choose)(const Game *game, const void *hidden, int seat, Rng *rng);
} Bot;

extern const Bot *const bots[]; /* from weakest to strongest, ended by NULL */

/* The bot of this id, or NULL. */
const Bot *bot_named(const char *id);

/* The move of `bot` in seat `seat` of the full state `s`: hides, then chooses. */
Move bot_move(const Bot *bot, const Game *game, const void *s, int seat, Rng *rng);

#endif
