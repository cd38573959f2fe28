/* mind.c: what a search asks of Byzanz: a good move at once, the choices worth a look, what a
   position promises, and where rollouts may end.

   Decisions are weighed by what they leave a hand worth (hand.h), of which only the type that
   changes is counted anew. Complete sets stay in hand as money until the hand overflows. Worth is
   in hundredths of a point. */
#include "games/byzanz/weights.h"

#include <assert.h>

#include "games/byzanz/hand.h"

enum { FAR = 1 << 20 }; /* above any worth and any loss */

DEFINE_WEIGHTS(byzanz, BYZANZ_WEIGHTS);

static int rounds_left(const Byzanz *s) {
    return s->rounds - s->round;
}

/* --- what a lot is worth ---------------------------------------------------------------------- */

/* The card of the lot a winner misses least, and what he then has. */
static int best_gift(const Eye *eye, const Hand *with, Pile lot, int *worth) {
    int best = -FAR, gift = TRADER;
    EACH_KIND(kind, lot) {
        int left = worth_without_card(eye, with, kind) - eye->w[W_FEED] * kind_value(kind);
        if (left > best) {
            best = left;
            gift = kind;
        }
    }
    *worth = best;
    return gift;
}

/* A lot comes to everyone once a round: what those still to come promise who passes now. */
static int later_worth(const Byzanz *s, const Eye *eye) {
    const Setup *setup = byzanz_setup(s->players);
    int later = 0, lots = s->players - 1 - s->sold;
    for (int i = s->sold + 1; i < s->players; i++)
        later += setup->offers[i] - 1;
    return lots ? later * eye->w[W_LOT_CARD] / lots : 0;
}

static int pass_worth(const Byzanz *s, const Eye *eye, int seat) {
    return pile_worth(eye, pile_plus(s->hand[seat], s->bid[seat])) + later_worth(s, eye) +
           pile_value(s->market) * eye->w[W_SERVED];
}

/* What a style makes of the difference between winning and passing. */
static int leaning(const Byzanz *s, int seat, const Style *style) {
    int size = byzanz_sale(s), lean = size * (style->bold * 40 - style->thrifty * 30) / 100;
    if (style->spiteful > 0 && s->leader != NOBODY && s->leader != seat)
        lean += size * style->spiteful * 30 / 100;
    return lean;
}

/* --- bids ------------------------------------------------------------------------------------- */

enum { NEED_MAX = 4 * HAND_LIMIT };
enum { PARTS_BITS = 6, PARTS = 1 << PARTS_BITS }; /* 3 x 3 x 3 x 2 at most, of seven of a type */

/* Some cards of a type that may be bid, in one word, so that parts add up as their cards do: a
   nibble a value as in a pile, the steps between rows, the sum. */
typedef uint32_t Part;
enum { PART_STEPS = 16, PART_SUM = 26 };
#define PART_OF(nibble, step, value)                                                               \
    (1u << 4 * (nibble) | (unsigned)(step) << PART_STEPS | (unsigned)(value) << PART_SUM)

static const Part part_card[VALUES] = {PART_OF(0, STEP_4, 4), PART_OF(1, STEP_3, 3),
                                       PART_OF(2, STEP_2, 2), PART_OF(3, STEP_1, 1)};

static int part_steps(Part part) {
    return (int)(part >> PART_STEPS & 0x3ff);
}

static int part_sum(Part part) {
    return (int)(part >> PART_SUM);
}

/* What the cards of a type bring where so many traders fill it, and what a part of them costs. */
typedef struct Price {
    int row, whole;
    int pair, lone, point;
} Price;

static Price price_of(const Eye *eye, int row, int traders) {
    Price price = {.row = row,
                   .pair = traders >= 1 ? POINT : eye->pair,
                   .lone = traders >= 2 ? POINT : eye->lone,
                   .point = eye->money + eye->w[W_FEED]};
    price.whole = goods_worth(byzanz_rows[row], price.pair, price.lone);
    return price;
}

static int part_loss(const Price *price, Part part) {
    Goods rest = byzanz_rows[price->row - part_steps(part)];
    return price->whole - goods_worth(rest, price->pair, price->lone) +
           part_sum(part) * price->point;
}

/* The cheapest way to bid at least so much, type by type: what a type loses by each part of it that
   may be bid, its traders staying with it. */
typedef struct Purse {
    int need, budget;
    int least[NEED_MAX + 1];           /* what bids of at least so much lose at least */
    uint8_t last[TYPES][NEED_MAX + 1]; /* the part of the type in the cheapest of them */
    int parts;
    Part part[PARTS]; /* the first of each type is none of it */
    int loss[PARTS];
} Purse;

/* Puts the parts of a row into the purse: more cards lose more, so what is dear or enough already
   is not added to. */
static void purse_open(Purse *purse, const Price *price, unsigned mine) {
    int first = purse->parts;
    purse->part[purse->parts] = 0;
    purse->loss[purse->parts++] = 0;
    while (mine) {
        int value = (31 - __builtin_clz(mine)) / 4, from = first, to = purse->parts;
        unsigned copies = mine >> 4 * value;
        mine &= (1u << 4 * value) - 1;
        for (; copies > 0; copies--, from = to, to = purse->parts)
            for (int i = from; i < to; i++) {
                Part part = purse->part[i] + part_card[value];
                int loss = part_loss(price, part);
                purse->part[purse->parts] = part;
                purse->loss[purse->parts] = loss;
                purse->parts += loss < purse->budget && part_sum(purse->part[i]) < purse->need;
            }
    }
}

/* Weighs the parts of a type, of which number `first` is none of it. */
static void purse_weigh(Purse *purse, int type, int first) {
    for (int sum = purse->need; sum > 0; sum--) {
        int best = INT32_MAX; /* a loss and a number: among equals the first */
        for (int i = first; i < purse->parts; i++) {
            int rest = sum - part_sum(purse->part[i]);
            int loss = purse->least[rest > 0 ? rest : 0] + purse->loss[i];
            if (loss * PARTS + i < best) best = loss * PARTS + i;
        }
        purse->least[sum] = best >> PARTS_BITS;
        purse->last[type][sum] = (uint8_t)(best & (PARTS - 1));
    }
}

/* The bid of a purse that has parts of these cards. */
static Move purse_bid(const Purse *purse, Pile mine) {
    uint64_t items = 0;
    int count = 0;
    for (int type = TYPES - 1, sum = purse->need; type >= 0 && sum > 0; type--) {
        if (!row_of(mine, type)) continue;
        Part part = purse->part[purse->last[type][sum]];
        sum -= part_sum(part);
        for (unsigned cards = part & 0xffff; cards; count++) {
            int value = (31 - __builtin_clz(cards)) / 4;
            cards -= 1u << 4 * value;
            items = items << 8 | (unsigned)(type * VALUES + value);
        }
    }
    return move_of(VERB_BID, count, items);
}

/* Which of the cards that are enough by themselves loses least, TRADER where none is; among equals
   the first type, and its lowest card. `loss` is filled with what each card loses. */
static int cheapest_card(Pile goods, const Price price[TYPES], int need, int loss[KINDS]) {
    enum { ORDERS = 32, LAST = VALUES - 1 };
    int best = FAR * ORDERS + (TRADER ^ LAST); /* a loss and a place in that order */
    loss[TRADER] = FAR;
    EACH_KIND(kind, goods) {
        loss[kind] = part_loss(&price[kind_type(kind)], part_card[kind % VALUES]);
        int order = loss[kind] * ORDERS + (kind ^ LAST);
        if (kind_value(kind) >= need && order < best) best = order;
    }
    return (best & (ORDERS - 1)) ^ LAST;
}

/* The cards that lose less than `budget` each: no others belong into a bid. */
static Pile affordable(Pile goods, const int loss[KINDS], int budget) {
    Pile dear = PILE_EMPTY;
    EACH_KIND(kind, goods) {
        uint64_t nibble = (uint64_t)(loss[kind] >= budget ? 15 : 0) << 4 * (kind % 16);
        dear.a |= kind < 16 ? nibble : 0;
        dear.b |= kind < 16 ? 0 : nibble;
    }
    return (Pile){goods.a & ~dear.a, goods.b & ~dear.b};
}

/* The cheapest cards of the hand that reach `need`, for less than `budget`, or to pass. `with` is
   the hand together with what it would win. */
static Move cheapest_bid(const Eye *eye, Pile hand, const Hand *with, int need, int budget) {
    const Move pass = move_bare(VERB_PASS);
    uint8_t traders[TYPES] = {0};
    Price price[TYPES];
    int loss[KINDS];
    if (need * (eye->money + eye->w[W_FEED]) >= budget) return pass;
    assert(pile_count(hand) <= HAND_LIMIT);
    if (with->traders && !eye->keeps) byzanz_spend(eye, with, traders);
    for (int type = 0; type < TYPES; type++)
        price[type] = price_of(eye, with->row[type], traders[type]);
    Pile goods = {hand.a, hand.b & 0xffffffffu};
    int card = cheapest_card(goods, price, need, loss);
    if (need == 1) return loss[card] < budget ? move_one(VERB_BID, card) : pass;
    if (loss[card] < budget) budget = loss[card] + 1; /* it is bid at worst */
    goods = affordable(goods, loss, budget);
    if (pile_value(goods) < need) return pass;
    Purse purse;
    purse.need = need;
    purse.budget = budget;
    purse.parts = 0;
    purse.least[0] = 0;
    for (int sum = 1; sum <= need; sum++)
        purse.least[sum] = FAR;
    for (int type = 0; type < TYPES; type++) {
        unsigned mine = row_of(goods, type);
        int first = purse.parts;
        if (!mine) continue;
        purse_open(&purse, &price[type], mine);
        purse_weigh(&purse, type, first);
    }
    return purse.least[need] < budget ? purse_bid(&purse, goods) : pass;
}

static Move auction_move(const Byzanz *s, const Eye *eye, int seat, const Style *style) {
    Pile hand = s->hand[seat];
    int need = s->high + 1 - pile_value(s->bid[seat]), won;
    if (need > pile_value(hand)) return move_bare(VERB_PASS);
    Hand with = hand_of(eye, pile_plus(hand, s->lot));
    Lump gift = lump_of(best_gift(eye, &with, s->lot, &won));
    int budget = won - pass_worth(s, eye, seat) + leaning(s, seat, style);
    if (budget <= 0) return move_bare(VERB_PASS);
    hand_drop(eye, &with, &gift);
    return cheapest_bid(eye, hand, &with, need, budget);
}

/* --- sales ------------------------------------------------------------------------------------ */

/* Three cards to sell: some of one type, filled by traders. */
typedef struct Sale {
    Lump lump;
    int points;
    Move move;
} Sale;
enum { SALES = 3 * TYPES + 1 };

/* The sale that keeps the highest of a row and is filled by `fill` of its lowest cards and by
   traders. */
static Sale sale_of(int type, unsigned row, int fill) {
    int first = type * VALUES, high = first + __builtin_ctz(row) / 4, second = TRADER,
        third = TRADER;
    Lump lump = lump_of(high);
    row -= 1u << 4 * (high - first);
    lump.traders = 2 - fill;
    for (int i = 0; i < fill; i++) {
        int low = (31 - __builtin_clz(row)) / 4;
        row -= 1u << 4 * low;
        third = second;
        second = first + low;
        lump.steps += row_step(second);
        lump.points += VALUES - low;
        lump.goods++;
    }
    return (Sale){lump, kind_value(high), move_three(VERB_SELL, high, second, third)};
}

/* The sales worth a look: a type's highest card, its lowest or traders to fill. */
static int list_sales(Pile hand, Sale *out) {
    int n = 0, traders = pile_traders(hand), least = traders >= 2 ? 0 : 2 - traders;
    for (int type = 0; type < TYPES; type++) {
        unsigned row = row_of(hand, type);
        int held = row_held(row);
        for (int fill = held > 2 ? 2 : held - 1; fill >= least; fill--)
            out[n++] = sale_of(type, row, fill);
    }
    if (traders >= 3)
        out[n++] =
            (Sale){{.traders = 3}, TRADER_WORTH, move_three(VERB_SELL, TRADER, TRADER, TRADER)};
    return n;
}

static int sale_worth(const Eye *eye, const Hand *h, const Sale *sale) {
    return sale->points * POINT + worth_without(eye, h, &sale->lump);
}

/* The final sale: the first sale that loses nothing of what the hand is good for. */
static Move final_move(const Eye *eye, Pile hand) {
    Hand h = hand_of(eye, hand);
    int all = hand_worth(eye, &h);
    Sale sales[SALES];
    if (all <= 0) return move_bare(VERB_DONE);
    int n = list_sales(hand, sales), i = 0;
    while (i < n - 1 && sale_worth(eye, &h, &sales[i]) < all)
        i++;
    return sales[i].move;
}

/* --- the choices of each phase ---------------------------------------------------------------- */

/* How each choice of a decision looks. */
typedef struct Looks {
    Move *move;
    int32_t *look;
    int count;
} Looks;

static void add(Looks *l, Move move, int look) {
    l->move[l->count] = move;
    l->look[l->count++] = look;
}

static void look_at_sales(const Eye *eye, Pile hand, const Hand *h, Looks *l) {
    Sale sales[SALES];
    int n = list_sales(hand, sales);
    for (int i = 0; i < n; i++)
        add(l, sales[i].move, sale_worth(eye, h, &sales[i]));
}

static void look_at_discards(const Eye *eye, Pile hand, const Hand *h, Looks *l) {
    EACH_KIND(kind, hand) {
        add(l, move_one(VERB_DISCARD, kind), worth_without_card(eye, h, kind));
    }
}

static void look_at_gifts(const Byzanz *s, const Eye *eye, int seat, Looks *l) {
    Hand with = hand_of(eye, pile_plus(s->hand[seat], s->lot));
    EACH_KIND(kind, s->lot) {
        int worth = worth_without_card(eye, &with, kind);
        add(l, move_one(VERB_GIVE, kind), worth - eye->w[W_FEED] * kind_value(kind));
    }
}

/* What the next to be served after `seat` could make of a heap, by what everyone knows of him. */
static int rival_gain(const Byzanz *s, const Eye *eye, int seat, Pile heap) {
    int best = 0;
    for (int other = 0; other < s->players; other++) {
        if (other == seat || s->offer[other] <= s->offer[seat]) continue;
        int gain =
            pile_worth(eye, pile_plus(s->known[other], heap)) - pile_worth(eye, s->known[other]);
        if (gain > best) best = gain;
    }
    return best;
}

static void look_at_market(const Byzanz *s, const Eye *eye, int seat, const Style *style,
                           Looks *l) {
    for (int type = 0; type < MARKET_TYPES; type++) {
        Pile heap = pile_type(s->market, type);
        if (pile_empty(heap)) continue;
        int worth = pile_worth(eye, pile_plus(s->hand[seat], heap));
        if (style->spiteful > 0) worth += rival_gain(s, eye, seat, heap) * style->spiteful / 200;
        add(l, move_one(VERB_TAKE, type), worth);
    }
}

/* The decision `seat` owes but for an auction; false where it owes none. A sale that can wait is
   never better than one that waits, so sales are chosen only where they must be. */
static void look_at(const Byzanz *s, const Eye *eye, int seat, const Style *style, Looks *l) {
    Pile hand = s->hand[seat];
    Hand h;
    switch ((Phase)s->phase) {
    case PHASE_GIVE: look_at_gifts(s, eye, seat, l); return;
    case PHASE_MARKET: look_at_market(s, eye, seat, style, l); return;
    case PHASE_OVERFLOW:
        h = hand_of(eye, hand);
        look_at_sales(eye, hand, &h, l);
        look_at_discards(eye, hand, &h, l);
        return;
    case PHASE_FINAL:
        h = hand_of(eye, hand);
        look_at_sales(eye, hand, &h, l);
        add(l, move_bare(VERB_DONE), 0);
        return;
    case PHASE_DEALER:
    case PHASE_DEAL:
    case PHASE_LOT:
    case PHASE_AUCTION:
    case PHASE_OVER: break;
    }
}

enum { FEW = SALES + KINDS }; /* choices outside of an auction */

/* A seat that owes nothing sells: all it can do. */
static int volunteer(const Byzanz *s, int seat, Move *out, int32_t *looks) {
    int n = byzanz_moves(s, seat, out);
    for (int i = 0; i < n; i++)
        looks[i] = 0;
    return n;
}

Move byzanz_policy(const void *state, int seat, const Style *style, Rng *rng) {
    const Byzanz *s = state;
    Eye eye;
    byzanz_eye(&eye, s, style);
    if (style->careless > 0 && (int)rng_below(rng, 100) < style->careless)
        eye.blind = (int)rng_below(rng, TYPES);
    if (s->phase == PHASE_AUCTION && s->acting == seat) return auction_move(s, &eye, seat, style);
    if (s->acting != seat) return byzanz_pick(s, seat, rng);
    if (s->phase == PHASE_FINAL) return final_move(&eye, s->hand[seat]);
    Move moves[FEW];
    int32_t looks[FEW];
    Looks l = {moves, looks, 0};
    look_at(s, &eye, seat, style, &l);
    int best = 0;
    for (int i = 1; i < l.count; i++)
        if (looks[i] > looks[best]) best = i;
    assert(l.count > 0);
    return moves[best];
}

static int auction_choices(const Byzanz *s, const Eye *eye, int seat, const Style *style, Move *out,
                           int32_t *looks) {
    Pile hand = s->hand[seat];
    int all = byzanz_moves(s, seat, out), n = 0, lean = leaning(s, seat, style);
    for (int i = 0; i < all; i++) {
        if (out[i].verb == VERB_SELL) continue; /* it can wait */
        Move m = out[i];
        if (m.verb == VERB_PASS) {
            looks[n] = pass_worth(s, eye, seat);
        } else {
            Pile cards = byzanz_cards_of(m);
            Hand with = hand_of(eye, pile_plus(pile_minus(hand, cards), s->lot));
            int won;
            best_gift(eye, &with, s->lot, &won);
            looks[n] = won + lean - eye->w[W_FEED] * pile_value(cards);
        }
        out[n++] = m;
    }
    return n;
}

int byzanz_choices(const void *state, int seat, const Style *style, Move *out, int32_t *looks) {
    const Byzanz *s = state;
    Eye eye;
    byzanz_eye(&eye, s, style);
    if (s->acting != seat) return volunteer(s, seat, out, looks);
    if (s->phase == PHASE_AUCTION) return auction_choices(s, &eye, seat, style, out, looks);
    Looks l = {out, looks, 0};
    look_at(s, &eye, seat, style, &l);
    return l.count;
}

/* --- positions -------------------------------------------------------------------------------- */

/* What a lot of this round still promises a seat that has none yet. */
static int lot_to_come(const Byzanz *s, const Eye *eye, int seat) {
    if (s->offer[seat] || s->phase >= PHASE_FINAL) return 0;
    const Setup *setup = byzanz_setup(s->players);
    int cards = 0;
    for (int i = s->sold; i < s->players; i++)
        cards += setup->offers[i] - 1;
    return cards * eye->w[W_LOT_CARD] / (s->players - s->sold);
}

int32_t byzanz_promise(const void *state, const Style *style, int32_t out[SEATS_MAX + 1]) {
    const Byzanz *s = state;
    Eye eye;
    byzanz_eye(&eye, s, style);
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = byzanz_worth(s->gain[seat]) * POINT;
        if (s->phase >= PHASE_FINAL) out[seat] += byzanz_hand_size(s, seat); /* breaks a tie */
        if (s->phase < PHASE_OVER)
            out[seat] += pile_worth(&eye, pile_plus(s->hand[seat], s->bid[seat])) +
                         lot_to_come(s, &eye, seat);
    }
    out[CHANCE] = INT32_MIN;
    return s->phase >= PHASE_FINAL ? 1 : 200 + 38 * rounds_left(s);
}

int byzanz_stage(const void *state) {
    const Byzanz *s = state;
    return s->phase == PHASE_OVER ? 102 : s->phase == PHASE_FINAL ? 101 : s->round;
}
