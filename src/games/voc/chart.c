/* chart.c: points on a chart, and the walk along a line. Whole numbers only. */
#include "games/voc/chart.h"

#include <stdlib.h>

bool voc_is_land(int chart, int x, int y) {
    if ((unsigned)x >= CHART_WIDE || (unsigned)y >= CHART_HIGH) return true;
    unsigned across = (unsigned)x, down = (unsigned)y;
    unsigned cell = down / CELL * CELLS_ACROSS + across / CELL;
    return voc_shores[voc_cells[chart][cell]][down % CELL] >> (across % CELL) & 1;
}

int voc_port_at(int chart, int x, int y) {
    const Chart *c = &voc_charts[chart];
    for (int i = c->first_port; i < c->first_port + c->ports; i++) {
        const Port *port = &voc_ports[i];
        int dx = x - port->x, dy = y - port->y;
        if ((unsigned)(dy + port->radius) > 2u * (unsigned)port->radius) continue; /* far */
        if (dx * dx + dy * dy <= port->radius * port->radius) return i;
    }
    return -1;
}

int voc_port_near(int chart, int x, int y, bool *inside) {
    int best = voc_charts[chart].first_port, least = 1 << 30;
    *inside = voc_port_at(chart, x, y) >= 0;
    if (*inside) return voc_port_at(chart, x, y);
    for (int i = best; i < voc_charts[chart].first_port + voc_charts[chart].ports; i++) {
        int dx = x - voc_ports[i].x, dy = y - voc_ports[i].y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    return best;
}

Walk walk_begin(int x, int y, bool from_home, bool aground) {
    return (Walk){.x = (int16_t)x,
                  .y = (int16_t)y,
                  .safe_x = (int16_t)x,
                  .safe_y = (int16_t)y,
                  .ending = END_OPEN,
                  .away = !from_home,
                  .loose = aground ? LOOSE_STEPS : 0};
}

static void note(Walk *w, int port) {
    for (int i = 0; i < w->visits; i++)
        if (w->noted[i] == port) return; /* V23: once a voyage */
    w->noted[w->visits++] = (uint8_t)port;
}

static bool home_water(int chart, int x, int y) {
    return y >= HOME_Y && x >= voc_charts[chart].home_left && x <= voc_charts[chart].home_right;
}

/* The walk reaches (x, y), tested in the order of 3.9. */
static void reach(Walk *w, int chart, int x, int y) {
    bool loose = w->loose > 0;
    if (loose) w->loose--;
    w->x = (int16_t)x;
    w->y = (int16_t)y;
    int port = voc_port_at(chart, x, y);
    if (port >= 0) {
        note(w, port); /* V21: safe, whatever the coast does here */
    } else if (home_water(chart, x, y)) {
        if (w->away) w->ending = END_HOME; /* V20 */
        y = HOME_Y;
    } else if (voc_is_land(chart, x, y)) {
        bool off = x < 0 || x >= CHART_WIDE || y < 0 || y >= CHART_HIGH;
        if (off || !loose) w->ending = END_AGROUND; /* V19 */
        return;
    }
    if (y <= LEFT_Y) w->away = 1;
    w->safe_x = (int16_t)x;
    w->safe_y = (int16_t)y;
}

static int rounded(int a, int k) { /* a / k, halves away from zero */
    return a >= 0 ? (2 * a + k) / (2 * k) : -((-2 * a + k) / (2 * k));
}

/* Steps any way that can meet nothing but plain sea. */
static int plain_steps(int chart, int x, int y) {
    if ((unsigned)x >= CHART_WIDE || (unsigned)y >= CHART_HIGH) return 0;
    int rings = voc_plain[chart][y / CELL * CELLS_ACROSS + x / CELL];
    return rings > 1 ? (rings - 1) * CELL : 0;
}

/* The walk reaches (x, y) by so many steps over plain sea. A line falls or rises, so a ship that
   leaves harbour on it has left at its end. */
static void cross(Walk *w, int steps, int x, int y) {
    w->loose = (uint8_t)(w->loose > steps ? w->loose - steps : 0);
    w->x = w->safe_x = (int16_t)x;
    w->y = w->safe_y = (int16_t)y;
    if (y <= LEFT_Y) w->away = 1;
}

void walk_line(Walk *w, int chart, int dx, int dy) {
    int x = w->x, y = w->y, k = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    if (k && !w->moved) {
        w->moved = 1;
        int port = voc_port_at(chart, x, y);
        if (port >= 0) note(w, port); /* V23: where it starts counts */
    }
    for (int i = 0; i < k && w->ending == END_OPEN;) {
        int steps = plain_steps(chart, w->x, w->y);
        if (steps > k - i) steps = k - i;
        i += steps ? steps : 1;
        int to_x = x + rounded(i * dx, k), to_y = y + rounded(i * dy, k);
        if (steps)
            cross(w, steps, to_x, to_y);
        else
            reach(w, chart, to_x, to_y);
    }
}

Ending walk_rest(const Walk *w, int chart) {
    if (w->ending != END_OPEN) return (Ending)w->ending;
    if (!w->away && home_water(chart, w->x, w->y)) return END_HARBOUR;
    bool circle = voc_port_at(chart, w->x, w->y) >= 0, below = home_water(chart, w->x, w->y);
    if (w->moved && !circle && !below && voc_is_land(chart, w->x, w->y)) return END_AGROUND;
    return END_SEA;
}

/* sin of 0 to 90 degrees, times 16384. */
static const int16_t sines[91] = {
    0,     286,   572,   857,   1143,  1428,  1713,  1997,  2280,  2563,  2845,  3126,  3406,
    3686,  3964,  4240,  4516,  4790,  5063,  5334,  5604,  5872,  6138,  6402,  6664,  6924,
    7182,  7438,  7692,  7943,  8192,  8438,  8682,  8923,  9162,  9397,  9630,  9860,  10087,
    10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786, 11982, 12176, 12365, 12551, 12733,
    12911, 13085, 13255, 13421, 13583, 13741, 13894, 14044, 14189, 14330, 14466, 14598, 14726,
    14849, 14968, 15082, 15191, 15296, 15396, 15491, 15582, 15668, 15749, 15826, 15897, 15964,
    16026, 16083, 16135, 16182, 16225, 16262, 16294, 16322, 16344, 16362, 16374, 16382, 16384,
};

/* sin between 0 and 90 degrees, between the whole degrees on a straight line. */
static int quarter(int angle) {
    int degree = angle / 100, part = angle % 100;
    if (!part) return sines[degree];
    return sines[degree] + (sines[degree + 1] - sines[degree]) * part / 100;
}

int voc_sin(int angle) {
    angle = (angle % 36000 + 36000) % 36000;
    if (angle <= 9000) return quarter(angle);
    if (angle <= 18000) return quarter(18000 - angle);
    if (angle <= 27000) return -quarter(angle - 18000);
    return -quarter(36000 - angle);
}

int voc_cos(int angle) {
    return voc_sin(angle + 9000);
}
