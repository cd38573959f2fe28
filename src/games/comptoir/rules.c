/* rules.c: what the moves of Comptoir des Antilles do, and what is told about it. Rulings are cited
   by their number, C-1 to C-40. Cards are in relations.c, auctions in auction.c; what may be played
   is decided in check.c. */
#include "games/comptoir/state.h"

#include <assert.h>

/* --- primes ---------------------------------------------------------------------------------- */

/* Takes `due` from a seat, or all it has (C-9, C-30); returns how much that was. */
static int charge(Comptoir *s, int seat, int part, int due) {
    int paid = s->score[seat] < due ? s->score[seat] : due;
    comptoir_gain(s, seat, part, -paid);
    return paid;
}

static void finish(Comptoir *s, News *news) {
    s->phase = PHASE_OVER;
    s->acting = NOBODY;
    tell_all(news, "over", 0, N_("The game is over."));
}

/* C-31: ends the game where somebody has 100. */
static bool goal_reached(Comptoir *s, News *news) {
    bool reached = false;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->score[seat] < GOAL) continue;
        reached = true;
        tell(news, "goal", seat, s->score[seat], N_("You have {n} primes: the game ends at once."),
             N_("{seat} has {n} primes: the game ends at once."));
    }
    if (reached) finish(s, news);
    return reached;
}

/* --- rounds and turns ------------------------------------------------------------------------ */

static void begin_turn(Comptoir *s, int seat) {
    s->active = s->acting = (uint8_t)seat;
    s->card = NO_CARD;
    s->auctioned = s->put = 0;
    s->phase = PHASE_TURN;
}

static void begin_round(Comptoir *s, News *news) {
    s->round++;
    s->turns = s->used = 0;
    tell(news, "round", s->slate, s->round, N_("Round {n}: you have the slate."),
         N_("Round {n}: {seat} has the slate."));
    begin_turn(s, s->slate); /* C-13: from here on the order of the round is fixed */
}

static void end_turn(Comptoir *s, News *news) {
    if (++s->turns < s->players) {
        begin_turn(s, left_of(s->active, s->players));
        return;
    }
    if (s->ending) {
        finish(s, news);
        return;
    }
    if (!s->used) s->slate = (uint8_t)left_of(s->slate, s->players); /* C-12 */
    begin_round(s, news);
}

/* What he may still do is known to everyone, so that his turn ends by itself tells nothing. */
void comptoir_resume(Comptoir *s, News *news) {
    if (s->card == NO_CARD || comptoir_may_put(s) || comptoir_can_auction(s)) {
        s->phase = PHASE_TURN;
        s->acting = s->active;
    } else {
        end_turn(s, news);
    }
}

/* --- new ships and their goods --------------------------------------------------------------- */

static void dock(Comptoir *s, int quay, int size, News *news) {
    s->ship[quay] = (Ship){.size = (uint8_t)size, .good = GOODS};
    tell_m(tell_all(news, "dock", size, N_("A ship of {n} places docks at quay {m}.")), quay + 1);
}

/* Takes the oldest of the returned tiles. */
static int unqueue(Comptoir *s) {
    assert(s->queued > 0); /* C-36 */
    int good = s->queue & 3;
    s->queue >>= 2;
    s->queued--;
    return good;
}

static void enqueue(Comptoir *s, int good) {
    s->queue |= (uint32_t)good << (2 * s->queued++);
}

/* One tile a new ship: from the face-down part Chance draws; below it the order is known. */
static void draw_goods(Comptoir *s, News *news) {
    int seat = s->active, wanted = 1 + quays_in(s->fresh);
    while (comptoir_hand_size(s, seat) < wanted) {
        if (comptoir_face_down(s)) {
            s->phase = PHASE_DRAW;
            s->acting = NOBODY;
            return;
        }
        int good = unqueue(s);
        s->hand[seat] += goods_one(good);
        s->known[seat] += goods_one(good);
        tell_item(tell(news, "draw", seat, 0, N_("You draw {items}, as everyone knows."),
                       N_("{seat} draws {items}, as everyone knows.")),
                  comptoir_goods[good]);
    }
    s->phase = PHASE_LOAD;
    s->acting = s->active;
}

/* Brings the next ships to the empty quays, lowest first; those the pile no longer fills stay empty
   (C-32). */
static void refill(Comptoir *s, News *news) {
    for (int q = 0; q < QUAYS && s->next; q++) {
        if (s->ship[q].size) continue;
        dock(s, q, s->next, news);
        s->next = 0;
        s->fresh |= (uint8_t)(1u << q);
        if (comptoir_fleet_left(s)) { /* C-2: the new top of the pile is seen at once */
            s->phase = PHASE_NEXT;
            s->acting = NOBODY;
            return;
        }
        s->ending = 1;
        tell_all(news, "last", 0, N_("The last ship has docked: this round is the last."));
    }
    if (s->fresh)
        draw_goods(s, news);
    else
        comptoir_resume(s, news);
}

/* --- departures ------------------------------------------------------------------------------ */

/* The ship is gone, its event out of the game (C-22), its porters are home; the goods tile goes
   under the pile or is lost. */
static void clear_quay(Comptoir *s, int quay, bool goods_lost) {
    Ship *ship = &s->ship[quay];
    if (goods_lost)
        s->lost += goods_one(ship->good);
    else
        enqueue(s, ship->good);
    if (ship->event) s->spent += tiles_one(ship->event);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        s->home[seat] = (uint8_t)(s->home[seat] + ship->porters[seat]);
    s->gone[ship->size - SMALLEST]++;
    *ship = (Ship){0};
}

/* Pays everyone aboard; true when that ended the game. */
static bool pay_wages(Comptoir *s, int quay, News *news) {
    const Ship *ship = &s->ship[quay];
    bool pirates = ship->event == PIRATES;
    int wages[PLAYERS_MAX], part = pirates ? PART_PIRATES : PART_GOODS + ship->good;
    comptoir_wages(ship, wages);
    tell_item(tell_all(news, "sail", quay + 1, N_("The ship at quay {n} leaves: {items}.")),
              comptoir_goods[ship->good]);
    for (int seat = 0; seat < s->players; seat++) {
        if (!wages[seat]) continue;
        comptoir_gain(s, seat, part, wages[seat]);
        if (pirates)
            tell_m(tell(news, "earn", seat, wages[seat],
                        N_("Your pirates take all: {n} for {m} {m?porter|porters}."),
                        N_("The pirates of {seat} take all: {n} for {m} {m?porter|porters}.")),
                   ship_aboard(ship));
        else
            tell_m(tell(news, "earn", seat, wages[seat],
                        N_("You earn {n} for {m} {m?porter|porters}."),
                        N_("{seat} earns {n} for {m} {m?porter|porters}.")),
                   ship->porters[seat]);
    }
    return goal_reached(s, news);
}

static void settle(Comptoir *s, News *news);

/* The active player pays the commission himself; a ship more is settled. */
static void pay_commission(Comptoir *s, int quay, News *news) {
    int due = comptoir_relations[s->card].commission;
    int paid = charge(s, s->active, PART_COMMISSIONS, due);
    bool whole = paid == due;
    tell_m(
        tell(news, "commission", s->active, paid,
             whole ? N_("You pay a commission of {n}.") : N_("You pay {n} of a commission of {m}."),
             whole ? N_("{seat} pays a commission of {n}.")
                   : N_("{seat} pays {n} of a commission of {m}.")),
        due);
    clear_quay(s, quay, false);
    settle(s, news);
}

/* A ship filled by a card leaves: primes, then the commission (C-6). */
static void depart(Comptoir *s, int quay, News *news) {
    s->leaving &= (uint8_t) ~(1u << quay);
    if (pay_wages(s, quay, news)) return;
    if (comptoir_slateable(s, &s->ship[quay], s->active)) {
        s->phase = PHASE_SLATE;
        s->acting = s->active;
        s->sailing = (uint8_t)quay;
    } else {
        pay_commission(s, quay, news);
    }
}

/* Goes on after a card or a departure: the next full ship, or new ships. */
static void settle(Comptoir *s, News *news) {
    s->sailing = 0;
    if (!s->leaving) {
        refill(s, news);
    } else if (s->leaving & (s->leaving - 1)) {
        s->phase = PHASE_SAIL;
        s->acting = s->active;
    } else {
        depart(s, __builtin_ctz(s->leaving), news);
    }
}

/* `other` pays for the active player and has the slate now (C-11: it cannot be left again before
   his own turn). */
static void leave_slate(Comptoir *s, int other, News *news) {
    int due = comptoir_relations[s->card].commission;
    int paid = charge(s, other, PART_SLATES, due);
    bool whole = paid == due;
    Event *event = tell(
        news, "slate", s->active, paid,
        whole ? N_("You leave the slate to {other}, who pays the commission of {n}.")
              : N_("You leave the slate to {other}, who pays {n} of a commission of {m}."),
        whole ? N_("{seat} leaves the slate to {other}, who pays the commission of {n}.")
              : N_("{seat} leaves the slate to {other}, who pays {n} of a commission of {m}."));
    tell_other(tell_m(event, due), other,
               whole ? N_("{seat} leaves you the slate: you pay the commission of {n}.")
                     : N_("{seat} leaves you the slate: you pay {n} of a commission of {m}."));
    s->slate = (uint8_t)other;
    s->used = 1;
    clear_quay(s, s->sailing, false);
    settle(s, news);
}

/* --- relations ------------------------------------------------------------------------------- */

static void play(Comptoir *s, int seat, Move m, News *news) {
    int card = m.item[PLAY_CARD], home = s->home[seat];
    comptoir_lay(s, seat, m);
    s->card = (uint8_t)card;
    s->relations[seat] &= (uint8_t) ~(1u << card);
    if (news) comptoir_tell_play(news, seat, m, home - s->home[seat]);
    if (!s->relations[seat]) {
        s->relations[seat] = ALL_RELATIONS;
        tell(news, "hand", seat, 0, N_("You take all your relations back."),
             N_("{seat} takes all relations back."));
    }
    s->leaving = (uint8_t)comptoir_full(s); /* C-3: only after the whole card */
    for (int q = 0; news && q < QUAYS; q++)
        if (s->leaving >> q & 1) tell_all(news, "full", q + 1, N_("The ship at quay {n} is full."));
    if (s->leaving)
        settle(s, news);
    else
        comptoir_resume(s, news);
}

/* --- events ---------------------------------------------------------------------------------- */

static void mutiny(Comptoir *s, int seat, int quay, News *news) {
    Ship *ship = &s->ship[quay];
    for (int other = 0; other < PLAYERS_MAX; other++) {
        if (other == seat || !ship->porters[other]) continue;
        ship->porters[other]--;
        s->home[other]++;
        tell(news, "mutiny", other, quay + 1, N_("You take a porter off quay {n}."),
             N_("{seat} takes a porter off quay {n}."));
    }
}

/* C-29: the poser gains the size of the ship once, whatever the others could pay. True when that
   ended the game. */
static bool claim(Comptoir *s, int seat, int quay, News *news) {
    int size = s->ship[quay].size;
    for (int other = 0; other < PLAYERS_MAX && other < s->players; other++) {
        if (other == seat) continue;
        int lost = charge(s, other, PART_CLAIMS, size);
        tell(news, "lose", other, lost, N_("You lose {n}."), N_("{seat} loses {n}."));
    }
    comptoir_gain(s, seat, PART_CLAIMS, size);
    tell(news, "gain", seat, size, N_("You gain {n}."), N_("{seat} gains {n}."));
    return goal_reached(s, news);
}

/* An event takes the ship away: no commission (C-8), then a new ship (C-26). */
static void leave_by_event(Comptoir *s, int quay, bool goods_lost, News *news) {
    clear_quay(s, quay, goods_lost);
    refill(s, news);
}

static void put(Comptoir *s, int seat, int event, int quay, News *news) {
    s->held[seat] -= tiles_one(event);
    s->put = 1;
    s->ship[quay].event = (uint8_t)event;
    s->ship[quay].poser = (uint8_t)seat;
    tell_item(tell(news, "put", seat, quay + 1, N_("You put {items} at quay {n}."),
                   N_("{seat} puts {items} at quay {n}.")),
              comptoir_event_names[event]);
    switch (event) {
    case MUTINY: mutiny(s, seat, quay, news); break;
    case CLAIM:
        if (claim(s, seat, quay, news)) return;
        break;
    case SHORTAGE: /* C-25: also where nobody is aboard */
        if (!pay_wages(s, quay, news)) leave_by_event(s, quay, false, news);
        return;
    case STORM: /* C-23: the goods go under the pile */
        tell_all(news, "storm", quay + 1, N_("The ship at quay {n} leaves without pay."));
        leave_by_event(s, quay, false, news);
        return;
    case DAMAGE:
    case FIRE: /* C-23: the goods do not come back */
        tell_all(news, "wreck", quay + 1,
                 N_("The ship at quay {n} and its goods are out of the game."));
        leave_by_event(s, quay, true, news);
        return;
    default: break; /* the others lie there and wait */
    }
    comptoir_resume(s, news);
}

/* --- ships and goods revealed ---------------------------------------------------------------- */

/* In the set-up four ships go to the quays, then the top of the pile shows. */
void comptoir_reveal_ship(Comptoir *s, int size, News *news) {
    s->fleet[size - SMALLEST]--;
    for (int q = 0; s->phase == PHASE_SHIPS && q < QUAYS; q++)
        if (!s->ship[q].size) {
            dock(s, q, size, news);
            return;
        }
    s->next = (uint8_t)size;
    tell_all(news, "next", size, N_("Next ship: {n} places."));
    if (s->phase == PHASE_SHIPS)
        s->phase = PHASE_GOODS;
    else
        refill(s, news);
}

void comptoir_turn_up(Comptoir *s, int quay, int good, News *news) {
    s->bag -= goods_one(good);
    s->ship[quay].good = (uint8_t)good;
    tell_item(tell_all(news, "goods", quay + 1, N_("At quay {n}: {items}.")), comptoir_goods[good]);
    if (quay == QUAYS - 1) s->phase = PHASE_DEAL;
}

void comptoir_hand_out(Comptoir *s, int seat, int good, News *news) {
    s->bag -= goods_one(good);
    s->hand[seat] += goods_one(good);
    Event *event =
        tell(news, "draw", seat, 0, N_("You draw {items}."), N_("{seat} draws {items}."));
    tell_item(tell_only(event, seat), comptoir_goods[good]);
    if (news) news->reveals = true;
    if (s->phase == PHASE_DRAW)
        draw_goods(s, news);
    else if (seat == s->players - 1)
        begin_round(s, news);
}

/* Known tiles leave a hand first: what nobody can tell apart is not known to have stayed. If a
   known tile does stay, all the others were shown, and everyone knows what is left. */
static void load(Comptoir *s, int seat, Move m, News *news) {
    Goods given = 0;
    for (int i = 0; i < m.count; i += 2) {
        int quay = m.item[i], good = m.item[i + 1];
        s->ship[quay].good = (uint8_t)good;
        given += goods_one(good);
        tell_item(tell(news, "load", seat, quay + 1,
                       N_("You give the ship at quay {n} its goods: {items}."),
                       N_("{seat} gives the ship at quay {n} its goods: {items}.")),
                  comptoir_goods[good]);
    }
    if (news && !goods_has(s->known[seat], given)) news->reveals = true;
    s->hand[seat] -= given;
    s->known[seat] = goods_less(s->known[seat], given);
    s->fresh = 0;
    comptoir_resume(s, news);
}

/* --- apply ----------------------------------------------------------------------------------- */

void comptoir_apply(void *state, int seat, Move m, News *news) {
    Comptoir *s = state;
    switch ((Verb)m.verb) {
    case VERB_FIRST:
        s->slate = m.item[0];
        s->phase = PHASE_SHIPS;
        tell(news, "first", s->slate, 0, N_("You begin, with the slate."),
             N_("{seat} begins, with the slate."));
        return;
    case VERB_SHIP: comptoir_reveal_ship(s, m.item[0], news); return;
    case VERB_GOODS: comptoir_turn_up(s, m.item[0], m.item[1], news); return;
    case VERB_DRAW: comptoir_hand_out(s, m.item[0], m.item[1], news); return;
    case VERB_EVENT: comptoir_offer(s, m.item[0], news); return;
    case VERB_AUCTION: comptoir_auction(s, seat, news); return;
    case VERB_BID: comptoir_bid(s, seat, m.item[0], news); return;
    case VERB_PASS: comptoir_pass(s, seat, news); return;
    case VERB_PUT: put(s, seat, m.item[0], m.item[1], news); return;
    case VERB_PLAY: play(s, seat, m, news); return;
    case VERB_SAIL: depart(s, m.item[0], news); return;
    case VERB_SLATE: leave_slate(s, m.item[0], news); return;
    case VERB_PAY: pay_commission(s, s->sailing, news); return;
    case VERB_LOAD: load(s, seat, m, news); return;
    case VERB_END: end_turn(s, news); return;
    case VERBS: break;
    }
    assert(false && "a verb of Comptoir des Antilles");
}
