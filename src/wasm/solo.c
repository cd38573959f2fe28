/* solo.c: a table of one person and his bots that lives in the page itself.

   It answers the requests of docs/protocol.md as a server would; what it decides is decided by the
   table room, as there. Whoever calls it keeps the journal: `solo_batch` hands out the lines a
   request entered, which count once `solo_saved` was called. The page tells the time through
   `now`. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/notation.h"
#include "games/games.h"
#include "table/names.h"
#include "table/run.h"
#include "wasm/wasm.h"

EXPORT(solo_harbour) const char *solo_harbour(int luck);
EXPORT(solo_wind) const char *solo_wind(int luck);
EXPORT(solo_welcome) const char *solo_welcome(const char *name);
EXPORT(solo_open)
bool solo_open(const char *game, int players, const char *options, const char *seed);
EXPORT(solo_lesson) const char *solo_lesson(const char *game);
EXPORT(solo_seal) const char *solo_seal(void);
EXPORT(solo_line) const char *solo_line(const char *line);
EXPORT(solo_begin) const char *solo_begin(const char *id, const char *title);
EXPORT(solo_batch) const char *solo_batch(void);
EXPORT(solo_saved) void solo_saved(void);
EXPORT(solo_move) const char *solo_move(int at, const char *text);
EXPORT(solo_undo) const char *solo_undo(int at);
EXPORT(solo_chat) const char *solo_chat(const char *text, bool fine);
EXPORT(solo_record) const char *solo_record(void);
EXPORT(solo_leave) const char *solo_leave(void);
EXPORT(solo_sit) const char *solo_sit(void);
EXPORT(solo_pace) const char *solo_pace(int tempo);
EXPORT(solo_wait) double solo_wait(double step);
EXPORT(solo_think) int solo_think(double slice, int iterations);
EXPORT(solo_lapse) bool solo_lapse(void);

enum { ID_MAX = 40, TITLE_MAX = 160 };
enum { SPARE = 192 << 10 }; /* bytes for the longest game */

static struct {
    Table *table;
    uint8_t seed[SEED_BYTES];
    char id[ID_MAX + 1], title[TITLE_MAX + 1];
    Text journal; /* every line */
    size_t saved; /* bytes of it that are */
    Pace pace;
    Thought *thought; /* where its bots think */
    int seat;         /* who thinks, -1: nobody */
    int version;      /* of the table he thinks about */
    Rng rng;          /* of the bots */
    int clock_from;   /* position where the time of the moment began; -1: none so far */
    double clock_end;
    _Alignas(16) unsigned char hidden[STATE_MAX];
} solo = {.seat = -1};

Text *answer(const char *type) {
    Text *json = fresh_answer();
    jot_open(json, NULL, '{');
    jot_string(json, "type", type);
    return json;
}

const char *end(Text *json) {
    jot_close(json, '}');
    return json->at;
}

const char *refuse(Refusal refusal) {
    Text *json = answer("error");
    jot_string(json, "code", refusal.code);
    jot_string(json, "why", refusal.why.text);
    jot_int(json, "n", refusal.why.n);
    jot_int(json, "at", table_version(solo.table));
    return end(json);
}

static const char *ok(void) {
    Text *json = answer("ok");
    jot_int(json, "at", table_version(solo.table));
    return end(json);
}

int my_seat(void) {
    return table_seat_of(solo.table, PAGE_OWNER);
}

const Table *my_table(void) {
    return solo.table;
}

const char *my_table_id(void) {
    return solo.id;
}

const char *my_table_title(void) {
    return solo.title;
}

const char *solo_welcome(const char *name) {
    Text *json = answer("welcome");
    jot_open(json, "person", '{');
    jot_string(json, "id", PAGE_OWNER);
    jot_string(json, "name", name);
    jot_close(json, '}');
    games_json("games", json);
    bots_json("bots", NULL, 0, json);
    jot_string(json, "version", NEGOCE_VERSION);
    return end(json);
}

/* What a table and a person are called who have no name. */
const char *solo_harbour(int luck) {
    return harbour_name((uint32_t)luck);
}

const char *solo_wind(int luck) {
    return wind_name((uint32_t)luck);
}

/* --- the journal ------------------------------------------------------------------------------ */

static void keep(const char *line) {
    text_add(&solo.journal, line);
    text_char(&solo.journal, '\n');
}

static Reason enter(const char *line) {
    Reason why = table_enter(solo.table, line);
    if (!why.text) keep(line);
    return why;
}

static Reason enter_move(int seat, Move move) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    Reason why = table_enter_move(solo.table, seat, move, &line);
    if (!why.text) keep(buffer);
    return why;
}

/* The table as its first `length` bytes of journal have it. */
static void replay(size_t length) {
    const Table *old = solo.table;
    Reason why;
    Table *t = table_open(table_game(old), table_players(old), table_options(old), &why);
    table_close(solo.table);
    solo.table = t;
    solo.journal.length = length;
    solo.journal.at[length] = '\0';
    for (char *line = solo.journal.at; *line;) {
        char *stop = strchr(line, '\n');
        *stop = '\0';
        why = table_enter(t, line);
        assert(!why.text);
        *stop = '\n';
        line = stop + 1;
    }
}

/* Ends a change: what needs nobody happens, and the position is looked over. A broken one is not
   made. */
static Refusal commit(void) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    for (; run_next(solo.table, solo.seed, &line); text_clear(&line)) {
        Reason why = enter(buffer);
        assert(!why.text);
        (void)why;
    }
    if (!table_game(solo.table)->rules.audit(table_state(solo.table))) return GRANTED;
    replay(solo.saved);
    return REFUSE("broken", N_("This would break the game itself; nothing was changed."));
}

/* The answer to a change that was granted so far, or was not. */
static const char *done(Refusal refusal) {
    if (!refusal.code) refusal = commit();
    return refusal.code ? refuse(refusal) : ok();
}

const char *solo_batch(void) {
    return solo.journal.at + solo.saved;
}

void solo_saved(void) {
    solo.saved = solo.journal.length;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Memory for the bots to think in, where enough is left beside it for the table and its journal. */
static bool find_room(void) {
    if (!solo.thought) solo.thought = aligned_alloc(_Alignof(Thought), sizeof(Thought));
    void *volatile spare = malloc(SPARE); /* or the compiler takes it for granted */
    bool enough = solo.thought && spare;
    free(spare);
    return enough;
}

/* An empty table in place of the one before; its lines follow, then solo_begin. `words` are options
   "gains=open length=short". */
bool solo_open(const char *name, int players, const char *words, const char *seed) {
    const Game *game = game_named(name);
    uint8_t options[OPTIONS_MAX];
    Reason why;
    uint8_t secret[SEED_BYTES];
    if (!game || players < game->min_players || players > game->max_players ||
        !options_read(game, words, options) || !fair_read(seed, SEED_BYTES, secret) || !find_room())
        return false;
    Table *t = table_open(game, players, options, &why);
    if (!t) return false;
    table_close(solo.table);
    text_free(&solo.journal);
    uint64_t luck;
    memcpy(solo.seed, secret, SEED_BYTES);
    memcpy(&luck, solo.seed, sizeof luck);
    solo.table = t;
    solo.journal = text_grow();
    solo.saved = 0;
    solo.pace = (Pace){0};
    solo.seat = solo.clock_from = -1;
    solo.rng = rng_seed(luck ^ (uint64_t)(page_now() * 1000));
    return true;
}

/* How the first game of a lesson is opened: {players, options, bot}; null where there is none. */
const char *solo_lesson(const char *name) {
    const Game *game = game_named(name);
    Text *json = fresh_answer();
    if (!game || !game->lesson) {
        text_add(json, "null");
        return json->at;
    }
    jot_open(json, NULL, '{');
    jot_int(json, "players", game->lesson->players);
    jot_open(json, "options", '{');
    for (const LessonOption *option = game->lesson->options; option->name; option++)
        jot_string(json, option->name, option->choice);
    jot_close(json, '}');
    jot_string(json, "bot", game->lesson->bot);
    return end(json);
}

/* A line of the journal, one that is kept already or one of a new table. "": it was entered. */
const char *solo_line(const char *line) {
    Reason why = enter(line);
    Text *out = fresh_answer();
    if (why.text) text_add(out, why.text);
    return out->at;
}

/* The first line of a new table. "": it was entered. */
const char *solo_seal(void) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    run_seal(solo.seed, &line);
    return solo_line(buffer);
}

/* Names the table whose lines are entered; what needs nobody happens. */
const char *solo_begin(const char *id, const char *title) {
    Text name = text_over(solo.id, sizeof solo.id),
         heading = text_over(solo.title, sizeof solo.title);
    text_add(&name, id);
    text_add(&heading, title);
    return done(GRANTED);
}

/* --- when it is over -------------------------------------------------------------------------- */

const char *solo_record(void) {
    if (!table_over(solo.table))
        return refuse(REFUSE("illegal", N_("The record is shown when the game is over.")));
    table_reveal(solo.table, solo.seed);
    Text record = text_grow();
    table_record(solo.table, -1, &record);
    Text *json = answer("record");
    jot_string(json, "record", record.at);
    text_free(&record);
    return end(json);
}

/* --- acting ----------------------------------------------------------------------------------- */

const char *solo_move(int at, const char *text) {
    int seat = my_seat();
    Move move;
    Reason unread = table_read_move(solo.table, text, &move);
    Refusal refusal = run_act_check(solo.table, seat, at, unread.text ? NULL : &move);
    if (!refusal.code && unread.text) refusal = (Refusal){"illegal", unread};
    if (!refusal.code) {
        Reason why = enter_move(seat, move);
        if (why.text) refusal = run_move_refusal(why);
    }
    return done(refusal);
}

const char *solo_undo(int at) {
    int seat = my_seat(), to = 0;
    Refusal refusal = run_act_check(solo.table, seat, at, NULL);
    if (!refusal.code) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        refusal.why = table_undo_check(solo.table, seat, &to);
        text_printf(&line, "undo %d", to);
        if (!refusal.why.text) refusal.why = enter(buffer);
        if (refusal.why.text) refusal.code = "illegal";
    }
    return done(refusal);
}

const char *solo_chat(const char *text, bool agreed) {
    int seat = my_seat();
    Fine fine;
    bool pays;
    Refusal refusal = run_chat_check(solo.table, seat, agreed, &fine, &pays);
    if (!refusal.code) {
        char buffer[LINE_LIMIT + 1];
        Text line = text_over(buffer, sizeof buffer);
        text_printf(&line, "chat %d %s", seat, text);
        refusal.why = table_chat_check(text);
        if (!refusal.why.text && pays) refusal.why = enter_move(seat, fine.move);
        if (!refusal.why.text) refusal.why = enter(buffer);
        if (refusal.why.text) refusal.code = "bad";
    }
    return done(refusal);
}

/* Enters what happens to the person's own seat. */
static const char *seat_changes(const char *act) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    text_printf(&line, "seat %d %s", my_seat(), act);
    Reason why = enter(buffer);
    return done(why.text ? (Refusal){"seat", why} : GRANTED);
}

/* A bot plays on for the person; he takes his seat back. */
const char *solo_leave(void) {
    return seat_changes("away " STAND_IN);
}

const char *solo_sit(void) {
    return seat_changes("back");
}

/* --- time ------------------------------------------------------------------------------------- */

int my_clock(void) {
    int from, seconds = table_clock(solo.table, &from);
    double now = page_now();
    if (!seconds) return -1;
    if (from != solo.clock_from) {
        solo.clock_from = from;
        solo.clock_end = now + seconds * 1000.0;
    }
    return solo.clock_end > now ? (int)(solo.clock_end - now) : 0;
}

/* Moves for those whose time is over; false where it is not. */
bool solo_lapse(void) {
    int from, seat, lapsed = 0;
    Move move;
    if (my_clock() != 0) return false;
    for (; table_clock(solo.table, &from) && from == solo.clock_from; lapsed++) {
        char line[] = "late 0";
        if ((seat = run_lapse(solo.table, &move)) < 0) break;
        line[5] = (char)('0' + seat);
        enter(line);
        enter_move(seat, move);
    }
    return lapsed && !commit().code;
}

/* --- bots ------------------------------------------------------------------------------------- */

/* How fast the bots play from now on: a Tempo. */
const char *solo_pace(int tempo) {
    Refusal refusal = pace_check(solo.table, my_seat());
    if (refusal.code) return refuse(refusal);
    pace_choose(&solo.pace, (Tempo)tempo);
    return ok();
}

/* Milliseconds until a bot or the clock is due, -1: nobody is. A step of a bot takes `step`. */
double solo_wait(double step) {
    double now = page_now(), wait = -1;
    if (solo.pace.at != table_version(solo.table))
        pace_set(&solo.pace, solo.table, (uint64_t)now, (uint64_t)step);
    int seat = pace_next(&solo.pace, solo.table), left = my_clock();
    if (solo.seat >= 0) return 0; /* at it */
    if (seat >= 0 && solo.pace.tempo != TEMPO_WAIT) {
        double ready = (double)solo.pace.ready[seat];
        wait = ready > now ? ready - now : 0;
    }
    return left >= 0 && (wait < 0 || left < wait) ? left : wait;
}

static int64_t nanoseconds(void) {
    return (int64_t)(page_now() * 1e6);
}

static void begin_to_think(int seat, int iterations) {
    const Table *t = solo.table;
    Effort effort = {.iterations = iterations, .now = iterations ? NULL : nanoseconds};
    Player player = table_player(t, seat, effort);
    int most = pace_thought(&solo.pace, (uint64_t)page_now());
    if (most && player.bot->milliseconds > most) player.effort.milliseconds = most;
    memcpy(solo.hidden, table_state(t), table_game(t)->state_size);
    table_game(t)->rules.hide(solo.hidden, seat);
    solo.seat = seat;
    solo.version = table_version(t);
    if (table_lesson(t)) solo.rng = rng_seed((uint64_t)solo.version); /* alike for everybody */
    thought_begin(solo.thought, &player, table_game(t), solo.hidden, table_players(t), seat,
                  &solo.rng);
}

/* Lets the bot that is due think for `slice` ms. 1: it moved; 0: it thinks on; -1: nobody is to
   move, or the table went on without it. */
int solo_think(double slice, int iterations) {
    const Table *t = solo.table;
    double until = page_now() + slice;
    if (solo.seat >= 0 && !table_flows(t, solo.version)) solo.seat = -1;
    if (solo.seat < 0) {
        int seat = pace_next(&solo.pace, t);
        if (seat < 0) return -1;
        begin_to_think(seat, iterations);
    }
    while (thought_step(solo.thought))
        if (page_now() >= until) return 0;
    int seat = solo.seat;
    Move move = thought_move(solo.thought);
    solo.seat = -1;
    if (!table_seat(t, seat)->bot[0] || !table_meant(t, seat, solo.version, &move) ||
        enter_move(seat, move).text)
        return -1;
    return commit().code ? -1 : 1;
}
