#include "server/chat.h"

#include "core/notation.h"
#include "server/answer.h"
#include "server/penalties.h"
#include "server/session.h"

/* Whether a seat has not written too much; it is counted. */
static bool may_write(LiveTable *live, int seat) {
    uint64_t now = server_now(live->server);
    double rate = live->server->options.rate;
    if (!live->chat) {
        live->chat = server_alloc(SEATS_MAX * sizeof *live->chat);
        for (int i = 0; i < SEATS_MAX; i++)
            live->chat[i] = bucket_full(1 + rate / 3, rate, 60e3, now);
    }
    return bucket_take(&live->chat[seat], now);
}

/* Why this cannot be said now. `pays` tells whether the speaker makes the move of `fine` first. */
static Refusal chat_check(LiveTable *live, const Request *request, int seat, Fine *fine,
                          bool *pays) {
    if (seat >= 0 && penalty_on(live->server, PENALTY_MUTE, table_seat(live->table, seat)->owner))
        return REFUSE_MUTED;
    Refusal refusal = run_chat_check(live->table, seat, request->fine, fine, pays);
    if (refusal.code) return refusal;
    return may_write(live, seat)
               ? GRANTED
               : REFUSE("rate", N_("You write too much at once. Please wait a moment."));
}

void chat_judge(LiveTable *live, Job *job) {
    int seat = live_seat_of(live, job);
    Fine fine;
    bool pays = false;
    Refusal refusal = chat_check(live, &job->request, seat, &fine, &pays);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    Reason why = pays ? live_enter_move(live, seat, fine.move) : ALLOWED;
    if (why.text) { /* the journal is full */
        answer_refuse_at(live, job, (Refusal){"limit", why});
        return;
    }
    live_commit_line(live, job, "limit", "chat %d %s", seat, job->request.text);
}
