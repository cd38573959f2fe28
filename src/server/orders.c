#include "server/orders.h"

#include <sodium.h>
#include <string.h>

#include "server/answer.h"
#include "server/clock.h"
#include "server/session.h"

enum { THOUGHT = 4 }; /* an order takes from one to so many paces */

/* The seat whose order acts next, and its move; -1: none does. */
static int acting(const LiveTable *live, Move *move) {
    if (!table_begun(live->table)) return -1;
    for (int seat = 0; seat < table_players(live->table); seat++)
        if (table_order_move(live->table, seat, move)) return seat;
    return -1;
}

void orders_note(LiveTable *live) {
    Move move;
    if (acting(live, &move) < 0) {
        live->order_at = CLOCK_NEVER;
        return;
    }
    int version = table_version(live->table);
    if (live->order_at != CLOCK_NEVER && live->order_version == version) return;
    uint32_t pace = (uint32_t)live->server->options.pace;
    int64_t wait = pace + randombytes_uniform((THOUGHT - 1) * pace + 1);
    live->order_version = version;
    live->order_at = clock_now(live->server).ms + clock_scaled(live->server, wait);
}

bool orders_ring(LiveTable *live) {
    Move move;
    if (live->order_at > clock_now(live->server).ms) return false;
    int seat = acting(live, &move);
    live->order_at = CLOCK_NEVER;
    if (seat < 0 || live_enter_move(live, seat, move).text) return false;
    live->lapsing = true;
    live_commit(live, NULL);
    return true;
}

void orders_judge(LiveTable *live, Job *job) {
    int seat = live_seat_of(live, job);
    const char *order = job->request.order;
    if (seat < 0)
        answer_refuse_at(live, job, REFUSE_UNSEATED);
    else
        live_commit_line(live, job, "illegal", "order %d%s%s", seat, order[0] ? " " : "", order);
}
