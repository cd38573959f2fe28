/* signs.c: what people may write: their names, and what they say to the table. Anything that prints
   is welcome; what steers a screen instead of showing on it is not: control characters, line ends,
   marks that turn the direction of the text around them. */
#include "table/table.h"

/* The length of the UTF-8 character at `s`, or 0 where it is none or not for print. */
static int printable(const unsigned char *s) {
    if (s[0] < 0x80) return s[0] >= 0x20 && s[0] != 0x7f;
    int length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
    if (!length || s[0] > 0xf4) return 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xc2 && s[1] < 0xa0) return 0;  /* control characters */
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;  /* too long a form */
    if (s[0] == 0xed && s[1] >= 0xa0) return 0; /* surrogates */
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;  /* too long a form */
    if (s[0] == 0xf4 && s[1] >= 0x90) return 0; /* beyond Unicode */
    if (s[0] == 0xe2 && s[1] == 0x80 && s[2] >= 0x8b && s[2] <= 0x8f) return 0; /* zero width */
    if (s[0] == 0xe2 && s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae) return 0; /* line, bidi */
    if (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa0 && s[2] <= 0xaf) return 0; /* bidi isolates */
    if (s[0] == 0xef && s[1] == 0xbb && s[2] == 0xbf) return 0; /* byte order mark */
    return length;
}

Reason table_name_check(const char *name) {
    const unsigned char *s = (const unsigned char *)name;
    int characters = 0;
    bool blank = true;
    for (int length; *s; s += length, characters++) {
        length = printable(s);
        if (!length) return REFUSED(N_("A name has letters, figures and signs only."));
        blank = blank && *s == ' ';
    }
    if (blank) return REFUSED(N_("A name cannot be empty."));
    if (characters > NAME_LIMIT)
        return REFUSED(N_("A name has at most {n} characters."), NAME_LIMIT);
    return ALLOWED;
}

/* U+200C and U+200D, which make one sign of several: many emoji are written with them. */
static bool joins(const unsigned char *s) {
    return s[0] == 0xe2 && s[1] == 0x80 && (s[2] == 0x8c || s[2] == 0x8d);
}

/* Spaces, those of French punctuation included. */
static bool is_space(const unsigned char *s) {
    return s[0] == ' ' || (s[0] == 0xc2 && s[1] == 0xa0) ||
           (s[0] == 0xe2 && s[1] == 0x80 && s[2] == 0xaf);
}

Reason table_chat_check(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    int characters = 0;
    bool blank = true;
    for (int length; *s; s += length, characters++) {
        length = joins(s) ? 3 : printable(s);
        if (!length) return REFUSED(N_("A message has letters, figures and signs only."));
        blank = blank && (is_space(s) || joins(s));
    }
    if (blank) return REFUSED(N_("A message cannot be empty."));
    if (characters > CHAT_LIMIT)
        return REFUSED(N_("A message has at most {n} characters."), CHAT_LIMIT);
    return ALLOWED;
}
