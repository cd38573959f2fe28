#include "server/http.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "server/assets.h"
#include "server/connection.h"

enum {
    HEAD_BYTES = 2048,
    HOST_ROOM = 256,
    CHUNK = 16 * 1024 /* of a body, written at a time */
};

/* Styles may be set on elements (cards move) and the engine may be compiled (WebAssembly);
   everything else is our own files. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr "
    "'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static const char wrong_name[] =
    "This server does not answer to this name; who runs it can allow it with --origin.\n";

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

/* The value of a header, "" where there is none or it is too long: then false. */
static bool header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t room) {
    if (lws_hdr_copy(wsi, out, (int)room, token) >= 0) return true;
    out[0] = '\0';
    return lws_hdr_total_length(wsi, token) == 0;
}

static void own_header(struct lws *wsi, const char *name, char *out, size_t room) {
    if (lws_hdr_custom_copy(wsi, out, (int)room, name, (int)strlen(name)) < 0) out[0] = '\0';
}

/* The address a proxy says it speaks for, "" where it says none; false where it cannot be read. */
static bool forwarded_for(struct lws *wsi, char *out, size_t room) {
    char forwarded[HEAD_MAX + 1];
    out[0] = '\0';
    if (!header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded)) return false;
    /* A proxy adds the address it saw at the end; what stands before may be invented. */
    const char *last = strrchr(forwarded, ',');
    last = last ? last + 1 : forwarded;
    last += strspn(last, " ");
    strncat(out, last, room - 1);
    return true;
}

/* The Host of a request; "" where it has none, as only a program sends it, and, with false, where
   it is longer than any name. */
static bool host_of(struct lws *wsi, char out[HOST_ROOM]) {
    return header(wsi, WSI_TOKEN_HOST, out, HOST_ROOM);
}

/* The address of --origin that `host` is; NULL where it is none of them. */
static const char *origin_of(const ServerOptions *options, const char *host) {
    for (int i = 0; i < options->origin_count; i++)
        if (strcasecmp(strstr(options->origins[i], "://") + 3, host) == 0)
            return options->origins[i];
    return NULL;
}

/* Whether we answer to this name. A page of another site could have its own name lead to us and
   would then be taken for ours; an address in numbers and localhost cannot be given away so. */
static bool answers_to(const Server *server, const char *host) {
    char name[HOST_ROOM];
    struct in6_addr address;
    if (!host[0] || origin_of(&server->options, host)) return true;
    strcpy(name, host + (host[0] == '['));
    name[host[0] == '[' ? strcspn(name, "]") : strcspn(name, ":")] = '\0';
    return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1 ||
           strcasecmp(name, "localhost") == 0;
}

/* Whether the page came over https: a proxy on this machine says so, or the name it was asked by.
 */
static bool over_tls(struct lws *wsi) {
    char protocol[16], host[HOST_ROOM];
    const Connection *c = connection_of(wsi);
    own_header(wsi, "x-forwarded-proto:", protocol, sizeof protocol);
    host_of(wsi, host);
    const char *origin = origin_of(&c->server->options, host);
    if (c->server->options.certificate) return true;
    return (c->local && strcmp(protocol, "https") == 0) ||
           (origin && strncmp(origin, "https:", 6) == 0);
}

static bool read_session(struct lws *wsi, char token[TOKEN_CHARS + 1]) {
    char cookies[HEAD_MAX + 1]; /* others of the domain may have many */
    header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    return session_read(connection_of(wsi)->server, cookies,
                        over_tls(wsi) ? SESSION_COOKIE_HTTPS : SESSION_COOKIE, token);
}

/* A page of another site may not open a socket with our visitor's cookie, nor may one of our name
   that came without TLS, where anybody on the way may have written it. Programs send no Origin. */
static bool own_origin(struct lws *wsi) {
    char origin[300], host[HOST_ROOM];
    int length = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN);
    if (length == 0) return true;
    header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    host_of(wsi, host);
    const char *site = strstr(origin, "://");
    return site && host[0] && strcasecmp(site + 3, host) == 0 &&
           (!over_tls(wsi) || strncmp(origin, "https:", 6) == 0);
}

/* --- answering -------------------------------------------------------------------------------- */

typedef struct Answer {
    unsigned status;
    const char *type; /* NULL: no body */
    const char *cache;
    const char *etag; /* NULL: none */
    bool gzip, vary;
    bool cookie;       /* sets the session's cookie */
    const char *token; /* to this one; NULL: to the one it has, or a new one */
    bool close;        /* and lets go of the line */
} Answer;

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool add_cookie(struct lws *wsi, const char *given, unsigned char **at, unsigned char *end) {
    char token[TOKEN_CHARS + 1], cookie[200];
    bool tls = over_tls(wsi);
    if (given)
        strcpy(token, given);
    else if (!read_session(wsi, token))
        session_token(connection_of(wsi)->server, token);
    Text text = text_over(cookie, sizeof cookie);
    text_printf(&text, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
                tls ? SESSION_COOKIE_HTTPS : SESSION_COOKIE, token, SESSION_SECONDS,
                tls ? "; Secure" : "");
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
    if (answer->cookie) fits = fits && add_cookie(wsi, answer->token, &at, end);
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

int http_writable(Connection *connection) {
    struct lws *wsi = connection->wsi;
    HttpReply *reply = &connection->reply;
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

/* The first of these words that a text has; "" where it has none. */
static const char *word_in(const char *text, const char *const words[][2]) {
    for (; (*words)[0]; words++)
        if (strstr(text, (*words)[0])) return (*words)[1];
    return "";
}

/* The page, in the light its visitor chose last: he sees its ground before any script runs. */
static const Asset *find_page(struct lws *wsi) {
    static const char *const lights[][2] = {
        {"negoce-light=dark", "/dark.html"}, {"negoce-light=light", "/light.html"}, {NULL, NULL}};
    char cookies[HEAD_MAX + 1];
    header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    const Asset *page = find_asset(word_in(cookies, lights));
    return page ? page : find_asset("/index.html");
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

static bool unpack(const Asset *asset, unsigned char *out, size_t size) {
    z_stream stream = {.next_in = (unsigned char *)asset->data,
                       .avail_in = (uInt)asset->size,
                       .next_out = out,
                       .avail_out = (uInt)size};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return false;
    int code = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return code == Z_STREAM_END && stream.avail_out == 0;
}

/* The file as it was before it was packed, for the rare client that cannot unpack it. It is
   unpacked once and kept: a copy for each who asks could be asked for by the hundred. NULL where
   that fails. */
static const unsigned char *plain_of(const Asset *asset, size_t *size) {
    static unsigned char **plain;
    const unsigned char *end = asset->data + asset->size;
    *size = (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
    if (!plain) plain = server_alloc((size_t)assets_count * sizeof *plain);
    unsigned char **stored = &plain[asset - assets];
    if (*stored) return *stored;
    unsigned char *fresh = server_alloc(*size + 1);
    if (unpack(asset, fresh, *size)) return *stored = fresh;
    free(fresh);
    return NULL;
}

static int serve_asset(struct lws *wsi, HttpReply *reply, const Asset *asset) {
    bool page = strncmp(asset->type, "text/html", 9) == 0;
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
    const unsigned char *plain = plain_of(asset, &size);
    return plain ? respond(wsi, reply, &answer, plain, size)
                 : respond_line(wsi, reply, 500, "This file cannot be unpacked.\n");
}

/* --- requests --------------------------------------------------------------------------------- */

/* Whoever counts messages and lines learns that somebody set an order ahead: for this machine
   alone, and for nobody a proxy on it speaks for. */
static int serve_metrics(const Connection *connection, HttpReply *reply) {
    Server *server = connection->server;
    struct lws *wsi = connection->wsi;
    if (!connection->local || lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR))
        return respond_line(wsi, reply, 403, "Metrics are told on this machine alone.\n");
    if (server->stopping) return respond_line(wsi, reply, 503, "stopping\n");
    Text text = text_grow();
    StoreCounts counts = store_counts(server->store);
    metrics_write(&server->metrics, &counts, &text);
    Answer answer = {
        .status = 200, .type = "text/plain; version=0.0.4; charset=utf-8", .cache = "no-store"};
    return respond_text(wsi, reply, &answer, &text);
}

/* A text of the house; a copy, because SIGHUP may put another in its place. */
static int serve_text(struct lws *wsi, HttpReply *reply, const Text *site) {
    Text text = text_grow();
    text_add(&text, site->at);
    Answer answer = {.status = 200, .type = "text/plain; charset=utf-8", .cache = "no-cache"};
    return respond_text(wsi, reply, &answer, &text);
}

static int serve_health(Server *server, struct lws *wsi, HttpReply *reply) {
    if (server->stopping) return respond_line(wsi, reply, 503, "stopping\n");
    if (store_damaged(server->store))
        return respond_line(wsi, reply, 503, "the store is damaged; restore a copy of it\n");
    StoreCounts store = store_counts(server->store);
    if (!store.healthy)
        return respond_line(wsi, reply, 503,
                            store.full   ? "the disk is full\n"
                            : store.busy ? "another program holds the store\n"
                                         : "the store does not keep what it is given\n");
    return respond_line(wsi, reply, 200, "ok\n");
}

/* Exchanges a ticket for the cookie of a new session. The header a browser has to be asked for, and
   the old cookie, keep pages of other sites out. */
static int serve_session(Server *server, struct lws *wsi, HttpReply *reply) {
    char ticket[TICKET_CHARS + 2], old[TOKEN_CHARS + 1], token[TOKEN_CHARS + 1];
    Answer answer = {.status = 204, .cache = "no-store", .cookie = true, .token = token};
    own_header(wsi, "x-negoce-ticket:", ticket, sizeof ticket);
    if (!ticket[0] || !own_origin(wsi) || !read_session(wsi, old) ||
        !session_exchange(server, ticket, old, token))
        answer = (Answer){.status = 403, .cache = "no-store"};
    answer.close = true;
    return respond(wsi, reply, &answer, NULL, 0);
}

/* Why this request is not answered whatever it asks for, and with which status; NULL: it is. */
static const char *turned_away(Connection *c, char host[HOST_ROOM], unsigned *status) {
    char behind[64];
    *status = 431;
    if (!forwarded_for(c->wsi, behind, sizeof behind)) return "X-Forwarded-For is too long.\n";
    *status = 503;
    if (!connection_request(c, behind)) return "Too many connections from your address.\n";
    *status = 421;
    return host_of(c->wsi, host) && answers_to(c->server, host) ? NULL : wrong_name;
}

int http_request(Connection *connection, const char *path) {
    Server *server = connection->server;
    struct lws *wsi = connection->wsi;
    HttpReply *reply = &connection->reply;
    server->metrics.pages++;
    http_free(reply);
    char host[HOST_ROOM];
    unsigned status;
    const char *why = turned_away(connection, host, &status);
    if (why) return respond_line(wsi, reply, status, why);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) && strcmp(path, "/session") == 0)
        return serve_session(server, wsi, reply);
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) &&
        !lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI)) {
        Answer answer = {.status = 405, .cache = "no-store", .close = true};
        return respond(wsi, reply, &answer, NULL, 0);
    }
    if (strcmp(path, "/healthz") == 0) return serve_health(server, wsi, reply);
    if (strcmp(path, "/terms.txt") == 0 && server->site.terms.at)
        return serve_text(wsi, reply, &server->site.terms);
    if (strcmp(path, "/contact.txt") == 0 && server->site.contact.at)
        return serve_text(wsi, reply, &server->site.contact);
    if (strcmp(path, "/metrics") == 0) return serve_metrics(connection, reply);
    if (strcmp(path, "/ws") == 0)
        return respond_line(wsi, reply, 426, "This address speaks WebSocket.\n");
    const Asset *asset = find_asset(path);
    if (!asset && is_place(path)) asset = find_page(wsi);
    return asset ? serve_asset(wsi, reply, asset)
                 : respond_line(wsi, reply, 404, "There is nothing at this address.\n");
}

/* --- upgrades --------------------------------------------------------------------------------- */

static int refuse_upgrade(struct lws *wsi, unsigned status, const char *line) {
    lws_return_http_status(wsi, status, line);
    return 1;
}

/* What a browser and its system are called, for who looks at the list of his sessions. */
static void name_device(struct lws *wsi, char out[DEVICE_MAX + 1]) {
    static const char *const browsers[][2] = {
        {"Firefox/", "Firefox"},   {"Edg/", "Edge"},      {"OPR/", "Opera"}, {"Chrome/", "Chrome"},
        {"Chromium/", "Chromium"}, {"Safari/", "Safari"}, {NULL, NULL}};
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},   {"Windows", "Windows"},
        {"Mac OS X", "macOS"},  {"CrOS", "ChromeOS"}, {"Linux", "Linux"}, {NULL, NULL}};
    char agent[512];
    header(wsi, WSI_TOKEN_HTTP_USER_AGENT, agent, sizeof agent);
    const char *browser = word_in(agent, browsers), *system = word_in(agent, systems);
    Text text = text_over(out, DEVICE_MAX + 1);
    text_printf(&text, "%s%s%s", browser, browser[0] && system[0] ? ", " : "", system);
}

static void note_visit(struct lws *wsi, const char *host, Visit *visit) {
    const char *origin = origin_of(&connection_of(wsi)->server->options, host);
    Text site = text_over(visit->site, sizeof visit->site);
    if (origin)
        text_add(&site, origin);
    else
        text_printf(&site, "%s://%s", over_tls(wsi) ? "https" : "http", host);
    if (site.cut) visit->site[0] = '\0';
    name_device(wsi, visit->device);
}

int http_upgrade(Connection *connection) {
    struct lws *wsi = connection->wsi;
    char path[64], host[HOST_ROOM];
    unsigned status;
    const char *why = turned_away(connection, host, &status);
    header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (connection->server->stopping) return refuse_upgrade(wsi, 503, "The server is closing.");
    if (why) return refuse_upgrade(wsi, status, why);
    if (strcmp(path, "/ws") != 0)
        return refuse_upgrade(wsi, 404, "There is no WebSocket at this address.");
    if (!own_origin(wsi))
        return refuse_upgrade(wsi, 403, "The Origin of a socket must be the server's own.");
    if (!read_session(wsi, connection->token)) connection->token[0] = '\0';
    note_visit(wsi, host, &connection->visit);
    return 0;
}
