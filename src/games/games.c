#include "games/games.h"

#include <string.h>

#include "games/batavia/batavia.h"
#include "games/byzanz/byzanz.h"
#include "games/comptoir/comptoir.h"
#include "games/voc/voc.h"

const Game *const games[] = {&byzanz, &batavia, &comptoir, &voc, NULL};

const Game *game_named(const char *id) {
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0) return games[i];
    return NULL;
}
