/* reason.c: what speaks for a move of VOC! ashore, in words: ports and the words left to get there,
   contracts and what they lack, prices and rivals. Under sail nothing is said. */
#include "games/voc/pilot.h"
#include "games/voc/worth.h"

enum { SOON_OVER = 1 }; /* years to come in which a voyage hardly comes home */

/* --- where to --------------------------------------------------------------------------------- */

/* Words that shipmates of the captain may still call for nothing. */
static int words_left(const Voc *s, int captain) {
    int words = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (seat != captain) words += voc_sailors(s, s->sailing, seat);
    return words;
}

static void sail_reason(const Voc *s, int seat, Move m, News *news) {
    const Ship *ship = &s->ship[s->sailing];
    Spot from = {ship->x, ship->y};
    int meant = m.count ? pilot_meant(s->sailing, wide(m.item)) : -1,
        merchants = voc_merchants(s, s->sailing, seat);
    if (m.count) from = (Spot){wide(m.item), HOME_Y};
    int goal = meant >= 0 ? meant : pilot_goal(s, s->sailing, seat, from, 0);
    if (goal < PORTS) /* the same ship sails in every one of these moves */
        because(news, seat, count_of(s->ports, goal), -1, voc_ports[goal].name,
                N_("You make for {items}, which has {n} {n?token|tokens}."))
            ->kind = "title";
    else
        because(news, seat, 0, -1, NULL, N_("It is time to bring the cargo home."));
    because(news, seat, words_left(s, seat), -1, NULL,
            N_("Your shipmates have {n} {n?word|words} to guide you."));
    if (!merchants) because(news, seat, 0, -1, NULL, N_("But no merchant aboard is yours."));
}

static void stay_reason(const Voc *s, int seat, News *news) {
    int years = s->until - s->year - 1;
    if (s->ship[s->sailing].flags & AT_SEA) {
        because(news, seat, 0, -1, NULL, N_("The ship waits where it lies, out of danger."));
        if (years > 0 && voc_convoy(s->year + 1))
            because(news, seat, 0, -1, NULL,
                    voc_sailors(s, s->sailing, NOBODY) > 1
                        ? N_("But scurvy will take your leftmost sailor there.")
                        : N_("But scurvy will take its only sailor there, and the ship is lost."));
    } else if (years <= SOON_OVER)
        because(news, seat, 0, -1, NULL, N_("There is hardly time left for a voyage."));
    else
        because(news, seat, 0, -1, NULL, N_("The ports have little that the contracts ask for."));
}

/* --- goods and contracts ---------------------------------------------------------------------- */

static Wares afloat(const Voc *s, int seat) {
    Wares wares = 0;
    for (int ship = 0; ship < SHIPS; ship++)
        for (int i = 0; i < HALF; i++)
            if (s->ship[ship].crew[HALF + i] == seat && s->ship[ship].cargo[i] != NOTHING)
                wares += count_one(voc_ports[s->ship[ship].cargo[i]].good);
    return wares;
}

/* A contract of the row that asks for this good, the one that lacks least once `goods` are there;
   into `lacks` how much. -1: none. */
static int wanted_by(const Voc *s, int seat, Wares goods, int good, int *lacks) {
    int best = -1;
    *lacks = 99;
    for (int i = 0; i < s->rows; i++) {
        int card = s->row[i];
        if (s->advanced && s->signer[card] != seat && s->signer[card] != NOBODY) continue;
        for (int side = 0; side < voc_sides(card); side++) {
            Wares need = voc_contracts[card].need[side];
            int missing = 0;
            if (!count_of(need, good)) continue;
            for (int other = 0; other < GOODS; other++) {
                int short_of = count_of(need, other) - count_of(goods, other);
                missing += short_of > 0 ? short_of : 0;
            }
            if (missing >= *lacks) continue;
            *lacks = missing;
            best = card;
        }
    }
    return best;
}

static void reason_wanted(const Voc *s, int seat, Wares goods, int good, News *news) {
    int lacks, card = wanted_by(s, seat, goods, good, &lacks);
    if (card < 0)
        because(news, seat, 0, -1, voc_goods[good], N_("No contract in the row asks for {items}."));
    else if (lacks == 0)
        because(news, seat, voc_contracts[card].value, -1, NULL,
                N_("It completes a contract worth {n}."));
    else
        tell_m(because(news, seat, lacks, -1, NULL,
                       N_("A contract worth {m} asks for it: {n} more {n?is|are} lacking then.")),
               voc_contracts[card].value);
}

static void trade_reason(const Voc *s, int seat, bool takes, News *news) {
    const Voyage *v = &s->scene.voyage;
    int port = v->walk.noted[v->call], good = voc_ports[port].good;
    if (takes) {
        reason_wanted(s, seat,
                      wares_of(voc_home_goods(s, seat)) + afloat(s, seat) + count_one(good), good,
                      news);
        if (count_of(s->ports, port) == 1)
            because(news, seat, 0, -1, NULL, N_("It is the last one here."));
    } else if (v->call + 1 < v->walk.visits) {
        because(news, seat, 0, -1, voc_ports[v->walk.noted[v->call + 1]].name,
                N_("{items} comes next on this voyage, and has what is wanted more."));
    }
}

/* --- deals ------------------------------------------------------------------------------------ */

/* What a swap brings a seat, in daalders. */
static int swap_gain(const Voc *s, int seat, Wares gives, Wares gets, int sum) {
    Book book = book_of(s, seat, -1);
    Wares goods = wares_of(voc_home_goods(s, seat));
    return (book_worth(&book, goods - gives + gets) - book_worth(&book, goods)) / DAALDER + sum;
}

static void reason_swap(const Voc *s, int seat, int other, Wares gives, Wares gets, int sum,
                        Verb verb, News *news) {
    int mine = swap_gain(s, seat, gives, gets, sum),
        theirs = swap_gain(s, other, gets, gives, -sum);
    bool refuses = verb == VERB_REFUSE;
    because(news, seat, mine, -1, NULL,
            mine <= 0 ? N_("It brings you nothing that a contract pays for.")
            : refuses ? N_("But by the contracts of the row it would bring you about {n}.")
                      : N_("By the contracts of the row it brings you about {n}."));
    if (verb != VERB_OFFER && theirs > 0) /* who proposed it has a use for it, known or not */
        because(news, seat, theirs, other, NULL, N_("{other} gains about {n} by it."));
    else if (verb == VERB_OFFER)
        because(news, seat, theirs, other, NULL,
                theirs > 0 ? N_("{other} gains about {n} by it and may well accept.")
                           : N_("{other} has no use for it."));
    if (gets && !refuses)
        for (int good = 0; good < GOODS; good++)
            if (count_of(gets, good)) {
                reason_wanted(s, seat, wares_of(voc_home_goods(s, seat)) - gives + gets, good,
                              news);
                return;
            }
}

static void deal_reason(const Voc *s, int seat, Move m, News *news) {
    const Deals *d = &s->scene.deals;
    Wares give = 0, want = 0;
    switch (m.verb) {
    case VERB_OFFER:
        for (int i = 4; i < m.count; i++)
            *(i < 4 + m.item[3] ? &give : &want) += count_one(token_good(m.item[i]));
        reason_swap(s, seat, m.item[0], give, want, m.item[2] - m.item[1], VERB_OFFER, news);
        break;
    case VERB_ACCEPT:
    case VERB_REFUSE:
        if (!voc_deal_holds(s, m.item[0]))
            because(news, seat, 0, -1, NULL, N_("It can no longer be accepted."));
        else
            reason_swap(s, seat, m.item[0], wares_of(d->want[m.item[0]]),
                        wares_of(d->give[m.item[0]]), d->sum[m.item[0]], (Verb)m.verb, news);
        break;
    default:
        because(news, seat, 0, -1, NULL, N_("No swap here helps you more than it costs."));
        break;
    }
}

/* --- claims ----------------------------------------------------------------------------------- */

/* Another seat that could deliver the card and has not passed; -1: none. */
static int rival_of(const Voc *s, int seat, int card) {
    const Auction *a = &s->scene.auction;
    for (int other = 0; other < s->players; other++) {
        if (other == seat || a->passed >> other & 1) continue;
        for (int side = 0; side < voc_sides(card); side++)
            if (voc_able(s, other, card, side)) return other;
    }
    return -1;
}

static void claim_reason(const Voc *s, int seat, Move m, News *news) {
    const Auction *a = &s->scene.auction;
    int card = s->row[a->at], value = voc_contracts[card].value, rival = rival_of(s, seat, card);
    switch (m.verb) {
    case VERB_CLAIM:
        if (rival < 0)
            because(news, seat, value, -1, NULL,
                    N_("Nobody else can deliver: the whole value, {n}, is yours."));
        else
            because(news, seat, value - m.item[0], rival, NULL,
                    N_("{other} can deliver too; {n} below its value."));
        if (a->at == 0 && s->rows >= ROW_LIMIT - 1)
            because(news, seat, value, -1, NULL,
                    N_("Left in the row, it would soon go to Amsterdam: {n} against all of you."));
        break;
    case VERB_HUSH:
        because(news, seat, m.item[1], m.item[0], NULL,
                N_("{n} to {other} costs less than a lower price."));
        break;
    case VERB_PASS: because(news, seat, 0, -1, NULL, N_("Your goods bring more elsewhere.")); break;
    default:
        if (rival >= 0) because(news, seat, 0, rival, NULL, N_("{other} may still go lower."));
        break;
    }
}

/* --- investments ------------------------------------------------------------------------------ */

static void invest_reason(const Voc *s, int seat, Move m, News *news) {
    Voc after = *s;
    int card = m.item[0], lacks = 99;
    switch (m.verb) {
    case VERB_OUTFIT:
        voc_apply(&after, seat, m, NULL);
        if (voc_captain(&after, card) == seat && voc_captain(s, card) != seat)
            because(news, seat, 0, -1, voc_ships[card],
                    N_("You would be captain of ship {items}."));
        if (m.item[2])
            because(news, seat, m.item[2], -1, NULL,
                    N_("{n} {n?merchant|merchants} can bring goods home for you."));
        if (m.item[1])
            because(news, seat, m.item[1], -1, NULL,
                    N_("{n} {n?sailor|sailors}: a word each, at sea."));
        break;
    case VERB_SIGN:
    case VERB_TAKEOVER:
        for (int side = 0; side < voc_sides(card); side++) {
            Wares need = voc_contracts[card].need[side],
                  goods = wares_of(voc_home_goods(s, seat)) + afloat(s, seat);
            int missing = 0;
            for (int good = 0; good < GOODS; good++) {
                int short_of = count_of(need, good) - count_of(goods, good);
                missing += short_of > 0 ? short_of : 0;
            }
            if (missing < lacks) lacks = missing;
        }
        tell_m(because(news, seat, voc_contracts[card].value, -1, NULL,
                       lacks ? N_("It is worth {n}, and {m} of its goods are still lacking.")
                             : N_("It is worth {n}, and you have all it asks for.")),
               lacks);
        if (lacks)
            because(news, seat, voc_contracts[card].penalty, -1, NULL,
                    N_("If it is not delivered in time, it costs {n}."));
        break;
    case VERB_TIGHTEN:
        because(news, seat, 0, -1, NULL, N_("It frees a later year, and ties you to this one."));
        break;
    case VERB_RECALL:
        because(news, seat, 0, -1, voc_ships[card], N_("Your men do nothing on ship {items}."));
        break;
    default: because(news, seat, 0, -1, NULL, N_("Nothing else is worth an action.")); break;
    }
}

/* --- the warehouse ---------------------------------------------------------------------------- */

/* Why nothing is kept, or what speaks against it. */
static void empty_store_reason(const Voc *s, int seat, News *news) {
    Wares goods = wares_of(voc_home_goods(s, seat));
    int years = s->until - s->year - 1, wanted = -1;
    for (int good = 0; good < GOODS && wanted < 0; good++) {
        int lacks;
        if (count_of(goods, good) && wanted_by(s, seat, goods, good, &lacks) >= 0) wanted = good;
    }
    if (wanted < 0)
        because(news, seat, 0, -1, NULL, N_("Nothing of it is asked for."));
    else if (years <= SOON_OVER)
        because(news, seat, 0, -1, voc_goods[wanted],
                N_("You will hardly have time left to deliver it: {items}."));
    else
        because(news, seat, 0, -1, voc_goods[wanted],
                N_("But a contract in the row asks for {items}."));
}

static void keep_reason(const Voc *s, int seat, Move m, News *news) {
    Wares kept = 0;
    for (int i = 0; i < m.count; i++)
        kept += count_one(token_good(m.item[i]));
    if (!kept) empty_store_reason(s, seat, news);
    for (int good = 0; good < GOODS; good++)
        if (count_of(kept, good)) reason_wanted(s, seat, kept, good, news);
}

void voc_reason(const void *state, int seat, Move m, News *news) {
    const Voc *s = state;
    switch ((Phase)s->phase) {
    case PHASE_INVEST: invest_reason(s, seat, m, news); break;
    case PHASE_SAIL:
        if (m.verb == VERB_STAY)
            stay_reason(s, seat, news);
        else
            sail_reason(s, seat, m, news);
        break;
    case PHASE_TRADE: trade_reason(s, seat, m.verb == VERB_TAKE, news); break;
    case PHASE_DEALS: deal_reason(s, seat, m, news); break;
    case PHASE_CONTRACT: claim_reason(s, seat, m, news); break;
    case PHASE_DELIVER:
        if (m.verb == VERB_DELIVER)
            because(news, seat, voc_contracts[m.item[0]].value, -1, NULL,
                    N_("It is paid {n} now."));
        break;
    case PHASE_STORE: keep_reason(s, seat, m, news); break;
    case PHASE_VOYAGE:
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL:
    case PHASE_OVER: break;
    }
}
