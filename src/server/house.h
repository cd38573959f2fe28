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
} House;

/* Reads the files the options name and looks at the certificate. `what` is the file at fault. */
Reason house_read(const ServerOptions *options, House *out, const char **what);
void house_free(House *house);

#endif
