/* sender.h: messages without content to push services, sent beside the loop.

   A few threads of their own take them from bounded queues; one is over in some seconds whatever
   the other side does, its name server aside, and a host that just failed is not tried again for a
   while. Whoever names a host of his own can make it and its name server as slow as he likes, so
   all but the services of the browsers share one of the threads and have a queue of their own. Only
   https, only port 443, only to addresses of the public internet, looked up and judged at the
   moment of the call; no redirect is followed, and of the answer only its status is read. */
#ifndef NEGOCE_SENDER_H
#define NEGOCE_SENDER_H

#include <netinet/in.h>

#include "server/inside.h"

typedef struct Sender Sender;

typedef enum Sent {
    SENT_WELL,
    SENT_GONE,   /* the service knows the device no more, or it may not be called: forget it */
    SENT_FAILED, /* perhaps later */
    SENT_LEFT    /* the queue is full, or its host just failed: it was not tried */
} Sent;

/* Takes the result of a message, in the loop. */
typedef void SentHandler(Server *server, const char *endpoint, Sent result);

Sender *sender_open(Server *server, SentHandler *handle);
void sender_close(Sender *sender); /* what waits is left; waits for what is under way */

/* Puts a message to this endpoint in the queue. */
void sender_send(Sender *sender, const char *endpoint);

/* Why this cannot be the address of a push service, as far as its letters tell. `allowed` (may be
   NULL) is a host and port that may be anything, for tests. */
Reason sender_check(const char *endpoint, const char *allowed);

/* Whether an address is one of the public internet. */
bool sender_public(const struct sockaddr *address);

#endif
