#include "server/signin.h"

#include <sodium.h>
#include <string.h>

#include "server/errand.h"
#include "server/manners.h"
#include "server/penalties.h"
#include "server/requests.h"
#include "server/spelling.h"
#include "server/ways.h"

static void brought(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    errand_reread(errand->job->socket->server, answer->lines);
    errand_signed(errand); /* he is signed in, whatever came of it */
}

/* The tables of the guest are his now. Lines that were judged before they were read again are on
   their way to the store: what they say of the guest is brought after them. */
static void bring_rest(Errand *errand, StoreAnswer *answer) {
    Socket *socket = errand->job->socket;
    errand_reread(socket->server, answer->lines);
    manners_brought(socket->server, errand->call.guest, errand->call.id);
    sessions_end(socket->server, errand->call.guest, NULL, socket);
    errand->call.act = ACCOUNT_BRING;
    errand_send(errand, brought);
}

#define REFUSE_WRONG   REFUSE("account", N_("The name or the password is wrong."))
#define REFUSE_CODE    REFUSE("account", N_("The name or the code is wrong."))
#define REFUSE_UNKNOWN REFUSE("account", N_("This key is not known here."))

/* Why the store does not take what he came with: what it was held against may be gone by now. */
static Refusal not_so(const AccountCall *call, bool gone) {
    if (call->by_key && gone) return REFUSE_UNKNOWN;
    if (call->by_key)
        return REFUSE("account", N_("This key has counted backwards: it may have been "
                                    "copied, and is not taken."));
    if (call->by_code && gone) return REFUSE_CODE;
    return call->by_code ? REFUSE("account", N_("This code was used already.")) : REFUSE_WRONG;
}

static void signed_in(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    Socket *socket = errand->job->socket;
    request_searched(errand->job, answer);
    if (answer->result == STORE_TAKEN) {
        errand_right(errand);
        errand_refuse(errand,
                      REFUSE("seat",
                             N_("At {n} {n?table|tables} both you and this guest have a seat: "
                                "leave one of the two, or sign in without the guest’s tables."),
                             answer->count));
        return;
    }
    if (answer->result == STORE_MOVED && errand->call.by_key)
        say_wrong("a passkey counted backwards: it may have been copied");
    if (answer->result == STORE_MOVED || answer->result == STORE_MISSING) {
        errand_refuse(errand, not_so(&errand->call, answer->result == STORE_MISSING));
        return;
    }
    if (errand_refused(errand, answer, REFUSE_WRONG)) return;
    errand_right(errand);
    if (errand->call.guest[0]) {
        bring_rest(errand, answer);
        return;
    }
    sessions_end(socket->server, errand_self(errand->job)->id, errand_self(errand->job)->session,
                 socket);
    errand_signed(errand);
}

/* The way in is right: the session of this socket becomes one of the account. A guest's own stays
   his in the store, unless his tables come along; an account's ends. */
static void sign_in(Errand *errand, const char *id, const char *way) {
    const Job *job = errand->job;
    const StorePerson *self = errand_self(job);
    bool bring = job->request.proof->bring && !self->account;
    if (bring && penalty_on(job->socket->server, PENALTY_MUTE, self->id)) {
        errand_right(errand);
        errand_refuse(errand,
                      REFUSE("muted", N_("Whoever is muted signs in without their tables.")));
        return;
    }
    if (bring) strcpy(errand->call.guest, self->id);
    errand->call.act = ACCOUNT_ENTER;
    memmove(errand->call.id, id, strlen(id) + 1); /* perhaps its own */
    if (self->account) memcpy(errand->call.drop, self->session, SESSION_BYTES);
    errand_session(errand, way);
    errand_send(errand, signed_in);
}

static void password_checked(void *who, bool well, const char *hash) {
    Errand *errand = who;
    (void)hash;
    if (well)
        sign_in(errand, errand->call.id, "password");
    else
        errand_wrong(errand, REFUSE_WRONG);
}

/* Who it is that this name could be; a name nobody has is held against no password just the same.
 */
static void named_for_password(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    bool known = answer->result == STORE_DONE;
    if (answer->result == STORE_FAILED) {
        errand_untried(errand, REFUSE_STORE);
        return;
    }
    if (known) {
        strcpy(errand->call.id, answer->account->id);
        strcpy(errand->call.password, answer->account->password);
    }
    errand_hash(errand, errand->job->request.proof->password, errand->call.password,
                password_checked);
}

static void named_for_code(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    bool known = answer->result == STORE_DONE;
    if (answer->result == STORE_FAILED) {
        errand_untried(errand, REFUSE_STORE);
        return;
    }
    code_hash(errand->job->request.proof->code, errand->call.code);
    static const uint8_t nobody[CODE_BYTES];
    const uint8_t *code = known ? answer->account->code : nobody;
    if (sodium_memcmp(code, errand->call.code, CODE_BYTES) != 0) {
        errand_wrong(errand, REFUSE_CODE);
        return;
    }
    errand->call.by_code = true;
    code_new(errand->code, errand->call.fresh_code);
    sign_in(errand, answer->account->id, "code");
}

static void keyed(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    Job *job = errand->job;
    const Proof *proof = job->request.proof;
    uint8_t challenge[CHALLENGE_BYTES];
    if (answer->result == STORE_FAILED || !job->socket->wsi) {
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    bool in_time = challenge_take(job, challenge);
    Refusal refusal = in_time ? REFUSE_UNKNOWN : REFUSE_LATE;
    const StoreAccount *account = answer->result == STORE_DONE ? answer->account : NULL;
    for (int i = 0; in_time && account && i < account->keys; i++) {
        const StoreKey *key = &account->key[i];
        if (key->id_size != proof->id_size || memcmp(key->id, proof->id, (size_t)key->id_size) != 0)
            continue;
        Reason why =
            passkey_used(errand_site(job), challenge, proof, key, &errand->call.key.counter);
        refusal = why.text ? (Refusal){"account", why} : GRANTED;
    }
    if (refusal.code) {
        errand_refuse(errand, refusal);
        return;
    }
    errand->call.by_key = true;
    sign_in(errand, account->id, "key");
}

static void sign_in_by_name(Errand *errand) {
    const Job *job = errand->job;
    bool coded = job->request.proof->code[0] != '\0';
    name_looks(job->request.name, errand->call.looks);
    if (!errand_may_guess(errand)) return;
    errand->call.act = ACCOUNT_NAMED;
    errand_send(errand, coded ? named_for_code : named_for_password);
}

void ask_sign_in(Job *job) {
    const Proof *proof = job->request.proof;
    bool by_key = proof && proof->id_size > 0 && proof->signature_size > 0;
    bool by_name = proof && job->request.name[0] && (proof->password[0] || proof->code[0]);
    if (by_key == by_name) {
        answer_refuse(job,
                      REFUSE("bad", N_("One signs in with a passkey, or with a name and a password "
                                       "or recovery code.")),
                      -1);
        return;
    }
    Errand *errand = errand_for(job, ACCOUNT_KEYED);
    if (by_name) {
        sign_in_by_name(errand);
        return;
    }
    memcpy(errand->call.key.id, proof->id, (size_t)proof->id_size);
    errand->call.key.id_size = proof->id_size;
    errand_send(errand, keyed);
}

/* --- signing out ------------------------------------------------------------------------------ */

static void signed_out(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Socket *socket = job->socket;
    const AccountCall *call = &errand->call;
    bool mine =
        call->everywhere || memcmp(call->drop, errand_self(job)->session, SESSION_BYTES) == 0;
    sessions_end(socket->server, call->id, call->everywhere ? NULL : call->drop, socket);
    if (mine) {
        errand_signed(errand);
        return;
    }
    errand_free(errand);
    answer_ok(job, -1);
}

/* Finds the session he named among his own. */
static void sessions_known(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    const StoreAccount *account = answer->account;
    for (int i = 0; i < account->sessions; i++) {
        char id[SESSION_ID_CHARS + 1];
        session_id(account->session[i].hash, id);
        if (strcmp(id, errand->job->request.proof->session) != 0) continue;
        memcpy(errand->call.drop, account->session[i].hash, SESSION_BYTES);
        errand->call.act = ACCOUNT_LEAVE;
        errand_send(errand, signed_out);
        return;
    }
    errand_refuse(errand, REFUSE("account", N_("This session has ended already.")));
}

void ask_sign_out(Job *job) {
    const Proof *proof = job->request.proof;
    bool other = proof && proof->session[0];
    Errand *errand = errand_for(job, other ? ACCOUNT_FIND : ACCOUNT_LEAVE);
    errand->call.everywhere = proof && proof->everywhere;
    if (!other) memcpy(errand->call.drop, errand_self(job)->session, SESSION_BYTES);
    errand_send(errand, other ? sessions_known : signed_out);
}
