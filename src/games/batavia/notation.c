/* notation.c: moves of Batavia as text and back.

   A move is a verb and its words. Of players: `bid 4` (bills), `pass`, `draw`, `lay sweden 2` (how
   many cards of a company; nothing is shown yet), `sail sweden` (lays the chosen cards open and
   goes to the next stall of a company), `sail batavia` (the same, to the arrival tile), `exchange`,
   `keep`. Chance writes `auctioneer 2` (a seat), `stall england tea` (the next space, from 1, is
   turned up), `deal 0 sweden` (a seat is dealt a card), `die 3`, `packet france` (a card is opened
   for sale), `card france` (drawn by the player whose turn it is), `hand 0 france 2 sweden 1` (what
   a seat still holds at the end).

   Companies: england, denmark, france, netherlands, sweden. Goods: tea, cotton, porcelain, silk,
   ginger, nutmeg, pepper. */
#include "games/batavia/state.h"

#include "core/scan.h"

static const char *const verb_words[VERBS] = {
    "auctioneer", "stall", "deal", "die", "packet", "card",     "hand",
    "bid",        "pass",  "draw", "lay", "sail",   "exchange", "keep",
};

const char *const batavia_verbs[] = {
    N_("bid"), N_("pass"), N_("draw"), N_("lay"), N_("sail"), N_("exchange"), N_("keep"), NULL,
};
const char *const batavia_samples[] = {
    "bid 4", "pass", "draw", "lay sweden 2", "sail sweden", "exchange", "keep", NULL,
};
const char *const batavia_terms[] = {
    "england", "denmark",   "france", "netherlands", "sweden", "batavia", "tea",
    "cotton",  "porcelain", "silk",   "ginger",      "nutmeg", "pepper",  NULL,
};

/* What stands behind a verb. */
typedef enum Kind { KIND_NONE, KIND_SEAT, KIND_NUMBER, KIND_COMPANY, KIND_GOAL, KIND_GOOD } Kind;

static const uint8_t kinds[VERBS][2] = {
    [VERB_AUCTIONEER] = {KIND_SEAT},
    [VERB_STALL] = {KIND_COMPANY, KIND_GOOD},
    [VERB_DEAL] = {KIND_SEAT, KIND_COMPANY},
    [VERB_DIE] = {KIND_NUMBER},
    [VERB_PACKET] = {KIND_COMPANY},
    [VERB_CARD] = {KIND_COMPANY},
    [VERB_BID] = {KIND_NUMBER},
    [VERB_LAY] = {KIND_COMPANY, KIND_NUMBER},
    [VERB_SAIL] = {KIND_GOAL},
    [VERB_HAND] = {KIND_SEAT},
};

static int items_of(int verb) {
    return (kinds[verb][0] != KIND_NONE) + (kinds[verb][1] != KIND_NONE);
}

/* The cards of a last hand: only the companies it has. */
static void write_hand(Move m, Text *out) {
    for (int company = 0; company < COMPANIES; company++)
        if (m.item[1 + company])
            text_printf(out, " %s %d", batavia_companies[company], m.item[1 + company]);
}

void batavia_write(const void *state, int seat, Move m, Text *out) {
    (void)state;
    (void)seat;
    text_add(out, verb_words[m.verb]);
    for (int i = 0; i < items_of(m.verb); i++) {
        text_char(out, ' ');
        switch ((Kind)kinds[m.verb][i]) {
        case KIND_SEAT:
        case KIND_NUMBER: text_int(out, m.item[i]); break;
        case KIND_COMPANY:
        case KIND_GOAL: text_add(out, batavia_companies[m.item[i]]); break;
        case KIND_GOOD: text_add(out, batavia_goods[m.item[i]]); break;
        case KIND_NONE: break;
        }
    }
    if (m.verb == VERB_HAND) write_hand(m, out);
}

/* What a word means where `kind` is expected, and the reason where it means nothing. */
static Reason read_item(Kind kind, Word word, int *item) {
    switch (kind) {
    case KIND_SEAT:
        *item = scan_number(word, 0, SEATS_MAX - 1);
        return *item < 0 ? REFUSED(N_("A seat is a number from 0 to 5.")) : ALLOWED;
    case KIND_NUMBER:
        *item = scan_number(word, 0, 255);
        return *item < 0 ? REFUSED(N_("Name a whole number.")) : ALLOWED;
    case KIND_COMPANY:
        *item = scan_find(word, batavia_companies, 0, COMPANIES);
        return *item < 0 ? REFUSED(N_("There is no such company: england, denmark, france, "
                                      "netherlands or sweden."))
                         : ALLOWED;
    case KIND_GOAL:
        *item = scan_find(word, batavia_companies, 0, COMPANIES + 1);
        return *item < 0 ? REFUSED(N_("Sail with a company, or to Batavia.")) : ALLOWED;
    case KIND_GOOD:
        *item = scan_find(word, batavia_goods, 0, GOODS);
        return *item < 0 ? REFUSED(N_("There is no such good.")) : ALLOWED;
    case KIND_NONE: break;
    }
    return REFUSED(N_("This verb takes no words after it."));
}

/* Reads "france 2 sweden 1" behind `hand 0`. */
static Reason read_hand(const char *text, Move *m) {
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        int company, number;
        Reason why = read_item(KIND_COMPANY, word, &company);
        if (why.text) return why;
        why = read_item(KIND_NUMBER, scan_word(&text), &number);
        if (why.text) return why;
        m->item[1 + company] = (uint8_t)number;
    }
    m->count = 1 + COMPANIES;
    return ALLOWED;
}

Reason batavia_read(const void *state, int seat, const char *text, Move *out) {
    (void)state;
    (void)seat;
    int verb = scan_find(scan_word(&text), verb_words, 0, VERBS);
    if (verb < 0)
        return REFUSED(N_("A move begins with bid, pass, draw, lay, sail, exchange or keep."));
    Move m = {.verb = (uint8_t)verb};
    int wants = items_of(verb);
    while (m.count < wants) {
        int item;
        Word word = scan_word(&text);
        if (!word.length) break;
        Reason why = read_item((Kind)kinds[verb][m.count], word, &item);
        if (why.text) return why;
        m.item[m.count++] = (uint8_t)item;
    }
    const char *rest = text;
    bool more = verb != VERB_HAND && scan_word(&rest).length;
    if (m.count != wants || more)
        return REFUSED(N_("This verb takes exactly {n} {n?word|words} after it."), wants);
    Reason why = verb == VERB_HAND ? read_hand(text, &m) : ALLOWED;
    if (!why.text) *out = m;
    return why;
}
