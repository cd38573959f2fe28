#include "core/scan.h"

#include <string.h>

Word scan_word(const char **text) {
    Word word = {.at = *text + strspn(*text, " \t")};
    word.length = strcspn(word.at, " \t");
    *text = word.at + word.length;
    return word;
}

bool scan_is(Word word, const char *text) {
    return strlen(text) == word.length && memcmp(text, word.at, word.length) == 0;
}

bool scan_integer(Word word, int least, int most, int *out) {
    size_t sign = word.length > 1 && word.at[0] == '-', digits = word.length - sign;
    if (digits == 0 || digits > 5) return false;
    if (word.at[sign] == '0' && (digits > 1 || sign)) return false;
    int n = 0;
    for (size_t i = sign; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return false;
        n = 10 * n + (word.at[i] - '0');
    }
    *out = sign ? -n : n;
    return *out >= least && *out <= most;
}
