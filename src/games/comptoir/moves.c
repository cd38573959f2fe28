/* moves.c: what may be played. `moves`, `check` and `pick` answer the same question three ways: all
   of it, one of it, one at random; a test holds them equal. */
#include "games/comptoir/state.h"

#include <assert.h>
#include <string.h>

/* --- the port as a player of a card sees it ------------------------------------------------------
 */

typedef struct Port {
    int seat, home;       /* porters ashore */
    unsigned open;        /* bit q: he may bring porters aboard at q, were there room (C-27) */
    unsigned able;        /* bit q: he can place a porter at q now */
    int8_t room[QUAYS];   /* free places */
    int8_t mine[QUAYS];   /* own porters aboard */
    int8_t rivals[QUAYS]; /* other players with a porter aboard */
} Port;

static Port port_of(const Comptoir *s, int seat) {
    Port port = {.seat = seat, .home = s->home[seat]};
    for (int q = 0; q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        const uint8_t *porters = ship->porters;
        port.room[q] = (int8_t)ship_room(ship);
        port.mine[q] = (int8_t)porters[seat];
        port.rivals[q] = (int8_t)((porters[0] != 0) + (porters[1] != 0) + (porters[2] != 0) +
                                  (porters[3] != 0) - (porters[seat] != 0));
        port.open |= (unsigned)ship_open(ship, seat) << q;
        port.able |= (unsigned)(port.room[q] > 0) << q;
    }
    port.able = port.home ? port.able & port.open : 0;
    return port;
}

/* The six ways from a quay to a neighbour. An empty quay in between blocks of itself: nobody is
   aboard there and it takes nobody (C-34). */
enum { WAYS = 2 * (QUAYS - 1) };
static const uint8_t way_from[WAYS] = {0, 1, 1, 2, 2, 3};
static const uint8_t way_to[WAYS] = {1, 0, 2, 1, 3, 2};

/* --- placing ------------------------------------------------------------------------------------
 */

static int least(int a, int b) {
    return a < b ? a : b;
}

/* C-5: on how many ships a card must place porters, where `able` can take some. */
static int spots_wanted(const Relation *relation, unsigned able, int home) {
    int ships = least(relation->ships, __builtin_popcount(able));
    ships = least(ships, (home + relation->each - 1) / relation->each);
    if (relation->neighbours && ships == 2 && !(able & able >> 1)) ships = 1;
    return ships;
}

/* True when the quays of the mask are a choice of so many ships that the card allows. */
static bool is_choice(const Relation *relation, unsigned quays, int ships) {
    if (__builtin_popcount(quays) != ships) return false;
    return !relation->neighbours || ships < 2 || (quays & quays >> 1);
}

/* In how many ways a card can place its porters; nowhere is one way too (C-40). */
static int count_placings(const Relation *relation, unsigned able, int home) {
    static const uint8_t choose[QUAYS + 1][SPOTS + 1] = {
        {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 1, 0}, {1, 3, 3, 1}, {1, 4, 6, 4}};
    int ships = spots_wanted(relation, able, home);
    if (relation->neighbours && ships == 2) return __builtin_popcount(able & able >> 1);
    return choose[__builtin_popcount(able)][ships];
}

static Move with_quays(Move m, unsigned quays) {
    for (int i = PLAY_QUAY; quays; quays &= quays - 1)
        m.item[i++] = (uint8_t)(__builtin_ctz(quays) + 1);
    return m;
}

/* Lists the ways to place after what `m` holds already. */
static int list_placings(Move m, unsigned able, int home, Move *out) {
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    int ships = spots_wanted(relation, able, home), n = 0;
    for (unsigned quays = 0; quays < 1u << QUAYS; quays++)
        if ((quays & ~able) == 0 && is_choice(relation, quays, ships))
            out[n++] = with_quays(m, quays);
    return n;
}

/* The way number `index` of that list. */
static Move placing_number(Move m, unsigned able, int home, int index) {
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    int ships = spots_wanted(relation, able, home);
    if (ships == 1) { /* mostly */
        while (index--)
            able &= able - 1;
        m.item[PLAY_QUAY] = (uint8_t)(__builtin_ctz(able) + 1);
        return m;
    }
    for (unsigned quays = 0;; quays++)
        if ((quays & ~able) == 0 && is_choice(relation, quays, ships) && index-- == 0)
            return with_quays(m, quays);
}

/* --- favours: the optional first effect of a card
 * -------------------------------------------------- */

/* The most porters that can go this way at once. */
static int way_moves(const Relation *relation, const Port *port, int way) {
    int to = way_to[way];
    if (!(port->open >> to & 1)) return 0;
    return least(relation->reach, least(port->mine[way_from[way]], port->room[to]));
}

/* With how many players a porter can be exchanged this way; both ships must be open to who plays
   (C-27). */
static int way_swaps(const Port *port, int way) {
    int from = way_from[way], to = way_to[way];
    bool open = (port->open >> from & 1) && (port->open >> to & 1);
    return open && port->mine[from] ? port->rivals[to] : 0;
}

/* What can take porters once `n` have been moved `way`: a ship filled by that is frozen (C-3). */
static unsigned able_after(const Port *port, int way, int n) {
    int to = way_to[way];
    return port->room[to] == n ? port->able & ~(1u << to) : port->able;
}

static int count_moves(const Relation *relation, const Port *port) {
    int n = 0;
    for (int way = 0; way < WAYS; way++)
        for (int moved = way_moves(relation, port, way); moved > 0; moved--)
            n += count_placings(relation, able_after(port, way, moved), port->home);
    return n;
}

/* In how many ways a card can be played. */
static int count_plays(const Relation *relation, const Port *port) {
    int placings = count_placings(relation, port->able, port->home), n = 0;
    switch ((Favour)relation->favour) {
    case FAVOUR_NONE: return placings;
    case FAVOUR_MOVE: return placings + count_moves(relation, port);
    case FAVOUR_SWAP:
        for (int way = 0; way < WAYS; way++)
            n += way_swaps(port, way);
        return placings * (1 + n);
    case FAVOUR_SEND:
        return placings + port->rivals[0] + port->rivals[1] + port->rivals[2] + port->rivals[3];
    }
    return 0;
}

/* The next player from `seat` on who is not `but` and has a porter aboard, or PLAYERS_MAX. */
static int rival_from(const Ship *ship, int seat, int but) {
    while (seat < PLAYERS_MAX && (seat == but || !ship->porters[seat]))
        seat++;
    return seat;
}

static int list_plays(const Comptoir *s, const Port *port, int card, Move *out) {
    const Relation *relation = &comptoir_relations[card];
    Move m = {VERB_PLAY, PLAY_ITEMS, {(uint8_t)card}};
    int n = list_placings(m, port->able, port->home, out);
    for (int way = 0; way < WAYS; way++) {
        m.item[PLAY_FROM] = (uint8_t)(way_from[way] + 1);
        m.item[PLAY_TO] = (uint8_t)(way_to[way] + 1);
        if (relation->favour == FAVOUR_MOVE)
            for (int moved = way_moves(relation, port, way); moved > 0; moved--) {
                m.item[PLAY_MOVED] = (uint8_t)moved;
                n += list_placings(m, able_after(port, way, moved), port->home, out + n);
            }
        if (relation->favour == FAVOUR_SWAP && way_swaps(port, way)) {
            const Ship *ship = &s->ship[way_to[way]];
            for (int other = 0; (other = rival_from(ship, other, port->seat)) < PLAYERS_MAX;) {
                m.item[PLAY_OTHER] = (uint8_t)++other;
                n += list_placings(m, port->able, port->home, out + n);
            }
        }
    }
    if (relation->favour != FAVOUR_SEND) return n;
    for (int q = 0; q < QUAYS; q++)
        for (int other = 0; (other = rival_from(&s->ship[q], other, port->seat)) < PLAYERS_MAX;) {
            Move sends = {VERB_PLAY, PLAY_ITEMS, {(uint8_t)card}};
            sends.item[PLAY_OTHER] = (uint8_t)++other;
            sends.item[PLAY_QUAY] = (uint8_t)(q + 1);
            out[n++] = sends;
        }
    return n;
}

/* --- listing ------------------------------------------------------------------------------------
 */

static Move one_item(Verb verb, int item) {
    return (Move){(uint8_t)verb, 1, {(uint8_t)item}};
}

static Move two_items(Verb verb, int first, int second) {
    return (Move){(uint8_t)verb, 2, {(uint8_t)first, (uint8_t)second}};
}

/* One move a bit of the mask. */
static int list_bits(Verb verb, unsigned mask, Move *out) {
    int n = 0;
    for (; mask; mask &= mask - 1)
        out[n++] = one_item(verb, __builtin_ctz(mask));
    return n;
}

static int list_turn(const Comptoir *s, int seat, Move *out) {
    int n = 0;
    if (!comptoir_may_auction(s).text) out[n++] = (Move){.verb = VERB_AUCTION};
    if (comptoir_may_put(s))
        for (int event = 1; event < EVENTS; event++) {
            if (!tiles_of(s->held[seat], event)) continue;
            for (unsigned bare = comptoir_bare(s); bare; bare &= bare - 1)
                out[n++] = two_items(VERB_PUT, event, __builtin_ctz(bare));
        }
    if (s->card != NO_CARD) {
        out[n++] = (Move){.verb = VERB_END};
        return n;
    }
    Port port = port_of(s, seat);
    for (unsigned cards = s->relations[seat]; cards; cards &= cards - 1)
        n += list_plays(s, &port, __builtin_ctz(cards), out + n);
    return n;
}

static int list_bids(const Comptoir *s, int seat, Move *out) {
    int n = 0;
    for (int primes = s->high + 1; primes <= s->score[seat]; primes++) /* C-18 */
        out[n++] = one_item(VERB_BID, primes);
    if (s->leader != NOBODY) out[n++] = (Move){.verb = VERB_PASS}; /* C-16 */
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
        if (goods_of(bag, good)) out[n++] = two_items(verb, first, good);
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
            if (s->fleet[size]) out[n++] = one_item(VERB_SHIP, SMALLEST + size);
        return n;
    case PHASE_GOODS: return list_goods(VERB_GOODS, bare_quay(s), s->bag, out);
    case PHASE_DEAL: return list_goods(VERB_DRAW, dealt_seat(s), s->bag, out);
    case PHASE_DRAW: return list_goods(VERB_DRAW, s->active, s->bag, out);
    case PHASE_TILE:
        for (int event = 1; event < EVENTS; event++)
            if (tiles_of(s->tiles, event)) out[n++] = one_item(VERB_EVENT, event);
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
        out[n++] = (Move){.verb = VERB_PAY};
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

/* --- one at random ------------------------------------------------------------------------------
 */

int comptoir_draw(Goods bag, Rng *rng) {
    int tile = (int)rng_below(rng, (uint32_t)goods_count(bag)), good = 0;
    while (tile >= goods_of(bag, good))
        tile -= goods_of(bag, good++);
    return good;
}

static int draw_size(const Comptoir *s, Rng *rng) {
    int ship = (int)rng_below(rng, (uint32_t)comptoir_fleet_left(s)), size = 0;
    while (ship >= s->fleet[size])
        ship -= s->fleet[size++];
    return SMALLEST + size;
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
    case PHASE_FIRST: return one_item(VERB_FIRST, (int)rng_below(rng, s->players));
    case PHASE_SHIPS:
    case PHASE_NEXT: return one_item(VERB_SHIP, draw_size(s, rng));
    case PHASE_GOODS: return two_items(VERB_GOODS, bare_quay(s), comptoir_draw(s->bag, rng));
    case PHASE_DEAL: return two_items(VERB_DRAW, dealt_seat(s), comptoir_draw(s->bag, rng));
    case PHASE_DRAW: return two_items(VERB_DRAW, s->active, comptoir_draw(s->bag, rng));
    case PHASE_TILE: return one_item(VERB_EVENT, draw_event(s, rng));
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

/* The way number `index` to play a card with a move or an exchange first. */
static Move way_number(const Comptoir *s, const Port *port, Move m, int index) {
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    for (int way = 0;; way++) {
        m.item[PLAY_FROM] = (uint8_t)(way_from[way] + 1);
        m.item[PLAY_TO] = (uint8_t)(way_to[way] + 1);
        if (relation->favour == FAVOUR_MOVE) {
            for (int moved = way_moves(relation, port, way); moved > 0; moved--) {
                unsigned able = able_after(port, way, moved);
                int here = count_placings(relation, able, port->home);
                m.item[PLAY_MOVED] = (uint8_t)moved;
                if (index < here) return placing_number(m, able, port->home, index);
                index -= here;
            }
        } else {
            int placings = count_placings(relation, port->able, port->home);
            int here = placings * way_swaps(port, way);
            if (index >= here) {
                index -= here;
                continue;
            }
            int other = -1;
            for (int skip = index / placings; skip >= 0; skip--)
                other = rival_from(&s->ship[way_to[way]], other + 1, port->seat);
            m.item[PLAY_OTHER] = (uint8_t)(other + 1);
            return placing_number(m, port->able, port->home, index % placings);
        }
    }
}

/* The way number `index` to play a card. */
static Move play_number(const Comptoir *s, const Port *port, int card, int index) {
    const Relation *relation = &comptoir_relations[card];
    Move m = {VERB_PLAY, PLAY_ITEMS, {(uint8_t)card}};
    int placings = count_placings(relation, port->able, port->home);
    if (index < placings) return placing_number(m, port->able, port->home, index);
    index -= placings;
    if (relation->favour != FAVOUR_SEND) return way_number(s, port, m, index);
    int q = 0, other = -1;
    while (index >= port->rivals[q])
        index -= port->rivals[q++];
    for (; index >= 0; index--)
        other = rival_from(&s->ship[q], other + 1, port->seat);
    m.item[PLAY_OTHER] = (uint8_t)(other + 1);
    m.item[PLAY_QUAY] = (uint8_t)(q + 1);
    return m;
}

/* An event of a hand at a quay, by number. */
static Move put_number(Tiles held, unsigned bare, int index) {
    int event = 0, quays = __builtin_popcount(bare);
    for (int kind = index / quays; kind >= 0; kind--)
        do
            event++;
        while (!tiles_of(held, event));
    for (index %= quays; index > 0; index--)
        bare &= bare - 1;
    return two_items(VERB_PUT, event, __builtin_ctz(bare));
}

static int count_kinds(Tiles held) {
    int n = 0;
    for (; held; held >>= 4)
        n += (held & 15) != 0;
    return n;
}

static Move pick_turn(const Comptoir *s, int seat, Rng *rng) {
    int auctions = !comptoir_may_auction(s).text, counts[RELATIONS], plays = 0;
    unsigned bare = comptoir_may_put(s) ? comptoir_bare(s) : 0, cards = 0;
    int puts = bare ? count_kinds(s->held[seat]) * __builtin_popcount(bare) : 0;
    Port port = port_of(s, seat);
    if (s->card == NO_CARD) {
        cards = s->relations[seat];
        for (unsigned rest = cards; rest; rest &= rest - 1) {
            int card = __builtin_ctz(rest);
            counts[card] = count_plays(&comptoir_relations[card], &port);
            plays += counts[card];
        }
    }
    int index = (int)rng_below(rng, (uint32_t)(auctions + puts + (cards ? plays : 1)));
    if (index < auctions) return (Move){.verb = VERB_AUCTION};
    if ((index -= auctions) < puts) return put_number(s->held[seat], bare, index);
    index -= puts;
    if (!cards) return (Move){.verb = VERB_END};
    int card = __builtin_ctz(cards);
    while (index >= counts[card]) {
        index -= counts[card];
        cards &= cards - 1;
        card = __builtin_ctz(cards);
    }
    return play_number(s, &port, card, index);
}

static Move pick_bid(const Comptoir *s, int seat, Rng *rng) {
    int bids = s->score[seat] - s->high, pass = s->leader != NOBODY;
    int index = (int)rng_below(rng, (uint32_t)(bids + pass));
    if (index == bids) return (Move){.verb = VERB_PASS};
    return one_item(VERB_BID, s->high + 1 + index);
}

Move comptoir_pick(const void *state, int seat, Rng *rng) {
    const Comptoir *s = state;
    if (s->phase == PHASE_TURN) return pick_turn(s, seat, rng);
    if (s->phase == PHASE_AUCTION) return pick_bid(s, seat, rng);
    Move list[COMPTOIR_MOVES];
    int n = comptoir_moves(s, seat, list);
    assert(n > 0);
    return list[rng_below(rng, (uint32_t)n)];
}

/* --- one judged ---------------------------------------------------------------------------------
 */

#define NO_MOVE REFUSED(N_("This is not a move of Comptoir des Antilles."))

static Reason check_ship(const Comptoir *s, int quay) {
    return s->ship[quay].size ? ALLOWED : REFUSED(N_("There is no ship at quay {n}."), quay + 1);
}

/* Whether porters can be brought aboard by `seat`. */
static Reason check_open(const Comptoir *s, int seat, int quay) {
    Reason why = check_ship(s, quay);
    if (why.text) return why;
    if (!ship_open(&s->ship[quay], seat))
        return REFUSED(N_("Exclusivity: only its owner brings porters aboard at quay {n}."),
                       quay + 1);
    return ALLOWED;
}

/* Where porters go from one ship to its neighbour: the common part of moving and exchanging. */
static Reason check_way(const Comptoir *s, int seat, int from, int to) {
    if (from - to != 1 && to - from != 1)
        return REFUSED(N_("Porters change only between neighbouring quays.")); /* C-34 */
    Reason why = check_open(s, seat, to);
    if (why.text) return why;
    if (!s->ship[from].porters[seat])
        return REFUSED(N_("You have no porter at quay {n}."), from + 1);
    return ALLOWED;
}

static Reason check_moving(const Comptoir *s, int seat, const Relation *relation, Move m) {
    int from = m.item[PLAY_FROM] - 1, to = m.item[PLAY_TO] - 1, n = m.item[PLAY_MOVED];
    if (from < 0 && to < 0 && n == 0) return ALLOWED;
    if (from < 0 || to < 0 || n == 0) return NO_MOVE;
    Reason why = check_way(s, seat, from, to);
    if (why.text) return why;
    if (n > relation->reach)
        return REFUSED(N_("This relation moves at most {n} {n?porter|porters}."), relation->reach);
    if (n > s->ship[from].porters[seat])
        return REFUSED(N_("You have not so many porters at quay {n}."), from + 1);
    if (n > ship_room(&s->ship[to]))
        return REFUSED(N_("There is not so much room at quay {n}."), to + 1);
    return ALLOWED;
}

static Reason check_rival(const Comptoir *s, int seat, int other, int quay) {
    if (other >= s->players) return REFUSED(N_("There is no such seat."));
    if (other == seat) return REFUSED(N_("Name the porter of another player."));
    if (!s->ship[quay].porters[other])
        return REFUSED(N_("That player has no porter at quay {n}."), quay + 1);
    return ALLOWED;
}

static Reason check_swapping(const Comptoir *s, int seat, Move m) {
    int from = m.item[PLAY_FROM] - 1, to = m.item[PLAY_TO] - 1, other = m.item[PLAY_OTHER] - 1;
    if (from < 0 && to < 0 && other < 0) return ALLOWED;
    if (from < 0 || to < 0 || other < 0)
        return REFUSED(N_("An exchange names both quays and the other player."));
    Reason why = check_way(s, seat, from, to);
    if (why.text) return why;
    why = check_open(s, seat, from); /* his porter comes aboard there, by this player's doing */
    if (why.text) return why;
    return check_rival(s, seat, other, to);
}

static Reason check_favour(const Comptoir *s, int seat, const Relation *relation, Move m) {
    bool way = m.item[PLAY_FROM] || m.item[PLAY_TO], other = m.item[PLAY_OTHER] != 0;
    Favour favour = (Favour)relation->favour;
    if (m.item[PLAY_MOVED] && favour != FAVOUR_MOVE) return NO_MOVE;
    if (way && favour != FAVOUR_MOVE && favour != FAVOUR_SWAP)
        return REFUSED(N_("This relation moves no porters."));
    if (other && favour != FAVOUR_SWAP && favour != FAVOUR_SEND)
        return REFUSED(N_("This relation does nothing to other players’ porters."));
    switch (favour) {
    case FAVOUR_NONE: return ALLOWED;
    case FAVOUR_MOVE: return check_moving(s, seat, relation, m);
    case FAVOUR_SWAP: return check_swapping(s, seat, m);
    case FAVOUR_SEND:
        if (!other) return ALLOWED;
        if (!m.item[PLAY_QUAY] || m.item[PLAY_QUAY + 1])
            return REFUSED(N_("Name the one quay the porter is sent home from."));
        return check_rival(s, seat, m.item[PLAY_OTHER] - 1, m.item[PLAY_QUAY] - 1);
    }
    return NO_MOVE;
}

/* The placing, once the favour is known to be possible. */
static Reason check_placing(const Comptoir *s, int seat, const Relation *relation, Move m) {
    if (relation->favour == FAVOUR_SEND && m.item[PLAY_OTHER]) return ALLOWED;
    Port port = port_of(s, seat);
    unsigned able = port.able, quays = 0;
    if (relation->favour == FAVOUR_MOVE && m.item[PLAY_FROM] &&
        port.room[m.item[PLAY_TO] - 1] == m.item[PLAY_MOVED])
        able &= ~(1u << (m.item[PLAY_TO] - 1)); /* C-3 */
    int ships = spots_wanted(relation, able, port.home);
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++) {
        int quay = m.item[i] - 1;
        Reason why = check_open(s, seat, quay);
        if (why.text) return why;
        if (!port.home) return REFUSED(N_("You have no porter ashore."));
        if (!(able >> quay & 1))
            return REFUSED(N_("There is not so much room at quay {n}."), quay + 1);
        quays |= 1u << quay;
    }
    if (__builtin_popcount(quays) != ships)
        return REFUSED(N_("This relation must place porters at exactly {n} {n?quay|quays} now."),
                       ships);
    if (!is_choice(relation, quays, ships))
        return REFUSED(N_("This relation places porters at neighbouring quays."));
    return ALLOWED;
}

/* True when the items of a card stand as VERB_PLAY wants them: cards and quays that exist, quays
   rising and without a gap. */
static bool play_formed(Move m) {
    if (m.count != PLAY_ITEMS || m.item[PLAY_CARD] >= RELATIONS) return false;
    if (m.item[PLAY_FROM] > QUAYS || m.item[PLAY_TO] > QUAYS) return false;
    for (int i = PLAY_QUAY; i < PLAY_ITEMS; i++) {
        if (m.item[i] > QUAYS) return false;
        if (i > PLAY_QUAY && m.item[i] && m.item[i] <= m.item[i - 1]) return false;
        if (i > PLAY_QUAY && m.item[i] && !m.item[i - 1]) return false;
    }
    return true;
}

static Reason check_play(const Comptoir *s, int seat, Move m) {
    if (!play_formed(m)) return NO_MOVE;
    if (s->card != NO_CARD) return REFUSED(N_("You have already played a relation this turn."));
    if (!(s->relations[seat] >> m.item[PLAY_CARD] & 1))
        return REFUSED(N_("This relation is played; it comes back after your last one."));
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    Reason why = check_favour(s, seat, relation, m);
    return why.text ? why : check_placing(s, seat, relation, m);
}

static Reason check_put(const Comptoir *s, int seat, Move m) {
    if (m.count != 2 || m.item[0] == NO_EVENT || m.item[0] >= EVENTS || m.item[1] >= QUAYS)
        return NO_MOVE;
    if (!tiles_of(s->held[seat], m.item[0])) return REFUSED(N_("You do not have this event."));
    if (s->put) return REFUSED(N_("You have already put an event this turn.")); /* C-20 */
    Reason why = check_ship(s, m.item[1]);
    if (why.text) return why;
    if (s->ship[m.item[1]].event) /* C-21 */
        return REFUSED(N_("An event already lies at quay {n}."), m.item[1] + 1);
    return ALLOWED;
}

static Reason check_bid(const Comptoir *s, int seat, Move m) {
    if (m.count != 1) return NO_MOVE;
    if (m.item[0] <= s->high) return REFUSED(N_("A bid must beat {n}."), s->high);
    if (m.item[0] > s->score[seat])
        return REFUSED(N_("You have only {n} {n?prime|primes}."), s->score[seat]); /* C-18 */
    return ALLOWED;
}

static Reason check_slate(const Comptoir *s, int seat, Move m) {
    if (m.count != 1) return NO_MOVE;
    if (m.item[0] >= s->players) return REFUSED(N_("There is no such seat."));
    if (!(comptoir_slateable(s, &s->ship[s->sailing], seat) >> m.item[0] & 1)) /* C-10 */
        return REFUSED(N_("The slate goes to another player who had a porter aboard."));
    return ALLOWED;
}

static Reason check_load(const Comptoir *s, int seat, Move m) {
    Goods given = 0;
    unsigned fresh = s->fresh;
    if (m.count % 2) return NO_MOVE;
    for (int i = 0; i < m.count; i += 2, fresh &= fresh - 1) {
        if (m.item[i + 1] >= GOODS) return NO_MOVE;
        if (!fresh || m.item[i] != __builtin_ctz(fresh))
            return REFUSED(N_("Name each new ship once, lowest quay first."));
        given += goods_one(m.item[i + 1]);
    }
    if (fresh) return REFUSED(N_("Name each new ship once, lowest quay first."));
    if (!goods_has(s->hand[seat], given)) return REFUSED(N_("You do not hold these goods."));
    return ALLOWED;
}

static Reason check_chance(const Comptoir *s, Move m) {
    Move list[EVENTS + SIZES];
    int n = list_chance(s, list);
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], m)) return ALLOWED;
    return REFUSED(N_("Chance cannot draw this now."));
}

/* The phase each verb of a player belongs to, and what to say in another. */
static Reason check_phase(const Comptoir *s, Verb verb) {
    Phase phase = (Phase)s->phase;
    switch (verb) {
    case VERB_AUCTION:
    case VERB_PUT:
    case VERB_PLAY:
    case VERB_END:
        if (phase == PHASE_TURN) return ALLOWED;
        return REFUSED(N_("Something else must be settled first."));
    case VERB_BID:
    case VERB_PASS:
        return phase == PHASE_AUCTION ? ALLOWED : REFUSED(N_("There is no auction now."));
    case VERB_SAIL:
        return phase == PHASE_SAIL ? ALLOWED : REFUSED(N_("No ships wait to leave now."));
    case VERB_SLATE:
    case VERB_PAY:
        return phase == PHASE_SLATE ? ALLOWED : REFUSED(N_("No commission is to be settled now."));
    case VERB_LOAD:
        return phase == PHASE_LOAD ? ALLOWED : REFUSED(N_("No new ship waits for goods now."));
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance draws."));
}

/* Unused items are 0: the one form of a move. */
static bool well_formed(Move m) {
    if (m.count > MOVE_ITEMS || m.verb >= VERBS) return false;
    for (int i = m.count; i < MOVE_ITEMS; i++)
        if (m.item[i]) return false;
    return true;
}

Reason comptoir_check(const void *state, int seat, Move m) {
    const Comptoir *s = state;
    if (s->phase == PHASE_OVER) return REFUSED(N_("The game is over."));
    if (seat == CHANCE) return check_chance(s, m);
    if (seat < 0 || seat >= s->players) return REFUSED(N_("There is no such seat."));
    if (!well_formed(m)) return NO_MOVE;
    if (s->acting != seat) return REFUSED(N_("It is not your turn."));
    Reason why = check_phase(s, (Verb)m.verb);
    if (why.text) return why;
    switch ((Verb)m.verb) {
    case VERB_AUCTION: return m.count ? NO_MOVE : comptoir_may_auction(s);
    case VERB_BID: return check_bid(s, seat, m);
    case VERB_PASS:
        if (m.count) return NO_MOVE;
        return s->leader == NOBODY ? REFUSED(N_("Who asked for the auction must open it."))
                                   : ALLOWED;
    case VERB_PUT: return check_put(s, seat, m);
    case VERB_PLAY: return check_play(s, seat, m);
    case VERB_SAIL:
        if (m.count != 1 || m.item[0] >= QUAYS) return NO_MOVE;
        return s->leaving >> m.item[0] & 1
                   ? ALLOWED
                   : REFUSED(N_("The ship at quay {n} is not full."), m.item[0] + 1);
    case VERB_SLATE: return check_slate(s, seat, m);
    case VERB_PAY: return m.count ? NO_MOVE : ALLOWED;
    case VERB_LOAD: return check_load(s, seat, m);
    case VERB_END:
        if (m.count) return NO_MOVE;
        return s->card == NO_CARD ? REFUSED(N_("You must play a relation.")) : ALLOWED;
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
    return NO_MOVE;
}
