#include "server/live.h"

#include <stdlib.h>

#include "server/absence.h"
#include "server/answer.h"
#include "server/audience.h"
#include "server/clock.h"
#include "server/lobby.h"
#include "server/mine.h"
#include "server/orders.h"
#include "server/penalties.h"
#include "server/view.h"
#include "store/replay.h"

enum { REPLAY_HERE = 200 }; /* lines of a journal that may be replayed in the loop */

const char *live_unsound(const Table *t) {
    return table_game(t)->rules.audit(table_state(t));
}

void live_warn_unsound(const Table *t, const char *broken) {
    say_wrong("%s, line %d of a journal, position %d: %s; refused", table_game(t)->id,
              table_lines(t), table_position(t), broken);
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

static void table_is_ready(LiveTable *live) {
    bool again = live->again;
    live->state = LIVE_READY;
    live->again = live->ours = false;
    live->sent_version = table_version(live->table);
    live->server->metrics.tables_loaded++;
    live->server->lines += table_lines(live->table);
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
    lobby_update(live, NULL); /* who sits there may be called otherwise by now */
    if (live->server->cluster) mine_update(live); /* another node's news may have brought it in */
    if (live->reread) {
        live_read_again(live);
        return;
    }
    live_go_on(live);
}

/* There is no such table, or it cannot be read now. */
static void table_is_lost(LiveTable *live, bool missing) {
    if (missing) {
        live_refuse_all(live, REFUSE_NO_TABLE);
    } else {
        say_wrong("a table could not be read from the store");
        live_refuse_all(
            live, (Refusal){"store", REFUSED(N_("This table cannot be read. Please try later."))});
    }
    while (live->watchers) {
        Socket *socket = live->watchers;
        live_unwatch(socket);
        socket_end(socket, 1011, "the store failed");
    }
    live->state = LIVE_LOST;
    if (!live->thinking) tables_drop(live);
}

void live_read_again(LiveTable *live) {
    live->reread = false;
    table_close(live->table);
    live->table = NULL;
    live_load(live);
}

static void replayed(uv_work_t *work, int status) {
    Replay *r = work->data;
    LiveTable *live = r->live;
    const char *broken = r->table ? live_unsound(r->table) : NULL;
    (void)status; /* nobody cancels */
    live->replaying = false;
    if (broken) live_warn_unsound(r->table, broken);
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
            live_read_again(live);
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

void live_load(LiveTable *live) {
    Server *server = live->server;
    live->state = LIVE_LOADING;
    live->reseated = true; /* an older version may not have told it */
    if (server->stopping) return;
    store_load(server->store, live->header.id, mailbox_put,
               mailbox_expect(&server->mailbox, loaded, live));
}

void tables_reread(Server *server, const char *id) {
    LiveTable *live = tables_find(server, id);
    if (live && live->state == LIVE_READY && !live->judging)
        live_read_again(live);
    else if (live && live->state != LIVE_LOST)
        live->reread = true; /* once what is under way is kept */
    else if (!live && lobby_has(server, id))
        tables_wake(server, id);
}

void tables_wake(Server *server, const char *id) {
    if (!tables_find(server, id) && !penalty_on(server, PENALTY_CLOSE, id) &&
        tables_have_room(server))
        live_load(tables_insert(server, id));
}
