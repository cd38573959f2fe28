/* site.h: what a site shows of itself and speaks with: the texts of who runs it, and a
   certificate that is good. All of it comes from files that may be read again while the server
   runs. */
#ifndef NEGOCE_SITE_H
#define NEGOCE_SITE_H

#include "core/game.h"
#include "server/server.h"

enum { SITE_TEXT = 64 * 1024 }; /* bytes of a text at most */

typedef struct Site {
    Text terms, contact; /* `at` is NULL where there is none */
    int64_t good_until;  /* seconds since 1970: the end of the certificate; 0: there is none */
    int64_t warned;      /* when its end was last told of */
} Site;

/* Reads the files the options name and looks at the certificate. `what` is the file at fault. */
Reason site_read(const ServerOptions *options, Site *out, const char **what);
void site_free(Site *site);

/* Once a day, while the certificate is about to end and when it has: in how many days, rounded up
   (0: it has). -1: there is nothing to tell. */
int site_certificate_ending(Site *site, int64_t now);

#endif
