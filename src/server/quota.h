/* quota.h: how much one client and one address may ask.

   A bucket holds tokens up to its depth and fills with time; whoever takes one from an empty bucket
   is refused. Addresses are remembered while they have sockets or an unfilled bucket. */
#ifndef NEGOCE_QUOTA_H
#define NEGOCE_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/address.h"

typedef struct Bucket {
    double tokens, depth, each_ms; /* gained a millisecond */
    uint64_t filled;               /* when, in ms */
} Bucket;

/* A full bucket of `depth` tokens that regains `amount` of them in `ms` milliseconds. */
Bucket bucket_full(double depth, double amount, double ms, uint64_t now);

/* Takes a token; false where there is none. */
bool bucket_take(Bucket *bucket, uint64_t now);

/* The same for what costs as much as several: where there are fewer, the bucket owes them. */
bool bucket_spend(Bucket *bucket, double tokens, uint64_t now);

/* Something was done whose cost is known only now: the bucket owes it, but no more than half a
   minute gives. */
void bucket_owe(Bucket *bucket, double tokens, uint64_t now);

/* From now on it is like this one, which is full; what was taken stays taken. */
void bucket_retune(Bucket *bucket, Bucket full);

/* What an address may only have so much of. */
typedef enum Quota {
    QUOTA_OPENS,   /* tables it may open */
    QUOTA_JOINS,   /* accounts it may open */
    QUOTA_REPORTS, /* what its people may tell who runs the house */
    QUOTA_ASIDES,  /* what they may write where they only look */
    QUOTA_GUESTS,  /* people the store may get to know from it */
    QUOTA_RECORDS, /* records it may send */
    QUOTA_BRINGS,  /* bytes of games it may bring: founding.h */
    QUOTA_PLAYS,   /* and that its people may play here, sitting down included */
    QUOTA_TURNS,  /* what can be done and undone for ever: seats taken and left, moves taken back */
    QUOTA_LOOKS,  /* questions that cost the store a search, or the loop a long game */
    QUOTA_HASHES, /* passwords hashed, or held against a hash */
    QUOTA_TELLS,  /* milliseconds of the loop that telling them of tables takes */
    QUOTAS
} Quota;

typedef struct Connection Connection;
typedef struct Job Job;

typedef struct Address {
    char text[ADDRESS_MAX]; /* in its one form */
    bool local;             /* of this machine, where a proxy may speak for others */
    int connections;        /* lines, those of its sockets included */
    int sockets;
    int hints, studies; /* thought about for it now (counsel.c, analyst.c) */
    int foundings;      /* tables made for it beside the loop (founding.c) */
    int uploads;        /* records of its that arrive or wait (socket.c) */
    int visitors;       /* programs of the house that play for it (visitors.c) */
    size_t held;        /* bytes that wait until its sockets read them */
    int searches;       /* requests for which the store may be searched now (requests.c) */
    Job *search_first, **search_last; /* those that wait until fewer are, */
    bool searching_on;                /* and are being begun */
    Bucket quota[QUOTAS];
    Connection *oldest, *youngest; /* lines without a socket (connection.h) */
    struct Address *next;
} Address;

typedef struct Addresses {
    Address *first[256];
    int opens;         /* tables an hour */
    int brings;        /* megabytes of games a day */
    int rate;          /* messages a second */
    Address *heaviest; /* one with very many lines, mostly the one that has most; NULL: look */
} Addresses;

/* The address of a socket as written by the network, or by a proxy on this machine. */
Address *address_of(Addresses *all, const char *text, uint64_t now);

/* What they may have has changed: those that are known have it from now on, too. */
void addresses_retune(Addresses *all, uint64_t now);

/* The address with the most lines that carry no socket; NULL where nobody has any. */
Address *addresses_heaviest(const Addresses *all);

/* Forgets the addresses that are as good as new, all of them where `closing`. */
void addresses_sweep(Addresses *all, uint64_t now, bool closing);

#endif
