/* line.h: WebSocket lines of a load client: as little as can be between it and the system, so that
   what is measured is the server. Frames go out whole and are read whole; anything a server of ours
   does not do (fragments, a full buffer for a small request) ends the program. */
#ifndef NEGOCE_LINE_H
#define NEGOCE_LINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Line Line;

/* A whole message came; `text` is ended by a NUL and valid until it returns. */
typedef void LineHandler(Line *line, char *text, size_t size);

struct Line {
    int fd;
    LineHandler *handle;
    void *who;      /* for the one who hears */
    uint64_t bytes; /* of messages heard */
    char *in;       /* bytes of the message that is arriving */
    size_t size, room;
};

typedef struct Lines {
    int epoll;
    int rest; /* µs behind every look at them */
} Lines;

Lines lines_open(void);

/* Connects to a port of loopback and speaks WebSocket at /ws. */
void line_open(Lines *lines, Line *line, int port, LineHandler *handle, void *who);
void line_close(Line *line);

void line_send(Line *line, const char *text, size_t size);

/* Lets every line hear what has arrived, waiting for it at most `ms`; then rests, so that messages
   are read together: on a machine the client shares with the server, waking it for each of them
   would cost the server more than writing them. */
void lines_wait(const Lines *lines, int ms);

/* Ends the program with a word on what went wrong. */
_Noreturn void give_up(const char *what);

#endif
