/* hint.c: what a good player would do, and would have done: the moves told can be made, what speaks
   for them is said in sentences whose holes are filled, and a decision that was made is judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/notation.h"
#include "core/words.h"
#include "games/games.h"
#include "games/voc/state.h"
#include "table/hint.h"

enum { KINDS_MOST = 100 };

static Table *gathered(const Game *game, const uint8_t *options) {
    static const char *const others[] = {"seat 1 bot trader", "seat 2 bot trader",
                                         "seat 3 bot trader"};
    Reason why;
    int players = game->max_players < 4 ? game->max_players : 4;
    Table *t = table_open(game, players, options, &why);
    assert_non_null(t);
    assert_null(table_enter(t, "seat 0 person anna Anna").text);
    for (int seat = 1; seat < players; seat++)
        assert_null(table_enter(t, others[seat - 1]).text);
    assert_null(table_enter(t, "begin").text);
    return t;
}

/* Goes on until seat 0 owes a decision that is not a small step, or the game is over. */
static bool play_on(Table *t, Rng *rng) {
    const Game *game = table_game(t);
    char buffer[LINE_LIMIT + 1];
    while (!table_over(t)) {
        const void *s = table_state(t);
        Text line = text_over(buffer, sizeof buffer);
        if (!turn_has(game->rules.turn(s), 0) || turn_has(game->rules.turn(s), CHANCE)) {
            assert_true(table_play_on(t, (Effort){.iterations = 1}, rng));
        } else if (game->live.brisk && game->live.brisk(s)) {
            Style steady = {0};
            Move move = game->rules.policy(s, 0, &steady, rng);
            assert_null(table_enter_move(t, 0, move, &line).text);
        } else {
            return true;
        }
    }
    return false;
}

/* Sentences met so far. */
typedef struct Met {
    const char *text[KINDS_MOST];
    int count;
} Met;

static void meet(Met *met, const char *text) {
    for (int i = 0; i < met->count; i++)
        if (met->text[i] == text) return;
    assert_true(met->count < KINDS_MOST);
    met->text[met->count++] = text;
}

static void look_over(const Event *event, int players, Met *met) {
    assert_non_null(event->you);
    assert_int_equal(event->seat, 0);
    if (strstr(event->you, "{other}")) {
        assert_in_range(event->other, 1, players - 1);
    }
    if (strstr(event->you, "{items}")) assert_true(event->count > 0);
    assert_string_not_equal(words(LANG_FR, event->you), event->you);
    meet(met, event->you);
}

/* Everything said in some games of seat 0, of every move it could have made. */
static void gather(const Game *game, const uint8_t *options, int times, Met *met) {
    for (int i = 0; i < times; i++) {
        Table *t = gathered(game, options);
        Rng rng = rng_seed((uint64_t)i + 7);
        while (play_on(t, &rng)) {
            _Alignas(16) unsigned char hidden[STATE_MAX];
            Move list[MOVES_MAX];
            char buffer[LINE_LIMIT + 1];
            Text line = text_over(buffer, sizeof buffer);
            memcpy(hidden, table_state(t), game->state_size);
            game->rules.hide(hidden, 0);
            int n = game->rules.moves(hidden, 0, list);
            for (int m = 0; m < n; m++) {
                News news = {0};
                game->words.reason(hidden, 0, list[m], &news);
                for (int e = 0; e < news.count; e++)
                    look_over(&news.event[e], 4, met);
            }
            Style steady = {0};
            Move move = game->rules.policy(hidden, 0, &steady, &rng);
            assert_null(table_enter_move(t, 0, move, &line).text);
        }
        table_close(t);
    }
}

static void every_game_has_many_reasons_and_fills_their_holes(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        int kinds;
    } wanted[] = {{"byzanz", 12}, {"batavia", 16}, {"comptoir", 16}, {"voc", 18}};
    for (int i = 0; i < 4; i++) {
        uint8_t options[OPTIONS_MAX] = {0};
        Met met = {0};
        const Game *game = game_named(wanted[i].game);
        gather(game, options, 4, &met);
        if (i == 3) assert_null(option_set(game, "rules", "advanced", options).text);
        if (i == 3) gather(game, options, 2, &met);
        if (met.count < wanted[i].kinds) print_message("%s: %d\n", game->id, met.count);
        assert_true(met.count >= wanted[i].kinds);
    }
}

/* Cards of this type in the first hand of a picture of Byzanz. */
static int held_of(const char *json, const char *type) {
    const char *hand = strstr(json, "\"hand\":["), *end = strchr(hand, ']');
    int held = 0;
    for (const char *at = hand; (at = strstr(at, type)) && at < end; at += strlen(type))
        held++;
    return held;
}

/* Cards of this type in the list of a picture of Byzanz that begins with `name`. */
static int listed(const char *json, const char *name, const char *type) {
    const char *list = strstr(json, name), *end = list ? strchr(list, ']') : NULL;
    int n = 0;
    for (const char *at = list; at && (at = strstr(at, type)) && at < end; at += strlen(type))
        n++;
    return n;
}

/* A set that a lot or a stall is said to complete has two cards of its good at least, and of the
   last cards nothing is said that would need more to come. */
static void byzanz_held_true(const char *json, const char *move, const Event *event) {
    const char *said = event->you, *market = strstr(json, "\"market\":{");
    bool takes = strncmp(move, "take ", 5) == 0;
    if (strstr(said, "completes a set")) {
        const char *type = event->items[0];
        char stall[40] = "\"", paid[MOVE_TEXT_MAX];
        strcat(strcat(stall, type), "\":[");
        strcpy(paid, move);
        int all = held_of(json, type);
        if (takes)
            all += listed(market, stall, type) - 1; /* its name */
        else
            all += listed(json, "\"lot\":[", type);
        for (const char *at = paid; !takes && (at = strstr(at, type)); at++)
            all--;
        assert_true(all >= 2);
    }
    if (!takes || !strstr(json, "\"deck\":0")) return;
    assert_null(strstr(said, "next bids"));
    assert_null(strstr(said, "one card completes"));
}

/* A tile that harms nobody turns against nobody. */
static void comptoir_held_true(const Event *event) {
    if (!strstr(event->you, "turn against you")) return;
    assert_int_equal(event->count, 1);
    assert_string_not_equal(event->items[0], "Top quality");
    assert_string_not_equal(event->items[0], "Shortage");
}

/* Who lays a card, or cannot but pass, is told something; of bills that are gone no number. */
static void batavia_held_true(const char *move, int moves, const News *told) {
    if (!strncmp(move, "lay ", 4) || !strcmp(move, "pass")) assert_true(told->count > 0);
    for (int e = 0; e < told->count; e++) {
        const char *said = told->event[e].you;
        if (strstr(said, "for the next sale") && strstr(said, "{n}"))
            assert_true(told->event[e].n > 0);
        if (!strcmp(move, "pass"))
            assert_int_equal(moves == 1, strstr(said, "too few bills") != NULL);
    }
}

/* What speaks for a move is true: nobody must open where a bid lies, no set is left only where none
   can be sold, what is called a small value is one, a bid that is said to break nothing leaves each
   set and each pair, and nothing is kept for later, nor begun, after the last round. */
static void held_true(const Game *game, const void *state, Move move, const Event *event) {
    Text json = text_grow();
    const char *said = event->you;
    Move list[MOVES_MAX];
    char buffer[MOVE_TEXT_MAX];
    Text words = text_over(buffer, sizeof buffer);
    int n = game->rules.moves(state, 0, list);
    move_write(game, move, &words);
    jot_open(&json, NULL, '{');
    game->words.picture(state, 0, &json);
    jot_close(&json, '}');
    if (!strcmp(game->id, "byzanz")) byzanz_held_true(json.at, buffer, event);
    if (!strcmp(game->id, "comptoir")) comptoir_held_true(event);
    if (!strcmp(said, "No set is left to sell."))
        for (int i = 0; i < n; i++) {
            char other[MOVE_TEXT_MAX];
            Text text = text_over(other, sizeof other);
            move_write(game, list[i], &text);
            assert_int_not_equal(strncmp(other, "sell", 4), 0);
        }
    if (!strcmp(said, "Its value is only {n}.")) assert_in_range(event->n, 1, 2);
    if (strstr(said, "too dear")) assert_true(event->n > 2);
    if (!strcmp(said, "You must open.")) assert_non_null(strstr(json.at, "\"high\":0"));
    if (!strcmp(said, "To you it is worth about {n}: {items}.") && !strncmp(buffer, "bid ", 4))
        assert_true(atoi(buffer + 4) <= event->n);
    if (strstr(said, "worth more later") || strstr(said, "begins the next round"))
        assert_null(strstr(json.at, "\"ending\":true"));
    if (strstr(said, "in no set of yours")) {
        static const char *const types[] = {"cloth", "wood", "grain", "olives", "spices", "wine"};
        for (int i = 0; i < 6; i++) {
            int held = held_of(json.at, types[i]), paid = 0;
            for (const char *at = buffer; (at = strstr(at, types[i])); at++)
                paid++;
            assert_true(paid == 0 || held < 2 || held - paid >= (held > 2 ? 3 : 2));
        }
    }
    text_free(&json);
}

/* The same of VOC!: what is not asked for is in no contract, a ship that waits at sea into a convoy
   year is told of the scurvy, and who proposed an offer, or cannot keep it, is not said to weigh
   it. */
static void voc_held_true(const Voc *s, Move move, const News *told) {
    bool scurvy = false;
    for (int e = 0; e < told->count; e++)
        scurvy = scurvy || strstr(told->event[e].you, "scurvy");
    for (int e = 0; e < told->count; e++) {
        const char *said = told->event[e].you;
        if (!strcmp(said, "Nothing of it is asked for."))
            for (int i = 0; i < s->rows; i++)
                for (int side = 0; side < voc_sides(s->row[i]); side++)
                    for (int good = 0; good < GOODS && !s->advanced; good++)
                        assert_false(count_of(wares_of(voc_home_goods(s, 0)), good) &&
                                     count_of(voc_contracts[s->row[i]].need[side], good));
        if (strstr(said, "out of danger"))
            assert_int_equal(scurvy, s->year + 1 < s->until && voc_convoy(s->year + 1));
        if (move.verb != VERB_ACCEPT && move.verb != VERB_REFUSE) continue;
        if (s->phase != PHASE_DEALS) continue;
        assert_null(strstr(said, "no use for it"));
        assert_null(strstr(said, "may well accept"));
        assert_int_equal(!strcmp(said, "It can no longer be accepted."),
                         !voc_deal_holds(s, move.item[0]));
    }
}

static void what_is_said_of_a_move_is_true(void **unused) {
    (void)unused;
    static const char *const ids[] = {"byzanz", "comptoir", "voc", "batavia"};
    for (int i = 0; i < 4; i++) {
        const Game *game = game_named(ids[i]);
        for (uint64_t seed = 3; seed < 9; seed++) {
            uint8_t options[OPTIONS_MAX] = {0};
            Table *t = gathered(game, options);
            Rng rng = rng_seed(seed);
            while (play_on(t, &rng)) {
                _Alignas(16) unsigned char hidden[STATE_MAX];
                Move list[MOVES_MAX];
                char buffer[LINE_LIMIT + 1];
                Text line = text_over(buffer, sizeof buffer);
                Style steady = {0};
                memcpy(hidden, table_state(t), game->state_size);
                game->rules.hide(hidden, 0);
                int n = game->rules.moves(hidden, 0, list);
                for (int m = 0; m < n; m++) {
                    News news = {0};
                    game->words.reason(hidden, 0, list[m], &news);
                    if (i == 2) voc_held_true((const Voc *)hidden, list[m], &news);
                    if (i == 3) {
                        char move[MOVE_TEXT_MAX];
                        Text text = text_over(move, sizeof move);
                        move_write(game, list[m], &text);
                        batavia_held_true(move, n, &news);
                    }
                    for (int e = 0; e < news.count; e++)
                        held_true(game, hidden, list[m], &news.event[e]);
                }
                Move move = game->rules.policy(hidden, 0, &steady, &rng);
                assert_null(table_enter_move(t, 0, move, &line).text);
            }
            table_close(t);
        }
    }
}

static Text hinted(const Table *t, int position) {
    Hint *h = hint_begin(t, 0, position, 5);
    Text json = text_grow();
    assert_non_null(h);
    while (hint_step(h))
        continue;
    jot_open(&json, NULL, '{');
    hint_json(h, &json);
    jot_close(&json, '}');
    hint_free(h);
    return json;
}

/* The number behind the next `key`, from `*at` on, which is moved past it; -1: there is none. */
static int next_number(const char **at, const char *key) {
    const char *found = strstr(*at, key);
    if (!found) return -1;
    *at = found + strlen(key);
    return atoi(*at);
}

/* How many moves of a hint tell this as a reason; none of them tells that as news too. */
static int told_once(const char *json, const char *reason, const char *news) {
    int moves = 0;
    for (const char *one = strstr(json, "\"move\":"), *next; one; one = next) {
        next = strstr(one + 1, "\"move\":");
        const char *why = strstr(one, reason), *event = strstr(one, news);
        if (!why || (next && why > next)) continue;
        moves++;
        assert_false(event && (!next || event < next));
    }
    return moves;
}

static void what_a_reason_tells_is_not_told_again(void **unused) {
    (void)unused;
    const Game *game = game_named("comptoir");
    uint8_t options[OPTIONS_MAX] = {0};
    int paid = 0, due = 0;
    for (uint64_t seed = 1; seed < 20 && !(paid && due); seed++) {
        Table *t = gathered(game, options);
        Rng rng = rng_seed(seed);
        while (!(paid && due) && play_on(t, &rng)) {
            Move list[MOVES_MAX];
            char buffer[LINE_LIMIT + 1];
            Text line = text_over(buffer, sizeof buffer), json = hinted(t, 0);
            paid += told_once(json.at, "A ship leaves and pays you", "You earn");
            due += told_once(json.at, "It costs a commission", "You pay a commission");
            text_free(&json);
            game->rules.moves(table_state(t), 0, list);
            assert_null(table_enter_move(t, 0, list[0], &line).text);
        }
        table_close(t);
    }
    assert_true(paid && due);
}

static void hints_go_down_and_only_what_is_near_the_best_is_called_as_good(void **unused) {
    (void)unused;
    const Game *game = game_named("comptoir");
    uint8_t options[OPTIONS_MAX] = {0};
    Table *t = gathered(game, options);
    Rng rng = rng_seed(4);
    for (int made = 0; made < 24 && play_on(t, &rng); made++) {
        _Alignas(16) unsigned char hidden[STATE_MAX];
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer), json = hinted(t, 0);
        const char *at = json.at;
        int best = next_number(&at, "\"chance\":"), before = -1;
        for (int chance; best >= 0 && (chance = next_number(&at, "\"chance\":")) >= 0;) {
            const char *close = strstr(at, "\"close\":");
            bool said = !strncmp(close + 8, "true", 4);
            assert_true(before < 0 || chance <= before);
            assert_int_equal(said && best - chance >= 50, false);
            assert_int_equal(!said && best - chance < 10, false);
            before = chance;
        }
        text_free(&json);
        Style steady = {0};
        memcpy(hidden, table_state(t), game->state_size);
        game->rules.hide(hidden, 0);
        Move move = game->rules.policy(hidden, 0, &steady, &rng);
        assert_null(table_enter_move(t, 0, move, &line).text);
    }
    table_close(t);
}

static void a_move_without_a_choice_has_no_chances(void **unused) {
    (void)unused;
    const Game *game = game_named("byzanz");
    uint8_t options[OPTIONS_MAX] = {0};
    int forced = 0, chosen = 0;
    for (uint64_t seed = 1; seed < 40 && !(forced && chosen); seed++) {
        Table *t = gathered(game, options);
        Rng rng = rng_seed(seed);
        while (!(forced && chosen) && play_on(t, &rng)) {
            Move list[MOVES_MAX];
            char buffer[LINE_LIMIT + 1];
            Text line = text_over(buffer, sizeof buffer);
            int n = game->rules.moves(table_state(t), 0, list);
            assert_null(hint_check(t, 0, 0).code);
            if (n == 1 || !chosen) {
                Text json = hinted(t, 0);
                bool none = strstr(json.at, "\"chance\":null") != NULL;
                assert_non_null(strstr(json.at, "\"played\":null"));
                if (n == 1) assert_true(none);
                forced += n == 1;
                chosen += !none;
                text_free(&json);
            }
            assert_null(table_enter_move(t, 0, list[n - 1], &line).text);
        }
        table_close(t);
    }
    assert_true(forced && chosen);
}

static void a_decision_that_was_made_is_judged(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        const Game *game = games[i];
        uint8_t options[OPTIONS_MAX] = {0};
        Table *t = gathered(game, options);
        Rng rng = rng_seed(9);
        assert_true(play_on(t, &rng));
        int position = table_position(t);
        Move list[MOVES_MAX];
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        assert_string_equal(hint_check(t, 0, position).code, "illegal");
        game->rules.moves(table_state(t), 0, list);
        assert_null(table_enter_move(t, 0, list[0], &line).text);
        assert_null(hint_check(t, 0, position).code);
        assert_string_equal(hint_check(t, 0, 1 << 20).code, "illegal");
        assert_string_equal(hint_check(t, -1, position).code, "seat");
        Text json = hinted(t, position);
        const char *played = strstr(json.at, "\"played\":{");
        assert_non_null(played);
        assert_non_null(strstr(played, "\"loss\":"));
        assert_non_null(strstr(played, "\"mark\":\""));
        text_free(&json);
        table_close(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_many_reasons_and_fills_their_holes),
        cmocka_unit_test(what_a_reason_tells_is_not_told_again),
        cmocka_unit_test(what_is_said_of_a_move_is_true),
        cmocka_unit_test(hints_go_down_and_only_what_is_near_the_best_is_called_as_good),
        cmocka_unit_test(a_move_without_a_choice_has_no_chances),
        cmocka_unit_test(a_decision_that_was_made_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
