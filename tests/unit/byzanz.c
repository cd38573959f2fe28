/* byzanz.c: the piles of Byzanz count right, and its best sale is the best. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "games/byzanz/state.h"

/* A pile of `n` cards drawn from all 112. */
static Pile drawn(int n, Rng *rng) {
    Pile bag = PILE_ALL, pile = PILE_EMPTY;
    for (int i = 0; i < n; i++) {
        Pile card = pile_one(byzanz_draw(bag, rng));
        bag = pile_minus(bag, card);
        pile = pile_plus(pile, card);
    }
    return pile;
}

static void all_cards_are_112_and_198_points(void **unused) {
    (void)unused;
    assert_int_equal(pile_count(PILE_ALL), 112);
    assert_int_equal(pile_value(PILE_ALL), 198);
    assert_int_equal(pile_traders(PILE_ALL), 16);
    for (int type = 0; type < TYPES; type++) {
        assert_int_equal(pile_count(pile_type(PILE_ALL, type)), 16);
        assert_int_equal(pile_value(pile_type(PILE_ALL, type)), 33);
        assert_int_equal(pile_of(PILE_ALL, kind_of(type, 1)), 6);
        assert_int_equal(pile_of(PILE_ALL, kind_of(type, 2)), 5);
        assert_int_equal(pile_of(PILE_ALL, kind_of(type, 3)), 3);
        assert_int_equal(pile_of(PILE_ALL, kind_of(type, 4)), 2);
    }
}

static void the_set_up_runs_out_exactly(void **unused) {
    (void)unused;
    for (int players = 3; players <= 6; players++) {
        const Setup *setup = byzanz_setup(players);
        int sum = 0;
        for (int i = 0; i < players; i++) {
            sum += setup->offers[i];
            if (i) assert_true(setup->offers[i] < setup->offers[i - 1]);
        }
        assert_int_equal(CARDS - DEALT * players - setup->removed, setup->rounds * sum);
        assert_true(setup->few < setup->rounds);
    }
}

static void piles_count_as_cards_do(void **unused) {
    (void)unused;
    Rng rng = rng_seed(1);
    for (int round = 0; round < 3000; round++) {
        Pile p = drawn((int)rng_below(&rng, 60), &rng), q = drawn((int)rng_below(&rng, 8), &rng);
        int count = 0, value = 0, kinds = 0;
        bool has = true;
        Pile less = PILE_EMPTY;
        for (int kind = 0; kind < KINDS; kind++) {
            int n = pile_of(p, kind), taken = pile_of(q, kind);
            count += n;
            value += n * kind_value(kind);
            kinds += n > 0;
            has = has && n >= taken;
            for (int i = taken; i < n; i++)
                less = pile_plus(less, pile_one(kind));
        }
        assert_int_equal(pile_count(p), count);
        assert_int_equal(pile_value(p), value);
        assert_int_equal(pile_has(p, q), has);
        assert_true(pile_same(pile_less(p, q), less));
        int before = -1;
        EACH_KIND(kind, p) {
            assert_true(kind > before && pile_of(p, kind) > 0);
            before = kind;
            kinds--;
        }
        assert_int_equal(kinds, 0);
    }
}

/* Points first, then cards left: the most that any order of sales reaches. */
static int best_by_trying(Pile hand) {
    Move sells[SELLS_MAX];
    int n = byzanz_sells(hand, sells), best = pile_count(hand);
    for (int i = 0; i < n; i++) {
        int points = byzanz_worth(pile_one(sells[i].item[0]));
        int rest = 100 * points + best_by_trying(pile_minus(hand, byzanz_cards_of(sells[i])));
        if (rest > best) best = rest;
    }
    return best;
}

static void best_sales_are_the_best(void **unused) {
    (void)unused;
    Rng rng = rng_seed(2);
    for (int round = 0; round < 4000; round++) {
        Pile hand = drawn((int)rng_below(&rng, 9), &rng), left = hand, sets[CARDS / 3];
        int points, sum = 0, n = byzanz_best_sales(hand, sets, &points);
        for (int i = 0; i < n; i++) {
            assert_int_equal(pile_count(sets[i]), 3);
            assert_true(pile_has(left, sets[i]));
            left = pile_minus(left, sets[i]);
            Move set[SELLS_MAX];
            assert_int_equal(byzanz_sells(sets[i], set), 1); /* it is a set */
            sum += byzanz_worth(pile_one(set[0].item[0]));
        }
        assert_int_equal(sum, points);
        assert_int_equal(100 * points + pile_count(left), best_by_trying(hand));
    }
}

/* Each card left in the bag is equally likely: 5 sigma of a binomial around the mean. */
static void draws_are_fair(void **unused) {
    (void)unused;
    enum { DRAWS = 200000 };
    Rng rng = rng_seed(3);
    Pile bag = drawn(30, &rng);
    int met[KINDS] = {0}, size = pile_count(bag);
    for (int i = 0; i < DRAWS; i++)
        met[byzanz_draw(bag, &rng)]++;
    for (int kind = 0; kind < KINDS; kind++) {
        double mean = (double)DRAWS * pile_of(bag, kind) / size, off = met[kind] - mean;
        assert_true(off * off <= 25 * mean);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cards_are_112_and_198_points),
        cmocka_unit_test(the_set_up_runs_out_exactly),
        cmocka_unit_test(piles_count_as_cards_do),
        cmocka_unit_test(best_sales_are_the_best),
        cmocka_unit_test(draws_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
