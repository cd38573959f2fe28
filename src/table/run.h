/* run.h: what keeps a table going, whoever runs it: a server with sockets and a store, or the page
   itself. What happens by itself, whether a person may act or talk now, and when bots move. No I/O:
   the time is told, lines are handed out to be entered and kept. */
#ifndef NEGOCE_RUN_H
#define NEGOCE_RUN_H

#include "table/table.h"

/* A request that was not granted, with a code of docs/protocol.md: `code` is NULL where it was. */
typedef struct Refusal {
    const char *code;
    Reason why;
} Refusal;

#define GRANTED           ((Refusal){NULL, {NULL, 0}})
#define REFUSE(word, ...) ((Refusal){word, REFUSED(__VA_ARGS__)})
#define REFUSE_UNSEATED   REFUSE("seat", N_("You do not sit at this table."))

/* --- what happens by itself ------------------------------------------------------------------- */

/* The first line of a table with this seed: its seal. */
void run_seal(const uint8_t seed[SEED_BYTES], Text *line);

/* Writes the next line that needs nobody: where every seat is taken the nonces that are missing and
   the begin, then the draws of Chance. False where there is none. */
bool run_next(Table *t, const uint8_t seed[SEED_BYTES], Text *line);

/* The time of the moment is over (Game.live.clock): the next seat for which the clock moves, and
   its move; -1: none has one, or the journal has no room for its two lines, `late` and the move. */
int run_lapse(const Table *t, Move *move);

/* --- people ----------------------------------------------------------------------------------- */

/* Why the person of `seat` (-1: he has none) cannot act now with a request for version `at`. One
   for an older version is meant for this one only where it is for a move that can be read, and a
   live one; NULL: it is for no such move. */
Refusal run_act_check(const Table *t, int seat, int at, const Move *move);

/* Why a move of his was not made: it is not his turn, or not legal (`why`). */
Refusal run_move_refusal(Reason why);

/* Why the person of `seat` cannot talk to the table now. `pays` tells whether he makes the move of
   `fine` first, for which he must have `agreed`. */
Refusal run_chat_check(const Table *t, int seat, bool agreed, Fine *fine, bool *pays);

/* Events told with a table or a position, about what a journal shows at once; and those of a page
   of older ones, which are asked for. */
enum { LAST_EVENTS = 60, EVENTS_PAGE = 400 };

/* Through whose eyes a game is looked back at. */
enum { EYES_OWN, EYES_SEAT, EYES_OPEN = EYES_SEAT + SEATS_MAX };

/* The viewer whom the person of `seat` (-1: none) looks back as, or why he may not. Of a finished
   game everybody may see everything; while it is played each looks through his own eyes. */
Refusal run_eyes(const Table *t, int seat, int eyes, int *viewer);

/* The same, and whether there is such a position to look at. `last` is the newest that may be seen,
   here and below. */
Refusal run_look_check(const Table *t, int seat, int eyes, int position, int last, int *viewer);

/* The window of a position and the events before it, into an object that is open: the fields of a
   `replay`, but for the summary. Events up to the position `known` are not told again; they are
   told to the person of `seat`. */
void run_look_back(const Table *t, int position, int last, int viewer, int seat, int known,
                   Text *json);

/* Why nobody can play on from this position and seat of a game (table/journal.h). While it is
   played whoever did would learn what others hold. */
Refusal fork_check(const Table *t, int position, int seat);

/* How a table stands, for the person who looks; `t` below is one at which the same people sit. */
typedef struct Summary {
    const char *id, *title;
    const char *person; /* who looks */
    bool listed, rated; /* rated: its result counts */
    bool host;          /* he is */
    bool begun, over;
    int at; /* version */
    Turn turn;
    unsigned here;        /* bit s: the owner of seat s is */
    int64_t wall;         /* seconds since 1970 */
    const int64_t *since; /* the same, one a seat: since when its owner is not here, 0: he is; NULL:
                             nobody knows */
} Summary;

/* The fields of a summary (docs/protocol.md), into an object that is open: who sits here and how it
   is played, which few moves change; and how far it has come, which every move does. */
void run_seated(const Table *t, const Summary *summary, Text *json);
void run_turn(const Summary *summary, Text *json);

/* --- bots ------------------------------------------------------------------------------------- */

/* How fast the bots of a table play, where somebody plays alone with them and chose it. */
typedef enum Tempo { TEMPO_USUAL, TEMPO_CALM, TEMPO_ONCE, TEMPO_WAIT } Tempo;

/* When each bot that owes a move may make it. All zero: nothing was told of the table yet. */
typedef struct Pace {
    Tempo tempo;               /* of the moment: nothing of it is kept */
    uint64_t haggling;         /* ms: since when only bots speak in an auction, 0: they do not */
    Turn bots;                 /* who owes a move, at version `at` */
    uint64_t ready[SEATS_MAX]; /* ms: not sooner each of them moves */
    int at;
} Pace;

/* The table has come to another version at the time `now`; a step takes `step` ms. */
void pace_set(Pace *pace, const Table *t, uint64_t now, uint64_t step);

/* Why the person of `seat` (-1: he has none) cannot choose how fast the bots are. */
Refusal pace_check(const Table *t, int seat);

/* Sets how fast they are from now on. */
void pace_choose(Pace *pace, Tempo tempo);

/* Milliseconds the bot that moves next may think about it, because an auction in which only bots
   speak must not last; 0: as long as its level does. */
int pace_thought(const Pace *pace, uint64_t now);

/* The bot that moves next, -1: none owes a move, or they wait. Of several who has waited longest.
 */
int pace_next(const Pace *pace, const Table *t);

#endif
