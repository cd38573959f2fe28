/* mind.c: what a search asks of Batavia: a good move at once, the choices worth a look, what a
   position promises, and where rollouts may end.

   A position is worth what sense.c says of it; here moves are judged by what they change alone: a
   voyage by the counter, the tile, the way and the cards it costs, a bid by the cards it brings and
   the bills it moves. Worth is in hundredths of gold. */
#include "games/batavia/weights.h"

#include <assert.h>

#include "games/batavia/foresee.h"

DEFINE_WEIGHTS(batavia, BATAVIA_WEIGHTS);

/* --- a judgement ------------------------------------------------------------------------------ */

/* What the eye of a player takes in at once. */
typedef struct Eye {
    const int16_t *w;
    const Style *style;
    int rounds;         /* still to come; 0: this is the last */
    int lead;           /* the space of the first merchant */
    unsigned contested; /* bit g: a stall of good g can still be reached by somebody */
    unsigned single;    /* bit g: only one */
    int blind;          /* the company overlooked, or -1 */
} Eye;

static Eye eye_of(const Batavia *s, const Style *style) {
    Eye eye = {.w = style->weights ? style->weights : batavia_settled, .style = style, .blind = -1};
    int last = batavia_arrival(s);
    for (int seat = 0; seat < s->players; seat++) {
        if (s->space[seat] > eye.lead) eye.lead = s->space[seat];
        if (s->space[seat] < last) last = s->space[seat];
    }
    eye.rounds = rounds_from(s, eye.lead);
    if (!eye.rounds) return eye;
    if (s->turned < s->spaces) {
        eye.contested = (1u << GOODS) - 1;
        return eye;
    }
    for (int i = last; i < s->spaces; i++)
        if (s->crate[s->route[i]] == NOBODY) {
            unsigned good = 1u << tile_good(s->route[i]);
            eye.single = eye.contested & good ? eye.single & ~good : eye.single | good;
            eye.contested |= good;
        }
    return eye;
}

/* The same where something may be overlooked. */
static Eye eye_of_player(const Batavia *s, const Style *style, Rng *rng) {
    Eye eye = eye_of(s, style);
    if (style->careless > 0 && (int)rng_below(rng, 100) < style->careless)
        eye.blind = (int)rng_below(rng, COMPANIES);
    return eye;
}

/* --- counters and tiles ----------------------------------------------------------------------- */

/* What a counter that stays as it is brings who has `mine` crates in it. */
static int counter_settled(int good, int mine, int rival) {
    if (mine == 0 || mine < rival) return 0;
    return mine > rival ? batavia_worth[good] * COIN : batavia_worth[good] / 2 * COIN;
}

/* What a counter promises who has `mine` crates in it, `rival` being the most of another. */
static int counter_worth(const Eye *eye, int good, int mine, int rival) {
    int worth = batavia_worth[good], lead = mine - rival;
    if (!(eye->contested >> good & 1)) return counter_settled(good, mine, rival);
    if (mine == 0 && rival == 0) return worth * eye->w[W_UNTOUCHED];
    if (lead < -2) return 0;
    return worth * eye->w[W_EVEN + (lead > 2 ? 2 : lead)];
}

/* Crates in a counter: of the seat, and the most of another. A byte a seat: NOBODY's count for
   nothing. */
static void crates_in(const Batavia *s, int good, int seat, int *mine, int *rival) {
    uint64_t crates = 0;
    for (int company = 0; company < COMPANIES; company++) {
        unsigned owner = s->crate[tile_of(company, good)];
        crates += (uint64_t)(owner != NOBODY) << (8 * owner & 63);
    }
    *mine = (int)(crates >> 8 * seat & 0xff);
    *rival = 0;
    crates &= ~((uint64_t)0xff << 8 * seat);
    for (; crates; crates >>= 8)
        if ((int)(crates & 0xff) > *rival) *rival = (int)(crates & 0xff);
}

static int tiles_worth(const Eye *eye, Cards tiles, int rounds) {
    Marks held = cards_held(tiles), twice = cards_held(tiles - (held >> 7));
    int worth = batavia_tiles_become[mark_count(held)][rounds] * eye->w[W_TILES] / 100;
    return worth + (rounds > 2 ? eye->w[W_DOUBLE] * mark_count(twice) : 0);
}

/* Tiles where one of `fresh` companies may be exchanged at once: the better of both. */
static int tiles_best(const Eye *eye, Cards tiles, bool fresh, int rounds) {
    int keep = tiles_worth(eye, tiles, rounds);
    if (!fresh) return keep;
    int exchange = batavia_exchange_worth(tiles) * COIN +
                   tiles_worth(eye, tiles - (cards_held(tiles) >> 7), rounds) - eye->style->patient;
    return exchange > keep ? exchange : keep;
}

/* --- the fleet -------------------------------------------------------------------------------- */

/* A company's seal to a seat whose lead in open cards is `lead`, and `reach` with its hand. */
static int seal_worth(const Eye *eye, int lead, int reach, bool ahead) {
    const int16_t *w = eye->w;
    if (eye->rounds == 0)
        return reach > 1    ? w[W_SEAL_SURE]
               : reach == 1 ? w[W_SEAL_THIN]
               : reach == 0 ? w[W_SEAL_EVEN]
                            : 0;
    if (lead > 0) return w[ahead ? W_SEAL : W_SEAL_IDLE] + w[W_LEAD] * (lead < 3 ? lead : 3);
    return reach > 0 ? w[W_REACH] + w[W_REACH_CARD] * (reach < 4 ? reach : 4) : 0;
}

static int cards_worth(const Eye *eye, int cards) {
    if (eye->rounds == 0) return 0;
    int wanted = eye->rounds + eye->w[W_WANTED_MORE];
    return eye->w[W_CARD] * cards + eye->w[W_CARD_WANTED] * (cards < wanted ? cards : wanted);
}

static int seals_worth(const Batavia *s, const Eye *eye, int seat, Cards hand, Cards rivals) {
    int worth = 0;
    for (int company = 0; company < COMPANIES; company++) {
        if (company == eye->blind) continue;
        int lead = cards_of(s->open[seat], company) - cards_of(rivals, company);
        worth += seal_worth(eye, lead, lead + cards_of(hand, company),
                            s->stalls[company] >> (s->space[seat] + 1));
    }
    return worth;
}

/* The most open cards of another, by company. */
static Cards rivals_of(const Batavia *s, int seat) {
    Cards rivals = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat) rivals = cards_most(rivals, s->open[other]);
    return rivals;
}

typedef uint8_t Crates[GOODS][SEATS];

static void count_crates(const Batavia *s, Crates crates) {
    for (int tile = 0; tile < STALLS; tile++)
        if (s->crate[tile] != NOBODY) crates[tile_good(tile)][s->crate[tile]]++;
}

static int counters_worth(const Batavia *s, const Eye *eye, int seat, Crates crates) {
    int worth = 0;
    for (int good = 0; good < GOODS; good++) {
        int rival = 0;
        for (int other = 0; other < s->players; other++)
            if (other != seat && crates[good][other] > rival) rival = crates[good][other];
        worth += counter_worth(eye, good, crates[good][seat], rival);
    }
    return worth;
}

/* --- bills ------------------------------------------------------------------------------------ */

static int bills_worth(const Eye *eye, int bills, int rival) {
    enum { LEAST = 20, MOST = 450 };
    int lead = bills - rival;
    if (eye->rounds == 0) return lead > 0 ? 500 : lead == 0 ? 200 : 0;
    int most = eye->w[W_BILLS_EVEN] + lead * eye->w[W_BILLS_LEAD];
    most = most < LEAST ? LEAST : most > MOST ? MOST : most;
    return most + bills * eye->w[W_BILL];
}

static int richest_rival(const Batavia *s, int seat) {
    int rival = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->bills[other] > rival) rival = s->bills[other];
    return rival;
}

/* --- bids ------------------------------------------------------------------------------------- */

/* What the packet is worth to who gets it. */
static int packet_worth(const Batavia *s, const Eye *eye, int seat) {
    Cards rivals = rivals_of(s, seat), hand = s->hand[seat], with = hand + s->packet;
    int count = cards_count(hand);
    int cards = seals_worth(s, eye, seat, with, rivals) - seals_worth(s, eye, seat, hand, rivals) +
                cards_worth(eye, count + cards_count(s->packet)) - cards_worth(eye, count);
    return cards + cards * eye->style->bold / 300 + eye->w[W_BOAT];
}

/* What so many of his bills are worth to a seat, `rival` being the most of another. It never falls
   as they become more. */
static int price_worth(const Batavia *s, const Eye *eye, int seat, int rival, int bid) {
    int bills =
        bills_worth(eye, s->bills[seat], rival) - bills_worth(eye, s->bills[seat] - bid, rival);
    return bills + bills * eye->style->thrifty / 200 + bid * eye->w[W_PRICE];
}

/* The highest bid that still is worth it to a seat. */
static int bid_limit(const Batavia *s, const Eye *eye, int seat) {
    int worth = packet_worth(s, eye, seat), rival = richest_rival(s, seat), bid = s->high;
    while (bid < s->bills[seat] && price_worth(s, eye, seat, rival, bid + 1) < worth)
        bid++;
    return bid;
}

static Move auction_move(const Batavia *s, const Eye *eye, int seat) {
    int bid = s->high + 1, rival = richest_rival(s, seat);
    if (bid > s->bills[seat] || price_worth(s, eye, seat, rival, bid) >= packet_worth(s, eye, seat))
        return (Move){.verb = VERB_PASS};
    return (Move){VERB_BID, 1, {(uint8_t)bid}};
}

/* An auction at once: everybody goes on by one bill up to his limit, as auction_move would. */
bool batavia_leap(void *state, const Style *const styles[], uint64_t luck) {
    Batavia *s = state;
    int limit[SEATS];
    if (s->phase != PHASE_AUCTION) return false;
    Rng rng = rng_seed(luck);
    for (int seat = 0; seat < s->players; seat++) {
        Eye eye = eye_of_player(s, styles[seat], &rng);
        limit[seat] = s->passed >> seat & 1 ? 0 : bid_limit(s, &eye, seat);
    }
    while (s->phase == PHASE_AUCTION) {
        if (s->high < limit[s->acting])
            batavia_bid(s, s->acting, s->high + 1, NULL);
        else
            batavia_pass(s, s->acting, NULL);
    }
    return true;
}

/* --- voyages ---------------------------------------------------------------------------------- */

/* What the stall of a company ahead of the merchant brings: crate, tile, and the way to it. */
static int stall_worth(const Batavia *s, const Eye *eye, int seat, int company) {
    int space = batavia_next(s, company, s->space[seat]), mine, rival;
    int good = tile_good(s->route[space - 1]), lead = space > eye->lead ? space : eye->lead;
    int rounds = rounds_from(s, lead);
    Cards before = s->tiles[seat], after = before + cards_some(company, 1);
    crates_in(s, good, seat, &mine, &rival);
    int counter = (eye->single >> good & 1 ? counter_settled(good, mine + 1, rival)
                                           : counter_worth(eye, good, mine + 1, rival)) -
                  counter_worth(eye, good, mine, rival);
    if (eye->style->spiteful > 0 && rival >= mine)
        counter +=
            (counter_worth(eye, good, rival, mine) - counter_worth(eye, good, rival, mine + 1)) *
            eye->style->spiteful / 200;
    int tiles = tiles_best(eye, after, cards_of(after, company) == 1, rounds) -
                tiles_worth(eye, before, eye->rounds);
    int way = eye->rounds ? (space - s->space[seat]) * eye->w[W_SPACE] : 0;
    return counter + tiles - way + way * eye->style->bold / 100;
}

/* What laying `n` cards of a company costs and brings, pirates included. */
static int lay_worth(const Batavia *s, const Eye *eye, int seat, Cards rivals, Cards fleet,
                     int company, int n) {
    Cards hand = s->hand[seat], open = s->open[seat], lay = cards_some(company, n);
    int count = cards_count(hand), before = 0, after = 0;
    bool attack = cards_count(fleet) + n >= batavia_limit(s);
    Cards sunk = attack ? cards_mask(batavia_largest(fleet + lay)) : 0;
    Cards others = rivals & ~sunk, row = (open + lay) & ~sunk;
    for (int i = 0; i < COMPANIES; i++) {
        if (i != company && !attack) continue;
        bool ahead = s->stalls[i] >> (s->space[seat] + 1);
        int lead = cards_of(open, i) - cards_of(rivals, i);
        before += seal_worth(eye, lead, lead + cards_of(hand, i), ahead);
        lead = cards_of(row, i) - cards_of(others, i);
        after += seal_worth(eye, lead, lead + cards_of(hand - lay, i), ahead);
    }
    return after - before + cards_worth(eye, count - n) - cards_worth(eye, count);
}

/* The voyage a player has in mind: what he lays first, and how much better than staying it is. */
typedef struct Plan {
    int company, cards; /* to lay; 0 cards: draws instead */
    int worth;
} Plan;

/* What Batavia itself brings, where there is nothing else to sail for: the last round. */
static int arrival_worth(const Batavia *s, const Eye *eye, int seat) {
    Eye end = *eye;
    Crates crates = {0};
    end.rounds = 0;
    end.contested = 0;
    count_crates(s, crates);
    Cards rivals = rivals_of(s, seat);
    int rival = richest_rival(s, seat);
    return ARRIVAL_WORTH * COIN + counters_worth(s, &end, seat, crates) -
           counters_worth(s, eye, seat, crates) +
           seals_worth(s, &end, seat, s->hand[seat], rivals) -
           seals_worth(s, eye, seat, s->hand[seat], rivals) -
           cards_worth(eye, cards_count(s->hand[seat])) + bills_worth(&end, s->bills[seat], rival) -
           bills_worth(eye, s->bills[seat], rival) - tiles_worth(eye, s->tiles[seat], eye->rounds) +
           s->space[seat] * eye->w[W_SPACE];
}

/* The best stall a set of seals reaches; NOWHERE where there is none. */
static int best_stall(const Eye *eye, const int stall[COMPANIES], Marks seals) {
    int best = NOWHERE;
    for (; seals; seals &= seals - 1) {
        int company = mark_first(seals);
        if (company != eye->blind && stall[company] > best) best = stall[company];
    }
    return best;
}

/* What each stall ahead brings, for the companies of a set. */
static void weigh_stalls(const Batavia *s, const Eye *eye, int seat, Marks companies,
                         int stall[COMPANIES]) {
    for (; companies; companies &= companies - 1)
        stall[mark_first(companies)] = stall_worth(s, eye, seat, mark_first(companies));
}

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

/* How laying `n` of a company looks: the best voyage it allows, and what the cards cost. */
static int laying_look(const Batavia *s, const Eye *eye, int seat, const Outlook *o,
                       const int stall[COMPANIES], Cards fleet, int company, int n) {
    Cards row = s->open[seat] + s->laid + cards_some(company, n);
    Marks owned = cards_above(row, o->rivals);
    int voyage = best_stall(eye, stall, owned & o->ahead);
    if (voyage == NOWHERE)
        voyage = owned && !(owned & o->ahead) && s->arrived == NOBODY ? arrival_worth(s, eye, seat)
                                                                      : NOWHERE / 2;
    return voyage + lay_worth(s, eye, seat, o->rivals, fleet, company, n);
}

static Move lay_move(int company, int n) {
    return (Move){VERB_LAY, 2, {(uint8_t)company, (uint8_t)n}};
}

/* Looks at the layings of a company: the fewest cards possible, and where `all` is false no other
   number but the one that takes its seal. */
static void look_at_company(const Batavia *s, const Eye *eye, int seat, const Outlook *o,
                            const int stall[COMPANIES], int company, bool all, Looks *l) {
    Cards fleet = batavia_fleet(s) + s->laid;
    int least = batavia_least(s, seat, o, company), most = cards_of(s->hand[seat], company);
    int seal = cards_of(o->rivals, company) + 1 - cards_of(s->open[seat], company);
    bool carried = o->owned & o->useful;
    if (!least) return;
    for (int n = least; n <= most; n++)
        if (all || n == seal || (n == least && carried) || (seal <= least && n == least))
            add(l, lay_move(company, n), laying_look(s, eye, seat, o, stall, fleet, company, n));
}

static void look_at_actions(const Batavia *s, const Eye *eye, int seat, bool all, Looks *l) {
    Outlook o = batavia_outlook(s, seat);
    int stall[COMPANIES];
    weigh_stalls(s, eye, seat, o.could & o.ahead, stall);
    if (!s->laid && (s->deck || s->discard || !o.could))
        add(l, (Move){.verb = VERB_DRAW}, eye->w[W_DRAW]);
    if (s->laid) {
        for (Marks open = o.owned & o.ahead; open; open &= open - 1)
            add(l, (Move){VERB_SAIL, 1, {(uint8_t)mark_first(open)}}, stall[mark_first(open)] + 1);
        if (o.owned && !(o.owned & o.ahead) && s->arrived == NOBODY)
            add(l, (Move){VERB_SAIL, 1, {BATAVIA}}, arrival_worth(s, eye, seat) + 1);
        if (l->count && !all) return;
    }
    for (int company = 0; company < COMPANIES; company++)
        look_at_company(s, eye, seat, &o, stall, company, all, l);
}

/* --- choices ---------------------------------------------------------------------------------- */

static void look_at_exchange(const Batavia *s, const Eye *eye, int seat, Looks *l) {
    Cards tiles = s->tiles[seat];
    int keep = tiles_worth(eye, tiles, eye->rounds);
    int exchange = batavia_exchange_worth(tiles) * COIN +
                   tiles_worth(eye, tiles - (cards_held(tiles) >> 7), eye->rounds) -
                   eye->style->patient;
    add(l, (Move){.verb = VERB_EXCHANGE}, exchange);
    add(l, (Move){.verb = VERB_KEEP}, keep);
}

static void look_at_bids(const Batavia *s, const Eye *eye, int seat, Looks *l) {
    int worth = packet_worth(s, eye, seat), rival = richest_rival(s, seat);
    add(l, (Move){.verb = VERB_PASS}, 0);
    for (int bid = s->high + 1; bid <= s->bills[seat]; bid++)
        add(l, (Move){VERB_BID, 1, {(uint8_t)bid}}, worth - price_worth(s, eye, seat, rival, bid));
}

static void look_at(const Batavia *s, const Eye *eye, int seat, bool all, Looks *l) {
    switch ((Phase)s->phase) {
    case PHASE_AUCTION: look_at_bids(s, eye, seat, l); return;
    case PHASE_ACTIONS: look_at_actions(s, eye, seat, all, l); return;
    case PHASE_EXCHANGE: look_at_exchange(s, eye, seat, l); return;
    case PHASE_AUCTIONEER:
    case PHASE_ROUTE:
    case PHASE_DEAL:
    case PHASE_DIE:
    case PHASE_PACKET:
    case PHASE_DRAW:
    case PHASE_FINAL:
    case PHASE_OVER: break;
    }
}

Move batavia_policy(const void *state, int seat, const Style *style, Rng *rng) {
    enum { FEW = 3 * COMPANIES + 2 }; /* draws, voyages, and two layings of each company */
    const Batavia *s = state;
    Eye eye = eye_of_player(s, style, rng);
    if (s->phase == PHASE_AUCTION) return auction_move(s, &eye, seat);
    Move moves[FEW];
    int32_t looks[FEW];
    Looks l = {moves, looks, 0};
    look_at(s, &eye, seat, false, &l);
    int best = 0;
    for (int i = 1; i < l.count; i++)
        if (looks[i] > looks[best]) best = i;
    assert(l.count > 0);
    return moves[best];
}

int batavia_choices(const void *state, int seat, const Style *style, Move *out, int32_t *looks) {
    const Batavia *s = state;
    if (seat != s->acting) return 0;
    Eye eye = eye_of(s, style);
    Looks l = {out, looks, 0};
    look_at(s, &eye, seat, true, &l);
    return l.count;
}

/* --- positions -------------------------------------------------------------------------------- */

/* What the stalls ahead promise whoever holds or could take their seals: the best of them, and a
   part of the second best, which waits for its turn or makes up for the loss of the other. */
static int stalls_promise(const Batavia *s, const Eye *eye, int seat, Cards rivals) {
    if (!eye->rounds) return 0;
    int best = 0, second = 0;
    for (int company = 0; company < COMPANIES; company++) {
        int lead = cards_of(s->open[seat], company) - cards_of(rivals, company);
        int reach = lead + cards_of(s->hand[seat], company);
        if (reach <= 0 || !(s->stalls[company] >> (s->space[seat] + 1))) continue;
        int gain = stall_worth(s, eye, seat, company) *
                   eye->w[lead > 0 ? W_NEXT_STALL : W_NEXT_REACH] / 100;
        if (gain > best) {
            second = best;
            best = gain;
        } else if (gain > second) {
            second = gain;
        }
    }
    return best + second * eye->w[W_NEXT_SECOND] / 100;
}

static void settled_promise(const Batavia *s, int32_t out[]) {
    Score scores[SEATS_MAX];
    batavia_score(s, scores);
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = scores[seat].points * COIN;
}

int32_t batavia_promise(const void *state, const Style *style, int32_t out[SEATS_MAX + 1]) {
    const Batavia *s = state;
    Eye eye = eye_of(s, style);
    Crates crates = {0};
    out[CHANCE] = INT32_MIN;
    if (s->phase == PHASE_OVER) {
        settled_promise(s, out);
        return 1;
    }
    count_crates(s, crates);
    for (int seat = 0; seat < s->players; seat++) {
        Cards rivals = rivals_of(s, seat), hand = s->hand[seat];
        bool fresh = s->acting == seat && s->phase == PHASE_EXCHANGE;
        out[seat] =
            s->gold[seat] * COIN + counters_worth(s, &eye, seat, crates) +
            tiles_best(&eye, s->tiles[seat], fresh, eye.rounds) +
            seals_worth(s, &eye, seat, hand, rivals) + cards_worth(&eye, cards_count(hand)) +
            bills_worth(&eye, s->bills[seat], richest_rival(s, seat)) +
            stalls_promise(s, &eye, seat, rivals) + (s->arrived == seat ? ARRIVAL_WORTH * COIN : 0);
    }
    return 490 + 196 * eye.rounds;
}

int batavia_stage(const void *state) {
    const Batavia *s = state;
    return s->round + (s->phase >= PHASE_FINAL) + (s->phase == PHASE_OVER);
}
