/* auction.c: an event tile is put to auction and sold (C-15 to C-20). */
#include "games/comptoir/state.h"

void comptoir_auction(Comptoir *s, int seat, News *news) {
    s->auctioned = 1;
    s->phase = PHASE_TILE;
    s->acting = NOBODY;
    tell(news, "auction", seat, 0, N_("You put an event to auction."),
         N_("{seat} puts an event to auction."));
}

void comptoir_offer(Comptoir *s, int event, News *news) {
    s->tiles -= tiles_one(event);
    s->tile = (uint8_t)event;
    s->phase = PHASE_AUCTION;
    s->acting = s->active; /* C-16: he must open */
    tell_item(tell_all(news, "tile", 0, N_("On auction: “{items}”.")), comptoir_event_names[event]);
}

static void sell_tile(Comptoir *s, int seat, News *news) {
    comptoir_gain(s, seat, PART_AUCTIONS, -s->high);
    s->held[seat] += tiles_one(s->tile);
    tell_item(tell(news, "win", seat, s->high, N_("You get {items} for {n}."),
                   N_("{seat} gets {items} for {n}.")),
              comptoir_event_names[s->tile]);
    s->tile = NO_EVENT;
    s->high = s->passed = 0;
    s->leader = NOBODY;
    comptoir_resume(s, news);
}

/* The turn to bid goes on clockwise, past those who passed; who cannot beat the highest bid passes
   by itself. It ends with the leader alone (C-17). */
static void next_bidder(Comptoir *s, int seat, News *news) {
    for (;;) {
        seat = left_of(seat, s->players);
        if (seat == s->leader) {
            sell_tile(s, seat, news);
            return;
        }
        if (s->passed >> seat & 1) continue;
        if (s->score[seat] > s->high) break;
        s->passed |= (uint8_t)(1u << seat);
        tell(news, "pass", seat, s->high, N_("You cannot beat {n}: you pass."),
             N_("{seat} cannot beat {n}, and passes."));
    }
    s->acting = (uint8_t)seat;
}

void comptoir_bid(Comptoir *s, int seat, int n, News *news) {
    s->high = (uint8_t)n;
    s->leader = (uint8_t)seat;
    tell(news, "bid", seat, n, N_("You bid {n}."), N_("{seat} bids {n}."));
    next_bidder(s, seat, news);
}

void comptoir_pass(Comptoir *s, int seat, News *news) {
    s->passed |= (uint8_t)(1u << seat);
    tell(news, "pass", seat, 0, N_("You pass."), N_("{seat} passes."));
    next_bidder(s, seat, news);
}
