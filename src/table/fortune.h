/* fortune.h: which finished games are worth looking back at: those that were close at the end, and
   those whose winner had once as good as lost. Quick: the chances are those the game itself
   promises at its boundaries (Game.rules.worth), nothing is imagined. */
#ifndef NEGOCE_FORTUNE_H
#define NEGOCE_FORTUNE_H

#include "table/table.h"

typedef struct Fortune {
    int winner; /* a seat; -1: nobody won, or several */
    int margin; /* points between the first and the second */
    int lowest; /* thousandths: the least chances of the winner on the way */
    int at;     /* the position where they were so */
} Fortune;

Fortune table_fortune(const Table *t);

/* A game among others. */
typedef struct Jewel {
    int index;  /* of the game */
    bool close; /* chosen for its finish; else for the turn of fortune */
    Fortune fortune;
} Jewel;

/* Picks at most `most` of the games, by turns the closest and the one with the largest turn, none
   twice; games nobody won alone are left out. Returns how many. */
int fortune_pick(const Fortune *games, int count, Jewel *out, int most);

#endif
