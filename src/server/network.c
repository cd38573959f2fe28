#include "server/network.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>

#include "server/connection.h"
#include "server/http.h"
#include "server/socket.h"
#include "store/say.h"

enum {
    RECEIVE_BYTES = 1024,  /* of a message, at a time */
    SEND_BYTES = 64 * 1024 /* the same: most messages go out in one call of the system */
};

/* --- what libwebsockets tells ----------------------------------------------------------------- */

/* A request: its answer begins, or goes on. */
static int on_http(Connection *c, int result) {
    if (result == 0) connection_progress(c);
    return result;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    Connection *c = connection_of(wsi);
    (void)user;
    if (!c) return 0; /* not a line of a client */
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return on_http(c, http_request(c, in));
    case LWS_CALLBACK_HTTP_WRITEABLE: return on_http(c, http_writable(c));
    case LWS_CALLBACK_CLOSED_HTTP: http_free(&c->reply); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return http_upgrade(c);
    case LWS_CALLBACK_ESTABLISHED:
        connection_upgrade(c);
        c->socket = socket_open(c->server, wsi, c->address, c->token[0] ? c->token : NULL);
        c->socket->visit = &c->visit;
        return 0;
    case LWS_CALLBACK_RECEIVE: {
        bool final = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
        socket_receive(c->socket, in, size, lws_frame_is_binary(wsi), final);
        return 0;
    }
    case LWS_CALLBACK_RECEIVE_PONG: socket_alive(c->socket); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return socket_writable(c->socket) ? 0 : -1;
    case LWS_CALLBACK_TIMER: return !c->socket || socket_timer(c->socket) ? 0 : -1;
    case LWS_CALLBACK_CLOSED:
        if (c->socket) socket_closed(c->socket);
        c->socket = NULL;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        connection_closed(c);
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "negoce",
                                                  .callback = on_event,
                                                  .rx_buffer_size = RECEIVE_BYTES,
                                                  .tx_packet_size = SEND_BYTES},
                                                 {0}};

/* libwebsockets keeps its timers in one sorted list: a timer for each line would have every new one
   walk past all others. The sweep asks the silent whether they are there. */
static const lws_retry_bo_t no_timers = {0};

/* --- opening ---------------------------------------------------------------------------------- */

static void log_lws(int level, const char *line) {
    (void)level;
    say_wrong("%.*s", (int)strcspn(line, "\n"), line);
}

void network_log(bool told) {
    lws_set_log_level(told ? LLL_ERR : 0, told ? log_lws : NULL);
}

bool network_open(Server *server, struct lws_context **context) {
    void *loops[] = {&server->loop};
    int lines = connections_max(server); /* none waits for another's request */
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN,
        .foreign_loops = loops,
        .pcontext = context,
        .user = server,
        .retry_and_idle_policy = &no_timers,
        .server_string = "negoce",
        .ssl_cert_filepath = server->options.certificate,
        .ssl_private_key_filepath = server->options.key,
        .alpn = "http/1.1", /* of HTTP/2, where one line carries many, it knows nothing */
        .max_http_header_pool = lines < UINT16_MAX ? (unsigned short)lines : UINT16_MAX,
        .gid = -1,
        .uid = -1,
    };
    if (server->options.certificate) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    *context = lws_create_context(&info);
    return *context != NULL;
}

/* --- where it is ------------------------------------------------------------------------------ */

static bool everywhere(const char *host) {
    return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
}

static void announce_at(const Server *server, const char *host) {
    bool six = strchr(host, ':') != NULL;
    printf("Négoce: %s://%s%s%s:%d\n", server->options.certificate ? "https" : "http",
           six ? "[" : "", host, six ? "]" : "", server->options.port);
}

/* The addresses of this machine in its networks, one of which guests type into their phones. */
static void announce_networks(const Server *server) {
    uv_interface_address_t *addresses;
    int count;
    if (uv_interface_addresses(&addresses, &count)) return;
    for (int i = 0; i < count; i++) {
        char host[64];
        const uv_interface_address_t *it = &addresses[i];
        if (it->is_internal || it->address.address4.sin_family != AF_INET) continue;
        if (!uv_ip4_name(&it->address.address4, host, sizeof host)) announce_at(server, host);
    }
    uv_free_interface_addresses(addresses, count);
}

void network_announce(const Server *server) {
    const char *host = server->options.host;
    bool all = everywhere(host);
    bool local = all || strcmp(host, "127.0.0.1") == 0 || strcmp(host, "::1") == 0;
    announce_at(server, local ? "localhost" : host);
    if (all) announce_networks(server);
    fflush(stdout);
}
