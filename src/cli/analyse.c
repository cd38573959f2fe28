/* analyse.c: `negoce analyse`: a game judged move by move, and what luck did in it. Deterministic:
   the same record, level and switches give the same bytes on every machine. */
#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "bots/analysis.h"
#include "cli/prompt.h"
#include "cli/report.h"
#include "cli/translate.h"
#include "core/notation.h"

enum {
    PICKS = 6,
    NAME_LEAST = 12,
    FIGURE = 8, /* columns; the last figure has one more, for « résultat » */
    BAR = 40
};

/* --- thinking --------------------------------------------------------------------------------- */

static void show_progress(int done, int total) {
    int filled = total ? done * BAR / total : BAR;
    fputs("\r[", stderr);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%", total ? done * 100 / total : 100);
    fflush(stderr);
}

static Analysis *think(const Table *t, int iterations, bool open) {
    int last = -1;
    Analysis *a = table_analyse(t, iterations, open);
    bool seen = isatty(STDERR_FILENO);
    while (analysis_step(a)) {
        int part = a->done * 100 / (a->total ? a->total : 1);
        if (seen && part != last) show_progress(a->done, a->total);
        last = part;
    }
    if (seen) fputs("\r\033[K", stderr);
    return a;
}

/* --- telling ---------------------------------------------------------------------------------- */

/* Thousandths as points of chance, with a sign where it is a change. */
static void points(Text *out, Lang lang, int thousandths, bool change, int width) {
    char digits[24];
    Text t = text_over(digits, sizeof digits);
    int size = thousandths < 0 ? -thousandths : thousandths;
    if (thousandths < 0) text_add(&t, "−");
    if (thousandths > 0 && change) text_add(&t, "+");
    figure(&t, lang, size / 10.0, 1);
    right(out, digits, width);
}

static void heading(Text *out, Lang lang, const char *sentence) {
    text_char(out, '\n');
    words_add(out, lang, sentence, NULL);
    text_char(out, '\n');
}

/* The columns of the names: all of them with a gap. */
static int name_columns(const Analysis *a, const char *const names[]) {
    int most = NAME_LEAST - 2;
    for (int seat = 0; seat < a->players; seat++)
        if (columns(names[seat]) > most) most = columns(names[seat]);
    return most + 2;
}

static void print_accounts(const Analysis *a, const char *const names[], Lang lang, Text *out) {
    static const char *const columns_of[] = {N_("before"), N_("taken"), N_("given"),
                                             N_("sea −"),  N_("sea +"), N_("choices"),
                                             N_("others"), N_("result")};
    const int wide = name_columns(a, names);
    bool sea = false;
    for (int seat = 0; seat < a->players; seat++)
        sea |= a->account[seat].sea_given || a->account[seat].sea_taken;
    heading(out, lang, N_("The account of luck, in points of chance:"));
    pad(out, "", wide);
    for (int i = 0; i < 8; i++)
        if (sea || (i != 3 && i != 4)) right(out, words(lang, columns_of[i]), FIGURE + (i == 7));
    text_char(out, '\n');
    for (int seat = 0; seat < a->players; seat++) {
        const Account *it = &a->account[seat];
        const int figures[] = {it->start,     it->taken,   it->given,  it->sea_taken,
                               it->sea_given, it->choices, it->others, it->end};
        pad(out, names[seat], wide);
        for (int i = 0; i < 8; i++)
            if (sea || (i != 3 && i != 4))
                points(out, lang, figures[i], i > 0 && i < 7, FIGURE + (i == 7));
        text_char(out, '\n');
    }
}

enum { SAID_MOVE = 2 * MOVE_TEXT_MAX }; /* bytes: French words are longer */

/* A move as the reader would type it. */
static void say_move(const Analysis *a, Lang lang, Move move, char said[SAID_MOVE]) {
    char notation[MOVE_TEXT_MAX];
    Text written = text_over(notation, sizeof notation), out = text_over(said, SAID_MOVE);
    move_write(a->game, move, &written);
    translate_write(&out, a->game, lang, notation);
}

static void print_marks(const Analysis *a, const char *const names[], Lang lang, Text *out) {
    const int wide = name_columns(a, names);
    heading(out, lang, N_("Decisions:"));
    for (int seat = 0; seat < a->players; seat++) {
        const Account *it = &a->account[seat];
        Text line = text_grow();
        pad(out, names[seat], wide);
        words_add(&line, lang, N_("{n} good, {m} doubtful, "),
                  &(Holes){.n = it->marks[MARK_GOOD], .m = it->marks[MARK_DOUBTFUL]});
        words_add(&line, lang, N_("{n} costly"), &(Holes){.n = it->marks[MARK_COSTLY]});
        if (it->best >= 0) {
            const Decision *best = &a->decision[it->best];
            char move[SAID_MOVE];
            say_move(a, lang, best->played.move, move);
            words_add(&line, lang, N_("; best: “{seat}” at move {n}"),
                      &(Holes){.seat = move, .n = best->position + 1});
        }
        wrap(out, line.at, wide, wide, prompt_width());
        text_free(&line);
    }
}

static void print_turns(const Analysis *a, const char *const names[], Lang lang, Text *out) {
    const Decision *turns[PICKS];
    int count = analysis_turning_points(a, turns, PICKS);
    if (count == 0) {
        heading(out, lang, N_("No decision cost much."));
        return;
    }
    heading(out, lang, N_("What cost most, against the best move there was:"));
    for (int i = 0; i < count; i++) {
        const Decision *d = turns[i];
        char played[SAID_MOVE], best[SAID_MOVE];
        say_move(a, lang, d->played.move, played);
        say_move(a, lang, d->other[0].move, best);
        Text line = text_grow();
        points(out, lang, -d->loss, true, 7);
        text_add(out, "  ");
        words_add(&line, lang, N_("move {n}, {seat}: "),
                  &(Holes){.seat = names[d->seat], .n = d->position + 1});
        words_add(&line, lang, N_("“{seat}”, better “{other}”"),
                  &(Holes){.seat = played, .other = best});
        wrap(out, line.at, 9, 9, prompt_width());
        text_free(&line);
    }
}

static void print_all(const Table *t, const Analysis *a, const Bot *bot, Lang lang, Text *out) {
    const char *names[SEATS_MAX];
    Text head = text_grow();
    table_names(t, names);
    text_printf(&head, "%s, ", a->game->title);
    words_add(&head, lang, N_("{n} {n?move|moves}"), &(Holes){.n = a->count});
    text_add(&head, ". ");
    words_add(&head, lang, N_("Level {seat}, {n} imagined games for each decision. "),
              &(Holes){.seat = words(lang, bot->title), .n = a->iterations});
    words_add(&head, lang,
              a->open ? N_("Judged with everything open.") : N_("Judged by what each seat saw."),
              NULL);
    wrap(out, head.at, 0, 0, prompt_width());
    text_free(&head);
    print_accounts(a, names, lang, out);
    print_marks(a, names, lang, out);
    print_turns(a, names, lang, out);
}

static void jot(const Table *t, const Analysis *a, const Bot *bot, Text *out) {
    const char *names[SEATS_MAX];
    table_names(t, names);
    jot_open(out, NULL, '{');
    jot_string(out, "game", a->game->id);
    jot_int(out, "players", a->players);
    jot_open(out, "names", '[');
    for (int seat = 0; seat < a->players; seat++)
        jot_string(out, NULL, names[seat]);
    jot_close(out, ']');
    jot_int(out, "moves", a->count);
    jot_string(out, "level", bot->id);
    analysis_json(a, out);
    jot_close(out, '}');
    text_char(out, '\n');
}

static int run(Cli *cli) {
    const char *level = "shipowner";
    bool as_json = false, open = false;
    const Flag flags[] = {
        WORD("level", "L", &level,
             N_("how hard it thinks: shipowner, or admiral, which takes ten times as long; L@N "
                "imagines N games for each decision")),
        SWITCH("open", &open, N_("judges with everything open, not by what each seat saw")),
        SWITCH("json", &as_json, N_("as JSON, for programs")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    if (cli->count == 0)
        return complain(cli, MISUSED, N_("say which record file to analyse, - for stdin"), NULL);
    const Bot *bot;
    int iterations;
    if (!setup_thinker(cli, level, &bot, &iterations)) return MISUSED;
    Table *table = setup_record(cli, cli->args[0], &code);
    if (!table) return code;
    if (!table_over(table)) {
        table_close(table);
        return complain(cli, FAILED, N_("the game of this record is not over"), NULL);
    }
    Analysis *a = think(table, iterations, open);
    Text out = text_grow();
    if (as_json)
        jot(table, a, bot, &out);
    else
        print_all(table, a, bot, cli->lang, &out);
    code = put(cli, &out);
    text_free(&out);
    analysis_free(a);
    table_close(table);
    return code;
}

const Command analyse_command = {
    .name = "analyse",
    .usage = N_("FILE [--level L] [--open] [--json]"),
    .help = N_("Judges every decision of a finished game and tells what luck did; - reads stdin."),
    .run = run,
};
