/* code.h: recovery codes, the way into an account for who has lost every other. The account shows
   one, who runs the house can give another; of either the store has the hash alone. */
#ifndef NEGOCE_CODE_H
#define NEGOCE_CODE_H

#include <stdint.h>

#include "core/text.h"

enum {
    CODE_CHARS = 20, /* of a code */
    CODE_BYTES = 32  /* of its hash */
};

/* A new one: 20 of 32 letters, 100 bits, none mistaken for another; and its hash. */
void code_new(char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]);
void code_hash(const char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]);

/* As a person reads it: ABCD-EFGH-… */
void code_add(Text *out, const char code[CODE_CHARS + 1]);

#endif
