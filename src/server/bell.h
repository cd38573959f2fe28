/* bell.h: "it is your turn", for who is not looking.

   Where a table comes to wait for a person, the bell waits `push-after` seconds; where something
   still waits for him then, and no page of his is awake, each of his devices that wishes it now is
   called: a message without content, to which the page's service worker asks the server itself what
   waits. Somebody who was called is not called again for a while. */
#ifndef NEGOCE_BELL_H
#define NEGOCE_BELL_H

#include "server/tables.h"

Reason bell_open(Server *server); /* the key */
void bell_start(Server *server);  /* the loop is there */
void bell_stop(Server *server);
void bell_free(Server *server);

/* A table waits for this person now, and did not before. */
void bell_ring(Server *server, const char *person);

/* Once a while: calls those whose time has come. */
void bell_sweep(Server *server);

/* Answers `subscribe` and `unsubscribe`. */
void bell_subscribe(Job *job);
void bell_unsubscribe(Job *job);

#endif
