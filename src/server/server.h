/* server.h: tables on the network.

   One process serves the page, the WebSocket of docs/protocol.md, /healthz and /metrics on one
   port, and keeps its tables in one data directory. `negoce serve` gives each option below a flag
   of the same name. */
#ifndef NEGOCE_SERVER_H
#define NEGOCE_SERVER_H

#include <stdbool.h>

#include "core/words.h"
#include "store/store.h"

enum { ORIGINS_MAX = 8, GUEST_BOTS_MAX = 8 };

typedef struct ServerOptions ServerOptions;
struct ServerOptions {
    const char *host;                 /* address to listen on; "0.0.0.0" or "::" for all of them */
    int port;                         /* 0: any that is free, told by the first line */
    const char *origins[ORIGINS_MAX]; /* "https://negoce.example.org": names it answers to; it
                                         always does to addresses in numbers and to localhost */
    int origin_count;
    const char *data;    /* directory of the store, made where it is missing */
    StorePlace place;    /* of the log it shares with other servers; its url NULL: none */
    int pace;            /* ms between a change of a table and the move of a bot (thinker.h) */
    int minute;          /* seconds a minute of the clocks of tables lasts */
    int grace;           /* seconds of theirs before those present are asked about who is gone */
    int rate;            /* messages a second one socket may send, for long */
    int connections;     /* sockets in all; there may be somewhat more lines */
    int neighbours;      /* sockets of one address; it may have four times as many lines */
    int patience;        /* seconds a client may make no progress */
    int opens;           /* tables one address may open in an hour */
    int brings;          /* megabytes of games it may bring in a day (founding.h), or play */
    int listed;          /* of the tables in the list of open tables at once */
    int push_after;      /* seconds before who must move and does not look is called */
    const char *push_to; /* "localhost:8643": a push service of tests; NULL: none */
    int gather;          /* seconds a listed table whose people have all left stays in the list */
    int tables;          /* in memory at once; the store holds as many as the disk does */
    int idle;            /* seconds before a table nobody asks for leaves the memory */
    const char *guest_names[GUEST_BOTS_MAX]; /* programs that may play (docs/bot-protocol.md) */
    const char *guest_commands[GUEST_BOTS_MAX];
    int guest_count;
    bool quiet;                    /* no news on stderr, only what is wrong */
    bool log_json;                 /* what it says there is JSON, an object a line */
    const char *terms, *contact;   /* files of text shown to visitors; NULL: none */
    const char *certificate, *key; /* files of TLS; NULL: it speaks plain HTTP */
    /* SIGHUP: the options as they are wished now; false where they make no sense, with a sentence.
       What they point to stays as long as the server runs. NULL: there is nothing to read again. */
    bool (*reload)(void *who, ServerOptions *out, Text *why);
    void *reload_who;
    Lang lang; /* of what the server itself says on the terminal */
};

/* Loopback, port 8642, no data directory yet, and limits that suit a club. */
ServerOptions server_defaults(void);

/* Serves until SIGINT or SIGTERM, then keeps what is under way and stops. Returns the exit code: 0,
   or 1 after one clear line on stderr. */
int server_run(const ServerOptions *options);

#endif
