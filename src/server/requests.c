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
#include "server/signin.h"
#include "server/thinker.h"
#include "server/view.h"
#include "server/ways.h"
#include "server/chat.h"
#include "store/replay.h"

/* --- requests that concern no table, or a new one --------------------------------------------- */

/* Why the store did not keep a name. */
static Refusal name_refusal(StoreResult result) {
    switch (result) {
    case STORE_DONE: return GRANTED;
    case STORE_TAKEN:
        return REFUSE("taken", N_("Somebody has this name, or one that looks like it."));
    case STORE_MISSING: return REFUSE_ENDED;
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
        answer_refuse(job, REFUSE("taken", N_("This name belongs to the house: choose another.")),
                      -1);
    else
        person_save(person, job->request.name, handle, job);
}

static void name_begin(Job *job) {
    take_name(job, renamed);
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

static void follow_begin(Job *job) {
    Socket *socket = job->socket;
    for (int i = 0; i < FOLLOWS; i++)
        if (job->request.follow_named[i]) socket->follow[i] = job->request.follow[i];
    if (job->request.asleep_named) socket->asleep = job->request.asleep;
    answer_ok(job, -1);
}

static void exit_begin(Job *job) {
    live_unwatch(job->socket);
    answer_ok(job, -1);
}

/* --- looking ---------------------------------------------------------------------------------- */

/* Lines and events that who comes is told at most. */
static int told_at(const Table *t) {
    int told = LAST_EVENTS;
    for (Channel channel = 0; channel < CHANNELS; channel++)
        told += table_chats(t, channel) < CHAT_HELD ? table_chats(t, channel) : CHAT_HELD;
    return told;
}

static void judge_enter(LiveTable *live, Job *job) {
    Socket *socket = job->socket;
    Refusal refusal = replay_charge_told(job, told_at(live->table));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    if (socket->wsi) {
        bool renamed = socket->named != job->request.named;
        socket->named = job->request.named;
        live_watch(live, socket);
        if (renamed) audience_changed(live);
        audience_come(live);
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
    int seat = live_seat_of(live, job);
    if (seat < 0)
        answer_refuse_at(live, job, REFUSE_UNSEATED);
    else
        live_commit_line(live, job, "illegal", "checked %d", seat);
}

static void judge_why(LiveTable *live, Job *job) {
    int seat = live_seat_of(live, job);
    if (seat < 0)
        answer_refuse_at(live, job, REFUSE_UNSEATED);
    else
        answer_why(job, table_move_check(live->table, seat, job->request.move));
}

/* --- moves ------------------------------------------------------------------------------------ */

/* A move is read once and judged once: by the table, which it then changes. */
static void judge_move(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = live_seat_of(live, job);
    Move move;
    Reason unread = table_read_move(t, job->request.move, &move);
    Refusal refusal = run_act_check(t, seat, job->request.at, unread.text ? NULL : &move);
    if (!refusal.code && unread.text) refusal = (Refusal){"illegal", unread};
    if (!refusal.code) {
        Reason why = live_enter_move(live, seat, move);
        if (why.text) refusal = run_move_refusal(why);
    }
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit(live, job);
}

static void judge_undo(LiveTable *live, Job *job) {
    int seat = live_seat_of(live, job), to;
    Refusal refusal = run_act_check(live->table, seat, job->request.at, NULL);
    if (!refusal.code) {
        refusal.why = table_undo_check(live->table, seat, &to);
        if (refusal.why.text) refusal.code = "illegal";
    }
    if (refusal.code)
        answer_refuse_at(live, job, refusal);
    else
        live_commit_line(live, job, "illegal", "undo %d", to);
}

static void judge_pace(LiveTable *live, Job *job) {
    Refusal refusal = pace_check(live->table, live_seat_of(live, job));
    /* no clock runs for a bot: whoever is about to lose would hold the game open for ever */
    if (!refusal.code && live->header.rated && job->request.pace == TEMPO_WAIT)
        refusal = REFUSE("illegal", N_("In a rated game the machines wait for nobody."));
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    pace_choose(&live->pace, job->request.pace);
    answer_ok_at(live, job);
    thinker_consider(live);
}

/* --- what was kept ---------------------------------------------------------------------------- */

static void opened(LiveTable *live, Job *job) {
    live->server->metrics.tables_opened++;
    server_log(live->server, "a table of %s for %d was opened", live->header.game,
               live->header.players);
    answer_opened(job, live);
}

/* A search ends at a table that was there, or at a new one. */
static void found(LiveTable *live, Job *job) {
    if (job->joining)
        answer_opened(job, live);
    else
        opened(live, job);
}

static void moved(LiveTable *live, Job *job) {
    live->server->metrics.moves++;
    metrics_acknowledged(&live->server->metrics, uv_hrtime() - job->arrived);
    answer_ok_at(live, job);
}

static void undone(LiveTable *live, Job *job) {
    live->server->metrics.undos++;
    answer_ok_at(live, job);
}

static void said(LiveTable *live, Job *job) {
    live->server->metrics.chats++;
    answer_ok_at(live, job);
}

static void ordered(LiveTable *live, Job *job) {
    view_update_seat(live, live_seat_of(live, job));
    live->pace.at = -1; /* a bot that holds the seat may have to move after all */
    answer_ok_at(live, job);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Whether the store, which is one thread, and moves wait for it, is searched or has something other
   than a game to keep, or a list of very many tables is written. What a search of one's own tables
   takes is owed alone: they are mostly few. */
typedef enum Lookup { LOOKUP_NONE, LOOKUP_OWN, LOOKUP_ALL } Lookup;

/* What a request of a kind does, in the order in which it comes to pass. */
typedef struct Kind {
    void (*begin)(Job *job);                      /* NULL: it asks for its table at once */
    void (*judge)(LiveTable *live, Job *job);     /* NULL: it concerns no table that is there */
    void (*committed)(LiveTable *live, Job *job); /* NULL: the answer is `ok` */
    bool stores; /* the store gets to know who asks, where it does not yet */
    bool writes; /* lines of a journal, of which an address may have only so many kept */
    bool turns;  /* there and back again it would fill the journal of the others */
    Lookup search;
    bool meets; /* he meets people: whom he and they avoid is read anew first (manners.h) */
} Kind;

static const Kind kinds[ASKS] = {
    /* who somebody is here, and what he is told of */
    [ASK_NAME] = {.begin = name_begin, .stores = true, .search = LOOKUP_ALL},
    [ASK_MINE] = {.begin = mine_begin, .search = LOOKUP_OWN},
    [ASK_FOLLOW] = {.begin = follow_begin},
    [ASK_LOBBY] = {.begin = lobby_answer, .search = LOOKUP_ALL},
    [ASK_SUBSCRIBE] = {.begin = bell_subscribe, .stores = true, .search = LOOKUP_ALL},
    [ASK_UNSUBSCRIBE] = {.begin = bell_unsubscribe, .search = LOOKUP_ALL},
    [ASK_GALLERY] = {.begin = gallery_ask},
    [ASK_PING] = {.begin = answer_pong},

    /* tables that are opened */
    [ASK_OPEN] = {.begin = opening_open, .committed = opened, .stores = true, .writes = true},
    [ASK_LEARN] = {.begin = opening_open, .committed = opened, .stores = true, .writes = true},
    [ASK_FIND] = {find_begin, seats_judge_find, found, .stores = true, .writes = true,
                  .turns = true, .meets = true},
    [ASK_UPLOAD] = {.begin = founding_upload, .committed = opened, .stores = true},
    [ASK_FORK] = {.judge = founding_fork, .committed = opened, .stores = true},
    [ASK_HAND_OVER] = {.begin = handover_new, .committed = opened, .stores = true},
    [ASK_HAND_BACK] = {.judge = handover_back},
    [ASK_TAKE] = {.judge = handover_ask, .committed = handover_taken, .writes = true},
    [ASK_REMATCH] = {.judge = series_judge,
                     .committed = series_committed,
                     .stores = true,
                     .writes = true,
                     .search = LOOKUP_OWN,
                     .meets = true},

    /* seats */
    [ASK_SIT] = {.begin = sit_begin,
                 .judge = seats_judge_sit,
                 .stores = true,
                 .writes = true,
                 .turns = true,
                 .meets = true},
    [ASK_LEAVE] = {.judge = seats_judge_leave, .writes = true, .turns = true},
    [ASK_FILL] = {.judge = seats_judge_fill, .writes = true},
    [ASK_INVITE] = {.begin = invite_begin,
                    .judge = invite_judge,
                    .writes = true,
                    .search = LOOKUP_ALL,
                    .meets = true},
    [ASK_HOLIDAY] = {.judge = seats_judge_holiday, .writes = true},
    [ASK_VOTE] = {.judge = absence_vote, .writes = true, .turns = true},
    [ASK_RESUME] = {.judge = absence_resume, .writes = true},
    [ASK_REPLACE] = {.judge = absence_replace, .writes = true},

    /* playing and talking */
    [ASK_MOVE] = {.judge = judge_move, .committed = moved, .writes = true},
    [ASK_UNDO] = {.judge = judge_undo, .committed = undone, .writes = true, .turns = true},
    [ASK_ORDER] = {.judge = orders_judge, .committed = ordered, .writes = true},
    [ASK_WHY] = {.judge = judge_why},
    [ASK_HINT] = {.judge = counsel_ask},
    [ASK_PACE] = {.judge = judge_pace},
    [ASK_CHAT] = {.judge = chat_judge, .committed = said, .writes = true},
    [ASK_ASIDE] = {.judge = audience_judge, .stores = true, .writes = true},
    [ASK_REGARD] = {.judge = manners_judge, .stores = true, .search = LOOKUP_ALL},
    [ASK_REPORT] = {.judge = manners_judge, .stores = true},
    [ASK_MANNERS] = {.begin = manners_answer, .search = LOOKUP_ALL},
    [ASK_FORGIVE] = {.begin = manners_forgive, .search = LOOKUP_ALL},

    /* looking */
    [ASK_ENTER] = {.judge = judge_enter},
    [ASK_EXIT] = {.begin = exit_begin},
    [ASK_COMPANY] = {.judge = company_judge, .search = LOOKUP_ALL},
    [ASK_EVENTS] = {.judge = replay_events},
    [ASK_REPLAY] = {.judge = replay_look},
    [ASK_OUTLINE] = {.judge = replay_outline},
    [ASK_ANALYSE] = {.judge = analyst_ask},
    [ASK_RECORD] = {.judge = judge_record},
    [ASK_CHECKED] = {.judge = judge_checked, .writes = true},

    /* accounts, and the people who have one */
    [ASK_ACCOUNT] = {.begin = ask_account},
    [ASK_CHALLENGE] = {.begin = ask_challenge},
    [ASK_CODE] = {.begin = ask_code},
    [ASK_JOIN] = {.begin = ask_join, .stores = true},
    [ASK_SIGN_IN] = {.begin = ask_sign_in, .search = LOOKUP_OWN},
    [ASK_SIGN_OUT] = {.begin = ask_sign_out},
    [ASK_PASSWORD] = {.begin = ask_password},
    [ASK_ADD_KEY] = {.begin = ask_add_key, .search = LOOKUP_ALL},
    [ASK_DROP_KEY] = {.begin = ask_drop_key, .search = LOOKUP_ALL},
    [ASK_KEEP_CODE] = {.begin = ask_keep_code, .search = LOOKUP_ALL},
    [ASK_SHOW] = {.begin = ask_show, .search = LOOKUP_ALL},
    [ASK_EXPORT] = {.begin = ask_export, .search = LOOKUP_ALL},
    [ASK_DELETE] = {.begin = ask_delete},
    [ASK_RANKING] = {.begin = ask_ranking, .search = LOOKUP_ALL},
    [ASK_PERSON] = {.begin = ask_person, .search = LOOKUP_ALL},
};

/* --- searches, a few of an address at a time -------------------------------------------------- */

/* What a search costs is known when it is done: an address asks for the next only then. */
enum { SEARCHES_EACH = 2 };

static void begin_search(Job *job, Address *address) {
    job->searcher = address;
    address->searches++;
}

/* Whether a request waits until fewer of its address are searched for. */
static bool search_waits(Job *job) {
    Address *address = job->socket->address;
    if (job->refusal.code || job->searcher || !kinds[job->request.ask].search) return false;
    if (address->searches < SEARCHES_EACH && !address->search_first) {
        begin_search(job, address);
        return false;
    }
    *address->search_last = job;
    address->search_last = &job->next;
    return true;
}

void request_search_over(Server *server, Address *address) {
    address->searches--;
    if (address->searching_on) return;
    address->searching_on = true;
    while (address->searches < SEARCHES_EACH && address->search_first) {
        Job *job = address->search_first;
        address->search_first = job->next;
        if (!address->search_first) address->search_last = &address->search_first;
        job->next = NULL;
        begin_search(job, address);
        if (server->stopping)
            socket_done(job);
        else
            request_begin(job);
    }
    address->searching_on = false;
}

/* --- beginning -------------------------------------------------------------------------------- */

/* Why a request that makes sense is not even begun. */
static Refusal begin_check(const Job *job) {
    const Kind *kind = &kinds[job->request.ask];
    const Socket *socket = job->socket;
    uint64_t now = server_now(socket->server);
    if (socket->person->ended) return REFUSE_ENDED; /* it waited behind the end */
    if (kind->stores && !socket->person->stored &&
        !bucket_take(&socket->address->quota[QUOTA_GUESTS], now))
        return REFUSE("limit", N_("Too many people came from your address. Please wait a while."));
    if (kind->writes && !bucket_spend(&socket->address->quota[QUOTA_PLAYS], 0, now))
        return REFUSE("limit", N_("Your address has played as much as this house keeps for one in a"
                                  " day. Please wait a moment."));
    if (kind->turns && !bucket_take(&socket->address->quota[QUOTA_TURNS], now))
        return REFUSE("rate", N_("Too many messages. Please wait a moment."));
    if (kind->search &&
        !bucket_spend(&socket->address->quota[QUOTA_LOOKS], kind->search == LOOKUP_ALL, now))
        return REFUSE("rate", N_("Too many messages. Please wait a moment."));
    return GRANTED;
}

void request_begin(Job *job) {
    if (cluster_holds(job)) return;
    if (!job->socket->address) { /* he left while it waited */
        socket_done(job);
        return;
    }
    if (search_waits(job)) return;
    Refusal refusal = job->refusal;
    if (!refusal.code) refusal = begin_check(job);
    if (refusal.code) {
        answer_refuse(job, refusal, -1);
        return;
    }
    const Kind *kind = &kinds[job->request.ask];
    assert(kind->begin || kind->judge);
    void (*begin)(Job * job) = kind->begin ? kind->begin : ask_table;
    if (kind->meets)
        manners_refresh(job, begin);
    else
        begin(job);
}

void request_searched(const Job *job, const StoreAnswer *answer) {
    Address *address = job->socket->address; /* NULL: he is gone */
    if (address)
        bucket_owe(&address->quota[QUOTA_LOOKS], (double)answer->spent / 1e3,
                   server_now(job->socket->server));
}

void request_kept(const Job *job, const Text *lines, int count) {
    Address *address = job->socket->address; /* NULL: he is gone */
    if (address && kinds[job->request.ask].writes)
        bucket_spend(&address->quota[QUOTA_PLAYS], founding_bytes(lines, count),
                     server_now(job->socket->server));
}

void request_judge(LiveTable *live, Job *job) {
    const Kind *kind = &kinds[job->request.ask];
    assert(kind->judge);
    if (job->socket->person->ended)
        answer_refuse_at(live, job, REFUSE_ENDED); /* while it waited for the table */
    else
        kind->judge(live, job);
}

void request_committed(LiveTable *live, Job *job) {
    const Kind *kind = &kinds[job->request.ask];
    if (kind->committed)
        kind->committed(live, job);
    else
        answer_ok_at(live, job);
}
