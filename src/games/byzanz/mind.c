/* mind.c: what a search asks of Byzanz: a good move at once, the choices worth a look, what a
   position promises, and where rollouts may end.

   A hand is worth its types one by one, each with the traders it may spend, put together so that
   the traders do most. Only the type that changes is counted anew, so that a decision costs some
   hundred nanoseconds. Complete sets stay in hand as money until the hand overflows. Worth is in
   hundredths of a point. */
#include "games/byzanz/weights.h"

#include <assert.h>

#include "games/byzanz/state.h"

enum {
    POINT = 100,
    SPENT_MAX = 6,   /* traders weighed against each other; more stand by as sets of three */
    SETS = 16,       /* a value carries its sets in its lowest digit of this base */
    ROWS_GUARD = -1, /* no type is overlooked */
    FAR = 1 << 24    /* above any loss */
};

DEFINE_WEIGHTS(byzanz, BYZANZ_WEIGHTS);

/* --- a judgement ------------------------------------------------------------------------------ */

/* The weights as they count now, under a style. */
typedef struct Eye {
    int single, pair, extra, trader, money, crowd;
    int blind; /* the type overlooked, or ROWS_GUARD */
    const int16_t *w;
} Eye;

static int rounds_left(const Byzanz *s) {
    return s->rounds - s->round;
}

static Eye eye_of(const Byzanz *s, const Style *style) {
    const int16_t *w = style->weights ? style->weights : byzanz_settled;
    if (s->phase >= PHASE_FINAL) return (Eye){.blind = ROWS_GUARD, .w = w};
    bool late = rounds_left(s) <= 1;
    Eye eye = {.single = w[late ? W_SINGLE_LATE : W_SINGLE],
               .pair = w[late ? W_PAIR_LATE : W_PAIR],
               .extra = w[W_EXTRA],
               .trader = w[rounds_left(s) < 1 ? W_TRADER_LATE : W_TRADER_LEFT],
               .money = w[W_MONEY],
               .crowd = w[W_CROWD],
               .blind = ROWS_GUARD,
               .w = w};
    eye.single += eye.single * style->patient / 200;
    eye.pair += eye.pair * style->patient / 400;
    eye.money += 6 * style->thrifty / 100;
    return eye;
}

/* The same where something may be overlooked. */
static Eye eye_of_player(const Byzanz *s, const Style *style, Rng *rng) {
    Eye eye = eye_of(s, style);
    if (style->careless > 0 && (int)rng_below(rng, 100) < style->careless)
        eye.blind = (int)rng_below(rng, TYPES);
    return eye;
}

/* --- a hand by its types ---------------------------------------------------------------------- */

/* The cards of one type as they stand in a Pile: four nibbles, the highest value lowest. */
static unsigned row_of(Pile hand, int type) {
    return (unsigned)(type < 4 ? hand.a >> (16 * type) : hand.b >> (16 * (type - 4))) & 0xffff;
}

static int row_held(unsigned row) {
    return (int)((row * 0x1111u) >> 12 & 15);
}

/* The values of the cards of a row together. */
static int row_points(unsigned row) {
    return (int)(4 * (row & 15) + 3 * (row >> 4 & 15) + 2 * (row >> 8 & 15) + (row >> 12));
}

static int left_worth(const Eye *eye, int left, int highest) {
    if (left <= 0) return 0;
    return left == 1 ? highest * eye->single : highest * eye->pair + eye->extra * (left - 2);
}

/* What a type is worth with up to so many traders spent on it: the best number of sets and what is
   left over, in a value that carries the number of sets. */
static int row_value(const Eye *eye, unsigned row, int traders) {
    if (!row) return 0;
    int held = row_held(row), nibble = __builtin_ctz(row) & ~3, highest = VALUES - nibble / 4;
    int best = left_worth(eye, held, highest) * SETS, points = 0;
    for (int sets = 1; sets <= held && 3 * sets - held <= traders; sets++) {
        points += highest;
        row -= 1u << nibble;
        if (row) {
            nibble = __builtin_ctz(row) & ~3;
            highest = VALUES - nibble / 4;
        }
        int value = (points * POINT + left_worth(eye, held - 3 * sets, highest)) * SETS + sets;
        if (value > best) best = value;
    }
    return best;
}

typedef struct Hand {
    uint16_t row[TYPES];
    int traders, cards, points; /* points: the values of all goods */
    int value[TYPES][SPENT_MAX + 1];
    int use[TYPES]; /* traders the type can make something of */
} Hand;

/* The value of a type for each number of traders at once: what so many sets need, then what fewer
   traders do is done by more as well. */
static void weigh_row(const Eye *eye, Hand *h, int type) {
    int spent = h->traders < SPENT_MAX ? h->traders : SPENT_MAX, *value = h->value[type];
    unsigned row = h->row[type];
    int held = row_held(row), nibble = __builtin_ctz(row) & ~3, highest = VALUES - nibble / 4;
    int none = type == eye->blind ? 0 : left_worth(eye, held, highest) * SETS, points = 0;
    for (int t = 0; t <= spent; t++)
        value[t] = none;
    h->use[type] = 0;
    if (type == eye->blind) return;
    for (int sets = 1; sets <= held && 3 * sets - held <= spent; sets++) {
        points += highest;
        row -= 1u << nibble;
        if (row) {
            nibble = __builtin_ctz(row) & ~3;
            highest = VALUES - nibble / 4;
        }
        int sold = (points * POINT + left_worth(eye, held - 3 * sets, highest)) * SETS + sets;
        int from = 3 * sets > held ? 3 * sets - held : 0;
        if (sold <= value[spent]) continue;
        h->use[type] = from;
        for (int t = from; t <= spent; t++)
            if (sold > value[t]) value[t] = sold;
    }
}

static Hand hand_of(const Eye *eye, Pile pile) {
    Hand h;
    h.traders = pile_traders(pile);
    h.cards = pile_count(pile);
    h.points = pile_value(pile);
    for (int type = 0; type < TYPES; type++) {
        h.row[type] = (uint16_t)row_of(pile, type);
        if (h.row[type]) weigh_row(eye, &h, type);
    }
    return h;
}

/* Traders no goods need: by themselves or as sets of three. */
static int spare_value(const Eye *eye, int traders) {
    int sets = traders / 3, alone = traders * eye->trader * SETS;
    int sold = (sets * TRADER_WORTH * POINT + traders % 3 * eye->trader) * SETS + sets;
    return sold > alone ? sold : alone;
}

/* The best use of the traders over all types. */
static int best_value(const Eye *eye, const Hand *h) {
    int spent = h->traders < SPENT_MAX ? h->traders : SPENT_MAX, sum = 0, f[SPENT_MAX + 1];
    if (!spent) {
        for (int type = 0; type < TYPES; type++)
            sum += h->row[type] ? h->value[type][0] : 0;
        return sum;
    }
    for (int t = 0; t <= spent; t++)
        f[t] = spare_value(eye, h->traders - spent + t);
    for (int type = 0; type < TYPES; type++) {
        if (!h->row[type]) continue;
        const int *value = h->value[type];
        int use = h->use[type];
        sum += value[0];
        if (!use) continue;
        for (int t = spent; t > 0; t--) {
            int best = f[t];
            for (int k = 1; k <= t && k <= use; k++)
                if (f[t - k] + value[k] - value[0] > best) best = f[t - k] + value[k] - value[0];
            f[t] = best;
        }
    }
    return sum + f[spent];
}

/* What a hand is worth once it is down to seven: sets are sold, then the least cards go. */
static int hand_worth(const Eye *eye, const Hand *h) {
    int value = best_value(eye, h), sets = value & (SETS - 1), worth = value / SETS;
    int cards = h->cards, money = h->points * eye->money;
    for (; cards > HAND_LIMIT && sets; sets--, cards -= 3)
        money -= 4 * eye->money;
    if (cards > HAND_LIMIT) worth -= (cards - HAND_LIMIT) * eye->crowd;
    return worth + money;
}

/* Takes cards of a type and traders out of a hand. What a type is worth with fewer traders stays as
   it was. */
static void hand_take(const Eye *eye, Hand *h, int type, unsigned part, int traders) {
    h->traders -= traders;
    h->cards -= traders;
    if (!part) return;
    h->cards -= row_held(part);
    h->points -= row_points(part);
    h->row[type] = (uint16_t)(h->row[type] - part);
    if (h->row[type]) weigh_row(eye, h, type);
}

/* What the hand would be worth without these cards. */
static int worth_less(const Eye *eye, Hand *h, int type, unsigned part, int traders) {
    int saved[SPENT_MAX + 1], use = h->use[type];
    int spent = h->traders < SPENT_MAX ? h->traders : SPENT_MAX;
    for (int t = 0; t <= spent; t++)
        saved[t] = h->value[type][t];
    hand_take(eye, h, type, part, traders);
    int worth = hand_worth(eye, h);
    h->traders += traders;
    h->cards += traders + row_held(part);
    h->points += row_points(part);
    h->row[type] = (uint16_t)(h->row[type] + part);
    h->use[type] = use;
    for (int t = 0; t <= spent; t++)
        h->value[type][t] = saved[t];
    return worth;
}

static void hand_drop(const Eye *eye, Hand *h, int kind) {
    bool trader = kind == TRADER;
    hand_take(eye, h, trader ? 0 : kind_type(kind), trader ? 0 : 1u << (4 * (kind & 3)), trader);
}

static int worth_without(const Eye *eye, Hand *h, int kind) {
    bool trader = kind == TRADER;
    return worth_less(eye, h, trader ? 0 : kind_type(kind), trader ? 0 : 1u << (4 * (kind & 3)),
                      trader);
}

static int pile_worth(const Eye *eye, Pile pile) {
    Hand h = hand_of(eye, pile);
    return hand_worth(eye, &h);
}

/* --- what a lot is worth ---------------------------------------------------------------------- */

/* The card of the lot a winner misses least, and what he then has. */
static int best_gift(const Eye *eye, Hand *with, Pile lot, int *worth) {
    int best = -FAR, gift = TRADER;
    EACH_KIND(kind, lot) {
        int left = worth_without(eye, with, kind) - eye->w[W_FEED] * kind_value(kind);
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

/* The cheapest way to bid at least so much, type by type: what a type loses by each part of it that
   may be bid, its traders staying with it. */
enum { NEED_MAX = 4 * HAND_LIMIT };
typedef struct Purse {
    int need;
    int loss[NEED_MAX + 1]; /* the least that bids of at least so much lose */
    Pile bid[NEED_MAX + 1];
} Purse;

/* How the traders are spent at best: traders[type]. */
static void spend(const Eye *eye, const Hand *h, int traders[TYPES]) {
    int spent = h->traders < SPENT_MAX ? h->traders : SPENT_MAX;
    int f[SPENT_MAX + 1], choice[TYPES][SPENT_MAX + 1];
    for (int t = 0; t <= spent; t++)
        f[t] = spare_value(eye, h->traders - spent + t);
    for (int type = 0; type < TYPES; type++) {
        const int *value = h->value[type];
        for (int t = spent; t >= 0; t--) {
            choice[type][t] = 0;
            if (!h->row[type]) continue;
            int best = f[t] + value[0];
            for (int k = 1; k <= t; k++)
                if (f[t - k] + value[k] > best) {
                    best = f[t - k] + value[k];
                    choice[type][t] = k;
                }
            f[t] = best;
        }
    }
    for (int type = TYPES - 1, t = spent; type >= 0; type--) {
        traders[type] = choice[type][t];
        t -= traders[type];
    }
}

typedef struct Part {
    int sum, loss;
    unsigned row;
} Part;
enum { PARTS_OF_TYPE = 128 }; /* of seven cards at most */

/* Every part of a type in hand that may be bid for less than `budget`. */
static int parts_of(const Eye *eye, unsigned mine, unsigned row, int traders, int whole, int cost,
                    int budget, Part *out) {
    int n = 0;
    for (unsigned a = 0; a <= (mine & 15); a++)
        for (unsigned b = 0; b <= (mine >> 4 & 15); b++)
            for (unsigned c = 0; c <= (mine >> 8 & 15); c++)
                for (unsigned d = 0; d <= mine >> 12; d++) {
                    unsigned part = a | b << 4 | c << 8 | d << 12;
                    int sum = (int)(4 * a + 3 * b + 2 * c + d);
                    int loss = (whole - row_value(eye, row - part, traders)) / SETS + sum * cost;
                    if (part && loss < budget && n < PARTS_OF_TYPE)
                        out[n++] = (Part){sum, loss, part};
                }
    return n;
}

static Pile part_pile(int type, unsigned row) {
    return type < 4 ? (Pile){(uint64_t)row << (16 * type), 0}
                    : (Pile){0, (uint64_t)row << (16 * (type - 4))};
}

static void purse_add(Purse *purse, int type, const Part *part, int parts) {
    for (int sum = purse->need; sum > 0; sum--) {
        int best = purse->loss[sum], from = -1, chosen = 0;
        for (int i = 0; i < parts; i++) {
            int rest = part[i].sum < sum ? sum - part[i].sum : 0;
            if (purse->loss[rest] + part[i].loss >= best) continue;
            best = purse->loss[rest] + part[i].loss;
            from = rest;
            chosen = i;
        }
        if (from < 0) continue;
        purse->loss[sum] = best;
        purse->bid[sum] = pile_plus(purse->bid[from], part_pile(type, part[chosen].row));
    }
}

/* The cheapest cards of the hand that reach `need`, for less than `budget`; empty where none do.
   `with` is the hand together with what it would win. */
static Pile cheapest_bid(const Eye *eye, Pile hand, const Hand *with, int need, int budget) {
    if (need > pile_value(hand) || need > NEED_MAX || budget <= 0) return PILE_EMPTY;
    int traders[TYPES] = {0};
    if (with->traders) spend(eye, with, traders);
    Purse purse;
    purse.need = need;
    purse.loss[0] = 0;
    purse.bid[0] = PILE_EMPTY;
    for (int sum = 1; sum <= need; sum++)
        purse.loss[sum] = FAR;
    for (int type = 0; type < TYPES; type++) {
        unsigned mine = row_of(hand, type);
        if (!mine) continue;
        Part parts[PARTS_OF_TYPE];
        int n = parts_of(eye, mine, with->row[type], traders[type],
                         row_value(eye, with->row[type], traders[type]),
                         eye->money + eye->w[W_FEED], budget, parts);
        purse_add(&purse, type, parts, n);
    }
    return purse.loss[need] < budget ? purse.bid[need] : PILE_EMPTY;
}

static Move cards_move(Verb verb, Pile cards) {
    Move m = {.verb = (uint8_t)verb};
    EACH_KIND(kind, cards) {
        for (int i = pile_of(cards, kind); i > 0; i--)
            m.item[m.count++] = (uint8_t)kind;
    }
    return m;
}

static Move card_move(Verb verb, int kind) {
    return (Move){(uint8_t)verb, 1, {(uint8_t)kind}};
}

static Move auction_move(const Byzanz *s, const Eye *eye, int seat, const Style *style) {
    const Move pass = {.verb = VERB_PASS};
    Pile hand = s->hand[seat];
    int need = s->high + 1 - pile_value(s->bid[seat]), won;
    if (need > pile_value(hand)) return pass;
    Hand with = hand_of(eye, pile_plus(hand, s->lot));
    int gift = best_gift(eye, &with, s->lot, &won);
    int budget = won - pass_worth(s, eye, seat) + leaning(s, seat, style);
    if (budget <= 0) return pass;
    hand_drop(eye, &with, gift);
    Pile bid = cheapest_bid(eye, hand, &with, need, budget);
    return pile_empty(bid) ? pass : cards_move(VERB_BID, bid);
}

/* --- sales ------------------------------------------------------------------------------------ */

/* Three cards to sell: a part of one type, filled by traders. */
typedef struct Sale {
    int type, traders, points;
    unsigned part;
} Sale;
enum { SALES = 3 * TYPES + 1 };

/* The sale that keeps the highest of a type and is filled by `fill` of its lowest cards and by
   traders; false where there are too few. */
static bool sale_of(const Hand *h, int type, int fill, Sale *out) {
    unsigned row = h->row[type];
    if (!row || row_held(row) < 1 + fill || h->traders < 2 - fill) return false;
    int nibble = __builtin_ctz(row) & ~3;
    unsigned part = 1u << nibble;
    row -= part;
    for (int i = 0; i < fill; i++) {
        unsigned lowest = 1u << ((31 - __builtin_clz(row)) & ~3);
        row -= lowest;
        part += lowest;
    }
    *out = (Sale){type, 2 - fill, VALUES - nibble / 4, part};
    return true;
}

/* The sales worth a look: a type's highest card, its lowest or traders to fill. */
static int list_sales(const Hand *h, Sale *out) {
    int n = 0;
    for (int type = 0; type < TYPES; type++)
        for (int fill = 2; fill >= 0; fill--)
            n += sale_of(h, type, fill, &out[n]);
    if (h->traders >= 3) out[n++] = (Sale){0, 3, TRADER_WORTH, 0};
    return n;
}

static int sale_worth(const Eye *eye, Hand *h, const Sale *sale) {
    return sale->points * POINT + worth_less(eye, h, sale->type, sale->part, sale->traders);
}

static Move sale_move(const Sale *sale) {
    Pile traders = {0, (uint64_t)sale->traders << 32};
    return cards_move(VERB_SELL, pile_plus(traders, part_pile(sale->type, sale->part)));
}

/* The final sale: the first sale that loses nothing of what the hand is good for. */
static Move final_move(const Eye *eye, Pile hand) {
    Hand h = hand_of(eye, hand);
    int all = hand_worth(eye, &h);
    Sale sales[SALES];
    if (all <= 0) return (Move){.verb = VERB_DONE};
    int n = list_sales(&h, sales), i = 0;
    while (i < n - 1 && sale_worth(eye, &h, &sales[i]) < all)
        i++;
    return sale_move(&sales[i]);
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

static void look_at_sales(const Eye *eye, Hand *h, Looks *l) {
    Sale sales[SALES];
    int n = list_sales(h, sales);
    for (int i = 0; i < n; i++)
        add(l, sale_move(&sales[i]), sale_worth(eye, h, &sales[i]));
}

static void look_at_discards(const Eye *eye, Pile hand, Hand *h, Looks *l) {
    EACH_KIND(kind, hand) {
        add(l, card_move(VERB_DISCARD, kind), worth_without(eye, h, kind));
    }
}

static void look_at_gifts(const Byzanz *s, const Eye *eye, int seat, Looks *l) {
    Hand with = hand_of(eye, pile_plus(s->hand[seat], s->lot));
    EACH_KIND(kind, s->lot) {
        int worth = worth_without(eye, &with, kind);
        add(l, card_move(VERB_GIVE, kind), worth - eye->w[W_FEED] * kind_value(kind));
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
        add(l, card_move(VERB_TAKE, type), worth);
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
        look_at_sales(eye, &h, l);
        look_at_discards(eye, hand, &h, l);
        return;
    case PHASE_FINAL:
        h = hand_of(eye, hand);
        look_at_sales(eye, &h, l);
        add(l, (Move){.verb = VERB_DONE}, 0);
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
    Eye eye = eye_of_player(s, style, rng);
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
    Eye eye = eye_of(s, style);
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
    Eye eye = eye_of(s, style);
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
