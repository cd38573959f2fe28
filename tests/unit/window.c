/* window.c: a window shows what its seat may know, whole and by pages. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "table/inside.h"

static void a_window_shows_its_own_hand_only(void **unused) {
    (void)unused;
    Table *t = dealt_table();
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer == 3) viewer = SPECTATOR;
        Text json = text_grow();
        table_window(t, viewer, NULL, &json);
        table_events(t, viewer, viewer, 0, table_position(t), "events", &json);
        /* only seat 0 holds a cloth 4, only seat 1 a spice 1, only seat 2 wine and a trader */
        assert_int_equal(strstr(json.at, "\"cloth4\"") != NULL, viewer == 0);
        assert_int_equal(strstr(json.at, "\"spices1\"") != NULL, viewer == 1);
        assert_int_equal(strstr(json.at, "\"wine3\"") != NULL, viewer == 2);
        assert_int_equal(strstr(json.at, "wine1\",\"trader\"]") != NULL, viewer == 2);
        assert_null(strstr(json.at, "a1")); /* nor anybody's id */
        text_free(&json);
    }
    table_close(t);
}

/* A table of bots of any game, at its beginning. */
static Table *bots_at(const Game *game, int players) {
    Reason why;
    char line[LINE_LIMIT + 1];
    Table *t = table_open(game, players, (uint8_t[OPTIONS_MAX]){0}, &why);
    for (int seat = 0; t && seat < players; seat++) {
        snprintf(line, sizeof line, "seat %d bot random", seat);
        enters(t, line);
    }
    if (t) enters(t, "begin");
    return t;
}

/* The keys of an object's fields, one after the other. */
static void keys_of(const Text *object, Text *keys) {
    const JotFields *f = object->fields;
    assert_in_range(f->count, 1, JOT_FIELDS);
    text_clear(keys);
    for (int i = 0; i < f->count; i++) {
        const char *key = object->at + f->from[i];
        text_add_n(keys, key, (size_t)(strchr(key, ':') - key));
    }
}

/* What a change leaves out is as it was: so a field that was told may never be gone. */
static void a_window_has_the_same_fields_from_first_to_last(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        Table *t = bots_at(games[g], games[g]->max_players);
        Rng rng = rng_seed(11);
        Text text[2] = {text_grow(), text_grow()}, first[2] = {text_grow(), text_grow()},
             keys = text_grow();
        JotFields fields[2];
        do {
            for (int eyes = 0; eyes <= table_players(t); eyes++) {
                int viewer = eyes < table_players(t) ? eyes : SPECTATOR;
                for (int i = 0; i < 2; i++) {
                    text_clear(&text[i]);
                    fields[i].count = 0;
                    text[i].fields = &fields[i];
                }
                jot_open(&text[0], NULL, '{');
                table_look(t, viewer, &text[0], &text[1]);
                jot_close(&text[0], '}');
                for (int i = 0; i < 2; i++) {
                    keys_of(&text[i], &keys);
                    if (!first[i].length) text_add(&first[i], keys.at);
                    assert_string_equal(keys.at, first[i].at);
                }
            }
        } while (table_play_on(t, (Effort){0}, &rng));
        for (int i = 0; i < 2; i++) {
            text_free(&text[i]);
            text_free(&first[i]);
        }
        text_free(&keys);
        table_close(t);
    }
}

enum { A_PAGE = 12 }; /* events that are asked for */

static int events_of(const char *told) {
    int n = 0;
    while ((told = strstr(told, "{\"at\":")))
        n++, told++;
    return n;
}

static bool is_of_one_move(const char *told) {
    const char *first = strstr(told, "\"at\":"), *last = first;
    for (const char *at = first; at; at = strstr(at + 1, "\"at\":"))
        last = at;
    return first && atoi(first + strlen("\"at\":")) == atoi(last + strlen("\"at\":"));
}

/* Pages, the newest first, are the events told at once; none is much longer than was asked for, but
   for what one move tells. */
static void pages_of_events_are_the_whole_journal(void **unused) {
    (void)unused;
    for (int g = 0; games[g]; g++) {
        Table *t = bots_at(games[g], games[g]->max_players);
        Rng rng = rng_seed(12);
        while (table_play_on(t, (Effort){0}, &rng))
            ;
        for (int eyes = 0; eyes <= table_players(t); eyes++) {
            int viewer = eyes < table_players(t) ? eyes : SPECTATOR;
            Text whole = text_grow(), joined = text_grow();
            int from;
            table_events(t, viewer, viewer, 0, table_position(t), NULL, &whole);
            for (int to = table_position(t); to > 0; to = from) {
                Text page = text_grow(), rest = joined;
                from = table_page(t, viewer, to, A_PAGE);
                assert_in_range(from, 0, to - 1);
                table_events(t, viewer, viewer, from, to, NULL, &page);
                assert_true(events_of(page.at) <= A_PAGE || is_of_one_move(page.at));
                joined = text_grow();
                text_add_n(&joined, page.at + 1, page.length - 2);
                if (joined.length && rest.length) text_char(&joined, ',');
                text_add(&joined, rest.at);
                text_free(&page);
                text_free(&rest);
            }
            assert_true(events_of(whole.at) > 0);
            assert_int_equal(joined.length, whole.length - 2);
            assert_memory_equal(joined.at, whole.at + 1, joined.length);
            text_free(&whole);
            text_free(&joined);
        }
        table_close(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_shows_its_own_hand_only),
        cmocka_unit_test(a_window_has_the_same_fields_from_first_to_last),
        cmocka_unit_test(pages_of_events_are_the_whole_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
