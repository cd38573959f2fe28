#include "bots/analysis.h"

#include <assert.h>
#include <stdlib.h>

#include "bots/odds.h"
#include "bots/styles.h"
#include "core/notation.h"

/* Imagined games of one step. */
enum { AT_ONCE = 16 };

/* Whose a stretch of the game is. Forced moves belong to whatever follows. */
enum { KIND_NONE = -1, KIND_CHANCE = CHANCE, KIND_SEA = SPECTATOR + 1 }; /* or the seat */

enum { STAGE_POINT, STAGE_DECISION, STAGE_SEARCH, STAGE_DONE };

const char *const mark_words[] = {
    [MARK_GOOD] = "good", [MARK_DOUBTFUL] = "doubtful", [MARK_COSTLY] = "costly"};

static const Style steady;

/* --- what kind of move ------------------------------------------------------------------------ */

/* Whether `seat` has more than one move. */
static bool has_choice(const Game *game, const void *s, int seat) {
    Move list[MOVES_MAX];
    return game->rules.moves(s, seat, list) > 1;
}

static bool at_sea(const Game *game, const void *s) {
    return game->live.brisk && game->live.brisk(s);
}

/* The kind of the next move; KIND_NONE: it is forced. */
static int kind_of(const Game *game, const void *s, const Played *next) {
    if (at_sea(game, s)) return KIND_SEA;
    if (next->seat == CHANCE) return KIND_CHANCE;
    return has_choice(game, s, next->seat) ? next->seat : KIND_NONE;
}

/* Whether chances are to be found out between two moves of these kinds. */
static bool is_boundary(int before, int after) {
    if (after == KIND_NONE) return before >= 0 && before < SEATS_MAX;
    if (before == KIND_NONE) return false;
    return before != after || before < SEATS_MAX;
}

/* Whether the decision behind the next move is judged: it was his, he had a choice, and had to make
   it. */
static bool is_judged(const Game *game, const void *s, int kind, const Played *next) {
    return !next->stand_in && kind >= 0 && kind < SEATS_MAX &&
           turn_has(game->rules.turn(s), next->seat);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) abort();
    return memory;
}

static void start(Analysis *a) {
    Reason why = a->game->rules.start(a->state, a->players, a->options);
    assert(!why.text);
    (void)why;
    a->at = 0;
    a->kind = a->last_kind = KIND_NONE;
}

/* Goes through the game once to know how much there is to do. */
static void count_work(Analysis *a) {
    int points = 2, decisions = 0; /* the start and the end */
    for (int i = 0; i < a->count; i++) {
        int kind = kind_of(a->game, a->state, &a->moves[i]);
        if (i > 0 && is_boundary(a->last_kind, kind)) points++;
        decisions += is_judged(a->game, a->state, kind, &a->moves[i]);
        a->last_kind = kind == KIND_NONE && a->last_kind >= SEATS_MAX ? a->last_kind : kind;
        a->game->rules.apply(a->state, a->moves[i].seat, a->moves[i].move, NULL);
    }
    a->point = room((size_t)points, sizeof *a->point);
    a->decision = room((size_t)decisions, sizeof *a->decision);
    a->total = points + decisions;
}

Analysis *analysis_begin(const Game *game, int players, const uint8_t *options, const Played *moves,
                         int count, int iterations, bool open, uint64_t seed) {
    Analysis *a = aligned_alloc(16, (sizeof *a + 15) / 16 * 16);
    if (!a) abort();
    *a = (Analysis){.game = game,
                    .players = players,
                    .count = count,
                    .iterations = iterations,
                    .open = open,
                    .seed = seed};
    a->moves = room((size_t)count, sizeof *moves);
    if (count) memcpy(a->moves, moves, (size_t)count * sizeof *moves);
    a->search = aligned_alloc(16, (sizeof *a->search + 15) / 16 * 16);
    if (!a->search) abort();
    for (int seat = 0; seat < players; seat++)
        a->account[seat].best = -1;
    memcpy(a->options, options, sizeof a->options);
    return a;
}

void analysis_free(Analysis *a) {
    if (!a) return;
    free(a->moves);
    free(a->point);
    free(a->decision);
    free(a->search);
    free(a);
}

/* --- everyone's chances ----------------------------------------------------------------------- */

/* Of a finished game who won; else what the game promises. */
static void chances_of(const Game *game, const void *s, int players, int32_t *chance) {
    Score score[SEATS_MAX];
    int winners = 0;
    if (game->rules.turn(s) != 0) {
        odds_at(game, s, players, &steady, chance);
        return;
    }
    game->rules.score(s, score);
    for (int i = 0; i < players; i++)
        winners += score[i].rank == 1;
    for (int i = 0; i < players; i++)
        chance[i] = score[i].rank == 1 ? CERTAIN / winners : 0;
}

/* One imagined game; the same number brings the same dice at every position. */
static void imagine(Analysis *a, int number) {
    _Alignas(16) unsigned char state[STATE_MAX];
    const Style *styles[SEATS_MAX];
    int32_t chance[SEATS_MAX];
    const GameRules *rules = &a->game->rules;
    Rng rng = rng_seed(a->seed + (uint64_t)number);
    for (int seat = 0; seat < a->players; seat++)
        styles[seat] = &steady;
    memcpy(state, a->state, a->game->state_size);
    search_roll_out(a->game, state, rules->stage ? rules->stage(state) + rules->horizon : 0, styles,
                    &rng);
    chances_of(a->game, state, a->players, chance);
    for (int seat = 0; seat < a->players; seat++)
        a->sum[seat] += chance[seat];
}

/* Adds what a stretch of this kind changed for a seat to its account; `own`: nobody stood in. */
static void book(Account *account, int kind, bool own, int seat, int change) {
    if (kind == KIND_SEA)
        *(change > 0 ? &account->sea_given : &account->sea_taken) += change;
    else if (kind == seat && own)
        account->choices += change;
    else if (kind >= 0 && kind < SEATS_MAX)
        account->others += change;
    else
        *(change > 0 ? &account->given : &account->taken) += change;
}

static void add_point(Analysis *a, int games) {
    Point *now = &a->point[a->points], *before = now - 1;
    const int64_t unit = (int64_t)CERTAIN * games;
    now->position = a->at;
    for (int seat = 0; seat < a->players; seat++) {
        now->chance[seat] = (int16_t)((a->sum[seat] * SURE + unit / 2) / unit);
        a->sum[seat] = 0;
        if (a->points > 0)
            book(&a->account[seat], a->kind, !a->moves[a->at - 1].stand_in, seat,
                 now->chance[seat] - before->chance[seat]);
        else
            a->account[seat].start = now->chance[seat];
        a->account[seat].end = now->chance[seat];
    }
    a->rolled = 0;
    a->points++;
    a->done++;
}

/* Some more imagined games; true once the point is known. Of a finished game one tells all. */
static bool roll_point(Analysis *a) {
    int wanted = a->game->rules.turn(a->state) == 0 ? 1 : a->iterations;
    for (int i = 0; i < AT_ONCE && a->rolled < wanted; i++)
        imagine(a, a->rolled++);
    if (a->rolled < wanted) return false;
    add_point(a, wanted);
    return true;
}

/* --- decisions -------------------------------------------------------------------------------- */

static void begin_search(Analysis *a) {
    _Alignas(16) unsigned char seen[STATE_MAX];
    const Played *next = &a->moves[a->at];
    memcpy(seen, a->state, a->game->state_size);
    if (!a->open) a->game->rules.hide(seen, next->seat);
    search_begin(a->search, a->game, seen, a->players, next->seat, &steady, a->iterations,
                 rng_seed(a->seed ^ ((uint64_t)a->at << 20)));
    a->search->open = a->open;
    search_pin(a->search, next->move);
}

static int thousandths(const Candidate *c) {
    int64_t unit = (int64_t)CERTAIN * (c->rounds ? c->rounds : 1);
    return (int)((c->sum * SURE + unit / 2) / unit);
}

static Mark mark_of(const Analysis *a, const Candidate *best, const Candidate *played, int loss) {
    if (loss < DOUBTFUL_FROM || !search_ahead(a->search, best, played)) return MARK_GOOD;
    return loss < COSTLY_FROM ? MARK_DOUBTFUL : MARK_COSTLY;
}

/* Moves told beside the one played, the best first. One that left early was lucky where it seems
   better than the best. */
static void add_other(Decision *d, const Candidate *c, int most) {
    int chance = thousandths(c);
    Judged judged = {c->move, chance < most ? chance : most};
    int at = d->others < ANALYSIS_OTHERS ? d->others++ : ANALYSIS_OTHERS;
    for (; at > 0 && d->other[at - 1].chance < judged.chance; at--)
        if (at < ANALYSIS_OTHERS) d->other[at] = d->other[at - 1];
    if (at < ANALYSIS_OTHERS) d->other[at] = judged;
}

static void add_decision(Analysis *a) {
    const Search *s = a->search;
    const Played *made = &a->moves[a->at];
    Decision *d = &a->decision[a->decisions];
    Account *account = &a->account[made->seat];
    const Candidate *played = NULL, *best = &s->candidate[0];
    *d = (Decision){.position = a->at, .seat = made->seat};
    for (int i = 0; i < s->listed; i++) {
        const Candidate *c = &s->candidate[i];
        if (i < s->count && c->sum > best->sum) best = c;
        if (c->index == s->pinned) played = c;
    }
    assert(played);
    /* of a game without `choices` a move may be listed twice, as an idea too */
    if (move_equal(best->move, made->move)) best = played;
    const int most = thousandths(best);
    if (best != played) add_other(d, best, most);
    for (int i = 0; i < s->listed; i++) {
        const Candidate *c = &s->candidate[i];
        bool same = move_equal(c->move, best->move) || move_equal(c->move, made->move);
        if (!same && c->rounds) add_other(d, c, most);
    }
    d->played = (Judged){made->move, thousandths(played)};
    if (best != played) {
        d->loss = most - d->played.chance;
        d->mark = mark_of(a, best, played, d->loss);
    } else if (d->others > 0) {
        d->gain = d->played.chance - d->other[0].chance;
    }
    account->marks[d->mark]++;
    if (d->gain > 0 && (account->best < 0 || d->gain > a->decision[account->best].gain))
        account->best = a->decisions;
    a->decisions++;
    a->done++;
}

/* --- step by step ----------------------------------------------------------------------------- */

/* What is to be done before the next move. */
static void arrive(Analysis *a) {
    bool over = a->at == a->count;
    int kind = over ? KIND_NONE : kind_of(a->game, a->state, &a->moves[a->at]);
    bool point = a->at == 0 || over || is_boundary(a->last_kind, kind);
    a->stage = point ? STAGE_POINT : STAGE_DECISION;
}

static void make_move(Analysis *a) {
    const Played *next = &a->moves[a->at];
    int kind = kind_of(a->game, a->state, next);
    a->kind = a->last_kind = kind == KIND_NONE && a->last_kind >= SEATS_MAX ? a->last_kind : kind;
    a->game->rules.apply(a->state, next->seat, next->move, NULL);
    a->at++;
    arrive(a);
}

bool analysis_step(Analysis *a) {
    if (a->total == 0) { /* here, not at the beginning: a long game takes a while */
        start(a);
        count_work(a);
        start(a);
        arrive(a);
        return true;
    }
    switch (a->stage) {
    case STAGE_POINT:
        if (roll_point(a)) a->stage = a->at == a->count ? STAGE_DONE : STAGE_DECISION;
        break;
    case STAGE_DECISION: {
        const Played *next = &a->moves[a->at];
        if (is_judged(a->game, a->state, kind_of(a->game, a->state, next), next)) {
            begin_search(a);
            a->stage = STAGE_SEARCH;
        } else {
            make_move(a);
        }
        break;
    }
    case STAGE_SEARCH:
        if (search_step(a->search, 0)) break;
        add_decision(a);
        make_move(a);
        break;
    case STAGE_DONE: break;
    }
    return a->stage != STAGE_DONE;
}

/* --- telling ---------------------------------------------------------------------------------- */

int analysis_turning_points(const Analysis *a, const Decision *out[], int most) {
    int count = 0;
    for (int i = 0; i < a->decisions; i++) {
        const Decision *d = &a->decision[i];
        if (d->mark == MARK_GOOD) continue;
        int at = count < most ? count++ : most;
        for (; at > 0 && out[at - 1]->loss < d->loss; at--)
            if (at < most) out[at] = out[at - 1];
        if (at < most) out[at] = d;
    }
    return count;
}

static void jot_judged(const Game *game, const Judged *judged, Text *json) {
    char buffer[MOVE_TEXT_MAX];
    Text move = text_over(buffer, sizeof buffer);
    move_write(game, judged->move, &move);
    jot_string(json, "move", buffer);
    jot_int(json, "chance", judged->chance);
}

static void jot_decision(const Analysis *a, const Decision *d, Text *json) {
    jot_open(json, NULL, '{');
    jot_int(json, "position", d->position);
    jot_int(json, "seat", d->seat);
    jot_judged(a->game, &d->played, json);
    jot_int(json, "loss", d->loss);
    jot_string(json, "mark", mark_words[d->mark]);
    jot_open(json, "others", '[');
    for (int i = 0; i < d->others; i++) {
        jot_open(json, NULL, '{');
        jot_judged(a->game, &d->other[i], json);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_close(json, '}');
}

static void jot_account(const Analysis *a, int seat, Text *json) {
    const Account *account = &a->account[seat];
    jot_open(json, NULL, '{');
    jot_int(json, "seat", seat);
    jot_int(json, "start", account->start);
    jot_int(json, "given", account->given);
    jot_int(json, "taken", account->taken);
    jot_int(json, "sea_given", account->sea_given);
    jot_int(json, "sea_taken", account->sea_taken);
    jot_int(json, "choices", account->choices);
    jot_int(json, "others", account->others);
    jot_int(json, "end", account->end);
    for (int mark = MARK_GOOD; mark <= MARK_COSTLY; mark++)
        jot_int(json, mark_words[mark], account->marks[mark]);
    if (account->best < 0) {
        jot_null(json, "best");
    } else {
        const Decision *best = &a->decision[account->best];
        jot_open(json, "best", '{');
        jot_int(json, "position", best->position);
        jot_judged(a->game, &best->played, json);
        jot_int(json, "gain", best->gain);
        jot_close(json, '}');
    }
    jot_close(json, '}');
}

void analysis_json(const Analysis *a, Text *json) {
    jot_int(json, "iterations", a->iterations);
    jot_bool(json, "open", a->open);
    jot_open(json, "accounts", '[');
    for (int seat = 0; seat < a->players; seat++)
        jot_account(a, seat, json);
    jot_close(json, ']');
    jot_open(json, "curve", '[');
    for (int i = 0; i < a->points; i++) {
        jot_open(json, NULL, '[');
        jot_int(json, NULL, a->point[i].position);
        for (int seat = 0; seat < a->players; seat++)
            jot_int(json, NULL, a->point[i].chance[seat]);
        jot_close(json, ']');
    }
    jot_close(json, ']');
    jot_open(json, "decisions", '[');
    for (int i = 0; i < a->decisions; i++)
        jot_decision(a, &a->decision[i], json);
    jot_close(json, ']');
}
