/* play.c: random games of every game, every number of players and every variant, with the promises
   of core/game.h checked after each move. NEGOCE_GAMES sets how many games each number of players
   gets, shared out among the variants. With NEGOCE_SOAK it plays seeds nobody has met for that many
   seconds instead.

   A broken promise is told with the game, players, seed, move and the promise, and the record of
   the game is left in the folder NEGOCE_LEFT names (otherwise here), for `negoce show`. */
#include "play.h"

#include <signal.h>
#include <time.h>

#include "core/notation.h"

static int games_each(void) {
    const char *wish = getenv("NEGOCE_GAMES");
    return wish ? atoi(wish) : 150;
}

/* --- playing ---------------------------------------------------------------------------------- */

/* A move of `seat`: at random, or in a sensible game mostly what makes most sense. */
static Move some_move(World *w, int seat) {
    Move list[MOVES_MAX + IDEAS_MAX];
    int n = w->game->rules.moves(w->state, seat, list);
    assert_true(n > 0); /* who owes a decision can make one */
    if (!w->sensible || rng_below(&w->rng, 10) == 0) return list[rng_below(&w->rng, (uint32_t)n)];
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, w->state, w->game->state_size);
    w->game->rules.hide(hidden, seat);
    if (w->game->rules.ideas) n += w->game->rules.ideas(hidden, seat, list + n);
    Move at_once[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    bool surveyed = w->game->rules.survey;
    promised("a survey says what sense says of every move and idea");
    if (surveyed) assert_int_equal(w->game->rules.survey(hidden, seat, at_once, looks), n);
    int best = 0, most = 0;
    for (int i = 0; i < n; i++) {
        int worth = w->game->rules.sense(hidden, seat, list[i]);
        if (surveyed) assert_true(move_equal(at_once[i], list[i]) && looks[i] == worth);
        if (i && worth <= most) continue;
        best = i;
        most = worth;
    }
    return list[best];
}

/* Somebody's next move: mostly of those who owe one, now and then of any seat that may. */
static Move next_move(World *w, int *seat) {
    Move list[MOVES_MAX];
    Turn turn = w->game->rules.turn(w->state);
    if (rng_below(&w->rng, 8) == 0) {
        *seat = (int)rng_below(&w->rng, (uint32_t)w->players);
        int n = w->game->rules.moves(w->state, *seat, list);
        if (n) return list[rng_below(&w->rng, (uint32_t)n)];
    }
    if (turn_has(turn, CHANCE)) {
        *seat = CHANCE;
        return w->game->rules.sample(w->state, &w->rng);
    }
    do
        *seat = (int)rng_below(&w->rng, (uint32_t)w->players);
    while (!turn_has(turn, *seat));
    return some_move(w, *seat);
}

/* Chance's moves made at once are those it makes one after the other, by the same numbers. */
static void chance_at_once_is_chance_by_steps(World *w) {
    const GameRules *rules = &w->game->rules;
    if (rules->turn(w->state) != 1u << CHANCE) return;
    promised("draw_all: as sample and apply again and again");
    _Alignas(16) unsigned char steps[STATE_MAX], once[STATE_MAX];
    Rng by_steps = w->rng, at_once = w->rng;
    int moves = 0;
    memcpy(steps, w->state, w->game->state_size);
    memcpy(once, w->state, w->game->state_size);
    for (; rules->turn(steps) == 1u << CHANCE; moves++)
        rules->apply(steps, CHANCE, rules->sample(steps, &by_steps), NULL);
    assert_int_equal(chance_plays(w->game, once, &at_once), moves);
    assert_memory_equal(once, steps, w->game->state_size);
    assert_memory_equal(at_once.s, by_steps.s, sizeof by_steps.s);
}

static void check_all(World *w) {
    _Alignas(16) unsigned char before[STATE_MAX], other[STATE_MAX];
    memcpy(before, w->state, w->game->state_size);
    for (int seat = 0; seat < w->players; seat++) {
        legal_list_is_what_check_accepts(w, seat);
        ideas_are_legal(w, seat);
        a_fine_is_paid_for_good(w, seat);
        live_is_known_to_all(w, seat);
    }
    legal_list_is_what_check_accepts(w, CHANCE);
    odd_seats_may_nothing(w);
    chance_is_weighed(w);
    chance_at_once_is_chance_by_steps(w);
    a_time_comes_to_its_end(w);
    for (int seat = 0; seat < w->players; seat++) {
        guess_keeps_the_view(w, seat, other);
        a_mind_knows_its_seat_alone(w, seat, other);
    }
    guess_keeps_the_view(w, SPECTATOR, other);
    promised("looking changes nothing");
    assert_memory_equal(before, w->state, w->game->state_size);
}

static void make_move(World *w, int seat, Move m) {
    static News news;
    const Game *game = w->game;
    _Alignas(16) unsigned char silent[STATE_MAX], other[STATE_MAX];
    promised("what is played is legal");
    assert_true(moves_played < LONGEST);
    played[moves_played++] = (Played){m, seat};
    assert_null(game->rules.check(w->state, seat, m).text);
    int viewer = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
    if (viewer == w->players) viewer = SPECTATOR;
    guess_keeps_the_view(w, viewer, other);
    news_tells_no_secret(w, other, viewer, seat, m);
    memcpy(silent, w->state, game->state_size);
    game->rules.apply(silent, seat, m, NULL);
    memcpy(other, w->state, game->state_size);
    apply_with_news(game, other, seat, m, &news);
    promised("telling changes nothing");
    assert_memory_equal(silent, other, game->state_size);
    news_has_its_french(&news);
    news_speaks_to_whom_it_touches(&news);
    save_twin(w, seat, m, other, &news);
    memcpy(w->state, other, game->state_size);
}

static void the_end_is_the_end(World *w) {
    const Game *game = w->game;
    promised("when a game is over nobody moves");
    for (int seat = 0; seat <= CHANCE; seat++) {
        Move list[MOVES_MAX];
        assert_int_equal(game->rules.moves(w->state, seat, list), 0);
    }
    promised("the parts of a score are the score");
    Score scores[SEATS_MAX];
    game->rules.score(w->state, scores);
    for (int seat = 0; seat < w->players; seat++) {
        int sum = 0;
        for (int i = 0; game->words.parts[i]; i++)
            sum += scores[seat].parts[i];
        assert_int_equal(sum, scores[seat].points);
    }
}

static void play_one(World *w, bool thorough) {
    const Game *game = begin(w)->game;
    int stage = -1;
    assert_null(game->rules.start(w->state, w->players, w->options).text);
    while (game->rules.turn(w->state)) {
        audited(game, w->state);
        a_position_has_its_worth(w, &stage);
        if (thorough) check_all(w);
        promised("who owes a decision can make one");
        int seat;
        Move m = next_move(w, &seat);
        make_move(w, seat, m);
    }
    audited(game, w->state);
    a_position_has_its_worth(w, &stage);
    the_end_is_the_end(w);
    playing = NULL;
}

/* Counts `options` up like a number, one choice a digit; false after the last. */
static bool next_options(const Game *game, uint8_t *options) {
    for (int i = 0; game->options[i].name; i++) {
        if (game->options[i].choices[++options[i]]) return true;
        options[i] = 0;
    }
    return false;
}

static int variants(const Game *game) {
    uint8_t options[OPTIONS_MAX] = {0};
    int n = 1;
    while (next_options(game, options))
        n++;
    return n;
}

/* One game of every variant from `seed`; returns how many. By the number of the round some are
   thorough and some sensible. */
static int play_round(const Game *game, int players, uint64_t seed, int round) {
    uint8_t options[OPTIONS_MAX] = {0};
    int n = 0;
    do {
        static World w; /* outlives a failure */
        w = (World){.game = game,
                    .players = players,
                    .sensible = round % 10 == 1,
                    .seed = seed,
                    .rng = rng_seed(seed)};
        memcpy(w.options, options, sizeof options);
        if (game->rules.start(w.state, players, options).text) continue;
        play_one(&w, round % 50 < 2);
        n++;
    } while (next_options(game, options));
    return n;
}

static void random_games_keep_every_promise(void **unused) {
    (void)unused;
    int n = 0;
    for (int g = 0; games[g]; g++) {
        int each = games_each() / variants(games[g]);
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++)
            for (int i = 0; i < 2 || i < each; i++)
                n += play_round(games[g], players, (uint64_t)(1000 * players + i), i);
    }
    printf("%d random games\n", n);
    assert_true(n > 0);
}

/* Seeds nobody has met, one after the other, until the time is over. */
static void new_seeds_keep_every_promise(void **unused) {
    (void)unused;
    time_t until = time(NULL) + atoi(getenv("NEGOCE_SOAK"));
    uint64_t first = (uint64_t)time(NULL) * 1000000, seed = first;
    int n = 0;
    printf("new seeds from %llu\n", (unsigned long long)first);
    fflush(stdout);
    for (; time(NULL) < until; seed++)
        for (int g = 0; games[g] && time(NULL) < until; g++)
            for (int players = games[g]->min_players; players <= games[g]->max_players; players++)
                n += play_round(games[g], players, seed, (int)(seed - first));
    printf("%d games, %llu seeds\n", n, (unsigned long long)(seed - first));
}

/* `pick` and listing must agree not only on what is legal but on how likely each move is. */
static void pick_is_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 20000 };
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        if (!game->rules.pick) continue;
        static World w; /* outlives a failure */
        w = (World){.game = game, .players = game->max_players, .rng = rng_seed(7)};
        uint8_t options[OPTIONS_MAX] = {0};
        assert_null(game->rules.start(w.state, w.players, options).text);
        for (int i = 0, tried = 0; game->rules.turn(w.state) && tried < 12; i++) {
            int seat;
            Move m = next_move(&w, &seat), list[MOVES_MAX];
            int n = seat == CHANCE ? 0 : game->rules.moves(w.state, seat, list);
            if (n > 1 && i % 9 == 0) {
                int met[MOVES_MAX] = {0};
                double chi = 0, mean = (double)DRAWS / n;
                for (int j = 0; j < DRAWS; j++) {
                    Move picked = game->rules.pick(w.state, seat, &w.rng);
                    for (int k = 0; k < n; k++)
                        met[k] += move_equal(list[k], picked);
                }
                for (int k = 0; k < n; k++)
                    chi += (met[k] - mean) * (met[k] - mean) / mean;
                double over = chi - (n - 1); /* its variance is 2 (n - 1) */
                assert_true(over < 0 || over * over < 36 * 2 * (n - 1) + 400); /* 6 sigma */
                tried++;
            }
            game->rules.apply(w.state, seat, m, NULL);
        }
    }
}

/* How far draws of one verb of Chance were from its weights: chi squared and its degrees of
   freedom, over all positions where it was drawn. */
typedef struct Fairness {
    double chi, freedom;
} Fairness;

/* Draws from the position as often as a weight of `EACH` a listed move asks for. */
static void draw_and_compare(World *w, Fairness *fairness) {
    enum { EACH = 40 };
    const GameRules *rules = &w->game->rules;
    Move list[MOVES_MAX];
    int n = rules->moves(w->state, CHANCE, list), met[MOVES_MAX] = {0}, all = 0;
    for (int i = 0; i < n; i++)
        all += rules->weight(w->state, list[i]);
    if (!all) return; /* only drawn, never listed */
    for (int i = 0; i < EACH * n; i++) {
        Move drawn = rules->sample(w->state, &w->rng);
        int k = 0;
        while (k < n && !move_equal(list[k], drawn))
            k++;
        assert_true(k < n);
        met[k]++;
    }
    for (int i = 0; i < n; i++) {
        double mean = (double)EACH * n * rules->weight(w->state, list[i]) / all;
        fairness[list[i].verb].chi += (met[i] - mean) * (met[i] - mean) / mean;
        fairness[list[i].verb].freedom += (double)(n - 1) / n;
    }
}

/* `sample` draws what `weight` says, for every verb of Chance in every variant. The seeds are
   fixed: what passes once passes always. */
static void chance_draws_by_its_weights(void **unused) {
    (void)unused;
    enum { GAMES_EACH = 2 };
    for (int g = 0; games[g]; g++)
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++) {
            const Game *game = games[g];
            Fairness fairness[VERBS_MAX] = {0};
            uint8_t options[OPTIONS_MAX] = {0};
            uint64_t seed =
                1000 * (uint64_t)players; /* each game another: draws are not repeated */
            do {
                World w = {.game = game, .players = players};
                for (int i = 0; i < GAMES_EACH; i++) {
                    w.rng = rng_seed(seed++);
                    if (game->rules.start(w.state, players, options).text) break;
                    while (game->rules.turn(w.state)) {
                        int seat;
                        Move m = next_move(&w, &seat);
                        if (seat == CHANCE) draw_and_compare(&w, fairness);
                        game->rules.apply(w.state, seat, m, NULL);
                    }
                }
            } while (next_options(game, options));
            for (int verb = 0; verb < VERBS_MAX; verb++) {
                double over = fairness[verb].chi - fairness[verb].freedom;
                assert_true(over * over <= 25 * 2 * fairness[verb].freedom); /* 5 sigma */
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_draws_by_its_weights),
        cmocka_unit_test_teardown(random_games_keep_every_promise, broken_after_test),
        cmocka_unit_test(pick_is_uniform),
    };
    const struct CMUnitTest soak[] = {
        cmocka_unit_test_teardown(new_seeds_keep_every_promise, broken_after_test),
    };
    signal(SIGABRT, broken_stops);
    return getenv("NEGOCE_SOAK") ? cmocka_run_group_tests(soak, NULL, NULL)
                                 : cmocka_run_group_tests(tests, NULL, NULL);
}
