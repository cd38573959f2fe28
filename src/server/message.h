/* message.h: what a client says.

   The bytes of one message become a plain Request, or are refused whole with a code of
   docs/protocol.md and a sentence. No network and no table here: every field of a Request is within
   its bounds, but whether the request is possible is for others to judge. */
#ifndef NEGOCE_MESSAGE_H
#define NEGOCE_MESSAGE_H

#include "core/game.h"
#include "store/store.h"
#include "table/table.h"

enum {
    MESSAGE_MAX = 4096, /* bytes of a message */
    LEVEL_MAX = 16      /* bytes of the level of a bot, NUL included */
};

typedef enum Ask {
    ASK_NAME,
    ASK_MINE,
    ASK_FOLLOW,
    ASK_LOBBY,
    ASK_FIND,
    ASK_OPEN,
    ASK_ENTER,
    ASK_EXIT,
    ASK_SIT,
    ASK_LEAVE,
    ASK_FILL,
    ASK_MOVE,
    ASK_UNDO,
    ASK_CHAT,
    ASK_WHY,
    ASK_EVENTS,
    ASK_RECORD,
    ASK_REMATCH,
    ASK_PING,
    ASKS
} Ask;

/* The lists a socket may be told the changes of. */
typedef enum Follow { FOLLOW_MINE, FOLLOW_LOBBY, FOLLOWS } Follow;

/* Fields the message does not have are zero. */
typedef struct Request {
    Ask ask;
    bool marked; /* the answer carries `re` */
    long long re;
    char table[TABLE_ID_MAX + 1];
    int at, seat;
    int before; /* position */
    char name[NAME_LIMIT * 4 + 1];
    char move[MOVE_TEXT_MAX];
    char text[CHAT_LIMIT * 4 + 1]; /* to the table, without spaces around it */
    bool fine;                     /* who writes it knows that he pays */
    char bot[LEVEL_MAX];           /* "": none */
    const Game *game;
    int players; /* fits the game */
    uint8_t options[OPTIONS_MAX];
    char seats[SEATS_MAX][LEVEL_MAX]; /* "me", "open" or a bot */
    bool listed;
    char title[TITLE_LIMIT * 4 + 1];
    StoreWish wish;                      /* of a list, but for the person */
    bool follow[FOLLOWS], told[FOLLOWS]; /* which lists, and whether they were named */
} Request;

/* A request that was not granted: `code` is NULL where it was. */
typedef struct Refusal {
    const char *code;
    Reason why;
} Refusal;

#define GRANTED ((Refusal){NULL, {NULL, 0}})

/* Reads one message of `size` bytes. On refusal `out` still has the mark of the message where it
   could be read. */
Refusal message_read(const char *bytes, size_t size, Request *out);

/* The options as words of the store, "gains=open", and back; false where a word is unknown. */
void message_options_write(const Game *game, const uint8_t *options, char out[OPTIONS_TEXT_MAX]);
bool message_options_read(const Game *game, const char *words, uint8_t options[OPTIONS_MAX]);

/* Where the next page of a list begins, as `after` of a request takes it. */
void message_place_write(const StoreAnswer *answer, Text *out);

#endif
