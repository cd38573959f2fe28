/* scan.h: reading notation word by word. Words are parted by blanks; nothing is copied. */
#ifndef NEGOCE_SCAN_H
#define NEGOCE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A word inside a text; `length` 0 is the end of the text. */
typedef struct Word {
    const char *at;
    size_t length;
} Word;

/* The next word of `*text`; moves `*text` behind it. */
Word scan_word(const char **text);

/* True where the word is exactly this. */
bool scan_is(Word word, const char *text);

/* The number a word is, from `least` to `most`, of five digits at most; false where it is none. A
   number has no zeros in front: there is one way to write it. */
bool scan_integer(Word word, int least, int most, int *out);

#endif
