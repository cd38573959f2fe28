/* voc.c: the charts of VOC!, the walk along a line, errors of orders, heaps of goods, the score. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/voc/state.h"

enum { NEAR, FAR };
enum { MASULIPATNAM, GALLE, MOCHA, ACEH, MALACCA, JAMBI, BANTAM, BANDA, TERNATE, MACAO };

/* --- charts -------------------------------------------------------------------------------------
 */

/* On an edge, or inside by the even-odd rule: the same question asked of the outlines. */
static bool in_outline(const int16_t (*p)[2], int n, int x, int y) {
    bool inside = false;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        int ax = p[j][0], ay = p[j][1], bx = p[i][0], by = p[i][1];
        int cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        bool beside = x >= (ax < bx ? ax : bx) && x <= (ax > bx ? ax : bx) &&
                      y >= (ay < by ? ay : by) && y <= (ay > by ? ay : by);
        if (cross == 0 && beside) return true;
        if ((ay > y) != (by > y) && (by > ay ? cross > 0 : cross < 0)) inside = !inside;
    }
    return inside;
}

static void spans_of_land_are_the_outlines(void **unused) {
    (void)unused;
    int ring = 0;
    for (int chart = 0; chart < CHARTS; chart++) {
        int last = ring + voc_outlines[chart];
        for (int y = 0; y < CHART_HIGH; y += 3)
            for (int x = 0; x < CHART_WIDE; x += 2) {
                bool land = false;
                for (int i = ring; i < last && !land; i++) {
                    int from = i ? voc_outline_ends[i - 1] : 0;
                    land = in_outline(&voc_outline[from], voc_outline_ends[i] - from, x, y);
                }
                if (land != voc_is_land(chart, x, y)) fail_msg("chart %d, %d,%d", chart, x, y);
            }
        ring = last;
    }
}

static bool cell_is_plain(int chart, int cell) {
    for (int i = 0; i < CELL * CELL; i++) {
        int x = cell % CELLS_ACROSS * CELL + i % CELL, y = cell / CELLS_ACROSS * CELL + i / CELL;
        if (voc_is_land(chart, x, y) || voc_port_at(chart, x, y) >= 0 || y >= HOME_Y) return false;
    }
    return true;
}

/* Each cell keeps its word: around one of n rings lie cells of at least n - 1. */
static void a_ship_crosses_only_plain_sea_unseen(void **unused) {
    (void)unused;
    for (int chart = 0; chart < CHARTS; chart++)
        for (int cell = 0; cell < CELLS; cell++) {
            int rings = voc_plain[chart][cell], across = cell % CELLS_ACROSS;
            assert_int_equal(rings > 0, cell_is_plain(chart, cell));
            if (rings < 2) continue;
            assert_in_range(across, 1, CELLS_ACROSS - 2);
            assert_in_range(cell, CELLS_ACROSS, CELLS - CELLS_ACROSS - 1);
            for (int i = 0; i < 9; i++) {
                int beside = cell + (i / 3 - 1) * CELLS_ACROSS + i % 3 - 1;
                assert_true(voc_plain[chart][beside] >= rings - 1);
            }
        }
}

static void there_are_28_tokens_in_ten_ports(void **unused) {
    (void)unused;
    int tokens = 0, pepper = 0;
    for (int i = 0; i < PORTS; i++) {
        tokens += voc_ports[i].tokens;
        pepper += voc_ports[i].good == GOOD_PEPPER;
        if (voc_ports[i].good == GOOD_PEPPER) assert_int_equal(voc_ports[i].tokens, 1);
        assert_int_equal(voc_port_at(voc_ports[i].chart, voc_ports[i].x, voc_ports[i].y), i);
    }
    assert_int_equal(tokens, 28);
    assert_int_equal(pepper, 4);
}

/* Fills the water that can be reached from the home line, point by point. */
static void every_port_is_reached_by_sea(void **unused) {
    (void)unused;
    static uint8_t wet[CHART_HIGH][CHART_WIDE];
    static int queue[CHART_HIGH * CHART_WIDE];
    for (int chart = 0; chart < CHARTS; chart++) {
        int head = 0, tail = 0;
        memset(wet, 0, sizeof wet);
        for (int x = voc_charts[chart].home_left; x <= voc_charts[chart].home_right; x++) {
            wet[HOME_Y][x] = 1;
            queue[tail++] = HOME_Y * CHART_WIDE + x;
        }
        while (head < tail) {
            int x = queue[head] % CHART_WIDE, y = queue[head] / CHART_WIDE;
            head++;
            static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
            for (int i = 0; i < 4; i++) {
                int nx = x + step[i][0], ny = y + step[i][1];
                if (nx < 0 || nx >= CHART_WIDE || ny < 0 || ny >= CHART_HIGH || wet[ny][nx])
                    continue;
                if (voc_is_land(chart, nx, ny) && voc_port_at(chart, nx, ny) < 0) continue;
                wet[ny][nx] = 1;
                queue[tail++] = ny * CHART_WIDE + nx;
            }
        }
        for (int i = 0; i < PORTS; i++)
            if (voc_ports[i].chart == chart) assert_true(wet[voc_ports[i].y][voc_ports[i].x]);
    }
}

/* --- the walk -----------------------------------------------------------------------------------
 */

static void a_line_enters_a_port(void **unused) {
    (void)unused;
    Walk w = walk_begin(783, HOME_Y, true, false);
    walk_line(&w, NEAR, 0, -341); /* to the southern rim of Galle's circle, one unit short */
    assert_int_equal(w.visits, 0);
    walk_line(&w, NEAR, 0, -1);
    assert_int_equal(w.visits, 1);
    assert_int_equal(w.noted[0], GALLE);
    assert_int_equal(walk_rest(&w, NEAR), END_SEA);
    walk_line(&w, NEAR, 0, 100);
    walk_line(&w, NEAR, 0, -100);
    assert_int_equal(w.visits, 1); /* V23: once a voyage */
}

static void a_coast_inside_a_circle_is_safe(void **unused) {
    (void)unused;
    assert_true(voc_is_land(NEAR, 783, 380)); /* Ceylon, in Galle's circle */
    assert_int_equal(voc_port_at(NEAR, 783, 380), GALLE);
    Walk w = walk_begin(783, 395, false, false);
    walk_line(&w, NEAR, 0, -15);
    assert_int_equal(w.ending, END_OPEN); /* V21 */
    assert_int_equal(walk_rest(&w, NEAR), END_SEA);
    assert_int_equal(w.safe_y, 380);
}

static void a_coast_outside_a_circle_grounds(void **unused) {
    (void)unused;
    Walk w = walk_begin(783, 395, false, false);
    walk_line(&w, NEAR, 0, -60); /* through the circle into Ceylon */
    assert_int_equal(w.ending, END_AGROUND);
    assert_int_equal(w.visits, 1); /* V24: the port was met before */
    assert_int_equal(w.safe_x, 783);
    assert_int_equal(w.safe_y, 373); /* the last point of the circle */
    int x = w.x, y = w.y;
    walk_line(&w, NEAR, 50, 50); /* ignored (V25) */
    assert_int_equal(w.x, x);
    assert_int_equal(w.y, y);
    assert_int_equal(walk_rest(&w, NEAR), END_AGROUND);
}

static void the_edge_grounds(void **unused) {
    (void)unused;
    Walk w = walk_begin(990, 600, false, false);
    walk_line(&w, NEAR, 30, 0);
    assert_int_equal(w.ending, END_AGROUND); /* V19 */
    assert_int_equal(w.safe_x, 999);
    w = walk_begin(900, 750, false, false); /* right of the home line */
    walk_line(&w, NEAR, 0, 20);
    assert_int_equal(w.ending, END_AGROUND);
    assert_int_equal(w.safe_y, 759);
}

static void the_home_line_is_home_once_left(void **unused) {
    (void)unused;
    Walk w = walk_begin(500, HOME_Y, true, false);
    walk_line(&w, NEAR, 0, -11); /* y 748: not yet left */
    walk_line(&w, NEAR, 0, 30);  /* below the line: harbour water */
    assert_int_equal(w.ending, END_OPEN);
    assert_int_equal(walk_rest(&w, NEAR), END_HARBOUR);
    assert_int_equal(w.safe_y, HOME_Y); /* a point below the line counts as on it */
    walk_line(&w, NEAR, 0, -31);        /* y 747: left */
    walk_line(&w, NEAR, 0, 40);
    assert_int_equal(w.ending, END_HOME); /* V20 */
    assert_int_equal(w.y, HOME_Y);
    w = walk_begin(500, 752, false, false); /* from sea any touch is home */
    walk_line(&w, NEAR, 0, 7);
    assert_int_equal(w.ending, END_HOME);
    w = walk_begin(259, HOME_Y, true, false);
    walk_line(&w, NEAR, -20, 0); /* along the edge, off the line: open sea */
    assert_int_equal(w.ending, END_OPEN);
    assert_int_equal(walk_rest(&w, NEAR), END_SEA);
}

/* A sea point with land right east of it, found on the chart itself. */
static void find_coast(int *x, int *y) {
    for (*y = 500; *y < 700; (*y)++)
        for (*x = 300; *x < 400; (*x)++) {
            bool sea = !voc_is_land(FAR, *x, *y) && voc_port_at(FAR, *x, *y) < 0, land = true;
            for (int i = 1; i <= 7; i++)
                land = land && voc_is_land(FAR, *x + i, *y) && voc_port_at(FAR, *x + i, *y) < 0;
            if (sea && land) return;
        }
    fail_msg("no such coast");
}

static void six_steps_are_free_after_a_grounding(void **unused) {
    (void)unused;
    int x, y;
    find_coast(&x, &y);
    Walk w = walk_begin(x, y, false, false);
    walk_line(&w, FAR, 1, 0);
    assert_int_equal(w.ending, END_AGROUND); /* without a grounding before, the first step counts */
    w = walk_begin(x, y, false, true);
    walk_line(&w, FAR, 6, 0);
    assert_int_equal(w.ending, END_OPEN);
    assert_int_equal(walk_rest(&w, FAR), END_AGROUND); /* ends within them on land */
    assert_int_equal(w.safe_x, x);
    walk_line(&w, FAR, -6, 0); /* the seventh step is on land again */
    assert_int_equal(w.ending, END_AGROUND);
    w = walk_begin(x, y, false, true);
    walk_line(&w, FAR, 3, 0);
    walk_line(&w, FAR, -4, 0);
    assert_int_equal(walk_rest(&w, FAR), voc_is_land(FAR, x - 1, y) ? END_AGROUND : END_SEA);
    w = walk_begin(999, 600, false, true); /* land is ignored, the edge is not */
    walk_line(&w, NEAR, 1, 0);
    assert_int_equal(w.ending, END_AGROUND);
}

static void steps_round_halves_away_from_zero(void **unused) {
    (void)unused;
    Walk w = walk_begin(500, 500, false, false), v = w;
    walk_line(&w, NEAR, 2, 1); /* (1, 1) then (2, 1): 0.5 rounds up */
    assert_int_equal(w.x, 502);
    assert_int_equal(w.y, 501);
    walk_line(&v, NEAR, -2, -1);
    assert_int_equal(v.x, 498);
    assert_int_equal(v.y, 499);
    /* The middle of a line of (2, 1) is (1, 1): a circle that holds only that point would be met.
     */
    w = walk_begin(783 - 1, 395 + 22 + 1, false, false); /* below Galle's lowest point */
    walk_line(&w, NEAR, 2, -1);
    assert_int_equal(w.visits, 1);                       /* (783, 417) */
    w = walk_begin(783 - 22 - 1, 395 - 1, false, false); /* left of its westernmost point */
    walk_line(&w, NEAR, 1, 2);
    assert_int_equal(w.visits, 1); /* (761, 395) */
}

static void a_port_where_a_voyage_starts_counts(void **unused) {
    (void)unused;
    Walk w = walk_begin(783, 417, false, false);
    assert_int_equal(w.visits, 0); /* no line yet (V12) */
    walk_line(&w, NEAR, 0, 3);
    assert_int_equal(w.visits, 1); /* V23 */
}

/* --- errors of orders ---------------------------------------------------------------------------
 */

/* A voyage on the near-east chart, begun in the middle of the sea; its captain is seat 0. */
static Voc at_sea(Mode mode) {
    const uint8_t options[OPTIONS_MAX] = {0};
    Voc s;
    assert_null(voc_start(&s, 4, options).text);
    s.phase = PHASE_VOYAGE;
    s.sailing = 0;
    s.acting = 0;
    s.scene.voyage.mode = (uint8_t)mode;
    s.scene.voyage.walk = walk_begin(500, 500, false, false);
    return s;
}

static void begin_order(Voc *s, int heading, int length) {
    *s = at_sea(MODE_ORDERS);
    Voyage *v = &s->scene.voyage;
    v->order[0] = (uint16_t)(heading << 7 | length);
    v->strokes = 1;
    v->pending = 1;
}

static void errors_are_as_large_as_told_and_never_too_large(void **unused) {
    (void)unused;
    enum { DRAWS = 20000, LENGTH = 90 };
    Rng rng = rng_seed(5);
    Voc s;
    double across = 0, along = 0, squares = 0, runs = 0;
    begin_order(&s, 90, LENGTH);
    for (int i = 0; i < DRAWS; i++) {
        Move m = voc_drift(&s, &rng);
        int dx = drift_part(m.item[0]), dy = drift_part(m.item[1]);
        assert_true(voc_drift_fits(&s, dx, dy));
        assert_null(voc_check(&s, CHANCE, m).text);
        across += dy;
        along += dx;
        squares += (double)dy * dy;
        runs += (double)dx * dx;
    }
    double mean = across / DRAWS, spread = squares / DRAWS - mean * mean;
    assert_true(mean > -0.3 && mean < 0.3);
    assert_true(spread > 49 && spread < 59); /* (90 sin 4.66°)² is 53.5, rounding a little more */
    double run = along / DRAWS, length = runs / DRAWS - run * run;
    assert_true(run > 89 && run < 90.3);
    assert_true(length > 26 && length < 33); /* (6 % of 90)² is 29.2 */
    assert_false(voc_drift_fits(&s, -90, 0));
    assert_false(voc_drift_fits(&s, 126, 0));
    assert_false(voc_drift_fits(&s, 0, 90));
    assert_false(voc_drift_fits(&s, 40, 0));
    assert_true(voc_drift_fits(&s, 71, 56));  /* 38.3°: six spreads of error and bias */
    assert_false(voc_drift_fits(&s, 69, 58)); /* 40° */
    begin_order(&s, 45, 1);
    assert_true(voc_drift_fits(&s, 0, 0)); /* a length of 0.64 rounds so */
    assert_false(voc_drift_fits(&s, -1, 0));
}

/* Over a voyage the errors share a bias: the spread of their mean is what 2.4° and 4° give. */
static void errors_of_a_voyage_share_a_bias(void **unused) {
    (void)unused;
    enum { VOYAGES = 3000, ORDERS = 16 };
    Rng rng = rng_seed(6);
    double squares = 0;
    for (int i = 0; i < VOYAGES; i++) {
        Voc s;
        begin_order(&s, 0, 80);
        Voyage *v = &s.scene.voyage;
        for (int n = 1; n <= ORDERS; n++) {
            v->order[n - 1] = 80; /* north */
            v->strokes = (uint16_t)n;
            Move m = voc_drift(&s, &rng);
            voc_draw_stroke(v, NEAR, drift_part(m.item[0]), drift_part(m.item[1]));
        }
        double mean = (double)v->swing / v->steady / 100;
        squares += mean * mean;
    }
    double spread = squares / VOYAGES; /* 2.4² + 4² / 16 = 6.76 */
    assert_true(spread > 6.0 && spread < 7.6);
}

/* --- goods --------------------------------------------------------------------------------------
 */

static void heaps_count_as_tokens_do(void **unused) {
    (void)unused;
    Rng rng = rng_seed(7);
    for (int round = 0; round < 20000; round++) {
        int a[PORTS], b[PORTS], all = 0;
        uint32_t heap = 0, part = 0;
        bool has = true;
        for (int i = 0; i < PORTS; i++) {
            a[i] = (int)rng_below(&rng, 5);
            b[i] = (int)rng_below(&rng, 2);
            heap += (uint32_t)a[i] * count_one(i);
            part += (uint32_t)b[i] * count_one(i);
            all += a[i];
            has = has && a[i] >= b[i];
        }
        assert_int_equal(count_all(heap), all);
        assert_int_equal(count_has(heap, part), has);
    }
}

static void slots_are_fifty_men_less_ten(void **unused) {
    (void)unused;
    for (int players = 4; players <= 5; players++) {
        int men[SEATS] = {0};
        for (int ship = 0; ship < SHIPS; ship++)
            for (int slot = 0; slot < SLOTS; slot++)
                if (slot % HALF < voc_half(ship)) men[voc_colour(ship, slot, players)]++;
        for (int seat = 0; seat < players; seat++)
            assert_int_equal(men[seat], players == 5 ? 8 : 10);
    }
    int values = 0;
    for (int card = 0; card < CONTRACTS; card++)
        values += voc_contracts[card].value;
    assert_int_equal(values, 225);
}

/* --- set-up and score ---------------------------------------------------------------------------
 */

static void three_play_the_advanced_game_only(void **unused) {
    (void)unused;
    Voc s;
    assert_non_null(voc_start(&s, 3, (uint8_t[OPTIONS_MAX]){0}).text); /* V1 */
    assert_null(voc_start(&s, 3, (uint8_t[OPTIONS_MAX]){1}).text);
    assert_non_null(voc_start(&s, 6, (uint8_t[OPTIONS_MAX]){1}).text);
}

/* V41: where own sailors are more than own merchants, men go aboard only as merchants until they
   are not. No move leads there, for nothing but a recall takes a merchant, and that takes all. */
static void who_lacks_merchants_adds_merchants_only(void **unused) {
    (void)unused;
    Voc s;
    assert_null(voc_start(&s, 3, (uint8_t[OPTIONS_MAX]){1}).text);
    int last = voc_half(0) - 1; /* the places of number 1 of ship A are the last two */
    s.ship[0].crew[last] = s.ship[0].crew[last - 1] = 0;
    s.men[0] = (uint8_t)(s.men[0] - 2);
    assert_true(voc_outfit_fits(&s, 0, 0, 0, 1));
    assert_true(voc_outfit_fits(&s, 0, 0, 0, 2));
    assert_false(voc_outfit_fits(&s, 0, 0, 1, 0));
    assert_false(voc_outfit_fits(&s, 0, 0, 1, 2));
    assert_true(voc_outfit_fits(&s, 0, 0, 1, 3)); /* it holds again */
}

/* Ranks of four players with these daalders, Amsterdam holding contract 9, worth 16. */
static void ranks_are(const int *money, const int *ranks) {
    Voc s;
    Score scores[SEATS_MAX];
    assert_null(voc_start(&s, 4, (uint8_t[OPTIONS_MAX]){0}).text);
    s.amsterdam = 1u << 8;
    for (int seat = 0; seat < 4; seat++)
        s.earned[seat] = (int16_t)money[seat];
    voc_score(&s, scores);
    bool won = false;
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(scores[seat].rank, ranks[seat]);
        won = won || ranks[seat] == 1;
    }
    News news = {0};
    voc_end(&s, &news); /* what is told agrees with it */
    assert_int_equal(strncmp(news.event[0].they, "Amsterdam wins", 14) == 0, !won);
}

static void amsterdam_wins_with_strictly_more(void **unused) {
    (void)unused;
    ranks_are((int[]){15, 3, 0, 15}, (int[]){2, 4, 5, 2});  /* nobody has rank 1 */
    ranks_are((int[]){16, 3, 0, 15}, (int[]){1, 3, 4, 2});  /* V36 */
    ranks_are((int[]){20, 3, 20, 15}, (int[]){1, 4, 1, 3}); /* V37 */
}

/* V46: also where Amsterdam has nothing. */
static void where_everyone_has_left_nobody_wins(void **unused) {
    (void)unused;
    Voc s;
    Score scores[SEATS_MAX];
    News news = {0};
    assert_null(voc_start(&s, 3, (uint8_t[OPTIONS_MAX]){1}).text);
    s.out = 7;
    voc_score(&s, scores);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(scores[seat].rank, 2);
    voc_end(&s, &news);
    assert_string_equal(news.event[0].they, "Nobody is left to found the VOC: everyone has lost.");
}

/* Twelve contracts come first; then the VOC card is one of seven. */
static void the_voc_card_is_among_the_last_seven(void **unused) {
    (void)unused;
    enum { GAMES = 20000 };
    Rng rng = rng_seed(9);
    int met[CONTRACTS + 1] = {0};
    for (int i = 0; i < GAMES; i++) {
        Voc s;
        voc_start(&s, 4, (uint8_t[OPTIONS_MAX]){0});
        for (;;) {
            s.phase = PHASE_ORDERS;
            s.draws = 2; /* keeps the phase from ending */
            s.rows = 0;
            Move m = voc_sample(&s, &rng);
            if (m.verb == VERB_VOC) break;
            voc_apply(&s, CHANCE, m, NULL);
        }
        met[s.drawn]++;
    }
    for (int drawn = 0; drawn <= CONTRACTS; drawn++) {
        double mean = drawn < 12 ? 0 : GAMES / 7.0, off = met[drawn] - mean;
        assert_true(off * off <= 25 * mean);
    }
}

/* Deals that four of this style agree on in some games. */
static int deals_agreed(const Style *style) {
    enum { GAMES = 8 };
    const uint8_t options[OPTIONS_MAX] = {0};
    int agreed = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        Voc s;
        Rng chance = rng_seed(seed), whims = rng_seed(seed);
        voc_start(&s, 4, options);
        for (Turn turn; (turn = voc_turn(&s)) != 0;) {
            int seat = __builtin_ctz(turn);
            Move m = seat == CHANCE ? voc_sample(&s, &chance) : voc_policy(&s, seat, style, &whims);
            if (seat != CHANCE) assert_null(voc_check(&s, seat, m).text);
            agreed += s.phase == PHASE_DEALS && m.verb == VERB_ACCEPT;
            voc_apply(&s, seat, m, NULL);
        }
    }
    return agreed;
}

static void who_deals_hard_agrees_less_often_with_his_like(void **unused) {
    (void)unused;
    const Style steady = {0}, hard = {.hard = 25};
    int often = deals_agreed(&steady), seldom = deals_agreed(&hard);
    assert_true(seldom > 0);
    assert_true(seldom * 4 < often * 3);
}

/* A captain by orders may say where he thought he was, everyone hears it, and the pen says nothing.
 */
static void a_captain_says_where_he_thought_he_was(void **unused) {
    (void)unused;
    const uint8_t options[OPTIONS_MAX] = {0};
    const Style style = {.unsteady = 60};
    Voc s;
    Rng rng = rng_seed(11);
    int seen = 0;
    voc_start(&s, 4, options);
    for (Turn turn; (turn = voc_turn(&s)) != 0;) {
        int seat = __builtin_ctz(turn);
        Move m = seat == CHANCE ? voc_sample(&s, &rng) : voc_policy(&s, seat, &style, &rng);
        News news = {0};
        if (seat != CHANCE) assert_null(voc_check(&s, seat, m).text);
        if (m.verb == VERB_STOP && m.count) {
            Move elsewhere = move_two(VERB_STOP, CALL_WEST, voc_chart_of(s.sailing) ? 0 : 9);
            assert_non_null(voc_check(&s, seat, elsewhere).text);
            Voc pen = s;
            pen.scene.voyage.mode = MODE_PEN;
            assert_non_null(voc_check(&pen, seat, m).text);
        }
        voc_apply(&s, seat, m, &news);
        if (m.verb != VERB_STOP || !m.count) continue;
        assert_string_equal(news.event[0].kind, "reckoned");
        assert_int_equal(news.event[0].audience, EVERYONE);
        assert_string_equal(news.event[0].items[0], voc_ports[m.item[1]].name);
        seen++;
    }
    assert_true(seen > 0);
}

/* 3.9: after 512 segments or 64 orders the ship lies where the line has come to. */
static void the_longest_line_lifts_the_pen(void **unused) {
    (void)unused;
    Voc s = at_sea(MODE_PEN);
    for (int i = 1; i <= SEGMENTS_MAX; i++) {
        Move m = move_two(VERB_PEN, SEGMENT + (i % 2 ? -1 : 1), SEGMENT);
        assert_int_equal(s.phase, PHASE_VOYAGE);
        assert_null(voc_check(&s, 0, m).text);
        if (i == SEGMENTS_MAX) {
            const Move both = {VERB_PEN, 4, {m.item[0], m.item[1], m.item[0], m.item[1]}};
            assert_string_equal(voc_check(&s, 0, both).text, "The line is too long.");
        }
        voc_apply(&s, 0, m, NULL);
    }
    assert_int_equal(s.phase, PHASE_LANDFALL);
    assert_int_equal(s.scene.voyage.walk.x, 500);

    s = at_sea(MODE_ORDERS);
    for (int i = 1; i <= ORDERS_MAX; i++) {
        int heading = i % 2 ? 270 : 90;
        assert_int_equal(s.phase, PHASE_VOYAGE);
        s.scene.voyage.owed = 0; /* his shipmates keep quiet */
        voc_apply(&s, 0, move_three(VERB_ORDER, heading >> 8, heading & 255, 1), NULL);
        voc_apply(&s, CHANCE, voc_drift(&s, NULL), NULL);
    }
    assert_int_equal(s.phase, PHASE_LANDFALL);
}

/* --- what a search makes of a voyage ------------------------------------------------------------
 */

/* A game in which every voyage is thought of only: what must always hold holds all the same, and
   goods come home. */
static void a_voyage_in_thought_keeps_the_rules(void **unused) {
    (void)unused;
    const Style style = {0};
    for (int rules = 0; rules < 2; rules++)
        for (int players = 4 - rules; players <= SEATS; players++)
            for (uint64_t seed = 1; seed <= 20; seed++) {
                const uint8_t options[OPTIONS_MAX] = {(uint8_t)rules};
                Voc s;
                Rng rng = rng_seed(seed);
                int leaps = 0, earned = 0;
                voc_start(&s, players, options);
                for (Turn turn; (turn = voc_turn(&s)) != 0;) {
                    assert_null(voc_audit(&s));
                    if (voc_leap(&s, NULL, rng_next(&rng))) {
                        leaps++;
                        assert_true(s.phase != PHASE_VOYAGE && s.phase != PHASE_LANDFALL);
                        continue;
                    }
                    int seat = __builtin_ctz(turn);
                    Move m =
                        seat == CHANCE ? voc_sample(&s, &rng) : voc_policy(&s, seat, &style, &rng);
                    if (seat != CHANCE) assert_null(voc_check(&s, seat, m).text);
                    voc_apply(&s, seat, m, NULL);
                }
                for (int seat = 0; seat < players; seat++)
                    earned += s.earned[seat];
                assert_true(leaps > 20 && earned > 0);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_of_land_are_the_outlines),
        cmocka_unit_test(a_ship_crosses_only_plain_sea_unseen),
        cmocka_unit_test(there_are_28_tokens_in_ten_ports),
        cmocka_unit_test(every_port_is_reached_by_sea),
        cmocka_unit_test(a_line_enters_a_port),
        cmocka_unit_test(a_coast_inside_a_circle_is_safe),
        cmocka_unit_test(a_coast_outside_a_circle_grounds),
        cmocka_unit_test(the_edge_grounds),
        cmocka_unit_test(the_home_line_is_home_once_left),
        cmocka_unit_test(six_steps_are_free_after_a_grounding),
        cmocka_unit_test(steps_round_halves_away_from_zero),
        cmocka_unit_test(a_port_where_a_voyage_starts_counts),
        cmocka_unit_test(errors_are_as_large_as_told_and_never_too_large),
        cmocka_unit_test(errors_of_a_voyage_share_a_bias),
        cmocka_unit_test(heaps_count_as_tokens_do),
        cmocka_unit_test(slots_are_fifty_men_less_ten),
        cmocka_unit_test(three_play_the_advanced_game_only),
        cmocka_unit_test(who_lacks_merchants_adds_merchants_only),
        cmocka_unit_test(amsterdam_wins_with_strictly_more),
        cmocka_unit_test(where_everyone_has_left_nobody_wins),
        cmocka_unit_test(the_voc_card_is_among_the_last_seven),
        cmocka_unit_test(who_deals_hard_agrees_less_often_with_his_like),
        cmocka_unit_test(a_captain_says_where_he_thought_he_was),
        cmocka_unit_test(the_longest_line_lifts_the_pen),
        cmocka_unit_test(a_voyage_in_thought_keeps_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
