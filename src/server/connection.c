#define _GNU_SOURCE /* accept4, memmem */
#include "server/connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/socket.h"

enum {
    BACKLOG = 511,
    SEND_BYTES = 128 * 1024, /* the system holds for a line: it would take megabytes by itself */
    ACCEPTS = 64,            /* lines accepted before others are served again */
    LINES_SPARE = 64,
    LINES_EACH = 4 /* lines an address may have for each WebSocket it may have */
};

/* --- lists ------------------------------------------------------------------------------------ */

static void join_address(Connection *c, Address *address) {
    c->address = address;
    address->connections++;
    c->older = address->youngest;
    c->younger = NULL;
    *(c->older ? &c->older->younger : &address->oldest) = c;
    address->youngest = c;
    Addresses *all = &c->server->addresses;
    if (!all->heaviest || address->connections > all->heaviest->connections)
        all->heaviest = address;
}

/* Out of the list of those that may be cut; `address` still counts it. */
static void leave_list(Connection *c) {
    *(c->older ? &c->older->younger : &c->address->oldest) = c->younger;
    *(c->younger ? &c->younger->older : &c->address->youngest) = c->older;
    c->older = c->younger = NULL;
}

static void leave_address(Connection *c) {
    if (c->state != CONNECTION_SOCKET) leave_list(c);
    c->address->connections--;
    c->address = NULL;
}

/* Counted no more. */
static void leave(Connection *c) {
    Server *server = c->server;
    if (c->state == CONNECTION_CUT) return;
    leave_address(c);
    c->state = CONNECTION_CUT;
    *(c->before ? &c->before->next : &server->connections) = c->next;
    if (c->next) c->next->before = c->before;
    server->metrics.connections--;
}

static void free_poll(uv_handle_t *poll) {
    free(poll);
}

static void stop_waiting(Connection *c) {
    uv_poll_stop(c->poll);
    uv_close((uv_handle_t *)c->poll, free_poll);
    c->poll = NULL;
}

/* Never called from within a callback of the same line. */
static void cut(Connection *c) {
    leave(c);
    c->server->metrics.connections_cut++;
    if (c->wsi) {
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_SYNC);
        return;
    }
    stop_waiting(c);
    close(c->fd);
    free(c);
}

void connection_closed(Connection *c) {
    leave(c);
    http_free(&c->reply);
    free(c);
}

/* --- limits ----------------------------------------------------------------------------------- */

static bool cut_oldest(const Address *address) {
    if (!address || !address->oldest) return false;
    cut(address->oldest);
    return true;
}

/* Cuts a line of the address that has most of them. */
static bool cut_of_heaviest(Server *server) {
    Addresses *all = &server->addresses;
    if (!all->heaviest || !all->heaviest->oldest) all->heaviest = addresses_heaviest(all);
    return cut_oldest(all->heaviest);
}

int connections_max(const Server *server) {
    return server->sockets_most + server->sockets_most / 4 + LINES_SPARE;
}

/* Whether the address has more lines than it may. A proxy on this machine may have many: those it
   speaks for are counted, each for itself. */
static bool has_too_many(const Server *server, const Address *address) {
    return !address->local &&
           address->connections > (long long)LINES_EACH * server->options.neighbours;
}

/* True where one more line of this address may stay: there is room, or another is cut for it. */
static bool make_room(Server *server, Address *address) {
    bool stays = true;
    address->connections++; /* as if it were there */
    if (has_too_many(server, address))
        stays = cut_oldest(address);
    else if (server->metrics.connections >= connections_max(server))
        stays = cut_of_heaviest(server);
    address->connections--;
    return stays;
}

/* --- waiting for a request -------------------------------------------------------------------- */

/* The head ends with an empty line. */
static bool is_whole(const char *head, size_t size) {
    return memmem(head, size, "\r\n\r\n", 4) != NULL;
}

static void hand_over(Connection *c) {
    lws_adopt_desc_t line = {.vh = c->server->vhost,
                             .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP,
                             .fd.sockfd = c->fd,
                             .opaque = c};
    if (c->server->options.certificate) line.type |= LWS_ADOPT_ALLOW_SSL;
    stop_waiting(c);
    setsockopt(c->fd, SOL_SOCKET, SO_RCVLOWAT, &(int){1}, sizeof(int));
    c->progress = server_now(c->server);
    c->state = CONNECTION_REQUEST;
    c->wsi = lws_adopt_descriptor_vhost_via_info(&line);
    if (c->wsi)
        lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0); /* the sweep does that */
    else
        leave(c); /* the line is closed, or will be */
}

/* A word for somebody who is sent away before libwebsockets knows of him. */
static void send_status(int fd, const char *status) {
    char text[120];
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", status);
    ssize_t sent = send(fd, text, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* where he does not read it, that is that */
}

/* What has arrived stays with the system, which is asked to call again when there is more. */
static void on_head(uv_poll_t *poll, int status, int events) {
    Connection *c = poll->data;
    char head[HEAD_MAX];
    (void)events;
    ssize_t size = recv(c->fd, head, sizeof head, MSG_PEEK | MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (status < 0 || size <= c->seen) { /* called again without more: it was closed */
        cut(c);
    } else if (c->server->options.certificate || is_whole(head, (size_t)size)) {
        hand_over(c); /* what is sealed with TLS cannot be looked at from here */
    } else if (size == HEAD_MAX) {
        send_status(c->fd, "431 Request Header Fields Too Large");
        cut(c);
    } else {
        c->seen = (int)size;
        setsockopt(c->fd, SOL_SOCKET, SO_RCVLOWAT, &(int){c->seen + 1}, sizeof(int));
    }
}

/* --- accepting -------------------------------------------------------------------------------- */

static void write_peer(const struct sockaddr_storage *from, char out[INET6_ADDRSTRLEN]) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
    if (from->ss_family == AF_INET)
        inet_ntop(AF_INET, &four->sin_addr, out, INET6_ADDRSTRLEN);
    else
        inet_ntop(AF_INET6, &six->sin6_addr, out, INET6_ADDRSTRLEN);
}

static void admit(Server *server, int fd, Address *address) {
    Connection *c = server_alloc(sizeof *c);
    c->server = server;
    c->fd = fd;
    c->local = address->local;
    c->progress = server_now(server);
    c->next = server->connections;
    if (c->next) c->next->before = c;
    server->connections = c;
    server->metrics.connections++;
    join_address(c, address);
    c->poll = server_alloc(sizeof *c->poll);
    c->poll->data = c;
    if (uv_poll_init_socket(&server->loop, c->poll, fd)) abort();
    uv_poll_start(c->poll, UV_READABLE, on_head);
}

/* No line was accepted. Where the system has no room for one, another is cut; where none can be, it
   rests until the sweep: the listener would call again at once, and for ever. */
static void accept_none(Server *server, int error) {
    bool full = error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
    if (full && !cut_of_heaviest(server)) uv_poll_stop(&server->accepting);
}

static void on_line(uv_poll_t *poll, int status, int events) {
    Server *server = poll->loop->data;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage from;
        char peer[INET6_ADDRSTRLEN] = "";
        int fd = accept4(server->listener, (struct sockaddr *)&from, &(socklen_t){sizeof from},
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            accept_none(server, errno);
            return;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){SEND_BYTES}, sizeof(int));
        write_peer(&from, peer);
        Address *address = address_of(&server->addresses, peer, server_now(server));
        if (make_room(server, address)) {
            admit(server, fd, address);
        } else {
            send_status(fd, "503 Service Unavailable");
            close(fd);
        }
    }
}

static Reason no_address(void) {
    return REFUSED(N_("the host must be an address of this machine, such as 127.0.0.1"));
}

static Reason why_not(int error, int port) {
    switch (error) {
    case EADDRINUSE: return REFUSED(N_("port {n} is in use by another program"), port);
    case EACCES: return REFUSED(N_("port {n} may not be used by this account"), port);
    default: return no_address();
    }
}

Reason connections_open(Server *server) {
    const char *host = server->options.host;
    uint16_t port = (uint16_t)server->options.port;
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    bool is_four = inet_pton(AF_INET, host, &four.sin_addr) == 1;
    if (!is_four && inet_pton(AF_INET6, host, &six.sin6_addr) != 1) return no_address();
    struct sockaddr *at = is_four ? (struct sockaddr *)&four : (struct sockaddr *)&six;
    socklen_t size = is_four ? sizeof four : sizeof six;
    int fd = socket(at->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return REFUSED(N_("this machine has no such kind of address"));
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(fd, at, size) || listen(fd, BACKLOG) || getsockname(fd, at, &size)) {
        Reason why = why_not(errno, port);
        close(fd);
        return why;
    }
    server->listener = fd;
    server->options.port = ntohs(is_four ? four.sin_port : six.sin6_port);
    return ALLOWED;
}

static void accept_again(Server *server) {
    uv_poll_start(&server->accepting, UV_READABLE, on_line);
}

void connections_start(Server *server, struct lws_vhost *vhost) {
    server->vhost = vhost;
    if (uv_poll_init_socket(&server->loop, &server->accepting, server->listener)) abort();
    accept_again(server);
}

void connections_stop(Server *server) {
    uv_poll_stop(&server->accepting);
    uv_close((uv_handle_t *)&server->accepting, NULL);
    close(server->listener);
    for (Connection *c = server->connections, *next; c; c = next) {
        next = c->next;
        if (c->state == CONNECTION_WAITING) cut(c);
    }
}

/* --- with libwebsockets ----------------------------------------------------------------------- */

bool connection_request(Connection *c, const char *behind) {
    c->state = CONNECTION_REQUEST;
    c->progress = server_now(c->server);
    if (c->local && behind[0]) {
        leave_address(c);
        join_address(c, address_of(&c->server->addresses, behind, c->progress));
    }
    return !has_too_many(c->server, c->address);
}

void connection_progress(Connection *c) {
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
    c->progress = server_now(c->server);
    if (!c->reply.body) c->state = CONNECTION_IDLE;
}

void connection_upgrade(Connection *c) {
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
    leave_list(c);
    c->state = CONNECTION_SOCKET;
}

/* --- the sweep -------------------------------------------------------------------------------- */

void connections_sweep(Server *server) {
    uint64_t now = server_now(server), patience = 1000 * (uint64_t)server->options.patience;
    for (Connection *c = server->connections, *next; c; c = next) {
        next = c->next;
        bool stays =
            c->socket ? socket_tend(c->socket, now, patience) : now - c->progress < patience;
        if (!stays) cut(c);
    }
    if (!server->stopping && !uv_is_active((uv_handle_t *)&server->accepting)) accept_again(server);
}
