#include "server/crowd.h"

#include <string.h>

#include "server/session.h"

static unsigned slot_of(const char *person) {
    return text_hash(person) % PERSON_SLOTS;
}

void crowd_join(Socket *socket) {
    Socket **slot = &socket->server->crowd[slot_of(socket->person->self.id)];
    socket->peer = *slot;
    *slot = socket;
}

void crowd_leave(Socket *socket) {
    if (!socket->person) return;
    Socket **at = &socket->server->crowd[slot_of(socket->person->self.id)];
    while (*at && *at != socket)
        at = &(*at)->peer;
    if (*at) *at = socket->peer;
    socket->peer = NULL;
}

static Socket *same(Socket *socket, const char *person) {
    while (socket && strcmp(socket->person->self.id, person) != 0)
        socket = socket->peer;
    return socket;
}

Socket *crowd_first(const Server *server, const char *person) {
    return same(server->crowd[slot_of(person)], person);
}

Socket *crowd_next(const Socket *socket) {
    return same(socket->peer, socket->person->self.id);
}
