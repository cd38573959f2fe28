/* tables.h: what tests of a table are written with. */
#ifndef NEGOCE_TEST_TABLES_H
#define NEGOCE_TEST_TABLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "games/games.h"
#include "table/table.h"

static inline Table *opened(const char *game, int players) {
    Reason why;
    Table *t = table_open(game_named(game), players, (uint8_t[OPTIONS_MAX]){0}, &why);
    assert_non_null(t);
    return t;
}

static inline void enters(Table *t, const char *line) {
    Reason why = table_enter(t, line);
    if (why.text) fail_msg("%s: %s", line, why.text);
}

/* Enters several lines, ended by NULL. */
static inline void enters_all(Table *t, const char *const *lines) {
    for (; *lines; lines++)
        enters(t, *lines);
}

/* A line that is refused changes nothing. */
static inline void refuses(Table *t, const char *line, const char *reason) {
    int version = table_version(t), lines = table_lines(t);
    Text before = text_grow(), after = text_grow();
    table_record(t, -1, &before);
    Reason why = table_enter(t, line);
    if (!why.text) fail_msg("%s: was taken", line);
    assert_string_equal(why.text, reason);
    table_record(t, -1, &after);
    assert_string_equal(before.at, after.at);
    assert_int_equal(table_version(t), version);
    assert_int_equal(table_lines(t), lines);
    text_free(&before);
    text_free(&after);
}

/* Anna, Ève and a bot at a table of Byzanz that has begun. */
static inline Table *begun_table(void) {
    Table *t = opened("byzanz", 3);
    enters(t, "seat 0 person a1 Anna");
    enters(t, "seat 1 person b2 Ève Noël");
    enters(t, "seat 2 bot greedy");
    enters(t, "begin");
    return t;
}

/* Deals Byzanz for three by hand: seats 0 and 1 get three cloth and a spice, seat 2 wine and a
   trader; seat 0 opens. */
static inline void deal_by_hand(Table *t) {
    static const char *const lines[] = {
        "* dealer 2",      "* deal 0 cloth4", "* deal 1 cloth2",  "* deal 2 wine1",
        "* deal 0 cloth1", "* deal 1 cloth1", "* deal 2 wine2",   "* deal 0 cloth1",
        "* deal 1 cloth1", "* deal 2 wine3",  "* deal 0 spices2", "* deal 1 spices1",
        "* deal 2 trader", "* lot grain1",    "* lot grain2",     "* lot grain3",
        "* lot olives1",   "* lot olives2",   "* lot olives3",    NULL};
    enters_all(t, lines);
}

static inline Table *dealt_table(void) {
    Table *t = begun_table();
    deal_by_hand(t);
    return t;
}

/* Anna, Ève and Louis sit down and are dealt to. */
static inline void three_are_dealt(Table *t) {
    enters(t, "seat 0 person a Anna");
    enters(t, "seat 1 person b Ève");
    enters(t, "seat 2 person c Louis");
    enters(t, "begin");
    deal_by_hand(t);
}

/* Bots that think little play to the end; whoever is a person has left his seat to one. */
static inline void plays_on(Table *t, uint64_t seed) {
    Rng rng = rng_seed(seed);
    while (!table_over(t))
        assert_true(table_play_on(t, (Effort){.iterations = 4}, &rng));
}

#define HAS(json, part)                                                                            \
    do {                                                                                           \
        if (!strstr(json, part)) fail_msg("%s\nhas no\n%s", json, part);                           \
    } while (0)
#define HAS_NOT(json, part)                                                                        \
    do {                                                                                           \
        if (strstr(json, part)) fail_msg("%s\nhas\n%s", json, part);                               \
    } while (0)

#endif
