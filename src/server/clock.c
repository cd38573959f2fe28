#include "server/clock.h"

#include "core/notation.h"

static void due(uv_timer_t *timer) {
    clock_ring(timer->data);
}

void clock_set(LiveTable *live) {
    Server *server = live->server;
    int from, seconds = table_clock(live->table, &from);
    uv_timer_stop(&live->clock_timer);
    if (!seconds || server->stopping) return;
    if (from != live->clock_from) {
        live->clock_from = from;
        live->clock_end =
            server_now(server) + (uint64_t)seconds * 1000 * (uint64_t)server->options.minute / 60;
    }
    live->clock_timer.data = live;
    uv_timer_start(&live->clock_timer, due, (uint64_t)clock_left(live), 0);
}

int clock_left(const LiveTable *live) {
    uint64_t now = server_now(live->server);
    int from;
    if (!table_clock(live->table, &from)) return -1;
    return live->clock_end > now ? (int)(live->clock_end - now) : 0;
}

/* Enters the move of one seat whose time is over; false where no seat has any. */
static bool lapse(LiveTable *live) {
    const Table *t = live->table;
    const Game *game = table_game(t);
    Turn turn = game->rules.turn(table_state(t));
    for (int seat = 0; seat < table_players(t); seat++) {
        Move move;
        if (!turn_has(turn, seat) || !game->live.lapse(table_state(t), seat, &move)) continue;
        if (!live_enter_move(live, seat, move).text) return true;
        server_warn(live->server, "a move at the end of the time was refused (%s)", game->id);
    }
    return false;
}

/* The moves of all seats are one batch: they are made together or, where the store fails, not yet.
   A time that begins behind them is not theirs. */
void clock_ring(LiveTable *live) {
    if (live->server->stopping || live->halted || live->state != LIVE_READY ||
        clock_left(live) != 0)
        return;
    int from, lapsed = 0;
    while (table_clock(live->table, &from) && from == live->clock_from && lapse(live))
        lapsed++;
    if (!lapsed) return;
    live->lapsing = true;
    live_commit(live, NULL);
}
