/* promises.c: what core/game.h promises of every position, seat and move. */
#include "play.h"

#include "core/notation.h"

/* Ideas are legal moves of vast kinds. */
void ideas_are_legal(World *w, int seat) {
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
void live_is_known_to_all(World *w, int seat) {
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
void a_time_comes_to_its_end(World *w) {
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
void legal_list_is_what_check_accepts(World *w, int seat) {
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
void chance_is_weighed(World *w) {
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
void a_fine_is_paid_for_good(World *w, int seat) {
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
void guess_keeps_the_view(World *w, int viewer, unsigned char *other) {
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
        a->they != b->they || a->touched != b->touched)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

/* What a game tells a search about `seat` follows from what that seat knows: in the world as it is
   and in one dealt anew it is the same. */
void a_mind_knows_its_seat_alone(World *w, int seat, const unsigned char *other) {
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
void a_position_has_its_worth(World *w, int *stage) {
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
bool same_news(const News *a, const News *b, int viewer) {
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
void apply_with_news(const Game *game, void *state, int seat, Move m, News *news) {
    news->count = 0;
    news->reveals = false;
    game->rules.apply(state, seat, m, news);
}

/* The same move in a world that looks the same tells the viewer the same news. */
void news_tells_no_secret(World *w, unsigned char *other, int viewer, int seat, Move m) {
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

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Whether the catalogue knows the word of an item: "2wood", "wood3". */
static bool has_french(const char *item) {
    char name[64];
    size_t front = strspn(item, "0123456789"), end = strlen(item);
    while (end > front && strchr("0123456789", item[end - 1]))
        end--;
    if (end - front < 2) return true; /* a number, or the letter of a ship */
    if (strchr(CAPITALS, item[front]) && !strchr(item, ' ')) return true; /* a place: Galle */
    snprintf(name, sizeof name, "%.*s", (int)(end - front), item + front);
    return words_id(LANG_FR, name) != name;
}

/* Whoever reads French is told no English: neither sentences nor what they name. */
void news_has_its_french(const News *news) {
    promised("news can be told in French");
    for (int i = 0; i < news->count; i++) {
        const Event *event = &news->event[i];
        const char *const sentence[] = {event->you, event->they, event->touched};
        for (int s = 0; s < 3; s++) {
            if (!sentence[s]) continue; /* nobody hears it */
            snprintf(attempt, ATTEMPT, "%s", sentence[s]);
            assert_true(words(LANG_FR, sentence[s]) != sentence[s]);
        }
        for (int item = 0; item < event->count; item++) {
            snprintf(attempt, ATTEMPT, "%s: %s", event->kind, event->items[item]);
            assert_true(has_french(event->items[item]));
        }
    }
}

/* Whom something is done to does not read his own name, as if it were another's. */
void news_speaks_to_whom_it_touches(const News *news) {
    promised("whom a move touches is told so");
    for (int i = 0; i < news->count; i++) {
        const Event *event = &news->event[i];
        if (event->other < 0 || !(event->audience >> event->other & 1)) continue;
        const char *said = event_words(event, event->other);
        snprintf(attempt, ATTEMPT, "%s", said ? said : "");
        assert_true(!said || !strstr(said, "{other}"));
    }
}
