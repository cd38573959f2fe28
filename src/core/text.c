#include "core/text.h"

#include <stdarg.h>
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
    t->at[0] = '\0';
}

/* Makes room for n more bytes and the NUL; returns how many of them fit. */
static size_t text_room(Text *t, size_t n) {
    size_t left = t->room - t->length - 1;
    if (n <= left) return n;
    if (!t->grows) {
        t->cut = true;
        return left;
    }
    size_t room = t->room;
    while (room - t->length - 1 < n)
        room *= 2;
    t->at = realloc(t->at, room);
    if (!t->at) abort();
    t->room = room;
    return n;
}

void text_add_n(Text *t, const char *s, size_t n) {
    n = text_room(t, n);
    memcpy(t->at + t->length, s, n);
    t->length += n;
    t->at[t->length] = '\0';
}

void text_add(Text *t, const char *s) {
    text_add_n(t, s, strlen(s));
}

void text_char(Text *t, char c) {
    text_add_n(t, &c, 1);
}

void text_int(Text *t, long long n) {
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
        if (text_room(t, (size_t)n) < (size_t)n) { /* cut: vsnprintf has filled the room */
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

static void jot_quote(Text *t, const char *s) {
    static const char hex[] = "0123456789abcdef";
    text_char(t, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') {
            text_char(t, '\\');
            text_char(t, *s);
        } else if (c < 0x20) {
            char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
            text_add_n(t, escape, 6);
        } else {
            text_char(t, *s);
        }
    }
    text_char(t, '"');
}

/* Everything that stands before a value: the comma and the key. */
static void jot_before(Text *t, const char *key) {
    if (t->comma) text_char(t, ',');
    t->comma = true;
    if (!key) return;
    jot_quote(t, key);
    text_char(t, ':');
}

void jot_open(Text *t, const char *key, char bracket) {
    jot_before(t, key);
    text_char(t, bracket);
    t->comma = false;
}

void jot_close(Text *t, char bracket) {
    text_char(t, bracket);
    t->comma = true;
}

void jot_string(Text *t, const char *key, const char *value) {
    if (!value) {
        jot_null(t, key);
        return;
    }
    jot_before(t, key);
    jot_quote(t, value);
}

void jot_int(Text *t, const char *key, long long value) {
    jot_before(t, key);
    text_int(t, value);
}

void jot_bool(Text *t, const char *key, bool value) {
    jot_raw(t, key, value ? "true" : "false");
}

void jot_null(Text *t, const char *key) {
    jot_raw(t, key, "null");
}

void jot_raw(Text *t, const char *key, const char *json) {
    jot_before(t, key);
    text_add(t, json);
}

void jot_key(Text *t, const char *key) {
    jot_before(t, key);
    t->comma = false;
}
