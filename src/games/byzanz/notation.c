/* notation.c: moves of Byzanz as text and back.

   A move is a verb and its words: `bid wood3 grain1`, `pass`, `give wood1`, `take spices`,
   `sell spices3 spices1 trader`, `discard wine2`, `done`; Chance writes `dealer 2`, `deal 0
   olives2` and `lot cloth4`. Cards may be named in any order; they are written sorted. */
#include "games/byzanz/state.h"

#include "core/scan.h"

static const char *const verb_words[VERBS] = {"dealer", "deal", "lot",  "bid",     "pass",
                                              "give",   "take", "sell", "discard", "done"};

const char *const byzanz_verbs[] = {
    N_("bid"), N_("pass"), N_("give"), N_("take"), N_("sell"), N_("discard"), N_("done"), NULL,
};
const char *const byzanz_samples[] = {
    "bid wood3 grain1", "pass", "give wood1", "take spices", "sell spices3 spices1 trader",
    "discard wine2",    "done", NULL,
};

void byzanz_write(const void *state, int seat, Move m, Text *out) {
    (void)state;
    (void)seat;
    text_add(out, verb_words[m.verb]);
    for (int i = 0; i < m.count; i++) {
        text_char(out, ' ');
        bool names_seat = m.verb == VERB_DEALER || (m.verb == VERB_DEAL && i == 0);
        if (names_seat)
            text_int(out, m.item[i]);
        else
            text_add(out, m.verb == VERB_TAKE ? byzanz_types[m.item[i]] : byzanz_cards[m.item[i]]);
    }
}

static void sort_items(Move *m) {
    for (int i = 1; i < m->count; i++)
        for (int j = i; j > 0 && m->item[j] < m->item[j - 1]; j--) {
            uint8_t item = m->item[j];
            m->item[j] = m->item[j - 1];
            m->item[j - 1] = item;
        }
}

/* What the item number `i` of a verb is, and the reason where it is not. */
static Reason read_item(Verb verb, int i, Word word, int *item) {
    if (verb == VERB_DEALER || (verb == VERB_DEAL && i == 0)) {
        *item = scan_number(word, 0, SEATS_MAX - 1);
        return *item < 0 ? REFUSED(N_("A seat is a number from 0 to 5.")) : ALLOWED;
    }
    if (verb == VERB_TAKE) {
        *item = scan_find(word, byzanz_types, 0, MARKET_TYPES);
        return *item < 0 ? REFUSED(N_("There is no such type: cloth, wood, grain, olives, spices, "
                                      "wine or trader."))
                         : ALLOWED;
    }
    *item = scan_find(word, byzanz_cards, 0, KINDS);
    return *item < 0
               ? REFUSED(N_("There is no such card: a type and a value, as in wood3, or trader."))
               : ALLOWED;
}

Reason byzanz_read(const void *state, int seat, const char *text, Move *out) {
    (void)state;
    (void)seat;
    int verb = scan_find(scan_word(&text), verb_words, 0, VERBS);
    if (verb < 0)
        return REFUSED(N_("A move begins with bid, pass, give, take, sell, discard or done."));
    Move m = {.verb = (uint8_t)verb};
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        int item;
        Reason why = read_item((Verb)verb, m.count, word, &item);
        if (why.text) return why;
        if (m.count == MOVE_ITEMS) return REFUSED(N_("These are too many cards."));
        m.item[m.count++] = (uint8_t)item;
    }
    static const int8_t wants[VERBS] = {
        [VERB_DEALER] = 1, [VERB_DEAL] = 2, [VERB_LOT] = 1,  [VERB_BID] = -1,    [VERB_PASS] = 0,
        [VERB_GIVE] = 1,   [VERB_TAKE] = 1, [VERB_SELL] = 3, [VERB_DISCARD] = 1, [VERB_DONE] = 0};
    if (verb == VERB_SELL && m.count != 3) return REFUSED(N_("A sale is exactly three cards."));
    if (wants[verb] >= 0 && m.count != wants[verb])
        return REFUSED(N_("This verb takes exactly {n} {n?word|words} after it."), wants[verb]);
    if (verb == VERB_BID || verb == VERB_SELL) sort_items(&m);
    *out = m;
    return ALLOWED;
}
