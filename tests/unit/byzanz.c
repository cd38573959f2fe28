/* byzanz.c: the piles of Byzanz count right, its best sale is the best, and a hand is worth what
   trying every use of it finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "games/byzanz/hand.h"

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

/* --- what a hand is worth --------------------------------------------------------------------- */

/* The m highest cards of a type together. */
static int highest(Pile hand, int type, int m) {
    int sum = 0;
    for (int value = VALUES; value > 0; value--)
        for (int i = pile_of(hand, kind_of(type, value)); i > 0 && m > 0; i--, m--)
            sum += value;
    return sum;
}

/* The best value of the types from one on: any number of sets of each, filled by traders, any
   number of the traders left sold as sets. */
static int value_by_trying(const Eye *eye, int trader, Pile hand, int type, int traders) {
    int best = 0, held = type < TYPES ? pile_count(pile_type(hand, type)) : 0;
    if (type == TYPES) {
        for (int sets = 0; 3 * sets <= traders; sets++) {
            int value = (sets * TRADER_WORTH * POINT + (traders - 3 * sets) * trader) * SETS + sets;
            best = value > best ? value : best;
        }
        return best;
    }
    for (int sets = 0; sets <= held && 3 * sets - held <= traders; sets++) {
        int left = held - 3 * sets;
        int next = highest(hand, type, sets + 1) - highest(hand, type, sets);
        int rest = left <= 0 ? 0 : left == 1 ? next * eye->lone : next * eye->pair;
        int value = (highest(hand, type, sets) * POINT + rest) * SETS + sets;
        if (type == eye->blind) value = 0;
        if (type == eye->blind && sets > 0) break;
        value += value_by_trying(eye, trader, hand, type + 1, traders - (left < 0 ? -left : 0));
        best = value > best ? value : best;
    }
    return best;
}

static void a_hand_is_worth_its_best_use(void **unused) {
    (void)unused;
    Rng rng = rng_seed(4);
    Byzanz s = {.rounds = 6, .phase = PHASE_AUCTION};
    for (int time = 0; time < 20000; time++) {
        Style style = {.patient = (int8_t)((int)rng_below(&rng, 201) - 100)};
        Eye eye;
        s.round = (uint8_t)(4 + rng_below(&rng, 3)); /* early, late, the last */
        s.phase = rng_below(&rng, 4) ? PHASE_AUCTION : PHASE_FINAL;
        byzanz_eye(&eye, &s, &style);
        if (rng_below(&rng, 8) == 0) eye.blind = (int)rng_below(&rng, TYPES);
        Pile hand = drawn((int)rng_below(&rng, HAND_LIMIT + 1), &rng);
        hand = pile_plus(hand, (Pile){0, (uint64_t)rng_below(&rng, 4) << 32});
        int value = value_by_trying(&eye, eye.spare[1] / SETS, hand, 0, pile_traders(hand));
        int cards = pile_count(hand), sets = value % SETS, worth = value / SETS;
        for (; cards > HAND_LIMIT && sets > 0; sets--)
            cards -= 3;
        if (cards > HAND_LIMIT) worth -= (cards - HAND_LIMIT) * eye.crowd;
        assert_int_equal(pile_worth(&eye, hand), worth);
    }
}

static void a_hand_without_a_card_is_worth_what_is_left(void **unused) {
    (void)unused;
    Rng rng = rng_seed(5);
    const Byzanz s = {.rounds = 6, .round = 6, .phase = PHASE_AUCTION};
    const Style style = {.thrifty = 100}; /* so that points count */
    Eye eye;
    byzanz_eye(&eye, &s, &style);
    for (int time = 0; time < 3000; time++) {
        Pile pile = drawn(1 + (int)rng_below(&rng, 13), &rng);
        Hand hand = hand_of(&eye, pile);
        EACH_KIND(kind, pile) {
            Pile rest = pile_minus(pile, pile_one(kind));
            Lump card = lump_of(kind);
            Hand less = hand;
            hand_drop(&eye, &less, &card);
            assert_int_equal(worth_without_card(&eye, &hand, kind), pile_worth(&eye, rest));
            assert_int_equal(hand_worth(&eye, &less), pile_worth(&eye, rest));
        }
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
        cmocka_unit_test(a_hand_is_worth_its_best_use),
        cmocka_unit_test(a_hand_without_a_card_is_worth_what_is_left),
        cmocka_unit_test(draws_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
