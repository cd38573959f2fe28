#include "table/hint.h"

#include <stdlib.h>
#include <string.h>

#include "bots/analysis.h"
#include "bots/odds.h"
#include "bots/search.h"
#include "core/notation.h"
#include "table/inside.h"

enum {
    BEST_MOVES = 3, /* moves */
    SENTENCES = 3,  /* about what each does, */
    REASONS = 2,    /* and about what speaks for it */
    SAME = 10       /* thousandths between chances that are the same to anybody */
};

struct Hint {
    const Game *game;
    int version, seat, players, position;
    bool past;   /* about a decision that was made: */
    Move played; /* this move */
    Rng rng;
    Style style;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Search search;
};

/* --- thinking --------------------------------------------------------------------------------- */

Refusal hint_check(const Table *t, int seat, int position) {
    const Game *game = table_game(t);
    _Alignas(16) unsigned char state[STATE_MAX];
    Refusal refusal = pace_check(t, seat);
    if (refusal.code) return refusal;
    if (!table_begun(t)) return REFUSE("turn", N_("The game has not begun."));
    if (position == 0 && !turn_has(game->rules.turn(table_state(t)), seat))
        return (Refusal){"turn", NOT_YOUR_TURN};
    if (position > 0 && (position >= t->position || t->made[position].seat != seat))
        return REFUSE("illegal", N_("This was no decision of yours."));
    table_reach(t, position ? position : t->position, state);
    if (game->live.brisk && game->live.brisk(state))
        return REFUSE("illegal", N_("Under sail nobody else can tell you."));
    return GRANTED;
}

Hint *hint_begin(const Table *t, int seat, int position, uint64_t luck) {
    Hint *h = aligned_alloc(64, (sizeof *h + 63) / 64 * 64);
    if (!h) return NULL;
    h->game = table_game(t);
    h->version = table_version(t);
    h->seat = seat;
    h->players = table_players(t);
    h->past = position > 0;
    h->position = h->past ? position : table_position(t);
    h->rng = rng_seed(luck);
    h->style = (Style){0};
    table_reach(t, h->position, h->hidden);
    h->game->rules.hide(h->hidden, seat);
    search_begin(&h->search, h->game, h->hidden, h->players, seat, &h->style, HINT_ITERATIONS,
                 h->rng);
    if (!h->past) return h;
    h->played = t->made[position].move;
    search_pin(&h->search, h->played);
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
    int64_t unit = (int64_t)CERTAIN * (one->rounds ? one->rounds : 1);
    return (int)((one->sum * SURE + unit / 2) / unit);
}

static void write_chance(const Candidate *one, Text *json) {
    if (one->rounds)
        jot_int(json, "chance", chance_of(one));
    else
        jot_null(json, "chance"); /* there was nothing to compare it with */
}

static bool told(const News *reasons, const char *kind) {
    for (int i = 0; i < reasons->count && i < REASONS; i++)
        if (strcmp(reasons->event[i].kind, kind) == 0) return true;
    return false;
}

/* What the move would do, as far as its seat would be told and no reason tells it. What he cannot
   see is guessed, so of what the move turns up nothing is said: only the first sentences, which are
   about the move. */
static void write_news(Hint *h, Move move, const News *reasons, Text *json) {
    _Alignas(16) unsigned char state[STATE_MAX];
    News news = {0};
    memcpy(state, h->hidden, h->game->state_size);
    h->game->rules.guess(state, h->seat, &h->rng);
    h->game->rules.apply(state, h->seat, move, &news);
    jot_open(json, "events", '[');
    for (int i = 0, written = 0; i < news.count && written < SENTENCES; i++) {
        const Event *event = &news.event[i];
        bool mine = event->seat == h->seat || event->other == h->seat;
        if (!mine || !event->you || !(event->audience >> h->seat & 1)) continue;
        if (told(reasons, event->kind)) continue;
        event_json(json, h->position, h->seat, event);
        written++;
    }
    jot_close(json, ']');
}

static void write_reasons(const Hint *h, const News *reasons, Text *json) {
    jot_open(json, "reasons", '[');
    for (int i = 0; i < reasons->count && i < REASONS; i++)
        event_json(json, h->position, h->seat, &reasons->event[i]);
    jot_close(json, ']');
}

/* A move in question, the fields of an object that is open. */
static void write_move(Hint *h, const Candidate *one, Text *json) {
    char buffer[MOVE_TEXT_MAX];
    Text text = text_over(buffer, sizeof buffer);
    move_write(h->game, one->move, &text);
    jot_string(json, "move", buffer);
    write_chance(one, json);
    News reasons = {0};
    if (h->game->words.reason) h->game->words.reason(h->hidden, h->seat, one->move, &reasons);
    write_reasons(h, &reasons, json);
    write_news(h, one->move, &reasons, json);
}

static int by_chance(const void *a, const void *b) {
    const Candidate *one = a, *other = b;
    if (one->rounds != other->rounds) return one->rounds < other->rounds ? 1 : -1;
    return one->sum > other->sum ? -1 : one->sum < other->sum;
}

/* The moves that are told, behind the best, by the chance that stands beside them. */
static int by_words(const void *a, const void *b) {
    return chance_of(b) - chance_of(a);
}

/* As good as the best, as far as can be told and as a reader of the numbers would say it. */
static bool as_good(const Search *s, const Candidate *best, const Candidate *one) {
    int less = chance_of(best) - chance_of(one);
    return less < SAME || (less < COSTLY_FROM && !search_ahead(s, best, one));
}

/* How the move that was played compares with the best found. */
static void write_played(Hint *h, const Candidate *best, Text *json) {
    const Search *s = &h->search;
    const Candidate *played = best;
    for (int i = 0; i < s->listed; i++)
        if (s->candidate[i].index == s->pinned) played = &s->candidate[i];
    if (!h->past) {
        jot_null(json, "played");
        return;
    }
    int loss = chance_of(best) - chance_of(played);
    bool ahead = loss >= DOUBTFUL_FROM && search_ahead(s, best, played);
    Mark mark = !ahead ? MARK_GOOD : loss < COSTLY_FROM ? MARK_DOUBTFUL : MARK_COSTLY;
    jot_open(json, "played", '{');
    write_move(h, played, json);
    jot_int(json, "loss", ahead ? loss : 0);
    jot_string(json, "mark", mark_words[mark]);
    jot_close(json, '}');
}

void hint_json(Hint *h, Text *json) {
    Search *s = &h->search;
    qsort(s->candidate, (size_t)s->listed, sizeof *s->candidate, by_chance);
    const Candidate *best = &s->candidate[0];
    int told = s->listed < BEST_MOVES ? s->listed : BEST_MOVES;
    if (told > 1) qsort(s->candidate + 1, (size_t)told - 1, sizeof *s->candidate, by_words);
    jot_int(json, "at", h->version);
    jot_int(json, "position", h->position);
    jot_int(json, "share", SURE / h->players);
    jot_open(json, "moves", '[');
    for (int i = 0; i < told; i++) {
        const Candidate *one = &s->candidate[i];
        jot_open(json, NULL, '{');
        write_move(h, one, json);
        jot_bool(json, "close", one != best && as_good(s, best, one));
        jot_close(json, '}');
    }
    jot_close(json, ']');
    write_played(h, best, json);
}
