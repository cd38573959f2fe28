/* Draws that players can check: the primitives against libsodium, and every way to cheat found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "core/sha256.h"
#include "core/stream.h"
#include "games/games.h"
#include "table/fair.h"
#include "table/table.h"

/* --- the primitives --------------------------------------------------------------------------- */

static void the_hash_is_sha256(void **state) {
    (void)state;
    uint8_t bytes[300], ours[SHA256_BYTES], theirs[SHA256_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        Sha256 hash = sha256_begin();
        sha256_add(&hash, bytes, length / 3); /* in two pieces: it may not matter */
        sha256_add(&hash, bytes + length / 3, length - length / 3);
        sha256_end(&hash, ours);
        crypto_hash_sha256(theirs, bytes, length);
        assert_memory_equal(ours, theirs, SHA256_BYTES);
    }
}

static void the_stream_is_chacha20(void **state) {
    (void)state;
    uint8_t key[STREAM_KEY_BYTES], theirs[1024];
    for (int position = 0; position < 100000; position = 3 * position + 1) {
        randombytes_buf(key, sizeof key);
        uint8_t nonce[8] = {(uint8_t)position, (uint8_t)(position >> 8), (uint8_t)(position >> 16)};
        crypto_stream_chacha20(theirs, sizeof theirs, nonce, key);
        ChanceStream stream;
        Rng rng = chance_stream_at(&stream, key, position);
        for (size_t i = 0; i < sizeof theirs; i += 8) {
            uint64_t word = rng_next(&rng);
            for (int j = 0; j < 8; j++)
                assert_int_equal((uint8_t)(word >> 8 * j), theirs[i + (size_t)j]);
        }
    }
}

static void a_draw_depends_on_key_and_position_alone(void **state) {
    (void)state;
    uint8_t key[STREAM_KEY_BYTES] = {1, 2, 3}, other[STREAM_KEY_BYTES] = {1, 2, 4};
    ChanceStream a, b, c, d;
    Rng first = chance_stream_at(&a, key, 57), again = chance_stream_at(&b, key, 57);
    Rng later = chance_stream_at(&c, key, 58), elsewhere = chance_stream_at(&d, other, 57);
    for (int i = 0; i < 100; i++) {
        uint64_t word = rng_next(&first);
        assert_true(word == rng_next(&again));
        assert_true(word != rng_next(&later));
        assert_true(word != rng_next(&elsewhere));
    }
}

/* --- a sealed game ---------------------------------------------------------------------------- */

static const uint8_t seed[SEED_BYTES] = "the seed of this table, 32 bytes";

static void enter(Table *t, const char *line) {
    Reason why = table_enter(t, line);
    if (why.text) fail_msg("%s: %s", line, why.text);
}

static void enter_hex(Table *t, const char *words, const uint8_t *bytes, int count) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    text_add(&line, words);
    fair_write(bytes, count, &line);
    enter(t, buffer);
}

/* A table whose seats 0 and 1 are people, the others bots. */
static Table *sealed_table(const Game *game, int players) {
    uint8_t options[OPTIONS_MAX] = {0}, commitment[SHA256_BYTES], nonce[NONCE_BYTES];
    Reason why;
    Table *t = table_open(game, players, options, &why);
    assert_non_null(t);
    fair_commitment(seed, commitment);
    enter_hex(t, "commitment ", commitment, SHA256_BYTES);
    enter(t, "seat 0 person a Anna");
    enter(t, "nonce 0 000102030405060708090a0b0c0d0e0f");
    enter(t, "seat 1 person l Louis");
    for (int seat = 1; seat < players; seat++) {
        char words[32];
        Text text = text_over(words, sizeof words);
        text_printf(&text, "seat %d bot greedy", seat);
        if (seat > 1) enter(t, words);
        text_clear(&text);
        text_printf(&text, "nonce %d ", seat);
        fair_nonce(seed, seat, nonce);
        enter_hex(t, words, nonce, NONCE_BYTES);
    }
    enter(t, "begin");
    enter(t, "seat 0 away greedy");
    enter(t, "seat 1 away greedy");
    return t;
}

/* Plays to the end; the draw of the `again`th draw (from 1) is made again: from its own stream, but
   a word further on. */
static void play_out(Table *t, int again) {
    uint8_t key[SHA256_BYTES];
    Rng minds = rng_seed(7);
    int draws = 0;
    fair_key(table_seal(t), table_players(t), seed, key);
    while (!table_over(t)) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        ChanceStream stream;
        Rng rng = chance_stream_at(&stream, key, table_position(t));
        if (!table_draw(t, &rng, &line)) {
            assert_true(table_play_on(t, (Effort){.iterations = 8}, &minds));
            continue;
        }
        if (++draws == again) {
            Text first = text_grow();
            text_add(&first, buffer);
            for (int i = 0; i < 100 && strcmp(first.at, buffer) == 0; i++) {
                text_clear(&line);
                table_draw(t, &rng, &line);
            }
            assert_string_not_equal(first.at, buffer);
            text_free(&first);
        }
        enter(t, buffer);
    }
    table_reveal(t, seed);
}

static Table *play(const Game *game, int players, int again) {
    Table *t = sealed_table(game, players);
    play_out(t, again);
    return t;
}

static Table *again_from(const Text *record) {
    int line = 0;
    Reason why = ALLOWED;
    Table *t = table_read(record->at, record->length, &line, &why);
    if (!t) fail_msg("line %d: %s", line, why.text);
    return t;
}

/* The record of the table, read again with the digit behind `key` changed. */
static Fair changed(const Table *t, const char *key) {
    Text record = text_grow();
    table_record(t, -1, &record);
    char *at = strstr(record.at, key);
    assert_non_null(at);
    at += strlen(key);
    *at = *at == '0' ? '1' : '0';
    Table *other = again_from(&record);
    Fair fair = fair_check(other, NULL, NULL);
    table_close(other);
    text_free(&record);
    return fair;
}

static void every_game_is_drawn_again(void **state) {
    (void)state;
    for (int i = 0; games[i]; i++) {
        Table *t = play(games[i], games[i]->max_players, 0);
        Text record = text_grow();
        table_record(t, -1, &record);
        Table *read = again_from(&record);
        Fair fair = fair_check(read, NULL, NULL);
        assert_int_equal(fair.finding, FAIR_WELL);
        int draws = 0;
        for (const char *at = record.at; (at = strstr(at, "\n* ")); at++)
            draws++;
        assert_true(draws > 0);
        assert_int_equal(fair.draws, draws);
        assert_int_equal(fair.wrong, 0);
        table_close(read);
        table_close(t);
        text_free(&record);
    }
}

/* The nonce is that of the person who sat there, though a bot has the seat and his name is gone. */
static void a_seat_that_was_given_away_accuses_nobody(void **state) {
    (void)state;
    Table *t = sealed_table(game_named("byzanz"), 4);
    Text record = text_grow();
    enter(t, "seat 0 given greedy");
    play_out(t, 0);
    assert_int_equal(fair_check(t, NULL, NULL).finding, FAIR_WELL);
    table_record(t, -1, &record);
    assert_null(strstr(record.at, "Anna"));
    Table *read = again_from(&record);
    assert_int_equal(fair_check(read, NULL, NULL).finding, FAIR_WELL);
    table_close(read);
    table_close(t);
    text_free(&record);
}

static void every_way_to_cheat_is_found(void **state) {
    (void)state;
    Table *t = play(game_named("byzanz"), 4, 0);
    assert_int_equal(changed(t, "\nseed: ").finding, FAIR_COMMITMENT);
    assert_int_equal(changed(t, "\ncommitment: ").finding, FAIR_COMMITMENT);
    assert_int_equal(changed(t, "\nnonce.0: ").finding, FAIR_DRAW); /* a person's: draws differ */
    Fair bot = changed(t, "\nnonce.3: ");
    assert_int_equal(bot.finding, FAIR_NONCE);
    assert_int_equal(bot.seat, 3);
    table_close(t);
}

static void a_draw_made_again_is_found_and_named(void **state) {
    (void)state;
    for (int again = 2; again < 60; again += 19) {
        Table *t = play(game_named("byzanz"), 4, again);
        Fair fair = fair_check(t, NULL, NULL);
        assert_int_equal(fair.finding, FAIR_DRAW);
        assert_true(fair.wrong >= 1);
        int draws = 0;
        Table *then = table_at(t, fair.position);
        Fair before = fair_check(then, NULL, NULL);
        draws = before.draws;
        assert_int_equal(draws, again);
        table_close(then);
        table_close(t);
    }
}

static void what_the_house_fixes_cannot_be_chosen(void **state) {
    (void)state;
    uint8_t one[NONCE_BYTES], two[NONCE_BYTES], other[SEED_BYTES] = {1};
    fair_nonce(seed, 1, one);
    fair_nonce(seed, 2, two);
    assert_memory_not_equal(one, two, NONCE_BYTES);
    fair_nonce(other, 1, two);
    assert_memory_not_equal(one, two, NONCE_BYTES);
}

static void a_record_without_a_seal_has_nothing_to_check(void **state) {
    (void)state;
    static const char record[] = "negoce: 1\ngame: byzanz\nplayers: 3\nseed: 7\n\n* dealer 2\n";
    Text text = text_grow();
    text_add(&text, record);
    Table *t = again_from(&text);
    assert_int_equal(fair_check(t, NULL, NULL).finding, FAIR_NOTHING);
    table_close(t);
    text_free(&text);
}

static void the_seed_is_told_at_the_end_only(void **state) {
    (void)state;
    Table *t = sealed_table(game_named("byzanz"), 4);
    Text record = text_grow();
    table_reveal(t, seed);
    table_record(t, -1, &record);
    assert_non_null(strstr(record.at, "\ncommitment: "));
    assert_null(strstr(record.at, "\nseed: "));
    assert_int_equal(fair_check(t, NULL, NULL).finding, FAIR_CLOSED);
    text_free(&record);
    table_close(t);
}

/* What the page shows of the check: each draw, and where one is wrong what was due. */
static void the_check_is_told_draw_by_draw(void **state) {
    (void)state;
    Table *well = play(game_named("byzanz"), 3, 0), *wrong = play(game_named("byzanz"), 3, 21);
    Text json = text_grow();
    char digits[2 * SEED_BYTES + 1], first[64];
    Text written = text_over(digits, sizeof digits);
    fair_write(seed, SEED_BYTES, &written);
    fair_json(well, &json);
    assert_non_null(strstr(json.at, "{\"draws\":[{\"at\":1,\"made\":\"dealer "));
    assert_null(strstr(json.at, "\"due\""));
    assert_non_null(strstr(json.at, "],\"finding\":\"well\",\"wrong\":0,\"commitment\":\""));
    assert_non_null(strstr(json.at, digits));
    assert_non_null(strstr(json.at, "\"nonces\":[{\"nonce\":\"000102030405060708090a0b0c0d0e0f\","
                                    "\"fixed\":false,\"bot\":false}"));
    assert_non_null(strstr(json.at, "\"fixed\":true,\"bot\":true}]"));
    text_clear(&json);
    Fair fair = fair_check(wrong, NULL, NULL);
    Text at = text_over(first, sizeof first);
    text_printf(&at, "\"finding\":\"draw\",\"wrong\":%d,\"at\":%d,", fair.wrong, fair.position);
    fair_json(wrong, &json);
    assert_non_null(strstr(json.at, first));
    assert_non_null(strstr(json.at, "\",\"due\":\""));
    text_free(&json);
    table_close(well);
    table_close(wrong);
}

static void a_check_that_finds_no_seed_tells_none(void **state) {
    (void)state;
    Table *t = sealed_table(game_named("byzanz"), 3);
    Text json = text_grow();
    fair_json(t, &json);
    assert_string_equal(json.at, "{\"draws\":[],\"finding\":\"closed\",\"wrong\":0}");
    text_free(&json);
    table_close(t);
}

/* --- lines that are refused ------------------------------------------------------------------- */

static void refuses(Table *t, const char *line, const char *reason) {
    Reason why = table_enter(t, line);
    assert_non_null(why.text);
    assert_string_equal(why.text, reason);
}

#define DIGITS "000102030405060708090a0b0c0d0e0f"

static void seals_are_entered_in_their_order(void **state) {
    (void)state;
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    Table *t = table_open(game_named("byzanz"), 3, options, &why);
    refuses(t, "commitment 12", "A commitment is 64 digits of 0 to 9 and a to f.");
    refuses(t, "nonce 0 " DIGITS, "This table has no commitment.");
    enter(t, "commitment " DIGITS DIGITS);
    refuses(t, "commitment " DIGITS DIGITS, "A commitment is the first line of a journal.");
    refuses(t, "nonce 0 " DIGITS, "Nobody sits there.");
    refuses(t, "nonce 3 " DIGITS, "There is no such seat.");
    enter(t, "seat 0 person a Anna");
    refuses(t, "nonce 0 " DIGITS "0", "A nonce is 32 digits of 0 to 9 and a to f.");
    refuses(t, "nonce 0 000102030405060708090A0B0C0D0E0F",
            "A nonce is 32 digits of 0 to 9 and a to f.");
    enter(t, "nonce 0 " DIGITS);
    refuses(t, "nonce 0 " DIGITS, "This seat has given its nonce already.");
    enter(t, "seat 0 empty"); /* it goes with its person */
    enter(t, "seat 0 person e Eve");
    enter(t, "seat 1 bot greedy");
    enter(t, "seat 2 bot greedy");
    enter(t, "nonce 1 " DIGITS);
    enter(t, "nonce 2 " DIGITS);
    refuses(t, "begin", "Not every seat has given its nonce.");
    enter(t, "nonce 0 " DIGITS);
    enter(t, "begin");
    refuses(t, "nonce 0 " DIGITS, "The game has begun: nothing is mixed in any more.");
    table_close(t);
}

static void headers_that_do_not_go_together_are_refused(void **state) {
    (void)state;
#define HEAD "negoce: 1\ngame: byzanz\nplayers: 3\n"
    static const char *const records[][2] = {
        {HEAD "seed: " DIGITS DIGITS "\n\n", "A seed or a nonce stands here without a commitment."},
        {HEAD "nonce.1: " DIGITS "\n\n", "A seed or a nonce stands here without a commitment."},
        {HEAD "commitment: " DIGITS DIGITS "\nnonce.1: " DIGITS "\n\n",
         "Beside a commitment stands one nonce a seat."},
        {HEAD "commitment: 7\n", "A commitment is 64 digits of 0 to 9 and a to f."},
        {HEAD "nonce.2: 7\n", "A nonce is 32 digits of 0 to 9 and a to f."},
        {HEAD "nonce.5: " DIGITS "\n\n", "There is no such seat."},
        {HEAD "seed: " DIGITS "\n", "A seed is a whole number."},
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        int line;
        Reason why;
        assert_null(table_read(records[i][0], strlen(records[i][0]), &line, &why));
        assert_string_equal(why.text, records[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_sha256),
        cmocka_unit_test(the_stream_is_chacha20),
        cmocka_unit_test(a_draw_depends_on_key_and_position_alone),
        cmocka_unit_test(every_game_is_drawn_again),
        cmocka_unit_test(a_seat_that_was_given_away_accuses_nobody),
        cmocka_unit_test(every_way_to_cheat_is_found),
        cmocka_unit_test(a_draw_made_again_is_found_and_named),
        cmocka_unit_test(what_the_house_fixes_cannot_be_chosen),
        cmocka_unit_test(a_record_without_a_seal_has_nothing_to_check),
        cmocka_unit_test(the_seed_is_told_at_the_end_only),
        cmocka_unit_test(the_check_is_told_draw_by_draw),
        cmocka_unit_test(a_check_that_finds_no_seed_tells_none),
        cmocka_unit_test(seals_are_entered_in_their_order),
        cmocka_unit_test(headers_that_do_not_go_together_are_refused),
    };
    if (sodium_init() < 0) abort();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
