/* byzanz.h: Byzanz, the game every room may see. */
#ifndef NEGOCE_BYZANZ_H
#define NEGOCE_BYZANZ_H

#include "core/game.h"

extern const Game byzanz;

#endif
