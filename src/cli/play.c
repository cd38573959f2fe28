/* play.c: `negoce play`: sets up or resumes a table and runs it: Chance and bots at once, a person
   when it is his turn. */
#include "cli/play.h"

#include <assert.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/describe.h"
#include "cli/prompt.h"
#include "games/games.h"

/* What the command line asks for. */
typedef struct Wish {
    const char *resume, *levels;
    long long players, people, seed;
    Words names, options;
} Wish;

/* Enters a line the table has no reason to refuse. */
static void enter(Table *table, const char *line) {
    Reason why = table_enter(table, line);
    assert(!why.text);
    (void)why;
}

/* Whether somebody who sits there is called so. */
static bool is_taken(const Table *table, const char *name) {
    const char *names[SEATS_MAX];
    table_names(table, names);
    for (int seat = 0; seat < table_players(table); seat++) {
        const Seat *s = table_seat(table, seat);
        if ((s->owner[0] || s->bot[0]) && strcasecmp(names[seat], name) == 0) return true;
    }
    return false;
}

/* The bytes of the first `most` characters of a name. */
static size_t start_of(const char *name, int most) {
    size_t n = 0;
    for (; name[n]; n++)
        if (((unsigned char)name[n] & 0xc0) != 0x80 && most-- == 0) break;
    return n;
}

/* He gets a number where somebody has his name already, as at a table of the page. */
static void sit_person(const Cli *cli, Table *table, int seat, const Words *names) {
    Text line = text_grow(), wanted = text_grow(), name = text_grow();
    if (seat < names->count)
        text_add(&wanted, names->at[seat]);
    else
        words_add(&wanted, cli->lang, N_("Player {n}"), &(Holes){.n = seat + 1});
    text_add(&name, wanted.at);
    for (int n = 2; is_taken(table, name.at); n++) {
        text_clear(&name);
        text_add_n(&name, wanted.at, start_of(wanted.at, NAME_LIMIT - 2));
        text_printf(&name, " %d", n);
    }
    text_printf(&line, "seat %d person p%d %s", seat, seat, name.at);
    enter(table, line.at);
    text_free(&line);
    text_free(&wanted);
    text_free(&name);
}

/* A new table with people in the first seats and bots in the others; NULL after a complaint. */
static Table *open_table(const Cli *cli, const char *id, const Wish *wish, Entrant entrants[]) {
    const Game *game;
    Entrant others[SEATS_MAX];
    uint8_t options[OPTIONS_MAX];
    if (!setup_game(cli, id, &game)) return NULL;
    long long wanted = wish->players < 0 ? game->min_players + 1 : wish->players;
    if (!setup_players(cli, game, wanted)) return NULL;
    int players = (int)wanted, people = wish->people < 0 ? 1 : (int)wish->people;
    if (people > players) {
        complain(cli, MISUSED, N_("--people is at most the number of players, {n}"),
                 &(Holes){.n = players});
        return NULL;
    }
    if (!setup_bots(cli, wish->levels ? wish->levels : "trader", players - people, others) ||
        !setup_options(cli, game, &wish->options, options))
        return NULL;
    for (int i = 0; i < wish->names.count; i++) {
        Reason why = table_name_check(wish->names.at[i]);
        if (!why.text) continue;
        complain_reason(cli, MISUSED, why);
        return NULL;
    }
    if (wish->names.count > people) {
        complain(cli, MISUSED, N_("--name is given {n} times for {m} {m?person|people}"),
                 &(Holes){.n = wish->names.count, .m = people});
        return NULL;
    }
    Reason why;
    Table *table = table_open(game, players, options, &why);
    if (!table) {
        complain_variant(cli, why);
        return NULL;
    }
    char buffer[LINE_LIMIT + 1];
    for (int seat = people; seat < players; seat++) {
        Text line = text_over(buffer, sizeof buffer);
        text_printf(&line, "seat %d bot %s", seat, others[seat - people].player.bot->id);
        entrants[seat] = others[seat - people];
        enter(table, buffer);
    }
    for (int seat = 0; seat < people; seat++)
        sit_person(cli, table, seat, &wish->names);
    enter(table, "begin");
    return table;
}

/* Whether nothing but a game that is there already can be meant. */
static bool is_bare(const Wish *wish) {
    return !wish->resume && wish->players < 0 && wish->people < 0 && !wish->levels &&
           !wish->names.count && !wish->options.count && wish->seed < 0;
}

/* The table of a saved game; NULL after a complaint. */
static Table *resume_table(const Cli *cli, const char *path, const Wish *wish, int *code) {
    if (wish->players >= 0 || wish->people >= 0 || wish->levels || wish->names.count ||
        wish->options.count) {
        *code =
            complain(cli, MISUSED, N_("a game that goes on keeps its players and options"), NULL);
        return NULL;
    }
    return setup_record(cli, path, code);
}

/* Moves of Chance and of bots until a person must decide or the game is over. */
static void run_ahead(Play *play) {
    while (table_play_on(play->table, (Effort){.now = wall_time}, &play->rng))
        for (int seat = 0; seat < table_players(play->table); seat++)
            complain_guest(play->cli, &play->entrant[seat], play->guest[seat],
                           &play->complained[seat]);
}

/* The programs among the bots come, and go. */
static void seat_guests(Play *play) {
    for (int seat = 0; seat < table_players(play->table); seat++) {
        play->guest[seat] = entrant_guest(&play->entrant[seat], GUEST_THINKS);
        if (play->guest[seat]) table_ask_guest(play->table, seat, guest_asker(play->guest[seat]));
    }
}

static void run_table(Play *play) {
    for (bool goes_on = true; goes_on;) {
        run_ahead(play);
        Turn turn = table_game(play->table)->rules.turn(table_state(play->table));
        goes_on = turn ? turn_of(play, __builtin_ctz(turn)) : turn_end(play);
    }
}

static int run(Cli *cli) {
    Wish wish = {.players = -1, .people = -1, .seed = -1};
    const Flag flags[] = {
        PLAYERS(&wish.players, N_("how many play (one more than the least)")),
        NUMBER("people", "K", &wish.people, 0, SEATS_MAX,
               N_("how many of them are people at this screen (1); bots are the others")),
        WORD("bots", "L,L…", &wish.levels,
             N_("the level of the bots: one for all of them, or one for each (trader); "
                "exec:COMMAND is a program of yours")),
        WORDS("name", N_("NAME"), &wish.names, N_("what a person is called; once for each")),
        VARIANTS(&wish.options),
        NUMBER("seed", "N", &wish.seed, 0, NUMBER_MAX,
               N_("the same number, the same cards; otherwise new ones")),
        WORD("resume", N_("FILE"), &wish.resume,
             N_("goes on with a saved game; negoce play FILE does too")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 1, &code)) return code;
    const char *what = cli->count ? cli->args[0] : NULL;
    if (wish.resume && what)
        return complain(cli, MISUSED, N_("--resume names the game already: “{seat}” is too many"),
                        &(Holes){.seat = what});
    /* A word that is no game but a file, or looks like one, is a saved game. */
    if (what && !game_named(what) && (access(what, F_OK) == 0 || strpbrk(what, "./")))
        wish.resume = what;
    Play play = {.cli = cli, .lang = cli->lang, .viewer = -1, .saved = -1, .listed = -1};
    play.kept = text_grow();
    Text left = text_grow();
    if (!what && is_bare(&wish) && prompt_terminal() && keep_newest(&left)) wish.resume = left.at;
    code = MISUSED;
    play.table = wish.resume ? resume_table(cli, wish.resume, &wish, &code)
                             : open_table(cli, what, &wish, play.entrant);
    if (play.table && wish.resume) play.saved = table_version(play.table);
    if (play.table && prompt_terminal()) keep_begin(&play, wish.resume);
    text_free(&left);
    if (!play.table) {
        text_free(&play.kept);
        return code;
    }
    if (play.saved >= 0)
        for (int viewer = 0; viewer <= SPECTATOR; viewer++)
            play.news_printed[viewer] = table_position(play.table);
    play.rng = rng_seed(wish.seed < 0 ? setup_seed() : (uint64_t)wish.seed);
    for (int seat = 0; seat < table_players(play.table); seat++)
        play.people += table_seat(play.table, seat)->bot[0] == '\0';
    seat_guests(&play);
    run_table(&play);
    bool kept = play.kept.length > 0 && play.saved == table_version(play.table);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        guest_free(play.guest[seat]);
    table_close(play.table);
    text_free(&play.kept);
    Text last = text_grow();
    if (kept) {
        words_add(&last, cli->lang, N_("The game is kept: “negoce play” goes on with it."), NULL);
        text_char(&last, '\n');
    }
    code = put(cli, &last); /* complains where the screen went away */
    text_free(&last);
    return code;
}

const Command play_command = {
    .name = "play",
    .usage = N_("GAME [--players N] [--people K] [--bots L,L…] [--name NAME] [--seed N], or FILE"),
    .help =
        N_("Plays in the terminal, alone against bots or several people in turn; goes on with a "
           "saved game, and without a word with the game left last."),
    .run = run,
};
