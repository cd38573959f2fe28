#include "core/scan.h"

#include <string.h>

Word scan_word(const char **text) {
    Word word = {.at = *text + strspn(*text, " \t")};
    word.length = strcspn(word.at, " \t");
    *text = word.at + word.length;
    return word;
}

int scan_find(Word word, const char *const *list, int first, int size) {
    for (int i = first; i < size; i++)
        if (strlen(list[i]) == word.length && memcmp(list[i], word.at, word.length) == 0) return i;
    return -1;
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

int scan_number(Word word, int least, int most) {
    int n;
    return word.length <= 3 && scan_integer(word, least, most, &n) && n >= 0 ? n : -1;
}
