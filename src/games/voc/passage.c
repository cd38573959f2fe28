/* passage.c: a voyage as merchants ashore think of it: where to, how likely, and where the ship
   lies afterwards. A search plays it in place of sixty orders with their errors and words.

   The odds are those of 1,500 games of four captains who follow their pilots (docs/bots.md). */
#include "games/voc/pilot.h"

typedef struct Odds { /* of a thousand voyages */
    uint16_t home;    /* called at the port and came home with the goods */
    uint16_t stayed;  /* called there and stopped, to see */
    uint16_t lost;    /* called there and went aground */
    uint16_t aground; /* went aground on the way out; the rest came home with nothing */
} Odds;

static const Odds from_home[PORTS] = {
    {980, 5, 8, 4},       {991, 0, 0, 0},       {537, 348, 32, 79}, {959, 0, 20, 21},
    {100, 450, 100, 300}, {111, 611, 50, 228},  {905, 0, 47, 45},   {945, 3, 20, 5},
    {162, 407, 187, 241}, {139, 430, 222, 142},
};
static const Odds from_sea[PORTS] = {
    {800, 110, 20, 40},   {850, 17, 17, 39},  {930, 30, 28, 0},   {830, 0, 13, 145},
    {200, 500, 50, 250},  {150, 680, 70, 50}, {620, 60, 230, 80}, {770, 8, 10, 205},
    {236, 355, 216, 178}, {68, 720, 121, 75},
};
enum { HOMEWARD_NEAR = 960, HOMEWARD_FAR = 870, HOMEWARD_STRAY = 720 };

/* The port most ships pass on the way out to another, and in how many of a thousand voyages. */
enum { GATE = 6, GATE_ODDS = 850 };
static bool through_gate(int goal) {
    return goal == 4 || goal == 5 || goal == 9;
}

/* Where ships bound for each port, and then home, mostly run aground. */
static const int16_t stranded[PORTS + CHARTS][2] = {
    {810, 379}, {811, 377}, {245, 282}, {126, 416}, {228, 453}, {359, 536},
    {358, 629}, {842, 559}, {733, 656}, {354, 625}, {243, 280}, {394, 616},
};

/* The voyage in somebody's mind. */
typedef struct Passage {
    uint8_t met[CHART_PORTS];
    int calls;
    unsigned called; /* the same as a set */
    Ending ending;
    Spot at;
} Passage;

static void call_at(Passage *p, int port) {
    if (p->called >> port & 1) return;
    p->called |= 1u << port;
    p->met[p->calls++] = (uint8_t)port;
}

static void strand(Passage *p, int goal) {
    p->ending = END_AGROUND;
    p->at = (Spot){stranded[goal][0], stranded[goal][1]};
}

static void anchor(Passage *p, int port) {
    p->ending = END_SEA;
    p->at = (Spot){voc_ports[port].anchor_x, voc_ports[port].anchor_y};
}

static void go_home(const Voc *s, Passage *p, Rng *rng) {
    int chart = voc_chart_of(s->sailing);
    int odds = chart == 0                                  ? HOMEWARD_NEAR
               : voc_port_at(chart, p->at.x, p->at.y) >= 0 ? HOMEWARD_FAR
                                                           : HOMEWARD_STRAY;
    p->ending = END_HOME;
    if ((int)rng_below(rng, 1000) >= odds) strand(p, PORTS + chart);
}

/* Out to a port; true where the ship could go on from there. */
static bool go_out(Passage *p, int goal, const Odds *odds, bool home, Rng *rng) {
    int luck = (int)rng_below(rng, 1000);
    if (home && through_gate(goal) && rng_below(rng, 1000) < GATE_ODDS) call_at(p, GATE);
    bool called = luck < odds->home + odds->stayed + odds->lost;
    if (called) call_at(p, goal);
    if (luck < odds->home) {
        p->ending = END_HOME;
        p->at = (Spot){voc_ports[goal].anchor_x, voc_ports[goal].anchor_y};
        return true;
    }
    if (luck < odds->home + odds->stayed)
        anchor(p, goal);
    else if (called || luck < odds->home + odds->stayed + odds->lost + odds->aground)
        strand(p, goal);
    else
        p->ending = END_HOME;
    return false;
}

static Passage sail(const Voc *s, int goal, Spot from, bool home, Rng *rng) {
    Passage p = {.at = from};
    int chart = voc_chart_of(s->sailing), start = home ? -1 : voc_port_at(chart, from.x, from.y);
    if (start >= 0) call_at(&p, start); /* V23 */
    if (goal >= PORTS) {
        go_home(s, &p, rng);
        return p;
    }
    if (!go_out(&p, goal, home ? &from_home[goal] : &from_sea[goal], home, rng)) return p;
    goal = pilot_goal(s, s->sailing, s->acting, p.at, p.called);
    if (goal < PORTS) go_out(&p, goal, &from_sea[goal], false, rng);
    return p;
}

/* The line has been drawn, in thought. */
static void arrive(Voc *s, const Passage *p) {
    Voyage *v = &s->scene.voyage;
    Spot at = p->ending == END_HOME ? (Spot){0, 0} : p->at;
    memset(&s->scene, 0, sizeof s->scene);
    v->walk.moved = 1;
    v->walk.visits = (uint8_t)p->calls;
    memcpy(v->walk.noted, p->met, (size_t)p->calls);
    s->phase = PHASE_LANDFALL;
    Move m = {VERB_LANDFALL,
              5,
              {(uint8_t)(at.x >> 8), (uint8_t)at.x, (uint8_t)(at.y >> 8), (uint8_t)at.y,
               (uint8_t)p->ending}};
    voc_apply(s, CHANCE, m, NULL);
}

bool voc_leap(void *state, const Style *const styles[], uint64_t luck) {
    (void)styles; /* a voyage comes out as that of four policies did */
    Voc *s = state;
    const Ship *ship = &s->ship[s->sailing];
    const Chart *chart = &voc_charts[voc_chart_of(s->sailing)];
    bool begun = s->phase == PHASE_VOYAGE && s->scene.voyage.strokes == 0;
    if (s->phase != PHASE_SAIL && !begun) return false;
    bool home = !(ship->flags & AT_SEA);
    Spot from = {ship->x, ship->y};
    if (home) from = (Spot){(chart->home_left + chart->home_right) / 2, HOME_Y};
    int start = home ? -1 : voc_port_at(voc_chart_of(s->sailing), from.x, from.y);
    int goal = begun && home ? pilot_meant(s->sailing, s->scene.voyage.start_x) : -1;
    if (goal < 0) goal = pilot_goal(s, s->sailing, s->acting, from, start < 0 ? 0 : 1u << start);
    if (home && goal >= PORTS && !begun) {
        voc_apply(s, s->acting, (Move){.verb = VERB_STAY}, NULL);
        return true;
    }
    Rng rng = rng_seed(luck);
    Passage p =
        home && goal >= PORTS ? (Passage){.ending = END_HARBOUR} : sail(s, goal, from, home, &rng);
    arrive(s, &p);
    return true;
}
