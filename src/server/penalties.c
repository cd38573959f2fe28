#include "server/penalties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/admin.h"

struct Penalty {
    PenaltyKind kind;
    char subject[SUBJECT_MAX];
    int64_t until; /* seconds since 1970; 0: for ever */
};

static const char *const kinds[] = {
    [PENALTY_BAN] = "ban", [PENALTY_MUTE] = "mute", [PENALTY_CLOSE] = "close"};

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

void penalties_take(Server *server, const char *lines) {
    if (!server->penalties) server->penalties = server_alloc(PENALTIES_MAX * sizeof(Penalty));
    server->penalty_count = 0;
    for (const char *line = lines; *line; line = strchr(line, '\n') + 1)
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

typedef struct Waiting {
    uv_sem_t come;
    StoreAnswer *answer;
} Waiting;

static void told(void *who, StoreAnswer *answer) {
    Waiting *waiting = who;
    waiting->answer = answer;
    uv_sem_post(&waiting->come);
}

void penalties_open(Server *server) {
    Waiting waiting = {.answer = NULL};
    AdminAct look = {.count = 1, .words = {"penalties"}};
    uv_sem_init(&waiting.come, 0);
    store_admin(server->store, &look, told, &waiting);
    uv_sem_wait(&waiting.come);
    if (waiting.answer->result == STORE_DONE && !waiting.answer->why.text)
        penalties_take(server, waiting.answer->lines);
    store_answer_free(waiting.answer);
    uv_sem_destroy(&waiting.come);
}

void penalties_close(Server *server) {
    free(server->penalties);
    server->penalties = NULL;
}
