/* crowd.h: everybody who is on the line, found by who he is. One person may have several sockets:
   tabs, a phone and a computer. */
#ifndef NEGOCE_CROWD_H
#define NEGOCE_CROWD_H

#include "server/socket.h"

/* A socket whose person is known comes, and goes. */
void crowd_join(Socket *socket);
void crowd_leave(Socket *socket);

/* The first socket of a person, and the one after another; NULL: there is none. */
Socket *crowd_first(const Server *server, const char *person);
Socket *crowd_next(const Socket *socket);

#endif
