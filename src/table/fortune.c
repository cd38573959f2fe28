#include "table/fortune.h"

#include "bots/odds.h"

typedef struct Teller {
    const Table *table;
    int stage;
    Fortune *fortune;
} Teller;

/* At each boundary of the game: the winner's chances. */
static void look(void *who, int position, int seat, const Move *move, const News *news,
                 const void *state) {
    static const Style steady;
    Teller *teller = who;
    const Game *game = table_game(teller->table);
    Fortune *f = teller->fortune;
    int32_t chance[SEATS_MAX];
    (void)seat, (void)move, (void)news;
    int stage = game->rules.stage ? game->rules.stage(state) : position;
    if (stage == teller->stage || game->rules.turn(state) == 0) return;
    teller->stage = stage;
    odds_at(game, state, table_players(teller->table), &steady, chance);
    int thousandths = (int)((int64_t)chance[f->winner] * SURE / CERTAIN);
    if (thousandths >= f->lowest) return;
    f->lowest = thousandths;
    f->at = position;
}

Fortune table_fortune(const Table *t) {
    Fortune f = {.winner = -1, .lowest = SURE};
    Score scores[SEATS_MAX];
    int second = INT32_MIN, winners = 0;
    if (!table_finished(t)) return f;
    table_game(t)->rules.score(table_state(t), scores);
    for (int seat = 0; seat < table_players(t); seat++) {
        winners += scores[seat].rank == 1;
        if (scores[seat].rank == 1)
            f.winner = seat;
        else if (scores[seat].points > second)
            second = scores[seat].points;
    }
    if (winners != 1) {
        f.winner = -1;
        return f;
    }
    f.margin = scores[f.winner].points - second;
    table_replay(t, 0, table_position(t), look, &(Teller){t, 0, &f});
    return f;
}

static bool picked(const Jewel *out, int count, int index) {
    for (int i = 0; i < count; i++)
        if (out[i].index == index) return true;
    return false;
}

/* The best of those left, by the finish or by the turn; -1: none is left. */
static int best_of(const Fortune *games, int count, const Jewel *out, int taken, bool close) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        if (games[i].winner < 0 || picked(out, taken, i)) continue;
        bool better = best < 0 || (close ? games[i].margin < games[best].margin
                                         : games[i].lowest < games[best].lowest);
        if (better) best = i;
    }
    return best;
}

int fortune_pick(const Fortune *games, int count, Jewel *out, int most) {
    int taken = 0;
    while (taken < most) {
        bool close = taken % 2 == 0;
        int best = best_of(games, count, out, taken, close);
        if (best < 0) break;
        out[taken++] = (Jewel){best, close, games[best]};
    }
    return taken;
}
