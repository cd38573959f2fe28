/* exports.c: the engine as a page or a program in JavaScript calls it.

   Texts go in through memory taken with `room` and come out as addresses of texts ended by NUL; a
   text that came out is good until the next call. A table is named by its address; 0 is none. */
#include <stdlib.h>

#include "table/table.h"
#include "wasm/wasm.h"

EXPORT(room) char *wasm_room(size_t size);
EXPORT(give_back) void wasm_give_back(char *room);
EXPORT(read) Table *wasm_read(const char *record, size_t length);
EXPORT(refused_line) int wasm_refused_line(void);
EXPORT(refused_why) const char *wasm_refused_why(void);
EXPORT(close) void wasm_close(Table *t);
EXPORT(players) int wasm_players(const Table *t);
EXPORT(position) int wasm_position(const Table *t);
EXPORT(at) Table *wasm_at(const Table *t, int position);
EXPORT(analyse) const char *wasm_analyse(const Table *t, int iterations, int open);
EXPORT(play_on) void wasm_play_on(Table *t, long long seed, int iterations);
EXPORT(record) const char *wasm_record(const Table *t, long long seed);
EXPORT(window) const char *wasm_window(const Table *t, int viewer);
EXPORT(fair) const char *wasm_fair(const Table *t);
EXPORT(events) const char *wasm_events(const Table *t, int viewer, int from);

static Text reply;
static int refused_line;
static Reason refused;

Text *fresh_answer(void) {
    text_free(&reply);
    reply = text_grow();
    return &reply;
}

/* Memory for a text on its way in. */
char *wasm_room(size_t size) {
    return malloc(size);
}

void wasm_give_back(char *room) {
    free(room);
}

/* The table of a record, or 0: then the two below tell where and why. */
Table *wasm_read(const char *record, size_t length) {
    refused_line = 0;
    refused = ALLOWED;
    return table_read(record, length, &refused_line, &refused);
}

int wasm_refused_line(void) {
    return refused_line;
}

const char *wasm_refused_why(void) {
    Holes holes = {.n = refused.n};
    Text *out = fresh_answer();
    if (refused.text) words_add(out, LANG_EN, refused.text, &holes);
    return out->at;
}

void wasm_close(Table *t) {
    table_close(t);
}

int wasm_players(const Table *t) {
    return table_players(t);
}

int wasm_position(const Table *t) {
    return table_position(t);
}

/* The table as it stood after `position` moves: another one, to be closed too. */
Table *wasm_at(const Table *t, int position) {
    return table_at(t, position);
}

/* Chance and the bots play from here to where a person must act or the game is over; bots that
   think ahead imagine so many games for a decision, 0: as their level has it. */
void wasm_play_on(Table *t, long long seed, int iterations) {
    Rng rng = rng_seed((uint64_t)seed);
    while (table_play_on(t, (Effort){.iterations = iterations}, &rng))
        ;
}

/* The record of the moves that stand; `seed` is written where >= 0. */
const char *wasm_record(const Table *t, long long seed) {
    table_record(t, seed, fresh_answer());
    return reply.at;
}

/* What `viewer` sees, as the window of docs/protocol.md: a seat, SPECTATOR, or CHANCE for all. */
const char *wasm_window(const Table *t, int viewer) {
    table_window(t, viewer, NULL, fresh_answer());
    return reply.at;
}

/* The analysis of a finished game (bots/analysis.h) as JSON; `open`: with everything open. */
const char *wasm_analyse(const Table *t, int iterations, int open) {
    Analysis *a = table_analyse(t, iterations, open != 0);
    while (analysis_step(a)) {
    }
    Text *json = fresh_answer();
    jot_open(json, NULL, '{');
    analysis_json(a, json);
    jot_close(json, '}');
    analysis_free(a);
    return reply.at;
}

/* What the check of the draws finds, as JSON (table/fair.h). */
const char *wasm_fair(const Table *t) {
    fair_json(t, fresh_answer());
    return reply.at;
}

/* What `viewer` may know of the moves from position `from` on. */
const char *wasm_events(const Table *t, int viewer, int from) {
    table_events(t, viewer, viewer, from, table_position(t), NULL, fresh_answer());
    return reply.at;
}
