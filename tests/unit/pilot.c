/* pilot.c: captains of VOC! reckon as the errors of orders are, words put them right, nonsense does
   not lead them astray, and they reach their ports. */
#include "games/voc/pilot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "games/voc/state.h"

/* A captain in seat 0 by orders from the home line of the near chart. */
static void set_sail(Voc *s) {
    uint8_t options[OPTIONS_MAX] = {0};
    Rng rng = rng_seed(1);
    voc_start(s, 4, options);
    while (s->phase == PHASE_ORDERS)
        voc_apply(s, CHANCE, voc_sample(s, &rng), NULL);
    voc_apply(s, 0, (Move){VERB_SAIL, 2, {600 >> 8, 600 & 255}}, NULL);
    assert_int_equal(s->phase, PHASE_VOYAGE);
    assert_int_equal(s->acting, 0);
}

/* Gives an order north whose line really goes by (dx, dy). Everyone keeps quiet. */
static void go_north(Voc *s, int length, int dx, int dy) {
    voc_apply(s, 0, (Move){VERB_ORDER, 3, {0, 0, (uint8_t)length}}, NULL);
    voc_apply(s, CHANCE, (Move){VERB_DRIFT, 2, {(uint8_t)(dx + 128), (uint8_t)(dy + 128)}}, NULL);
}

static void the_reckoning_spreads_as_errors_do(void **unused) {
    (void)unused;
    enum { VOYAGES = 1500, ORDERS = 10, LENGTH = 40 };
    Reckoning r = reckon_from((Spot){600, 700});
    for (int i = 0; i < ORDERS; i++)
        reckon_order(&r, 0, LENGTH);
    assert_int_equal(reckon_at(&r).x, 600);
    assert_in_range(reckon_at(&r).y, 298, 302);
    double east = 0, north = 0;
    Rng rng = rng_seed(2);
    for (int i = 0; i < VOYAGES; i++) {
        Voc s;
        set_sail(&s);
        Voyage *v = &s.scene.voyage;
        int x = 0, y = 0;
        for (int n = 0; n < ORDERS; n++) {
            v->order[n] = LENGTH;
            v->strokes = (uint16_t)(n + 1);
            Move m = voc_drift(&s, &rng);
            int dx = drift_part(m.item[0]), dy = drift_part(m.item[1]);
            voc_draw_stroke(v, 0, dx, dy);
            x += dx;
            y += dy + LENGTH;
        }
        east += (double)x * x / VOYAGES;
        north += (double)y * y / VOYAGES;
    }
    double across = (double)r.xx / RECKON_ONE, along = (double)r.yy / RECKON_ONE;
    assert_true(east > 0.85 * across && east < 1.15 * across);
    assert_true(north > 0.7 * along && north < 1.5 * along); /* slanted lines are shorter */
    int weights = 0;
    for (int i = 0; i < RECKON_PLACES; i++)
        weights += reckon_weight[i];
    assert_int_equal(weights, RECKON_WEIGHT);
}

static void a_word_puts_the_reckoning_right(void **unused) {
    (void)unused;
    Reckoning r = reckon_from((Spot){600, 700});
    for (int i = 0; i < 10; i++)
        reckon_order(&r, 0, 40);
    Reckoning west = r, middle = r;
    reckon_word(&west, CALL_EAST); /* the ship lies too far west */
    assert_true(reckon_at(&west).x < 590);
    assert_in_range(reckon_at(&west).y, 296, 304);
    assert_true(west.xx < r.xx / 2);
    assert_true(west.bias < 0); /* and drifts that way */
    reckon_inside(&middle, (Spot){620, 310}, 20);
    assert_true(reckon_at(&middle).x > 612 && reckon_at(&middle).y > 302);
    assert_true(reckon_doubt(&middle) < reckon_doubt(&r));
}

static void a_word_too_early_is_nonsense(void **unused) {
    (void)unused;
    Voc s;
    set_sail(&s);
    go_north(&s, 40, 0, -40);
    Course before = pilot_course(&s, (Hand){0});
    assert_null(voc_check(&s, 1, (Move){VERB_SAY, 1, {CALL_EAST}}).text);
    voc_apply(&s, 1, (Move){VERB_SAY, 1, {CALL_EAST}}, NULL);
    Course after = pilot_course(&s, (Hand){0});
    assert_memory_equal(&before.mind, &after.mind, sizeof before.mind);
    for (int i = 0; i < 6; i++)
        go_north(&s, 40, 0, -40);
    before = pilot_course(&s, (Hand){0});
    voc_apply(&s, 1, (Move){VERB_SAY, 1, {CALL_EAST}}, NULL); /* nobody believes him now */
    after = pilot_course(&s, (Hand){0});
    assert_memory_equal(&before.mind, &after.mind, sizeof before.mind);
}

static int pilot_word(const Voc *s, int seat, Call word) {
    int worth[CALLS];
    pilot_words(s, seat, worth);
    return worth[word];
}

static void shipmates_call_where_the_captain_is_out(void **unused) {
    (void)unused;
    Voc s;
    set_sail(&s);
    for (int i = 0; i < 6; i++)
        go_north(&s, 40, 0, -40);
    for (Call word = CALL_NORTH; word < CALLS; word++)
        assert_true(pilot_word(&s, 1, word) <= 0); /* he is where he thinks he is */
    set_sail(&s);
    for (int i = 0; i < 6; i++)
        go_north(&s, 40, -5, -40);
    assert_true(pilot_word(&s, 1, CALL_EAST) > 0);
    assert_true(pilot_word(&s, 1, CALL_WEST) <= 0);
    assert_true(pilot_word(&s, 1, CALL_NORTH) <= 0);
    Spot thinks = pilot_course(&s, (Hand){0}).at;
    voc_apply(&s, 1, (Move){VERB_SAY, 1, {CALL_EAST}}, NULL);
    assert_true(abs(pilot_course(&s, (Hand){0}).at.x - 570) < abs(thinks.x - 570));
}

/* Africa lies west of the pen, and shipmates call away from it; at sea they keep quiet. */
static void shipmates_warn_a_pen_of_the_coast(void **unused) {
    (void)unused;
    Voc s;
    set_sail(&s);
    Voyage *v = &s.scene.voyage;
    voc_apply(&s, 0, (Move){VERB_PEN, 2, {SEGMENT - 8, SEGMENT}}, NULL); /* west */
    for (int i = 0; i < 12; i++)
        voc_apply(&s, 0, (Move){VERB_PEN, 2, {SEGMENT - 8, SEGMENT}}, NULL);
    v->walk.x = 500;
    v->walk.y = 500;
    for (Call word = CALL_NORTH; word < CALLS; word++)
        assert_true(pilot_word(&s, 1, word) <= 0);
    int x = 500;
    while (!voc_is_land(0, x - 20, 600))
        x--;
    v->walk.x = (int16_t)x;
    v->walk.y = 600;
    assert_true(pilot_word(&s, 1, CALL_EAST) > 0);
    assert_true(pilot_word(&s, 1, CALL_WEST) <= 0);
    assert_true(pilot_word(&s, 1, CALL_STOP) <= 0);
    v->walk.x = voc_ports[2].x; /* Mocha */
    v->walk.y = voc_ports[2].y;
    assert_true(pilot_word(&s, 1, CALL_STOP) > 0);
    s.ports = 0;
    assert_true(pilot_word(&s, 1, CALL_STOP) <= 0); /* nothing to fetch */
}

/* One voyage for the goods of one port; true where the ship called there. */
static bool sails_to(int port, uint64_t seed, const char *shipmates, bool *aground) {
    static Thought room;
    Rng rng = rng_seed(seed);
    Voc s;
    uint8_t options[OPTIONS_MAX] = {0};
    voc_start(&s, 4, options);
    while (s.phase == PHASE_ORDERS)
        voc_apply(&s, CHANCE, voc_sample(&s, &rng), NULL);
    s.ports = voc_ports[port].tokens * count_one(port);
    voc_begin_sailing(&s, voc_ports[port].chart ? 2 : 0, NULL);
    int captain = s.acting;
    while (s.phase == PHASE_SAIL || s.phase == PHASE_VOYAGE) {
        int seat = __builtin_ctz(voc_turn(&s));
        const Player bot = {.bot = bot_named(seat == captain ? "greedy" : shipmates)};
        Move m =
            seat == CHANCE ? voc_sample(&s, &rng) : bot_move(&bot, &voc, &s, 4, seat, &rng, &room);
        voc_apply(&s, seat, m, NULL);
    }
    assert_int_equal(s.phase, PHASE_LANDFALL);
    Move m = voc_landfall(&s);
    *aground = m.item[4] == END_AGROUND;
    return memchr(m.item + 5, port, (size_t)m.count - 5) != NULL;
}

static void captains_reach_their_ports(void **unused) {
    (void)unused;
    enum { VOYAGES = 40 };
    int reached = 0, grounded = 0, alone = 0;
    for (int port = 0; port < PORTS; port++)
        for (int i = 0; i < VOYAGES; i++) {
            bool aground;
            reached += sails_to(port, (uint64_t)(port * VOYAGES + i), "greedy", &aground);
            grounded += aground;
            alone += sails_to(port, (uint64_t)(port * VOYAGES + i), "random", &aground);
        }
    assert_true(reached > PORTS * VOYAGES * 80 / 100);
    assert_true(grounded < PORTS * VOYAGES * 20 / 100);
    assert_true(alone > PORTS * VOYAGES * 55 / 100); /* fools aboard do little harm */
    assert_true(reached > alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reckoning_spreads_as_errors_do),
        cmocka_unit_test(a_word_puts_the_reckoning_right),
        cmocka_unit_test(a_word_too_early_is_nonsense),
        cmocka_unit_test(shipmates_call_where_the_captain_is_out),
        cmocka_unit_test(shipmates_warn_a_pen_of_the_coast),
        cmocka_unit_test(captains_reach_their_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
