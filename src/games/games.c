#include "games/games.h"

#include <string.h>

/* Every game there is, in the order in which they are offered: a folder each, and a line here. The
   build reads these lines too. */
#define GAMES                                                                                      \
    GAME(byzanz)                                                                                   \
    GAME(batavia)                                                                                  \
    GAME(comptoir)                                                                                 \
    GAME(voc)                                                                                      \
    /* a game more is a line more, above this one */

#define GAME(name) extern const Game name;
GAMES
#undef GAME

#define GAME(name) &name,
const Game *const games[] = {GAMES NULL};

const Game *game_named(const char *id) {
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0) return games[i];
    return NULL;
}
