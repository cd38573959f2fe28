/* notation.c: moves of VOC! as text and back.

   A move is a verb and its words.
     outfit C 2 2            two sailors and two merchants aboard ship C
     sign 7 1591             contract 7, due at the end of 1591; `sign 7 none` without a marker
     takeover 7 1590         another's contract, with an earlier year
     tighten 7 1590          one's own
     recall A   pass
     stay   sail 400         from x 400 of the home line; `sail` from where the ship lies
     order 37 60             heading in degrees, length in units
     pen 5 -3 4 -4           one to seven segments, east and south
     stop
     say north   quiet   mute   chat
     take   skip
     offer 2 textile 5 for tea tea    to seat 2, goods and daalders, for goods and daalders;
                             `nothing` where a side is empty
     accept 1   refuse 1   withdraw   done
     tender 12               the open contract for 12 daalders; `tender 12 right`: by the goods
                             behind the slash
     hush 2 3   wait         3 daalders promised to seat 2 for passing; no more of that now
     deliver 7   deliver 7 right
     keep tea textile        `keep nothing`
   Where a player has pepper of several ports he may name it by them: `keep Malacca tea`, `deliver 9
   Aceh Bantam`, `tender 12 right Malacca Jambi`, `offer 2 Jambi for tea`; otherwise the westernmost
   leaves.
   Chance writes `first 2`, `contract 7`, `voc`, `drift 12 -40` (where an order really went) and
   `landfall 783 395 sea Galle`: where the ship lies, how (sea, harbour, aground, home), and the
   ports it met, in order. Contracts are numbered from 1. */
#include "games/voc/state.h"

#include <string.h>

#include "core/scan.h"

static const char *const verb_words[VERBS] = {
    "first",   "contract", "voc",  "drift",  "landfall", "outfit", "sign",    "takeover",
    "tighten", "recall",   "pass", "stay",   "sail",     "order",  "pen",     "stop",
    "say",     "quiet",    "mute", "chat",   "take",     "skip",   "offer",   "accept",
    "refuse",  "withdraw", "done", "tender", "hush",     "wait",   "deliver", "keep",
};

const char *const voc_verbs[] = {
    N_("outfit"), N_("sign"),    N_("takeover"), N_("tighten"), N_("recall"), N_("pass"),
    N_("stay"),   N_("sail"),    N_("order"),    N_("pen"),     N_("stop"),   N_("say"),
    N_("quiet"),  N_("mute"),    N_("chat"),     N_("take"),    N_("skip"),   N_("offer"),
    N_("accept"), N_("refuse"),  N_("withdraw"), N_("done"),    N_("tender"), N_("hush"),
    N_("wait"),   N_("deliver"), N_("keep"),     NULL,
};
const char *const voc_samples[] = {
    "outfit C 2 2",
    "sign 7 1591",
    "takeover 7 1590",
    "tighten 7 1590",
    "recall A",
    "pass",
    "stay",
    "sail 400",
    "order 37 60",
    "pen 5 -3",
    "stop",
    "say north",
    "quiet",
    "mute",
    "chat",
    "take",
    "skip",
    "offer 2 textile 5 for tea",
    "accept 1",
    "refuse 1",
    "withdraw",
    "done",
    "tender 12",
    "hush 2 3",
    "wait",
    "deliver 7",
    "keep tea textile",
    NULL,
};

static const char *const ending_words[ENDINGS] = {"open", "sea", "harbour", "aground", "home"};

/* --- writing ---------------------------------------------------------------------------------- */

static void put(Text *out, const char *word) {
    text_char(out, ' ');
    text_add(out, word);
}

static void put_int(Text *out, int n) {
    text_char(out, ' ');
    text_int(out, n);
}

static void put_tokens(Text *out, const uint8_t *token, int count) {
    for (int i = 0; i < count; i++)
        put(out, token[i] < GOODS ? voc_goods[token[i]] : voc_ports[token_port(token[i])].name);
}

/* The side of a claim or delivery, then the ports of its pepper. */
static void put_side(Text *out, Move m) {
    if (m.item[1]) put(out, "right");
    put_tokens(out, &m.item[2], m.count - 2);
}

static void put_offer(Text *out, Move m) {
    int given = m.item[3], wanted = m.count - 4 - given;
    put_int(out, m.item[0]);
    put_tokens(out, &m.item[4], given);
    if (m.item[1]) put_int(out, m.item[1]);
    if (!given && !m.item[1]) put(out, "nothing");
    put(out, "for");
    put_tokens(out, &m.item[4 + given], wanted);
    if (m.item[2]) put_int(out, m.item[2]);
    if (!wanted && !m.item[2]) put(out, "nothing");
}

static void put_landfall(Text *out, Move m) {
    put_int(out, wide(m.item));
    put_int(out, wide(m.item + 2));
    put(out, ending_words[m.item[4]]);
    for (int i = 5; i < m.count; i++)
        put(out, voc_ports[m.item[i]].name);
}

void voc_write(const void *state, int seat, Move m, Text *out) {
    (void)state;
    (void)seat;
    text_add(out, verb_words[m.verb]);
    switch ((Verb)m.verb) {
    case VERB_FIRST:
    case VERB_ACCEPT:
    case VERB_REFUSE: put_int(out, m.item[0]); break;
    case VERB_CONTRACT: put_int(out, m.item[0] + 1); break;
    case VERB_DRIFT:
        put_int(out, drift_part(m.item[0]));
        put_int(out, drift_part(m.item[1]));
        break;
    case VERB_LANDFALL: put_landfall(out, m); break;
    case VERB_OUTFIT:
        put(out, voc_ships[m.item[0]]);
        put_int(out, m.item[1]);
        put_int(out, m.item[2]);
        break;
    case VERB_SIGN:
    case VERB_TAKEOVER:
    case VERB_TIGHTEN:
        put_int(out, m.item[0] + 1);
        if (m.item[1] == NO_YEAR)
            put(out, "none");
        else
            put_int(out, FIRST_YEAR + m.item[1]);
        break;
    case VERB_RECALL: put(out, voc_ships[m.item[0]]); break;
    case VERB_SAIL:
        if (m.count) put_int(out, wide(m.item));
        break;
    case VERB_ORDER:
        put_int(out, wide(m.item));
        put_int(out, m.item[2]);
        break;
    case VERB_PEN:
        for (int i = 0; i < m.count; i++)
            put_int(out, pen_part(m.item[i]));
        break;
    case VERB_SAY: put(out, voc_word_ids[m.item[0]]); break;
    case VERB_OFFER: put_offer(out, m); break;
    case VERB_CLAIM:
        put_int(out, m.item[0]);
        put_side(out, m);
        break;
    case VERB_DELIVER:
        put_int(out, m.item[0] + 1);
        put_side(out, m);
        break;
    case VERB_HUSH:
        put_int(out, m.item[0]);
        put_int(out, m.item[1]);
        break;
    case VERB_KEEP:
        put_tokens(out, m.item, m.count);
        if (!m.count) put(out, "nothing");
        break;
    case VERB_VOC:
    case VERB_PASS:
    case VERB_STAY:
    case VERB_STOP:
    case VERB_QUIET:
    case VERB_MUTE:
    case VERB_CHAT:
    case VERB_TAKE:
    case VERB_SKIP:
    case VERB_WITHDRAW:
    case VERB_DONE:
    case VERB_WAIT:
    case VERBS: break;
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The words of a move. */
enum { WORDS_MAX = 2 * MOVE_ITEMS + 2 };
typedef struct Phrase {
    Word word[WORDS_MAX];
    int count;
} Phrase;

static bool cut(const char *text, Phrase *p) {
    for (p->count = 0;; p->count++) {
        Word word = scan_word(&text);
        if (!word.length) return true;
        if (p->count == WORDS_MAX) return false;
        p->word[p->count] = word;
    }
}

/* The place of word `i` in a list, or -1. */
static int find(const Phrase *p, int i, const char *const *list, int size) {
    return i < p->count ? scan_find(p->word[i], list, 0, size) : -1;
}

static bool is_word(const Phrase *p, int i, const char *word) {
    return find(p, i, &word, 1) == 0;
}

/* Word `i` as a number between `least` and `most`; false where it is none. */
static bool number(const Phrase *p, int i, int least, int most, int *out) {
    return i < p->count && scan_integer(p->word[i], least, most, out);
}

static void push(Move *m, int item) {
    m->item[m->count++] = (uint8_t)item;
}

static void sort(uint8_t *item, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && item[j] < item[j - 1]; j--) {
            uint8_t swap = item[j];
            item[j] = item[j - 1];
            item[j - 1] = swap;
        }
}

static const char *const bad_number = N_("A number is missing, or out of its bounds.");
static const char *const bad_good = N_("There is no such good: textile, cinnamon, coffee, pepper, "
                                       "nutmeg, cloves or tea.");

/* All words behind the verb as numbers; `count` of them, or any number where it is 0. */
static Reason read_numbers(const Phrase *p, int count, int least, int most, int offset, Move *m) {
    if (count && p->count != count + 1)
        return REFUSED(N_("This verb takes exactly {n} {n?number|numbers} after it."), count);
    for (int i = 1; i < p->count; i++) {
        int n;
        if (m->count == MOVE_ITEMS || !number(p, i, least, most, &n)) return REFUSED(bad_number);
        push(m, n + offset);
    }
    return ALLOWED;
}

static Reason read_ship(const Phrase *p, Move *m) {
    static const char *const small[SHIPS] = {"a", "b", "c", "d"};
    int ship = find(p, 1, voc_ships, SHIPS), a, b;
    if (ship < 0) ship = find(p, 1, small, SHIPS);
    if (ship < 0) return REFUSED(N_("A ship is A, B, C or D."));
    push(m, ship);
    if (m->verb == VERB_RECALL) return p->count == 2 ? ALLOWED : REFUSED(N_("Name the ship only."));
    if (p->count != 4 || !number(p, 2, 0, 9, &a) || !number(p, 3, 0, 9, &b))
        return REFUSED(N_("Name the ship, then how many sailors and how many merchants."));
    push(m, a);
    push(m, b);
    return ALLOWED;
}

static Reason read_card_year(const Phrase *p, Move *m) {
    int card, year;
    if (!number(p, 1, 1, CONTRACTS, &card))
        return REFUSED(N_("A contract is a number from 1 to 18."));
    push(m, card - 1);
    if (p->count == 3 && is_word(p, 2, "none"))
        push(m, NO_YEAR);
    else if (p->count == 3 && number(p, 2, FIRST_YEAR, FIRST_YEAR + YEARS, &year))
        push(m, year - FIRST_YEAR);
    else
        return REFUSED(N_("Name the contract and a year, from 1585 to 1601, or none."));
    return ALLOWED;
}

/* Word `i` as a token: a good, or the port of a pepper; -1 where it is neither. */
static int find_token(const Phrase *p, int i) {
    for (int port = 0; port < PEPPER_PORTS; port++)
        if (is_word(p, i, voc_ports[PEPPER_AT + port].name)) return GOODS + port;
    return find(p, i, voc_goods, GOODS);
}

/* A number, then perhaps left or right, then perhaps ports of pepper. */
static Reason read_with_side(const Phrase *p, int least, int most, Move *m) {
    int n, at = is_word(p, 2, "left") || is_word(p, 2, "right") ? 3 : 2;
    if (!number(p, 1, least, most, &n)) return REFUSED(bad_number);
    push(m, n - (m->verb == VERB_DELIVER));
    push(m, is_word(p, 2, "right"));
    for (int i = at; i < p->count; i++) {
        int token = find_token(p, i);
        if (token < GOODS || m->count == MOVE_ITEMS)
            return REFUSED(N_("Behind it comes left or right, and ports of pepper, or nothing."));
        push(m, token);
    }
    sort(&m->item[2], m->count - 2);
    return ALLOWED;
}

static Reason read_tokens(const Phrase *p, Move *m) {
    if (p->count == 2 && is_word(p, 1, "nothing")) return ALLOWED;
    if (p->count < 2) return REFUSED(N_("Name what you keep, or nothing."));
    for (int i = 1; i < p->count; i++) {
        int good = find_token(p, i);
        if (good < 0) return REFUSED(bad_good);
        if (m->count == MOVE_ITEMS) return REFUSED(N_("A warehouse keeps two goods."));
        push(m, good);
    }
    sort(m->item, m->count);
    return ALLOWED;
}

/* One side of an offer, from word `i` to `end`: goods, a sum, or nothing. */
static Reason read_offer_side(const Phrase *p, int i, int end, int *sum, Move *m) {
    if (i >= end) return REFUSED(N_("Write nothing where a side of the offer is empty."));
    if (i + 1 == end && is_word(p, i, "nothing")) return ALLOWED;
    int from = m->count;
    for (; i < end; i++) {
        int good = find_token(p, i), n;
        if (good >= 0) {
            if (m->count == MOVE_ITEMS) return REFUSED(N_("These are too many goods."));
            push(m, good);
        } else if (!*sum && number(p, i, 1, SUM_MAX, &n)) {
            *sum = n;
        } else {
            return REFUSED(bad_good);
        }
    }
    sort(&m->item[from], m->count - from);
    return ALLOWED;
}

static Reason read_offer(const Phrase *p, Move *m) {
    int to, middle = 2, pays = 0, gets = 0;
    if (!number(p, 1, 0, SEATS - 1, &to)) return REFUSED(N_("A seat is a number from 0 to 4."));
    while (middle < p->count && !is_word(p, middle, "for"))
        middle++;
    if (middle == p->count)
        return REFUSED(N_("An offer is written: offer SEAT goods and daalders for goods and "
                          "daalders."));
    m->count = 4;
    Reason why = read_offer_side(p, 2, middle, &pays, m);
    if (why.text) return why;
    m->item[3] = (uint8_t)(m->count - 4);
    why = read_offer_side(p, middle + 1, p->count, &gets, m);
    if (why.text) return why;
    m->item[0] = (uint8_t)to;
    m->item[1] = (uint8_t)pays;
    m->item[2] = (uint8_t)gets;
    return ALLOWED;
}

static Reason read_sail(const Phrase *p, Move *m) {
    int x;
    if (p->count == 1) return ALLOWED;
    if (p->count != 2 || !number(p, 1, 0, CHART_WIDE - 1, &x)) return REFUSED(bad_number);
    push(m, x >> 8);
    push(m, x & 255);
    return ALLOWED;
}

static Reason read_order(const Phrase *p, Move *m) {
    int heading, length;
    if (p->count != 3 || !number(p, 1, 0, 359, &heading) || !number(p, 2, 1, LENGTH_MAX, &length))
        return REFUSED(N_("An order is a heading from 0 to 359 and a length from 1 to 90."));
    push(m, heading >> 8);
    push(m, heading & 255);
    push(m, length);
    return ALLOWED;
}

static Reason read_landfall(const Phrase *p, Move *m) {
    int x, y, ending = find(p, 3, ending_words, ENDINGS);
    if (!number(p, 1, 0, CHART_WIDE - 1, &x) || !number(p, 2, 0, CHART_HIGH - 1, &y) || ending < 0)
        return REFUSED(bad_number);
    push(m, x >> 8);
    push(m, x & 255);
    push(m, y >> 8);
    push(m, y & 255);
    push(m, ending);
    for (int i = 4; i < p->count; i++) {
        int port = 0;
        while (port < PORTS && !is_word(p, i, voc_ports[port].name))
            port++;
        if (port == PORTS || m->count == MOVE_ITEMS) return REFUSED(N_("There is no such port."));
        push(m, port);
    }
    return ALLOWED;
}

static Reason read_rest(const Phrase *p, Move *m) {
    switch ((Verb)m->verb) {
    case VERB_FIRST:
    case VERB_ACCEPT:
    case VERB_REFUSE: return read_numbers(p, 1, 0, SEATS - 1, 0, m);
    case VERB_CONTRACT: return read_numbers(p, 1, 1, CONTRACTS, -1, m);
    case VERB_DRIFT: return read_numbers(p, 2, -128, 127, 128, m);
    case VERB_LANDFALL: return read_landfall(p, m);
    case VERB_OUTFIT:
    case VERB_RECALL: return read_ship(p, m);
    case VERB_SIGN:
    case VERB_TAKEOVER:
    case VERB_TIGHTEN: return read_card_year(p, m);
    case VERB_SAIL: return read_sail(p, m);
    case VERB_ORDER: return read_order(p, m);
    case VERB_PEN: return read_numbers(p, 0, -SEGMENT, SEGMENT, SEGMENT, m);
    case VERB_SAY: {
        int word = find(p, 1, voc_word_ids, CALLS);
        if (word <= 0 || p->count != 2)
            return REFUSED(N_("A word is north, south, east, west or stop."));
        push(m, word);
        return ALLOWED;
    }
    case VERB_OFFER: return read_offer(p, m);
    case VERB_CLAIM: return read_with_side(p, 0, SUM_MAX, m);
    case VERB_DELIVER: return read_with_side(p, 1, CONTRACTS, m);
    case VERB_HUSH: return read_numbers(p, 2, 0, SUM_MAX, 0, m);
    case VERB_KEEP: return read_tokens(p, m);
    case VERB_VOC:
    case VERB_PASS:
    case VERB_STAY:
    case VERB_STOP:
    case VERB_QUIET:
    case VERB_MUTE:
    case VERB_CHAT:
    case VERB_TAKE:
    case VERB_SKIP:
    case VERB_WITHDRAW:
    case VERB_DONE:
    case VERB_WAIT:
    case VERBS: break;
    }
    return p->count == 1 ? ALLOWED : REFUSED(N_("Nothing comes behind this verb."));
}

Reason voc_read(const void *state, int seat, const char *text, Move *out) {
    (void)state;
    (void)seat;
    Phrase p;
    if (!cut(text, &p)) return REFUSED(N_("This move is too long."));
    int verb = find(&p, 0, verb_words, VERBS);
    if (verb < 0) return REFUSED(N_("A move begins with one of the verbs of VOC!."));
    Move m = {.verb = (uint8_t)verb};
    Reason why = read_rest(&p, &m);
    if (!why.text) *out = m;
    return why;
}
