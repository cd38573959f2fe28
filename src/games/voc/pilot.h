/* pilot.h: how a good captain finds his way, from what he knows. For sense.c only. */
#ifndef NEGOCE_VOC_PILOT_H
#define NEGOCE_VOC_PILOT_H

#include "games/voc/state.h"

enum { PILOT_LEG = 42 }; /* the longest order a careful captain gives: shipmates speak between */

typedef struct Spot {
    int x, y;
} Spot;

/* What the captain of the ship under sail has in mind; shipmates work it out as he does. */
typedef struct Course {
    Spot at;   /* where he thinks he is: his orders without errors, put right by words */
    int doubt; /* how far he may be out by now */
    int goal;  /* a port, or PORTS + chart for home */
} Course;
Course pilot_course(const Voc *s);

/* Where `captain` does best to sail: a port, or PORTS + chart for home. */
int pilot_goal(const Voc *s, int ship, int captain, Spot from);

/* Units to the goal, dearer near a coast; large where no way leads. */
int pilot_way(int goal, Spot from);

/* Whether somebody who thinks he is at `at` is there; `doubt` as above. */
bool pilot_arrived(int goal, Spot at, int doubt);

/* Whether a call to stop can be right for somebody who thinks he is at `at`. */
bool pilot_heeds_stop(int goal, Spot at, int doubt);

/* How good an order looks from `at`: higher is better. */
int pilot_order(int goal, Spot at, int doubt, int heading, int length);

/* The best order from `at`. */
Move pilot_best(int goal, Spot at, int doubt);

/* How good a word of `seat` would be for the ship under sail, in square units put right; 0 or less
   where silence is better. */
int pilot_word(const Voc *s, int seat, Call word);

#endif
