/* fair.h: draws that players can check (docs/fairness.md).

   When a table opens, its secret seed is sealed: its hash, the commitment, is the first line of the
   journal. Every seat adds a nonce before the first draw: a person's page sends its own; who sends
   none, and a bot, gets the one that the seed itself fixes, so nobody gains by withholding his and
   the house cannot choose one to its liking. Seed and nonces make the key of all draws; a draw is a
   function of key, position and what is still in the bag. At the end the seed is told, and whoever
   has the record can draw everything again. */
#ifndef NEGOCE_FAIR_H
#define NEGOCE_FAIR_H

#include "core/game.h"
#include "core/sha256.h"

enum { SEED_BYTES = 32, NONCE_BYTES = 16, NONCE_CHARS = 2 * NONCE_BYTES };

typedef struct Seal {
    bool sealed;   /* a commitment was told; tables of older versions have none */
    bool opened;   /* and the seed */
    uint8_t given; /* bit s: the nonce of seat s was */
    uint8_t commitment[SHA256_BYTES];
    uint8_t seed[SEED_BYTES];
    uint8_t nonce[SEATS_MAX][NONCE_BYTES];
    bool keyed; /* the key of a game that has begun, and the seed it was made of: */
    uint8_t key[SHA256_BYTES], key_seed[SEED_BYTES];
} Seal;

/* What a commitment to this seed is, and the nonce it fixes for a seat. */
void fair_commitment(const uint8_t seed[SEED_BYTES], uint8_t out[SHA256_BYTES]);
void fair_nonce(const uint8_t seed[SEED_BYTES], int seat, uint8_t out[NONCE_BYTES]);

/* The key of the draws of a table with this seal: the seed itself where it has none. */
void fair_key(const Seal *seal, int players, const uint8_t seed[SEED_BYTES],
              uint8_t key[SHA256_BYTES]);

/* Bytes as hexadecimal digits, and back: exactly so many, in small letters. */
void fair_write(const uint8_t *bytes, int count, Text *out);
bool fair_read(const char *digits, int count, uint8_t *bytes);

/* --- the check -------------------------------------------------------------------------------- */

typedef enum FairFinding {
    FAIR_WELL,       /* every draw is the one that was due */
    FAIR_NOTHING,    /* a record without a seal: nothing can be checked */
    FAIR_CLOSED,     /* the seed is not told yet */
    FAIR_MISSING,    /* nor after the end, when it should be */
    FAIR_COMMITMENT, /* the seed is not the one that was sealed */
    FAIR_NONCE,      /* the nonce of a bot is not the one the seed fixes */
    FAIR_DRAW        /* a draw is not the one that was due */
} FairFinding;

typedef struct Fair {
    FairFinding finding;
    int seat;     /* FAIR_NONCE */
    int draws;    /* looked at */
    int wrong;    /* of them */
    int position; /* moves made after the first wrong one */
    Move made, due;
} Fair;

typedef struct Table Table;

/* Draws everything again. `visit` (may be NULL) hears of each draw: the moves made with it, what
   was drawn and what was due. */
typedef void FairVisit(void *who, int position, Move made, Move due);
Fair fair_check(const Table *t, FairVisit *visit, void *who);

/* The same as one JSON object: finding, seat, draws, wrong, at, and for each draw its position,
   what was drawn and, where it is wrong, what was due; then every seal: commitment, what the seed
   gives instead, seed, nonces and whether each is the one the seed fixes. */
void fair_json(const Table *t, Text *json);

#endif
