#include "server/ways.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/http.h"
#include "server/spelling.h"

enum { CHALLENGE_MS = 5 * 60 * 1000 };

/* What waits at a socket. */
struct Papers {
    uint8_t challenge[CHALLENGE_BYTES];
    uint64_t challenge_until; /* ms; 0: none was asked for */
    bool coded;               /* a code was shown */
    uint8_t code[CODE_BYTES]; /* its hash */
};

void papers_free(struct Papers *papers) {
    if (papers) sodium_memzero(papers, sizeof *papers);
    free(papers);
}

static struct Papers *papers_of(Socket *socket) {
    if (!socket->papers) socket->papers = server_alloc(sizeof *socket->papers);
    return socket->papers;
}

/* --- codes and challenges --------------------------------------------------------------------- */

void code_write(Text *json, const char code[CODE_CHARS + 1]) {
    char groups[CODE_CHARS * 2];
    Text text = text_over(groups, sizeof groups);
    code_add(&text, code);
    jot_string(json, "code", groups);
}

const uint8_t *code_offered(const Socket *socket) {
    return socket->papers && socket->papers->coded ? socket->papers->code : NULL;
}

void ask_code(Job *job) {
    struct Papers *papers = papers_of(job->socket);
    char code[CODE_CHARS + 1];
    code_new(code, papers->code);
    papers->coded = true;
    Text json = answer_begin("code", &job->request);
    code_write(&json, code);
    sodium_memzero(code, sizeof code);
    answer_with(job, &json);
}

static void code_stored(void *who, StoreAnswer *answer) {
    errand_ok(who, answer, REFUSE_GUEST);
}

void ask_keep_code(Job *job) {
    struct Papers *papers = papers_of(job->socket);
    if (!papers->coded) {
        answer_refuse(job, REFUSE("account", N_("Ask for a recovery code first.")), -1);
        return;
    }
    Errand *errand = errand_for(job, ACCOUNT_CODE);
    memcpy(errand->call.fresh_code, papers->code, CODE_BYTES);
    papers->coded = false;
    errand_send(errand, code_stored);
}

void ask_challenge(Job *job) {
    struct Papers *papers = papers_of(job->socket);
    char text[64], rp[SITE_MAX + 1];
    passkey_rp(errand_site(job), rp);
    randombytes_buf(papers->challenge, CHALLENGE_BYTES);
    papers->challenge_until = server_now(job->socket->server) + CHALLENGE_MS;
    sodium_bin2base64(text, sizeof text, papers->challenge, CHALLENGE_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    Text json = answer_begin("challenge", &job->request);
    jot_string(&json, "challenge", text);
    jot_string(&json, "site", rp);
    answer_with(job, &json);
}

bool challenge_take(Job *job, uint8_t challenge[CHALLENGE_BYTES]) {
    struct Papers *papers = papers_of(job->socket);
    bool good = papers->challenge_until > server_now(job->socket->server) && errand_site(job)[0];
    memcpy(challenge, papers->challenge, CHALLENGE_BYTES);
    sodium_memzero(papers->challenge, CHALLENGE_BYTES);
    papers->challenge_until = 0;
    return good;
}

Refusal key_take(Errand *errand) {
    Job *job = errand->job;
    uint8_t challenge[CHALLENGE_BYTES];
    StoreKey *key = &errand->call.key;
    if (!challenge_take(job, challenge)) return REFUSE_LATE;
    Reason why = passkey_made(errand_site(job), challenge, job->request.proof, key);
    if (why.text) return (Refusal){"account", why};
    strcpy(key->device, job->socket->visit->device);
    errand->call.by_key = true;
    return GRANTED;
}

/* --- passwords -------------------------------------------------------------------------------- */

static int characters(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

Refusal password_fits(const char *password) {
    if (characters(password) < PASSWORD_LEAST)
        return REFUSE("account", N_("A password has at least {n} characters."), PASSWORD_LEAST);
    return GRANTED;
}

static void password_set(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Socket *socket = errand->job->socket;
    sessions_end(socket->server, errand->call.id, NULL, socket);
    errand_signed(errand);
}

static void new_hashed(void *who, bool well, const char *hash) {
    Errand *errand = who;
    if (!well) {
        errand_refuse(errand, REFUSE_BUSY);
        return;
    }
    strcpy(errand->call.password, hash);
    errand->call.act = ACCOUNT_PASSWORD;
    errand_session(errand, "password");
    errand_send(errand, password_set);
}

static void old_checked(void *who, bool well, const char *hash) {
    Errand *errand = who;
    Job *job = errand->job;
    (void)hash;
    if (!well) {
        errand_wrong(errand, REFUSE("account", N_("The old password is wrong.")));
        return;
    }
    errand_right(errand);
    errand_hash(errand, job->request.proof->password, NULL, new_hashed);
}

/* Whether he came in with his recovery code: who does may have forgotten the password. The session
   a new one begins is the password's, so the code is good for one. */
static bool came_by_code(const StoreAccount *account, const uint8_t here[SESSION_BYTES]) {
    for (int i = 0; i < account->sessions; i++)
        if (memcmp(account->session[i].hash, here, SESSION_BYTES) == 0)
            return strcmp(account->session[i].way, "code") == 0;
    return false;
}

static void account_for_password(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    if (!job->socket->wsi) { /* he is gone: nobody could be told to wait */
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    const Proof *proof = job->request.proof;
    bool asked = answer->account->password[0] != '\0' &&
                 !came_by_code(answer->account, errand_self(job)->session);
    if (asked) {
        name_looks(answer->account->name, errand->call.looks);
        if (!errand_may_guess(errand)) return;
    }
    if (asked)
        errand_hash(errand, proof->old, answer->account->password, old_checked);
    else
        errand_hash(errand, proof->password, NULL, new_hashed);
}

void ask_password(Job *job) {
    Refusal refusal = password_fits(job->request.proof->password);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        errand_send(errand_for(job, ACCOUNT_FIND), account_for_password);
}

/* --- passkeys --------------------------------------------------------------------------------- */

static void key_added(void *who, StoreAnswer *answer) {
    if (answer->result == STORE_TAKEN)
        errand_refuse(who, REFUSE("account", N_("This key is known already.")));
    else
        errand_ok(who, answer,
                  REFUSE("limit", N_("An account has at most {n} passkeys."), KEYS_MAX));
}

void ask_add_key(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_ADD_KEY);
    Refusal refusal = errand_self(job)->account ? key_take(errand) : REFUSE_GUEST;
    if (refusal.code)
        errand_refuse(errand, refusal);
    else
        errand_send(errand, key_added);
}

static void key_dropped(void *who, StoreAnswer *answer) {
    if (answer->result == STORE_MISSING)
        errand_refuse(who, REFUSE("account", N_("This key is not known here.")));
    else
        errand_ok(who, answer,
                  REFUSE("account", N_("This is the last way into your account. Add "
                                       "another first.")));
}

void ask_drop_key(Job *job) {
    const Proof *proof = job->request.proof;
    Errand *errand = errand_for(job, ACCOUNT_DROP_KEY);
    memcpy(errand->call.key.id, proof->id, (size_t)proof->id_size);
    errand->call.key.id_size = proof->id_size;
    errand_send(errand, key_dropped);
}
