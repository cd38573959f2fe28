/* http.h: pages.

   The page is embedded in the program: each of its files is served with its ETag, and every address
   that is not a file is a place in the page, answered with index.html. Besides there are /healthz,
   /metrics and /session, where a ticket becomes a cookie. Nothing is read from the disk. */
#ifndef NEGOCE_HTTP_H
#define NEGOCE_HTTP_H

#include <libwebsockets.h>

#include "server/inside.h"
#include "server/passkey.h"
#include "server/session.h"

/* Where somebody who opens a WebSocket believes to be, and with what. */
typedef struct Visit {
    char site[SITE_MAX + 1];     /* "https://negoce.example.org"; "": its name is too long */
    char device[DEVICE_MAX + 1]; /* "Firefox, Linux"; "": it does not say */
} Visit;

enum { HEAD_MAX = 4096 }; /* bytes of the head of a request: what libwebsockets takes */

/* The rest of an answer, sent as the network takes it. */
typedef struct HttpReply {
    const unsigned char *body;
    size_t size, sent;
    char *own; /* freed with it */
} HttpReply;

/* Answers a request for `path`. As of libwebsockets' callbacks: 0, or -1 to close the line. */
int http_request(Connection *connection, const char *path);
int http_writable(Connection *connection);
void http_free(HttpReply *reply);

/* Whether a WebSocket may be opened here: 0, or 1 after an answer that says why not. */
int http_upgrade(Connection *connection);

#endif
