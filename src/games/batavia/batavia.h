/* batavia.h: the game of Batavia, for the list of games. */
#ifndef NEGOCE_BATAVIA_H
#define NEGOCE_BATAVIA_H

#include "core/game.h"

extern const Game batavia;

#endif
