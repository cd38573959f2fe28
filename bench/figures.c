#include "figures.h"

#include <stdlib.h>

#include "line.h"

double clock_seconds(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t)) give_up("a clock cannot be read");
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double now(void) {
    return clock_seconds(CLOCK_MONOTONIC);
}

void times_add(Times *times, double seconds) {
    if (times->count == times->room) {
        times->room = times->room ? 2 * times->room : 4096;
        times->at = realloc(times->at, times->room * sizeof *times->at);
        if (!times->at) abort();
    }
    times->at[times->count++] = (float)(seconds * 1e6);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double times_share(Times *times, double share) {
    if (!times->count) return 0;
    qsort(times->at, times->count, sizeof *times->at, by_size);
    return times->at[(size_t)((double)(times->count - 1) * share)];
}
