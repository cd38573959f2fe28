#include "core/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Text text_over(char *buffer, size_t room) {
    buffer[0] = '\0';
    return (Text){.at = buffer, .room = room};
}

Text text_grow(void) {
    Text t = {.at = malloc(256), .room = 256, .grows = true};
    if (!t.at) abort();
    t.at[0] = '\0';
    return t;
}

void text_free(Text *t) {
    if (t->grows) free(t->at);
    *t = (Text){0};
}

void text_clear(Text *t) {
    t->length = 0;
    t->cut = t->comma = false;
    t->depth = 0;
    t->at[0] = '\0';
}

unsigned text_hash(const char *s) { /* FNV-1a */
    unsigned hash = 2166136261u;
    for (; *s; s++)
        hash = (hash ^ (unsigned char)*s) * 16777619u;
    return hash ^ hash >> 16;
}

/* Whether n more bytes and the NUL fit, making room where the text grows. */
static inline bool fits(Text *t, size_t n) {
    if (t->room - t->length > n) return true;
    if (!t->grows) return false;
    size_t room = t->room;
    while (room - t->length <= n)
        room *= 2;
    t->at = realloc(t->at, room);
    if (!t->at) abort();
    t->room = room;
    return true;
}

void text_reserve(Text *t, size_t n) {
    (void)fits(t, n);
}

void text_add_n(Text *t, const char *s, size_t n) {
    if (!fits(t, n)) {
        t->cut = true;
        n = t->room - t->length - 1;
    }
    memcpy(t->at + t->length, s, n);
    t->length += n;
    t->at[t->length] = '\0';
}

void text_add(Text *t, const char *s) {
    size_t n = strlen(s);
    if (n > JOT_SHORT || t->room - t->length <= n) {
        text_add_n(t, s, n);
        return;
    }
    jot_copy(t->at + t->length, s, n);
    jot_placed(t, t->at + t->length + n);
}

void text_next(Text *t, const char *word) {
    size_t n = strlen(word);
    if (n > JOT_SHORT || t->room - t->length <= n + 1) {
        text_char(t, ' ');
        text_add_n(t, word, n);
        return;
    }
    char *to = t->at + t->length;
    *to++ = ' ';
    jot_copy(to, word, n);
    jot_placed(t, to + n);
}

static inline void put(Text *t, char c) {
    if (!fits(t, 1)) {
        t->cut = true;
        return;
    }
    t->at[t->length++] = c;
    t->at[t->length] = '\0';
}

void text_char(Text *t, char c) {
    put(t, c);
}

void text_word(Text *t, const char *s, size_t n) {
    if (!fits(t, n + 2)) {
        t->cut = true;
        return;
    }
    char *to = t->at + t->length;
    *to = '"';
    memcpy(to + 1, s, n);
    to[n + 1] = '"';
    to[n + 2] = '\0';
    t->length += n + 2;
}

void text_int(Text *t, long long n) {
    if (n >= 0 && n < 10) { /* as most are */
        put(t, (char)('0' + n));
        return;
    }
    char digits[24], *p = digits + sizeof digits;
    unsigned long long left = n < 0 ? 0ULL - (unsigned long long)n : (unsigned long long)n;
    do
        *--p = (char)('0' + left % 10);
    while (left /= 10);
    if (n < 0) *--p = '-';
    text_add_n(t, p, (size_t)(digits + sizeof digits - p));
}

void text_printf(Text *t, const char *format, ...) {
    for (;;) { /* once where there is room, twice where it must grow */
        size_t left = t->room - t->length;
        va_list args;
        va_start(args, format);
        int n = vsnprintf(t->at + t->length, left, format, args);
        va_end(args);
        if (n < 0) return;
        if ((size_t)n < left) {
            t->length += (size_t)n;
            return;
        }
        if (!fits(t, (size_t)n)) { /* vsnprintf has filled the room */
            t->cut = true;
            t->length = t->room - 1;
            return;
        }
    }
}

void text_column(Text *t, size_t line, int column) {
    int width = 0;
    for (size_t i = line; i < t->length; i++)
        width += ((unsigned char)t->at[i] & 0xc0) != 0x80; /* UTF-8: count first bytes only */
    do
        text_char(t, ' ');
    while (++width < column);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Bytes that do not stand for themselves between quotes, the NUL among them. */
static const bool special[256] = {[0 ... 0x1f] = true, ['"'] = true, ['\\'] = true};

static inline bool plain(char c) {
    return !special[(unsigned char)c];
}

static void jot_escape(Text *t, char c) {
    static const char hex[] = "0123456789abcdef";
    char escape[6] = {'\\', c};
    if ((unsigned char)c < 0x20) {
        memcpy(escape + 1, "u00", 3);
        escape[4] = hex[c >> 4];
        escape[5] = hex[c & 15];
    }
    text_add_n(t, escape, (unsigned char)c < 0x20 ? 6 : 2);
}

/* Whether one of eight bytes needs an escape: below a space, a quote or a backslash. A byte of
   UTF-8 may be taken for one, which costs no more than a look at each. */
static inline bool any_special(const char *s) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint64_t word;
    memcpy(&word, s, sizeof word);
    uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
    return ((word - ones * ' ') | (quote - ones) | (slash - ones) | word) & high;
}

/* Every window is some hundred strings, and nearly all need no escape: those are copied whole. */
void jot_quote(Text *t, const char *s) {
    size_t n = strlen(s), looked = 0;
    while (looked + 8 <= n && !any_special(s + looked))
        looked += 8;
    while (looked < n && plain(s[looked]))
        looked++;
    if (looked == n) {
        if (fits(t, n + 2)) {
            text_word(t, s, n);
            return;
        }
    }
    put(t, '"');
    for (; *s; s++)
        plain(*s) ? put(t, *s) : jot_escape(t, *s);
    put(t, '"');
}

void jot_many(Text *t, const char *word, int times) {
    size_t n = strlen(word);
    if (n > JOT_SHORT - 2 || !fits(t, (size_t)times * (n + 3) + JOT_SHORT)) {
        while (times-- > 0)
            jot_word(t, NULL, word);
        return;
    }
    char *to = t->at + t->length;
    for (int i = 0; i < times; i++) {
        *to = ',';
        to += t->comma;
        t->comma = true;
        to[0] = '"';
        jot_copy(to + 1, word, n);
        to[n + 1] = '"';
        to += n + 2;
    }
    jot_placed(t, to);
}

void jot_end(Text *t) {
    JotFields *f = t->fields;
    if (f->count > 0 && f->count <= JOT_FIELDS) f->to[f->count - 1] = t->length;
}

void jot_note(Text *t) {
    JotFields *f = t->fields;
    jot_end(t);
    if (f->count < JOT_FIELDS) f->from[f->count] = t->length + t->comma;
    f->count++;
}

void jot_before_slowly(Text *t, const char *key, size_t length) {
    if (t->fields && t->depth == 1 && key) jot_note(t); /* no value of jot_key */
    if (t->comma) put(t, ',');
    t->comma = true;
    if (!key) return;
    if (!fits(t, length + 3)) {
        t->cut = true;
        return;
    }
    text_word(t, key, length);
    put(t, ':');
}

void jot_field(Text *t, const Text *object, int i) {
    const JotFields *f = object->fields;
    jot_before(t, NULL, 0);
    text_add_n(t, object->at + f->from[i], f->to[i] - f->from[i]);
}
