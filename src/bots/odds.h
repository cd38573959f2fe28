/* odds.h: points to chances of winning, in whole numbers, so that every build agrees.

   A vector of chances has one entry a seat; together they are CERTAIN or, where a house may beat
   everyone, less. */
#ifndef NEGOCE_ODDS_H
#define NEGOCE_ODDS_H

#include "core/game.h"

enum { CERTAIN = 1 << 16 }; /* the chance of who has won */

/* The chances of `n` seats that expect `worth` points, where differences still move by `spread`:
   twice the lead in units of the spread is worth the same factor of odds whatever the game.
   `bank` is what a house that beats everyone expects, INT32_MIN: there is none. */
void odds_of(const int32_t *worth, int n, int32_t bank, int32_t spread, int32_t *chance);

/* The chances of every seat of a position: certain where the game is over, else by its `worth`, or
   by the points so far where it has none. A finished game also counts a little by how close it was,
   so that a search that cannot win or cannot lose still plays for points. */
void odds_at(const Game *game, const void *s, int players, const Style *style, int32_t *chance);

#endif
