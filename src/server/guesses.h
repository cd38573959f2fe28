/* guesses.h: how long somebody who guessed wrong has to wait.

   Each try is counted for its key (a name, an address) when it is made and forgiven when it was
   right, so that many at once gain nothing. The first few cost no time; from then on the wait
   doubles with each, up to a bound. A key is a hash: a name that does not exist is counted like one
   that does. The table has a fixed size; where it is full, the key with the fewest tries is
   forgotten. */
#ifndef NEGOCE_GUESSES_H
#define NEGOCE_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GUESS_SLOTS = 1024,
    GUESS_WAYS = 8,                  /* slots one key may stand in */
    GUESSES_FREE = 4,                /* tries before one has to wait */
    GUESS_FIRST_MS = 1000,           /* the first wait */
    GUESS_NAME_MS = 60 * 1000,       /* the longest for a name: its owner must get in some day */
    GUESS_ADDRESS_MS = 15 * 60000,   /* and for an address */
    GUESS_FORGET_MS = 60 * 60 * 1000 /* without a try, all is forgotten */
};

typedef struct Guess {
    uint64_t key; /* 0: free */
    int tries;
    uint64_t last; /* ms */
} Guess;

typedef struct Guesses {
    Guess slot[GUESS_SLOTS];
} Guesses;

/* The key of a text, and what kind of thing it names. */
uint64_t guess_key(const char *kind, const void *bytes, unsigned long size);

/* Milliseconds until the next try; 0: it may be made now. `longest` bounds them. */
uint64_t guess_wait(const Guesses *all, uint64_t key, uint64_t longest, uint64_t now);

/* A try is made; it was wrong, and the wait begins; it was right, and all before are forgiven; only
   this one is. */
void guess_made(Guesses *all, uint64_t key, uint64_t now);
void guess_wrong(Guesses *all, uint64_t key, uint64_t now);
void guess_right(Guesses *all, uint64_t key);
void guess_unmade(Guesses *all, uint64_t key);

#endif
