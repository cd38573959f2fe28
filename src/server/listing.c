#include "server/listing.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/session.h"

typedef struct Listing Listing;
struct Listing {
    Job *job;
    int count, open;               /* tables in all; the first of them are the open ones */
    int left;                      /* those that have not answered, and the asking itself */
    char *summary[2 * LISTED_MAX]; /* NULL: not to be shown */
};

static void write_list(Listing *listing, const char *key, int from, int to, Text *json) {
    jot_open(json, key, '[');
    for (int i = from; i < to; i++)
        if (listing->summary[i]) jot_raw(json, NULL, listing->summary[i]);
    jot_close(json, ']');
}

/* One less to wait for; the last one sends the answer. */
static void settle(Listing *listing) {
    if (--listing->left > 0) return;
    Job *job = listing->job;
    Text json = answer_begin("tables", &job->request);
    write_list(listing, "open", 0, listing->open, &json);
    write_list(listing, "mine", listing->open, listing->count, &json);
    answer_end(job->socket, &json);
    for (int i = 0; i < listing->count; i++)
        free(listing->summary[i]);
    free(listing);
    socket_done(job);
}

/* A table of others is listed while it waits for players. */
static bool shown(const LiveTable *live, const Listing *listing, int place) {
    if (place >= listing->open) return true;
    const char *person = listing->job->socket->person->self.id;
    return live_stage(live) == STAGE_GATHERING && table_seat_of(live->table, person) < 0;
}

void listing_write(const LiveTable *live, Job *inner) {
    Listing *listing = inner->listing;
    if (live && shown(live, listing, inner->place)) {
        Text json = text_grow();
        answer_summary(live, listing->job->socket->person, NULL, &json);
        listing->summary[inner->place] = json.at;
    }
    free(inner);
    settle(listing);
}

static void listed(void *who, StoreAnswer *answer) {
    Job *job = who;
    if (answer->result != STORE_DONE) {
        answer_refuse(job, REFUSE_STORE, -1);
        return;
    }
    Listing *listing = server_alloc(sizeof *listing);
    listing->job = job;
    listing->open = answer->open;
    listing->count = answer->open + answer->mine;
    listing->left = listing->count + 1;
    for (int i = 0; i < listing->count; i++) {
        Job *inner = server_alloc(sizeof *inner);
        inner->socket = job->socket;
        inner->listing = listing;
        inner->place = i;
        strcpy(inner->request.table, answer->ids[i]);
        tables_ask(job->socket->server, inner);
    }
    settle(listing);
}

void listing_begin(Job *job) {
    Server *server = job->socket->server;
    store_list(server->store, job->socket->person->self.id, mailbox_put,
               mailbox_expect(&server->mailbox, listed, job));
}
