/* gallery.c: `negoce gallery`: the finished games of a house that are worth looking back at. It
   only reads, whether a server runs or not. */
#include "cli/cli.h"

#include <stdlib.h>
#include <time.h>

#include "store/admin.h"
#include "store/past.h"

enum { DAY = 24 * 3600 };

static void describe(const Jewel *jewel, const StoreFinished *game, const Table *t, Lang lang,
                     Text *out) {
    const char *names[SEATS_MAX];
    char date[32];
    time_t ended = (time_t)game->ended;
    table_names(t, names);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&ended));
    text_printf(out, "%s  %s  %s  ", game->table.id, date, table_game(t)->title);
    if (jewel->close)
        words_add(out, lang, N_("{seat} wins by {n} {n?point|points}"),
                  &(Holes){.seat = names[jewel->fortune.winner], .n = jewel->fortune.margin});
    else
        words_add(out, lang, N_("{seat} wins from {n} chances in 100"),
                  &(Holes){.seat = names[jewel->fortune.winner], .n = jewel->fortune.lowest / 10});
    text_char(out, '\n');
}

static void jot(const Jewel *jewel, const StoreFinished *game, const Table *t, Text *out) {
    jot_open(out, NULL, '{');
    jot_string(out, "table", game->table.id);
    jot_string(out, "game", table_game(t)->id);
    jot_int(out, "ended", game->ended);
    jot_string(out, "kind", jewel->close ? "close" : "turn");
    jot_int(out, "winner", jewel->fortune.winner);
    jot_int(out, "margin", jewel->fortune.margin);
    jot_int(out, "lowest", jewel->fortune.lowest);
    jot_int(out, "at", jewel->fortune.at);
    jot_close(out, '}');
}

/* Replays what was found and tells the best of it. */
static void choose(const Cli *cli, StoreAnswer *found, bool as_json, Text *out) {
    Table *tables[FINISHED_MAX];
    Jewel jewels[PICKS];
    int count = past_pick(found->finished, found->finished_count, tables, jewels);
    if (as_json) jot_open(out, NULL, '[');
    for (int i = 0; i < count; i++) {
        const StoreFinished *game = &found->finished[jewels[i].index];
        const Table *t = tables[jewels[i].index];
        if (as_json)
            jot(&jewels[i], game, t, out);
        else
            describe(&jewels[i], game, t, cli->lang, out);
    }
    if (as_json) {
        jot_close(out, ']');
        text_char(out, '\n');
    } else if (count == 0) {
        words_add(out, cli->lang, N_("No public game has ended in these days."), NULL);
        text_char(out, '\n');
    }
    for (int i = 0; i < found->finished_count; i++)
        table_close(tables[i]);
}

static int run(Cli *cli) {
    const char *data = NULL;
    long long days = 7;
    bool as_json = false;
    const Flag flags[] = {
        WORD("data", N_("DIR"), &data,
             N_("the folder where the tables are kept (~/.local/share/negoce)")),
        NUMBER("days", "N", &days, 1, 36500, N_("games that ended in the last N days (7)")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 0, &code)) return code;
    Text path = text_grow();
    if (!setup_data(cli, data, &path)) {
        text_free(&path);
        return MISUSED;
    }
    Reason why;
    Sqlite *db = admin_look(path.at, &why);
    text_free(&path);
    if (!db) return complain_reason(cli, FAILED, why);
    StoreAnswer *found = calloc(1, sizeof *found);
    if (!found) abort();
    Text out = text_grow();
    if (past_finished(db, (int64_t)time(NULL) - days * DAY, found) == STORE_DONE) {
        choose(cli, found, as_json, &out);
        code = put(cli, &out);
    } else {
        code = complain(cli, FAILED, N_("the store is damaged; restore a copy of it"), NULL);
    }
    text_free(&out);
    store_answer_free(found);
    sqlite_close(db);
    return code;
}

const Command gallery_command = {
    .name = "gallery",
    .usage = N_("[--data DIR] [--days N] [--json]"),
    .help = N_("Picks the public games with the closest finish or the largest turn of fortune."),
    .run = run,
};
