/* fair.c: `negoce fair`: draws the cards of a record again from its seed and nonces, and says
   whether they are the same (docs/fairness.md). */
#include "cli/cli.h"

#include <limits.h>
#include <string.h>

#include "core/notation.h"
#include "table/fair.h"

/* The line of a record's header that begins so. */
static int header_line(const char *record, const char *key) {
    int line = 1;
    for (; strncmp(record, key, strlen(key)) != 0 && strchr(record, '\n'); line++)
        record = strchr(record, '\n') + 1;
    return line;
}

/* What was found, where the record is not as it was sealed: "FILE:LINE: SENTENCE". */
static void show_fault(const Cli *cli, const char *path, const Text *record, const Table *t,
                       const Fair *fair) {
    char made[MOVE_TEXT_MAX], due[MOVE_TEXT_MAX];
    Text one = text_over(made, sizeof made), two = text_over(due, sizeof due);
    Holes holes = {.seat = made, .other = due, .n = fair->position, .m = fair->wrong};
    const char *sentence = N_("draw {n} is {seat}, and {other} was due; {m} {m?draw differs|draws "
                              "differ} in all");
    int line = record_line(record->at, fair->position);
    if (fair->finding == FAIR_MISSING) {
        sentence = N_("the game is over and its seed is missing");
        line = header_line(record->at, "commitment:");
    } else if (fair->finding == FAIR_COMMITMENT) {
        sentence = N_("the seed is not the one that was sealed: its hash is not the commitment");
        line = header_line(record->at, "seed:");
    } else if (fair->finding == FAIR_NONCE) {
        sentence = N_("the nonce of seat {n}, a bot, is not the one the seed fixes");
        char key[] = "nonce.0";
        key[6] = (char)('0' + fair->seat);
        holes.n = fair->seat;
        line = header_line(record->at, key);
    } else {
        move_write(table_game(t), fair->made, &one);
        move_write(table_game(t), fair->due, &two);
    }
    Text text = text_grow();
    words_add(&text, cli->lang, sentence, &holes);
    complain_line(cli, path, line, (Reason){text.at, 0});
    text_free(&text);
}

static int judge(const Cli *cli, const char *path, const Text *record, const Table *t, Text *out) {
    Fair fair = fair_check(t, NULL, NULL);
    const char *sentence = NULL;
    switch (fair.finding) {
    case FAIR_WELL: sentence = N_("{n} {n?draw|draws} made again, every one the same"); break;
    case FAIR_NOTHING: sentence = N_("no commitment: there is nothing to check"); break;
    case FAIR_CLOSED: sentence = N_("the seed is not told before the end of the game"); break;
    case FAIR_MISSING:
    case FAIR_COMMITMENT:
    case FAIR_NONCE:
    case FAIR_DRAW: show_fault(cli, path, record, t, &fair); return FAILED;
    }
    printable(out, path, INT_MAX);
    text_add(out, ": ");
    words_add(out, cli->lang, sentence, &(Holes){.n = fair.draws});
    text_char(out, '\n');
    return DONE;
}

static int check(const Cli *cli, const char *path) {
    Text record = text_grow(), out = text_grow();
    int code = MISUSED, line = 0;
    Reason why = ALLOWED;
    if (setup_file(cli, path, &record)) {
        Table *table = table_read(record.at, record.length, &line, &why);
        if (table)
            code = judge(cli, path, &record, table, &out);
        else
            code = FAILED;
        if (why.text) complain_line(cli, path, line, why);
        table_close(table);
    }
    if (code == DONE) code = put(cli, &out);
    text_free(&record);
    text_free(&out);
    return code;
}

static int run(Cli *cli) {
    const Flag flags[] = {{0}};
    int code, worst = DONE;
    if (!args_read(cli, flags, INT_MAX, &code)) return code;
    if (cli->count == 0)
        return complain(cli, MISUSED, N_("say which record files to check, - for stdin"), NULL);
    for (int i = 0; i < cli->count; i++) {
        code = check(cli, cli->args[i]);
        if (code > worst) worst = code;
    }
    return worst;
}

const Command fair_command = {
    .name = "fair",
    .usage = N_("FILE…"),
    .help = N_("Draws every card of finished records again from their seed and nonces, and tells "
               "which draw is not the one that was due; - reads stdin."),
    .run = run,
};
