/* fleet.c: the open ships: cards laid from a hand, the seals they carry, the pirates they call.
   Seals always follow from the counts (A17); who has strictly more open cards of a company than
   every other holds its seal (A16). */
#include "games/batavia/state.h"

#include <string.h>

/* --- the fleet -------------------------------------------------------------------------------- */

Cards batavia_fleet(const Batavia *s) {
    Cards fleet = 0;
    for (int seat = 0; seat < SEATS; seat++)
        fleet += s->open[seat];
    return fleet;
}

Marks batavia_largest(Cards fleet) {
    int most = 0;
    for (int company = 0; company < COMPANIES; company++)
        if (cards_of(fleet, company) > most) most = cards_of(fleet, company);
    return cards_at_least(fleet, CARDS_ONES * (Cards)most);
}

int batavia_majority(const Batavia *s, int company) {
    int holder = NOBODY, most = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int n = cards_of(s->open[seat], company);
        if (n > most) {
            most = n;
            holder = seat;
        } else if (n == most) {
            holder = NOBODY;
        }
    }
    return holder;
}

/* --- laying and seals ------------------------------------------------------------------------- */

/* Cards of a hand are laid open. Of equal cards the known ones leave the hand first. */
void batavia_lay_open(Batavia *s, int seat, Cards cards, News *news) {
    Cards known = cards_less(s->known[seat], cards);
    Cards unknown = cards - (s->known[seat] - known);
    if (news && unknown) news->reveals = true;
    s->known[seat] = known;
    s->shown[seat] += unknown;
    s->hand[seat] -= cards;
    s->open[seat] += cards;
    tell_cards(news, "lay", seat, 0, cards, N_("You lay {items}."), N_("{seat} lays {items}."));
}

static void tell_seal(News *news, int company, int from, int to) {
    Event *event;
    if (to == NOBODY)
        event = tell(news, "unseal", from, 0, N_("Your seal goes back to the board: {items}."),
                     N_("{seat}’s seal goes back to the board: {items}."));
    else if (from == NOBODY)
        event = tell(news, "seal", to, 0, N_("You take a seal: {items}."),
                     N_("{seat} takes a seal: {items}."));
    else
        event = tell_other(tell(news, "seal", to, 0, N_("You take a seal from {other}: {items}."),
                                N_("{seat} takes a seal from {other}: {items}.")),
                           from, N_("{seat} takes a seal from you: {items}."));
    tell_item(event, batavia_companies[company]);
}

/* The seals as the counts want them, all at once: who has the most open cards of each company
   alone, a byte each as Cards are, or NOBODY. */
static Cards majorities(const Batavia *s) {
    Cards most = CARDS_ONES, first = 0, holders = 0; /* most: at least one card */
    for (int seat = 0; seat < SEATS; seat++)
        most = cards_most(most, s->open[seat]);
    for (int seat = 0; seat < SEATS; seat++) {
        Cards leads = mark_cards(cards_at_least(s->open[seat], most));
        holders += leads;
        first += leads * (Cards)seat;
    }
    Marks alone = cards_at_least(CARDS_ONES, holders) & cards_held(holders);
    Cards mask = cards_mask(alone);
    return (first & mask) | (CARDS_ONES * NOBODY & ~mask);
}

/* A17: seals always follow from the counts; only the companies of `changed` can be different. */
void batavia_settle_seals(Batavia *s, Marks changed, News *news) {
    Cards seals = majorities(s);
    for (; news && changed; changed &= changed - 1) {
        int company = mark_first(changed), from = s->seal[company], to = cards_of(seals, company);
        if (from != to) tell_seal(news, company, from, to);
    }
    memcpy(s->seal, &seals, sizeof s->seal);
}

/* --- pirates ---------------------------------------------------------------------------------- */

/* A27, A28: one attack a turn, wherever the count stands. */
void batavia_pirates(Batavia *s, News *news) {
    Cards fleet = batavia_fleet(s);
    if (cards_count(fleet) < batavia_limit(s)) return;
    Marks sunk = batavia_largest(fleet);
    Cards mask = cards_mask(sunk);
    for (int seat = 0; seat < s->players; seat++)
        s->open[seat] &= ~mask;
    s->discard += fleet & mask;
    tell_cards(news, "pirates", -1, cards_count(fleet & mask), fleet & mask,
               N_("Pirates! They sink {items}."), N_("Pirates! They sink {items}."));
    batavia_settle_seals(s, sunk, news);
}
