/* house.h: the house as a whole: what the rooms of the server share.

   One thread, that of the loop, owns everything here. The store writes in a thread of its own and
   bots think in threads of libuv; both hand back their results to the loop. */
#ifndef NEGOCE_HOUSE_H
#define NEGOCE_HOUSE_H

#include "server/quota.h"
#include "server/metrics.h"
#include "server/post.h"
#include "server/server.h"
#include "store/store.h"

#include <uv.h>

typedef struct House House;
typedef struct Person Person;
typedef struct Socket Socket;
typedef struct Berth Berth;
typedef struct Job Job;

enum {
    BERTH_SLOTS = 1024,
    PERSON_SLOTS = 1024,
    TABLES_MAX = 5000 /* in memory at once; the store holds as many as the disk does */
};

struct House {
    ServerOptions options;
    uv_loop_t loop;
    Store *store;
    Post post;
    Addresses addresses;
    Metrics metrics;
    Berth *berths[BERTH_SLOTS];   /* by id */
    Person *people[PERSON_SLOTS]; /* by session */
    Socket *sockets;              /* all that are open */
    bool stopping;                /* nothing new is begun */
};

/* Milliseconds of the loop's clock. */
static inline uint64_t house_now(const House *house) {
    return uv_now(&house->loop);
}

/* One line on stderr: news where the house is not quiet, and what is wrong always. Never cards,
   moves, seeds, sessions or the id of a table. */
void house_news(const House *house, const char *format, ...) __attribute__((format(printf, 2, 3)));
void house_warn(const House *house, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Memory, zeroed; stops the program where there is none. */
void *house_memory(size_t size);

#endif
