/* What finished games say of their players: every seat once, ranks as the game scores them, and
   feats that can be done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "people/result.h"

enum { GAMES_EACH = 60, PLAYERS = 4, STEPS = 40000 };

/* In every other game all but seat 1 play at random: some feats are for whoever is far ahead. */
static const char *level_of(uint64_t seed, int seat) {
    return seed % 2 || seat == 1 ? "trader" : "random";
}

/* A game of bots, played to its end; the person of seat 0 is away and played for. */
static Table *played(const Game *game, uint64_t seed) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Rng rng = rng_seed(seed);
    Table *t = table_open(game, PLAYERS, options, &why);
    char line[64];
    assert_non_null(t);
    for (int seat = 1; seat < PLAYERS; seat++) {
        snprintf(line, sizeof line, "seat %d bot %s", seat, level_of(seed, seat));
        assert_null(table_enter(t, line).text);
    }
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    assert_null(table_enter(t, "begin").text);
    snprintf(line, sizeof line, "seat 0 away %s", level_of(seed, 0));
    assert_null(table_enter(t, line).text);
    for (int i = 0; i < STEPS && !table_over(t); i++)
        assert_true(table_play_on(t, (Effort){0}, &rng));
    assert_true(table_over(t));
    return t;
}

static void assert_result(const Table *t, const Result *result, uint64_t seed) {
    Score scores[SEATS_MAX + 1];
    table_game(t)->rules.score(table_state(t), scores);
    assert_int_equal(result->players, PLAYERS);
    for (int seat = 0; seat < PLAYERS; seat++) {
        const ResultSeat *it = &result->seat[seat];
        assert_string_equal(it->who[0] == '*' ? it->who + 1 : it->who,
                            seat ? level_of(seed, seat) : "anna");
        assert_int_equal(it->away, seat == 0);
        assert_int_equal(it->helped, seat == 0);
        assert_int_equal(it->rank, scores[seat].rank);
        assert_int_equal(it->points, scores[seat].points);
        assert_true(it->margin == 0 || it->rank == 1);
        if (!it->away) continue;
        assert_int_equal(it->feats, 0); /* a machine played for her from the first move on */
        for (int i = 0; i < BESTS_MAX; i++)
            assert_int_equal(it->best[i], BEST_NONE);
    }
}

/* Those of the house: the first sale comes by itself, an order must be given. */
static bool is_common(const Feat *feat) {
    return strcmp(feat->id, "e-bale") == 0 || strcmp(feat->id, "e-letter") == 0;
}

/* No emblem is out of reach, none comes by itself. */
static void every_feat_is_done_by_some_and_not_by_all(void **state) {
    (void)state;
    for (int g = 0; games[g]; g++) {
        const Feat *feats = games[g]->words.feats;
        int done[FEATS_MAX + 1] = {0}, missing = 1, n = 0, all = 0;
        if (!feats) continue; /* a game may do without */
        for (; n < GAMES_EACH && missing; n++) {
            Result result;
            Table *t = played(games[g], (uint64_t)n + 1);
            result_of(t, &result);
            assert_result(t, &result, (uint64_t)n + 1);
            table_close(t);
            missing = 0;
            for (int i = 0; feats[i].id; i++) {
                assert_true(i < FEATS_MAX);
                for (int seat = 0; seat < PLAYERS; seat++)
                    done[i] += (int)(result.seat[seat].feats >> i & 1u);
                missing += done[i] == 0 && !is_common(&feats[i]);
            }
            all += PLAYERS;
        }
        for (int i = 0; feats[i].id; i++) {
            print_message("%s: %s %d of %d\n", games[g]->id, feats[i].id, done[i], all);
            if (is_common(&feats[i]))
                assert_true(strcmp(feats[i].id, "e-bale") == 0 ? done[i] > 0 : done[i] == 0);
            else
                assert_true(done[i] > 0 && done[i] < all);
        }
    }
}

static void enter(Table *t, const char *line) {
    Reason why = table_enter(t, line);
    if (why.text) fail_msg("%s: %s", line, why.text);
}

/* Anna leaves, sees what the machine does, comes back and takes it back: it has decided for her all
   the same. Her own moves and those of her orders are hers. */
static void a_decision_of_a_machine_counts_though_it_was_taken_back(void **state) {
    (void)state;
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Rng rng = rng_seed(3);
    Table *t = table_open(game_named("byzanz"), 3, options, &why);
    enter(t, "seat 0 person anna Anna");
    enter(t, "seat 1 bot random");
    enter(t, "seat 2 bot random");
    enter(t, "begin");
    int decided = 0;
    for (int i = 0; i < STEPS && decided < LATES_MAX; i++) {
        assert_false(table_over(t));
        if (!turn_has(table_turn(t), 0)) {
            assert_true(table_play_on(t, (Effort){0}, &rng));
            continue;
        }
        enter(t, "seat 0 away greedy");
        assert_true(table_play_on(t, (Effort){0}, &rng));
        assert_int_equal(table_stood_in(t, 0), ++decided);
        enter(t, "seat 0 back");
        int to;
        char line[32];
        if (table_undo_check(t, 0, &to).text) continue;
        snprintf(line, sizeof line, "undo %d", to);
        enter(t, line);
        assert_int_equal(table_stood_in(t, 0), decided);
        Move list[MOVES_MAX];
        assert_true(table_game(t)->rules.moves(table_state(t), 0, list) > 0);
        Text own = text_over(line, sizeof line);
        assert_null(table_enter_move(t, 0, list[0], &own).text);
        assert_int_equal(table_stood_in(t, 0), decided);
    }
    assert_int_equal(decided, LATES_MAX);
    enter(t, "seat 0 given trader");
    assert_int_equal(table_stood_in(t, 0), 0); /* whoever comes is another */
    table_close(t);
}

/* --- each feat, from a record ------------------------------------------------------------------
 */

static const char *folder;

/* What the records of tests/feats say of each seat, read off the record by hand. */
static const struct {
    const char *file, *feat;
    const char *seats; /* that have done it, as digits */
} expected[] = {
    {"byzanz", "e-amphora", "2"},      /* three traders sold, one kept, worth five */
    {"byzanz", "e-gavel", "0"},        /* 0 gets two lots for nothing */
    {"byzanz", "e-abacus", "123"},     /* won for ten or more */
    {"byzanz", "e-bale", "0123"},      /* everybody sells */
    {"byzanz", "e-letter", ""},        /* nobody ordered anything */
    {"batavia", "e-seals", "1"},       /* holds five of them for a while */
    {"batavia", "e-anchor", "3"},      /* the only one who arrives */
    {"batavia", "e-chest", "0"},       /* 10 + 11 + 7 + 15 gold */
    {"batavia", "e-cannon", "123"},    /* 32, 20 and 27 bills */
    {"batavia", "e-bale", "023"},      /* 1 exchanges no tile */
    {"comptoir", "e-slate", "0"},      /* wins, and leaves the slate himself */
    {"comptoir", "e-crane", "0"},      /* twenty or more with one ship */
    {"comptoir", "e-drum", "2"},       /* six events */
    {"comptoir", "e-cask", "0"},       /* 66 primes */
    {"comptoir", "e-hold", ""},        /* nobody has seven aboard */
    {"comptoir-hold", "e-slate", "0"}, /* the others leave it to each other */
    {"comptoir-hold", "e-hold", "0"},  /* seven porters */
    {"comptoir-hold", "e-drum", ""},   /* five events at most */
    {"comptoir-owed", "e-slate", ""},  /* the winner was left the slate */
    {"voc", "e-lantern", "0123"},      /* each is home once within ten words */
    {"voc", "e-deed", "2"},            /* a contract for twenty */
    {"voc", "e-hands", "23"},          /* two deals accepted */
    {"voc", "e-rose", "1"},            /* 72 daalders */
    {"voc", "e-bale", "0123"},
};

static Table *read_record(const char *name) {
    char path[512];
    static char text[1 << 16];
    int line;
    Reason why;
    snprintf(path, sizeof path, "%s/%s.negoce", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(size < sizeof text);
    Table *t = table_read(text, size, &line, &why);
    if (!t) fail_msg("%s:%d: %s", path, line, why.text);
    assert_true(table_over(t));
    return t;
}

static void each_feat_is_read_off_a_record(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof expected / sizeof *expected; n++) {
        Table *t = read_record(expected[n].file);
        const Feat *feats = table_game(t)->words.feats;
        Result result;
        int i = 0;
        result_of(t, &result);
        while (feats[i].id && strcmp(feats[i].id, expected[n].feat) != 0)
            i++;
        assert_non_null(feats[i].id);
        for (int seat = 0; seat < result.players; seat++)
            if ((result.seat[seat].feats >> i & 1) !=
                (strchr(expected[n].seats, '0' + seat) != NULL))
                fail_msg("%s: %s of seat %d", expected[n].file, expected[n].feat, seat);
        table_close(t);
    }
}

/* And the best of each seat by the records of its game, in accord with the feats above; -1: none.
 */
static const struct {
    const char *file, *best;
    int of[PLAYERS];
} bests[] = {
    {"byzanz", "sale", {4, 4, 5, 4}},      {"byzanz", "free", {3, -1, -1, -1}},
    {"batavia", "seals", {3, 5, 2, 3}},    {"batavia", "counters", {43, 19, 20, 23}},
    {"comptoir", "ship", {24, 9, 10, 12}}, {"comptoir", "events", {-1, 3, 6, 3}},
    {"voc", "crossing", {1, 2, 1, 1}},     {"voc", "delivery", {16, 17, 20, 12}},
};

static void each_best_is_read_off_a_record(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof bests / sizeof *bests; n++) {
        Table *t = read_record(bests[n].file);
        Result result;
        int i = 0;
        result_of(t, &result);
        while (result.bests[i].id && strcmp(result.bests[i].id, bests[n].best) != 0)
            i++;
        assert_non_null(result.bests[i].id);
        for (int seat = 0; seat < result.players; seat++)
            if (result.seat[seat].best[i] != bests[n].of[seat])
                fail_msg("%s: %s of seat %d is %d", bests[n].file, bests[n].best, seat,
                         result.seat[seat].best[i]);
        table_close(t);
    }
}

/* --- what is more than the moves ----------------------------------------------------------------
 */

static int feat_numbered(const Game *game, const char *id) {
    for (int i = 0; game->words.feats[i].id; i++)
        if (strcmp(game->words.feats[i].id, id) == 0) return i;
    fail_msg("%s has no %s", game->id, id);
    return -1;
}

/* Plays a game in which seat 0 is a person: his orders act where he has any (`ordering`), and he
   makes the same moves by hand where he has not. Returns how many auctions he won so. */
static int play_by_orders(Table *t, bool ordering, Rng *rng) {
    const Game *game = table_game(t);
    Move list[MOVES_MAX], move;
    int acts = 0;
    for (int i = 0; i < STEPS && !table_over(t); i++) {
        bool mine = turn_has(game->rules.turn(table_state(t)), 0);
        Lot lot;
        if (mine && game->live.lot(table_state(t), 0, &lot)) {
            char order[32];
            int most = game->live.falling ? 5 : game->live.means(table_state(t), 0);
            snprintf(order, sizeof order, "order 0 bid %d",
                     most < 3 && !game->live.falling ? 1 : most);
            if (ordering) (void)table_enter(t, order); /* refused where there is one already over */
        }
        if (mine && table_order_move(t, 0, &move)) {
            acts++;
        } else if (mine) {
            int count = game->rules.moves(table_state(t), 0, list);
            move = list[rng_below(rng, (uint32_t)count)];
        } else {
            assert_true(table_play_on(t, (Effort){0}, rng));
            continue;
        }
        Text line = text_grow();
        assert_null(table_enter_move(t, 0, move, &line).text);
        text_free(&line);
    }
    assert_true(table_over(t));
    return acts;
}

static Table *for_orders(const Game *game, uint64_t seed) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Table *t = table_open(game, PLAYERS, options, &why);
    (void)seed;
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    assert_null(table_enter(t, "seat 1 bot random").text);
    assert_null(table_enter(t, "seat 2 bot random").text);
    assert_null(table_enter(t, "seat 3 bot random").text);
    assert_null(table_enter(t, "begin").text);
    return t;
}

/* An auction won by an order is a sealed letter; one won by hand is not. */
static void an_order_that_wins_is_a_sealed_letter(void **state) {
    (void)state;
    for (int g = 0; games[g]; g++) {
        /* Who plays VOC! at random has no goods to claim a contract with. */
        if (!games[g]->live.lot || games[g]->live.falling) continue;
        int letter = feat_numbered(games[g], "e-letter"), won = 0;
        for (uint64_t seed = 1; seed <= 12 && !won; seed++) {
            Rng rng = rng_seed(seed);
            Result result;
            Table *t = for_orders(games[g], seed);
            int acts = play_by_orders(t, true, &rng);
            result_of(t, &result);
            won = result.seat[0].feats >> letter & 1;
            assert_true(acts > 0 || !won);
            assert_true((result.seat[1].feats >> letter & 1) == 0);
            table_close(t);
            rng = rng_seed(seed);
            t = for_orders(games[g], seed);
            play_by_orders(t, false, &rng);
            result_of(t, &result);
            assert_true((result.seat[0].feats >> letter & 1) == 0);
            table_close(t);
        }
        print_message("%s: %d\n", games[g]->id, won);
        assert_true(won);
    }
}

/* Who checks a game is remembered once, after its end, and it changes nothing else. */
static void a_check_is_a_line_of_the_finished_journal(void **state) {
    (void)state;
    Rng rng = rng_seed(3);
    Table *t = for_orders(game_named("byzanz"), 3);
    Result result;
    assert_non_null(table_enter(t, "checked 0").text);
    play_by_orders(t, false, &rng);
    int version = table_version(t), lines = table_lines(t);
    assert_non_null(table_enter(t, "checked 1").text); /* a bot */
    assert_non_null(table_enter(t, "checked 9").text);
    result_of(t, &result);
    assert_false(result.seat[0].checked);
    assert_null(table_enter(t, "checked 0").text);
    assert_non_null(table_enter(t, "checked 0").text);
    assert_int_equal(table_version(t), version);
    assert_int_equal(table_lines(t), lines + 1);
    result_of(t, &result);
    assert_true(result.seat[0].checked && !result.seat[1].checked);
    table_close(t);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_feat_is_done_by_some_and_not_by_all),
        cmocka_unit_test(a_decision_of_a_machine_counts_though_it_was_taken_back),
        cmocka_unit_test(each_feat_is_read_off_a_record),
        cmocka_unit_test(each_best_is_read_off_a_record),
        cmocka_unit_test(an_order_that_wins_is_a_sealed_letter),
        cmocka_unit_test(a_check_is_a_line_of_the_finished_journal)};
    if (count < 2) return 1;
    folder = words[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
