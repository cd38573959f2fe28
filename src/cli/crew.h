/* crew.h: the same work many times over, on several threads, with a bar for who waits. */
#ifndef NEGOCE_CREW_H
#define NEGOCE_CREW_H

#include <stdbool.h>
#include <stdint.h>

enum { CREW_MAX = 256 }; /* threads */

typedef struct Crew {
    int threads;   /* from 1 to CREW_MAX */
    int64_t from;  /* the first piece of work */
    int64_t count; /* pieces in all; the bar begins at `from` of them */
    int64_t block; /* pieces a thread takes at a time */
    /* Does piece `index` in thread `hand`, from 0 on; false: nobody need begin another. */
    bool (*work)(void *who, int hand, int64_t index);
    void *who;
} Crew;

/* Does all the work; false where not one thread could be started. */
bool crew_run(const Crew *crew);

/* The default number of threads: one a core. */
int crew_cores(void);

#endif
