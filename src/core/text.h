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
void text_next(Text *t, const char *word); /* behind a space */
void text_int(Text *t, long long n);
/* printf, for text of people and reports; not used in the rules. */
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Pads with spaces until the line that began at `line` is `column` characters wide; one at least.
 */
void text_column(Text *t, size_t line, int column);

/* A number for a text, the same for the same one and about even in every bit: where a list in slots
   has it. */
unsigned text_hash(const char *s);

/* JSON (jot_, so that jansson's names stay its own). `key` is NULL inside an array. Strings are
   escaped and a NULL one is null; keys are words of ours and are not.

   Every window is some hundred values, so the compiler counts the letters of a key, and where there
   is room for comma, key and a short value they are written in one go. */
void jot_before_slowly(Text *t, const char *key, size_t length); /* makes room, or cuts */
void jot_quote(Text *t, const char *s);
void jot_note(Text *t);                           /* a field of the outermost object begins */
void text_word(Text *t, const char *s, size_t n); /* in double quotes */

/* Inlined for certain: otherwise the letters of a key are counted each time. In a page it is bytes
   that count. */
#ifdef __wasm__
#define JOT_INLINE static inline
#else
#define JOT_INLINE static inline __attribute__((always_inline))
#endif

enum { JOT_SHORT = 16 }; /* bytes a short value takes at most, with its quotes */

/* A word of at most 16 letters, copied without a call. */
static inline void jot_copy(char *to, const char *s, size_t n) {
    if (n >= 8) { /* the two halves overlap */
        memcpy(to, s, 8);
        memcpy(to + n - 8, s + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, s, 4);
        memcpy(to + n - 4, s + n - 4, 4);
    } else if (n) {
        to[0] = s[0];
        to[n / 2] = s[n / 2];
        to[n - 1] = s[n - 1];
    }
}

/* Where the value goes, of `more` bytes at most: behind the comma and the key. NULL where there is
   no such room; then nothing is written. */
JOT_INLINE char *jot_place(Text *t, const char *key, size_t length, size_t more) {
    if (t->room - t->length <= length + more + 4) return NULL;
    if (t->fields && t->depth == 1 && key) jot_note(t);
    char *to = t->at + t->length;
    *to = ',';
    to += t->comma;
    t->comma = true;
    if (key) {
        *to++ = '"';
        if (__builtin_constant_p(length) || length > JOT_SHORT)
            memcpy(to, key, length);
        else
            jot_copy(to, key, length);
        to += length;
        *to++ = '"';
        *to++ = ':';
    }
    return to;
}

/* What was written ends here. */
static inline void jot_placed(Text *t, char *end) {
    *end = '\0';
    t->length = (size_t)(end - t->at);
}

/* What stands before a value: the comma and the key. */
JOT_INLINE void jot_before(Text *t, const char *key, size_t length) {
    char *to = jot_place(t, key, length, 0);
    if (to)
        jot_placed(t, to);
    else
        jot_before_slowly(t, key, length);
}

#define JOT_KEY(key) (key), (key) ? __builtin_strlen(key) : 0

JOT_INLINE void jot_raw(Text *t, const char *key, const char *json) { /* already in JSON */
    jot_before(t, JOT_KEY(key));
    text_add_n(t, json, __builtin_strlen(json));
}

JOT_INLINE void jot_short(Text *t, const char *key, size_t length, const char *word, size_t n) {
    char *to = jot_place(t, key, length, JOT_SHORT);
    if (to) {
        memcpy(to, word, n);
        jot_placed(t, to + n);
    } else {
        jot_before_slowly(t, key, length);
        text_add_n(t, word, n);
    }
}

JOT_INLINE void jot_null(Text *t, const char *key) {
    jot_short(t, JOT_KEY(key), "null", 4);
}

JOT_INLINE void jot_bool(Text *t, const char *key, bool value) {
    if (value)
        jot_short(t, JOT_KEY(key), "true", 4);
    else
        jot_short(t, JOT_KEY(key), "false", 5);
}

JOT_INLINE void jot_int(Text *t, const char *key, long long value) {
    char *to = value >= 0 && value < 100 ? jot_place(t, JOT_KEY(key), JOT_SHORT) : NULL;
    if (to) { /* as most are */
        to[0] = (char)('0' + (value < 10 ? value : value / 10));
        to[1] = (char)('0' + value % 10);
        jot_placed(t, to + (value < 10 ? 1 : 2));
    } else {
        jot_before(t, JOT_KEY(key));
        text_int(t, value);
    }
}

JOT_INLINE void jot_string(Text *t, const char *key, const char *value) {
    if (!value) {
        jot_null(t, key);
        return;
    }
    jot_before(t, JOT_KEY(key));
    jot_quote(t, value);
}

/* A word of ours, which needs no escape: the name of a ware, of a seat's state. */
JOT_INLINE void jot_word(Text *t, const char *key, const char *word) {
    size_t n = __builtin_strlen(word);
    char *to = n <= JOT_SHORT - 2 ? jot_place(t, JOT_KEY(key), JOT_SHORT) : NULL;
    if (to) {
        to[0] = '"';
        jot_copy(to + 1, word, n);
        to[n + 1] = '"';
        jot_placed(t, to + n + 2);
    } else {
        jot_before(t, JOT_KEY(key));
        text_word(t, word, n);
    }
}

/* Such a word so many times, in an array: cards of one kind, of which there is mostly one. */
void jot_many(Text *t, const char *word, int times);
JOT_INLINE void jot_times(Text *t, const char *word, int times) {
    if (times == 1)
        jot_word(t, NULL, word);
    else
        jot_many(t, word, times);
}

JOT_INLINE void jot_open(Text *t, const char *key, char bracket) { /* '{' or '[' */
    char *to = jot_place(t, JOT_KEY(key), 1);
    if (to) {
        *to = bracket;
        jot_placed(t, to + 1);
    } else {
        jot_before_slowly(t, JOT_KEY(key));
        text_char(t, bracket);
    }
    t->comma = false;
    t->depth++;
}

JOT_INLINE void jot_key(Text *t, const char *key) { /* a value must follow at once */
    jot_before(t, JOT_KEY(key));
    t->comma = false;
}

void jot_end(Text *t); /* the last field of the outermost object ends */

static inline void jot_close(Text *t, char bracket) { /* '}' or ']' */
    if (--t->depth == 0 && t->fields) jot_end(t);
    if (t->room - t->length > 1)
        jot_placed(t, (t->at[t->length] = bracket, t->at + t->length + 1));
    else
        text_char(t, bracket);
    t->comma = true;
}

/* Writes field `i` that was noted of another object, key and value. */
void jot_field(Text *t, const Text *object, int i);

#endif
