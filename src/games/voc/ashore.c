/* ashore.c: deals, contracts and the warehouse as a search plays them by the thousand (ashore.h).
   Each seat's contracts and goods are looked up once a decision. */
#include "games/voc/ashore.h"

#include "games/voc/worth.h"

enum {
    NEVER = -100000,
    EVEN_SHARE = 50, /* of a hundred of what both gain: what he asks for who is not hard */
    LEAST_SHARE = 20 /* and what he takes */
};

int ashore_leaning(const Voc *s, int seat, const Style *style, Move m) {
    switch (m.verb) {
    case VERB_OFFER:
    case VERB_ACCEPT:
        if (s->phase != PHASE_DEALS) return 0;
        return -style->thrifty / 3 -
               (voc_money(s, m.item[0]) > voc_money(s, seat) ? style->spiteful / 2 : 0);
    case VERB_CLAIM: return -style->patient / 3;
    case VERB_SKIP: return style->bold / 3;
    default: return 0;
    }
}

/* --- deals ------------------------------------------------------------------------------------ */

/* What a seat can sell, and what its goods bring. */
typedef struct Ledger {
    Book book;
    Wares goods;
    int base;
} Ledger;

static Ledger ledger_of(const Voc *s, int seat) {
    Ledger l = {.book = book_of(s, seat, -1), .goods = wares_of(voc_home_goods(s, seat))};
    l.base = book_worth(&l.book, l.goods);
    return l;
}

static int swapped(const Ledger *l, Wares gives, Wares gets) {
    return book_worth(&l->book, l->goods - gives + gets) - l->base;
}

/* An offer, and what it brings its maker and the other. */
typedef struct Bargain {
    Move move;
    int mine, theirs; /* tenths of a daalder */
} Bargain;

static int token(int good) { /* the good of a side, or none */
    return good < 0 ? 0 : (int)count_one(good);
}

/* What somebody has to offer, and what it brings both without daalders. */
typedef struct Swap {
    int to, given, wanted; /* a seat, and goods or -1 */
    int mine, theirs;
} Swap;

/* The offer of a swap where the maker pays `sum`, or gets it; false where one of them does not gain
   by it. */
static bool offer(int sum, Swap swap, Bargain *out) {
    int to = swap.to, given = swap.given, wanted = swap.wanted;
    if (sum > SUM_MAX || -sum > SUM_MAX || (given < 0 && sum < 1)) return false;
    *out = (Bargain){.mine = swap.mine - sum * DAALDER, .theirs = swap.theirs + sum * DAALDER};
    if (out->mine < DAALDER || out->theirs < DAALDER) return false;
    Move m = {
        VERB_OFFER,
        4,
        {(uint8_t)to, (uint8_t)(sum > 0 ? sum : 0), (uint8_t)(sum < 0 ? -sum : 0), given >= 0}};
    if (given >= 0) m.item[m.count++] = (uint8_t)given;
    if (wanted >= 0) m.item[m.count++] = (uint8_t)wanted;
    out->move = m;
    return true;
}

/* One that leaves the maker about `share` of a hundred of what both gain; false where there is
   nothing to share. */
static bool bargain(const Voc *s, int seat, Swap swap, int share, Bargain *out) {
    int both = swap.mine + swap.theirs;
    if (both < 3 * DAALDER) return false;
    int keeps = both * share / 100, sum = (swap.mine - keeps) / DAALDER; /* what I pay */
    if (sum > voc_money(s, seat)) sum = voc_money(s, seat);
    if (-sum > voc_money(s, swap.to)) sum = -voc_money(s, swap.to);
    return offer(sum, swap, out);
}

/* One at a plain price: what a good is worth, or good for good. */
static bool plain_offer(const Voc *s, int seat, Swap swap, Bargain *out) {
    int sum = swap.given < 0 ? voc_unit[swap.wanted] : swap.wanted < 0 ? -voc_unit[swap.given] : 0;
    return sum <= voc_money(s, seat) && -sum <= voc_money(s, swap.to) && offer(sum, swap, out);
}

/* Visits every swap of one good (or none) for another (or none) with each other seat, at each of
   `shares`, and where he is `plain` at a plain price. */
typedef void Visit(void *who, const Bargain *b);

static void visit_bargains(const Voc *s, int seat, const int *shares, int count, bool plain,
                           Visit *visit, void *who) {
    Wares mine = wares_of(voc_tradable(s, seat));
    Ledger own = ledger_of(s, seat);
    for (int to = 0; to < s->players; to++) {
        if (to == seat || !voc_in(s, to)) continue;
        Wares theirs = wares_of(voc_tradable(s, to));
        if (!theirs && (!mine || !voc_money(s, to))) continue;
        Ledger his = ledger_of(s, to);
        for (int given = -1; given < GOODS; given++) {
            if (given >= 0 && !count_of(mine, given)) continue;
            for (int wanted = -1; wanted < GOODS; wanted++) {
                if ((wanted >= 0 && !count_of(theirs, wanted)) || given == wanted) continue;
                Wares gives = (Wares)token(given), gets = (Wares)token(wanted);
                Swap swap = {.to = to,
                             .given = given,
                             .wanted = wanted,
                             .mine = swapped(&own, gives, gets),
                             .theirs = swapped(&his, gets, gives)};
                Bargain b;
                for (int i = 0; i < count; i++)
                    if (bargain(s, seat, swap, shares[i], &b)) visit(who, &b);
                if (plain && plain_offer(s, seat, swap, &b)) visit(who, &b);
            }
        }
    }
}

static bool may_offer(const Voc *s, int seat) {
    const Deals *d = &s->scene.deals;
    return !(d->done >> seat & 1) && d->to[seat] == NOBODY && d->made[seat] < OFFERS;
}

/* What accepting the offer of `from` brings; NEVER where too little of what both gain is his:
   nobody works for another alone, and who deals hard not for less than about half. */
static int accept_worth(const Voc *s, int seat, const Style *style, int from) {
    const Deals *d = &s->scene.deals;
    if (!voc_deal_holds(s, from)) return NEVER;
    Wares give = wares_of(d->give[from]), want = wares_of(d->want[from]);
    Ledger own = ledger_of(s, seat), his = ledger_of(s, from);
    int mine = swapped(&own, want, give) + d->sum[from] * DAALDER;
    int theirs = swapped(&his, give, want) - d->sum[from] * DAALDER;
    return mine * 100 >= (mine + theirs) * (LEAST_SHARE + style->hard) ? mine - 1 : NEVER;
}

typedef struct Best {
    const Voc *s;
    const Style *style;
    int seat, most;
    Move move;
} Best;

static void take_better(void *who, const Bargain *b) {
    Best *best = who;
    int looks = b->mine + ashore_leaning(best->s, best->seat, best->style, b->move);
    if (looks <= best->most) return;
    best->most = looks;
    best->move = b->move;
}

/* The best offer of a seat, where there is one. */
static Best best_offer(const Voc *s, int seat, const Style *style) {
    Best best = {.s = s, .style = style, .seat = seat, .move = {.verb = VERB_DONE}};
    const int share = EVEN_SHARE + style->hard;
    if (may_offer(s, seat)) visit_bargains(s, seat, &share, 1, style->plain, take_better, &best);
    return best;
}

static bool deals_policy(const Voc *s, int seat, const Style *style, Move *out) {
    const Deals *d = &s->scene.deals;
    for (int from = 0; from < s->players; from++) {
        if (d->to[from] != seat) continue;
        Move yes = move_one(VERB_ACCEPT, from);
        int worth = accept_worth(s, seat, style, from) + ashore_leaning(s, seat, style, yes);
        *out = worth > -1 ? yes : move_one(VERB_REFUSE, from);
        if (worth > -1 || style->plain) { /* what he would like better is tried first */
            Best own = best_offer(s, seat, style);
            if (own.most > 0 && own.most > worth) *out = own.move;
        }
        return true;
    }
    if (d->done >> seat & 1) return false;
    *out = best_offer(s, seat, style).move;
    return true;
}

/* --- contracts -------------------------------------------------------------------------------- */

/* What delivering one side for `price` brings over keeping the goods for other contracts. */
static int claim_gain(const Book *others, Wares goods, int card, int side, int price) {
    Wares need = voc_contracts[card].need[side];
    return price * DAALDER + book_worth(others, goods - need) - book_worth(others, goods);
}

/* The better side of a card for `price`, and which; NEVER where the seat cannot deliver. */
static int best_claim(const Voc *s, int seat, int card, int price, int *side) {
    int best = NEVER;
    Book others = book_of(s, seat, card);
    Wares goods = wares_of(voc_home_goods(s, seat));
    for (int i = 0; i < voc_sides(card); i++) {
        if (!voc_able(s, seat, card, i)) continue;
        int gain = claim_gain(&others, goods, card, i, price);
        if (gain <= best) continue;
        best = gain;
        *side = i;
    }
    return best;
}

/* The claimant promises a rival about a third of what he could gain by going one lower. */
static Move hush_move(const Voc *s) {
    const Auction *a = &s->scene.auction;
    Move best = {.verb = VERB_WAIT};
    int least = SUM_MAX, side, room = voc_hush_room(s);
    for (int rival = 0; rival < s->players; rival++) {
        if (rival == a->leader || !(a->able >> rival & 1) || a->passed >> rival & 1) continue;
        if (a->hush[rival]) continue;
        int gain = best_claim(s, rival, s->row[a->at], a->price - 1, &side);
        if (gain <= 0) continue;
        int sum = (gain + 3 * DAALDER - 1) / (3 * DAALDER);
        if (sum * 3 > a->price || sum > room || sum >= least) continue;
        least = sum;
        best = move_two(VERB_HUSH, rival, sum);
    }
    return best;
}

static bool contract_policy(const Voc *s, int seat, const Style *style, Move *out) {
    const Auction *a = &s->scene.auction;
    if (seat != s->acting) return false;
    if (a->leader == seat) {
        if (!a->hushing) return false;
        *out = hush_move(s);
        return true;
    }
    int side = 0, price = voc_claim_most(s),
        gain = best_claim(s, seat, s->row[a->at], price, &side);
    Move claim = move_two(VERB_CLAIM, price, side);
    if (gain > NEVER) gain += ashore_leaning(s, seat, style, claim);
    int quiet = a->leader != NOBODY && a->hush[seat] ? a->hush[seat] * 3 * DAALDER : 0;
    *out = gain > quiet ? claim : quiet ? (Move){.verb = VERB_ACCEPT} : (Move){.verb = VERB_PASS};
    if (out->verb == VERB_ACCEPT) *out = move_one(VERB_ACCEPT, a->leader);
    return true;
}

/* --- the warehouse ---------------------------------------------------------------------------- */

/* The two goods worth most together. */
static Move keep_move(const Voc *s, int seat) {
    Wares goods = wares_of(voc_home_goods(s, seat));
    Book book = book_of(s, seat, -1);
    Move best = {.verb = VERB_KEEP};
    int most = -1;
    for (int a = 0; a < GOODS; a++) {
        if (!count_of(goods, a)) continue;
        for (int b = a; b < GOODS; b++) {
            if (count_of(goods, b) < 1 + (a == b)) continue;
            int worth = book_worth(&book, count_one(a) + count_one(b));
            if (worth <= most) continue;
            most = worth;
            best = move_two(VERB_KEEP, a, b);
        }
        if (most < 0) best = move_one(VERB_KEEP, a);
    }
    return best;
}

bool ashore_policy(const Voc *s, int seat, const Style *style, Move *out) {
    switch ((Phase)s->phase) {
    case PHASE_DEALS: return deals_policy(s, seat, style, out);
    case PHASE_CONTRACT: return contract_policy(s, seat, style, out);
    case PHASE_STORE: *out = keep_move(s, seat); return true;
    default: return false;
    }
}

/* --- choices ---------------------------------------------------------------------------------- */

typedef struct Menu {
    const Voc *s;
    const Style *style;
    int seat, n;
    Move *out;
    int32_t *looks;
} Menu;

static void add(Menu *menu, Move m, int looks) {
    menu->out[menu->n] = m;
    menu->looks[menu->n++] = looks;
}

/* A hard bargain looks as good as its even twin: which to risk is for the search. */
static void add_bargain(void *who, const Bargain *b) {
    Menu *menu = who;
    int both = b->mine + b->theirs;
    if (menu->n >= MOVES_MAX - 8 || voc_check(menu->s, menu->seat, b->move).text) return;
    for (int i = 0; i < menu->n; i++)
        if (move_equal(menu->out[i], b->move)) return;
    add(menu, b->move, both / 2 + ashore_leaning(menu->s, menu->seat, menu->style, b->move));
}

static void list_deals(Menu *menu) {
    static const int shares[] = {50, 66, 78};
    const Deals *d = &menu->s->scene.deals;
    bool asked = false;
    for (int from = 0; from < menu->s->players; from++) {
        if (d->to[from] != menu->seat) continue;
        Move yes = move_one(VERB_ACCEPT, from), no = move_one(VERB_REFUSE, from);
        if (voc_deal_holds(menu->s, from))
            add(menu, yes,
                accept_worth(menu->s, menu->seat, menu->style, from) +
                    ashore_leaning(menu->s, menu->seat, menu->style, yes));
        add(menu, no, -1);
        asked = true;
        break; /* one after the other */
    }
    if (d->done >> menu->seat & 1) return;
    if (!asked) add(menu, (Move){.verb = VERB_DONE}, 1000); /* always in question */
    if (may_offer(menu->s, menu->seat))
        visit_bargains(menu->s, menu->seat, shares, 3, false, add_bargain, menu);
}

static void list_claims(Menu *menu) {
    const Voc *s = menu->s;
    const Auction *a = &s->scene.auction;
    if (menu->seat != s->acting || a->leader == menu->seat) return;
    int card = s->row[a->at], top = voc_claim_most(s);
    Book others = book_of(s, menu->seat, card);
    Wares goods = wares_of(voc_home_goods(s, menu->seat));
    for (int side = 0; side < voc_sides(card); side++)
        for (int price = top; price >= 0 && price > top - 3; price--) {
            Move m = move_two(VERB_CLAIM, price, side);
            if (voc_able(s, menu->seat, card, side))
                add(menu, m,
                    claim_gain(&others, goods, card, side, price) +
                        ashore_leaning(s, menu->seat, menu->style, m));
        }
    add(menu, (Move){.verb = VERB_PASS}, 0);
    if (a->leader != NOBODY && a->hush[menu->seat])
        add(menu, move_one(VERB_ACCEPT, a->leader), a->hush[menu->seat] * 3 * DAALDER);
}

int ashore_choices(const Voc *s, int seat, const Style *style, Move *out, int32_t *looks) {
    Menu menu = {s, style, seat, 0, out, looks};
    if (s->phase == PHASE_DEALS) list_deals(&menu);
    if (s->phase == PHASE_CONTRACT) list_claims(&menu);
    return menu.n;
}
