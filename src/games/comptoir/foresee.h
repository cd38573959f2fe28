/* foresee.h: what sense.c and mind.c foresee alike: how many turns are to come, and what events in
   hand are worth by them. Worth is in hundredths of a prime. */
#ifndef NEGOCE_COMPTOIR_FORESEE_H
#define NEGOCE_COMPTOIR_FORESEE_H

#include "games/comptoir/state.h"

enum { PRIME = 100 };

/* Turns of this round that are still to come, the running one included. */
static inline int turns_left(const Comptoir *s) {
    return s->players - s->turns;
}

/* How often a seat may still put an event, about: twenty times in the time of nineteen ships, since
   the tiles that matter find their place early; in the last round once, if its turn is to come. */
static inline int puts_left(const Comptoir *s, int seat) {
    if (!s->ending) return 1 + (comptoir_fleet_left(s) + 2) * 20 / 19;
    int behind = (seat + s->players - s->active) % s->players; /* turns until his */
    return behind < turns_left(s) && !(behind == 0 && s->put);
}

/* What events are worth to a seat where one of each is worth `each`: less where there will be no
   time to put them all. */
static inline int events_worth(const Comptoir *s, const int16_t *each, int seat, Tiles held) {
    if (!held) return 0;
    int worth = 0, puts = puts_left(s, seat), wanted = 1 + tiles_count(held);
    for (int event = 1; event < EVENTS; event++)
        worth += tiles_of(held, event) * each[event];
    return puts < wanted ? worth * puts / wanted : worth;
}

#endif
