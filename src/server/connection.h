/* connection.h: lines to clients, from the moment they are accepted.

   A line waits here, and costs hardly more than its descriptor, until the head of a whole request
   has arrived; only then libwebsockets gets it. Lines are counted for their address from the first
   on. Where there are too many, one that carries no WebSocket is cut for the newcomer: the oldest
   of the address that has most of them. One sweep a second cuts all that make no progress, so no
   line needs a timer of its own. */
#ifndef NEGOCE_CONNECTION_H
#define NEGOCE_CONNECTION_H

#include <libwebsockets.h>

#include "server/http.h"

typedef enum ConnectionState {
    CONNECTION_WAITING, /* for the head of a request */
    CONNECTION_REQUEST, /* which is being answered */
    CONNECTION_IDLE,    /* between two requests */
    CONNECTION_SOCKET,  /* a WebSocket */
    CONNECTION_CUT      /* counted no more; its memory goes with the line */
} ConnectionState;

struct Connection {
    Server *server;
    Connection *next, *before;   /* of the server */
    Connection *younger, *older; /* of its address: those that carry no WebSocket */
    Address *address;            /* who is behind it: the proxy or, once it tells, its client */
    ConnectionState state;
    bool local;        /* from this machine: it may be a proxy */
    uint64_t progress; /* ms: when it last moved on */
    int fd;
    uv_poll_t *poll; /* while it waits */
    int seen;        /* bytes of the head that had arrived */
    struct lws *wsi; /* NULL while it waits */
    HttpReply reply;
    Socket *socket;
    char token[TOKEN_CHARS + 1]; /* of the session, "": none */
    Visit visit;
};

/* Lines there may be in all: one for each WebSocket, and more that fetch the page. */
int connections_max(const Server *server);

/* Opens the address to listen on; the port where it was 0 is put into the options. */
Reason connections_open(Server *server);

/* Accepts lines from now on, for `vhost` of libwebsockets. */
void connections_start(Server *server, struct lws_vhost *vhost);

/* Accepts no more lines, and cuts those that wait. */
void connections_stop(Server *server);

/* What is to be done once a second: cuts the lines that make no progress. */
void connections_sweep(Server *server);

/* The line of a callback of libwebsockets. */
static inline Connection *connection_of(struct lws *wsi) {
    return lws_get_opaque_user_data(wsi);
}

/* A whole request has arrived: counts it for the address it comes from, which is `behind` where a
   proxy on this machine names one ("": none). False where that address has too many lines. */
bool connection_request(Connection *connection, const char *behind);

/* The answer moves on; it has been sent whole. */
void connection_progress(Connection *connection);

/* The line carries a WebSocket from now on. */
void connection_upgrade(Connection *connection);

/* libwebsockets has let go of the line. */
void connection_closed(Connection *connection);

#endif
