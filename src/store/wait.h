/* wait.h: waiting for an answer of the store, for a command that has nothing else to do meanwhile.

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

#endif
