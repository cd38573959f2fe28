/* impression.h: what the moves of others tell of their characters.

   Whoever sits with Bart for an hour knows that he is bold. An impression holds each decision of a
   seat that everybody saw against what each sailor would have done there, and a search imagines
   those more often who would have done the same. It knows no more than a spectator does, whoever
   reads: what is hidden is guessed, a few times. No sailor is ever ruled out, so that a search
   counts on nobody in particular; the plain one, who is no sailor, must speak for himself, and is
   known only in games that survey all moves at once. */
#ifndef NEGOCE_IMPRESSION_H
#define NEGOCE_IMPRESSION_H

#include "bots/styles.h"

/* All zero: nothing has been seen; the sailors are alike, and the plain one is not thought of. */
typedef struct Impression {
    uint8_t behind[SEATS_MAX][SAILORS]; /* by how many guesses a sailor is behind the likeliest */
    uint8_t plain[SEATS_MAX];           /* how many guesses speak for the plain one */
    uint32_t noted;                     /* decisions so far */
} Impression;

/* Makes the legal move of `seat`, or of CHANCE, in the full state `s`, and notes what it tells. */
void impression_follow(Impression *r, const Game *game, void *s, int seat, Move move);

/* The number of somebody to imagine in `seat`. */
int impression_draw(const Impression *r, int seat, Rng *rng);

#endif
