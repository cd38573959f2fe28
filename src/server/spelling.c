#include "server/spelling.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum {
    MARKS_MAX = 3,                 /* in a row: no script needs more on one letter */
    JOINERS_MAX = 2,               /* in a row: the form of a sign, then its tie to the next */
    ROOM = CHAT_LIMIT + 2,         /* the longest text, and one sign with a space too many */
    SKELETON_MAX = NAME_LIMIT * 18 /* the most a character folds to (U+FDFA) */
};

typedef enum Sign {
    SIGN_VISIBLE,
    SIGN_MARK,   /* stands upon the sign before it */
    SIGN_SPACE,  /* of any width */
    SIGN_JOINER, /* makes one sign of several, or picks its form: emoji are written with them */
    SIGN_NONE    /* does not show */
} Sign;

static Sign sign_of(ucs4_t c) {
    if (c == 0x200c || c == 0x200d || c == 0xfe0e || c == 0xfe0f) return SIGN_JOINER;
    if (c == 0x2800) return SIGN_SPACE; /* a Braille cell without a dot: a symbol by its class */
    if (uc_is_general_category(c, UC_CATEGORY_Zs)) return SIGN_SPACE;
    if (uc_is_property(c, UC_PROPERTY_DEFAULT_IGNORABLE_CODE_POINT)) return SIGN_NONE;
    if (uc_is_general_category(c, UC_CATEGORY_C) || uc_is_general_category(c, UC_CATEGORY_Zl) ||
        uc_is_general_category(c, UC_CATEGORY_Zp))
        return SIGN_NONE;
    return uc_is_general_category(c, UC_CATEGORY_M) ? SIGN_MARK : SIGN_VISIBLE;
}

/* --- tidying ---------------------------------------------------------------------------------- */

typedef struct Sentences {
    const char *signs, *empty, *length;
} Sentences;

typedef struct Tidy {
    ucs4_t sign[ROOM];
    int count;
    int marks, joiners; /* at the end of what is there */
    ucs4_t space;       /* stands between what is there and what comes; 0: nothing does */
} Tidy;

/* Whether a joiner or mark may stand here: it has a sign to stand upon, and not too many do. */
static bool leans(const Tidy *tidy, int already, int most) {
    return tidy->count > 0 && !tidy->space && already < most;
}

/* Adds one character; false where it has no place here. `prose`: a message, which may have emoji of
   several parts and the spaces of French punctuation. */
static bool tidy_add(Tidy *tidy, ucs4_t c, bool prose) {
    Sign sign = sign_of(c);
    switch (sign) {
    case SIGN_NONE: return false;
    case SIGN_SPACE:
        if (tidy->count > 0 && !tidy->space)
            tidy->space = prose && (c == 0xa0 || c == 0x202f) ? c : ' ';
        return true;
    case SIGN_JOINER:
        if (!prose) return c == 0xfe0e || c == 0xfe0f; /* the sign keeps its plain form */
        if (!leans(tidy, tidy->joiners, JOINERS_MAX)) return false;
        break;
    case SIGN_MARK:
        if (!leans(tidy, tidy->marks, MARKS_MAX)) return false;
        break;
    case SIGN_VISIBLE: break;
    }
    if (tidy->space) tidy->sign[tidy->count++] = tidy->space;
    tidy->sign[tidy->count++] = c;
    tidy->space = 0;
    tidy->marks = sign == SIGN_MARK ? tidy->marks + 1 : 0;
    tidy->joiners = sign == SIGN_JOINER ? tidy->joiners + 1 : 0;
    return true;
}

static void tidy_write(const Tidy *tidy, char *out) {
    uint8_t *end = (uint8_t *)out;
    for (int i = 0; i < tidy->count; i++)
        end += u8_uctomb(end, tidy->sign[i], 4);
    *end = '\0';
}

/* Tidies `text` to at most `limit` characters. `sentences` has the sentences of each refusal;
   without one for an empty text it may be empty. */
static Reason tidy_text(const char *text, int limit, bool prose, const Sentences *sentences,
                        char *out) {
    Tidy tidy = {0};
    size_t length = 0;
    const uint8_t *bytes = (const uint8_t *)text;
    if (u8_check(bytes, strlen(text))) return REFUSED(sentences->signs); /* no UTF-8 */
    uint8_t *composed = u8_normalize(UNINORM_NFC, bytes, strlen(text), NULL, &length);
    if (!composed) abort(); /* no memory */
    bool sound = true;
    for (size_t at = 0; sound && at < length && tidy.count <= limit;) {
        ucs4_t c;
        at += (size_t)u8_mbtouc(&c, composed + at, length - at);
        sound = tidy_add(&tidy, c, prose);
    }
    free(composed);
    if (!sound) return REFUSED(sentences->signs);
    if (tidy.count == 0 && sentences->empty) return REFUSED(sentences->empty);
    if (tidy.count > limit) return REFUSED(sentences->length, limit);
    tidy_write(&tidy, out);
    return ALLOWED;
}

Reason spell_name(const char *text, char out[NAME_LIMIT * 4 + 1]) {
    static const Sentences sentences = {N_("A name has letters, figures and signs only."),
                                        N_("A name cannot be empty."),
                                        N_("A name has at most {n} characters.")};
    return tidy_text(text, NAME_LIMIT, false, &sentences, out);
}

Reason spell_title(const char *text, char out[TITLE_LIMIT * 4 + 1]) {
    static const Sentences sentences = {N_("A title has letters, figures and signs only."), NULL,
                                        N_("A title has at most {n} characters.")};
    return tidy_text(text, TITLE_LIMIT, false, &sentences, out);
}

Reason spell_chat(const char *text, char out[CHAT_LIMIT * 4 + 1]) {
    static const Sentences sentences = {N_("A message has letters, figures and signs only."),
                                        N_("A message cannot be empty."),
                                        N_("A message has at most {n} characters.")};
    return tidy_text(text, CHAT_LIMIT, true, &sentences, out);
}

/* --- names that look alike -------------------------------------------------------------------- */

/* Letters of other scripts, and figures, that look like a Latin letter; all in lower case. */
static const struct {
    ucs4_t sign, like;
} twins[] = {
    {0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'}, {0x43a, 'k'}, {0x43c, 'm'}, {0x43d, 'h'},
    {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
    {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}, {0x4bb, 'h'}, {0x501, 'd'}, {0x51b, 'q'},
    {0x51d, 'w'}, {0x3b1, 'a'}, {0x3b2, 'b'}, {0x3b5, 'e'}, {0x3b9, 'i'}, {0x3ba, 'k'},
    {0x3bd, 'v'}, {0x3bf, 'o'}, {0x3c1, 'p'}, {0x3c4, 't'}, {0x3c5, 'u'}, {0x3c7, 'x'},
    {0x131, 'i'}, {0x251, 'a'}, {0x261, 'g'}, {'0', 'o'},
};

static ucs4_t latin_twin(ucs4_t c) {
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (twins[i].sign == c) return twins[i].like;
    return c;
}

/* What is left of a name when all that eyes pass over is taken away, ended by 0. With `strokes`
   also what makes I, l, 1 and | differ. */
static void skeleton(const char *name, bool strokes, ucs4_t out[SKELETON_MAX + 1]) {
    char plain[NAME_LIMIT * 4 + 1];
    strncpy(plain, name, sizeof plain - 1);
    plain[sizeof plain - 1] = '\0';
    for (char *c = plain; strokes && *c; c++)
        if (*c == 'I' || *c == '1' || *c == '|') *c = 'l';
    size_t length = 0;
    uint8_t *folded =
        u8_casefold((const uint8_t *)plain, strlen(plain), NULL, UNINORM_NFKD, NULL, &length);
    int count = 0;
    for (size_t at = 0; folded && at < length && count < SKELETON_MAX;) {
        ucs4_t c;
        at += (size_t)u8_mbtouc(&c, folded + at, length - at);
        if (sign_of(c) == SIGN_VISIBLE) out[count++] = latin_twin(c);
    }
    free(folded);
    out[count] = 0;
}

bool names_alike(const char *a, const char *b) {
    ucs4_t one[SKELETON_MAX + 1], other[SKELETON_MAX + 1];
    for (int strokes = 0; strokes <= 1; strokes++) {
        skeleton(a, strokes, one);
        skeleton(b, strokes, other);
        if (u32_strcmp(one, other) == 0) return true;
    }
    return false;
}

void name_looks(const char *name, uint8_t looks[LOOKS][LOOK_BYTES]) {
    for (int strokes = 0; strokes < LOOKS; strokes++) {
        ucs4_t bare[SKELETON_MAX + 1];
        skeleton(name, strokes, bare);
        crypto_generichash(looks[strokes], LOOK_BYTES, (const uint8_t *)bare,
                           u32_strlen(bare) * sizeof *bare, NULL, 0);
    }
}
