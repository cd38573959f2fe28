/* words.h: sentences in the player's language.

   English sentences stand in the code and are the keys of the catalogue; po/fr.po has the French,
   and src/games/GAME/fr.po that of each game. Both the terminal and the page read that one
   catalogue. A sentence names its holes: {seat}, {other} (names), {n}, {m} (numbers), {items} (a
   list), and {n?card|cards}, the word that goes with the number. Ids such as "wood3" or "olives"
   are told by their words: "wood 3". A number in front counts: "2wood" is "2 wood". An id that is a
   proper name stands in the catalogue with its capital: "england" is "England". In French « de »
   before a name that begins with a vowel is « d’ ». */
#ifndef NEGOCE_WORDS_H
#define NEGOCE_WORDS_H

#include "core/text.h"

typedef enum Lang { LANG_FR, LANG_EN } Lang;

#define N_(sentence) (sentence) /* marks a sentence for the catalogue */

/* The sentence in `lang`; the English itself where the catalogue does not know it. */
const char *words(Lang lang, const char *english);

/* What fills the holes of a sentence. NULL or 0 where it has none. */
typedef struct Holes {
    const char *seat, *other;
    int n, m;
    int count;
    const char *const *items;
} Holes;

/* Appends the sentence in `lang` with its holes filled. */
void words_add(Text *out, Lang lang, const char *english, const Holes *holes);

/* The word for an id without numbers; the id itself where the catalogue does not know it. */
const char *words_id(Lang lang, const char *id);

/* Appends an id in words: "wood3" is "wood 3", "bois 3"; "2wood" is "2 wood", "2 bois". */
void words_add_item(Text *out, Lang lang, const char *id);

/* The language named by "fr", "fr_FR.UTF-8", "en"...; `other` where it names neither. */
Lang lang_named(const char *name, Lang other);

#endif
