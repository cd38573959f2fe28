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

/* The place of a word in a list from `first` to `size` - 1, or -1. */
int scan_find(Word word, const char *const *list, int first, int size);

/* The number a word is, from `least` to `most` (both below 1000), or -1. A number has no zeros in
   front: there is one way to write it. */
int scan_number(Word word, int least, int most);

/* The same for numbers that may be below 0 or have up to five digits; false where it is none. */
bool scan_integer(Word word, int least, int most, int *out);

#endif
