#include "server/invite.h"

#include <stdlib.h>
#include <string.h>

#include "people/result.h"
#include "server/answer.h"
#include "server/manners.h"
#include "server/requests.h"
#include "server/session.h"
#include "server/spelling.h"
#include "store/accounts.h"

static void ask(Job *job, const AccountCall *call, MailHandler handle, void *who) {
    Server *server = job->socket->server;
    store_account(server->store, call, mailbox_put, mailbox_expect(&server->mailbox, handle, who));
}

/* --- inviting --------------------------------------------------------------------------------- */

static void found(void *who, StoreAnswer *answer) {
    Job *job = who;
    Refusal refusal = GRANTED;
    request_searched(job, answer);
    if (answer->result == STORE_MISSING)
        refusal = REFUSE("account", N_("There is nobody of this name."));
    else if (answer->result != STORE_DONE)
        refusal = REFUSE_STORE;
    else if (answer->count >= INVITED_MAX ||
             manners_blocked(job->socket->person, answer->account->id)) /* which is not told */
        refusal = REFUSE("limit", N_("This person has {n} invitations already."), INVITED_MAX);
    if (refusal.code) {
        answer_refuse(job, refusal, -1);
        return;
    }
    strcpy(job->request.owner, answer->account->id);
    strcpy(job->request.name, answer->account->name);
    tables_ask(job->socket->server, job);
}

void invite_begin(Job *job) {
    AccountCall call = {.act = ACCOUNT_WANTED};
    name_looks(job->request.name, call.looks);
    ask(job, &call, found, job);
}

static Refusal invite_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    const Request *request = &job->request;
    if (!live_hosted_by(live, job)) return REFUSE_HOST;
    if (request->seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    if (table_begun(t)) return REFUSE("illegal", N_("The game has begun already."));
    const Seat *seat = table_seat(t, request->seat);
    if (seat->owner[0] || seat->bot[0] || seat->reserved[0])
        return REFUSE("seat", N_("This seat is taken."));
    if (table_seat_of(t, request->owner) >= 0)
        return REFUSE("seat", N_("This person sits here already."));
    return GRANTED;
}

void invite_judge(LiveTable *live, Job *job) {
    const Request *request = &job->request;
    Refusal refusal = invite_check(live, job);
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit_line(live, job, "seat", "seat %d invite %s %s", request->seat, request->owner,
                         request->name);
}

/* --- who sits here ---------------------------------------------------------------------------- */

typedef struct Company {
    Job *job;
    bool helped; /* machines decided for who asks: his rating does not rise */
} Company;

static void company_read(void *who, StoreAnswer *answer) {
    Company company = *(Company *)who;
    Job *job = company.job;
    free(who);
    request_searched(job, answer);
    if (answer->result != STORE_DONE) {
        answer_refuse(job, REFUSE_STORE, -1);
        return;
    }
    Text json = answer_begin("company", &job->request);
    jot_string(&json, "table", job->request.table);
    jot_bool(&json, "helped", company.helped);
    jot_raw(&json, "company", answer->lines);
    answer_with(job, &json);
}

void company_judge(LiveTable *live, Job *job) {
    const Table *t = live->table;
    AccountCall call = {.act = ACCOUNT_COMPANY, .players = table_players(t)};
    strcpy(call.id, job->socket->person->self.id);
    strcpy(call.game, live->header.game);
    strcpy(call.table, live->header.id);
    for (int seat = 0; seat < call.players; seat++) {
        const Seat *s = table_seat(t, seat);
        strcpy(call.company[seat], s->owner[0] ? s->owner : s->reserved);
    }
    int mine = live_seat_of(live, job);
    Company *company = server_alloc(sizeof *company);
    *company = (Company){job, live->header.rated && mine >= 0 && result_helped(t, mine)};
    ask(job, &call, company_read, company);
}
