/* setup.c: a game of Comptoir des Antilles between its moves: how it starts, whose turn it is, what
   is asked, small questions about a state, the score, and what must always hold. */
#include "games/comptoir/state.h"

#include <string.h>

/* --- small questions ------------------------------------------------------------------------- */

int comptoir_hand_size(const Comptoir *s, int seat) {
    return goods_count(s->hand[seat]) + s->veiled[seat];
}

int comptoir_face_down(const Comptoir *s) {
    return goods_count(s->bag) - s->veiled[0] - s->veiled[1] - s->veiled[2] - s->veiled[3];
}

/* Ships face down, those set aside too. */
static int fleet_unseen(const Comptoir *s) {
    int n = 0;
    for (int size = 0; size < SIZES; size++)
        n += s->fleet[size];
    return n;
}

int comptoir_fleet_left(const Comptoir *s) {
    return fleet_unseen(s) - s->aside;
}

int comptoir_events_left(const Comptoir *s) {
    return s->events ? tiles_count(s->tiles) - s->aside : 0;
}

unsigned comptoir_full(const Comptoir *s) {
    unsigned full = 0;
    for (int q = 0; q < QUAYS; q++)
        full |= (unsigned)((s->ship[q].size != 0) & (ship_room(&s->ship[q]) == 0)) << q;
    return full;
}

unsigned comptoir_bare(const Comptoir *s) {
    unsigned bare = 0;
    for (int q = 0; q < QUAYS; q++)
        bare |= (unsigned)((s->ship[q].size != 0) & (s->ship[q].event == NO_EVENT)) << q;
    return bare;
}

void comptoir_wages(const Ship *ship, int wages[PLAYERS_MAX]) {
    int prime = ship_prime(ship);
    bool pirates = ship->event == PIRATES;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        wages[seat] = pirates ? 0 : prime * ship->porters[seat];
    if (pirates) wages[ship->poser] = prime * ship_aboard(ship);
}

unsigned comptoir_slateable(const Comptoir *s, const Ship *ship, int seat) {
    if (s->slate != seat) return 0;
    unsigned aboard = 0;
    for (int other = 0; other < s->players; other++)
        aboard |= (unsigned)((other != seat) & (ship->porters[other] != 0)) << other;
    return aboard;
}

/* C-15: whether everyone has at least 1 prime. */
static bool all_scored(const Comptoir *s) {
    bool all = true;
    for (int seat = 0; seat < s->players; seat++)
        all &= s->score[seat] != 0;
    return all;
}

bool comptoir_can_auction(const Comptoir *s) {
    return !s->auctioned && comptoir_events_left(s) && all_scored(s);
}

Reason comptoir_may_auction(const Comptoir *s) {
    if (!s->events) return REFUSED(N_("This game is played without events."));
    if (s->auctioned) return REFUSED(N_("You have already put an event to auction this turn."));
    if (!comptoir_events_left(s)) return REFUSED(N_("No event is left to auction."));
    if (!all_scored(s))
        return REFUSED(N_("Events are auctioned once everyone has at least 1 prime."));
    return ALLOWED;
}

bool comptoir_may_put(const Comptoir *s) {
    return !s->put && s->held[s->active] && comptoir_bare(s);
}

Turn comptoir_turn(const void *state) {
    const Comptoir *s = state;
    if (s->phase == PHASE_OVER) return 0;
    return 1u << (s->acting == NOBODY ? CHANCE : s->acting);
}

bool comptoir_haggles(const void *state) {
    return ((const Comptoir *)state)->phase == PHASE_AUCTION;
}

/* What may still be done once a card is played; where that is nothing the turn has ended. */
static Reason ask_after_card(const Comptoir *s) {
    bool put = comptoir_may_put(s), auction = comptoir_can_auction(s);
    if (put && auction) return ASKED(N_("Put or auction an event, or end your turn."));
    if (put) return ASKED(N_("Put an event, or end your turn."));
    return ASKED(N_("Auction an event, or end your turn."));
}

Reason comptoir_ask(const void *state, int seat) {
    const Comptoir *s = state;
    if (seat != s->acting) return ALLOWED;
    switch ((Phase)s->phase) {
    case PHASE_TURN:
        if (s->card == NO_CARD) return ASKED(N_("Play one of your relations."));
        return ask_after_card(s);
    case PHASE_AUCTION:
        if (s->leader == NOBODY) return ASKED(N_("Open the auction with at least 1."));
        return ASKED(N_("Beat {n}, or pass."), s->high);
    case PHASE_SAIL: return ASKED(N_("Several ships are full: which leaves first?"));
    case PHASE_SLATE:
        return ASKED(N_("Pay the commission of {n}, or leave the slate to another?"),
                     comptoir_relations[s->card].commission);
    case PHASE_LOAD:
        return ASKED(N_("Which goods for the new {n?ship|ships}?"), quays_in(s->fresh));
    case PHASE_FIRST:
    case PHASE_SHIPS:
    case PHASE_GOODS:
    case PHASE_DEAL:
    case PHASE_TILE:
    case PHASE_NEXT:
    case PHASE_DRAW:
    case PHASE_OVER: break;
    }
    return ALLOWED;
}

/* --- start and score ------------------------------------------------------------------------- */

Reason comptoir_start(void *state, int players, const uint8_t *options) {
    Comptoir *s = state;
    if (players < 3 || players > PLAYERS_MAX)
        return REFUSED(N_("Comptoir des Antilles is played by 3 or 4."));
    *s = (Comptoir){.tiles = comptoir_tiles,
                    .bag = GOODS_ALL,
                    .players = (uint8_t)players,
                    .events = options[0] == 0,
                    .aside = options[1] ? ASIDE : 0,
                    .phase = PHASE_FIRST,
                    .slate = NOBODY,
                    .active = NOBODY,
                    .card = NO_CARD,
                    .acting = NOBODY,
                    .leader = NOBODY};
    memcpy(s->fleet, comptoir_fleet, sizeof s->fleet);
    for (int seat = 0; seat < players; seat++) {
        s->home[seat] = PORTERS;
        s->relations[seat] = ALL_RELATIONS;
    }
    return ALLOWED;
}

void comptoir_score(const void *state, Score *out) {
    const Comptoir *s = state;
    for (int seat = 0; seat < s->players; seat++) { /* C-38: no tie-break */
        out[seat] = (Score){.points = s->score[seat]};
        for (int part = 0; part < PARTS; part++)
            out[seat].parts[part] = s->part[seat][part];
    }
    score_rank(out, s->players);
}

/* --- what must always hold ------------------------------------------------------------------- */

static const char *audit_seat(const Comptoir *s, int seat) {
    int porters = s->home[seat], sum = 0;
    for (int q = 0; q < QUAYS; q++)
        porters += s->ship[q].porters[seat];
    for (int part = 0; part < PARTS; part++)
        sum += s->part[seat][part];
    if (porters != PORTERS) return "ten porters a player, ashore or aboard";
    if (sum != s->score[seat]) return "a score is the sum of its parts, and never below 0";
    if (s->score[seat] >= GOAL && s->phase != PHASE_OVER) return "100 primes end the game";
    if (!s->relations[seat]) return "nobody is without relations";
    if (!goods_has(s->hand[seat], s->known[seat])) return "known tiles are in the hand";
    int wanted = s->phase >= PHASE_TURN;
    if (seat == s->active && s->phase == PHASE_LOAD) wanted += quays_in(s->fresh);
    bool growing = s->phase == PHASE_DEAL || (s->phase == PHASE_DRAW && seat == s->active);
    if (!growing && comptoir_hand_size(s, seat) != wanted) return "one secret tile a player";
    return NULL;
}

static const char *audit_ship(const Comptoir *s, int q) {
    const Ship *ship = &s->ship[q];
    bool leaves = s->leaving >> q & 1 || (s->phase == PHASE_SLATE && s->sailing == q);
    int aboard = ship_aboard(ship);
    if (!ship->size) return aboard || ship->event ? "an empty quay is empty" : NULL;
    if (aboard > ship->size) return "no ship is overfull";
    if (s->phase != PHASE_OVER && leaves != (aboard == ship->size)) return "a full ship leaves";
    bool bare = ship->good == GOODS, set_up = s->phase == PHASE_SHIPS || s->phase == PHASE_GOODS;
    if (!set_up && bare != (s->fresh >> q & 1)) return "a ship has goods unless it is new";
    return NULL;
}

const char *comptoir_audit(const void *state) {
    const Comptoir *s = state;
    Goods goods = s->bag + s->lost;
    Tiles tiles = s->tiles + s->spent + (s->tile ? tiles_one(s->tile) : 0);
    uint8_t ships[SIZES];
    for (int size = 0; size < SIZES; size++)
        ships[size] = (uint8_t)(s->fleet[size] + s->gone[size]);
    if (s->next) ships[s->next - SMALLEST]++;
    for (int i = 0; i < s->queued; i++)
        goods += goods_one(s->queue >> (2 * i) & 3);
    if (s->queued < TILES && s->queue >> (2 * s->queued))
        return "the queue ends with its last tile";
    for (int q = 0; q < QUAYS; q++) {
        const Ship *ship = &s->ship[q];
        const char *wrong = audit_ship(s, q);
        if (wrong) return wrong;
        if (!ship->size) continue;
        ships[ship->size - SMALLEST]++;
        if (ship->good < GOODS) goods += goods_one(ship->good);
        if (ship->event) tiles += tiles_one(ship->event);
    }
    for (int seat = 0; seat < s->players; seat++) {
        const char *wrong = audit_seat(s, seat);
        if (wrong) return wrong;
        goods += s->hand[seat];
        tiles += s->held[seat];
    }
    if (goods != GOODS_ALL) return "all 16 goods tiles are accounted for";
    if (tiles != comptoir_tiles) return "all 16 event tiles are accounted for";
    if (memcmp(ships, comptoir_fleet, SIZES) != 0) return "all 20 ships are accounted for";
    if (comptoir_fleet_left(s) < 0 || tiles_count(s->tiles) < s->aside)
        return "what is set aside stays there";
    if (comptoir_face_down(s) < 0) return "the bag holds what is veiled";
    if (!s->events && s->tiles != comptoir_tiles) return "without events no tile is touched";
    if (s->phase > PHASE_SHIPS && s->phase != PHASE_NEXT && s->ending != (s->next == 0))
        return "the last ship ends the game";
    bool chance = s->phase < PHASE_TURN || s->phase == PHASE_TILE || s->phase == PHASE_NEXT ||
                  s->phase == PHASE_DRAW || s->phase == PHASE_OVER;
    if (chance != (s->acting == NOBODY)) return "somebody acts when a decision is owed";
    if ((s->phase == PHASE_AUCTION) != (s->tile != NO_EVENT)) return "a tile is for sale";
    return NULL;
}
