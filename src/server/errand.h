/* errand.h: a request about an account on its way through the worker and the store.

   Whoever begins one (accounts.c, signin.c, ways.c) fills its call, sends it, and frees it with one
   of the answers below. A change of rights is answered with a ticket (session.h), then the socket
   is closed. */
#ifndef NEGOCE_SERVER_ERRAND_H
#define NEGOCE_SERVER_ERRAND_H

#include "server/answer.h"
#include "server/session.h"
#include "server/socket.h"

#define REFUSE_GUEST REFUSE("account", N_("You have no account here."))
#define REFUSE_BUSY  REFUSE("limit", N_("Too many are signing in just now. Please try again."))

typedef struct Errand {
    Job *job;
    AccountCall call;
    char token[TOKEN_CHARS + 1]; /* of the session that begins; "": none does */
    char code[CODE_CHARS + 1];   /* shown with the answer; "": none */
    uint64_t guess[2];           /* what he guessed at: the name, from his address; 0: nothing */
} Errand;

/* Who asks, and from which site his page is. */
const StorePerson *errand_self(const Job *job);
const char *errand_site(const Job *job);

Errand *errand_for(Job *job, AccountAct act);
void errand_send(Errand *errand, MailHandler handle);

/* A new session is to begin with this errand, opened by `way`. */
void errand_session(Errand *errand, const char *way);

/* Each of these answers, and frees the errand. `errand_ok` refuses what the store refused. */
void errand_free(Errand *errand);
void errand_refuse(Errand *errand, Refusal refusal);
void errand_ok(Errand *errand, const StoreAnswer *answer, Refusal moved);
void errand_signed(Errand *errand);

/* Whether the store refused: then he was told, and the errand is gone. `moved` is what STORE_MOVED
   means for its act. */
bool errand_refused(Errand *errand, const StoreAnswer *answer, Refusal moved);

/* A guess at the account of `call.looks`: false where he has to wait first, was told so, and the
   errand is gone. Then whether it was right; a wrong one is answered with `refusal`. */
bool errand_may_guess(Errand *errand);
void errand_right(Errand *errand);
void errand_wrong(Errand *errand, Refusal refusal);

/* Refuses for another reason before it is known whether the guess was right: it is not counted. */
void errand_untried(Errand *errand, Refusal refusal);

/* Holds a password against a hash, or hashes it (`hash` is NULL), then calls `done`. Where too many
   wait, or his address has had very many hashed, he is told so and the errand is gone. */
void errand_hash(Errand *errand, const char *password, const char *hash, PasswordDone *done);

/* The journals of these tables, an id a line, were changed: those in memory are read again. */
void errand_reread(Server *server, char *lines);

#endif
