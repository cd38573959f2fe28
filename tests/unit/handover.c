/* handover.c: a game of a page is taken over whole or refused with the line that is wrong, one is
   taken along where nobody else loses by it, and a record or a position becomes a journal again. */
#include "tables.h"

#include "table/handover.h"
#include "table/journal.h"

static const uint8_t seed[SEED_BYTES] = "the seed of this table, 32 bytes";
#define OTHERS  "Only whoever hands the game over and bots sit there."
#define UNDRAWN "Chance did not draw this: its seed says otherwise."

/* Enters a line and keeps it, as a page does. */
static void enter(Table *t, const char *line, Text *journal) {
    enters(t, line);
    text_printf(journal, "%s\n", line);
}

/* A bot makes the move that is due, and the page keeps it. */
static void bot_moves(Table *t, Rng *rng, Text *journal) {
    Text before = text_grow(), after = text_grow();
    table_moves(t, table_position(t), &before);
    assert_true(table_play_on(t, (Effort){.iterations = 4}, rng));
    table_moves(t, table_position(t), &after);
    text_add(journal, after.at + before.length);
    text_free(&before);
    text_free(&after);
}

/* What a page keeps of a game that was played there to this many moves of its person, who lets a
   bot make them. */
static Text journal_of_page(int moves) {
    Text journal = text_grow();
    Table *t = opened("byzanz", 3);
    Rng rng = rng_seed(4);
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    run_seal(seed, &line);
    enter(t, buffer, &journal);
    enter(t, "seat 0 bot greedy", &journal);
    enter(t, "seat 1 person me Moi", &journal);
    enter(t, "seat 2 bot novice", &journal);
    for (int made = 0; made < moves && !table_over(t);) {
        line = text_over(buffer, sizeof buffer);
        if (run_next(t, seed, &line)) {
            enter(t, buffer, &journal);
            continue;
        }
        bool mine = table_game(t)->rules.turn(table_state(t)) == 1u << 1;
        if (mine) enter(t, "seat 1 away greedy", &journal);
        bot_moves(t, &rng, &journal);
        if (mine) enter(t, "seat 1 back", &journal);
        made += mine;
    }
    table_close(t);
    return journal;
}

typedef struct Handed {
    Table *t;
    Reason why;
    Text lines;
    int count, line;
} Handed;

static Handed hand_over(const char *journal) {
    Handed h = {.t = opened("byzanz", 3), .lines = text_grow()};
    h.why = handover_read(h.t, "anna", "Anna", seed, journal, &h.lines, &h.count, &h.line);
    return h;
}

static void end(Handed *h) {
    table_close(h->t);
    text_free(&h->lines);
}

static void refused(const char *journal, int line, const char *why) {
    Handed h = hand_over(journal);
    if (!h.why.text) fail_msg("taken over, not refused: %s", why);
    assert_string_equal(h.why.text, why);
    assert_int_equal(h.line, line);
    end(&h);
}

/* The journal with `old` replaced by `new`. */
static Text altered(const Text *journal, const char *old, const char *new) {
    Text other = text_grow();
    const char *at = strstr(journal->at, old);
    assert_non_null(at);
    text_add_n(&other, journal->at, (size_t)(at - journal->at));
    text_add(&other, new);
    text_add(&other, at + strlen(old));
    return other;
}

static int line_of(const Text *journal, const char *part) {
    int line = 1;
    const char *to = strstr(journal->at, part);
    assert_non_null(to);
    for (const char *c = journal->at; c < to; c++)
        line += *c == '\n';
    return line;
}

static void altered_is_refused(const Text *journal, const char *old, const char *new,
                               const char *why) {
    Text other = altered(journal, old, new);
    refused(other.at, line_of(journal, old), why);
    text_free(&other);
}

static void a_game_of_a_page_is_taken_over(void **unused) {
    (void)unused;
    Text journal = journal_of_page(6);
    Handed h = hand_over(journal.at);
    if (h.why.text) fail_msg("line %d: %s", h.line, h.why.text);
    assert_int_equal(table_seat_of(h.t, "anna"), 1);
    assert_int_equal(table_seat_of(h.t, "me"), -1);
    assert_string_equal(table_seat(h.t, 1)->name, "Anna");
    HAS(h.lines.at, "\nseat 1 person anna Anna\n");
    HAS_NOT(h.lines.at, " me ");
    int lines = 0;
    for (const char *c = h.lines.at; *c; c++)
        lines += *c == '\n';
    assert_int_equal(h.count, lines);
    assert_int_equal(table_version(h.t), lines);
    end(&h);
    text_free(&journal);
}

static void what_was_said_to_nobody_is_left_out(void **unused) {
    (void)unused;
    Text journal = journal_of_page(1), other = altered(&journal, "begin\n", "begin\nchat 1 Oh!\n");
    Handed h = hand_over(other.at);
    assert_null(h.why.text);
    HAS_NOT(h.lines.at, "chat");
    assert_int_equal(table_chats(h.t, CHANNEL_TABLE), 0);
    end(&h);
    text_free(&other);
    text_free(&journal);
}

static void what_the_seed_does_not_give_is_refused(void **unused) {
    (void)unused;
    Text journal = journal_of_page(3);
    altered_is_refused(&journal, "commitment ", "commitment 0", "This seal is not of this seed.");
    altered_is_refused(&journal, "* dealer ", "* dealer  ", UNDRAWN);
    altered_is_refused(&journal, "* lot ", "* lot trader ", UNDRAWN);
    altered_is_refused(&journal, "nonce 0 ", "nonce 0 0", UNDRAWN);
    altered_is_refused(&journal, "nonce 2 ", "nonce 2 0", UNDRAWN);
    text_free(&journal);
}

static void nobody_else_sits_there(void **unused) {
    (void)unused;
    Text journal = journal_of_page(2);
    altered_is_refused(&journal, "seat 0 bot greedy", "seat 0 person louis Louis", OTHERS);
    altered_is_refused(&journal, "seat 0 bot greedy", "seat 0 guest pirate", OTHERS);
    altered_is_refused(&journal, "seat 2 bot novice", "seat 2 person me Moi", OTHERS);
    altered_is_refused(&journal, "seat 2 bot novice", "seat 7 bot novice",
                       "There is no such seat.");
    altered_is_refused(&journal, "seat 2 bot novice", "seat 2", "There is no such seat.");
    altered_is_refused(&journal, "seat 1 away greedy", "seat 0 away greedy", OTHERS);
    Text machines = altered(&journal, "seat 1 person me Moi", "seat 1 bot greedy");
    Handed h = hand_over(machines.at);
    assert_non_null(h.why.text);
    end(&h);
    text_free(&machines);
    text_free(&journal);
}

static void a_line_that_is_none_of_a_page_is_refused(void **unused) {
    (void)unused;
    Text journal = journal_of_page(2);
    static const char *const strange[] = {"offline",  "copied",        "lesson",  "time slow:24",
                                          "delay 20", "checked 1",     "pause 1", "late 1 greedy",
                                          "hello",    "order 1 bid 5", ""};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        char line[64];
        Text text = text_over(line, sizeof line);
        text_printf(&text, "%s\nbegin\n", strange[i]);
        altered_is_refused(&journal, "begin\n", line, "This line is not of a journal.");
    }
    Text other = text_grow();
    for (int i = 0; i <= LINE_LIMIT; i++)
        text_char(&other, 'x');
    refused(other.at, 1, "This line is too long.");
    text_free(&other);
    refused("", 0, "The game has not begun.");
    text_free(&journal);
}

/* --- back ------------------------------------------------------------------------------------- */

static void not_along(const Table *t, int seat, const char *code, const char *why) {
    Refusal refusal = handover_take_check(t, seat);
    assert_non_null(refusal.code);
    assert_string_equal(refusal.code, code);
    assert_string_equal(refusal.why.text, why);
}

/* Anna and two bots; whose turn it is, is Anna's. */
static Table *on_her_turn(const char *before, const char *third) {
    Table *t = opened("byzanz", 3);
    Rng rng = rng_seed(9);
    if (before) enters(t, before);
    enters(t, "seat 0 person anna Anna");
    enters(t, "seat 1 bot greedy");
    enters(t, third);
    enters(t, "begin");
    while (table_game(t)->rules.turn(table_state(t)) != 1u) {
        if (table_play_on(t, (Effort){.iterations = 4}, &rng)) continue;
        enters(t, "seat 2 away greedy"); /* a person: a bot moves for him */
        assert_true(table_play_on(t, (Effort){.iterations = 4}, &rng));
        enters(t, "seat 2 back");
    }
    return t;
}

static void a_game_is_taken_along_on_ones_own_turn(void **unused) {
    (void)unused;
    Table *t = on_her_turn(NULL, "seat 2 bot novice");
    assert_null(handover_take_check(t, 0).code);
    not_along(t, -1, "seat", "You do not sit at this table.");
    Text lines = text_grow(), a = text_grow(), b = text_grow();
    handover_take(t, 0, &lines);
    HAS(lines.at, "seat 0 person me Anna\nseat 1 bot greedy\nseat 2 bot novice\ncopied\nbegin\n");
    assert_string_equal(lines.at + lines.length - 9, "\noffline\n");
    Table *page = opened("byzanz", 3);
    for (char *rest, *line = strtok_r(lines.at, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        enters(page, line);
    assert_true(table_offline(page) && !table_offline(t));
    assert_true(table_copied(page));
    table_moves(t, table_position(t), &a);
    table_moves(page, table_position(page), &b);
    assert_string_equal(a.at, b.at);
    enters(page, "seat 1 person louis Louis"); /* whoever comes may take the seat of a bot */
    text_free(&lines);
    text_free(&a);
    text_free(&b);
    table_close(page);
    table_close(t);
}

static void what_others_would_lose_stays_with_the_server(void **unused) {
    (void)unused;
    Table *t = on_her_turn(NULL, "seat 2 person louis Louis");
    not_along(t, 0, "seat", "A game with other people stays with the server.");
    table_close(t);
    t = on_her_turn(NULL, "seat 2 guest pirate");
    not_along(t, 0, "seat", "A program of the house plays here: the game stays with it.");
    table_close(t);
    t = on_her_turn("time slow:24", "seat 2 bot novice");
    not_along(t, 0, "illegal", "A lesson or a game against the clock stays where it is.");
    table_close(t);
    t = opened("byzanz", 3);
    enters(t, "seat 0 person anna Anna");
    not_along(t, 0, "turn", "The game has not begun.");
    table_close(t);
    t = on_her_turn(NULL, "seat 2 bot novice");
    enters(t, "seat 0 away greedy");
    not_along(t, 0, "seat", "A bot plays for you: take your seat back first.");
    enters(t, "seat 0 back");
    enters(t, "0 pass");
    not_along(t, 0, "turn", "A game is taken along when it is your turn.");
    enters(t, "seat 0 away greedy");
    plays_on(t, 3);
    not_along(t, 0, "turn", "The game is over.");
    table_close(t);
}

/* --- journals --------------------------------------------------------------------------------- */

static Table *table_of(const Text *lines, int count) {
    Table *t = opened("byzanz", 3);
    const char *at = lines->at;
    int n = 0;
    for (; *at; n++) {
        char line[LINE_LIMIT + 1];
        Text text = text_over(line, sizeof line);
        size_t length = strcspn(at, "\n");
        text_add_n(&text, at, length);
        enters(t, line);
        at += length + 1;
    }
    assert_int_equal(n, count);
    return t;
}

static void a_record_becomes_a_journal_of_nobody(void **unused) {
    (void)unused;
    Text journal = journal_of_page(1000), lines = text_grow();
    Handed h = hand_over(journal.at);
    assert_true(table_over(h.t));
    table_reveal(h.t, seed);
    int count = journal_of_record(h.t, &lines);
    Table *t = table_of(&lines, count);
    HAS(lines.at, "seat 1 person record.1 Anna\n");
    HAS(lines.at, "seat 2 bot novice\n");
    assert_int_equal(table_seat_of(t, "anna"), -1);
    assert_true(table_copied(t) && table_over(t));
    assert_int_equal(fair_check(h.t, NULL, NULL).finding, FAIR_WELL);
    table_reveal(t, seed);
    assert_int_equal(fair_check(t, NULL, NULL).finding, FAIR_WELL); /* the seal came along */
    table_close(t);
    end(&h);
    text_free(&lines);
    text_free(&journal);
}

static void a_position_is_played_on_against_bots(void **unused) {
    (void)unused;
    Text journal = journal_of_page(1000), lines = text_grow(), a = text_grow(), b = text_grow();
    Handed h = hand_over(journal.at);
    int count = journal_of_fork(h.t, 30, 2, "louis", "Louis", &lines);
    Table *t = table_of(&lines, count);
    HAS(lines.at, "seat 0 bot greedy\nseat 1 bot trader\nseat 2 person louis Louis\n");
    assert_int_equal(table_position(t), 30);
    table_moves(h.t, 30, &a);
    table_moves(t, 30, &b);
    assert_string_equal(a.at, b.at);
    assert_false(table_over(t));
    table_close(t);
    end(&h);
    text_free(&lines);
    text_free(&journal);
    text_free(&a);
    text_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_a_page_is_taken_over),
        cmocka_unit_test(what_was_said_to_nobody_is_left_out),
        cmocka_unit_test(what_the_seed_does_not_give_is_refused),
        cmocka_unit_test(nobody_else_sits_there),
        cmocka_unit_test(a_line_that_is_none_of_a_page_is_refused),
        cmocka_unit_test(a_game_is_taken_along_on_ones_own_turn),
        cmocka_unit_test(what_others_would_lose_stays_with_the_server),
        cmocka_unit_test(a_record_becomes_a_journal_of_nobody),
        cmocka_unit_test(a_position_is_played_on_against_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
