/* text.h: the one writer of text and JSON.

   A Text appends to a buffer. Over caller's memory (`text_over`) it never allocates and drops what
   does not fit, remembering that it did; growing (`text_grow`) it takes memory as needed and is
   freed by its owner. It is always ended by a NUL. JSON is written by the same hand: commas and
   quotes come from knowing whether a value has just been closed. */
#ifndef NEGOCE_TEXT_H
#define NEGOCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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
void text_word(Text *t, const char *s, size_t n); /* in double quotes */
/* printf, for text of people and reports; not used in the rules. */
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Pads with spaces until the line that began at `line` is `column` characters wide; one at least.
 */
void text_column(Text *t, size_t line, int column);

/* JSON (jot_, so that jansson's names stay its own). `key` is NULL inside an array. Strings are
   escaped and a NULL one is null; keys are words of ours and are not.

   Every window is some hundred values, so the compiler counts the letters of a key. */
void jot_before_slowly(Text *t, const char *key, size_t length); /* notes fields, makes room */
void jot_quote(Text *t, const char *s);

/* What stands before a value: the comma and the key. */
static inline void jot_before(Text *t, const char *key, size_t length) {
    if ((t->fields && t->depth == 1) || t->room - t->length <= length + 4) {
        jot_before_slowly(t, key, length);
        return;
    }
    char *to = t->at + t->length;
    *to = ',';
    to += t->comma;
    t->comma = true;
    if (key) {
        *to++ = '"';
        memcpy(to, key, length);
        to += length;
        *to++ = '"';
        *to++ = ':';
    }
    *to = '\0';
    t->length = (size_t)(to - t->at);
}

#define JOT_KEY(key) (key), (key) ? __builtin_strlen(key) : 0

static inline void jot_raw(Text *t, const char *key, const char *json) { /* already in JSON */
    jot_before(t, JOT_KEY(key));
    text_add_n(t, json, __builtin_strlen(json));
}

static inline void jot_null(Text *t, const char *key) {
    jot_raw(t, key, "null");
}

static inline void jot_bool(Text *t, const char *key, bool value) {
    jot_before(t, JOT_KEY(key));
    text_add_n(t, value ? "true" : "false", value ? 4 : 5);
}

static inline void jot_int(Text *t, const char *key, long long value) {
    jot_before(t, JOT_KEY(key));
    text_int(t, value);
}

static inline void jot_string(Text *t, const char *key, const char *value) {
    jot_before(t, JOT_KEY(key));
    if (value)
        jot_quote(t, value);
    else
        text_add_n(t, "null", 4);
}

/* A word of ours, which needs no escape: the name of a ware, of a seat's state. */
static inline void jot_word(Text *t, const char *key, const char *word) {
    jot_before(t, JOT_KEY(key));
    text_word(t, word, __builtin_strlen(word));
}

static inline void jot_open(Text *t, const char *key, char bracket) { /* '{' or '[' */
    jot_before(t, JOT_KEY(key));
    text_char(t, bracket);
    t->comma = false;
    t->depth++;
}

static inline void jot_key(Text *t, const char *key) { /* a value must follow at once */
    jot_before(t, JOT_KEY(key));
    t->comma = false;
}

void jot_close(Text *t, char bracket); /* '}' or ']' */

/* Writes field `i` that was noted of another object, key and value. */
void jot_field(Text *t, const Text *object, int i);

#endif
