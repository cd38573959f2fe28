/* sense.c: what a good player of VOC! knows. */
#include "games/voc/state.h"

int voc_sense(const void *state, int seat, Move m) {
    (void)state;
    (void)seat;
    (void)m;
    return 0;
}

int voc_ideas(const void *state, int seat, Move *out) {
    (void)state;
    (void)seat;
    (void)out;
    return 0;
}
