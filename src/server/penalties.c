#include "server/penalties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/admin.h"
#include "store/wait.h"

struct Penalty {
    PenaltyKind kind;
    char subject[SUBJECT_MAX];
    int64_t until; /* seconds since 1970; 0: for ever */
};

static const char *const kinds[] = {
    [PENALTY_BAN] = "ban", [PENALTY_MUTE] = "mute", [PENALTY_CLOSE] = "close"};

_Static_assert(SUBJECT_MAX == 48, "as read_one reads it");

static bool read_one(const char *line, Penalty *out) {
    char word[8];
    long long until;
    if (sscanf(line, "%7[a-z]\t%47[^\t]\t%lld", word, out->subject, &until) != 3) return false;
    out->until = until;
    for (int kind = PENALTY_BAN; kind <= PENALTY_CLOSE; kind++)
        if (strcmp(word, kinds[kind]) == 0) {
            out->kind = (PenaltyKind)kind;
            return true;
        }
    return false;
}

void penalties_take(Server *server, const StoreAnswer *answer) {
    if (answer->result != STORE_DONE || answer->why.text) {
        if (!server->stopping)
            say_wrong("the penalties could not be read: only those known before count");
        return;
    }
    if (!server->penalties) server->penalties = server_alloc(PENALTIES_MAX * sizeof(Penalty));
    server->penalty_count = 0;
    for (const char *line = answer->lines; *line; line = strchr(line, '\n') + 1)
        if (server->penalty_count < PENALTIES_MAX &&
            read_one(line, &server->penalties[server->penalty_count]))
            server->penalty_count++;
}

bool penalty_on(const Server *server, PenaltyKind kind, const char *subject) {
    for (int i = 0; i < server->penalty_count; i++) {
        const Penalty *p = &server->penalties[i];
        if (p->kind == kind && strcmp(p->subject, subject) == 0)
            return p->until == 0 || p->until > time(NULL);
    }
    return false;
}

void penalties_ask(Server *server, StoreDone done, void *who) {
    AdminAct look = {.count = 1, .words = {"penalties"}};
    store_admin(server->store, &look, done, who);
}

void penalties_open(Server *server) {
    StoreWait wait = STORE_WAIT;
    penalties_ask(server, store_waited, &wait);
    StoreAnswer *answer = store_wait(&wait);
    penalties_take(server, answer);
    store_answer_free(answer);
}

void penalties_close(Server *server) {
    free(server->penalties);
    server->penalties = NULL;
}
