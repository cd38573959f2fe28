/* game.h: what a game is.

   A game is one constant `Game`: a table of functions over a state of plain bytes. The state holds
   no pointer, is copied by assignment and compared with memcmp. Nothing here allocates, reads a
   clock, draws a number by itself or uses floating point, so every build of the engine agrees to
   the bit. Chance is a player: when cards must be dealt, `turn` names CHANCE and whoever runs the
   game applies one of its moves. The list of moves alone tells a game. */
#ifndef NEGOCE_GAME_H
#define NEGOCE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/feat.h"
#include "core/rng.h"
#include "core/text.h"
#include "core/words.h"

enum {
    SEATS_MAX = 6,
    CHANCE = SEATS_MAX,        /* plays the draws */
    SPECTATOR = SEATS_MAX + 1, /* sees what everyone sees, never plays */
    STATE_MAX = 512,           /* bytes of the largest state of any game */
    MOVES_MAX = 512,           /* longest list `moves` may return, in any game */
    MOVE_ITEMS = 14,           /* items of one move */
    MOVE_TEXT_MAX = 160,       /* bytes of one move in notation, final NUL included */
    OPTIONS_MAX = 8,           /* variants of one game */
    IDEAS_MAX = 64,            /* longest list `ideas` may return */
    PARTS_MAX = 12,            /* sources of a score shown apart */
    WEIGHTS_MAX = 64           /* weights of one game's judgement */
};

/* One decision, small and plain. What verb and items mean is the game's own affair; unused items
   are 0, so that equal moves are equal bytes. */
typedef struct Move {
    uint8_t verb;
    uint8_t count; /* items used */
    uint8_t item[MOVE_ITEMS];
} Move;

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "byte j of a word is byte j of a move");

/* A move of at most eight items, item j in byte j of `items`. It is put together as words: a move
   written byte by byte is slow to read back whole. */
static inline Move move_of(unsigned verb, int count, uint64_t items) {
    uint64_t words[2] = {verb | (unsigned)count << 8 | items << 16, items >> 48};
    Move m;
    memcpy(&m, words, sizeof m);
    return m;
}

/* A move of no item, of one, two or three. */
static inline Move move_bare(unsigned verb) {
    return move_of(verb, 0, 0);
}
static inline Move move_one(unsigned verb, int a) {
    return move_of(verb, 1, (uint8_t)a);
}
static inline Move move_two(unsigned verb, int a, int b) {
    return move_of(verb, 2, (unsigned)((uint8_t)a | (uint8_t)b << 8));
}
static inline Move move_three(unsigned verb, int a, int b, int c) {
    return move_of(verb, 3, (unsigned)((uint8_t)a | (uint8_t)b << 8 | (uint8_t)c << 16));
}

/* Who must act: bit s for seat s, bit CHANCE for Chance; 0 when the game is over. A seat that owes
   nothing may still have legal moves. */
typedef uint32_t Turn;

static inline bool turn_has(Turn turn, int seat) {
    return (turn >> seat) & 1u;
}

/* Why something is not possible, for a person; `text` is NULL where it is possible. The text is a
   sentence of the catalogue and may name {n}. */
typedef struct Reason {
    const char *text;
    int n;
} Reason;

#define ALLOWED      ((Reason){NULL, 0})
#define REFUSED(...) ((Reason){.text = __VA_ARGS__}) /* the sentence, then n if it has one */
#define ASKED(...)   REFUSED(__VA_ARGS__)            /* the same shape asks a question */

/* What a game answers who is not to move: clients are told it with a code of its own. */
#define NOT_YOUR_TURN REFUSED(N_("It is not your turn."))

/* A variant a host may choose. The first choice is the default. */
typedef struct Option {
    const char *name;           /* "gains": in records and messages */
    const char *label;          /* a question for the host, of the catalogue */
    const char *const *choices; /* words, ended by NULL */
    const char *const *labels;  /* each choice in words, of the catalogue */
    const uint8_t *least;       /* fewest players each choice is for; NULL: as the game */
    bool ours; /* no variant of the booklet's: a record names it only where it is not the default */
} Option;

typedef struct Score {
    int points;
    int tie;  /* decides between equal points, more is better */
    int rank; /* 1 for a winner; equal ranks share */
    int parts[PARTS_MAX];
} Score;

/* One number of a game's judgement that was found by trying. */
typedef struct Weight {
    const char *name; /* "pair.late": in `negoce tune` and in comments */
    int16_t value, least, most;
} Weight;

/* The weights of a game are one list, LIST(W), with a row W(id, name, value, least, most) for each.
   DECLARE_WEIGHTS makes of it their numbers W_id, how many WEIGHTS there are, and the names of two
   tables: the rows, and their values alone. DEFINE_WEIGHTS makes the tables. */
#define DECLARE_WEIGHTS(game, LIST)                                                                \
    enum { LIST(WEIGHT_ID) WEIGHTS };                                                              \
    _Static_assert((int)WEIGHTS <= WEIGHTS_MAX, "a style has room for them");                      \
    extern const Weight game##_weights[WEIGHTS + 1];                                               \
    extern const int16_t game##_settled[WEIGHTS]
#define DEFINE_WEIGHTS(game, LIST)                                                                 \
    const Weight game##_weights[WEIGHTS + 1] = {LIST(WEIGHT_ROW){0}};                              \
    const int16_t game##_settled[WEIGHTS] = {LIST(WEIGHT_VALUE)}
#define WEIGHT_ID(id, name, value, least, most)    W_##id,
#define WEIGHT_ROW(id, name, value, least, most)   {name, value, least, most},
#define WEIGHT_VALUE(id, name, value, least, most) value,

/* How somebody plays: leanings from -100 to 100, each 0 in a steady player, so that a Style of
   zeros is the strongest play a game knows. Leanings shift close decisions; none makes a move
   absurd. A game heeds those that mean something in it. */
typedef struct Style {
    int8_t bold;     /* takes chances for a high gain; below 0: prefers what is sure */
    int8_t thrifty;  /* keeps money, cards and goods together; below 0: spends freely */
    int8_t spiteful; /* counts what a rival loses as gained; below 0: minds only his own affairs */
    int8_t patient;  /* builds for the end of the game; below 0: takes what is there now */
    int8_t careless; /* per cent of decisions in which something is overlooked, as people do: a
                        colour, a rival, what a thing will cost; never below 0 */
    int8_t unsteady; /* per cent of the largest error of hand and eye, where a game needs them: a
                        ship that is steered blind; never below 0 */
    int8_t hard;     /* per cent he wants of a deal beyond what is even; never below 0 */
    bool plain;      /* decides as the game's sense does, by simple prices, where that differs */
    const int16_t *weights; /* in the order of GameRules.weights, on trial; NULL: as in the table */
} Style;

/* What free talk at the table costs: a move of the speaker that goes with his message. */
typedef struct Fine {
    Move move;
    const char *warning; /* of the catalogue, as `act`, what paying is called; both may name {n} */
    const char *act;
    int n;
} Fine;

/* An auction that runs now, for a seat that may still bid in it. */
typedef struct Lot {
    uint32_t number; /* another one for each auction */
    uint32_t wares;  /* bit i: GameLive.wares[i] is on sale */
    int next;        /* what a bid must stake at least, at most where the auction is falling */
} Lot;

/* --- news: what a move did, in order, and who may know it ---------------------------------- */

enum { NEWS_MAX = 40, EVENT_ITEMS = 40 };

enum { EVERYONE = 0xff }; /* an audience: bit v for viewer v, SPECTATOR included */

/* One thing that happened. `you` is the sentence for the seat it is about, `they` for the others,
   `touched` for `other` where it would name him; all are of the catalogue and may use {seat},
   {other}, {n}, {m} and {items}. */
typedef struct Event {
    const char *kind; /* "bid": what a page animates and sounds */
    const char *you, *they, *touched;
    uint8_t audience;               /* who may know */
    uint8_t opens;                  /* who now also learns all that was kept from him before */
    int8_t seat, other;             /* -1: nobody */
    int16_t n, m;                   /* numbers of the sentence */
    uint8_t count;                  /* items used */
    const char *items[EVENT_ITEMS]; /* static ids: "wood3" */
} Event;

/* What one apply told. `reveals` is set when a seat learned something it cannot unlearn, so that no
   undo may go back behind it. */
typedef struct News {
    int count;
    bool reveals;
    Event event[NEWS_MAX];
} News;

/* Adds an event to `news`, about `seat` and the number `n`, for everyone. Returns it for the rest
   to be filled in. */
Event *news_add(News *news, const char *kind, int seat, int n, const char *you, const char *they);

/* The same; NULL where there is no news to add to. What follows takes that NULL too. */
static inline Event *tell(News *news, const char *kind, int seat, int n, const char *you,
                          const char *they) {
    return news ? news_add(news, kind, seat, n, you, they) : NULL;
}

/* Each adds something to an event and returns it: an item, the other number, who may know. */
Event *tell_item(Event *event, const char *item);
Event *tell_m(Event *event, int m);
Event *tell_only(Event *event, int seat);

/* The same: whom it is done to, and in which words he hears it. */
Event *tell_other(Event *event, int other, const char *touched);

/* The sentence `reader` hears (-1: somebody without a seat); NULL: none. */
const char *event_words(const Event *event, int reader);

/* One thing that speaks for a move of `seat` or against it: it may name {n}, the seat {other} (-1:
   none) and the item {items} (NULL: none). Returns it for a second number. */
Event *because(News *news, int seat, int n, int other, const char *item, const char *text);

/* --- the game --------------------------------------------------------------------------------

   A game is in three parts: its rules, which a search calls by the billion; its words, which people
   read; and what only a table played live needs. A game fills the first two; where it leaves the
   third empty, its moves follow one another and take what time they take. */

typedef struct GameRules {
    /* Sets up `s`; options[i] is the index of the choice taken for options[i]. */
    Reason (*start)(void *s, int players, const uint8_t *options);
    Turn (*turn)(const void *s);
    /* Lists every legal move of `seat` (or CHANCE) into `out`, returns how many. Reads only what
       `seat` may know, as `pick` does: hidden for it, the state has the same moves. */
    int (*moves)(const void *s, int seat, Move *out);
    /* True for kinds of move too many to list, such as strokes of a pen: of these `moves` lists a
       few plain ones and `check` alone decides. Optional: NULL where every kind is listed. */
    bool (*vast)(Move m);
    Reason (*check)(const void *s, int seat, Move m);
    /* `m` is legal. `news` may be NULL. */
    void (*apply)(void *s, int seat, Move m, News *news);
    /* One of Chance's moves, by its probability. */
    Move (*sample)(const void *s, Rng *rng);
    /* Makes Chance's moves until it is no longer Chance's turn and returns how many, at least one:
       the same as `sample` and `apply` again and again, by the same numbers. Optional: NULL where
       that is fast enough. */
    int (*draw_all)(void *s, Rng *rng);
    /* How likely one of Chance's listed moves is: its weight, at least 1, out of the sum of theirs.
       0 for a vast kind, which only `sample` draws; such a kind never stands beside others. */
    int (*weight)(const void *s, Move m);
    /* A legal move of `seat`, each equally likely. Optional: NULL where listing is fast enough. */
    Move (*pick)(const void *s, int seat, Rng *rng);

    /* Removes what `viewer` may not know. CHANCE knows everything: replays of records look through
       its eyes, players and spectators never do. */
    void (*hide)(void *s, int viewer);
    void (*guess)(void *s, int viewer, Rng *rng); /* fills the holes of a hidden state */

    void (*score)(const void *s, Score *out); /* one a seat; also during the game */

    /* How good `m` looks to a player who sees `s` from `seat`: higher is better, any unit. */
    int (*sense)(const void *s, int seat, Move m);
    /* Legal moves of vast kinds that are worth a look, for bots. Optional, with `vast`. */
    int (*ideas)(const void *s, int seat, Move *out);
    /* All of `moves` and `ideas`, and what `sense` says of each, where that is faster at once.
       Optional: NULL where one by one is fast enough. */
    int (*survey)(const void *s, int seat, Move *out, int32_t *looks);

    /* --- for searches. Each may stay NULL: then a search does without, slower and weaker. All but
       `worth` read only what `seat` may know: given a full state they answer as they would given
       it hidden for `seat`. All are pure functions without allocation or floating point. */

    /* A good move of `seat`, who owes one or has one, quickly: what rollouts are played with,
       within a microsecond or so. Legal always. Draws from `rng` only for ties and for what
       `style` overlooks. */
    Move (*policy)(const void *s, int seat, const Style *style, Rng *rng);
    /* The moves of `seat` worth a search's time, dominated ones left out where that is provable,
       and how good each looks (higher is better, any unit). Legal, without a move twice, at least
       one where `seat` owes a move; the best looking is about what `policy` would play. At most
       MOVES_MAX. NULL: `moves` and `ideas`, as `sense` sees them. */
    int (*choices)(const void *s, int seat, const Style *style, Move *out, int32_t *looks);
    /* What the position promises every seat at once: out[seat] is the final points to be expected,
       in hundredths, ties included as fractions of a point; out[CHANCE] the same for a house that
       can beat everyone, INT32_MIN where there is none. `s` is full, as `guess` leaves it. Returns
       the spread: how far, in the same hundredths, the difference between two seats typically
       (one standard deviation) still moves until the end; at least 1. Whoever calls turns both
       into chances of winning (bots/odds.h), so what counts is the difference between seats.
       Best at the boundaries that `stage` names; defined everywhere. */
    int32_t (*worth)(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]);
    /* Number of the stretch the game is in: never falls as moves are made, and grows exactly at the
       boundaries where positions compare fairly (the end of a round, when all had their turn), so
       that a rollout may be cut there and valued by `worth`. Known to everyone. */
    int (*stage)(const void *s);
    /* Where a stretch of small steps of seats begins that a search need not take one by one, goes
       to its end as likely as they would come out with players of these styles, one a seat, and
       this luck, the seed of a generator; false: there is none here. `s` is full. */
    bool (*leap)(void *s, const Style *const styles[], uint64_t luck);
    int horizon; /* stages a rollout lasts, the running one included; 0: to the end of the game */
    int reach;   /* imagined games that are worth a stage more; 0: none are */
    const Weight *weights; /* of policy, choices and worth, ended by a NULL name */

    const char *(*audit)(const void *s); /* NULL, or the invariant that is broken */
} GameRules;

typedef struct Notation Notation;

typedef struct GameWords {
    const char *const *parts; /* sources of a score, of the catalogue, ended by NULL */
    const Notation *notation; /* moves as text and back: core/notation.h */
    const char *const *terms; /* what notation names, "wood" of wood3, ended by NULL */
    const char *const *rules; /* the rules in short, of the catalogue, ended by NULL */
    const Feat *feats;        /* ended by a NULL id; NULL: none */
    const Feat *bests;        /* of what a person's page tells the best; ended alike */

    /* The state `s`, already hidden for `viewer`, as one JSON object, and as text for a terminal of
       `width` columns: lines of words that are longer are broken by who prints them, what is drawn
       must fit. */
    void (*picture)(const void *s, int viewer, Text *json);
    void (*print)(const void *s, int viewer, const char *const *names, Lang lang, int width,
                  Text *out);
    /* What speaks for a move `seat` could make, and against it: a sentence each (`because`), the
       weightiest first. One that tells what the move's own news would has their kind: they are not
       told again. Reads only what `seat` may know. Optional. */
    void (*reason)(const void *s, int seat, Move m, News *news);
    /* What is asked of `seat` now, in one sentence; ALLOWED where nothing is. */
    Reason (*ask)(const void *s, int seat);
} GameWords;

/* Every hook is optional. */
typedef struct GameLive {
    /* True for moves made in real time beside those of others, such as a stroke or a called word:
       they are meant for the moment they arrive at, whatever others did live meanwhile. Depends
       only on what everyone knows. */
    bool (*is_live)(const void *s, Move m);
    /* True while small steps follow one another, such as the orders of a voyage: bots do not take
       their time for each. Depends only on what everyone knows. */
    bool (*brisk)(const void *s);
    /* True while an auction goes round, move by move: where only bots speak it does not last.
       Depends only on what everyone knows. */
    bool (*haggles)(const void *s);
    /* Seconds the decisions of the moment may take all together where the table is played live; 0:
       as long as they will. It stays the same until they are made. Goes with `lapse`. */
    int (*clock)(const void *s);
    /* The move made for a seat that owes one when that time is over; false: none. Made for all who
       owe, again and again, such moves bring the decisions to their end. */
    bool (*lapse)(const void *s, int seat, Move *out);
    /* Seconds a stretch of live moves that runs now, such as a voyage, may take in all for who must
       make them; 0: none runs. It is one decision: who is late for it is played for until its end.
       Depends only on what everyone knows. */
    int (*stretch)(const void *s);
    /* For orders set ahead (table/order.c); all of them read only what `seat` may know. Whether an
       auction runs in which `seat` may still bid; what a move of it stakes there in all, -1: it is
       no bid; how much it could stake at most. Where an auction is `falling` the lowest stake wins,
       and there is no need of means. */
    bool (*lot)(const void *s, int seat, Lot *out);
    int (*stake)(const void *s, int seat, Move m);
    int (*means)(const void *s, int seat);
    bool falling;
    const char *const *wares; /* what may be on sale, as notation names it, ended by NULL */
    const char *const *ahead; /* moves without items that may be ordered ahead, ended by NULL */
    /* Whether `seat` pays for talking to the table now, and what; `check` may still refuse the
       move. */
    bool (*chat)(const void *s, int seat, Fine *out);
} GameLive;

/* A first game against bots with a deal of its own, from lesson.json of the game's folder. The page
   tells its notes; this is what a table needs. */
typedef struct LessonOption {
    const char *name, *choice;
} LessonOption;

typedef struct Lesson {
    int players;
    const char *bot;             /* the level of the others */
    const LessonOption *options; /* those not at their default, ended by a NULL name */
    const char *const *deal; /* moves of Chance in notation, ended by NULL: the n-th of a verb is
                                what it draws the n-th time */
} Lesson;

typedef struct Game {
    const char *id;    /* "byzanz": in addresses, records, file names */
    const char *title; /* a proper name, not translated */
    const char *pitch; /* one line for the home page, of the catalogue */
    int min_players, max_players;
    size_t state_size;
    int max_moves;         /* bound of `moves`, derived in rules.c */
    const Option *options; /* ended by a NULL name */
    const Lesson *lesson;  /* NULL: none */
    GameRules rules;
    GameWords words;
    GameLive live;
} Game;

/* Sets the option `name` of the game to `choice` in `options`, or says why not. */
Reason option_set(const Game *game, const char *name, const char *choice, uint8_t *options);

enum { OPTIONS_TEXT_MAX = 128 }; /* OPTIONS_MAX words "name=choice" (tests/unit/message.c) */

/* The options of a game as words, "gains=open length=short", and back; false where a word is
   unknown. */
void options_write(const Game *game, const uint8_t *options, char out[OPTIONS_TEXT_MAX]);
bool options_read(const Game *game, const char *words, uint8_t options[OPTIONS_MAX]);

/* Writes a seat as JSON; null where `seat` is none of the table. */
JOT_INLINE void jot_seat_if(Text *json, const char *key, int seat) {
    if (seat >= 0 && seat < SEATS_MAX)
        jot_int(json, key, seat);
    else
        jot_null(json, key);
}

/* Ranks `n` scores by points, then tie. */
void score_rank(Score *scores, int n);

/* The seat to the left of one, clockwise. */
static inline int left_of(int seat, int players) {
    return seat + 1 == players ? 0 : seat + 1;
}

/* Makes Chance's moves, whose turn it is, until it is no longer; returns how many. */
int chance_plays(const Game *game, void *s, Rng *rng);

/* Whether `m` is one of those a game's `moves` lists for Chance. */
Reason check_chance(const void *s, int (*moves)(const void *s, int seat, Move *out), Move m);

/* True when the two moves are the same. */
bool move_equal(Move a, Move b);

/* Whether a move from outside has the form every move has: one of so many verbs, no more items than
   there is room for, and 0 where none is. What its items may be is the game's affair. */
bool move_formed(Move m, int verbs);

#endif
