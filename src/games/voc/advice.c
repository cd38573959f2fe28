/* advice.c: what a shipmate who sees the line calls to the captain. */
#include "games/voc/pilot.h"

#include <stdlib.h>

enum {
    LEAST = 8,  /* units: nobody speaks for less */
    SPOKEN = 25 /* tenths: what a word leaves must be so much less than what it puts right */
};

static int square(Spot a, Spot b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* In the circle he looks for, the captain wants to know. */
static int stop_worth(const Voc *s, Spot at) {
    int port = voc_port_at(voc_chart_of(s->sailing), at.x, at.y);
    return port >= 0 && pilot_course(s, (Hand){0}).goal == port ? 2000 : -1;
}

/* --- to one who draws with the pen ------------------------------------------------------------ */

/* Nobody knows his mind, but everyone sees where he is going. */

static const Spot wind[CALLS] = {
    [CALL_NORTH] = {0, -1}, [CALL_SOUTH] = {0, 1}, [CALL_EAST] = {1, 0}, [CALL_WEST] = {-1, 0}};

static bool is_coast(int chart, Spot at) {
    const Chart *c = &voc_charts[chart];
    if (at.y >= HOME_Y && at.x >= c->home_left && at.x <= c->home_right) return false;
    return voc_is_land(chart, at.x, at.y) && voc_port_at(chart, at.x, at.y) < 0;
}

/* How far a straight way of (x, y) is free, in units, no further than `view`. */
static int free_way(int chart, Spot at, int x, int y, int view) {
    enum { STEP = 4 };
    int length = abs(x) > abs(y) ? abs(x) : abs(y);
    for (int far = STEP; length && far < view; far += STEP)
        if (is_coast(chart, (Spot){at.x + x * far / length, at.y + y * far / length})) return far;
    return view;
}

/* The good of turning with the wind of `word` when a coast lies as far ahead as the pen may come
   until shipmates are asked again. */
static int off_coast(const Voc *s, Call word, Spot at) {
    enum { LEAST_VIEW = 24, MOST_VIEW = 60, ROOM = 60 };
    const Voyage *v = &s->scene.voyage;
    int chart = voc_chart_of(s->sailing), x = v->ahead_x, y = v->ahead_y;
    int view = ASK_EVERY * (abs(x) > abs(y) ? abs(x) : abs(y)) / 4;
    if (view < LEAST_VIEW) view = LEAST_VIEW;
    if (view > MOST_VIEW) view = MOST_VIEW;
    int ahead = free_way(chart, at, x, y, view);
    if (ahead == view) return -1;
    int aside = free_way(chart, at, wind[word].x, wind[word].y, view);
    Spot there = {at.x + wind[word].x * view / 2, at.y + wind[word].y * view / 2};
    int room = pilot_clear(chart, there);
    return aside > ahead ? 10 * (aside - ahead) + (room < ROOM ? room : ROOM) : -1;
}

/* Whether a call at a port brings `seat` a good: merchants to the left come first. */
static bool would_load(const Voc *s, int seat, int port) {
    const Ship *ship = &s->ship[s->sailing];
    int tokens = count_of(s->ports, port);
    for (int i = 0; i < HALF && tokens > 0; i++) {
        if (ship->crew[HALF + i] == NOBODY || ship->cargo[i] != NOTHING) continue;
        if (ship->crew[HALF + i] == seat) return true;
        tokens--;
    }
    return false;
}

/* The good of a word to one who is about to pass a port closely that has what `seat` has room for.
 */
static int into_port(const Voc *s, int seat, Call word, Spot at) {
    enum { SIGHT = 160 };
    const Voyage *v = &s->scene.voyage;
    const Chart *chart = &voc_charts[voc_chart_of(s->sailing)];
    int x = v->ahead_x, y = v->ahead_y, length = x * x + y * y, best = -1;
    for (int i = chart->first_port; length && i < chart->first_port + chart->ports; i++) {
        const Port *port = &voc_ports[i];
        int dx = port->x - at.x, dy = port->y - at.y, along = dx * x + dy * y;
        if (along <= 0 || dx * dx + dy * dy > SIGHT * SIGHT || !would_load(s, seat, i)) continue;
        Spot off = {dx - x * along / length, dy - y * along / length}; /* how far it lies beside */
        int miss = off.x * off.x + off.y * off.y, near = port->radius, wide = 3 * port->radius;
        int good = off.x * wind[word].x + off.y * wind[word].y;
        if (miss <= near * near || miss > wide * wide || good < near / 2) continue;
        if (good > best) best = good;
    }
    return best;
}

static int pen_word(const Voc *s, int seat, Call word, Spot at) {
    int chart = voc_chart_of(s->sailing), port = voc_port_at(chart, at.x, at.y);
    if (word == CALL_STOP) return port >= 0 && would_load(s, seat, port) ? 2000 : -1;
    if (port >= 0) return -1;
    int coast = off_coast(s, word, at);
    return coast > 0 ? coast : into_port(s, seat, word, at);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Whether a word of his can matter: the ship still sails, and he has something to lose or win. */
static bool may_help(const Voc *s, int seat) {
    return s->scene.voyage.walk.ending == END_OPEN && voc_merchants(s, s->sailing, seat);
}

/* The good of a direction to a captain by orders who has this in mind: how much nearer to where the
   ship is he would think himself. */
static int wind_worth(const Reckoning *mind, Call word, Spot at) {
    Reckoning after = *mind;
    if (reckon_spread(mind, word) < DOUBT) return -1;
    reckon_word(&after, word);
    int was = square(at, reckon_at(mind)), is = square(at, reckon_at(&after));
    return was - SPOKEN * is / 10 - LEAST * LEAST;
}

void pilot_words(const Voc *s, int seat, int worth[CALLS]) {
    const Voyage *v = &s->scene.voyage;
    Spot at = {v->walk.x, v->walk.y};
    bool helps = may_help(s, seat), orders = v->mode == MODE_ORDERS;
    Reckoning now = helps && orders ? pilot_mind(s) : (Reckoning){0};
    for (int word = 0; word < CALLS; word++)
        worth[word] = !helps || word == CALL_NONE ? -1
                      : !orders                   ? pen_word(s, seat, (Call)word, at)
                      : word == CALL_STOP         ? stop_worth(s, at)
                                                  : wind_worth(&now, (Call)word, at);
}

Call pilot_call(const Voc *s, int seat) {
    int worth[CALLS], most = 0;
    Call best = CALL_NONE;
    pilot_words(s, seat, worth);
    for (int word = 0; word < CALLS; word++) {
        if (worth[word] <= most) continue;
        most = worth[word];
        best = (Call)word;
    }
    return best;
}
