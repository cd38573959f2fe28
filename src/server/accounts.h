/* accounts.h: what people ask of their accounts.

   Everything is a request of a socket (docs/protocol.md). A challenge for a passkey and a recovery
   code that was shown but not yet taken wait at the desk of the socket that asked for them: each is
   good once, the challenge for a few minutes. A change of rights is answered with a ticket
   (session.h), then the socket is closed. */
#ifndef NEGOCE_SERVER_ACCOUNTS_H
#define NEGOCE_SERVER_ACCOUNTS_H

#include "server/socket.h"

/* Begins a request that concerns an account. */
void account_begin(Job *job);

/* Whether a name is the house's own: those of its bots and of its guests. */
bool name_reserved(const char *name);

void desk_free(struct Desk *desk);

#endif
