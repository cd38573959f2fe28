/* goal.c: where a good captain sails to: what each port's goods would bring him and his shipmates,
   how sure and how long the way is, and whether the goods can still be sold. */
#include "games/voc/pilot.h"

enum { BLOCKED = 4000 }; /* a way from land */

static int cell_of(int x, int y) {
    int cx = x < 0 ? 0 : x >= CHART_WIDE ? CELLS_ACROSS - 1 : x / CELL;
    int cy = y < 0 ? 0 : y >= CHART_HIGH ? CELLS_DOWN - 1 : y / CELL;
    return cy * CELLS_ACROSS + cx;
}

int pilot_clear(int chart, Spot at) {
    return voc_clear[chart][cell_of(at.x, at.y)];
}

/* The way from the four cells around a point, weighed by nearness. */
int pilot_way(int goal, Spot from) {
    int x = from.x - CELL / 2, y = from.y - CELL / 2, sum = 0;
    for (int i = 0; i < 4; i++) {
        int dx = i % 2 * CELL, dy = i / 2 * CELL;
        int fx = ((x % CELL) + CELL) % CELL, fy = ((y % CELL) + CELL) % CELL;
        int weight = (dx ? fx : CELL - fx) * (dy ? fy : CELL - fy);
        int way = voc_ways[goal][cell_of(x + dx, y + dy)];
        sum += weight * (way == NO_WAY ? BLOCKED : way * WAY_STEP);
    }
    return sum / (CELL * CELL);
}

/* --- what is aboard ------------------------------------------------------------------------------
 */

/* The hold of a ship in somebody's mind. */
typedef struct Lading {
    uint8_t empty[HALF]; /* owners of the merchants without a good, from the left */
    int empties;
    int cargo;   /* goods aboard */
    Hold ports;  /* what lies in the ports */
    Wares wares; /* of the captain, at home and at sea */
} Lading;

static void load(Lading *l, int port, int captain) {
    int taken = 0;
    while (taken < l->empties && count_of(l->ports, port)) {
        if (l->empty[taken] == captain) l->wares += count_one(voc_ports[port].good);
        l->ports -= count_one(port);
        l->cargo++;
        taken++;
    }
    for (int i = taken; i < l->empties; i++)
        l->empty[i - taken] = l->empty[i];
    l->empties -= taken;
}

static Lading lading_of(const Voc *s, int ship, int captain, unsigned called) {
    Lading l = {.ports = s->ports, .wares = wares_of(voc_home_goods(s, captain))};
    for (int k = 0; k < SHIPS; k++)
        for (int i = 0; i < HALF; i++) {
            int owner = s->ship[k].crew[HALF + i], port = s->ship[k].cargo[i];
            if (owner == captain && port != NOTHING) l.wares += count_one(voc_ports[port].good);
            if (k != ship || owner == NOBODY) continue;
            if (port == NOTHING)
                l.empty[l.empties++] = (uint8_t)owner;
            else
                l.cargo++;
        }
    for (int port = 0; port < PORTS; port++)
        if (called >> port & 1) load(&l, port, captain);
    return l;
}

/* --- what a port brings --------------------------------------------------------------------------
 */

/* What `more` of a good would do for one side of a contract, in tenths of a daalder. */
static int side_gain(Wares need, int value, Wares has, int good, int more) {
    int missing = 0, here = count_of(need, good) - count_of(has, good);
    for (int other = 0; other < GOODS; other++) {
        int lacks = count_of(need, other) - count_of(has, other);
        if (lacks > 0) missing += lacks;
    }
    if (here <= 0) return 0;
    if (more > here) more = here;
    return more == missing ? 10 * value : 5 * value * more / missing;
}

/* What `more` of a good would do for a seat: for its best contract, and to have. */
static int good_gain(const Voc *s, int seat, Wares has, int good, int more) {
    int best = 0;
    for (int i = 0; i < s->rows; i++) {
        const Contract *c = &voc_contracts[s->row[i]];
        int signer = s->signer[s->row[i]], share = signer == seat ? 4 : signer == NOBODY ? 3 : 1;
        if (!s->advanced) share = 4;
        for (int side = 0; side < 2; side++) {
            int gain = side_gain(c->need[side], c->value, has, good, more) * share / 4;
            if (gain > best) best = gain;
        }
    }
    return best + 3 * more * voc_unit[good];
}

/* What a call at a port would bring the captain; what his shipmates get counts a little. */
static int port_gain(const Voc *s, int captain, const Lading *l, int port) {
    int tokens = count_of(l->ports, port), own = 0, others = 0;
    for (int i = 0; i < l->empties && i < tokens; i++)
        *(l->empty[i] == captain ? &own : &others) += 1;
    int good = voc_ports[port].good, gain = others * voc_unit[good];
    if (own) gain += good_gain(s, captain, l->wares, good, own);
    return gain;
}

/* How many of a hundred blind voyages from home reach each port (voc.md 3.9). */
static const uint8_t reach[PORTS] = {83, 78, 42, 81, 55, 69, 74, 54, 49, 39};

int pilot_goal(const Voc *s, int ship, int captain, Spot from, unsigned called) {
    int chart = voc_chart_of(ship), home = PORTS + chart, own_empty = 0;
    Lading l = lading_of(s, ship, captain, called);
    for (int i = 0; i < l.empties; i++)
        own_empty += l.empty[i] == captain;
    int best = home, most = 0, sailors = voc_sailors(s, ship, NOBODY);
    for (int i = 0; i < voc_charts[chart].ports; i++) {
        int port = voc_charts[chart].first_port + i, gain = port_gain(s, captain, &l, port);
        if (!gain || called >> port & 1) continue;
        int there = pilot_way(port, from);
        int back = pilot_way(home, (Spot){voc_ports[port].x, voc_ports[port].y});
        if (l.cargo) { /* a detour is worth it only where it is short and the ship is well manned */
            int detour = there + back - pilot_way(home, from);
            if (sailors < 2 || !own_empty || detour > 260) continue;
        }
        int worth = gain * (there > 200 ? reach[port] : 100) * 10 / (there + back / 2 + 150);
        if (worth > most) {
            most = worth;
            best = port;
        }
    }
    return best;
}
