/* Ratings against the figures a reference implementation (openskill.js, its tests of `rate`)
 * publishes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"
#include "people/rating.h"

#define NEW                                                                                        \
    { 25, 25.0 / 3 }

/* One published game: who they were, how they came in, who they are then. */
typedef struct Published {
    int count;
    double tau;
    Rating before[4];
    int rank[4];
    Rating after[4];
} Published;

static const Published games[] = {
    {2,
     0,
     {NEW, NEW},
     {1, 2},
     {{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
    {2,
     0,
     {NEW, NEW},
     {2, 1},
     {{22.36476861652635, 8.065506316323548}, {27.63523138347365, 8.065506316323548}}},
    {4,
     0,
     {{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, NEW},
     {1, 2, 3, 4},
     {{30.209971908310553, 4.764898977359521},
      {27.64460833689499, 4.882789305097372},
      {17.403586731283518, 6.100723440599442},
      {19.214790707434826, 7.8542613981643985}}},
    {4,
     0,
     {NEW, NEW, NEW, NEW},
     {2, 1, 4, 3},
     {{26.552824984374855, 8.179213704945203},
      {27.795084971874736, 8.263160757613477},
      {20.96265504062538, 8.083731307186588},
      {24.68943500312503, 8.083731307186588}}},
    {4,
     0,
     {{15, 25.0 / 3}, {20, 25.0 / 3}, {25, 25.0 / 3}, {30, 25.0 / 3}},
     {1, 3, 4, 2},
     {{18.13094482387197, 8.283124738447958},
      {20.40517319790051, 8.107463101775272},
      {20.65608164139383, 8.082178279446465},
      {30.80780033683369, 8.154697408620104}}},
    {3,
     0,
     {{10, 8}, {5, 10}, {0, 12}},
     {1, 2, 2},
     {{11.942833056030613, 7.926463661123746},
      {2.938193791485662, 9.65347573412201},
      {-1.4023734358082325, 11.323360667700934}}},
    {4,
     0,
     {NEW, NEW, NEW, NEW},
     {1, 1, 1, 1},
     {{25, 8.263160757613477},
      {25, 8.263160757613477},
      {25, 8.263160757613477},
      {25, 8.263160757613477}}},
    {4,
     0,
     {{15, 25.0 / 3}, {20, 25.0 / 3}, {25, 25.0 / 3}, {30, 25.0 / 3}},
     {2, 4, 2, 1},
     {{15.340046366255285, 8.21273604193863},
      {18.007807436399276, 8.188629384105589},
      {24.25804790911316, 8.166514496319483},
      {32.39409828823228, 8.247276990243211}}},
    {2,
     0.3,
     {{25, 3}, {25, 3}},
     {1, 2},
     {{25.624880438870754, 2.9879993738476953}, {24.375119561129246, 2.9879993738476953}}},
};

static void ratings_are_those_the_reference_publishes(void **state) {
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Rating players[4];
        for (int i = 0; i < 4; i++)
            players[i] = games[g].before[i];
        rating_update(players, games[g].rank, games[g].count, games[g].tau);
        for (int i = 0; i < games[g].count; i++) {
            assert_true(fabs(players[i].mu - games[g].after[i].mu) < 1e-9);
            assert_true(fabs(players[i].sigma - games[g].after[i].sigma) < 1e-9);
        }
    }
}

/* The order in which the seats are told does not matter, and nobody gains what nobody lost. */
static void the_order_of_the_seats_does_not_matter(void **state) {
    (void)state;
    Rating a[3] = {{20, 5}, {25, 4}, {30, 3}}, b[3] = {{30, 3}, {20, 5}, {25, 4}};
    rating_update(a, (int[]){3, 1, 2}, 3, RATING_TAU);
    rating_update(b, (int[]){2, 3, 1}, 3, RATING_TAU);
    assert_true(fabs(a[0].mu - b[1].mu) < 1e-12 && fabs(a[2].sigma - b[0].sigma) < 1e-12);
    assert_true(a[1].mu > 25 && a[0].mu < 20);
}

static void a_long_row_of_wins_stays_within_reason(void **state) {
    (void)state;
    Rating players[2] = {RATING_NEW, RATING_NEW};
    for (int i = 0; i < 100000; i++)
        rating_update(players, (int[]){1, 2}, 2, RATING_TAU);
    assert_true(isfinite(players[0].mu) && isfinite(players[1].mu));
    assert_true(players[0].sigma > 0 && players[0].sigma <= RATING_SIGMA);
}

static void a_newcomer_has_1500_points(void **state) {
    (void)state;
    assert_int_equal(rating_points(RATING_NEW), 1500);
    assert_int_equal(rating_margin(RATING_NEW), 333);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_are_those_the_reference_publishes),
        cmocka_unit_test(the_order_of_the_seats_does_not_matter),
        cmocka_unit_test(a_long_row_of_wins_stays_within_reason),
        cmocka_unit_test(a_newcomer_has_1500_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
