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

int scan_number(Word word, int least, int most) {
    int n = 0;
    if (word.length == 0 || word.length > 3) return -1;
    if (word.length > 1 && word.at[0] == '0') return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return -1;
        n = 10 * n + (word.at[i] - '0');
    }
    return n >= least && n <= most ? n : -1;
}
