#include "server/chat.h"

#include <assert.h>

#include "core/notation.h"
#include "server/answer.h"
#include "server/penalties.h"
#include "server/session.h"

#define REFUSE(word, ...) ((Refusal){word, REFUSED(__VA_ARGS__)})

/* Why the speaker cannot pay, or has not said that he will. */
static Refusal fine_check(const Table *t, int seat, const Fine *fine, bool agreed) {
    if (table_seat(t, seat)->bot[0])
        return REFUSE("seat", N_("A bot plays for you: take your seat back first."));
    Reason why = table_game(t)->rules.check(table_state(t), seat, fine->move);
    if (why.text) return (Refusal){"illegal", why};
    return agreed ? GRANTED : (Refusal){"fine", {fine->warning, fine->n}};
}

/* Why this cannot be said now. `pays` tells whether the speaker makes the move of `fine` first. */
static Refusal chat_check(LiveTable *live, const Request *request, int seat, Fine *fine,
                          bool *pays) {
    const Table *t = live->table;
    if (seat < 0)
        return REFUSE("seat", N_("Only those who have a seat write to the table. You may read."));
    if (table_chats(t) >= CHAT_MAX)
        return REFUSE("limit", N_("This table has heard enough: {n} messages."), CHAT_MAX);
    if (penalty_on(live->server, PENALTY_MUTE, table_seat(t, seat)->owner)) return REFUSE_MUTED;
    *pays = table_fine(t, seat, fine);
    Refusal refusal = *pays ? fine_check(t, seat, fine, request->fine) : GRANTED;
    if (refusal.code) return refusal;
    return bucket_take(&live->chat[seat], server_now(live->server))
               ? GRANTED
               : REFUSE("rate", N_("You write too much at once. Please wait a moment."));
}

void chat_judge(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, job->socket->person->self.id);
    Fine fine;
    bool pays = false;
    Refusal refusal = chat_check(live, &job->request, seat, &fine, &pays);
    if (refusal.code) {
        answer_refuse(job, refusal, table_version(t));
        return;
    }
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    Reason why = pays ? live_enter_move(live, seat, fine.move) : ALLOWED;
    if (why.text) { /* the journal is full */
        answer_refuse(job, (Refusal){"limit", why}, table_version(t));
        return;
    }
    text_printf(&line, "chat %d %s", seat, job->request.text);
    why = live_enter(live, buffer);
    assert(!line.cut && !why.text);
    (void)why;
    live_commit(live, job);
}
