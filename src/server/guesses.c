#include "server/guesses.h"

#include <sodium.h>
#include <stddef.h>
#include <string.h>

uint64_t guess_key(const char *kind, const void *bytes, unsigned long size) {
    crypto_generichash_state state;
    uint8_t hash[crypto_generichash_BYTES];
    uint64_t key;
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)kind, strlen(kind) + 1);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, hash, sizeof hash);
    memcpy(&key, hash, sizeof key);
    return key ? key : 1;
}

/* The slot of a key, NULL where it has none. */
static const Guess *find(const Guesses *all, uint64_t key) {
    for (uint64_t i = 0; i < GUESS_WAYS; i++)
        if (all->slot[(key + i) % GUESS_SLOTS].key == key)
            return &all->slot[(key + i) % GUESS_SLOTS];
    return NULL;
}

static int tries_of(const Guess *guess, uint64_t now) {
    return guess->key && now - guess->last < GUESS_FORGET_MS ? guess->tries : 0;
}

uint64_t guess_wait(const Guesses *all, uint64_t key, uint64_t longest, uint64_t now) {
    const Guess *guess = find(all, key);
    int past = guess ? tries_of(guess, now) - GUESSES_FREE : -1;
    if (past < 0) return 0;
    uint64_t wait = past < 20 ? (uint64_t)GUESS_FIRST_MS << past : longest;
    if (wait > longest) wait = longest;
    return now - guess->last < wait ? wait - (now - guess->last) : 0;
}

void guess_made(Guesses *all, uint64_t key, uint64_t now) {
    Guess *guess = (Guess *)find(all, key);
    for (uint64_t i = 0; !find(all, key) && i < GUESS_WAYS; i++) {
        Guess *slot = &all->slot[(key + i) % GUESS_SLOTS];
        if (!guess || tries_of(slot, now) < tries_of(guess, now)) guess = slot;
    }
    int tries = guess->key == key ? tries_of(guess, now) : 0;
    *guess = (Guess){key, tries + 1, now};
}

void guess_wrong(Guesses *all, uint64_t key, uint64_t now) {
    Guess *guess = (Guess *)find(all, key);
    if (guess) guess->last = now;
}

void guess_right(Guesses *all, uint64_t key) {
    Guess *guess = (Guess *)find(all, key);
    if (guess) *guess = (Guess){0};
}

void guess_unmade(Guesses *all, uint64_t key) {
    Guess *guess = (Guess *)find(all, key);
    if (guess && guess->tries > 0) guess->tries--;
}
