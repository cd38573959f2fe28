#include "cli/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* What the threads share. */
typedef struct Yard {
    const Crew *crew;
    _Atomic int64_t next, done;
    _Atomic bool enough;
    _Atomic int busy; /* threads that still work */
} Yard;

typedef struct Hand {
    Yard *yard;
    int number;
    pthread_t thread;
} Hand;

static void *work(void *hand_) {
    const Hand *hand = hand_;
    Yard *yard = hand->yard;
    const Crew *crew = yard->crew;
    while (!atomic_load(&yard->enough)) {
        int64_t from = atomic_fetch_add(&yard->next, crew->block), to = from + crew->block;
        if (from >= crew->count) break;
        if (to > crew->count) to = crew->count;
        for (int64_t i = from; i < to && !atomic_load(&yard->enough); i++)
            if (!crew->work(crew->who, hand->number, i)) atomic_store(&yard->enough, true);
        atomic_fetch_add(&yard->done, to - from);
    }
    atomic_fetch_sub(&yard->busy, 1);
    return NULL;
}

/* Draws the bar until all is done. */
static void show_progress(Yard *yard) {
    const struct timespec beat = {.tv_nsec = 100000000};
    enum { WIDTH = 40 };
    while (atomic_load(&yard->busy) > 0) {
        nanosleep(&beat, NULL);
        int64_t done = atomic_load(&yard->done), all = yard->crew->count;
        int full = (int)(done * WIDTH / all);
        fprintf(stderr, "\r[%.*s%.*s] %3d %%", full, "########################################",
                WIDTH - full, "                                        ", (int)(done * 100 / all));
        fflush(stderr);
    }
    fprintf(stderr, "\r%*s\r", WIDTH + 10, "");
}

bool crew_run(const Crew *crew) {
    static Hand hands[CREW_MAX];
    Yard yard = {.crew = crew, .next = crew->from, .done = crew->from, .busy = crew->threads};
    int started = 0;
    for (; started < crew->threads; started++) {
        hands[started] = (Hand){.yard = &yard, .number = started};
        if (pthread_create(&hands[started].thread, NULL, work, &hands[started]) != 0) break;
    }
    atomic_fetch_sub(&yard.busy, crew->threads - started);
    if (started > 0 && isatty(STDERR_FILENO)) show_progress(&yard);
    for (int i = 0; i < started; i++)
        pthread_join(hands[i].thread, NULL);
    return started > 0;
}

int crew_cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CREW_MAX ? CREW_MAX : (int)cores;
}
