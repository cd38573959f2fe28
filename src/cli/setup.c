/* setup.c: a game as the command line asks for it: which one, how many play, which bots, which
   variants, from which file. Each function refuses with one sentence that says what would do. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "games/games.h"

/* Appends "a, b, c" to `out`, one call a word. */
static void list(Text *out, const char *word) {
    if (out->length) text_add(out, ", ");
    text_add(out, word);
}

bool setup_game(const Cli *cli, const char *id, const Game **game) {
    char known[128];
    Text t = text_over(known, sizeof known);
    for (int i = 0; games[i]; i++)
        list(&t, games[i]->id);
    *game = id ? game_named(id) : NULL;
    if (*game) return true;
    if (!id)
        complain(cli, MISUSED, N_("say which game: {other}"), &(Holes){.other = known});
    else
        complain(cli, MISUSED, N_("there is no game “{seat}”; there is: {other}"),
                 &(Holes){.seat = id, .other = known});
    return false;
}

int complain_variant(const Cli *cli, Reason why) {
    Text reason = text_grow();
    words_add(&reason, cli->lang, why.text, &(Holes){.n = why.n});
    complain(cli, MISUSED, N_("{seat} An --option chooses; negoce games lists them."),
             &(Holes){.seat = reason.at});
    text_free(&reason);
    return MISUSED;
}

bool setup_players(const Cli *cli, const Game *game, long long players) {
    if (players >= game->min_players && players <= game->max_players) return true;
    complain(cli, MISUSED, N_("{seat} is for {n} to {m} players; say how many with --players"),
             &(Holes){.seat = game->title, .n = game->min_players, .m = game->max_players});
    return false;
}

/* The player whose level, LEVEL:CHARACTER or either with @N, is the first `length` bytes of
   `level`. */
static bool player_of(const char *level, size_t length, Player *out) {
    char id[64], *colon, *at;
    if (length >= sizeof id) return false;
    memcpy(id, level, length);
    id[length] = '\0';
    if ((at = strchr(id, '@'))) *at = '\0';
    if ((colon = strchr(id, ':'))) *colon = '\0';
    const Sailor *sailor = colon ? sailor_called(colon + 1) : NULL;
    bool any = colon && strcmp(colon + 1, "any") == 0;
    *out =
        (Player){.bot = bot_named(id), .style = sailor ? &sailor->style : NULL, .any_style = any};
    long long imagined = 0;
    if (at && (!args_number(at + 1, 1, ITERATIONS_MOST, &imagined) || !out->bot ||
               out->bot->way != WAY_SEARCH))
        return false;
    out->effort.iterations = (int)imagined;
    return out->bot && (!colon || sailor || any);
}

static void list_levels(Text *out) {
    for (int i = 0; bots[i]; i++)
        list(out, bots[i]->id);
}

bool setup_thinker(const Cli *cli, const char *level, const Bot **bot, int *iterations) {
    char known[128];
    Text t = text_over(known, sizeof known);
    Player player;
    if (!strchr(level, ':') && player_of(level, strlen(level), &player) &&
        player.bot->way == WAY_SEARCH) {
        *bot = player.bot;
        *iterations = player.effort.iterations ? player.effort.iterations : player.bot->iterations;
        return true;
    }
    for (int i = 0; bots[i]; i++)
        if (bots[i]->way == WAY_SEARCH) list(&t, bots[i]->id);
    complain(cli, MISUSED, N_("“{seat}” is no level that thinks ahead; there are: {other}"),
             &(Holes){.seat = level, .other = known});
    return false;
}

bool setup_entrant(const Cli *cli, const char **names, Takes takes, Entrant *out) {
    char known[160], wrong[64];
    const char *at = *names;
    *out = (Entrant){.name = at, .length = strcspn(at, ",")};
    *names = at + out->length + (at[out->length] == ',');
    if (strncmp(at, "exec:", 5) == 0) {
        if (out->length == 5 || out->length - 5 > GUEST_COMMAND) {
            complain(cli, MISUSED, N_("“exec:” takes a command of 1 to {n} bytes"),
                     &(Holes){.n = GUEST_COMMAND});
            return false;
        }
        memcpy(out->command, at + 5, out->length - 5);
        out->player = (Player){.bot = bot_named("trader")};
        return true;
    }
    if (out->length == 4 && memcmp(at, "pool", 4) == 0) {
        out->player = (Player){.bot = bot_named("trader"), .stranger = true};
        return true;
    }
    if (player_of(at, out->length, &out->player)) return true;
    Text t = text_over(known, sizeof known), s = text_over(wrong, sizeof wrong);
    list_levels(&t);
    if (takes == TAKES_ALL) list(&t, "pool");
    if (takes >= TAKES_PROGRAMS) list(&t, "exec:…");
    text_add_n(&s, at, out->length < 40 ? out->length : 40);
    complain(cli, MISUSED, N_("there is no bot “{seat}”; there are: {other}"),
             &(Holes){.seat = wrong, .other = known});
    return false;
}

/* Whether he is a level and nothing more: everywhere but in the arena and the pool a bot has the
   style of the sailor he is. */
static bool is_level(const Player *player) {
    return !player->style && !player->any_style && !player->stranger && !player->effort.iterations;
}

static bool read_bots(const Cli *cli, const char *levels, int players, Takes takes,
                      Entrant entrants[]) {
    int count = 0;
    for (bool more = true; more;) {
        Entrant entrant;
        if (!setup_entrant(cli, &levels, takes, &entrant)) return false;
        if (!is_level(&entrant.player)) {
            complain(cli, MISUSED, N_("only arena and pool take LEVEL:STYLE, LEVEL@N and pool"),
                     NULL);
            return false;
        }
        if (count < players) entrants[count] = entrant;
        count++;
        more = *levels || levels[-1] == ',';
    }
    for (int i = 1; count == 1 && i < players; i++)
        entrants[i] = entrants[0];
    if (count == 1 || count == players) return true;
    complain(cli, MISUSED, N_("--bots names {n} levels for {m} seats; name one, or one for each"),
             &(Holes){.n = count, .m = players});
    return false;
}

bool setup_bots(const Cli *cli, const char *levels, int players, Entrant entrants[]) {
    return read_bots(cli, levels, players, TAKES_PROGRAMS, entrants);
}

bool setup_ours(const Cli *cli, const char *levels, int players, Player out[]) {
    Entrant entrants[SEATS_MAX];
    if (!read_bots(cli, levels, players, TAKES_LEVELS, entrants)) return false;
    for (int i = 0; i < players; i++) {
        if (entrants[i].command[0]) {
            complain(cli, MISUSED, N_("only arena, pool and play take programs as bots"), NULL);
            return false;
        }
        out[i] = entrants[i].player;
    }
    return true;
}

Guest *entrant_guest(const Entrant *entrant, int milliseconds) {
    return entrant->command[0] ? guest_new(entrant->command, milliseconds, true) : NULL;
}

bool complain_guest(const Cli *cli, const Entrant *entrant, const Guest *guest, bool *complained) {
    if (!guest || !guest_lost(guest) || *complained) return false;
    Text reason = text_grow();
    guest_tell_fault(guest, cli->lang, &reason);
    complain(cli, FAILED, N_("“{seat}” lost its seat, trader plays on: {other}"),
             &(Holes){.seat = entrant->command, .other = reason.at});
    text_free(&reason);
    *complained = true;
    return true;
}

/* Takes one NAME=VALUE. */
static bool setup_option(const Cli *cli, const Game *game, const char *word, uint8_t options[]) {
    const char *value = strchr(word, '=');
    char name[64];
    if (!value || (size_t)(value - word) >= sizeof name) {
        complain(cli, MISUSED, N_("--option takes NAME=VALUE, not “{seat}”"),
                 &(Holes){.seat = word});
        return false;
    }
    memcpy(name, word, (size_t)(value - word));
    name[value - word] = '\0';
    Reason why = option_set(game, name, value + 1, options);
    if (!why.text) return true;
    Text reason = text_grow();
    words_add(&reason, cli->lang, why.text, &(Holes){.n = why.n});
    complain(cli, MISUSED, N_("--option {seat}: {other} negoce games lists them."),
             &(Holes){.seat = word, .other = reason.at});
    text_free(&reason);
    return false;
}

bool setup_options(const Cli *cli, const Game *game, const Words *given, uint8_t options[]) {
    memset(options, 0, OPTIONS_MAX);
    for (int i = 0; i < given->count; i++)
        if (!setup_option(cli, game, given->at[i], options)) return false;
    return true;
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t wall_time(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

int64_t thread_time(void) {
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t setup_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_sec * 1000000007u ^ (uint64_t)now.tv_nsec;
    }
    return seed >> 11; /* 53 bits: whoever reads JSON with floating point gets it whole */
}

/* --- files ----------------------------------------------------------------------------------- */

static bool unreadable(const Cli *cli, const char *path, int error) {
    Holes holes = {.seat = *path ? path : "“”", .other = strerror(error)};
    if (error == ENOENT || error == ENOTDIR)
        complain(cli, MISUSED, N_("{seat}: there is no such file"), &holes);
    else if (error == EISDIR)
        complain(cli, MISUSED, N_("{seat}: this is a folder, not a file"), &holes);
    else if (error == EACCES || error == EPERM)
        complain(cli, MISUSED, N_("{seat}: you may not read this file"), &holes);
    else
        complain(cli, MISUSED, N_("{seat}: this file cannot be read ({other})"), &holes);
    return false;
}

bool setup_file(const Cli *cli, const char *path, Text *out) {
    bool from_stdin = strcmp(path, "-") == 0;
    FILE *file = from_stdin ? stdin : fopen(path, "rb");
    if (!file) return unreadable(cli, path, errno);
    char block[65536];
    size_t n;
    errno = 0;
    while ((n = fread(block, 1, sizeof block, file)) > 0 && out->length <= RECORD_BYTES)
        text_add_n(out, block, n);
    int error = ferror(file) ? errno : 0;
    if (!from_stdin) fclose(file);
    if (error) return unreadable(cli, path, error);
    if (out->length <= RECORD_BYTES) return true;
    complain(cli, MISUSED, N_("{seat}: this file is too large to be read"), &(Holes){.seat = path});
    return false;
}

Table *setup_record(const Cli *cli, const char *path, int *code) {
    Text text = text_grow();
    Table *table = NULL;
    *code = MISUSED;
    if (setup_file(cli, path, &text)) {
        int line = 0;
        Reason why = ALLOWED;
        table = table_read(text.at, text.length, &line, &why);
        *code = table ? DONE : FAILED;
        if (!table) complain_line(cli, path, line, why);
    }
    text_free(&text);
    return table;
}

bool data_folder(Text *out) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (base && base[0] == '/')
        text_printf(out, "%s/negoce", base);
    else if (home && home[0] == '/')
        text_printf(out, "%s/.local/share/negoce", home);
    return out->length > 0;
}

bool setup_data(const Cli *cli, const char *named, Text *out) {
    if (named) text_add(out, named);
    if (named ? out->length > 0 : data_folder(out)) return true;
    if (named)
        complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = "--data"});
    else
        complain(cli, MISUSED, N_("say with --data where the tables are kept"), NULL);
    return false;
}
