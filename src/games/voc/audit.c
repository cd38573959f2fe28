/* audit.c: what must always hold in a state of VOC!. Tests ask it after every move. */
#include "games/voc/state.h"

static const char *audit_men(const Voc *s) {
    for (int seat = 0; seat < s->players; seat++) {
        int men = s->men[seat];
        for (int ship = 0; ship < SHIPS; ship++)
            men += voc_sailors(s, ship, seat) + voc_merchants(s, ship, seat);
        for (int card = 0; card < CONTRACTS; card++)
            men += s->signer[card] == seat;
        int all = !s->advanced && s->players == 5 ? MEN_OF_FIVE : MEN;
        if (men != (voc_in(s, seat) ? all : 0)) return "every man is accounted for";
    }
    for (int ship = 0; ship < SHIPS; ship++)
        for (int slot = 0; slot < SLOTS; slot++) {
            int owner = s->ship[ship].crew[slot];
            if (slot % HALF >= voc_half(ship) && owner != NOBODY) return "men stand in slots";
            if (owner != NOBODY && !voc_in(s, owner)) return "men belong to players";
            if (!s->advanced && owner != NOBODY && owner != voc_colour(ship, slot, s->players))
                return "in the basic game men stand on their colour";
        }
    return NULL;
}

static const char *audit_goods(const Voc *s) {
    Hold all = s->ports;
    int tokens = count_all(s->ports);
    for (int seat = 0; seat < s->players; seat++) {
        all += s->landed[seat] + s->stored[seat];
        tokens += count_all(s->landed[seat]) + count_all(s->stored[seat]);
        if (s->phase < PHASE_DEALS && count_all(voc_home_goods(s, seat)) > STORED &&
            count_all(s->stored[seat]) > STORED)
            return "a warehouse holds two goods";
    }
    for (int ship = 0; ship < SHIPS; ship++)
        for (int i = 0; i < HALF; i++) {
            if (s->ship[ship].cargo[i] == NOTHING) continue;
            if (s->ship[ship].crew[HALF + i] == NOBODY) return "a good lies under its merchant";
            if (!(s->ship[ship].flags & AT_SEA) && s->sailing != ship) return "goods are at sea";
            all += count_one(s->ship[ship].cargo[i]);
            tokens++;
        }
    if (tokens != 28) return "there are 28 goods";
    for (int port = 0; port < PORTS; port++)
        if (count_of(all, port) != voc_ports[port].tokens) return "each good belongs to its port";
    return NULL;
}

static const char *audit_cards(const Voc *s) {
    uint32_t seen = s->pile | s->amsterdam;
    if (s->pile & s->amsterdam) return "a contract is in one place";
    for (int i = 0; i < s->rows; i++) {
        if (seen >> s->row[i] & 1) return "a contract is in one place";
        seen |= 1u << s->row[i];
    }
    if (__builtin_popcount(s->pile) + s->drawn != CONTRACTS) return "there are 19 cards";
    if (!s->advanced && s->rows >= ROW_LIMIT) return "the row has five contracts at most";
    uint32_t markers = 0;
    for (int card = 0; card < CONTRACTS; card++) {
        if (s->signer[card] != NOBODY && (!voc_in_row(s, card) || !s->advanced))
            return "signed cards lie in the row";
        if (s->signer[card] == NOBODY && s->due[card] != NO_YEAR) return "a marker lies with a man";
        if (s->due[card] == NO_YEAR) continue;
        if (markers >> s->due[card] & 1) return "each year has one marker";
        markers |= 1u << s->due[card];
    }
    return NULL;
}

static const char *audit_ships(const Voc *s) {
    for (int ship = 0; ship < SHIPS; ship++) {
        const Ship *it = &s->ship[ship];
        bool at_sea = it->flags & AT_SEA;
        if (at_sea && voc_captain(s, ship) == NOBODY) return "a ship at sea has a sailor";
        if (!at_sea && (it->x || it->y || it->flags & AGROUND))
            return "a ship at home lies nowhere";
        int chart = voc_chart_of(ship);
        bool below = it->y == HOME_Y && it->x >= voc_charts[chart].home_left &&
                     it->x <= voc_charts[chart].home_right;
        if (at_sea && !below && voc_is_land(chart, it->x, it->y) &&
            voc_port_at(chart, it->x, it->y) < 0)
            return "a ship lies in water";
    }
    return NULL;
}

/* What a claimant promises he can pay (V32). */
static const char *audit_promises(const Voc *s) {
    const Auction *a = &s->scene.auction;
    if (s->phase != PHASE_CONTRACT || a->leader == NOBODY) return NULL;
    return voc_hush_room(s) < 0 ? "nobody promises more than his purse and his price" : NULL;
}

const char *voc_audit(const void *state) {
    const Voc *s = state;
    const char *broken = audit_men(s);
    if (!broken) broken = audit_goods(s);
    if (!broken) broken = audit_cards(s);
    if (!broken) broken = audit_ships(s);
    if (!broken) broken = audit_promises(s);
    if (broken) return broken;
    int dealt = 0;
    for (int seat = 0; seat < s->players; seat++) {
        dealt += s->dealt[seat];
        if (voc_money(s, seat) < 0) return "nobody owes money";
    }
    if (dealt) return "deals move money, the bank alone makes it";
    bool one = s->phase == PHASE_INVEST || s->phase == PHASE_SAIL || s->phase == PHASE_VOYAGE ||
               s->phase == PHASE_LANDFALL || s->phase == PHASE_TRADE || s->phase == PHASE_CONTRACT;
    if (one != (s->acting != NOBODY)) return "somebody acts when a decision is owed";
    if (one && !voc_in(s, s->acting)) return "who acts is in the game";
    if (s->phase != PHASE_OVER && !voc_turn(s)) return "a game that is not over waits for somebody";
    return NULL;
}
