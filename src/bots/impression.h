/* impression.h: what the moves of others tell of their characters.

   Whoever sits with Bart for an hour knows that he is bold. An impression holds each decision of a
   seat that everybody saw against what each sailor would have done there, and a search imagines
   those more often who would have done the same. It knows no more than a spectator does, whoever
   reads: what is hidden is guessed, a few times. None is ever ruled out, so that a search counts on
   nobody in particular. */
#ifndef NEGOCE_IMPRESSION_H
#define NEGOCE_IMPRESSION_H

#include "bots/styles.h"

/* All zero: nothing has been seen, and all are alike. */
typedef struct Impression {
    uint8_t behind[SEATS_MAX][SAILORS]; /* by how many guesses a sailor is behind the likeliest */
    uint32_t noted;                     /* decisions so far */
} Impression;

/* Makes the legal move of `seat`, or of CHANCE, in the full state `s`, and notes what it tells. */
void impression_follow(Impression *r, const Game *game, void *s, int seat, Move move);

/* The number of a sailor to imagine in `seat`. */
int impression_draw(const Impression *r, int seat, Rng *rng);

#endif
