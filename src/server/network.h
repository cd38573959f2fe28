/* network.h: libwebsockets, which speaks HTTP and WebSocket on lines that are ours (connection.h):
   how it is opened, and what it tells, passed on to who is meant. */
#ifndef NEGOCE_NETWORK_H
#define NEGOCE_NETWORK_H

#include "server/inside.h"

struct lws_context;

/* Whether its complaints are told on stderr: while it is opened; later they are of clients. */
void network_log(bool told);

/* Opens it in the loop of the server. `context` is set, and cleared again when it has been
   destroyed. */
bool network_open(Server *server, struct lws_context **context);

/* Tells on stdout where the page is: for everybody who is let in, one line an address. */
void network_announce(const Server *server);

#endif
