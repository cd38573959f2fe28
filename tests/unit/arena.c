/* arena.c: games and deals by the number are the same however they are played, and what is counted
   of them adds up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/arena.h"
#include "bots/odds.h"
#include "games/games.h"

enum { GAMES = 12 };

static Thought room;

static Match match_of(const Game *game, const char *bot, bool rotate) {
    Match match = {.game = game, .players = game->max_players, .rotate = rotate, .seed = 7};
    for (int e = 0; e < match.players; e++)
        match.entrants[e].bot = bot_named(bot);
    return match;
}

/* --- games ------------------------------------------------------------------------------------ */

/* Every win is somebody's or the house's, and somebody is ahead in every game. */
static void assert_adds_up(const Tally *tally, int players) {
    Result seats = {0}, entrants = {0};
    for (int i = 0; i < players; i++) {
        assert_int_equal(tally->seat[i].games, tally->games);
        result_add(&seats, &tally->seat[i]);
        result_add(&entrants, &tally->entrant[i]);
    }
    assert_memory_equal(&seats, &entrants, sizeof seats);
    assert_int_equal(seats.wins, WIN * (tally->games - tally->lost));
    assert_int_equal(seats.ahead, WIN * tally->games);
}

static void games_are_the_same_in_any_order_and_add_up(void **unused) {
    (void)unused;
    bool moved = false; /* entrants have changed seats */
    for (int i = 0; games[i]; i++)
        for (int rotate = 0; rotate < 2; rotate++) {
            Match match = match_of(games[i], "random", rotate);
            Tally forth = {0}, back[2] = {{0}}, all = {0};
            for (int g = 0; g < GAMES; g++)
                arena_play(&match, g, &room, &forth);
            for (int g = GAMES - 1; g >= 0; g--)
                arena_play(&match, g, &room, &back[g % 2]);
            arena_add(&all, &back[0]);
            arena_add(&all, &back[1]);
            assert_memory_equal(&all, &forth, sizeof all);
            assert_int_equal(forth.games, GAMES);
            assert_adds_up(&forth, match.players);
            bool apart = memcmp(forth.seat, forth.entrant, sizeof forth.seat) != 0;
            assert_true(rotate || !apart);
            moved |= apart;
        }
    assert_true(moved);
}

/* A game that leaves Chance's moves to be made one by one goes as one that makes them at once. */
static void chance_at_once_changes_no_game(void **unused) {
    (void)unused;
    _Alignas(16) unsigned char quick[STATE_MAX], slow[STATE_MAX];
    for (int i = 0; games[i]; i++) {
        Game steps = *games[i];
        const Match match = match_of(games[i], "random", false);
        const Player *players[SEATS_MAX];
        Rng one = rng_seed(3), other = one;
        steps.rules.draw_all = NULL;
        for (int e = 0; e < match.players; e++)
            players[e] = &match.entrants[e];
        int moves = arena_game(games[i], match.players, match.options, players, &one, &one, &room,
                               NULL, quick);
        assert_int_equal(arena_game(&steps, match.players, match.options, players, &other, &other,
                                    &room, NULL, slow),
                         moves);
        assert_memory_equal(quick, slow, steps.state_size);
    }
}

/* --- whoever plays ------------------------------------------------------------------------------
 */

/* A program that keeps everybody waiting, then plays the first move there is, or is lost. */
typedef struct Stranger {
    Asker asker;
    int waits;
    bool lost;
    Move first;
} Stranger;

static void ask_stranger(Asker *asker, const Game *game, const void *hidden, int players,
                         int seat) {
    Move list[MOVES_MAX];
    (void)players;
    assert_true(game->rules.moves(hidden, seat, list) > 0);
    ((Stranger *)asker)->first = list[0];
}

static Reply read_stranger(Asker *asker, int wait, Move *move) {
    Stranger *stranger = (Stranger *)asker;
    (void)wait;
    if (stranger->waits-- > 0) return REPLY_WAITS;
    *move = stranger->first;
    return stranger->lost ? REPLY_LOST : REPLY_GIVEN;
}

/* The first decision of a game by bots of this level, and whose it is. */
static int decision(const Match *match, void *s) {
    Rng rng = rng_seed(5);
    assert_null(match->game->rules.start(s, match->players, match->options).text);
    chance_plays(match->game, s, &rng);
    return __builtin_ctz(match->game->rules.turn(s));
}

static void a_program_is_waited_for_and_replaced_where_it_is_lost(void **unused) {
    (void)unused;
    _Alignas(16) unsigned char s[STATE_MAX];
    for (int i = 0; games[i]; i++)
        for (int lost = 0; lost < 2; lost++) {
            Match match = match_of(games[i], "trader", false);
            Stranger stranger = {{ask_stranger, read_stranger}, 3, lost, {0}};
            Rng rng = rng_seed(9);
            int seat = decision(&match, s);
            Player player = {.bot = bot_named("trader"), .asker = &stranger.asker};
            Move m = bot_move(&player, games[i], s, match.players, seat, &rng, &room);
            assert_int_equal(stranger.waits, -1);
            assert_null(games[i]->rules.check(s, seat, m).text);
            assert_true(lost || move_equal(m, stranger.first));
        }
}

static int64_t ticking(void) {
    static int64_t now;
    return now += 1000000;
}

static void turns_are_timed_by_the_clock_that_was_lent(void **unused) {
    (void)unused;
    Pace paces[SEATS_MAX] = {{0}};
    Match match = match_of(games[0], "random", true);
    Tally tally = {0};
    match.paces = paces;
    match.entrants[0].effort.now = match.entrants[1].effort.now = ticking;
    arena_play(&match, 0, &room, &tally);
    Deal deal;
    arena_deal(&match, 0, &room, &deal);
    for (int e = 0; e < 2; e++) {
        assert_true(paces[e].turns > 1);
        assert_in_range(pace_below(&paces[e], 1), 900000, 50000000); /* a decision is one tick */
    }
    assert_int_equal(paces[2].turns, 0);
}

/* A game that says nothing to searches is played by its sense. */
static void a_game_without_judgement_is_played_all_the_same(void **unused) {
    (void)unused;
    _Alignas(16) unsigned char s[STATE_MAX];
    const char *const levels[] = {"novice", "trader", "shipowner"};
    for (int i = 0; games[i]; i++)
        for (int level = 0; level < 3; level++) {
            Game plain = *games[i];
            Match match = match_of(&plain, levels[level], false);
            Rng rng = rng_seed(2);
            plain.rules.policy = NULL;
            plain.rules.choices = NULL;
            int seat = decision(&match, s);
            Player player = {.bot = bot_named(levels[level]), .effort = {.iterations = 4}};
            Move m = bot_move(&player, &plain, s, match.players, seat, &rng, &room);
            assert_null(plain.rules.check(s, seat, m).text);
        }
}

static void levels_and_guests_are_told(void **unused) {
    (void)unused;
    const char *const guests[] = {"Perle"};
    Text json = text_grow();
    bots_json(NULL, guests, 1, &json);
    assert_non_null(strstr(json.at, "{\"id\":\"admiral\","));
    assert_non_null(strstr(json.at, "{\"id\":\"guest:Perle\",\"title\":\"Perle\","));
    text_free(&json);
}

/* --- deals ------------------------------------------------------------------------------------ */

static void places_of_a_deal_add_up(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        Match match = match_of(games[i], i % 2 ? "greedy" : "random", false);
        const int n = match.players;
        Deal deal, again;
        memset(&deal, 0, sizeof deal);
        memset(&again, 0, sizeof again);
        arena_deal(&match, 5, &room, &deal);
        arena_deal(&match, 5, &room, &again);
        assert_memory_equal(&deal, &again, sizeof deal);
        for (int r = 0; r < n; r++) {
            int places = 0, wins = 0;
            for (int e = 0; e < n; e++) {
                places += deal_place(&deal, r, e);
                wins += deal_win(&deal, r, e);
                for (int other = 0; other < n; other++)
                    if (other != e)
                        assert_int_equal(
                            deal_ahead(&deal, r, e, other) + deal_ahead(&deal, r, other, e), WIN);
            }
            assert_int_equal(places, WIN * n * (n + 1) / 2);
            assert_true(wins == WIN || wins == 0); /* 0: the game beat them all */
        }
    }
}

static void those_level_share_win_and_place(void **unused) {
    (void)unused;
    const Deal deal = {.players = 3, .of = {{{20, 1}, {20, 1}, {7, 3}}, {{9, 2}, {4, 3}, {9, 2}}}};
    assert_int_equal(deal_win(&deal, 0, 0), WIN / 2);
    assert_int_equal(deal_win(&deal, 0, 2), 0);
    assert_int_equal(deal_place(&deal, 0, 1), WIN * 3 / 2);
    assert_int_equal(deal_place(&deal, 0, 2), WIN * 3);
    assert_int_equal(deal_win(&deal, 1, 0), 0); /* the house has won */
    assert_int_equal(deal_ahead(&deal, 1, 0, 2), WIN / 2);
    assert_int_equal(deal_ahead(&deal, 1, 0, 1), WIN);
}

/* An entrant of any style plays another one from deal to deal, and nobody else's dice change. */
static void any_style_is_another_each_deal(void **unused) {
    (void)unused;
    Match steady = match_of(games[0], "trader", false), any = steady;
    any.entrants[0].any_style = true;
    bool differs = false;
    for (int i = 0; i < 8; i++) {
        Deal one, other;
        memset(&one, 0, sizeof one);
        memset(&other, 0, sizeof other);
        arena_deal(&steady, i, &room, &one);
        arena_deal(&any, i, &room, &other);
        differs |= memcmp(&one, &other, sizeof one) != 0;
    }
    assert_true(differs);
}

/* --- chances ---------------------------------------------------------------------------------- */

/* At the end who won has nearly all; before it, also where a game does not say what a position is
   worth, the chances are shared. */
static void chances_of_a_position_are_shared(void **unused) {
    (void)unused;
    _Alignas(16) unsigned char s[STATE_MAX];
    for (int i = 0; games[i]; i++) {
        Game mute = *games[i];
        const Match match = match_of(games[i], "random", false);
        const int n = match.players;
        const Player *players[SEATS_MAX];
        const Style style = {0};
        int32_t chance[SEATS_MAX], sum = 0;
        Score score[SEATS_MAX];
        Rng rng = rng_seed(11);
        mute.rules.worth = NULL;
        for (int e = 0; e < n; e++)
            players[e] = &match.entrants[e];
        assert_null(mute.rules.start(s, n, match.options).text);
        chance_plays(&mute, s, &rng);
        odds_at(&mute, s, n, &style, chance);
        for (int e = 0; e < n; e++)
            sum += chance[e];
        assert_in_range(sum, CERTAIN - n, CERTAIN);
        arena_game(&mute, n, match.options, players, &rng, &rng, &room, NULL, s);
        odds_at(&mute, s, n, &style, chance);
        mute.rules.score(s, score);
        for (int e = 0; e < n; e++)
            for (int other = 0; other < n; other++)
                if (score[e].rank == 1 && score[other].rank != 1)
                    assert_true(chance[e] > chance[other]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_the_same_in_any_order_and_add_up),
        cmocka_unit_test(chance_at_once_changes_no_game),
        cmocka_unit_test(a_program_is_waited_for_and_replaced_where_it_is_lost),
        cmocka_unit_test(turns_are_timed_by_the_clock_that_was_lent),
        cmocka_unit_test(a_game_without_judgement_is_played_all_the_same),
        cmocka_unit_test(levels_and_guests_are_told),
        cmocka_unit_test(places_of_a_deal_add_up),
        cmocka_unit_test(those_level_share_win_and_place),
        cmocka_unit_test(any_style_is_another_each_deal),
        cmocka_unit_test(chances_of_a_position_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
