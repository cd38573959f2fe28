/* batavia.c: the heaps of Batavia count right, a guess keeps what everyone knows, an auction ends
   at once as it does bid by bid, a round in which nothing moved is the last, and the table as text
   fits a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "games/batavia/state.h"

/* --- heaps ------------------------------------------------------------------------------------ */

static Cards random_heap(Rng *rng, int most) {
    Cards heap = 0;
    for (int company = 0; company < COMPANIES; company++)
        heap += cards_some(company, (int)rng_below(rng, (uint32_t)most + 1));
    return heap;
}

static void heaps_count_like_plain_numbers(void **state) {
    (void)state;
    Rng rng = rng_seed(1);
    for (int i = 0; i < 20000; i++) {
        int most = i % 2 ? EACH : 2; /* small ones meet equal counts and zeros */
        Cards p = random_heap(&rng, most), q = random_heap(&rng, most);
        int count = 0, next = 0;
        bool has = true;
        for (int company = 0; company < COMPANIES; company++) {
            int a = cards_of(p, company), b = cards_of(q, company);
            count += a;
            has = has && a >= b;
            assert_int_equal(marked(cards_above(p, q), company), a > b);
            assert_int_equal(marked(cards_at_least(p, q), company), a >= b);
            assert_int_equal(marked(cards_held(p), company), a > 0);
            assert_int_equal(cards_of(cards_less(p, q), company), a > b ? a - b : 0);
            assert_int_equal(cards_of(cards_most(p, q), company), a > b ? a : b);
            assert_int_equal(cards_of(cards_mask(cards_above(p, q)), company), a > b ? 0xff : 0);
            for (int card = 0; card < a; card++)
                assert_int_equal(cards_at(p, next++), company);
        }
        assert_int_equal(cards_count(p), count);
        assert_int_equal(cards_has(p, q), has);
        assert_int_equal(cards_above(p, q) & ~MARKS_ALL, 0);
        assert_int_equal(cards_less(p, q) & MARKS_ALL, 0);
    }
    assert_int_equal(cards_count(CARDS_ALL), CARDS);
}

/* --- what everyone knows ---------------------------------------------------------------------- */

/* What somebody who sees every move but no hand would note: the cards the pile held when it was
   last shuffled and that were not opened since, the cards in hands at that moment that nobody had
   seen, and how many each seat drew since. */
typedef struct Notes {
    Cards stock, old;
    int drawn[SEATS];
    int shuffles;
} Notes;

static Cards unknown_cards(const Batavia *s) {
    Cards unknown = 0;
    for (int seat = 0; seat < s->players; seat++)
        unknown += s->hand[seat] - s->known[seat];
    return unknown;
}

static void note(Notes *notes, const Batavia *before, Move m) {
    if (m.verb == VERB_DEAL) notes->drawn[m.item[0]]++;
    if (m.verb == VERB_CARD) notes->drawn[before->acting]++;
    if (m.verb == VERB_PACKET) notes->stock -= cards_some(m.item[0], 1);
}

/* The pile is new when it has grown. */
static void note_shuffle(Notes *notes, const Batavia *before, const Batavia *after) {
    if (after->deck <= before->deck) return;
    notes->shuffles++;
    notes->stock = after->pile;
    notes->old = unknown_cards(after);
    memset(notes->drawn, 0, sizeof notes->drawn);
}

static void world_agrees(const Notes *notes, const Batavia *truth, const Batavia *world,
                         int viewer) {
    Cards drew = 0, old = 0;
    assert_null(batavia_audit(world));
    for (int seat = 0; seat < truth->players; seat++) {
        Cards unknown = world->hand[seat] - world->known[seat];
        assert_int_equal(world->known[seat], truth->known[seat]);
        assert_int_equal(cards_count(world->hand[seat]), cards_count(truth->hand[seat]));
        assert_int_equal(cards_count(world->drew[seat]), notes->drawn[seat]);
        /* what is in hand or was shown came from the pile or was held before */
        assert_true(cards_has(unknown + world->shown[seat], world->drew[seat]));
        drew += world->drew[seat];
        old += unknown + world->shown[seat] - world->drew[seat];
    }
    assert_int_equal(world->pile + drew, notes->stock);
    assert_int_equal(old, notes->old);
    if (viewer < truth->players) assert_int_equal(world->hand[viewer], truth->hand[viewer]);
}

/* A player who mostly draws, so that the pile runs out, and lays much when he does. */
static Move slow_move(const Batavia *s, int seat, Rng *rng) {
    Move list[MOVES_BOUND];
    int n = batavia_moves(s, seat, list);
    if (list[0].verb == VERB_DRAW && rng_below(rng, 3)) return list[0];
    if (list[0].verb == VERB_PASS && rng_below(rng, 4)) return list[0];
    return list[rng_below(rng, (uint32_t)n)];
}

static void a_guess_keeps_what_everyone_knows(void **state) {
    (void)state;
    int shuffles = 0, moved = 0;
    for (int game = 0; game < 60; game++) {
        Rng rng = rng_seed((uint64_t)game);
        Batavia s, before;
        Notes notes = {.stock = CARDS_ALL};
        batavia_start(&s, 3 + game % 3, (const uint8_t[]){(uint8_t)(game & 1), 0, 0});
        for (Turn turn; (turn = batavia_turn(&s)) != 0;) {
            int seat = __builtin_ctz(turn);
            Move m = seat == CHANCE ? batavia_sample(&s, &rng) : slow_move(&s, seat, &rng);
            before = s;
            batavia_apply(&s, seat, m, NULL);
            note(&notes, &before, m);
            note_shuffle(&notes, &before, &s);
            for (int viewer = 0; viewer <= s.players; viewer++) {
                int who = viewer == s.players ? SPECTATOR : viewer;
                Batavia world = s;
                batavia_hide(&world, who);
                batavia_guess(&world, who, &rng);
                world_agrees(&notes, &s, &world, who);
                moved += world.pile != s.pile;
            }
        }
        shuffles += notes.shuffles;
    }
    assert_true(shuffles > 30);
    assert_true(moved > 1000); /* worlds do differ */
}

/* With every unknown card in one of two hands, each share is met about as often as it should. */
static void a_guess_meets_every_world(void **state) {
    (void)state;
    enum { DRAWS = 3000 };
    Rng rng = rng_seed(5);
    int met = 0;
    Batavia s;
    batavia_start(&s, 3, (const uint8_t[]){1, 0, 0});
    while (s.phase != PHASE_DIE)
        batavia_apply(&s, CHANCE, batavia_sample(&s, &rng), NULL);
    for (int i = 0; i < DRAWS; i++) {
        Batavia world = s;
        batavia_hide(&world, 0);
        batavia_guess(&world, 0, &rng);
        met += cards_of(world.hand[1], 0);
    }
    /* ten cards out of a hundred unseen; the variance of one hand's count is below 2 */
    double mean = 10.0 * (EACH - cards_of(s.hand[0], 0)) / 100, off = (double)met / DRAWS - mean;
    assert_true(off * off < 36 * 2.0 / DRAWS);
}

/* --- auctions ------------------------------------------------------------------------------- */

/* A search goes through an auction at once: it ends as it does bid by bid, for any styles, and from
   wherever in it somebody has bid otherwise. */
static void an_auction_at_once_ends_as_bid_by_bid(void **state) {
    (void)state;
    static const Style styles[] = {{0},
                                   {.bold = 60, .thrifty = -20},
                                   {.spiteful = 60},
                                   {.patient = 60, .bold = -20},
                                   {.thrifty = 100, .bold = -60},
                                   {.bold = 100, .thrifty = -60}};
    int auctions = 0;
    for (int game = 0; game < 200; game++) {
        Rng rng = rng_seed((uint64_t)game);
        const Style *who[SEATS];
        Batavia s;
        batavia_start(&s, 3 + game % 3, (const uint8_t[]){0, 0, 0});
        for (int seat = 0; seat < SEATS; seat++)
            who[seat] = &styles[rng_below(&rng, sizeof styles / sizeof *styles)];
        for (Turn turn; (turn = batavia_turn(&s)) != 0;) {
            int seat = __builtin_ctz(turn);
            Batavia leapt = s, walked = s;
            bool leaps = batavia_leap(&leapt, who, 1);
            assert_int_equal(leaps, s.phase == PHASE_AUCTION);
            while (walked.phase == PHASE_AUCTION)
                batavia_apply(&walked, walked.acting,
                              batavia_policy(&walked, walked.acting, who[walked.acting], &rng),
                              NULL);
            assert_memory_equal(&leapt, &walked, sizeof leapt);
            auctions += leaps;
            bool odd = leaps && rng_below(&rng, 2);
            Move m = seat == CHANCE ? batavia_sample(&s, &rng)
                     : odd          ? batavia_pick(&s, seat, &rng)
                                    : batavia_policy(&s, seat, who[seat], &rng);
            batavia_apply(&s, seat, m, NULL);
        }
    }
    assert_true(auctions > 1000);
}

/* A6: one bill at a time, so a bid of less than there are others pays some of them nothing, and
   nothing is told of that. */
static void who_gets_no_bill_is_not_told_of_one(void **state) {
    (void)state;
    const uint8_t options[OPTIONS_MAX] = {0};
    Batavia s;
    Rng rng = rng_seed(2);
    assert_null(batavia_start(&s, 5, options).text);
    batavia_draw_all(&s, &rng);
    int winner = s.acting, paid = 0;
    batavia_apply(&s, winner, move_one(VERB_BID, 2), NULL);
    News news = {0};
    while (s.phase == PHASE_AUCTION) {
        news.count = 0;
        batavia_apply(&s, s.acting, move_bare(VERB_PASS), &news);
    }
    for (int i = 0; i < news.count; i++)
        if (strcmp(news.event[i].kind, "pay") == 0) {
            paid++;
            assert_int_equal(news.event[i].n, 1);
            assert_int_equal(news.event[i].seat, (winner + paid) % 5);
        }
    assert_int_equal(paid, 2);
    assert_int_equal(s.bills[winner], BILLS - 2);
}

/* --- stalemate -------------------------------------------------------------------------------- */

/* Plays at random up to a turn in which `verb` is possible; who has it is the last of his round. */
static int last_turn(Batavia *s, Verb verb, Rng *rng) {
    Move list[MOVES_MAX];
    batavia_start(s, 3, (const uint8_t[]){1, 0, 0});
    for (;;) {
        int seat = __builtin_ctz(batavia_turn(s));
        int n = s->phase == PHASE_ACTIONS ? batavia_moves(s, seat, list) : 0;
        for (int i = 0; i < n; i++)
            if (list[i].verb == verb) {
                s->acted = (uint8_t)(s->players - 1);
                s->stirred = 0;
                return seat;
            }
        batavia_apply(s, seat, seat == CHANCE ? batavia_sample(s, rng) : batavia_pick(s, seat, rng),
                      NULL);
    }
}

/* Whether the round in play is followed by another; somebody makes the move `verb` in it. */
static bool goes_on(Batavia *s, int seat, Verb verb, Rng *rng) {
    Move list[MOVES_MAX];
    int round = s->round, i = 0, n = batavia_moves(s, seat, list);
    while (i < n && list[i].verb != verb)
        i++;
    assert_true(i < n);
    batavia_apply(s, seat, list[i], NULL);
    while (s->round == round && s->phase < PHASE_FINAL) {
        seat = __builtin_ctz(batavia_turn(s));
        batavia_apply(s, seat, seat == CHANCE ? batavia_sample(s, rng) : batavia_pick(s, seat, rng),
                      NULL);
    }
    return s->round > round;
}

/* Neither to lay nor to draw. */
static void leave_nothing(Batavia *s, int seat) {
    s->pile = s->discard = s->hand[seat] = s->known[seat] = 0;
    s->deck = 0;
}

/* A13: a round is the last where no card was drawn, bought or laid in it, and only then. */
static void a_round_in_which_nothing_moves_is_the_last(void **state) {
    (void)state;
    Rng rng = rng_seed(13);
    Batavia s;
    int seat = last_turn(&s, VERB_DRAW, &rng);
    assert_true(goes_on(&s, seat, VERB_DRAW, &rng)); /* drawn */
    seat = last_turn(&s, VERB_SAIL, &rng);
    assert_true(goes_on(&s, seat, VERB_SAIL, &rng)); /* laid */
    seat = last_turn(&s, VERB_DRAW, &rng);
    leave_nothing(&s, seat);
    assert_false(goes_on(&s, seat, VERB_DRAW, &rng)); /* nothing */
    batavia_start(&s, 3, (const uint8_t[]){1, 0, 0});
    while (s.phase != PHASE_AUCTION)
        batavia_apply(&s, CHANCE, batavia_sample(&s, &rng), NULL);
    s.stirred = 0; /* the cards for sale are of an earlier round */
    batavia_apply(&s, s.acting, move_one(VERB_BID, 1), NULL);
    while (s.phase == PHASE_AUCTION)
        batavia_apply(&s, s.acting, move_bare(VERB_PASS), NULL);
    s.acted = (uint8_t)(s.players - 1);
    leave_nothing(&s, s.acting);
    assert_true(goes_on(&s, s.acting, VERB_DRAW, &rng)); /* bought */
    batavia_start(&s, 3, (const uint8_t[]){1, 0, 0});
    while (s.phase != PHASE_AUCTION)
        batavia_apply(&s, CHANCE, batavia_sample(&s, &rng), NULL);
    while (s.phase == PHASE_AUCTION)
        batavia_apply(&s, s.acting, move_bare(VERB_PASS), NULL);
    s.acted = (uint8_t)(s.players - 1);
    leave_nothing(&s, s.acting);
    assert_true(goes_on(&s, s.acting, VERB_DRAW, &rng)); /* opened for sale, and nobody bid */
}

/* --- the score -------------------------------------------------------------------------------- */

static void bills_bring(const int bills[3], const int gold[3]) {
    const uint8_t options[OPTIONS_MAX] = {0};
    Batavia s;
    Score scores[SEATS_MAX];
    assert_null(batavia_start(&s, 3, options).text);
    for (int seat = 0; seat < 3; seat++)
        s.bills[seat] = (uint8_t)bills[seat];
    batavia_score(&s, scores);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(scores[seat].parts[PART_BILLS], gold[seat]);
}

/* A32: 5 gold for the most bills, 2 for each of those who have equally many. */
static void the_most_bills_bring_five_gold_or_two_each(void **state) {
    (void)state;
    bills_bring((int[]){20, 15, 10}, (int[]){5, 0, 0});
    bills_bring((int[]){5, 20, 20}, (int[]){0, 2, 2});
    bills_bring((int[]){20, 5, 20}, (int[]){2, 0, 2});
    bills_bring((int[]){15, 15, 15}, (int[]){2, 2, 2});
}

/* --- the terminal ----------------------------------------------------------------------------- */

static void lines_fit(const char *text) {
    int width = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '\n') {
            assert_in_range(width, 0, 80);
            if (p > text) assert_int_not_equal(p[-1], ' ');
            width = 0;
        } else if (((unsigned char)*p & 0xc0) != 0x80) {
            width++;
        }
    }
    assert_int_equal(width, 0);
}

static void the_table_as_text_fits_80_columns(void **state) {
    (void)state;
    static const char *const names[SEATS] = {"Éléonore de La Rochefouc", "Maximilien-Emmanuel XIII",
                                             "A", "Jean-Baptiste Colbert à L", "B"};
    Text out = text_grow();
    for (int game = 0; game < 60; game++) {
        Rng rng = rng_seed((uint64_t)game);
        Batavia s;
        batavia_start(&s, 3 + game % 3,
                      (const uint8_t[]){(uint8_t)(game & 1), (uint8_t)(game & 1), 0});
        for (Turn turn; (turn = batavia_turn(&s)) != 0;) {
            int seat = __builtin_ctz(turn), viewer = seat < s.players ? seat : SPECTATOR;
            Batavia seen = s;
            batavia_hide(&seen, viewer);
            for (int lang = LANG_FR; lang <= LANG_EN; lang++) {
                text_clear(&out);
                batavia_print(&seen, viewer, names, (Lang)lang, 80, &out);
                lines_fit(out.at);
            }
            Move m = seat == CHANCE ? batavia_sample(&s, &rng) : slow_move(&s, seat, &rng);
            batavia_apply(&s, seat, m, NULL);
        }
    }
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heaps_count_like_plain_numbers),
        cmocka_unit_test(a_guess_keeps_what_everyone_knows),
        cmocka_unit_test(a_guess_meets_every_world),
        cmocka_unit_test(an_auction_at_once_ends_as_bid_by_bid),
        cmocka_unit_test(a_round_in_which_nothing_moves_is_the_last),
        cmocka_unit_test(the_table_as_text_fits_80_columns),
        cmocka_unit_test(who_gets_no_bill_is_not_told_of_one),
        cmocka_unit_test(the_most_bills_bring_five_gold_or_two_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
