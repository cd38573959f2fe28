/* play.c: random games of every game, every number of players and every variant, with the promises
   of core/game.h checked after each move. NEGOCE_GAMES sets how many games each number of players
   gets, shared out among the variants. With NEGOCE_SOAK it plays seeds nobody has met for that many
   seconds instead.

   A broken promise is told with the game, players, seed, move and the promise, and the record of
   the game is left in the folder NEGOCE_LEFT names (otherwise here), for `negoce show`. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "core/notation.h"
#include "core/scan.h"
#include "games/games.h"

enum {
    LONGEST = 30000, /* moves no game comes near */
    ODD_MOVES = 16,  /* made-up moves judged after each move, a seat */
    ODD_TEXTS = 2    /* and lines of made-up notation */
};

/* What was played, so that a broken promise can be told with it. */
typedef struct Played {
    Move move;
    int seat;
} Played;

typedef struct World {
    const Game *game;
    int players;
    bool sensible; /* mostly plays what the game's own sense likes, and so gets further */
    uint64_t seed;
    uint8_t options[OPTIONS_MAX];
    Rng rng;
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char twin[STATE_MAX]; /* another game that looks the same to `onlooker` */
    int onlooker;
    bool has_twin;
} World;

/* --- telling of a broken promise -------------------------------------------------------------- */

static const World *playing;     /* the game in hand, NULL between games */
static Played played[LONGEST];   /* its moves */
static int moves_played;         /* the last may be the one that broke it */
static const char *promise = ""; /* what is being held against the game */
static char attempt[400];        /* a made-up move or line being judged, "" otherwise */

static World *begin(World *w) {
    playing = w;
    moves_played = 0;
    attempt[0] = '\0';
    return w;
}

static void promised(const char *sentence) {
    promise = sentence;
    attempt[0] = '\0';
}

static void write_options(FILE *out, const char *form) {
    const Game *game = playing->game;
    for (int i = 0; game->options[i].name; i++)
        fprintf(out, form, game->options[i].name, game->options[i].choices[playing->options[i]]);
}

/* Writes what was played as a record; `last` gets its last line. */
static void leave_record(const char *path, char *last, size_t room) {
    const Game *game = playing->game;
    _Alignas(16) static unsigned char state[STATE_MAX];
    FILE *out = fopen(path, "w");
    if (!out) return;
    fprintf(out, "negoce: 1\ngame: %s\nplayers: %d\n", game->id, playing->players);
    write_options(out, "option.%s: %s\n");
    fprintf(out, "seed: %llu\n\n", (unsigned long long)playing->seed);
    game->rules.start(state, playing->players, playing->options);
    for (int i = 0; i < moves_played; i++) {
        Text line = text_over(last, room);
        if (played[i].seat == CHANCE)
            text_char(&line, '*');
        else
            text_int(&line, played[i].seat);
        text_char(&line, ' ');
        move_write(game, played[i].move, &line);
        fprintf(out, "%s\n", last);
        fflush(out); /* the last move may stop the program */
        if (i + 1 < moves_played) game->rules.apply(state, played[i].seat, played[i].move, NULL);
    }
    fclose(out);
}

static void report_broken(void) {
    char last[200] = "(none)", path[500];
    const char *folder = getenv("NEGOCE_LEFT");
    snprintf(path, sizeof path, "%s/%s-%d-%llu.negoce", folder ? folder : ".", playing->game->id,
             playing->players, (unsigned long long)playing->seed);
    leave_record(path, last, sizeof last);
    fprintf(stderr, "\nBroken in %s, %d players, seed %llu", playing->game->id, playing->players,
            (unsigned long long)playing->seed);
    write_options(stderr, ", %s=%s");
    fprintf(stderr, ":\n  promise: %s\n  move %d: %s\n", promise, moves_played, last);
    if (attempt[0]) fprintf(stderr, "  tried: %s\n", attempt);
    fprintf(stderr, "  record: %s\n", path);
}

/* An assertion of the rules stops the program, one of ours the test: both are told. */
static void stopped(int sig) {
    signal(sig, SIG_DFL);
    if (playing) report_broken();
    raise(sig);
}

static int after_test(void **unused) {
    (void)unused;
    if (playing) report_broken();
    playing = NULL;
    return 0;
}

static void audited(const Game *game, const void *state) {
    promised("the audit holds");
    const char *broken = game->rules.audit(state);
    if (broken) promised(broken);
    assert_null(broken);
}

/* --- odd moves -------------------------------------------------------------------------------- */

static int games_each(void) {
    const char *wish = getenv("NEGOCE_GAMES");
    return wish ? atoi(wish) : 150;
}

static bool listed(const Move *list, int n, Move m) {
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], m)) return true;
    return false;
}

/* Legal moves of anybody: listing them is what costs time. */
typedef struct Some {
    Move move[MOVES_MAX];
    int count, seat;
} Some;

static void list_some(World *w, Some *some) {
    some->seat = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
    if (some->seat == w->players) some->seat = CHANCE;
    some->count = w->game->rules.moves(w->state, some->seat, some->move);
}

static Move one_of(World *w, const Move *list, int n) {
    Move none = {0};
    return n ? list[rng_below(&w->rng, (uint32_t)n)] : none;
}

/* A number near the ends of what an item can be, or near what it was. */
static uint8_t odd_item(World *w, uint8_t was) {
    static const uint8_t ends[] = {0, 1, 15, 16, 24, 25, 31, 32, 127, 128, 254, 255};
    switch (rng_below(&w->rng, 4)) {
    case 0: return ends[rng_below(&w->rng, sizeof ends)];
    case 1: return (uint8_t)(was + 1);
    case 2: return (uint8_t)(was - 1);
    default: return (uint8_t)rng_below(&w->rng, 32);
    }
}

/* One item so many times over, up to the bound, behind what is left of the move. */
static void repeat_item(World *w, Move *m) {
    int from = (int)rng_below(&w->rng, (uint32_t)m->count + 1), to = MOVE_ITEMS;
    if (from > MOVE_ITEMS) from = MOVE_ITEMS;
    if (rng_below(&w->rng, 4)) to = from + (int)rng_below(&w->rng, (uint32_t)(to - from) + 1);
    uint8_t was = m->item[from ? from - 1 : 0];
    uint8_t item = rng_below(&w->rng, 2) ? was : odd_item(w, was);
    for (int i = 0; i < MOVE_ITEMS; i++)
        if (i >= from) m->item[i] = i < to ? item : 0;
    m->count = (uint8_t)to;
}

/* A move that may or may not be legal: a legal one, often with something changed. */
static Move odd_move(World *w, Move m) {
    static const uint8_t counts[] = {0, 1, 2, MOVE_ITEMS - 1, MOVE_ITEMS, MOVE_ITEMS + 1, 255};
    uint32_t at = rng_below(&w->rng, MOVE_ITEMS);
    switch (rng_below(&w->rng, 8)) {
    case 0: break;
    case 1: m.verb = (uint8_t)rng_below(&w->rng, 40); break; /* no game has so many */
    case 2: m.verb = 255; break;
    case 3: m.item[at] = odd_item(w, m.item[at]); break;
    case 4:
        if (m.count) at %= m.count;
        m.item[at] = odd_item(w, m.item[at]);
        break;
    case 5: m.count = counts[rng_below(&w->rng, sizeof counts)]; break;
    case 6:
        for (int i = 0; i < MOVE_ITEMS; i++)
            m.item[i] = (uint8_t)rng_next(&w->rng);
        break;
    default: repeat_item(w, &m);
    }
    return m;
}

static bool vast(const Game *game, Move m) {
    return game->rules.vast && game->rules.vast(m);
}

/* What is not listed is refused; of vast kinds the list has a few only. */
static void odd_moves_are_refused(World *w, int seat, const Move *list, int n, const Some *some) {
    promised("check accepts what is listed and nothing else");
    for (int i = 0; i < ODD_MOVES; i++) {
        Move m = i % 2 ? one_of(w, list, n) : one_of(w, some->move, some->count);
        m = odd_move(w, m);
        Text text = text_over(attempt, sizeof attempt);
        text_printf(&text, "seat %d, verb %d, count %d, items", seat, m.verb, m.count);
        for (int j = 0; j < MOVE_ITEMS; j++)
            text_printf(&text, " %d", m.item[j]);
        bool legal = !w->game->rules.check(w->state, seat, m).text;
        if (!vast(w->game, m) || listed(list, n, m)) assert_int_equal(legal, listed(list, n, m));
    }
}

/* Who sits nowhere may do nothing. */
static void odd_seats_may_nothing(World *w) {
    static const int nobody[] = {-1, SEATS_MAX - 1, SPECTATOR, SPECTATOR + 1, 100, 255};
    promised("a seat that is none has no move");
    static Some some;
    list_some(w, &some);
    Move list[MOVES_MAX], m = one_of(w, some.move, some.count);
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        int seat = i ? nobody[i] : w->players;
        if (seat == CHANCE || (seat >= 0 && seat < w->players)) continue;
        snprintf(attempt, sizeof attempt, "seat %d, verb %d", seat, m.verb);
        assert_int_equal(w->game->rules.moves(w->state, seat, list), 0);
        assert_non_null(w->game->rules.check(w->state, seat, m).text);
    }
}

/* --- odd notation ----------------------------------------------------------------------------- */

/* A word from nowhere in place of one, or one again and again. */
static const char *odd_word(World *w) {
    static const char *const words[] = {"-1",    "0",          "7",     "99",     "255",
                                        "256",   "257",        "65537", "1e3",    "4294967297",
                                        "wood3", "contract19", "E",     "trader", "batavia",
                                        "quay9", "north",      "pass",  "é",      "1603"};
    return words[rng_below(&w->rng, sizeof words / sizeof *words)];
}

static void odd_text(World *w, const char *line, Text *out) {
    int words = 0;
    for (const char *at = line; scan_word(&at).length;)
        words++;
    int odd = (int)rng_below(&w->rng, (uint32_t)words), how = (int)rng_below(&w->rng, 4);
    for (int i = 0; i < words; i++) {
        Word word = scan_word(&line);
        int times = i != odd || how == 0 ? 1 : how == 1 ? 0 : 1 + (int)rng_below(&w->rng, 16);
        for (int j = 0; j < times; j++) {
            if (out->length) text_char(out, ' ');
            if (i == odd && how == 0)
                text_add(out, odd_word(w));
            else
                text_printf(out, "%.*s", (int)word.length, word.at);
        }
    }
}

/* Whether two lines are the same words, in whatever order. */
static bool same_words(const char *a, const char *b) {
    const char *lines[] = {a, b};
    int count[2] = {0};
    for (int l = 0; l < 2; l++)
        for (const char *at = lines[l]; scan_word(&at).length;)
            count[l]++;
    if (count[0] != count[1]) return false;
    for (const char *at = a;;) {
        Word word = scan_word(&at);
        if (!word.length) return true;
        int times[2] = {0};
        for (int l = 0; l < 2; l++)
            for (const char *other = lines[l];;) {
                Word w = scan_word(&other);
                if (!w.length) break;
                times[l] += w.length == word.length && !memcmp(w.at, word.at, w.length);
            }
        if (times[0] != times[1]) return false;
    }
}

/* Notation nobody meant is refused, by reading or by the rules. Where both take it, it is a legal
   move in other words than it would be written in only by their order. */
static void odd_notation_is_refused(World *w, int seat, const Move *list, int n, const Some *some) {
    promised("odd notation is refused");
    for (int i = 0; i < ODD_TEXTS; i++) {
        char line[MOVE_TEXT_MAX], back[MOVE_TEXT_MAX];
        Move m = i % 2 && n ? one_of(w, list, n) : one_of(w, some->move, some->count);
        Text good = text_over(line, sizeof line);
        move_write(w->game, m, &good);
        Text odd = text_over(attempt, sizeof attempt);
        odd_text(w, line, &odd);
        if (move_read(w->game, attempt, &m).text) continue;
        if (w->game->rules.check(w->state, seat, m).text) continue;
        assert_true(vast(w->game, m) || listed(list, n, m));
        Text text = text_over(back, sizeof back);
        move_write(w->game, m, &text);
        assert_true(same_words(attempt, back));
    }
}

/* --- what a seat may do ----------------------------------------------------------------------- */

/* Ideas are legal moves of vast kinds. */
static void ideas_are_legal(World *w, int seat) {
    Move ideas[IDEAS_MAX];
    promised("ideas are legal moves of vast kinds");
    int n = w->game->rules.ideas ? w->game->rules.ideas(w->state, seat, ideas) : 0;
    assert_in_range(n, 0, IDEAS_MAX);
    for (int i = 0; i < n; i++) {
        assert_true(w->game->rules.vast(ideas[i]));
        assert_null(w->game->rules.check(w->state, seat, ideas[i]).text);
    }
}

/* Whether a move of anybody is live is no secret: every window says the same. */
static void live_is_known_to_all(World *w, int seat) {
    Move list[MOVES_MAX];
    promised("everyone knows what is live");
    int n = w->game->live.is_live ? w->game->rules.moves(w->state, seat, list) : 0;
    for (int viewer = 0; viewer < w->players; viewer++) {
        _Alignas(16) unsigned char hidden[STATE_MAX];
        memcpy(hidden, w->state, w->game->state_size);
        w->game->rules.hide(hidden, viewer);
        for (int i = 0; i < n; i++)
            assert_int_equal(w->game->live.is_live(w->state, list[i]),
                             w->game->live.is_live(hidden, list[i]));
    }
}

/* Where decisions have a time, everyone knows it, and at its end the moves made for those who owe
   one are legal and bring them to an end. */
static void a_time_comes_to_its_end(World *w) {
    const Game *game = w->game;
    promised("a time comes to its end");
    int seconds = game->live.clock ? game->live.clock(w->state) : 0;
    if (!seconds) return;
    _Alignas(16) unsigned char state[STATE_MAX];
    for (int viewer = 0; viewer < w->players; viewer++) {
        memcpy(state, w->state, game->state_size);
        game->rules.hide(state, viewer);
        assert_int_equal(game->live.clock(state), seconds);
    }
    memcpy(state, w->state, game->state_size);
    for (int lapsed = 0; game->live.clock(state); lapsed++) {
        assert_true(lapsed < 4 * SEATS_MAX);
        Turn turn = game->rules.turn(state);
        Move move;
        int seat = 0;
        while (seat < w->players && !(turn_has(turn, seat) && game->live.lapse(state, seat, &move)))
            seat++;
        assert_in_range(seat, 0, w->players - 1); /* somebody's */
        assert_null(game->rules.check(state, seat, move).text);
        game->rules.apply(state, seat, move, NULL);
    }
}

/* The list of a seat is what check accepts, without a move twice, and every move reads back. */
static void legal_list_is_what_check_accepts(World *w, int seat) {
    Move list[MOVES_MAX];
    promised("what is listed is legal, once, and reads back");
    int n = w->game->rules.moves(w->state, seat, list);
    assert_in_range(n, 0, (unsigned)w->game->max_moves);
    for (int i = 0; i < n; i++) {
        assert_null(w->game->rules.check(w->state, seat, list[i]).text);
        assert_false(listed(list, i, list[i]));
        char buffer[MOVE_TEXT_MAX];
        Text text = text_over(buffer, sizeof buffer);
        Move back;
        move_write(w->game, list[i], &text);
        assert_false(text.cut);
        assert_null(move_read(w->game, buffer, &back).text);
        assert_true(move_equal(list[i], back));
    }
    static Some some;
    list_some(w, &some);
    odd_moves_are_refused(w, seat, list, n, &some);
    odd_notation_is_refused(w, seat, list, n, &some);
    promised("pick draws from the list");
    if (n && seat != CHANCE && w->game->rules.pick)
        assert_true(listed(list, n, w->game->rules.pick(w->state, seat, &w->rng)));
}

/* Each of Chance's listed moves has a weight; a kind too many to list stands alone and has none. */
static void chance_is_weighed(World *w) {
    promised("Chance draws what it lists, by weight");
    const GameRules *rules = &w->game->rules;
    Move list[MOVES_MAX];
    int n = rules->moves(w->state, CHANCE, list);
    for (int i = 0; i < n; i++) {
        bool vast = rules->vast && rules->vast(list[i]);
        if (vast) assert_int_equal(n, 1);
        assert_true(vast ? rules->weight(w->state, list[i]) == 0
                         : rules->weight(w->state, list[i]) > 0);
    }
}

/* Where talk costs something, the speaker knows it from what he sees, and what he pays is a move of
   his that no undo brings back. */
static void a_fine_is_paid_for_good(World *w, int seat) {
    const Game *game = w->game;
    _Alignas(16) unsigned char seen[STATE_MAX];
    static News news;
    Fine fine = {0}, known = {0};
    promised("a fine is known and paid for good");
    bool pays = game->live.chat && game->live.chat(w->state, seat, &fine);
    memcpy(seen, w->state, game->state_size);
    game->rules.hide(seen, seat);
    if (game->live.chat) assert_int_equal(game->live.chat(seen, seat, &known), pays);
    if (!pays) return;
    assert_true(fine.warning && fine.act && move_equal(fine.move, known.move));
    bool legal = !game->rules.check(w->state, seat, fine.move).text;
    assert_int_equal(!game->rules.check(seen, seat, fine.move).text, legal);
    if (!legal) return;
    Move list[MOVES_MAX];
    assert_true(listed(list, game->rules.moves(w->state, seat, list), fine.move));
    news.count = 0;
    news.reveals = false;
    memcpy(seen, w->state, game->state_size);
    game->rules.apply(seen, seat, fine.move, &news);
    assert_true(news.reveals);
}

static void same_picture(const Game *game, const void *a, const void *b, int viewer) {
    Text one = text_grow(), two = text_grow();
    game->words.picture(a, viewer, &one);
    game->words.picture(b, viewer, &two);
    assert_string_equal(one.at, two.at);
    text_free(&one);
    text_free(&two);
}

static void same_moves(const Game *game, const void *a, const void *b, int viewer) {
    Move one[MOVES_MAX] = {0}, two[MOVES_MAX] = {0};
    int n = game->rules.moves(a, viewer, one);
    assert_int_equal(n, game->rules.moves(b, viewer, two));
    assert_memory_equal(one, two, (size_t)n * sizeof *one);
    if (!game->rules.pick || !turn_has(game->rules.turn(a), viewer)) return;
    Rng rng = rng_seed((uint64_t)n), twin = rng;
    assert_true(move_equal(game->rules.pick(a, viewer, &rng), game->rules.pick(b, viewer, &twin)));
}

/* Re-dealing what a viewer cannot know leaves what he sees, and what he may do, as it was. The
   world dealt anew is left in `other`. */
static void guess_keeps_the_view(World *w, int viewer, unsigned char *other) {
    const Game *game = w->game;
    _Alignas(16) unsigned char hidden[STATE_MAX], again[STATE_MAX];
    size_t size = game->state_size;
    promised("hiding again hides nothing more");
    memcpy(hidden, w->state, size);
    game->rules.hide(hidden, viewer);
    memcpy(again, hidden, size);
    game->rules.hide(again, viewer);
    assert_memory_equal(hidden, again, size);
    memcpy(other, hidden, size);
    game->rules.guess(other, viewer, &w->rng);
    audited(game, other);
    promised("a guess keeps what the viewer sees and may do");
    memcpy(again, other, size);
    game->rules.hide(again, viewer);
    assert_memory_equal(hidden, again, size);
    same_picture(game, hidden, again, viewer);
    assert_int_equal(game->rules.turn(hidden), game->rules.turn(w->state));
    if (viewer == SPECTATOR) return;
    same_moves(game, w->state, hidden, viewer);
    same_moves(game, w->state, other, viewer);
}

static bool same_event(const Event *a, const Event *b) {
    if (strcmp(a->kind, b->kind) != 0 || a->seat != b->seat || a->other != b->other ||
        a->n != b->n || a->m != b->m || a->count != b->count || a->you != b->you ||
        a->they != b->they)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

/* What a game tells a search about `seat` follows from what that seat knows: in the world as it is
   and in one dealt anew it is the same. */
static void a_mind_knows_its_seat_alone(World *w, int seat, const unsigned char *other) {
    static const Style styles[] = {
        {0}, {.bold = 70, .spiteful = 80}, {.patient = -60, .careless = 50}};
    const GameRules *rules = &w->game->rules;
    const Style *style = &styles[moves_played % 3];
    Move list[MOVES_MAX], again[MOVES_MAX];
    int32_t looks[MOVES_MAX], looks_again[MOVES_MAX];
    promised("everyone knows the stage");
    if (rules->stage) assert_int_equal(rules->stage(w->state), rules->stage(other));
    if (!turn_has(rules->turn(w->state), seat)) return;
    promised("a policy is legal and knows what its seat knows");
    if (rules->policy) {
        Rng one = w->rng, two = w->rng;
        Move m = rules->policy(w->state, seat, style, &one);
        assert_null(rules->check(w->state, seat, m).text);
        assert_true(move_equal(m, rules->policy(other, seat, style, &two)));
    }
    promised("choices are legal, each there once, and know what their seat knows");
    if (!rules->choices) return;
    int n = rules->choices(w->state, seat, style, list, looks);
    assert_true(n > 0 && n <= MOVES_MAX);
    assert_int_equal(n, rules->choices(other, seat, style, again, looks_again));
    assert_memory_equal(list, again, (size_t)n * sizeof *list);
    assert_memory_equal(looks, looks_again, (size_t)n * sizeof *looks);
    for (int i = 0; i < n; i++) {
        assert_null(rules->check(w->state, seat, list[i]).text);
        assert_false(listed(list, i, list[i]));
    }
}

/* A position promises something everywhere; a stage never goes back. */
static void a_position_has_its_worth(World *w, int *stage) {
    const GameRules *rules = &w->game->rules;
    int32_t worth[SEATS_MAX + 1];
    promised("a stage never goes back");
    if (rules->stage) {
        assert_true(rules->stage(w->state) >= *stage);
        *stage = rules->stage(w->state);
    }
    promised("a position has its worth, which at the end is the score");
    if (!rules->worth) return;
    assert_true(rules->worth(w->state, &(Style){0}, worth) >= 1);
    if (rules->turn(w->state)) return;
    Score scores[SEATS_MAX];
    rules->score(w->state, scores);
    for (int seat = 0; seat < w->players; seat++)
        assert_in_range(worth[seat] - 100 * scores[seat].points + 100, 0, 199);
}

/* Whether two tellings are the same to `viewer`. */
static bool same_news(const News *a, const News *b, int viewer) {
    for (int i = 0, j = 0;; i++, j++) {
        while (i < a->count && !(a->event[i].audience >> viewer & 1))
            i++;
        while (j < b->count && !(b->event[j].audience >> viewer & 1))
            j++;
        if (i == a->count || j == b->count) return i == a->count && j == b->count;
        if (!same_event(&a->event[i], &b->event[j])) return false;
    }
}

/* Makes a move and returns what it told. */
static void apply_with_news(const Game *game, void *state, int seat, Move m, News *news) {
    news->count = 0;
    news->reveals = false;
    game->rules.apply(state, seat, m, news);
}

/* The same move in a world that looks the same tells the viewer the same news. */
static void news_tells_no_secret(World *w, unsigned char *other, int viewer, int seat, Move m) {
    const Game *game = w->game;
    if (game->rules.check(other, seat, m).text) return; /* not possible there */
    _Alignas(16) unsigned char here[STATE_MAX];
    static News a, b;
    promised("news tells no secret");
    memcpy(here, w->state, game->state_size);
    apply_with_news(game, here, seat, m, &a);
    apply_with_news(game, other, seat, m, &b);
    assert_true(same_news(&a, &b, viewer));
}

/* --- twins ------------------------------------------------------------------------------------ */

/* What a viewer is shown of a position: his picture, what is asked of whom, what he may do. */
static bool same_show(const Game *game, const void *a, const void *b, int viewer) {
    Text one = text_grow(), two = text_grow();
    Move list[MOVES_MAX] = {0}, other[MOVES_MAX] = {0};
    game->words.picture(a, viewer, &one);
    game->words.picture(b, viewer, &two);
    bool same = strcmp(one.at, two.at) == 0 && game->rules.turn(a) == game->rules.turn(b);
    int n = viewer == SPECTATOR ? 0 : game->rules.moves(a, viewer, list);
    same = same && (viewer == SPECTATOR || n == game->rules.moves(b, viewer, other));
    same = same && !memcmp(list, other, (size_t)n * sizeof *list);
    text_free(&one);
    text_free(&two);
    return same;
}

/* Whether something was told to others and kept from `viewer`. */
static bool hides_news(const News *news, int viewer) {
    for (int i = 0; i < news->count; i++)
        if (!(news->event[i].audience >> viewer & 1)) return true;
    return false;
}

/* Holds two games against each other that have told `viewer` the same. Where they show him the same
   too, what is kept of them for him is the same to the byte. A `secret` is what the news itself
   kept from him: that a picture tells it is no excuse. Returns false where he can tell them apart,
   and so they are twins no more. */
static bool are_twins(const Game *game, const void *a, const void *b, int viewer, bool secret) {
    _Alignas(16) unsigned char one[STATE_MAX], two[STATE_MAX];
    memcpy(one, a, game->state_size);
    memcpy(two, b, game->state_size);
    game->rules.hide(one, viewer);
    game->rules.hide(two, viewer);
    if (!memcmp(one, two, game->state_size)) return true;
    if (!secret && !same_show(game, one, two, viewer)) return false;
    promised("twins: shown the same, a viewer has the same bytes");
    snprintf(attempt, sizeof attempt, "viewer %d", viewer);
    assert_memory_equal(one, two, game->state_size);
    return false;
}

/* A move the same seat could have made instead; `m` itself where it had no other. */
static Move another(World *w, int seat, Move m) {
    Move list[MOVES_MAX];
    if (vast(w->game, m) && seat == CHANCE) return w->game->rules.sample(w->state, &w->rng);
    int n = w->game->rules.moves(w->state, seat, list);
    return n ? list[rng_below(&w->rng, (uint32_t)n)] : m;
}

/* Before `m` is made: the twin makes it too or, where there is none, another move that tells its
   onlooker the same is looked for. `after` is the position after `m`, `news` what it told. */
static void save_twin(World *w, int seat, Move m, const void *after, const News *news) {
    static News news_of_twin;
    const Game *game = w->game;
    Move other = m;
    bool born = !w->has_twin;
    if (born) {
        w->onlooker = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
        if (w->onlooker == w->players) w->onlooker = SPECTATOR;
        memcpy(w->twin, w->state, game->state_size);
        other = another(w, seat, m);
        if (move_equal(other, m) || seat == w->onlooker) return; /* his own moves he knows */
    }
    w->has_twin = false;
    if (game->rules.check(w->twin, seat, other).text) return;
    apply_with_news(game, w->twin, seat, other, &news_of_twin);
    if (!same_news(news, &news_of_twin, w->onlooker)) return;
    bool secret = born && seat == CHANCE && hides_news(news, w->onlooker);
    w->has_twin = are_twins(game, after, w->twin, w->onlooker, secret);
}

/* --- playing ---------------------------------------------------------------------------------- */

/* A move of `seat`: at random, or in a sensible game mostly what makes most sense. */
static Move some_move(World *w, int seat) {
    Move list[MOVES_MAX + IDEAS_MAX];
    int n = w->game->rules.moves(w->state, seat, list);
    assert_true(n > 0); /* who owes a decision can make one */
    if (!w->sensible || rng_below(&w->rng, 10) == 0) return list[rng_below(&w->rng, (uint32_t)n)];
    _Alignas(16) unsigned char hidden[STATE_MAX];
    memcpy(hidden, w->state, w->game->state_size);
    w->game->rules.hide(hidden, seat);
    if (w->game->rules.ideas) n += w->game->rules.ideas(hidden, seat, list + n);
    Move at_once[MOVES_MAX + IDEAS_MAX];
    int32_t looks[MOVES_MAX + IDEAS_MAX];
    bool surveyed = w->game->rules.survey;
    promised("a survey says what sense says of every move and idea");
    if (surveyed) assert_int_equal(w->game->rules.survey(hidden, seat, at_once, looks), n);
    int best = 0, most = 0;
    for (int i = 0; i < n; i++) {
        int worth = w->game->rules.sense(hidden, seat, list[i]);
        if (surveyed) assert_true(move_equal(at_once[i], list[i]) && looks[i] == worth);
        if (i && worth <= most) continue;
        best = i;
        most = worth;
    }
    return list[best];
}

/* Somebody's next move: mostly of those who owe one, now and then of any seat that may. */
static Move next_move(World *w, int *seat) {
    Move list[MOVES_MAX];
    Turn turn = w->game->rules.turn(w->state);
    if (rng_below(&w->rng, 8) == 0) {
        *seat = (int)rng_below(&w->rng, (uint32_t)w->players);
        int n = w->game->rules.moves(w->state, *seat, list);
        if (n) return list[rng_below(&w->rng, (uint32_t)n)];
    }
    if (turn_has(turn, CHANCE)) {
        *seat = CHANCE;
        return w->game->rules.sample(w->state, &w->rng);
    }
    do
        *seat = (int)rng_below(&w->rng, (uint32_t)w->players);
    while (!turn_has(turn, *seat));
    return some_move(w, *seat);
}

/* Chance's moves made at once are those it makes one after the other, by the same numbers. */
static void chance_at_once_is_chance_by_steps(World *w) {
    const GameRules *rules = &w->game->rules;
    if (rules->turn(w->state) != 1u << CHANCE) return;
    promised("draw_all: as sample and apply again and again");
    _Alignas(16) unsigned char steps[STATE_MAX], once[STATE_MAX];
    Rng by_steps = w->rng, at_once = w->rng;
    int moves = 0;
    memcpy(steps, w->state, w->game->state_size);
    memcpy(once, w->state, w->game->state_size);
    for (; rules->turn(steps) == 1u << CHANCE; moves++)
        rules->apply(steps, CHANCE, rules->sample(steps, &by_steps), NULL);
    assert_int_equal(chance_plays(w->game, once, &at_once), moves);
    assert_memory_equal(once, steps, w->game->state_size);
    assert_memory_equal(at_once.s, by_steps.s, sizeof by_steps.s);
}

static void check_all(World *w) {
    _Alignas(16) unsigned char before[STATE_MAX], other[STATE_MAX];
    memcpy(before, w->state, w->game->state_size);
    for (int seat = 0; seat < w->players; seat++) {
        legal_list_is_what_check_accepts(w, seat);
        ideas_are_legal(w, seat);
        a_fine_is_paid_for_good(w, seat);
        live_is_known_to_all(w, seat);
    }
    legal_list_is_what_check_accepts(w, CHANCE);
    odd_seats_may_nothing(w);
    chance_is_weighed(w);
    chance_at_once_is_chance_by_steps(w);
    a_time_comes_to_its_end(w);
    for (int seat = 0; seat < w->players; seat++) {
        guess_keeps_the_view(w, seat, other);
        a_mind_knows_its_seat_alone(w, seat, other);
    }
    guess_keeps_the_view(w, SPECTATOR, other);
    promised("looking changes nothing");
    assert_memory_equal(before, w->state, w->game->state_size);
}

static void make_move(World *w, int seat, Move m) {
    static News news;
    const Game *game = w->game;
    _Alignas(16) unsigned char silent[STATE_MAX], other[STATE_MAX];
    promised("what is played is legal");
    assert_true(moves_played < LONGEST);
    played[moves_played++] = (Played){m, seat};
    assert_null(game->rules.check(w->state, seat, m).text);
    int viewer = (int)rng_below(&w->rng, (uint32_t)w->players + 1);
    if (viewer == w->players) viewer = SPECTATOR;
    guess_keeps_the_view(w, viewer, other);
    news_tells_no_secret(w, other, viewer, seat, m);
    memcpy(silent, w->state, game->state_size);
    game->rules.apply(silent, seat, m, NULL);
    memcpy(other, w->state, game->state_size);
    apply_with_news(game, other, seat, m, &news);
    promised("telling changes nothing");
    assert_memory_equal(silent, other, game->state_size);
    save_twin(w, seat, m, other, &news);
    memcpy(w->state, other, game->state_size);
}

static void the_end_is_the_end(World *w) {
    const Game *game = w->game;
    promised("when a game is over nobody moves");
    for (int seat = 0; seat <= CHANCE; seat++) {
        Move list[MOVES_MAX];
        assert_int_equal(game->rules.moves(w->state, seat, list), 0);
    }
    promised("the parts of a score are the score");
    Score scores[SEATS_MAX];
    game->rules.score(w->state, scores);
    for (int seat = 0; seat < w->players; seat++) {
        int sum = 0;
        for (int i = 0; game->words.parts[i]; i++)
            sum += scores[seat].parts[i];
        assert_int_equal(sum, scores[seat].points);
    }
}

static void play_one(World *w, bool thorough) {
    const Game *game = begin(w)->game;
    int stage = -1;
    assert_null(game->rules.start(w->state, w->players, w->options).text);
    while (game->rules.turn(w->state)) {
        audited(game, w->state);
        a_position_has_its_worth(w, &stage);
        if (thorough) check_all(w);
        promised("who owes a decision can make one");
        int seat;
        Move m = next_move(w, &seat);
        make_move(w, seat, m);
    }
    audited(game, w->state);
    a_position_has_its_worth(w, &stage);
    the_end_is_the_end(w);
    playing = NULL;
}

/* Counts `options` up like a number, one choice a digit; false after the last. */
static bool next_options(const Game *game, uint8_t *options) {
    for (int i = 0; game->options[i].name; i++) {
        if (game->options[i].choices[++options[i]]) return true;
        options[i] = 0;
    }
    return false;
}

static int variants(const Game *game) {
    uint8_t options[OPTIONS_MAX] = {0};
    int n = 1;
    while (next_options(game, options))
        n++;
    return n;
}

/* One game of every variant from `seed`; returns how many. By the number of the round some are
   thorough and some sensible. */
static int play_round(const Game *game, int players, uint64_t seed, int round) {
    uint8_t options[OPTIONS_MAX] = {0};
    int n = 0;
    do {
        static World w; /* outlives a failure */
        w = (World){.game = game,
                    .players = players,
                    .sensible = round % 10 == 1,
                    .seed = seed,
                    .rng = rng_seed(seed)};
        memcpy(w.options, options, sizeof options);
        if (game->rules.start(w.state, players, options).text) continue;
        play_one(&w, round % 50 < 2);
        n++;
    } while (next_options(game, options));
    return n;
}

static void random_games_keep_every_promise(void **unused) {
    (void)unused;
    int n = 0;
    for (int g = 0; games[g]; g++) {
        int each = games_each() / variants(games[g]);
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++)
            for (int i = 0; i < 2 || i < each; i++)
                n += play_round(games[g], players, (uint64_t)(1000 * players + i), i);
    }
    printf("%d random games\n", n);
    assert_true(n > 0);
}

/* Seeds nobody has met, one after the other, until the time is over. */
static void new_seeds_keep_every_promise(void **unused) {
    (void)unused;
    time_t until = time(NULL) + atoi(getenv("NEGOCE_SOAK"));
    uint64_t first = (uint64_t)time(NULL) * 1000000, seed = first;
    int n = 0;
    printf("new seeds from %llu\n", (unsigned long long)first);
    fflush(stdout);
    for (; time(NULL) < until; seed++)
        for (int g = 0; games[g] && time(NULL) < until; g++)
            for (int players = games[g]->min_players; players <= games[g]->max_players; players++)
                n += play_round(games[g], players, seed, (int)(seed - first));
    printf("%d games, %llu seeds\n", n, (unsigned long long)(seed - first));
}

/* `pick` and listing must agree not only on what is legal but on how likely each move is. */
static void pick_is_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 20000 };
    for (int g = 0; games[g]; g++) {
        const Game *game = games[g];
        if (!game->rules.pick) continue;
        static World w; /* outlives a failure */
        w = (World){.game = game, .players = game->max_players, .rng = rng_seed(7)};
        uint8_t options[OPTIONS_MAX] = {0};
        assert_null(game->rules.start(w.state, w.players, options).text);
        for (int i = 0, tried = 0; game->rules.turn(w.state) && tried < 12; i++) {
            int seat;
            Move m = next_move(&w, &seat), list[MOVES_MAX];
            int n = seat == CHANCE ? 0 : game->rules.moves(w.state, seat, list);
            if (n > 1 && i % 9 == 0) {
                int met[MOVES_MAX] = {0};
                double chi = 0, mean = (double)DRAWS / n;
                for (int j = 0; j < DRAWS; j++) {
                    Move picked = game->rules.pick(w.state, seat, &w.rng);
                    for (int k = 0; k < n; k++)
                        met[k] += move_equal(list[k], picked);
                }
                for (int k = 0; k < n; k++)
                    chi += (met[k] - mean) * (met[k] - mean) / mean;
                double over = chi - (n - 1); /* its variance is 2 (n - 1) */
                assert_true(over < 0 || over * over < 36 * 2 * (n - 1) + 400); /* 6 sigma */
                tried++;
            }
            game->rules.apply(w.state, seat, m, NULL);
        }
    }
}

/* How far draws of one verb of Chance were from its weights: chi squared and its degrees of
   freedom, over all positions where it was drawn. */
typedef struct Fairness {
    double chi, freedom;
} Fairness;

/* Draws from the position as often as a weight of `EACH` a listed move asks for. */
static void draw_and_compare(World *w, Fairness *fairness) {
    enum { EACH = 40 };
    const GameRules *rules = &w->game->rules;
    Move list[MOVES_MAX];
    int n = rules->moves(w->state, CHANCE, list), met[MOVES_MAX] = {0}, all = 0;
    for (int i = 0; i < n; i++)
        all += rules->weight(w->state, list[i]);
    if (!all) return; /* only drawn, never listed */
    for (int i = 0; i < EACH * n; i++) {
        Move drawn = rules->sample(w->state, &w->rng);
        int k = 0;
        while (k < n && !move_equal(list[k], drawn))
            k++;
        assert_true(k < n);
        met[k]++;
    }
    for (int i = 0; i < n; i++) {
        double mean = (double)EACH * n * rules->weight(w->state, list[i]) / all;
        fairness[list[i].verb].chi += (met[i] - mean) * (met[i] - mean) / mean;
        fairness[list[i].verb].freedom += (double)(n - 1) / n;
    }
}

/* `sample` draws what `weight` says, for every verb of Chance in every variant. The seeds are
   fixed: what passes once passes always. */
static void chance_draws_by_its_weights(void **unused) {
    (void)unused;
    enum { GAMES_EACH = 2 };
    for (int g = 0; games[g]; g++)
        for (int players = games[g]->min_players; players <= games[g]->max_players; players++) {
            const Game *game = games[g];
            Fairness fairness[VERBS_MAX] = {0};
            uint8_t options[OPTIONS_MAX] = {0};
            uint64_t seed =
                1000 * (uint64_t)players; /* each game another: draws are not repeated */
            do {
                World w = {.game = game, .players = players};
                for (int i = 0; i < GAMES_EACH; i++) {
                    w.rng = rng_seed(seed++);
                    if (game->rules.start(w.state, players, options).text) break;
                    while (game->rules.turn(w.state)) {
                        int seat;
                        Move m = next_move(&w, &seat);
                        if (seat == CHANCE) draw_and_compare(&w, fairness);
                        game->rules.apply(w.state, seat, m, NULL);
                    }
                }
            } while (next_options(game, options));
            for (int verb = 0; verb < VERBS_MAX; verb++) {
                double over = fairness[verb].chi - fairness[verb].freedom;
                assert_true(over * over <= 25 * 2 * fairness[verb].freedom); /* 5 sigma */
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_draws_by_its_weights),
        cmocka_unit_test_teardown(random_games_keep_every_promise, after_test),
        cmocka_unit_test(pick_is_uniform),
    };
    const struct CMUnitTest soak[] = {
        cmocka_unit_test_teardown(new_seeds_keep_every_promise, after_test),
    };
    signal(SIGABRT, stopped);
    return getenv("NEGOCE_SOAK") ? cmocka_run_group_tests(soak, NULL, NULL)
                                 : cmocka_run_group_tests(tests, NULL, NULL);
}
