/* comptoir.c: the heaps of Comptoir des Antilles count right, a card has the ways the rules give
   it, what a spectator is shown is all he can know, and the port as text fits a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "games/comptoir/cards.h"

/* --- components ------------------------------------------------------------------------------- */

static void there_are_20_ships_16_goods_and_16_events(void **state) {
    (void)state;
    int ships = 0, places = 0, primes = 0;
    for (int size = 0; size < SIZES; size++) {
        ships += comptoir_fleet[size];
        places += comptoir_fleet[size] * (SMALLEST + size);
    }
    for (int good = 0; good < GOODS; good++)
        primes += goods_of(GOODS_ALL, good) * comptoir_primes[good];
    assert_int_equal(ships, SHIPS);
    assert_int_equal(places, 97);
    assert_int_equal(goods_count(GOODS_ALL), TILES);
    assert_int_equal(primes, 46); /* 2.875 on average */
    assert_int_equal(tiles_count(comptoir_tiles), TILES);
}

static Goods random_heap(Rng *rng) {
    Goods heap = 0;
    for (int good = 0; good < GOODS; good++)
        heap += (Goods)rng_below(rng, (uint32_t)goods_of(GOODS_ALL, good) + 1) << (8 * good);
    return heap;
}

static void heaps_count_like_plain_numbers(void **state) {
    (void)state;
    Rng rng = rng_seed(1);
    for (int i = 0; i < 20000; i++) {
        Goods p = random_heap(&rng), q = random_heap(&rng);
        int count = 0;
        bool has = true;
        for (int good = 0; good < GOODS; good++) {
            int a = goods_of(p, good), b = goods_of(q, good);
            count += a;
            has = has && a >= b;
            assert_int_equal(goods_of(goods_less(p, q), good), a > b ? a - b : 0);
        }
        assert_int_equal(goods_count(p), count);
        assert_int_equal(goods_has(p, q), has);
        Lanes lanes = p;
        int n = 1 + (int)rng_below(&rng, 8), sum = 0;
        for (int quay = 0; quay < QUAYS; quay++) {
            sum += lane(lanes, quay);
            assert_int_equal(lane(lanes_from(lanes, n), quay), lane(lanes, quay) >= n);
            assert_int_equal(lanes_set(lanes_from(lanes, n)) >> quay & 1, lane(lanes, quay) >= n);
        }
        assert_int_equal(lanes_sum(lanes), sum);
    }
}

/* Each tile left is equally likely: 5 sigma of a binomial around the mean. */
static void draws_are_fair(void **state) {
    (void)state;
    enum { DRAWS = 100000 };
    Rng rng = rng_seed(2);
    int met[GOODS] = {0};
    for (int i = 0; i < DRAWS; i++)
        met[comptoir_draw(GOODS_ALL, &rng)]++;
    for (int good = 0; good < GOODS; good++) {
        double mean = (double)DRAWS * goods_of(GOODS_ALL, good) / TILES, off = met[good] - mean;
        assert_true(off * off <= 25 * mean);
    }
}

/* --- cards ------------------------------------------------------------------------------------ */

/* True when a set of quays is a choice of so many ships that the card allows. */
static bool is_choice(const Relation *relation, unsigned quays, unsigned able, int ships) {
    if ((quays & ~able) || __builtin_popcount(quays) != ships) return false;
    return !relation->neighbours || ships < 2 || (quays & quays >> 1);
}

static int count_choices(const Relation *relation, unsigned able, int ships) {
    int n = 0;
    for (unsigned quays = 0; quays < 1u << QUAYS; quays++)
        n += is_choice(relation, quays, able, ships);
    return n;
}

/* C-5: the most ships for which there is a choice at all, and every such choice once. */
static void a_card_places_on_as_many_ships_as_it_can(void **state) {
    (void)state;
    for (int card = 0; card < RELATIONS; card++)
        for (unsigned able = 0; able < 1u << QUAYS; able++)
            for (int home = 1; home <= PORTERS; home++) {
                const Relation *relation = &comptoir_relations[card];
                int enough = (home + relation->each - 1) / relation->each;
                int ships = relation->ships < enough ? relation->ships : enough;
                while (!count_choices(relation, able, ships))
                    ships--;
                Choices choices = comptoir_placings(relation, able, home);
                int n = choices_count(choices);
                assert_int_equal(n, count_choices(relation, able, ships));
                for (int i = 0; i < n; i++) {
                    assert_true(is_choice(relation, choice_number(choices, i), able, ships));
                    for (int j = 0; j < i; j++)
                        assert_int_not_equal(choice_number(choices, i), choice_number(choices, j));
                }
            }
}

/* The cards of a player counted, listed and told by number are the same ways. */
static void ways_are_counted_as_they_are_listed(void **state) {
    (void)state;
    Rng rng = rng_seed(3);
    Comptoir s;
    const uint8_t options[OPTIONS_MAX] = {0};
    int judged = 0;
    for (int game = 0; game < 60; game++) {
        comptoir_start(&s, 3 + game % 2, options);
        while (comptoir_turn(&s)) {
            int seat = __builtin_ctz(comptoir_turn(&s)), sums[RELATIONS], sum = 0;
            if (s.phase == PHASE_TURN) {
                Port port = comptoir_port(&s, seat);
                int known = comptoir_card_sums(&port, s.relations[seat], sums);
                for (int card = 0; card < RELATIONS; card++) {
                    Move list[COMPTOIR_MOVES];
                    int n = comptoir_card_list(&s, &port, card, list);
                    bool holds = s.relations[seat] >> card & 1;
                    sum += holds ? n : 0;
                    assert_int_equal(sums[card], sum);
                    for (int i = 0; i < n; i++)
                        assert_true(move_equal(list[i], comptoir_card_number(&s, &port, card, i)));
                }
                assert_int_equal(known, sum);
                judged++;
            }
            Move m = seat == CHANCE ? comptoir_sample(&s, &rng) : comptoir_pick(&s, seat, &rng);
            comptoir_apply(&s, seat, m, NULL);
        }
    }
    assert_true(judged > 1000);
}

/* --- what a spectator knows ---------------------------------------------------------------------
 */

/* The hands that are possible for somebody who only watches, found the long way: every draw he does
   not see may be any tile that is nowhere to be seen, and a load leaves only the worlds in which
   the player had those tiles. */
typedef struct World {
    Goods hand[PLAYERS_MAX];
} World;

enum { WORLDS_MAX = 4096 }; /* four hands of one tile, one of them with up to three more */

typedef struct Worlds {
    int count;
    World world[WORLDS_MAX];
} Worlds;

static void worlds_add(Worlds *worlds, const World *world) {
    for (int i = 0; i < worlds->count; i++)
        if (memcmp(&worlds->world[i], world, sizeof *world) == 0) return;
    assert_true(worlds->count < WORLDS_MAX);
    worlds->world[worlds->count++] = *world;
}

static bool worlds_have(const Worlds *worlds, const World *world) {
    for (int i = 0; i < worlds->count; i++)
        if (memcmp(&worlds->world[i], world, sizeof *world) == 0) return true;
    return false;
}

/* Tiles that lie open, or in the known part of the pile. */
static Goods goods_in_sight(const Comptoir *s) {
    Goods seen = s->lost;
    for (int i = 0; i < s->queued; i++)
        seen += goods_one(s->queue >> (2 * i) & 3);
    for (int q = 0; q < QUAYS; q++)
        if (s->ship[q].size && s->ship[q].good < GOODS) seen += goods_one(s->ship[q].good);
    return seen;
}

static Goods goods_in_hands(const Comptoir *s, const World *world) {
    Goods held = 0;
    for (int seat = 0; seat < s->players; seat++)
        held += world->hand[seat];
    return held;
}

/* A tile nobody else sees comes into a hand; `before` is the state before it. */
static void watch_draw(Worlds *worlds, const Comptoir *before, int seat) {
    static Worlds was;
    was = *worlds;
    worlds->count = 0;
    for (int i = 0; i < was.count; i++)
        for (int good = 0; good < GOODS; good++) {
            World world = was.world[i];
            Goods away = goods_in_sight(before) + goods_in_hands(before, &world);
            if (!goods_has(GOODS_ALL, away + goods_one(good))) continue;
            world.hand[seat] += goods_one(good);
            worlds_add(worlds, &world);
        }
}

static void watch_load(Worlds *worlds, int seat, Move m) {
    static Worlds was;
    Goods given = 0;
    for (int i = 0; i < m.count; i += 2)
        given += goods_one(m.item[i + 1]);
    was = *worlds;
    worlds->count = 0;
    for (int i = 0; i < was.count; i++) {
        World world = was.world[i];
        if (!goods_has(world.hand[seat], given)) continue;
        world.hand[seat] -= given;
        worlds_add(worlds, &world);
    }
}

/* Tiles of the known part of the pile were drawn in this move: everyone saw which. */
static void watch_known_draws(Worlds *worlds, const Comptoir *before, const Comptoir *after,
                              bool seen_draw) {
    int seat = after->active;
    if (seat == NOBODY || before->phase < PHASE_TURN) return;
    int drawn = comptoir_hand_size(after, seat) - comptoir_hand_size(before, seat) - seen_draw;
    if (after->phase != PHASE_LOAD || drawn <= 0) return;
    uint32_t queue = before->queue; /* never shorter than what is drawn: C-36 leaves many */
    assert_true(before->queued >= drawn);
    for (int i = 0; i < drawn; i++, queue >>= 2)
        for (int j = 0; j < worlds->count; j++)
            worlds->world[j].hand[seat] += goods_one(queue & 3);
}

/* Every way to deal the bag of a hidden state into the tiles it does not know. */
static void deal_all(const Comptoir *hidden, int seat, int tile, Goods bag, World *world,
                     Worlds *out) {
    if (seat == hidden->players) {
        worlds_add(out, world);
        return;
    }
    if (tile == hidden->veiled[seat]) {
        deal_all(hidden, seat + 1, 0, bag, world, out);
        return;
    }
    for (int good = 0; good < GOODS; good++) {
        if (!goods_of(bag, good)) continue;
        world->hand[seat] += goods_one(good);
        deal_all(hidden, seat, tile + 1, bag - goods_one(good), world, out);
        world->hand[seat] -= goods_one(good);
    }
}

/* What the window leaves open is what is possible, no more and no less. */
static void window_shows_what_is_possible(const Comptoir *s, const Worlds *worlds) {
    static Worlds after_hiding;
    Comptoir hidden = *s;
    World world = {0};
    comptoir_hide(&hidden, SPECTATOR);
    after_hiding.count = 0;
    memcpy(world.hand, hidden.hand, sizeof world.hand);
    deal_all(&hidden, 0, 0, hidden.bag, &world, &after_hiding);
    assert_int_equal(after_hiding.count, worlds->count);
    for (int i = 0; i < after_hiding.count; i++)
        assert_true(worlds_have(worlds, &after_hiding.world[i]));
}

static void what_is_hidden_is_what_could_be_otherwise(void **state) {
    (void)state;
    static Worlds worlds;
    Rng rng = rng_seed(4);
    int known = 0;
    for (int game = 0; game < 40; game++) {
        Comptoir s;
        const uint8_t options[OPTIONS_MAX] = {game % 3 == 0};
        comptoir_start(&s, 3 + game % 2, options);
        worlds.count = 0;
        worlds_add(&worlds, &(World){0});
        while (comptoir_turn(&s)) {
            int seat = __builtin_ctz(comptoir_turn(&s));
            Comptoir before = s;
            Move m = seat == CHANCE ? comptoir_sample(&s, &rng) : comptoir_pick(&s, seat, &rng);
            comptoir_apply(&s, seat, m, NULL);
            if (m.verb == VERB_DRAW) watch_draw(&worlds, &before, m.item[0]);
            if (m.verb == VERB_LOAD) watch_load(&worlds, seat, m);
            watch_known_draws(&worlds, &before, &s, m.verb == VERB_DRAW);
            window_shows_what_is_possible(&s, &worlds);
            known += m.verb == VERB_LOAD && s.known[seat] != 0;
        }
    }
    assert_true(known > 20); /* a tile stayed in hand that everyone knows */
}

/* --- the port as text ---------------------------------------------------------------------------
 */

static void quays_are_told_together(void **state) {
    (void)state;
    static const struct {
        uint8_t card, quay[3];
        const char *en, *fr;
    } plays[] = {
        {4,
         {1, 3, 4},
         "You place 3 porters at quays 1, 3 and 4.",
         "Vous placez 3 porteurs aux quais\u00a01, 3 et 4."},
        {2,
         {2, 3},
         "You place 2 porters at quays 2 and 3.",
         "Vous placez 2 porteurs aux quais\u00a02 et 3."},
    };
    Rng rng = rng_seed(7);
    const uint8_t options[OPTIONS_MAX] = {0};
    Comptoir s;
    comptoir_start(&s, 3, options);
    while (comptoir_turn(&s) == 1u << CHANCE)
        comptoir_apply(&s, CHANCE, comptoir_sample(&s, &rng), NULL);
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        static News news;
        news = (News){0};
        Comptoir after = s;
        Move m = {.verb = VERB_PLAY, .count = PLAY_ITEMS, .item = {[PLAY_CARD] = plays[i].card}};
        memcpy(&m.item[PLAY_QUAY], plays[i].quay, sizeof plays[i].quay);
        comptoir_apply(&after, s.acting, m, &news);
        const Event *event = &news.event[1];
        assert_string_equal(event->kind, "place");
        for (Lang lang = LANG_FR; lang <= LANG_EN; lang++) {
            Text text = text_grow();
            words_add(&text, lang, event->you,
                      &(Holes){.n = event->n, .count = event->count, .items = event->items});
            assert_string_equal(text.at, lang == LANG_FR ? plays[i].fr : plays[i].en);
            text_free(&text);
        }
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

/* C-31: whoever reaches 100 ends the game at once, also by a ship an event sends off: no new one
   comes. */
static void primes_of_a_shortage_end_the_game(void **state) {
    (void)state;
    const uint8_t options[OPTIONS_MAX] = {0};
    Comptoir s;
    Rng rng = rng_seed(3);
    assert_null(comptoir_start(&s, 3, options).text);
    comptoir_draw_all(&s, &rng);
    int seat = s.active;
    Ship *ship = &s.ship[1];
    ship->porters[seat] = 2;
    s.home[seat] = PORTERS - 2;
    s.tiles -= tiles_one(SHORTAGE);
    s.held[seat] += tiles_one(SHORTAGE);
    comptoir_gain(&s, seat, PART_CLAIMS, GOAL - 2 * comptoir_primes[ship->good]);
    assert_null(comptoir_audit(&s));
    Move put = move_two(VERB_PUT, SHORTAGE, 1);
    assert_null(comptoir_check(&s, seat, put).text);
    comptoir_apply(&s, seat, put, NULL);
    assert_int_equal(s.score[seat], GOAL);
    assert_int_equal(comptoir_turn(&s), 0);
    assert_null(comptoir_audit(&s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_20_ships_16_goods_and_16_events),
        cmocka_unit_test(heaps_count_like_plain_numbers),
        cmocka_unit_test(draws_are_fair),
        cmocka_unit_test(a_card_places_on_as_many_ships_as_it_can),
        cmocka_unit_test(ways_are_counted_as_they_are_listed),
        cmocka_unit_test(what_is_hidden_is_what_could_be_otherwise),
        cmocka_unit_test(quays_are_told_together),
        cmocka_unit_test(primes_of_a_shortage_end_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
