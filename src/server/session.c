#include "server/session.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/cluster.h"
#include "server/connection.h"
#include "server/manners.h"
#include "server/points.h"
#include "server/names.h"
#include "server/socket.h"
#include "server/spelling.h"
#include "store/keys.h"

enum {
    RANDOM_BYTES = 16,
    SIGNATURE_BYTES = 16,
    ID_CHARS = 16,
    TOUCH_SECONDS = 3600,    /* before the store is told that a session was used again, */
    STAY_SECONDS = 12 * 3600 /* and where somebody stays: a purge spares who came within a day */
};

typedef struct Token {
    uint8_t random[RANDOM_BYTES], signature[SIGNATURE_BYTES];
} Token;

_Static_assert(TOKEN_CHARS + 1 ==
                   sodium_base64_ENCODED_LEN(sizeof(Token),
                                             sodium_base64_VARIANT_URLSAFE_NO_PADDING),
               "a token is its bytes in base64");

/* --- the key ---------------------------------------------------------------------------------- */

Reason session_open(Server *server) {
    const char *data = server->options.data;
    int size = key_read(data, "session.key", server->session_key, SESSION_KEY_BYTES);
    bool well = size == SESSION_KEY_BYTES;
    if (size < 0 && errno == ENOENT) {
        randombytes_buf(server->session_key, SESSION_KEY_BYTES);
        well = key_write(data, "session.key", server->session_key, SESSION_KEY_BYTES);
    }
    return well ? ALLOWED : REFUSED(N_("session.key can neither be read nor made"));
}

/* --- tokens ----------------------------------------------------------------------------------- */

static void sign(const Server *server, Token *token) {
    crypto_generichash(token->signature, SIGNATURE_BYTES, token->random, RANDOM_BYTES,
                       server->session_key, SESSION_KEY_BYTES);
}

void session_token(const Server *server, char token[TOKEN_CHARS + 1]) {
    Token fresh;
    randombytes_buf(fresh.random, RANDOM_BYTES);
    sign(server, &fresh);
    sodium_bin2base64(token, TOKEN_CHARS + 1, (uint8_t *)&fresh, sizeof fresh,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool is_ours(const Server *server, const char *token) {
    Token given, signed_;
    size_t length;
    if (sodium_base642bin((uint8_t *)&given, sizeof given, token, TOKEN_CHARS, NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof given)
        return false;
    signed_ = given;
    sign(server, &signed_);
    return sodium_memcmp(given.signature, signed_.signature, SIGNATURE_BYTES) == 0;
}

bool session_read(const Server *server, const char *cookies, const char *name,
                  char token[TOKEN_CHARS + 1]) {
    size_t size = strlen(name);
    while (*cookies) {
        cookies += strspn(cookies, " ;");
        size_t length = strcspn(cookies, ";");
        if (length == size + 1 + TOKEN_CHARS && strncmp(cookies, name, size) == 0 &&
            cookies[size] == '=') {
            memcpy(token, cookies + size + 1, TOKEN_CHARS);
            token[TOKEN_CHARS] = '\0';
            if (is_ours(server, token)) return true;
        }
        cookies += length;
    }
    return false;
}

/* --- tickets ---------------------------------------------------------------------------------- */

/* What a socket that changed its rights exchanges for a cookie. The token of the new session is
   masked by the ticket itself, which nobody has but who was given it: other nodes of the house hear
   of tickets, and whoever listens there learns no session. */
struct Ticket {
    uint8_t hash[SESSION_BYTES]; /* of the ticket */
    uint8_t old[SESSION_BYTES];  /* the session it was given to */
    uint8_t masked[TOKEN_CHARS];
    char address[ADDRESS_MAX]; /* it was given to; "": by another node */
    uint64_t until;            /* ms; 0: free */
};

/* Masks a token by a ticket, or takes the mask off again. */
static void mask(const char *ticket, uint8_t token[TOKEN_CHARS]) {
    static const uint8_t purpose[] = "the token of a ticket";
    uint8_t pad[crypto_generichash_BYTES_MAX];
    _Static_assert(sizeof pad >= TOKEN_CHARS, "a pad is as long as a token");
    crypto_generichash(pad, sizeof pad, (const uint8_t *)ticket, strlen(ticket), purpose,
                       sizeof purpose);
    for (int i = 0; i < TOKEN_CHARS; i++)
        token[i] ^= pad[i];
}

static void hash_ticket(const char *ticket, uint8_t hash[SESSION_BYTES]) {
    crypto_generichash(hash, SESSION_BYTES, (const uint8_t *)ticket, strlen(ticket), NULL, 0);
}

/* The place for a ticket: where the address has many, its own oldest gives way, not that of
   somebody who is about to use his. */
static struct Ticket *free_ticket(Server *server, const char *address) {
    if (!server->tickets) server->tickets = server_alloc(TICKETS * sizeof *server->tickets);
    struct Ticket *oldest = server->tickets, *own = NULL;
    int count = 0;
    for (int i = 0; i < TICKETS; i++) {
        struct Ticket *it = &server->tickets[i];
        if (it->until < oldest->until) oldest = it;
        if (!it->until || !address[0] || strcmp(it->address, address) != 0) continue;
        count++;
        if (!own || it->until < own->until) own = it;
    }
    return count < TICKETS_EACH ? oldest : own;
}

/* The page may come with it to another node of the house. */
static void announce_ticket(Server *server, const struct Ticket *ticket) {
    char hash[2 * SESSION_BYTES + 1], old[2 * SESSION_BYTES + 1], masked[2 * TOKEN_CHARS + 1];
    char words[256];
    sodium_bin2hex(hash, sizeof hash, ticket->hash, SESSION_BYTES);
    sodium_bin2hex(old, sizeof old, ticket->old, SESSION_BYTES);
    sodium_bin2hex(masked, sizeof masked, ticket->masked, TOKEN_CHARS);
    snprintf(words, sizeof words, "ticket %s %s %s\n", hash, old, masked);
    cluster_ticket(server, words);
}

void session_ticket(Person *person, const char *token, const char *address,
                    char ticket[TICKET_CHARS + 1]) {
    Server *server = person->server;
    struct Ticket *oldest = free_ticket(server, address);
    uint8_t random[RANDOM_BYTES];
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(ticket, TICKET_CHARS + 1, random, sizeof random,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_ticket(ticket, oldest->hash);
    memcpy(oldest->old, person->self.session, SESSION_BYTES);
    memcpy(oldest->masked, token, TOKEN_CHARS);
    mask(ticket, oldest->masked);
    strcpy(oldest->address, address);
    oldest->until = server_now(server) + TICKET_MS;
    announce_ticket(server, oldest);
}

_Static_assert(SESSION_BYTES == 32 && TOKEN_CHARS == 43, "as session_take_ticket reads them");

void session_take_ticket(Server *server, const char *words) {
    char hash[2 * SESSION_BYTES + 1], old[2 * SESSION_BYTES + 1], masked[2 * TOKEN_CHARS + 1];
    struct Ticket heard = {.until = server_now(server) + TICKET_MS};
    if (sscanf(words, "ticket %64s %64s %86s", hash, old, masked) != 3 ||
        !fair_read(hash, SESSION_BYTES, heard.hash) || !fair_read(old, SESSION_BYTES, heard.old) ||
        !fair_read(masked, TOKEN_CHARS, heard.masked))
        return;
    *free_ticket(server, "") = heard;
}

bool session_exchange(Server *server, const char *ticket, const char *old,
                      char token[TOKEN_CHARS + 1]) {
    uint8_t hash[SESSION_BYTES], session[SESSION_BYTES];
    hash_ticket(ticket, hash);
    session_hash(old, session);
    for (int i = 0; server->tickets && i < TICKETS; i++) {
        struct Ticket *it = &server->tickets[i];
        if (!it->until || sodium_memcmp(it->hash, hash, sizeof hash) != 0) continue;
        bool good =
            server_now(server) < it->until && sodium_memcmp(it->old, session, sizeof session) == 0;
        if (good) {
            mask(ticket, it->masked);
            memcpy(token, it->masked, TOKEN_CHARS);
            token[TOKEN_CHARS] = '\0';
        }
        sodium_memzero(it, sizeof *it);
        return good;
    }
    return false;
}

/* --- people ----------------------------------------------------------------------------------- */

static Person **slot_of(Server *server, const uint8_t session[SESSION_BYTES]) {
    return &server->people[(session[0] | session[1] << 8) % PERSON_SLOTS];
}

/* A guest the store does not know: an id and the name of a wind. The wind follows from the session,
   so that who looks at a page again is called as before, though nothing is kept of him yet. */
static void introduce(Person *person) {
    static const char letters[] = "abcdefghijkmnopqrstuvwxyz23456789";
    for (int i = 0; i < ID_CHARS; i++)
        person->self.id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    strcpy(person->self.name, new_guest_name(person->self.session));
}

static void unlist(Person *person) {
    Person **at = slot_of(person->server, person->self.session);
    while (*at != person)
        at = &(*at)->next;
    *at = person->next;
}

/* Who comes with its token is asked of the store, which knows none where the session has ended. */
static void end_person(Person *person, const Socket *asker) {
    Server *server = person->server;
    unlist(person);
    person->ended = true;
    for (Connection *c = server->connections; c; c = c->next)
        if (c->socket && c->socket->person == person && c->socket != asker)
            socket_end(c->socket, 1000, "the session ended");
}

static void touched(void *who, StoreAnswer *answer) {
    (void)who;
    (void)answer; /* it is asked for again the next time */
}

/* Sessions that are used live on. */
static void touch(Person *person, int64_t after) {
    Server *server = person->server;
    AccountCall call = {.act = ACCOUNT_TOUCH};
    int64_t now = time(NULL);
    if (now - person->self.used < after) return;
    person->self.used = now;
    memcpy(call.session.hash, person->self.session, SESSION_BYTES);
    store_account(server->store, &call, mailbox_put,
                  mailbox_expect(&server->mailbox, touched, NULL));
}

static void recognised(void *who, StoreAnswer *answer) {
    Person *person = who;
    person->loading = false;
    person->stored = answer->result == STORE_DONE;
    if (person->stored) {
        person->self = answer->person;
        manners_take(person, answer->lines);
        touch(person, TOUCH_SECONDS);
    } else {
        introduce(person);
    }
    while (person->awaiting) {
        Socket *socket = person->awaiting;
        person->awaiting = socket->next;
        /* Not to know somebody would cost him his seats: he is asked to come again. */
        socket_known(socket, answer->result != STORE_FAILED);
    }
    if (answer->result == STORE_FAILED) end_person(person, NULL); /* who does is looked for anew */
    person_release(person);
}

void sessions_sweep(Server *server) {
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Person *person = server->people[i]; person; person = person->next)
            if (person->stored) touch(person, STAY_SECONDS);
}

void session_id(const uint8_t session[SESSION_BYTES], char id[SESSION_ID_CHARS + 1]) {
    sodium_bin2hex(id, SESSION_ID_CHARS + 1, session, SESSION_ID_CHARS / 2);
}

void session_hash(const char *token, uint8_t session[SESSION_BYTES]) {
    crypto_generichash(session, SESSION_BYTES, (const uint8_t *)token, TOKEN_CHARS, NULL, 0);
}

Person *person_hold(Server *server, const char *token) {
    uint8_t session[SESSION_BYTES];
    session_hash(token, session);
    Person **slot = slot_of(server, session);
    for (Person *person = *slot; person; person = person->next)
        if (sodium_memcmp(person->self.session, session, SESSION_BYTES) == 0) {
            person->uses++;
            return person;
        }
    Person *person = server_alloc(sizeof *person);
    memcpy(person->self.session, session, SESSION_BYTES);
    person->server = server;
    person->next = *slot;
    person->loading = true;
    person->uses = 2; /* the caller and the mail */
    *slot = person;
    server->metrics.people++;
    store_find_person(server->store, session, mailbox_put,
                      mailbox_expect(&server->mailbox, recognised, person));
    return person;
}

void person_await(Person *person, Socket *socket) {
    socket->next = person->awaiting;
    person->awaiting = socket;
}

void person_await_no_more(Person *person, Socket *socket) {
    Socket **at = &person->awaiting;
    while (*at && *at != socket)
        at = &(*at)->next;
    if (*at) *at = socket->next;
}

void person_release(Person *person) {
    if (--person->uses > 0) return;
    if (!person->ended) unlist(person);
    person->server->metrics.people--;
    manners_free(person);
    points_free(person);
    free(person);
}

/* Ends sessions of a person: this one, or with `others` all but this one; NULL: all of them. */
static void end_some(Server *server, const char *id, const uint8_t *session, bool others,
                     const Socket *asker) {
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Person *person = server->people[i], *next; person; person = next) {
            next = person->next;
            if (person->loading || strcmp(person->self.id, id) != 0) continue;
            bool this = session && memcmp(person->self.session, session, SESSION_BYTES) == 0;
            if (!session || this != others) end_person(person, asker);
        }
}

void sessions_end(Server *server, const char *id, const uint8_t *session, const Socket *asker) {
    end_some(server, id, session, false, asker);
}

void sessions_end_but(Server *server, const char *id, const uint8_t *session) {
    end_some(server, id, session, true, NULL);
}

/* The person `id` is called so from now on, in every session that is here. */
static void rename_person(Server *server, const char *id, const char *name) {
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Person *person = server->people[i]; person; person = person->next)
            if (strcmp(person->self.id, id) == 0) strcpy(person->self.name, name);
}

void people_meet(Server *server, const char *id, const char *name, const uint8_t *session) {
    for (Person *person = *slot_of(server, session); person; person = person->next)
        if (!person->loading && memcmp(person->self.session, session, SESSION_BYTES) == 0 &&
            strcmp(person->self.id, id) != 0) {
            end_person(person, NULL); /* he comes again, and is known then */
            break;
        }
    rename_person(server, id, name);
}

typedef struct Saving {
    Person *person;
    StorePerson self;
    MailHandler handle;
    void *who;
} Saving;

static void stored(void *who, StoreAnswer *answer) {
    Saving *saving = who;
    if (answer->result == STORE_DONE) {
        saving->person->stored = true;
        if (!saving->person->self.used) saving->person->self.used = time(NULL);
        strcpy(saving->person->self.name, saving->self.name);
        rename_person(saving->person->server, saving->self.id, saving->self.name);
    }
    if (saving->handle) saving->handle(saving->who, answer);
    person_release(saving->person);
    free(saving);
}

void person_save(Person *person, const char *name, MailHandler handle, void *who) {
    Server *server = person->server;
    Saving *saving = server_alloc(sizeof *saving);
    *saving = (Saving){person, person->self, handle, who};
    if (name) strcpy(saving->self.name, name);
    name_looks(saving->self.name, saving->self.looks);
    person->uses++;
    store_save_person(server->store, &saving->self, mailbox_put,
                      mailbox_expect(&server->mailbox, stored, saving));
}
