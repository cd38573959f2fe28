#include "server/accounts.h"

#include <sodium.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/styles.h"
#include "server/cluster.h"
#include "server/crowd.h"
#include "server/errand.h"
#include "server/names.h"
#include "server/requests.h"
#include "server/spelling.h"
#include "server/tables.h"
#include "server/ways.h"

/* --- opening an account ----------------------------------------------------------------------- */

bool name_reserved(const char *name) {
    static const char *const reserved[] = {"Négoce", "admin", "administrator", "moderator", NOBODY};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (names_alike(name, reserved[i])) return true;
    for (int i = 0; i < SAILORS; i++)
        if (names_alike(name, sailors[i].name)) return true;
    for (int i = 0; bots[i]; i++)
        if (names_alike(name, bots[i]->title) || names_alike(name, words(LANG_FR, bots[i]->title)))
            return true;
    return guest_name(name);
}

static void joined(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE("account", N_("You have an account already."))))
        return;
    Socket *socket = errand->job->socket;
    server_log(socket->server, "an account was opened");
    sessions_end(socket->server, errand->call.id, NULL, socket);
    errand_signed(errand);
}

static void join_hashed(void *who, bool well, const char *hash) {
    Errand *errand = who;
    if (!well) {
        errand_refuse(errand, REFUSE_BUSY); /* there was no memory */
        return;
    }
    strcpy(errand->call.password, hash);
    errand_send(errand, joined);
}

static Refusal check_join(const Job *job) {
    const Proof *proof = job->request.proof;
    bool keyed = proof && proof->data_size > 0, worded = proof && proof->password[0];
    if (errand_self(job)->account) return REFUSE("account", N_("You have an account already."));
    if (name_reserved(job->request.name))
        return REFUSE("taken", N_("This name belongs to the house: choose another."));
    if (keyed == worded) return REFUSE("bad", N_("An account needs a passkey or a password."));
    if (!code_offered(job->socket)) return REFUSE("account", N_("Ask for a recovery code first."));
    return worded ? password_fits(proof->password) : GRANTED;
}

void ask_join(Job *job) {
    Refusal refusal = check_join(job);
    Server *server = job->socket->server;
    if (!refusal.code &&
        !bucket_take(&job->socket->address->quota[QUOTA_JOINS], server_now(server)))
        refusal = REFUSE("limit", N_("Too many accounts were opened from your address. Please wait "
                                     "a while."));
    if (refusal.code) {
        answer_refuse(job, refusal, -1);
        return;
    }
    const Proof *proof = job->request.proof;
    Errand *errand = errand_for(job, ACCOUNT_OPEN);
    strcpy(errand->call.name, job->request.name);
    name_looks(job->request.name, errand->call.looks);
    memcpy(errand->call.code, code_offered(job->socket), CODE_BYTES);
    errand_session(errand, proof->password[0] ? "password" : "key");
    if (proof->password[0]) {
        errand_hash(errand, proof->password, NULL, join_hashed);
        return;
    }
    refusal = key_take(errand);
    if (refusal.code)
        errand_refuse(errand, refusal);
    else
        errand_send(errand, joined);
}

static void stored(void *who, StoreAnswer *answer) {
    errand_ok(who, answer, REFUSE_GUEST);
}

void ask_show(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_HIDE);
    errand->call.hidden = !job->request.proof->shown;
    errand_send(errand, stored);
}

/* --- what is known of somebody ---------------------------------------------------------------- */

static void write_account(const StoreAccount *account, const uint8_t here[SESSION_BYTES],
                          Text *json) {
    jot_string(json, "name", account->name);
    jot_int(json, "since", account->since);
    jot_bool(json, "password", account->password[0] != '\0');
    jot_bool(json, "shown", !account->hidden);
    jot_open(json, "keys", '[');
    for (int i = 0; i < account->keys; i++) {
        const StoreKey *key = &account->key[i];
        char id[KEY_ID_MAX * 4 / 3 + 4];
        sodium_bin2base64(id, sizeof id, key->id, (size_t)key->id_size,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        jot_open(json, NULL, '{');
        jot_string(json, "id", id);
        jot_string(json, "device", key->device);
        jot_int(json, "created", key->created);
        jot_int(json, "used", key->used);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_open(json, "sessions", '[');
    for (int i = 0; i < account->sessions; i++) {
        const StoreSession *session = &account->session[i];
        char id[SESSION_ID_CHARS + 1];
        session_id(session->hash, id);
        jot_open(json, NULL, '{');
        jot_string(json, "id", id);
        jot_string(json, "device", session->device);
        jot_string(json, "way", session->way);
        jot_int(json, "created", session->created);
        jot_int(json, "used", session->used);
        jot_bool(json, "here", memcmp(session->hash, here, SESSION_BYTES) == 0);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

static void found(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Text json = answer_begin("account", &job->request);
    write_account(answer->account, errand_self(job)->session, &json);
    errand_free(errand);
    answer_with(job, &json);
}

void ask_account(Job *job) {
    errand_send(errand_for(job, ACCOUNT_FIND), found);
}

static void exported(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    request_searched(errand->job, answer);
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Text json = answer_begin("export", &job->request);
    jot_raw(&json, "data", answer->lines);
    errand_free(errand);
    answer_with(job, &json);
}

void ask_export(Job *job) {
    errand_send(errand_for(job, ACCOUNT_EXPORT), exported);
}

/* Takes name and words out of his tables, some at a time: others move meanwhile. True where it is
   done; else the rest is asked for, and `handle` hears of it. */
static bool cleared(Errand *errand, StoreAnswer *answer, MailHandler handle) {
    errand_reread(errand->job->socket->server, answer->lines); /* the name is in memory too */
    strcpy(errand->call.table, answer->more ? answer->table.id : "");
    if (answer->more) errand_send(errand, handle);
    return !answer->more;
}

static void deleted_rest(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    errand_reread(errand->job->socket->server, answer->lines);
    errand_signed(errand); /* the account is gone, whatever came of it */
}

static void cleared_rest(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (!cleared(errand, answer, cleared_rest)) return;
    errand->call.act = ACCOUNT_DELETE;
    errand_send(errand, deleted_rest);
}

/* Lines that were judged before are on their way to the store: what they say of him is taken out
   after them, and nothing more is judged. */
static void deleted(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    Socket *socket = errand->job->socket;
    errand_reread(socket->server, answer->lines);
    server_log(socket->server, "an account was deleted");
    sessions_end(socket->server, errand->call.id, NULL, socket);
    errand->call.act = ACCOUNT_CLEAR;
    errand_send(errand, cleared_rest);
}

static void cleared_first(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (errand_refused(errand, answer, REFUSE_GUEST)) return;
    if (!cleared(errand, answer, cleared_first)) return;
    errand->call.act = ACCOUNT_DELETE;
    errand_send(errand, deleted);
}

void ask_delete(Job *job) {
    Refusal refusal = !errand_self(job)->account ? REFUSE_GUEST
                      : strcmp(job->request.name, errand_self(job)->name) != 0
                          ? REFUSE("account", N_("Write your name to delete your account."))
                          : GRANTED;
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        errand_send(errand_for(job, ACCOUNT_CLEAR), cleared_first);
}

/* --- people ----------------------------------------------------------------------------------- */

/* Whether somebody is on the line, and at which table anybody may see he sits now. A table by
   invitation stays untold, and so does what he only looks at. */
static void write_presence(const Server *server, const char *id, Text *json) {
    const LiveTable *at = NULL;
    for (const Socket *one = crowd_first(server, id); one && !at; one = crowd_next(one)) {
        const LiveTable *live = one->live;
        if (live && live->table && live->header.listed && table_seat_of(live->table, id) >= 0)
            at = live;
    }
    jot_bool(json, "here", crowd_first(server, id) || cluster_has(server, "", id));
    jot_string(json, "at", at ? at->header.id : NULL);
    jot_string(json, "title", at ? at->header.title : NULL);
}

static void answered(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    request_searched(errand->job, answer);
    if (answer->result == STORE_MISSING) {
        errand_refuse(errand, REFUSE("account", N_("There is nobody of this name.")));
        return;
    }
    if (errand_refused(errand, answer, REFUSE_STORE)) return;
    Job *job = errand->job;
    bool ranking = job->request.ask == ASK_RANKING;
    Text json = answer_begin(ranking ? "ranking" : "person", &job->request);
    jot_raw(&json, ranking ? "ranking" : "person", answer->lines);
    if (!ranking) write_presence(job->socket->server, answer->account->id, &json);
    errand_free(errand);
    answer_with(job, &json);
}

void ask_ranking(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_RANKING);
    strcpy(errand->call.game, job->request.game->id);
    errand_send(errand, answered);
}

void ask_person(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_PERSON);
    name_looks(job->request.name, errand->call.looks);
    errand_send(errand, answered);
}
