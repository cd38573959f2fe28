/* audit.c: what must hold in every state of Batavia: cards, bills and tiles accounted for, seals
   that are strict majorities, markers that are the open cards, no stall needed that lies face down.
 */
#include "games/batavia/state.h"

#include <string.h>

static const char *audit_route(const Batavia *s) {
    uint64_t stalls[COMPANIES] = {0};
    int merchants[STALLS + 2] = {0};
    for (int seat = 0; seat < s->players; seat++)
        merchants[s->space[seat]]++;
    for (int i = s->spaces; i < STALLS; i++)
        if (s->route[i] != DOWN) return "nothing lies behind Batavia";
    for (int i = 0; i < s->spaces; i++) {
        int tile = s->route[i], space = i + 1;
        if ((i < s->turned) != (tile != DOWN)) return "stalls are turned up in order";
        if (merchants[space] > 1) return "no two merchants stand on one stall"; /* A23 */
        if (tile == DOWN) {
            if (merchants[space]) return "no merchant stands on a stall face down";
            continue;
        }
        if (s->crate[tile] == NOBODY) stalls[tile_company(tile)] |= 1ull << space;
        if (s->left[tile_company(tile)] >> tile_good(tile) & 1) return "a tile is in one place";
        if (merchants[space] && s->crate[tile] == NOBODY) return "a merchant takes his stall";
    }
    for (int i = 0; i < s->turned; i++)
        for (int j = i - i % BLOCK; j < i; j++)
            if (tile_company(s->route[i]) == tile_company(s->route[j]))
                return "a block has every company once";
    return memcmp(stalls, s->stalls, sizeof stalls) == 0 ? NULL : "stalls stand where they lie";
}

/* Each block holds all companies, and the block behind the leader's is always face up. */
static const char *audit_sight(const Batavia *s) {
    if (s->phase == PHASE_AUCTIONEER || s->phase == PHASE_ROUTE || s->turned == s->spaces)
        return NULL;
    for (int seat = 0; seat < s->players; seat++)
        for (int company = 0; company < COMPANIES; company++)
            if (!batavia_next(s, company, s->space[seat])) return "no stall face down is needed";
    return NULL;
}

static const char *audit_seat(const Batavia *s, int seat) {
    int unknown = cards_count(s->hand[seat] - s->known[seat]) + s->veiled[seat];
    if (!cards_has(s->hand[seat], s->known[seat])) return "known cards are in the hand";
    if (unknown + cards_count(s->shown[seat]) < s->drawn[seat])
        return "cards drawn are held or were shown";
    if (!s->veiled[seat] && cards_count(s->drew[seat]) != s->drawn[seat])
        return "cards drawn are counted";
    if ((s->arrived == seat) != (s->space[seat] == batavia_arrival(s)))
        return "who arrives has the arrival tile";
    for (int company = 0; company < COMPANIES; company++) {
        int crates = 0;
        for (int good = 0; good < GOODS; good++)
            crates += s->crate[tile_of(company, good)] == seat;
        if (cards_of(s->tiles[seat], company) > crates) return "each tile brought a crate";
    }
    return NULL;
}

const char *batavia_audit(const void *state) {
    const Batavia *s = state;
    Cards all = s->pile + s->discard + s->packet;
    int bills = 0, veiled = 0;
    for (int seat = 0; seat < s->players; seat++) {
        const char *fault = audit_seat(s, seat);
        if (fault) return fault;
        all += s->hand[seat] + s->open[seat];
        bills += s->bills[seat];
        veiled += s->veiled[seat];
    }
    if (!veiled && all != CARDS_ALL) return "all 110 cards are accounted for";
    if (!veiled && cards_count(s->pile) != s->deck) return "the pile is counted";
    if (bills != BILLS * s->players) return "bills only change hands";
    for (int company = 0; company < COMPANIES && s->phase != PHASE_FINAL; company++)
        if (s->seal[company] != batavia_majority(s, company)) return "a seal is a strict majority";
    if (s->laid && s->phase != PHASE_ACTIONS) return "cards are chosen in a turn";
    if (s->fetched && s->phase != PHASE_DRAW) return "cards are fetched in a draw";
    if (s->acting != NOBODY && !cards_has(s->hand[s->acting], s->laid + s->fetched))
        return "chosen cards are in the hand";
    if (s->leader != NOBODY && s->phase == PHASE_AUCTION &&
        (s->bid[s->leader] != s->high || s->high > s->bills[s->leader]))
        return "the highest bid can be paid";
    bool asks = s->phase >= PHASE_AUCTION && s->phase <= PHASE_EXCHANGE;
    bool turns = s->phase == PHASE_ROUTE && s->round;
    if ((asks || turns) != (s->acting != NOBODY)) return "somebody acts in a turn";
    const char *fault = audit_route(s);
    return fault ? fault : audit_sight(s);
}
