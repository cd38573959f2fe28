/* http.h: pages.

   The page is embedded in the program: each of its files is served with its ETag, and every address
   that is not a file is a place in the page, answered with index.html. Besides there are /healthz
   and /metrics. Nothing is read from the disk. */
#ifndef NEGOCE_HTTP_H
#define NEGOCE_HTTP_H

#include <libwebsockets.h>

#include "server/inside.h"
#include "server/session.h"

/* The rest of an answer, sent as the network takes it. */
typedef struct HttpReply {
    const unsigned char *body;
    size_t size, sent;
    char *own; /* freed with it */
} HttpReply;

/* Answers a request for `path`. As of libwebsockets' callbacks: 0, or -1 to close the line. */
int http_request(Server *server, struct lws *wsi, HttpReply *reply, const char *path);
int http_writable(struct lws *wsi, HttpReply *reply);
void http_free(HttpReply *reply);

/* Whether a WebSocket may be opened here: 0, or 1 after an answer that says why not. */
int http_upgrade(Server *server, struct lws *wsi);

/* The client's address, as the network or a proxy on this machine tells it; its session's token,
   false where it has none. */
void http_address(struct lws *wsi, char *out, size_t room);
bool http_session(struct lws *wsi, char token[TOKEN_CHARS + 1]);

#endif
