#include "table/hint.h"

#include <stdlib.h>
#include <string.h>

#include "bots/odds.h"
#include "core/notation.h"

enum {
    TOLD = 3,     /* moves */
    SENTENCES = 3 /* about each */
};

struct Hint {
    const Game *game;
    int version, position, seat, players;
    Rng rng;
    Style style;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Search search;
};

/* --- asking ----------------------------------------------------------------------------------- */

Refusal hint_check(const Table *t, int seat) {
    const Game *game = table_game(t);
    Refusal refusal = pace_check(t, seat);
    if (refusal.code) return refusal;
    if (!table_begun(t) || !turn_has(game->rules.turn(table_state(t)), seat))
        return REFUSE("turn", N_("It is not your turn."));
    if (game->live.brisk && game->live.brisk(table_state(t)))
        return REFUSE("illegal", N_("Under sail nobody else can tell you."));
    return GRANTED;
}

Hint *hint_begin(const Table *t, int seat, uint64_t luck) {
    Hint *h = aligned_alloc(64, (sizeof *h + 63) / 64 * 64);
    if (!h) return NULL;
    h->game = table_game(t);
    h->version = table_version(t);
    h->position = table_position(t);
    h->seat = seat;
    h->players = table_players(t);
    h->rng = rng_seed(luck);
    h->style = (Style){0};
    memcpy(h->hidden, table_state(t), h->game->state_size);
    h->game->rules.hide(h->hidden, seat);
    search_begin(&h->search, h->game, h->hidden, h->players, seat, &h->style, HINT_ITERATIONS,
                 h->rng);
    return h;
}

void hint_free(Hint *hint) {
    free(hint);
}

bool hint_step(Hint *hint) {
    return search_step(&hint->search, 0);
}

/* --- telling ---------------------------------------------------------------------------------- */

static int chance_of(const Candidate *one) {
    if (!one->rounds) return 0;
    return (int)(one->sum * SURE / one->rounds / CERTAIN);
}

/* What the move would do, as far as its seat would be told. What he cannot see is guessed, so of
   what the move turns up nothing is said: only the first sentences, which are about the move. */
static void write_news(Hint *h, Move move, Text *json) {
    _Alignas(16) unsigned char state[STATE_MAX];
    News news = {0};
    memcpy(state, h->hidden, h->game->state_size);
    h->game->rules.guess(state, h->seat, &h->rng);
    h->game->rules.apply(state, h->seat, move, &news);
    jot_open(json, "events", '[');
    for (int i = 0, told = 0; i < news.count && told < SENTENCES; i++) {
        const Event *event = &news.event[i];
        bool mine = event->seat == h->seat || event->other == h->seat;
        if (!mine || !event->you || !(event->audience >> h->seat & 1)) continue;
        event_json(json, h->position, h->seat, event);
        told++;
    }
    jot_close(json, ']');
}

static void write_reason(const Hint *h, Move move, Text *json) {
    const char *item = NULL;
    Reason why =
        h->game->words.reason ? h->game->words.reason(h->hidden, h->seat, move, &item) : ALLOWED;
    jot_string(json, "why", why.text);
    jot_int(json, "n", why.n);
    jot_string(json, "item", item);
}

static void write_move(Hint *h, const Candidate *one, const Candidate *best, Text *json) {
    char buffer[MOVE_TEXT_MAX];
    Text text = text_over(buffer, sizeof buffer);
    move_write(h->game, one->move, &text);
    jot_open(json, NULL, '{');
    jot_string(json, "move", buffer);
    jot_int(json, "chance", chance_of(one));
    jot_bool(json, "close", one != best && !search_ahead(&h->search, best, one));
    write_reason(h, one->move, json);
    write_news(h, one->move, json);
    jot_close(json, '}');
}

static int by_chance(const void *a, const void *b) {
    const Candidate *one = a, *other = b;
    if (one->rounds != other->rounds) return one->rounds < other->rounds ? 1 : -1;
    return chance_of(other) - chance_of(one);
}

void hint_json(Hint *h, Text *json) {
    Search *s = &h->search;
    jot_int(json, "at", h->version);
    jot_int(json, "share", SURE / h->players);
    jot_open(json, "moves", '[');
    qsort(s->candidate, (size_t)s->listed, sizeof *s->candidate, by_chance);
    for (int i = 0; i < s->listed && i < TOLD; i++)
        write_move(h, &s->candidate[i], &s->candidate[0], json);
    jot_close(json, ']');
}
