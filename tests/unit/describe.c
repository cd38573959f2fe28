/* describe.c: what the terminal shows of any game is no wider than its window, whatever the names
   and the language. */
#include "tables.h"

#include "cli/cli.h"
#include "cli/describe.h"
#include "core/notation.h"

static const char *const names[SEATS_MAX] = {"Aurélie-Joséphine Dubois", "Bartholomé de la Courtil",
                                             "Célestine des Cocotiers.", "Désiré-Théophile Grandin",
                                             "Éléonore de Middelbourg",  "F"};

static void lines_fit(const Text *shown, int width) {
    int column = 0;
    for (const char *c = shown->at; *c; c++) {
        if (((unsigned char)*c & 0xc0) == 0x80) continue;
        column = *c == '\n' ? 0 : column + 1;
        if (column > width) fail_msg("wider than %d columns:\n%s", width, shown->at);
    }
}

/* A table of people with long names. */
static Table *people_sit(const Game *game, const uint8_t *options) {
    Reason why;
    Table *t = table_open(game, game->max_players, options, &why);
    Text line = text_grow();
    assert_non_null(t);
    for (int seat = 0; seat < game->max_players; seat++) {
        text_clear(&line);
        text_printf(&line, "seat %d person p%d %s", seat, seat, names[seat]);
        enters(t, line.at);
    }
    enters(t, "begin");
    text_free(&line);
    return t;
}

/* What makes most sense to a seat, or Chance's draw. */
static void plays_one(Table *t, Rng *rng) {
    const Game *game = table_game(t);
    Move list[MOVES_MAX + IDEAS_MAX], move;
    Text line = text_grow();
    Seen seen;
    int seat = __builtin_ctz(game->rules.turn(table_state(t)));
    if (seat == CHANCE) {
        move = game->rules.sample(table_state(t), rng);
        text_add(&line, "* ");
    } else {
        const void *state = describe_seen(t, seat, &seen);
        int n = game->rules.moves(state, seat, list), best = 0;
        if (game->rules.ideas) n += game->rules.ideas(state, seat, list + n);
        for (int i = 1; i < n; i++)
            if (game->rules.sense(state, seat, list[i]) >
                game->rules.sense(state, seat, list[best]))
                best = i;
        move = list[best];
        text_printf(&line, "%d ", seat);
    }
    move_write(game, move, &line);
    enters(t, line.at);
    text_free(&line);
}

static void pictures_fit(const Table *t, int at) {
    static const int widths[] = {40, 60, 80, 120};
    const int players = table_players(t);
    Text out = text_grow();
    int viewers[] = {at % players, SPECTATOR, CHANCE};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t v = 0; v < sizeof viewers / sizeof *viewers; v++) {
            text_clear(&out);
            describe_picture(&out, t, viewers[v], at % 2 ? LANG_FR : LANG_EN, widths[w]);
            lines_fit(&out, widths[w]);
        }
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        text_clear(&out);
        describe_moves(&out, t, at % players, LANG_FR, widths[w]);
        lines_fit(&out, widths[w]);
    }
    text_free(&out);
}

static void no_line_is_wider_than_the_terminal(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++)
        for (int variant = 0; variant < 2; variant++) {
            uint8_t options[OPTIONS_MAX] = {(uint8_t)variant};
            if (!games[g]->options[0].name && variant) continue;
            Rng rng = rng_seed(11);
            Table *t = people_sit(games[g], options);
            for (int i = 0; !table_over(t); i++) {
                if (i % 7 == 0) pictures_fit(t, i);
                plays_one(t, &rng);
            }
            pictures_fit(t, 0);
            table_close(t);
        }
}

/* A card stays on its line: none begins with the value of one, « 3, » or « ×2. ». */
static void no_card_is_torn(const Text *told) {
    for (const char *line = told->at; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *word = line + strspn(line, " ");
        size_t sign = strncmp(word, "×", strlen("×")) == 0 ? strlen("×") : 0;
        size_t digits = strspn(word + sign, "0123456789");
        const char *behind = word + sign + digits;
        if (digits && (strchr(".,;\n", *behind) || strncmp(behind, " et ", 4) == 0 ||
                       strncmp(behind, " and ", 5) == 0))
            fail_msg("torn:\n%s", told->at);
    }
}

static void what_is_told_fits_and_keeps_cards_whole(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        Rng rng = rng_seed(12);
        Table *t = people_sit(games[g], (uint8_t[OPTIONS_MAX]){0});
        while (!table_over(t))
            plays_one(t, &rng);
        for (int width = 40; width <= 80; width += 5)
            for (int lang = LANG_FR; lang <= LANG_EN; lang++) {
                Text out = text_grow();
                describe_news(&out, t, SPECTATOR, 0, (Lang)lang, width);
                lines_fit(&out, width);
                no_card_is_torn(&out);
                text_free(&out);
            }
        table_close(t);
    }
}

static void a_list_of_numbers_breaks_and_is_told_whole(void **unused) {
    (void)unused;
    Text list = text_grow(), out = text_grow();
    for (int n = 100; n < 300; n++)
        text_printf(&list, "%d%s", n, n < 299 ? ", " : "");
    wrap(&out, list.at, 0, 0, 40);
    lines_fit(&out, 40);
    for (char *p = out.at; *p; p++)
        if (*p == '\n') *p = ' ';
    assert_non_null(strstr(out.at, list.at));
    text_free(&list);
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_is_wider_than_the_terminal),
        cmocka_unit_test(what_is_told_fits_and_keeps_cards_whole),
        cmocka_unit_test(a_list_of_numbers_breaks_and_is_told_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
