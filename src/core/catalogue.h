/* catalogue.h: the French sentences as words.c searches them. The table is made from po/fr.po and
   src/games/GAME/fr.po by tools/po.py when the project is built. */
#ifndef NEGOCE_CATALOGUE_H
#define NEGOCE_CATALOGUE_H

typedef struct WordPair {
    const char *english, *other;
} WordPair;

extern const WordPair words_fr[]; /* sorted by the bytes of `english` */
extern const int words_fr_count;

#endif
