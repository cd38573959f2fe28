#include "cli/translate.h"

#include <string.h>

enum { WORD_MAX = 64 };

/* Writes `word` in plain lower case: capitals made small, accents dropped. Only the letters that
   French writes are known; others stay as they are. */
static void fold(const char *word, size_t length, char out[WORD_MAX]) {
    static const struct {
        const char *letters, *plain;
    } known[] = {
        {"àâäÀÂÄ", "a"}, {"çÇ", "c"},     {"éèêëÉÈÊË", "e"}, {"îïÎÏ", "i"},
        {"ôöÔÖ", "o"},   {"ùûüÙÛÜ", "u"}, {"œŒ", "oe"},
    };
    Text t = text_over(out, WORD_MAX);
    for (size_t i = 0; i < length; i++) {
        char c = word[i];
        const char *plain = NULL;
        for (size_t k = 0; (c & 0x80) && i + 1 < length && k < sizeof known / sizeof *known; k++)
            for (const char *l = known[k].letters; *l && !plain; l += 2)
                if (memcmp(l, word + i, 2) == 0) plain = known[k].plain;
        if (plain) {
            text_add(&t, plain);
            i++;
        } else {
            text_char(&t, c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c);
        }
    }
}

/* The word of `list` that the folded one means, in either language, or NULL. */
static const char *meant(const char *const *list, const char *folded) {
    char french[WORD_MAX];
    for (; *list; list++) {
        const char *word = words_id(LANG_FR, *list);
        fold(word, strlen(word), french);
        if (strcmp(folded, *list) == 0 || strcmp(folded, french) == 0) return *list;
    }
    return NULL;
}

/* Where the number at the end of a word begins. */
static size_t stem_of(const char *word, size_t length) {
    while (length > 0 && word[length - 1] >= '0' && word[length - 1] <= '9')
        length--;
    return length;
}

void translate_read(Text *out, const Game *game, const char *typed) {
    const char *const *list =
        game->words.verbs; /* the first word is a verb, the others are things */
    for (; *(typed += strspn(typed, " \t")) != '\0'; list = game->words.terms) {
        size_t length = strcspn(typed, " \t"), stem = stem_of(typed, length);
        char folded[WORD_MAX];
        fold(typed, stem, folded);
        const char *word = stem < WORD_MAX ? meant(list, folded) : NULL;
        if (list == game->words.terms) text_char(out, ' ');
        if (word)
            text_add(out, word);
        else
            text_add_n(out, typed, stem);
        text_add_n(out, typed + stem, length - stem);
        typed += length;
    }
}

/* The word of `list` that is the first `length` bytes of `word`, or NULL. */
static const char *listed(const char *const *list, const char *word, size_t length) {
    for (; *list; list++)
        if (strlen(*list) == length && memcmp(*list, word, length) == 0) return *list;
    return NULL;
}

void translate_word(Text *out, const Game *game, Lang lang, const char *word, size_t length,
                    bool is_verb) {
    size_t stem = stem_of(word, length);
    const char *known = listed(is_verb ? game->words.verbs : game->words.terms, word, stem);
    if (known)
        text_add(out, words_id(lang, known));
    else
        text_add_n(out, word, stem);
    text_add_n(out, word + stem, length - stem);
}

void translate_write(Text *out, const Game *game, Lang lang, const char *notation) {
    for (bool first = true; *(notation += strspn(notation, " ")) != '\0'; first = false) {
        size_t length = strcspn(notation, " ");
        if (!first) text_char(out, ' ');
        translate_word(out, game, lang, notation, length, first);
        notation += length;
    }
}

bool translate_means(const char *typed, const char *word) {
    char mine[WORD_MAX], theirs[WORD_MAX];
    if (strlen(typed) >= WORD_MAX) return false;
    fold(typed, strlen(typed), mine);
    if (strcmp(mine, word) == 0) return true;
    const char *french = words(LANG_FR, word);
    fold(french, strlen(french), theirs);
    return strcmp(mine, theirs) == 0;
}

bool translate_begins(const char *typed, const char *word) {
    char mine[WORD_MAX], theirs[WORD_MAX];
    if (strlen(typed) >= WORD_MAX) return false;
    fold(typed, strlen(typed), mine);
    fold(word, strlen(word), theirs);
    return strncmp(mine, theirs, strlen(mine)) == 0;
}
