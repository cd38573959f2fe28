/* ways.h: the ways into an account: passkeys, a password, a recovery code.

   A challenge for a passkey and a recovery code that was shown but not yet taken wait with the
   papers of the socket that asked for them: each is good once, the challenge for a few minutes. */
#ifndef NEGOCE_SERVER_WAYS_H
#define NEGOCE_SERVER_WAYS_H

#include "server/errand.h"
#include "server/passkey.h"

#define REFUSE_LATE REFUSE("account", N_("That took too long. Please try again."))

void papers_free(struct Papers *papers);

void code_write(Text *json, const char code[CODE_CHARS + 1]);

/* The hash of the code that was shown to this socket; NULL: none was. */
const uint8_t *code_offered(const Socket *socket);

/* Takes the challenge from the papers: it is good once, whatever comes of it. */
bool challenge_take(Job *job, uint8_t challenge[CHALLENGE_BYTES]);

/* A key that was just made, into the errand. */
Refusal key_take(Errand *errand);

/* Why a password is not taken. */
Refusal password_fits(const char *password);

void ask_code(Job *job);
void ask_keep_code(Job *job);
void ask_challenge(Job *job);
void ask_password(Job *job);
void ask_add_key(Job *job);
void ask_drop_key(Job *job);

#endif
