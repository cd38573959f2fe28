/* socket.h: one client on the line.

   Messages of a socket are taken one at a time: the next is looked at when the one before has been
   answered, so answers come in the order of the questions. What is sent waits in a queue until the
   network takes it; a client that does not read is let go, and finds everything as it was when it
   comes again. */
#ifndef NEGOCE_SOCKET_H
#define NEGOCE_SOCKET_H

#include <libwebsockets.h>

#include "server/inside.h"
#include "server/message.h"

/* One request under way. Whoever answers it ends it with socket_done. */
struct Job {
    Job *next;
    Socket *socket;    /* outlives the job; may have closed meanwhile */
    uint64_t arrived;  /* nanoseconds */
    Refusal refusal;   /* of its bytes */
    Address *sender;   /* of one that carries a record, until it is answered; else NULL */
    Address *searcher; /* of one for which the store may be searched, until then; else NULL */
    Request request;
    struct Listing *listing; /* see mine.c: an inner job that asks a table for its summary */
    int place;
    bool joining; /* series.c: at the rematch of the table it named */
    bool judged;  /* handover.c: its journal was, and is what the table is to take */
    int tries;    /* times it was judged and another node was quicker */
};

typedef struct Outgoing Outgoing;

struct Socket {
    Server *server;
    Socket *next;    /* of the same person, who is not known yet */
    struct lws *wsi; /* NULL: closed */
    int uses;        /* the line and every job */
    Person *person;
    Address *address;
    const struct Visit *visit; /* http.h; NULL: closed */
    struct Papers *papers;     /* ways.h: what it was asked and told; NULL: nothing */
    Bucket rate;
    int refused; /* messages in a row over the rate */

    char *in;       /* the message that is arriving in pieces; NULL: none */
    size_t in_size; /* so far, counting what does not fit */
    bool in_binary;
    bool uploading;        /* it carries a record: there is more room for it */
    uint64_t upload_since; /* ms */

    Job *first, **last; /* messages that wait */
    int waiting;
    bool busy, taking; /* a job is under way; socket_take is at work */

    Outgoing *out_first, **out_last;
    size_t out_bytes;
    bool broken;        /* what was sent did not go out: it is cut at the next occasion */
    bool unsent;        /* the network may not have taken all that was written */
    uint64_t progress;  /* ms: when it last took something */
    uint64_t last_sign; /* ms: when the client last gave a sign of life */
    bool ping, pinged;  /* it is to be asked for one; it was */
    int end;            /* close code once everything is sent, 0: none */
    const char *end_why;

    LiveTable *live;          /* the table it looks at */
    Socket *beside;           /* the next socket at that table */
    int kind;                 /* of viewer it is there: view.c */
    bool gathers;             /* the next message waits for another */
    struct Frame *gathered;   /* the one that does; NULL: none */
    bool whole;               /* it must be told the whole, not what has changed */
    int chats_sent;           /* messages of people it was told of */
    int asides_sent;          /* and of those who look */
    int acts_sent;            /* and what they did with their seats */
    bool named;               /* others who look may be told that it does */
    uint8_t seed[SEED_BYTES]; /* of the next table it opens: its commitment is told beforehand */

    Socket *peer;         /* the next in the crowd's slot: crowd.h */
    unsigned crowd;       /* hash of its person there */
    bool follow[FOLLOWS]; /* the lists it is told the changes of */
    bool asleep;          /* its page is out of view, as it says itself */
};

/* A socket was opened by this address with this session's token, a new one where it had none. */
Socket *socket_open(Server *server, struct lws *wsi, Address *address, const char *token);

/* It may send as many messages as the options say now. */
void socket_retune(Socket *socket);

/* The store has said who the person is; `sure` is false where it failed. */
void socket_known(Socket *socket, bool sure);

/* Bytes arrived. */
void socket_receive(Socket *socket, const char *bytes, size_t size, bool binary, bool final);

/* The client gave a sign of life. */
void socket_alive(Socket *socket);

/* Once a second: asks a silent client whether it is there. False where the line is to be cut: the
   client is gone, or has not read what it was sent for `patience` ms. */
bool socket_tend(Socket *socket, uint64_t now, uint64_t patience);

/* The network takes more; the timer has run out. Each returns false where the line is to be cut. */
bool socket_writable(Socket *socket);
bool socket_timer(Socket *socket);

/* The line is gone. */
void socket_closed(Socket *socket);

/* Sends a message begun with message_begin, and takes it over. */
void socket_send(Socket *socket, Text *message);

/* The same for a message that goes to many: it is kept as long as one of them waits for it. */
typedef struct Frame Frame;
Text message_begin(void);
Frame *frame_of(Text *message);   /* takes it over */
void frame_release(Frame *frame); /* the maker's own hold; NULL: none */
void socket_share(Socket *socket, Frame *frame);

/* The next message waits for the one after it and goes out with it, at the latest when this is
   called with false. */
void socket_gather(Socket *socket, bool on);

/* Closes after what is queued has been sent. `why` is a constant of plain ASCII. */
void socket_end(Socket *socket, int code, const char *why);

/* The job has been answered: frees it and takes the next. */
void socket_done(Job *job);

#endif
