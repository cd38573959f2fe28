#include "server/question.h"

#include <stdlib.h>

#include "server/answer.h"
#include "server/requests.h"
#include "server/session.h"

typedef struct Asking {
    Job *job;
    void (*take)(Person *person, const char *lines);
    void (*then)(Job *job);
} Asking;

static void answered(void *who, StoreAnswer *answer) {
    Asking *asking = who;
    Job *job = asking->job;
    request_searched(job, answer);
    if (answer->result == STORE_DONE) asking->take(job->socket->person, answer->lines);
    if (job->socket->person->ended)
        answer_refuse(job, REFUSE_ENDED, -1);
    else
        asking->then(job);
    free(asking);
}

Mail *question_about(Job *job, void (*take)(Person *person, const char *lines),
                     void (*then)(Job *job)) {
    Asking *asking = server_alloc(sizeof *asking);
    *asking = (Asking){job, take, then};
    return mailbox_expect(&job->socket->server->mailbox, answered, asking);
}
