/* session.h: who somebody is.

   A session is a secret token in a cookie; the server keeps only its hash. A person is that hash,
   an opaque id that stands in journals, and a name. People are in memory while they have a socket,
   and in the store from the first time they sit down, open a table or give a name. */
#ifndef NEGOCE_SESSION_H
#define NEGOCE_SESSION_H

#include "server/inside.h"

enum { TOKEN_CHARS = 43 }; /* 32 random bytes, 256 bits, in base64 for addresses */

#define SESSION_COOKIE "negoce"

struct Person {
    Server *server;
    StorePerson self;
    bool loading; /* the store has not yet said who this is */
    bool kept;    /* the store has this person, so named */
    int uses;     /* sockets and letters under way that hold this person */
    Person *next;
};

/* A new token. */
void session_token(char token[TOKEN_CHARS + 1]);

/* Finds the token in a Cookie header; false where there is none, or it cannot be one of ours. */
bool session_read(const char *cookies, char token[TOKEN_CHARS + 1]);

/* The person of a token, for as long as it is held. Where the store must be asked first, `loading`
   is set, and socket_known is called for each of the person's sockets when it has answered. */
Person *person_hold(Server *server, const char *token);
void person_release(Person *person);

/* Has the store keep the person, under this name where it is not NULL; the person has it once that
   is durable. `handle` (may be NULL) is then called with the answer. */
void person_keep(Person *person, const char *name, MailHandler handle, void *who);

#endif
