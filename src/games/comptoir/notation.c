/* notation.c: moves of Comptoir des Antilles as text and back.

   Quays are 1 to 4; a seat is written @0 to @3; goods are madras, rum, spices and vanilla; events
   are top, poor, exclusive, mutiny, shortage, damage, fire, storm, pirates and claim; relations are
   labourer, foreman, wharf, owner, harbour, smuggler, union and customs.

   Chance:
     first @2                who begins with the slate, the first move of a game
     ship 5                  a ship of 5 places is revealed: in the set-up four for the quays, then,
                             as ever after, the one that shows on top of the pile
     goods 1 rum             set-up: the goods of the ship at quay 1
     draw @2 rum             a secret goods tile for seat 2 from the face-down part of the pile; a
                             draw from the known part is not written, it follows from the moves
     event pirates           the event tile put to auction

   Players:
     play foreman 1          a relation and the quays where it places porters: as many as it must
     play harbour 1 2 4
     play labourer           nothing can be placed
     play smuggler 1>2 1>2 3 first moves two own porters from quay 1 to quay 2, then places one at 3
     play union 1>2 @0 3     first exchanges an own porter at 1 with one of seat 0 at 2
     play customs 2 @0       first sends a porter of seat 0 home from 2, where it places its own
     auction                 puts an event to auction
     bid 3, pass             in the auction; who cannot beat the highest bid is not asked
     put pirates 2           plays an event at quay 2
     sail 1                  which of several full ships leaves next; the last needs no word
     slate @3, pay           leaves seat 3 the slate, or pays the commission; not asked where nobody
                             else was aboard or the slate is elsewhere
     load 1 rum 3 madras     the goods of each new ship, lowest quay first
     end                     of the turn, where an event could still be put or auctioned

   The words after a relation may stand in any order. */
#include "games/comptoir/state.h"

#include <string.h>

#include "core/scan.h"

static const char *const verb_words[VERBS] = {"first",   "ship",  "goods", "draw", "event",
                                              "auction", "bid",   "pass",  "put",  "play",
                                              "sail",    "slate", "pay",   "load", "end"};

const char *const comptoir_verbs[] = {
    N_("play"),  N_("auction"), N_("bid"),  N_("pass"), N_("put"), N_("sail"),
    N_("slate"), N_("pay"),     N_("load"), N_("end"),  NULL,
};
const char *const comptoir_samples[] = {
    "play smuggler 1>2 1>2 3",
    "auction",
    "bid 3",
    "pass",
    "put pirates 2",
    "sail 1",
    "slate @2",
    "pay",
    "load 3 rum",
    "end",
    NULL,
};

/* What the words after a verb are, one letter each: q quay, s seat, g good, e event, p places,
   n primes. A play and a load have their own grammar. */
static const char *const verb_shapes[VERBS] = {
    [VERB_FIRST] = "s", [VERB_SHIP] = "p",   [VERB_GOODS] = "qg", [VERB_DRAW] = "sg",
    [VERB_EVENT] = "e", [VERB_AUCTION] = "", [VERB_BID] = "n",    [VERB_PASS] = "",
    [VERB_PUT] = "eq",  [VERB_PLAY] = NULL,  [VERB_SAIL] = "q",   [VERB_SLATE] = "s",
    [VERB_PAY] = "",    [VERB_LOAD] = NULL,  [VERB_END] = "",
};

/* --- writing --------------------------------------------------------------------------------- */

static void write_word(char shape, int item, Text *out) {
    text_char(out, ' ');
    switch (shape) {
    case 'q': text_int(out, item + 1); return;
    case 's':
        text_char(out, '@');
        text_int(out, item);
        return;
    case 'g': text_add(out, comptoir_goods[item]); return;
    case 'e': text_add(out, comptoir_events[item]); return;
    default: text_int(out, item); return;
    }
}

static void write_play(Move m, Text *out) {
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    text_char(out, ' ');
    text_add(out, relation->id);
    int ways = m.item[PLAY_MOVED] ? m.item[PLAY_MOVED] : m.item[PLAY_FROM] != 0;
    for (int i = 0; i < ways; i++) {
        write_word('q', m.item[PLAY_FROM] - 1, out);
        text_char(out, '>');
        text_int(out, m.item[PLAY_TO]);
    }
    bool sends = relation->favour == FAVOUR_SEND; /* there the quay says from where */
    if (m.item[PLAY_OTHER] && !sends) write_word('s', m.item[PLAY_OTHER] - 1, out);
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++)
        write_word('q', m.item[i] - 1, out);
    if (m.item[PLAY_OTHER] && sends) write_word('s', m.item[PLAY_OTHER] - 1, out);
}

void comptoir_write(const void *state, int seat, Move m, Text *out) {
    (void)state;
    (void)seat;
    text_add(out, verb_words[m.verb]);
    if (m.verb == VERB_PLAY) {
        write_play(m, out);
        return;
    }
    for (int i = 0; i < m.count; i++) {
        char shape = m.verb == VERB_LOAD ? "qg"[i % 2] : verb_shapes[m.verb][i];
        write_word(shape, m.item[i], out);
    }
}

/* --- reading --------------------------------------------------------------------------------- */

static int find_relation(Word word) {
    for (int card = 0; card < RELATIONS; card++) {
        const char *id = comptoir_relations[card].id;
        if (strlen(id) == word.length && memcmp(id, word.at, word.length) == 0) return card;
    }
    return -1;
}

static Reason read_word(char shape, Word word, int *item) {
    switch (shape) {
    case 'q':
        *item = scan_number(word, 1, QUAYS) - 1;
        return *item < 0 ? REFUSED(N_("A quay is a number from 1 to 4.")) : ALLOWED;
    case 's':
        *item = word.length == 2 && word.at[0] == '@'
                    ? scan_number((Word){word.at + 1, 1}, 0, PLAYERS_MAX - 1)
                    : -1;
        return *item < 0 ? REFUSED(N_("A seat is written @0 to @3.")) : ALLOWED;
    case 'g':
        *item = scan_find(word, comptoir_goods, 0, GOODS);
        return *item < 0 ? REFUSED(N_("There are no such goods: madras, rum, spices or vanilla."))
                         : ALLOWED;
    case 'e':
        *item = scan_find(word, comptoir_events, 1, EVENTS);
        return *item < 0
                   ? REFUSED(N_("There is no such event: top, poor, exclusive, mutiny, shortage, "
                                "damage, fire, storm, pirates or claim."))
                   : ALLOWED;
    case 'p':
        *item = scan_number(word, SMALLEST, SMALLEST + SIZES - 1);
        return *item < 0 ? REFUSED(N_("A ship has 3 to 8 places.")) : ALLOWED;
    default:
        *item = scan_number(word, 0, 255);
        return *item < 0 ? REFUSED(N_("A bid is a number of primes.")) : ALLOWED;
    }
}

/* A way such as 1>2: each repeats the one before, and counts one porter more. */
static Reason read_way(Word word, Move *m) {
    int from = scan_number((Word){word.at, 1}, 1, QUAYS);
    int to = scan_number((Word){word.at + 2, 1}, 1, QUAYS);
    if (from < 0 || to < 0) return REFUSED(N_("A quay is a number from 1 to 4."));
    if (m->item[PLAY_FROM] && (m->item[PLAY_FROM] != from || m->item[PLAY_TO] != to))
        return REFUSED(N_("All porters that move go the same way."));
    m->item[PLAY_FROM] = (uint8_t)from;
    m->item[PLAY_TO] = (uint8_t)to;
    if (m->item[PLAY_MOVED] < 255) m->item[PLAY_MOVED]++;
    return ALLOWED;
}

/* Adds a quay where porters are placed, in its order. */
static Reason add_quay(Move *m, int quay) {
    int i = PLAY_QUAY;
    while (i < PLAY_ITEMS && m->item[i] && m->item[i] < quay)
        i++;
    if (m->item[PLAY_ITEMS - 1] || i == PLAY_ITEMS)
        return REFUSED(N_("A relation places porters at {n} quays at most."), SPOTS);
    if (m->item[i] == quay) return REFUSED(N_("A quay is named twice."));
    for (int j = PLAY_ITEMS - 1; j > i; j--)
        m->item[j] = m->item[j - 1];
    m->item[i] = (uint8_t)quay;
    return ALLOWED;
}

static Reason read_play(const char *text, Move *m) {
    int card = find_relation(scan_word(&text)), item;
    if (card < 0)
        return REFUSED(N_("There is no such relation: labourer, foreman, wharf, owner, harbour, "
                          "smuggler, union or customs."));
    m->count = PLAY_ITEMS;
    m->item[PLAY_CARD] = (uint8_t)card;
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        Reason why;
        if (word.length == 3 && word.at[1] == '>') {
            why = read_way(word, m);
        } else if (word.at[0] == '@') {
            why = read_word('s', word, &item);
            if (!why.text && m->item[PLAY_OTHER])
                why = REFUSED(N_("Only one other player can be named."));
            if (!why.text) m->item[PLAY_OTHER] = (uint8_t)(item + 1);
        } else {
            why = read_word('q', word, &item);
            if (!why.text) why = add_quay(m, item + 1);
        }
        if (why.text) return why;
    }
    /* An exchange is of one porter; that it is one needs no number. */
    if (comptoir_relations[card].favour == FAVOUR_SWAP && m->item[PLAY_MOVED] == 1)
        m->item[PLAY_MOVED] = 0;
    return ALLOWED;
}

static Reason read_load(const char *text, Move *m) {
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        int item;
        Reason why = read_word("qg"[m->count % 2], word, &item);
        if (why.text) return why;
        if (m->count == MOVE_ITEMS) return REFUSED(N_("These are too many words."));
        m->item[m->count++] = (uint8_t)item;
    }
    if (m->count == 0 || m->count % 2) return REFUSED(N_("A load names quays and their goods."));
    return ALLOWED;
}

Reason comptoir_read(const void *state, int seat, const char *text, Move *out) {
    (void)state;
    (void)seat;
    int verb = scan_find(scan_word(&text), verb_words, 0, VERBS);
    if (verb < 0)
        return REFUSED(
            N_("A move begins with play, auction, bid, pass, put, sail, slate, pay, load "
               "or end."));
    Move m = {.verb = (uint8_t)verb};
    Reason why = ALLOWED;
    if (verb == VERB_PLAY) {
        why = read_play(text, &m);
    } else if (verb == VERB_LOAD) {
        why = read_load(text, &m);
    } else {
        const char *shape = verb_shapes[verb];
        int wanted = (int)strlen(shape);
        Word word = scan_word(&text);
        for (; word.length && m.count < wanted; word = scan_word(&text)) {
            int item;
            why = read_word(shape[m.count], word, &item);
            if (why.text) return why;
            m.item[m.count++] = (uint8_t)item;
        }
        if (word.length || m.count < wanted)
            why = REFUSED(N_("This verb takes exactly {n} {n?word|words} after it."), wanted);
    }
    if (!why.text) *out = m;
    return why;
}
