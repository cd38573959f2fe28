/* sense.c: what a good player of VOC! knows, phase by phase. Worth is counted in tenths of a
   daalder. The way at sea is pilot.c's. */
#include "games/voc/state.h"

#include <assert.h>

#include "games/voc/pilot.h"
#include "games/voc/worth.h"

enum { NEVER = -100000 };

static Wares wares_at_home(const Voc *s, int seat) {
    return wares_of(voc_home_goods(s, seat));
}

/* --- deals ------------------------------------------------------------------------------------ */

/* What a swap brings a seat: `gets` and `sum` daalders for `gives`. */
static int swap_gain(const Voc *s, int seat, Wares gives, Wares gets, int sum) {
    Book book = book_of(s, seat, -1);
    Wares goods = wares_at_home(s, seat);
    return book_worth(&book, goods - gives + gets) - book_worth(&book, goods) + sum * DAALDER;
}

static void offer_sides(Move m, Wares *give, Wares *want) {
    *give = *want = 0;
    for (int i = 4; i < m.count; i++)
        *(i < 4 + m.item[3] ? give : want) += count_one(token_good(m.item[i]));
}

/* An offer must please both; the more it brings its maker the better. */
static int offer_sense(const Voc *s, int seat, Move m) {
    Wares give, want;
    offer_sides(m, &give, &want);
    int sum = m.item[1] - m.item[2];
    int mine = swap_gain(s, seat, give, want, -sum),
        theirs = swap_gain(s, m.item[0], want, give, sum);
    return mine >= DAALDER && theirs >= DAALDER ? mine : NEVER;
}

static int accept_sense(const Voc *s, int seat, int from) {
    const Deals *d = &s->scene.deals;
    Wares give = wares_of(d->give[from]), want = wares_of(d->want[from]);
    int mine = swap_gain(s, seat, want, give, d->sum[from]);
    int theirs = swap_gain(s, from, give, want, -d->sum[from]);
    return mine >= theirs / 4 ? mine - 1 : NEVER; /* nobody works for another alone */
}

/* Makes the offer of one good (or none, -1) for another, with daalders that share the gain evenly;
   false where there is none to share. */
static bool fair_offer(const Voc *s, int seat, int to, int given, int wanted, Move *out) {
    Wares give = given < 0 ? 0 : count_one(given), want = wanted < 0 ? 0 : count_one(wanted);
    int mine = swap_gain(s, seat, give, want, 0), theirs = swap_gain(s, to, want, give, 0);
    if (mine + theirs < 3 * DAALDER) return false;
    int sum = (mine - theirs) / 2 / DAALDER; /* what I pay */
    if (sum > voc_money(s, seat)) sum = voc_money(s, seat);
    if (-sum > voc_money(s, to)) sum = -voc_money(s, to);
    if (given < 0 && sum < 1) return false;
    Move m = {
        VERB_OFFER,
        4,
        {(uint8_t)to, (uint8_t)(sum > 0 ? sum : 0), (uint8_t)(sum < 0 ? -sum : 0), given >= 0}};
    if (given >= 0) m.item[m.count++] = (uint8_t)given;
    if (wanted >= 0) m.item[m.count++] = (uint8_t)wanted;
    *out = m;
    return !voc_check(s, seat, m).text;
}

static int offer_ideas(const Voc *s, int seat, Move *out) {
    Wares mine = wares_of(voc_tradable(s, seat));
    int n = 0;
    if (s->scene.deals.to[seat] != NOBODY || s->scene.deals.made[seat] >= OFFERS) return 0;
    for (int to = 0; to < s->players; to++) {
        if (to == seat || !voc_in(s, to)) continue;
        Wares theirs = wares_of(voc_tradable(s, to));
        for (int given = -1; given < GOODS; given++) {
            if (given >= 0 && !count_of(mine, given)) continue;
            for (int wanted = -1; wanted < GOODS && n < IDEAS_MAX; wanted++) {
                if ((wanted >= 0 && !count_of(theirs, wanted)) || given == wanted) continue;
                n += fair_offer(s, seat, to, given, wanted, &out[n]);
            }
        }
    }
    return n;
}

/* --- contracts -------------------------------------------------------------------------------- */

/* What delivering one side for `price` brings over keeping the goods for other contracts. */
static int claim_gain(const Voc *s, int seat, int card, int side, int price) {
    Book others = book_of(s, seat, card);
    Wares goods = wares_at_home(s, seat), need = voc_contracts[card].need[side];
    return price * DAALDER + book_worth(&others, goods - need) - book_worth(&others, goods);
}

/* The better side for `price`; NEVER where the seat cannot deliver. */
static int best_claim(const Voc *s, int seat, int card, int price) {
    int best = NEVER;
    for (int side = 0; side < 2; side++) {
        if (!voc_able(s, seat, card, side)) continue;
        int gain = claim_gain(s, seat, card, side, price);
        if (gain > best) best = gain;
    }
    return best;
}

/* A rival stays away for about a third of what he could gain by going one lower. */
static int hush_sense(const Voc *s, int rival, int sum) {
    const Auction *a = &s->scene.auction;
    if (a->hush[rival]) return NEVER; /* one word is enough */
    int gain = best_claim(s, rival, s->row[a->at], a->price - 1);
    if (gain <= 0 || sum * 3 * DAALDER < gain || sum * 3 > a->price) return NEVER;
    return 100 - sum;
}

static int auction_sense(const Voc *s, int seat, Move m) {
    const Auction *a = &s->scene.auction;
    int card = s->row[a->at];
    switch (m.verb) {
    case VERB_CLAIM: return claim_gain(s, seat, card, m.item[1], m.item[0]);
    case VERB_ACCEPT: return a->hush[seat] * 3 * DAALDER;
    case VERB_HUSH: return hush_sense(s, m.item[0], m.item[1]);
    default: return 0; /* pass, wait */
    }
}

/* --- investments ------------------------------------------------------------------------------ */

/* Goods a seat has aboard ships at sea. */
static Wares wares_at_sea(const Voc *s, int seat) {
    Wares goods = 0;
    for (int ship = 0; ship < SHIPS; ship++)
        for (int i = 0; i < HALF; i++)
            if (s->ship[ship].crew[HALF + i] == seat && s->ship[ship].cargo[i] != NOTHING)
                goods += count_one(voc_ports[s->ship[ship].cargo[i]].good);
    return goods;
}

/* What the seat's signed contracts and one more would bring with these goods. */
static int pledge_gain(const Voc *s, int seat, int card, Wares goods) {
    Book book = book_of(s, seat, -1);
    int before = book_worth(&book, goods);
    if (s->signer[card] != seat && book.count < BOOK_MAX) {
        book.card[book.count] = (uint8_t)card;
        book.value[book.count++] = voc_contracts[card].value * DAALDER;
    }
    return book_worth(&book, goods) - before;
}

/* How many of seven games that come to a year's end with this due still open have not been ended by
   the VOC card: it appears in 1597 or 1600 in six of them. */
static int sevenths_due(int year) {
    int convoy = year / 3; /* 1597 is the fifth after 1585 */
    return convoy < 4 ? 7 : convoy < 5 ? 4 : 1;
}

/* An unsigned contract goes to Amsterdam. Signed for a late year it costs its penalty only where
   the game goes on so long and the goods never come. */
static int hope_sense(const Voc *s, int card, int year) {
    enum { LONG = 4 };
    if (s->signer[card] != NOBODY || year - s->year < LONG) return NEVER;
    return 70 + 5 * voc_contracts[card].value -
           6 * voc_contracts[card].penalty * sevenths_due(year) / 7 +
           (voc_convoy(s->year + 1) ? 60 : 0);
}

/* What the penalties of the seat's contracts would cost that no goods at hand fill: who cannot pay
   one leaves the game. */
static int risked(const Voc *s, int seat, Wares goods) {
    int sum = 0;
    for (int i = 0; i < s->rows; i++) {
        int card = s->row[i];
        if (s->signer[card] != seat) continue;
        bool filled = false;
        for (int side = 0; side < voc_sides(card); side++)
            filled |= count_has(goods, voc_contracts[card].need[side]);
        if (!filled) sum += voc_contracts[card].penalty;
    }
    return sum;
}

/* What a contract brings that the seat's own ships can still fetch until its year, less what it
   costs where they fail, in tenths. */
static int fetch_gain(const Voc *s, int seat, int card, int wait) {
    const Contract *c = &voc_contracts[card];
    Wares goods = wares_at_home(s, seat) + wares_at_sea(s, seat);
    if (c->penalty + risked(s, seat, goods) > voc_money(s, seat)) return 0;
    int best = 0;
    for (int side = 0; side < voc_sides(card); side++) {
        Wares missing = 0;
        for (int good = 0; good < GOODS; good++) {
            int lacks = count_of(c->need[side], good) - count_of(goods, good);
            if (lacks > 0) missing += (Wares)lacks * count_one(good);
        }
        int chance = pilot_fetch(s, seat, missing, wait);
        int gain = (chance * c->value - (100 - chance) * c->penalty) * DAALDER / 100;
        if (gain > best) best = gain;
    }
    return best;
}

/* A contract is signed for this year with the goods at home, for the next ones with those at sea or
   that can be fetched, and for a late year in hope. */
static int sign_sense(const Voc *s, int seat, int card, int year) {
    Wares home = wares_at_home(s, seat);
    int value = voc_contracts[card].value * DAALDER;
    if (year == NO_YEAR) year = s->until - 1;
    int wait = year - s->year, now = pledge_gain(s, seat, card, home);
    if (now > 0) return now + 300 - 5 * wait;
    int soon = pledge_gain(s, seat, card, home + wares_at_sea(s, seat));
    if (soon > value / 4 && wait >= 2) return soon / 2 + 100 - 8 * wait;
    int fetched = fetch_gain(s, seat, card, wait), hope = hope_sense(s, card, year);
    fetched = fetched > 0 ? 130 + fetched - 4 * wait : NEVER;
    return fetched > hope ? fetched : hope;
}

static int outfit_sense(const Voc *s, int seat, int ship, int sailors, int merchants) {
    int captain = voc_captain(s, ship), aboard = voc_sailors(s, ship, NOBODY) + sailors;
    int own = voc_merchants(s, ship, seat) + merchants, left = s->men[seat] - sailors - merchants;
    if (!aboard) return NEVER; /* it would lie in harbour */
    int room = 0;
    for (int i = 0; i < voc_charts[voc_chart_of(ship)].ports; i++)
        room += count_of(s->ports, voc_charts[voc_chart_of(ship)].first_port + i);
    int worth =
        120 + 12 * own + 6 * sailors + 2 * room + (captain == NOBODY || captain == seat ? 20 : 0);
    if (aboard < 2) worth -= 60; /* one storm from wreck */
    if (left == 0) worth -= 40;  /* nobody left to sign */
    return worth;
}

static int invest_sense(const Voc *s, int seat, Move m) {
    switch (m.verb) {
    case VERB_OUTFIT: return outfit_sense(s, seat, m.item[0], m.item[1], m.item[2]);
    case VERB_SIGN:
    case VERB_TAKEOVER: return sign_sense(s, seat, m.item[0], m.item[1]);
    case VERB_TIGHTEN: /* done when it can be delivered at once and somebody could snatch it */
        return m.item[1] == s->year &&
                       (voc_able(s, seat, m.item[0], 0) || voc_able(s, seat, m.item[0], 1))
                   ? 60
                   : NEVER;
    case VERB_RECALL: return NEVER;
    default: return 0;
    }
}

/* --- at sea ----------------------------------------------------------------------------------- */

/* What the captain has in mind, and what he would do. */
typedef struct Intent {
    Course course;
    Plan plan;
} Intent;

static Intent intent_of(const Voc *s) {
    Intent intent = {.course = pilot_course(s, (Hand){0})};
    intent.plan = pilot_plan(s, &intent.course);
    return intent;
}

static int captain_looks(const Intent *intent, Move m) {
    if (m.verb == VERB_PEN) return NEVER;                            /* a bot has no hand */
    if (m.verb == VERB_ORDER && m.item[2] > PILOT_LEG) return NEVER; /* ideas are shorter */
    if (m.verb == VERB_ORDER) return pilot_order(&intent->course, wide(m.item), m.item[2]);
    return intent->plan.stop ? 1 << 20 : -(1 << 20);
}

static int captain_sense(const Voc *s, Move m) {
    Intent intent = intent_of(s);
    return captain_looks(&intent, m);
}

static int sail_sense(const Voc *s, int seat, Move m) {
    const Ship *ship = &s->ship[s->sailing];
    if (m.verb == VERB_STAY) return NEVER;
    Spot from = {ship->x, ship->y};
    if (m.count) from = (Spot){wide(m.item), HOME_Y};
    int goal = pilot_goal(s, s->sailing, seat, from, 0);
    return m.count && goal >= PORTS ? 2 * NEVER
                                    : -pilot_way(goal, from); /* nothing to fetch: stay */
}

/* The most `own` merchants make of the ports met from number `call` on, `left` tokens in the first.
 */
static int load_worth(const Voc *s, const Book *book, Wares goods, int call, int left, int own) {
    const Walk *w = &s->scene.voyage.walk;
    int good = voc_ports[w->noted[call]].good, best = NEVER;
    bool last = call + 1 >= w->visits;
    for (int n = 0; n <= own && n <= left; n++) {
        Wares with = goods + (Wares)n * count_one(good);
        int worth = last ? book_worth(book, with)
                         : load_worth(s, book, with, call + 1,
                                      count_of(s->ports, w->noted[call + 1]), own - n);
        if (worth > best) best = worth;
    }
    return best;
}

/* A merchant takes what he can get, unless another port of the same voyage has what is wanted more.
 */
static int trade_sense(const Voc *s, int seat, bool takes) {
    const Voyage *v = &s->scene.voyage;
    const Ship *ship = &s->ship[s->sailing];
    int own = 0, good = voc_ports[v->walk.noted[v->call]].good;
    for (int i = v->merchant; i < HALF; i++)
        own += ship->crew[HALF + i] == seat && ship->cargo[i] == NOTHING;
    Book book = book_hoped(s, seat, s->scene.voyage.walk.ending != END_HOME);
    Wares goods = wares_at_home(s, seat) + wares_at_sea(s, seat);
    int left = count_of(s->ports, v->walk.noted[v->call]);
    if (takes) return load_worth(s, &book, goods + count_one(good), v->call, left - 1, own - 1) + 1;
    if (v->call + 1 >= v->walk.visits) return NEVER;
    return load_worth(s, &book, goods, v->call, left < own - 1 ? left : own - 1, own);
}

static int word_looks(const int worth[CALLS], bool free, Move m) {
    if (m.verb == VERB_QUIET) return 0;
    return m.verb == VERB_SAY && free ? worth[m.item[0]] : NEVER;
}

static int word_sense(const Voc *s, int seat, Move m) {
    int worth[CALLS];
    pilot_words(s, seat, worth);
    return word_looks(worth, voc_free_words(s, seat), m);
}

/* The start on the home line that is nearest to where it is best to go. */
static int sail_ideas(const Voc *s, int seat, Move *out) {
    if (s->ship[s->sailing].flags & AT_SEA) return 0;
    int x = pilot_nearest_start(s, s->sailing, seat);
    if (x < 0) return 0;
    out[0] = (Move){VERB_SAIL, 2, {(uint8_t)(x >> 8), (uint8_t)x}};
    return 1;
}

int voc_ideas(const void *state, int seat, Move *out) {
    const Voc *s = state;
    if (seat < 0 || !turn_has(voc_turn(s), seat)) return 0;
    if (s->phase == PHASE_SAIL) return sail_ideas(s, seat, out);
    if (s->phase == PHASE_DEALS) return offer_ideas(s, seat, out);
    if (s->phase != PHASE_VOYAGE || seat != s->acting || s->scene.voyage.mode == MODE_PEN) return 0;
    Plan plan = intent_of(s).plan;
    out[0] = plan.order;
    return !plan.stop;
}

/* --- all of it -------------------------------------------------------------------------------- */

static int keep_sense(const Voc *s, int seat, Move m) {
    Book book = book_of(s, seat, -1);
    Wares kept = 0;
    for (int i = 0; i < m.count; i++)
        kept += count_one(token_good(m.item[i]));
    return book_worth(&book, kept);
}

int voc_sense(const void *state, int seat, Move m) {
    const Voc *s = state;
    switch ((Phase)s->phase) {
    case PHASE_INVEST: return invest_sense(s, seat, m);
    case PHASE_SAIL: return sail_sense(s, seat, m);
    case PHASE_VOYAGE: return seat == s->acting ? captain_sense(s, m) : word_sense(s, seat, m);
    case PHASE_TRADE: return trade_sense(s, seat, m.verb == VERB_TAKE);
    case PHASE_DEALS:
        if (m.verb == VERB_OFFER) return offer_sense(s, seat, m);
        if (m.verb == VERB_ACCEPT) return accept_sense(s, seat, m.item[0]);
        return m.verb == VERB_WITHDRAW ? NEVER : m.verb == VERB_REFUSE ? -1 : -2;
    case PHASE_CONTRACT: return auction_sense(s, seat, m);
    case PHASE_DELIVER:
        return m.verb == VERB_DONE
                   ? 0
                   : claim_gain(s, seat, m.item[0], m.item[1], voc_contracts[m.item[0]].value) +
                         DAALDER;
    case PHASE_STORE: return keep_sense(s, seat, m);
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL:
    case PHASE_OVER: break;
    }
    assert(false && "a phase of a player");
    return 0;
}

/* The captain and his shipmates work out once what all their moves are judged by. */
static int survey_at_sea(const Voc *s, int seat, Move *out, int32_t *looks) {
    int n = voc_moves(s, seat, out);
    if (seat == s->acting) {
        Intent intent = intent_of(s);
        if (turn_has(voc_turn(s), seat) && s->scene.voyage.mode != MODE_PEN && !intent.plan.stop)
            out[n++] = intent.plan.order;
        for (int i = 0; i < n; i++)
            looks[i] = captain_looks(&intent, out[i]);
        return n;
    }
    int worth[CALLS];
    bool free = voc_free_words(s, seat);
    if (free) pilot_words(s, seat, worth);
    for (int i = 0; i < n; i++)
        looks[i] = word_looks(worth, free, out[i]);
    return n;
}

int voc_survey(const void *state, int seat, Move *out, int32_t *looks) {
    const Voc *s = state;
    if (s->phase == PHASE_VOYAGE) return survey_at_sea(s, seat, out, looks);
    int n = voc_moves(s, seat, out);
    n += voc_ideas(s, seat, out + n);
    for (int i = 0; i < n; i++)
        looks[i] = voc_sense(s, seat, out[i]);
    return n;
}
