/* notation.h: moves as text and back, for every game from one table.

   A move is written as a verb and the words behind it: `bid wood3 grain1`. A game says in a table
   what each of its verbs is called and of which kinds the items behind it are; from that alone a
   move is written, and read with a reason where a text is none. A verb whose words follow no such
   pattern brings a grammar of its own. */
#ifndef NEGOCE_NOTATION_H
#define NEGOCE_NOTATION_H

#include "core/game.h"
#include "core/scan.h"

enum {
    VERBS_MAX = 40, /* of one game */
    VERB_ITEMS = 3, /* kinds of item that stand behind a verb once */
    VERB_MORE = 2   /* kinds that may follow again and again */
};

/* What an item of a move names: one of a list of names, or a number. */
typedef struct ItemKind {
    const char *const *names; /* item i is names[i], in any case when read; NULL: a number */
    size_t apart;    /* bytes from name to name in a table that has more; 0: a plain list */
    int first, size; /* the names are from `first` to `size` - 1, */
    const struct ItemKind *next; /* and those of this kind follow from `size` on; NULL: none do */
    int least, most;             /* a number as it is written, */
    int zero;                    /* which is item 0 where it is this, */
    bool wide;                   /* takes two items, high and low, */
    const char *sign;            /* and stands behind this: "@"; NULL: behind nothing */
    const char *other;           /* one more name a number may have: "none"; NULL: it has not */
    uint8_t other_item;
    bool silent;       /* item 0 is not written, and is meant where no other stands */
    const char *wrong; /* of the catalogue: what it must be; NULL: the verb says so */
} ItemKind;

/* One verb. The items of a move stand in the order of the words. */
typedef struct VerbForm {
    const char *word;
    const char *sample; /* a move of it, for help; NULL: a verb of Chance */
    const char *only;   /* "rules=advanced": the one variant that has it; NULL: every one */
    const ItemKind *items[VERB_ITEMS];
    const ItemKind *more[VERB_MORE]; /* then these, all of them each time, */
    int least, most;                 /* so often; most 0: as often as there is room */
    const char *none;                /* stands where they come not at all: "nothing" */
    bool sorted;                     /* they may be named in any order and are kept sorted */
    const char *wrong; /* of the catalogue: what the words must be; NULL: so many of them */
    /* A grammar of its own: writes what stands behind the verb, blanks before each word, or reads
       it into a move whose verb is set. */
    void (*write)(Move m, Text *out);
    Reason (*read)(const char *text, Move *m);
} VerbForm;

struct Notation {
    const VerbForm *verbs; /* by the verb's number, ended by a NULL word */
    const char *wrong;     /* of the catalogue: which verbs a move may begin with */
};

/* Writes a move of the game. */
void move_write(const Game *game, Move m, Text *out);

/* Reads a move of the game, or says why the text is none; `out` is set only where it is one. */
Reason move_read(const Game *game, const char *text, Move *out);

/* The verbs a person may begin a move with, ended by NULL. */
void verbs_of_people(const Game *game, const char *out[VERBS_MAX + 1]);

/* --- for a grammar of its own ---------------------------------------------------------------- */

extern const ItemKind item_seat; /* "2", as moves of most games name one */

/* Writes a blank and what the item is called. */
void item_write(const ItemKind *kind, const uint8_t *item, Text *out);

/* Reads a word as such an item into item[0], of a wide kind also item[1]; false where it is none.
 */
bool item_read(const ItemKind *kind, Word word, uint8_t *item);

/* Sorts items, rising. */
void items_sort(uint8_t *item, int n);

#endif
