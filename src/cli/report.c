#include "cli/report.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"

Share share_of(double wins, double trials) {
    const double z = 1.959964, p = wins / trials, z2 = z * z / trials;
    double middle = (p + z2 / 2) / (1 + z2);
    double half = z / (1 + z2) * sqrt(p * (1 - p) / trials + z2 / (4 * trials));
    return (Share){p, middle - half < 0 ? 0 : middle - half, middle + half > 1 ? 1 : middle + half};
}

void jot_decimal(Text *out, const char *key, double value, int decimals) {
    char digits[64];
    Text t = text_over(digits, sizeof digits);
    text_printf(&t, "%.*f", decimals, value);
    jot_raw(out, key, digits);
}

void about_game(Text *out, Lang lang, const Game *game) {
    text_printf(out, "%s%s: ", game->title, lang == LANG_FR ? "\u202f" : "");
}

void figure(Text *out, Lang lang, double value, int decimals) {
    char digits[64];
    Text t = text_over(digits, sizeof digits);
    text_printf(&t, "%.*f", decimals, value);
    char *point = lang == LANG_FR ? strchr(digits, '.') : NULL;
    if (point) *point = ',';
    if (digits[0] == '-') text_add(out, "−");
    text_add(out, digits + (digits[0] == '-'));
}

void right(Text *out, const char *s, int width) {
    pad(out, "", width - columns(s));
    text_add(out, s);
}

void percent(Text *out, Lang lang, double share, int width) {
    char digits[16];
    Text t = text_over(digits, sizeof digits);
    figure(&t, lang, 100 * share, 1);
    text_add(&t, " %");
    right(out, digits, width);
}

void decimal(Text *out, Lang lang, double value, int decimals, int width) {
    char digits[64];
    Text t = text_over(digits, sizeof digits);
    figure(&t, lang, value, decimals);
    right(out, digits, width);
}

void interval(Text *out, Lang lang, Share share, int width) {
    char digits[32];
    Text t = text_over(digits, sizeof digits);
    figure(&t, lang, 100 * share.low, 1);
    text_add(&t, " – ");
    figure(&t, lang, 100 * share.high, 1);
    text_add(&t, " %");
    right(out, digits, width);
}

void entrant_name(Text *out, const char *name, int width) {
    int cut = columns(name) - (width - 2);
    if (cut <= 0) {
        pad(out, name, width);
        return;
    }
    for (cut++; cut > 0; cut--) /* one more for the … */
        do
            name++;
        while (((unsigned char)*name & 0xc0) == 0x80);
    text_add(out, "…");
    pad(out, name, width - 1);
}
