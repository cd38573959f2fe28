#include "server/requests.h"

#include <assert.h>
#include <string.h>

#include "core/notation.h"
#include "server/accounts.h"
#include "server/absence.h"
#include "server/answer.h"
#include "server/audience.h"
#include "server/bell.h"
#include "server/counsel.h"
#include "server/analyst.h"
#include "server/founding.h"
#include "server/gallery.h"
#include "server/handover.h"
#include "server/orders.h"
#include "server/replay.h"
#include "server/cluster.h"
#include "server/lobby.h"
#include "server/invite.h"
#include "server/manners.h"
#include "server/mine.h"
#include "server/opening.h"
#include "server/points.h"
#include "server/seats.h"
#include "server/series.h"
#include "server/session.h"
#include "server/thinker.h"
#include "server/view.h"
#include "server/chat.h"
#include "store/replay.h"

static const char *person_of(const Job *job) {
    return job->socket->person->self.id;
}

/* --- requests that concern no table, or a new one --------------------------------------------- */

/* Why the store did not keep a name. */
static Refusal name_refusal(StoreResult result) {
    switch (result) {
    case STORE_DONE: return GRANTED;
    case STORE_TAKEN:
        return REFUSE("taken", N_("Somebody has this name, or one that looks like it."));
    case STORE_MISSING:
        return REFUSE("account", N_("You are signed out. Please load the page again."));
    case STORE_MOVED:
    case STORE_FAILED: break;
    }
    return REFUSE_STORE;
}

static void renamed(void *who, StoreAnswer *answer) {
    Job *job = who;
    Refusal refusal = name_refusal(answer->result);
    if (refusal.code) {
        answer_refuse(job, refusal, -1);
        return;
    }
    answer_welcome(job->socket, &job->request);
    socket_done(job);
}

/* Who sits down under a new name has it first. */
static void renamed_to_sit(void *who, StoreAnswer *answer) {
    Job *job = who;
    Refusal refusal = name_refusal(answer->result);
    if (refusal.code)
        answer_refuse(job, refusal, -1);
    else
        tables_ask(job->socket->server, job);
}

/* An account may not be called as the house is; a guest may be called like another guest. */
static void take_name(Job *job, MailHandler handle) {
    Person *person = job->socket->person;
    if (person->self.account && name_reserved(job->request.name))
        answer_refuse(job, REFUSE("taken", N_("This name belongs to the house.")), -1);
    else
        person_save(person, job->request.name, handle, job);
}

/* Whether the store may get to know one more person from this address, where the request would
   have it do so. */
static bool person_welcome(const Job *job) {
    static const Ask storing[] = {ASK_NAME,      ASK_OPEN,   ASK_LEARN,  ASK_FIND,      ASK_SIT,
                                  ASK_FORK,      ASK_UPLOAD, ASK_JOIN,   ASK_SUBSCRIBE, ASK_REMATCH,
                                  ASK_HAND_OVER, ASK_ASIDE,  ASK_REGARD, ASK_REPORT};
    const Socket *socket = job->socket;
    if (socket->person->stored) return true;
    for (size_t i = 0; i < sizeof storing / sizeof *storing; i++)
        if (storing[i] == job->request.ask)
            return bucket_take(&socket->address->guests, server_now(socket->server));
    return true;
}

void request_searched(const Job *job, const StoreAnswer *answer) {
    Address *address = job->socket->address; /* NULL: he is gone */
    if (address)
        bucket_owe(&address->looks, (double)answer->spent / 1e3, server_now(job->socket->server));
}

/* Whether the store may be searched once more for this address, where the request has it do so: it
   is one thread, and moves wait for it. A list of one's tables, and
   bringing them, is free where they are few. */
static bool search_allowed(const Job *job) {
    static const Ask searching[] = {ASK_RANKING, ASK_PERSON, ASK_COMPANY, ASK_EXPORT, ASK_INVITE};
    const Socket *socket = job->socket;
    if (job->request.ask == ASK_MINE || job->request.ask == ASK_SIGN_IN)
        return bucket_spend(&socket->address->looks, 0, server_now(socket->server));
    for (size_t i = 0; i < sizeof searching / sizeof *searching; i++)
        if (searching[i] == job->request.ask)
            return bucket_take(&socket->address->looks, server_now(socket->server));
    return true;
}

static void ask_table(Job *job) {
    tables_ask(job->socket->server, job);
}

static void sit_named(Job *job) {
    if (job->request.name[0] && strcmp(job->request.name, job->socket->person->self.name) != 0)
        take_name(job, renamed_to_sit);
    else
        ask_table(job);
}

static void sit_begin(Job *job) {
    points_refresh(job, sit_named);
}

static void find_begin(Job *job) {
    points_refresh(job, opening_search);
}

void request_begin(Job *job) {
    Socket *socket = job->socket;
    if (cluster_holds(job)) return;
    if (!socket->address) { /* he left while it waited */
        socket_done(job);
        return;
    }
    if (job->refusal.code) {
        answer_refuse(job, job->refusal, -1);
        return;
    }
    if (socket->person->ended) { /* what waited behind the end of its session */
        answer_refuse(job, name_refusal(STORE_MISSING), -1);
        return;
    }
    if (!person_welcome(job)) {
        answer_refuse(job,
                      REFUSE("limit", N_("Too many people came from your address. Please wait a "
                                         "while.")),
                      -1);
        return;
    }
    if (!search_allowed(job)) {
        answer_refuse(job, REFUSE("rate", N_("Too many messages. Please wait a moment.")), -1);
        return;
    }
    switch (job->request.ask) {
    case ASK_NAME: take_name(job, renamed); return;
    case ASK_MINE: mine_begin(job); return;
    case ASK_FOLLOW:
        for (int i = 0; i < FOLLOWS; i++)
            if (job->request.follow_named[i]) socket->follow[i] = job->request.follow[i];
        if (job->request.asleep_named) socket->asleep = job->request.asleep;
        answer_ok(job, -1);
        return;
    case ASK_OPEN:
    case ASK_LEARN: opening_open(job); return;
    case ASK_LOBBY: lobby_answer(job); return;
    case ASK_SUBSCRIBE: bell_subscribe(job); return;
    case ASK_UNSUBSCRIBE: bell_unsubscribe(job); return;
    case ASK_FIND: manners_refresh(job, find_begin); return;
    case ASK_REMATCH: manners_refresh(job, ask_table); return;
    case ASK_MANNERS: manners_answer(job); return;
    case ASK_FORGIVE: manners_forgive(job); return;
    case ASK_UPLOAD: founding_upload(job); return;
    case ASK_INVITE: manners_refresh(job, invite_begin); return;
    case ASK_HAND_OVER: handover_new(job); return;
    case ASK_GALLERY: gallery_ask(job); return;
    case ASK_EXIT:
        live_unwatch(socket);
        answer_ok(job, -1);
        return;
    case ASK_PING: answer_pong(job); return;
    case ASK_SIT: manners_refresh(job, sit_begin); return;
    case ASK_ACCOUNT:
    case ASK_CHALLENGE:
    case ASK_CODE:
    case ASK_JOIN:
    case ASK_SIGN_IN:
    case ASK_SIGN_OUT:
    case ASK_PASSWORD:
    case ASK_ADD_KEY:
    case ASK_DROP_KEY:
    case ASK_KEEP_CODE:
    case ASK_SHOW:
    case ASK_EXPORT:
    case ASK_RANKING:
    case ASK_PERSON:
    case ASK_DELETE: account_begin(job); return;
    case ASK_ENTER:
    case ASK_LEAVE:
    case ASK_FILL:
    case ASK_MOVE:
    case ASK_UNDO:
    case ASK_HOLIDAY:
    case ASK_ORDER:
    case ASK_VOTE:
    case ASK_RESUME:
    case ASK_REPLACE:
    case ASK_CHAT:
    case ASK_ASIDE:
    case ASK_WHY:
    case ASK_PACE:
    case ASK_HINT:
    case ASK_EVENTS:
    case ASK_REPLAY:
    case ASK_OUTLINE:
    case ASK_FORK:
    case ASK_ANALYSE:
    case ASK_TAKE:
    case ASK_HAND_BACK:
    case ASK_RECORD:
    case ASK_REGARD:
    case ASK_REPORT:
    case ASK_COMPANY:
    case ASK_CHECKED: tables_ask(socket->server, job); return;
    case ASKS: break;
    }
    assert(!"a request of no kind");
}

/* --- looking ---------------------------------------------------------------------------------- */

static void judge_enter(LiveTable *live, Job *job) {
    Socket *socket = job->socket;
    if (socket->wsi) {
        bool renamed = socket->named != job->request.named;
        socket->named = job->request.named;
        live_watch(live, socket);
        if (renamed) audience_changed(live);
        answer_chat(socket);
        answer_acts(socket);
        audience_send(socket);
        view_send(socket, &job->request);
    }
    socket_done(job);
}

static void judge_record(LiveTable *live, Job *job) {
    Refusal refusal = table_over(live->table)
                          ? replay_charge(live, job)
                          : REFUSE("illegal", N_("The record is shown when the game is over."));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    table_reveal(live->table, live->header.seed);
    answer_record(job, live->table);
}

/* His page has checked the draws: it is remembered once. */
static void judge_checked(LiveTable *live, Job *job) {
    char line[24];
    int seat = table_seat_of(live->table, person_of(job));
    if (seat < 0) {
        answer_refuse_at(live, job, REFUSE("seat", N_("You do not sit at this table.")));
        return;
    }
    snprintf(line, sizeof line, "checked %d", seat);
    Reason why = live_enter(live, line);
    if (why.text)
        answer_refuse_at(live, job, (Refusal){"illegal", why});
    else
        live_commit(live, job);
}

static void judge_why(LiveTable *live, Job *job) {
    int seat = table_seat_of(live->table, person_of(job));
    if (seat < 0)
        answer_refuse_at(live, job, REFUSE("seat", N_("You do not sit at this table.")));
    else
        answer_why(job, table_move_check(live->table, seat, job->request.move));
}

/* --- moves ------------------------------------------------------------------------------------ */

/* A move is read once and judged once: by the table, which it then changes. */
static void judge_move(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, person_of(job));
    Move move;
    Reason unread = table_read_move(t, job->request.move, &move);
    Refusal refusal = run_act_check(t, seat, job->request.at, unread.text ? NULL : &move);
    if (!refusal.code) {
        Reason why = unread.text ? unread : live_enter_move(live, seat, move);
        if (why.text) refusal = run_move_refusal(t, seat, why);
    }
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit(live, job);
}

static void judge_undo(LiveTable *live, Job *job) {
    int seat = table_seat_of(live->table, person_of(job)), to;
    Refusal refusal = run_act_check(live->table, seat, job->request.at, NULL);
    if (!refusal.code) {
        refusal.why = table_undo_check(live->table, seat, &to);
        if (refusal.why.text) refusal.code = "illegal";
    }
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    text_printf(&line, "undo %d", to);
    live_commit_line(live, job, buffer, "illegal");
}

static void judge_pace(LiveTable *live, Job *job) {
    Refusal refusal = pace_check(live->table, table_seat_of(live->table, person_of(job)));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    pace_choose(&live->pace, job->request.pace);
    answer_ok_at(live, job);
    thinker_consider(live);
}

/* --- all of them ------------------------------------------------------------------------------ */

void request_judge(LiveTable *live, Job *job) {
    switch (job->request.ask) {
    case ASK_ENTER: judge_enter(live, job); return;
    case ASK_SIT: seats_judge_sit(live, job); return;
    case ASK_LEAVE: seats_judge_leave(live, job); return;
    case ASK_FILL: seats_judge_fill(live, job); return;
    case ASK_MOVE: judge_move(live, job); return;
    case ASK_UNDO: judge_undo(live, job); return;
    case ASK_HOLIDAY: seats_judge_holiday(live, job); return;
    case ASK_ORDER: orders_judge(live, job); return;
    case ASK_VOTE: absence_vote(live, job); return;
    case ASK_RESUME: absence_resume(live, job); return;
    case ASK_REPLACE: absence_replace(live, job); return;
    case ASK_CHAT: chat_judge(live, job); return;
    case ASK_ASIDE: audience_judge(live, job); return;
    case ASK_REGARD:
    case ASK_REPORT: manners_judge(live, job); return;
    case ASK_WHY: judge_why(live, job); return;
    case ASK_PACE: judge_pace(live, job); return;
    case ASK_HINT: counsel_ask(live, job); return;
    case ASK_EVENTS: replay_events(live, job); return;
    case ASK_REPLAY: replay_look(live, job); return;
    case ASK_OUTLINE: replay_outline(live, job); return;
    case ASK_FORK: founding_fork(live, job); return;
    case ASK_ANALYSE: analyst_ask(live, job); return;
    case ASK_TAKE: handover_ask(live, job); return;
    case ASK_HAND_BACK: handover_back(live, job); return;
    case ASK_RECORD: judge_record(live, job); return;
    case ASK_CHECKED: judge_checked(live, job); return;
    case ASK_INVITE: invite_judge(live, job); return;
    case ASK_COMPANY: company_judge(live, job); return;
    case ASK_REMATCH: series_judge(live, job); return;
    case ASK_FIND: seats_judge_find(live, job); return;
    case ASK_NAME:
    case ASK_MANNERS:
    case ASK_FORGIVE:
    case ASK_LOBBY:
    case ASK_SUBSCRIBE:
    case ASK_UNSUBSCRIBE:
    case ASK_MINE:
    case ASK_FOLLOW:
    case ASK_OPEN:
    case ASK_LEARN:
    case ASK_GALLERY:
    case ASK_UPLOAD:
    case ASK_HAND_OVER:
    case ASK_EXIT:
    case ASK_PING:
    case ASK_ACCOUNT:
    case ASK_CHALLENGE:
    case ASK_CODE:
    case ASK_JOIN:
    case ASK_SIGN_IN:
    case ASK_SIGN_OUT:
    case ASK_PASSWORD:
    case ASK_ADD_KEY:
    case ASK_DROP_KEY:
    case ASK_KEEP_CODE:
    case ASK_SHOW:
    case ASK_EXPORT:
    case ASK_DELETE:
    case ASK_RANKING:
    case ASK_PERSON:
    case ASKS: break;
    }
    assert(!"a request that concerns no table");
}

/* Whether a request of this kind makes a new table. */
static bool founds(Ask ask) {
    return ask == ASK_OPEN || ask == ASK_LEARN || ask == ASK_UPLOAD || ask == ASK_FORK ||
           ask == ASK_HAND_OVER;
}

void request_committed(LiveTable *live, Job *job) {
    Metrics *metrics = &live->server->metrics;
    if (job->request.ask == ASK_FIND && job->joining) {
        answer_opened(job, live);
        return;
    }
    if (founds(job->request.ask) || job->request.ask == ASK_FIND) {
        metrics->tables_opened++;
        server_log(live->server, "a table of %s for %d was opened", live->header.game,
                   live->header.players);
        answer_opened(job, live);
        return;
    }
    if (job->request.ask == ASK_TAKE) {
        handover_taken(live, job);
        return;
    }
    if (job->request.ask == ASK_REMATCH) {
        series_committed(live, job);
        return;
    }
    if (job->request.ask == ASK_MOVE) {
        metrics->moves++;
        metrics_acknowledged(metrics, uv_hrtime() - job->arrived);
    }
    metrics->undos += job->request.ask == ASK_UNDO;
    metrics->chats += job->request.ask == ASK_CHAT;
    if (job->request.ask == ASK_ORDER) {
        view_update_seat(live, table_seat_of(live->table, person_of(job)));
        live->pace.at = -1; /* a bot that holds the seat may have to move after all */
    }
    answer_ok_at(live, job);
}
