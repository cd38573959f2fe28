/* emblems.h: what somebody has earned, by what ratings.c keeps of his games: emblems of the house,
   which any game can earn, then those each game has of its own. */
#ifndef NEGOCE_STORE_EMBLEMS_H
#define NEGOCE_STORE_EMBLEMS_H

#include "store/sqlite.h"

/* The emblems somebody has, bit n for the nth of all; those of `wanted` are written too, as objects
   of JSON, whether he has them or not. `json` may be NULL. */
uint64_t emblems_of(Sqlite *db, const char *id, uint64_t wanted, Text *json);

#endif
