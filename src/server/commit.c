#include "server/live.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/absence.h"
#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/crowd.h"
#include "server/lobby.h"
#include "server/mine.h"
#include "server/orders.h"
#include "server/requests.h"
#include "server/series.h"
#include "server/session.h"
#include "server/view.h"
#include "store/replay.h"

enum { TRIES_MOST = 100 }; /* of a request, where other nodes are quicker */

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

static Reason enter_line(LiveTable *live, const char *line) {
    assert(live->state == LIVE_READY);
    Reason why = table_enter(live->table, line);
    if (!why.text) add_line(live, line);
    return why;
}

Reason live_enter(LiveTable *live, const char *format, ...) {
    char line[LINE_LIMIT + 1];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return enter_line(live, line);
}

Reason live_enter_move(LiveTable *live, int seat, Move move) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    assert(live->state == LIVE_READY);
    Reason why = table_enter_move(live->table, seat, move, &line);
    if (!why.text) add_line(live, buffer);
    return why;
}

void live_enter_surely(LiveTable *live, const char *line) {
    Reason why = enter_line(live, line);
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
        live_refuse_all(live, refusal);
        tables_drop(live);
    } else {
        live_read_again(live);
    }
    if (asker) answer_refuse(asker, refusal, -1);
}

static bool enter_for(LiveTable *live, Job *job, const char *code, const char *format,
                      va_list args) {
    char line[LINE_LIMIT + 1];
    vsnprintf(line, sizeof line, format, args);
    Reason why = enter_line(live, line);
    if (!why.text) return true;
    if (live->batch_lines) {
        live->asker = job;
        take_back(live, (Refusal){code, why});
    } else {
        answer_refuse_at(live, job, (Refusal){code, why});
    }
    return false;
}

bool live_enter_for(LiveTable *live, Job *job, const char *code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool entered = enter_for(live, job, code, format, args);
    va_end(args);
    return entered;
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
    live_read_again(live);
}

/* Lines stand now, ours or another node's, by a request of this socket (may be NULL): what hangs on
   them follows. Whether they are more than talk. */
static bool note_lines(LiveTable *live, const Socket *by) {
    bool news = table_version(live->table) != live->sent_version;
    if (news) {
        live->sent_version = table_version(live->table);
        live->halted = false;
    }
    absence_note(live);
    orders_note(live);
    clock_set(live);
    if (news) lobby_update(live, by);
    return news;
}

/* What was said and done at the table, and who looks on. */
static void send_talk(LiveTable *live) {
    for (Socket *s = live->watchers; s; s = s->beside) {
        answer_chat(s);
        answer_acts(s);
        audience_send(s);
    }
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
        live->rests_until = 0;
        Job *asker = live->asker;
        bool lapsing = live->lapsing;
        int low = live->batch_low;
        live->asker = NULL;
        live->creating = live->lapsing = false;
        live->batch_lines = 0;
        text_free(&live->batch);
        live->state = LIVE_READY;
        bool news = note_lines(live, asker ? asker->socket : NULL);
        live->judging = true; /* nothing new is judged before everybody has heard */
        Socket *mover = asker && asker->socket->live == live ? asker->socket : NULL;
        if (mover) socket_gather(mover, true); /* his answer goes out with his window */
        if (asker)
            request_committed(live, asker);
        else if (!lapsing)
            server->metrics.bot_moves++;
        send_talk(live);
        if (news)
            view_moved(live, mover, low);
        else
            view_catch_up(live);
        if (news) mine_update(live);
        if (mover) socket_gather(mover, false);
        live->judging = false;
        if (live->reread) {
            live_read_again(live);
            return;
        }
        live_go_on(live);
        return;
    }
    clock_rest(live);
    bool removed = answer->result == STORE_MISSING && !live->creating;
    take_back(live, removed ? REFUSE_NO_TABLE : REFUSE_STORE);
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
    LiveTable *live = tables_find(server, notice->id);
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
        live_read_again(live);
        return;
    }
    if (notice->clocks) clock_load(live, notice->clocks);
    live->reseated = true; /* the next that is kept tells all of it */
    bool news = note_lines(live, NULL);
    send_talk(live);
    if (news) view_update(live, NULL, low);
    if (news) mine_update(live);
    live_go_on(live);
}

/* What happens without anybody: the game begins where every seat is taken, and Chance draws. */
static void advance(LiveTable *live) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    for (; run_next(live->table, live->header.seed, &line); text_clear(&line))
        live_enter_surely(live, buffer);
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
        store_write_result(t, result);
        batch.result = result;
    }
    if (live->reseated) store_seat(t, &batch, seats);
    char clocks[CLOCKS_TEXT_MAX];
    clock_save(live, &batch, clocks);
    live->reseated = false;
    live->state = LIVE_COMMITTING;
    if (live->asker) request_kept(live->asker, &live->batch, live->batch_lines);
    Mail *mail = mailbox_expect(&server->mailbox, committed, live);
    if (live->creating)
        store_create(server->store, &live->header, &batch, mailbox_put, mail);
    else
        store_append(server->store, live->header.id, &batch, mailbox_put, mail);
}

void live_commit(LiveTable *live, Job *asker) {
    live->asker = asker;
    advance(live);
    const char *broken = live_unsound(live->table);
    if (broken) {
        live_warn_unsound(live->table, broken);
        live->halted |= !asker;
        take_back(live, REFUSE_UNSOUND);
    } else {
        commit(live);
    }
}

void live_commit_line(LiveTable *live, Job *job, const char *code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool entered = enter_for(live, job, code, format, args);
    va_end(args);
    if (entered) live_commit(live, job);
}
