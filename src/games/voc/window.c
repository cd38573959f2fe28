/* window.c: what a seat may know, and filling the holes again.

   Everything in VOC! lies open but one thing: from pen-down to landfall a captain does not know
   where his line has gone. His window keeps the start, the orders he gave and the words he heard.
   With closed eyes a hand leaves no memory: of a voyage by pen his window knows the number of
   segments only. Guessing sails his orders again, with errors as likely as the real ones; a voyage
   by pen is guessed to lie where it began. */
#include "games/voc/state.h"

#include <string.h>

void voc_hide(void *state, int viewer) {
    Voc *s = state;
    Voyage *v = &s->scene.voyage;
    if (s->phase != PHASE_VOYAGE && s->phase != PHASE_LANDFALL) return;
    if (viewer != s->acting || v->veiled) return;
    v->walk = (Walk){0};
    v->swing = 0;
    v->steady = 0;
    v->veiled = 1;
}

void voc_guess(void *state, int viewer, Rng *rng) {
    Voc *s = state;
    Voyage *v = &s->scene.voyage;
    (void)viewer;
    if ((s->phase != PHASE_VOYAGE && s->phase != PHASE_LANDFALL) || !v->veiled) return;
    const Ship *ship = &s->ship[s->sailing];
    int strokes = v->strokes, sailed = v->mode == MODE_ORDERS ? strokes - v->pending : 0;
    v->veiled = 0;
    v->walk = walk_begin(v->start_x, v->start_y, !(ship->flags & AT_SEA), ship->flags & AGROUND);
    for (int i = 0; i < sailed; i++) {
        v->strokes = (uint16_t)(i + 1); /* the order whose error is drawn */
        Move m = voc_drift(s, rng);
        voc_draw_stroke(v, voc_chart_of(s->sailing), drift_part(m.item[0]), drift_part(m.item[1]));
    }
    v->strokes = (uint16_t)strokes;
}
