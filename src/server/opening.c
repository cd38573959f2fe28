#include "server/opening.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

#include "games/games.h"
#include "server/answer.h"
#include "server/lobby.h"
#include "server/names.h"
#include "server/penalties.h"
#include "server/points.h"
#include "server/session.h"
#include "server/visitors.h"
#include "store/replay.h"

const TimeLimit opening_rated_time = {TIME_BANK, 600, 15};

/* --- opening a table -------------------------------------------------------------------------- */

/* 12 letters of 57, 69 bits, none of them mistaken for another. */
void new_table_id(char id[TABLE_ID_MAX + 1]) {
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    for (int i = 0; i < 12; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[12] = '\0';
}

StoreTable opening_header(const char *host) {
    StoreTable header = {0};
    new_table_id(header.id);
    strcpy(header.title, new_table_name());
    strcpy(header.host, host);
    randombytes_buf(header.seed, SEED_BYTES);
    header.created = time(NULL);
    return header;
}

/* Whether who opens the table gives it a name. */
static bool is_named(const Request *request) {
    return request->title[strspn(request->title, " ")] != '\0';
}

static StoreTable new_header(const Request *request, const char *host, uint8_t *seed) {
    StoreTable header = opening_header(host);
    header.players = request->players;
    header.listed = request->listed;
    header.rated = request->rated;
    strcpy(header.game, request->game->id);
    options_write(request->game, request->options, header.options);
    if (is_named(request)) strcpy(header.title, request->title);
    memcpy(header.seed, seed, SEED_BYTES);
    randombytes_buf(seed, SEED_BYTES); /* never used again */
    return header;
}

void opening_seal(LiveTable *live) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    run_seal(live->header.seed, &line);
    live_enter_surely(live, buffer);
}

void opening_mix_in(LiveTable *live, int seat, const char *nonce) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    if (!nonce[0] || !table_seal(live->table)->sealed || table_begun(live->table)) return;
    text_printf(&line, "nonce %d %s", seat, nonce);
    live_enter_surely(live, buffer);
}

void opening_terms(LiveTable *live, const TimeLimit *limit, int delay, Bracket points) {
    char time[TIME_TEXT_MAX];
    Text text = text_over(time, sizeof time);
    time_write(limit, &text);
    if (limit->kind != TIME_NONE) live_enter(live, "time %s", time);
    if (delay) live_enter(live, "delay %d", delay);
    if (points.most) live_enter(live, "points %d %d", points.least, points.most);
}

/* The lines of the first day: how it is played, and who is there from the start. */
static void seat_first(LiveTable *live, const Request *request, const StorePerson *self) {
    char buffer[LINE_LIMIT + 1];
    opening_terms(live, &request->time, request->delay, request->points);
    for (int seat = 0; seat < request->players; seat++) {
        Text line = text_over(buffer, sizeof buffer);
        const char *word = request->seats[seat];
        if (strcmp(word, "open") == 0) continue;
        if (strcmp(word, "me") == 0)
            text_printf(&line, "seat %d person %s %s", seat, self->id, self->name);
        else
            visitor_line(seat, word, &line);
        live_enter_surely(live, buffer);
        if (strcmp(word, "me") == 0) opening_mix_in(live, seat, request->nonce);
    }
}

static bool has_seat(const Request *request, const char *word) {
    for (int seat = 0; seat < request->players; seat++)
        if (strcmp(request->seats[seat], word) == 0) return true;
    return false;
}

Refusal opening_check(const Job *job) {
    Address *address = job->socket->address; /* NULL: he is gone */
    if (address && bucket_take(&address->quota[QUOTA_OPENS], server_now(job->socket->server)))
        return GRANTED;
    return (Refusal){"limit", REFUSED(N_("Too many tables were opened from your address. Please "
                                         "wait a while."))};
}

/* Whether a rated table may be opened so: its result must mean something. Without a clock whoever
   is about to lose need not move any more, and there is none. */
static Refusal rated_check(const Request *request, const StorePerson *self) {
    if (!self->account) return REFUSE_UNRATED;
    if (request->time.kind == TIME_NONE)
        return REFUSE("illegal", N_("A rated game has a clock, so that it comes to its end."));
    for (int seat = 0; seat < request->players; seat++) {
        const char *word = request->seats[seat];
        bool person = strcmp(word, "me") == 0 || strcmp(word, "open") == 0;
        if (!person && !bot_named(word)) return REFUSE_MACHINE;
    }
    return GRANTED;
}

void opening_open(Job *job) {
    const Request *request = &job->request;
    Server *server = job->socket->server;
    Person *person = job->socket->person;
    Reason why;
    Refusal refusal =
        request->listed && has_seat(request, "open") ? lobby_check(job->socket) : GRANTED;
    for (int seat = 0; seat < request->players; seat++)
        if (!visitor_known(server, request->seats[seat])) refusal = REFUSE_PROGRAM;
    if (!refusal.code && is_named(request) && penalty_on(server, PENALTY_MUTE, person->self.id))
        refusal = REFUSE_MUTED; /* its name is read in lists and invitations */
    if (!refusal.code && request->rated) refusal = rated_check(request, &person->self);
    /* who sits down first need not have the points: he says whom he wants to play with */
    if (!refusal.code && request->points.most && has_seat(request, "me") && !person->self.account)
        refusal = REFUSE_LEVEL;
    if (!refusal.code) refusal = opening_check(job);
    if (refusal.code) {
        answer_refuse(job, refusal, -1);
        return;
    }
    Table *table = table_open(request->game, request->players, request->options, &why);
    if (!table) {
        answer_refuse(job, (Refusal){"bad", why}, -1);
        return;
    }
    StoreTable header = new_header(request, person->self.id, job->socket->seed);
    LiveTable *live = tables_add(server, &header, table);
    if (!live) {
        table_close(table);
        answer_refuse(job, REFUSE_FULL, -1);
        return;
    }
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    if (request->ask == ASK_LEARN)
        live_enter(live, "lesson"); /* its deal is no secret: there is nothing to seal */
    else
        opening_seal(live);
    seat_first(live, request, &person->self);
    /* Those who search meanwhile wait for it, instead of each opening one. */
    if (request->listed && has_seat(request, "open")) lobby_update(live, job->socket);
    live_commit(live, job);
}

/* --- finding one ------------------------------------------------------------------------------ */

enum { SEARCH_PLAYERS = 4, SEARCH_TRIES = 3 };

/* The table a search opens where none fits: of the game wished for, or of any. */
static void open_for_search(Job *job) {
    Request *request = &job->request;
    uint32_t count = 0;
    while (games[count])
        count++;
    if (!request->game) request->game = games[randombytes_uniform(count)];
    const Game *game = request->game;
    int players = SEARCH_PLAYERS;
    if (players < game->min_players) players = game->min_players;
    if (players > game->max_players) players = game->max_players;
    request->players = players;
    request->listed = true;
    request->rated = request->counts == TALLY_RATED;
    if (request->near) request->points = points_near(job->socket->person, game->id);
    if (request->speed == SPEED_LIVE || request->rated) request->time = opening_rated_time;
    if (request->speed == SPEED_SLOW) request->time = (TimeLimit){TIME_SLOW, 24 * 3600, 0};
    for (int i = 0; game->options[i].name; i++)
        while (game->options[i].least && game->options[i].least[request->options[i]] > players)
            request->options[i]++;
    for (int seat = 0; seat < players; seat++)
        strcpy(request->seats[seat], seat == 0 ? "me" : "open");
    opening_open(job);
}

void opening_search(Job *job) {
    if (job->request.near && !job->socket->person->self.account) {
        answer_refuse(job, REFUSE_LEVEL, -1);
        return;
    }
    if (job->place++ == SEARCH_TRIES || !lobby_fit(job->socket->server, job)) {
        job->joining = false;
        open_for_search(job);
    } else {
        job->joining = true;
        tables_ask(job->socket->server, job);
    }
}
