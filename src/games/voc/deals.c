/* deals.c: the first half of the sales: everyone offers everyone goods and daalders, until all are
   done and no offer is open. One offer of each player is open at a time (Deals). */
#include "games/voc/state.h"

#include <assert.h>
#include <string.h>

/* --- offers ----------------------------------------------------------------------------------- */

bool voc_deal_holds(const Voc *s, int from) {
    const Deals *d = &s->scene.deals;
    int to = d->to[from], sum = d->sum[from];
    return count_has(voc_tradable(s, from), d->give[from]) &&
           count_has(voc_tradable(s, to), d->want[from]) &&
           (sum >= 0 ? voc_money(s, from) >= sum : voc_money(s, to) >= -sum);
}

/* Goods that may be traded: just landed before stored, which only one option allows (V28). */
static void take_tradable(Voc *s, int seat, Hold part) {
    hold_take(&s->landed[seat], &s->stored[seat], part);
}

static void close_deals(Voc *s, News *news) {
    if (!voc_turn(s)) voc_begin_contracts(s, news);
}

static void clear_offer(Deals *d, int from) {
    d->to[from] = NOBODY;
    d->give[from] = d->want[from] = 0;
    d->sum[from] = 0;
}

static void tell_offer(const Deals *d, int from, News *news) {
    if (!news) return;
    bool goods = d->give[from], pays = d->sum[from] > 0;
    const char *you = goods && pays ? N_("You offer {other} {items} and {n} {n?daalder|daalders}…")
                      : goods       ? N_("You offer {other} {items}…")
                                    : N_("You offer {other} {n} {n?daalder|daalders}…");
    const char *they = goods && pays
                           ? N_("{seat} offers {other} {items} and {n} {n?daalder|daalders}…")
                       : goods ? N_("{seat} offers {other} {items}…")
                               : N_("{seat} offers {other} {n} {n?daalder|daalders}…");
    const char *touched = goods && pays
                              ? N_("{seat} offers you {items} and {n} {n?daalder|daalders}…")
                          : goods ? N_("{seat} offers you {items}…")
                                  : N_("{seat} offers you {n} {n?daalder|daalders}…");
    Event *event = tell(news, "offer", from, pays ? d->sum[from] : 0, you, they);
    tell_other(event, d->to[from], touched);
    tell_wares(event, wares_of(d->give[from]));
    bool wares = d->want[from], paid = d->sum[from] < 0;
    const char *wants = wares && paid ? N_("… for {items} and {n} {n?daalder|daalders}.")
                        : wares       ? N_("… for {items}.")
                        : paid        ? N_("… for {n} {n?daalder|daalders}.")
                                      : N_("… for nothing.");
    event = tell(news, "want", from, paid ? -d->sum[from] : 0, wants, wants);
    event->other = (int8_t)d->to[from];
    tell_wares(event, wares_of(d->want[from]));
}

static void offer(Voc *s, int seat, Move m, News *news) {
    Deals *d = &s->scene.deals;
    d->to[seat] = m.item[0];
    d->sum[seat] = (int16_t)(m.item[1] - m.item[2]);
    int split = 4 + m.item[3];
    tokens_of(voc_tradable(s, seat), m.item + 4, m.item[3], &d->give[seat]);
    tokens_of(voc_tradable(s, m.item[0]), m.item + split, m.count - split, &d->want[seat]);
    d->made[seat]++;
    tell_offer(d, seat, news);
}

/* The event's number is what the one who accepts gets from the other, below 0 what he pays. */
static void accept(Voc *s, int seat, int from, News *news) {
    Deals *d = &s->scene.deals;
    take_tradable(s, from, d->give[from]);
    take_tradable(s, seat, d->want[from]);
    s->landed[seat] += d->give[from];
    s->landed[from] += d->want[from];
    s->dealt[seat] = (int16_t)(s->dealt[seat] + d->sum[from]);
    s->dealt[from] = (int16_t)(s->dealt[from] - d->sum[from]);
    tell_other(tell(news, "deal", seat, d->sum[from], N_("You accept the offer of {other}."),
                    N_("{seat} accepts the offer of {other}.")),
               from, N_("{seat} accepts your offer."));
    clear_offer(d, from);
    close_deals(s, news);
}

static void refuse(Voc *s, int seat, int from, News *news) {
    tell_other(tell(news, "refuse", seat, 0, N_("You refuse the offer of {other}."),
                    N_("{seat} refuses the offer of {other}.")),
               from, N_("{seat} refuses your offer."));
    clear_offer(&s->scene.deals, from);
    close_deals(s, news);
}

static void withdraw(Voc *s, int seat, News *news) {
    tell(news, "withdraw", seat, 0, N_("You withdraw your offer."),
         N_("{seat} withdraws the offer."));
    clear_offer(&s->scene.deals, seat);
    close_deals(s, news);
}

/* Who is done makes no more offers, but answers those made to him. */
static void done(Voc *s, int seat, News *news) {
    s->scene.deals.done |= (uint8_t)(1u << seat);
    close_deals(s, news);
}

/* --- all moves -------------------------------------------------------------------------------- */

void voc_begin_sales(Voc *s, News *news) {
    Deals *d = &s->scene.deals;
    Hold tradable = 0;
    for (int seat = 0; seat < s->players; seat++)
        tradable |= voc_tradable(s, seat);
    if (!tradable) { /* nothing to deal in */
        voc_begin_contracts(s, news);
        return;
    }
    s->phase = PHASE_DEALS;
    s->acting = NOBODY;
    memset(d->to, NOBODY, sizeof d->to);
    for (int seat = 0; seat < s->players; seat++) /* with empty hands nobody makes an offer */
        if (!voc_in(s, seat) || (!voc_tradable(s, seat) && !voc_money(s, seat)))
            d->done |= (uint8_t)(1u << seat);
    tell(news, "deals", -1, 0, N_("Goods are home: deals."), N_("Goods are home: deals."));
}

void voc_deal(Voc *s, int seat, Move m, News *news) {
    switch (m.verb) {
    case VERB_OFFER: offer(s, seat, m, news); return;
    case VERB_ACCEPT: accept(s, seat, m.item[0], news); return;
    case VERB_REFUSE: refuse(s, seat, m.item[0], news); return;
    case VERB_WITHDRAW: withdraw(s, seat, news); return;
    case VERB_DONE: done(s, seat, news); return;
    default: break;
    }
    assert(false && "a move of the deals");
}

/* --- the minute of deals ---------------------------------------------------------------------- */

int voc_clock(const void *state) {
    const Voc *s = state;
    return s->phase == PHASE_DEALS && s->clock ? 60 : 0; /* V29 */
}

/* Offers still open come to nothing, then he is done. */
bool voc_lapse(const void *state, int seat, Move *out) {
    const Voc *s = state;
    const Deals *d = &s->scene.deals;
    if (!voc_clock(s)) return false;
    *out = (Move){.verb = VERB_WITHDRAW};
    if (d->to[seat] != NOBODY) return true;
    for (int from = 0; from < s->players; from++)
        if (d->to[from] == seat) {
            *out = (Move){VERB_REFUSE, 1, {(uint8_t)from}};
            return true;
        }
    *out = (Move){.verb = VERB_DONE};
    return !(d->done >> seat & 1);
}
