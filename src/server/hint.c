#include "server/hint.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/odds.h"
#include "bots/search.h"
#include "core/notation.h"
#include "server/answer.h"
#include "server/session.h"

enum {
    HINTS_MAX = 4,              /* thought about at a time */
    HINT_MOVES = 3,             /* told */
    HINT_NEWS = 3,              /* sentences about each */
    ITERATIONS = 1200,          /* imagined games */
    SLICE_NS = 6 * 1000 * 1000, /* a thread thinks so long before it turns to what else waits */
    THINK_MS = 1200,            /* no longer in all */
    THOUSAND = 1000
};

/* One question under way. */
typedef struct Hint {
    uv_work_t work;
    Server *server;
    Job *job; /* the socket outlives it */
    const Game *game;
    int version, position, seat, players;
    uint64_t end; /* of the thinking */
    bool decided;
    Rng rng;
    Style style;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Search search;
} Hint;

/* --- answering -------------------------------------------------------------------------------- */

static int chance_of(const Candidate *one) {
    if (!one->rounds) return 0;
    return (int)(one->sum * THOUSAND / one->rounds / CERTAIN);
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
    for (int i = 0, told = 0; i < news.count && told < HINT_NEWS; i++) {
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

static void answer_hint(Hint *h) {
    Search *s = &h->search;
    Text json = answer_begin("hint", &h->job->request);
    jot_string(&json, "table", h->job->request.table);
    jot_int(&json, "at", h->version);
    jot_int(&json, "share", THOUSAND / h->players);
    jot_open(&json, "moves", '[');
    qsort(s->candidate, (size_t)s->listed, sizeof *s->candidate, by_chance);
    for (int i = 0; i < s->listed && i < HINT_MOVES; i++)
        write_move(h, &s->candidate[i], &s->candidate[0], &json);
    jot_close(&json, ']');
    answer_end(h->job->socket, &json);
    socket_done(h->job);
}

/* --- thinking --------------------------------------------------------------------------------- */

static void think(uv_work_t *work) {
    Hint *h = work->data;
    uint64_t end = uv_hrtime() + SLICE_NS;
    while (!h->decided && uv_hrtime() < end)
        h->decided = !search_step(&h->search, 0) || uv_hrtime() > h->end;
}

static void thought(uv_work_t *work, int status) {
    Hint *h = work->data;
    if (status == 0 && !h->decided && !h->server->stopping && h->job->socket->wsi) {
        if (uv_queue_work(&h->server->loop, work, think, thought)) abort();
        return;
    }
    h->server->hints--;
    answer_hint(h);
    free(h);
}

/* --- asking ----------------------------------------------------------------------------------- */

static Refusal hint_check(const LiveTable *live, int seat) {
    const Table *t = live->table;
    const Game *game = table_game(t);
    Refusal refusal = pace_check(t, seat);
    if (refusal.code) return refusal;
    if (!table_begun(t) || !turn_has(game->rules.turn(table_state(t)), seat))
        return REFUSE("turn", N_("It is not your turn."));
    if (game->live.brisk && game->live.brisk(table_state(t)))
        return REFUSE("illegal", N_("Under sail nobody else can tell you."));
    if (live->server->hints >= HINTS_MAX)
        return REFUSE("limit", N_("Too many are asking just now. Please try again."));
    return GRANTED;
}

void hint_ask(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = table_seat_of(t, job->socket->person->self.id);
    Refusal refusal = hint_check(live, seat);
    if (refusal.code) {
        answer_refuse(job, refusal, table_version(t));
        return;
    }
    Hint *h = aligned_alloc(64, (sizeof *h + 63) / 64 * 64);
    uint64_t seed;
    if (!h) abort();
    randombytes_buf(&seed, sizeof seed);
    h->work.data = h;
    h->server = live->server;
    h->job = job;
    h->game = table_game(t);
    h->version = table_version(t);
    h->position = table_position(t);
    h->seat = seat;
    h->players = table_players(t);
    h->end = uv_hrtime() + THINK_MS * 1000000ull;
    h->decided = false;
    h->rng = rng_seed(seed);
    h->style = (Style){0};
    memcpy(h->hidden, table_state(t), h->game->state_size);
    h->game->rules.hide(h->hidden, seat);
    search_begin(&h->search, h->game, h->hidden, h->players, seat, &h->style, ITERATIONS, h->rng);
    live->server->hints++;
    if (uv_queue_work(&live->server->loop, &h->work, think, thought)) abort();
}
