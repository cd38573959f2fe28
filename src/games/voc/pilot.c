/* pilot.c: how a good captain finds his way.

   tools/charts has worked out, for each cell of ten units, how far the next coast is (voc_clear)
   and how long the way to each port and home is (voc_ways). A captain heads where the way gets
   shorter, keeps off coasts by as much as he may be out, and stops when he thinks he is there. A
   word called to him tells that he is off the other way by about WORD_UNITS. */
#include "games/voc/pilot.h"

#include <stdlib.h>

enum {
    WORD_UNITS = 20, /* what a word puts right, by custom */
    BLOCKED = 4000   /* a way from land */
};

static int cell_of(int x, int y) {
    int cx = x < 0 ? 0 : x >= CHART_WIDE ? CELLS_ACROSS - 1 : x / CELL;
    int cy = y < 0 ? 0 : y >= CHART_HIGH ? CELLS_DOWN - 1 : y / CELL;
    return cy * CELLS_ACROSS + cx;
}

static int goal_chart(int goal) {
    return goal >= PORTS ? goal - PORTS : voc_ports[goal].chart;
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

/* --- where to -----------------------------------------------------------------------------------
 */

/* All goods of a seat, at home and at sea. */
static Wares all_wares(const Voc *s, int seat) {
    Wares goods = wares_of(voc_home_goods(s, seat));
    for (int ship = 0; ship < SHIPS; ship++)
        for (int i = 0; i < HALF; i++)
            if (s->ship[ship].crew[HALF + i] == seat && s->ship[ship].cargo[i] != NOTHING)
                goods += count_one(voc_ports[s->ship[ship].cargo[i]].good);
    return goods;
}

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
static int port_gain(const Voc *s, int ship, int captain, int port) {
    const Ship *it = &s->ship[ship];
    int tokens = count_of(s->ports, port), own = 0, others = 0;
    for (int i = 0; i < HALF && tokens > 0; i++) {
        if (it->crew[HALF + i] == NOBODY || it->cargo[i] != NOTHING) continue;
        tokens--;
        *(it->crew[HALF + i] == captain ? &own : &others) += 1;
    }
    int good = voc_ports[port].good, gain = others * voc_unit[good];
    if (own) gain += good_gain(s, captain, all_wares(s, captain), good, own);
    return gain;
}

/* How many of a hundred blind voyages from home reach each port (voc.md 3.9). */
static const uint8_t reach[PORTS] = {83, 78, 42, 81, 55, 69, 74, 54, 49, 39};

int pilot_goal(const Voc *s, int ship, int captain, Spot from) {
    const Ship *it = &s->ship[ship];
    int chart = voc_chart_of(ship), home = PORTS + chart, own_empty = 0, cargo = 0;
    for (int i = 0; i < HALF; i++) {
        own_empty += it->crew[HALF + i] == captain && it->cargo[i] == NOTHING;
        cargo += it->cargo[i] != NOTHING;
    }
    int best = home, most = 0, sailors = voc_sailors(s, ship, NOBODY);
    for (int i = 0; i < voc_charts[chart].ports; i++) {
        int port = voc_charts[chart].first_port + i, gain = port_gain(s, ship, captain, port);
        if (!gain) continue;
        int there = pilot_way(port, from);
        int back = pilot_way(home, (Spot){voc_ports[port].x, voc_ports[port].y});
        if (cargo) { /* a detour is worth it only where it is short and the ship is well manned */
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

bool pilot_arrived(int goal, Spot at, int doubt) {
    if (goal >= PORTS) return at.y >= HOME_Y + 10 + doubt;
    const Port *port = &voc_ports[goal];
    int dx = at.x - port->anchor_x, dy = at.y - port->anchor_y, near = port->radius / 2;
    return dx * dx + dy * dy <= near * near;
}

/* What words put right, no further than the captain can be out: some shipmates talk nonsense. */
static int put_right(int words, int doubt) {
    int units = WORD_UNITS * words, most = 3 * doubt / 2;
    return units > most ? most : units < -most ? -most : units;
}

static int square(Spot a, Spot b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* He follows his orders in his mind. A port he is sure to have passed he has called at, and turns
   home; of another he wants to see whether he was there. Words heard since may have moved the whole
   way a little, so a port was passed where the way came close and then led away. */
Course pilot_course(const Voc *s) {
    const Voyage *v = &s->scene.voyage;
    int x = v->start_x * 16384, y = v->start_y * 16384, run = 0;
    int orders = v->mode == MODE_ORDERS ? v->strokes - v->pending : 0;
    Course course = {.at = {v->start_x, v->start_y}, .doubt = 3};
    course.goal = pilot_goal(s, s->sailing, s->acting, course.at);
    for (int i = 0; i < orders; i++) {
        Course before = course;
        int heading = v->order[i] >> 7, length = v->order[i] & 127;
        x += length * voc_sin(heading * 100);
        y -= length * voc_cos(heading * 100);
        run += length;
        course.doubt = 3 + run / 25;
        course.at = (Spot){x / 16384 - put_right(v->east, course.doubt),
                           y / 16384 - put_right(v->south, course.doubt)};
        if (course.goal >= PORTS) continue;
        const Port *port = &voc_ports[course.goal];
        Spot anchor = {port->anchor_x, port->anchor_y};
        int near = port->radius / 2 + WORD_UNITS, then = square(before.at, anchor);
        bool passed = then <= near * near && square(course.at, anchor) > then;
        bool sure = 6 * (passed ? before.doubt : course.doubt) <= 5 * port->radius;
        if (sure && (passed || pilot_arrived(course.goal, course.at, course.doubt)))
            course.goal = PORTS + voc_chart_of(s->sailing);
    }
    return course;
}

bool pilot_heeds_stop(int goal, Spot at, int doubt) {
    if (goal >= PORTS) return false;
    const Port *port = &voc_ports[goal];
    int dx = at.x - port->x, dy = at.y - port->y, near = port->radius + 2 * doubt;
    return dx * dx + dy * dy <= near * near;
}

/* --- orders -------------------------------------------------------------------------------------
 */

static bool in_home_water(int chart, Spot at) {
    enum { MARGIN = 25 };
    return at.y >= HOME_Y - CELL && at.x >= voc_charts[chart].home_left + MARGIN &&
           at.x <= voc_charts[chart].home_right - MARGIN;
}

/* What a coast nearer than the doubt costs along a leg. */
static int danger(int goal, Spot from, Spot to, int doubt) {
    enum { SOUNDINGS = 6 };
    int chart = goal_chart(goal), sum = 0;
    for (int i = 1; i <= SOUNDINGS; i++) {
        Spot at = {from.x + (to.x - from.x) * i / SOUNDINGS,
                   from.y + (to.y - from.y) * i / SOUNDINGS};
        if (goal >= PORTS && in_home_water(chart, at)) continue;
        if (voc_port_at(chart, at.x, at.y) >= 0) continue;
        if (voc_is_land(chart, at.x, at.y)) {
            sum += 3000;
            continue;
        }
        int room = (doubt < 16 ? doubt : 16) + 8 - voc_clear[chart][cell_of(at.x, at.y)];
        if (room > 0) sum += room * room / 6;
    }
    return sum;
}

int pilot_order(int goal, Spot at, int doubt, int heading, int length) {
    Spot to = {at.x + length * voc_sin(heading * 100) / 16384,
               at.y - length * voc_cos(heading * 100) / 16384};
    int left = pilot_way(goal, to);
    if (goal >= PORTS && in_home_water(goal_chart(goal), to)) left = HOME_Y - to.y - 100;
    if (goal < PORTS) { /* near the port, the middle of the circle is what counts */
        int dx = to.x - voc_ports[goal].anchor_x, dy = to.y - voc_ports[goal].anchor_y;
        if (dx * dx + dy * dy < 900) left = (dx * dx + dy * dy) / 30 - 60;
    }
    return -10 * left - danger(goal, at, to, doubt);
}

Move pilot_best(int goal, Spot at, int doubt) {
    static const int lengths[] = {PILOT_LEG, 2 * PILOT_LEG / 3, PILOT_LEG / 3, PILOT_LEG / 6};
    int most = -(1 << 30), heading = 0, length = PILOT_LEG;
    for (int h = 0; h < 360; h += 5)
        for (int i = 0; i < 4; i++) {
            int worth = pilot_order(goal, at, doubt, h, lengths[i]);
            if (worth > most) {
                most = worth;
                heading = h;
                length = lengths[i];
            }
        }
    return (Move){VERB_ORDER, 3, {(uint8_t)(heading >> 8), (uint8_t)heading, (uint8_t)length}};
}

/* --- words --------------------------------------------------------------------------------------
 */

/* What a word is worth to one who draws with the pen: nobody knows his mind, so only coasts and
   ports matter. */
static int pen_word(const Voc *s, int seat, Call word, Spot at) {
    static const Spot ahead[CALLS] = {[CALL_NORTH] = {0, -25},
                                      [CALL_SOUTH] = {0, 25},
                                      [CALL_EAST] = {25, 0},
                                      [CALL_WEST] = {-25, 0}};
    int chart = voc_chart_of(s->sailing), port = voc_port_at(chart, at.x, at.y);
    bool empty = false;
    for (int i = 0; i < HALF; i++)
        empty |=
            s->ship[s->sailing].crew[HALF + i] == seat && s->ship[s->sailing].cargo[i] == NOTHING;
    if (word == CALL_STOP) return port >= 0 && empty && count_of(s->ports, port) ? 500 : -1;
    int here = voc_clear[chart][cell_of(at.x, at.y)];
    int there = voc_clear[chart][cell_of(at.x + ahead[word].x, at.y + ahead[word].y)];
    return here < 14 && port < 0 ? (there - here - 10) * 10 : -1;
}

int pilot_word(const Voc *s, int seat, Call word) {
    const Voyage *v = &s->scene.voyage;
    Spot at = {v->walk.x, v->walk.y};
    if (v->walk.ending != END_OPEN) return -1;
    if (v->mode != MODE_ORDERS) return pen_word(s, seat, word, at);
    Course course = pilot_course(s);
    Spot thinks = course.at, would = thinks;
    switch (word) {
    case CALL_NORTH: would.y += WORD_UNITS; break;
    case CALL_SOUTH: would.y -= WORD_UNITS; break;
    case CALL_EAST: would.x -= WORD_UNITS; break;
    case CALL_WEST: would.x += WORD_UNITS; break;
    case CALL_STOP:
        return course.goal < PORTS &&
                       voc_port_at(voc_chart_of(s->sailing), at.x, at.y) == course.goal
                   ? 2000
                   : -1;
    case CALL_NONE:
    case CALLS: return -1;
    }
    return square(at, thinks) - square(at, would) - WORD_UNITS * WORD_UNITS / 2;
}
