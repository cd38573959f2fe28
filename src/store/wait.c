#include "store/wait.h"

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
