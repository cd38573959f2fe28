/* examples.c: records with what is expected beside the moves. The folder named on the command line
   has a folder a game, of records whose comments speak to this program; `golden` beside them has
   whole games, which tools/golden compares:

     #= SEAT PATH JSON      what SEAT (* for a spectator) sees now, in its window of
                            docs/protocol.md: #= 0 picture.seats.0.hand ["wood1"]
     #! SEAT MOVE: REASON   the move is refused now, with this English sentence
     #? SEAT MOVE           the move is possible now
     #~ SEAT REASON         SEAT cannot take back its last move now; `#~ SEAT` alone: it can

   Each file is one test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <dirent.h>
#include <jansson.h>

#include "table/table.h"

typedef struct Example {
    const char *path;
    int line;
    Table *table;
    int expectations;
} Example;

static void broken(const Example *e, const char *what, const char *more) {
    fail_msg("%s:%d: %s%s", e->path, e->line, what, more);
}

static int viewer_named(const Example *e, char c) {
    if (c == '*') return SPECTATOR;
    if (c < '0' || c >= '0' + table_players(e->table)) broken(e, "no such seat", "");
    return c - '0';
}

/* Follows a path such as "picture.seats.0.hand" into `json`; NULL where it leads nowhere. */
static json_t *follow(json_t *json, char *path) {
    for (char *word = strtok(path, "."); word && json; word = strtok(NULL, "."))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(word))
                                   : json_object_get(json, word);
    return json;
}

static void expect_view(Example *e, char *text) {
    char *path = text + 2, *value = strchr(path, ' ');
    if (!value) broken(e, "an expectation is #= SEAT PATH JSON", "");
    *value++ = '\0';
    Text window = text_grow();
    table_window(e->table, viewer_named(e, text[0]), NULL, &window);
    json_t *seen = json_loads(window.at, 0, NULL);
    json_t *expected = json_loads(value, JSON_DECODE_ANY, NULL);
    assert_non_null(seen);
    if (!expected) broken(e, "not JSON: ", value);
    json_t *found = follow(seen, path);
    if (!found || !json_equal(found, expected)) {
        char *shown = found ? json_dumps(found, JSON_ENCODE_ANY) : strdup("nothing");
        print_error("%s:%d: expected %s, found %s\n", e->path, e->line, value, shown);
        free(shown);
        broken(e, "the window shows something else", "");
    }
    json_decref(expected);
    json_decref(seen);
    text_free(&window);
}

/* The reason in English with its number. */
static void reason_text(Reason why, Text *out) {
    if (why.text) words_add(out, LANG_EN, why.text, &(Holes){.n = why.n});
}

static void expect_refusal(Example *e, char *text, bool refused) {
    char *colon = refused ? strstr(text, ": ") : NULL, buffer[200];
    if (refused && !colon) broken(e, "a refusal is #! SEAT MOVE: REASON", "");
    if (colon) *colon = '\0';
    int seat = text[0] == '*' ? CHANCE : viewer_named(e, text[0]);
    Text why = text_over(buffer, sizeof buffer);
    reason_text(table_move_check(e->table, seat, text + 2), &why);
    if (strcmp(buffer, refused ? colon + 2 : "") != 0) broken(e, "the table says: ", buffer);
}

static void expect_undo(Example *e, const char *text) {
    char buffer[200];
    Text why = text_over(buffer, sizeof buffer);
    reason_text(table_undo_check(e->table, viewer_named(e, text[0]), NULL), &why);
    const char *expected = text[1] ? text + 2 : "";
    if (strcmp(buffer, expected) != 0) broken(e, "undo: the table says: ", buffer);
}

static void take_line(Example *e, char *line) {
    if (line[0] == '#' && strchr("=!?~", line[1]) && line[1]) {
        e->expectations++;
        if (line[2] != ' ' || !line[3]) broken(e, "unreadable: ", line);
        if (line[1] == '=') expect_view(e, line + 3);
        if (line[1] == '!') expect_refusal(e, line + 3, true);
        if (line[1] == '?') expect_refusal(e, line + 3, false);
        if (line[1] == '~') expect_undo(e, line + 3);
    } else if (line[0] && line[0] != '#' && strncmp(line, "score:", 6) != 0) {
        char *comment = strstr(line, " #");
        if (comment) *comment = '\0';
        char buffer[200];
        Text why = text_over(buffer, sizeof buffer);
        reason_text(table_enter(e->table, line), &why);
        if (buffer[0]) broken(e, "refused: ", buffer);
        const char *audit = table_game(e->table)->rules.audit(table_state(e->table));
        if (audit) broken(e, "an invariant is broken: ", audit);
    }
}

static char *read_whole(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s: cannot be opened", path);
    char *text = malloc(1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, file);
    text[*length] = '\0';
    fclose(file);
    return text;
}

/* The header opens a table with no move made; the rest is taken line by line. */
static void example_holds(void **state) {
    Example e = {.path = *state};
    size_t length;
    char *text = read_whole(e.path, &length), *body = strstr(text, "\n\n");
    assert_non_null(body);
    Reason why;
    int line;
    Table *whole = table_read(text, length, &line, &why);
    if (!whole) fail_msg("%s:%d: %s", e.path, line, why.text);
    table_close(whole);
    e.table = table_read(text, (size_t)(body - text) + 2, &line, &why);
    assert_non_null(e.table);
    for (char *p = text; p < body + 2; p++)
        e.line += *p == '\n';
    for (char *p = body + 2, *end; *p; p = end) {
        e.line++;
        end = p + strcspn(p, "\n");
        if (*end) *end++ = '\0';
        take_line(&e, p);
    }
    assert_true(e.expectations > 0);
    table_close(e.table);
    free(text);
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".negoce") == 0;
}

/* Runs the records of one folder; a folder without any has failed. */
static int run_folder(const char *folder) {
    struct dirent **found;
    int n = scandir(folder, &found, is_record, alphasort);
    if (n <= 0) {
        fprintf(stderr, "%s: no records\n", folder);
        return 1;
    }
    struct CMUnitTest *tests = calloc((size_t)n, sizeof *tests);
    for (int i = 0; i < n; i++) {
        size_t room = strlen(folder) + strlen(found[i]->d_name) + 2;
        char *path = malloc(room);
        snprintf(path, room, "%s/%s", folder, found[i]->d_name);
        tests[i] =
            (struct CMUnitTest){.name = path, .test_func = example_holds, .initial_state = path};
        free(found[i]);
    }
    int failed = _cmocka_run_group_tests(folder, tests, (size_t)n, NULL, NULL);
    for (int i = 0; i < n; i++)
        free(tests[i].initial_state);
    free(tests);
    free(found);
    return failed;
}

static int is_game(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "golden") != 0;
}

int main(int count, char **arguments) {
    struct dirent **found;
    int n = count == 2 ? scandir(arguments[1], &found, is_game, alphasort) : 0, failed = n <= 0;
    for (int i = 0; i < n; i++) {
        char folder[1024];
        snprintf(folder, sizeof folder, "%s/%s", arguments[1], found[i]->d_name);
        failed += run_folder(folder);
        free(found[i]);
    }
    if (n > 0) free(found);
    return failed != 0;
}
