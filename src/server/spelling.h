/* spelling.h: what people may write, by Unicode's own rules: names, titles of tables, messages.

   Whatever shows on a screen is welcome, in any script. Refused is what does not show, or steers
   the text around it: control, format, direction and tag characters, fillers, code points that are
   nobody's or of private use, marks piled upon marks. What is accepted is tidied: composed (NFC),
   spaces of any kind folded into one, none at the ends. The table's own checks are about what may
   stand in a line of a journal; these are about what people see of each other. */
#ifndef NEGOCE_SPELLING_H
#define NEGOCE_SPELLING_H

#include "store/store.h"

/* Each tidies `text` into `out`, or says why not. */
Reason spell_name(const char *text, char out[NAME_LIMIT * 4 + 1]);
Reason spell_title(const char *text, char out[TITLE_LIMIT * 4 + 1]); /* may come out empty */
Reason spell_chat(const char *text, char out[CHAT_LIMIT * 4 + 1]);

/* Whether a person could take one name for the other: the same but for case, accents, spaces, the
   form of a letter, or letters that look the same in another script. */
bool names_alike(const char *a, const char *b);

/* What a name looks like, as the store compares it: names are alike where one of these is equal. */
void name_looks(const char *name, uint8_t looks[LOOKS][LOOK_BYTES]);

#endif
