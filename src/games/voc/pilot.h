/* pilot.h: how a good captain finds his way, from what he knows. For sense.c only, and for its
   parts: goal.c (where to), pilot.c (which way), advice.c (what to call to another). */
#ifndef NEGOCE_VOC_PILOT_H
#define NEGOCE_VOC_PILOT_H

#include "games/voc/reckon.h"

enum { PILOT_LEG = 42 }; /* the longest order a careful captain gives: shipmates speak between */

/* --- goal.c ----------------------------------------------------------------------------------- */

/* Where `captain` does best to sail: a port, or PORTS + chart for home. Ports of the set `called`
   he has been to in this voyage. */
int pilot_goal(const Voc *s, int ship, int captain, Spot from, unsigned called);

/* The point of the home line from which the way to where `captain` does best to sail is shortest;
   -1: nothing is to be fetched. */
int pilot_nearest_start(const Voc *s, int ship, int captain);

/* How likely, in hundredths, a ship `seat` commands brings the goods `missing` home within `wait`
   years after this one. */
int pilot_fetch(const Voc *s, int seat, Wares missing, int wait);

/* Whether scurvy takes the command from the captain next year if his ship is still at sea. */
bool pilot_command_ends(const Voc *s, int ship, int captain);

/* Where a captain who has made up his mind sets out from home for a port: where the way to it is
   shortest, at a point of its own, so that his shipmates see what he means. */
int pilot_start(int port);

/* The port such a start means for a ship from home, or -1. */
int pilot_meant(int ship, int x);

/* Units to the goal, dearer near a coast; large where no way leads. */
int pilot_way(int goal, Spot from);

/* Units to the next coast. */
int pilot_clear(int chart, Spot at);

/* --- pilot.c ---------------------------------------------------------------------------------- */

/* What the captain of the ship under sail has in mind; shipmates work it out as he does. */
typedef struct Course {
    Reckoning mind;  /* where he thinks he is */
    Spot at;         /* in short */
    int doubt;       /* how far he may be out by now */
    int goal;        /* a port, or PORTS + chart for home */
    unsigned called; /* ports he is sure to have called at, a set */
} Course;

/* How a captain misjudges his own orders, all through a voyage: he thinks he steered so many
   degrees more to starboard and came so many hundredths further than he ordered. */
typedef struct Hand {
    int skew, stretch;
} Hand;

/* The hand of the captain under sail who is `unsteady` (Style): another each voyage. */
Hand pilot_hand(const Voc *s, int unsteady);

Course pilot_course(const Voc *s, Hand hand);

/* Where he thinks he is alone, which is faster to tell. Of a voyage by orders. */
Reckoning pilot_mind(const Voc *s);

/* What he does next. */
typedef struct Plan {
    bool stop;
    Move order; /* where he does not stop */
} Plan;
Plan pilot_plan(const Voc *s, const Course *course);

/* How good an order looks on the way to the goal: higher is better. */
int pilot_order(const Course *course, int heading, int length);

/* --- advice.c --------------------------------------------------------------------------------- */

/* How good each word of `seat` would be for the ship under sail; 0 or less: silence is better. */
void pilot_words(const Voc *s, int seat, int worth[CALLS]);

/* The best word of `seat` at once, or CALL_NONE. */
Call pilot_call(const Voc *s, int seat);

#endif
