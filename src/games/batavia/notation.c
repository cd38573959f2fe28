/* notation.c: the verbs of Batavia. What they mean stands in notation.md. */
#include "games/batavia/state.h"

#include "core/notation.h"

const char *const batavia_terms[] = {
    "england", "denmark",   "france", "netherlands", "sweden", "batavia", "tea",
    "cotton",  "porcelain", "silk",   "ginger",      "nutmeg", "pepper",  NULL,
};

static const ItemKind number = {.most = 255, .wrong = N_("Name a whole number.")};
static const ItemKind seat = {.most = SEATS - 1, .wrong = N_("A seat is a number from 0 to 4.")};
static const ItemKind company = {
    .names = batavia_companies,
    .size = COMPANIES,
    .wrong = N_("There is no such company: england, denmark, france, netherlands or sweden."),
};
static const ItemKind goal = {
    .names = batavia_companies,
    .size = COMPANIES + 1,
    .wrong = N_("Sail with a company, or to Batavia."),
};
static const ItemKind good = {
    .names = batavia_goods,
    .size = GOODS,
    .wrong = N_("There is no such good: tea, cotton, porcelain, silk, ginger, nutmeg or pepper.")};

/* `hand 0 france 2 sweden 1`: of the companies only those it has. */
static void write_hand(Move m, Text *out) {
    item_write(&seat, m.item, out);
    for (uint8_t i = 0; i < COMPANIES; i++)
        if (m.item[1 + i]) {
            item_write(&company, &i, out);
            item_write(&number, &m.item[1 + i], out);
        }
}

static Reason read_hand(const char *text, Move *m) {
    m->count = 1 + COMPANIES;
    if (!item_read(&seat, scan_word(&text), m->item)) return REFUSED(seat.wrong);
    for (Word word = scan_word(&text); word.length; word = scan_word(&text)) {
        uint8_t which;
        if (!item_read(&company, word, &which)) return REFUSED(company.wrong);
        if (!item_read(&number, scan_word(&text), &m->item[1 + which]))
            return REFUSED(number.wrong);
    }
    return ALLOWED;
}

static const VerbForm verbs[VERBS + 1] = {
    [VERB_AUCTIONEER] = {.word = "auctioneer", .items = {&seat}},
    [VERB_STALL] = {.word = "stall", .items = {&company, &good}},
    [VERB_DEAL] = {.word = "deal", .items = {&seat, &company}},
    [VERB_DIE] = {.word = "die", .items = {&number}},
    [VERB_PACKET] = {.word = "packet", .items = {&company}},
    [VERB_CARD] = {.word = "card", .items = {&company}},
    [VERB_HAND] = {.word = "hand", .write = write_hand, .read = read_hand},
    [VERB_BID] = {.word = N_("bid"), .sample = "bid 4", .items = {&number}},
    [VERB_PASS] = {.word = N_("pass"), .sample = "pass"},
    [VERB_DRAW] = {.word = N_("draw"), .sample = "draw"},
    [VERB_LAY] = {.word = N_("lay"), .sample = "lay sweden 2", .items = {&company, &number}},
    [VERB_SAIL] = {.word = N_("sail"), .sample = "sail sweden", .items = {&goal}},
    [VERB_EXCHANGE] = {.word = N_("exchange"), .sample = "exchange"},
    [VERB_KEEP] = {.word = N_("keep"), .sample = "keep"},
};

const Notation batavia_notation = {
    verbs, N_("A move begins with bid, pass, draw, lay, sail, exchange or keep.")};
