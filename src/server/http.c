#include "server/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "server/assets.h"

enum {
    HEAD_BYTES = 2048,
    CHUNK = 16 * 1024, /* of a body, written at a time */
    SESSION_SECONDS = 365 * 24 * 3600
};

/* Styles may be set on elements (cards move), everything else is our own files. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static const char *const headers_of_all[][2] = {
    {"content-security-policy:", policy},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"}, /* the address of a table is its invitation */
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
};

/* --- what the request says -------------------------------------------------------------------- */

/* The value of a header, "" where there is none or it is too long. */
static void header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t room) {
    if (lws_hdr_copy(wsi, out, (int)room, token) < 0) out[0] = '\0';
}

static void own_header(struct lws *wsi, const char *name, char *out, size_t room) {
    if (lws_hdr_custom_copy(wsi, out, (int)room, name, (int)strlen(name)) < 0) out[0] = '\0';
}

static bool from_this_machine(struct lws *wsi) {
    char peer[64] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    return strncmp(peer, "127.", 4) == 0 || strcmp(peer, "::1") == 0 ||
           strncmp(peer, "::ffff:127.", 11) == 0;
}

void http_address(struct lws *wsi, char *out, size_t room) {
    char forwarded[256];
    out[0] = '\0';
    header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    if (forwarded[0] && from_this_machine(wsi)) {
        /* A proxy adds the address it saw at the end; what stands before may be invented. */
        const char *last = strrchr(forwarded, ',');
        last = last ? last + 1 : forwarded;
        last += strspn(last, " ");
        strncat(out, last, room - 1);
    } else {
        lws_get_peer_simple(wsi, out, room);
    }
}

static bool over_tls(struct lws *wsi) {
    char protocol[16];
    own_header(wsi, "x-forwarded-proto:", protocol, sizeof protocol);
    return strcmp(protocol, "https") == 0 && from_this_machine(wsi);
}

bool http_session(struct lws *wsi, char token[TOKEN_CHARS + 1]) {
    char cookies[2048];
    header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    return session_read(cookies, token);
}

/* --- answering -------------------------------------------------------------------------------- */

typedef struct Answer {
    unsigned status;
    const char *type; /* NULL: no body */
    const char *cache;
    const char *etag; /* NULL: none */
    bool gzip, vary;
    bool cookie; /* sets the session's cookie */
    bool close;  /* and lets go of the line */
} Answer;

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool add_cookie(struct lws *wsi, unsigned char **at, unsigned char *end) {
    char token[TOKEN_CHARS + 1], cookie[200];
    if (!http_session(wsi, token)) session_token(token);
    Text text = text_over(cookie, sizeof cookie);
    text_printf(&text, SESSION_COOKIE "=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s", token,
                SESSION_SECONDS, over_tls(wsi) ? "; Secure" : "");
    return add(wsi, "set-cookie:", cookie, at, end);
}

static bool write_head(struct lws *wsi, const Answer *answer, size_t size) {
    unsigned char buffer[LWS_PRE + HEAD_BYTES], *start = buffer + LWS_PRE, *at = start,
                                                *end = buffer + sizeof buffer;
    bool fits = lws_add_http_header_status(wsi, answer->status, &at, end) == 0;
    for (size_t i = 0; fits && i < sizeof headers_of_all / sizeof *headers_of_all; i++)
        fits = add(wsi, headers_of_all[i][0], headers_of_all[i][1], &at, end);
    fits = fits && add(wsi, "cache-control:", answer->cache, &at, end);
    if (answer->type) fits = fits && add(wsi, "content-type:", answer->type, &at, end);
    if (answer->etag) fits = fits && add(wsi, "etag:", answer->etag, &at, end);
    if (answer->gzip) fits = fits && add(wsi, "content-encoding:", "gzip", &at, end);
    if (answer->vary) fits = fits && add(wsi, "vary:", "Accept-Encoding", &at, end);
    if (answer->cookie) fits = fits && add_cookie(wsi, &at, end);
    if (answer->close) fits = fits && add(wsi, "connection:", "close", &at, end);
    if (answer->type) fits = fits && lws_add_http_header_content_length(wsi, size, &at, end) == 0;
    return fits && lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

/* Sends the head, and the body after it where the request asks for one. */
static int respond(struct lws *wsi, HttpReply *reply, const Answer *answer, const void *body,
                   size_t size) {
    bool bare = !answer->type || size == 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!write_head(wsi, answer, size)) return -1;
    if (bare) {
        http_free(reply);
        return answer->close || lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    reply->body = body;
    reply->size = size;
    reply->sent = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

int http_writable(struct lws *wsi, HttpReply *reply) {
    unsigned char buffer[LWS_PRE + CHUNK];
    if (!reply->body) return 0;
    size_t left = reply->size - reply->sent, size = left < CHUNK ? left : CHUNK;
    bool last = size == left;
    memcpy(buffer + LWS_PRE, reply->body + reply->sent, size);
    int written =
        lws_write(wsi, buffer + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < (int)size) return -1;
    reply->sent += size;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    http_free(reply);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

void http_free(HttpReply *reply) {
    free(reply->own);
    *reply = (HttpReply){0};
}

/* A body of the reply's own, freed with it. */
static int respond_text(struct lws *wsi, HttpReply *reply, const Answer *answer, Text *text) {
    http_free(reply);
    reply->own = text->at;
    return respond(wsi, reply, answer, text->at, text->length);
}

static int respond_line(struct lws *wsi, HttpReply *reply, unsigned status, const char *line) {
    Answer answer = {.status = status, .type = "text/plain; charset=utf-8", .cache = "no-store"};
    return respond(wsi, reply, &answer, line, strlen(line));
}

/* --- files ------------------------------------------------------------------------------------ */

static const Asset *find_asset(const char *path) {
    int low = 0, high = assets_count;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(path, assets[middle].path);
        if (order == 0) return &assets[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* A place in the page has no ending; a file that is not there has one. */
static bool is_place(const char *path) {
    const char *last = strrchr(path, '/');
    return !strchr(last ? last : path, '.') && strncmp(path, "/assets/", 8) != 0;
}

static bool takes_gzip(struct lws *wsi) {
    char accepted[256];
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    const char *gzip = strstr(accepted, "gzip");
    return gzip && strncmp(gzip, "gzip;q=0,", 9) != 0 && strcmp(gzip, "gzip;q=0") != 0;
}

/* The file as it was before it was packed, for the rare client that cannot unpack it. */
static bool unpack(const Asset *asset, HttpReply *reply, size_t *size) {
    const unsigned char *end = asset->data + asset->size;
    *size = (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
    z_stream stream = {.next_in = (unsigned char *)asset->data, .avail_in = (uInt)asset->size};
    http_free(reply);
    reply->own = malloc(*size + 1);
    if (!reply->own) return false;
    stream.next_out = (unsigned char *)reply->own;
    stream.avail_out = (uInt)*size;
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return false;
    int code = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return code == Z_STREAM_END && stream.avail_out == 0;
}

static int serve_asset(struct lws *wsi, HttpReply *reply, const Asset *asset) {
    bool page = strcmp(asset->path, "/index.html") == 0;
    Answer answer = {.status = 200,
                     .type = asset->type,
                     .etag = asset->etag,
                     .cache = asset->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                     .vary = asset->gzip,
                     .cookie = page};
    if (page) answer.cache = "private, no-cache"; /* it carries a cookie */
    char known[256];
    header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    if (strstr(known, asset->etag)) {
        answer.status = 304;
        answer.type = NULL;
        return respond(wsi, reply, &answer, NULL, 0);
    }
    if (!asset->gzip) return respond(wsi, reply, &answer, asset->data, asset->size);
    if (takes_gzip(wsi)) {
        answer.gzip = true;
        return respond(wsi, reply, &answer, asset->data, asset->size);
    }
    size_t size;
    if (!unpack(asset, reply, &size))
        return respond_line(wsi, reply, 500, "This file cannot be unpacked.\n");
    return respond(wsi, reply, &answer, reply->own, size);
}

/* --- requests --------------------------------------------------------------------------------- */

static int serve_metrics(Server *server, struct lws *wsi, HttpReply *reply) {
    if (server->stopping) return respond_line(wsi, reply, 503, "stopping\n");
    Text text = text_grow();
    StoreCounts counts = store_counts(server->store);
    metrics_write(&server->metrics, &counts, &text);
    Answer answer = {
        .status = 200, .type = "text/plain; version=0.0.4; charset=utf-8", .cache = "no-store"};
    return respond_text(wsi, reply, &answer, &text);
}

static int serve_health(Server *server, struct lws *wsi, HttpReply *reply) {
    if (server->stopping) return respond_line(wsi, reply, 503, "stopping\n");
    if (!store_counts(server->store).healthy)
        return respond_line(wsi, reply, 503, "the store does not keep what it is given\n");
    return respond_line(wsi, reply, 200, "ok\n");
}

int http_request(Server *server, struct lws *wsi, HttpReply *reply, const char *path) {
    server->metrics.pages++;
    http_free(reply);
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) &&
        !lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI)) {
        Answer answer = {.status = 405, .cache = "no-store", .close = true};
        return respond(wsi, reply, &answer, NULL, 0);
    }
    if (strcmp(path, "/healthz") == 0) return serve_health(server, wsi, reply);
    if (strcmp(path, "/metrics") == 0) return serve_metrics(server, wsi, reply);
    if (strcmp(path, "/ws") == 0)
        return respond_line(wsi, reply, 426, "This address speaks WebSocket.\n");
    const Asset *asset = find_asset(path);
    if (!asset && is_place(path)) asset = find_asset("/index.html");
    return asset ? serve_asset(wsi, reply, asset)
                 : respond_line(wsi, reply, 404, "There is nothing at this address.\n");
}

/* --- upgrades --------------------------------------------------------------------------------- */

/* A page of another site may not open a socket with our visitor's cookie. Programs send no Origin.
 */
static bool own_origin(struct lws *wsi) {
    char origin[300], host[256];
    int length = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN);
    if (length == 0) return true;
    header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    const char *site = strstr(origin, "://");
    return site && host[0] && strcasecmp(site + 3, host) == 0;
}

static int refuse_upgrade(struct lws *wsi, unsigned status, const char *line) {
    lws_return_http_status(wsi, status, line);
    return 1;
}

int http_upgrade(Server *server, struct lws *wsi) {
    char path[64];
    header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (server->stopping) return refuse_upgrade(wsi, 503, "The server is closing.");
    if (strcmp(path, "/ws") != 0)
        return refuse_upgrade(wsi, 404, "There is no WebSocket at this address.");
    if (!own_origin(wsi))
        return refuse_upgrade(wsi, 403, "The Origin of a socket must be the server's own.");
    return 0;
}
