#include "table/run.h"

#include "core/notation.h"
#include "core/stream.h"

/* --- what happens by itself ------------------------------------------------------------------- */

void run_seal(const uint8_t seed[SEED_BYTES], Text *line) {
    uint8_t commitment[SHA256_BYTES];
    fair_commitment(seed, commitment);
    text_add(line, "commitment ");
    fair_write(commitment, SHA256_BYTES, line);
}

/* Who has sent no nonce gets the one the seed fixes; then the game begins. */
static void write_begin(const Table *t, const uint8_t seed[SEED_BYTES], Text *line) {
    const Seal *seal = table_seal(t);
    for (int seat = 0; seal->sealed && seat < table_players(t); seat++) {
        uint8_t nonce[NONCE_BYTES];
        if (seal->given & 1 << seat) continue;
        fair_nonce(seed, seat, nonce);
        text_printf(line, "nonce %d ", seat);
        fair_write(nonce, NONCE_BYTES, line);
        return;
    }
    text_add(line, "begin");
}

bool run_next(Table *t, const uint8_t seed[SEED_BYTES], Text *line) {
    ChanceStream stream;
    if (!table_begun(t)) {
        if (!table_full(t)) return false;
        write_begin(t, seed, line);
        return true;
    }
    if (!turn_has(table_turn(t), CHANCE)) return false;
    Rng rng = chance_stream_at(&stream, table_draw_key(t, seed), table_position(t));
    return table_draw(t, &rng, line);
}

int run_lapse(const Table *t, Move *move) {
    const Game *game = table_game(t);
    const void *state = table_state(t);
    Turn turn = table_turn(t);
    if (table_version(t) + 2 > JOURNAL_MAX)
        return -1; /* `late` alone would wait for somebody else */
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(turn, seat) && game->live.lapse(state, seat, move) &&
            !game->rules.check(state, seat, *move).text)
            return seat;
    return -1;
}

/* --- people ----------------------------------------------------------------------------------- */

Refusal run_act_check(const Table *t, int seat, int at, const Move *move) {
    if (seat < 0) return REFUSE_UNSEATED;
    if (table_automatic(t, seat))
        return REFUSE("seat", N_("A bot plays for you: take your seat back first."));
    if (!table_begun(t)) return REFUSE("turn", N_("The game has not begun."));
    if (!table_meant(t, seat, at, move))
        return REFUSE("stale", N_("The table has changed since. Please look again."));
    if (table_over(t)) return REFUSE("turn", N_("The game is over."));
    return GRANTED;
}

/* Some moves are made by who owes none, and others not even by who owes one: the game knows. */
Refusal run_move_refusal(Reason why) {
    bool turn = strcmp(why.text, NOT_YOUR_TURN.text) == 0;
    return (Refusal){turn ? "turn" : "illegal", why};
}

/* Why the speaker cannot pay, or has not said that he will. */
static Refusal fine_check(const Table *t, int seat, const Fine *fine, bool agreed) {
    if (table_seat(t, seat)->bot[0])
        return REFUSE("seat", N_("A bot plays for you: take your seat back first."));
    Reason why = table_game(t)->rules.check(table_state(t), seat, fine->move);
    if (why.text) return (Refusal){"illegal", why};
    return agreed ? GRANTED : (Refusal){"fine", {fine->warning, fine->n}};
}

Refusal run_chat_check(const Table *t, int seat, bool agreed, Fine *fine, bool *pays) {
    *pays = false;
    if (seat < 0)
        return REFUSE("seat", N_("Only those who have a seat write to the table. You may read."));
    if (table_chats(t, CHANNEL_TABLE) >= CHAT_MAX)
        return REFUSE("limit", N_("This table has heard enough: {n} messages."), CHAT_MAX);
    *pays = table_fine(t, seat, fine);
    return *pays ? fine_check(t, seat, fine, agreed) : GRANTED;
}

/* --- looking back ---------------------------------------------------------------------------- */

Refusal run_eyes(const Table *t, int seat, int eyes, int *viewer) {
    *viewer = seat >= 0 ? seat : SPECTATOR;
    if (eyes == EYES_OWN || (seat >= 0 && eyes == EYES_SEAT + seat)) return GRANTED;
    if (eyes != EYES_OPEN && eyes - EYES_SEAT >= table_players(t))
        return REFUSE("seat", N_("There is no such seat."));
    if (!table_over(t))
        return REFUSE("illegal",
                      N_("While a game is played, everyone looks back through their own eyes."));
    *viewer = eyes == EYES_OPEN ? CHANCE : eyes - EYES_SEAT;
    return GRANTED;
}

Refusal run_look_check(const Table *t, int seat, int eyes, int position, int last, int *viewer) {
    Refusal refusal = run_eyes(t, seat, eyes, viewer);
    if (refusal.code) return refusal;
    if (!table_begun(t)) return REFUSE("turn", N_("The game has not begun."));
    if (position > last) return REFUSE("bad", N_("The game has {n} {n?move|moves} so far."), last);
    return GRANTED;
}

Refusal fork_check(const Table *t, int position, int seat) {
    if (!table_over(t))
        return REFUSE("illegal", N_("A game goes on from a position once it is over."));
    if (seat < 0 || seat >= table_players(t)) return REFUSE("seat", N_("There is no such seat."));
    if (position < 0 || position > table_position(t) ||
        (position == table_position(t) && table_finished(t)))
        return REFUSE("illegal", N_("The game ends here: there is nothing to go on with."));
    if (position > JOURNAL_MAX / 2)
        return REFUSE("illegal", N_("This game is too long to be kept here."));
    return GRANTED;
}

void run_look_back(const Table *t, int position, int last, int viewer, int seat, int known,
                   Text *json) {
    int from = known >= position ? position : table_page(t, viewer, position, LAST_EVENTS);
    if (from < known && known < position) from = known;
    Text picture = text_grow();
    jot_open(json, "window", '{');
    table_look_back(t, position, viewer, json, &picture);
    jot_raw(json, "picture", picture.at);
    jot_close(json, '}');
    text_free(&picture);
    jot_int(json, "at", table_version(t) - (table_position(t) - last));
    jot_int(json, "last", last);
    jot_int(json, "from", from);
    table_events(t, viewer, seat, from, position, "events", json);
}

/* --- bots ------------------------------------------------------------------------------------- */

static Turn bots_to_move(const Table *t) {
    Turn turn = table_turn(t), owing = 0;
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(turn, seat) && table_automatic(t, seat) &&
            !table_order_move(t, seat, &(Move){0})) /* an order goes before */
            owing |= 1u << seat;
    return owing;
}

enum {
    AUCTION_MS = 3000, /* an auction in which only bots speak takes no longer */
    AUCTION_PART = 4   /* each of its moves takes at most a fourth of what is left of that */
};

/* Whether a person made the last move. */
static bool person_spoke(const Table *t) {
    for (int seat = 0; seat < table_players(t); seat++)
        if (!table_automatic(t, seat) && table_acted(t, seat) == table_version(t)) return true;
    return false;
}

/* Milliseconds a move may take in an auction in which only bots speak. */
static uint64_t haggling_left(const Pace *pace, uint64_t now) {
    uint64_t spent = now - pace->haggling;
    return spent < AUCTION_MS ? (AUCTION_MS - spent) / AUCTION_PART : 0;
}

/* The step of a bot in an auction: nobody waits long for the end of one in which only bots speak.
 */
static uint64_t haggle(Pace *pace, const Table *t, uint64_t now, uint64_t step) {
    const Game *game = table_game(t);
    bool haggles = game->live.haggles && game->live.haggles(table_state(t));
    if (!haggles || person_spoke(t)) pace->haggling = 0;
    if (!haggles) return step;
    if (!pace->haggling) pace->haggling = now;
    uint64_t most = haggling_left(pace, now);
    return step < most ? step : most;
}

int pace_thought(const Pace *pace, uint64_t now) {
    if (!pace->haggling) return 0;
    uint64_t most = haggling_left(pace, now);
    return most ? (int)most : 1;
}

Refusal pace_check(const Table *t, int seat) {
    if (seat < 0) return REFUSE_UNSEATED;
    for (int s = 0; s < table_players(t); s++)
        if (s != seat && (table_seat(t, s)->owner[0] || !table_seat(t, s)->bot[0]))
            return REFUSE("seat", N_("The pace is chosen where everybody else is a bot."));
    return GRANTED;
}

void pace_choose(Pace *pace, Tempo tempo) {
    *pace = (Pace){.tempo = tempo, .haggling = pace->haggling}; /* they take their time anew */
}

void pace_set(Pace *pace, const Table *t, uint64_t now, uint64_t step) {
    const Game *game = table_game(t);
    bool flows = table_flows(t, pace->at),
         brisk = game->live.brisk && game->live.brisk(table_state(t));
    if (pace->tempo == TEMPO_CALM) step *= 2;
    if (pace->tempo == TEMPO_ONCE) step = 0;
    step = haggle(pace, t, now, step);
    uint64_t word = step / 2;
    if (brisk) step = word = step / 4;
    Turn before = pace->bots;
    pace->bots = bots_to_move(t);
    for (int seat = 0; seat < table_players(t); seat++) {
        if (!turn_has(pace->bots, seat)) continue;
        if (!flows || table_acted(t, seat) > pace->at)
            pace->ready[seat] = now + step;
        else if (!turn_has(before, seat))
            pace->ready[seat] = now + word;
    }
    pace->at = table_version(t);
}

/* Whether `seat` goes before `other`: who is ready first, or has not moved for longer. */
static bool goes_before(const Pace *pace, const Table *t, int seat, int other) {
    if (pace->ready[seat] != pace->ready[other]) return pace->ready[seat] < pace->ready[other];
    return table_acted(t, seat) < table_acted(t, other);
}

int pace_next(const Pace *pace, const Table *t) {
    int next = -1;
    if (pace->tempo == TEMPO_WAIT) return next;
    for (int seat = 0; seat < table_players(t); seat++)
        if (turn_has(pace->bots, seat) && (next < 0 || goes_before(pace, t, seat, next)))
            next = seat;
    return next;
}
