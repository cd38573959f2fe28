/* notation.c: a move is written and read by the table of its verbs alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/notation.h"

static const char *const fruits[] = {"none", "fig", "Olive"};
static const struct {
    int worth;
    const char *name;
} ports[] = {{3, "Galle"}, {4, "Ambon"}};
static const char *const sides[] = {"left", "right"};

static const ItemKind port = {.names = &ports[0].name, .apart = sizeof ports[0], .size = 2};
static const ItemKind fruit = {
    .names = fruits, .first = 1, .size = 3, .next = &port, .wrong = "no such fruit"};
static const ItemKind far = {.most = 900, .wide = true, .wrong = "not so far"};
static const ItemKind step = {.least = -16, .most = 16, .zero = -16};
static const ItemKind who = {.sign = "@", .most = 3};
static const ItemKind year = {
    .least = 1585, .most = 1601, .zero = 1585, .other = "never", .other_item = 31};
static const ItemKind side = {.names = sides, .size = 2, .silent = true};

static void write_twice(Move m, Text *out) {
    item_write(&who, m.item, out);
    item_write(&who, m.item, out);
}
static Reason read_twice(const char *text, Move *m) {
    m->count = 1;
    return item_read(&who, scan_word(&text), m->item) ? ALLOWED : REFUSED("twice nobody");
}

enum { SEAT, BASKET, SHIP, STEPS, WAIT, MAYBE, PAIRS, TWICE };
static const VerbForm verbs[] = {
    [SEAT] = {.word = "seat", .items = {&item_seat}},
    [BASKET] = {.word = "basket",
                .sample = "basket fig",
                .more = {&fruit},
                .least = 1,
                .none = "nothing",
                .sorted = true,
                .wrong = "fill the basket"},
    [SHIP] = {.word = "ship", .sample = "ship Galle 400 1590", .items = {&port, &far, &year}},
    [STEPS] = {.word = "steps", .sample = "steps 1 -1", .more = {&step}},
    [WAIT] = {.word = "wait", .sample = "wait"},
    [MAYBE] = {.word = "maybe",
               .sample = "maybe @1",
               .items = {&who, &side},
               .more = {&fruit},
               .sorted = true},
    [PAIRS] = {.word = "pairs", .sample = "pairs fig 7", .more = {&fruit, &far}, .most = 2},
    [TWICE] = {.word = "twice", .sample = "twice @1", .write = write_twice, .read = read_twice},
    {0},
};
static const Notation notation = {verbs, "a move begins with a verb"};
static const Game game = {.words = {.notation = &notation}};

/* `text` is that move, and the move is written `again`. */
static void is(const char *text, Move wanted, const char *again) {
    Move m = {.verb = 99};
    char buffer[MOVE_TEXT_MAX];
    Text out = text_over(buffer, sizeof buffer);
    assert_null(move_read(&game, text, &m).text);
    assert_true(move_equal(m, wanted));
    move_write(&game, m, &out);
    assert_string_equal(buffer, again);
    assert_null(move_read(&game, buffer, &m).text);
    assert_true(move_equal(m, wanted));
}

static void refuses(const char *text, const char *why, int n) {
    Move m = {.verb = 99}, before = m;
    Reason reason = move_read(&game, text, &m);
    assert_string_equal(reason.text ? reason.text : "nothing", why);
    assert_int_equal(reason.n, n);
    assert_true(move_equal(m, before));
}

static void items_are_written_by_their_kind(void **unused) {
    (void)unused;
    is("seat 5", (Move){SEAT, 1, {5}}, "seat 5");
    is(" wait\t", (Move){.verb = WAIT}, "wait");
    is("ship ambon 513 1601", (Move){SHIP, 4, {1, 2, 1, 16}}, "ship Ambon 513 1601");
    is("ship Galle 0 never", (Move){SHIP, 4, {0, 0, 0, 31}}, "ship Galle 0 never");
    is("steps -16 0 16", (Move){STEPS, 3, {0, 16, 32}}, "steps -16 0 16");
    is("steps", (Move){.verb = STEPS}, "steps");
    is("maybe @3", (Move){MAYBE, 2, {3, 0}}, "maybe @3");
    is("maybe @3 left", (Move){MAYBE, 2, {3, 0}}, "maybe @3");
    is("maybe @3 right", (Move){MAYBE, 2, {3, 1}}, "maybe @3 right");
    is("maybe @3 right olive fig", (Move){MAYBE, 4, {3, 1, 1, 2}}, "maybe @3 right fig Olive");
    is("maybe @3 olive ambon fig", (Move){MAYBE, 5, {3, 0, 1, 2, 4}}, "maybe @3 fig Olive Ambon");
    is("pairs fig 1 olive 300", (Move){PAIRS, 6, {1, 0, 1, 2, 1, 44}}, "pairs fig 1 Olive 300");
    is("twice @2", (Move){TWICE, 1, {2}}, "twice @2 @2");
}

static void items_of_some_verbs_are_kept_sorted(void **unused) {
    (void)unused;
    is("basket olive fig olive", (Move){BASKET, 3, {1, 2, 2}}, "basket fig Olive Olive");
    is("basket nothing", (Move){.verb = BASKET}, "basket nothing");
}

static void what_is_no_move_is_refused_with_a_reason(void **unused) {
    (void)unused;
    refuses("", "a move begins with a verb", 0);
    refuses("Wait", "a move begins with a verb", 0);
    refuses("wait now", "Nothing comes behind this verb.", 0);
    refuses("seat", "This verb takes exactly {n} {n?word|words} after it.", 1);
    refuses("seat 1 2", "This verb takes exactly {n} {n?word|words} after it.", 1);
    refuses("seat 6", "A seat is a number from 0 to 5.", 0);
    refuses("seat 01", "A seat is a number from 0 to 5.", 0);
    refuses("basket", "fill the basket", 0);
    refuses("basket none", "no such fruit", 0);
    refuses("basket nothing fig", "fill the basket", 0);
    refuses("basket fig nothing", "no such fruit", 0);
    refuses("ship Galle 901 1590", "not so far", 0);
    refuses("ship Galle 4 1584", "This verb takes exactly {n} {n?word|words} after it.", 3);
    refuses("maybe 3", "This verb takes exactly {n} {n?word|words} after it.", 2);
    refuses("maybe @", "This verb takes exactly {n} {n?word|words} after it.", 2);
    refuses("maybe @3 up", "no such fruit", 0);
    refuses("maybe @3 fig right", "no such fruit", 0);
    refuses("pairs fig", "Nothing comes behind this verb.", 0);
    refuses("pairs fig 1 fig 2 fig 3", "Nothing comes behind this verb.", 0);
    refuses("steps 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "These are too many words.", 0);
    refuses("twice @4", "twice nobody", 0);
}

static void people_begin_with_verbs_that_have_a_sample(void **unused) {
    (void)unused;
    const char *words_of[VERBS_MAX + 1];
    verbs_of_people(&game, words_of);
    assert_string_equal(words_of[0], "basket");
    assert_string_equal(words_of[6], "twice");
    assert_null(words_of[7]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_written_by_their_kind),
        cmocka_unit_test(items_of_some_verbs_are_kept_sorted),
        cmocka_unit_test(what_is_no_move_is_refused_with_a_reason),
        cmocka_unit_test(people_begin_with_verbs_that_have_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
