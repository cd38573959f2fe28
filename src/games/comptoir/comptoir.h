/* comptoir.h: Comptoir des Antilles, the game every room may see. */
#ifndef NEGOCE_COMPTOIR_H
#define NEGOCE_COMPTOIR_H

#include "core/game.h"

extern const Game comptoir;

#endif
