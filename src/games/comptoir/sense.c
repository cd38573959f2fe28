/* sense.c: what a good player of Comptoir des Antilles knows.

   A move is tried on a copy and the port that results is judged: primes counted, porters aboard by
   what they would earn and how likely their ship still leaves, tiles and relations in hand by what
   they are usually good for, all of it against what the others have. What the same player must
   settle next is played out, so that a commission is weighed together with the slate. Worth is in
   hundredths of a prime. */
#include "games/comptoir/foresee.h"

#include <assert.h>

enum {
    SLATE_WORTH = 60,  /* begins the round, may leave a commission */
    OTHERS_SHARE = 95, /* what the others have on average counts so many hundredths */
    BID_MARGIN = 60,   /* an event is bought only for so much less than it is worth */
    AUCTION_HOPE = 100 /* that a tile goes for less than it is worth */
};

/* The figures below were found by letting bots with other figures play against these. */

/* What a relation is usually good for: porters it places, and its favour. */
static const int16_t relation_worth[RELATIONS] = {320, 460, 480, 620, 560, 420, 420, 620};

/* What an event is usually good for. */
static const int16_t event_worth[EVENTS] = {
    [TOP_QUALITY] = 190, [POOR_QUALITY] = 130, [EXCLUSIVITY] = 0, [MUTINY] = 130,  [SHORTAGE] = 110,
    [DAMAGE] = 190,      [FIRE] = 190,         [STORM] = 190,     [PIRATES] = 920, [CLAIM] = 1340,
};

/* --- a port judged --------------------------------------------------------------------------- */

/* How likely it is, in hundredths, that a ship with so much room still leaves. */
static int chance_to_leave(const Comptoir *s, int room) {
    static const uint8_t early[] = {100, 89, 89, 86, 82, 79, 76, 73, 66};
    static const uint8_t late[] = {100, 60, 45, 30, 15, 0, 0, 0, 0}; /* with four turns left */
    if (!s->ending) return early[room];
    return room ? late[room] * turns_left(s) / PLAYERS_MAX : 100;
}

/* What a seat has beside its primes and its porters aboard. */
static int belongings(const Comptoir *s, int seat) {
    int worth = events_worth(s, event_worth, seat, s->held[seat]);
    if (s->ending) return worth;
    for (unsigned cards = s->relations[seat]; cards; cards &= cards - 1)
        worth += relation_worth[__builtin_ctz(cards)];
    return seat == s->slate ? worth + SLATE_WORTH : worth;
}

static void judge_seats(const Comptoir *s, int worth[PLAYERS_MAX]) {
    bool over = s->phase == PHASE_OVER;
    for (int seat = 0; seat < s->players; seat++)
        worth[seat] = s->score[seat] * PRIME + (over ? 0 : belongings(s, seat));
    for (int q = 0; !over && q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        if (!ship->size || ship->good == GOODS) continue;
        int wages[PLAYERS_MAX], chance = chance_to_leave(s, ship_room(ship));
        comptoir_wages(ship, wages);
        for (int seat = 0; seat < s->players; seat++)
            worth[seat] += wages[seat] * chance * PRIME / 100;
    }
}

/* What `seat` has above the others. */
static int judge(const Comptoir *s, int seat) {
    int worth[PLAYERS_MAX] = {0}, others = 0;
    judge_seats(s, worth);
    for (int other = 0; other < s->players; other++)
        if (other != seat) others += worth[other];
    return worth[seat] - others / (s->players - 1) * OTHERS_SHARE / 100;
}

/* --- moves ----------------------------------------------------------------------------------- */

/* The port after a move, with what the same player must settle at once settled as well as he can.
 */
static int judge_after(const Comptoir *s, int seat, Move m) {
    Comptoir after = *s;
    comptoir_apply(&after, seat, m, NULL);
    bool settles =
        after.acting == seat && (after.phase == PHASE_SAIL || after.phase == PHASE_SLATE);
    if (!settles) return judge(&after, seat);
    Move list[PLAYERS_MAX + 1]; /* ships to choose from, or seats to leave the slate and to pay */
    int n = comptoir_moves(&after, seat, list), best = judge_after(&after, seat, list[0]);
    for (int i = 1; i < n; i++) {
        int worth = judge_after(&after, seat, list[i]);
        if (worth > best) best = worth;
    }
    return best;
}

/* What one more event is worth to `seat`. */
int comptoir_tile_worth(const Comptoir *s, int seat, int event) {
    Tiles held = s->held[seat];
    return events_worth(s, event_worth, seat, held + tiles_one(event)) -
           events_worth(s, event_worth, seat, held);
}

/* Dear goods help whoever comes next, and the loader comes last: he gives the cheapest. */
static int load_sense(Move m) {
    int worth = 0;
    for (int i = 0; i < m.count; i += 2)
        worth -= comptoir_primes[m.item[i + 1]];
    return worth;
}

int comptoir_sense(const void *state, int seat, Move m) {
    const Comptoir *s = state;
    switch ((Verb)m.verb) {
    case VERB_AUCTION: /* he must open with 1: not for a tile he can no longer put */
        return judge(s, seat) + (puts_left(s, seat) ? AUCTION_HOPE : -PRIME);
    case VERB_BID: return comptoir_tile_worth(s, seat, s->tile) - BID_MARGIN - m.item[0] * PRIME;
    case VERB_PASS: return 0;
    case VERB_PUT:
    case VERB_PLAY:
    case VERB_SAIL:
    case VERB_SLATE:
    case VERB_PAY: return judge_after(s, seat, m);
    case VERB_LOAD: return load_sense(m);
    case VERB_END: return judge(s, seat);
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
    assert(false && "a verb of a player");
    return 0;
}
