#define _GNU_SOURCE /* pthread_clockjoin_np */
#include "server/sender.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/vapid.h"

enum {
    THREADS = 3,
    STRANGERS_MOST = 1,      /* threads at a time for hosts that are nobody's browser's */
    QUEUE_MAX = 1000,        /* of those, and of the others */
    PATIENCE_MS = 8000,      /* for one message, from the first packet on */
    REST_MS = 60 * 1000,     /* before a host that failed is tried again */
    RESTING_MAX = 64,        /* hosts that rest */
    TTL_SECONDS = 12 * 3600, /* a call is of no use later */
    HOST_MAX = 253,
    STATUS_BYTES = 256
};

typedef struct Push Push;
struct Push {
    Push *next;
    char endpoint[ENDPOINT_MAX + 1];
    bool stranger;       /* it goes to a host that is no browser's */
    const char *contact; /* of who runs the house; an option, which SIGHUP may change meanwhile */
    Sent result;
};

typedef struct Resting {
    char host[HOST_MAX + 1];
    long long until; /* ms */
} Resting;

/* Messages that wait, the oldest first. */
typedef struct Queue {
    Push *first, **last;
    int count; /* with those under way or done and not handed back */
    int busy;  /* threads at it */
} Queue;

struct Sender {
    Server *server;
    SentHandler *handle;
    SSL_CTX *tls;
    pthread_t thread[THREADS];
    uv_async_t bell;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    Queue queue[2]; /* strangers, and the others */
    Push *done;
    bool closing;
    Resting resting[RESTING_MAX];
};

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* --- addresses -------------------------------------------------------------------------------- */

/* Networks that are not the public internet's: IANA's special registries. */
static bool public_four(uint32_t a) {
    static const struct {
        uint32_t net;
        int bits;
    } closed[] = {{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
                  {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
                  {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
                  {0xcb007100, 24}, {0xe0000000, 3}};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (a >> (32 - closed[i].bits) == closed[i].net >> (32 - closed[i].bits)) return false;
    return true;
}

bool sender_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return public_four(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    if (address->sa_family != AF_INET6) return false;
    const uint8_t *b = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
    if (b[0] >> 5 != 1) return false;               /* 2000::/3 alone */
    if (b[0] == 0x20 && b[1] == 0x02) return false; /* 6to4 */
    if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0 && b[3] <= 0x3f) return false; /* Teredo… */
    return !(b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0d && b[3] == 0xb8);      /* documentation */
}

typedef struct Place {
    char origin[HOST_MAX + 32]; /* "https://push.example" */
    char host[HOST_MAX + 1];
    char port[6];
    const char *path;
    bool allowed; /* wherever it is */
} Place;

/* Takes an endpoint apart; false where it is no plain https address. */
static bool read_place(const char *endpoint, const char *allowed, Place *out) {
    *out = (Place){.port = "443"};
    if (strncmp(endpoint, "https://", 8) != 0) return false;
    const char *from = endpoint + 8, *path = strchr(from, '/');
    if (!path || strlen(endpoint) > ENDPOINT_MAX) return false;
    for (const char *c = endpoint; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("\\\"<>^`{|}#", *c)) return false;
    size_t length = (size_t)(path - from);
    const char *colon = memchr(from, ':', length);
    size_t host = colon ? (size_t)(colon - from) : length;
    if (host == 0 || host > HOST_MAX || memchr(from, '@', length)) return false;
    memcpy(out->host, from, host);
    if (strspn(out->host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.") !=
        host)
        return false; /* an address of IPv6 in brackets too */
    size_t digits = colon ? length - host - 1 : 0;
    if (digits > 5) return false;
    if (digits) {
        memcpy(out->port, colon + 1, digits);
        out->port[digits] = '\0';
    }
    if (strspn(out->port, "0123456789") != strlen(out->port)) return false;
    memcpy(out->origin, endpoint, 8 + length);
    out->path = path;
    out->allowed = allowed && strncmp(from, allowed, length) == 0 && allowed[length] == '\0';
    return out->allowed || strcmp(out->port, "443") == 0;
}

/* Whether a host is one that browsers name by themselves, or the one of --push-to. */
static bool is_of_a_browser(const Place *place) {
    static const char *const services[] = {"fcm.googleapis.com", "push.services.mozilla.com",
                                           "push.apple.com", "notify.windows.com"};
    size_t size = strlen(place->host);
    for (size_t i = 0; i < sizeof services / sizeof *services; i++) {
        size_t length = strlen(services[i]);
        if (size < length || strcasecmp(place->host + size - length, services[i]) != 0) continue;
        if (size == length || place->host[size - length - 1] == '.') return true;
    }
    return place->allowed;
}

Reason sender_check(const char *endpoint, const char *allowed) {
    Place place;
    struct sockaddr_in four = {.sin_family = AF_INET};
    if (!read_place(endpoint, allowed, &place))
        return REFUSED(N_("“endpoint” must be an https address of a push service."));
    if (place.allowed) return ALLOWED;
    const char *dot = strrchr(place.host, '.');
    bool number = inet_aton(place.host, &four.sin_addr) != 0;
    if (number ? !sender_public((struct sockaddr *)&four)
               : !dot || strcasecmp(dot, ".local") == 0 || strcasecmp(dot, ".internal") == 0 ||
                     strcasecmp(dot, ".localhost") == 0 || !dot[1])
        return REFUSED(N_("This push service is not on the public internet."));
    return ALLOWED;
}

/* --- one message ------------------------------------------------------------------------------ */

static bool ready(int fd, short what, long long end) {
    struct pollfd poll_fd = {.fd = fd, .events = what};
    long long left = end - now_ms();
    return left > 0 && poll(&poll_fd, 1, (int)left) == 1;
}

/* Connects to the first address that lets it; -1. `closed`: one of them is not public. */
static int reach(const Place *place, long long *end, bool *closed) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(place->host, place->port, &hints, &found) != 0) return -1;
    *end = now_ms() + PATIENCE_MS;
    for (const struct addrinfo *a = found; a; a = a->ai_next)
        *closed |= !place->allowed && !sender_public(a->ai_addr);
    int fd = -1;
    for (const struct addrinfo *a = found; a && fd < 0 && !*closed; a = a->ai_next) {
        int error = 0;
        socklen_t size = sizeof error;
        fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) continue;
        bool well = connect(fd, a->ai_addr, a->ai_addrlen) == 0 ||
                    (errno == EINPROGRESS && ready(fd, POLLOUT, *end) &&
                     getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0);
        if (well) continue;
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

/* Waits for what TLS waits for; false where it is over. */
static bool await(SSL *tls, int result, int fd, long long end) {
    int why = SSL_get_error(tls, result);
    if (why == SSL_ERROR_WANT_READ) return ready(fd, POLLIN, end);
    return why == SSL_ERROR_WANT_WRITE && ready(fd, POLLOUT, end);
}

/* Sends the request and reads the status of the answer; 0 where there is none. */
static int converse(SSL *tls, int fd, const Text *request, long long end) {
    char answer[STATUS_BYTES + 1];
    size_t sent = 0, got = 0;
    int result;
    while ((result = SSL_connect(tls)) != 1)
        if (!await(tls, result, fd, end)) return 0;
    while (sent < request->length) {
        result = SSL_write(tls, request->at + sent, (int)(request->length - sent));
        if (result > 0)
            sent += (size_t)result;
        else if (!await(tls, result, fd, end))
            return 0;
    }
    while (got < STATUS_BYTES && !memchr(answer, '\n', got)) {
        result = SSL_read(tls, answer + got, (int)(STATUS_BYTES - got));
        if (result > 0)
            got += (size_t)result;
        else if (!await(tls, result, fd, end))
            return 0;
    }
    answer[got] = '\0';
    return strncmp(answer, "HTTP/1.", 7) == 0 && got > 12 ? atoi(answer + 9) : 0;
}

static bool write_request(const Sender *sender, const Place *place, const char *contact,
                          Text *out) {
    text_printf(out, "POST %s HTTP/1.1\r\nHost: %s\r\nTTL: %d\r\nUrgency: normal\r\n", place->path,
                place->origin + 8, TTL_SECONDS);
    text_add(out, "Topic: turn\r\nContent-Length: 0\r\nConnection: close\r\nAuthorization: ");
    if (!vapid_authorise(sender->server->vapid, place->origin, contact, time(NULL), out))
        return false;
    text_add(out, "\r\n\r\n");
    return true;
}

static bool is_closing(Sender *sender) {
    pthread_mutex_lock(&sender->mutex);
    bool closing = sender->closing;
    pthread_mutex_unlock(&sender->mutex);
    return closing;
}

static Sent deliver(Sender *sender, const Place *place, const char *contact) {
    long long end = 0;
    bool closed = false;
    int fd = reach(place, &end, &closed), status = 0;
    if (closed) return SENT_GONE;
    if (fd < 0) return SENT_FAILED;
    if (is_closing(sender)) { /* a name was waited for so long that the server may be gone */
        close(fd);
        return SENT_LEFT;
    }
    SSL *tls = SSL_new(sender->tls);
    Text request = text_grow();
    if (tls && SSL_set_fd(tls, fd) == 1 && SSL_set1_host(tls, place->host) == 1 &&
        SSL_set_tlsext_host_name(tls, place->host) == 1 &&
        write_request(sender, place, contact, &request))
        status = converse(tls, fd, &request, end);
    SSL_free(tls);
    close(fd);
    text_free(&request);
    if (status == 404 || status == 410) return SENT_GONE;
    return status >= 200 && status < 300 ? SENT_WELL : SENT_FAILED;
}

/* --- the threads ------------------------------------------------------------------------------ */

/* Whether a host rests; with `failed`, it does from now on. The mutex is held. */
static bool rests(Sender *sender, const char *host, bool failed) {
    long long now = now_ms();
    Resting *oldest = &sender->resting[0];
    for (int i = 0; i < RESTING_MAX; i++) {
        Resting *one = &sender->resting[i];
        if (strcmp(one->host, host) == 0 && one->until > now) return true;
        if (one->until < oldest->until) oldest = one;
    }
    if (!failed) return false;
    strcpy(oldest->host, host);
    oldest->until = now + REST_MS;
    return true;
}

/* The next message a thread may see to; NULL: none. The mutex is held. */
static Push *take(Sender *sender) {
    Queue *slow = &sender->queue[true], *queue = &sender->queue[false];
    if (!queue->first && slow->busy < STRANGERS_MOST) queue = slow;
    Push *push = queue->first;
    if (!push) return NULL;
    queue->first = push->next;
    if (!queue->first) queue->last = &queue->first;
    queue->busy++;
    return push;
}

static void *send_all(void *arg) {
    Sender *sender = arg;
    pthread_mutex_lock(&sender->mutex);
    for (;;) {
        Push *push = NULL;
        while (!sender->closing && !(push = take(sender)))
            pthread_cond_wait(&sender->wake, &sender->mutex);
        if (sender->closing) {
            free(push);
            break;
        }
        Place place;
        bool sound = read_place(push->endpoint, sender->server->options.push_to, &place);
        push->result = SENT_LEFT;
        if (!sound || !rests(sender, place.host, false)) {
            pthread_mutex_unlock(&sender->mutex);
            push->result = sound ? deliver(sender, &place, push->contact) : SENT_GONE;
            pthread_mutex_lock(&sender->mutex);
            if (push->result == SENT_FAILED) rests(sender, place.host, true);
        }
        sender->queue[push->stranger].busy--;
        if (sender->closing) { /* nobody listens any more */
            free(push);
            break;
        }
        push->next = sender->done;
        sender->done = push;
        uv_async_send(&sender->bell);
    }
    pthread_mutex_unlock(&sender->mutex);
    return NULL;
}

static void hand_back(uv_async_t *bell) {
    Sender *sender = bell->data;
    pthread_mutex_lock(&sender->mutex);
    Push *push = sender->done;
    sender->done = NULL;
    for (const Push *one = push; one; one = one->next)
        sender->queue[one->stranger].count--;
    pthread_mutex_unlock(&sender->mutex);
    while (push) {
        Push *next = push->next;
        sender->handle(sender->server, push->endpoint, push->result);
        free(push);
        push = next;
    }
}

Sender *sender_open(Server *server, SentHandler *handle) {
    Sender *sender = server_alloc(sizeof *sender);
    sender->server = server;
    sender->handle = handle;
    for (int i = 0; i < 2; i++)
        sender->queue[i].last = &sender->queue[i].first;
    sender->tls = SSL_CTX_new(TLS_client_method());
    if (!sender->tls) abort();
    SSL_CTX_set_default_verify_paths(sender->tls);
    SSL_CTX_set_verify(sender->tls, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_min_proto_version(sender->tls, TLS1_2_VERSION);
    uv_async_init(&server->loop, &sender->bell, hand_back);
    sender->bell.data = sender;
    pthread_mutex_init(&sender->mutex, NULL);
    pthread_cond_init(&sender->wake, NULL);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&sender->thread[i], NULL, send_all, sender) != 0) abort();
    return sender;
}

static void free_pushes(Push *push) {
    while (push) {
        Push *next = push->next;
        free(push);
        push = next;
    }
}

static void closed(uv_handle_t *bell) {
    Sender *sender = bell->data;
    if (!sender) return;
    for (int i = 0; i < 2; i++)
        free_pushes(sender->queue[i].first);
    free_pushes(sender->done);
    SSL_CTX_free(sender->tls);
    free(sender);
}

void sender_close(Sender *sender) {
    pthread_mutex_lock(&sender->mutex);
    sender->closing = true;
    pthread_cond_broadcast(&sender->wake);
    pthread_mutex_unlock(&sender->mutex);
    /* One that waits for a name server or a slow service is not waited for: it touches nothing but
       the sender, which is then left to the end of the process. */
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec++;
    for (int i = 0; i < THREADS; i++)
        if (pthread_clockjoin_np(sender->thread[i], NULL, CLOCK_MONOTONIC, &end) != 0)
            sender->bell.data = NULL;
    uv_close((uv_handle_t *)&sender->bell, closed);
}

void sender_send(Sender *sender, const char *endpoint) {
    const ServerOptions *options = &sender->server->options;
    Place place;
    bool stranger = !read_place(endpoint, options->push_to, &place) || !is_of_a_browser(&place);
    Queue *queue = &sender->queue[stranger];
    pthread_mutex_lock(&sender->mutex);
    if (queue->count < QUEUE_MAX) {
        Push *push = server_alloc(sizeof *push);
        push->stranger = stranger;
        strcpy(push->endpoint, endpoint);
        push->contact = options->origin_count ? options->origins[0] : "mailto:host@localhost";
        *queue->last = push;
        queue->last = &push->next;
        queue->count++;
        pthread_cond_signal(&sender->wake);
    }
    pthread_mutex_unlock(&sender->mutex);
}
