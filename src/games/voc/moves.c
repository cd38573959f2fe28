/* moves.c: what may be played. `moves` lists it and `check` judges it; a test holds them equal.
   Some kinds of move are too many to list (voc_vast): where to leave the home line, orders, pen
   segments, offers, sums promised and the errors of Chance. Of these `moves` lists a few plain
   ones. Of moves that name pepper by its port it lists those that differ from the same without. */
#include "games/voc/moves.h"

#include <assert.h>
#include <stdlib.h>

/* The items of a claim or delivery before its ports, and of a keep: none. */
static int ports_from(Move m) {
    return m.verb == VERB_CLAIM || m.verb == VERB_DELIVER ? 2 : 0;
}

static bool names_ports(Move m) {
    bool may = m.verb == VERB_CLAIM || m.verb == VERB_DELIVER || m.verb == VERB_KEEP;
    return may && m.count > ports_from(m) && m.count <= MOVE_ITEMS && m.item[m.count - 1] >= GOODS;
}

bool voc_vast(Move m) {
    return ((m.verb == VERB_SAIL || m.verb == VERB_STOP) && m.count) || m.verb == VERB_ORDER ||
           m.verb == VERB_PEN || m.verb == VERB_OFFER || m.verb == VERB_HUSH ||
           m.verb == VERB_DRIFT || names_ports(m);
}

/* A pen waits for nobody, nor do words and offers. An answer to an offer is meant for that very
   offer, which may have been withdrawn and another made; and a captain who sails by orders hears
   his shipmates out before the next. */
bool voc_live(const void *state, Move m) {
    const Voc *s = state;
    switch ((Phase)s->phase) {
    case PHASE_VOYAGE:
        if (m.verb == VERB_STOP) return s->scene.voyage.mode == MODE_PEN;
        return m.verb == VERB_PEN || (m.verb >= VERB_SAY && m.verb <= VERB_CHAT);
    case PHASE_DEALS: return m.verb == VERB_OFFER || m.verb == VERB_WITHDRAW || m.verb == VERB_DONE;
    case PHASE_DELIVER: return m.verb == VERB_DELIVER;
    case PHASE_STORE: return m.verb == VERB_KEEP;
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_INVEST:
    case PHASE_SAIL:
    case PHASE_LANDFALL:
    case PHASE_TRADE:
    case PHASE_CONTRACT:
    case PHASE_OVER: break;
    }
    return false;
}

bool voc_haggles(const void *state) {
    return ((const Voc *)state)->phase == PHASE_CONTRACT;
}

/* A voyage by orders takes dozens of them, and a word or silence of each shipmate in between. */
bool voc_brisk(const void *state) {
    return ((const Voc *)state)->phase == PHASE_VOYAGE;
}

/* A steady hand needs two minutes for the longest voyage. */
int voc_stretch(const void *state) {
    return voc_brisk(state) ? 300 : 0;
}

/* --- investments ------------------------------------------------------------------------------ */

static Reason check_outfit(const Voc *s, int seat, Move m) {
    int ship = m.item[0], men = m.item[1] + m.item[2];
    if (ship >= SHIPS) return REFUSED(N_("A ship is A, B, C or D."));
    if (s->ship[ship].flags & AT_SEA) return REFUSED(N_("This ship is not at Middelburg."));
    if (!s->men[seat]) return REFUSED(N_("You have no man left."));
    int most = voc_outfit_most(s, seat, ship);
    if (!most) return REFUSED(N_("No man of yours can go aboard this ship."));
    if (men != most) return REFUSED(N_("You must place exactly {n} {n?man|men}."), most);
    if (!voc_outfit_fits(s, seat, ship, m.item[1], m.item[2]))
        return REFUSED(
            N_("These places are not free: lower numbers first, and no more sailors than "
               "merchants of yours."));
    return ALLOWED;
}

static Reason check_marker(const Voc *s, int year, int before) {
    if (year < s->year || year >= s->until)
        return REFUSED(N_("A contract is signed for this year or a later one, at most {n}."),
                       FIRST_YEAR + s->until - 1);
    if (!voc_marker_free(s, year)) return REFUSED(N_("The marker of this year lies elsewhere."));
    if (year >= before)
        return REFUSED(N_("The year must be earlier than the one on the contract."));
    return ALLOWED;
}

static Reason check_contract(const Voc *s, int seat, Move m) {
    int card = m.item[0], year = m.item[1];
    if (card >= CONTRACTS || !voc_in_row(s, card))
        return REFUSED(N_("This contract is not in the row."));
    int signer = s->signer[card];
    if (m.verb == VERB_TIGHTEN) {
        if (signer != seat) return REFUSED(N_("You have not signed this contract."));
        return check_marker(s, year, s->due[card]);
    }
    if (m.verb == VERB_SIGN && signer != NOBODY)
        return REFUSED(N_("This contract is signed already."));
    if (m.verb == VERB_TAKEOVER && (signer == NOBODY || signer == seat))
        return REFUSED(N_("Nobody else has signed this contract."));
    if (!s->men[seat]) return REFUSED(N_("You have no man left."));
    if (m.verb == VERB_SIGN && year == NO_YEAR)
        return voc_marker_left(s) ? REFUSED(N_("Choose a year: a marker is left.")) : ALLOWED;
    return check_marker(s, year, m.verb == VERB_TAKEOVER ? s->due[card] : s->until);
}

static Reason check_recall(const Voc *s, int seat, Move m) {
    int ship = m.item[0];
    if (ship >= SHIPS) return REFUSED(N_("A ship is A, B, C or D."));
    if (s->ship[ship].flags & AT_SEA) return REFUSED(N_("This ship is not at Middelburg."));
    if (!voc_sailors(s, ship, seat) && !voc_merchants(s, ship, seat))
        return REFUSED(N_("You have no man aboard this ship."));
    return ALLOWED;
}

/* 18 cards by 17 years, 4 ships by 5 ways, 4 recalls and a pass: at most 331. */
static void list_invest(const Voc *s, int seat, List *list) {
    for (int ship = 0; ship < SHIPS; ship++) {
        int most = s->men[seat] ? voc_outfit_most(s, seat, ship) : 0;
        for (int sailors = 0; most && sailors <= most; sailors++)
            if (voc_outfit_fits(s, seat, ship, sailors, most - sailors))
                add(list, VERB_OUTFIT, 3, ship, sailors, most - sailors);
    }
    for (int i = 0; i < s->rows; i++) {
        int card = s->row[i], signer = s->signer[card];
        Verb verb = signer == NOBODY ? VERB_SIGN : signer == seat ? VERB_TIGHTEN : VERB_TAKEOVER;
        if (verb != VERB_TIGHTEN && !s->men[seat]) continue;
        int before = verb == VERB_SIGN || s->due[card] == NO_YEAR ? s->until : s->due[card];
        for (int year = s->year; year < before; year++)
            if (voc_marker_free(s, year)) add(list, verb, 2, card, year, 0);
        if (verb == VERB_SIGN && !voc_marker_left(s)) add(list, verb, 2, card, NO_YEAR, 0);
    }
    for (int ship = 0; ship < SHIPS; ship++)
        if (!check_recall(s, seat, move_one(VERB_RECALL, ship)).text)
            add(list, VERB_RECALL, 1, ship, 0, 0);
    add(list, VERB_PASS, 0, 0, 0, 0);
}

/* --- sailing ---------------------------------------------------------------------------------- */

static Reason check_sail(const Voc *s, Move m) {
    if (s->ship[s->sailing].flags & AT_SEA)
        return m.count ? REFUSED(N_("The ship sails from where it lies.")) : ALLOWED;
    const Chart *chart = &voc_charts[voc_chart_of(s->sailing)];
    if (m.count != 2 || wide(m.item) < chart->home_left || wide(m.item) > chart->home_right)
        return REFUSED(N_("Name a point of the home line to sail from.")); /* V13 */
    return ALLOWED;
}

static Reason check_order(const Voc *s, Move m) {
    if (s->scene.voyage.mode == MODE_PEN) return REFUSED(N_("This voyage is drawn with the pen."));
    if (wide(m.item) > 359) return REFUSED(N_("A heading is from 0 to 359, north is 0."));
    if (m.item[2] < 1 || m.item[2] > LENGTH_MAX)
        return REFUSED(N_("A length is from 1 to {n}."), LENGTH_MAX);
    return ALLOWED;
}

static Reason check_pen(const Voc *s, Move m) {
    const Voyage *v = &s->scene.voyage;
    if (v->mode == MODE_ORDERS) return REFUSED(N_("This voyage goes by orders."));
    if (m.count < 2 || m.count % 2)
        return REFUSED(N_("A pen draws one to seven segments, two numbers each."));
    if (v->strokes + m.count / 2 > SEGMENTS_MAX) return REFUSED(N_("The line is too long."));
    for (int i = 0; i < m.count; i += 2) {
        int dx = pen_part(m.item[i]), dy = pen_part(m.item[i + 1]);
        if (abs(dx) > SEGMENT || abs(dy) > SEGMENT || (!dx && !dy))
            return REFUSED(N_("A segment goes at most {n} each way, and somewhere."), SEGMENT);
    }
    return ALLOWED;
}

/* Words, silence and chatter of those who watch. */
static Reason check_adviser(const Voc *s, int seat, Move m) {
    const Voyage *v = &s->scene.voyage;
    bool chats = m.verb == VERB_CHAT;
    if (seat == s->acting)
        return chats ? REFUSED(N_("A captain writes to nobody before landfall."))
                     : REFUSED(N_("The captain gives no advice."));
    if (!voc_in(s, seat)) return REFUSED(N_("You are out of the game."));
    if (v->pending) return REFUSED(N_("Wait until the ship has moved."));
    if (m.verb == VERB_QUIET || m.verb == VERB_MUTE)
        return v->owed >> seat & 1 ? ALLOWED : REFUSED(N_("Nobody waits for a word of yours."));
    bool poor = voc_money(s, seat) < FINE;
    if (chats)
        return poor ? REFUSED(N_("You do not have the {n} daalders a message costs now."), FINE)
                    : ALLOWED;
    if (poor && !voc_free_words(s, seat))
        return REFUSED(N_("You have no word left, and not the {n} daalders another would cost."),
                       FINE);
    if (m.item[0] == CALL_NONE || m.item[0] >= CALLS)
        return REFUSED(N_("A word is north, south, east, west or stop."));
    if (v->mode == MODE_ORDERS && v->heard[seat])
        return REFUSED(N_("One word each between two orders.")); /* V16 */
    return ALLOWED;
}

static void list_sail(const Voc *s, List *list) {
    add(list, VERB_STAY, 0, 0, 0, 0);
    if (s->ship[s->sailing].flags & AT_SEA) {
        add(list, VERB_SAIL, 0, 0, 0, 0);
        return;
    }
    for (int i = 0; i < HOME_POINTS; i++) {
        int x = home_point(voc_chart_of(s->sailing), i);
        add(list, VERB_SAIL, 2, x >> 8, x & 255, 0);
    }
}

static void list_strokes(const Voc *s, List *list) {
    enum { WINDS = 8, PLAIN = 60 };
    const Voyage *v = &s->scene.voyage;
    add(list, VERB_STOP, 0, 0, 0, 0);
    for (int i = 0; v->mode != MODE_PEN && i < WINDS; i++)
        add(list, VERB_ORDER, 3, i * 45 >> 8, i * 45 & 255, PLAIN);
    for (int i = 0; v->mode != MODE_ORDERS && i < 9; i++)
        if (i != 4) add(list, VERB_PEN, 2, i % 3 * SEGMENT, i / 3 * SEGMENT, 0);
}

static void list_voyage(const Voc *s, int seat, List *list) {
    const Voyage *v = &s->scene.voyage;
    if (v->pending) return;
    if (seat == s->acting) {
        if (turn_has(voc_turn(s), seat)) list_strokes(s, list);
        return;
    }
    static const Verb verbs[] = {VERB_QUIET, VERB_MUTE, VERB_CHAT};
    for (int i = 0; i < 3; i++)
        if (!check_adviser(s, seat, (Move){.verb = (uint8_t)verbs[i]}).text)
            add(list, verbs[i], 0, 0, 0, 0);
    for (int word = CALL_NORTH; word < CALLS; word++)
        if (!check_adviser(s, seat, move_one(VERB_SAY, word)).text)
            add(list, VERB_SAY, 1, word, 0, 0);
}

/* --- Chance ----------------------------------------------------------------------------------- */

/* The VOC card lies under the first twelve contracts. */
static bool voc_possible(const Voc *s) {
    return s->drawn >= CONTRACTS - UNDER;
}

static void list_chance(const Voc *s, List *list) {
    if (s->phase == PHASE_FIRST)
        for (int seat = 0; seat < s->players; seat++)
            add(list, VERB_FIRST, 1, seat, 0, 0);
    if (s->phase == PHASE_ORDERS) {
        for (int card = 0; card < CONTRACTS; card++)
            if (s->pile >> card & 1) add(list, VERB_CONTRACT, 1, card, 0, 0);
        if (voc_possible(s)) add(list, VERB_VOC, 0, 0, 0, 0);
    }
    if (s->phase == PHASE_VOYAGE && s->scene.voyage.pending)
        list->out[list->n++] = voc_drift(s, NULL);
    if (s->phase == PHASE_LANDFALL) list->out[list->n++] = voc_landfall(s);
}

static Reason check_draw(const Voc *s, Move m) {
    if (m.verb == VERB_DRIFT && s->phase == PHASE_VOYAGE && s->scene.voyage.pending && m.count == 2)
        return voc_drift_fits(s, drift_part(m.item[0]), drift_part(m.item[1]))
                   ? ALLOWED
                   : REFUSED(N_("An order does not go so far astray."));
    return check_chance(s, voc_moves, m);
}

Move voc_sample(const void *state, Rng *rng) {
    const Voc *s = state;
    if (s->phase == PHASE_FIRST) return move_one(VERB_FIRST, (int)rng_below(rng, s->players));
    if (s->phase == PHASE_VOYAGE) return voc_drift(s, rng);
    if (s->phase == PHASE_LANDFALL) return voc_landfall(s);
    int left = CONTRACTS - s->drawn;
    int choice = (int)rng_below(rng, (uint32_t)(left + voc_possible(s)));
    if (choice == left) return move_bare(VERB_VOC);
    uint32_t pile = s->pile;
    while (choice--)
        pile &= pile - 1;
    return move_one(VERB_CONTRACT, __builtin_ctz(pile));
}

/* Contracts and the VOC card are equally likely; where an order goes is drawn, not listed. */
int voc_weight(const void *state, Move m) {
    (void)state;
    return m.verb != VERB_DRIFT;
}

/* --- all of it -------------------------------------------------------------------------------- */

int voc_moves(const void *state, int seat, Move *out) {
    const Voc *s = state;
    List list = {out, 0};
    if (seat == CHANCE) {
        list_chance(s, &list);
        return list.n;
    }
    if (seat < 0 || seat >= s->players) return 0;
    switch ((Phase)s->phase) {
    case PHASE_VOYAGE: list_voyage(s, seat, &list); break;
    case PHASE_DEALS: voc_list_deals(s, seat, &list); break;
    case PHASE_DELIVER:
    case PHASE_STORE:
        if (s->owing >> seat & 1) voc_list_owing(s, seat, &list);
        break;
    case PHASE_INVEST:
        if (s->acting == seat) list_invest(s, seat, &list);
        break;
    case PHASE_SAIL:
        if (s->acting == seat) list_sail(s, &list);
        break;
    case PHASE_TRADE:
        if (s->acting != seat) break;
        add(&list, VERB_TAKE, 0, 0, 0, 0);
        add(&list, VERB_SKIP, 0, 0, 0, 0);
        break;
    case PHASE_CONTRACT: voc_list_auction(s, seat, &list); break;
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL:
    case PHASE_OVER: break;
    }
    assert(list.n <= MOVES_MAX);
    return list.n;
}

/* --- one judged ------------------------------------------------------------------------------- */

/* Items each verb takes; -1: several, judged by its own check. */
static const int8_t verb_items[VERBS] = {
    [VERB_FIRST] = 1,  [VERB_CONTRACT] = 1, [VERB_DRIFT] = 2,    [VERB_LANDFALL] = -1,
    [VERB_OUTFIT] = 3, [VERB_SIGN] = 2,     [VERB_TAKEOVER] = 2, [VERB_TIGHTEN] = 2,
    [VERB_RECALL] = 1, [VERB_SAIL] = -1,    [VERB_ORDER] = 3,    [VERB_PEN] = -1,
    [VERB_STOP] = -1,  [VERB_SAY] = 1,      [VERB_OFFER] = -1,   [VERB_ACCEPT] = 1,
    [VERB_REFUSE] = 1, [VERB_CLAIM] = -1,   [VERB_HUSH] = 2,     [VERB_DELIVER] = -1,
    [VERB_KEEP] = -1,
};

static bool well_formed(Move m) {
    if (!move_formed(m, VERBS)) return false;
    return verb_items[m.verb] < 0 || m.count == verb_items[m.verb];
}

/* The phase a verb of a player belongs to, and what to say in another. */
static Reason check_phase(const Voc *s, Move m) {
    Phase phase = (Phase)s->phase;
    switch ((Verb)m.verb) {
    case VERB_OUTFIT:
    case VERB_SIGN:
    case VERB_TAKEOVER:
    case VERB_TIGHTEN:
    case VERB_RECALL:
        return phase == PHASE_INVEST ? ALLOWED : REFUSED(N_("This is not the time to invest."));
    case VERB_PASS:
        return phase == PHASE_INVEST || phase == PHASE_CONTRACT
                   ? ALLOWED
                   : REFUSED(N_("There is nothing to pass on now."));
    case VERB_STAY:
    case VERB_SAIL: return phase == PHASE_SAIL ? ALLOWED : REFUSED(N_("No ship is about to sail."));
    case VERB_ORDER:
    case VERB_PEN:
    case VERB_STOP:
    case VERB_SAY:
    case VERB_QUIET:
    case VERB_MUTE:
    case VERB_CHAT: return phase == PHASE_VOYAGE ? ALLOWED : REFUSED(N_("No ship is under sail."));
    case VERB_TAKE:
    case VERB_SKIP:
        return phase == PHASE_TRADE ? ALLOWED : REFUSED(N_("No ship lies in a port now."));
    case VERB_ACCEPT:
        return phase == PHASE_DEALS || phase == PHASE_CONTRACT
                   ? ALLOWED
                   : REFUSED(N_("This is not the time for deals."));
    case VERB_OFFER:
    case VERB_REFUSE:
    case VERB_WITHDRAW:
        return phase == PHASE_DEALS ? ALLOWED : REFUSED(N_("This is not the time for deals."));
    case VERB_DONE:
        return phase == PHASE_DEALS || phase == PHASE_DELIVER
                   ? ALLOWED
                   : REFUSED(N_("This is not the time for deals."));
    case VERB_CLAIM:
    case VERB_HUSH:
    case VERB_WAIT:
        return phase == PHASE_CONTRACT ? ALLOWED : REFUSED(N_("No contract is open now."));
    case VERB_DELIVER:
        return phase == PHASE_DELIVER ? ALLOWED
                                      : REFUSED(N_("This is not the time for deliveries."));
    case VERB_KEEP:
        return phase == PHASE_STORE ? ALLOWED : REFUSED(N_("This is not the time to store goods."));
    case VERB_FIRST:
    case VERB_CONTRACT:
    case VERB_VOC:
    case VERB_DRIFT:
    case VERB_LANDFALL:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance does this."));
}

/* Where a captain says he thought he was: with the pen nobody asks him. */
static Reason check_stop(const Voc *s, Move m) {
    if (!m.count) return ALLOWED;
    if (m.count != 2 || s->scene.voyage.mode != MODE_ORDERS || m.item[0] <= CALL_NONE ||
        m.item[0] >= CALLS || m.item[1] >= PORTS ||
        voc_ports[m.item[1]].chart != voc_chart_of(s->sailing))
        return REFUSED(N_("Only after orders one says where one thinks to be, by a port of this "
                          "chart."));
    return ALLOWED;
}

static Reason check_captain(const Voc *s, Move m) {
    if (m.verb == VERB_STOP) return check_stop(s, m);
    if (m.verb == VERB_ORDER) return check_order(s, m);
    if (m.verb == VERB_PEN) return check_pen(s, m);
    return ALLOWED;
}

Reason voc_check(const void *state, int seat, Move m) {
    const Voc *s = state;
    if (s->phase == PHASE_OVER) return REFUSED(N_("The game is over."));
    if (!well_formed(m)) return REFUSED(N_("This is not a move of VOC!."));
    if (seat == CHANCE) return check_draw(s, m);
    if (seat < 0 || seat >= s->players) return REFUSED(N_("There is no such seat."));
    Reason why = check_phase(s, m);
    if (why.text) return why;
    if (m.verb >= VERB_SAY && m.verb <= VERB_CHAT) return check_adviser(s, seat, m);
    if (s->phase == PHASE_DEALS) return voc_check_deals(s, seat, m);
    if (s->phase == PHASE_VOYAGE && seat == s->acting && s->scene.voyage.owed &&
        s->scene.voyage.mode != MODE_PEN)
        return REFUSED(N_("Your shipmates may call a word first."));
    if (m.verb == VERB_HUSH || m.verb == VERB_WAIT) return voc_check_auction(s, seat, m);
    if (!turn_has(voc_turn(s), seat) || (s->phase == PHASE_VOYAGE && seat != s->acting))
        return NOT_YOUR_TURN;
    switch ((Phase)s->phase) {
    case PHASE_INVEST:
        if (m.verb == VERB_OUTFIT) return check_outfit(s, seat, m);
        if (m.verb == VERB_RECALL) return check_recall(s, seat, m);
        return m.verb == VERB_PASS ? ALLOWED : check_contract(s, seat, m);
    case PHASE_SAIL: return m.verb == VERB_SAIL ? check_sail(s, m) : ALLOWED;
    case PHASE_VOYAGE: return check_captain(s, m);
    case PHASE_CONTRACT: return voc_check_auction(s, seat, m);
    case PHASE_DELIVER: return m.verb == VERB_DELIVER ? voc_check_deliver(s, seat, m) : ALLOWED;
    case PHASE_STORE: return voc_check_keep(s, seat, m);
    case PHASE_TRADE:
    case PHASE_DEALS:
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL:
    case PHASE_OVER: break;
    }
    return ALLOWED;
}
