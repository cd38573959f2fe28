/* mind.c: what a search asks of VOC!: a good move at once, the choices worth a look, what a
   position promises, and where rollouts may end.

   At sea a captain follows his plan (pilot.c) and shipmates call what helps him most (advice.c);
   ashore sense.c knows. A year has two stretches, until the last ship is in and until the
   warehouses are shut: sales are searched without a voyage behind them. Worth is in hundredths of a
   daalder. */
#include "games/voc/weights.h"

#include <assert.h>
#include <stdlib.h>

#include "games/voc/ashore.h"
#include "games/voc/pilot.h"
#include "games/voc/worth.h"

enum { HUNDREDTHS = 100 / DAALDER }; /* in a tenth of a daalder */

DEFINE_WEIGHTS(voc, VOC_WEIGHTS);

/* --- at sea ----------------------------------------------------------------------------------- */

/* He stops and says where he thinks he is, by the nearest port; home needs no words. */
static Move stop_move(const Voc *s, const Course *course) {
    const Chart *chart = &voc_charts[voc_chart_of(s->sailing)];
    int least = 1 << 30, nearest = chart->first_port, dx = 0, dy = 0;
    if (s->scene.voyage.mode != MODE_ORDERS || course->at.y >= HOME_Y - CELL)
        return (Move){.verb = VERB_STOP};
    for (int port = chart->first_port; port < chart->first_port + chart->ports; port++) {
        int x = course->at.x - voc_ports[port].x, y = course->at.y - voc_ports[port].y;
        if (x * x + y * y >= least) continue;
        least = x * x + y * y;
        nearest = port;
        dx = x;
        dy = y;
    }
    Call word =
        abs(dx) > abs(dy) ? (dx > 0 ? CALL_EAST : CALL_WEST) : (dy > 0 ? CALL_SOUTH : CALL_NORTH);
    if (least <= voc_ports[nearest].radius * voc_ports[nearest].radius) word = CALL_STOP;
    return move_two(VERB_STOP, (int)word, nearest);
}

static Move captain_move(const Voc *s, const Style *style) {
    Course course = pilot_course(s, pilot_hand(s, style->unsteady));
    Plan plan = pilot_plan(s, &course);
    return plan.stop ? stop_move(s, &course) : plan.order;
}

static Move word_move(const Voc *s, int seat) {
    Call word = voc_free_words(s, seat) ? pilot_call(s, seat) : CALL_NONE;
    if (word == CALL_NONE) return (Move){.verb = VERB_QUIET};
    return (Move){VERB_SAY, 1, {(uint8_t)word}};
}

/* From home to the port most worth it; nothing is: the ship stays. */
static Move sail_for(int port) {
    int x = pilot_start(port);
    return move_two(VERB_SAIL, x >> 8, x & 255);
}

static Spot middle_of_home(int ship) {
    const Chart *chart = &voc_charts[voc_chart_of(ship)];
    return (Spot){(chart->home_left + chart->home_right) / 2, HOME_Y};
}

static Move sail_move(const Voc *s, int seat) {
    if (s->ship[s->sailing].flags & AT_SEA) return (Move){.verb = VERB_SAIL};
    int goal = pilot_goal(s, s->sailing, seat, middle_of_home(s->sailing), 0);
    return goal < PORTS ? sail_for(goal) : (Move){.verb = VERB_STAY};
}

/* To every port with goods, while there is room aboard, or to stay. */
static int sail_choices(const Voc *s, int seat, Move *out, int32_t *looks) {
    const Ship *ship = &s->ship[s->sailing];
    const Chart *chart = &voc_charts[voc_chart_of(s->sailing)];
    Move usual = sail_move(s, seat);
    int n = 0;
    out[n] = usual;
    looks[n++] = 2;
    if (usual.verb != VERB_STAY) {
        out[n] = (Move){.verb = VERB_STAY};
        looks[n++] = 0;
    }
    for (int i = 0; i < chart->ports && !(ship->flags & AT_SEA); i++) {
        int port = chart->first_port + i;
        Move m = sail_for(port);
        if (!count_of(s->ports, port) || move_equal(m, usual)) continue;
        out[n] = m;
        looks[n++] = 1;
    }
    return n;
}

/* --- ashore ----------------------------------------------------------------------------------- */

/* All moves with how good they look. */
static int look_at_all(const Voc *s, int seat, const Style *style, Move *out, int32_t *looks) {
    int n = voc_survey(s, seat, out, looks);
    for (int i = 0; i < n; i++)
        looks[i] += ashore_leaning(s, seat, style, out[i]);
    return n;
}

static Move ashore_move(const Voc *s, int seat, const Style *style, Rng *rng) {
    Move list[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    bool blunders = style->careless > 0 && (int)rng_below(rng, 100) < style->careless / 2;
    Move at_once;
    if (!blunders && ashore_policy(s, seat, style, &at_once)) return at_once;
    int n = look_at_all(s, seat, style, list, looks), best = 0;
    assert(n > 0);
    if (blunders) best = -1;
    for (int i = 0; best >= 0 && i < n; i++)
        if (looks[i] > looks[best]) best = i;
    return list[best < 0 ? (int)rng_below(rng, (uint32_t)n) : best];
}

Move voc_policy(const void *state, int seat, const Style *style, Rng *rng) {
    const Voc *s = state;
    if (s->phase == PHASE_VOYAGE && seat == s->acting) return captain_move(s, style);
    if (s->phase == PHASE_VOYAGE) return word_move(s, seat);
    if (s->phase == PHASE_SAIL) return sail_move(s, seat);
    return ashore_move(s, seat, style, rng);
}

int voc_choices(const void *state, int seat, const Style *style, Move *out, int32_t *looks) {
    const Voc *s = state;
    if (s->phase == PHASE_SAIL && seat == s->acting) return sail_choices(s, seat, out, looks);
    int n = ashore_choices(s, seat, style, out, looks);
    return n ? n : look_at_all(s, seat, style, out, looks);
}

/* --- positions -------------------------------------------------------------------------------- */

/* What a seat has aboard ships at sea: goods, and in tenths of a daalder men who may fetch more. */
static Wares afloat(const Voc *s, const int16_t *w, int seat, int *men) {
    Wares goods = 0;
    for (int ship = 0; ship < SHIPS; ship++)
        for (int i = 0; i < HALF; i++) {
            const Ship *it = &s->ship[ship];
            *men += it->crew[i] == seat ? w[W_SAILOR] : 0;
            if (it->crew[HALF + i] != seat) continue;
            if (it->cargo[i] == NOTHING)
                *men += w[W_MERCHANT];
            else
                goods += count_one(voc_ports[it->cargo[i]].good);
        }
    return goods;
}

/* Years still to be played, about: the VOC card ends the game among the last contracts. */
static int years_left(const Voc *s) {
    int cards = CONTRACTS - UNDER / 2 - s->drawn, years = s->advanced ? cards / 2 : cards;
    int last = s->until - 1 - s->year;
    if (years > last) years = last;
    return years > 0 ? years : 0;
}

static int seat_promise(const Voc *s, const int16_t *w, int seat, int years) {
    int men = 0;
    Wares home = wares_of(voc_home_goods(s, seat)), sea = afloat(s, w, seat, &men);
    Book now = book_hoped(s, seat, 0), later = book_hoped(s, seat, 1);
    int here = book_worth(&now, home), fetched = 0;
    if (years && sea) {
        fetched = book_worth(&later, home + sea) - book_worth(&later, home);
        if (fetched < 0) fetched = 0;
    }
    int worth = here * w[W_AT_HOME] / 100 + fetched * w[W_AT_SEA] / 100;
    if (years) worth += men + s->men[seat] * w[W_MAN] + years * w[W_YEAR];
    return voc_money(s, seat) * 100 + worth * HUNDREDTHS;
}

/* What Amsterdam may come to: what it has, and a part of what lies in the row and in the pile. */
static int house_promise(const Voc *s, const int16_t *w) {
    int row = 0, pile = 0;
    for (int i = 0; i < s->rows; i++)
        if (s->signer[s->row[i]] == NOBODY) row += voc_contracts[s->row[i]].value;
    for (int card = 0; card < CONTRACTS; card++)
        if (s->pile >> card & 1) pile += voc_contracts[card].value;
    return voc_amsterdam(s) * 100 + row * w[W_ROW] + pile * w[W_HOUSE];
}

int32_t voc_promise(const void *state, const Style *style, int32_t out[SEATS_MAX + 1]) {
    const Voc *s = state;
    const int16_t *w = style->weights ? style->weights : voc_settled;
    int years = years_left(s);
    bool over = s->phase == PHASE_OVER;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] =
            over || !voc_in(s, seat) ? voc_money(s, seat) * 100 : seat_promise(s, w, seat, years);
    out[CHANCE] = over ? voc_amsterdam(s) * 100 : house_promise(s, w);
    return over ? 1 : 700 + 130 * years;
}

int voc_stage(const void *state) {
    const Voc *s = state;
    return s->year + (s->phase == PHASE_OVER);
}
