/* ashore.h: what a merchant does at home, at once: deals, contracts, the warehouse. For mind.c. */
#ifndef NEGOCE_VOC_ASHORE_H
#define NEGOCE_VOC_ASHORE_H

#include "games/voc/state.h"

/* A good move of the sales, by the same judgement as sense.c but without listing every move; false
   where this is none of its phases, or what is left is too seldom to be worth it. */
bool ashore_policy(const Voc *s, int seat, const Style *style, Move *out);

/* The moves of the sales worth a search's time with how good they look, in tenths of a daalder;
   offers come as an even bargain, a good one and a hard one. Returns how many; 0: as above. */
int ashore_choices(const Voc *s, int seat, const Style *style, Move *out, int32_t *looks);

/* What a style makes of a move ashore, in tenths of a daalder: the thrifty and the spiteful deal
   for more, a spiteful one least of all with who has most; the patient leave contracts that bring
   little, the bold leave a good for the next port. */
int ashore_leaning(const Voc *s, int seat, const Style *style, Move m);

#endif
