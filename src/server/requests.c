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
#include "server/clock.h"
#include "server/analyst.h"
#include "server/founding.h"
#include "server/gallery.h"
#include "server/handover.h"
#include "server/orders.h"
#include "server/replay.h"
#include "server/spelling.h"
#include "server/cluster.h"
#include "server/lobby.h"
#include "server/invite.h"
#include "server/manners.h"
#include "server/mine.h"
#include "server/opening.h"
#include "server/points.h"
#include "server/series.h"
#include "server/session.h"
#include "server/thinker.h"
#include "server/view.h"
#include "server/chat.h"
#include "server/visitors.h"
#include "store/replay.h"

static const char *person_of(const Job *job) {
    return job->socket->person->self.id;
}

static void refuse(LiveTable *live, Job *job, Refusal refusal) {
    answer_refuse(job, refusal, table_version(live->table));
}

/* Enters the only line of a request and keeps it, or refuses the request for the table's reason. */
static void enter_and_commit(LiveTable *live, Job *job, const char *line, const char *code) {
    Reason why = live_enter(live, line);
    if (why.text)
        refuse(live, job, (Refusal){code, why});
    else
        live_commit(live, job);
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
    static const Ask storing[] = {ASK_NAME, ASK_OPEN,      ASK_LEARN,  ASK_FIND, ASK_SIT,
                                  ASK_FORK, ASK_SUBSCRIBE, ASK_UPLOAD, ASK_JOIN, ASK_REMATCH};
    const Socket *socket = job->socket;
    if (socket->person->stored) return true;
    for (size_t i = 0; i < sizeof storing / sizeof *storing; i++)
        if (storing[i] == job->request.ask)
            return bucket_take(&socket->address->guests, server_now(socket->server));
    return true;
}

/* Whether the store may be searched once more for this address, where the request has it do so: it
   is one thread, and moves wait for it. */
static bool search_allowed(const Job *job) {
    static const Ask searching[] = {ASK_RANKING, ASK_PERSON, ASK_COMPANY, ASK_EXPORT, ASK_INVITE};
    const Socket *socket = job->socket;
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
    if (table_over(live->table)) {
        table_reveal(live->table, live->header.seed);
        answer_record(job, live->table);
    } else
        refuse(live, job, REFUSE("illegal", N_("The record is shown when the game is over.")));
}

/* His page has checked the draws: it is remembered once. */
static void judge_checked(LiveTable *live, Job *job) {
    char line[24];
    int seat = table_seat_of(live->table, person_of(job));
    if (seat < 0) {
        refuse(live, job, REFUSE("seat", N_("You do not sit at this table.")));
        return;
    }
    snprintf(line, sizeof line, "checked %d", seat);
    Reason why = live_enter(live, line);
    if (why.text)
        refuse(live, job, (Refusal){"illegal", why});
    else
        live_commit(live, job);
}

static void judge_why(LiveTable *live, Job *job) {
    int seat = table_seat_of(live->table, person_of(job));
    if (seat < 0)
        refuse(live, job, REFUSE("seat", N_("You do not sit at this table.")));
    else
        answer_why(job, table_move_check(live->table, seat, job->request.move));
}

/* --- seats ------------------------------------------------------------------------------------ */

static bool name_taken(const Table *t, int seat, const char *name) {
    const char *names[SEATS_MAX];
    table_names(t, names);
    for (int s = 0; s < table_players(t); s++) {
        const Seat *other = table_seat(t, s);
        bool used = other->owner[0] || other->bot[0] || other->reserved[0];
        if (s != seat && used && names_alike(names[s], name)) return true;
    }
    return false;
}

/* Cuts a name to this many characters. */
static void cut_name(char *name, int characters) {
    for (; *name; name++)
        if ((*name & 0xc0) != 0x80 && characters-- == 0) {
            *name = '\0';
            return;
        }
}

/* The name to sit down with: the one wanted, with a number where somebody here has it already, or
   one that looks like it. */
static void name_for_seat(const Table *t, int seat, const char *wanted,
                          char out[NAME_LIMIT * 4 + 1]) {
    strcpy(out, wanted);
    for (int n = 2; name_taken(t, seat, out); n++) {
        strcpy(out, wanted);
        cut_name(out, NAME_LIMIT - 2);
        size_t length = strlen(out);
        out[length] = ' ';
        out[length + 1] = (char)('0' + n); /* at most SEATS_MAX */
        out[length + 2] = '\0';
    }
}

static void sit_down(LiveTable *live, Job *job) {
    Person *person = job->socket->person;
    const Request *request = &job->request;
    char name[NAME_LIMIT * 4 + 1], buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    name_for_seat(live->table, request->seat, person->self.name, name);
    text_printf(&line, "seat %d person %s %s", request->seat, person->self.id, name);
    Reason why = live_enter(live, buffer);
    if (why.text) {
        refuse(live, job, (Refusal){"seat", why});
        return;
    }
    opening_mix_in(live, request->seat, request->nonce);
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    live_commit(live, job);
}

static void judge_sit(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = job->request.seat;
    if (seat >= table_players(t)) {
        refuse(live, job, REFUSE("seat", N_("There is no such seat.")));
        return;
    }
    if (table_seat_of(t, person_of(job)) != seat) {
        bool asked = table_seat_for(t, person_of(job)) == seat; /* by name: there he may */
        Refusal points = points_check(job->socket->person, live->header.game, table_bracket(t));
        if (live->header.rated && !job->socket->person->self.account)
            refuse(live, job, REFUSE_UNRATED);
        else if (points.code && !asked)
            refuse(live, job, points);
        else if (manners_unwelcome(job->socket->person, &live->header, t))
            refuse(live, job, REFUSE("seat", N_("You cannot sit down at this table.")));
        else
            sit_down(live, job);
        return;
    }
    if (!table_automatic(t, seat)) {
        refuse(live, job, REFUSE("seat", N_("You sit here already.")));
        return;
    }
    char line[] = "seat 0 back";
    line[5] = (char)('0' + seat);
    enter_and_commit(live, job, line, "seat");
}

/* At the table a search has found; somebody may have been quicker. */
static void judge_find(LiveTable *live, Job *job) {
    const Table *t = live->table;
    if (table_seat_of(t, person_of(job)) >= 0) { /* his search is under way already */
        answer_opened(job, live);
        return;
    }
    bool shuns = manners_shun(job->socket->person, &live->header, t) ||
                 (live->header.rated && !job->socket->person->self.account) ||
                 points_check(job->socket->person, live->header.game, table_bracket(t)).code;
    for (int seat = 0; !shuns && !table_begun(t) && seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0] || s->bot[0] || s->reserved[0]) continue;
        job->request.seat = seat;
        sit_down(live, job);
        return;
    }
    opening_search(job);
}

static void judge_leave(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, person_of(job));
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    int reserved = table_seat_for(t, person_of(job));
    if (seat < 0 && reserved >= 0) { /* he declines */
        text_printf(&line, "seat %d empty", reserved);
        enter_and_commit(live, job, buffer, "seat");
    } else if (seat < 0) {
        refuse(live, job, REFUSE("seat", N_("You do not sit at this table.")));
    } else if (table_over(t)) {
        refuse(live, job, REFUSE("seat", N_("The game is over.")));
    } else if (!table_begun(t)) {
        text_printf(&line, "seat %d empty", seat);
        enter_and_commit(live, job, buffer, "seat");
    } else if (table_seat(t, seat)->bot[0]) {
        refuse(live, job, REFUSE("seat", N_("A bot plays for you already.")));
    } else {
        text_printf(&line, "seat %d away %s", seat, table_stand_in(t, STAND_IN));
        enter_and_commit(live, job, buffer, "seat");
    }
}

/* At a slow table the clock of who is on holiday rests. */
static void judge_holiday(LiveTable *live, Job *job) {
    int seat = table_seat_of(live->table, person_of(job)), days = job->request.days;
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    if (seat < 0) {
        refuse(live, job, REFUSE("seat", N_("You do not sit at this table.")));
        return;
    }
    long long until = days ? (long long)clock_now(live->server).wall + days * 86400LL : 0;
    text_printf(&line, "holiday %d %lld %d", seat, until, days);
    enter_and_commit(live, job, buffer, "illegal");
}

/* Why the host cannot fill this seat so. */
static Refusal fill_check(const LiveTable *live, const Job *job) {
    const Table *t = live->table;
    const Request *request = &job->request;
    if (strcmp(live->header.host, person_of(job)) != 0)
        return REFUSE("host", N_("Only the host may do this."));
    if (table_begun(t)) return REFUSE("seat", N_("The game has begun: the seats are taken."));
    if (request->seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    const Seat *seat = table_seat(t, request->seat);
    if (seat->owner[0]) return REFUSE("seat", N_("This seat is taken."));
    if (!visitor_known(live->server, request->bot)) return REFUSE_GUEST;
    if (!request->bot[0] && !seat->bot[0] && !seat->reserved[0])
        return REFUSE("seat", N_("This seat is free already."));
    if (live->header.rated && request->bot[0] && !bot_named(request->bot)) return REFUSE_MACHINE;
    return GRANTED;
}

static void judge_fill(LiveTable *live, Job *job) {
    const Request *request = &job->request;
    Refusal refusal = fill_check(live, job);
    if (refusal.code) {
        refuse(live, job, refusal);
        return;
    }
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    const Seat *seat = table_seat(live->table, request->seat);
    if (seat->bot[0] || seat->reserved[0]) {
        text_printf(&line, "seat %d empty", request->seat);
        Reason why = live_enter(live, buffer);
        assert(!why.text);
        (void)why;
        text_clear(&line);
    }
    if (request->bot[0]) {
        visitor_line(request->seat, request->bot, &line);
        Reason why = live_enter(live, buffer);
        assert(!why.text);
        (void)why;
    }
    live_commit(live, job);
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
        bool owes = turn_has(table_game(t)->rules.turn(table_state(t)), seat);
        refusal.why = unread.text ? unread : live_enter_move(live, seat, move);
        if (refusal.why.text) refusal.code = owes ? "illegal" : "turn";
    }
    if (refusal.code)
        refuse(live, job, refusal);
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
        refuse(live, job, refusal);
        return;
    }
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    text_printf(&line, "undo %d", to);
    enter_and_commit(live, job, buffer, "illegal");
}

static void judge_pace(LiveTable *live, Job *job) {
    Refusal refusal = pace_check(live->table, table_seat_of(live->table, person_of(job)));
    if (refusal.code) {
        refuse(live, job, refusal);
        return;
    }
    pace_choose(&live->pace, job->request.pace);
    answer_ok(job, table_version(live->table));
    thinker_consider(live);
}

/* --- all of them ------------------------------------------------------------------------------ */

void request_judge(LiveTable *live, Job *job) {
    switch (job->request.ask) {
    case ASK_ENTER: judge_enter(live, job); return;
    case ASK_SIT: judge_sit(live, job); return;
    case ASK_LEAVE: judge_leave(live, job); return;
    case ASK_FILL: judge_fill(live, job); return;
    case ASK_MOVE: judge_move(live, job); return;
    case ASK_UNDO: judge_undo(live, job); return;
    case ASK_HOLIDAY: judge_holiday(live, job); return;
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
    case ASK_FIND: judge_find(live, job); return;
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
    answer_ok(job, table_version(live->table));
}
