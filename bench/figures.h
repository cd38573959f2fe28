/* figures.h: what a load measures: the time of the world and of cores, and how long each of many
   things took. */
#ifndef NEGOCE_FIGURES_H
#define NEGOCE_FIGURES_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

double clock_seconds(clockid_t clock);
double now(void); /* seconds of a clock that only goes on */

typedef struct Times {
    float *at; /* microseconds */
    size_t count, room;
} Times;

void times_add(Times *times, double seconds);
double times_share(Times *times, double share); /* 0.5: the middle one */

typedef struct Figures {
    long done;
    double seconds, server, client; /* of the clock, and on the cores */
    Times answered, seen;           /* to the acknowledgement, to everyone's window */
    uint64_t bytes;                 /* sent to clients */
} Figures;

#endif
