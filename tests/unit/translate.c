/* translate.c: whatever the terminal prints of a move can be typed, in both languages: every move
   of random games of every game, as the list of moves shows it and as pictures and news do. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <cmocka.h>

#include "cli/translate.h"
#include "core/notation.h"
#include "core/scan.h"
#include "games/games.h"

enum { WORDS_MAX = 40 };

typedef struct Typed {
    const Game *game;
    const void *state;
    int seat;
    Lang lang;
    Word word[WORDS_MAX]; /* of the notation */
    int count;
} Typed;

static void understood(const Typed *phrase, Move meant, const char *typed) {
    Text notation = text_grow();
    Move read;
    translate_move(&notation, phrase->game, typed);
    Reason why = move_read(phrase->game, notation.at, &read);
    if (why.text || !move_equal(meant, read))
        fail_msg("%s: “%s” was read as “%s”", phrase->game->id, typed, notation.at);
    text_free(&notation);
}

static bool same_word(Word a, Word b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool is_number(Word word) {
    return word.length && strspn(word.at, "0123456789") >= word.length;
}

/* A word as pictures and news print it: "wood3" is "wood 3". */
static void type_word(Text *out, const Typed *phrase, Word word) {
    char id[64];
    Text t = text_over(id, sizeof id);
    text_add_n(&t, word.at, word.length);
    words_add_item(out, phrase->lang, id);
}

/* The move with its words as pictures print them: equal ones counted, commas between, and « et »
   before the last. */
static void type_counted(Text *out, const Typed *phrase) {
    for (int i = 1, n; i < phrase->count; i += n) {
        for (n = 1; i + n < phrase->count && same_word(phrase->word[i], phrase->word[i + n]);)
            n++;
        bool last = i + n == phrase->count;
        text_add(out, i == 1 ? " " : last ? (phrase->lang == LANG_FR ? " et " : " and ") : ", ");
        type_word(out, phrase, phrase->word[i]);
        if (n > 1) text_printf(out, " ×%d", n);
    }
}

/* The move with a count before what is counted: "2 Sweden". */
static void type_count_first(Text *out, const Typed *phrase) {
    for (int i = 1, n; i < phrase->count; i += n) {
        bool pair =
            i + 1 < phrase->count && !is_number(phrase->word[i]) && is_number(phrase->word[i + 1]);
        n = 1 + pair;
        text_char(out, ' ');
        if (pair) type_word(out, phrase, phrase->word[i + 1]);
        if (pair) text_char(out, ' ');
        type_word(out, phrase, phrase->word[i]);
    }
}

static void try_forms(Typed *phrase, Move m, const char *notation) {
    Text typed = text_grow();
    translate_write(&typed, phrase->game, phrase->lang, notation);
    understood(phrase, m, typed.at);
    typed.at[strcspn(typed.at, " ")] = '\0';
    char verb[64];
    snprintf(verb, sizeof verb, "%s", typed.at);
    phrase->count = 0;
    for (const char *at = notation; phrase->count < WORDS_MAX; phrase->count++)
        if (!(phrase->word[phrase->count] = scan_word(&at)).length) break;
    bool cards = strcmp(phrase->game->id, "byzanz") == 0; /* whose moves name nothing but cards */
    bool counts = strcmp(verb, words(phrase->lang, "lay")) == 0;
    if (cards || counts) {
        text_clear(&typed);
        text_add(&typed, verb);
        (cards ? type_counted : type_count_first)(&typed, phrase);
        understood(phrase, m, typed.at);
    }
    text_free(&typed);
}

/* At sea as a good player sails, so that a game gets further than its first voyage; ashore
 * anything. */
static Move any_move(const Game *game, const void *state, int seat, const Move *list, int n,
                     Rng *rng) {
    if (seat == CHANCE) return game->rules.sample(state, rng);
    if (game->rules.policy && game->live.brisk && game->live.brisk(state))
        return game->rules.policy(state, seat, &(Style){0}, rng);
    return list[rng_below(rng, (uint32_t)n)];
}

static void what_is_printed_can_be_typed(void **unused) {
    (void)unused;
    static Move list[MOVES_MAX];
    _Alignas(16) unsigned char state[STATE_MAX];
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        Rng rng = rng_seed(5);
        bool tried[VERBS_MAX] = {false};
        for (int round = 0; round < 4; round++) {
            uint8_t options[OPTIONS_MAX] = {round == 3 && game->options[0].name};
            if (game->rules.start(state, game->max_players, options).text) continue;
            for (int i = 0; game->rules.turn(state) && i < 1500; i++) {
                Turn turn = game->rules.turn(state);
                int seat = CHANCE;
                while (!turn_has(turn, seat) || (seat == CHANCE && turn != 1u << CHANCE))
                    seat = (int)rng_below(&rng, SEATS_MAX);
                int n = game->rules.moves(state, seat, list);
                for (int k = 0; seat != CHANCE && k < n; k++) {
                    char notation[MOVE_TEXT_MAX];
                    Text text = text_over(notation, sizeof notation);
                    move_write(game, list[k], &text);
                    for (Lang lang = LANG_FR; lang <= LANG_EN; lang++)
                        try_forms(
                            &(Typed){.game = game, .state = state, .seat = seat, .lang = lang},
                            list[k], notation);
                    tried[list[k].verb] = true;
                }
                game->rules.apply(state, seat, any_move(game, state, seat, list, n, &rng), NULL);
            }
        }
        const VerbForm *verbs = game->words.notation->verbs;
        for (int v = 0; verbs[v].word; v++)
            if (verbs[v].sample && !tried[v])
                fail_msg("%s: no “%s” came up", game->id, verbs[v].word);
    }
}

/* What a person copies from the picture, and what stays as it was. */
static void loose_words(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *typed, *notation;
    } phrase[] = {
        {"byzanz", "miser vin 3", "bid wine3"},
        {"byzanz", "Miser vin 3, bois 2 1 et olives 4", "bid wine3 wood2 wood1 olives4"},
        {"byzanz", "sell trader x3", "sell trader trader trader"},
        {"byzanz", "miser vin", "bid wine"},
        {"batavia", "poser 2 Suède", "lay sweden 2"},
        {"voc", "garder 2 muscade", "keep nutmeg nutmeg"},
        {"voc", "garder poivre (Malacca), thé", "keep Malacca tea"},
    };
    _Alignas(16) unsigned char state[STATE_MAX];
    for (size_t i = 0; i < sizeof phrase / sizeof *phrase; i++) {
        const Game *game = game_named(phrase[i].game);
        uint8_t options[OPTIONS_MAX] = {0};
        Text out = text_grow();
        assert_null(game->rules.start(state, 4, options).text);
        translate_move(&out, game, phrase[i].typed);
        assert_string_equal(out.at, phrase[i].notation);
        text_free(&out);
    }
}

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || (c & 0x80);
}

/* Whether `word` stands in the sentence, in capitals or not, with no letter before or behind. */
static bool stands_in(const char *sentence, const char *word) {
    size_t length = strlen(word);
    for (const char *at = sentence; *at; at++)
        if (strncasecmp(at, word, length) == 0 && !is_letter(at[length]) &&
            (at == sentence || !is_letter(at[-1])))
            return true;
    return false;
}

/* The French of what must be typed names the words that are typed in French. */
static void names_what_is_typed(const Game *game, const char *sentence) {
    if (!sentence) return;
    const char *french = words(LANG_FR, sentence);
    for (const char *const *term = game->words.terms; *term; term++) {
        const char *typed = words_id(LANG_FR, *term);
        if (stands_in(sentence, *term) && !stands_in(french, typed))
            fail_msg("%s: “%s” does not name “%s”", game->id, french, typed);
    }
}

static void what_must_be_typed_is_said_in_both_languages(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++)
        for (const VerbForm *verb = games[g]->words.notation->verbs; verb->word; verb++) {
            names_what_is_typed(games[g], verb->wrong);
            for (int i = 0; i < VERB_ITEMS; i++)
                if (verb->items[i]) names_what_is_typed(games[g], verb->items[i]->wrong);
            for (int i = 0; i < VERB_MORE; i++)
                if (verb->more[i]) names_what_is_typed(games[g], verb->more[i]->wrong);
            char typed[64]; /* what a grammar of its own says of a verb with too little behind */
            Move m;
            for (int more = 0; more < 2; more++) {
                Text t = text_over(typed, sizeof typed);
                text_printf(&t, "%s%s", verb->word, more ? " 2" : "");
                names_what_is_typed(games[g], move_read(games[g], typed, &m).text);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_can_be_typed),
        cmocka_unit_test(loose_words),
        cmocka_unit_test(what_must_be_typed_is_said_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
