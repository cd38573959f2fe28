/* text.h: the one writer of text and JSON.

   A Text appends to a buffer. Over caller's memory (`text_over`) it never allocates and drops what
   does not fit, remembering that it did; growing (`text_grow`) it takes memory as needed and is
   freed by its owner. It is always ended by a NUL. JSON is written by the same hand: commas and
   quotes come from knowing whether a value has just been closed. */
#ifndef NEGOCE_TEXT_H
#define NEGOCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Where the fields of one JSON object stand in a text, so that some of them can be told alone:
   field i, key and value without a comma, from `from[i]` to `to[i]`. Fields past the bound are
   counted, no more. */
enum { JOT_FIELDS = 48 };
typedef struct JotFields {
    int count;
    size_t from[JOT_FIELDS], to[JOT_FIELDS];
} JotFields;

typedef struct Text {
    char *at;          /* the bytes, ended by NUL */
    size_t length;     /* without the NUL */
    size_t room;       /* bytes of `at` */
    bool grows;        /* `at` is ours to enlarge */
    bool cut;          /* something did not fit */
    bool comma;        /* JSON: the next value needs a comma */
    int depth;         /* JSON: brackets that are open */
    JotFields *fields; /* JSON: of the outermost object are noted here; NULL: nowhere */
} Text;

Text text_over(char *buffer, size_t room); /* room >= 1 */
Text text_grow(void);
void text_free(Text *t);

/* Takes memory for n more bytes at once, where the text grows and about so many will come. */
void text_reserve(Text *t, size_t n);
void text_clear(Text *t);

void text_add(Text *t, const char *s);
void text_add_n(Text *t, const char *s, size_t n);
void text_char(Text *t, char c);
void text_int(Text *t, long long n);
/* printf, for text of people and reports; not used in the rules. */
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Pads with spaces until the line that began at `line` is `column` characters wide; one at least.
 */
void text_column(Text *t, size_t line, int column);

/* JSON (jot_, so that jansson's names stay its own). `key` is NULL inside an array. Values and keys
 * are escaped; a NULL string is null. */
void jot_open(Text *t, const char *key, char bracket); /* '{' or '[' */
void jot_close(Text *t, char bracket);                 /* '}' or ']' */
void jot_string(Text *t, const char *key, const char *value);
void jot_int(Text *t, const char *key, long long value);
void jot_bool(Text *t, const char *key, bool value);
void jot_null(Text *t, const char *key);
void jot_key(Text *t, const char *key);                   /* a value must follow at once */
void jot_raw(Text *t, const char *key, const char *json); /* a value already in JSON */

/* Writes field `i` that was noted of another object, key and value. */
void jot_field(Text *t, const Text *object, int i);

#endif
