/* moves.c: what may be played, listed whole or picked at random, and what Chance draws. One move is
   judged in check.c; a test holds them equal. */
#include "games/byzanz/state.h"

#include <assert.h>

/* --- sales ------------------------------------------------------------------------------------ */

static void add_sell(Move *out, int *n, int a, int b, int c) {
    out[(*n)++] = move_three(VERB_SELL, a, b, c);
}

/* The sets of one type: one, two or three of its cards, traders for the rest. */
static void type_sells(const int *of, int traders, int base, Move *out, int *n) {
    for (int i = 0; i < VALUES; i++) {
        if (!of[i]) continue;
        for (int j = i; j < VALUES; j++) {
            if (of[j] < 1 + (j == i)) continue;
            for (int k = j; k < VALUES; k++)
                if (of[k] >= 1 + (k == j) + (k == i))
                    add_sell(out, n, base + i, base + j, base + k);
            if (traders >= 1) add_sell(out, n, base + i, base + j, TRADER);
        }
        if (traders >= 2) add_sell(out, n, base + i, TRADER, TRADER);
    }
}

/* Lists the sets of a type, or the one of three traders; returns how many. */
static int list_type(Pile hand, int type, Move *out) {
    int n = 0, traders = pile_traders(hand);
    int nibbles = (int)((type < 4 ? hand.a >> 16 * type : hand.b >> (16 * type - 64)) & 0xffff);
    int of[VALUES] = {nibbles & 15, nibbles >> 4 & 15, nibbles >> 8 & 15, nibbles >> 12};
    if (type < TYPES)
        type_sells(of, traders, type * VALUES, out, &n);
    else if (traders >= 3)
        add_sell(out, &n, TRADER, TRADER, TRADER);
    return n;
}

/* A type has 4 values: C(6,3) = 20 sets of three, C(5,2) = 10 of two and a trader, 4 of one and two
   traders, so at most 6 x 34 sets and the three traders: SELLS_MAX. */
int byzanz_sells(Pile hand, Move *out) {
    int n = 0;
    for (int type = 0; type < MARKET_TYPES; type++)
        n += list_type(hand, type, out + n);
    return n;
}

/* A pile as its types: a lane of sixteen bits each, the traders' the seventh. */
typedef uint16_t Lanes __attribute__((vector_size(16)));
typedef int16_t Signs __attribute__((vector_size(16)));
typedef uint64_t Words __attribute__((vector_size(16)));

static Lanes spread_bits(Lanes bits) { /* how many of the low bits of the four nibbles are set */
    bits += bits >> 8;
    return (bits + (bits >> 4)) & 7;
}

/* How many sets each type allows, all types at once: of `any` kinds held, `two` held twice or more,
   `three` held three times or more, there are as many ways to take three, two or one card. Those of
   three traders alone are left out. */
static Lanes type_counts(Pile hand) {
    Signs traders = (Signs){0} + (int16_t)pile_traders(hand);
    Lanes held = (Lanes)(Words){hand.a, hand.b & 0xffffffffu}, bit2 = held >> 2, bit1 = held >> 1;
    Lanes any = spread_bits((held | bit1 | bit2) & 0x1111),
          two = spread_bits((bit1 | bit2) & 0x1111);
    Lanes three = spread_bits((bit2 | (bit1 & held)) & 0x1111);
    Lanes pairs = any * (any - 1) >> 1, four = any >> 2;
    Lanes triples = ((any + 1) >> 2) + four + four + four; /* 1 of three kinds, 4 of four */
    return triples + two * (any - 1) + three + ((pairs + two) & (Lanes)(traders > 0)) +
           (any & (Lanes)(traders > 1));
}

/* The length of byzanz_sells without listing. */
static int count_sells(Pile hand) {
    Words words = (Words)type_counts(hand);
    uint64_t sum = (words[0] + words[1]) * 0x0001000100010001u >> 48;
    return (int)sum + (pile_traders(hand) >= 3);
}

/* Z-29 ends with a word: who has finished the final sale sells no more. */
bool byzanz_may_sell(const Byzanz *s, int seat) {
    return s->phase >= PHASE_LOT && s->phase < PHASE_OVER && !(s->done >> seat & 1);
}

/* --- bids ------------------------------------------------------------------------------------- */

/* Every way to add goods of a hand to a bid, numbered: number i is read as digits, one a kind, each
   from 0 to the count held. A bidder holds at most seven cards, so there are at most 2^7 ways; way
   0 adds nothing. `total` is the value of each, at most 7 x 4, a byte each, so that eight ways at a
   time can be added and compared; behind the last stand zeros. */
enum { WAYS_MAX = 128, WORDS = WAYS_MAX / 8 };
typedef struct Ways {
    int kinds, size;
    uint8_t kind[HAND_LIMIT + 1], held[HAND_LIMIT + 1];
    uint64_t total[WORDS + 1]; /* way 8 i + j is byte j of word i */
} Ways;

#define ONES 0x0101010101010101u

/* Appends to the totals the first `block` of them once more, each `value` higher. They are read and
   written in whole words at their own places: a load that spans two stores waits for both. */
static void raise_totals(Ways *w, int block, int value) {
    uint64_t *to = w->total + w->size / 8;
    int shift = 8 * (w->size % 8);
    w->size += block;
    if (block < 8) {
        uint64_t raised = (w->total[0] + ONES * (uint64_t)value) & ((1ull << 8 * block) - 1);
        to[0] |= raised << shift;
        to[1] = raised >> 1 >> (63 - shift);
        return;
    }
    for (int i = 0; 8 * i < block; i++) {
        uint64_t raised = w->total[i] + ONES * (uint64_t)value;
        if (block - 8 * i < 8) raised &= (1ull << 8 * (block - 8 * i)) - 1;
        to[i] |= raised << shift;
        to[i + 1] = raised >> 1 >> (63 - shift);
    }
}

static void list_ways(Pile hand, Ways *w) {
    uint64_t a = hand.a, b = hand.b & 0xffffffffu; /* Z-4: no traders */
    assert(pile_few((Pile){a, b}) <= HAND_LIMIT);
    w->kinds = 0;
    w->size = 1;
    w->total[0] = w->total[1] = 0;
    while (a | b) {
        uint64_t word = a ? a : b;
        int nibble = __builtin_ctzll(word) & 60, kind = nibble / 4 + (a ? 0 : 16);
        int held = (int)(word >> nibble & 15), block = w->size, value = kind_value(kind);
        w->kind[w->kinds] = (uint8_t)kind;
        w->held[w->kinds++] = (uint8_t)held;
        word &= ~(15ull << nibble);
        b = a ? b : word;
        a = a ? word : 0;
        for (int i = 1; i <= held; i++)
            raise_totals(w, block, i * value);
    }
}

static Move way_bid(const Ways *w, int way) {
    uint64_t items = 0;
    int count = 0;
    for (int i = 0; i < w->kinds; i++) {
        int base = w->held[i] + 1, digit = base == 2 ? way & 1 : way % base; /* mostly one card */
        way = base == 2 ? way >> 1 : way / base;
        items |= (w->kind[i] * ONES & ((1ull << 8 * digit) - 1)) << 8 * count;
        count += digit;
    }
    return move_of(VERB_BID, count, items);
}

/* Of eight ways from number 8 `word` on: the top bit of each byte whose total is above `beat`. */
static uint64_t ways_above(const Ways *w, int word, int beat) {
    return (w->total[word] + ONES * (uint64_t)(127 - beat)) & (ONES * 0x80);
}

/* How many bits `ways_above` set: they are 8 apart, so a product adds them up. */
static int ways_counted(uint64_t above) {
    return (int)(((above >> 7) * ONES) >> 56);
}

/* The byte of bit number `n` of those, from 0: the first whose running sum is above n. */
static int ways_nth(uint64_t above, int n) {
    uint64_t sums = (above >> 7) * ONES;
    return __builtin_ctzll((sums + ONES * (uint64_t)(127 - n)) & (ONES * 0x80)) / 8;
}

/* --- listing ---------------------------------------------------------------------------------- */

static int list_bids(const Byzanz *s, int seat, Move *out) {
    Ways w;
    int n = 0, beat = byzanz_to_beat(s, seat);
    out[n++] = move_bare(VERB_PASS);
    list_ways(s->hand[seat], &w);
    for (int word = 0; 8 * word < w.size; word++)
        for (uint64_t above = ways_above(&w, word, beat); above; above &= above - 1)
            out[n++] = way_bid(&w, 8 * word + __builtin_ctzll(above) / 8);
    return n;
}

/* One move for each kind of a pile. */
static int list_cards(Verb verb, Pile cards, Move *out) {
    int n = 0;
    EACH_KIND(kind, cards) {
        out[n++] = move_one(verb, kind);
    }
    return n;
}

static int list_types(Pile market, Move *out) {
    int n = 0;
    for (int type = 0; type < MARKET_TYPES; type++)
        if (!pile_empty(pile_type(market, type))) out[n++] = move_one(VERB_TAKE, type);
    return n;
}

/* The deal goes round from the left of the dealer. */
static int dealt_to(const Byzanz *s) {
    return (s->dealer + 1 + s->dealt) % s->players;
}

static int list_chance(const Byzanz *s, Move *out) {
    int n = 0;
    if (s->phase == PHASE_DEALER)
        for (; n < s->players; n++)
            out[n] = move_one(VERB_DEALER, n);
    else if (s->phase == PHASE_DEAL)
        EACH_KIND(kind, s->bag) {
            out[n++] = move_two(VERB_DEAL, dealt_to(s), kind);
        }
    else if (s->phase == PHASE_LOT)
        n = list_cards(VERB_LOT, s->bag, out);
    return n;
}

/* What the decision `seat` owes allows, without sales. */
static int list_decision(const Byzanz *s, int seat, Move *out) {
    if (s->acting != seat) return 0;
    switch ((Phase)s->phase) {
    case PHASE_AUCTION: return list_bids(s, seat, out);
    case PHASE_GIVE: return list_cards(VERB_GIVE, s->lot, out);
    case PHASE_OVERFLOW: return list_cards(VERB_DISCARD, s->hand[seat], out);
    case PHASE_MARKET: return list_types(s->market, out);
    case PHASE_FINAL: out[0] = move_bare(VERB_DONE); return 1;
    case PHASE_DEALER:
    case PHASE_DEAL:
    case PHASE_LOT:
    case PHASE_OVER: return 0;
    }
    return 0;
}

/* At most 128 bids and passes, or 25 discards, and SELLS_MAX sales. */
int byzanz_moves(const void *state, int seat, Move *out) {
    const Byzanz *s = state;
    if (seat == CHANCE) return list_chance(s, out);
    if (seat < 0 || seat >= s->players) return 0;
    int n = list_decision(s, seat, out);
    if (byzanz_may_sell(s, seat)) n += byzanz_sells(s->hand[seat], out + n);
    return n;
}

/* --- one at random ---------------------------------------------------------------------------- */

/* Draws among all 112 cards until one is met that is still in the bag: each card left is equally
   likely, whatever has gone. Cards are numbered sixteen a type, so that a type is a lane of sixteen
   bits; the traders' lane is a plain count. */
static inline __attribute__((always_inline)) int draw_from(Pile bag, Rng *rng) {
    static const uint8_t place[2 * 16] = {0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
    static const uint8_t copy[2 * 16] = {0, 1, 0, 1, 2, 0, 1, 2, 3, 4, 0,  1,  2,  3,  4,  5,
                                         0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    assert(!pile_empty(bag));
    for (;;) {
        unsigned card = rng_below(rng, CARDS), type = card / 16, trader = type == TRADER_TYPE;
        unsigned at = card % 16 + 16 * trader;
        uint64_t lane = bag.a ^ ((bag.a ^ bag.b) & -(uint64_t)(type >= 4)); /* one of the two */
        lane >>= 16 * (type & 3);
        unsigned held = (unsigned)(lane >> (4 * place[at])) & (15 + 16 * trader);
        if (copy[at] < held) return (int)(type * VALUES + place[at]);
    }
}

int byzanz_draw(Pile bag, Rng *rng) {
    return draw_from(bag, rng);
}

Move byzanz_sample(const void *state, Rng *rng) {
    const Byzanz *s = state;
    if (s->phase == PHASE_DEALER) return move_one(VERB_DEALER, (int)rng_below(rng, s->players));
    uint8_t card = (uint8_t)byzanz_draw(s->bag, rng);
    if (s->phase == PHASE_DEAL) return move_two(VERB_DEAL, dealt_to(s), card);
    return move_one(VERB_LOT, card);
}

/* Hands and lots as a whole, without a move for each card. The generator stays at hand. */
int byzanz_draw_all(void *state, Rng *rng) {
    Byzanz *s = state;
    int moves = 0;
    Rng own = *rng;
    for (; s->phase == PHASE_DEALER; moves++)
        byzanz_apply(s, CHANCE, byzanz_sample(s, &own), NULL);
    for (; s->phase == PHASE_DEAL; moves++)
        byzanz_deal(s, dealt_to(s), draw_from(s->bag, &own), NULL);
    while (s->phase == PHASE_LOT) {
        Pile bag = s->bag, cards = PILE_EMPTY;
        int n = byzanz_sale(s) - pile_count(s->lot);
        for (int i = 0; i < n; i++) {
            Pile card = pile_one(draw_from(bag, &own));
            bag = pile_minus(bag, card);
            cards = pile_plus(cards, card);
        }
        byzanz_reveal(s, cards, n, NULL);
        moves += n;
    }
    *rng = own;
    return moves;
}

/* A card is as likely as there are copies of it in the bag. */
int byzanz_weight(const void *state, Move m) {
    const Byzanz *s = state;
    if (m.verb == VERB_DEALER) return 1;
    int card = m.item[m.verb == VERB_DEAL];
    return card == TRADER ? pile_traders(s->bag) : pile_of(s->bag, card);
}

/* Bid number `choice` among those above `beat`, from 0. */
static Move nth_bid(const Ways *w, int beat, int choice) {
    for (int word = 0;; word++) {
        uint64_t above = ways_above(w, word, beat);
        int here = ways_counted(above);
        if (choice >= here) {
            choice -= here;
            continue;
        }
        return way_bid(w, 8 * word + ways_nth(above, choice));
    }
}

/* Sale number `choice` of a hand: only those of its type are listed. */
static Move nth_sell(Pile hand, int choice) {
    Move sells[SELLS_MAX];
    Lanes counts = type_counts(hand);
    int type = 0;
    for (; type < TYPES && choice >= counts[type]; type++)
        choice -= counts[type];
    list_type(hand, type, sells);
    return sells[choice];
}

static Move pick_bid(const Byzanz *s, int seat, Rng *rng) {
    Pile hand = s->hand[seat];
    int sells = count_sells(hand), beat = byzanz_to_beat(s, seat), bids = 0;
    Ways w;
    list_ways(hand, &w);
    for (int word = 0; 8 * word < w.size; word++)
        bids += ways_counted(ways_above(&w, word, beat));
    int choice = (int)rng_below(rng, (uint32_t)(1 + bids + sells));
    if (choice < bids) return nth_bid(&w, beat, choice);
    if (choice == bids) return move_bare(VERB_PASS);
    return nth_sell(hand, choice - bids - 1);
}

/* Bit 4k for each kind k of a pile that is in it, the trader's last. */
static Pile kinds_of(Pile p) {
    const uint64_t ones = 0x1111111111111111u;
    uint64_t a = p.a | p.a >> 2, b = p.b | p.b >> 2;
    a |= a >> 1;
    b |= b >> 1;
    return (Pile){a & ones, (b & (ones & 0xffffffffu)) | (uint64_t)(p.b >> 32 != 0) << 32};
}

/* The same for the types of the market: the bit of the first kind of each. */
static Pile types_of(Pile p) {
    const uint64_t firsts = 0x0001000100010001u;
    Pile kinds = kinds_of(p);
    uint64_t a = kinds.a | kinds.a >> 4, b = (kinds.b & 0xffffffffu);
    b |= b >> 4;
    a |= a >> 8;
    b |= b >> 8;
    return (Pile){a & firsts, (b & firsts) | (kinds.b & 1ull << 32)};
}

/* The kind of bit number `n` of such a set, which has at most fifteen: a product makes the running
   sums of a word, and n is met where they first come to n + 1. */
static int nth_kind(Pile set, int n) {
    const uint64_t ones = 0x1111111111111111u;
    int before = (int)(set.a * ones >> 60);
    bool low = n < before;
    uint64_t word = low ? set.a : set.b;
    n -= low ? 0 : before;
    uint64_t off = word * ones ^ ones * (uint64_t)(n + 1);
    return __builtin_ctzll((off - ones) & ~off & ones << 3) / 4 + (low ? 0 : 16);
}

/* Any decision but a bid: one of some cards or types, or to have done. */
static Move nth_decision(const Byzanz *s, Pile set, int n) {
    if (s->phase == PHASE_FINAL) return move_bare(VERB_DONE);
    int kind = nth_kind(set, n);
    if (s->phase == PHASE_MARKET) return move_one(VERB_TAKE, kind_type(kind));
    return move_one(s->phase == PHASE_GIVE ? VERB_GIVE : VERB_DISCARD, kind);
}

Move byzanz_pick(const void *state, int seat, Rng *rng) {
    const Byzanz *s = state;
    if (s->phase == PHASE_AUCTION && s->acting == seat) return pick_bid(s, seat, rng);
    Pile set = PILE_EMPTY;
    if (s->acting == seat)
        set = s->phase == PHASE_MARKET ? types_of(s->market)
                                       : kinds_of(s->phase == PHASE_GIVE ? s->lot : s->hand[seat]);
    int n = s->phase == PHASE_FINAL ? s->acting == seat : pile_few(set);
    int sells = byzanz_may_sell(s, seat) ? count_sells(s->hand[seat]) : 0;
    assert(n + sells > 0);
    int choice = (int)rng_below(rng, (uint32_t)(n + sells));
    return choice < n ? nth_decision(s, set, choice) : nth_sell(s->hand[seat], choice - n);
}
