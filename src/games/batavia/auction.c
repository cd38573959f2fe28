/* auction.c: the auction that opens a round: the packet for sale, bids, what the winner pays. */
#include "games/batavia/state.h"

static void begin_auction(Batavia *s, News *news) {
    s->owed = 0;
    if (!s->packet) { /* A12 */
        tell(news, "unsold", -1, 0, N_("There is no card to sell: no auction."),
             N_("There is no card to sell: no auction."));
        batavia_begin_actions(s);
        return;
    }
    tell_cards(news, "packet", -1, s->die, s->packet, N_("The die shows {n}. For sale: {items}."),
               N_("The die shows {n}. For sale: {items}."));
    s->phase = PHASE_AUCTION;
    s->acting = (uint8_t)left_of(s->auctioneer, s->players); /* A3: the auctioneer bids last */
}

/* Goes on opening cards while the die wants more and there are any (A11). */
void batavia_open_packet(Batavia *s, News *news) {
    if (s->owed && batavia_pile_ready(s, news))
        s->phase = PHASE_PACKET;
    else
        begin_auction(s, news);
}

/* A6: one bill at a time, from the left of the winner on, never to himself. */
static void pay(Batavia *s, int winner, News *news) {
    int others = s->players - 1, each = s->high / others, odd = s->high % others;
    s->bills[winner] = (uint8_t)(s->bills[winner] - s->high);
    for (int i = 1, seat = winner; i <= others; i++) {
        seat = left_of(seat, s->players);
        int n = each + (i <= odd);
        if (!n) break;
        s->bills[seat] = (uint8_t)(s->bills[seat] + n);
        Event *event = tell(news, "pay", seat, n, N_("You receive {n} {n?bill|bills}."),
                            N_("{seat} receives {n} {n?bill|bills}."));
        if (event) event->other = (int8_t)winner;
    }
}

/* A8: the winner is the first player of this round. */
static void win(Batavia *s, int seat, News *news) {
    tell_cards(news, "win", seat, s->high, s->packet,
               N_("You buy {items} for {n} {n?bill|bills} and take the boat."),
               N_("{seat} buys {items} for {n} {n?bill|bills} and takes the boat."));
    s->hand[seat] += s->packet;
    s->known[seat] += s->packet;
    s->packet = 0;
    s->stirred = 1;
    s->first = (uint8_t)seat;
    pay(s, seat, news);
    batavia_begin_actions(s);
}

static void no_sale(Batavia *s, News *news) {
    tell(news, "unsold", -1, 0, N_("Nobody bids: the cards wait for the next auction."),
         N_("Nobody bids: the cards wait for the next auction."));
    if (s->first == NOBODY) {
        s->first = s->auctioneer;
        tell(news, "boat", s->first, 0, N_("You take the boat, as the auctioneer."),
             N_("{seat} takes the boat, as the auctioneer."));
    }
    batavia_begin_actions(s);
}

/* After a bid or a pass: who is next, or how the auction ends. */
static void go_on_bidding(Batavia *s, News *news) {
    int all = (1 << s->players) - 1, in = all & ~s->passed;
    if (!in) {
        no_sale(s, news);
    } else if (in == (s->leader == NOBODY ? 0 : 1 << s->leader)) {
        win(s, s->leader, news);
    } else { /* A2: a last bidder without a bid still has to bid or pass */
        do
            s->acting = (uint8_t)left_of(s->acting, s->players);
        while (s->passed >> s->acting & 1);
    }
}

void batavia_bid(Batavia *s, int seat, int n, News *news) {
    s->high = s->bid[seat] = (uint8_t)n;
    s->leader = (uint8_t)seat;
    tell(news, "bid", seat, n, N_("You bid {n}."), N_("{seat} bids {n}."));
    go_on_bidding(s, news);
}

void batavia_pass(Batavia *s, int seat, News *news) {
    s->passed |= (uint8_t)(1u << seat);
    tell(news, "pass", seat, 0, N_("You pass."), N_("{seat} passes."));
    go_on_bidding(s, news);
}
