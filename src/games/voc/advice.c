/* advice.c: what a shipmate who sees the line calls to the captain. */
#include "games/voc/pilot.h"

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
    return port >= 0 && pilot_course(s).goal == port ? 2000 : -1;
}

/* To one who draws with the pen: nobody knows his mind, so only coasts and ports matter. */
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
    int here = pilot_clear(chart, at);
    int there = pilot_clear(chart, (Spot){at.x + ahead[word].x, at.y + ahead[word].y});
    return here < 14 && port < 0 ? (there - here - 10) * 10 : -1;
}

int pilot_word(const Voc *s, int seat, Call word) {
    const Voyage *v = &s->scene.voyage;
    Spot at = {v->walk.x, v->walk.y};
    if (v->walk.ending != END_OPEN) return -1;
    if (v->mode != MODE_ORDERS) return pen_word(s, seat, word, at);
    if (word == CALL_STOP) return stop_worth(s, at);
    Reckoning now = pilot_mind(s), after = now;
    if (reckon_spread(&now, word) < TELLING) return -1;
    reckon_word(&after, word);
    int was = square(at, reckon_at(&now)), is = square(at, reckon_at(&after));
    return was - SPOKEN * is / 10 - LEAST * LEAST;
}
