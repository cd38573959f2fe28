/* sha256.h: SHA-256 (FIPS 180-4), for the seal of a table's seed. Plain C, so that the browser's
   build of the engine closes and opens the same seals; tests/unit/fair.c holds it to libsodium. */
#ifndef NEGOCE_SHA256_H
#define NEGOCE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

typedef struct Sha256 {
    uint32_t h[8];
    uint8_t block[64];
    uint64_t length; /* bytes taken in */
} Sha256;

Sha256 sha256_begin(void);
void sha256_add(Sha256 *s, const void *bytes, size_t count);
void sha256_end(Sha256 *s, uint8_t out[SHA256_BYTES]);

#endif
