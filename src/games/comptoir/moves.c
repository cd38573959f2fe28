/* moves.c: what may be played, listed whole or picked at random. What is judged one by one stands
   in check.c; a test holds them equal. */
#include "games/comptoir/cards.h"

#include <assert.h>
#include <string.h>

/* --- listing --------------------------------------------------------------------------------- */

/* One move a bit of the mask. */
static int list_bits(Verb verb, unsigned mask, Move *out) {
    int n = 0;
    for (; mask; mask &= mask - 1)
        out[n++] = move_one(verb, __builtin_ctz(mask));
    return n;
}

static int list_turn(const Comptoir *s, int seat, Move *out) {
    int n = 0;
    if (comptoir_can_auction(s)) out[n++] = move_bare(VERB_AUCTION);
    if (comptoir_may_put(s))
        for (int event = 1; event < EVENTS; event++) {
            if (!tiles_of(s->held[seat], event)) continue;
            for (unsigned bare = comptoir_bare(s); bare; bare &= bare - 1)
                out[n++] = move_two(VERB_PUT, event, __builtin_ctz(bare));
        }
    if (s->card != NO_CARD) {
        out[n++] = move_bare(VERB_END);
        return n;
    }
    Port port = comptoir_port(s, seat);
    for (unsigned cards = s->relations[seat]; cards; cards &= cards - 1)
        n += comptoir_card_list(s, &port, __builtin_ctz(cards), out + n);
    return n;
}

static int list_bids(const Comptoir *s, int seat, Move *out) {
    int n = 0;
    for (int primes = s->high + 1; primes <= s->score[seat]; primes++) /* C-18 */
        out[n++] = move_one(VERB_BID, primes);
    if (s->leader != NOBODY) out[n++] = move_bare(VERB_PASS); /* C-16 */
    return n;
}

/* Every way to give the tiles of a hand to the new ships: m holds those given so far. */
static int list_loads(Goods hand, unsigned fresh, Move m, Move *out) {
    if (!fresh) {
        out[0] = m;
        return 1;
    }
    int n = 0;
    m.verb = VERB_LOAD;
    m.item[m.count] = (uint8_t)__builtin_ctz(fresh);
    m.count = (uint8_t)(m.count + 2);
    for (int good = 0; good < GOODS; good++) {
        if (!goods_of(hand, good)) continue;
        m.item[m.count - 1] = (uint8_t)good;
        n += list_loads(hand - goods_one(good), fresh & (fresh - 1), m, out + n);
    }
    return n;
}

static int list_goods(Verb verb, int first, Goods bag, Move *out) {
    int n = 0;
    for (int good = 0; good < GOODS; good++)
        if (goods_of(bag, good)) out[n++] = move_two(verb, first, good);
    return n;
}

/* The quay that gets its goods next in the set-up. */
static int bare_quay(const Comptoir *s) {
    int q = 0;
    while (s->ship[q].good != GOODS)
        q++;
    return q;
}

/* Who is dealt a tile next in the set-up. */
static int dealt_seat(const Comptoir *s) {
    int seat = 0;
    while (comptoir_hand_size(s, seat))
        seat++;
    return seat;
}

static int list_chance(const Comptoir *s, Move *out) {
    int n = 0;
    switch ((Phase)s->phase) {
    case PHASE_FIRST: return list_bits(VERB_FIRST, (1u << s->players) - 1, out);
    case PHASE_SHIPS:
    case PHASE_NEXT:
        for (int size = 0; size < SIZES; size++)
            if (s->fleet[size]) out[n++] = move_one(VERB_SHIP, SMALLEST + size);
        return n;
    case PHASE_GOODS: return list_goods(VERB_GOODS, bare_quay(s), s->bag, out);
    case PHASE_DEAL: return list_goods(VERB_DRAW, dealt_seat(s), s->bag, out);
    case PHASE_DRAW: return list_goods(VERB_DRAW, s->active, s->bag, out);
    case PHASE_TILE:
        for (int event = 1; event < EVENTS; event++)
            if (tiles_of(s->tiles, event)) out[n++] = move_one(VERB_EVENT, event);
        return n;
    case PHASE_TURN:
    case PHASE_AUCTION:
    case PHASE_SAIL:
    case PHASE_SLATE:
    case PHASE_LOAD:
    case PHASE_OVER: return 0;
    }
    return 0;
}

/* The longest list is a turn's. Cards without a favour: at most 4 quays each, and C(4,3) or 3 pairs
   or 4, so 5 x 4. Smuggler: (1 + 6 ways x 2) x 4. Union man: 6 ways x 3 players, and none, x 4.
   Customs officer: 4 + 4 x 3. Events: 10 kinds x 4 quays. The auction. 20 + 52 + 76 + 16 + 40 + 1 =
   205, and the end of the turn in place of the cards. An auction has at most 99 bids and the pass,
   new ships at most 4 x 3 x 2 loads. */
int comptoir_moves(const void *state, int seat, Move *out) {
    const Comptoir *s = state;
    if (seat == CHANCE) return list_chance(s, out);
    if (seat != s->acting) return 0;
    switch ((Phase)s->phase) {
    case PHASE_TURN: return list_turn(s, seat, out);
    case PHASE_AUCTION: return list_bids(s, seat, out);
    case PHASE_SAIL: return list_bits(VERB_SAIL, s->leaving, out);
    case PHASE_SLATE: {
        int n = list_bits(VERB_SLATE, comptoir_slateable(s, &s->ship[s->sailing], seat), out);
        out[n++] = move_bare(VERB_PAY);
        return n;
    }
    case PHASE_LOAD: return list_loads(s->hand[seat], s->fresh, (Move){0}, out);
    case PHASE_FIRST:
    case PHASE_SHIPS:
    case PHASE_GOODS:
    case PHASE_DEAL:
    case PHASE_TILE:
    case PHASE_NEXT:
    case PHASE_DRAW:
    case PHASE_OVER: return 0;
    }
    return 0;
}

/* --- one at random --------------------------------------------------------------------------- */

int comptoir_draw(Goods bag, Rng *rng) {
    return goods_at(bag, (int)rng_below(rng, (uint32_t)goods_count(bag)));
}

/* As goods_at, over the sizes. */
static int draw_size(const Comptoir *s, Rng *rng) {
    const uint64_t ones = 0x010101010101u;
    uint64_t sums = 0;
    memcpy(&sums, s->fleet, sizeof s->fleet);
    sums *= ones;
    uint32_t ship = rng_below(rng, (uint32_t)(sums >> 40 & 0xff));
    return SMALLEST + __builtin_ctzll((sums + ones * (127 - ship)) & (ones * 0x80)) / 8;
}

static int draw_event(const Comptoir *s, Rng *rng) {
    int tile = (int)rng_below(rng, (uint32_t)tiles_count(s->tiles)), event = 1;
    while (tile >= tiles_of(s->tiles, event))
        tile -= tiles_of(s->tiles, event++);
    return event;
}

Move comptoir_sample(const void *state, Rng *rng) {
    const Comptoir *s = state;
    switch ((Phase)s->phase) {
    case PHASE_FIRST: return move_one(VERB_FIRST, (int)rng_below(rng, s->players));
    case PHASE_SHIPS:
    case PHASE_NEXT: return move_one(VERB_SHIP, draw_size(s, rng));
    case PHASE_GOODS: return move_two(VERB_GOODS, bare_quay(s), comptoir_draw(s->bag, rng));
    case PHASE_DEAL: return move_two(VERB_DRAW, dealt_seat(s), comptoir_draw(s->bag, rng));
    case PHASE_DRAW: return move_two(VERB_DRAW, s->active, comptoir_draw(s->bag, rng));
    case PHASE_TILE: return move_one(VERB_EVENT, draw_event(s, rng));
    case PHASE_TURN:
    case PHASE_AUCTION:
    case PHASE_SAIL:
    case PHASE_SLATE:
    case PHASE_LOAD:
    case PHASE_OVER: break;
    }
    assert(false && "Chance has a move");
    return (Move){0};
}

int comptoir_draw_all(void *state, Rng *rng) {
    Comptoir *s = state;
    int moves = 0;
    for (; comptoir_turn(s) == 1u << CHANCE; moves++)
        if (s->phase == PHASE_NEXT || s->phase == PHASE_SHIPS)
            comptoir_reveal_ship(s, draw_size(s, rng), NULL);
        else if (s->phase == PHASE_TILE)
            comptoir_offer(s, draw_event(s, rng), NULL);
        else if (s->phase == PHASE_DRAW)
            comptoir_hand_out(s, s->active, comptoir_draw(s->bag, rng), NULL);
        else if (s->phase == PHASE_GOODS)
            comptoir_turn_up(s, bare_quay(s), comptoir_draw(s->bag, rng), NULL);
        else
            comptoir_apply(s, CHANCE, comptoir_sample(s, rng), NULL);
    return moves;
}

/* Ships, goods and events are as likely as there are of them. */
int comptoir_weight(const void *state, Move m) {
    const Comptoir *s = state;
    if (m.verb == VERB_SHIP) return s->fleet[m.item[0] - SMALLEST];
    if (m.verb == VERB_EVENT) return tiles_of(s->tiles, m.item[0]);
    return m.verb == VERB_FIRST ? 1 : goods_of(s->bag, m.item[1]);
}

/* An event of a hand at a quay, by number. */
static Move put_number(Tiles held, unsigned bare, int index) {
    int quays = quays_in(bare);
    Tiles kinds = tiles_kinds(held);
    for (int kind = index / quays; kind > 0; kind--)
        kinds &= kinds - 1;
    for (index %= quays; index > 0; index--)
        bare &= bare - 1;
    return move_two(VERB_PUT, __builtin_ctzll(kinds) / 4, __builtin_ctz(bare));
}

/* An auction, an event put, or what else there is, by number. */
static Move pick_event(const Comptoir *s, int seat, int auctions, unsigned bare, int index) {
    if (index < auctions) return move_bare(VERB_AUCTION);
    return put_number(s->held[seat], bare, index - auctions);
}

static Move pick_turn(const Comptoir *s, int seat, Rng *rng) {
    int auctions = comptoir_can_auction(s);
    unsigned bare = s->put ? 0 : comptoir_bare(s);
    int others = auctions + tiles_count(tiles_kinds(s->held[seat])) * quays_in(bare);
    if (s->card != NO_CARD) {
        int index = (int)rng_below(rng, (uint32_t)(others + 1));
        return index < others ? pick_event(s, seat, auctions, bare, index) : move_bare(VERB_END);
    }
    Port port = comptoir_port(s, seat);
    int sums[RELATIONS], plays = comptoir_card_sums(&port, s->relations[seat], sums);
    int index = (int)rng_below(rng, (uint32_t)(others + plays)), card = 0, before = 0;
    if (index < others) return pick_event(s, seat, auctions, bare, index);
    index -= others;
    for (int i = 0; i < RELATIONS; i++) { /* all of them, so that nothing is to be foreseen */
        bool past = index >= sums[i];
        card += past;
        before = past ? sums[i] : before;
    }
    return comptoir_card_number(s, &port, card, index - before);
}

static Move pick_bid(const Comptoir *s, int seat, Rng *rng) {
    int bids = s->score[seat] - s->high, pass = s->leader != NOBODY;
    int index = (int)rng_below(rng, (uint32_t)(bids + pass));
    if (index == bids) return move_bare(VERB_PASS);
    return move_one(VERB_BID, s->high + 1 + index);
}

/* Of one new ship the goods, each kind in hand as likely. */
static Move pick_load(const Comptoir *s, int seat, Rng *rng) {
    uint8_t kinds[GOODS];
    int n = 0;
    for (int good = 0; good < GOODS; good++) {
        kinds[n] = (uint8_t)good;
        n += goods_of(s->hand[seat], good) != 0;
    }
    return move_two(VERB_LOAD, __builtin_ctz(s->fresh), kinds[rng_below(rng, (uint32_t)n)]);
}

Move comptoir_pick(const void *state, int seat, Rng *rng) {
    const Comptoir *s = state;
    if (s->phase == PHASE_TURN) return pick_turn(s, seat, rng);
    if (s->phase == PHASE_AUCTION) return pick_bid(s, seat, rng);
    if (s->phase == PHASE_LOAD && !(s->fresh & (s->fresh - 1))) return pick_load(s, seat, rng);
    Move list[COMPTOIR_MOVES];
    int n = comptoir_moves(s, seat, list);
    assert(n > 0);
    return list[rng_below(rng, (uint32_t)n)];
}
