/* sense.c: what a good player of Batavia knows.

   A position is worth the gold it promises: what lies in hand already, shares in counters by the
   lead in crates, tiles by what they may still be exchanged for, cards and seals by the voyages
   they pay, bills. How long all that can grow is judged by how far the first merchant is from
   Batavia. A move is worth the position it leads to; a laying is worth the best voyage it allows.
   Gold is counted in COIN units. */
#include "games/batavia/foresee.h"

#include <assert.h>

static int rounds_left(const Batavia *s) {
    int lead = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (s->space[seat] > lead) lead = s->space[seat];
    return rounds_from(s, lead);
}

/* --- counters --------------------------------------------------------------------------------- */

/* The chance in percent to win a counter, by the lead in crates from -2 to 2, while it is open. */
static const uint8_t chance_open[5] = {3, 4, 26, 72, 100};

/* What the counter of a good promises. `later` says whether a stall of it can still be reached. */
static int counter_worth(int worth, int mine, int rival, bool later) {
    int lead = mine - rival;
    if (!later) return mine == 0 || lead < 0 ? 0 : lead > 0 ? worth * COIN : worth / 2 * COIN;
    if (mine == 0 && rival == 0) return worth * 5;
    if (lead > 2) lead = 2;
    if (lead < -2) return 0;
    return worth * chance_open[lead + 2];
}

/* Bit g: a stall of good g is not taken and some merchant can come to it. */
static unsigned goods_left(const Batavia *s, int last) {
    unsigned goods = s->turned < s->spaces ? (1u << GOODS) - 1 : 0;
    for (int i = last; i < s->turned; i++)
        if (s->crate[s->route[i]] == NOBODY) goods |= 1u << tile_good(s->route[i]);
    return goods;
}

static int counters_worth(const Batavia *s, int seat, int rounds) {
    uint8_t crates[GOODS][SEATS] = {0};
    int worth = 0, last = batavia_arrival(s);
    for (int i = 0; i < s->turned; i++) {
        int tile = s->route[i];
        if (s->crate[tile] != NOBODY) crates[tile_good(tile)][s->crate[tile]]++;
    }
    for (int other = 0; other < s->players; other++)
        if (s->space[other] < last) last = s->space[other];
    unsigned left = rounds ? goods_left(s, last) : 0;
    for (int good = 0; good < GOODS; good++) {
        int rival = 0;
        for (int other = 0; other < s->players; other++)
            if (other != seat && crates[good][other] > rival) rival = crates[good][other];
        worth += counter_worth(batavia_worth[good], crates[good][seat], rival, left >> good & 1);
    }
    return worth;
}

/* --- tiles ------------------------------------------------------------------------------------ */

const uint16_t batavia_tiles_become[COMPANIES + 1][ROUNDS_MOST + 1] = {
    {0, 38, 114, 228, 365, 517, 669, 806, 942, 1064},
    {0, 137, 251, 388, 540, 692, 828, 958, 1079, 1193},
    {0, 274, 426, 578, 722, 859, 988, 1110, 1224, 1330},
    {0, 456, 631, 783, 912, 1041, 1163, 1277, 1391, 1490},
    {0, 456, 722, 897, 1041, 1170, 1292, 1406, 1520, 1626},
    {0, 456, 722, 897, 1041, 1170, 1292, 1406, 1520, 1626},
};

static int tiles_worth(Cards tiles, int rounds) {
    Marks more = cards_held(tiles - (cards_held(tiles) >> 7)); /* held twice: a start of the next */
    return batavia_tiles_become[mark_count(cards_held(tiles))][rounds] +
           (rounds > 2 ? 50 * mark_count(more) : 0);
}

/* --- cards ------------------------------------------------------------------------------------ */

/* Seals held and seals within reach, and cards to lay in the rounds to come. */
static int fleet_worth(const Batavia *s, int seat, int rounds) {
    Outlook o = batavia_outlook(s, seat);
    int cards = cards_count(s->hand[seat]), worth = 0;
    for (int company = 0; company < COMPANIES; company++) {
        int lead = cards_of(s->open[seat], company) - cards_of(o.rivals, company);
        int reach = lead + cards_of(s->hand[seat], company);
        if (rounds == 0)
            worth += reach > 1 ? 170 : reach == 1 ? 120 : reach == 0 ? 20 : 0;
        else if (lead > 0)
            worth += (marked(o.ahead, company) ? 57 : 27) + 30 * (lead < 3 ? lead : 3);
        else if (reach > 0)
            worth += 23 + 7 * (reach < 4 ? reach : 4);
    }
    if (rounds == 0) return worth;
    int wanted = rounds + 8; /* a card a round, and those that win a seal */
    return worth + 48 * cards + 34 * (cards < wanted ? cards : wanted);
}

static int bills_worth(const Batavia *s, int seat, int rounds) {
    int bills = s->bills[seat], rival = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->bills[other] > rival) rival = s->bills[other];
    int lead = bills - rival;
    if (rounds == 0) return lead > 0 ? 500 : lead == 0 ? 200 : 0;
    int most = 200 + lead * 8;
    if (most < 20) most = 20;
    if (most > 450) most = 450;
    return most + bills * 11;
}

/* --- positions -------------------------------------------------------------------------------- */

static int worth_of(const Batavia *s, int seat) {
    int rounds = rounds_left(s);
    int worth = s->gold[seat] * COIN + counters_worth(s, seat, rounds) +
                tiles_worth(s->tiles[seat], rounds) + fleet_worth(s, seat, rounds) +
                bills_worth(s, seat, rounds);
    if (s->arrived == seat) worth += ARRIVAL_WORTH * COIN;
    if (rounds) worth -= s->space[seat] * 9; /* stalls behind are lost */
    return worth;
}

/* The same where tiles may be exchanged first. */
static int best_worth(const Batavia *s, int seat) {
    int keep = worth_of(s, seat);
    if (s->acting != seat || (s->phase != PHASE_EXCHANGE && s->phase != PHASE_ROUTE) ||
        !batavia_fresh(s))
        return keep;
    Batavia then = *s;
    then.gold[seat] = (uint8_t)(then.gold[seat] + batavia_exchange_worth(s->tiles[seat]));
    then.tiles[seat] -= cards_held(s->tiles[seat]) >> 7;
    int exchange = worth_of(&then, seat);
    return exchange > keep ? exchange : keep;
}

static int worth_after(const Batavia *s, int seat, Move m) {
    Batavia then = *s;
    batavia_apply(&then, seat, m, NULL);
    return best_worth(&then, seat);
}

/* The best voyage once these cards are chosen too. */
static int lay_sense(const Batavia *s, int seat, Move m) {
    Batavia then = *s;
    batavia_apply(&then, seat, m, NULL);
    Outlook o = batavia_outlook(&then, seat);
    int best = NOWHERE;
    for (int goal = 0; goal <= BATAVIA; goal++) {
        bool open =
            goal == BATAVIA ? o.owned && !(o.owned & o.ahead) : marked(o.owned & o.ahead, goal);
        if (!open) continue;
        int worth = worth_after(&then, seat, (Move){VERB_SAIL, 1, {(uint8_t)goal}});
        if (worth > best) best = worth;
    }
    return best - 1; /* sailing at once, where it is as good, comes first */
}

/* --- moves ------------------------------------------------------------------------------------ */

static int bid_sense(const Batavia *s, int seat, int n) {
    Batavia then = *s;
    then.hand[seat] += s->packet;
    then.bills[seat] = (uint8_t)(then.bills[seat] - n);
    return worth_of(&then, seat) - n;
}

int batavia_sense(const void *state, int seat, Move m) {
    const Batavia *s = state;
    switch ((Verb)m.verb) {
    case VERB_BID: return bid_sense(s, seat, m.item[0]);
    case VERB_PASS: return worth_of(s, seat);
    case VERB_DRAW: return worth_of(s, seat) + 54;
    case VERB_LAY: return lay_sense(s, seat, m);
    case VERB_SAIL:
    case VERB_EXCHANGE:
    case VERB_KEEP: return worth_after(s, seat, m);
    case VERB_AUCTIONEER:
    case VERB_STALL:
    case VERB_DEAL:
    case VERB_DIE:
    case VERB_PACKET:
    case VERB_CARD:
    case VERB_HAND:
    case VERBS: break;
    }
    assert(false && "a verb of a player");
    return 0;
}
