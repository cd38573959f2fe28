#include "server/listing.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/penalties.h"
#include "server/session.h"
#include "store/replay.h"

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
static bool shown(const Listing *listing, int place, Stage stage, const Table *seats) {
    if (place >= listing->open) return true;
    const char *person = listing->job->socket->person->self.id;
    return stage == STAGE_GATHERING && table_seat_of(seats, person) < 0;
}

static void write_one(Listing *listing, int place, const Standing *standing) {
    if (!shown(listing, place, standing->stage, standing->seats) ||
        penalty_on(listing->job->socket->server, PENALTY_CLOSE, standing->header->id))
        return;
    Text json = text_grow();
    answer_summary(standing, listing->job->socket->person, NULL, &json);
    listing->summary[place] = json.at;
}

void listing_write(const LiveTable *live, Job *inner) {
    Listing *listing = inner->listing;
    if (live) {
        Standing standing = answer_standing_of(live);
        write_one(listing, inner->place, &standing);
    }
    free(inner);
    settle(listing);
}

/* As the store says it stands: no journal is replayed. False where it does not say. */
static bool write_stored(Listing *listing, int place, StoreListed *listed) {
    Table *seats = listed->seats[0] ? store_replay(&listed->table, listed->seats) : NULL;
    if (!seats) return false;
    Standing standing = {.header = &listed->table,
                         .seats = seats,
                         .stage = listed->stage,
                         .at = listed->at,
                         .turn = listed->turn};
    write_one(listing, place, &standing);
    table_close(seats);
    return true;
}

/* A table that an older version kept is read whole. */
static void ask_table(Listing *listing, int place, const char *id) {
    Job *inner = server_alloc(sizeof *inner);
    inner->socket = listing->job->socket;
    inner->listing = listing;
    inner->place = place;
    strcpy(inner->request.table, id);
    tables_ask(inner->socket->server, inner);
}

static void listed(void *who, StoreAnswer *answer) {
    Job *job = who;
    Server *server = job->socket->server;
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
        StoreListed *one = &answer->listed[i];
        const LiveTable *live = tables_ready(server, one->table.id);
        if (!live && !write_stored(listing, i, one)) {
            ask_table(listing, i, one->table.id);
            continue;
        }
        if (live) {
            Standing standing = answer_standing_of(live);
            write_one(listing, i, &standing);
        }
        listing->left--;
    }
    settle(listing);
}

void listing_begin(Job *job) {
    Server *server = job->socket->server;
    store_list(server->store, job->socket->person->self.id, mailbox_put,
               mailbox_expect(&server->mailbox, listed, job));
}
