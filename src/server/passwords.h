/* passwords.h: argon2id, beside the loop.

   A hash takes a tenth of a second and 64 MiB. One is made at a time, in a thread of libuv; some
   wait, and where too many do the next is refused, so that no crowd can take the memory or the
   threads. */
#ifndef NEGOCE_PASSWORDS_H
#define NEGOCE_PASSWORDS_H

#include "server/message.h"
#include "server/metrics.h"

#include <uv.h>

enum {
    PASSWORD_LEAST = 12, /* characters */
    PASSWORDS_WAITING = 16
};

typedef struct PasswordWork PasswordWork;

typedef struct Passwords {
    uv_loop_t *loop;
    PasswordWork *first, **last; /* the one at work and those that wait */
    int count;
    Metrics *metrics;
} Passwords;

/* In the loop: whether it went well (for a check: whether the password is the one), and the hash.
 */
typedef void PasswordDone(void *who, bool well, const char *hash);

/* Hashes a password. False where too many wait: then `done` is not called. */
bool password_hash(Passwords *all, const char *password, PasswordDone *done, void *who);

/* Holds a password against a hash. Against "" it takes as long, and is wrong. */
bool password_check(Passwords *all, const char *password, const char *hash, PasswordDone *done,
                    void *who);

#endif
