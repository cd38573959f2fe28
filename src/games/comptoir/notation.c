/* notation.c: the verbs of Comptoir des Antilles. What they mean stands in notation.md. */
#include "games/comptoir/state.h"

#include "core/notation.h"

static const ItemKind quay = {
    .least = 1, .most = QUAYS, .zero = 1, .wrong = N_("A quay is a number from 1 to 4.")};
static const ItemKind seat = {
    .sign = "@", .most = PLAYERS_MAX - 1, .wrong = N_("A seat is written @0 to @3.")};
static const ItemKind good = {
    .names = comptoir_goods,
    .size = GOODS,
    .wrong = N_("There are no such goods: madras, rum, spices or vanilla."),
};
static const ItemKind event = {
    .names = comptoir_events,
    .first = 1,
    .size = EVENTS,
    .wrong = N_("There is no such event: top, poor, exclusive, mutiny, shortage, damage, fire, "
                "storm, pirates or claim."),
};
static const ItemKind places = {
    .least = SMALLEST, .most = SMALLEST + SIZES - 1, .wrong = N_("A ship has 3 to 8 places.")};
static const ItemKind primes = {.most = 255, .wrong = N_("A bid is a number of primes.")};

/* --- a card ----------------------------------------------------------------------------------- */

static const ItemKind relation = {
    .names = &comptoir_relations[0].id,
    .apart = sizeof(Relation),
    .size = RELATIONS,
    .wrong = N_("There is no such relation: labourer, foreman, wharf, owner, harbour, smuggler, "
                "union or customs."),
};
/* The items of a card count from 1, so that 0 is none. */
static const ItemKind quay_or_none = {.least = 1, .most = QUAYS};
static const ItemKind seat_or_none = {.sign = "@", .most = PLAYERS_MAX - 1, .zero = -1};

static void write_play(Move m, Text *out) {
    item_write(&relation, &m.item[PLAY_CARD], out);
    int ways = m.item[PLAY_MOVED] ? m.item[PLAY_MOVED] : m.item[PLAY_FROM] != 0;
    for (int i = 0; i < ways; i++) {
        item_write(&quay_or_none, &m.item[PLAY_FROM], out);
        text_char(out, '>');
        text_int(out, m.item[PLAY_TO]);
    }
    /* where a porter is sent home, the quay says from where */
    bool sends = comptoir_relations[m.item[PLAY_CARD]].favour == FAVOUR_SEND;
    if (m.item[PLAY_OTHER] && !sends) item_write(&seat_or_none, &m.item[PLAY_OTHER], out);
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++)
        item_write(&quay_or_none, &m.item[i], out);
    if (m.item[PLAY_OTHER] && sends) item_write(&seat_or_none, &m.item[PLAY_OTHER], out);
}

/* A way such as 1>2: each repeats the one before, and counts one porter more. */
static Reason read_way(Word word, Move *m) {
    uint8_t from, to;
    if (!item_read(&quay_or_none, (Word){word.at, 1}, &from) ||
        !item_read(&quay_or_none, (Word){word.at + 2, 1}, &to))
        return REFUSED(quay.wrong);
    if (m->item[PLAY_FROM] && (m->item[PLAY_FROM] != from || m->item[PLAY_TO] != to))
        return REFUSED(N_("All porters that move go the same way."));
    m->item[PLAY_FROM] = from;
    m->item[PLAY_TO] = to;
    if (m->item[PLAY_MOVED] < 255) m->item[PLAY_MOVED]++;
    return ALLOWED;
}

/* Adds a quay where porters are placed, in its order. */
static Reason add_quay(Word word, Move *m) {
    uint8_t it;
    int i = PLAY_QUAY;
    if (!item_read(&quay_or_none, word, &it)) return REFUSED(quay.wrong);
    while (i < PLAY_ITEMS && m->item[i] && m->item[i] < it)
        i++;
    if (m->item[PLAY_ITEMS - 1] || i == PLAY_ITEMS)
        return REFUSED(N_("A relation places porters at {n} quays at most."), SPOTS);
    if (m->item[i] == it) return REFUSED(N_("A quay is named twice."));
    for (int j = PLAY_ITEMS - 1; j > i; j--)
        m->item[j] = m->item[j - 1];
    m->item[i] = it;
    return ALLOWED;
}

static Reason add_other(Word word, Move *m) {
    if (m->item[PLAY_OTHER]) return REFUSED(N_("Only one other player can be named."));
    return item_read(&seat_or_none, word, &m->item[PLAY_OTHER]) ? ALLOWED : REFUSED(seat.wrong);
}

static Reason read_play(const char *text, Move *m) {
    m->count = PLAY_ITEMS;
    if (!item_read(&relation, scan_word(&text), &m->item[PLAY_CARD]))
        return REFUSED(relation.wrong);
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        Reason why = word.length == 3 && word.at[1] == '>' ? read_way(word, m)
                     : word.at[0] == '@'                   ? add_other(word, m)
                                                           : add_quay(word, m);
        if (why.text) return why;
    }
    /* An exchange is of one porter; that it is one needs no number. */
    if (comptoir_relations[m->item[PLAY_CARD]].favour == FAVOUR_SWAP && m->item[PLAY_MOVED] == 1)
        m->item[PLAY_MOVED] = 0;
    return ALLOWED;
}

/* --- all verbs -------------------------------------------------------------------------------- */

static const VerbForm verbs[VERBS + 1] = {
    [VERB_FIRST] = {.word = "first", .items = {&seat}},
    [VERB_SHIP] = {.word = "ship", .items = {&places}},
    [VERB_GOODS] = {.word = "goods", .items = {&quay, &good}},
    [VERB_DRAW] = {.word = "draw", .items = {&seat, &good}},
    [VERB_EVENT] = {.word = "event", .items = {&event}},
    [VERB_PLAY] = {.word = N_("play"),
                   .sample = "play smuggler 1>2 1>2 3",
                   .write = write_play,
                   .read = read_play},
    [VERB_AUCTION] = {.word = N_("auction"), .sample = "auction"},
    [VERB_BID] = {.word = N_("bid"), .sample = "bid 3", .items = {&primes}},
    [VERB_PASS] = {.word = N_("pass"), .sample = "pass"},
    [VERB_PUT] = {.word = N_("put"), .sample = "put pirates 2", .items = {&event, &quay}},
    [VERB_SAIL] = {.word = N_("sail"), .sample = "sail 1", .items = {&quay}},
    [VERB_SLATE] = {.word = N_("slate"), .sample = "slate @2", .items = {&seat}},
    [VERB_PAY] = {.word = N_("pay"), .sample = "pay"},
    [VERB_LOAD] = {.word = N_("load"),
                   .sample = "load 3 rum",
                   .more = {&quay, &good},
                   .least = 1,
                   .wrong = N_("A load names quays and their goods.")},
    [VERB_END] = {.word = N_("end"), .sample = "end"},
};

const Notation comptoir_notation = {
    verbs, N_("A move begins with play, auction, bid, pass, put, sail, slate, pay, load or end.")};
