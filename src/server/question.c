#include "server/question.h"

#include <stdlib.h>

#include "server/answer.h"
#include "server/session.h"

typedef struct Question {
    Job *job;
    void (*take)(Person *person, const char *lines);
    void (*then)(Job *job);
} Question;

static void answered(void *who, StoreAnswer *answer) {
    Question *question = who;
    Job *job = question->job;
    if (answer->result == STORE_DONE) question->take(job->socket->person, answer->lines);
    if (job->socket->person->ended)
        answer_refuse(job, REFUSE_ENDED, -1);
    else
        question->then(job);
    free(question);
}

Mail *question_about(Job *job, void (*take)(Person *person, const char *lines),
                     void (*then)(Job *job)) {
    Question *question = server_alloc(sizeof *question);
    *question = (Question){job, take, then};
    return mailbox_expect(&job->socket->server->mailbox, answered, question);
}
