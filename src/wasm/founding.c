/* founding.c: tables in the page that begin with moves already made: a record somebody has as a
   file, and a game played on from a position of one that is over. */
#include <stdlib.h>
#include <string.h>

#include "table/journal.h"
#include "wasm/wasm.h"

EXPORT(solo_import) const char *solo_import(const char *record);
EXPORT(solo_fork) const char *solo_fork(int position, int seat, const char *name);

static const char *refuse_record(Reason why, int line) {
    Text *json = answer("error");
    jot_string(json, "code", "record");
    jot_string(json, "why", why.text);
    jot_int(json, "n", why.n);
    jot_int(json, "line", line);
    return end(json);
}

/* What a table is founded on: {type: "founded", game, players, options, seed, lines}. */
static const char *founded(const Table *t, const Text *lines, const uint8_t *seed) {
    char options[OPTIONS_TEXT_MAX], digits[2 * SEED_BYTES + 1];
    Text hex = text_over(digits, sizeof digits);
    options_write(table_game(t), table_options(t), options);
    if (seed) fair_write(seed, SEED_BYTES, &hex);
    Text *json = answer("founded");
    jot_string(json, "game", table_game(t)->id);
    jot_int(json, "players", table_players(t));
    jot_string(json, "options", options);
    jot_string(json, "seed", seed ? digits : "");
    jot_string(json, "lines", lines->at);
    return end(json);
}

/* A record, checked line by line. */
const char *solo_import(const char *record) {
    int line = 0;
    Reason why = ALLOWED;
    Table *t = table_read(record, strlen(record), &line, &why);
    if (!t) return refuse_record(why, line);
    Text lines = text_grow();
    journal_of_record(t, &lines);
    const char *answer = founded(t, &lines, table_seal(t)->opened ? table_seal(t)->seed : NULL);
    text_free(&lines);
    table_close(t);
    return answer;
}

/* The game that is loaded, played on from a position by the person, called `name`. */
const char *solo_fork(int position, int seat, const char *name) {
    const Table *t = my_table();
    Refusal refusal = fork_check(t, position, seat);
    if (refusal.code) return refuse(refusal);
    Text lines = text_grow();
    journal_of_fork(t, position, seat, PAGE_OWNER, name, &lines);
    const char *answer = founded(t, &lines, NULL);
    text_free(&lines);
    return answer;
}
