#include "server/pace.h"

#include <string.h>

#include "server/answer.h"
#include "server/session.h"
#include "server/thinker.h"

enum {
    AUCTION_MS = 3000, /* an auction in which only bots speak takes no longer */
    AUCTION_PART = 4   /* each of its moves takes at most this part of what is left of that */
};

/* The pace of the server, as this table wants it. */
static uint64_t usual(const LiveTable *live) {
    uint64_t pace = (uint64_t)live->server->options.pace;
    switch (live->pace) {
    case PACE_CALM: return pace * 2;
    case PACE_ONCE: return 0;
    case PACE_USUAL:
    case PACE_WAIT: break;
    }
    return pace;
}

static bool asks(const LiveTable *live, bool (*hook)(const void *)) {
    return hook && hook(table_state(live->table));
}

/* Keeps an auction of bots short: it began when last something else was decided, or a person
   spoke. */
static uint64_t hurry(LiveTable *live, uint64_t step) {
    const Table *t = live->table;
    uint64_t now = server_now(live->server);
    bool spoken = false;
    for (int seat = 0; seat < table_players(t); seat++)
        spoken |= !table_seat(t, seat)->bot[0] && table_acted(t, seat) == table_version(t);
    if (!asks(live, table_game(t)->live.haggles) || spoken) live->haggling = 0;
    if (!asks(live, table_game(t)->live.haggles)) return step;
    if (!live->haggling) live->haggling = now;
    uint64_t spent = now - live->haggling,
             most = spent < AUCTION_MS ? (AUCTION_MS - spent) / AUCTION_PART : 0;
    return step < most ? step : most;
}

uint64_t pace_step(LiveTable *live) {
    uint64_t pace = usual(live);
    if (asks(live, table_game(live->table)->live.brisk)) pace /= 4;
    return hurry(live, pace);
}

uint64_t pace_word(LiveTable *live) {
    uint64_t pace = usual(live);
    return asks(live, table_game(live->table)->live.brisk) ? pace / 4 : pace / 2;
}

/* Whether everybody else at the table is a bot. */
static bool alone(const Table *t, int seat) {
    for (int s = 0; s < table_players(t); s++)
        if (s != seat && (table_seat(t, s)->owner[0] || !table_seat(t, s)->bot[0])) return false;
    return true;
}

void pace_judge(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, job->socket->person->self.id);
    if (seat < 0) {
        answer_refuse(job, (Refusal){"seat", REFUSED(N_("You do not sit at this table."))},
                      table_version(t));
        return;
    }
    if (!alone(t, seat)) {
        answer_refuse(
            job,
            (Refusal){"seat", REFUSED(N_("The pace is chosen where everybody else is a bot."))},
            table_version(t));
        return;
    }
    live->pace = job->request.pace;
    live->paced = -1; /* they take their time anew */
    answer_ok(job, table_version(t));
    thinker_consider(live);
}
