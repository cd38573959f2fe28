/* Who guesses wrong waits, longer each time; who was right is forgiven. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/guesses.h"

static Guesses all;

static void a_few_tries_are_free_then_the_wait_doubles_up_to_its_bound(void **state) {
    uint64_t key = guess_key("name", "anna", 4), now = 1000000;
    (void)state;
    all = (Guesses){0};
    for (int i = 0; i < GUESSES_FREE; i++) {
        assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, now), 0);
        guess_made(&all, key, now);
    }
    uint64_t expected = GUESS_FIRST_MS;
    for (int i = 0; i < 12; i++) {
        assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, now), expected);
        assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, now + expected - 1), 1);
        assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, now + expected), 0);
        now += expected;
        guess_made(&all, key, now);
        expected = expected * 2 < GUESS_NAME_MS ? expected * 2 : GUESS_NAME_MS;
    }
    assert_int_equal(expected, GUESS_NAME_MS);
    assert_true(guess_wait(&all, key, GUESS_ADDRESS_MS, now) > GUESS_NAME_MS);
    assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, now + GUESS_FORGET_MS), 0);
}

static void the_wait_begins_with_the_answer(void **state) {
    uint64_t key = guess_key("name", "anna", 4);
    (void)state;
    all = (Guesses){0};
    for (int i = 0; i < GUESSES_FREE; i++)
        guess_made(&all, key, 0);
    guess_wrong(&all, key, 5000);
    assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, 5000), GUESS_FIRST_MS);
}

static void being_right_forgives_and_unmaking_takes_one_back(void **state) {
    uint64_t key = guess_key("name", "anna", 4), other = guess_key("address", "anna", 4);
    (void)state;
    all = (Guesses){0};
    assert_true(key != other);
    for (int i = 0; i < GUESSES_FREE; i++) {
        guess_made(&all, key, 1);
        guess_made(&all, other, 1);
    }
    guess_right(&all, key);
    assert_int_equal(guess_wait(&all, key, GUESS_NAME_MS, 1), 0);
    assert_true(guess_wait(&all, other, GUESS_NAME_MS, 1) > 0);
    guess_unmade(&all, other);
    assert_int_equal(guess_wait(&all, other, GUESS_NAME_MS, 1), 0);
    guess_made(&all, other, 1);
    assert_true(guess_wait(&all, other, GUESS_NAME_MS, 1) > 0);
    guess_unmade(&all, key); /* forgotten already */
}

/* A crowd of names cannot take more than the table, nor push out one that many guess at. */
static void the_table_is_bounded_and_forgets_the_least(void **state) {
    uint64_t target = guess_key("name", "anna", 4);
    (void)state;
    all = (Guesses){0};
    for (int i = 0; i < 10; i++)
        guess_made(&all, target, 1);
    for (uint32_t i = 0; i < 20 * GUESS_SLOTS; i++)
        guess_made(&all, guess_key("name", &i, sizeof i), 1);
    assert_true(guess_wait(&all, target, GUESS_NAME_MS, 1) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_tries_are_free_then_the_wait_doubles_up_to_its_bound),
        cmocka_unit_test(the_wait_begins_with_the_answer),
        cmocka_unit_test(being_right_forgives_and_unmaking_takes_one_back),
        cmocka_unit_test(the_table_is_bounded_and_forgets_the_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
