/* check.c: a move of Byzanz judged: the reason why it may not be played, in words. */
#include "games/byzanz/state.h"

/* True when the items are card kinds in order: the one form of a move. */
static bool well_formed(Move m) {
    if (!move_formed(m, VERBS)) return false;
    for (int i = 0; i < m.count; i++)
        if (m.item[i] >= KINDS || (i > 0 && m.item[i] < m.item[i - 1])) return false;
    return true;
}

static Reason check_bid(const Byzanz *s, int seat, Move m) {
    if (m.count == 0) return REFUSED(N_("A bid needs at least one goods card.")); /* Z-8 */
    if (m.count > HAND_LIMIT) return REFUSED(N_("You do not hold these cards."));
    Pile cards = byzanz_cards_of(m);
    if (pile_traders(cards)) return REFUSED(N_("A trader cannot be bid.")); /* Z-4 */
    if (!pile_has(s->hand[seat], cards)) return REFUSED(N_("You do not hold these cards."));
    if (pile_value(cards) <= byzanz_to_beat(s, seat))
        return REFUSED(N_("A bid must beat {n}."), s->high);
    return ALLOWED;
}

static Reason check_sell(const Byzanz *s, int seat, Move m) {
    if (s->phase < PHASE_LOT) return REFUSED(N_("The cards are being dealt."));
    if (!byzanz_may_sell(s, seat)) return REFUSED(N_("You cannot sell any more."));
    if (m.count != 3) return REFUSED(N_("A sale is exactly three cards."));
    for (int i = 1; i < 3; i++)
        if (m.item[i] != TRADER && kind_type(m.item[i]) != kind_type(m.item[0]))
            return REFUSED(
                N_("The cards of a sale must be of one type; traders stand in for any."));
    if (!pile_has(s->hand[seat], byzanz_cards_of(m)))
        return REFUSED(N_("You do not hold these cards.")); /* Z-11: not those in a bid */
    return ALLOWED;
}

static Reason check_card(Move m, Pile among, const char *elsewhere) {
    if (m.count != 1) return REFUSED(N_("Name exactly one card."));
    if (!pile_has(among, pile_one(m.item[0]))) return REFUSED(elsewhere);
    return ALLOWED;
}

static Reason check_take(const Byzanz *s, Move m) {
    if (m.count != 1 || m.item[0] >= MARKET_TYPES) return REFUSED(N_("Name exactly one type."));
    if (pile_empty(pile_type(s->market, m.item[0])))
        return REFUSED(N_("The market has no card of this type."));
    return ALLOWED;
}

/* The phase each verb of a player belongs to, and what to say in another. */
static Reason check_phase(const Byzanz *s, Verb verb) {
    Phase phase = (Phase)s->phase;
    switch (verb) {
    case VERB_BID:
    case VERB_PASS:
        return phase == PHASE_AUCTION ? ALLOWED : REFUSED(N_("There is no auction now."));
    case VERB_GIVE:
        return phase == PHASE_GIVE ? ALLOWED : REFUSED(N_("No card of a lot is to be given now."));
    case VERB_TAKE:
        return phase == PHASE_MARKET ? ALLOWED : REFUSED(N_("The market is closed now."));
    case VERB_DISCARD: /* Z-14 */
        return phase == PHASE_OVERFLOW
                   ? ALLOWED
                   : REFUSED(N_("Cards are discarded only while a hand has more than seven."));
    case VERB_DONE:
        return phase == PHASE_FINAL ? ALLOWED : REFUSED(N_("The final sale has not begun."));
    case VERB_DEALER:
    case VERB_DEAL:
    case VERB_LOT:
    case VERB_SELL:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance deals cards."));
}

Reason byzanz_check(const void *state, int seat, Move m) {
    const Byzanz *s = state;
    if (s->phase == PHASE_OVER) return REFUSED(N_("The game is over."));
    if (seat == CHANCE) return check_chance(s, byzanz_moves, m);
    if (seat < 0 || seat >= s->players) return REFUSED(N_("There is no such seat."));
    if (!well_formed(m)) return REFUSED(N_("This is not a move of Byzanz."));
    if (m.verb == VERB_SELL) return check_sell(s, seat, m);
    Reason phase = check_phase(s, (Verb)m.verb);
    if (phase.text) return phase;
    if (s->acting != seat) return NOT_YOUR_TURN;
    switch ((Verb)m.verb) {
    case VERB_BID: return check_bid(s, seat, m);
    case VERB_GIVE: return check_card(m, s->lot, N_("This card is not in the lot."));
    case VERB_TAKE: return check_take(s, m);
    case VERB_DISCARD: return check_card(m, s->hand[seat], N_("You do not hold this card."));
    case VERB_PASS:
    case VERB_DONE: return m.count ? REFUSED(N_("This is not a move of Byzanz.")) : ALLOWED;
    case VERB_DEALER:
    case VERB_DEAL:
    case VERB_LOT:
    case VERB_SELL:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance deals cards."));
}
