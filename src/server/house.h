/* house.h: what a house shows of itself and speaks with: the texts of who runs it, and a
   certificate that is good. All of it comes from files that may be read again while the server
   runs. */
#ifndef NEGOCE_HOUSE_H
#define NEGOCE_HOUSE_H

#include "core/game.h"
#include "server/server.h"

enum { HOUSE_TEXT = 64 * 1024 }; /* bytes of a text at most */

typedef struct House {
    Text terms, contact; /* `at` is NULL where there is none */
    int64_t good_until;  /* seconds since 1970: the end of the certificate; 0: there is none */
    int64_t told;        /* when its end was last told of */
} House;

/* Reads the files the options name and looks at the certificate. `what` is the file at fault. */
Reason house_read(const ServerOptions *options, House *out, const char **what);
void house_free(House *house);

/* Once a day, while the certificate is about to end and when it has: in how many days, rounded up
   (0: it has). -1: there is nothing to tell. */
int house_ending(House *house, int64_t now);

#endif
