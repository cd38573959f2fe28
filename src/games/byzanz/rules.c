/* rules.c: how a game of Byzanz goes: set-up, whose turn, what a move does, the score.
   Rulings are cited by their number, Z-1 to Z-30. What may be played is listed in moves.c and
   judged in check.c. */
#include "games/byzanz/state.h"

#include <assert.h>
#include <string.h>

/* --- small questions -------------------------------------------------------------------------- */

int byzanz_hand_size(const Byzanz *s, int seat) {
    return pile_count(s->hand[seat]) + s->veiled[seat];
}

int byzanz_sale(const Byzanz *s) {
    return byzanz_setup(s->players)->offers[s->sold];
}

bool byzanz_last_lot(const Byzanz *s) {
    return s->sold == s->players - 1;
}

Pile byzanz_cards_of(Move m) {
    Pile cards = PILE_EMPTY;
    for (int i = 0; i < m.count; i++)
        cards = pile_plus(cards, pile_one(m.item[i]));
    return cards;
}

int byzanz_worth(Pile gain) {
    return pile_value(gain) + TRADER_WORTH * pile_traders(gain);
}

Turn byzanz_turn(const void *state) {
    const Byzanz *s = state;
    if (s->phase <= PHASE_LOT) return 1u << CHANCE;
    return s->phase == PHASE_OVER ? 0 : 1u << s->acting;
}

bool byzanz_haggles(const void *state) {
    return ((const Byzanz *)state)->phase == PHASE_AUCTION;
}

Reason byzanz_ask(const void *state, int seat) {
    const Byzanz *s = state;
    if (seat != s->acting) return ALLOWED;
    switch ((Phase)s->phase) {
    case PHASE_AUCTION:
        if (byzanz_means(s, seat) <= s->high)
            return ASKED(N_("You have too few goods to bid: pass."));
        if (s->leader == NOBODY) return ASKED(N_("Open the bidding, or pass."));
        return ASKED(N_("Beat {n}, or pass."), s->high);
    case PHASE_GIVE: return ASKED(N_("Choose the card of the lot that goes to the market."));
    case PHASE_OVERFLOW:
        return ASKED(N_("Come down to seven cards: sell a set or discard. {n} too many."),
                     byzanz_hand_size(s, seat) - HAND_LIMIT);
    case PHASE_MARKET: return ASKED(N_("Take all the cards of one type from the market."));
    case PHASE_FINAL: return ASKED(N_("Sell your last sets, then finish."));
    case PHASE_DEALER:
    case PHASE_DEAL:
    case PHASE_LOT:
    case PHASE_OVER: break;
    }
    return ALLOWED;
}

/* --- telling ---------------------------------------------------------------------------------- */

static Event *add_cards(Event *event, Pile cards) {
    EACH_KIND(card, cards) {
        for (int i = pile_of(cards, card); i > 0; i--)
            tell_item(event, byzanz_cards[card]);
    }
    return event;
}

/* Adds cards to an event, which may be NULL. */
static inline Event *tell_cards(Event *event, Pile cards) {
    return event ? add_cards(event, cards) : NULL;
}

/* --- cards on the move ------------------------------------------------------------------------ */

/* Cards leave a hand in sight of everyone: those nobody knew are revealed, the others were known.
 */
static void show(Byzanz *s, int seat, Pile cards, News *news) {
    if (news && !pile_has(s->known[seat], cards)) news->reveals = true;
    s->known[seat] = pile_less(s->known[seat], cards);
    s->hand[seat] = pile_minus(s->hand[seat], cards);
}

/* Cards seen by everyone come into a hand. */
static void receive(Byzanz *s, int seat, Pile cards) {
    s->hand[seat] = pile_plus(s->hand[seat], cards);
    s->known[seat] = pile_plus(s->known[seat], cards);
}

/* --- the course of a round -------------------------------------------------------------------- */

/* Seats still in the auction, bit s for seat s: they have no offer card and have not passed. */
static unsigned bidders(const Byzanz *s) {
    unsigned set = 0;
    for (int seat = 0; seat < s->players; seat++)
        set |= (unsigned)!s->offer[seat] << seat;
    return set & ~s->passed;
}

/* The nearest of them from `seat` on, clockwise; there is one. */
static int next_bidder(const Byzanz *s, int seat) {
    unsigned set = bidders(s);
    set = (set | set << s->players) >> seat;
    seat += __builtin_ctz(set);
    return seat < s->players ? seat : seat - s->players;
}

static void begin_lot(Byzanz *s) {
    s->phase = PHASE_LOT;
    s->acting = NOBODY;
    s->first = s->leader = NOBODY;
    s->high = 0;
}

static void begin_round(Byzanz *s, News *news) {
    s->round++;
    tell(news, "round", -1, s->round, N_("Round {n}"), N_("Round {n}"));
    begin_lot(s);
}

static void begin_final(Byzanz *s, News *news) {
    s->phase = PHASE_FINAL;
    s->acting = 0; /* Z-25: seats in order */
    tell(news, "final", -1, 0, N_("The deck is empty: final sale."),
         N_("The deck is empty: final sale."));
}

static void end_round(Byzanz *s, News *news) {
    if (!pile_empty(s->market)) {
        tell_cards(tell(news, "leftover", -1, 0,
                        N_("Left at the market, out of the game: {items}."),
                        N_("Left at the market, out of the game: {items}.")),
                   s->market);
        s->box = pile_plus(s->box, s->market); /* Z-28 */
        s->market = PILE_EMPTY;
    }
    /* Z-18: whoever had the lowest offer opens: the last lot was his, and its opener stays */
    s->sold = s->served = 0;
    memset(s->offer, 0, sizeof s->offer); /* the offer cards are stacked again */
    if (s->deck)
        begin_round(s, news);
    else
        begin_final(s, news);
}

/* The market serves by rising offer card; later players may find it empty (Z-16). */
static void serve(Byzanz *s, News *news) {
    if (s->served == s->players || pile_empty(s->market)) {
        end_round(s, news);
        return;
    }
    int value = byzanz_setup(s->players)->offers[s->players - 1 - s->served];
    s->phase = PHASE_MARKET;
    for (int seat = 0; seat < s->players; seat++)
        if (s->offer[seat] == value) s->acting = (uint8_t)seat;
}

/* Goes on after `seat` has his cards and no more than seven of them. */
static void go_on(Byzanz *s, int seat, News *news) {
    if (s->sold == s->players) {
        serve(s, news);
        return;
    }
    s->opener = (uint8_t)next_bidder(s, seat); /* Z-19 */
    begin_lot(s);
}

/* Z-13: right after each gain the hand must come down to seven. */
static void after_gain(Byzanz *s, int seat, News *news) {
    if (byzanz_hand_size(s, seat) > HAND_LIMIT) {
        s->phase = PHASE_OVERFLOW;
        s->acting = (uint8_t)seat;
    } else {
        go_on(s, seat, news);
    }
}

/* `seat` takes the offer card on sale and what is left of the lot. */
static void take_lot(Byzanz *s, int seat, News *news) {
    int offer = byzanz_sale(s);
    Pile lot = s->lot;
    s->lot = PILE_EMPTY;
    s->offer[seat] = (uint8_t)offer;
    s->passed = 0;
    s->sold++;
    if (pile_empty(lot)) { /* Z-30 */
        tell(news, "offer", seat, offer, N_("You take offer {n}."), N_("{seat} takes offer {n}."));
    } else {
        receive(s, seat, lot);
        tell_cards(tell(news, "gain", seat, offer, N_("You take offer {n} with {items}."),
                        N_("{seat} takes offer {n} with {items}.")),
                   lot);
    }
    after_gain(s, seat, news);
}

static void lot_complete(Byzanz *s, News *news) {
    tell_cards(tell(news, "lot", -1, byzanz_sale(s), N_("Lot of {n}: {items}."),
                    N_("Lot of {n}: {items}.")),
               s->lot);
    s->acting = (uint8_t)next_bidder(s, s->opener);
    if (!byzanz_last_lot(s)) {
        s->phase = PHASE_AUCTION;
    } else if (byzanz_sale(s) > 1) {
        s->phase = PHASE_GIVE; /* Z-20 */
        tell(news, "last", s->acting, 0, N_("The last lot is yours without an auction."),
             N_("The last lot goes to {seat} without an auction."));
    } else { /* Z-30: the only card goes to the market */
        int seat = s->acting;
        tell_cards(
            tell(news, "last", seat, 0,
                 N_("The last lot is yours without an auction; its only card goes to the market: "
                    "{items}."),
                 N_("The last lot goes to {seat} without an auction; its only card goes to the "
                    "market: "
                    "{items}.")),
            s->lot);
        s->market = pile_plus(s->market, s->lot);
        s->lot = PILE_EMPTY;
        take_lot(s, seat, news);
    }
}

/* --- moves of Chance -------------------------------------------------------------------------- */

void byzanz_deal(Byzanz *s, int seat, int card, News *news) {
    s->bag = pile_minus(s->bag, pile_one(card));
    s->hand[seat] = pile_plus(s->hand[seat], pile_one(card));
    s->dealt++;
    Event *event =
        tell(news, "deal", seat, 0, N_("You are dealt {items}."), N_("{seat} is dealt {items}."));
    tell_cards(tell_only(event, seat), pile_one(card));
    if (news) news->reveals = true;
    if (s->dealt < DEALT * s->players) return;
    s->opener = (uint8_t)left_of(s->dealer, s->players);
    begin_round(s, news);
}

void byzanz_reveal(Byzanz *s, Pile cards, int n, News *news) {
    s->bag = pile_minus(s->bag, cards);
    s->lot = pile_plus(s->lot, cards);
    s->deck = (uint8_t)(s->deck - n);
    if (news) news->reveals = true;
    if (pile_count(s->lot) == byzanz_sale(s)) lot_complete(s, news);
}

/* --- moves of the players --------------------------------------------------------------------- */

static void win(Byzanz *s, int seat, News *news) {
    s->phase = PHASE_GIVE;
    s->acting = (uint8_t)seat;
    tell(news, "win", seat, s->high, N_("You win the lot for {n}."),
         N_("{seat} wins the lot for {n}."));
}

static void bid(Byzanz *s, int seat, Pile cards, News *news) {
    bool raises = !pile_empty(s->bid[seat]);
    show(s, seat, cards, news);
    s->bid[seat] = pile_plus(s->bid[seat], cards);
    s->high = (uint8_t)pile_value(s->bid[seat]);
    s->leader = (uint8_t)seat;
    tell_cards(
        tell(news, "bid", seat, s->high,
             raises ? N_("You raise to {n} with {items}.") : N_("You bid {n}: {items}."),
             raises ? N_("{seat} raises to {n} with {items}.") : N_("{seat} bids {n}: {items}.")),
        cards);
    unsigned left = bidders(s);
    if ((left & (left - 1)) == 0)
        win(s, seat, news);
    else
        s->acting = (uint8_t)next_bidder(s, left_of(seat, s->players));
}

static void pass(Byzanz *s, int seat, News *news) {
    bool takes_back = !pile_empty(s->bid[seat]);
    tell_cards(
        tell(news, "pass", seat, 0,
             takes_back ? N_("You pass and take back {items}.") : N_("You pass."),
             takes_back ? N_("{seat} passes and takes back {items}.") : N_("{seat} passes.")),
        s->bid[seat]);
    receive(s, seat, s->bid[seat]);
    s->bid[seat] = PILE_EMPTY;
    s->passed |= (uint8_t)(1u << seat);
    if (s->first == NOBODY) s->first = (uint8_t)seat;
    unsigned left = bidders(s);
    if (left == 0) { /* all passed: the first takes everything and pays nothing */
        int lucky = s->first;
        tell(news, "free", lucky, 0,
             N_("Everyone passed: you passed first, the whole lot is yours for nothing."),
             N_("Everyone passed: {seat} passed first and gets the whole lot for nothing."));
        take_lot(s, lucky, news);
    } else if ((left & (left - 1)) == 0 && s->leader != NOBODY) {
        win(s, s->leader, news);
    } else { /* Z-7: a last bidder without a bid still has to bid or pass */
        s->acting = (uint8_t)next_bidder(s, left_of(seat, s->players));
    }
}

static void give(Byzanz *s, int seat, int card, News *news) {
    Pile given = pile_plus(s->bid[seat], pile_one(card));
    tell_cards(
        tell(news, "give", seat, 0, N_("To the market: {items}."), N_("To the market: {items}.")),
        given);
    s->market = pile_plus(s->market, given);
    s->lot = pile_minus(s->lot, pile_one(card));
    s->bid[seat] = PILE_EMPTY;
    take_lot(s, seat, news);
}

static void take(Byzanz *s, int seat, int type, News *news) {
    Pile cards = pile_type(s->market, type);
    tell_cards(tell(news, "take", seat, 0, N_("At the market you take {items}."),
                    N_("At the market {seat} takes {items}.")),
               cards);
    s->market = pile_minus(s->market, cards);
    s->served++;
    receive(s, seat, cards);
    after_gain(s, seat, news);
}

/* The seller keeps the dearest good; from three traders one trader (Z-22 to Z-24). The cards of a
   sale are sorted, so it is the first. */
static void sell(Byzanz *s, int seat, Move m, News *news) {
    Pile cards = byzanz_cards_of(m), kept = pile_one(m.item[0]);
    tell_cards(tell(news, "sell", seat, byzanz_worth(kept),
                    N_("You sell {items} and keep a gain of {n}."),
                    N_("{seat} sells {items} and keeps a gain of {n}.")),
               cards);
    show(s, seat, cards, news);
    s->gain[seat] = pile_plus(s->gain[seat], kept);
    s->box = pile_plus(s->box, pile_minus(cards, kept));
}

/* Z-29: play goes on as soon as the hand holds seven or fewer. */
static void relieve(Byzanz *s, int seat, News *news) {
    if (s->phase == PHASE_OVERFLOW && s->acting == seat && byzanz_hand_size(s, seat) <= HAND_LIMIT)
        go_on(s, seat, news);
}

static void discard(Byzanz *s, int seat, int card, News *news) {
    tell_cards(
        tell(news, "discard", seat, 0, N_("You discard {items}."), N_("{seat} discards {items}.")),
        pile_one(card));
    show(s, seat, pile_one(card), news);
    s->box = pile_plus(s->box, pile_one(card));
}

static void finish(Byzanz *s, int seat, News *news) {
    s->done |= (uint8_t)(1u << seat);
    tell(news, "done", seat, 0, N_("You have finished."), N_("{seat} has finished."));
    if (seat + 1 < s->players) {
        s->acting = (uint8_t)(seat + 1);
        return;
    }
    s->phase = PHASE_OVER;
    s->acting = NOBODY;
    tell(news, "over", -1, 0, N_("The game is over."), N_("The game is over."));
}

void byzanz_apply(void *state, int seat, Move m, News *news) {
    Byzanz *s = state;
    switch ((Verb)m.verb) {
    case VERB_DEALER:
        s->dealer = m.item[0];
        s->phase = PHASE_DEAL;
        tell(news, "dealer", s->dealer, 0, N_("You deal."), N_("{seat} deals."));
        return;
    case VERB_DEAL: byzanz_deal(s, m.item[0], m.item[1], news); return;
    case VERB_LOT: byzanz_reveal(s, pile_one(m.item[0]), 1, news); return;
    case VERB_BID: bid(s, seat, byzanz_cards_of(m), news); return;
    case VERB_PASS: pass(s, seat, news); return;
    case VERB_GIVE: give(s, seat, m.item[0], news); return;
    case VERB_TAKE: take(s, seat, m.item[0], news); return;
    case VERB_SELL:
        sell(s, seat, m, news);
        relieve(s, seat, news);
        return;
    case VERB_DISCARD:
        discard(s, seat, m.item[0], news);
        relieve(s, seat, news);
        return;
    case VERB_DONE: finish(s, seat, news); return;
    case VERBS: break;
    }
    assert(false && "a verb of Byzanz");
}

/* --- start and score -------------------------------------------------------------------------- */

/* Cards a round sells. What no round will sell is removed unseen: of the whole game what the
   booklet says, of a short one all the rest. */
static int round_cards(const Setup *setup) {
    int cards = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        cards += setup->offers[i];
    return cards;
}

Reason byzanz_start(void *state, int players, const uint8_t *options) {
    Byzanz *s = state;
    if (players < 3 || players > 6) return REFUSED(N_("Byzanz is played by 3 to 6."));
    const Setup *setup = byzanz_setup(players);
    int rounds = options[1] ? setup->few : setup->rounds;
    *s = (Byzanz){.bag = PILE_ALL,
                  .players = (uint8_t)players,
                  .open = options[0],
                  .phase = PHASE_DEALER,
                  .deck = (uint8_t)(rounds * round_cards(setup)),
                  .rounds = (uint8_t)rounds,
                  .dealer = NOBODY,
                  .acting = NOBODY,
                  .opener = NOBODY,
                  .first = NOBODY,
                  .leader = NOBODY};
    return ALLOWED;
}

void byzanz_score(const void *state, Score *out) {
    const Byzanz *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] =
            (Score){.points = byzanz_worth(s->gain[seat]), .tie = byzanz_hand_size(s, seat)};
        for (int type = 0; type < MARKET_TYPES; type++)
            out[seat].parts[type] = byzanz_worth(pile_type(s->gain[seat], type));
    }
    score_rank(out, s->players);
}

/* --- what must always hold -------------------------------------------------------------------- */

const char *byzanz_audit(const void *state) {
    const Byzanz *s = state;
    Pile all = pile_plus(pile_plus(s->bag, s->lot), pile_plus(s->market, s->box));
    int offers = 0, veiled = 0;
    for (int seat = 0; seat < s->players; seat++) {
        all = pile_plus(all, pile_plus(s->hand[seat], pile_plus(s->bid[seat], s->gain[seat])));
        if (!pile_has(s->hand[seat], s->known[seat])) return "known cards are in the hand";
        if (pile_traders(s->bid[seat])) return "no trader lies in a bid";
        bool overflows = s->phase == PHASE_OVERFLOW && s->acting == seat;
        if (!overflows && byzanz_hand_size(s, seat) + pile_count(s->bid[seat]) > HAND_LIMIT)
            return "nobody holds more than seven cards";
        if (overflows && byzanz_hand_size(s, seat) <= HAND_LIMIT) return "an overflow is too many";
        if (!pile_empty(s->bid[seat]) && s->phase != PHASE_AUCTION && s->phase != PHASE_GIVE)
            return "bids lie only in an auction";
        offers += s->offer[seat] != 0;
        veiled += s->veiled[seat];
    }
    if (!pile_same(all, PILE_ALL)) return "all 112 cards are accounted for";
    if (offers != s->sold) return "each offer card sold lies before a player";
    if (s->phase == PHASE_LOT && pile_count(s->lot) >= byzanz_sale(s)) return "the lot is growing";
    if (s->leader != NOBODY && pile_value(s->bid[s->leader]) != s->high &&
        s->phase == PHASE_AUCTION)
        return "the highest bid lies before its bidder";
    bool asks = s->phase >= PHASE_AUCTION && s->phase <= PHASE_FINAL;
    if (asks != (s->acting != NOBODY)) return "somebody acts when a decision is owed";
    if (s->phase == PHASE_OVER && (s->deck || s->round != s->rounds))
        return "the deck runs out exactly at the end";
    if (pile_count(s->bag) < s->deck + veiled + byzanz_setup(s->players)->removed)
        return "cards were removed unseen";
    return NULL;
}
