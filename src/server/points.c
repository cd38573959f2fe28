#include "server/points.h"

#include <stdlib.h>
#include <string.h>

#include "people/rating.h"
#include "server/answer.h"
#include "server/question.h"
#include "server/session.h"
#include "store/accounts.h"

/* Lines of a game and the points there: "byzanz 1560". */
static void take(Person *person, const char *lines) {
    free(person->points);
    person->points = strdup(lines);
}

void points_refresh(Job *job, void (*then)(Job *job)) {
    Server *server = job->socket->server;
    const Person *person = job->socket->person;
    if (!person->self.account) {
        then(job);
        return;
    }
    AccountCall call = {.act = ACCOUNT_POINTS};
    strcpy(call.id, person->self.id);
    store_account(server->store, &call, mailbox_put, question_about(job, take, then));
}

void points_free(Person *person) {
    free(person->points);
}

/* How many he has at a game. */
static int points_of(const Person *person, const char *game) {
    size_t size = strlen(game);
    const char *line = person->points;
    while (line && *line) {
        if (strncmp(line, game, size) == 0 && line[size] == ' ') return atoi(line + size + 1);
        line = strchr(line, '\n') + 1;
    }
    return rating_points(RATING_NEW);
}

Refusal points_check(const Person *person, const char *game, Bracket bracket) {
    if (!bracket.most) return GRANTED;
    if (!person->self.account) return REFUSE_LEVEL;
    int points = points_of(person, game);
    if (points < bracket.least)
        return REFUSE("points", N_("This table is for {n} points and more."), bracket.least);
    if (points > bracket.most)
        return REFUSE("points", N_("This table is for {n} points at most."), bracket.most);
    return GRANTED;
}

Bracket points_near(const Person *person, const char *game) {
    int middle = (points_of(person, game) + NEAR_STEP / 2) / NEAR_STEP * NEAR_STEP;
    Bracket near = {middle - NEAR, middle + NEAR};
    if (near.least < 0) near.least = 0;
    if (near.least > POINTS_MOST - NEAR) near.least = POINTS_MOST - NEAR;
    if (near.most > POINTS_MOST) near.most = POINTS_MOST;
    if (near.most < NEAR) near.most = NEAR;
    return near;
}
