/* reason.c: what speaks for a move of Byzanz, in words. Everything is read from the player's own
   hand, from what lies open, and from the cards everyone has seen in the hands of others. */
#include "games/byzanz/state.h"

enum { SET = 3, PAIR = 2, LITTLE = 2 /* a value, or a bid, that is not worth a word */ };

/* The type of which `cards` bring a hand to so many: the one with the highest card; -1: none. One
   trader counts for a set, as nobody would call two of them and a single card one. */
static int completes(Pile hand, Pile cards, int wanted) {
    int found = -1, most = 0;
    for (int type = 0; type < TYPES; type++) {
        Pile all = pile_type(pile_plus(hand, cards), type);
        int before = pile_count(pile_type(hand, type)), after = pile_count(all);
        int own = wanted == SET ? pile_traders(hand) : 0,
            traders = wanted == SET ? own + pile_traders(cards) : 0;
        if (after < PAIR || before + own >= wanted || after + traders < wanted) continue;
        if (kind_value(pile_first(all)) <= most) continue;
        found = type;
        most = kind_value(pile_first(all));
    }
    return found;
}

/* The type of which `cards` make a set that a trader of the hand would have completed; -1: none. */
static int frees_trader(Pile hand, Pile cards) {
    for (int type = 0; type < TYPES; type++) {
        int before = pile_count(pile_type(hand, type)),
            after = before + pile_count(pile_type(cards, type));
        if (before < SET && before + pile_traders(hand) >= SET && after >= SET) return type;
    }
    return -1;
}

/* What cards would make of a hand. */
static bool reason_gain(int seat, Pile hand, Pile cards, News *news) {
    int set = completes(hand, cards, SET), pair = completes(hand, cards, PAIR),
        freed = frees_trader(hand, cards);
    if (set >= 0)
        because(news, seat, 0, -1, byzanz_types[set], N_("It completes a set: {items}."));
    else if (freed >= 0)
        because(news, seat, 0, -1, byzanz_types[freed],
                N_("It makes a set without a trader: {items}."));
    else if (pair >= 0)
        because(news, seat, 0, -1, byzanz_types[pair],
                N_("It brings a pair of {items}, which one card completes."));
    else if (pile_traders(cards))
        because(news, seat, pile_traders(cards), -1, NULL,
                N_("It brings {n} {n?trader, who fits|traders, who fit} into any set."));
    return set >= 0 || freed >= 0 || pair >= 0 || pile_traders(cards) > 0;
}

/* The type of a set or a pair that these cards break; -1: none. */
static int breaks(Pile hand, Pile cards) {
    for (int type = 0; type < TYPES; type++) {
        int held = pile_count(pile_type(hand, type)), gone = pile_count(pile_type(cards, type));
        int whole = held >= SET ? SET : PAIR;
        if (gone && held >= whole && held - gone < whole) return type;
    }
    return -1;
}

/* Who is known to hold two or more of a type, the seat aside; -1: nobody. */
static int gatherer(const Byzanz *s, int seat, int type) {
    for (int other = 0; other < s->players; other++)
        if (other != seat && pile_count(pile_type(s->known[other], type)) >= PAIR) return other;
    return -1;
}

static void bid_reason(const Byzanz *s, int seat, Move m, News *news) {
    Pile paid = byzanz_cards_of(m), hand = pile_minus(s->hand[seat], paid);
    int broken = breaks(s->hand[seat], paid),
        held = pile_count(hand) + pile_count(s->lot) - 1; /* one of the lot goes to the market */
    reason_gain(seat, hand, s->lot, news);
    if (broken >= 0)
        because(news, seat, 0, -1, byzanz_types[broken], N_("But it breaks your {items}."));
    else
        because(news, seat, 0, -1, NULL, N_("You pay with cards that are in no set of yours."));
    if (held > HAND_LIMIT)
        because(news, seat, held, -1, NULL,
                N_("You would hold {n} cards: sell a set then, or throw some away."));
}

static void pass_reason(const Byzanz *s, int seat, News *news) {
    Pile back = pile_plus(s->hand[seat], s->bid[seat]);
    bool helps = completes(back, s->lot, SET) >= 0 || completes(back, s->lot, PAIR) >= 0;
    if (pile_value(back) <= s->high)
        because(news, seat, s->high, -1, NULL, N_("Your cards do not go beyond {n}."));
    else if (s->leader != NOBODY && s->leader != seat && (!helps || s->high > LITTLE))
        because(news, seat, s->high, s->leader, NULL,
                helps ? N_("{other} has bid {n} already: too dear for what it brings you.")
                      : N_("{other} pays {n} for cards that do little for you."));
    else if (!helps)
        because(news, seat, 0, -1, NULL, N_("The lot goes with nothing you hold."));
    because(news, seat, 0, -1, NULL, N_("You keep your cards, and a smaller lot comes."));
}

/* What the last cards of the game do: no bid comes any more, only the final sale. */
static void last_reason(const Byzanz *s, int seat, Pile cards, News *news) {
    Pile sets[CARDS / 3];
    int before, after;
    byzanz_best_sales(s->hand[seat], sets, &before);
    byzanz_best_sales(pile_plus(s->hand[seat], cards), sets, &after);
    because(news, seat, after - before, -1, NULL,
            after > before ? N_("It adds {n} {n?point|points} to your last sale.")
                           : N_("At equal points the cards in hand decide."));
}

static void take_reason(const Byzanz *s, int seat, int type, News *news) {
    Pile cards = pile_type(s->market, type);
    if (!s->deck) {
        last_reason(s, seat, cards, news);
        return;
    }
    int rival = type < TYPES ? gatherer(s, seat, type) : -1;
    if (!reason_gain(seat, s->hand[seat], cards, news) && rival < 0)
        because(news, seat, pile_value(cards), -1, NULL, N_("It is worth {n} in the next bids."));
    if (rival >= 0)
        because(news, seat, 0, rival, byzanz_types[type], N_("{other} gathers {items}."));
}

static void give_reason(const Byzanz *s, int seat, int card, News *news) {
    int type = kind_type(card), rival = type < TYPES ? gatherer(s, seat, type) : -1;
    Pile rest = pile_plus(s->hand[seat], pile_minus(s->lot, pile_one(card)));
    if (type < TYPES && pile_count(pile_type(rest, type)) == 0)
        because(news, seat, 0, -1, NULL, N_("It goes with nothing you hold."));
    else if (type < TYPES)
        because(news, seat, kind_value(card), -1, NULL,
                kind_value(card) > LITTLE ? N_("But it is worth {n}.")
                                          : N_("Its value is only {n}."));
    if (rival >= 0)
        because(news, seat, 0, rival, byzanz_types[type], N_("But {other} gathers {items}."));
}

static void done_reason(const Byzanz *s, int seat, News *news) {
    Pile sets[CARDS / 3];
    int points;
    if (byzanz_best_sales(s->hand[seat], sets, &points))
        because(news, seat, points, -1, NULL, N_("You would leave {n} {n?point|points} unsold."));
    else
        because(news, seat, 0, -1, NULL, N_("No set is left to sell."));
}

void byzanz_reason(const void *state, int seat, Move m, News *news) {
    const Byzanz *s = state;
    switch ((Verb)m.verb) {
    case VERB_BID: bid_reason(s, seat, m, news); break;
    case VERB_PASS: pass_reason(s, seat, news); break;
    case VERB_TAKE: take_reason(s, seat, m.item[0], news); break;
    case VERB_GIVE: give_reason(s, seat, m.item[0], news); break;
    case VERB_SELL:
        because(news, seat, m.item[0] == TRADER ? TRADER_WORTH : kind_value(m.item[0]), -1, NULL,
                N_("It scores {n}."));
        if (s->phase == PHASE_OVERFLOW) because(news, seat, 0, -1, NULL, N_("It makes room."));
        break;
    case VERB_DISCARD:
        if (pile_count(pile_type(s->hand[seat], kind_type(m.item[0]))) < PAIR)
            because(news, seat, 0, -1, NULL, N_("It goes with nothing you hold."));
        because(news, seat, 0, -1, NULL, N_("It makes room."));
        break;
    case VERB_DONE: done_reason(s, seat, news); break;
    case VERB_DEALER:
    case VERB_DEAL:
    case VERB_LOT:
    case VERBS: break;
    }
}
