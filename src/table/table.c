/* table.c: the journal of a table, entered line by line. A line is judged against the table as it
   stands, then changes it; a refused line changes nothing. */
#include "table/table.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"
#include "table/inside.h"

enum { ROOM_FIRST = 32 }; /* moves; most tables in memory wait for their first */

/* --- opening and closing ---------------------------------------------------------------------- */

Table *table_open(const Game *game, int players, const uint8_t *options, Reason *why) {
    Table *t = calloc(1, sizeof *t + game->state_size + (size_t)players * sizeof *t->seats);
    if (!t) abort();
    t->game = game;
    t->players = players;
    t->seats = (Seat *)(t->state + game->state_size);
    for (int i = 0; game->options[i].name; i++)
        t->options[i] = options[i];
    *why = game->rules.start(t->state, players, t->options);
    if (!why->text) return t;
    table_close(t);
    return NULL;
}

void table_close(Table *t) {
    if (!t) return;
    chat_free(t);
    free(t->act);
    free(t->book);
    free(t->made);
    free(t->checkpoints);
    free(t->thought);
    free(t->reached);
    free(t);
}

/* --- how long a journal may be ---------------------------------------------------------------- */

/* Players move until the journal is full, and take back or change seats until it is half full. What
   Chance owes is always drawn, so no game stops between two moves. */
Reason room_check(const Table *t, int most) {
    return t->version < most
               ? ALLOWED
               : REFUSED(N_("The journal of this table is full: it takes {n} lines."), JOURNAL_MAX);
}

/* --- moves ------------------------------------------------------------------------------------ */

static int seconds(const Table *t) {
    return t->game->live.clock ? t->game->live.clock(t->state) : 0;
}

static void make_room(Table *t) {
    t->room = t->room ? 2 * t->room : ROOM_FIRST;
    t->made = realloc(t->made, (size_t)t->room * sizeof *t->made);
    if (!t->reached) {
        t->reached = malloc(sizeof *t->reached + t->game->state_size);
        if (t->reached) *t->reached = (Reached){.position = -1};
    }
    if (!t->made || !t->reached) abort();
}

static unsigned char *checkpoint(const Table *t, int i) {
    return t->checkpoints + (size_t)i * t->game->state_size;
}

/* Keeps the state as it is, before a STRIDEth move. */
static void save_checkpoint(Table *t) {
    int i = t->position / STRIDE;
    t->checkpoints = realloc(t->checkpoints, (size_t)(i + 1) * t->game->state_size);
    if (!t->checkpoints) abort();
    memcpy(checkpoint(t, i), t->state, t->game->state_size);
}

/* Applies a legal move and remembers it. The line it stands in is counted by who calls. */
static void make(Table *t, int seat, Move move) {
    bool live = seat != CHANCE && t->game->live.is_live && t->game->live.is_live(t->state, move);
    bool runs = seconds(t) > 0, stretched = table_stretch(t) > 0,
         machine = seat != CHANCE && t->seats[seat].owner[0] && table_automatic(t, seat),
         late = seat != CHANCE && absence_moves(t, seat),
         stand_in = seat != CHANCE && t->missed[seat];
    if (t->position == t->room) make_room(t);
    if (t->position % STRIDE == 0) save_checkpoint(t);
    bool ordered = seat != CHANCE && order_moves(t, seat, move);
    if (machine && !ordered && !live && t->stood_in[seat] < UINT8_MAX) t->stood_in[seat]++;
    News news;
    news.count = 0;
    news.reveals = seat == CHANCE;
    t->game->rules.apply(t->state, seat, move, &news);
    uint8_t opens = 0;
    for (int i = 0; i < news.count; i++)
        opens |= news.event[i].opens;
    if (!runs && seconds(t) > 0) t->clocked = t->position + 1;
    if (!stretched && table_stretch(t)) t->stretched = t->position + 1;
    t->made[t->position++] =
        (Made){move, (uint8_t)seat, news.reveals, live, opens, late, ordered, stand_in, t->clocked};
    if (!live) t->settled = t->version + 1;
    absence_moved(t, seat, stretched);
    order_follow(t);
    if (seat == CHANCE) return;
    t->acted[seat] = t->version + 1;
    if (!live) t->decided[seat] = t->version + 1;
}

void table_reach(const Table *t, int position, void *state) {
    if (t->position == 0) {
        memcpy(state, t->state, t->game->state_size);
        return;
    }
    int i = (position < t->position ? position : t->position - 1) / STRIDE; /* the last one kept */
    const unsigned char *from = checkpoint(t, i);
    i *= STRIDE;
    if (t->reached->position > i && t->reached->position <= position) {
        from = t->reached->state;
        i = t->reached->position;
    }
    memcpy(state, from, t->game->state_size);
    for (; i < position; i++)
        t->game->rules.apply(state, t->made[i].seat, t->made[i].move, NULL);
    memcpy(t->reached->state, state, t->game->state_size);
    t->reached->position = position;
}

Reason table_read_move(const Table *t, const char *text, Move *move) {
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    if (strlen(text) >= MOVE_TEXT_MAX) return REFUSED(N_("This move is too long."));
    return move_read(t->game, text, move);
}

bool table_flows(const Table *t, int since) {
    return since >= t->settled && since <= t->version;
}

int table_acted(const Table *t, int seat) {
    return t->acted[seat];
}

bool table_meant(const Table *t, int seat, int at, const Move *move) {
    if (at == t->version) return true;
    return table_flows(t, at) && at >= t->acted[seat] && move && t->game->live.is_live &&
           t->game->live.is_live(t->state, *move);
}

/* A seat the game does not have is refused by the game. */
Reason table_move_check(const Table *t, int seat, const char *text) {
    Move move;
    Reason why = table_read_move(t, text, &move);
    return why.text ? why : t->game->rules.check(t->state, seat, move);
}

/* Judges a move that has been read, and makes it. */
static Reason play(Table *t, int seat, Move move) {
    Reason why = seat == CHANCE ? ALLOWED : room_check(t, JOURNAL_MAX);
    if (!why.text) why = t->game->rules.check(t->state, seat, move);
    if (!why.text) make(t, seat, move);
    return why;
}

static Reason enter_move(Table *t, int seat, const char *text) {
    Move move;
    Reason why = table_read_move(t, text, &move);
    return why.text ? why : play(t, seat, move);
}

Reason table_enter_move(Table *t, int seat, Move move, Text *line) {
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    if (t->ended) return REFUSED(N_("This record ends here."));
    Reason why = play(t, seat, move);
    if (why.text) return why;
    text_int(line, seat);
    text_char(line, ' ');
    move_write(t->game, move, line);
    t->version++;
    return ALLOWED;
}

bool table_draw(const Table *t, Rng *rng, Text *line) {
    if (!turn_has(table_turn(t), CHANCE)) return false;
    Move move;
    if (!lesson_draw(t, &move)) move = t->game->rules.sample(t->state, rng);
    text_add(line, "* ");
    move_write(t->game, move, line);
    return true;
}

void table_ask_guest(Table *t, int seat, Asker *asker) {
    t->asker[seat] = asker;
}

/* What the moves so far tell of those who made them; of a long game that nobody watched, the last
   ones. */
static Impression watch(const Table *t) {
    enum { LOOKED_BACK = 128 }; /* some milliseconds of the loop at most */
    Reached *r = t->reached;
    if (!r) return (Impression){0};
    if (r->watched >= t->position) return r->impression;
    _Alignas(16) unsigned char state[STATE_MAX];
    int from = t->position - r->watched > LOOKED_BACK ? t->position - LOOKED_BACK : r->watched;
    table_reach(t, from, state);
    for (int i = from; i < t->position; i++)
        impression_follow(&r->impression, t->game, state, t->made[i].seat, t->made[i].move);
    r->watched = t->position;
    return r->impression;
}

Player table_player(const Table *t, int seat, Effort effort) {
    const Seat *s = &t->seats[seat];
    Player player = {.bot = bot_named(s->bot[0] ? s->bot : s->late),
                     .asker = t->asker[seat],
                     .style = s->owner[0] ? NULL : &sailors[seat].style,
                     .effort = effort};
    if (player.bot && player.bot->way == WAY_SEARCH) player.impression = watch(t);
    return player;
}

/* The move of the lowest bot that owes one, as a line. */
static bool bot_line(Table *t, Effort effort, Rng *rng, Text *line) {
    if (!t->begun) return false;
    if (!t->thought) t->thought = thought_room();
    Turn turn = table_turn(t);
    for (int seat = 0; seat < t->players; seat++) {
        if (!turn_has(turn, seat) || !table_automatic(t, seat)) continue;
        Player player = table_player(t, seat, effort);
        Move move = bot_move(&player, t->game, t->state, t->players, seat, rng, t->thought);
        text_int(line, seat);
        text_char(line, ' ');
        move_write(t->game, move, line);
        return true;
    }
    return false;
}

bool table_play_on(Table *t, Effort effort, Rng *rng) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    if (!table_draw(t, rng, &line) && !bot_line(t, effort, rng, &line)) return false;
    Reason why = table_enter(t, buffer);
    assert(!line.cut && !why.text);
    (void)why;
    return true;
}

Table *table_at(const Table *t, int position) {
    Reason why;
    Table *then = table_open(t->game, t->players, t->options, &why);
    assert(then && position >= 0 && position <= t->position);
    memcpy(then->seats, t->seats, (size_t)t->players * sizeof *t->seats);
    then->seal = t->seal;
    then->begun = t->begun;
    then->lesson = t->lesson;
    then->offline = t->offline;
    for (; then->version < position; then->version++) {
        const Made *made = &t->made[then->version];
        make(then, made->seat, made->move);
        then->made[then->version].late = made->late;
        then->made[then->version].ordered = made->ordered;
        then->made[then->version].stand_in = made->stand_in;
    }
    return then;
}

/* --- undo ------------------------------------------------------------------------------------- */

Reason table_undo_check(const Table *t, int seat, int *to) {
    if (!t->begun || t->position == 0) return REFUSED(N_("There is nothing to take back."));
    if (table_over(t)) return REFUSED(N_("The game is over.")); /* the end shows everything */
    Reason full = room_check(t, JOURNAL_MAX / 2);
    if (full.text) return full;
    const Made *last = &t->made[t->position - 1];
    if (last->seat != seat) {
        bool others = false;
        int i = t->position - 1;
        for (; i >= 0 && t->made[i].seat != seat; i--)
            if (t->made[i].seat != CHANCE) others = true;
        if (i < 0) return REFUSED(N_("There is nothing to take back."));
        if (others) return REFUSED(N_("Someone else has played since your last move."));
        return REFUSED(N_("Chance has played since your last move."));
    }
    if (last->late) return REFUSED(N_("The clock made your last move."));
    if (last->reveals) return REFUSED(N_("Your last move showed what nobody had seen."));
    if (to) *to = t->position - 1;
    return ALLOWED;
}

static void go_back(Table *t, int to) {
    table_reach(t, to, t->state);
    t->position = to;
    if (t->reached->watched > to) { /* what was taken back tells nothing: all of it once more */
        t->reached->watched = 0;
        t->reached->impression = (Impression){0};
    }
    t->clocked = to ? t->made[to - 1].clocked : 0;
}

static Reason enter_undo(Table *t, const char *rest) {
    int to;
    if (!cut_number(&rest, 0, JOURNAL_MAX, &to) || *rest)
        return REFUSED(N_("An undo names the position to go back to."));
    if (!t->begun || t->position == 0) return REFUSED(N_("There is nothing to take back."));
    int honest = -1;
    Reason why = table_undo_check(t, t->made[t->position - 1].seat, &honest);
    if (why.text) return why;
    if (to != honest) return REFUSED(N_("An undo goes back one move."));
    int seat = t->made[honest].seat;
    go_back(t, honest);
    t->settled = t->undone[seat] = t->version + 1;
    order_undone(t, seat);
    if (seats_shared(t)) /* the others saw the move */
        act_add(t, "undo", seat, -1, 0, N_("You take your move back."),
                N_("{seat} takes a move back."));
    return ALLOWED;
}

/* --- where a game begins and ends ------------------------------------------------------------- */

static Reason enter_begin(Table *t) {
    if (t->begun) return REFUSED(N_("The game has begun already."));
    if (!table_full(t)) return REFUSED(N_("Not every seat is taken."));
    Reason mixed = fair_begin_check(t);
    if (mixed.text) return mixed;
    t->begun = true;
    t->settled = t->version + 1;
    return ALLOWED;
}

static Reason enter_copied(Table *t) {
    if (t->begun) return REFUSED(N_("The game has begun already."));
    t->copied = true;
    return ALLOWED;
}

static Reason enter_ends(Table *t) {
    if (!t->copied || !t->begun) return REFUSED(N_("Only a record that was brought ends so."));
    t->ended = true;
    return ALLOWED;
}

static Reason enter_checked(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    if (seat < 0 || *rest || !t->seats[seat].owner[0]) return NO_SEAT;
    if (!table_over(t)) return REFUSED(N_("The record is shown when the game is over."));
    if (t->checked >> seat & 1) return REFUSED(N_("You have checked this game already."));
    t->checked |= (uint8_t)(1u << seat);
    t->checks++;
    return ALLOWED;
}

/* --- the one way in --------------------------------------------------------------------------- */

bool cut_word(const char **rest, char *word, size_t room) {
    size_t n = strcspn(*rest, " ");
    if (n == 0 || n >= room) return false;
    memcpy(word, *rest, n);
    word[n] = '\0';
    *rest += n;
    if (**rest == ' ') (*rest)++;
    return true;
}

bool cut_number(const char **rest, int least, int most, int *out) {
    Word word = {*rest, strcspn(*rest, " ")};
    if (!scan_integer(word, least, most, out)) return false;
    *rest += word.length + (word.at[word.length] == ' ');
    return true;
}

int cut_seat(const Table *t, const char **rest) {
    int seat;
    return cut_number(rest, 0, t->players - 1, &seat) ? seat : -1;
}

/* A line of one word. */
static const struct {
    const char *word;
    Reason (*enter)(Table *t);
} bare_lines[] = {{"begin", enter_begin},
                  {"lesson", lesson_enter},
                  {"offline", offline_enter},
                  {"copied", enter_copied},
                  {"ends", enter_ends}};

/* The others, by their first word. What people do about their seats ends with the first half of a
   journal, what the clock does goes on; the rest comes a bounded number of times, or asks for room
   itself. */
static const struct {
    const char *word;
    int most; /* lines before it */
    Reason (*enter)(Table *t, const char *rest);
} lines[] = {
    {"checked ", INT_MAX, enter_checked},
    {"undo ", INT_MAX, enter_undo},
    {"seat ", INT_MAX, seat_enter},
    {"nonce ", INT_MAX, fair_enter_nonce},
    {"commitment ", INT_MAX, fair_enter_commitment},
    {"order ", INT_MAX, order_enter},
    {"time ", JOURNAL_MAX / 2, time_enter},
    {"late ", JOURNAL_MAX, late_enter},
    {"vote ", JOURNAL_MAX / 2, vote_enter},
    {"wait ", JOURNAL_MAX / 2, wait_enter},
    {"pause ", JOURNAL_MAX / 2, pause_enter},
    {"resume ", JOURNAL_MAX, resume_enter},
    {"holiday ", JOURNAL_MAX / 2, holiday_enter},
    {"delay ", JOURNAL_MAX / 2, delay_enter},
    {"points ", JOURNAL_MAX / 2, bracket_enter},
};

static Reason enter(Table *t, const char *line) {
    if (strlen(line) > LINE_LIMIT) return REFUSED(N_("This line is too long."));
    if (strncmp(line, "chat ", 5) == 0) return chat_enter(t, line + 5);
    if (strncmp(line, "aside ", 6) == 0) return aside_enter(t, line + 6);
    if (t->ended) return REFUSED(N_("This record ends here."));
    if (line[0] && line[1] == ' ') {
        if (line[0] == '*') return enter_move(t, CHANCE, line + 2);
        if (line[0] >= '0' && line[0] < '0' + SEATS_MAX)
            return enter_move(t, line[0] - '0', line + 2);
    }
    for (size_t i = 0; i < sizeof bare_lines / sizeof *bare_lines; i++)
        if (strcmp(line, bare_lines[i].word) == 0) return bare_lines[i].enter(t);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t length = strlen(lines[i].word);
        if (strncmp(line, lines[i].word, length) != 0) continue;
        Reason full = room_check(t, lines[i].most);
        return full.text ? full : lines[i].enter(t, line + length);
    }
    return NO_LINE;
}

Reason table_enter(Table *t, const char *line) {
    int beside = chat_lines(t) + t->orders + t->checks;
    Reason why = enter(t, line);
    if (!why.text && chat_lines(t) + t->orders + t->checks == beside) t->version++;
    return why;
}

/* --- questions -------------------------------------------------------------------------------- */

const Game *table_game(const Table *t) {
    return t->game;
}
const void *table_state(const Table *t) {
    return t->state;
}
const uint8_t *table_options(const Table *t) {
    return t->options;
}
int table_players(const Table *t) {
    return t->players;
}
int table_lines(const Table *t) {
    return t->version + chat_lines(t) + t->orders + t->checks;
}
int table_version(const Table *t) {
    return t->version;
}
int table_position(const Table *t) {
    return t->position;
}
bool table_copied(const Table *t) {
    return t->copied;
}
bool table_checked(const Table *t, int seat) {
    return t->checked >> seat & 1;
}
bool table_begun(const Table *t) {
    return t->begun;
}
int table_clock(const Table *t, int *from) {
    *from = t->clocked;
    return t->begun ? seconds(t) : 0;
}
Turn table_turn(const Table *t) {
    return t->begun && !t->ended ? t->game->rules.turn(t->state) : 0;
}
bool table_over(const Table *t) {
    return t->begun && table_turn(t) == 0;
}
bool table_finished(const Table *t) {
    return t->begun && t->game->rules.turn(t->state) == 0;
}

void table_replay(const Table *t, int from, int to, TableVisit *visit, void *who) {
    _Alignas(16) unsigned char state[STATE_MAX];
    News news;
    if (from >= to) return;
    table_reach(t, from, state);
    for (int i = from; i < to; i++) {
        const Made *made = &t->made[i];
        news.count = 0;
        news.reveals = false;
        t->game->rules.apply(state, made->seat, made->move, &news);
        visit(who, i + 1, made->seat, &made->move, &news, state);
    }
}
