#include "server/question.h"

#include <stdlib.h>

#include "server/socket.h"

typedef struct Question {
    Job *job;
    void (*take)(Person *person, const char *lines);
    void (*then)(Job *job);
} Question;

static void answered(void *who, StoreAnswer *answer) {
    Question *question = who;
    Job *job = question->job;
    if (answer->result == STORE_DONE) question->take(job->socket->person, answer->lines);
    question->then(job);
    free(question);
}

Mail *question_about(Job *job, void (*take)(Person *person, const char *lines),
                     void (*then)(Job *job)) {
    Question *question = server_alloc(sizeof *question);
    *question = (Question){job, take, then};
    return mailbox_expect(&job->socket->server->mailbox, answered, question);
}
