/* show.c: `negoce show`: the picture of a record after so many moves. Without --seat it shows all
   the record knows; with it, what that seat saw and no more. */
#include "cli/cli.h"

#include <string.h>

#include "cli/describe.h"
#include "cli/prompt.h"

/* The viewer that --seat names; false after a complaint. */
static bool viewer_of(const Cli *cli, const char *seat, int players, int *viewer) {
    long long number;
    *viewer = CHANCE;
    if (!seat) return true;
    *viewer = SPECTATOR;
    if (strcmp(seat, "spectator") == 0) return true;
    if (args_number(seat, 0, players - 1, &number)) {
        *viewer = (int)number;
        return true;
    }
    complain(cli, MISUSED,
             N_("{seat} takes a whole number from {n} to {m}, or spectator, not “{other}”"),
             &(Holes){.seat = "--seat", .other = seat, .m = players - 1});
    return false;
}

/* What is asked, of everyone where the whole record is shown; a seat knows only its own question,
   because what can be asked of another tells what he holds. */
static void ask_seats(const Table *table, int viewer, Lang lang, Text *out) {
    const Game *game = table_game(table);
    const char *names[SEATS_MAX];
    Seen seen;
    const void *state = describe_seen(table, viewer, &seen);
    Turn turn = game->rules.turn(state);
    table_names(table, names);
    if (turn_has(turn, CHANCE)) {
        words_add(out, lang, N_("Chance draws."), NULL);
        text_char(out, '\n');
    }
    for (int seat = 0; seat < table_players(table); seat++) {
        if (!turn_has(turn, seat) || (viewer != CHANCE && viewer != seat)) continue;
        Reason ask = game->words.ask(state, seat);
        if (!ask.text) continue;
        Text line = text_grow();
        words_add(&line, lang, N_("{seat} (seat {n}): "), &(Holes){.seat = names[seat], .n = seat});
        words_add(&line, lang, ask.text, &(Holes){.n = ask.n});
        wrap(out, line.at, 0, 2, prompt_width());
        text_free(&line);
    }
}

/* Who sits where, the turn, what happened last, and the picture. */
static void show_text(const Cli *cli, const Table *table, int viewer, Text *out) {
    Lang lang = cli->lang;
    const Game *game = table_game(table);
    int position = table_position(table), width = prompt_width();
    text_printf(out, "%s, ", game->title);
    words_add(out, lang, N_("{n} {n?move|moves}"), &(Holes){.n = position});
    text_char(out, '\n');
    if (position > 0) describe_news(out, table, viewer, position - 1, lang, width);
    text_char(out, '\n');
    describe_picture(out, table, viewer, lang, width);
    text_char(out, '\n');
    if (table_over(table)) {
        describe_result(out, table, viewer, lang, width);
        return;
    }
    ask_seats(table, viewer, lang, out);
}

static int run(Cli *cli) {
    long long at = -1;
    const char *seat = NULL;
    bool as_json = false;
    const Flag flags[] = {
        NUMBER("at", "N", &at, 0, NUMBER_MAX,
               N_("after N moves, those of Chance included; otherwise at the end")),
        WORD("seat", "S", &seat,
             N_("what that seat sees, from 0, or spectator; otherwise everything")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    int code, viewer;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (cli->count == 0)
        return complain(cli, MISUSED, N_("say which record file to show, - for stdin"), NULL);
    Table *whole = setup_record(cli, cli->args[0], &code);
    if (!whole) return code;
    if (!viewer_of(cli, seat, table_players(whole), &viewer)) {
        table_close(whole);
        return MISUSED;
    }
    if (at > table_position(whole)) {
        code = complain(cli, MISUSED, N_("the record has {n} {n?move|moves}: --at goes no further"),
                        &(Holes){.n = table_position(whole)});
        table_close(whole);
        return code;
    }
    Table *table = table_at(whole, at < 0 ? table_position(whole) : (int)at);
    Text out = text_grow();
    if (as_json) {
        table_window(table, viewer, NULL, &out);
        text_char(&out, '\n');
    } else {
        show_text(cli, table, viewer, &out);
    }
    code = put(cli, &out);
    text_free(&out);
    table_close(table);
    table_close(whole);
    return code;
}

const Command show_command = {
    .name = "show",
    .usage = N_("FILE [--at N] [--seat S] [--json]"),
    .help = N_("Shows the picture of a record after so many moves; - reads stdin."),
    .run = run,
};
