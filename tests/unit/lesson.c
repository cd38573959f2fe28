/* lesson.c: a lesson deals what its page says, however it is played, and then draws freely. */
#include "tables.h"

#include "core/notation.h"

/* The table of a game's lesson, with its own players and variants. */
static Table *table_of(const Game *game, int players) {
    uint8_t options[OPTIONS_MAX] = {0};
    Reason why;
    for (const LessonOption *option = game->lesson->options; option->name; option++)
        assert_null(option_set(game, option->name, option->choice, options).text);
    Table *t = table_open(game, players, options, &why);
    assert_non_null(t);
    return t;
}

static Table *begun(const Game *game) {
    Table *t = table_of(game, game->lesson->players);
    enters(t, "lesson");
    for (int seat = 0; seat < game->lesson->players; seat++) {
        char line[] = "seat 0 bot novice";
        line[5] = (char)('0' + seat);
        enters(t, line);
    }
    enters(t, "begin");
    return t;
}

/* The things drawn with each verb, in their order: what stands last in a move. */
static void drawn(const Table *t, const char *line, int *verb, int *thing) {
    Move move;
    assert_null(table_read_move(t, line, &move).text);
    *verb = move.verb;
    *thing = move.count ? move.item[move.count - 1] : -1;
}

/* Whatever is played, the n-th draw of a verb is the n-th of the deal, as long as there is one. */
static void every_lesson_deals_what_it_says(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        const Game *game = games[i];
        if (!game->lesson) continue;
        for (uint64_t seed = 1; seed < 4; seed++) {
            Table *t = begun(game);
            Text moves = text_grow();
            int compared = 0, counts[64] = {0};
            Rng rng = rng_seed(seed);
            while (!table_over(t) && table_position(t) < 60)
                assert_true(table_play_on(t, (Effort){.iterations = 4}, &rng));
            table_moves(t, table_position(t), &moves);
            for (char *rest, *line = strtok_r(moves.at, "\n", &rest); line;
                 line = strtok_r(NULL, "\n", &rest)) {
                int verb, thing, n;
                if (line[0] != '*') continue;
                drawn(t, line + 2, &verb, &thing);
                n = counts[verb]++;
                for (const char *const *deal = game->lesson->deal; *deal; deal++) {
                    int other, wanted;
                    drawn(t, *deal, &other, &wanted);
                    if (other != verb || n-- != 0) continue;
                    if (thing != wanted) fail_msg("%s: %s, not %s", game->id, line, *deal);
                    compared++;
                }
            }
            assert_true(compared >= 3);
            text_free(&moves);
            table_close(t);
        }
    }
}

static void behind_its_deal_a_lesson_goes_on_to_the_end(void **unused) {
    (void)unused;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->lesson) continue;
        Table *t = begun(games[i]);
        assert_true(table_lesson(t));
        plays_on(t, 7);
        table_close(t);
    }
}

static void a_lesson_has_players_and_variants_of_its_own(void **unused) {
    (void)unused;
    static const char own[] = "The lesson has players and variants of its own.";
    const Game *game = game_named("byzanz");
    Table *t = table_of(game, game->lesson->players + 1);
    refuses(t, "lesson", own);
    table_close(t);
    t = opened("byzanz", game->lesson->players); /* its length is another */
    refuses(t, "lesson", own);
    assert_false(table_lesson(t));
    table_close(t);
    Game without = *game;
    Reason why;
    without.lesson = NULL;
    t = table_open(&without, 3, (uint8_t[OPTIONS_MAX]){0}, &why);
    refuses(t, "lesson", "There is no lesson of this game.");
    table_close(t);
    t = table_of(game, game->lesson->players);
    enters(t, "seat 0 bot greedy");
    enters(t, "seat 1 bot greedy");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    refuses(t, "lesson", "The game has begun already.");
    table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_deals_what_it_says),
        cmocka_unit_test(behind_its_deal_a_lesson_goes_on_to_the_end),
        cmocka_unit_test(a_lesson_has_players_and_variants_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
