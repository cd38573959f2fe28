/* notation.c: the verbs of VOC!. What they mean stands in notation.md. */
#include "games/voc/state.h"

#include "core/notation.h"

static const char *const ending_words[ENDINGS] = {"open", "sea", "harbour", "aground", "home"};
static const char *const side_words[] = {"left", "right"};

#define BAD_WORD N_("A word is north, south, east, west or stop.")
#define BAD_LANDFALL                                                                               \
    N_("A landfall is a place on the chart, how it ended, and the ports called at.")

static const ItemKind seat = {.most = SEATS - 1, .wrong = N_("A seat is a number from 0 to 4.")};
static const ItemKind ship = {
    .names = voc_ships, .size = SHIPS, .wrong = N_("A ship is A, B, C or D.")};
static const ItemKind men = {.most = 9};
static const ItemKind contract = {
    .least = 1, .most = CONTRACTS, .zero = 1, .wrong = N_("A contract is a number from 1 to 18.")};
static const ItemKind year = {
    .least = FIRST_YEAR,
    .most = FIRST_YEAR + YEARS,
    .zero = FIRST_YEAR,
    .other = "none",
    .other_item = NO_YEAR,
};
static const ItemKind east = {
    .most = CHART_WIDE - 1, .wide = true, .wrong = N_("East is a number from 0 to 999.")};
static const ItemKind south = {
    .most = CHART_HIGH - 1, .wide = true, .wrong = N_("South is a number from 0 to 759.")};
static const ItemKind on_home_line = {.most = CHART_WIDE - 1, .wide = true};
static const ItemKind heading = {.most = 359, .wide = true};
static const ItemKind length = {.least = 1, .most = LENGTH_MAX};
static const ItemKind stroke = {
    .least = -SEGMENT,
    .most = SEGMENT,
    .zero = -SEGMENT,
    .wrong = N_("A stroke is two numbers from -16 to 16: to the east, and to the south.")};
static const ItemKind drift = {.least = -128,
                               .most = 127,
                               .zero = -128,
                               .wrong = N_("A drift is two numbers from -128 to 127.")};
static const ItemKind ending = {
    .names = ending_words,
    .size = ENDINGS,
    .wrong = N_("There is no such end of a voyage: open, sea, harbour, aground or home."),
};
static const ItemKind port = {
    .names = &voc_ports[0].name,
    .apart = sizeof(Port),
    .size = PORTS,
    .wrong = N_("There is no such port: Masulipatnam, Galle, Mocha, Aceh, Malacca, Jambi, Bantam, "
                "Banda, Ternate or Macao."),
};
static const ItemKind word = {
    .names = voc_word_ids, .first = CALL_NORTH, .size = CALLS, .wrong = BAD_WORD};
static const ItemKind daalders = {.most = SUM_MAX,
                                  .wrong = N_("A sum is a number of daalders from 0 to 250.")};
static const ItemKind side = {.names = side_words, .size = 2, .silent = true};
/* A token is a good, or a pepper by its port (V53), numbered behind the goods. */
static const ItemKind pepper_port = {
    .names = &voc_ports[PEPPER_AT].name, .apart = sizeof(Port), .size = PEPPER_PORTS};
static const ItemKind token = {
    .names = voc_goods,
    .size = GOODS,
    .next = &pepper_port,
    .wrong = N_("There is no such good: textile, cinnamon, coffee, pepper, nutmeg, cloves or tea."),
};
static const ItemKind pepper = {
    .names = voc_goods,
    .first = GOODS,
    .size = GOODS,
    .next = &pepper_port,
    .wrong = N_("Behind it comes left or right, and ports of pepper, or nothing."),
};

/* --- an offer: SEAT, goods and daalders, for goods and daalders ------------------------------- */

static const ItemKind sum = {.least = 1, .most = SUM_MAX};

static void write_offer_side(const uint8_t *tokens, int count, uint8_t daalders_too, Text *out) {
    for (int i = 0; i < count; i++)
        item_write(&token, &tokens[i], out);
    if (daalders_too) item_write(&sum, &daalders_too, out);
    if (!count && !daalders_too) text_add(out, " nothing");
}

static void write_offer(Move m, Text *out) {
    int given = m.item[3];
    item_write(&seat, m.item, out);
    write_offer_side(&m.item[4], given, m.item[1], out);
    text_add(out, " for");
    write_offer_side(&m.item[4 + given], m.count - 4 - given, m.item[2], out);
}

/* One side of an offer, up to `end` or the end of the text: goods, a sum, or nothing. */
static Reason read_offer_side(const char **text, const char *end, uint8_t *daalders_too, Move *m) {
    int from = m->count, words = 0;
    bool nothing = false;
    for (Word it = scan_word(text); it.length && !(end && scan_is(it, end)); words++) {
        uint8_t item;
        if (item_read(&token, it, &item)) {
            if (m->count == MOVE_ITEMS) return REFUSED(N_("These are too many goods."));
            m->item[m->count++] = item;
        } else if (scan_is(it, "nothing")) {
            nothing = true;
        } else if (*daalders_too || !item_read(&sum, it, daalders_too)) {
            return REFUSED(token.wrong);
        }
        it = scan_word(text);
    }
    if (nothing != (words == 1 && !*daalders_too && m->count == from) || !words)
        return REFUSED(N_("Write nothing where a side of the offer is empty."));
    items_sort(&m->item[from], m->count - from);
    return ALLOWED;
}

/* True where a word of the text is `for`. */
static bool has_for(const char *text) {
    for (Word it = scan_word(&text); it.length; it = scan_word(&text))
        if (scan_is(it, "for")) return true;
    return false;
}

static Reason read_offer(const char *text, Move *m) {
    if (!item_read(&seat, scan_word(&text), &m->item[0])) return REFUSED(seat.wrong);
    if (!has_for(text))
        return REFUSED(N_("An offer is written: offer SEAT goods and daalders for goods and "
                          "daalders."));
    m->count = 4;
    Reason why = read_offer_side(&text, "for", &m->item[1], m);
    m->item[3] = (uint8_t)(m->count - 4);
    return why.text ? why : read_offer_side(&text, NULL, &m->item[2], m);
}

/* --- all verbs -------------------------------------------------------------------------------- */

#define BAD_YEAR N_("Name the contract and a year, from 1585 to 1601, or none.")

#define BASIC    "rules=basic"
#define ADVANCED "rules=advanced"

static const VerbForm verbs[VERBS + 1] = {
    [VERB_FIRST] = {.word = "first", .items = {&seat}},
    [VERB_CONTRACT] = {.word = "contract", .items = {&contract}},
    [VERB_VOC] = {.word = "voc"},
    [VERB_DRIFT] = {.word = "drift", .items = {&drift, &drift}},
    [VERB_LANDFALL] = {.word = "landfall",
                       .items = {&east, &south, &ending},
                       .more = {&port},
                       .wrong = BAD_LANDFALL},
    [VERB_OUTFIT] = {.word = N_("outfit"),
                     .sample = "outfit C 2 2",
                     .only = ADVANCED,
                     .items = {&ship, &men, &men},
                     .wrong = N_("Name the ship, then how many sailors and how many merchants.")},
    [VERB_SIGN] = {.word = N_("sign"),
                   .sample = "sign 7 1591",
                   .only = ADVANCED,
                   .items = {&contract, &year},
                   .wrong = BAD_YEAR},
    [VERB_TAKEOVER] = {.word = N_("takeover"),
                       .sample = "takeover 7 1590",
                       .only = ADVANCED,
                       .items = {&contract, &year},
                       .wrong = BAD_YEAR},
    [VERB_TIGHTEN] = {.word = N_("tighten"),
                      .sample = "tighten 7 1590",
                      .only = ADVANCED,
                      .items = {&contract, &year},
                      .wrong = BAD_YEAR},
    [VERB_RECALL] = {.word = N_("recall"),
                     .sample = "recall A",
                     .only = ADVANCED,
                     .items = {&ship},
                     .wrong = N_("Name the ship only.")},
    [VERB_PASS] = {.word = N_("pass"), .sample = "pass"},
    [VERB_STAY] = {.word = N_("stay"), .sample = "stay"},
    [VERB_SAIL] = {.word = N_("sail"),
                   .sample = "sail 400",
                   .more = {&on_home_line},
                   .most = 1,
                   .wrong = N_(
                       "Sail alone, or say from where on the home line: a number from 0 to 999.")},
    [VERB_ORDER] = {.word = N_("order"),
                    .sample = "order 37 60",
                    .items = {&heading, &length},
                    .wrong = N_("An order is a heading from 0 to 359 and a length from 1 to 90.")},
    [VERB_PEN] = {.word = N_("pen"), .sample = "pen 5 -3", .more = {&stroke}},
    [VERB_STOP] = {.word = N_("stop"),
                   .sample = "stop",
                   .more = {&word, &port},
                   .most = 1,
                   .wrong = N_("Stop alone, or say where you think you are: a word and a port.")},
    [VERB_SAY] = {.word = N_("say"), .sample = "say north", .items = {&word}, .wrong = BAD_WORD},
    [VERB_QUIET] = {.word = N_("quiet"), .sample = "quiet"},
    [VERB_MUTE] = {.word = N_("mute"), .sample = "mute"},
    [VERB_CHAT] = {.word = N_("chat"), .sample = "chat"},
    [VERB_TAKE] = {.word = N_("take"), .sample = "take"},
    [VERB_SKIP] = {.word = N_("skip"), .sample = "skip"},
    [VERB_OFFER] = {.word = N_("offer"),
                    .sample = "offer 2 textile 5 for tea",
                    .write = write_offer,
                    .read = read_offer},
    [VERB_ACCEPT] = {.word = N_("accept"), .sample = "accept 1", .items = {&seat}},
    [VERB_REFUSE] = {.word = N_("refuse"), .sample = "refuse 1", .items = {&seat}},
    [VERB_WITHDRAW] = {.word = N_("withdraw"), .sample = "withdraw"},
    [VERB_DONE] = {.word = N_("done"), .sample = "done"},
    [VERB_CLAIM] = {.word = N_("tender"),
                    .sample = "tender 12",
                    .only = BASIC,
                    .items = {&daalders, &side},
                    .more = {&pepper},
                    .sorted = true,
                    .wrong = N_("Name a price, then perhaps left or right.")},
    [VERB_HUSH] = {.word = N_("hush"),
                   .sample = "hush 2 3",
                   .only = BASIC,
                   .items = {&seat, &daalders}},
    [VERB_WAIT] = {.word = N_("wait"), .sample = "wait", .only = BASIC},
    [VERB_DELIVER] = {.word = N_("deliver"),
                      .sample = "deliver 7",
                      .only = ADVANCED,
                      .items = {&contract, &side},
                      .more = {&pepper},
                      .sorted = true,
                      .wrong = N_("Name a contract, then perhaps left or right.")},
    [VERB_KEEP] = {.word = N_("keep"),
                   .sample = "keep tea textile",
                   .more = {&token},
                   .least = 1,
                   .none = "nothing",
                   .sorted = true,
                   .wrong = N_("Name what you keep, or nothing.")},
};

const Notation voc_notation = {verbs, N_("A move begins with one of the verbs of VOC!.")};
