/* accounts.h: people who can come back.

   A person is an id that stands in journals, a name, and the sessions that speak for him. A guest
   has one session and nothing else; who makes an account keeps his id, and gets ways in: passkeys,
   a password, a recovery code. Of a password only its argon2id hash is kept, of a code and of a
   session only a hash, of a passkey its public half.

   One call does one act, whole or not at all, in the store's thread (store.h). What an act says it
   depends on (a name is free, a counter has grown, a code is still good) is asked within the same
   transaction, so two who try at once cannot both succeed. */
#ifndef NEGOCE_ACCOUNTS_H
#define NEGOCE_ACCOUNTS_H

#include "store/code.h"
#include "store/store.h"

enum {
    KEYS_MAX = 10,             /* passkeys of a person */
    SESSIONS_MAX = 20,         /* of a person: the one unused for longest gives way to the next */
    KEY_ID_MAX = 255,          /* bytes of the id of a passkey */
    KEY_PUBLIC_MAX = 300,      /* bytes of its public half: RSA of 2048 bits is the longest */
    DEVICE_MAX = 47,           /* bytes of the name of a device */
    PASSWORD_HASH_MAX = 128,   /* bytes of an argon2id string, NUL included */
    EXPORT_TABLES = 1000,      /* the newest tables of an export */
    SESSION_SECONDS = 31536000 /* a session nobody used for so long is over */
};

typedef struct StoreKey {
    uint8_t id[KEY_ID_MAX];
    int id_size;
    int algorithm; /* as COSE numbers them: -7 ES256, -8 EdDSA, -257 RS256 */
    uint8_t open[KEY_PUBLIC_MAX];
    int open_size;
    uint32_t counter; /* of signatures; stays 0 where the key does not count */
    char device[DEVICE_MAX + 1];
    int64_t created, used;
} StoreKey;

typedef struct StoreSession {
    uint8_t hash[SESSION_BYTES];
    char device[DEVICE_MAX + 1];
    char way[16]; /* "key", "password", "code": how it came in */
    int64_t created, used;
} StoreSession;

struct StoreAccount {
    char id[OWNER_MAX + 1];
    char name[NAME_LIMIT * 4 + 1];
    int64_t since;
    bool hidden;                      /* no page for others */
    char password[PASSWORD_HASH_MAX]; /* "": none */
    uint8_t code[CODE_BYTES];
    int keys, sessions;
    StoreKey key[KEYS_MAX];
    StoreSession session[SESSIONS_MAX]; /* the last used first */
};

typedef enum AccountAct {
    ACCOUNT_FIND,  /* by `id`; answers the account. STORE_MISSING: a guest, or nobody */
    ACCOUNT_NAMED, /* by `looks`; answers the account that could be taken for this name */
    ACCOUNT_KEYED, /* by `key.id`; answers the account whose key it is */
    ACCOUNT_OPEN,  /* makes the person an account: name, looks, a password or a key, the code; its
                      session `drop` ends, `session` begins. STORE_TAKEN: the name is */
    ACCOUNT_ENTER, /* `session` begins, `drop` ends. Where `key` was used its counter must have
                      grown, where `code` was used it must be the one kept, which `fresh_code`
                      replaces, and `password` the one kept where it is told. STORE_MOVED: it is
                      not so; STORE_MISSING: the key, or else the account, is gone. The tables of
                      `guest` come along, answered as with ACCOUNT_BRING; STORE_TAKEN: at `count`
                      tables both sit */
    ACCOUNT_BRING, /* brings what `guest` did meanwhile; answers the tables, an id a line */
    ACCOUNT_LEAVE, /* ends the session `drop`; all of the person where `everywhere` */
    ACCOUNT_PASSWORD, /* sets the password; every session ends but `session`, which begins */
    ACCOUNT_ADD_KEY,  /* STORE_MOVED: it has KEYS_MAX; STORE_TAKEN: the key is there already */
    ACCOUNT_DROP_KEY, /* STORE_MOVED: it is the last way in; STORE_MISSING: there is none such */
    ACCOUNT_CODE,     /* `fresh_code` replaces the code */
    ACCOUNT_HIDE,     /* `hidden` */
    ACCOUNT_TOUCH,    /* `session.hash` was used now */
    ACCOUNT_EXPORT,   /* answers all that is kept of the person, as JSON in `lines` */
    ACCOUNT_RANKING,  /* how people and bots stand at `game`, seen by `id`: JSON in `lines` */
    ACCOUNT_PERSON,   /* the page of who could be taken for `looks`, seen by `id`: the same */
    ACCOUNT_COMPANY,  /* who sits at `table` of `game`, by the ids of `company`, and the emblems it
                         brought to `id`: the same */
    ACCOUNT_POINTS,   /* of `id`: lines of a game and his points there */
    ACCOUNT_WANTED,   /* by `looks`; answers the account that may be invited under this name, and in
                         `count` how many seats are kept for it */
    ACCOUNT_CLEAR,    /* the name of the person and what he said go from the journals of some of his
                         tables, by their ids behind `table`; answers those that changed, an id a
                         line, and the last one it looked at where there are `more` */
    ACCOUNT_DELETE /* the same of all of them, and the account, its sessions and keys go: they are
                      many lines for one transaction where they were not cleared before. Answers
                      the tables concerned, and in `count` whether there was an account */
} AccountAct;

/* What an act needs; the rest is zero. */
typedef struct AccountCall {
    AccountAct act;
    char id[OWNER_MAX + 1];
    char guest[OWNER_MAX + 1]; /* whose tables come along; "": nobody's */
    char name[NAME_LIMIT * 4 + 1];
    char game[GAME_ID_MAX + 1];
    char table[TABLE_ID_MAX + 1];
    int players; /* of `company`: who has each seat, "": no person */
    char company[SEATS_MAX][OWNER_MAX + 1];
    uint8_t looks[LOOKS][LOOK_BYTES];
    char password[PASSWORD_HASH_MAX];
    uint8_t code[CODE_BYTES], fresh_code[CODE_BYTES];
    bool by_key, by_code, everywhere, hidden;
    StoreKey key;
    StoreSession session;
    uint8_t drop[SESSION_BYTES]; /* zero: none */
} AccountCall;

void store_account(Store *store, const AccountCall *call, StoreDone done, void *who);

/* Who a deleted account has been, in journals. */
#define NOBODY "N. N."

#endif
