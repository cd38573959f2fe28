/* bots.h: opponents that play any game.

   A bot gets a state already hidden for its seat and nothing else: what it may not know is not
   there. It returns a legal move of that seat. Bots know no clock: whoever wants a move in time
   lends them one (Effort). Without it a bot is a pure function of state, style and generator, the
   same on every build, so it thinks in any thread and its games can be played again.

   A decision is thought in steps (thought_begin, thought_step, thought_move), so that many tables
   share few threads; bot_move does all of them at once. */
#ifndef NEGOCE_BOTS_H
#define NEGOCE_BOTS_H

#include "bots/search.h"
#include "bots/styles.h"

/* How a level comes to its moves. */
typedef enum Way {
    WAY_RANDOM, /* every legal move is equally likely */
    WAY_GREEDY, /* one step of the game's sense */
    WAY_REFLEX, /* the game's policy */
    WAY_SEARCH  /* thinks ahead */
} Way;

typedef struct Bot {
    const char *id;    /* "trader": in records, messages and options */
    const char *title; /* what players call it, of the catalogue */
    bool offered;      /* to people who choose; the others are for tests and old records */
    Way way;
    int careless;     /* added to the style it plays in */
    int unsteady;     /* the same */
    int hard;         /* the same */
    int iterations;   /* of a search that has no clock */
    int milliseconds; /* of a search that has one, about, for a turn */
} Bot;

extern const Bot *const bots[]; /* from weakest to strongest, ended by NULL */

/* The bot of this id, or NULL. */
const Bot *bot_named(const char *id);

/* All of them as an array of {id, title, offered}, then `count` guests by their names. `key` as for
   jot_open. */
void bots_json(const char *key, const char *const *guests, int count, Text *json);

/* How long a bot may think about one decision. A level has its time for a whole turn, the decisions
   one player makes in a row: whoever lends it a clock tells what it has spent of it. */
typedef struct Effort {
    int iterations;       /* so many imagined games; 0: as the level has it */
    int milliseconds;     /* so long for each decision; 0: as the level has it */
    int64_t (*now)(void); /* nanoseconds of any clock; NULL: by iterations alone */
    int64_t spent;        /* nanoseconds in earlier decisions of this turn */
} Effort;

/* Somebody else's bot, as whoever reaches it knows how to ask (guests/guests.h). Asked once, it is
   looked after until it has answered or is lost; a lost one is lost for good. */
typedef enum Reply { REPLY_WAITS, REPLY_GIVEN, REPLY_LOST } Reply;
typedef struct Asker Asker;
struct Asker {
    void (*question)(Asker *asker, const Game *game, const void *hidden, int players, int seat);
    /* Waits some milliseconds at most; `move` is legal where it is given. */
    Reply (*reply)(Asker *asker, int wait, Move *move);
};

/* Who sits in a seat. */
typedef struct Player {
    const Bot *bot;     /* plays on where the asker is lost */
    Asker *asker;       /* NULL: the bot itself plays */
    const Style *style; /* NULL: steady */
    bool any_style;     /* in the arena: one of those that lean to a side, another each deal */
    bool stranger;      /* in the arena: one of the strangers, another each deal */
    Effort effort;
    Impression impression; /* of those it plays with */
} Player;

/* One decision being thought about. */
typedef struct Thought {
    _Alignas(64) unsigned char window[STATE_MAX]; /* of bot_move: the state hidden for the seat */
    Player player;
    const Game *game;
    int players, seat;
    Rng *rng;
    bool asked;            /* the asker has the question */
    Style style;           /* the player's, with the carelessness of his level */
    int64_t begun, budget; /* nanoseconds */
    int64_t seen, longest; /* the clock at the last step, and the longest of them */
    bool decided;
    Move move; /* once decided */
    Search search;
} Thought;

/* Memory to think in, to be freed; about 3 KiB. A thought is not moved once begun. */
Thought *thought_room(void);

/* Begins to think about the decision of `seat` in `hidden`, a state hidden for it. */
void thought_begin(Thought *t, const Player *player, const Game *game, const void *hidden,
                   int players, int seat, Rng *rng);

/* Thinks for a short while. False once the move is decided. */
bool thought_step(Thought *t);

/* The move, the best so far where it is not decided. */
Move thought_move(const Thought *t);

/* The move of `player` in seat `seat` of the full state `s`: hides, then chooses. `room` is where
   it thinks. */
Move bot_move(const Player *player, const Game *game, const void *s, int players, int seat,
              Rng *rng, Thought *room);

#endif
