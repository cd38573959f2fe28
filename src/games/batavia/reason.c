/* reason.c: what speaks for a move of Batavia, in words: seals won and lost, counters, tiles,
   bills. Read from the open rows and from the player's own hand. */
#include "games/batavia/state.h"

enum { FEW_CARDS = 5 };

/* The most cards of a company another player has open; into `who` whose they are. */
static int rival_row(const Batavia *s, int seat, int company, int *who) {
    int most = 0;
    *who = -1;
    for (int other = 0; other < s->players; other++) {
        int row = cards_of(s->open[other], company);
        if (other == seat || row <= most) continue;
        most = row;
        *who = other;
    }
    return most;
}

/* A company the packet lets him lead where his own cards do not; -1: none. */
static int opened_lead(const Batavia *s, int seat) {
    for (int company = 0; company < COMPANIES; company++) {
        int who, rival = rival_row(s, seat, company, &who),
                 own = cards_of(s->open[seat], company) + cards_of(s->hand[seat], company);
        if (own <= rival && own + cards_of(s->packet, company) > rival) return company;
    }
    return -1;
}

static void bid_reason(const Batavia *s, int seat, int bills, News *news) {
    int lead = opened_lead(s, seat), cards = cards_count(s->packet);
    if (lead >= 0)
        because(news, seat, 0, -1, batavia_companies[lead],
                N_("With this packet you can take the seal: {items}."));
    tell_m(
        because(news, seat, cards, -1, NULL, N_("{n} {n?card|cards} for {m}, and you play first.")),
        bills);
    if (s->bills[seat] == bills)
        because(news, seat, 0, -1, NULL, N_("But no bill would be left for the next sale."));
    else if (s->bills[seat] - bills < 3)
        because(news, seat, s->bills[seat] - bills, -1, NULL,
                N_("But only {n} {n?bill|bills} would be left for the next sale."));
}

static void pass_reason(const Batavia *s, int seat, News *news) {
    int share = s->high / (s->players - 1);
    if (s->bills[seat] <= s->high) {
        because(news, seat, s->high, -1, NULL, N_("You have too few bills to go beyond {n}."));
        return;
    }
    if (s->leader != NOBODY && share > 0)
        because(news, seat, share, s->leader, NULL,
                N_("If {other} wins, about {n} of the bills {n?comes|come} to you."));
    if (opened_lead(s, seat) < 0)
        because(news, seat, 0, -1, NULL, N_("The packet opens no new seal to you."));
    else
        because(news, seat, s->bills[seat], -1, NULL,
                N_("Your {n} bills will serve in a cheaper sale."));
}

static void draw_reason(const Batavia *s, int seat, News *news) {
    Outlook o = batavia_outlook(s, seat);
    int cards = batavia_hand_size(s, seat);
    if (!o.could) because(news, seat, 0, -1, NULL, N_("No seal is within your reach now."));
    if (cards <= FEW_CARDS)
        because(news, seat, cards, -1, NULL, N_("You hold only {n} {n?card|cards}."));
    else if (o.could)
        because(news, seat, 0, -1, NULL, N_("Two more cards make a majority surer."));
}

/* The pirates come if the row grows by so many: what they sink. */
static void reason_pirates(const Batavia *s, int seat, Cards more, News *news) {
    Cards fleet = batavia_fleet(s) + more;
    if (cards_count(fleet) < batavia_limit(s)) return;
    because(news, seat, 0, -1, batavia_companies[mark_first(batavia_largest(fleet))],
            N_("But it calls the pirates, who sink {items}."));
}

static void lay_reason(const Batavia *s, int seat, int company, int n, News *news) {
    const char *name = batavia_companies[company];
    int who, rival = rival_row(s, seat, company, &who), mine = cards_of(s->open[seat], company) + n,
             holder = s->seal[company], told = news->count;
    if (mine > rival && holder != NOBODY && holder != seat)
        because(news, seat, 0, holder, name, N_("It takes the seal from {other}: {items}."));
    else if (mine > rival && holder == seat)
        because(news, seat, mine - rival, -1, name,
                N_("It makes your seal surer: {items}, {n} ahead."));
    else if (mine > rival)
        because(news, seat, mine - rival, -1, name,
                N_("It wins you the seal: {items}, {n} ahead."));
    else if (mine == rival && holder == who)
        because(news, seat, 0, who, name,
                N_("It leaves a company without a majority, {items}: {other} loses the seal."));
    if (mine == rival + 1 && who >= 0 && rival > 0)
        because(news, seat, 0, who, NULL, N_("One card of {other} would level it."));
    if (news->count == told)
        because(news, seat, 0, -1, NULL,
                s->laid ? N_("No seal changes hands by it.")
                        : N_("To advance one must lay at least one card."));
    reason_pirates(s, seat, s->laid + cards_some(company, n), news);
}

static void counter_reason(const Batavia *s, int seat, int good, News *news) {
    int mine = batavia_crates(s, good, seat) + 1, most = 0, who = -1;
    for (int other = 0; other < s->players; other++) {
        int crates = batavia_crates(s, good, other);
        if (other == seat || crates <= most) continue;
        most = crates;
        who = other;
    }
    const char *text = mine > most + 1 ? N_("It settles your lead at a counter of {n}: {items}.")
                       : mine > most   ? N_("You lead at a counter of {n}: {items}.")
                       : mine == most
                           ? N_("You draw level with {other} at a counter of {n}: {items}.")
                           : N_("{other} is still ahead at this counter: {items}.");
    because(news, seat, batavia_worth[good], who, batavia_goods[good], text);
}

static void sail_reason(const Batavia *s, int seat, int goal, News *news) {
    if (goal == BATAVIA) {
        because(news, seat, ARRIVAL_WORTH, -1, NULL,
                N_("The arrival is worth {n}, and this is the last round."));
        return;
    }
    int space = batavia_next(s, goal, s->space[seat]);
    if (!space) return;
    counter_reason(s, seat, tile_good(s->route[space - 1]), news);
    if (!cards_of(s->tiles[seat], goal))
        because(news, seat, batavia_exchange_worth(s->tiles[seat] + cards_some(goal, 1)), -1,
                batavia_companies[goal], N_("A first tile, {items}: an exchange would bring {n}."));
    else if (space - s->space[seat] > BLOCK)
        because(news, seat, space - s->space[seat] - 1, -1, NULL,
                N_("But it leaves {n} spaces behind you."));
}

static void exchange_reason(const Batavia *s, int seat, bool exchanges, News *news) {
    Marks missing = MARKS_ALL & ~cards_held(s->tiles[seat]);
    if (exchanges)
        because(news, seat, batavia_exchange_worth(s->tiles[seat]), -1, NULL,
                N_("It brings {n} gold at once."));
    else if (missing)
        because(news, seat,
                batavia_exchange_worth(s->tiles[seat] + cards_some(mark_first(missing), 1)), -1,
                NULL, N_("With one more company the tiles would bring {n}."));
}

void batavia_reason(const void *state, int seat, Move m, News *news) {
    const Batavia *s = state;
    switch ((Verb)m.verb) {
    case VERB_BID: bid_reason(s, seat, m.item[0], news); break;
    case VERB_PASS: pass_reason(s, seat, news); break;
    case VERB_DRAW: draw_reason(s, seat, news); break;
    case VERB_LAY: lay_reason(s, seat, m.item[0], m.item[1], news); break;
    case VERB_SAIL: sail_reason(s, seat, m.item[0], news); break;
    case VERB_EXCHANGE:
    case VERB_KEEP: exchange_reason(s, seat, m.verb == VERB_EXCHANGE, news); break;
    case VERB_AUCTIONEER:
    case VERB_STALL:
    case VERB_DEAL:
    case VERB_DIE:
    case VERB_PACKET:
    case VERB_CARD:
    case VERB_HAND:
    case VERBS: break;
    }
}
