/* play.c: random games of every game, every number of players and every variant, with the promises
   of core/game.h checked after each move. NEGOCE_GAMES sets how many games each number of players
   gets, shared out among the variants. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/games.h"

enum {
    LONGEST = 30000, /* moves no game comes near */
    ODD_MOVES = 12   /* made-up moves judged after each move */
};

typedef struct World {
    const Game *game;
    int players;
    bool sensible; /* mostly plays what the game's own sense likes, and so gets further */
    Rng rng;
    _Alignas(16) unsigned char state[STATE_MAX];
} World;

static int games_each(void) {
    const char *told = getenv("NEGOCE_GAMES");
    return told ? atoi(told) : 150;
}

static bool listed(const Move *list, int n, Move m) {
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], m)) return true;
    return false;
}

/* A move that may or may not be legal: a legal one of anybody, often with something changed. */
static Move odd_move(World *w) {
    Move list[MOVES_MAX], m = {0};
    int seat = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
    int n = w->game->rules.moves(w->state, seat == w->players ? CHANCE : seat, list);
    if (n) m = list[rng_below(&w->rng, (uint32_t)n)];
    switch (rng_below(&w->rng, 6)) {
    case 0: break;
    case 1: m.verb = (uint8_t)rng_below(&w->rng, 40); break; /* no game has so many */
    case 2: m.item[rng_below(&w->rng, MOVE_ITEMS)] = (uint8_t)rng_below(&w->rng, 32); break;
    case 3: m.count = (uint8_t)rng_below(&w->rng, 20); break;
    case 4:
        if (m.count < MOVE_ITEMS) m.item[m.count++] = (uint8_t)rng_below(&w->rng, 32);
        break;
    default:
        for (int i = 0; i < MOVE_ITEMS; i++)
            m.item[i] = (uint8_t)rng_next(&w->rng);
    }
    return m;
}

/* Ideas are legal moves of vast kinds. */
static void ideas_are_legal(World *w, int seat) {
    Move ideas[IDEAS_MAX];
    int n = w->game->rules.ideas ? w->game->rules.ideas(w->state, seat, ideas) : 0;
    assert_in_range(n, 0, IDEAS_MAX);
    for (int i = 0; i < n; i++) {
        assert_true(w->game->rules.vast(ideas[i]));
        assert_null(w->game->rules.check(w->state, seat, ideas[i]).text);
    }
}

/* Whether a move of anybody is live is no secret: every window says the same. */
static void live_is_known_to_all(World *w, int seat) {
    Move list[MOVES_MAX];
    int n = w->game->live.is_live ? w->game->rules.moves(w->state, seat, list) : 0;
    for (int viewer = 0; viewer < w->players; viewer++) {
        _Alignas(16) unsigned char hidden[STATE_MAX];
        memcpy(hidden, w->state, w->game->state_size);
        w->game->rules.hide(hidden, viewer);
        for (int i = 0; i < n; i++)
            assert_int_equal(w->game->live.is_live(w->state, list[i]),
                             w->game->live.is_live(hidden, list[i]));
    }
}

/* Where decisions have a time, everyone knows it, and at its end the moves made for those who owe
   one are legal and bring them to an end. */
static void a_time_comes_to_its_end(World *w) {
    const Game *game = w->game;
    int seconds = game->live.clock ? game->live.clock(w->state) : 0;
    if (!seconds) return;
    _Alignas(16) unsigned char state[STATE_MAX];
    for (int viewer = 0; viewer < w->players; viewer++) {
        memcpy(state, w->state, game->state_size);
        game->rules.hide(state, viewer);
        assert_int_equal(game->live.clock(state), seconds);
    }
    memcpy(state, w->state, game->state_size);
    for (int lapsed = 0; game->live.clock(state); lapsed++) {
        assert_true(lapsed < 4 * SEATS_MAX);
        Turn turn = game->rules.turn(state);
        Move move;
        int seat = 0;
        while (seat < w->players && !(turn_has(turn, seat) && game->live.lapse(state, seat, &move)))
            seat++;
        assert_in_range(seat, 0, w->players - 1); /* somebody's */
        assert_null(game->rules.check(state, seat, move).text);
        game->rules.apply(state, seat, move, NULL);
    }
}

/* The list of a seat is what check accepts, without a move twice, and every move reads back. */
static void legal_list_is_what_check_accepts(World *w, int seat) {
    Move list[MOVES_MAX];
    int n = w->game->rules.moves(w->state, seat, list);
    assert_in_range(n, 0, (unsigned)w->game->max_moves);
    for (int i = 0; i < n; i++) {
        assert_null(w->game->rules.check(w->state, seat, list[i]).text);
        assert_false(listed(list, i, list[i]));
        char buffer[MOVE_TEXT_MAX];
        Text text = text_over(buffer, sizeof buffer);
        Move back;
        w->game->words.write(w->state, seat, list[i], &text);
        assert_false(text.cut);
        assert_null(w->game->words.read(w->state, seat, buffer, &back).text);
        assert_true(move_equal(list[i], back));
    }
    for (int i = 0; i < ODD_MOVES; i++) {
        Move m = odd_move(w);
        bool legal = !w->game->rules.check(w->state, seat, m).text;
        bool vast =
            w->game->rules.vast && w->game->rules.vast(m); /* of those, the list has a few */
        if (!vast || listed(list, n, m)) assert_int_equal(legal, listed(list, n, m));
    }
    if (n && seat != CHANCE && w->game->rules.pick)
        assert_true(listed(list, n, w->game->rules.pick(w->state, seat, &w->rng)));
}

/* Where talk costs something, the speaker knows it from what he sees, and what he pays is a move of
   his that no undo brings back. */
static void a_fine_is_paid_for_good(World *w, int seat) {
    const Game *game = w->game;
    _Alignas(16) unsigned char seen[STATE_MAX];
    static News news;
    Fine fine = {0}, known = {0};
    bool pays = game->live.talk && game->live.talk(w->state, seat, &fine);
    memcpy(seen, w->state, game->state_size);
    game->rules.hide(seen, seat);
    if (game->live.talk) assert_int_equal(game->live.talk(seen, seat, &known), pays);
    if (!pays) return;
    assert_true(fine.warning && fine.act && move_equal(fine.move, known.move));
    bool legal = !game->rules.check(w->state, seat, fine.move).text;
    assert_int_equal(!game->rules.check(seen, seat, fine.move).text, legal);
    if (!legal) return;
    Move list[MOVES_MAX];
    assert_true(listed(list, game->rules.moves(w->state, seat, list), fine.move));
    news.count = 0;
    news.reveals = false;
    memcpy(seen, w->state, game->state_size);
    game->rules.apply(seen, seat, fine.move, &news);
    assert_true(news.reveals);
}

static void same_picture(const Game *game, const void *a, const void *b, int viewer) {
    Text one = text_grow(), two = text_grow();
    game->words.picture(a, viewer, &one);
    game->words.picture(b, viewer, &two);
    assert_string_equal(one.at, two.at);
    text_free(&one);
    text_free(&two);
}

static void same_moves(const Game *game, const void *a, const void *b, int viewer) {
    Move one[MOVES_MAX] = {0}, two[MOVES_MAX] = {0};
    int n = game->rules.moves(a, viewer, one);
    assert_int_equal(n, game->rules.moves(b, viewer, two));
    assert_memory_equal(one, two, (size_t)n * sizeof *one);
}

/* Re-dealing what a viewer cannot know leaves what he sees, and what he may do, as it was. The
   world dealt anew is left in `other`. */
static void guess_keeps_the_view(World *w, int viewer, unsigned char *other) {
    const Game *game = w->game;
    _Alignas(16) unsigned char hidden[STATE_MAX], again[STATE_MAX];
    size_t size = game->state_size;
    memcpy(hidden, w->state, size);
    game->rules.hide(hidden, viewer);
    memcpy(again, hidden, size);
    game->rules.hide(again, viewer);
    assert_memory_equal(hidden, again, size);
    memcpy(other, hidden, size);
    game->rules.guess(other, viewer, &w->rng);
    assert_null(game->rules.audit(other));
    memcpy(again, other, size);
    game->rules.hide(again, viewer);
    assert_memory_equal(hidden, again, size);
    same_picture(game, hidden, again, viewer);
    assert_int_equal(game->rules.turn(hidden), game->rules.turn(w->state));
    if (viewer == SPECTATOR) return;
    same_moves(game, w->state, hidden, viewer);
    same_moves(game, w->state, other, viewer);
}

static bool same_event(const Event *a, const Event *b) {
    if (strcmp(a->kind, b->kind) != 0 || a->seat != b->seat || a->other != b->other ||
        a->n != b->n || a->m != b->m || a->count != b->count || a->you != b->you ||
        a->they != b->they)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

/* The same move in a world that looks the same tells the viewer the same news. */
static void news_tells_no_secret(World *w, unsigned char *other, int viewer, int seat, Move m) {
    const Game *game = w->game;
    if (game->rules.check(other, seat, m).text) return; /* not possible there */
    _Alignas(16) unsigned char here[STATE_MAX];
    static News a, b;
    memcpy(here, w->state, game->state_size);
    a.count = b.count = 0;
    game->rules.apply(here, seat, m, &a);
    game->rules.apply(other, seat, m, &b);
    int i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a.count && !(a.event[i].audience >> viewer & 1))
            i++;
        while (j < b.count && !(b.event[j].audience >> viewer & 1))
            j++;
        if (i == a.count || j == b.count) break;
        assert_true(same_event(&a.event[i], &b.event[j]));
    }
    assert_int_equal(i == a.count, j == b.count);
}

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
    int best = 0, most = 0;
    for (int i = 0; i < n; i++) {
        int worth = w->game->rules.sense(hidden, seat, list[i]);
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

/* What a game tells a search: moves that are legal and chosen by what the seat may know, a value
   for every seat, and a stage everyone knows. */
static void policy_is_legal_and_does_not_peek(World *w, int seat) {
    static const Style styles[] = {
        {0},
        {.bold = 60, .thrifty = -20, .spiteful = 60},
        {.bold = -100, .thrifty = 100, .spiteful = -100, .patient = 100, .careless = 100},
        {.bold = 100, .thrifty = -100, .spiteful = 100, .patient = -100, .careless = 40},
    };
    const GameRules *rules = &w->game->rules;
    Move list[MOVES_MAX], again[MOVES_MAX];
    int32_t looks[MOVES_MAX], looks_again[MOVES_MAX];
    bool owes = turn_has(rules->turn(w->state), seat);
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, w->state, w->game->state_size);
    rules->hide(hidden, seat);
    for (size_t i = 0; owes && i < sizeof styles / sizeof *styles; i++) {
        uint64_t seed = rng_next(&w->rng);
        Rng one = rng_seed(seed), two = rng_seed(seed);
        if (rules->policy) {
            Move move = rules->policy(w->state, seat, &styles[i], &one);
            assert_null(rules->check(w->state, seat, move).text);
            assert_true(move_equal(move, rules->policy(hidden, seat, &styles[i], &two)));
        }
        if (!rules->choices) continue;
        int n = rules->choices(w->state, seat, &styles[i], list, looks);
        assert_in_range(n, 1, MOVES_MAX);
        assert_int_equal(n, rules->choices(hidden, seat, &styles[i], again, looks_again));
        for (int k = 0; k < n; k++) {
            assert_null(rules->check(w->state, seat, list[k]).text);
            assert_false(listed(list, k, list[k]));
            assert_true(move_equal(list[k], again[k]) && looks[k] == looks_again[k]);
        }
    }
}

static void worth_and_stage_hold(World *w, int *stage) {
    const GameRules *rules = &w->game->rules;
    int32_t worth[SEATS_MAX + 1];
    if (rules->worth) assert_true(rules->worth(w->state, &(Style){0}, worth) >= 1);
    if (!rules->stage) return;
    int now = rules->stage(w->state);
    assert_true(now >= *stage);
    *stage = now;
    for (int viewer = 0; viewer < w->players; viewer++) {
        _Alignas(16) unsigned char hidden[STATE_MAX];
        memcpy(hidden, w->state, w->game->state_size);
        rules->hide(hidden, viewer);
        assert_int_equal(rules->stage(hidden), now);
    }
}

static void check_all(World *w) {
    _Alignas(16) unsigned char before[STATE_MAX], other[STATE_MAX];
    memcpy(before, w->state, w->game->state_size);
    for (int seat = 0; seat < w->players; seat++) {
        legal_list_is_what_check_accepts(w, seat);
        ideas_are_legal(w, seat);
        a_fine_is_paid_for_good(w, seat);
        live_is_known_to_all(w, seat);
        policy_is_legal_and_does_not_peek(w, seat);
    }
    legal_list_is_what_check_accepts(w, CHANCE);
    a_time_comes_to_its_end(w);
    for (int seat = 0; seat < w->players; seat++)
        guess_keeps_the_view(w, seat, other);
    guess_keeps_the_view(w, SPECTATOR, other);
    assert_memory_equal(before, w->state, w->game->state_size); /* looking changes nothing */
}

static void play_one(World *w, const uint8_t *options, bool thorough) {
    static News news;
    const Game *game = w->game;
    assert_null(game->rules.start(w->state, w->players, options).text);
    int stage = INT_MIN;
    for (int i = 0; game->rules.turn(w->state); i++) {
        assert_true(i < LONGEST);
        worth_and_stage_hold(w, &stage);
        assert_null(game->rules.audit(w->state));
        if (thorough) check_all(w);
        int seat;
        Move m = next_move(w, &seat);
        assert_null(game->rules.check(w->state, seat, m).text);
        int viewer = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
        if (viewer == w->players) viewer = SPECTATOR;
        _Alignas(16) unsigned char other[STATE_MAX];
        guess_keeps_the_view(w, viewer, other);
        news_tells_no_secret(w, other, viewer, seat, m);
        _Alignas(16) unsigned char silent[STATE_MAX];
        memcpy(silent, w->state, game->state_size);
        game->rules.apply(silent, seat, m, NULL);
        news.count = 0;
        game->rules.apply(w->state, seat, m, &news);
        assert_memory_equal(silent, w->state, game->state_size); /* telling changes nothing */
    }
    assert_null(game->rules.audit(w->state));
    for (int seat = 0; seat <= CHANCE; seat++) {
        Move list[MOVES_MAX];
        assert_int_equal(game->rules.moves(w->state, seat, list), 0);
    }
    Score scores[SEATS_MAX];
    game->rules.score(w->state, scores);
    for (int seat = 0; seat < w->players; seat++) {
        int sum = 0;
        for (int i = 0; game->words.parts[i]; i++)
            sum += scores[seat].parts[i];
        assert_int_equal(sum, scores[seat].points);
    }
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

static void random_games_keep_every_promise(void **unused) {
    (void)unused;
    int played = 0;
    for (int g = 0; games[g]; g++)
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++) {
            uint8_t options[OPTIONS_MAX] = {0};
            do {
                for (int i = 0; i < 2 || i < games_each() / variants(games[g]); i++) {
                    World w = {.game = games[g],
                               .players = players,
                               .sensible = i % 10 == 1,
                               .rng = rng_seed((uint64_t)(1000 * players + i))};
                    if (w.game->rules.start(w.state, players, options).text) break;
                    play_one(&w, options, i % 50 < 2);
                    played++;
                }
            } while (next_options(games[g], options));
        }
    printf("%d random games\n", played);
    assert_true(played > 0);
}

/* `pick` and listing must agree not only on what is legal but on how likely each move is. */
static void pick_is_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 20000 };
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        if (!game->rules.pick) continue;
        World w = {.game = game, .players = game->max_players, .rng = rng_seed(7)};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_keep_every_promise),
        cmocka_unit_test(pick_is_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
