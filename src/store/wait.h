/* wait.h: waiting for an answer of the store, for a command that has nothing else to do meanwhile;
   and waiting for a while, in the threads of this room.

   StoreWait wait = STORE_WAIT;
   store_admin(store, act, store_waited, &wait);
   StoreAnswer *answer = store_wait(&wait); */
#ifndef NEGOCE_STORE_WAIT_H
#define NEGOCE_STORE_WAIT_H

#include <pthread.h>

#include "store/store.h"

typedef struct StoreWait {
    pthread_mutex_t mutex;
    pthread_cond_t come;
    StoreAnswer *answer;
} StoreWait;

#define STORE_WAIT                                                                                 \
    { .mutex = PTHREAD_MUTEX_INITIALIZER, .come = PTHREAD_COND_INITIALIZER }

/* The StoreDone of who waits with a StoreWait. */
void store_waited(void *who, StoreAnswer *answer);

/* The answer, which is the caller's; the wait may be used again. */
StoreAnswer *store_wait(StoreWait *wait);

/* Makes a condition that wait_ms can wait for, and waits for it at most so long. The clock it goes
   by only goes on: nobody sleeps an hour because somebody set the time. */
void wait_open(pthread_cond_t *come);
void wait_ms(pthread_cond_t *come, pthread_mutex_t *mutex, int ms);

#endif
