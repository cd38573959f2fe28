/* inside.h: the inside of a table, for the files of this room. */
#ifndef NEGOCE_TABLE_INSIDE_H
#define NEGOCE_TABLE_INSIDE_H

#include "table/fair.h"
#include "table/table.h"

/* A state is kept each so many moves, so that looking back costs a few moves, not the whole game: a
   pen draws a voyage of VOC! in dozens of moves, and everyone is told of each. */
enum { STRIDE = 64 };

/* A move that stands. */
typedef struct Made {
    Move move;
    uint8_t seat;
    bool reveals;  /* a draw, or something shown: no undo behind it */
    bool live;     /* Game.live.is_live when it was made */
    uint8_t opens; /* bit v: viewer v now learned what was kept from him */
    bool late;     /* the clock made it: no undo either */
    bool ordered;  /* an order did */
    bool stand_in; /* the clock or a machine did, in the place of a person */
    int clocked;   /* position up to here where a time of the game's clock began last */
} Made;

/* Something people did with their seats, for those who read the journal. */
typedef struct Act {
    int position;
    const char *kind, *you, *they; /* as of an Event */
    int8_t seat, other;
    int n;
} Act;

/* What a seat ordered ahead. */
typedef enum OrderKind { ORDER_NONE, ORDER_BID, ORDER_UNLESS, ORDER_MOVE } OrderKind;

typedef struct Order {
    OrderKind kind;
    int16_t limit; /* of a bid */
    int8_t ware;   /* of GameLive.wares, -1: whatever it is */
    bool joined;   /* the auction it is for runs: this one, */
    uint32_t number;
    bool came; /* in which the ware is on sale */
    Move move;
    char text[ORDER_TEXT];
} Order;

/* What all seats ordered before the last moves: an undo brings back what a move ended. */
enum { ORDERS_PAST = 4 };
typedef struct OrderBook {
    int before[ORDERS_PAST]; /* the position a move was made at, plus 1; 0: none */
    Order order[];           /* of each seat now, then before each of those moves */
} OrderBook;

/* One thing said at the table, by who sat there then, or by somebody who only looks (seat -1). */
typedef struct ChatLine {
    int seat;
    int position; /* of the table when it was said */
    char owner[OWNER_MAX + 1];
    char name[NAME_LIMIT * 4 + 1];
    char text[];
} ChatLine;

/* What was said, by the players or by those who look. */
typedef struct Speech {
    int count;       /* lines in all */
    ChatLine **line; /* the newest CHAT_HELD, number n at n % CHAT_HELD; NULL: none */
} Speech;

/* A state on the way to this one: what is told of goes on from where it was told up to last. And
   what the moves up to another place told its bots of the others. */
typedef struct Reached {
    int position; /* -1: none */
    int watched;  /* moves that are in `impression` */
    Impression impression;
    _Alignas(16) unsigned char state[];
} Reached;

struct Table {
    const Game *game;
    int players;
    uint8_t options[OPTIONS_MAX];
    Seat *seats; /* as many as players, behind the state */
    Seal seal;
    bool begun;
    bool lesson;     /* Chance draws what the game's lesson deals */
    bool offline;    /* a part of it was played without a server */
    bool copied;     /* moves of another game stand first */
    bool ended;      /* they are all there is, though the game was not finished */
    uint8_t checked; /* bit s: the person of seat s has checked the draws */
    int checks;      /* lines that say so */
    int version;     /* lines entered, but for chat */
    Speech speech[CHANNELS];
    int settled; /* version after the last line that was neither a live move nor about seats */
    int acted[SEATS_MAX];    /* version after the last move of each seat */
    int decided[SEATS_MAX];  /* the same for the last that was not live */
    int undone[SEATS_MAX];   /* version after its last undo */
    int returned[SEATS_MAX]; /* version after it was taken back last from who had decided for it */
    TimeLimit limit;
    uint8_t lates[SEATS_MAX];    /* times in a row the time was up */
    uint8_t lapsing;             /* bit s: the clock makes the next move of seat s */
    uint8_t stood_in[SEATS_MAX]; /* decisions a machine made for a person, taken back or not; 255
                                    at most are counted */
    int missed[SEATS_MAX]; /* position behind which others moved for a person, plus 1; 0: none */
    uint8_t voice[SEATS_MAX][SEATS_MAX]; /* of each absent seat: what each of the others would do */
    int paused;                          /* the seat that is waited for, plus 1; 0: none */
    int64_t holiday[SEATS_MAX];          /* until when, seconds since 1970; 0: never */
    uint8_t holidays[SEATS_MAX];         /* days taken so far */
    OrderBook *book;                     /* NULL: nobody ever ordered anything */
    int ordered[SEATS_MAX];              /* position behind the last move an order made; 0: none */
    int orders;                          /* lines of orders */
    uint16_t orders_set[SEATS_MAX];      /* of these, what each seat set */
    int acts;                            /* of people, in all */
    Act *act;      /* the newest ACTS_HELD, number n at n % ACTS_HELD; NULL: none */
    int position;  /* moves that stand */
    int clocked;   /* position where a time of the game's clock began last */
    int stretched; /* position where a stretch of live moves began last */
    int delay;     /* moves those who only look are behind */
    Bracket bracket;
    int room; /* of `made` */
    Made *made;
    unsigned char *checkpoints;         /* the state before each STRIDEth move that stands */
    Asker *asker[SEATS_MAX];            /* whoever answers for the bot of a seat; NULL: it itself */
    Thought *thought;                   /* where its bots think; NULL until one has to */
    Reached *reached;                   /* NULL before the first move */
    _Alignas(16) unsigned char state[]; /* as many bytes as the game needs, then the seats */
};

/* Why a line is not taken. */
#define NO_SEAT REFUSED(N_("There is no such seat."))
#define NO_LINE REFUSED(N_("This line is not of a journal."))

/* Whether the journal takes one more line of a kind that ends at `most` of them. */
Reason room_check(const Table *t, int most);

/* Cuts the first word off `*rest` into `word`; false where it is missing or too long. */
bool cut_word(const char **rest, char *word, size_t room);

/* Cuts a number off, from `least` to `most`; false where there is none. */
bool cut_number(const char **rest, int least, int most, int *out);

/* Cuts the number of a seat off; -1 where there is none. */
int cut_seat(const Table *t, const char **rest);

/* Takes the rest of a line `seat` (seats.c). */
Reason seat_enter(Table *t, const char *rest);

/* Takes the rest of a line of chat, or of an aside; how many there were; forgets all of it. */
Reason chat_enter(Table *t, const char *rest);
Reason aside_enter(Table *t, const char *rest);
int chat_lines(const Table *t);
void chat_free(Table *t);

/* Takes the rest of a line `delay` (watch.c), and of a line `points` (bracket.c). */
Reason delay_enter(Table *t, const char *rest);
Reason bracket_enter(Table *t, const char *rest);

/* Takes the rest of a line of an order; forgets what a seat ordered; ends the orders that are over;
   a move is about to be made: whether an order makes it; the move of a seat was taken back, and the
   others have the orders again that it ended; what a viewer may know of orders: his own. */
Reason order_enter(Table *t, const char *rest);
void order_forget(Table *t, int seat);
void order_follow(Table *t);
bool order_moves(Table *t, int seat, Move move);
void order_undone(Table *t, int seat);
void order_write(const Table *t, int viewer, Text *json);

/* Whether several people play here. */
bool seats_shared(const Table *t);

/* Remembers what somebody did. */
void act_add(Table *t, const char *kind, int seat, int other, int n, const char *you,
             const char *they);

/* The lines about time and absence (absence.c): each takes the rest of its line. */
Reason time_enter(Table *t, const char *rest);
Reason late_enter(Table *t, const char *rest);
Reason vote_enter(Table *t, const char *rest);
Reason wait_enter(Table *t, const char *rest);
Reason pause_enter(Table *t, const char *rest);
Reason resume_enter(Table *t, const char *rest);
Reason holiday_enter(Table *t, const char *rest);

/* A move of a seat is about to be made: by whom, and what that ends. Returns whether the clock
   makes it; `absence_moved` follows once it is made (`stretched`: within a stretch of live moves),
   also by Chance. */
bool absence_moves(Table *t, int seat);
void absence_moved(Table *t, int seat, bool stretched);

/* The person of a seat leaves it to a bot (`why`: "", "clock" or "vote"), or it is over. */
void absence_leaves(Table *t, int seat, const char *why);
void absence_ends(Table *t, int seat);

/* Takes the rest of a line `commitment` or `nonce`; and whether the game may begin: every seat of a
   sealed table has given its nonce. */
Reason fair_enter_commitment(Table *t, const char *rest);
Reason fair_enter_nonce(Table *t, const char *rest);
Reason fair_begin_check(const Table *t);

/* The lines of a record's header about the seal, and whether those read go together. */
void fair_write_header(const Table *t, Text *out);
Reason fair_header_check(const Seal *seal, int players);

/* Makes the table a lesson; what its deal has Chance draw now, false: nothing, it draws freely. */
Reason lesson_enter(Table *t);
bool lesson_draw(const Table *t, Move *out);

/* Marks the table as played without a server (handover.h). */
Reason offline_enter(Table *t);

/* Sets `state` to what it was after `position` of the moves that stand. */
void table_reach(const Table *t, int position, void *state);

#endif
