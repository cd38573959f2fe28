/* sale_moves.c: what may be played in the sales: deals, claims and promises, deliveries, what a
   warehouse keeps (sales.c and deals.c do it). A part of moves.c, which has the rest. */
#include "games/voc/moves.h"

/* --- deals ------------------------------------------------------------------------------------ */

static Reason check_offering(const Voc *s, int seat) {
    const Deals *d = &s->scene.deals;
    if (d->done >> seat & 1) return REFUSED(N_("You have said that you are done."));
    if (d->to[seat] != NOBODY)
        return REFUSED(N_("You have an offer open: withdraw it to make another."));
    if (!s->clock && d->made[seat] >= OFFERS)
        return REFUSED(N_("You have made your {n} offers of this year."), OFFERS); /* V29 */
    if (d->made[seat] >= OFFERS_CLOCK) return REFUSED(N_("These are too many offers."));
    return ALLOWED;
}

static Reason check_offer(const Voc *s, int seat, Move m) {
    Reason why = check_offering(s, seat);
    if (why.text) return why;
    int to = m.item[0], pays = m.item[1], gets = m.item[2];
    int given = m.item[3], wanted = m.count - 4 - given;
    Hold part;
    if (m.count < 4 || wanted < 0 || !tokens_formed(m.item + 4, given) ||
        !tokens_formed(m.item + 4 + given, wanted))
        return REFUSED(N_("This is not an offer."));
    if (to == seat || !voc_in(s, to)) return REFUSED(N_("An offer is for another player."));
    if (pays && gets) return REFUSED(N_("Daalders go one way only."));
    if (!given && !wanted) return REFUSED(N_("A deal is about goods."));
    if (!given && !pays) return REFUSED(N_("An offer gives something."));
    if (!tokens_of(voc_tradable(s, seat), m.item + 4, given, &part))
        return REFUSED(
            N_("You may trade only goods of yours that were landed this year.")); /* V28 */
    if (!tokens_of(voc_tradable(s, to), m.item + 4 + given, wanted, &part))
        return REFUSED(N_("The other has no such goods to trade."));
    if (pays > voc_money(s, seat)) return REFUSED(N_("You do not have so many daalders."));
    if (gets > voc_money(s, to)) return REFUSED(N_("The other does not have so many daalders."));
    return ALLOWED;
}

static Reason check_answer(const Voc *s, int seat, Move m) {
    int from = m.item[0];
    if (from >= s->players || s->scene.deals.to[from] != seat)
        return REFUSED(N_("There is no such offer to you."));
    if (m.verb == VERB_ACCEPT && !voc_deal_holds(s, from))
        return REFUSED(N_("The goods or daalders of this offer are gone."));
    return ALLOWED;
}

Reason voc_check_deals(const Voc *s, int seat, Move m) {
    if (!voc_in(s, seat)) return REFUSED(N_("You are out of the game."));
    switch (m.verb) {
    case VERB_OFFER: return check_offer(s, seat, m);
    case VERB_WITHDRAW:
        return s->scene.deals.to[seat] == NOBODY ? REFUSED(N_("You have no offer open.")) : ALLOWED;
    case VERB_DONE:
        return s->scene.deals.done >> seat & 1 ? REFUSED(N_("You have said that you are done."))
                                               : ALLOWED;
    default: return check_answer(s, seat, m);
    }
}

static void add_offer(List *list, int to, int pays, int gets, int given, int wanted) {
    Move m = {VERB_OFFER, 4, {(uint8_t)to, (uint8_t)pays, (uint8_t)gets, given >= 0}};
    if (given >= 0) m.item[m.count++] = (uint8_t)given;
    if (wanted >= 0) m.item[m.count++] = (uint8_t)wanted;
    list->out[list->n++] = m;
}

/* One good for one other, or for daalders about its worth: at most 4 x (7 x 7 + 2 x 7). */
static void list_offers(const Voc *s, int seat, List *list) {
    Wares mine = wares_of(voc_tradable(s, seat));
    for (int to = 0; to < s->players; to++) {
        if (to == seat || !voc_in(s, to)) continue;
        Wares theirs = wares_of(voc_tradable(s, to));
        for (int good = 0; good < GOODS; good++) {
            int unit = voc_unit[good];
            if (count_of(mine, good) && voc_money(s, to) >= unit)
                add_offer(list, to, 0, unit, good, -1);
            if (count_of(theirs, good) && voc_money(s, seat) >= unit)
                add_offer(list, to, unit, 0, -1, good);
            for (int other = 0; count_of(mine, good) && other < GOODS; other++)
                if (other != good && count_of(theirs, other))
                    add_offer(list, to, 0, 0, good, other);
        }
    }
}

void voc_list_deals(const Voc *s, int seat, List *list) {
    const Deals *d = &s->scene.deals;
    if (!voc_in(s, seat)) return;
    for (int from = 0; from < s->players; from++) {
        if (d->to[from] != seat) continue;
        if (voc_deal_holds(s, from)) add(list, VERB_ACCEPT, 1, from, 0, 0);
        add(list, VERB_REFUSE, 1, from, 0, 0);
    }
    if (d->to[seat] != NOBODY) add(list, VERB_WITHDRAW, 0, 0, 0, 0);
    if (!(d->done >> seat & 1)) add(list, VERB_DONE, 0, 0, 0, 0);
    if (!check_offering(s, seat).text) list_offers(s, seat, list);
}

/* --- contracts, deliveries, storage ----------------------------------------------------------- */

/* Behind the side come the ports of all pepper the contract needs, or of none (V53). */
static Reason check_ports(const Voc *s, int seat, int card, Move m) {
    int named = m.count - 2;
    if (m.item[1] > 1 || !voc_able(s, seat, card, m.item[1]))
        return REFUSED(N_("You do not have these goods."));
    if (!named) return ALLOWED;
    if (named != count_of(voc_contracts[card].need[m.item[1]], GOOD_PEPPER) || m.item[2] < GOODS ||
        !tokens_formed(m.item + 2, named))
        return REFUSED(N_("Name the ports of all the pepper that leaves, or of none."));
    Hold part;
    if (!tokens_of(voc_home_goods(s, seat), m.item + 2, named, &part))
        return REFUSED(N_("You have no pepper of this port."));
    return ALLOWED;
}

int voc_claim_most(const Voc *s) {
    const Auction *a = &s->scene.auction;
    return a->leader == NOBODY ? voc_contracts[s->row[a->at]].value : a->price - 1;
}

static Reason check_claim(const Voc *s, int seat, Move m) {
    const Auction *a = &s->scene.auction;
    int card = s->row[a->at], most = voc_claim_most(s);
    if (m.count < 2) return REFUSED(N_("This is not a move of VOC!."));
    if (m.item[0] > most) return REFUSED(N_("Claim at most {n}."), most);
    return check_ports(s, seat, card, m);
}

static Reason check_hush(const Voc *s, int seat, Move m) {
    const Auction *a = &s->scene.auction;
    int rival = m.item[0], sum = m.item[1];
    if (rival == seat || rival >= s->players || !(a->able >> rival & 1) || (a->passed >> rival & 1))
        return REFUSED(N_("This player is no rival for the contract."));
    int most = voc_hush_room(s) + a->hush[rival]; /* V32 */
    if (sum <= a->hush[rival])
        return REFUSED(N_("A promise can only be raised: it is {n}."), a->hush[rival]);
    if (sum > most)
        return REFUSED(N_("Your purse and your price together leave {n} to promise."), most);
    return ALLOWED;
}

Reason voc_check_auction(const Voc *s, int seat, Move m) {
    const Auction *a = &s->scene.auction;
    bool hushes = m.verb == VERB_HUSH || m.verb == VERB_WAIT;
    if (hushes && seat != a->leader)
        return REFUSED(N_("Only the claimant promises the rivals something."));
    if (m.verb == VERB_WAIT && !a->hushing) return REFUSED(N_("You wait for the others already."));
    if (!hushes && a->hushing)
        return REFUSED(N_("You hold the claim: promise a rival a sum, or wait."));
    switch (m.verb) {
    case VERB_CLAIM: return check_claim(s, seat, m);
    case VERB_HUSH: return check_hush(s, seat, m);
    case VERB_ACCEPT:
        if (!a->hush[seat] || m.item[0] != a->leader)
            return REFUSED(N_("There is no such offer to you."));
        return ALLOWED;
    default: return ALLOWED;
    }
}

/* Adds `first`, a claim or delivery, as it is and with each other choice of pepper (V53). */
static void add_ports(const Voc *s, int seat, int card, Move first, List *list) {
    unsigned has = pepper_in(voc_home_goods(s, seat));
    int n = count_of(voc_contracts[card].need[first.item[1]], GOOD_PEPPER);
    list->out[list->n++] = first;
    for (unsigned ports = 1; n && ports < 1u << PEPPER_PORTS; ports++) {
        if (__builtin_popcount(ports) != n || ports & ~has || ports == pepper_west(has, n))
            continue;
        Move m = first;
        for (int i = 0; i < PEPPER_PORTS; i++)
            if (ports >> i & 1) m.item[m.count++] = (uint8_t)(GOODS + i);
        list->out[list->n++] = m;
    }
}

/* Sums up to the price; the purse may allow more. At most 4 x 20. */
static void list_hush(const Voc *s, int seat, List *list) {
    const Auction *a = &s->scene.auction;
    if (seat != a->leader) return;
    if (a->hushing) add(list, VERB_WAIT, 0, 0, 0, 0);
    for (int rival = 0; rival < s->players; rival++)
        for (int sum = 1; sum <= a->price; sum++)
            if (!check_hush(s, seat, move_two(VERB_HUSH, rival, sum)).text)
                add(list, VERB_HUSH, 2, rival, sum, 0);
}

/* A contract is worth at most 20, and of its two pepper there are six choices: at most 21 x 7
   claims and a pass. */
void voc_list_auction(const Voc *s, int seat, List *list) {
    const Auction *a = &s->scene.auction;
    list_hush(s, seat, list);
    if (seat != s->acting || a->hushing) return;
    int card = s->row[a->at], most = voc_claim_most(s);
    add(list, VERB_PASS, 0, 0, 0, 0);
    if (a->hush[seat]) add(list, VERB_ACCEPT, 1, a->leader, 0, 0);
    for (int side = 0; side < 2; side++)
        for (int price = 0; price <= most && voc_able(s, seat, card, side); price++)
            add_ports(s, seat, card, move_two(VERB_CLAIM, price, side), list);
}

Reason voc_check_deliver(const Voc *s, int seat, Move m) {
    int card = m.item[0];
    if (card >= CONTRACTS || !voc_in_row(s, card))
        return REFUSED(N_("This contract is not in the row."));
    if (s->signer[card] != seat) return REFUSED(N_("You have not signed this contract.")); /* V39 */
    return m.count < 2 ? REFUSED(N_("This is not a move of VOC!.")) : check_ports(s, seat, card, m);
}

Reason voc_check_keep(const Voc *s, int seat, Move m) {
    Hold kept;
    if (m.count > STORED) return REFUSED(N_("A warehouse keeps two goods.")); /* V34 */
    if (!tokens_formed(m.item, m.count) ||
        !tokens_of(voc_home_goods(s, seat), m.item, m.count, &kept))
        return REFUSED(N_("You do not have these goods."));
    return ALLOWED;
}

/* Pepper kept by its port, alone, with another or with another good, where that differs from what
   stays otherwise: the easternmost (V53). */
static void list_peppers(Hold home, List *list) {
    unsigned has = pepper_in(home);
    int n = __builtin_popcount(has);
    Wares goods = wares_of(home);
    for (int i = 0; i < PEPPER_PORTS; i++) {
        unsigned one = 1u << i;
        if (!(has & one)) continue;
        bool stays = one == (has & ~pepper_west(has, n - 1));
        if (!stays) add(list, VERB_KEEP, 1, GOODS + i, 0, 0);
        for (int good = 0; good < GOODS && !stays; good++)
            if (good != GOOD_PEPPER && count_of(goods, good))
                add(list, VERB_KEEP, 2, good, GOODS + i, 0);
        for (int j = i + 1; j < PEPPER_PORTS; j++) {
            unsigned both = one | 1u << j;
            if (has >> j & 1 && both != (has & ~pepper_west(has, n - 2)))
                add(list, VERB_KEEP, 2, GOODS + i, GOODS + j, 0);
        }
    }
}

void voc_list_owing(const Voc *s, int seat, List *list) {
    if (s->phase == PHASE_DELIVER) {
        add(list, VERB_DONE, 0, 0, 0, 0);
        for (int i = 0; i < s->rows; i++)
            for (int side = 0; side < 2; side++)
                if (s->signer[s->row[i]] == seat && voc_able(s, seat, s->row[i], side))
                    add_ports(s, seat, s->row[i], move_two(VERB_DELIVER, s->row[i], side), list);
        return;
    }
    Hold home = voc_home_goods(s, seat);
    Wares goods = wares_of(home);
    add(list, VERB_KEEP, 0, 0, 0, 0);
    for (int good = 0; good < GOODS; good++) {
        if (!count_of(goods, good)) continue;
        add(list, VERB_KEEP, 1, good, 0, 0);
        for (int other = good; other < GOODS; other++)
            if (count_of(goods, other) > (other == good)) add(list, VERB_KEEP, 2, good, other, 0);
    }
    list_peppers(home, list);
}
