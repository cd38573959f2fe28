/* games.h: the list of games. A fifth game is one folder here and one line in games.c. */
#ifndef NEGOCE_GAMES_H
#define NEGOCE_GAMES_H

#include "core/game.h"

extern const Game *const games[]; /* ended by NULL */

/* The game of this id, or NULL. */
const Game *game_named(const char *id);

/* All of them as an array of {id, title, pitch, players: {min, max}, options: [{name, label,
   choices: [{name, label, least}]}]}. `key` as for jot_open. */
void games_json(const char *key, Text *json);

#endif
