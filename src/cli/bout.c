#include "cli/bout.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/crew.h"

/* --- who plays -------------------------------------------------------------------------------- */

static bool read_entrants(const Cli *cli, Bout *bout, const char *names) {
    for (bool more = true; more; more = *names || names[-1] == ',') {
        if (bout->count == ENTRANTS_MAX) {
            complain(cli, MISUSED, N_("--bots names at most {n} bots"),
                     &(Holes){.n = ENTRANTS_MAX});
            return false;
        }
        Entrant *entrant = &bout->entrant[bout->count];
        if (!setup_entrant(cli, &names, TAKES_ALL, entrant)) return false;
        Text name = text_over(bout->name[bout->count++], ENTRANT_NAME);
        char written[ENTRANT_NAME];
        Text t = text_over(written, sizeof written);
        text_add_n(&t, entrant->name, entrant->length);
        printable(&name, written, ENTRANT_NAME); /* a command may be any bytes */
    }
    return true;
}

void bout_flags(Contest *contest, Bout *bout, const Flag *more, Flag *flags) {
    *contest = (Contest){.players = -1, .games = -1, .seed = -1, .threads = crew_cores()};
    const Flag ours[CONTEST_FLAGS] = {
        WORD("bots", "A,B,C…", &contest->names,
             N_("who plays: levels, LEVEL:STYLE (steady, bold, spiteful, hasty, patient, "
                "thrifty, or any: another each deal), either with @N (so many imagined games for "
                "a decision of this one), or pool: traders of five unlike styles in turn")),
        NUMBER("games", "K", &contest->games, 1, 100000000,
               N_("how many games; every deal is played from every seat")),
        NUMBER("time", "MS", &contest->milliseconds, 1, 60000,
               N_("milliseconds of the processor to think about a decision")),
        NUMBER("iterations", "N", &contest->iterations, 1, ITERATIONS_MOST,
               N_("imagined games for a decision, instead of a time: the same on every machine")),
        SWITCH("clock", &contest->clock,
               N_("each level thinks as long about a turn as at a table, by the clock")),
        VARIANTS(&contest->options),
        NUMBER("seed", "N", &contest->seed, 0, NUMBER_MAX,
               N_("the same number, the same deals; otherwise new ones")),
        WORD("keep", N_("FILE"), &bout->save,
             N_("keeps the results there; the same command goes on where it was broken off")),
        NUMBER("threads", "T", &contest->threads, 1, CREW_MAX,
               N_("threads that play (as many as the machine has cores)")),
    };
    memcpy(flags, ours, sizeof ours);
    flags += CONTEST_FLAGS;
    do
        *flags++ = *more;
    while ((more++)->name);
}

/* The game and who plays it. */
static bool set_up_game(Cli *cli, Bout *bout, const Contest *contest) {
    const Game **game = &bout->match.game;
    if (!setup_game(cli, cli->count ? cli->args[0] : NULL, game) ||
        !setup_options(cli, *game, &contest->options, bout->match.options) ||
        !read_entrants(cli, bout, contest->names))
        return false;
    long long players = contest->players < 0 ? bout->count : contest->players;
    if (players < (*game)->min_players || players > (*game)->max_players) {
        complain(
            cli, MISUSED, N_("{seat} is for {n} to {m} players; name a bot for each"),
            &(Holes){.seat = (*game)->title, .n = (*game)->min_players, .m = (*game)->max_players});
        return false;
    }
    if (bout->count < players) {
        complain(cli, MISUSED,
                 N_("{n} play each game, and --bots names {m}: name more, or say fewer with "
                    "--players"),
                 &(Holes){.n = (int)players, .m = bout->count});
        return false;
    }
    bout->match.players = (int)players;
    _Alignas(16) unsigned char state[STATE_MAX];
    Reason why = (*game)->rules.start(state, bout->match.players, bout->match.options);
    if (why.text) complain_variant(cli, why);
    return !why.text;
}

bool bout_set_up(Cli *cli, Bout *bout, const Contest *contest) {
    const char *wrong = NULL;
    if (!set_up_game(cli, bout, contest)) return false;
    if (contest->games < 0)
        wrong = N_("say how many games with --games");
    else if (contest->clock && (contest->milliseconds || contest->iterations))
        wrong = N_("--clock excludes --time and --iterations");
    else if (contest->milliseconds && contest->iterations)
        wrong = N_("--time and --iterations exclude each other");
    else if (bout->save && contest->seed < 0)
        wrong = N_("--keep needs --seed: it must be the same games");
    if (wrong) {
        complain(cli, MISUSED, wrong, NULL);
        return false;
    }
    const int players = bout->match.players;
    bout->match.seed = contest->seed < 0 ? setup_seed() : (uint64_t)contest->seed;
    bout->deals = (contest->games + players - 1) / players;
    bout->threads = (int)contest->threads;
    for (int e = 0; e < bout->count; e++) {
        int own = bout->entrant[e].player.effort.iterations; /* LEVEL@N */
        bout->entrant[e].player.effort =
            (Effort){.iterations = own ? own : (int)contest->iterations,
                     .milliseconds = (int)contest->milliseconds,
                     .now = contest->clock          ? wall_time
                            : contest->milliseconds ? thread_time
                                                    : NULL};
    }
    bout->timed = contest->clock || contest->milliseconds;
    return true;
}

void bout_lineup(const Bout *bout, int64_t index, int who[]) {
    int order[ENTRANTS_MAX];
    for (int i = 0; i < bout->count; i++)
        order[i] = i;
    if (bout->count > bout->match.players) {
        Rng rng = rng_seed(bout->match.seed ^ ((uint64_t)index + 1) * 0x9e3779b97f4a7c15u);
        for (int i = 0; i < bout->match.players; i++) {
            int j = i + (int)rng_below(&rng, (uint32_t)(bout->count - i)), drawn = order[j];
            order[j] = order[i];
            order[i] = drawn;
        }
    }
    for (int i = 0; i < bout->match.players; i++)
        who[i] = order[i % bout->count];
}

/* --- playing ---------------------------------------------------------------------------------- */

typedef struct Playing {
    Bout *bout;
    FILE *file;
    pthread_mutex_t lock; /* of what follows, and of the file */
    bool *played;
    int64_t ready; /* deals played from the first on without a gap */
    bool enough;
    Thought *room[CREW_MAX];
    Pace paces[CREW_MAX][SEATS_MAX];
    Guest *guest[CREW_MAX][ENTRANTS_MAX];
} Playing;

static bool write_deal(FILE *file, int64_t index, const Deal *deal) {
    fprintf(file, "%lld", (long long)index);
    for (int r = 0; r < deal->players; r++)
        for (int e = 0; e < deal->players; e++)
            fprintf(file, " %d:%d", deal->of[r][e].points, deal->of[r][e].rank);
    fputc('\n', file);
    return fflush(file) == 0;
}

/* Notes that deal `index` has been played; counts how far they reach, and asks whether to stop. */
static void note(Playing *playing, int64_t index) {
    Bout *bout = playing->bout;
    playing->played[index] = true;
    while (!playing->enough && playing->ready < bout->deals && playing->played[playing->ready]) {
        playing->ready++;
        playing->enough = bout->enough && bout->enough(bout, playing->ready);
    }
}

/* The player of an entrant in one thread: a program is started once in each. */
static Player player_at(Playing *playing, int hand, int who) {
    const Entrant *entrant = &playing->bout->entrant[who];
    Player player = entrant->player;
    Guest **guest = &playing->guest[hand][who];
    int ms = player.effort.milliseconds;
    if (!*guest) *guest = entrant_guest(entrant, ms ? ms : GUEST_THINKS);
    if (*guest) player.asker = guest_asker(*guest);
    return player;
}

static bool play_one(void *playing_, int hand, int64_t index) {
    Playing *playing = playing_;
    Bout *bout = playing->bout;
    if (playing->played[index]) return true; /* of an earlier run: set before the threads began */
    Match match = bout->match;
    int who[SEATS_MAX];
    bout_lineup(bout, index, who);
    for (int e = 0; e < match.players; e++)
        match.entrants[e] = player_at(playing, hand, who[e]);
    Deal deal;
    Pace *paces = playing->paces[hand];
    if (bout->timed) {
        memset(paces, 0, sizeof playing->paces[hand]);
        match.paces = paces;
    }
    arena_deal(&match, index, playing->room[hand], &deal);
    pthread_mutex_lock(&playing->lock);
    for (int e = 0; e < match.players && bout->timed; e++)
        pace_add(&bout->pace[who[e]], &paces[e]);
    bout->deal[index] = deal;
    note(playing, index);
    if (playing->file && !write_deal(playing->file, index, &deal)) {
        bout->unkept = errno; /* nothing may follow a torn line */
        fclose(playing->file);
        playing->file = NULL;
    }
    bool more = !playing->enough;
    pthread_mutex_unlock(&playing->lock);
    return more;
}

/* --- what is kept ----------------------------------------------------------------------------- */

/* The first line of the file: all that the results depend on. */
static void describe(const Bout *bout, Text *out) {
    const Match *match = &bout->match;
    text_printf(out, "negoce arena %s players %d seed %llu options", match->game->id,
                match->players, (unsigned long long)match->seed);
    for (int i = 0; match->game->options[i].name; i++)
        text_printf(out, " %d", match->options[i]);
    const Effort *effort = &bout->entrant[0].player.effort;
    text_printf(out, " iterations %d ms %d%s bots", effort->iterations, effort->milliseconds,
                effort->now && !effort->milliseconds ? " clock" : "");
    for (int i = 0; i < bout->count; i++)
        text_printf(out, " %s", bout->name[i]);
}

/* Takes in one line of a deal, also of one that is not asked for now; false where it is none. */
static bool take_deal(Playing *playing, const char *line) {
    const Bout *bout = playing->bout;
    char *end;
    int64_t index = strtoll(line, &end, 10);
    Deal deal = {.players = bout->match.players};
    if (end == line || index < 0) return false;
    for (int r = 0; r < deal.players; r++)
        for (int e = 0; e < deal.players; e++) {
            int points, rank, length = 0;
            if (sscanf(end, " %d:%d%n", &points, &rank, &length) != 2 || rank < 1 ||
                rank > SEATS_MAX + 1)
                return false;
            deal.of[r][e] = (struct Finish){points, (uint8_t)rank};
            end += length;
        }
    if (*end != '\n') return false;
    if (index >= bout->deals) return true;
    bout->deal[index] = deal;
    note(playing, index);
    return true;
}

/* Takes in what an earlier run left in the file, and begins it where it is new; a last line torn by
   its end is cut off. False where other things stand there: then it is left as it was. */
static bool take_in(Playing *playing) {
    FILE *file = playing->file;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long good = 0;
    bool ours = true;
    Text first = text_grow();
    describe(playing->bout, &first);
    text_char(&first, '\n');
    rewind(file);
    while (ours && (length = getline(&line, &room, file)) > 0) {
        bool torn = line[length - 1] != '\n';
        if (good == 0)
            ours = strncmp(line, first.at, (size_t)length) == 0;
        else if (!torn)
            ours = take_deal(playing, line);
        if (torn) break;
        good = ftell(file);
    }
    ours = ours && ftruncate(fileno(file), good) == 0;
    fseek(file, 0, SEEK_END);
    if (ours && good == 0) fputs(first.at, file);
    free(line);
    text_free(&first);
    return ours;
}

static bool open_saved(const Cli *cli, Playing *playing) {
    const char *path = playing->bout->save;
    struct stat there;
    const char *why = NULL;
    playing->file = fopen(path, "a+");
    if (!playing->file)
        complain(cli, FAILED, N_("{seat}: this file cannot be written ({other})"),
                 &(Holes){.seat = path, .other = unwritable(cli->lang, errno)});
    else if (fstat(fileno(playing->file), &there) != 0 || !S_ISREG(there.st_mode))
        why = N_("{seat}: only a file can keep games");
    else if (flock(fileno(playing->file), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        why = N_("{seat}: another command keeps its games there just now");
    else if (!take_in(playing))
        why = N_("{seat}: other games are kept in this file");
    if (why) complain(cli, FAILED, why, &(Holes){.seat = path});
    return playing->file && !why;
}

/* A program goes; where it lost its seat that is told, once for all threads. */
static void see_off(const Cli *cli, Bout *bout, int e, Guest *guest) {
    bool complained = bout->faults[e] > 0;
    if (guest && guest_lost(guest)) {
        complain_guest(cli, &bout->entrant[e], guest, &complained);
        bout->faults[e]++;
    }
    guest_free(guest);
}

/* Plays the deals; returns an exit code. */
static int play(const Cli *cli, Bout *bout) {
    static Playing playing;
    playing = (Playing){.bout = bout, .lock = PTHREAD_MUTEX_INITIALIZER};
    bout->deal = calloc((size_t)bout->deals, sizeof *bout->deal);
    playing.played = calloc((size_t)bout->deals, sizeof *playing.played);
    if (!bout->deal || !playing.played) abort();
    int code = DONE;
    if (bout->save && !open_saved(cli, &playing)) code = FAILED;
    for (int i = 0; code == DONE && i < bout->threads; i++)
        playing.room[i] = thought_room();
    if (code == DONE && !playing.enough &&
        !crew_run(&(Crew){.threads = bout->threads,
                          .from = playing.ready,
                          .count = bout->deals,
                          .block = 1,
                          .work = play_one,
                          .who = &playing}))
        code = complain(cli, FAILED, N_("no thread could be started"), NULL);
    bout->deals = playing.ready;
    for (int i = 0; i < bout->threads; i++) {
        free(playing.room[i]);
        for (int e = 0; e < bout->count; e++)
            see_off(cli, bout, e, playing.guest[i][e]);
    }
    if (playing.file) fclose(playing.file);
    free(playing.played);
    return code;
}

void bout_faults(Text *out, Lang lang, const Bout *bout) {
    for (int e = 0; e < bout->count; e++) {
        if (!bout->faults[e]) continue;
        Text line = text_grow();
        words_add(&line, lang, N_("“{seat}” lost its seat: trader played on under its name."),
                  &(Holes){.seat = bout->name[e]});
        wrap(out, line.at, 0, 0, 80);
        text_free(&line);
    }
}

int bout_run(Cli *cli, Bout *bout, BoutReport *report) {
    int64_t start = wall_time();
    int code = play(cli, bout);
    bout->seconds = (double)(wall_time() - start) * 1e-9;
    if (code == DONE) {
        Text out = text_grow();
        report(&out, cli->lang, bout);
        code = put(cli, &out);
        text_free(&out);
    }
    if (bout->unkept)
        code = complain(cli, FAILED, N_("{seat}: this file cannot be written ({other})"),
                        &(Holes){.seat = bout->save, .other = unwritable(cli->lang, bout->unkept)});
    free(bout->deal);
    return code;
}
