/* vapid.h: who calls: the key of this server with which push services know it again (RFC 8292). It
   is made once and kept beside the store. */
#ifndef NEGOCE_VAPID_H
#define NEGOCE_VAPID_H

#include "core/game.h"
#include "core/text.h"

enum { VAPID_PUBLIC_CHARS = 87 }; /* 65 bytes in base64url */

typedef struct Vapid Vapid;

/* Reads vapid.key of the data directory, or makes it. NULL and `why` where neither can be. */
Vapid *vapid_open(const char *data, Reason *why);
void vapid_close(Vapid *vapid);

/* The public half, as a browser wants it. */
const char *vapid_public(const Vapid *vapid); /* NULL: the house calls nobody */

/* Writes the Authorization of a message to the service at `origin` ("https://push.example"), good
   for some hours from `now`; `contact` is who runs this server, a URL. May be called in any thread.
   False where the key does not sign. */
bool vapid_authorise(const Vapid *vapid, const char *origin, const char *contact, long long now,
                     Text *out);

#endif
