#include "cli/translate.h"

#include <string.h>

#include "core/notation.h"

enum { WORD_MAX = 64, LINE_WORDS = 48 };

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
    const char *verbs[VERBS_MAX + 1];
    const char *const *list = verbs; /* the first word is a verb, the others are things */
    verbs_of_people(game, verbs);
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

/* --- as the terminal prints it ---------------------------------------------------------------

   Pictures and news print « vin 3 2 », « commerçant ×3 », « 2 Suède », with commas and « et ».
   Whoever types that is understood: where the plain words are no move of the game, what it could
   mean is tried in turn. */

typedef struct Line {
    char word[LINE_WORDS][WORD_MAX];
    int count;
} Line;

static void put_word(Line *line, const char *word, size_t length) {
    if (line->count == LINE_WORDS || !length || length >= WORD_MAX) return;
    memcpy(line->word[line->count], word, length);
    line->word[line->count++][length] = '\0';
}

static bool is_number(const char *word) {
    return *word && word[strspn(word, "0123456789")] == '\0';
}

/* "×3" and "x3": so many of what stands before; 0 where the word is nothing of the kind. */
static int times_of(const char *word) {
    static const char times[] = "×";
    size_t sign = strncmp(word, times, sizeof times - 1) == 0 ? sizeof times - 1 : *word == 'x';
    return sign && is_number(word + sign) && strlen(word + sign) == 1 ? word[sign] - '0' : 0;
}

/* The words typed without commas and « et », with what is counted written out, and a name in
   brackets in place of what it tells more closely: « poivre (Malacca) ». */
static void plain_words(const char *typed, Line *line) {
    const char *begin = typed;
    line->count = 0;
    while (*(typed += strspn(typed, " \t,()"))) {
        bool closer = typed > begin && typed[-1] == '(';
        size_t length = strcspn(typed, " \t,()");
        char word[WORD_MAX];
        Text t = text_over(word, sizeof word);
        text_add_n(&t, typed, length);
        typed += length;
        int times = times_of(word);
        if (translate_means(word, "and")) continue;
        if (closer && line->count > 1) line->count--;
        for (int i = 1; i < times && line->count; i++)
            put_word(line, line->word[line->count - 1], strlen(line->word[line->count - 1]));
        if (!times) put_word(line, word, t.length);
    }
}

typedef enum Form { FORM_JOINED, FORM_SWAPPED, FORM_REPEATED, FORMS } Form;

/* Appends a word of the line as `form` reads it there; returns how many words that took. */
static int put_form(Text *out, const Game *game, Form form, const Line *line, int i) {
    const char *word = line->word[i], *next = i + 1 < line->count ? line->word[i + 1] : "";
    bool counts = is_number(word) && listed(game->words.terms, next, strlen(next));
    if (form == FORM_JOINED && listed(game->words.terms, word, strlen(word)) && is_number(next)) {
        int n = 1;
        for (; i + n < line->count && is_number(line->word[i + n]); n++)
            text_printf(out, " %s%s", word, line->word[i + n]);
        return n;
    }
    if (form == FORM_SWAPPED && counts) {
        text_printf(out, " %s %s", next, word);
        return 2;
    }
    if (form == FORM_REPEATED && counts && strlen(word) == 1) {
        for (int n = word[0] - '0'; n > 0; n--)
            text_printf(out, " %s", next);
        return 2;
    }
    text_printf(out, " %s", word);
    return 1;
}

void translate_move(Text *out, const Game *game, const char *typed) {
    Move move;
    Text read = text_grow();
    translate_read(&read, game, typed);
    size_t start = out->length;
    text_add(out, read.at);
    if (move_read(game, read.at, &move).text) {
        Line typed_line, line;
        Text joined = text_grow();
        plain_words(typed, &typed_line);
        for (int i = 0; i < typed_line.count; i++)
            text_printf(&joined, "%s%s", i ? " " : "", typed_line.word[i]);
        text_clear(&read);
        translate_read(&read, game, joined.at);
        plain_words(read.at, &line);
        for (Form form = 0; form < FORMS && line.count; form++) {
            text_clear(&joined);
            text_add(&joined, line.word[0]);
            for (int i = 1; i < line.count;)
                i += put_form(&joined, game, form, &line, i);
            if (move_read(game, joined.at, &move).text) continue;
            out->length = start;
            text_add(out, joined.at);
            break;
        }
        text_free(&joined);
    }
    text_free(&read);
}

void translate_word(Text *out, const Game *game, Lang lang, const char *word, size_t length,
                    bool is_verb) {
    size_t stem = stem_of(word, length);
    const char *verbs[VERBS_MAX + 1];
    verbs_of_people(game, verbs);
    const char *known = listed(is_verb ? verbs : game->words.terms, word, stem);
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
