/* cards.c: the Relations cards, and the ways to play one (cards.h). */
#include "games/comptoir/cards.h"

#include <assert.h>
#include <string.h>

/* --- Relations cards ------------------------------------------------------------------------- */

/* Everyone has the same eight. All of it is reconstructed: names, commissions and effects.
   They stand here because counting knows them by heart. */
const Relation comptoir_relations[RELATIONS] = {
    {"labourer", N_("Day labourer"), 1, FAVOUR_NONE, 0, 1, 1, 0},   /* reconstructed: R1 */
    {"foreman", N_("Foreman"), 2, FAVOUR_NONE, 0, 1, 2, 0},         /* reconstructed: R2 */
    {"wharf", N_("Wharf chief"), 2, FAVOUR_NONE, 0, 2, 1, 1},       /* reconstructed: R3 */
    {"owner", N_("Shipowner"), 4, FAVOUR_NONE, 0, 1, 3, 0},         /* reconstructed: R4 */
    {"harbour", N_("Harbour master"), 3, FAVOUR_NONE, 0, 3, 1, 0},  /* reconstructed: R5 */
    {"smuggler", N_("Smuggler"), 3, FAVOUR_MOVE, 2, 1, 1, 0},       /* reconstructed: R6 */
    {"union", N_("Union man"), 3, FAVOUR_SWAP, 0, 1, 1, 0},         /* reconstructed: R7 */
    {"customs", N_("Customs officer"), 5, FAVOUR_SEND, 0, 1, 2, 0}, /* reconstructed: R8 */
};

Port comptoir_port(const Comptoir *s, int seat) {
    Port port = {.seat = seat, .home = s->home[seat]};
    for (int q = 0; q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        Lanes porters, open = ship_open(ship, seat); /* porters: a byte a seat */
        memcpy(&porters, ship->porters, sizeof porters);
        Lanes mine = porters >> (8 * seat) & 0xff;
        Lanes aboard = (Lanes)lanes_sum(porters),
              players = (Lanes)lanes_sum(lanes_from(porters, 1));
        port.open |= open << (8 * q);
        port.room |= (ship->size - aboard) * open << (8 * q);
        port.mine |= mine << (8 * q);
        port.rivals |= (players - (mine != 0)) << (8 * q);
    }
    port.able = port.home ? lanes_set(lanes_from(port.room, 1)) : 0;
    return port;
}

/* --- a move in the making -------------------------------------------------------------------- */

/* The first bytes of the move as one word, so that it is written at once: a move put together byte
   by byte is slow to read back. */
typedef uint64_t Draft;
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "byte j of a word is byte j of the move");
enum { DRAFT_ITEM = 2, DRAFT_QUAY = DRAFT_ITEM + PLAY_QUAY }; /* behind verb and count */
_Static_assert(DRAFT_QUAY == 7 && offsetof(Move, item) == DRAFT_ITEM,
               "the first quay ends the word");

static Draft draft_with(Draft draft, int item, int value) {
    return draft | (Draft)(unsigned)value << (8 * (DRAFT_ITEM + item));
}

static Draft draft_card(int card) {
    return draft_with(VERB_PLAY | PLAY_ITEMS << 8, PLAY_CARD, card);
}

/* The move, with the quays where porters are placed. */
static Move draft_move(Draft draft, unsigned quays) {
    static const uint32_t rising[1 << QUAYS] = {
        0,   0x1,   0x2,   0x201, /* quays as bytes: 1, 2, 1 and 2... */
        0x3, 0x301, 0x302, 0x30201, 0x4, 0x401, 0x402, 0x40201, 0x403, 0x40301, 0x40302};
    uint64_t words[2] = {draft | (Draft)rising[quays] << (8 * DRAFT_QUAY), rising[quays] >> 8};
    Move m;
    memcpy(&m, words, sizeof m);
    return m;
}

/* --- placing --------------------------------------------------------------------------------- */

/* By the quays that can take porters, bit q for quay q: as many ships as the row says, fewer only
   for want of them (C-5). The last row is of two neighbours, or one ship where no two neighbours
   can take any. */
enum { ROW_ONE, ROW_TWO, ROW_THREE, ROW_NEIGHBOURS };
static const Choices placings[][1 << QUAYS] = {
    {0x0, 0x1, 0x2, 0x21, 0x4, 0x41, 0x42, 0x421, 0x8, 0x81, 0x82, 0x821, 0x84, 0x841, 0x842,
     0x8421},
    {0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x653, 0x8, 0x9, 0xa, 0xa93, 0xc, 0xc95, 0xca6, 0xca9653},
    {0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8, 0x9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xedb7},
    {0x0, 0x1, 0x2, 0x3, 0x4, 0x41, 0x6, 0x63, 0x8, 0x81, 0x82, 0x3, 0xc, 0xc, 0xc6, 0xc63},
};

/* How many of them: the digits, nowhere being one way too (C-40). */
static const uint8_t placing_counts[][1 << QUAYS] = {
    {1, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4},
    {1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 3, 1, 3, 3, 6},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4},
    {1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 1, 1, 1, 2, 3},
};

/* The row of a card, for no more ships than there are porters. */
static int row_of(const Relation *relation, int home) {
    int ships = least(relation->ships, 1 + (home > relation->each) + (home > 2 * relation->each));
    return ships == 2 && relation->neighbours ? ROW_NEIGHBOURS : ROW_ONE + ships - 1;
}

Choices comptoir_placings(const Relation *relation, unsigned able, int home) {
    return placings[row_of(relation, home)][able];
}

/* Lists the ways to place after what the draft holds already. */
static int list_placings(Draft draft, Choices choices, Move *out) {
    int n = choices_count(choices);
    for (int i = 0; i < n; i++)
        out[i] = draft_move(draft, choice_number(choices, i));
    return n;
}

/* --- favours: the optional first effect of a card -------------------------------------------- */

/* The six ways from a quay to a neighbour. An empty quay between blocks of itself: nobody is aboard
   there and it takes nobody (C-34). */
enum { WAYS = 2 * (QUAYS - 1) };
static const uint8_t way_from[WAYS] = {0, 1, 1, 2, 2, 3};
static const uint8_t way_to[WAYS] = {1, 0, 2, 1, 3, 2};

static Draft draft_way(Draft draft, int way) {
    return draft_with(draft_with(draft, PLAY_FROM, way_from[way] + 1), PLAY_TO, way_to[way] + 1);
}

/* The most porters that can go this way at once. */
static int way_moves(const Relation *relation, const Port *port, int way) {
    int most = least(lane(port->mine, way_from[way]), lane(port->room, way_to[way]));
    return least(relation->reach, most);
}

/* With how many players a porter can be exchanged this way; both ships must be open to who plays
   (C-27). */
static int way_swaps(const Port *port, int way) {
    int from = way_from[way], to = way_to[way];
    bool can = lane(port->open, from) && lane(port->open, to) && lane(port->mine, from);
    return can ? lane(port->rivals, to) : 0;
}

/* The placings left once `n` porters have been moved `way`: a ship filled by that is frozen (C-3).
 */
static Choices choices_after(const Relation *relation, const Port *port, int way, int n) {
    int to = way_to[way];
    unsigned frozen = (unsigned)(lane(port->room, to) == n) << to;
    return comptoir_placings(relation, port->able & ~frozen, port->home);
}

/* The next player from `seat` on who is not `but` and has a porter aboard, or PLAYERS_MAX. */
static int rival_from(const Ship *ship, int seat, int but) {
    while (seat < PLAYERS_MAX && (seat == but || !ship->porters[seat]))
        seat++;
    return seat;
}

/* Rival number `index` aboard. */
static int rival_number(const Ship *ship, int index, int but) {
    int seat = rival_from(ship, 0, but);
    while (index--)
        seat = rival_from(ship, seat + 1, but);
    return seat;
}

/* --- counting -------------------------------------------------------------------------------- */

/* Counting runs once a turn of every random game: all quays at once, without a branch. */

/* With a move first. Each way and number of porters leaves the placings, but where the move fills
   the ship they are those without it. */
static int count_moves(const Relation *relation, const Port *port, const uint8_t *counts) {
    int n = 0, places = counts[port->able];
    for (int moved = 1; moved <= relation->reach; moved++) {
        Lanes movers = lanes_from(port->mine, moved), takers = lanes_from(port->room, moved);
        Lanes filled = takers & ~lanes_from(port->room, moved + 1);
        n += places * (lanes_sum(movers << 8 & takers) + lanes_sum(movers >> 8 & takers));
        Lanes fills = (movers << 8 & filled) + (movers >> 8 & filled); /* from both sides */
        for (int q = 0; fills; q++, fills >>= 8)
            n += lane(fills, 0) * (counts[port->able & ~(1u << q)] - places);
    }
    return n;
}

/* Exchanges: on each ship, whom one meets there, from each side where one has a porter. */
static int count_swaps(const Port *port) {
    Lanes from = lanes_from(port->mine, 1) & port->open, met = port->rivals & port->open * 0xff;
    return lanes_sum((from << 8) * 0xff & met) + lanes_sum((from >> 8) * 0xff & met);
}

static inline __attribute__((always_inline)) int count_plays(int card, const Port *port) {
    const Relation *relation = &comptoir_relations[card];
    const uint8_t *counts = placing_counts[row_of(relation, port->home)];
    int places = counts[port->able];
    switch ((Favour)relation->favour) {
    case FAVOUR_NONE: return places;
    case FAVOUR_MOVE: return places + count_moves(relation, port, counts);
    case FAVOUR_SWAP: return places * (1 + count_swaps(port));
    case FAVOUR_SEND: return places + lanes_sum(port->rivals);
    }
    return 0;
}

/* Every card by its number: the compiler then knows what it is asked about, and no loop is left. */
int comptoir_card_sums(const Port *port, unsigned cards, int sums[RELATIONS]) {
    int sum = 0;
#define COUNT(card) sums[card] = sum += count_plays(card, port) & -(int)(cards >> (card)&1)
    COUNT(0);
    COUNT(1);
    COUNT(2);
    COUNT(3);
    COUNT(4);
    COUNT(5);
    COUNT(6);
    COUNT(7);
#undef COUNT
    _Static_assert(RELATIONS == 8, "each is counted");
    return sum;
}

/* --- listing --------------------------------------------------------------------------------- */

int comptoir_card_list(const Comptoir *s, const Port *port, int card, Move *out) {
    const Relation *relation = &comptoir_relations[card];
    Favour favour = (Favour)relation->favour;
    Choices choices = comptoir_placings(relation, port->able, port->home);
    int n = list_placings(draft_card(card), choices, out);
    for (int way = 0; way < WAYS; way++) {
        Draft draft = draft_way(draft_card(card), way);
        int moves = favour == FAVOUR_MOVE ? way_moves(relation, port, way) : 0;
        int swaps = favour == FAVOUR_SWAP ? way_swaps(port, way) : 0;
        for (int moved = 1; moved <= moves; moved++)
            n += list_placings(draft_with(draft, PLAY_MOVED, moved),
                               choices_after(relation, port, way, moved), out + n);
        for (int i = 0; i < swaps; i++) {
            int other = rival_number(&s->ship[way_to[way]], i, port->seat);
            n += list_placings(draft_with(draft, PLAY_OTHER, other + 1), choices, out + n);
        }
    }
    for (int q = 0; favour == FAVOUR_SEND && q < QUAYS; q++)
        for (int i = 0; i < lane(port->rivals, q); i++) {
            int other = rival_number(&s->ship[q], i, port->seat);
            out[n++] = draft_move(draft_with(draft_card(card), PLAY_OTHER, other + 1), 1u << q);
        }
    return n;
}

/* --- by number ------------------------------------------------------------------------------- */

static Move move_number(const Relation *relation, const Port *port, Draft card, int index) {
    for (int way = 0; way < WAYS; way++) {
        int moves = way_moves(relation, port, way);
        for (int moved = 1; moved <= moves; moved++) {
            Choices choices = choices_after(relation, port, way, moved);
            int here = choices_count(choices);
            if (index < here)
                return draft_move(draft_with(draft_way(card, way), PLAY_MOVED, moved),
                                  choice_number(choices, index));
            index -= here;
        }
    }
    assert(false && "a way to move porters");
    return (Move){0};
}

static Move swap_number(const Comptoir *s, const Port *port, Draft card, Choices choices,
                        int index) {
    int places = choices_count(choices), way = 0;
    for (; index >= places * way_swaps(port, way); way++)
        index -= places * way_swaps(port, way);
    int other = rival_number(&s->ship[way_to[way]], index / places, port->seat);
    return draft_move(draft_with(draft_way(card, way), PLAY_OTHER, other + 1),
                      choice_number(choices, index % places));
}

static Move send_number(const Comptoir *s, const Port *port, Draft card, int index) {
    int q = 0;
    for (; index >= lane(port->rivals, q); q++)
        index -= lane(port->rivals, q);
    int other = rival_number(&s->ship[q], index, port->seat);
    return draft_move(draft_with(card, PLAY_OTHER, other + 1), 1u << q);
}

Move comptoir_card_number(const Comptoir *s, const Port *port, int card, int index) {
    const Relation *relation = &comptoir_relations[card];
    Choices choices = comptoir_placings(relation, port->able, port->home);
    Draft draft = draft_card(card);
    int places = choices_count(choices);
    if (index < places) return draft_move(draft, choice_number(choices, index));
    index -= places;
    switch ((Favour)relation->favour) {
    case FAVOUR_NONE: break;
    case FAVOUR_MOVE: return move_number(relation, port, draft, index);
    case FAVOUR_SWAP: return swap_number(s, port, draft, choices, index);
    case FAVOUR_SEND: return send_number(s, port, draft, index);
    }
    assert(false && "a way to play this card");
    return (Move){0};
}
