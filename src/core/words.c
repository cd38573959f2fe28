#include "core/words.h"

#include <string.h>

#include "core/catalogue.h"

enum { ID_MAX = 32 };

/* The place of a sentence in the catalogue, or -1. */
static int find(const char *english) {
    int low = 0, high = words_fr_count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        int order = strcmp(english, words_fr[middle].english);
        if (order == 0) return middle;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return -1;
}

static const char *word_at(Lang lang, int place) {
    return lang == LANG_FR ? words_fr[place].other : words_fr[place].english;
}

const char *words(Lang lang, const char *english) {
    int place = lang == LANG_FR ? find(english) : -1;
    return place < 0 ? english : word_at(lang, place);
}

const char *words_id(Lang lang, const char *id) {
    int place = find(id);
    if (place < 0 && id[0] >= 'a' && id[0] <= 'z' && strlen(id) < ID_MAX) {
        char name[ID_MAX];
        memcpy(name, id, strlen(id) + 1);
        name[0] = (char)(name[0] - 'a' + 'A');
        place = find(name);
    }
    return place < 0 ? id : word_at(lang, place);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void words_add_item(Text *out, Lang lang, const char *id) {
    size_t length = strlen(id), front = 0, end = length;
    while (is_digit(id[front]))
        front++;
    while (end > front && is_digit(id[end - 1]))
        end--;
    char name[ID_MAX];
    if (front == end || end - front >= sizeof name) {
        text_add(out, words(lang, id));
        return;
    }
    memcpy(name, id + front, end - front);
    name[end - front] = '\0';
    text_add_n(out, id, front);
    if (front) text_char(out, ' ');
    text_add(out, words_id(lang, name));
    if (end < length) text_char(out, ' ');
    text_add(out, id + end);
}

/* How many items from number `i` to `end` are the same as number `i`. */
static int same_items(const Holes *holes, int i, int end) {
    int n = 0;
    for (int j = i; j < end; j++)
        n += strcmp(holes->items[i], holes->items[j]) == 0;
    return n;
}

/* Whether item `i` is the first of its kind. */
static bool first_of_kind(const Holes *holes, int i) {
    for (int j = 0; j < i; j++)
        if (strcmp(holes->items[i], holes->items[j]) == 0) return false;
    return true;
}

/* "a", "a and b", "a ×2, b and c"; "nothing" where there is none. */
static void add_items(Text *out, Lang lang, const Holes *holes) {
    int kinds = 0, written = 0;
    for (int i = 0; i < holes->count; i++)
        kinds += first_of_kind(holes, i);
    if (kinds == 0) text_add(out, words(lang, "nothing"));
    for (int i = 0; i < holes->count; i++) {
        if (!first_of_kind(holes, i)) continue;
        if (written > 0 && written == kinds - 1) {
            text_char(out, ' ');
            text_add(out, words(lang, "and"));
            text_char(out, ' ');
        } else if (written > 0) {
            text_add(out, ", ");
        }
        written++;
        words_add_item(out, lang, holes->items[i]);
        int same = same_items(holes, i, holes->count);
        if (same > 1) text_printf(out, " ×%d", same);
    }
}

/* French counts 0 and 1 alike, English only 1. */
static bool is_one(Lang lang, int n) {
    switch (lang) {
    case LANG_FR: return n == 0 || n == 1 || n == -1;
    case LANG_EN: return n == 1 || n == -1;
    }
    return false;
}

static bool named(const char *hole, size_t length, const char *name) {
    return strlen(name) == length && memcmp(hole, name, length) == 0;
}

/* Whether a name begins with a vowel, as French hears it. An H is left as it is. */
static bool vowel_first(const char *name) {
    static const char *const vowels[] = {"a", "e", "i", "o", "u", "A", "E", "I", "O", "U", "À", "Â",
                                         "É", "È", "Ê", "Ë", "Î", "Ï", "Ô", "Ö", "Ù", "Û", "à", "â",
                                         "é", "è", "ê", "ë", "î", "ï", "ô", "ö", "ù", "û"};
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
        if (strncmp(name, vowels[i], strlen(vowels[i])) == 0) return true;
    return false;
}

/* A name after the piece of the sentence from `at` to `open`: « de Anna » is « d’Anna ». */
static void add_name(Text *out, Lang lang, const char *at, const char *open, const char *name) {
    static const char de[] = " de ";
    size_t piece = (size_t)(open - at), ends = sizeof de - 1;
    bool elides =
        lang == LANG_FR && vowel_first(name) && piece >= ends && memcmp(open - ends, de, ends) == 0;
    text_add_n(out, at, elides ? piece - 2 : piece);
    if (elides) text_add(out, "’");
    text_add(out, name);
}

/* Fills the hole whose inside is `hole`, not a name; false where it is none of ours. */
static bool fill(Text *out, Lang lang, const char *hole, size_t length, const Holes *holes) {
    if (named(hole, length, "n")) {
        text_int(out, holes->n);
    } else if (named(hole, length, "m")) {
        text_int(out, holes->m);
    } else if (named(hole, length, "items")) {
        add_items(out, lang, holes);
    } else if (length > 2 && hole[1] == '?' && (hole[0] == 'n' || hole[0] == 'm')) {
        const char *one = hole + 2, *end = hole + length;
        const char *bar = memchr(one, '|', (size_t)(end - one));
        if (!bar) return false;
        if (is_one(lang, hole[0] == 'n' ? holes->n : holes->m))
            text_add_n(out, one, (size_t)(bar - one));
        else
            text_add_n(out, bar + 1, (size_t)(end - bar - 1));
    } else {
        return false;
    }
    return true;
}

void words_add(Text *out, Lang lang, const char *english, const Holes *holes) {
    static const Holes none = {0};
    if (!holes) holes = &none;
    const char *at = words(lang, english);
    while (*at) {
        const char *open = strchr(at, '{');
        const char *close = open ? strchr(open, '}') : NULL;
        if (!close) break;
        size_t length = (size_t)(close - open - 1);
        const char *seat = holes->seat ? holes->seat : "",
                   *other = holes->other ? holes->other : "";
        if (named(open + 1, length, "seat")) {
            add_name(out, lang, at, open, seat);
        } else if (named(open + 1, length, "other")) {
            add_name(out, lang, at, open, other);
        } else {
            text_add_n(out, at, (size_t)(open - at));
            if (!fill(out, lang, open + 1, length, holes)) text_add_n(out, open, length + 2);
        }
        at = close + 1;
    }
    text_add(out, at);
}

Lang lang_named(const char *name, Lang other) {
    static const struct {
        const char *code;
        Lang lang;
    } known[] = {{"fr", LANG_FR}, {"en", LANG_EN}};
    if (!name) return other;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strncmp(name, known[i].code, 2) != 0) continue;
        char after = name[2]; /* "fr", "fr_FR.UTF-8", "fr-CA", "fr.UTF-8", "fr@euro", "fr:en" */
        if (after == '\0' || strchr("_-.@:", after)) return known[i].lang;
    }
    return other;
}
