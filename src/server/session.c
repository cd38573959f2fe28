#include "server/session.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/names.h"
#include "server/socket.h"

enum { TOKEN_BYTES = 32, ID_CHARS = 16 };

_Static_assert(TOKEN_CHARS + 1 ==
                   sodium_base64_ENCODED_LEN(TOKEN_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
               "a token is its bytes in base64");

/* --- tokens ----------------------------------------------------------------------------------- */

void session_token(char token[TOKEN_CHARS + 1]) {
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_CHARS + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool well_formed(const char *token) {
    uint8_t bytes[TOKEN_BYTES];
    size_t length;
    return sodium_base642bin(bytes, sizeof bytes, token, TOKEN_CHARS, NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == TOKEN_BYTES;
}

bool session_read(const char *cookies, char token[TOKEN_CHARS + 1]) {
    size_t name = strlen(SESSION_COOKIE);
    while (*cookies) {
        cookies += strspn(cookies, " ;");
        size_t length = strcspn(cookies, ";");
        if (length == name + 1 + TOKEN_CHARS &&
            strncmp(cookies, SESSION_COOKIE "=", name + 1) == 0) {
            memcpy(token, cookies + name + 1, TOKEN_CHARS);
            token[TOKEN_CHARS] = '\0';
            if (well_formed(token)) return true;
        }
        cookies += length;
    }
    return false;
}

/* --- people ----------------------------------------------------------------------------------- */

static Person **slot_of(Server *server, const uint8_t session[SESSION_BYTES]) {
    return &server->people[(session[0] | session[1] << 8) % PERSON_SLOTS];
}

/* A guest the store does not know: an id and the name of a wind. */
static void introduce(Person *person) {
    static const char letters[] = "abcdefghijkmnopqrstuvwxyz23456789";
    for (int i = 0; i < ID_CHARS; i++)
        person->self.id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    strcpy(person->self.name, new_guest_name());
}

static void recognised(void *who, StoreAnswer *answer) {
    Person *person = who;
    person->loading = false;
    person->kept = answer->result == STORE_DONE;
    if (person->kept)
        person->self = answer->person;
    else
        introduce(person);
    for (Socket *socket = person->server->sockets, *next; socket; socket = next) {
        next = socket->next;
        /* Not to know somebody would cost him his seats: he is asked to come again. */
        if (socket->person == person) socket_known(socket, answer->result != STORE_FAILED);
    }
    person_release(person);
}

Person *person_hold(Server *server, const char *token) {
    uint8_t session[SESSION_BYTES];
    crypto_generichash(session, sizeof session, (const uint8_t *)token, TOKEN_CHARS, NULL, 0);
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

void person_release(Person *person) {
    if (--person->uses > 0) return;
    Person **at = slot_of(person->server, person->self.session);
    while (*at != person)
        at = &(*at)->next;
    *at = person->next;
    person->server->metrics.people--;
    free(person);
}

typedef struct Keeping {
    Person *person;
    StorePerson self;
    MailHandler handle;
    void *who;
} Keeping;

static void kept(void *who, StoreAnswer *answer) {
    Keeping *keeping = who;
    if (answer->result == STORE_DONE) {
        keeping->person->self = keeping->self;
        keeping->person->kept = true;
    }
    if (keeping->handle) keeping->handle(keeping->who, answer);
    person_release(keeping->person);
    free(keeping);
}

void person_keep(Person *person, const char *name, MailHandler handle, void *who) {
    Server *server = person->server;
    Keeping *keeping = server_alloc(sizeof *keeping);
    *keeping = (Keeping){person, person->self, handle, who};
    if (name) strcpy(keeping->self.name, name);
    person->uses++;
    store_keep_person(server->store, &keeping->self, mailbox_put,
                      mailbox_expect(&server->mailbox, kept, keeping));
}
