/* reckon.h: dead reckoning: where a captain under sail can think he is, and how far he may be out.

   A reckoning is a normal distribution over the place of the ship and the bias of the voyage,
   carried along order by order, and put right by what is called to him. Whole numbers only, so that
   captain and shipmates reckon alike on every machine. For pilot.c, advice.c and window.c. */
#ifndef NEGOCE_VOC_RECKON_H
#define NEGOCE_VOC_RECKON_H

#include "games/voc/state.h"

typedef struct Spot {
    int x, y;
} Spot;

/* Means and covariances; units of the chart and milliradians, times RECKON_ONE. */
typedef struct Reckoning {
    int64_t x, y, bias;
    int64_t xx, xy, yy, xb, yb, bb;
} Reckoning;

enum {
    RECKON_ONE = 1024,
    DOUBT = 6 /* a captain who can be out by less needs no word: who calls one talks nonsense */
};

/* A voyage begins where everyone sees the ship. */
Reckoning reckon_from(Spot at);

/* An order is given and sailed, with errors nobody sees. */
void reckon_order(Reckoning *r, int heading, int length);

/* A shipmate calls a direction: the ship lies to the other side by more than one might expect. */
void reckon_word(Reckoning *r, Call word);

/* How far, in units, the captain may be out along the axis of a word. */
int reckon_spread(const Reckoning *r, Call word);

/* The ship is known to be inside a circle. */
void reckon_inside(Reckoning *r, Spot middle, int radius);

/* Where he thinks he is, and how far he may be out: one standard deviation. */
Spot reckon_at(const Reckoning *r);
int reckon_doubt(const Reckoning *r);

/* Places where the ship may be instead, as offsets from where he thinks it is, and how likely each
   is; the weights sum up to RECKON_WEIGHT. */
enum { RECKON_PLACES = 25, RECKON_WEIGHT = 1000 };
void reckon_places(const Reckoning *r, Spot place[RECKON_PLACES]);
extern const int reckon_weight[RECKON_PLACES];

#endif
