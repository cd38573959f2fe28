/* odd.c: made-up moves and notation, which the rules must refuse. */
#include "play.h"

#include "core/notation.h"
#include "core/scan.h"

enum {
    ODD_MOVES = 16, /* made-up moves judged after each move, a seat */
    ODD_TEXTS = 2   /* and lines of made-up notation */
};

/* --- odd moves -------------------------------------------------------------------------------- */

bool listed(const Move *list, int n, Move m) {
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], m)) return true;
    return false;
}

void list_some(World *w, Some *some) {
    some->seat = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
    if (some->seat == w->players) some->seat = CHANCE;
    some->count = w->game->rules.moves(w->state, some->seat, some->move);
}

static Move one_of(World *w, const Move *list, int n) {
    Move none = {0};
    return n ? list[rng_below(&w->rng, (uint32_t)n)] : none;
}

/* A number near the ends of what an item can be, or near what it was. */
static uint8_t odd_item(World *w, uint8_t was) {
    static const uint8_t ends[] = {0, 1, 15, 16, 24, 25, 31, 32, 127, 128, 254, 255};
    switch (rng_below(&w->rng, 4)) {
    case 0: return ends[rng_below(&w->rng, sizeof ends)];
    case 1: return (uint8_t)(was + 1);
    case 2: return (uint8_t)(was - 1);
    default: return (uint8_t)rng_below(&w->rng, 32);
    }
}

/* One item so many times over, up to the bound, behind what is left of the move. */
static void repeat_item(World *w, Move *m) {
    int from = (int)rng_below(&w->rng, (uint32_t)m->count + 1), to = MOVE_ITEMS;
    if (from > MOVE_ITEMS) from = MOVE_ITEMS;
    if (rng_below(&w->rng, 4)) to = from + (int)rng_below(&w->rng, (uint32_t)(to - from) + 1);
    uint8_t was = m->item[from ? from - 1 : 0];
    uint8_t item = rng_below(&w->rng, 2) ? was : odd_item(w, was);
    for (int i = 0; i < MOVE_ITEMS; i++)
        if (i >= from) m->item[i] = i < to ? item : 0;
    m->count = (uint8_t)to;
}

/* A move that may or may not be legal: a legal one, often with something changed. */
static Move odd_move(World *w, Move m) {
    static const uint8_t counts[] = {0, 1, 2, MOVE_ITEMS - 1, MOVE_ITEMS, MOVE_ITEMS + 1, 255};
    uint32_t at = rng_below(&w->rng, MOVE_ITEMS);
    switch (rng_below(&w->rng, 8)) {
    case 0: break;
    case 1: m.verb = (uint8_t)rng_below(&w->rng, 40); break; /* no game has so many */
    case 2: m.verb = 255; break;
    case 3: m.item[at] = odd_item(w, m.item[at]); break;
    case 4:
        if (m.count) at %= m.count;
        m.item[at] = odd_item(w, m.item[at]);
        break;
    case 5: m.count = counts[rng_below(&w->rng, sizeof counts)]; break;
    case 6:
        for (int i = 0; i < MOVE_ITEMS; i++)
            m.item[i] = (uint8_t)rng_next(&w->rng);
        break;
    default: repeat_item(w, &m);
    }
    return m;
}

bool vast(const Game *game, Move m) {
    return game->rules.vast && game->rules.vast(m);
}

/* What is not listed is refused; of vast kinds the list has a few only. */
void odd_moves_are_refused(World *w, int seat, const Move *list, int n, const Some *some) {
    promised("check accepts what is listed and nothing else");
    for (int i = 0; i < ODD_MOVES; i++) {
        Move m = i % 2 ? one_of(w, list, n) : one_of(w, some->move, some->count);
        m = odd_move(w, m);
        Text text = text_over(attempt, sizeof attempt);
        text_printf(&text, "seat %d, verb %d, count %d, items", seat, m.verb, m.count);
        for (int j = 0; j < MOVE_ITEMS; j++)
            text_printf(&text, " %d", m.item[j]);
        bool legal = !w->game->rules.check(w->state, seat, m).text;
        if (!vast(w->game, m) || listed(list, n, m)) assert_int_equal(legal, listed(list, n, m));
    }
}

/* Who sits nowhere may do nothing. */
void odd_seats_may_nothing(World *w) {
    static const int nobody[] = {-1, SEATS_MAX - 1, SPECTATOR, SPECTATOR + 1, 100, 255};
    promised("a seat that is none has no move");
    static Some some;
    list_some(w, &some);
    Move list[MOVES_MAX], m = one_of(w, some.move, some.count);
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        int seat = i ? nobody[i] : w->players;
        if (seat == CHANCE || (seat >= 0 && seat < w->players)) continue;
        snprintf(attempt, sizeof attempt, "seat %d, verb %d", seat, m.verb);
        assert_int_equal(w->game->rules.moves(w->state, seat, list), 0);
        assert_non_null(w->game->rules.check(w->state, seat, m).text);
    }
}

/* --- odd notation ----------------------------------------------------------------------------- */

/* A word from nowhere in place of one, or one again and again. */
static const char *odd_word(World *w) {
    static const char *const words[] = {"-1",    "0",          "7",     "99",     "255",
                                        "256",   "257",        "65537", "1e3",    "4294967297",
                                        "wood3", "contract19", "E",     "trader", "batavia",
                                        "quay9", "north",      "pass",  "é",      "1603"};
    return words[rng_below(&w->rng, sizeof words / sizeof *words)];
}

static void odd_text(World *w, const char *line, Text *out) {
    int words = 0;
    for (const char *at = line; scan_word(&at).length;)
        words++;
    int odd = (int)rng_below(&w->rng, (uint32_t)words), how = (int)rng_below(&w->rng, 4);
    for (int i = 0; i < words; i++) {
        Word word = scan_word(&line);
        int times = i != odd || how == 0 ? 1 : how == 1 ? 0 : 1 + (int)rng_below(&w->rng, 16);
        for (int j = 0; j < times; j++) {
            if (out->length) text_char(out, ' ');
            if (i == odd && how == 0)
                text_add(out, odd_word(w));
            else
                text_printf(out, "%.*s", (int)word.length, word.at);
        }
    }
}

/* Whether two lines are the same words, in whatever order. */
static bool same_words(const char *a, const char *b) {
    const char *lines[] = {a, b};
    int count[2] = {0};
    for (int l = 0; l < 2; l++)
        for (const char *at = lines[l]; scan_word(&at).length;)
            count[l]++;
    if (count[0] != count[1]) return false;
    for (const char *at = a;;) {
        Word word = scan_word(&at);
        if (!word.length) return true;
        int times[2] = {0};
        for (int l = 0; l < 2; l++)
            for (const char *other = lines[l];;) {
                Word w = scan_word(&other);
                if (!w.length) break;
                times[l] += w.length == word.length && !memcmp(w.at, word.at, w.length);
            }
        if (times[0] != times[1]) return false;
    }
}

/* Notation nobody meant is refused, by reading or by the rules. Where both take it, it is a legal
   move in other words than it would be written in only by their order. */
void odd_notation_is_refused(World *w, int seat, const Move *list, int n, const Some *some) {
    promised("odd notation is refused");
    for (int i = 0; i < ODD_TEXTS; i++) {
        char line[MOVE_TEXT_MAX], back[MOVE_TEXT_MAX];
        Move m = i % 2 && n ? one_of(w, list, n) : one_of(w, some->move, some->count);
        Text good = text_over(line, sizeof line);
        move_write(w->game, m, &good);
        Text odd = text_over(attempt, sizeof attempt);
        odd_text(w, line, &odd);
        if (move_read(w->game, attempt, &m).text) continue;
        if (w->game->rules.check(w->state, seat, m).text) continue;
        assert_true(vast(w->game, m) || listed(list, n, m));
        Text text = text_over(back, sizeof back);
        move_write(w->game, m, &text);
        assert_true(same_words(attempt, back));
    }
}
