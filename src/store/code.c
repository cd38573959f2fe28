#include "store/code.h"

#include <sodium.h>

enum { CODE_GROUP = 4 };

void code_hash(const char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]) {
    crypto_generichash(hash, CODE_BYTES, (const uint8_t *)code, CODE_CHARS, NULL, 0);
}

void code_new(char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]) {
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    for (int i = 0; i < CODE_CHARS; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[CODE_CHARS] = '\0';
    code_hash(code, hash);
}

void code_add(Text *out, const char code[CODE_CHARS + 1]) {
    for (int i = 0; i < CODE_CHARS; i++) {
        if (i > 0 && i % CODE_GROUP == 0) text_char(out, '-');
        text_char(out, code[i]);
    }
}
