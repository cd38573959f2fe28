/* translate.h: notation in the player's language.

   A record is written in one notation, whatever its players speak. At the terminal a French player
   may type and read « miser bois3 », and the notation itself is understood as well. The words are
   the verbs and terms of the game, told by the catalogue. Accents and capitals do not matter when
   typing. */
#ifndef NEGOCE_TRANSLATE_H
#define NEGOCE_TRANSLATE_H

#include "core/game.h"

/* Appends what the person typed as notation: each word he may say in either language becomes the
   word of the notation, the others stay as they are. */
void translate_read(Text *out, const Game *game, const char *typed);

/* The same for a whole move, which may also be typed as the terminal prints things: « miser
   vin 3 et bois 2 1 », « poser 2 Suède ». What is no move of the game stays as it was typed, for
   `read` to refuse. */
void translate_move(Text *out, const Game *game, const char *typed);

/* Appends a move in notation as the person would type it in `lang`. */
void translate_write(Text *out, const Game *game, Lang lang, const char *notation);

/* Appends one word of a move in `lang`, its verb or one of the others. */
void translate_word(Text *out, const Game *game, Lang lang, const char *word, size_t length,
                    bool is_verb);

/* True when the person means `word` (an English key of the catalogue), in whichever language. */
bool translate_means(const char *typed, const char *word);

/* True when `typed`, as far as it goes, could become `word`; neither accents nor capitals matter.
 */
bool translate_begins(const char *typed, const char *word);

#endif
