/* worth.h: what goods are worth to a seat, in tenths of a daalder. For sense.c and goal.c. */
#ifndef NEGOCE_VOC_WORTH_H
#define NEGOCE_VOC_WORTH_H

#include "games/voc/state.h"

enum { DAALDER = 10, BOOK_MAX = 7 }; /* more contracts take too long to weigh */

/* The contracts a seat may fill with goods at home: all of the row, or those he signed. */
typedef struct Book {
    int count;
    uint8_t card[BOOK_MAX];
    int value[BOOK_MAX]; /* in tenths */
    Wares asked;         /* one of each good any contract of the row names */
} Book;

/* The contracts of a seat but for the card `without` (-1: all). */
Book book_of(const Voc *s, int seat, int without);

/* The contracts of a seat that will still be there `later` years from now, with those nobody has
   signed yet, which count for less. */
Book book_hoped(const Voc *s, int seat, int later);

/* The most `goods` bring by contracts; what is left over can wait in the warehouse. */
int book_worth(const Book *book, Wares goods);

#endif
