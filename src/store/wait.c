#include "store/wait.h"

#include <stdlib.h>
#include <time.h>

void store_waited(void *who, StoreAnswer *answer) {
    StoreWait *wait = who;
    pthread_mutex_lock(&wait->mutex);
    wait->answer = answer;
    pthread_cond_signal(&wait->come);
    pthread_mutex_unlock(&wait->mutex);
}

StoreAnswer *store_wait(StoreWait *wait) {
    pthread_mutex_lock(&wait->mutex);
    while (!wait->answer)
        pthread_cond_wait(&wait->come, &wait->mutex);
    StoreAnswer *answer = wait->answer;
    wait->answer = NULL;
    pthread_mutex_unlock(&wait->mutex);
    return answer;
}

void wait_open(pthread_cond_t *come) {
    pthread_condattr_t how;
    if (pthread_condattr_init(&how) || pthread_condattr_setclock(&how, CLOCK_MONOTONIC) ||
        pthread_cond_init(come, &how))
        abort();
    pthread_condattr_destroy(&how);
}

void wait_ms(pthread_cond_t *come, pthread_mutex_t *mutex, int ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(come, mutex, &until);
}
