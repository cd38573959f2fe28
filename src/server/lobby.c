#include "server/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/cluster.h"
#include "server/crowd.h"
#include "server/manners.h"
#include "server/points.h"
#include "server/session.h"
#include "server/tables.h"
#include "store/replay.h"

enum {
    LISTED_MAX = 100, /* tables one answer names */
    WATCH_MAX = 20,   /* tables to look at */
    CHANGES_MAX = 50, /* changes in one message */
    SEND_MS = 500     /* between two of them */
};

/* A table in the list. */
typedef struct Offer Offer;
struct Offer {
    Offer *next;
    StoreTable header;
    Table *seats; /* the same people sit there */
    int at;
    char address[ADDRESS_MAX]; /* it was opened from; "": before the server started */
    uint64_t alone; /* ms: since when none of its people is on the line; 0: somebody is */
    bool changed;   /* those who follow must be told */
};

struct Lobby {
    Offer *first; /* the newest first */
    int count;
    char gone[CHANGES_MAX][TABLE_ID_MAX + 1]; /* off the list, and not told yet */
    int gone_count;
    uv_timer_t timer;
};

/* --- the list --------------------------------------------------------------------------------- */

static Offer **place_of(Lobby *lobby, const char *id) {
    Offer **at = &lobby->first;
    while (*at && strcmp((*at)->header.id, id) != 0)
        at = &(*at)->next;
    return at;
}

static int count_of(const Lobby *lobby, const char *host, const char *address) {
    int count = 0;
    for (const Offer *offer = lobby->first; offer; offer = offer->next)
        count +=
            host ? strcmp(offer->header.host, host) == 0 : strcmp(offer->address, address) == 0;
    return count;
}

Refusal lobby_check(const Socket *socket) {
    const Lobby *lobby = socket->server->lobby;
    int most = socket->server->options.listed;
    if (count_of(lobby, socket->person->self.id, NULL) >= LISTED_PERSON)
        return (Refusal){"limit", REFUSED(N_("You have {n} tables in the list already. Wait until "
                                             "one begins, or invite by a link."),
                                          LISTED_PERSON)};
    if (socket->address && count_of(lobby, NULL, socket->address->text) >= most)
        return (Refusal){"limit", REFUSED(N_("Your address has {n} tables in the list already. "
                                             "Wait until one begins, or invite by a link."),
                                          most)};
    if (lobby->count >= OPEN_MAX)
        return (Refusal){"limit", REFUSED(N_("The list of open tables is full. Sit down at one "
                                             "of them, or invite by a link."))};
    return GRANTED;
}

static void send_changes(uv_timer_t *timer);
static void send_soon(Server *server);

static void remove_offer(Server *server, Offer **at) {
    Lobby *lobby = server->lobby;
    Offer *offer = *at;
    *at = offer->next;
    lobby->count--;
    if (lobby->gone_count == CHANGES_MAX) send_changes(&lobby->timer);
    strcpy(lobby->gone[lobby->gone_count++], offer->header.id);
    table_close(offer->seats);
    free(offer);
    send_soon(server);
}

/* The table of a header with those who sit at another. */
static Table *seats_like(const StoreTable *header, const Table *t) {
    Text lines = text_grow();
    store_write_seats(t, &lines);
    Table *seats = store_replay(header, lines.at);
    text_free(&lines);
    return seats;
}

static void unlisted(void *who, StoreAnswer *answer) {
    Server *server = who;
    if (answer->result == STORE_FAILED && !server->stopping) /* then when it is opened again */
        say_wrong("a table nobody waits at could not be taken off the list");
    if (answer->result != STORE_MOVED || server->stopping) return;
    tables_reread(server, answer->table.id); /* somebody sat down at another node: it stays */
    tables_wake(server, answer->table.id);
}

/* Takes a table off every list, for good: nobody waits there at this version. */
static void take_off(Server *server, Offer **at, int version) {
    store_unlist(server->store, (*at)->header.id, version, mailbox_put,
                 mailbox_expect(&server->mailbox, unlisted, server));
    tables_unlist(server, (*at)->header.id);
    remove_offer(server, at);
}

static bool has_people(const Table *t) {
    for (int seat = 0; seat < table_players(t); seat++)
        if (table_seat(t, seat)->owner[0]) return true;
    return false;
}

void lobby_update(const LiveTable *live, const Socket *by) {
    Server *server = live->server;
    Lobby *lobby = server->lobby;
    Offer **at = place_of(lobby, live->header.id);
    bool listed = live->header.listed && live_stage(live) == STAGE_GATHERING;
    if (!listed) {
        if (*at) remove_offer(server, at);
        return;
    }
    if (*at && has_people((*at)->seats) && !has_people(live->table)) { /* the last has left */
        if (cluster_standby(live))
            remove_offer(server, at); /* whoever let him go takes it off */
        else
            take_off(server, at, table_version(live->table));
        return;
    }
    /* Requests of many sockets at once may have been allowed more. */
    if (!*at && count_of(lobby, live->header.host, NULL) >= LISTED_PERSON) return;
    Table *seats = seats_like(&live->header, live->table);
    if (!seats) return;
    Offer *offer = *at;
    if (!offer) {
        offer = server_alloc(sizeof *offer);
        if (by && by->address) strcpy(offer->address, by->address->text);
        Offer **here = &lobby->first; /* one that was only woken may be older than others */
        while (*here && (*here)->header.created > live->header.created)
            here = &(*here)->next;
        offer->next = *here;
        *here = offer;
        lobby->count++;
    }
    table_close(offer->seats);
    offer->header = live->header; /* its opener may have brought it into his account */
    offer->seats = seats;
    offer->at = table_version(live->table);
    offer->changed = true;
    send_soon(server);
}

void lobby_forget(Server *server, const char *id) {
    Offer **at = place_of(server->lobby, id);
    if (*at) remove_offer(server, at);
}

bool lobby_has(const Server *server, const char *id) {
    return *place_of(server->lobby, id) != NULL;
}

/* --- reading it ------------------------------------------------------------------------------- */

static void read_list(void *who, StoreAnswer *answer) {
    Server *server = who;
    Lobby *lobby = server->lobby;
    Offer **end = &lobby->first;
    while (*end)
        end = &(*end)->next;
    if (answer->result != STORE_DONE) {
        say_wrong("the open tables could not be read: only new ones are listed");
        return;
    }
    for (int i = 0; i < answer->listed_count; i++) {
        StoreListed *listed = &answer->listed[i];
        if (*place_of(lobby, listed->table.id) ||
            count_of(lobby, listed->table.host, NULL) >= LISTED_PERSON)
            continue;
        Table *seats = listed->seats[0] ? store_replay(&listed->table, listed->seats) : NULL;
        if (!seats) { /* its journal says who sits there, and then it is listed */
            tables_wake(server, listed->table.id);
            continue;
        }
        Offer *offer = server_alloc(sizeof *offer);
        *offer = (Offer){.header = listed->table, .seats = seats, .at = listed->at};
        *end = offer;
        end = &offer->next;
        lobby->count++;
    }
}

void lobby_start(Server *server) {
    server->lobby = server_alloc(sizeof *server->lobby);
    uv_timer_init(&server->loop, &server->lobby->timer);
    server->lobby->timer.data = server;
    store_list_open(server->store, mailbox_put,
                    mailbox_expect(&server->mailbox, read_list, server));
}

void lobby_stop(Server *server) {
    uv_close((uv_handle_t *)&server->lobby->timer, NULL);
}

void lobby_free(Server *server) {
    while (server->lobby->first) {
        Offer *offer = server->lobby->first;
        server->lobby->first = offer->next;
        table_close(offer->seats);
        free(offer);
    }
    free(server->lobby);
}

/* --- those who left --------------------------------------------------------------------------- */

static bool is_here(const Server *server, const char *person) {
    return crowd_first(server, person) || cluster_has(server, "", person);
}

/* Whether somebody who sits at the table, or opened it, is on the line. */
static bool attended(const Server *server, const Offer *offer) {
    if (is_here(server, offer->header.host)) return true;
    for (int seat = 0; seat < table_players(offer->seats); seat++) {
        const char *owner = table_seat(offer->seats, seat)->owner;
        if (owner[0] && is_here(server, owner)) return true;
    }
    return false;
}

void lobby_sweep(Server *server) {
    uint64_t now = server_now(server), wait = 1000 * (uint64_t)server->options.gather;
    for (Offer **at = &server->lobby->first; *at;) {
        Offer *offer = *at;
        if (attended(server, offer) || tables_busy(server, offer->header.id))
            offer->alone = 0; /* or somebody may just be sitting down */
        else if (!offer->alone)
            offer->alone = now;
        if (!offer->alone || now - offer->alone < wait) {
            at = &offer->next;
            continue;
        }
        take_off(server, at, offer->at);
    }
}

/* --- telling ---------------------------------------------------------------------------------- */

static void jot_offer(const Offer *offer, const Person *person, Text *json) {
    Standing standing = {.header = &offer->header,
                         .seats = offer->seats,
                         .stage = STAGE_GATHERING,
                         .at = offer->at,
                         .result = ""};
    answer_summary(&standing, person, NULL, json);
}

/* The tables that are played and may be looked at. */
static void jot_watch(Server *server, const Person *person, Text *json) {
    int count = 0;
    jot_open(json, "watch", '[');
    for (int i = 0; i < TABLE_SLOTS && count < WATCH_MAX; i++)
        for (LiveTable *live = server->tables[i]; live && count < WATCH_MAX; live = live->next) {
            if (live->state != LIVE_READY || !live->header.listed ||
                live_stage(live) != STAGE_PLAYING ||
                table_seat_of(live->table, person->self.id) >= 0)
                continue;
            char result[RESULT_TEXT_MAX];
            Standing standing = answer_standing_of(live, result);
            answer_summary(&standing, person, NULL, json);
            count++;
        }
    jot_close(json, ']');
}

void lobby_answer(Job *job) {
    Server *server = job->socket->server;
    const Person *person = job->socket->person;
    Text json = answer_begin("lobby", &job->request);
    int count = 0;
    jot_open(&json, "open", '[');
    for (const Offer *offer = server->lobby->first; offer && count < LISTED_MAX;
         offer = offer->next, count++)
        jot_offer(offer, person, &json);
    jot_close(&json, ']');
    jot_int(&json, "total", server->lobby->count);
    jot_watch(server, person, &json);
    answer_with(job, &json);
}

/* What has changed, as one message for all who follow. What does not fit waits for the next. */
static void send_changes(uv_timer_t *timer) {
    static const Person nobody;
    Server *server = timer->data;
    Lobby *lobby = server->lobby;
    Text json = answer_begin("offers", NULL);
    int count = 0;
    bool left = false;
    jot_open(&json, "open", '[');
    for (Offer *offer = lobby->first; offer; offer = offer->next) {
        left |= offer->changed && count == CHANGES_MAX;
        if (!offer->changed || count == CHANGES_MAX) continue;
        offer->changed = false;
        jot_offer(offer, &nobody, &json);
        count++;
    }
    jot_close(&json, ']');
    jot_open(&json, "gone", '[');
    for (int i = 0; i < lobby->gone_count; i++)
        jot_string(&json, NULL, lobby->gone[i]);
    jot_close(&json, ']');
    lobby->gone_count = 0;
    jot_int(&json, "total", lobby->count);
    jot_close(&json, '}');
    Frame *frame = frame_of(&json);
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Socket *s = server->crowd[i]; s; s = s->peer)
            if (s->follow[FOLLOW_LOBBY]) socket_share(s, frame);
    frame_release(frame);
    if (left) send_soon(server);
}

static void send_soon(Server *server) {
    uv_timer_t *timer = &server->lobby->timer;
    if (!server->stopping && !uv_is_active((uv_handle_t *)timer))
        uv_timer_start(timer, send_changes, SEND_MS, 0);
}

/* --- searching -------------------------------------------------------------------------------- */

static bool has_free_seat(const Table *t) {
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (!s->owner[0] && !s->bot[0] && !s->reserved[0]) return true;
    }
    return false;
}

/* Whether a table is as the search wishes; one that counts is for accounts. */
static bool wished(const Job *job, const Offer *offer) {
    const Request *request = &job->request;
    bool slow = table_time(offer->seats)->kind == TIME_SLOW, rated = offer->header.rated;
    if (request->speed != SPEED_ANY && slow != (request->speed == SPEED_SLOW)) return false;
    if (request->counts != TALLY_ANY && rated != (request->counts == TALLY_RATED)) return false;
    const Person *person = job->socket->person;
    Bracket bracket = table_bracket(offer->seats);
    if (request->near && !bracket.most) return false;
    if (points_check(person, offer->header.game, bracket).code) return false;
    return !rated || person->self.account;
}

bool lobby_fit(const Server *server, Job *job) {
    const Request *request = &job->request;
    const char *person = job->socket->person->self.id;
    const Offer *best = NULL;
    for (const Offer *offer = server->lobby->first; offer; offer = offer->next) {
        if (request->game && strcmp(request->game->id, offer->header.game) != 0) continue;
        if (!wished(job, offer)) continue;
        if (table_seat_of(offer->seats, person) >= 0) {
            best = offer;
            break;
        }
        /* The oldest has waited longest; where nobody is on the line, nobody would play. */
        if (has_free_seat(offer->seats) && attended(server, offer) &&
            !manners_shun(job->socket->person, &offer->header, offer->seats))
            best = offer;
    }
    if (!best) return false;
    strcpy(job->request.table, best->header.id);
    return true;
}
