/* negoce.h: the rules of Négoce for other programs (docs/library.md).

   A position is one whole game at one moment; every function is pure but for the position it is
   given, so positions are used in any thread, one at a time. Moves are text in the notation of
   records. Functions that return text return a pointer that stays good until the next call with the
   same position. Nothing here reads a clock or draws a number by itself: chance comes from seeds.
 */
#ifndef NEGOCE_LIBRARY_H
#define NEGOCE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NEGOCE_SEATS = 6,
    NEGOCE_CHANCE = 6,     /* a seat that draws; bit 6 of negoce_turn */
    NEGOCE_VECTOR = 512,   /* numbers of negoce_vector */
    NEGOCE_ACTIONS = 4096, /* places of negoce_mask */
};

typedef struct NegocePosition NegocePosition;

/* The id of game `i`, from 0 on; NULL after the last. */
const char *negoce_game(int i);

/* The start of a game; `options` as "gains=open trade=all", NULL or "" for the usual game. NULL
   where it cannot be played so. */
NegocePosition *negoce_start(const char *game, int players, const char *options);
NegocePosition *negoce_copy(const NegocePosition *p);
void negoce_free(NegocePosition *p);

int negoce_players(const NegocePosition *p);
/* Who must act: bit s for seat s, bit NEGOCE_CHANCE for a draw; 0: the game is over. */
uint32_t negoce_turn(const NegocePosition *p);

/* How many moves `seat` (or NEGOCE_CHANCE) has, and the text of each, from 0 on. Of kinds that are
   too many to list, such as the strokes of a pen in VOC!, some; negoce_apply takes any. */
int negoce_moves(NegocePosition *p, int seat);
const char *negoce_move(NegocePosition *p, int i);

/* Makes a move. NULL, or a sentence in English why it is not possible: then nothing has changed. */
const char *negoce_apply(NegocePosition *p, int seat, const char *move);

/* Makes one of Chance's moves by its probability; the same seed draws the same. */
void negoce_draw(NegocePosition *p, uint64_t seed);

/* Removes what `seat` may not know: the position is hidden then, and only that seat may look at it
   (moves, window, bot, vector, mask); nothing is played or drawn there, and no other seat hides it
   once more. negoce_guess makes it whole again, with what could be there as far as `seat` knows; it
   hides a whole position first, so that one may be guessed again and again. */
void negoce_hide(NegocePosition *p, int seat);
void negoce_guess(NegocePosition *p, int seat, uint64_t seed);

/* What `seat` sees, as the JSON `picture` of docs/protocol.md. */
const char *negoce_window(NegocePosition *p, int seat);

/* A good move of `seat`, quickly; and what a bot ("trader", "shipowner"…) plays that imagines
   `iterations` games, 0: as its level has it. NULL where there is no such bot. Both see only what
   the seat may know. */
const char *negoce_policy(NegocePosition *p, int seat, uint64_t seed);
const char *negoce_bot(NegocePosition *p, int seat, const char *level, int iterations,
                       uint64_t seed);

/* The chance of each seat to win, in thousandths, as the game's own judgement has it. It sees
   everything: a search by what one seat knows makes a guess first. In a hidden position all are 0.
   At the end of a game its winners share the 1000; where the game itself won all are 0. */
void negoce_worth(const NegocePosition *p, int32_t chance[NEGOCE_SEATS]);

/* Points and rank (1: winner) of each seat, also during the game. Where the game itself won, as
   Amsterdam can in VOC!, nobody is 1. */
void negoce_score(const NegocePosition *p, int32_t points[NEGOCE_SEATS],
                  int32_t rank[NEGOCE_SEATS]);

/* For learning: what `seat` may know as numbers from 0 to 1 (the bytes of the hidden state, then
   zeros), and which of NEGOCE_ACTIONS places are legal moves. A move has the same place wherever it
   is legal, but for rare collisions, where the later of the list takes the next free place.
   Returns how many are legal. */
void negoce_vector(const NegocePosition *p, int seat, float out[NEGOCE_VECTOR]);
int negoce_mask(NegocePosition *p, int seat, uint8_t out[NEGOCE_ACTIONS]);
/* The move at a place of the last mask; NULL where there is none. */
const char *negoce_action(NegocePosition *p, int place);

#ifdef __cplusplus
}
#endif
#endif
