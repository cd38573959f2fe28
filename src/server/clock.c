#include "server/clock.h"

#include "core/notation.h"

static void due(uv_timer_t *bell) {
    clock_ring(bell->data);
}

void clock_set(Berth *berth) {
    House *house = berth->house;
    int from, seconds = table_clock(berth->table, &from);
    uv_timer_stop(&berth->bell);
    if (!seconds || house->stopping) return;
    if (from != berth->clock_from) {
        berth->clock_from = from;
        berth->clock_end =
            house_now(house) + (uint64_t)seconds * 1000 * (uint64_t)house->options.minute / 60;
    }
    berth->bell.data = berth;
    uv_timer_start(&berth->bell, due, (uint64_t)clock_left(berth), 0);
}

int clock_left(const Berth *berth) {
    uint64_t now = house_now(berth->house);
    int from;
    if (!table_clock(berth->table, &from)) return -1;
    return berth->clock_end > now ? (int)(berth->clock_end - now) : 0;
}

/* Enters the move of one seat whose time is over; false where no seat has any. */
static bool lapse(Berth *berth) {
    const Table *t = berth->table;
    const Game *game = table_game(t);
    Turn turn = game->rules.turn(table_state(t));
    for (int seat = 0; seat < table_players(t); seat++) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        Move move;
        if (!turn_has(turn, seat) || !game->live.lapse(table_state(t), seat, &move)) continue;
        text_printf(&line, "%d ", seat);
        move_write(game, move, &line);
        if (!line.cut && !berth_enter(berth, buffer).text) return true;
        house_warn(berth->house, "a move at the end of the time was refused (%s)", game->id);
    }
    return false;
}

/* The moves of all seats are one batch: they are made together or, where the store fails, not yet.
   A time that begins behind them is not theirs. */
void clock_ring(Berth *berth) {
    if (berth->house->stopping || berth->state != BERTH_READY || clock_left(berth) != 0) return;
    int from, lapsed = 0;
    while (table_clock(berth->table, &from) && from == berth->clock_from && lapse(berth))
        lapsed++;
    if (!lapsed) return;
    berth->lapsing = true;
    berth_keep(berth, NULL);
}
