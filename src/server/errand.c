#include "server/errand.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/http.h"
#include "server/tables.h"
#include "server/ways.h"

const StorePerson *errand_self(const Job *job) {
    return &job->socket->person->self;
}

const char *errand_site(const Job *job) {
    return job->socket->visit ? job->socket->visit->site : "";
}

Errand *errand_for(Job *job, AccountAct act) {
    Errand *errand = server_alloc(sizeof *errand);
    errand->job = job;
    errand->call.act = act;
    strcpy(errand->call.id, errand_self(job)->id);
    return errand;
}

void errand_free(Errand *errand) {
    sodium_memzero(errand, sizeof *errand);
    free(errand);
}

void errand_refuse(Errand *errand, Refusal refusal) {
    Job *job = errand->job;
    errand_free(errand);
    answer_refuse(job, refusal, -1);
}

void errand_send(Errand *errand, MailHandler handle) {
    Server *server = errand->job->socket->server;
    store_account(server->store, &errand->call, mailbox_put,
                  mailbox_expect(&server->mailbox, handle, errand));
}

void errand_session(Errand *errand, const char *way) {
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

bool errand_refused(Errand *errand, const StoreAnswer *answer, Refusal moved) {
    Refusal refusal = refusal_of(answer->result, moved);
    if (refusal.code) errand_refuse(errand, refusal);
    return refusal.code != NULL;
}

void errand_ok(Errand *errand, const StoreAnswer *answer, Refusal moved) {
    if (errand_refused(errand, answer, moved)) return;
    Job *job = errand->job;
    errand_free(errand);
    answer_ok(job, -1);
}

/* The rights of a socket have changed: it gets a ticket for its new session and is closed. */
void errand_signed(Errand *errand) {
    Job *job = errand->job;
    Socket *socket = job->socket;
    char ticket[TICKET_CHARS + 1];
    if (!errand->token[0]) session_token(socket->server, errand->token); /* a guest again */
    session_ticket(socket->person, errand->token, socket->address ? socket->address->text : "",
                   ticket);
    Text json = answer_begin("signed", &job->request);
    jot_string(&json, "ticket", ticket);
    if (errand->code[0]) code_write(&json, errand->code);
    answer_end(socket, &json);
    errand_free(errand);
    socket_end(socket, 1000, "the session ended");
    socket_done(job);
}

/* --- guesses ---------------------------------------------------------------------------------- */

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

bool errand_may_guess(Errand *errand) {
    int wait = count_guess(errand);
    if (wait > 0)
        errand_refuse(errand, REFUSE("rate",
                                     N_("Too many wrong tries. Please wait {n} "
                                        "{n?second|seconds}."),
                                     wait));
    return wait == 0;
}

/* Whoever was right is forgiven his guesses at this name. Of his address only this one is: others
   may guess there too. */
void errand_right(Errand *errand) {
    Guesses *guesses = &errand->job->socket->server->guesses;
    if (!errand->guess[0]) return;
    guess_right(guesses, errand->guess[0]);
    guess_unmade(guesses, errand->guess[1]);
    errand->guess[0] = errand->guess[1] = 0;
}

/* A wrong guess: the wait is counted from its answer on. */
void errand_wrong(Errand *errand, Refusal refusal) {
    Server *server = errand->job->socket->server;
    for (int i = 0; i < 2; i++)
        guess_wrong(&server->guesses, errand->guess[i], server_now(server));
    errand_refuse(errand, refusal);
}

void errand_untried(Errand *errand, Refusal refusal) {
    Guesses *guesses = &errand->job->socket->server->guesses;
    for (int i = 0; i < 2 && errand->guess[i]; i++)
        guess_unmade(guesses, errand->guess[i]);
    errand_refuse(errand, refusal);
}

void errand_hash(Errand *errand, const char *password, const char *hash, PasswordDone *done) {
    Server *server = errand->job->socket->server;
    Address *address = errand->job->socket->address; /* NULL: he is gone */
    bool may = address && bucket_take(&address->quota[QUOTA_HASHES], server_now(server));
    if (!may || !(hash ? password_check(&server->passwords, password, hash, done, errand)
                       : password_hash(&server->passwords, password, done, errand)))
        errand_untried(errand, REFUSE_BUSY);
}

void errand_reread(Server *server, char *lines) {
    for (char *id = lines, *end; id && (end = strchr(id, '\n')); id = end + 1) {
        *end = '\0';
        tables_reread(server, id);
    }
}
