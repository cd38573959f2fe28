/* output.c: words for the person at the terminal: complaints on stderr, text on stdout, and the few
   measures a terminal needs. A column is a UTF-8 character: nothing here is double-width. */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/translate.h"

enum { PRINTABLE_MAX = 240 }; /* columns of a hole: the command of a program, and why it lost */

const char negoce_version[] = NEGOCE_VERSION;

/* The length of the UTF-8 character at `s`, 0 where there is none that may be shown. */
static int character(const char *s) {
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) return u[0] >= 0x20 && u[0] != 0x7f;
    int length = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
    if (u[0] < 0xc2 || u[0] > 0xf4) return 0;
    for (int i = 1; i < length; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    if (u[0] == 0xc2 && u[1] < 0xa0) return 0; /* C1 controls */
    /* What has a shorter form, a half of a UTF-16 pair, and what is past U+10FFFF. */
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] >= 0xa0)) return 0;
    if ((u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] >= 0x90)) return 0;
    return length;
}

void printable(Text *out, const char *s, int most) {
    for (int columns = 0; *s; columns++) {
        if (columns == most) {
            text_add(out, "…");
            return;
        }
        int length = character(s);
        if (length)
            text_add_n(out, s, (size_t)length);
        else
            text_char(out, '?');
        s += length ? length : 1;
    }
}

int complain(const Cli *cli, int code, const char *sentence, const Holes *holes) {
    char seat[PRINTABLE_MAX * 4 + 8], other[PRINTABLE_MAX * 4 + 8];
    Text t = text_over(seat, sizeof seat), o = text_over(other, sizeof other);
    Holes clean = holes ? *holes : (Holes){0};
    if (clean.seat) printable(&t, clean.seat, PRINTABLE_MAX);
    if (clean.other) printable(&o, clean.other, PRINTABLE_MAX);
    clean.seat = seat;
    clean.other = other;
    if (cli->told) {
        words_add(cli->told, cli->lang, sentence, &clean);
        return code;
    }
    Text line = text_grow();
    text_printf(&line, "negoce%s%s%s: ", cli->command ? " " : "",
                cli->command ? cli->command->name : "", cli->lang == LANG_FR ? "\u202f" : "");
    words_add(&line, cli->lang, sentence, &clean);
    text_char(&line, '\n');
    fflush(stdout);
    fputs(line.at, stderr);
    text_free(&line);
    return code;
}

int complain_reason(const Cli *cli, int code, Reason why) {
    return complain(cli, code, why.text, &(Holes){.n = why.n});
}

void complain_line(const Cli *cli, const char *path, int line, Reason why) {
    Text out = text_grow();
    printable(&out, path, INT_MAX);
    text_printf(&out, ":%d: ", line);
    words_add(&out, cli->lang, why.text, &(Holes){.n = why.n});
    text_char(&out, '\n');
    fflush(stdout);
    fputs(out.at, stderr);
    text_free(&out);
}

const char *unwritable(Lang lang, int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR: return words(lang, N_("there is no such folder"));
    case EISDIR: return words(lang, N_("it is a folder"));
    case EACCES:
    case EPERM:
    case EROFS: return words(lang, N_("you may not write there"));
    case ENOSPC:
    case EDQUOT: return words(lang, N_("the disk is full"));
    default: return strerror(error);
    }
}

int put(const Cli *cli, const Text *text) {
    fwrite(text->at, 1, text->length, stdout);
    if (fflush(stdout) == 0 && !ferror(stdout)) return DONE;
    if (errno == EPIPE)
        return complain(cli, FAILED, N_("the reader went away before everything was written"),
                        NULL);
    return complain(cli, FAILED, N_("the output could not be written: {seat}"),
                    &(Holes){.seat = unwritable(cli->lang, errno)});
}

int columns(const char *s) {
    int n = 0;
    for (; *s; s++)
        if (((unsigned char)*s & 0xc0) != 0x80) n++;
    return n;
}

void pad(Text *out, const char *s, int width) {
    text_add(out, s);
    for (int n = columns(s); n < width; n++)
        text_char(out, ' ');
}

/* Whether what stands before `s` ends an item of a list there. */
static bool ends_item(const char *s) {
    char next[8];
    Text t = text_over(next, sizeof next);
    if (*s != ' ') return !*s || *s == '\n';
    text_add_n(&t, s + 1, strcspn(s + 1, " \n"));
    return strchr(".,;)", s[-1]) || translate_means(next, "and");
}

/* The bytes of a number that ends an item, « 3, » or « ×2. »; 0 where none begins. */
static size_t value_at(const char *s) {
    static const char times[] = "×";
    size_t n = strncmp(s, times, sizeof times - 1) == 0 ? sizeof times - 1 : 0;
    size_t digits = strspn(s + n, "0123456789");
    n += digits + strspn(s + n + digits, ".,;)");
    return digits && ends_item(s + n) ? n : 0;
}

/* The bytes of a word, with the value that belongs to it: « bois 3, » is never torn. */
static size_t word_at(const char *s) {
    size_t length = strcspn(s, " \n");
    size_t value = length && s[length] == ' ' ? value_at(s + length + 1) : 0;
    return value ? length + 1 + value : length;
}

void wrap(Text *out, const char *s, int from, int indent, int width) {
    char word[512];
    int at = from;
    bool fresh = true; /* no word on this line yet */
    while (*s) {
        size_t length = word_at(s);
        Text t = text_over(word, sizeof word);
        text_add_n(&t, s, length);
        if (length > 0) {
            int wide = columns(word) + !fresh;
            if (!fresh && at + wide > width) {
                text_char(out, '\n');
                pad(out, "", indent);
                at = indent;
                fresh = true;
                wide--;
            }
            if (!fresh) text_char(out, ' ');
            text_add_n(out, s, length);
            at += wide;
            fresh = false;
        }
        s += length;
        if (*s == '\n' && s[1]) {
            text_char(out, '\n');
            pad(out, "", indent);
            at = indent;
            fresh = true;
        }
        if (*s) s++;
    }
    text_char(out, '\n');
}

/* The moves are the lines after the first empty one that are neither empty nor comments. */
int record_line(const char *record, int position) {
    int line = 1, moves = 0;
    bool header = true;
    for (const char *at = record; *at; line++) {
        size_t length = strcspn(at, "\n");
        bool empty = strspn(at, " \t\r") >= length;
        if (!header && !empty && *at != '#' && ++moves == position) return line;
        if (empty) header = false;
        at += length;
        if (*at) at++;
    }
    return line;
}
