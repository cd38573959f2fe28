#include "bots/search.h"

#include <assert.h>
#include <string.h>

#include "bots/odds.h"
#include "bots/styles.h"

enum {
    LONGEST = 4096,  /* moves of one rollout: past it the position is valued as it stands */
    CLEAR_FROM = 32, /* rounds before anything counts as clear */
    SURE_ENOUGH = 3, /* standard errors that make sure of a lead, or that nothing is missed */
    SOME_LEAD = 2,   /* and of a lead that a person is told of */
    COARSE = CERTAIN >> 11, /* what two moves shared is counted in such parts of a chance */
    TRIFLE = 8,             /* of 2,048: a chance not worth the time to tell */
    TRIAL = 4,              /* rounds that show how many there will be */
    FEW = 4,                /* moves a round has, about, most of the time */
    FURTHER_MAX = 32        /* stages a rollout may last beyond the horizon: no game has more */
};

/* --- moves at first sight --------------------------------------------------------------------- */

int search_survey(const Game *game, const void *hidden, int seat, Move *out, int32_t *looks) {
    if (game->rules.survey) return game->rules.survey(hidden, seat, out, looks);
    int n = game->rules.moves(hidden, seat, out);
    if (game->rules.ideas) n += game->rules.ideas(hidden, seat, out + n);
    for (int i = 0; i < n; i++)
        looks[i] = game->rules.sense(hidden, seat, out[i]);
    return n;
}

/* Lists the moves of `seat` worth a look with how good each looks; returns how many. Room for
   MOVES_MAX + IDEAS_MAX. */
static int list_moves(const Game *game, const void *hidden, int seat, const Style *style, Move *out,
                      int32_t *looks) {
    if (game->rules.choices) return game->rules.choices(hidden, seat, style, out, looks);
    return search_survey(game, hidden, seat, out, looks);
}

Move search_first_sight(const Game *game, const void *s, int seat, Rng *rng) {
    Move list[MOVES_MAX + IDEAS_MAX], best = {0};
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    int n = search_survey(game, s, seat, list, looks), most = 0;
    uint32_t ties = 0;
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        if (ties && looks[i] < most) continue;
        ties = ties && looks[i] == most ? ties + 1 : 1;
        most = looks[i];
        if (rng_below(rng, ties) == 0) best = list[i];
    }
    return best;
}

bool search_looks_best(const Game *game, const void *s, int seat, Move move) {
    Move list[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX], most = INT32_MIN, its = INT32_MIN;
    int n = search_survey(game, s, seat, list, looks);
    for (int i = 0; i < n; i++) {
        if (looks[i] > most) most = looks[i];
        if (move_equal(list[i], move)) its = looks[i];
    }
    return its == most;
}

Move search_reflex(const Game *game, const void *s, int seat, const Style *style, Rng *rng) {
    if (game->rules.policy) return game->rules.policy(s, seat, style, rng);
    Move list[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    int n = list_moves(game, s, seat, style, list, looks), best = 0;
    assert(n > 0);
    for (int i = 1; i < n; i++)
        if (looks[i] > looks[best]) best = i;
    return list[best];
}

/* Puts a move into the list of candidates, which is sorted by looks; the last falls out. */
static void enlist(Search *s, Move move, int32_t looks) {
    int at = s->count < BREADTH ? s->count++ : BREADTH;
    for (; at > 0 && s->candidate[at - 1].looks < looks; at--)
        if (at < BREADTH) s->candidate[at] = s->candidate[at - 1];
    if (at < BREADTH) s->candidate[at] = (Candidate){.move = move, .looks = looks};
}

static bool enlisted(const Search *s, Move move) {
    for (int i = 0; i < s->count; i++)
        if (move_equal(s->candidate[i].move, move)) return true;
    return false;
}

void search_begin(Search *s, const Game *game, const void *hidden, int players, int seat,
                  const Style *style, int iterations, Rng rng) {
    Move list[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    s->game = game;
    s->players = players;
    s->seat = seat;
    s->style = style;
    s->impression = (Impression){0};
    s->rng = rng;
    s->iterations = iterations;
    s->rounds = s->count = 0;
    s->played = 0;
    s->shared = (Shared){0};
    s->open = false;
    s->pinned = -1;
    memcpy(s->hidden, hidden, game->state_size);
    s->tried = iterations > 0 || !game->rules.reach;
    s->until = game->rules.stage ? game->rules.stage(hidden) + game->rules.horizon : 0;
    if (iterations && game->rules.reach) s->until += iterations / game->rules.reach;
    Move reflex = search_reflex(game, hidden, seat, style, &s->rng);
    if (!game->live.brisk || !game->live.brisk(hidden)) {
        int n = list_moves(game, hidden, seat, style, list, looks);
        for (int i = 0; i < n; i++)
            enlist(s, list[i], looks[i]);
    }
    /* What needs no thought is played without it, and what the hand would do is thought about. */
    if (!enlisted(s, reflex)) enlist(s, reflex, INT32_MAX);
    for (int i = 0; i < s->count; i++)
        s->candidate[i].index = i;
    s->listed = s->count;
    s->settled = s->count == 1;
}

void search_pin(Search *s, Move move) {
    if (!enlisted(s, move)) {
        if (s->count == BREADTH) s->count--; /* the last makes room */
        s->candidate[s->count] = (Candidate){.move = move, .index = s->count};
        s->listed = ++s->count;
    }
    for (int i = 0; i < s->count; i++)
        if (move_equal(s->candidate[i].move, move)) s->pinned = s->candidate[i].index;
    s->settled = s->count == 1;
}

/* --- one round -------------------------------------------------------------------------------- */

/* The luck of one imagined game: what the first, the second… draw of a stage brings is settled
   beforehand, and what the first, the second… leap does, whatever was decided and drawn before it,
   so that moves compared under it differ by what they do. */
typedef struct Fate {
    uint64_t seed;
    int stage, drawn, leapt;
} Fate;

static uint64_t fate_of(const Fate *fate, bool leap, int number) {
    uint64_t name = (uint64_t)fate->stage << 32 | (uint64_t)leap << 31 | (uint32_t)number;
    return fate->seed ^ name * 0xd1342543de82ef95u;
}

void search_roll_out(const Game *game, void *state, int until, const Style *const styles[],
                     Rng *rng) {
    const GameRules *rules = &game->rules;
    Fate fate = {.seed = rng_next(rng), .stage = -1};
    for (int moves = 0; moves < LONGEST; moves++) {
        Turn turn = rules->turn(state);
        if (turn == 0) return;
        int stage = rules->stage ? rules->stage(state) : 0;
        if (rules->stage && rules->horizon && stage >= until) return;
        if (stage != fate.stage) fate = (Fate){.seed = fate.seed, .stage = stage};
        int seat = __builtin_ctz(turn);
        if (seat == CHANCE) {
            Rng dice = rng_seed(fate_of(&fate, false, ++fate.drawn));
            rules->apply(state, CHANCE, rules->sample(state, &dice), NULL);
            continue;
        }
        if (rules->leap && rules->leap(state, styles, fate_of(&fate, true, fate.leapt))) {
            fate.leapt++;
            continue;
        }
        rules->apply(state, seat, search_reflex(game, state, seat, styles[seat], rng), NULL);
    }
}

/* Adds what a round has found of the moves in question to what each two have shared. */
static void share(Search *s, const int32_t found[]) {
    for (int i = 0; i < s->count; i++) {
        int a = s->candidate[i].index;
        s->shared.sum[a] += found[i];
        for (int j = 0; j <= i; j++) {
            int b = s->candidate[j].index;
            int64_t *product = &s->shared.product[a > b ? a : b][a > b ? b : a];
            *product += found[i] * found[j];
        }
    }
}

/* Plays every move in question on from one guess, with the same characters and the same dice. */
static void play_round(Search *s) {
    _Alignas(16) unsigned char world[STATE_MAX], state[STATE_MAX];
    const Style *styles[SEATS_MAX];
    int32_t chance[SEATS_MAX], found[BREADTH];
    memcpy(world, s->hidden, s->game->state_size);
    if (!s->open) s->game->rules.guess(world, s->seat, &s->rng);
    for (int seat = 0; seat < s->players; seat++)
        styles[seat] =
            seat == s->seat ? s->style : imagined(impression_draw(&s->impression, seat, &s->rng));
    uint64_t dice = rng_next(&s->rng);
    for (int i = 0; i < s->count; i++) {
        Candidate *c = &s->candidate[i];
        Rng rng = rng_seed(dice);
        memcpy(state, world, s->game->state_size);
        s->game->rules.apply(state, s->seat, c->move, NULL);
        search_roll_out(s->game, state, s->until, styles, &rng);
        odds_at(s->game, state, s->players, s->style, chance);
        c->sum += chance[s->seat];
        c->rounds++;
        found[i] = chance[s->seat] / COARSE;
    }
    share(s, found);
    s->played += s->count;
    s->rounds++;
}

/* --- which moves go on ------------------------------------------------------------------------ */

/* Sorts the moves in question, the best first; among equals the better looking. */
static void sort(Search *s) {
    for (int i = 1; i < s->count; i++) {
        Candidate c = s->candidate[i];
        int at = i;
        for (; at > 0 && s->candidate[at - 1].sum < c.sum; at--)
            s->candidate[at] = s->candidate[at - 1];
        s->candidate[at] = c;
    }
}

/* Whether one, given a chance of `grace`, is ahead of the other by more than luck: the mean of
   their differences, pair by pair, against so many of its standard errors; or they never differed.
   In whole numbers: differences have 11 bits and there are at most 2^11, so the products stay below
   2^56. */
static bool ahead_by(const Search *s, int best, int other, int errors, int grace) {
    const Shared *p = &s->shared;
    int64_t n = s->rounds, sum = p->sum[best] - p->sum[other];
    int64_t both = p->product[best > other ? best : other][best > other ? other : best];
    int64_t squares = p->product[best][best] + p->product[other][other] - 2 * both;
    if (squares == 0) return true;
    int64_t lead = sum + n * grace;
    return lead > 0 && lead * lead * (n - 1) / (errors * errors) > n * squares - sum * sum;
}

/* Whether more thought about a move would be wasted: it is behind, or hardly better at best. */
static bool hopeless(const Search *s, int i) {
    return ahead_by(s, s->candidate[0].index, s->candidate[i].index, SURE_ENOUGH, TRIFLE);
}

bool search_ahead(const Search *s, const Candidate *best, const Candidate *other) {
    return ahead_by(s, best->index, other->index, SOME_LEAD, 0);
}

/* Puts the move that stays right behind the best, so that it is never among those that leave. */
static void lift_pinned(Search *s) {
    int at = 1;
    while (at < s->count && s->candidate[at].index != s->pinned)
        at++;
    if (s->pinned < 0 || at >= s->count) return; /* none, or it is the best */
    Candidate c = s->candidate[at];
    for (; at > 1; at--)
        s->candidate[at] = s->candidate[at - 1];
    s->candidate[1] = c;
}

/* How many moves must stay in question. */
static int fewest(const Search *s) {
    return s->pinned >= 0 && s->candidate[0].index != s->pinned ? 2 : 1;
}

/* Moves that are hopeless leave early; the halves leave on time. */
static void narrow(Search *s, int spent) {
    bool power = s->rounds >= CLEAR_FROM && (s->rounds & (s->rounds - 1)) == 0;
    int halvings = 0;
    for (int n = s->listed; n > 1; n = (n + 1) / 2)
        halvings++;
    int due = spent * halvings / 1000, left = s->listed;
    for (int i = 0; i < due && left > 1; i++)
        left = (left + 1) / 2;
    if (!power && left >= s->count) return;
    sort(s);
    lift_pinned(s);
    if (power)
        while (s->count > fewest(s) && hopeless(s, s->count - 1))
            s->count--;
    if (left < 2 && spent < 1000) left = 2;
    if (left < s->count) s->count = left;
    s->settled = s->count == 1;
}

/* How many stages further to look who could imagine so many games within the horizon: longer ones
   take longer, and each stage wants its share of them. */
static int further(const GameRules *rules, int64_t games) {
    int stages = 0;
    while (stages < FURTHER_MAX && games * rules->horizon >= (int64_t)(stages + 1) * rules->reach *
                                                                 (rules->horizon + stages + 1))
        stages++;
    return stages;
}

/* The first rounds have shown how many games there will be: where that is worth it, all begins anew
   with longer ones. */
static void settle_horizon(Search *s, int spent) {
    int64_t games = s->played * (int64_t)1000 / (spent > 0 ? spent : 1), most = FEW * ROUNDS_MAX;
    int stages = further(&s->game->rules, games < most ? games : most);
    s->tried = true;
    if (!stages) return;
    s->until += stages;
    s->rounds = 0;
    s->shared = (Shared){0};
    for (int i = 0; i < s->count; i++)
        s->candidate[i].sum = s->candidate[i].rounds = 0;
}

bool search_step(Search *s, int spent) {
    if (!s->tried && s->rounds == TRIAL) settle_horizon(s, spent);
    if (s->settled || s->rounds >= ROUNDS_MAX) return false;
    if (s->iterations && s->played >= s->iterations) return false;
    play_round(s);
    if (s->iterations) spent = (int)(s->played * 1000 / s->iterations);
    int full = s->rounds * 1000 / ROUNDS_MAX; /* what ends first counts */
    if (full > spent) spent = full;
    narrow(s, spent < 999 ? spent : 999);
    return !s->settled;
}

Move search_move(const Search *s) {
    int best = 0;
    for (int i = 1; i < s->count; i++)
        if (s->candidate[i].sum > s->candidate[best].sum) best = i;
    return s->candidate[best].move;
}
