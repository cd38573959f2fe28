#include "server/crowd.h"

#include <string.h>

#include "server/session.h"

void crowd_join(Socket *socket) {
    socket->crowd = text_hash(socket->person->self.id);
    Socket **slot = &socket->server->crowd[socket->crowd % PERSON_SLOTS];
    socket->peer = *slot;
    *slot = socket;
}

void crowd_leave(Socket *socket) {
    Socket **at = &socket->server->crowd[socket->crowd % PERSON_SLOTS];
    while (*at && *at != socket)
        at = &(*at)->peer;
    if (*at) *at = socket->peer;
    socket->peer = NULL;
}

/* Whoever is not asked for is not even looked at: every move looks for its people. */
static Socket *same(Socket *socket, unsigned crowd, const char *person) {
    while (socket && (socket->crowd != crowd || strcmp(socket->person->self.id, person) != 0))
        socket = socket->peer;
    return socket;
}

Socket *crowd_first(const Server *server, const char *person) {
    unsigned crowd = text_hash(person);
    return same(server->crowd[crowd % PERSON_SLOTS], crowd, person);
}

Socket *crowd_next(const Socket *socket) {
    return same(socket->peer, socket->crowd, socket->person->self.id);
}
