#include "server/mine.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/bell.h"
#include "server/clock.h"
#include "server/cluster.h"
#include "server/crowd.h"
#include "server/requests.h"
#include "server/session.h"
#include "store/replay.h"

/* --- the list --------------------------------------------------------------------------------- */

typedef struct Listing Listing;
struct Listing {
    Job *job;
    int count;
    int left;                /* those that have not answered, and the asking itself */
    char *summary[PAGE_MAX]; /* NULL: not to be had */
    int parts[PARTS], won;
    bool more;
    char next[64];
};

/* One less to wait for; the last one sends the answer. */
static void settle(Listing *listing) {
    if (--listing->left > 0) return;
    Job *job = listing->job;
    Text json = answer_begin("mine", &job->request);
    jot_open(&json, "tables", '[');
    for (int i = 0; i < listing->count; i++)
        if (listing->summary[i]) jot_raw(&json, NULL, listing->summary[i]);
    jot_close(&json, ']');
    jot_open(&json, "counts", '{');
    jot_int(&json, "turn", listing->parts[PART_TURN]);
    jot_int(&json, "waiting", listing->parts[PART_WAITING]);
    jot_int(&json, "over", listing->parts[PART_OVER]);
    jot_int(&json, "won", listing->won);
    jot_close(&json, '}');
    jot_string(&json, "next", listing->more ? listing->next : NULL);
    answer_end(job->socket, &json);
    for (int i = 0; i < listing->count; i++)
        free(listing->summary[i]);
    free(listing);
    socket_done(job);
}

/* The summary of a table for somebody of it, with what is left until something runs out there. */
static void jot_mine(Server *server, const Standing *standing, int64_t due, const Person *person,
                     const char *key, Text *json) {
    int64_t left = clock_left(server, due);
    jot_open(json, key, '{');
    answer_seated(standing, person, json);
    answer_turn(standing, person, json);
    if (left < 0 || standing->stage != STAGE_PLAYING)
        jot_null(json, "left");
    else
        jot_int(json, "left", left);
    jot_close(json, '}');
}

static void write_one(Listing *listing, int place, const Standing *standing, int64_t due) {
    Socket *socket = listing->job->socket;
    Text json = text_grow();
    jot_mine(socket->server, standing, due, socket->person, NULL, &json);
    listing->summary[place] = json.at;
}

static void write_live(Listing *listing, int place, const LiveTable *live) {
    char result[RESULT_TEXT_MAX];
    Standing standing = answer_standing_of(live, result);
    write_one(listing, place, &standing, clock_due(live));
}

void mine_write(const LiveTable *live, Job *inner) {
    Listing *listing = inner->listing;
    if (live) write_live(listing, inner->place, live);
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
                         .turn = listed->turn,
                         .result = listed->result};
    write_one(listing, place, &standing, listed->due);
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
    request_searched(job, answer);
    if (answer->result != STORE_DONE) {
        answer_refuse(job, REFUSE_STORE, -1);
        return;
    }
    Listing *listing = server_alloc(sizeof *listing);
    listing->job = job;
    listing->count = answer->listed_count;
    listing->left = listing->count + 1;
    listing->more = answer->more;
    listing->won = answer->won;
    memcpy(listing->parts, answer->parts, sizeof listing->parts);
    Text next = text_over(listing->next, sizeof listing->next);
    if (answer->more) message_place_write(answer, &next);
    for (int i = 0; i < listing->count; i++) {
        StoreListed *one = &answer->listed[i];
        const LiveTable *live = tables_ready(server, one->table.id);
        if (!live && !write_stored(listing, i, one)) {
            ask_table(listing, i, one->table.id);
            continue;
        }
        if (live) write_live(listing, i, live);
        listing->left--;
    }
    settle(listing);
}

void mine_begin(Job *job) {
    Server *server = job->socket->server;
    StoreWish *wish = &job->request.wish;
    strcpy(wish->person, job->socket->person->self.id);
    if (job->request.game) strcpy(wish->game, job->request.game->id);
    store_list(server->store, wish, mailbox_put, mailbox_expect(&server->mailbox, listed, job));
}

/* --- what changes in it ----------------------------------------------------------------------- */

static uint64_t stir(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}

/* What a list shows of a table, and nothing else: a stroke of a pen does not change it. */
static uint64_t mark_of(const LiveTable *live) {
    Stage stage = live_stage(live);
    Turn turn = live_turn(live);
    int64_t due = clock_due(live);
    uint64_t hash = stir(14695981039346656037u, &stage, sizeof stage);
    hash = stir(hash, &turn, sizeof turn);
    hash = stir(hash, &due, sizeof due);
    for (int seat = 0; seat < table_players(live->table); seat++) {
        const Seat *s = table_seat(live->table, seat);
        hash = stir(hash, s->owner, strlen(s->owner) + 1);
        hash = stir(hash, s->reserved, strlen(s->reserved) + 1);
        hash = stir(hash, s->bot, strlen(s->bot) + 1);
    }
    return hash;
}

/* Whoever looks at the table itself is told by it. */
static void update_person(const LiveTable *live, const char *person) {
    for (Socket *s = crowd_first(live->server, person); s; s = crowd_next(s)) {
        if (!s->follow[FOLLOW_MINE] || s->live == live) continue;
        char result[RESULT_TEXT_MAX];
        Standing standing = answer_standing_of(live, result);
        Text json = answer_begin("yours", NULL);
        jot_mine(live->server, &standing, clock_due(live), s->person, "summary", &json);
        answer_end(s, &json);
    }
}

/* Tells those of these people whom the table has nothing more to do with. */
static void update_gone(const LiveTable *live, char *people) {
    char *rest = NULL;
    for (char *person = people ? strtok_r(people, " ", &rest) : NULL; person;
         person = strtok_r(NULL, " ", &rest))
        if (table_seat_of(live->table, person) < 0 && table_seat_for(live->table, person) < 0)
            update_person(live, person);
}

void mine_update(LiveTable *live) {
    const Table *t = live->table;
    uint64_t mark = mark_of(live);
    if (mark == live->listed_mark) return;
    live->listed_mark = mark;
    unsigned rung = 0;
    char buffer[SEATS_MAX * (OWNER_MAX + 1) + 1];
    Text listed_people = text_over(buffer, sizeof buffer);
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        const char *person = s->owner[0] ? s->owner : s->reserved;
        if (person[0]) {
            text_add(&listed_people, person);
            text_char(&listed_people, ' ');
            update_person(live, person);
        }
        bool asked =
            s->reserved[0] || (s->owner[0] && !s->bot[0] && turn_has(live_turn(live), seat));
        if (asked && !(live->rung >> seat & 1) && !cluster_standby(live))
            bell_ring(live->server, person);
        rung |= (unsigned)asked << seat;
    }
    live->rung = rung;
    if (live->listed_people && strcmp(live->listed_people, buffer) == 0) return;
    char *before = live->listed_people;
    live->listed_people = strdup(buffer);
    if (!live->listed_people) abort();
    update_gone(live, before);
    free(before);
}
