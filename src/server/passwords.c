#include "server/passwords.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(PASSWORD_HASH_MAX == crypto_pwhash_STRBYTES, "a hash fits its column");

/* A hash nobody's password has: who guesses at a name that does not exist waits as long. */
static const char no_hash[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZSBzYWx0IG9mIHRoZQ$"
                              "bm9ib2R5IGhhcyB0aGlzIHBhc3N3b3JkLCBub3QgZXY";

struct PasswordWork {
    uv_work_t work;
    PasswordWork *next;
    Passwords *all;
    char password[PASSWORD_MAX + 1], hash[PASSWORD_HASH_MAX];
    bool check, well;
    double seconds; /* of the processor */
    PasswordDone *done;
    void *who;
};

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run(uv_work_t *work) {
    PasswordWork *it = work->data;
    double begun = thread_seconds();
    size_t size = strlen(it->password);
    if (it->check) {
        const char *hash = it->hash[0] ? it->hash : no_hash;
        it->well = crypto_pwhash_str_verify(hash, it->password, size) == 0 && it->hash[0];
    } else {
        it->well =
            crypto_pwhash_str(it->hash, it->password, size, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    }
    sodium_memzero(it->password, sizeof it->password);
    it->seconds = thread_seconds() - begun;
}

static void finished(uv_work_t *work, int status);

static void begin(PasswordWork *it) {
    it->work.data = it;
    if (uv_queue_work(it->all->loop, &it->work, run, finished)) abort();
}

static void finished(uv_work_t *work, int status) {
    PasswordWork *it = work->data;
    Passwords *all = it->all;
    (void)status; /* nobody cancels */
    all->first = it->next;
    if (!all->first) all->last = &all->first;
    all->count--;
    all->metrics->passwords++;
    all->metrics->password_seconds += it->seconds;
    if (all->first) begin(all->first);
    it->done(it->who, it->well, it->hash);
    free(it);
}

static bool add(Passwords *all, const char *password, const char *hash, PasswordDone *done,
                void *who) {
    if (all->count >= PASSWORDS_WAITING) return false;
    PasswordWork *it = calloc(1, sizeof *it);
    if (!it) abort();
    it->all = all;
    it->done = done;
    it->who = who;
    it->check = hash != NULL;
    strncpy(it->password, password, sizeof it->password - 1);
    if (hash) strncpy(it->hash, hash, sizeof it->hash - 1);
    if (!all->first) all->last = &all->first;
    *all->last = it;
    all->last = &it->next;
    if (all->count++ == 0) begin(it);
    return true;
}

bool password_hash(Passwords *all, const char *password, PasswordDone *done, void *who) {
    return add(all, password, NULL, done, who);
}

bool password_check(Passwords *all, const char *password, const char *hash, PasswordDone *done,
                    void *who) {
    return add(all, password, hash, done, who);
}
