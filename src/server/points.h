/* points.h: for whom a table is.

   A table may be for people of so many points at its game (table/bracket.c). Who sits down there,
   or searches, is asked for his own: of an account they are read from the store each time, since a
   game may have ended anywhere; who has played no rated game yet has those of a newcomer. Nobody
   without an account has any. Who has a seat keeps it, whatever becomes of his points, and an
   invitation by name needs none. */
#ifndef NEGOCE_POINTS_H
#define NEGOCE_POINTS_H

#include "server/tables.h"

#define REFUSE_LEVEL REFUSE("account", N_("A game with people of one’s level takes an account."))

enum {
    NEAR = 200,     /* points around one's own that are near */
    NEAR_STEP = 50, /* rounded so, to be read */
};

/* Reads the points of who asks, then goes on. */
void points_refresh(Job *job, void (*then)(Job *job));
void points_free(Person *person);

/* Why he may not sit down at a table that is for these; GRANTED: he may. */
Refusal points_check(const Person *person, const char *game, Bracket bracket);

/* Those near his own at a game. */
Bracket points_near(const Person *person, const char *game);

#endif
