/* foresee.h: what sense.c and mind.c foresee alike: how many rounds are to come, and what tiles
   become in them. Worth is in hundredths of gold. */
#ifndef NEGOCE_BATAVIA_FORESEE_H
#define NEGOCE_BATAVIA_FORESEE_H

#include "games/batavia/state.h"

enum {
    COIN = 100,
    NOWHERE = -1000000, /* below any position and any choice */
    ROUNDS_MOST = 9,    /* rounds foreseen at most */
    SPACES_A_ROUND = 5  /* how far the first merchant goes in a round */
};

/* What tiles become, by companies held and rounds left (sense.c). */
extern const uint16_t batavia_tiles_become[COMPANIES + 1][ROUNDS_MOST + 1];

/* How many more rounds there may be with the first merchant on space `lead`; 0: this is the last.
 */
static inline int rounds_from(const Batavia *s, int lead) {
    if (s->arrived != NOBODY || s->phase >= PHASE_FINAL) return 0;
    int rounds = 1 + (batavia_arrival(s) - lead) / SPACES_A_ROUND;
    return rounds < ROUNDS_MOST ? rounds : ROUNDS_MOST;
}

#endif
