/* pilot.c: how a good captain finds his way.

   tools/charts has worked out, for each cell of ten units, how far the next coast is (voc_clear)
   and how long the way to each port and home is (voc_ways). A captain heads where the way gets
   shorter and keeps off coasts by as much as he may be out. Near a port he sails where the circle
   may lie, until he is sure to have met it or nothing is left to try; then he goes home, where the
   way is wide enough for what he still knows, or stops to see. */
#include "games/voc/pilot.h"

enum {
    SURE = 950,    /* of RECKON_WEIGHT: a port is as good as called at */
    ENOUGH = 700,  /* the same where nothing is left to try: to stop and look costs a year */
    BARELY = 500,  /* the same where it costs the command too */
    WORTH = 35,    /* of RECKON_WEIGHT: so much more of the circle is worth an order */
    RECENT = 14,   /* orders back in which a port may have been met */
    LAND_COST = 4, /* of a grounding: units of a way times ten, by RECKON_WEIGHT */
    GROUNDING = 1  /* how much worse a grounding is than a miss */
};

static int goal_chart(int goal) {
    return goal >= PORTS ? goal - PORTS : voc_ports[goal].chart;
}

static Spot middle_of(int port) {
    return (Spot){voc_ports[port].x, voc_ports[port].y};
}

static int square(Spot a, Spot b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* The direction of a heading, times 16384. */
static Spot towards(int heading) {
    return (Spot){voc_sin(heading * 100), voc_cos(heading * 100)};
}

static Spot onward(Spot from, Spot direction, int length) {
    return (Spot){from.x + length * direction.x / 16384, from.y - length * direction.y / 16384};
}

static Spot along(Spot from, int heading, int length) {
    return onward(from, towards(heading), length);
}

/* --- the course so far ------------------------------------------------------------------------ */

/* A call to stop near the goal says that the ship is inside its circle. */
static bool stop_informs(const Course *c) {
    if (c->goal >= PORTS) return false;
    int near = voc_ports[c->goal].radius + 5 * c->doubt / 2 + 8;
    return square(c->at, middle_of(c->goal)) <= near * near;
}

static void look(Course *c) {
    c->at = reckon_at(&c->mind);
    c->doubt = reckon_doubt(&c->mind);
}

/* What a word tells; `fools` are those who have talked nonsense in this voyage. */
static void hear(Course *c, Said said, unsigned *fools) {
    Call word = (Call)(said.word % CALLS_ROOM);
    unsigned seat = 1u << (said.word / CALLS_ROOM);
    if (*fools & seat) return;
    if (word == CALL_STOP) {
        if (!stop_informs(c)) {
            *fools |= seat;
            return;
        }
        reckon_inside(&c->mind, middle_of(c->goal), voc_ports[c->goal].radius);
        c->called |= 1u << c->goal;
    } else {
        if (reckon_spread(&c->mind, word) < DOUBT) {
            *fools |= seat;
            return;
        }
        reckon_word(&c->mind, word);
    }
    look(c);
}

/* Whether a line from `a` to `b` comes as near to `p` as `near`: the square of the distance,
   rounded down, is not above its square. Without a division: this is asked more often than anything
   else. */
static bool passes(Spot p, Spot a, Spot b, int near) {
    int bx = b.x - a.x, by = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    int length = bx * bx + by * by, dot = px * bx + py * by;
    if (dot <= 0 || !length) return px * px + py * py <= near * near;
    if (dot >= length) return square(p, b) <= near * near;
    long long cross = (long long)px * by - (long long)py * bx;
    return cross * cross < (near * near + 1LL) * length;
}

/* Places he may be at (offsets of reckon_places) that have not met the port yet. */
typedef struct Search {
    Spot place[RECKON_PLACES];
    bool met[RECKON_PLACES];
    int port;
} Search;

static void pass(Search *search, Spot from, Spot to) {
    int radius = voc_ports[search->port].radius - 1;
    for (int i = 0; i < RECKON_PLACES; i++) {
        Spot there = {voc_ports[search->port].x - search->place[i].x,
                      voc_ports[search->port].y - search->place[i].y};
        if (!search->met[i]) search->met[i] = passes(there, from, to, radius);
    }
}

static int met_weight(const Search *search) {
    int sum = 0;
    for (int i = 0; i < RECKON_PLACES; i++)
        if (search->met[i]) sum += reckon_weight[i];
    return sum;
}

/* The search for the goal after so many orders: the latest lines, as they lie to where he thinks he
   is now. */
static Search search_of(const Voc *s, const Course *c, int orders) {
    const Voyage *v = &s->scene.voyage;
    Search search = {.port = c->goal};
    reckon_places(&c->mind, search.place);
    Spot to = c->at;
    for (int i = orders - 1; i >= 0 && i >= orders - RECENT; i--) {
        Spot from = along(to, ((v->order[i] >> 7) + 180) % 360, v->order[i] & 127);
        pass(&search, from, to);
        to = from;
    }
    return search;
}

static bool near_goal(const Course *c, int reach) {
    if (c->goal >= PORTS) return false;
    int near = voc_ports[c->goal].radius + 2 * c->doubt + reach;
    return square(c->at, middle_of(c->goal)) <= near * near;
}

Reckoning pilot_mind(const Voc *s) {
    const Voyage *v = &s->scene.voyage;
    int orders = v->strokes - v->pending, said = 0;
    unsigned fools = 0;
    Course c = {.mind = reckon_from((Spot){v->start_x, v->start_y})};
    for (int i = 0; i < v->saids; i++)
        if (v->said[i].word % CALLS_ROOM == CALL_STOP) return pilot_course(s, (Hand){0}).mind;
    for (int i = 0; i < orders; i++) {
        reckon_order(&c.mind, v->order[i] >> 7, v->order[i] & 127);
        for (; said < v->saids && v->said[said].after <= i + 1; said++)
            hear(&c, v->said[said], &fools);
    }
    return c.mind;
}

/* --- orders ----------------------------------------------------------------------------------- */

/* Above the home line, as far from its ends as he may be out. */
static bool in_home_water(int chart, Spot at, int doubt) {
    enum { LEAST = 25, MOST = 110 };
    int margin = 3 * doubt / 2 < LEAST ? LEAST : 3 * doubt / 2 > MOST ? MOST : 3 * doubt / 2;
    return at.y >= HOME_Y - CELL && at.x >= voc_charts[chart].home_left + margin &&
           at.x <= voc_charts[chart].home_right - margin;
}

/* Where he may be at the begin of his next leg and, its own error on top, at its end. */
typedef struct Leg {
    Spot begin[RECKON_PLACES], end[RECKON_PLACES];
} Leg;

static Leg leg_of(const Course *c) {
    enum { OWN = 12 }; /* square units */
    Leg leg;
    Reckoning ahead = c->mind;
    reckon_places(&ahead, leg.begin);
    ahead.xx += OWN * RECKON_ONE;
    ahead.yy += OWN * RECKON_ONE;
    reckon_places(&ahead, leg.end);
    return leg;
}

/* What coasts cost along a leg: how likely it meets one from the places where the ship may be, and
   how little room it leaves. */
static int danger(int goal, const Leg *leg, Spot from, Spot to, int doubt) {
    enum { SOUNDINGS = 5, FAR = 90 };
    static const uint8_t tried[] = {12, 6,  8,  16, 18,
                                    2,  10, 14, 22}; /* the middle, and around it */
    int chart = goal_chart(goal), sum = 0, least = FAR;
    for (int i = 1; i <= SOUNDINGS; i++) {
        Spot at = {from.x + (to.x - from.x) * i / SOUNDINGS,
                   from.y + (to.y - from.y) * i / SOUNDINGS};
        int clear = pilot_clear(chart, at), room = (doubt < 16 ? doubt : 16) + 8 - clear;
        if (clear < least) least = clear;
        if (room <= 0 || (goal >= PORTS && in_home_water(chart, at, doubt))) continue;
        if (voc_port_at(chart, at.x, at.y) < 0) sum += room * room / 12;
    }
    if (least > 2 * doubt + 10) return sum;
    for (int k = 0; k < (int)sizeof tried; k++) {
        Spot a = leg->begin[tried[k]], b = leg->end[tried[k]];
        int dx = to.x + b.x - from.x - a.x, dy = to.y + b.y - from.y - a.y;
        for (int i = 1; i <= SOUNDINGS; i++) {
            Spot at = {from.x + a.x + dx * i / SOUNDINGS, from.y + a.y + dy * i / SOUNDINGS};
            if (goal >= PORTS && in_home_water(chart, at, 0)) break;
            if (!voc_is_land(chart, at.x, at.y) || voc_port_at(chart, at.x, at.y) >= 0) continue;
            sum += LAND_COST * reckon_weight[tried[k]];
            break;
        }
    }
    return sum;
}

/* What an order brings nearer to the goal, coasts aside: no order is worth more. */
static int order_hope(const Course *c, Spot to) {
    int goal = c->goal, left = pilot_way(goal, to);
    if (goal >= PORTS && in_home_water(goal_chart(goal), to, c->doubt)) left = HOME_Y - to.y - 100;
    if (goal < PORTS) { /* near the port, the middle of the circle is what counts */
        int dx = to.x - voc_ports[goal].anchor_x, dy = to.y - voc_ports[goal].anchor_y;
        if (dx * dx + dy * dy < 900) left = (dx * dx + dy * dy) / 30 - 60;
    }
    return -10 * left;
}

static int order_worth(const Course *c, const Leg *leg, int heading, int length) {
    Spot to = along(c->at, heading, length);
    return order_hope(c, to) - danger(c->goal, leg, c->at, to, c->doubt);
}

int pilot_order(const Course *c, int heading, int length) {
    Leg leg = leg_of(c);
    return order_worth(c, &leg, heading, length);
}

static Move order_move(int heading, int length) {
    return (Move){VERB_ORDER, 3, {(uint8_t)(heading >> 8), (uint8_t)heading, (uint8_t)length}};
}

static const int lengths[] = {PILOT_LEG, 2 * PILOT_LEG / 3, PILOT_LEG / 3, PILOT_LEG / 6};

/* An order and what it hopes for. */
typedef struct Try {
    int heading, length, hope;
    Spot to;
} Try;

static Try try_of(const Course *c, int heading, Spot direction, int length) {
    Spot to = onward(c->at, direction, length);
    return (Try){heading, length, order_hope(c, to), to};
}

static int try_worth(const Course *c, const Leg *leg, const Try *t) {
    return t->hope - danger(c->goal, leg, c->at, t->to, c->doubt);
}

/* Keeps the first of the best orders in `best`, whose worth is `most`. An order whose hope is below
   `least`, what one of them is worth, needs no closer look. */
static void take_best(const Course *c, const Leg *leg, const Try *tries, int n, int least,
                      int *most, Try *best) {
    for (int i = 0; i < n; i++) {
        if (tries[i].hope <= *most || tries[i].hope < least) continue;
        int worth = try_worth(c, leg, &tries[i]);
        if (worth <= *most) continue;
        *most = worth;
        *best = tries[i];
    }
}

/* The best order towards the goal: all winds first, then closer and shorter. */
static Move best_order(const Course *c) {
    enum { WIDE = 15, CLOSE = 5, WINDS = 360 / WIDE, TRIES = 2 * WINDS };
    int most = -(1 << 30), n = 0, hopeful = 0;
    Try tries[TRIES], best = {.length = PILOT_LEG};
    Leg leg = leg_of(c);
    for (int h = 0; h < 360; h += WIDE) {
        Spot direction = towards(h);
        for (int i = 0; i < 2; i++, n++) {
            tries[n] = try_of(c, h, direction, lengths[2 * i]);
            if (tries[n].hope > tries[hopeful].hope) hopeful = n;
        }
    }
    take_best(c, &leg, tries, n, try_worth(c, &leg, &tries[hopeful]), &most, &best);
    n = 0;
    for (int turn = -2 * CLOSE; turn <= 2 * CLOSE; turn += CLOSE) {
        int heading = (best.heading + turn + 360) % 360;
        Spot direction = towards(heading);
        for (int i = 0; i < 4; i++)
            tries[n++] = try_of(c, heading, direction, lengths[i]);
    }
    take_best(c, &leg, tries, n, most, &most, &best);
    return order_move(best.heading, best.length);
}

/* --- near a port ------------------------------------------------------------------------------ */

/* The weight of the places for which a line meets a coast, at once or before the port; no more than
   `enough` is counted. */
static int lost_weight(const Search *search, Spot from, Spot to, int enough) {
    enum { SOUNDINGS = 5 };
    int chart = voc_ports[search->port].chart, sum = 0;
    for (int i = 0; i < RECKON_PLACES && sum < enough; i++) {
        Spot off = search->place[i];
        for (int k = 1; k <= SOUNDINGS; k++) {
            int x = from.x + off.x + (to.x - from.x) * k / SOUNDINGS;
            int y = from.y + off.y + (to.y - from.y) * k / SOUNDINGS;
            if (!voc_is_land(chart, x, y) || voc_port_at(chart, x, y) >= 0) continue;
            sum += reckon_weight[i];
            break;
        }
    }
    return sum;
}

/* The port as seen from a place. */
static Spot port_from(const Search *search, int place) {
    return (Spot){voc_ports[search->port].x - search->place[place].x,
                  voc_ports[search->port].y - search->place[place].y};
}

/* The places from which one leg may meet the port that was missed there so far. */
static int open_places(const Search *search, Spot from, int open[RECKON_PLACES]) {
    int n = 0, far = voc_ports[search->port].radius + PILOT_LEG;
    for (int i = 0; i < RECKON_PLACES; i++)
        if (!search->met[i] && square(port_from(search, i), from) <= far * far) open[n++] = i;
    return n;
}

/* The weight of those of them from which this line meets it. */
static int newly_met(const Search *search, const int *open, int count, Spot from, Spot to) {
    int radius = voc_ports[search->port].radius - 1, sum = 0;
    for (int i = 0; i < count; i++)
        if (passes(port_from(search, open[i]), from, to, radius)) sum += reckon_weight[open[i]];
    return sum;
}

/* The order that most surely meets the port where it was missed so far; its worth goes to `worth`.
 */
static Move search_order(const Course *c, const Search *search, int *worth) {
    int heading = 0, length = PILOT_LEG, open[RECKON_PLACES];
    int count = open_places(search, c->at, open);
    *worth = 0;
    for (int h = 0; count && h < 360; h += 10) {
        Spot direction = towards(h);
        for (int i = 0; i < 3; i++) {
            Spot to = onward(c->at, direction, lengths[i]);
            int gain = newly_met(search, open, count, c->at, to) - lengths[i] / 8;
            if (gain <= *worth) continue;
            gain -= GROUNDING * lost_weight(search, c->at, to, (gain - *worth) / GROUNDING + 1);
            if (gain <= *worth) continue;
            *worth = gain;
            heading = h;
            length = lengths[i];
        }
    }
    return order_move(heading, length);
}

/* --- the way home ----------------------------------------------------------------------------- */

/* Whether a ship that may be out by `doubt` gets home by the way as it is: along it the next coast
   is never much nearer than the doubt, which grows; `risk` is the part of it in tenths he minds. */
static bool home_is_clear(int chart, Spot at, int doubt, int risk) {
    enum { CELLS_MAX = 160, GROWS = 4 };
    int goal = PORTS + chart, cx = at.x / CELL, cy = at.y / CELL, out = doubt * 10;
    for (int i = 0; i < CELLS_MAX; i++) {
        int way = voc_ways[goal][cy * CELLS_ACROSS + cx], nx = cx, ny = cy;
        if (way == NO_WAY) return false;
        for (int k = 0; k < 9; k++) {
            int x = cx + k % 3 - 1, y = cy + k / 3 - 1;
            if (x < 0 || x >= CELLS_ACROSS || y < 0 || y >= CELLS_DOWN) continue;
            if (voc_ways[goal][y * CELLS_ACROSS + x] >= way) continue;
            way = voc_ways[goal][y * CELLS_ACROSS + x];
            nx = x;
            ny = y;
        }
        if (nx == cx && ny == cy) return true;
        cx = nx;
        cy = ny;
        out += GROWS;
        Spot here = {cx * CELL + CELL / 2, cy * CELL + CELL / 2};
        if (cy < CELLS_DOWN - 3 && voc_port_at(chart, here.x, here.y) < 0 &&
            pilot_clear(chart, here) * 100 < (i < 4 && risk > 6 ? 6 : risk) * out)
            return false;
    }
    return true;
}

static bool command_ends(const Voc *s) {
    return pilot_command_ends(s, s->sailing, s->acting);
}

/* Whether he goes home from here without a look: to stop costs a year, or his command. */
static bool goes_home(const Voc *s, const Course *c) {
    return home_is_clear(voc_chart_of(s->sailing), c->at, c->doubt, command_ends(s) ? 6 : 8);
}

/* Whether he has done with the port he looks for. */
static bool settled(const Voc *s, const Course *c, int orders) {
    Search search = search_of(s, c, orders);
    int met = met_weight(&search), worth;
    if (met >= SURE) return true;
    if (met < (command_ends(s) ? BARELY : ENOUGH) || !goes_home(s, c)) return false;
    search_order(c, &search, &worth);
    return worth < WORTH;
}

Hand pilot_hand(const Voc *s, int unsteady) {
    enum { SKEW = 14, STRETCH = 40 }; /* at most: degrees and hundredths, of the unsteadiest */
    const Voyage *v = &s->scene.voyage;
    uint32_t chance = (uint32_t)(s->year * SHIPS + s->sailing) * 0x9e3779b9u +
                      (uint32_t)(v->start_x * CHART_HIGH + v->start_y) * 0x85ebca6bu;
    chance ^= chance >> 15;
    chance *= 0x2c1b3c6du;
    chance ^= chance >> 12;
    int turn = (int)(chance % 201) - 100, run = (int)(chance / 201 % 201) - 100;
    return (Hand){turn * SKEW * unsteady / 10000, run * STRETCH * unsteady / 10000};
}

/* He follows his orders and the words in his mind. */
Course pilot_course(const Voc *s, Hand hand) {
    const Voyage *v = &s->scene.voyage;
    int orders = v->mode == MODE_ORDERS ? v->strokes - v->pending : 0, ship = s->sailing, said = 0;
    unsigned fools = 0;
    Course c = {.mind = reckon_from((Spot){v->start_x, v->start_y})};
    look(&c);
    int start = voc_port_at(voc_chart_of(ship), c.at.x, c.at.y);
    if (start >= 0) c.called = 1u << start; /* V23: met by the first stroke */
    int meant = v->start_y == HOME_Y ? pilot_meant(ship, v->start_x) : -1;
    c.goal = meant >= 0 ? meant : pilot_goal(s, ship, s->acting, c.at, c.called);
    for (int i = 0; i < orders; i++) {
        unsigned called = c.called;
        int heading = v->order[i] >> 7, length = v->order[i] & 127;
        reckon_order(&c.mind, (heading + hand.skew + 360) % 360,
                     length + length * hand.stretch / 100);
        look(&c);
        for (; said < v->saids && v->said[said].after <= i + 1; said++)
            hear(&c, v->said[said], &fools);
        if (c.called == called && near_goal(&c, 0)) {
            if (settled(s, &c, i + 1)) c.called |= 1u << c.goal;
        }
        if (c.called != called) c.goal = pilot_goal(s, ship, s->acting, c.at, c.called);
    }
    return c;
}

/* --- the plan --------------------------------------------------------------------------------- */

/* True in a port he has just called at, not the one where he began. */
static bool in_called_port(const Voc *s, const Course *c) {
    const Voyage *v = &s->scene.voyage;
    int chart = voc_chart_of(s->sailing), start = voc_port_at(chart, v->start_x, v->start_y);
    for (int port = 0; port < PORTS; port++) {
        if (!(c->called >> port & 1) || port == start) continue;
        int near = voc_ports[port].radius + c->doubt;
        if (square(c->at, middle_of(port)) <= near * near) return true;
    }
    return false;
}

static Plan homeward(const Voc *s, const Course *c) {
    if (c->at.y >= HOME_Y + 10 + c->doubt) return (Plan){.stop = true};
    if (in_called_port(s, c) && !goes_home(s, c)) return (Plan){.stop = true};
    return (Plan){.order = best_order(c)};
}

Plan pilot_plan(const Voc *s, const Course *c) {
    const Voyage *v = &s->scene.voyage;
    if (v->mode == MODE_PEN || v->strokes >= ORDERS_MAX - 1) return (Plan){.stop = true};
    if (c->goal >= PORTS) return homeward(s, c);
    if (near_goal(c, PILOT_LEG)) {
        Search search = search_of(s, c, v->strokes);
        int worth;
        Move order = search_order(c, &search, &worth);
        if (worth >= WORTH) return (Plan){.order = order};
        Spot anchor = {voc_ports[c->goal].anchor_x, voc_ports[c->goal].anchor_y};
        int near = voc_ports[c->goal].radius / 2;
        if (met_weight(&search) && (worth <= 0 || square(c->at, anchor) <= near * near))
            return (Plan){.stop = true}; /* nothing left to try: he wants to see */
    }
    return (Plan){.order = best_order(c)};
}
