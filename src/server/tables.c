#include "server/tables.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "server/absence.h"
#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/crowd.h"
#include "server/cluster.h"
#include "server/lobby.h"
#include "server/mine.h"
#include "server/orders.h"
#include "server/penalties.h"
#include "server/requests.h"
#include "server/series.h"
#include "server/session.h"
#include "server/thinker.h"
#include "server/view.h"
#include "server/visitors.h"
#include "store/replay.h"

enum {
    OVER_MS = 30 * 1000, /* a finished table need not wait as long as others */
    REPLAY_HERE = 200,   /* lines of a journal that may be replayed in the loop */
    TRIES_MOST = 100     /* of a request, where other nodes are quicker */
};

/* --- the list --------------------------------------------------------------------------------- */

static LiveTable **slot_of(Server *server, const char *id) {
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &server->tables[(hash ^ hash >> 16) % TABLE_SLOTS];
}

static LiveTable *find(Server *server, const char *id) {
    LiveTable *live = *slot_of(server, id);
    while (live && strcmp(live->header.id, id) != 0)
        live = live->next;
    return live;
}

const LiveTable *tables_ready(Server *server, const char *id) {
    const LiveTable *live = find(server, id);
    return live && live->state == LIVE_READY ? live : NULL;
}

static LiveTable *add(Server *server, const char *id) {
    LiveTable *live = server_alloc(sizeof *live), **slot = slot_of(server, id);
    live->server = server;
    live->last = &live->first;
    live->used = server_now(server);
    strcpy(live->header.id, id);
    memset(live->absent, -1, sizeof live->absent);
    live->order_at = live->bot_at = live->send_at = CLOCK_NEVER;
    live->reseated = true;
    live->jitter = randombytes_random();
    live->next = *slot;
    *slot = live;
    server->metrics.tables++;
    return live;
}

void live_forget(LiveTable *live) {
    if (live->table) visitors_dismiss(live);
    table_close(live->table);
    text_free(&live->batch);
    free(live->watching_names);
    free(live->chat);
    free(live->listed_people);
    free(live->clocks);
    free(live);
}

/* Takes the live table out of the list and frees it, unless a bot still thinks about it. */
static void drop(LiveTable *live) {
    LiveTable **at = slot_of(live->server, live->header.id);
    assert(!live->watchers && !live->first);
    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    live->server->metrics.tables--;
    live->gone = true;
    thinker_forget(live);
    clock_forget(live);
    if (!live->thinking && !live->replaying) live_forget(live);
}

Stage live_stage(const LiveTable *live) {
    if (!table_begun(live->table)) return STAGE_GATHERING;
    return table_over(live->table) ? STAGE_OVER : STAGE_PLAYING;
}

Turn live_turn(const LiveTable *live) {
    return table_turn(live->table);
}

static bool idle(const LiveTable *live, bool full) {
    if (live->watchers || live->first || live->judging || live->thinking || live->replaying ||
        clock_holds(live))
        return false;
    if (live->state == LIVE_LOST) return true;
    if (live->state != LIVE_READY) return false;
    uint64_t wait = 1000 * (uint64_t)live->server->options.idle;
    if (table_over(live->table) && wait > OVER_MS) wait = OVER_MS;
    if (full) wait = 0;
    return server_now(live->server) - live->used >= wait;
}

void tables_sweep(Server *server, bool full) {
    for (int i = 0; i < TABLE_SLOTS; i++)
        for (LiveTable *live = server->tables[i], *next; live; live = next) {
            next = live->next;
            if (!idle(live, full)) continue;
            server->metrics.tables_dropped++;
            drop(live);
        }
}

void tables_stop(Server *server) {
    clock_stop(server);
}

/* Refuses everything that waits. */
static void refuse_all(LiveTable *live, Refusal refusal) {
    while (live->first) {
        Job *job = live->first;
        live->first = job->next;
        if (!live->first) live->last = &live->first;
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, refusal, -1);
    }
}

void tables_close(Server *server) {
    for (int i = 0; i < TABLE_SLOTS; i++)
        while (server->tables[i]) {
            LiveTable *live = server->tables[i];
            refuse_all(live, REFUSE_STORE); /* unheard: the sockets are closed */
            drop(live);
        }
}

/* Whether there is room for one more table. */
static bool has_room(Server *server) {
    if (server->metrics.tables >= server->options.tables) tables_sweep(server, true);
    return server->metrics.tables < server->options.tables;
}

/* --- requests, one after the other ------------------------------------------------------------ */

static void judge(LiveTable *live) {
    if (live->judging || !live->first || !cluster_ready(live->server)) return;
    live->judging = true;
    while (live->state == LIVE_READY && live->first && !live->server->stopping) {
        Job *job = live->first;
        live->first = job->next;
        if (!live->first) live->last = &live->first;
        job->next = NULL;
        if (job->listing)
            mine_write(live, job);
        else
            request_judge(live, job);
    }
    live->judging = false;
}

void tables_judge_all(Server *server) {
    for (int i = 0; i < TABLE_SLOTS; i++)
        for (LiveTable *live = server->tables[i], *next; live; live = next) {
            next = live->next;
            if (live->first) judge(live);
        }
}

/* --- loading ---------------------------------------------------------------------------------- */

/* What the rules find broken in the position of a table; NULL: it is sound. */
static const char *unsound(const Table *t) {
    return table_game(t)->rules.audit(table_state(t));
}

/* Tells of a broken invariant: which, and where in the journal, but not at whose table. */
static void warn_unsound(const LiveTable *live, const Table *t, const char *broken) {
    server_warn(live->server, "%s, line %d of a journal, position %d: %s; refused",
                table_game(t)->id, table_lines(t), table_position(t), broken);
}

/* What the store answered, on its way to be a table. */
typedef struct Replay {
    uv_work_t work;
    LiveTable *live;
    StoreResult result;
    StoreTable header;
    char *lines, *clocks;
    Table *table; /* NULL: it cannot be read */
} Replay;

/* For the loop, or in a thread of libuv: it touches nothing of the server. */
static void run_replay(uv_work_t *work) {
    Replay *r = work->data;
    r->table = store_replay(&r->header, r->lines);
}

void tables_dismiss(Server *server, const char *id) {
    LiveTable *live = find(server, id);
    if (!live || live->state != LIVE_READY || live->judging) return; /* then when that is done */
    refuse_all(live, REFUSE_CLOSED);
    while (live->watchers) {
        Socket *socket = live->watchers;
        live_unwatch(socket);
        socket_end(socket, 1008, "the table was closed");
    }
    table_close(live->table);
    live->table = NULL;
    live->state = LIVE_LOST;
    if (!live->thinking) drop(live);
}

/* Everybody has heard: what waits is judged; unless the table was closed meanwhile. */
static void go_on(LiveTable *live) {
    if (penalty_on(live->server, PENALTY_CLOSE, live->header.id)) {
        tables_dismiss(live->server, live->header.id);
        return;
    }
    clock_ring(live);
    thinker_consider(live);
    judge(live);
}

static void read_again(LiveTable *live);

static void table_is_ready(LiveTable *live) {
    bool again = live->again;
    live->state = LIVE_READY;
    live->again = live->ours = false;
    live->sent_version = table_version(live->table);
    live->server->metrics.tables_loaded++;
    absence_note(live);
    orders_note(live);
    clock_set(live);
    for (Socket *s = live->watchers; s; s = s->beside) {
        s->whole |= !again; /* after a failure of the store */
        if (!again) continue;
        answer_chat(s);
        answer_acts(s);
        audience_send(s);
    }
    view_update(live, NULL, again ? table_position(live->table) : 0);
    if (live->server->cluster) { /* it may be another node's news that brought it in */
        lobby_update(live, NULL);
        mine_update(live);
    }
    if (live->reread) {
        read_again(live);
        return;
    }
    go_on(live);
}

/* There is no such table, or it cannot be read now. */
static void table_is_lost(LiveTable *live, bool missing) {
    if (missing) {
        refuse_all(live, (Refusal){"table", REFUSED(N_("There is no such table."))});
    } else {
        server_warn(live->server, "a table could not be read from the store");
        refuse_all(live,
                   (Refusal){"store", REFUSED(N_("This table cannot be read. Please try later."))});
    }
    while (live->watchers) {
        Socket *socket = live->watchers;
        live_unwatch(socket);
        socket_end(socket, 1011, "the store failed");
    }
    live->state = LIVE_LOST;
    if (!live->thinking) drop(live);
}

static void load(LiveTable *live);

static void read_again(LiveTable *live) {
    live->reread = false;
    table_close(live->table);
    live->table = NULL;
    load(live);
}

static void replayed(uv_work_t *work, int status) {
    Replay *r = work->data;
    LiveTable *live = r->live;
    const char *broken = r->table ? unsound(r->table) : NULL;
    (void)status; /* nobody cancels */
    live->replaying = false;
    if (broken) warn_unsound(live, r->table, broken);
    if (broken || live->gone || live->server->stopping) {
        table_close(r->table);
        r->table = NULL;
    }
    if (live->gone) {
        if (!live->thinking) live_forget(live);
    } else if (r->table) {
        live->header = r->header;
        live->table = r->table;
        clock_load(live, r->clocks);
        if (live->reread) /* its journal was changed while it was read */
            read_again(live);
        else
            table_is_ready(live);
    } else if (!live->server->stopping) {
        table_is_lost(live, r->result == STORE_MISSING);
    }
    free(r->lines);
    free(r->clocks);
    free(r);
}

/* A long journal is replayed beside the loop, so that nobody else waits for it. */
static void loaded(void *who, StoreAnswer *answer) {
    LiveTable *live = who;
    Replay *r = server_alloc(sizeof *r);
    *r = (Replay){.live = live, .result = answer->result, .header = answer->table};
    r->work.data = r;
    r->lines = answer->lines; /* ours from here on */
    r->clocks = answer->clocks;
    answer->lines = answer->clocks = NULL;
    live->replaying = true;
    if (answer->result == STORE_DONE && answer->count > REPLAY_HERE) {
        if (uv_queue_work(&live->server->loop, &r->work, run_replay, replayed)) abort();
        return;
    }
    if (answer->result == STORE_DONE) run_replay(&r->work);
    replayed(&r->work, 0);
}

static void load(LiveTable *live) {
    Server *server = live->server;
    live->state = LIVE_LOADING;
    live->reseated = true; /* an older version may not have told it */
    if (server->stopping) return;
    store_load(server->store, live->header.id, mailbox_put,
               mailbox_expect(&server->mailbox, loaded, live));
}

void tables_ask(Server *server, Job *job) {
    if (penalty_on(server, PENALTY_CLOSE, job->request.table)) {
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, REFUSE_CLOSED, -1);
        return;
    }
    LiveTable *live = find(server, job->request.table);
    if (!live && !has_room(server)) {
        if (job->listing)
            mine_write(NULL, job);
        else
            answer_refuse(job, REFUSE_FULL, -1);
        return;
    }
    if (!live) live = add(server, job->request.table);
    if (live->state == LIVE_LOST) load(live);
    live->used = server_now(server);
    *live->last = job;
    live->last = &job->next;
    judge(live);
}

void tables_reread(Server *server, const char *id) {
    LiveTable *live = find(server, id);
    if (live && live->state == LIVE_READY && !live->judging)
        read_again(live);
    else if (live && live->state != LIVE_LOST)
        live->reread = true; /* once what is under way is kept */
}

void tables_wake(Server *server, const char *id) {
    if (!find(server, id) && !penalty_on(server, PENALTY_CLOSE, id) && has_room(server))
        load(add(server, id));
}

LiveTable *tables_add(Server *server, const StoreTable *header, Table *table) {
    if (!has_room(server)) return NULL;
    LiveTable *live = add(server, header->id);
    live->header = *header;
    live->table = table;
    live->state = LIVE_READY;
    live->creating = true;
    return live;
}

LiveTable *tables_adopt(Server *server, const StoreTable *header, Table *table, Text *lines,
                        int count) {
    LiveTable *live = tables_add(server, header, table);
    if (!live) return NULL;
    live->batch = *lines;
    live->batch_lines = count;
    live->batch_from = live->batch_low = 0;
    *lines = (Text){0};
    return live;
}

/* --- keeping ---------------------------------------------------------------------------------- */

static void add_line(LiveTable *live, const char *line) {
    if (live->batch_lines == 0) {
        live->batch = text_grow();
        live->batch_from = table_lines(live->table) - 1;
        live->batch_low = table_position(live->table);
    }
    if (table_position(live->table) < live->batch_low)
        live->batch_low = table_position(live->table);
    text_add(&live->batch, line);
    text_char(&live->batch, '\n');
    live->batch_lines++;
    live->reseated |= strncmp(line, "seat ", 5) == 0 || strcmp(line, "begin") == 0 ||
                      strcmp(line, "offline") == 0 || strncmp(line, "time ", 5) == 0;
}

Reason live_enter(LiveTable *live, const char *line) {
    assert(live->state == LIVE_READY);
    Reason why = table_enter(live->table, line);
    if (!why.text) add_line(live, line);
    return why;
}

Reason live_enter_move(LiveTable *live, int seat, Move move) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    assert(live->state == LIVE_READY);
    Reason why = table_enter_move(live->table, seat, move, &line);
    if (!why.text) add_line(live, buffer);
    return why;
}

/* Enters a line the table has no reason to refuse. */
static void enter_surely(LiveTable *live, const char *line) {
    Reason why = live_enter(live, line);
    assert(!why.text);
    (void)why;
}

/* The lines entered are not made: the table is read again as the store has it, a new one is given
   up, and who asked is refused. */
static void take_back(LiveTable *live, Refusal refusal) {
    Job *asker = live->asker;
    bool creating = live->creating;
    live->asker = NULL;
    live->creating = live->lapsing = false;
    live->batch_lines = 0;
    text_free(&live->batch);
    if (creating && live->header.previous[0])
        tables_rematched(live->server, live->header.previous, "");
    if (creating) {
        lobby_forget(live->server, live->header.id);
        refuse_all(live, refusal);
        drop(live);
    } else {
        read_again(live);
    }
    if (asker) answer_refuse(asker, refusal, -1);
}

/* Another node's lines came first: ours are not made. The table is read again with those, and the
   request judged by what it is now: a live move goes through, a stale one is refused. What a bot or
   a clock meant is thought again. */
static void judge_again(LiveTable *live) {
    Server *server = live->server;
    Job *asker = live->asker;
    if (live->creating || (asker && ++asker->tries > TRIES_MOST)) {
        bool rematch = live->creating && live->header.previous[0] && asker;
        char previous[TABLE_ID_MAX + 1];
        strcpy(previous, live->header.previous);
        if (rematch) live->asker = NULL; /* somebody has opened it meanwhile: he joins that one */
        take_back(live, REFUSE_STORE);
        if (!rematch) return;
        strcpy(asker->request.table, previous);
        tables_reread(server, previous);
        tables_ask(server, asker);
        return;
    }
    server->metrics.moved++;
    live->asker = NULL;
    live->lapsing = false;
    live->batch_lines = 0;
    text_free(&live->batch);
    if (asker) {
        asker->next = live->first;
        live->first = asker;
        if (!asker->next) live->last = &asker->next;
    }
    live->again = true;
    read_again(live);
}

static void committed(void *who, StoreAnswer *answer) {
    LiveTable *live = who;
    Server *server = live->server;
    if (answer->result == STORE_MOVED) {
        judge_again(live);
        return;
    }
    if (answer->result == STORE_DONE) {
        live->ours = true;
        Job *asker = live->asker;
        bool lapsing = live->lapsing;
        int low = live->batch_low;
        live->asker = NULL;
        live->creating = live->lapsing = false;
        live->batch_lines = 0;
        text_free(&live->batch);
        bool news = table_version(live->table) != live->sent_version; /* more than talk */
        live->state = LIVE_READY;
        if (news) {
            live->sent_version = table_version(live->table);
            live->halted = false;
        }
        absence_note(live);
        orders_note(live);
        clock_set(live);
        if (news) lobby_update(live, asker ? asker->socket : NULL);
        live->judging = true; /* nothing new is judged before everybody has heard */
        Socket *mover = asker && asker->socket->live == live ? asker->socket : NULL;
        if (mover) socket_gather(mover, true); /* his answer goes out with his window */
        if (asker)
            request_committed(live, asker);
        else if (!lapsing)
            server->metrics.bot_moves++;
        for (Socket *s = live->watchers; s; s = s->beside) {
            answer_chat(s);
            answer_acts(s);
            audience_send(s);
        }
        if (news) view_moved(live, mover, low);
        if (news) mine_update(live);
        if (mover) socket_gather(mover, false);
        live->judging = false;
        if (live->reread) {
            read_again(live);
            return;
        }
        go_on(live);
        return;
    }
    server_warn(server, "the store failed to keep a change; it was not made");
    take_back(live, REFUSE_STORE);
}

/* Enters lines another node has kept; false where they do not follow ours. */
static bool enter_foreign(LiveTable *live, char *lines, int *low) {
    *low = table_position(live->table);
    for (char *line = lines, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (table_enter(live->table, line).text) return false;
        if (table_position(live->table) < *low) *low = table_position(live->table);
    }
    return true;
}

/* Nobody has the table here: whether somebody would hear of it in a list. */
static bool concerns(Server *server, const StoreNotice *notice) {
    if (notice->stage == STAGE_GATHERING) return true; /* it may be an open one */
    for (const char *id = notice->people; id && *id; id += strcspn(id, "\n") + 1) {
        char person[OWNER_MAX + 1];
        Text name = text_over(person, sizeof person);
        text_add_n(&name, id, strcspn(id, "\n"));
        for (const Socket *s = crowd_first(server, person); s; s = crowd_next(s))
            if (s->follow[FOLLOW_MINE]) return true;
    }
    return false;
}

void tables_foreign(Server *server, const StoreNotice *notice) {
    LiveTable *live = find(server, notice->id);
    if (notice->stage != STAGE_GATHERING) lobby_forget(server, notice->id);
    if (!live || live->state == LIVE_LOST) {
        if (!live && concerns(server, notice)) tables_wake(server, notice->id);
        return;
    }
    if (live->state == LIVE_LOADING) live->reread = true; /* it may have been read before */
    if (live->state != LIVE_READY) return;                /* ours is refused, and read again */
    int lines = table_lines(live->table), low;
    if (notice->from + notice->count <= lines) return;
    live->ours = false;
    if (notice->from != lines || !enter_foreign(live, notice->lines, &low)) {
        live->again = true;
        read_again(live);
        return;
    }
    if (notice->clocks) clock_load(live, notice->clocks);
    live->reseated = true; /* the next that is kept tells all of it */
    bool news = table_version(live->table) != live->sent_version;
    if (news) {
        live->sent_version = table_version(live->table);
        live->halted = false;
    }
    absence_note(live);
    orders_note(live);
    clock_set(live);
    if (news) lobby_update(live, NULL);
    for (Socket *s = live->watchers; s; s = s->beside) {
        answer_chat(s);
        answer_acts(s);
        audience_send(s);
    }
    if (news) view_update(live, NULL, low);
    if (news) mine_update(live);
    go_on(live);
}

/* What happens without anybody: the game begins where every seat is taken, and Chance draws. */
static void advance(LiveTable *live) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    for (; run_next(live->table, live->header.seed, &line); text_clear(&line))
        enter_surely(live, buffer);
}

/* Adds to a batch one whose list the table is in. */
static void add_sitter(StoreBatch *batch, const char *person, int place) {
    batch->place[batch->sitters] = place;
    batch->sitter[batch->sitters++] = person;
}

/* Adds to a batch who sits here now; `seats` holds it. */
static void add_seats(const Table *t, StoreBatch *batch, char seats[SEATS_TEXT_MAX]) {
    Text text = text_over(seats, SEATS_TEXT_MAX);
    store_write_seats(t, &text);
    batch->seats = seats;
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0]) add_sitter(batch, s->owner, s->bot[0] ? PLACE_AWAY : seat);
        if (s->reserved[0]) add_sitter(batch, s->reserved, PLACE_RESERVED);
    }
}

/* Hands the lines entered to the store. */
static void commit(LiveTable *live) {
    Server *server = live->server;
    const Table *t = live->table;
    StoreBatch batch = {.expected = live->batch_lines ? live->batch_from : 0,
                        .count = live->batch_lines,
                        .lines = live->batch.at,
                        .stage = live_stage(live),
                        .at = table_version(t),
                        .turn = live_turn(live)};
    char seats[SEATS_TEXT_MAX], result[RESULT_TEXT_MAX];
    if (batch.stage == STAGE_OVER) {
        series_result(t, result);
        batch.result = result;
    }
    if (live->reseated) add_seats(t, &batch, seats);
    char clocks[CLOCKS_TEXT_MAX];
    clock_save(live, &batch, clocks);
    live->reseated = false;
    live->state = LIVE_COMMITTING;
    Mail *mail = mailbox_expect(&server->mailbox, committed, live);
    if (live->creating)
        store_create(server->store, &live->header, &batch, mailbox_put, mail);
    else
        store_append(server->store, live->header.id, &batch, mailbox_put, mail);
}

void live_commit(LiveTable *live, Job *asker) {
    live->asker = asker;
    advance(live);
    const char *broken = unsound(live->table);
    if (broken) {
        warn_unsound(live, live->table, broken);
        live->halted |= !asker;
        take_back(live, REFUSE_UNSOUND);
    } else {
        commit(live);
    }
}

/* --- those who look --------------------------------------------------------------------------- */

static bool live_has_here(const LiveTable *live, const char *person) {
    for (const Socket *s = live->watchers; s; s = s->beside)
        if (strcmp(s->person->self.id, person) == 0) return true;
    return false;
}

bool live_has(const LiveTable *live, const char *person) {
    return live_has_here(live, person) || cluster_has(live->server, live->header.id, person);
}

void tables_attended(Server *server, const char *id, const char *person) {
    LiveTable *live = find(server, id);
    if (!live || live->state != LIVE_READY || table_seat_of(live->table, person) < 0) return;
    absence_note(live);
    clock_set(live);
    view_update(live, NULL, table_position(live->table));
}

/* Tells the others that the owner of a seat came or went. While the store is at work nothing is
   told: all of them hear the news with what is kept. */
static void send_presence(LiveTable *live, const Socket *about) {
    if (live->state != LIVE_READY) live->sent_version = -1;
    if (live->state != LIVE_READY || live->server->stopping) return;
    if (table_seat_of(live->table, about->person->self.id) < 0) {
        audience_changed(live);
        return;
    }
    absence_note(live);
    clock_set(live);
    view_update(live, about, table_position(live->table));
}

void tables_unlist(Server *server, const char *id) {
    LiveTable *live = find(server, id);
    if (live) live->header.listed = false;
}

void tables_rematched(Server *server, const char *id, const char *next) {
    LiveTable *live = find(server, id);
    if (!live) return;
    strcpy(live->header.next, next);
    if (live->state != LIVE_READY)
        live->sent_version = -1;
    else if (!server->stopping)
        view_update(live, NULL, table_position(live->table));
}

void live_announce(LiveTable *live) {
    view_update(live, NULL, table_position(live->table));
}

void live_watch(LiveTable *live, Socket *socket) {
    if (socket->live != live) {
        live_unwatch(socket);
        bool came = !live_has(live, socket->person->self.id);
        live->people += came;
        socket->live = live;
        socket->beside = live->watchers;
        live->watchers = socket;
        socket->kind = -1;
        cluster_presence(live->server, live->header.id, socket->person->self.id, true);
        if (came) send_presence(live, socket);
    }
    socket->chats_sent = socket->acts_sent = socket->asides_sent = 0;
}

void live_unwatch(Socket *socket) {
    LiveTable *live = socket->live;
    if (!live) return;
    Socket **at = &live->watchers;
    while (*at != socket)
        at = &(*at)->beside;
    *at = socket->beside;
    socket->live = NULL;
    socket->beside = NULL;
    live->used = server_now(live->server);
    if (!live->watchers) {
        view_forget(live);
        pace_choose(&live->pace, TEMPO_USUAL);
        thinker_wake(live);
    }
    if (live_has_here(live, socket->person->self.id)) return;
    cluster_presence(live->server, live->header.id, socket->person->self.id, false);
    live->people--;
    if (!live_has(live, socket->person->self.id)) send_presence(live, socket);
}
