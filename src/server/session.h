/* session.h: who somebody is.

   A session is a secret token in a cookie, made by the server and signed with a key of its own, so
   that nobody can have another use a token he chose. The server keeps only its hash. A person is
   an opaque id that stands in journals, and a name; here once for each session of his that has a
   socket. People are in the store from the first time they sit down, open a table or give a name.

   Where somebody's rights change (he signs in or out, sets a password) the session ends and another
   begins. The socket that asked for it is given a ticket, which the page exchanges for the cookie
   of the new session (POST /session); it is good once, for a minute, and only with the old cookie.
   So whoever knew the old token, or planted it, does not come along. */
#ifndef NEGOCE_SESSION_H
#define NEGOCE_SESSION_H

#include "server/inside.h"

enum {
    TOKEN_CHARS = 43,  /* 16 random bytes and as many of their signature, in base64 */
    TICKET_CHARS = 22, /* 16 random bytes */
    TICKETS = 256,     /* at a time: the oldest gives way, */
    TICKETS_EACH = 32, /* and where one address has so many, its own */
    TICKET_MS = 60 * 1000
};

/* The cookie of a page over https belongs to this host alone: no other of its domain can set it. */
#define SESSION_COOKIE       "negoce"
#define SESSION_COOKIE_HTTPS "__Host-negoce"

struct Person {
    Server *server;
    StorePerson self;
    bool loading;            /* the store has not yet said who this is */
    bool stored;             /* the store has this person, so named */
    struct Manners *manners; /* how he stands to others (manners.c); NULL: to nobody */
    char *points;            /* at each game he has a rating at (points.h); NULL: none are known */
    bool ended;              /* the session has: nobody finds this person any more */
    int uses;                /* sockets and letters under way that hold this person */
    Socket *awaiting;        /* sockets that wait until the store has said */
    Person *next;
    char handed[NONCE_CHARS + 1], handed_to[TABLE_ID_MAX + 1]; /* the last game handed over */
};

/* Reads the key tokens are signed with from the data directory, or makes it. */
Reason session_open(Server *server);

/* A new token. */
void session_token(const Server *server, char token[TOKEN_CHARS + 1]);

/* Finds the token of the cookie `name` in a Cookie header; false where there is none, or we did not
   make it. */
bool session_read(const Server *server, const char *cookies, const char *name,
                  char token[TOKEN_CHARS + 1]);

/* The person of a token, for as long as it is held. Where the store must be asked first, `loading`
   is set; socket_known is called for each socket that waits for it when it has answered. */
Person *person_hold(Server *server, const char *token);
void person_await(Person *person, Socket *socket);
void person_await_no_more(Person *person, Socket *socket);
void person_release(Person *person);

/* Tells the store of the sessions that stay in use, though nobody comes with them anew. */
void sessions_sweep(Server *server);

/* The hash by which the store knows a session. */
void session_hash(const char *token, uint8_t session[SESSION_BYTES]);

/* The id by which its owner sees it. */
void session_id(const uint8_t session[SESSION_BYTES], char id[SESSION_ID_CHARS + 1]);

/* A ticket for the session of `token`, for who has the cookie of `person`, at this address ("": he
   is gone). */
void session_ticket(Person *person, const char *token, const char *address,
                    char ticket[TICKET_CHARS + 1]);

/* Exchanges a ticket, with the token of the old cookie; false where it is not good. */
bool session_exchange(Server *server, const char *ticket, const char *old,
                      char token[TOKEN_CHARS + 1]);

/* Sessions of the person `id` have ended: the one of this hash, all of them where it is NULL.
   Their sockets are closed, but for the one that asked (`asker`, may be NULL). */
void sessions_end(Server *server, const char *id, const uint8_t *session, const Socket *asker);

/* The same for all of them but one. */
void sessions_end_but(Server *server, const char *id, const uint8_t *session);

/* Another node gave out a ticket; it met the person of a session, whom this one may have taken for
   somebody new. */
void session_take_ticket(Server *server, const char *words);
void people_meet(Server *server, const char *id, const char *name, const uint8_t *session);

/* Has the store keep the person, under this name where it is not NULL; the person has it once that
   is durable. `handle` (may be NULL) is then called with the answer. */
void person_save(Person *person, const char *name, MailHandler handle, void *who);

#endif
