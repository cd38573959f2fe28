/* order.c: an order set ahead is refused beyond one's means, acts when its turn comes, ends when
   what it was for is over, and nobody but its owner can tell that it is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/notation.h"
#include "games/games.h"
#include "table/inside.h"
#include "tables.h"

/* What the order of a seat does now, in notation; "" where it does nothing. */
static const char *does(const Table *t, int seat) {
    static char buffer[MOVE_TEXT_MAX];
    Text text = text_over(buffer, sizeof buffer);
    Move move;
    if (table_order_move(t, seat, &move)) move_write(t->game, move, &text);
    return buffer;
}

static void act(Table *t, int seat) {
    char line[MOVE_TEXT_MAX + 8];
    snprintf(line, sizeof line, "%d %s", seat, does(t, seat));
    enters(t, line);
}

/* Byzanz: seat 0 and 1 hold three cloth and a spice, seat 2 wine and a trader; seat 0 opens. */
static Table *dealt(void) {
    Table *t = opened("byzanz", 3);
    three_are_dealt(t);
    return t;
}

static void orders_are_read_or_refused(void **unused) {
    (void)unused;
    Table *t = dealt();
    refuses(t, "order 1", "There is no order to take back.");
    refuses(t, "order 3 bid 2", "There is no such seat.");
    refuses(t, "order 1 bid", "This cannot be ordered ahead.");
    refuses(t, "order 1 bid x", "Say up to how much: a whole number.");
    refuses(t, "order 1 bid 0", "Say up to how much: a whole number.");
    refuses(t, "order 1 bid -3", "Say up to how much: a whole number.");
    refuses(t, "order 1 bid 99999999999", "Say up to how much: a whole number.");
    refuses(t, "order 1 bid 6", "That is beyond your means: you have {n} to bid.");
    refuses(t, "order 1 bid 5 or grain",
            "An order is like “bid 5” or “bid 5 for” something on sale.");
    refuses(t, "order 1 bid 5 for silk", "No such thing is ever on sale here.");
    refuses(t, "order 1 pass unless silk", "No such thing is ever on sale here.");
    refuses(t, "order 1 give grain1", "This cannot be ordered ahead.");
    refuses(t, "order 1 bid cloth1", "Say up to how much: a whole number.");
    enters(t, "order 1 bid 5");
    enters(t, "order 1 bid 4 for grain");
    enters(t, "order 1 pass unless wood");
    refuses(t, "order 1 pass unless grain", "This order would be over at once.");
    enters(t, "order 1 done");
    enters(t, "order 1 pass");
    enters(t, "order 1");
    refuses(t, "order 1", "There is no order to take back.");
    table_close(t);
}

/* Whoever comes finds no order he did not set, and none acts for him. */
static void an_order_goes_with_whoever_set_it(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 bid 4");
    enters(t, "0 bid cloth1");
    enters(t, "seat 1 away greedy");
    assert_string_equal(does(t, 1), "bid cloth2"); /* a bot only holds his seat */
    enters(t, "seat 1 given greedy");
    assert_string_equal(does(t, 1), "");
    enters(t, "seat 1 person z Zoe");
    assert_string_equal(does(t, 1), "");
    refuses(t, "order 1", "There is no order to take back.");
    table_close(t);
}

/* However many orders one seat has set, others set theirs, and whatever stands is taken back. */
static void who_orders_without_end_takes_nothing_from_others(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 bid 5");
    while (t->orders + 2 < ORDER_LINES_MAX) {
        enters(t, "order 2 pass");
        enters(t, "order 2");
    }
    enters(t, "order 2 pass");
    refuses(t, "order 2 done", "This table has taken enough orders: {n}.");
    enters(t, "order 2");
    enters(t, "order 1");
    for (int i = 1; i < ORDERS_EACH; i++) {
        enters(t, "order 1 pass");
        enters(t, "order 1");
    }
    refuses(t, "order 1 pass", "This table has taken enough orders: {n}.");
    int lines = table_lines(t);
    enters(t, "order 0 bid 3 for grain");
    assert_int_equal(table_lines(t), lines + 1);
    table_close(t);
}

static void a_bid_goes_up_to_its_limit_and_then_passes(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 bid 4");
    assert_string_equal(does(t, 1), ""); /* it is not his turn */
    enters(t, "0 bid cloth1");
    assert_string_equal(does(t, 1),
                        "bid cloth2"); /* the least that beats it, with the fewest cards */
    act(t, 1);
    assert_int_equal(t->ordered[1], t->position);
    enters(t, "2 bid wine3");
    enters(t, "0 pass");
    assert_string_equal(does(t, 1), "bid cloth1 cloth1");
    act(t, 1);
    enters(t, "2 bid wine2");
    assert_string_equal(does(t, 1), "pass");
    act(t, 1);
    assert_string_equal(t->book->order[1].text, ""); /* the auction it was for is over for him */
    table_close(t);
}

static void one_that_waits_for_something_passes_until_it_comes(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 pass unless wood");
    enters(t, "order 2 bid 3 for wood");
    enters(t, "0 bid cloth1");
    assert_string_equal(does(t, 1), "pass");
    act(t, 1);
    assert_string_equal(does(t, 2), "pass");
    act(t, 2);
    assert_string_equal(t->book->order[1].text, "pass unless wood"); /* both wait on */
    assert_string_equal(t->book->order[2].text, "bid 3 for wood");
    enters(t, "0 give grain1");
    enters(t, "0 discard olives1");
    for (int i = 0; i < 5 && turn_has(t->game->rules.turn(t->state), CHANCE); i++)
        enters(t, i ? "* lot wood2" : "* lot wood1");
    assert_string_equal(t->book->order[1].text, ""); /* it has come: he decides himself */
    assert_string_equal(t->book->order[2].text, "bid 3 for wood");
    table_close(t);
}

static void a_plain_order_is_for_one_turn(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 done");
    enters(t, "order 2 pass");
    enters(t, "0 bid cloth1");
    assert_string_equal(t->book->order[1].text, ""); /* his turn came and he could not */
    enters(t, "1 pass");
    assert_string_equal(does(t, 2), "pass");
    act(t, 2);
    assert_string_equal(t->book->order[2].text, "");
    table_close(t);
}

/* Else who plays a move and takes it back would rob the others of what they had ordered. */
static void an_order_that_a_move_ended_is_there_again_when_it_is_taken_back(void **unused) {
    (void)unused;
    Table *t = dealt();
    enters(t, "order 1 done");
    enters(t, "order 2 bid 1");
    enters(t, "0 pass");
    assert_string_equal(t->book->order[1].text, "");
    enters(t, "undo 19");
    assert_string_equal(t->book->order[1].text, "done");
    enters(t, "0 pass");
    enters(t, "order 2 pass"); /* what was ordered since stays */
    enters(t, "order 1 bid 5");
    enters(t, "undo 19");
    assert_string_equal(t->book->order[1].text, "bid 5");
    assert_string_equal(t->book->order[2].text, "pass");
    enters(t, "0 pass");
    enters(t, "1 pass"); /* which ends his own */
    assert_string_equal(t->book->order[1].text, "");
    enters(t, "undo 20");
    assert_string_equal(t->book->order[1].text, ""); /* it would bid at once */
    table_close(t);
}

static void nobody_else_can_tell(void **unused) {
    (void)unused;
    Table *t = dealt(), *other = dealt();
    enters(t, "order 1 bid 4");
    enters(t, "order 1 bid 3");
    assert_int_equal(table_version(t), table_version(other));
    for (int round = 0; round < 2; round++) {
        for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
            if (viewer == 1 || (viewer >= 3 && viewer < CHANCE)) continue;
            Text a = text_grow(), b = text_grow();
            table_window(t, viewer, NULL, &a);
            table_window(other, viewer, NULL, &b);
            assert_string_equal(a.at, b.at);
            text_clear(&a);
            text_clear(&b);
            table_events(t, viewer, viewer, 0, t->position, NULL, &a);
            table_events(other, viewer, viewer, 0, other->position, NULL, &b);
            assert_string_equal(a.at, b.at);
            text_free(&a);
            text_free(&b);
        }
        if (round) break;
        enters(t, "0 bid cloth1");
        enters(other, "0 bid cloth1");
        act(t, 1); /* and when it has acted it is a bid like any other */
        enters(other, "1 bid cloth2");
    }
    Text record = text_grow(), plain = text_grow(), mine = text_grow();
    table_record(t, -1, &record);
    table_record(other, -1, &plain);
    assert_string_equal(record.at, plain.at);
    table_window(t, 1, NULL, &mine);
    assert_non_null(strstr(mine.at, "\"order\":\"bid 3\""));
    text_free(&record);
    text_free(&plain);
    text_free(&mine);
    table_close(t);
    table_close(other);
}

/* No bid of a seat stakes less than an auction says, or more where it is falling. */
static void bids_reach_the_next(const Game *game, const void *s) {
    Move moves[MOVES_MAX];
    Lot lot;
    int seat = 0;
    while (!turn_has(game->rules.turn(s), seat))
        seat++;
    if (!game->live.lot(s, seat, &lot)) return;
    for (int i = game->rules.moves(s, seat, moves); i--;) {
        int stake = game->live.stake(s, seat, moves[i]);
        if (stake < 0) continue;
        assert_true(game->live.falling ? stake <= lot.next : stake >= lot.next);
    }
}

/* In every game with an auction random people give random orders; each move an order makes is
   legal, within its limit, and the journal replays to the same table. */
static void orders_act_lawfully_in_every_game(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        if (!game->live.lot) continue;
        int acted = 0;
        for (int seed = 1; seed <= 6; seed++) {
            uint8_t options[OPTIONS_MAX] = {0};
            Reason why;
            Rng rng = rng_seed((uint64_t)seed);
            Table *t = table_open(game, 4, options, &why);
            for (int seat = 0; seat < 4; seat++) {
                char line[80];
                snprintf(line, sizeof line, "seat %d person p%d Nom %d", seat, seat, seat);
                enters(t, line);
            }
            enters(t, "begin");
            for (int i = 0; i < 4000 && !table_over(t); i++) {
                char buffer[LINE_LIMIT + 1];
                Text line = text_over(buffer, sizeof buffer);
                if (table_draw(t, &rng, &line)) {
                    enters(t, buffer);
                    continue;
                }
                int seat = (int)rng_below(&rng, (uint32_t)t->players);
                if (rng_below(&rng, 8) == 0) {
                    snprintf(buffer, sizeof buffer, "order %d bid %d", seat,
                             1 + (int)rng_below(&rng, 9));
                    table_enter(t, buffer);
                }
                bids_reach_the_next(game, t->state);
                Move move;
                for (seat = 0; !turn_has(game->rules.turn(t->state), seat); seat++)
                    ;
                bool ordered = table_order_move(t, seat, &move);
                if (ordered) {
                    int stake = game->live.stake(t->state, seat, move),
                        limit = t->book->order[seat].limit;
                    assert_true(stake < 0 ||
                                (game->live.falling ? stake >= limit : stake <= limit));
                    acted++;
                } else {
                    move = game->rules.policy(t->state, seat, &(Style){0}, &rng);
                }
                text_clear(&line);
                why = table_enter_move(t, seat, move, &line);
                assert_null(why.text);
            }
            table_close(t);
        }
        if (!acted) fail_msg("no order ever acted in %s", game->id);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_read_or_refused),
        cmocka_unit_test(an_order_goes_with_whoever_set_it),
        cmocka_unit_test(who_orders_without_end_takes_nothing_from_others),
        cmocka_unit_test(a_bid_goes_up_to_its_limit_and_then_passes),
        cmocka_unit_test(one_that_waits_for_something_passes_until_it_comes),
        cmocka_unit_test(a_plain_order_is_for_one_turn),
        cmocka_unit_test(an_order_that_a_move_ended_is_there_again_when_it_is_taken_back),
        cmocka_unit_test(nobody_else_can_tell),
        cmocka_unit_test(orders_act_lawfully_in_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
