/* goal.c: where a good captain sails to: what each port's goods would bring him and his shipmates,
   how sure and how long the way is, and whether the goods can still be sold. */
#include "games/voc/pilot.h"
#include "games/voc/worth.h"

enum { BLOCKED = 4000 }; /* a way from land */

static int cell_of(int x, int y) {
    int cx = x < 0 ? 0 : x >= CHART_WIDE ? CELLS_ACROSS - 1 : x / CELL;
    int cy = y < 0 ? 0 : y >= CHART_HIGH ? CELLS_DOWN - 1 : y / CELL;
    return cy * CELLS_ACROSS + cx;
}

int pilot_clear(int chart, Spot at) {
    return voc_clear[chart][cell_of(at.x, at.y)];
}

static int way_at(int goal, int cell) {
    int way = voc_ways[goal][cell];
    return way == NO_WAY ? BLOCKED : way * WAY_STEP;
}

/* The way from the four cells around a point, weighed by nearness. */
int pilot_way(int goal, Spot from) {
    int x = from.x - CELL / 2, y = from.y - CELL / 2;
    if (x >= 0 && y >= 0 && x < CHART_WIDE - CELL && y < CHART_HIGH - CELL) { /* as below, sooner */
        int cx = x / CELL, cy = y / CELL, cell = cy * CELLS_ACROSS + cx;
        int right = x - cx * CELL, down = y - cy * CELL, left = CELL - right;
        int above = way_at(goal, cell) * left + way_at(goal, cell + 1) * right;
        int below = way_at(goal, cell + CELLS_ACROSS) * left +
                    way_at(goal, cell + CELLS_ACROSS + 1) * right;
        return (above * (CELL - down) + below * down) / (CELL * CELL);
    }
    int fx = ((x % CELL) + CELL) % CELL, fy = ((y % CELL) + CELL) % CELL;
    int north = way_at(goal, cell_of(x, y)) * (CELL - fx) + way_at(goal, cell_of(x + CELL, y)) * fx;
    int south = way_at(goal, cell_of(x, y + CELL)) * (CELL - fx) +
                way_at(goal, cell_of(x + CELL, y + CELL)) * fx;
    return (north * (CELL - fy) + south * fy) / (CELL * CELL);
}

/* --- what is aboard --------------------------------------------------------------------------- */

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

/* --- what a port brings ----------------------------------------------------------------------- */

/* What more of a good would do towards the nearest contract that still lacks something, at most. */
static int progress(const Book *book, Wares has, int good, int more) {
    int best = 0;
    for (int i = 0; i < book->count; i++)
        for (int side = 0; side < voc_sides(book->card[i]); side++) {
            Wares need = voc_contracts[book->card[i]].need[side];
            int missing = 0, here = count_of(need, good) - count_of(has, good);
            for (int other = 0; other < GOODS; other++) {
                int lacks = count_of(need, other) - count_of(has, other);
                if (lacks > 0) missing += lacks;
            }
            if (here <= 0) continue;
            int gain = book->value[i] * (more < here ? more : here) / missing / 2;
            if (gain > best) best = gain;
        }
    return best;
}

/* What a call at a port would bring the captain; what his shipmates get counts a little. */
static int port_gain(const Book *book, int captain, const Lading *l, int port) {
    int tokens = count_of(l->ports, port), own = 0, others = 0;
    for (int i = 0; i < l->empties && i < tokens; i++)
        *(l->empty[i] == captain ? &own : &others) += 1;
    int good = voc_ports[port].good, gain = others * voc_unit[good];
    if (!own) return gain;
    Wares more = (Wares)own * count_one(good);
    int sold = book_worth(book, l->wares + more) - book_worth(book, l->wares);
    int nearer = progress(book, l->wares, good, own);
    return gain + (sold > nearer ? sold : nearer) + own * voc_unit[good];
}

/* How many of a hundred voyages from home reach each port, and how many tenths of a year it takes
   to bring its goods home: measured with shipmates who call useful words now and then. */
static const uint8_t reach[PORTS] = {85, 96, 80, 92, 74, 79, 90, 81, 56, 63};
static const uint8_t years[PORTS] = {12, 11, 18, 11, 22, 24, 13, 16, 28, 31};

/* The part of a hundred games that still go on after `more` tenths of a year from now. */
static int goes_on(const Voc *s, int more) {
    int left = 100, cards = s->drawn;
    for (int year = s->year + 1; more > 10; year++, more -= 10) {
        int draws = s->advanced ? (voc_convoy(year) ? 3 : 0) : 1;
        for (; draws > 0 && cards <= CONTRACTS; draws--, cards++)
            if (cards >= CONTRACTS - UNDER)
                left = left * (CONTRACTS - cards) / (CONTRACTS + 1 - cards);
        if (year >= s->until) return 0;
    }
    return left;
}

bool pilot_command_ends(const Voc *s, int ship, int captain) {
    int sailors = 0, next = NOBODY;
    for (int slot = 0; slot < HALF && sailors < 2; slot++)
        if (s->ship[ship].crew[slot] != NOBODY) {
            next = s->ship[ship].crew[slot];
            sailors++;
        }
    return voc_convoy(s->year + 1) && (sailors < 2 || next != captain);
}

/* What a captain reckons with, wherever his ship is. */
typedef struct Prospect {
    int ship, captain, own_empty, sailors;
    unsigned called;
    Lading l;
    Book books[3]; /* this year, the next, the one after */
} Prospect;

static Prospect prospect_of(const Voc *s, int ship, int captain, unsigned called) {
    Prospect p = {.ship = ship,
                  .captain = captain,
                  .sailors = voc_sailors(s, ship, NOBODY),
                  .called = called,
                  .l = lading_of(s, ship, captain, called)};
    for (int later = 0; later < 3; later++)
        p.books[later] = book_hoped(s, captain, later);
    for (int i = 0; i < p.l.empties; i++)
        p.own_empty += p.l.empty[i] == captain;
    return p;
}

static int goal_from(const Voc *s, const Prospect *p, Spot from) {
    const Lading *l = &p->l;
    int chart = voc_chart_of(p->ship), home = PORTS + chart, best = home, most = 0;
    for (int i = 0; i < voc_charts[chart].ports; i++) {
        int port = voc_charts[chart].first_port + i;
        if (p->called >> port & 1 || !count_of(l->ports, port) || !l->empties) continue;
        int there = pilot_way(port, from);
        if (l->cargo) { /* a detour is worth it only where it is short and the ship is well manned
                         */
            int back = pilot_way(home, (Spot){voc_ports[port].x, voc_ports[port].y});
            int detour = there + back - pilot_way(home, from);
            if (p->sailors < 2 || !p->own_empty || detour > 260) continue;
        }
        int time = there > 200 ? years[port] : years[port] > 15 ? 20 : 10;
        int gain = port_gain(&p->books[time > 24 ? 2 : time > 14], p->captain, l, port);
        int worth = gain * (there > 200 ? reach[port] : 100) * goes_on(s, time) /
                    (time + (s->advanced ? 0 : 10));
        if (time > 15 && pilot_command_ends(s, p->ship, p->captain)) worth = worth * 2 / 3;
        if (worth > most) {
            most = worth;
            best = port;
        }
    }
    return best;
}

int pilot_goal(const Voc *s, int ship, int captain, Spot from, unsigned called) {
    Prospect p = prospect_of(s, ship, captain, called);
    return goal_from(s, &p, from);
}

int pilot_nearest_start(const Voc *s, int ship, int captain) {
    const Chart *chart = &voc_charts[voc_chart_of(ship)];
    Prospect p = prospect_of(s, ship, captain, 0);
    int best = -1, least = 0;
    for (int x = chart->home_left; x <= chart->home_right; x += CELL) {
        Spot from = {x, HOME_Y};
        int goal = goal_from(s, &p, from);
        if (goal >= PORTS) continue; /* nothing to fetch */
        int way = pilot_way(goal, from);
        if (best >= 0 && way >= least) continue;
        least = way;
        best = x;
    }
    return best;
}

/* Anybody may start from the points that are listed: they mean nothing. */
static bool is_home_point(int chart, int x) {
    for (int i = 0; i < HOME_POINTS; i++)
        if (home_point(chart, i) == x) return true;
    return false;
}

int pilot_start(int port) {
    const Chart *chart = &voc_charts[voc_ports[port].chart];
    int least = 1 << 20, best = 0, own = 1 + port - chart->first_port;
    for (int x = chart->home_left + CELL; x < chart->home_right - CELL; x += CELL) {
        int way = pilot_way(port, (Spot){x, HOME_Y});
        if (way >= least || is_home_point(voc_ports[port].chart, x + own)) continue;
        least = way;
        best = x + own;
    }
    return best;
}

int pilot_meant(int ship, int x) {
    const Chart *chart = &voc_charts[voc_chart_of(ship)];
    int number = (x - chart->home_left) % CELL - 1;
    if (number < 0 || number >= chart->ports) return -1;
    return pilot_start(chart->first_port + number) == x ? chart->first_port + number : -1;
}

/* --- what can be fetched ---------------------------------------------------------------------- */

/* How likely, in hundredths, one voyage of a ship brings the goods `missing` home, and in how many
   tenths of a year; 0 where it cannot. */
static int voyage_chance(const Voc *s, int ship, Wares missing, int *time) {
    int chance = 95, calls = 0;
    *time = 0;
    for (int good = 0; good < GOODS; good++) {
        int wanted = count_of(missing, good), first = voc_charts[voc_chart_of(ship)].first_port;
        if (!wanted) continue;
        int port = -1;
        for (int i = first; i < first + voc_charts[voc_chart_of(ship)].ports; i++)
            if (voc_ports[i].good == good && count_of(s->ports, i) >= wanted &&
                (port < 0 || years[i] < years[port]))
                port = i;
        if (port < 0 || ++calls > 2) return 0;
        chance = chance * reach[port] / 100;
        *time += calls > 1 ? years[port] / 2 : years[port];
    }
    return chance;
}

int pilot_fetch(const Voc *s, int seat, Wares missing, int wait) {
    int best = 0;
    for (int ship = 0; ship < SHIPS; ship++) {
        if (voc_captain(s, ship) != seat) continue;
        int own = 0, time;
        for (int i = 0; i < HALF; i++)
            own += s->ship[ship].crew[HALF + i] == seat && s->ship[ship].cargo[i] == NOTHING;
        if (count_all(missing) > own) continue;
        int chance = voyage_chance(s, ship, missing, &time), miss = 100;
        if (!chance) continue;
        for (int left = 10 * (wait + 1); left >= time - 4; left -= time + 5) /* again and again */
            miss = miss * (100 - chance) / 100;
        if (100 - miss > best) best = 100 - miss;
    }
    return best > 95 ? 95 : best;
}
