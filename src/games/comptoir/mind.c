/* mind.c: what a search asks of Comptoir des Antilles: a good move at once, the choices worth a
   look, what a position promises, and where rollouts may end.

   A ship means to a player what his porters aboard would earn, less a share of what the others'
   would, by how likely it still leaves; that depends on how many are his and how many theirs, and
   on nothing else. So a card is worth the change of the few ships it touches, its commission, and
   the card itself. Worth is in hundredths of a prime. */
#include "games/comptoir/weights.h"

#include <assert.h>

#include "games/comptoir/cards.h"
#include "games/comptoir/foresee.h"

DEFINE_WEIGHTS(comptoir, COMPTOIR_WEIGHTS);

/* --- a judgement ------------------------------------------------------------------------------ */

enum {
    WHOLE = 10000,
    AIMS = 50 /* of a hundred times a steady player looks who is richest */
};

/* A ship as one player sees it. */
typedef struct Deck {
    int size, prime;
    int mine, theirs; /* porters */
    int worth;        /* as it lies */
    int pirates;      /* 1: all primes are his, -1: another's */
} Deck;

typedef struct Eye {
    const int16_t *w;
    const Style *style;
    int seat, home;
    int others;    /* what one rival has counts against him, of WHOLE */
    int chance[9]; /* percent, by room */
    bool slate;    /* he may leave the first commission to another */
    bool aims;     /* at the richest, where he hits one of several */
    int to_come;   /* ships; when so many leave, the last round begins. 0: it has */
    Deck deck[QUAYS];
} Eye;

static void set_chances(const Comptoir *s, const int16_t *w, int chance[9]) {
    for (int room = 0; room < 9; room++)
        chance[room] = !s->ending ? w[W_ROOM0 + room]
                       : room > 4 ? 0
                       : room     ? w[W_LAST0 + room] * turns_left(s) / PLAYERS_MAX
                                  : 100;
}

static int deck_room(const Deck *d) {
    return d->size - d->mine - d->theirs;
}

/* What a ship would mean with so many porters of his and of the others. */
static int deck_worth(const Eye *eye, const Deck *d, int mine, int theirs) {
    int wages = d->prime * eye->chance[d->size - mine - theirs];
    if (d->pirates)
        return wages * (mine + theirs) * (d->pirates > 0 ? WHOLE : -eye->others) / WHOLE;
    return wages * (mine * WHOLE - theirs * eye->others) / WHOLE;
}

static Eye eye_of(const Comptoir *s, int seat, const Style *style) {
    Eye eye = {.w = style->weights ? style->weights : comptoir_settled,
               .style = style,
               .seat = seat,
               .home = s->home[seat],
               .slate = s->slate == seat,
               .aims = true,
               .to_come = comptoir_fleet_left(s) + (s->next != 0)};
    set_chances(s, eye.w, eye.chance);
    eye.others = eye.w[W_OTHERS] * (WHOLE / 100) * (150 + style->spiteful) / 150;
    eye.others /= s->players - 1;
    for (int q = 0; q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        Deck *d = &eye.deck[q];
        d->size = ship->size;
        if (!ship->size) continue;
        d->prime = ship->good == GOODS ? 0 : ship_prime(ship);
        d->mine = ship->porters[seat];
        d->theirs = ship_aboard(ship) - d->mine;
        d->pirates = ship->event != PIRATES ? 0 : ship->poser == seat ? 1 : -1;
        d->worth = deck_worth(&eye, d, d->mine, d->theirs);
    }
    return eye;
}

/* The same where something may be overlooked: what the others have aboard, and who they are. */
static Eye eye_of_player(const Comptoir *s, int seat, const Style *style, Rng *rng) {
    Eye eye = eye_of(s, seat, style);
    eye.aims = (int)rng_below(rng, 100) < AIMS + style->spiteful;
    if (style->careless > 0 && (int)rng_below(rng, 100) < style->careless) {
        int q = (int)rng_below(rng, QUAYS); /* a quay he does not think of */
        eye.deck[q].prime = 1;
        if (eye.deck[q].size)
            eye.deck[q].worth =
                deck_worth(&eye, &eye.deck[q], eye.deck[q].mine, eye.deck[q].theirs);
    }
    return eye;
}

/* --- events in hand --------------------------------------------------------------------------- */

static int held_worth(const Comptoir *s, const int16_t *w, int seat, Tiles held) {
    return events_worth(s, w + W_EVENT, seat, held);
}

static int tile_worth(const Comptoir *s, const Eye *eye, int event) {
    Tiles held = s->held[eye->seat];
    return held_worth(s, eye->w, eye->seat, held + tiles_one(event)) -
           held_worth(s, eye->w, eye->seat, held);
}

/* --- cards ------------------------------------------------------------------------------------ */

/* Of each choice its move and how it looks. With one place only the best is kept, and of several as
   good as it any: who is foreseen by the letter is easily beaten, and whoever foresees others by
   the letter is easily surprised. */
typedef struct Looks {
    Move *move;
    int32_t *look;
    int count;
    Rng *any;      /* NULL: all are kept */
    uint32_t ties; /* as good as the one kept, itself included */
} Looks;

static void add(Looks *l, Move move, int look) {
    if (l->any && l->count) {
        if (look < l->look[0]) return;
        l->ties = look > l->look[0] ? 1 : l->ties + 1;
        if (l->ties > 1 && rng_below(l->any, l->ties) != 0) return;
        l->count = 0;
    }
    l->move[l->count] = move;
    l->look[l->count++] = look;
}

/* What the commissions of so many ships cost him; the first may go to another with the slate. */
static int commissions(const Eye *eye, int card, int full, bool company) {
    if (!full) return 0;
    int due = comptoir_relations[card].commission * PRIME, first = due;
    int left = eye->w[W_SLATE] - due * eye->others / WHOLE;
    if (eye->slate && company && left < first) first = left;
    return first + (full - 1) * due;
}

/* What a card leaves in hand: the card is gone, and after the last all come back. */
static int card_cost(const Comptoir *s, const Eye *eye, int card) {
    if (s->ending) return 0;
    int cost = eye->w[W_RELATION + card];
    if (s->relations[eye->seat] != 1u << card) return cost + cost * eye->style->thrifty / 400;
    for (int other = 0; other < RELATIONS; other++)
        cost -= eye->w[W_RELATION + other];
    return cost;
}

/* A card half played: what its ships have become so far. */
typedef struct Play {
    int gain, full, home;
    bool company; /* others are aboard a ship that leaves */
} Play;

static void touch(const Eye *eye, Play *p, int q, int mine, int theirs) {
    const Deck *d = &eye->deck[q];
    p->gain += deck_worth(eye, d, mine, theirs) - d->worth;
    if (mine + theirs < d->size) return;
    p->full++;
    p->company |= theirs > 0;
}

/* Places up to `each` porters on each quay of a set. */
static void place_all(const Eye *eye, Play *p, unsigned quays, int each) {
    for (; quays; quays &= quays - 1) {
        int q = __builtin_ctz(quays);
        const Deck *d = &eye->deck[q];
        int n = each < deck_room(d) ? each : deck_room(d);
        if (n > p->home) n = p->home;
        p->home -= n;
        touch(eye, p, q, d->mine + n, d->theirs);
    }
}

static Move play_move(int card, int from, int to, int moved, int other, unsigned quays) {
    Move m = {VERB_PLAY,
              PLAY_ITEMS,
              {(uint8_t)card, (uint8_t)from, (uint8_t)to, (uint8_t)moved, (uint8_t)other}};
    for (int i = PLAY_QUAY; quays; quays &= quays - 1)
        m.item[i++] = (uint8_t)(1 + __builtin_ctz(quays));
    return m;
}

/* Whether so many ships that leave bring in the last one. */
static bool closes(const Eye *eye, int leaving) {
    return eye->to_come && leaving >= eye->to_come;
}

/* How a move looks that begins the last round: all that lies at the quays and in the hands is then
   worth something else, so the whole port is judged before and after (sense.c). */
static int closing_look(const Comptoir *s, const Eye *eye, Move m) {
    return comptoir_sense(s, eye->seat, m) - comptoir_sense(s, eye->seat, (Move){.verb = VERB_END});
}

static void finish(const Comptoir *s, const Eye *eye, Looks *l, const Play *p, int card, Move m) {
    add(l, m,
        closes(eye, p->full)
            ? closing_look(s, eye, m)
            : p->gain - commissions(eye, card, p->full, p->company) - card_cost(s, eye, card));
}

/* Placing without a favour. */
static void look_at_placings(const Comptoir *s, const Eye *eye, const Port *port, int card,
                             Looks *l) {
    const Relation *relation = &comptoir_relations[card];
    Choices choices = comptoir_placings(relation, port->able, port->home);
    int n = choices_count(choices);
    for (int i = 0; i < n; i++) {
        unsigned quays = choice_number(choices, i);
        Play p = {.home = eye->home};
        place_all(eye, &p, quays, relation->each);
        finish(s, eye, l, &p, card, play_move(card, 0, 0, 0, 0, quays));
    }
}

/* The rivals aboard a favour may be aimed at, a bit each: to who aims the one who has most primes,
   to others they are all alike. */
static unsigned rivals_aboard(const Comptoir *s, const Eye *eye, int q) {
    unsigned all = 0;
    int best = -1;
    for (int other = 0; other < s->players; other++) {
        if (other == eye->seat || !s->ship[q].porters[other]) continue;
        all |= 1u << other;
        if (best < 0 || s->score[other] > s->score[best]) best = other;
    }
    return eye->aims && all ? 1u << best : all;
}

/* After a favour that has changed two ships: one porter more on one of them or on any other. */
static void look_after_favour(const Comptoir *s, const Eye *eye, const Port *port, int card, Move m,
                              int from, int to, const Play *base, const int mine[2],
                              const int theirs[2], Looks *l) {
    const Relation *relation = &comptoir_relations[card];
    unsigned frozen = 0;
    if (mine[1] + theirs[1] == eye->deck[to].size) frozen = 1u << to;
    Choices choices = comptoir_placings(relation, port->able & ~frozen, port->home);
    int n = choices_count(choices);
    for (int i = 0; i < n; i++) {
        unsigned quays = choice_number(choices, i);
        int extra[2] = {(int)(quays >> from & 1), (int)(quays >> to & 1)};
        Play p = *base;
        touch(eye, &p, from, mine[0] + extra[0], theirs[0]);
        touch(eye, &p, to, mine[1] + extra[1], theirs[1]);
        place_all(eye, &p, quays & ~(1u << from | 1u << to), relation->each);
        for (int k = PLAY_QUAY; k < PLAY_ITEMS; k++)
            m.item[k] = 0;
        if (quays) m.item[PLAY_QUAY] = (uint8_t)(1 + __builtin_ctz(quays));
        finish(s, eye, l, &p, card, m);
    }
}

/* So many own porters go to a neighbouring ship, or one changes places with another's there. */
static void look_at_way(const Comptoir *s, const Eye *eye, const Port *port, int card, int from,
                        int to, int moved, int other, Looks *l) {
    const Deck *a = &eye->deck[from], *b = &eye->deck[to];
    int own = other < 0 ? moved : 1, back = other >= 0;
    int mine[2] = {a->mine - own, b->mine + own};
    int theirs[2] = {a->theirs + back, b->theirs - back};
    Play p = {.home = eye->home};
    Move m = play_move(card, from + 1, to + 1, moved, other + 1, 0);
    look_after_favour(s, eye, port, card, m, from, to, &p, mine, theirs, l);
}

static void look_at_ways(const Comptoir *s, const Eye *eye, const Port *port, int card, Looks *l) {
    const Relation *relation = &comptoir_relations[card];
    for (int from = 0; from < QUAYS; from++)
        for (int to = from - 1; to <= from + 1; to += 2) {
            if (to < 0 || to >= QUAYS || !eye->deck[from].mine || !lane(port->open, to)) continue;
            if (relation->favour == FAVOUR_SWAP) {
                unsigned others = lane(port->open, from) ? rivals_aboard(s, eye, to) : 0;
                for (; others; others &= others - 1)
                    look_at_way(s, eye, port, card, from, to, 0, __builtin_ctz(others), l);
                continue;
            }
            int most =
                least(least(relation->reach, deck_room(&eye->deck[to])), eye->deck[from].mine);
            for (int moved = 1; moved <= most; moved++)
                look_at_way(s, eye, port, card, from, to, moved, -1, l);
        }
}

/* Another's porter goes home, and one's own take his place. */
static void look_at_sends(const Comptoir *s, const Eye *eye, const Port *port, int card, Looks *l) {
    for (int q = 0; q < QUAYS; q++) {
        const Deck *d = &eye->deck[q];
        int n = least(least(comptoir_relations[card].each, deck_room(d) + 1), eye->home);
        if (!lane(port->open, q)) n = 0;
        for (unsigned others = rivals_aboard(s, eye, q); others; others &= others - 1) {
            Play p = {0};
            touch(eye, &p, q, d->mine + n, d->theirs - 1);
            finish(s, eye, l, &p, card,
                   play_move(card, 0, 0, 0, __builtin_ctz(others) + 1, 1u << q));
        }
    }
}

static void look_at_cards(const Comptoir *s, const Eye *eye, Looks *l) {
    Port port = comptoir_port(s, eye->seat);
    for (unsigned cards = s->relations[eye->seat]; cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards);
        look_at_placings(s, eye, &port, card, l);
        switch ((Favour)comptoir_relations[card].favour) {
        case FAVOUR_NONE: break;
        case FAVOUR_MOVE:
        case FAVOUR_SWAP: look_at_ways(s, eye, &port, card, l); break;
        case FAVOUR_SEND: look_at_sends(s, eye, &port, card, l); break;
        }
    }
}

/* --- events ----------------------------------------------------------------------------------- */

/* What a claim brings: the size of the ship, and what the others can pay of it. */
static int claim_worth(const Comptoir *s, const Eye *eye, int size) {
    int worth = size * PRIME;
    for (int other = 0; other < s->players; other++)
        if (other != eye->seat) worth += least(s->score[other], size) * PRIME * eye->others / WHOLE;
    return worth;
}

/* What an event changes at a quay, for who puts it. */
static int event_gain(const Comptoir *s, const Eye *eye, int event, int q) {
    Deck d = eye->deck[q];
    int rivals = 0;
    switch (event) {
    case TOP_QUALITY: d.prime++; break;
    case POOR_QUALITY: d.prime--; break;
    case PIRATES: d.pirates = 1; break;
    case MUTINY:
        for (int other = 0; other < s->players; other++)
            rivals += other != eye->seat && s->ship[q].porters[other];
        d.theirs -= rivals;
        break;
    case CLAIM: return claim_worth(s, eye, d.size);
    case SHORTAGE:
        return d.prime * PRIME * (d.mine * WHOLE - d.theirs * eye->others) / WHOLE - d.worth;
    case STORM:
    case DAMAGE:
    case FIRE: return -d.worth;
    default: break; /* exclusivity is worth what it keeps away */
    }
    return deck_worth(eye, &d, d.mine, d.theirs) - d.worth;
}

/* Whether a ship leaves at once by this event. */
static bool clears_quay(int event) {
    return event == SHORTAGE || event == STORM || event == DAMAGE || event == FIRE;
}

static void look_at_events(const Comptoir *s, const Eye *eye, Looks *l) {
    Tiles held = s->held[eye->seat];
    int before = held_worth(s, eye->w, eye->seat, held);
    for (int event = 1; event < EVENTS; event++) {
        if (!tiles_of(held, event)) continue;
        int left = s->ending ? 0 : held_worth(s, eye->w, eye->seat, held - tiles_one(event));
        int cost = before - left; /* in the last round nobody puts a second one */
        for (unsigned bare = comptoir_bare(s); bare; bare &= bare - 1) {
            int q = __builtin_ctz(bare);
            Move m = {VERB_PUT, 2, {(uint8_t)event, (uint8_t)q}};
            add(l, m,
                closes(eye, clears_quay(event)) ? closing_look(s, eye, m)
                                                : event_gain(s, eye, event, q) - cost);
        }
    }
}

static void look_at_turn(const Comptoir *s, const Eye *eye, Looks *l) {
    if (!comptoir_may_auction(s).text)
        add(l, (Move){.verb = VERB_AUCTION},
            puts_left(s, eye->seat) ? eye->w[W_HOPE] + eye->style->bold : -PRIME);
    if (comptoir_may_put(s)) look_at_events(s, eye, l);
    if (s->card != NO_CARD)
        add(l, (Move){.verb = VERB_END}, 0);
    else
        look_at_cards(s, eye, l);
}

/* --- the other decisions ---------------------------------------------------------------------- */

static int bid_gain(const Comptoir *s, const Eye *eye, int bid) {
    int margin = eye->w[W_MARGIN] + eye->style->thrifty - eye->style->bold;
    return tile_worth(s, eye, s->tile) - margin - bid * PRIME;
}

static void look_at_bids(const Comptoir *s, const Eye *eye, bool all, Looks *l) {
    if (s->leader != NOBODY) add(l, (Move){.verb = VERB_PASS}, 0);
    for (int bid = s->high + 1; bid <= s->score[eye->seat]; bid++) {
        add(l, (Move){VERB_BID, 1, {(uint8_t)bid}}, bid_gain(s, eye, bid));
        if (!all) return;
    }
}

/* The slate goes to the richest aboard, or to anybody by who does not aim; or he pays himself. */
static void look_at_slate(const Comptoir *s, const Eye *eye, Looks *l) {
    int due = comptoir_relations[s->card].commission * PRIME;
    unsigned aboard = comptoir_slateable(s, &s->ship[s->sailing], eye->seat);
    for (; aboard; aboard &= aboard - 1) {
        int other = __builtin_ctz(aboard);
        add(l, (Move){VERB_SLATE, 1, {(uint8_t)other}},
            due * eye->others / WHOLE - eye->w[W_SLATE] + (eye->aims ? s->score[other] : 0));
    }
    add(l, (Move){.verb = VERB_PAY}, -due);
}

/* Of the ships that leave, that with most to share the slate with first: the smallest of ours. */
static void look_at_sails(const Comptoir *s, const Eye *eye, Looks *l) {
    for (unsigned leaving = s->leaving; leaving; leaving &= leaving - 1) {
        int q = __builtin_ctz(leaving);
        add(l, (Move){VERB_SAIL, 1, {(uint8_t)q}}, eye->deck[q].worth);
    }
}

/* Dear goods help whoever comes next, and the loader comes last: he gives the cheapest. */
static void look_at_loads(const Comptoir *s, int seat, Looks *l) {
    Move list[COMPTOIR_MOVES];
    int n = comptoir_moves(s, seat, list);
    for (int i = 0; i < n; i++) {
        int primes = 0;
        for (int k = 1; k < list[i].count; k += 2)
            primes += comptoir_primes[list[i].item[k]];
        add(l, list[i], -primes * PRIME);
    }
}

static void look_at(const Comptoir *s, const Eye *eye, bool all, Looks *l) {
    switch ((Phase)s->phase) {
    case PHASE_TURN: look_at_turn(s, eye, l); return;
    case PHASE_AUCTION: look_at_bids(s, eye, all, l); return;
    case PHASE_SAIL: look_at_sails(s, eye, l); return;
    case PHASE_SLATE: look_at_slate(s, eye, l); return;
    case PHASE_LOAD: look_at_loads(s, eye->seat, l); return;
    case PHASE_FIRST:
    case PHASE_SHIPS:
    case PHASE_GOODS:
    case PHASE_DEAL:
    case PHASE_TILE:
    case PHASE_NEXT:
    case PHASE_DRAW:
    case PHASE_OVER: break;
    }
}

Move comptoir_policy(const void *state, int seat, const Style *style, Rng *rng) {
    const Comptoir *s = state;
    Eye eye = eye_of_player(s, seat, style, rng);
    Move best;
    int32_t look;
    Looks l = {.move = &best, .look = &look, .any = rng, .ties = 1};
    look_at(s, &eye, false, &l);
    assert(l.count == 1);
    return best;
}

int comptoir_choices(const void *state, int seat, const Style *style, Move *out, int32_t *looks) {
    const Comptoir *s = state;
    if (seat != s->acting) return 0;
    Eye eye = eye_of(s, seat, style);
    Looks l = {.move = out, .look = looks};
    look_at(s, &eye, true, &l);
    return l.count;
}

/* --- positions -------------------------------------------------------------------------------- */

/* What a seat has beside its primes and its porters aboard. */
static int belongings(const Comptoir *s, const int16_t *w, int seat) {
    int worth = held_worth(s, w, seat, s->held[seat]);
    if (s->ending) return worth;
    for (unsigned cards = s->relations[seat]; cards; cards &= cards - 1)
        worth += w[W_RELATION + __builtin_ctz(cards)];
    worth += w[W_ASHORE] * (s->home[seat] < 3 ? s->home[seat] : 3);
    return seat == s->slate ? worth + w[W_SLATE] : worth;
}

int32_t comptoir_promise(const void *state, const Style *style, int32_t out[SEATS_MAX + 1]) {
    const Comptoir *s = state;
    const int16_t *w = style->weights ? style->weights : comptoir_settled;
    bool over = s->phase == PHASE_OVER;
    int chance[9];
    set_chances(s, w, chance);
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = s->score[seat] * PRIME + (over ? 0 : belongings(s, w, seat));
    for (int q = 0; !over && q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        if (!ship->size || ship->good == GOODS) continue;
        int wages[PLAYERS_MAX];
        comptoir_wages(ship, wages);
        for (int seat = 0; seat < s->players; seat++)
            out[seat] += wages[seat] * chance[ship_room(ship)];
    }
    out[CHANCE] = INT32_MIN;
    return over ? 1 : 550 + 45 * comptoir_fleet_left(s);
}

int comptoir_stage(const void *state) {
    const Comptoir *s = state;
    return s->round + (s->phase == PHASE_OVER);
}
