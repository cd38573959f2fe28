/* check.c: `negoce check`: replays records and audits the state after every move. */
#include "cli/cli.h"

#include <limits.h>
#include <string.h>

/* The first broken invariant met on the way. */
typedef struct Auditor {
    const Game *game;
    const char *broken;
    int position; /* moves made when it broke */
} Auditor;

static void audit(void *who, int position, int seat, const Move *move, const News *news,
                  const void *state) {
    (void)seat, (void)move, (void)news;
    Auditor *auditor = who;
    if (auditor->broken) return;
    auditor->broken = auditor->game->rules.audit(state);
    auditor->position = position;
}

static int check(const Cli *cli, const char *path, Text *out) {
    Text record = text_grow();
    int code = MISUSED, line = 0;
    if (setup_file(cli, path, &record)) {
        Reason why = ALLOWED;
        Table *table = table_read(record.at, record.length, &line, &why);
        if (table) {
            Auditor auditor = {.game = table_game(table)};
            table_replay(table, 0, table_position(table), audit, &auditor);
            why.text = auditor.broken;
            line = record_line(record.at, auditor.position);
            printable(out, path, INT_MAX);
            text_add(out, ": ");
            words_add(out, cli->lang,
                      table_over(table)
                          ? N_("{seat}, {n} players, {m} {m?move|moves}, finished")
                          : N_("{seat}, {n} players, {m} {m?move|moves}, not finished"),
                      &(Holes){.seat = table_game(table)->title,
                               .n = table_players(table),
                               .m = table_position(table)});
            text_char(out, '\n');
            table_close(table);
        }
        if (why.text) complain_line(cli, path, line, why);
        code = why.text ? FAILED : DONE;
    }
    text_free(&record);
    return code;
}

static int run(Cli *cli) {
    const Flag flags[] = {{0}};
    int code;
    if (!args_read(cli, flags, INT_MAX, &code)) return code;
    if (cli->count == 0)
        return complain(cli, MISUSED, N_("say which record files to check, - for stdin"), NULL);
    int worst = DONE;
    for (int i = 0; i < cli->count; i++) {
        Text out = text_grow();
        code = check(cli, cli->args[i], &out);
        if (code == DONE) code = put(cli, &out);
        if (code > worst) worst = code;
        text_free(&out);
    }
    return worst;
}

const Command check_command = {
    .name = "check",
    .usage = N_("FILE…"),
    .help = N_("Replays records by the rules and audits every position; - reads stdin."),
    .run = run,
};
