/* check.c: whether a move may be played, and if not, why. */
#include "games/comptoir/cards.h"

#define NO_MOVE REFUSED(N_("This is not a move of Comptoir des Antilles."))

static Reason check_ship(const Comptoir *s, int quay) {
    return s->ship[quay].size ? ALLOWED : REFUSED(N_("There is no ship at quay {n}."), quay + 1);
}

/* Whether porters can be brought aboard by `seat`. */
static Reason check_open(const Comptoir *s, int seat, int quay) {
    Reason why = check_ship(s, quay);
    if (why.text) return why;
    if (!ship_open(&s->ship[quay], seat))
        return REFUSED(N_("Exclusivity: only its owner brings porters aboard at quay {n}."),
                       quay + 1);
    return ALLOWED;
}

/* Where porters go from one ship to its neighbour: the common part of moving and exchanging. */
static Reason check_way(const Comptoir *s, int seat, int from, int to) {
    if (from - to != 1 && to - from != 1)
        return REFUSED(N_("Porters change only between neighbouring quays.")); /* C-34 */
    Reason why = check_open(s, seat, to);
    if (why.text) return why;
    if (!s->ship[from].porters[seat])
        return REFUSED(N_("You have no porter at quay {n}."), from + 1);
    return ALLOWED;
}

static Reason check_moving(const Comptoir *s, int seat, const Relation *relation, Move m) {
    int from = m.item[PLAY_FROM] - 1, to = m.item[PLAY_TO] - 1, n = m.item[PLAY_MOVED];
    if (from < 0 && to < 0 && n == 0) return ALLOWED;
    if (from < 0 || to < 0 || n == 0) return NO_MOVE;
    Reason why = check_way(s, seat, from, to);
    if (why.text) return why;
    if (n > relation->reach)
        return REFUSED(N_("This relation moves at most {n} {n?porter|porters}."), relation->reach);
    if (n > s->ship[from].porters[seat])
        return REFUSED(N_("You have not so many porters at quay {n}."), from + 1);
    if (n > ship_room(&s->ship[to]))
        return REFUSED(N_("There is not so much room at quay {n}."), to + 1);
    return ALLOWED;
}

static Reason check_rival(const Comptoir *s, int seat, int other, int quay) {
    if (other >= s->players) return REFUSED(N_("There is no such seat."));
    if (other == seat) return REFUSED(N_("Name the porter of another player."));
    if (!s->ship[quay].porters[other])
        return REFUSED(N_("That player has no porter at quay {n}."), quay + 1);
    return ALLOWED;
}

static Reason check_swapping(const Comptoir *s, int seat, Move m) {
    int from = m.item[PLAY_FROM] - 1, to = m.item[PLAY_TO] - 1, other = m.item[PLAY_OTHER] - 1;
    if (from < 0 && to < 0 && other < 0) return ALLOWED;
    if (from < 0 || to < 0 || other < 0)
        return REFUSED(N_("An exchange names both quays and the other player."));
    Reason why = check_way(s, seat, from, to);
    if (why.text) return why;
    why = check_open(s, seat, from); /* his porter comes aboard there, by this player's doing */
    if (why.text) return why;
    return check_rival(s, seat, other, to);
}

static Reason check_favour(const Comptoir *s, int seat, const Relation *relation, Move m) {
    bool way = m.item[PLAY_FROM] || m.item[PLAY_TO], other = m.item[PLAY_OTHER] != 0;
    Favour favour = (Favour)relation->favour;
    if (way && favour != FAVOUR_MOVE && favour != FAVOUR_SWAP)
        return REFUSED(N_("This relation moves no porters."));
    if (other && favour != FAVOUR_SWAP && favour != FAVOUR_SEND)
        return REFUSED(N_("This relation does nothing to other players’ porters."));
    if (m.item[PLAY_MOVED] && favour != FAVOUR_MOVE) return NO_MOVE;
    switch (favour) {
    case FAVOUR_NONE: return ALLOWED;
    case FAVOUR_MOVE: return check_moving(s, seat, relation, m);
    case FAVOUR_SWAP: return check_swapping(s, seat, m);
    case FAVOUR_SEND:
        if (!other) return ALLOWED;
        if (!m.item[PLAY_QUAY] || m.item[PLAY_QUAY + 1])
            return REFUSED(N_("Name the one quay the porter is sent home from."));
        return check_rival(s, seat, m.item[PLAY_OTHER] - 1, m.item[PLAY_QUAY] - 1);
    }
    return NO_MOVE;
}

/* The placing, once the favour is known to be possible. */
static Reason check_placing(const Comptoir *s, int seat, const Relation *relation, Move m) {
    if (relation->favour == FAVOUR_SEND && m.item[PLAY_OTHER]) return ALLOWED;
    Port port = comptoir_port(s, seat);
    unsigned able = port.able, quays = 0;
    if (relation->favour == FAVOUR_MOVE && m.item[PLAY_FROM] &&
        lane(port.room, m.item[PLAY_TO] - 1) == m.item[PLAY_MOVED])
        able &= ~(1u << (m.item[PLAY_TO] - 1)); /* C-3 */
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++) {
        int quay = m.item[i] - 1;
        Reason why = check_open(s, seat, quay);
        if (why.text) return why;
        if (!port.home) return REFUSED(N_("You have no porter ashore."));
        if (!(able >> quay & 1))
            return REFUSED(N_("There is not so much room at quay {n}."), quay + 1);
        quays |= 1u << quay;
    }
    Choices choices = comptoir_placings(relation, able, port.home);
    for (int i = 0; i < choices_count(choices); i++)
        if (choice_number(choices, i) == quays) return ALLOWED;
    int ships = quays_in(choice_number(choices, 0));
    if (quays_in(quays) == ships)
        return REFUSED(N_("This relation places porters at neighbouring quays."));
    return REFUSED(N_("This relation must place porters at exactly {n} {n?quay|quays} now."),
                   ships);
}

/* True when the items of a card stand as VERB_PLAY wants them: cards and quays that exist, quays
   rising and without a gap. */
static bool play_formed(Move m) {
    if (m.count != PLAY_ITEMS || m.item[PLAY_CARD] >= RELATIONS) return false;
    if (m.item[PLAY_FROM] > QUAYS || m.item[PLAY_TO] > QUAYS) return false;
    for (int i = PLAY_QUAY; i < PLAY_ITEMS; i++) {
        if (m.item[i] > QUAYS) return false;
        if (i > PLAY_QUAY && m.item[i] && m.item[i] <= m.item[i - 1]) return false;
        if (i > PLAY_QUAY && m.item[i] && !m.item[i - 1]) return false;
    }
    return true;
}

static Reason check_play(const Comptoir *s, int seat, Move m) {
    if (!play_formed(m)) return NO_MOVE;
    if (s->card != NO_CARD) return REFUSED(N_("You have already played a relation this turn."));
    if (!(s->relations[seat] >> m.item[PLAY_CARD] & 1))
        return REFUSED(N_("This relation is played; it comes back after your last one."));
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    Reason why = check_favour(s, seat, relation, m);
    return why.text ? why : check_placing(s, seat, relation, m);
}

static Reason check_put(const Comptoir *s, int seat, Move m) {
    if (m.count != 2 || m.item[0] == NO_EVENT || m.item[0] >= EVENTS || m.item[1] >= QUAYS)
        return NO_MOVE;
    if (!tiles_of(s->held[seat], m.item[0])) return REFUSED(N_("You do not have this event."));
    if (s->put) return REFUSED(N_("You have already put an event this turn.")); /* C-20 */
    Reason why = check_ship(s, m.item[1]);
    if (why.text) return why;
    if (s->ship[m.item[1]].event) /* C-21 */
        return REFUSED(N_("An event already lies at quay {n}."), m.item[1] + 1);
    return ALLOWED;
}

static Reason check_bid(const Comptoir *s, int seat, Move m) {
    if (m.count != 1) return NO_MOVE;
    if (m.item[0] <= s->high) return REFUSED(N_("A bid must beat {n}."), s->high);
    if (m.item[0] > s->score[seat])
        return REFUSED(N_("You have only {n} {n?prime|primes}."), s->score[seat]); /* C-18 */
    return ALLOWED;
}

static Reason check_slate(const Comptoir *s, int seat, Move m) {
    if (m.count != 1) return NO_MOVE;
    if (m.item[0] >= s->players) return REFUSED(N_("There is no such seat."));
    if (!(comptoir_slateable(s, &s->ship[s->sailing], seat) >> m.item[0] & 1)) /* C-10 */
        return REFUSED(N_("The slate goes to another player who had a porter aboard."));
    return ALLOWED;
}

static Reason check_load(const Comptoir *s, int seat, Move m) {
    Goods given = 0;
    unsigned fresh = s->fresh;
    if (m.count % 2) return NO_MOVE;
    for (int i = 0; i < m.count; i += 2, fresh &= fresh - 1) {
        if (m.item[i + 1] >= GOODS) return NO_MOVE;
        if (!fresh || m.item[i] != __builtin_ctz(fresh))
            return REFUSED(N_("Name each new ship once, lowest quay first."));
        given += goods_one(m.item[i + 1]);
    }
    if (fresh) return REFUSED(N_("Name each new ship once, lowest quay first."));
    if (!goods_has(s->hand[seat], given)) return REFUSED(N_("You do not hold these goods."));
    return ALLOWED;
}

/* The phase each verb of a player belongs to, and what to say in another. */
static Reason check_phase(const Comptoir *s, Verb verb) {
    Phase phase = (Phase)s->phase;
    switch (verb) {
    case VERB_AUCTION:
    case VERB_PUT:
    case VERB_PLAY:
    case VERB_END:
        if (phase == PHASE_TURN) return ALLOWED;
        return REFUSED(N_("Something else must be settled first."));
    case VERB_BID:
    case VERB_PASS:
        return phase == PHASE_AUCTION ? ALLOWED : REFUSED(N_("There is no auction now."));
    case VERB_SAIL:
        return phase == PHASE_SAIL ? ALLOWED : REFUSED(N_("No ships wait to leave now."));
    case VERB_SLATE:
    case VERB_PAY:
        return phase == PHASE_SLATE ? ALLOWED : REFUSED(N_("No commission is to be settled now."));
    case VERB_LOAD:
        return phase == PHASE_LOAD ? ALLOWED : REFUSED(N_("No new ship waits for goods now."));
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance draws."));
}

Reason comptoir_check(const void *state, int seat, Move m) {
    const Comptoir *s = state;
    if (s->phase == PHASE_OVER) return REFUSED(N_("The game is over."));
    if (seat == CHANCE) return check_chance(s, comptoir_moves, m);
    if (seat < 0 || seat >= s->players) return REFUSED(N_("There is no such seat."));
    if (!move_formed(m, VERBS)) return NO_MOVE;
    if (s->acting != seat) return NOT_YOUR_TURN;
    Reason why = check_phase(s, (Verb)m.verb);
    if (why.text) return why;
    switch ((Verb)m.verb) {
    case VERB_AUCTION: return m.count ? NO_MOVE : comptoir_may_auction(s);
    case VERB_BID: return check_bid(s, seat, m);
    case VERB_PASS:
        if (m.count) return NO_MOVE;
        return s->leader == NOBODY ? REFUSED(N_("Who asked for the auction must open it."))
                                   : ALLOWED;
    case VERB_PUT: return check_put(s, seat, m);
    case VERB_PLAY: return check_play(s, seat, m);
    case VERB_SAIL:
        if (m.count != 1 || m.item[0] >= QUAYS) return NO_MOVE;
        return s->leaving >> m.item[0] & 1
                   ? ALLOWED
                   : REFUSED(N_("The ship at quay {n} is not full."), m.item[0] + 1);
    case VERB_SLATE: return check_slate(s, seat, m);
    case VERB_PAY: return m.count ? NO_MOVE : ALLOWED;
    case VERB_LOAD: return check_load(s, seat, m);
    case VERB_END:
        if (m.count) return NO_MOVE;
        return s->card == NO_CARD ? REFUSED(N_("You must play a relation.")) : ALLOWED;
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
    return NO_MOVE;
}
