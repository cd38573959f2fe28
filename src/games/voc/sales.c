/* sales.c: phase 5 once the deals are closed (deals.c): contracts, warehouses, penalties.

   In the basic game contracts are offered left to right, in sweeps, to those who can deliver (V30);
   in the advanced game each delivers what he signed, then overdue contracts cost their penalty. */
#include "games/voc/state.h"

#include <assert.h>
#include <string.h>

/* --- goods at home ---------------------------------------------------------------------------- */

/* Out of the warehouse before those just landed. */
static void to_ports(Voc *s, int seat, Hold part) {
    hold_take(&s->stored[seat], &s->landed[seat], part);
    s->ports += part;
}

static bool any_goods(const Voc *s) {
    Hold all = 0;
    for (int seat = 0; seat < s->players; seat++)
        all |= voc_home_goods(s, seat);
    return all != 0;
}

/* --- leaving the game ------------------------------------------------------------------------- */

static void remove_card(Voc *s, int card) {
    int at = 0;
    while (s->row[at] != card)
        at++;
    memmove(&s->row[at], &s->row[at + 1], (size_t)(s->rows - at - 1));
    s->row[--s->rows] = 0;
    if (s->signer[card] != NOBODY) s->men[s->signer[card]]++;
    s->signer[card] = NOBODY;
    s->due[card] = NO_YEAR;
}

static void leave_ship(Voc *s, int ship, int seat, News *news) {
    Ship *it = &s->ship[ship];
    bool at_sea = it->flags & AT_SEA;
    for (int i = 0; i < HALF; i++)
        if (it->crew[HALF + i] == seat && it->cargo[i] != NOTHING) {
            s->ports += count_one(it->cargo[i]);
            it->cargo[i] = NOTHING;
        }
    voc_take_off(s, ship, seat);
    if (at_sea && voc_captain(s, ship) == NOBODY) voc_wreck(s, ship, news);
}

static void leave_game(Voc *s, int seat, News *news) { /* V46 */
    tell(news, "broke", seat, 0, N_("You cannot pay in full: you leave the game."),
         N_("{seat} cannot pay in full and leaves the game."));
    to_ports(s, seat, voc_home_goods(s, seat));
    for (int ship = 0; ship < SHIPS; ship++)
        leave_ship(s, ship, seat, news);
    for (int card = 0; card < CONTRACTS; card++)
        if (s->signer[card] == seat) {
            s->signer[card] = NOBODY;
            s->due[card] = NO_YEAR;
        }
    s->men[seat] = 0;
    s->out |= (uint8_t)(1u << seat);
}

/* Every signed contract whose time has run out costs its penalty; the card is discarded. */
static void settle_penalties(Voc *s, News *news) {
    unsigned broke = 0;
    for (int at = 0; at < s->rows;) {
        int card = s->row[at], seat = s->signer[card];
        if (seat == NOBODY || voc_due(s, card) > s->year) {
            at++;
            continue;
        }
        int owed = voc_contracts[card].penalty, has = voc_money(s, seat);
        int paid = owed < has ? owed : has;
        if (paid < owed) broke |= 1u << seat;
        s->penalty[seat] = (int16_t)(s->penalty[seat] + paid);
        tell_item(tell(news, "penalty", seat, paid,
                       N_("You pay {n} {n?daalder|daalders} for {items}, overdue."),
                       N_("{seat} pays {n} {n?daalder|daalders} for {items}, overdue.")),
                  voc_cards[card]);
        remove_card(s, card);
    }
    for (int seat = 0; seat < s->players; seat++)
        if (broke >> seat & 1) leave_game(s, seat, news);
}

/* --- storage ---------------------------------------------------------------------------------- */

static void end_year(Voc *s, News *news) {
    if (s->advanced) settle_penalties(s, news);
    if (s->players - __builtin_popcount(s->out) <= 1)
        voc_end(s, news);
    else
        voc_new_year(s, news);
}

static void begin_storage(Voc *s, News *news) {
    memset(&s->scene, 0, sizeof s->scene);
    s->acting = NOBODY;
    s->owing = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (voc_home_goods(s, seat)) s->owing |= (uint8_t)(1u << seat);
    s->phase = PHASE_STORE;
    if (!s->owing) end_year(s, news);
}

/* What a move keeps of `goods`: pepper it names no port of stays from the east (V53). */
static Hold kept_of(Hold goods, Move m) {
    Hold kept = 0;
    if (tokens_of(goods, m.item, m.count, &kept) && m.count && m.item[m.count - 1] >= GOODS)
        return kept;
    return goods - hold_part(goods, wares_of(goods) - wares_of(kept));
}

static void keep(Voc *s, int seat, Move m, News *news) {
    Hold goods = voc_home_goods(s, seat), kept = kept_of(goods, m);
    s->ports += goods - kept;
    s->stored[seat] = kept;
    s->landed[seat] = 0;
    s->owing &= (uint8_t) ~(1u << seat);
    tell_wares(tell(news, "keep", seat, count_all(goods - kept),
                    kept ? N_("You store {items}.") : N_("You keep nothing in store."),
                    kept ? N_("{seat} stores {items}.") : N_("{seat} keeps nothing in store.")),
               wares_of(kept));
    if (!s->owing) end_year(s, news);
}

/* --- the advanced game: deliveries ------------------------------------------------------------ */

static bool can_deliver(const Voc *s, int seat) {
    for (int i = 0; i < s->rows; i++)
        if (s->signer[s->row[i]] == seat &&
            (voc_able(s, seat, s->row[i], 0) || voc_able(s, seat, s->row[i], 1)))
            return true;
    return false;
}

/* Delivers with the pepper of these ports, the westernmost where there are none. */
static void fill_contract(Voc *s, int seat, int card, int side, unsigned pepper, int price,
                          News *news) {
    Wares need = voc_contracts[card].need[side];
    Hold named = pepper_hold(pepper);
    to_ports(s, seat, named + hold_part(voc_home_goods(s, seat) - named, need - wares_of(named)));
    s->earned[seat] = (int16_t)(s->earned[seat] + price);
    Event *event =
        tell(news, "deliver", seat, price, N_("You deliver {items} for {n} {n?daalder|daalders}."),
             N_("{seat} delivers {items} for {n} {n?daalder|daalders}."));
    tell_m(event, card + 1);
    tell_wares(event, need);
    remove_card(s, card);
}

static void begin_delivery(Voc *s, News *news) {
    memset(&s->scene, 0, sizeof s->scene);
    s->acting = NOBODY;
    s->phase = PHASE_DELIVER;
    s->owing = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (can_deliver(s, seat)) s->owing |= (uint8_t)(1u << seat);
    if (!s->owing) begin_storage(s, news);
}

/* The ports a claim or delivery names behind its side. */
static unsigned ports_named(Move m) {
    unsigned ports = 0;
    for (int i = 2; i < m.count; i++)
        ports |= 1u << (m.item[i] - GOODS);
    return ports;
}

static void deliver(Voc *s, int seat, Move m, News *news) {
    int card = m.item[0];
    fill_contract(s, seat, card, m.item[1], ports_named(m), voc_contracts[card].value, news);
    if (!can_deliver(s, seat)) s->owing &= (uint8_t) ~(1u << seat);
    if (!s->owing) begin_storage(s, news);
}

/* Who is done keeps what he could still deliver. */
static void end_delivery(Voc *s, int seat, News *news) {
    s->owing &= (uint8_t) ~(1u << seat);
    if (!s->owing) begin_storage(s, news);
}

/* --- the basic game: claims ------------------------------------------------------------------- */

static unsigned able_seats(const Voc *s, int card) {
    unsigned able = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (voc_able(s, seat, card, 0) || voc_able(s, seat, card, 1)) able |= 1u << seat;
    return able;
}

/* Those who could still claim lower. */
static unsigned rivals(const Auction *a) {
    unsigned left = a->able & (unsigned)~a->passed;
    return a->leader == NOBODY ? left : left & ~(1u << a->leader);
}

/* The first of `among` from `seat` on, clockwise. */
static int first_of(const Voc *s, unsigned among, int seat) {
    while (!(among >> seat & 1))
        seat = voc_left_of(s, seat);
    return seat;
}

static void open_contract(Voc *s, int at, bool claimed, News *news) {
    Auction *a = &s->scene.auction;
    for (;; at++) {
        if (at == s->rows) { /* V30: sweep again until nobody claims anything */
            if (!claimed || !s->rows) {
                begin_storage(s, news);
                return;
            }
            claimed = false;
            at = 0;
        }
        unsigned able = able_seats(s, s->row[at]);
        if (!able) continue;
        memset(&s->scene, 0, sizeof s->scene);
        *a = (Auction){
            .at = (uint8_t)at, .claimed = claimed, .leader = NOBODY, .able = (uint8_t)able};
        s->phase = PHASE_CONTRACT;
        s->acting = (uint8_t)first_of(s, able, s->first); /* V31 */
        return;
    }
}

void voc_begin_contracts(Voc *s, News *news) {
    if (!any_goods(s)) {
        begin_storage(s, news);
        return;
    }
    if (s->advanced)
        begin_delivery(s, news);
    else
        open_contract(s, 0, false, news);
}

/* What was promised is paid out of the purse with the proceeds in it (V32). */
static void pay_hush(Voc *s, const Auction *a, News *news) {
    for (int seat = 0; seat < s->players; seat++) {
        if (!(a->hushed >> seat & 1)) continue;
        int sum = a->hush[seat];
        s->dealt[seat] = (int16_t)(s->dealt[seat] + sum);
        s->dealt[a->leader] = (int16_t)(s->dealt[a->leader] - sum);
        Event *event = tell(news, "paid", seat, sum,
                            N_("You get {n} {n?daalder|daalders} from {other} for passing."),
                            N_("{seat} gets {n} {n?daalder|daalders} from {other} for passing."));
        tell_other(event, a->leader,
                   N_("{seat} gets {n} {n?daalder|daalders} from you for passing."));
    }
}

static void award(Voc *s, News *news) {
    Auction a = s->scene.auction;
    fill_contract(s, a.leader, s->row[a.at], a.side, a.pepper, a.price, news);
    pay_hush(s, &a, news);
    open_contract(s, a.at, true, news);
}

/* The next rival speaks, or the contract is settled. */
static void next_rival(Voc *s, int from, News *news) {
    Auction *a = &s->scene.auction;
    unsigned left = rivals(a);
    a->hushing = 0;
    if (left && (a->leader == NOBODY || a->price > 0)) {
        s->acting = (uint8_t)first_of(s, left, voc_left_of(s, from));
        return;
    }
    if (a->leader != NOBODY)
        award(s, news);
    else
        open_contract(s, a->at + 1, a->claimed, news);
}

int voc_hush_room(const Voc *s) {
    const Auction *a = &s->scene.auction;
    int room = voc_money(s, a->leader) + a->price;
    for (int seat = 0; seat < s->players; seat++)
        room -= a->hush[seat];
    return room;
}

/* A lower claim ends all promises, also those somebody has passed for. */
static void claim(Voc *s, int seat, Move m, News *news) {
    Auction *a = &s->scene.auction;
    a->leader = (uint8_t)seat;
    a->price = m.item[0];
    a->side = m.item[1];
    a->pepper = (uint8_t)ports_named(m);
    a->hushed = 0;
    memset(a->hush, 0, sizeof a->hush);
    tell_item(tell(news, "claim", seat, a->price,
                   N_("You claim {items} for {n} {n?daalder|daalders}."),
                   N_("{seat} claims {items} for {n} {n?daalder|daalders}.")),
              voc_cards[s->row[a->at]]);
    if (rivals(a) && a->price > 0) {
        a->hushing = 1; /* V32: before they answer */
        s->acting = (uint8_t)seat;
        return;
    }
    next_rival(s, seat, news);
}

/* A promise he did not take is open no more (V32). */
static void pass_claim(Voc *s, int seat, News *news) {
    Auction *a = &s->scene.auction;
    a->passed |= (uint8_t)(1u << seat);
    if (!(a->hushed >> seat & 1)) a->hush[seat] = 0;
    next_rival(s, seat, news);
}

static void hush(Voc *s, int seat, int rival, int sum, News *news) {
    Auction *a = &s->scene.auction;
    a->hush[rival] = (uint8_t)sum;
    Event *event = tell(news, "hush", seat, sum,
                        N_("You promise {other} {n} {n?daalder|daalders} for passing."),
                        N_("{seat} promises {other} {n} {n?daalder|daalders} for passing."));
    tell_other(event, rival, N_("{seat} promises you {n} {n?daalder|daalders} for passing."));
    if (!a->hushing) return; /* a rival is thinking already */
    for (int other = 0; other < s->players; other++)
        if ((rivals(a) >> other & 1) && !a->hush[other] && voc_hush_room(s) > 0) return;
    next_rival(s, seat, news);
}

static void take_hush(Voc *s, int seat, News *news) {
    Auction *a = &s->scene.auction;
    Event *event = tell(news, "hushed", seat, a->hush[seat],
                        N_("You pass for {n} {n?daalder|daalders} promised by {other}."),
                        N_("{seat} passes for {n} {n?daalder|daalders} promised by {other}."));
    tell_other(event, a->leader,
               N_("{seat} passes for the {n} {n?daalder|daalders} you promised."));
    a->hushed |= (uint8_t)(1u << seat);
    pass_claim(s, seat, news);
}

/* --- all moves -------------------------------------------------------------------------------- */

void voc_sale(Voc *s, int seat, Move m, News *news) {
    if (s->phase == PHASE_DEALS) {
        voc_deal(s, seat, m, news);
        return;
    }
    switch (m.verb) {
    case VERB_ACCEPT: take_hush(s, seat, news); return;
    case VERB_DONE: end_delivery(s, seat, news); return;
    case VERB_CLAIM: claim(s, seat, m, news); return;
    case VERB_PASS:
        tell_item(tell(news, "pass", seat, 0, N_("You pass on {items}."),
                       N_("{seat} passes on {items}.")),
                  voc_cards[s->row[s->scene.auction.at]]);
        pass_claim(s, seat, news);
        return;
    case VERB_HUSH: hush(s, seat, m.item[0], m.item[1], news); return;
    case VERB_WAIT: next_rival(s, seat, news); return;
    case VERB_DELIVER: deliver(s, seat, m, news); return;
    case VERB_KEEP: keep(s, seat, m, news); return;
    default: break;
    }
    assert(false && "a move of the sales");
}
