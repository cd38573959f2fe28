#include "core/notation.h"

#include <string.h>
#include <strings.h>

/* --- items ------------------------------------------------------------------------------------ */

const ItemKind item_seat = {.most = SEATS_MAX - 1, .wrong = N_("A seat is a number from 0 to 5.")};

static const char *name_of(const ItemKind *kind, int item) {
    if (item >= kind->size && kind->next) return name_of(kind->next, item - kind->size);
    size_t apart = kind->apart ? kind->apart : sizeof *kind->names;
    return *(const char *const *)((const char *)kind->names + (size_t)item * apart);
}

/* The item of this name, in capitals or small letters, or -1. */
static int item_named(const ItemKind *kind, Word word) {
    for (int i = kind->first; i < kind->size; i++) {
        const char *name = name_of(kind, i);
        if ((name[0] ^ word.at[0]) & ~0x20) continue; /* not even the first letter: most of them */
        if (strlen(name) == word.length && strncasecmp(name, word.at, word.length) == 0) return i;
    }
    int next = kind->next ? item_named(kind->next, word) : -1;
    return next < 0 ? -1 : kind->size + next;
}

void item_write(const ItemKind *kind, const uint8_t *item, Text *out) {
    if (kind->silent && !item[0]) return;
    if (kind->names) {
        text_next(out, name_of(kind, item[0]));
        return;
    }
    text_char(out, ' ');
    if (kind->other && item[0] == kind->other_item) {
        text_add(out, kind->other);
    } else {
        if (kind->sign) text_add(out, kind->sign);
        text_int(out, (kind->wide ? item[0] << 8 | item[1] : item[0]) + kind->zero);
    }
}

bool item_read(const ItemKind *kind, Word word, uint8_t *item) {
    int n;
    if (kind->names) {
        n = item_named(kind, word);
        item[0] = (uint8_t)n;
        return n >= 0;
    }
    if (kind->other && scan_is(word, kind->other)) {
        item[0] = kind->other_item;
        return true;
    }
    if (kind->sign) {
        size_t length = strlen(kind->sign);
        if (word.length <= length || memcmp(word.at, kind->sign, length) != 0) return false;
        word = (Word){word.at + length, word.length - length};
    }
    if (!scan_integer(word, kind->least, kind->most, &n)) return false;
    n -= kind->zero;
    if (kind->wide) *item++ = (uint8_t)(n >> 8);
    *item = (uint8_t)n;
    return true;
}

void items_sort(uint8_t *item, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && item[j] < item[j - 1]; j--) {
            uint8_t swap = item[j];
            item[j] = item[j - 1];
            item[j - 1] = swap;
        }
}

static int items_of(const ItemKind *kind) {
    return kind->wide ? 2 : 1;
}

/* --- writing ---------------------------------------------------------------------------------- */

void move_write(const Game *game, Move m, Text *out) {
    const VerbForm *form = &game->words.notation->verbs[m.verb];
    text_add(out, form->word);
    if (form->write) {
        form->write(m, out);
        return;
    }
    int at = 0;
    for (int i = 0; i < VERB_ITEMS && form->items[i]; i++) {
        item_write(form->items[i], &m.item[at], out);
        at += items_of(form->items[i]);
    }
    if (at == m.count && form->none) {
        text_char(out, ' ');
        text_add(out, form->none);
    }
    for (int i = 0; at < m.count; i = (i + 1) % VERB_MORE) {
        if (!form->more[i]) continue;
        item_write(form->more[i], &m.item[at], out);
        at += items_of(form->more[i]);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Words are missing, or there are too many. */
static Reason wrong_count(const VerbForm *form) {
    int n = 0;
    if (form->wrong) return REFUSED(form->wrong);
    while (n < VERB_ITEMS && form->items[n])
        n++;
    return n ? REFUSED(N_("This verb takes exactly {n} {n?word|words} after it."), n)
             : REFUSED(N_("Nothing comes behind this verb."));
}

/* Reads the next word behind those read so far; a silent kind leaves it where it is another. */
static Reason add_item(const VerbForm *form, const ItemKind *kind, const char **text, Move *m) {
    const char *rest = *text;
    Word word = scan_word(&rest);
    if (!word.length && !kind->silent) return wrong_count(form);
    if (m->count + items_of(kind) > MOVE_ITEMS) return REFUSED(N_("These are too many words."));
    bool read = word.length && item_read(kind, word, &m->item[m->count]);
    if (!read && !kind->silent) return kind->wrong ? REFUSED(kind->wrong) : wrong_count(form);
    if (read)
        *text = rest;
    else
        m->item[m->count] = 0;
    m->count = (uint8_t)(m->count + items_of(kind));
    return ALLOWED;
}

static bool at_end(const char *text) {
    return !scan_word(&text).length;
}

/* Reads what may come again and again. */
static Reason add_more(const VerbForm *form, const char *text, Move *m) {
    const char *rest = text;
    if (form->none && scan_is(scan_word(&rest), form->none))
        return at_end(rest) ? ALLOWED : wrong_count(form);
    int times = 0;
    for (; !at_end(text) && form->more[0] && (!form->most || times < form->most); times++)
        for (int i = 0; i < VERB_MORE && form->more[i]; i++) {
            Reason why = add_item(form, form->more[i], &text, m);
            if (why.text) return why;
        }
    return !at_end(text) || times < form->least ? wrong_count(form) : ALLOWED;
}

static Reason read_words(const VerbForm *form, const char *text, Move *m) {
    if (form->read) return form->read(text, m);
    for (int i = 0; i < VERB_ITEMS && form->items[i]; i++) {
        Reason why = add_item(form, form->items[i], &text, m);
        if (why.text) return why;
    }
    int once = m->count;
    Reason why = add_more(form, text, m);
    if (!why.text && form->sorted) items_sort(&m->item[once], m->count - once);
    return why;
}

Reason move_read(const Game *game, const char *text, Move *out) {
    const Notation *notation = game->words.notation;
    Word word = scan_word(&text);
    int verb = 0;
    while (notation->verbs[verb].word && !scan_is(word, notation->verbs[verb].word))
        verb++;
    if (!notation->verbs[verb].word) return REFUSED(notation->wrong);
    Move m = {.verb = (uint8_t)verb};
    Reason why = read_words(&notation->verbs[verb], text, &m);
    if (!why.text) *out = m;
    return why;
}

void verbs_of_people(const Game *game, const char *out[VERBS_MAX + 1]) {
    int n = 0;
    for (const VerbForm *form = game->words.notation->verbs; form->word; form++)
        if (form->sample) out[n++] = form->word;
    out[n] = NULL;
}
