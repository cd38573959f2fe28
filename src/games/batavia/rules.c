/* rules.c: how a game of Batavia goes: set-up, whose turn, what a move does, the score.
   Rulings are cited by their number, A1 to A34. The auction is in auction.c, the open ships and
   their seals in fleet.c; what may be played is decided in moves.c. */
#include "games/batavia/state.h"

#include <assert.h>
#include <string.h>

/* --- small questions -------------------------------------------------------------------------- */

int batavia_limit(const Batavia *s) {
    return s->players == 3 ? 21 : 25;
}

int batavia_hand_size(const Batavia *s, int seat) {
    return cards_count(s->hand[seat]) + s->veiled[seat];
}

int batavia_next(const Batavia *s, int company, int space) {
    uint64_t ahead = s->stalls[company] >> (space + 1);
    return ahead ? space + 1 + __builtin_ctzll(ahead) : 0;
}

int batavia_exchange_worth(Cards tiles) {
    int n = mark_count(cards_held(tiles));
    return n * (n + 1) / 2;
}

bool batavia_fresh(const Batavia *s) {
    int space = s->space[s->acting];
    if (space == 0 || space == batavia_arrival(s)) return false;
    return cards_of(s->tiles[s->acting], tile_company(s->route[space - 1])) == 1;
}

int batavia_last_hand(const Batavia *s) {
    for (int seat = 0; seat < s->players; seat++)
        if (batavia_hand_size(s, seat)) return seat;
    return NOBODY;
}

bool batavia_acted(const Batavia *s, int seat) {
    if (s->first == NOBODY) return false;
    return (seat - s->first + s->players) % s->players < s->acted;
}

Turn batavia_turn(const void *state) {
    const Batavia *s = state;
    switch ((Phase)s->phase) {
    case PHASE_AUCTIONEER:
    case PHASE_ROUTE:
    case PHASE_DEAL:
    case PHASE_DIE:
    case PHASE_PACKET:
    case PHASE_DRAW:
    case PHASE_FINAL: return 1u << CHANCE;
    case PHASE_AUCTION:
    case PHASE_ACTIONS:
    case PHASE_EXCHANGE: return 1u << s->acting;
    case PHASE_OVER: return 0;
    }
    return 0;
}

bool batavia_haggles(const void *state) {
    return ((const Batavia *)state)->phase == PHASE_AUCTION;
}

Reason batavia_ask(const void *state, int seat) {
    const Batavia *s = state;
    if (!turn_has(batavia_turn(s), seat)) return ALLOWED;
    switch ((Phase)s->phase) {
    case PHASE_AUCTION:
        if (s->bills[seat] <= s->high) return ASKED(N_("You have too few bills to bid: pass."));
        if (s->leader == NOBODY)
            return ASKED(N_("Open the bidding for {n} {n?card|cards}, or pass."),
                         cards_count(s->packet));
        return ASKED(N_("Beat {n}, or pass."), s->high);
    case PHASE_ACTIONS: {
        Outlook o = batavia_outlook(s, seat);
        bool drawable = s->deck || s->discard;
        if (s->laid) return ASKED(N_("Sail, or add cards of another company."));
        if (!s->hand[seat] && drawable) return ASKED(N_("You have no card to lay: draw two."));
        if (!o.could && drawable && s->arrived != NOBODY)
            return ASKED(N_("You can reach no stall any more: draw two cards."));
        if (!o.could && drawable) return ASKED(N_("You cannot get a majority: draw two cards."));
        if (!o.could) return ASKED(N_("You cannot play and no card is left: end your turn."));
        if (!drawable) return ASKED(N_("No card is left to draw: lay cards."));
        return ASKED(N_("Lay cards, or draw two."));
    }
    case PHASE_EXCHANGE:
        return ASKED(N_("Exchange tiles for {n} gold, or keep them."),
                     batavia_exchange_worth(s->tiles[seat]));
    case PHASE_AUCTIONEER:
    case PHASE_ROUTE:
    case PHASE_DEAL:
    case PHASE_DIE:
    case PHASE_PACKET:
    case PHASE_DRAW:
    case PHASE_FINAL:
    case PHASE_OVER: break;
    }
    return ALLOWED;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void tell_counters(News *news, int seat, const Score *score) {
    int gold = 0;
    for (int good = 0; good < GOODS; good++)
        gold += score->parts[good];
    if (!gold) return;
    Event *event = tell(news, "counters", seat, gold, N_("You get {n} gold at counters: {items}."),
                        N_("{seat} gets {n} gold at counters: {items}."));
    for (int good = 0; good < GOODS; good++)
        if (score->parts[good]) tell_item(event, batavia_goods[good]);
}

/* The count, one source after the other. */
static void tell_count(const Batavia *s, News *news) {
    Score scores[SEATS_MAX];
    batavia_score(s, scores);
    for (int seat = 0; seat < s->players; seat++)
        tell_counters(news, seat, &scores[seat]);
    for (int seat = 0; seat < s->players; seat++)
        if (scores[seat].parts[PART_BILLS])
            tell(news, "most", seat, scores[seat].parts[PART_BILLS],
                 N_("You get {n} gold for the most bills."),
                 N_("{seat} gets {n} gold for the most bills."));
    if (s->arrived != NOBODY)
        tell(news, "arrival", s->arrived, ARRIVAL_WORTH,
             N_("You get {n} gold for the arrival tile."),
             N_("{seat} gets {n} gold for the arrival tile."));
    for (int seat = 0; seat < s->players; seat++)
        if (scores[seat].parts[PART_SEALS])
            tell(news, "seals", seat, scores[seat].parts[PART_SEALS],
                 N_("You get {n} gold for seals."), N_("{seat} gets {n} gold for seals."));
    tell(news, "over", -1, 0, N_("The game is over."), N_("The game is over."));
}

/* A33: hands are laid, seals settled, then scored; no pirates come any more. */
static void count_up(Batavia *s, News *news) {
    s->phase = PHASE_FINAL;
    s->acting = NOBODY;
    if (batavia_last_hand(s) != NOBODY) return;
    batavia_settle_seals(s, MARKS_ALL, news);
    s->phase = PHASE_OVER;
    if (news) tell_count(s, news);
}

static void finish(Batavia *s, News *news) {
    const char *why = s->arrived != NOBODY
                          ? N_("The round is over: everyone lays the rest of their hand.")
                          : N_("Nothing moves any more: everyone lays the rest of their hand.");
    tell(news, "final", -1, 0, why, why);
    count_up(s, news);
}

static void lay_hand(Batavia *s, int seat, News *news) {
    batavia_lay_open(s, seat, s->hand[seat], news);
    count_up(s, news);
}

/* --- the course of a round -------------------------------------------------------------------- */

static void begin_round(Batavia *s, News *news) {
    s->round++;
    s->phase = PHASE_DIE;
    s->acting = NOBODY;
    s->acted = s->stirred = 0;
    s->passed = s->high = s->die = 0;
    s->leader = NOBODY;
    memset(s->bid, 0, sizeof s->bid);
    tell(news, "round", -1, s->round, N_("Round {n}"), N_("Round {n}"));
}

void batavia_begin_actions(Batavia *s) {
    s->phase = PHASE_ACTIONS;
    s->acting = s->first;
}

static void end_turn(Batavia *s, News *news) {
    batavia_pirates(s, news);
    s->acted++;
    if (s->acted < s->players) {
        s->phase = PHASE_ACTIONS;
        s->acting = (uint8_t)left_of(s->acting, s->players);
    } else if (s->arrived != NOBODY || !s->stirred) { /* A13 */
        finish(s, news);
    } else {
        s->auctioneer = s->first;
        begin_round(s, news);
    }
}

/* From a shuffle on everyone knows which cards the pile holds, and that hands hold none of them. */
bool batavia_pile_ready(Batavia *s, News *news) {
    if (s->deck) return true;
    if (!s->discard) return false;
    s->pile = s->discard;
    s->deck = (uint8_t)cards_count(s->discard);
    s->discard = 0;
    memset(s->drew, 0, sizeof s->drew);
    memset(s->drawn, 0, sizeof s->drawn);
    memset(s->shown, 0, sizeof s->shown);
    tell(news, "shuffle", -1, s->deck,
         N_("The sunk ships are shuffled into a new pile of {n} {n?card|cards}."),
         N_("The sunk ships are shuffled into a new pile of {n} {n?card|cards}."));
    return true;
}

/* --- a turn ----------------------------------------------------------------------------------- */

/* Tells the drawer what he drew and the others how many. */
static void tell_draw(News *news, int seat, int n, Cards cards) {
    if (!news) return;
    tell_only(tell_cards(news, "draw", seat, n, cards, N_("You draw {items}."),
                         N_("{seat} draws {items}.")),
              seat);
    Event *event = tell(news, "draw", seat, n, NULL, N_("{seat} draws {n} {n?card|cards}."));
    event->audience = (uint8_t)(EVERYONE & ~(1u << seat));
}

static void draw(Batavia *s, int seat, News *news) {
    if (batavia_pile_ready(s, news)) {
        s->phase = PHASE_DRAW;
        s->owed = DRAWN;
        return;
    }
    tell(news, "empty", seat, 0, N_("There is no card to draw: your turn is over."),
         N_("{seat} finds no card to draw.")); /* A11 */
    end_turn(s, news);
}

/* The merchant has moved and the stalls are turned up: may he exchange? */
static void after_sail(Batavia *s, News *news) {
    if (batavia_fresh(s))
        s->phase = PHASE_EXCHANGE;
    else
        end_turn(s, news);
}

static void visit(Batavia *s, int seat, int company, News *news) {
    int space = batavia_next(s, company, s->space[seat]), tile = s->route[space - 1];
    s->space[seat] = (uint8_t)space;
    s->stalls[company] &= ~(1ull << space);
    s->crate[tile] = (uint8_t)seat; /* A26: crates never run out */
    s->tiles[seat] += cards_some(company, 1);
    Event *event = tell(news, "sail", seat, space, N_("You sail to stall {n}: {items}."),
                        N_("{seat} sails to stall {n}: {items}."));
    tell_item(event, batavia_goods[tile_good(tile)]);
    if (space > s->turned - BLOCK && s->turned < s->spaces)
        s->phase = PHASE_ROUTE;
    else
        after_sail(s, news);
}

static void sail(Batavia *s, int seat, int to, News *news) {
    Cards cards = s->laid;
    s->laid = 0;
    s->stirred = 1;
    batavia_lay_open(s, seat, cards, news);
    batavia_settle_seals(s, cards_held(cards), news);
    if (to != BATAVIA) {
        visit(s, seat, to, news);
        return;
    }
    s->space[seat] = (uint8_t)batavia_arrival(s);
    s->arrived = (uint8_t)seat;
    tell(news, "arrive", seat, 0, N_("You reach Batavia and take the arrival tile."),
         N_("{seat} reaches Batavia and takes the arrival tile."));
    end_turn(s, news);
}

/* A24: one tile of every company owned. */
static void exchange(Batavia *s, int seat, News *news) {
    Marks given = cards_held(s->tiles[seat]);
    int gold = batavia_exchange_worth(s->tiles[seat]);
    s->tiles[seat] -= given >> 7;
    s->gold[seat] = (uint8_t)(s->gold[seat] + gold);
    Event *event =
        tell(news, "exchange", seat, gold, N_("You exchange {m} {m?tile|tiles} for {n} gold."),
             N_("{seat} exchanges {m} {m?tile|tiles} for {n} gold."));
    if (event) {
        event->m = (int16_t)cards_count(mark_cards(given));
        for (; given; given &= given - 1)
            tell_item(event, batavia_companies[mark_first(given)]);
    }
    end_turn(s, news);
}

/* --- moves of Chance -------------------------------------------------------------------------- */

void batavia_turn_up(Batavia *s, int company, int good, News *news) {
    int tile = tile_of(company, good), space = s->turned + 1;
    s->route[s->turned++] = (uint8_t)tile;
    s->left[company] &= (uint8_t) ~(1u << good);
    s->stalls[company] |= 1ull << space;
    if (s->turned % BLOCK || s->turned < 2 * BLOCK) return;
    int from = s->round ? space - BLOCK + 1 : 1;
    Event *event = tell(news, "stalls", -1, from, N_("Stalls {n} to {m} are turned up."),
                        N_("Stalls {n} to {m} are turned up."));
    if (event) event->m = (int16_t)space;
    if (s->round)
        after_sail(s, news);
    else
        s->phase = PHASE_DEAL;
}

/* So many cards of the pile come into a hand unseen. */
static void receive(Batavia *s, int seat, Cards cards, int n) {
    s->pile -= cards;
    s->deck = (uint8_t)(s->deck - n);
    s->hand[seat] += cards;
    s->drew[seat] += cards;
    s->drawn[seat] = (uint8_t)(s->drawn[seat] + n);
}

void batavia_deal(Batavia *s, int seat, int company, News *news) {
    receive(s, seat, cards_some(company, 1), 1);
    s->dealt++;
    if (s->dealt < DEALT * s->players) return;
    for (int other = 0; news && other < s->players; other++)
        tell_only(tell_cards(news, "deal", other, DEALT, s->hand[other],
                             N_("You are dealt {items}."), N_("{seat} is dealt {items}.")),
                  other);
    begin_round(s, news);
}

void batavia_open(Batavia *s, Cards cards, int n, News *news) {
    s->pile -= cards;
    s->deck = (uint8_t)(s->deck - n);
    s->packet += cards;
    s->owed = (uint8_t)(s->owed - n);
    s->stirred = 1;
    batavia_open_packet(s, news);
}

void batavia_fetch(Batavia *s, Cards cards, int n, News *news) {
    int seat = s->acting;
    receive(s, seat, cards, n);
    s->fetched += cards;
    s->owed = (uint8_t)(s->owed - n);
    s->stirred = 1;
    if (s->owed && batavia_pile_ready(s, news)) return;
    tell_draw(news, seat, DRAWN - s->owed, s->fetched);
    s->fetched = 0;
    s->owed = 0;
    end_turn(s, news);
}

/* --- all moves -------------------------------------------------------------------------------- */

static void apply_auctioneer(Batavia *s, int seat, News *news) {
    s->auctioneer = (uint8_t)seat;
    tell(news, "auctioneer", seat, 0, N_("You are the first auctioneer."),
         N_("{seat} is the first auctioneer."));
    s->phase = s->quick ? PHASE_DEAL : PHASE_ROUTE;
}

void batavia_apply(void *state, int seat, Move m, News *news) {
    Batavia *s = state;
    if (news && seat == CHANCE) news->reveals = true;
    switch ((Verb)m.verb) {
    case VERB_AUCTIONEER: apply_auctioneer(s, m.item[0], news); return;
    case VERB_STALL: batavia_turn_up(s, m.item[0], m.item[1], news); return;
    case VERB_DEAL: batavia_deal(s, m.item[0], m.item[1], news); return;
    case VERB_DIE:
        s->die = s->owed = m.item[0];
        batavia_open_packet(s, news);
        return;
    case VERB_PACKET: batavia_open(s, cards_some(m.item[0], 1), 1, news); return;
    case VERB_CARD: batavia_fetch(s, cards_some(m.item[0], 1), 1, news); return;
    case VERB_HAND: lay_hand(s, m.item[0], news); return;
    case VERB_BID: batavia_bid(s, seat, m.item[0], news); return;
    case VERB_PASS: batavia_pass(s, seat, news); return;
    case VERB_DRAW: draw(s, seat, news); return;
    case VERB_LAY: s->laid += cards_some(m.item[0], m.item[1]); return;
    case VERB_SAIL: sail(s, seat, m.item[0], news); return;
    case VERB_EXCHANGE: exchange(s, seat, news); return;
    case VERB_KEEP:
        tell(news, "keep", seat, 0, N_("You keep your tiles."), N_("{seat} keeps the tiles."));
        end_turn(s, news);
        return;
    case VERBS: break;
    }
    assert(false && "a verb of Batavia");
}

/* --- start ------------------------------------------------------------------------------------ */

/* Puts the stalls of the route on their numbers, face up. */
static void lay_quick_route(Batavia *s) {
    s->turned = s->spaces;
    memcpy(s->route, batavia_quick, s->spaces);
    for (int i = 0; i < s->spaces; i++) {
        int company = tile_company(s->route[i]);
        s->left[company] &= (uint8_t) ~(1u << tile_good(s->route[i]));
        s->stalls[company] |= 1ull << (i + 1);
    }
}

Reason batavia_start(void *state, int players, const uint8_t *options) {
    Batavia *s = state;
    if (players < 3 || players > SEATS) return REFUSED(N_("Batavia is played by 3 to 5."));
    *s = (Batavia){.pile = CARDS_ALL,
                   .deck = CARDS,
                   .players = (uint8_t)players,
                   .quick = options[0],
                   .frank = options[1],
                   .spaces = options[2] ? FEW_STALLS : STALLS,
                   .phase = PHASE_AUCTIONEER,
                   .acting = NOBODY,
                   .auctioneer = NOBODY,
                   .first = NOBODY,
                   .leader = NOBODY,
                   .arrived = NOBODY};
    memset(s->route, DOWN, sizeof s->route);
    memset(s->crate, NOBODY, sizeof s->crate);
    memset(s->seal, NOBODY, sizeof s->seal);
    memset(s->left, (1 << GOODS) - 1, sizeof s->left);
    for (int seat = 0; seat < players; seat++)
        s->bills[seat] = BILLS;
    if (s->quick) lay_quick_route(s);
    return ALLOWED;
}
