/* window.c: what a seat may know, and filling the holes again.

   Everything in VOC! lies open but two things: from pen-down to landfall a captain does not know
   where his line has gone, and who keeps quiet need not say for how long (guessed: this once). His
   window keeps the start, the orders he gave and the words he heard. With closed eyes a hand leaves
   no memory: of a voyage by pen his window knows the number of segments only. Guessing sails his
   orders again, with errors as likely as the real ones, a few times where words were called, and
   takes the line the words fit best; a voyage by pen is guessed to lie where it began. */
#include "games/voc/state.h"

/* How the hand swings tells nothing any more once the line has stopped, so nobody sees it. */
static void hide_hand(Voyage *v) {
    v->swing = 0;
    v->steady = 0;
    v->ahead_x = v->ahead_y = 0;
}

void voc_hide(void *state, int viewer) {
    Voc *s = state;
    Voyage *v = &s->scene.voyage;
    if (viewer == CHANCE || (s->phase != PHASE_VOYAGE && s->phase != PHASE_LANDFALL)) return;
    v->muted &= (uint8_t)(1u << viewer); /* of others, silence looks like silence */
    if (v->walk.ending != END_OPEN) hide_hand(v);
    if (viewer != s->acting || v->veiled) return;
    v->walk = (Walk){0};
    hide_hand(v);
    v->veiled = 1;
}

/* Sails the orders of the captain again, with errors of their own. Returns how well the line fits
   the words he heard: a direction is called where the ship lies to the other side of where his
   orders should have brought it, and a stop in a port. */
static int sail_again(Voc *s, int orders, Rng *rng) {
    Voyage *v = &s->scene.voyage;
    const Ship *ship = &s->ship[s->sailing];
    int chart = voc_chart_of(s->sailing), said = 0, fits = 0;
    int x = v->start_x * 16384, y = v->start_y * 16384;
    v->walk = walk_begin(v->start_x, v->start_y, !(ship->flags & AT_SEA), ship->flags & AGROUND);
    v->swing = 0;
    v->steady = 0;
    for (int i = 0; i < orders; i++) {
        int heading = v->order[i] >> 7, length = v->order[i] & 127;
        v->strokes = (uint16_t)(i + 1); /* the order whose error is drawn */
        Move m = voc_drift(s, rng);
        voc_draw_stroke(v, chart, drift_part(m.item[0]), drift_part(m.item[1]));
        x += length * voc_sin(heading * 100);
        y -= length * voc_cos(heading * 100);
        for (; said < v->saids && v->said[said].after <= i + 1; said++)
            switch ((Call)(v->said[said].word % CALLS_ROOM)) {
            case CALL_NORTH: fits += v->walk.y - y / 16384; break;
            case CALL_SOUTH: fits -= v->walk.y - y / 16384; break;
            case CALL_EAST: fits -= v->walk.x - x / 16384; break;
            case CALL_WEST: fits += v->walk.x - x / 16384; break;
            case CALL_STOP: fits += voc_port_at(chart, v->walk.x, v->walk.y) >= 0 ? 40 : 0; break;
            case CALL_NONE:
            case CALLS: break;
            }
    }
    return fits;
}

void voc_guess(void *state, int viewer, Rng *rng) {
    enum { TRIES = 6 };
    Voc *s = state;
    Voyage *v = &s->scene.voyage;
    (void)viewer;
    if ((s->phase != PHASE_VOYAGE && s->phase != PHASE_LANDFALL) || !v->veiled) return;
    int strokes = v->strokes, orders = v->mode == MODE_ORDERS ? strokes - v->pending : 0;
    v->veiled = 0;
    int best = sail_again(s, orders, rng);
    Voyage likely = *v;
    for (int i = 1; i < TRIES && v->saids; i++) {
        int fits = sail_again(s, orders, rng);
        if (fits <= best) continue;
        best = fits;
        likely = *v;
    }
    *v = likely;
    v->strokes = (uint16_t)strokes;
}
