/* message.h: what a client says.

   The bytes of one message become a plain Request, or are refused whole with a code of
   docs/protocol.md and a sentence. No network and no table here: every field of a Request is within
   its bounds, but whether the request is possible is for others to judge. */
#ifndef NEGOCE_MESSAGE_H
#define NEGOCE_MESSAGE_H

#include "core/game.h"
#include "store/accounts.h"
#include "table/run.h"

enum {
    MESSAGE_MAX = 4096,   /* bytes of a message */
    UPLOAD_MAX = 1 << 20, /* and of one that carries a record */
    LEVEL_MAX = 24,       /* bytes of a level or “guest:NAME”, NUL included */
    PASSWORD_MAX = 512,   /* bytes of a password */
    PROOF_MAX = 1024,     /* bytes of each part of what a key proves */
    SESSION_ID_CHARS = 16 /* of a session as its owner sees it: the first bytes of its hash */
};

typedef enum Ask {
    ASK_NAME,
    ASK_MINE,
    ASK_FOLLOW,
    ASK_SUBSCRIBE,
    ASK_UNSUBSCRIBE,
    ASK_LOBBY,
    ASK_FIND,
    ASK_OPEN,
    ASK_LEARN,
    ASK_ENTER,
    ASK_EXIT,
    ASK_SIT,
    ASK_LEAVE,
    ASK_FILL,
    ASK_MOVE,
    ASK_UNDO,
    ASK_HOLIDAY,
    ASK_ORDER,
    ASK_VOTE,
    ASK_RESUME,
    ASK_REPLACE,
    ASK_CHAT,
    ASK_ASIDE,
    ASK_REGARD,
    ASK_REPORT,
    ASK_MANNERS,
    ASK_FORGIVE,
    ASK_WHY,
    ASK_PACE,
    ASK_HINT,
    ASK_EVENTS,
    ASK_RECORD,
    ASK_REMATCH,
    ASK_REPLAY,
    ASK_OUTLINE,
    ASK_FORK,
    ASK_UPLOAD,
    ASK_ANALYSE,
    ASK_TAKE,
    ASK_HAND_OVER,
    ASK_HAND_BACK,
    ASK_GALLERY,
    ASK_PING,
    ASK_CHECKED,
    ASK_INVITE,
    ASK_COMPANY,
    /* accounts.h, ways.h, signin.h */
    ASK_ACCOUNT,
    ASK_CHALLENGE,
    ASK_CODE,
    ASK_JOIN,
    ASK_SIGN_IN,
    ASK_SIGN_OUT,
    ASK_PASSWORD,
    ASK_ADD_KEY,
    ASK_DROP_KEY,
    ASK_KEEP_CODE,
    ASK_SHOW,
    ASK_EXPORT,
    ASK_DELETE,
    ASK_RANKING,
    ASK_PERSON,
    ASKS
} Ask;

/* What a search wishes: any, or what the word says. */
typedef enum Speed { SPEED_ANY, SPEED_LIVE, SPEED_SLOW } Speed;
typedef enum Tally { TALLY_ANY, TALLY_RATED, TALLY_FRIENDLY } Tally;

/* The lists a socket may be told the changes of. */
typedef enum Follow { FOLLOW_MINE, FOLLOW_LOBBY, FOLLOWS } Follow;

/* What shows who somebody is, or what is asked of his account. */
typedef struct Proof {
    char password[PASSWORD_MAX + 1], old[PASSWORD_MAX + 1]; /* "": none */
    char code[CODE_CHARS + 1];                              /* "": none */
    char session[SESSION_ID_CHARS + 1];                     /* "": none */
    bool everywhere, shown;
    bool bring;             /* the guest's tables come along */
    uint8_t id[KEY_ID_MAX]; /* of a passkey; id_size 0: none */
    uint8_t data[PROOF_MAX], client[PROOF_MAX], signature[PROOF_MAX];
    int id_size, data_size, client_size, signature_size;
} Proof;

/* Fields the message does not have are zero, but for the seat and the wish: there it means
   something. */
typedef struct Request {
    Ask ask;
    bool marked; /* the answer carries `re` */
    long long re;
    char table[TABLE_ID_MAX + 1];
    int at;
    int seat;   /* -1: the message has none */
    int before; /* position */
    int days;
    Voice voice;
    char order[ORDER_TEXT]; /* "": takes back */
    int known;              /* position up to which events are known already */
    int position;
    bool open; /* an analysis with everything open */
    bool stop; /* it is wanted no more */
    int eyes;  /* whose: EYES_OWN, a seat behind it, or EYES_OPEN */
    char name[NAME_LIMIT * 4 + 1];
    char owner[OWNER_MAX + 1]; /* the account of that name, found by the server */
    char move[MOVE_TEXT_MAX];
    char text[CHAT_LIMIT * 4 + 1]; /* to the table, without spaces around it */
    bool fine;                     /* who writes it knows that he pays */
    char bot[LEVEL_MAX];           /* "": none */
    char nonce[NONCE_CHARS + 1];   /* "": none */
    uint8_t seed[SEED_BYTES];      /* of a game handed over */
    const Game *game;
    int players; /* fits the game */
    uint8_t options[OPTIONS_MAX];
    char seats[SEATS_MAX][LEVEL_MAX]; /* "me", "open" or a bot */
    bool listed, rated;
    int delay;             /* moves those who look are behind */
    Bracket points;        /* for whom it is */
    bool near;             /* of a search: people near one's own points alone */
    bool named;            /* who looks wishes others to know it */
    Speed speed;           /* of a search */
    Tally counts;          /* whether its result does, of a search */
    int aside;             /* number of what somebody said who looks; 0: none */
    char how[8], mark[20]; /* manners.h */
    Tempo pace;
    TimeLimit time;
    char title[TITLE_LIMIT * 4 + 1];
    StoreDevice device; /* but for the person */
    bool asleep, asleep_named;
    StoreWish wish;                              /* of a list, but for the person */
    bool follow[FOLLOWS], follow_named[FOLLOWS]; /* which lists, and whether they were named */
    Proof *proof; /* of what concerns an account; message_free lets go of it */
    char *record; /* or a journal, of its own; NULL: none */
} Request;

/* How many bytes a message that begins so may have. */
size_t message_limit(const char *bytes, size_t size);

/* Reads one message of `size` bytes. On refusal `out` still has the mark of the message where it
   could be read. */
Refusal message_read(const char *bytes, size_t size, Request *out);
void message_free(Request *request);

/* Where the next page of a list begins, as `after` of a request takes it. */
void message_place_write(const StoreAnswer *answer, Text *out);

#endif
