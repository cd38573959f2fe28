/* styles.h: the characters that sit at tables.

   A sailor plays as he is known to: whoever has met Bart knows that he is bold. The first is
   steady, the strongest play a game knows; the others lean to one side each. A search imagines its
   opponents as one of them, drawn anew each time, so that it counts on nobody in particular. */
#ifndef NEGOCE_STYLES_H
#define NEGOCE_STYLES_H

#include "core/game.h"

typedef struct Sailor {
    const char *id;    /* "bold": in options, records and messages */
    const char *title; /* how he is known, of the catalogue */
    const char *name;  /* the sailor who is so: the bot of the seat of this number */
    Style style;
} Sailor;

enum { SAILORS = SEATS_MAX };
extern const Sailor sailors[SAILORS];

/* Whom a search may imagine in a seat: the sailors, and the plain one, who plays as `greedy` does
   where its policy knows how. */
enum { PLAIN = SAILORS, IMAGINED };
const Style *imagined(int k);

/* Five unlike strangers, who sit at no table and whom no search imagines: what play is judged by.
 */
enum { STRANGERS = 5 };
extern const Style strangers[STRANGERS];

/* The character of this id, or NULL. */
const Sailor *sailor_called(const char *id);

#endif
