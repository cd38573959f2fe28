#include "server/accounts.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/styles.h"
#include "server/answer.h"
#include "server/http.h"
#include "server/names.h"
#include "server/penalties.h"
#include "server/session.h"
#include "server/spelling.h"
#include "server/tables.h"

enum { CHALLENGE_MS = 5 * 60 * 1000, CODE_GROUP = 4 };

#define REFUSE(word, ...) ((Refusal){word, REFUSED(__VA_ARGS__)})
#define REFUSE_GUEST      REFUSE("account", N_("You have no account here."))
#define REFUSE_BUSY       REFUSE("limit", N_("Too many are signing in just now. Please try again."))

/* What waits at a socket. */
struct Desk {
    uint8_t challenge[CHALLENGE_BYTES];
    uint64_t challenge_until; /* ms; 0: none was asked for */
    bool coded;               /* a code was shown */
    uint8_t code[CODE_BYTES]; /* its hash */
};

/* A request on its way through the worker and the store. */
typedef struct Errand {
    Job *job;
    AccountCall call;
    char token[TOKEN_CHARS + 1]; /* of the session that begins; "": none does */
    char code[CODE_CHARS + 1];   /* shown with the answer; "": none */
    char *way;                   /* how somebody signs in */
    uint64_t guess[2];           /* what he guessed at: the name, from his address; 0: nothing */
} Errand;

void desk_free(struct Desk *desk) {
    if (desk) sodium_memzero(desk, sizeof *desk);
    free(desk);
}

static struct Desk *desk_of(Socket *socket) {
    if (!socket->desk) socket->desk = server_alloc(sizeof *socket->desk);
    return socket->desk;
}

static const StorePerson *self_of(const Job *job) {
    return &job->socket->person->self;
}

static const char *site_of(const Job *job) {
    return job->socket->visit ? job->socket->visit->site : "";
}

/* --- errands -----------------------------------------------------------------------------------
 */

static Errand *errand_for(Job *job, AccountAct act) {
    Errand *errand = server_alloc(sizeof *errand);
    errand->job = job;
    errand->call.act = act;
    strcpy(errand->call.id, self_of(job)->id);
    return errand;
}

static void errand_free(Errand *errand) {
    sodium_memzero(errand, sizeof *errand);
    free(errand);
}

static void errand_refuse(Errand *errand, Refusal refusal) {
    Job *job = errand->job;
    errand_free(errand);
    answer_refuse(job, refusal, -1);
}

static void errand_send(Errand *errand, MailHandler handle) {
    Server *server = errand->job->socket->server;
    if (server->stopping) { /* a worker was slower than the end */
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    store_account(server->store, &errand->call, mailbox_put,
                  mailbox_expect(&server->mailbox, handle, errand));
}

/* A new session is to begin with this errand. */
static void errand_session(Errand *errand, const char *way) {
    Job *job = errand->job;
    StoreSession *session = &errand->call.session;
    session_token(job->socket->server, errand->token);
    session_hash(errand->token, session->hash);
    strcpy(session->way, way);
    if (job->socket->visit) strcpy(session->device, job->socket->visit->device);
}

/* What the store's refusal means; `moved` is the act's own. */
static Refusal refusal_of(StoreResult result, Refusal moved) {
    switch (result) {
    case STORE_DONE: return GRANTED;
    case STORE_MISSING: return REFUSE_GUEST;
    case STORE_MOVED: return moved;
    case STORE_TAKEN:
        return REFUSE("taken", N_("Somebody has this name, or one that looks like it."));
    case STORE_FAILED: return REFUSE_STORE;
    }
    abort();
}

static bool refused(Errand *errand, const StoreAnswer *answer, Refusal moved) {
    Refusal refusal = refusal_of(answer->result, moved);
    if (refusal.code) errand_refuse(errand, refusal);
    return refusal.code != NULL;
}

static void ok_or(void *who, const StoreAnswer *answer, Refusal moved) {
    Errand *errand = who;
    if (refused(errand, answer, moved)) return;
    Job *job = errand->job;
    errand_free(errand);
    answer_ok(job, -1);
}

static void write_code(Text *json, const char code[CODE_CHARS + 1]) {
    char groups[CODE_CHARS * 2];
    Text text = text_over(groups, sizeof groups);
    for (int i = 0; i < CODE_CHARS; i++) {
        if (i > 0 && i % CODE_GROUP == 0) text_char(&text, '-');
        text_char(&text, code[i]);
    }
    jot_string(json, "code", groups);
}

/* The rights of a socket have changed: it gets a ticket for its new session and is closed. */
static void answer_signed(Errand *errand) {
    Job *job = errand->job;
    Socket *socket = job->socket;
    char ticket[TICKET_CHARS + 1];
    if (!errand->token[0]) session_token(socket->server, errand->token); /* a guest again */
    session_ticket(socket->person, errand->token, ticket);
    Text json = answer_begin("signed", &job->request);
    jot_string(&json, "ticket", ticket);
    if (errand->code[0]) write_code(&json, errand->code);
    answer_end(socket, &json);
    errand_free(errand);
    socket_end(socket, 1000, "the session ended");
    socket_done(job);
}

/* --- codes and challenges ----------------------------------------------------------------------
 */

static void hash_code(const char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]) {
    crypto_generichash(hash, CODE_BYTES, (const uint8_t *)code, CODE_CHARS, NULL, 0);
}

/* 20 of 32 letters, 100 bits: none is mistaken for another. */
static void new_code(char code[CODE_CHARS + 1], uint8_t hash[CODE_BYTES]) {
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    for (int i = 0; i < CODE_CHARS; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[CODE_CHARS] = '\0';
    hash_code(code, hash);
}

static void ask_code(Job *job) {
    struct Desk *desk = desk_of(job->socket);
    char code[CODE_CHARS + 1];
    new_code(code, desk->code);
    desk->coded = true;
    Text json = answer_begin("code", &job->request);
    write_code(&json, code);
    sodium_memzero(code, sizeof code);
    answer_end(job->socket, &json);
    socket_done(job);
}

static void code_kept(void *who, StoreAnswer *answer) {
    ok_or(who, answer, REFUSE_GUEST);
}

static void ask_keep_code(Job *job) {
    struct Desk *desk = desk_of(job->socket);
    if (!desk->coded) {
        answer_refuse(job, REFUSE("account", N_("Ask for a recovery code first.")), -1);
        return;
    }
    Errand *errand = errand_for(job, ACCOUNT_CODE);
    memcpy(errand->call.fresh_code, desk->code, CODE_BYTES);
    desk->coded = false;
    errand_send(errand, code_kept);
}

static void ask_challenge(Job *job) {
    struct Desk *desk = desk_of(job->socket);
    char text[64], rp[SITE_MAX + 1];
    passkey_rp(site_of(job), rp);
    randombytes_buf(desk->challenge, CHALLENGE_BYTES);
    desk->challenge_until = server_now(job->socket->server) + CHALLENGE_MS;
    sodium_bin2base64(text, sizeof text, desk->challenge, CHALLENGE_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    Text json = answer_begin("challenge", &job->request);
    jot_string(&json, "challenge", text);
    jot_string(&json, "site", rp);
    answer_end(job->socket, &json);
    socket_done(job);
}

/* Takes the challenge from the desk: it is good once, whatever comes of it. */
static bool take_challenge(Job *job, uint8_t challenge[CHALLENGE_BYTES]) {
    struct Desk *desk = desk_of(job->socket);
    bool good = desk->challenge_until > server_now(job->socket->server) && site_of(job)[0];
    memcpy(challenge, desk->challenge, CHALLENGE_BYTES);
    sodium_memzero(desk->challenge, CHALLENGE_BYTES);
    desk->challenge_until = 0;
    return good;
}

#define REFUSE_LATE REFUSE("account", N_("That took too long. Please try again."))

/* A key that was just made, into the errand. */
static Refusal take_new_key(Errand *errand) {
    Job *job = errand->job;
    uint8_t challenge[CHALLENGE_BYTES];
    StoreKey *key = &errand->call.key;
    if (!take_challenge(job, challenge)) return REFUSE_LATE;
    Reason why = passkey_made(site_of(job), challenge, job->request.proof, key);
    if (why.text) return (Refusal){"account", why};
    strcpy(key->device, job->socket->visit->device);
    errand->call.by_key = true;
    return GRANTED;
}

/* --- opening an account ------------------------------------------------------------------------
 */

bool name_reserved(const char *name) {
    static const char *const house[] = {"Négoce", "admin", "administrator", "moderator", NOBODY};
    for (size_t i = 0; i < sizeof house / sizeof *house; i++)
        if (names_alike(name, house[i])) return true;
    for (int i = 0; i < SAILORS; i++)
        if (names_alike(name, sailors[i].name)) return true;
    for (int i = 0; bots[i]; i++)
        if (names_alike(name, bots[i]->title) || names_alike(name, words(LANG_FR, bots[i]->title)))
            return true;
    return guest_name(name);
}

static int characters(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

static Refusal check_password(const char *password) {
    if (characters(password) < PASSWORD_LEAST)
        return REFUSE("account", N_("A password has at least {n} characters."), PASSWORD_LEAST);
    return GRANTED;
}

static void joined(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE("account", N_("You have an account already.")))) return;
    Socket *socket = errand->job->socket;
    server_log(socket->server, "an account was opened");
    sessions_end(socket->server, errand->call.id, NULL, socket);
    answer_signed(errand);
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
    const struct Desk *desk = job->socket->desk;
    bool keyed = proof && proof->data_size > 0, worded = proof && proof->password[0];
    if (self_of(job)->account) return REFUSE("account", N_("You have an account already."));
    if (name_reserved(job->request.name))
        return REFUSE("taken", N_("This name belongs to the house."));
    if (keyed == worded) return REFUSE("bad", N_("An account needs a passkey or a password."));
    if (!desk || !desk->coded) return REFUSE("account", N_("Ask for a recovery code first."));
    return worded ? check_password(proof->password) : GRANTED;
}

static void ask_join(Job *job) {
    Refusal refusal = check_join(job);
    Server *server = job->socket->server;
    if (!refusal.code && !bucket_take(&job->socket->address->joins, server_now(server)))
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
    memcpy(errand->call.code, job->socket->desk->code, CODE_BYTES);
    errand_session(errand, proof->password[0] ? "password" : "key");
    if (proof->password[0]) {
        if (!password_hash(&server->passwords, proof->password, join_hashed, errand))
            errand_refuse(errand, REFUSE_BUSY);
        return;
    }
    refusal = take_new_key(errand);
    if (refusal.code)
        errand_refuse(errand, refusal);
    else
        errand_send(errand, joined);
}

/* --- signing in --------------------------------------------------------------------------------
 */

/* Whoever was right is forgiven his guesses at this name. Of his address only this one is: others
   may guess there too. */
static void guessed_right(Errand *errand) {
    Guesses *guesses = &errand->job->socket->server->guesses;
    if (!errand->guess[0]) return;
    guess_right(guesses, errand->guess[0]);
    guess_unmade(guesses, errand->guess[1]);
}

/* A wrong guess: the wait is counted from its answer on. */
static void guessed_wrong(Errand *errand, Refusal refusal) {
    Server *server = errand->job->socket->server;
    for (int i = 0; i < 2; i++)
        guess_wrong(&server->guesses, errand->guess[i], server_now(server));
    errand_refuse(errand, refusal);
}

/* The journals of these tables, an id a line, were changed: those in memory are read again. */
static void reread_tables(Server *server, char *lines) {
    for (char *id = lines, *end; id && (end = strchr(id, '\n')); id = end + 1) {
        *end = '\0';
        tables_reread(server, id);
    }
}

static void brought(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    reread_tables(errand->job->socket->server, answer->lines);
    answer_signed(errand); /* he is signed in, whatever came of it */
}

/* The tables of the guest are his now. Lines that were judged before they were read again are on
   their way to the store: what they say of the guest is brought after them. */
static void bring_rest(Errand *errand, StoreAnswer *answer) {
    Socket *socket = errand->job->socket;
    reread_tables(socket->server, answer->lines);
    sessions_end(socket->server, errand->call.guest, NULL, socket);
    errand->call.act = ACCOUNT_BRING;
    if (socket->server->stopping)
        answer_signed(errand);
    else
        errand_send(errand, brought);
}

static void signed_in(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    Socket *socket = errand->job->socket;
    if (answer->result == STORE_TAKEN) {
        guessed_right(errand);
        errand_refuse(errand,
                      REFUSE("seat",
                             N_("At {n} {n?table|tables} both you and this guest have a seat: "
                                "leave one of the two, or sign in without the guest’s tables."),
                             answer->count));
        return;
    }
    if (answer->result == STORE_MOVED && errand->call.by_key)
        server_warn(socket->server, "a passkey counted backwards: it may have been copied");
    if (refused(errand, answer,
                errand->call.by_key
                    ? REFUSE("account", N_("This key has counted backwards: it may have been "
                                           "copied, and is not taken."))
                    : REFUSE("account", N_("This code was used already."))))
        return;
    guessed_right(errand);
    if (errand->call.guest[0]) {
        bring_rest(errand, answer);
        return;
    }
    sessions_end(socket->server, self_of(errand->job)->id, self_of(errand->job)->session, socket);
    answer_signed(errand);
}

/* The way in is right: the session of this socket becomes one of the account. A guest's own stays
   his in the store, unless his tables come along; an account's ends. */
static void sign_in(Errand *errand, const char *id, const char *way) {
    const Job *job = errand->job;
    const StorePerson *self = self_of(job);
    bool keep = job->request.proof->keep && !self->account;
    if (keep && penalty_on(job->socket->server, PENALTY_MUTE, self->id)) {
        guessed_right(errand);
        errand_refuse(errand, REFUSE("muted", N_("Who is muted signs in without his tables.")));
        return;
    }
    if (keep) strcpy(errand->call.guest, self->id);
    errand->call.act = ACCOUNT_ENTER;
    memmove(errand->call.id, id, strlen(id) + 1); /* perhaps its own */
    if (self->account) memcpy(errand->call.drop, self->session, SESSION_BYTES);
    errand_session(errand, way);
    errand_send(errand, signed_in);
}

#define REFUSE_WRONG REFUSE("account", N_("The name or the password is wrong."))

static void password_checked(void *who, bool well, const char *hash) {
    Errand *errand = who;
    (void)hash;
    if (well)
        sign_in(errand, errand->call.id, "password");
    else
        guessed_wrong(errand, REFUSE_WRONG);
}

/* Who it is that this name could be; a name nobody has is held against no password just the same.
 */
static void named_for_password(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    Job *job = errand->job;
    Server *server = job->socket->server;
    bool known = answer->result == STORE_DONE;
    if (answer->result == STORE_FAILED) {
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    if (known) strcpy(errand->call.id, answer->account->id);
    if (!password_check(&server->passwords, job->request.proof->password,
                        known ? answer->account->password : "", password_checked, errand))
        errand_refuse(errand, REFUSE_BUSY);
}

static void named_for_code(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    bool known = answer->result == STORE_DONE;
    if (answer->result == STORE_FAILED) {
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    hash_code(errand->job->request.proof->code, errand->call.code);
    static const uint8_t nobody[CODE_BYTES];
    const uint8_t *code = known ? answer->account->code : nobody;
    if (sodium_memcmp(code, errand->call.code, CODE_BYTES) != 0) {
        guessed_wrong(errand, REFUSE("account", N_("The name or the code is wrong.")));
        return;
    }
    errand->call.by_code = true;
    new_code(errand->code, errand->call.fresh_code);
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
    bool in_time = take_challenge(job, challenge);
    Refusal refusal = in_time ? REFUSE("account", N_("This key is not known here.")) : REFUSE_LATE;
    const StoreAccount *account = answer->result == STORE_DONE ? answer->account : NULL;
    for (int i = 0; in_time && account && i < account->keys; i++) {
        const StoreKey *key = &account->key[i];
        if (key->id_size != proof->id_size || memcmp(key->id, proof->id, (size_t)key->id_size) != 0)
            continue;
        Reason why = passkey_used(site_of(job), challenge, proof, key, &errand->call.key.counter);
        refusal = why.text ? (Refusal){"account", why} : GRANTED;
    }
    if (refusal.code) {
        errand_refuse(errand, refusal);
        return;
    }
    errand->call.by_key = true;
    sign_in(errand, account->id, "key");
}

/* Counts a guess at a name; how long he has to wait first, in seconds. */
static int count_guess(Errand *errand) {
    Socket *socket = errand->job->socket;
    Guesses *guesses = &socket->server->guesses;
    uint64_t now = server_now(socket->server);
    const char *address = socket->address->text;
    errand->guess[0] = guess_key("name", errand->call.looks[0], LOOK_BYTES);
    errand->guess[1] = guess_key("address", address, strlen(address));
    uint64_t by_name = guess_wait(guesses, errand->guess[0], GUESS_NAME_MS, now);
    uint64_t by_address = guess_wait(guesses, errand->guess[1], GUESS_ADDRESS_MS, now);
    uint64_t wait = by_name > by_address ? by_name : by_address;
    if (wait > 0) return (int)((wait + 999) / 1000);
    for (int i = 0; i < 2; i++)
        guess_made(guesses, errand->guess[i], now);
    return 0;
}

static void sign_in_by_name(Errand *errand) {
    const Job *job = errand->job;
    bool coded = job->request.proof->code[0] != '\0';
    name_looks(job->request.name, errand->call.looks);
    int wait = count_guess(errand);
    if (wait > 0) {
        errand_refuse(errand, REFUSE("rate",
                                     N_("Too many wrong tries. Please wait {n} "
                                        "{n?second|seconds}."),
                                     wait));
        return;
    }
    errand->call.act = ACCOUNT_NAMED;
    errand_send(errand, coded ? named_for_code : named_for_password);
}

static void ask_sign_in(Job *job) {
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

/* --- signing out -------------------------------------------------------------------------------
 */

static void session_id(const uint8_t hash[SESSION_BYTES], char id[SESSION_ID_CHARS + 1]) {
    sodium_bin2hex(id, SESSION_ID_CHARS + 1, hash, SESSION_ID_CHARS / 2);
}

static void signed_out(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Socket *socket = job->socket;
    const AccountCall *call = &errand->call;
    bool mine = call->everywhere || memcmp(call->drop, self_of(job)->session, SESSION_BYTES) == 0;
    sessions_end(socket->server, call->id, call->everywhere ? NULL : call->drop, socket);
    if (mine) {
        answer_signed(errand);
        return;
    }
    errand_free(errand);
    answer_ok(job, -1);
}

/* Finds the session he named among his own. */
static void sessions_known(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
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

static void ask_sign_out(Job *job) {
    const Proof *proof = job->request.proof;
    bool other = proof && proof->session[0];
    Errand *errand = errand_for(job, other ? ACCOUNT_FIND : ACCOUNT_LEAVE);
    errand->call.everywhere = proof && proof->everywhere;
    if (!other) memcpy(errand->call.drop, self_of(job)->session, SESSION_BYTES);
    errand_send(errand, other ? sessions_known : signed_out);
}

/* --- keys, password, page ----------------------------------------------------------------------
 */

static void password_set(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Socket *socket = errand->job->socket;
    sessions_end(socket->server, errand->call.id, NULL, socket);
    answer_signed(errand);
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
        guessed_wrong(errand, REFUSE("account", N_("The old password is wrong.")));
        return;
    }
    guessed_right(errand);
    if (!password_hash(&job->socket->server->passwords, job->request.proof->password, new_hashed,
                       errand))
        errand_refuse(errand, REFUSE_BUSY);
}

static void account_for_password(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    if (!job->socket->wsi) { /* he is gone: nobody could be told to wait */
        errand_refuse(errand, REFUSE_STORE);
        return;
    }
    const Proof *proof = job->request.proof;
    Passwords *passwords = &job->socket->server->passwords;
    bool has_one = answer->account->password[0] != '\0';
    if (has_one) {
        name_looks(answer->account->name, errand->call.looks);
        int wait = count_guess(errand);
        if (wait > 0) {
            errand_refuse(errand, REFUSE("rate",
                                         N_("Too many wrong tries. Please wait {n} "
                                            "{n?second|seconds}."),
                                         wait));
            return;
        }
    }
    bool begun = has_one ? password_check(passwords, proof->old, answer->account->password,
                                          old_checked, errand)
                         : password_hash(passwords, proof->password, new_hashed, errand);
    if (!begun) errand_refuse(errand, REFUSE_BUSY);
}

static void ask_password(Job *job) {
    Refusal refusal = check_password(job->request.proof->password);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        errand_send(errand_for(job, ACCOUNT_FIND), account_for_password);
}

static void key_added(void *who, StoreAnswer *answer) {
    if (answer->result == STORE_TAKEN)
        errand_refuse(who, REFUSE("account", N_("This key is known already.")));
    else
        ok_or(who, answer, REFUSE("limit", N_("An account has at most {n} passkeys."), KEYS_MAX));
}

static void ask_add_key(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_ADD_KEY);
    Refusal refusal = self_of(job)->account ? take_new_key(errand) : REFUSE_GUEST;
    if (refusal.code)
        errand_refuse(errand, refusal);
    else
        errand_send(errand, key_added);
}

static void key_dropped(void *who, StoreAnswer *answer) {
    if (answer->result == STORE_MISSING)
        errand_refuse(who, REFUSE("account", N_("This key is not known here.")));
    else
        ok_or(who, answer,
              REFUSE("account", N_("This is the last way into your account. Add "
                                   "another first.")));
}

static void ask_drop_key(Job *job) {
    const Proof *proof = job->request.proof;
    Errand *errand = errand_for(job, ACCOUNT_DROP_KEY);
    memcpy(errand->call.key.id, proof->id, (size_t)proof->id_size);
    errand->call.key.id_size = proof->id_size;
    errand_send(errand, key_dropped);
}

static void shown(void *who, StoreAnswer *answer) {
    ok_or(who, answer, REFUSE_GUEST);
}

static void ask_show(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_HIDE);
    errand->call.hidden = !job->request.proof->shown;
    errand_send(errand, shown);
}

/* --- what is known of somebody -----------------------------------------------------------------
 */

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
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Text json = answer_begin("account", &job->request);
    write_account(answer->account, self_of(job)->session, &json);
    answer_end(job->socket, &json);
    errand_free(errand);
    socket_done(job);
}

static void exported(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Job *job = errand->job;
    Text json = answer_begin("export", &job->request);
    jot_raw(&json, "data", answer->lines);
    answer_end(job->socket, &json);
    errand_free(errand);
    socket_done(job);
}

static void deleted(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (refused(errand, answer, REFUSE_GUEST)) return;
    Socket *socket = errand->job->socket;
    reread_tables(socket->server, answer->lines); /* the name is in memory too */
    server_log(socket->server, "an account was deleted");
    sessions_end(socket->server, errand->call.id, NULL, socket);
    answer_signed(errand);
}

static void ask_delete(Job *job) {
    Refusal refusal = !self_of(job)->account ? REFUSE_GUEST
                      : strcmp(job->request.name, self_of(job)->name) != 0
                          ? REFUSE("account", N_("Write your name to delete your account."))
                          : GRANTED;
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        errand_send(errand_for(job, ACCOUNT_DELETE), deleted);
}

/* --- people ------------------------------------------------------------------------------------
 */

static void told(void *who, StoreAnswer *answer) {
    Errand *errand = who;
    if (answer->result == STORE_MISSING) {
        errand_refuse(errand, REFUSE("account", N_("There is nobody of this name.")));
        return;
    }
    if (refused(errand, answer, REFUSE_STORE)) return;
    Job *job = errand->job;
    bool ranking = job->request.ask == ASK_RANKING;
    Text json = answer_begin(ranking ? "ranking" : "person", &job->request);
    jot_raw(&json, ranking ? "ranking" : "person", answer->lines);
    answer_end(job->socket, &json);
    errand_free(errand);
    socket_done(job);
}

static void ask_ranking(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_RANKING);
    strcpy(errand->call.game, job->request.game->id);
    errand_send(errand, told);
}

static void ask_person(Job *job) {
    Errand *errand = errand_for(job, ACCOUNT_PERSON);
    name_looks(job->request.name, errand->call.looks);
    errand_send(errand, told);
}

/* --- all of them -------------------------------------------------------------------------------
 */

void account_begin(Job *job) {
    switch ((int)job->request.ask) {
    case ASK_ACCOUNT: errand_send(errand_for(job, ACCOUNT_FIND), found); return;
    case ASK_CHALLENGE: ask_challenge(job); return;
    case ASK_CODE: ask_code(job); return;
    case ASK_JOIN: ask_join(job); return;
    case ASK_SIGN_IN: ask_sign_in(job); return;
    case ASK_SIGN_OUT: ask_sign_out(job); return;
    case ASK_PASSWORD: ask_password(job); return;
    case ASK_ADD_KEY: ask_add_key(job); return;
    case ASK_DROP_KEY: ask_drop_key(job); return;
    case ASK_KEEP_CODE: ask_keep_code(job); return;
    case ASK_SHOW: ask_show(job); return;
    case ASK_EXPORT: errand_send(errand_for(job, ACCOUNT_EXPORT), exported); return;
    case ASK_DELETE: ask_delete(job); return;
    case ASK_RANKING: ask_ranking(job); return;
    case ASK_PERSON: ask_person(job); return;
    default: assert(!"a request that concerns no account");
    }
}
