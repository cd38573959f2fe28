#include "core/words.h"

#include <string.h>

#include "core/catalogue.h"

const char *words(Lang lang, const char *english) {
    if (lang != LANG_FR) return english;
    int low = 0, high = words_fr_count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        int order = strcmp(english, words_fr[middle].english);
        if (order == 0) return words_fr[middle].other;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return english;
}

void say_item(Text *out, Lang lang, const char *id) {
    size_t length = strlen(id), stem = length;
    while (stem > 0 && id[stem - 1] >= '0' && id[stem - 1] <= '9')
        stem--;
    char name[32];
    if (stem == 0 || stem >= sizeof name) {
        text_add(out, words(lang, id));
        return;
    }
    memcpy(name, id, stem);
    name[stem] = '\0';
    text_add(out, words(lang, name));
    if (stem == length) return;
    text_char(out, ' ');
    text_add(out, id + stem);
}

/* "a", "a and b", "a, b and c"; "nothing" where there is none. */
static void say_items(Text *out, Lang lang, const Holes *holes) {
    if (holes->count == 0) text_add(out, words(lang, "nothing"));
    for (int i = 0; i < holes->count; i++) {
        if (i > 0 && i == holes->count - 1) {
            text_char(out, ' ');
            text_add(out, words(lang, "and"));
            text_char(out, ' ');
        } else if (i > 0) {
            text_add(out, ", ");
        }
        say_item(out, lang, holes->items[i]);
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

/* Fills the hole whose inside is `hole`; false where it is none of ours. */
static bool fill(Text *out, Lang lang, const char *hole, size_t length, const Holes *holes) {
    if (named(hole, length, "seat")) {
        text_add(out, holes->seat ? holes->seat : "");
    } else if (named(hole, length, "other")) {
        text_add(out, holes->other ? holes->other : "");
    } else if (named(hole, length, "n")) {
        text_int(out, holes->n);
    } else if (named(hole, length, "m")) {
        text_int(out, holes->m);
    } else if (named(hole, length, "items")) {
        say_items(out, lang, holes);
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

void say(Text *out, Lang lang, const char *english, const Holes *holes) {
    static const Holes none = {0};
    if (!holes) holes = &none;
    const char *at = words(lang, english);
    while (*at) {
        const char *open = strchr(at, '{');
        const char *close = open ? strchr(open, '}') : NULL;
        if (!close) break;
        text_add_n(out, at, (size_t)(open - at));
        if (!fill(out, lang, open + 1, (size_t)(close - open - 1), holes))
            text_add_n(out, open, (size_t)(close - open + 1));
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
