#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROOM = 16 * 1024, SMALL = 126, EVENTS = 256 };
enum { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10 };

void give_up(const char *what) {
    fprintf(stderr, "load: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
    exit(1);
}

Lines lines_open(void) {
    Lines lines = {.epoll = epoll_create1(EPOLL_CLOEXEC)};
    if (lines.epoll < 0) give_up("epoll");
    return lines;
}

static void send_all(const Line *line, const void *bytes, size_t size) {
    if (send(line->fd, bytes, size, MSG_NOSIGNAL) != (ssize_t)size)
        give_up("a request was not sent");
}

/* Asks for the upgrade and reads the answer's header, byte by byte: what follows is frames. */
static void shake_hands(const Line *line, int port) {
    char text[1024];
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                     port);
    send_all(line, text, (size_t)n);
    for (size_t size = 0; size < sizeof text - 1;) {
        if (recv(line->fd, text + size, 1, 0) != 1) give_up("the server hung up");
        text[++size] = '\0';
        if (size < 4 || strcmp(text + size - 4, "\r\n\r\n") != 0) continue;
        if (strncmp(text, "HTTP/1.1 101", 12) != 0) give_up("no WebSocket was given");
        return;
    }
    give_up("an answer without end");
}

void line_open(Lines *lines, Line *line, int port, LineHandler *handle, void *who) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *line = (Line){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
                   .handle = handle,
                   .who = who,
                   .in = malloc(ROOM),
                   .room = ROOM};
    if (line->fd < 0 || !line->in || connect(line->fd, (struct sockaddr *)&to, sizeof to))
        give_up("no connection");
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    shake_hands(line, port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = line};
    if (epoll_ctl(lines->epoll, EPOLL_CTL_ADD, line->fd, &event)) give_up("epoll");
}

void line_close(Line *line) {
    close(line->fd);
    free(line->in);
}

/* A frame of a client is masked; the mask of zeros leaves the bytes as they are. */
static void send_frame(const Line *line, int op, const char *text, size_t size) {
    char frame[4096 + 8] = {(char)(0x80 | op)};
    size_t head = 2;
    if (size > sizeof frame - 8) give_up("a request is too long");
    if (size < SMALL) {
        frame[1] = (char)(0x80 | size);
    } else {
        frame[1] = (char)(0x80 | SMALL);
        frame[head++] = (char)(size >> 8);
        frame[head++] = (char)(size & 255);
    }
    head += 4;
    memcpy(frame + head, text, size);
    send_all(line, frame, head + size);
}

void line_send(Line *line, const char *text, size_t size) {
    send_frame(line, OP_TEXT, text, size);
}

/* The length of the head of the frame that begins at `at`, and of its body; 0: not all there yet.
 */
static size_t read_head(const unsigned char *at, size_t size, size_t *body) {
    if (size < 2) return 0;
    *body = at[1] & 127;
    size_t more = *body < SMALL ? 0 : *body == SMALL ? 2 : 8;
    if (size < 2 + more) return 0;
    if (more) *body = 0;
    for (size_t i = 0; i < more; i++)
        *body = *body << 8 | at[2 + i];
    return 2 + more;
}

/* Hears the whole frames at the beginning of what has arrived; how many bytes they were. */
static size_t receive_frames(Line *line) {
    size_t done = 0, body, head;
    while ((head = read_head((unsigned char *)line->in + done, line->size - done, &body)) != 0 &&
           line->size - done - head >= body) {
        char *text = line->in + done + head, next = text[body];
        int op = line->in[done] & 15;
        if (!(line->in[done] & 0x80)) give_up("a message came in parts");
        if (op == OP_CLOSE) give_up("the server closed a connection");
        text[body] = '\0';
        if (op == OP_PING) send_frame(line, OP_PONG, text, body);
        if (op == OP_TEXT) {
            line->bytes += body;
            line->handle(line, text, body);
        }
        text[body] = next;
        done += head + body;
    }
    return done;
}

static void receive(Line *line) {
    if (line->room - line->size < ROOM / 2) {
        line->room *= 2;
        line->in = realloc(line->in, line->room);
        if (!line->in) abort();
    }
    ssize_t n = recv(line->fd, line->in + line->size, line->room - line->size - 1, MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) give_up("the server hung up");
    line->size += (size_t)n;
    size_t done = receive_frames(line);
    line->size -= done;
    memmove(line->in, line->in + done, line->size);
}

void lines_wait(const Lines *lines, int ms) {
    struct epoll_event events[EVENTS];
    int n = epoll_wait(lines->epoll, events, EVENTS, ms);
    if (n < 0 && errno != EINTR) give_up("epoll");
    for (int i = 0; i < n; i++)
        receive(events[i].data.ptr);
    if (n < EVENTS && lines->rest) usleep((useconds_t)lines->rest);
}
