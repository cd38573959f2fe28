/* unsound.c: the list of games of a program whose Byzanz breaks a promise in its second round: what
   the server does where a game's own audit fails. The rest of the program is negoce. */
#include <string.h>

#include "games/byzanz/state.h"
#include "games/games.h"

static Game unsound;

const Game *const games[] = {&unsound, NULL};

static const char *audit(const void *state) {
    const Byzanz *s = state;
    return s->round > 1 ? "one round is all there is" : byzanz_audit(state);
}

__attribute__((constructor)) static void make(void) {
    memcpy(&unsound, &byzanz, sizeof unsound);
    unsound.rules.audit = audit;
}

const Game *game_named(const char *id) {
    return strcmp(id, unsound.id) == 0 ? &unsound : NULL;
}
