/* table.h: one game in progress.

   A table is a journal: lines of text, entered one after the other, that seat people and bots, make
   moves and take them back. `table_enter` (`table_enter_move` for a move just read) is the only way
   a table changes, live or replayed from the store, so a table loaded again is the table that was.
   It refuses a line whole or takes it whole. No I/O, no clock and no random source here.

   The lines of a journal:
     commitment 9f86d081…       first of all: the seal of the secret seed (fair.h)
     time bank:600+15           how long decisions may take; without it: as long as they will
     seat 2 person OWNER NAME   a person sits down (OWNER: an opaque id without spaces)
     seat 2 bot greedy          a bot sits down
     seat 2 guest pirate        a program of the house sits down (docs/bot-protocol.md): a trader
                                where nobody asks it
     seat 2 lost                it misbehaved: the trader plays on
     seat 2 away greedy         the person left, a bot plays on for him
     seat 2 away greedy clock   the same, because his time was up too often
     seat 2 away greedy vote    the same, because those present chose it
     seat 2 back                he takes his seat again
     seat 2 given greedy        the host gives it to a bot: whoever comes may take it
     seat 2 invite OWNER NAME   it is kept for this person (before the game begins)
     seat 2 empty               nobody sits there, it is kept for nobody (before the game begins)
     lesson                     the first game of a lesson: its deal is fixed (before it begins)
     copied                     moves of another game stand first (before it begins): nobody's
                                result
     ends                       those are all: a record that breaks off, nothing is played here
     offline                    what stands above was played where no server could see it
                                (handover.h): sealed no more, and it never counts
     nonce 2 5d02b7…            what seat 2 adds to the seed before the first draw
     begin                      all seats are taken: the game starts
     0 bid wood3 grain1         a move of seat 0, in the game's notation
     * lot olives2              a move of Chance
     undo 57                    back to the position after 57 moves
     late 2 greedy              the time of seat 2 is up: a bot makes this decision
     late 2                     the time of the moment is up: the clock makes his next move
     vote 1 2 bot               what seat 1 would do about the absence of seat 2: bot, wait, pause
     wait 2                     those present wait for seat 2 once more
     pause 2                    they pause until he is back: clocks rest
     resume 1                   seat 1 ends the pause
     holiday 2 1700000000 7     seat 2 is on holiday for 7 days, until that second since 1970
     order 2 bid 5              seat 2 orders ahead (order.c): no part of the game
     order 2                    it takes its order back
     checked 2                  the person of seat 2 has checked the draws of the finished game
     chat 2 Come aboard!        the person of seat 2 talks to the table: no part of the game
     aside OWNER NAME<tab>Oh!   somebody who looks talks to the others who do: the same
     delay 20                   those who only look are so many moves behind (watch.c)
     points 1400 1700           the table is for people of so many points (bracket.c) */
#ifndef NEGOCE_TABLE_H
#define NEGOCE_TABLE_H

#include "bots/analysis.h"
#include "bots/bots.h"
#include "table/fair.h"

#define STAND_IN "trader" /* the level that plays for who left, and for a program that failed */

enum {
    NAME_LIMIT = 24,
    GUEST_NAME = 16, /* bytes of a guest's name */
    OWNER_MAX = 40,
    CHAT_LIMIT = 200,    /* characters of one message to the table */
    CHAT_HELD = 200,     /* messages a table remembers, the newest */
    CHAT_MAX = 4000,     /* messages a journal takes in all */
    ASIDES_MAX = 2000,   /* the same of those who look */
    DELAY_MOST = 200,    /* moves those who look may be behind */
    POINTS_MOST = 4000,  /* points anybody may be asked for */
    JOURNAL_MAX = 32000, /* other lines; the last half of them are moves */
    LINE_LIMIT = 4 * (CHAT_LIMIT + NAME_LIMIT) + OWNER_MAX + 8, /* bytes of a line: an aside */
    ACTS_HELD = 100,    /* acts of people a table remembers, the newest */
    LATES_MAX = 3,      /* times in a row before the seat is away */
    HOLIDAY_MOST = 30,  /* days at once */
    HOLIDAYS_MOST = 60, /* days in all, of a seat */
    TIME_TEXT_MAX = 24,
    ORDER_TEXT = 48,        /* bytes of an order, NUL included */
    ORDER_LINES_MAX = 2000, /* lines of orders a journal takes; beyond them */
    ORDERS_EACH = 250       /* who has set fewer may, and whatever stands is taken back */
};

/* How long decisions may take (table/clock.h). */
typedef enum TimeKind { TIME_NONE, TIME_DECISION, TIME_BANK, TIME_SLOW } TimeKind;

typedef struct TimeLimit {
    TimeKind kind;
    int seconds;   /* of a decision, or of the bank */
    int increment; /* seconds each turn adds to a bank */
} TimeLimit;

/* What those present may choose where somebody is absent. */
typedef enum Voice { VOICE_NONE, VOICE_WAIT, VOICE_PAUSE, VOICE_BOT, VOICES } Voice;

typedef struct Seat {
    char owner[OWNER_MAX + 1];     /* "": no person belongs here */
    char name[NAME_LIMIT * 4 + 1]; /* UTF-8, at most NAME_LIMIT characters */
    char bot[16];                  /* the level that plays, "": a person plays or nobody */
    char guest[GUEST_NAME + 1];    /* the program that plays in place of it, "": none */
    bool lost;                     /* until it lost the seat */
    char late[16]; /* the level that makes the decision a person did not make in time, "": none */
    bool given;    /* the host gave it away: whoever comes may take it */
    char reserved[OWNER_MAX + 1]; /* it is kept for this person, called `name`; "": for nobody */
} Seat;

/* An empty table with every seat free; NULL and `why` where the game cannot be played so. */
Table *table_open(const Game *game, int players, const uint8_t *options, Reason *why);
void table_close(Table *t);

/* Enters one line (without line end). On refusal nothing has changed. */
Reason table_enter(Table *t, const char *line);

/* The same for a move of a seat that has been read already: also writes its line, in the game's own
   words, as the journal has it. */
Reason table_enter_move(Table *t, int seat, Move move, Text *line);

/* Reads a move, however it was typed; whether it is legal is not asked. */
Reason table_read_move(const Table *t, const char *text, Move *move);

/* Where Chance owes a move: draws one with `rng`, writes its line and returns true. */
bool table_draw(const Table *t, Rng *rng, Text *line);

/* Enters a move of Chance or, where it owes none, of a bot: the lowest seat chooses from its hidden
   state with that effort. False where neither owes one. */
bool table_play_on(Table *t, Effort effort, Rng *rng);

/* The bot of `seat` is asked through `asker` as long as that answers; NULL: no longer. Nothing of
   the journal: a table loaded again has none. */
void table_ask_guest(Table *t, int seat, Asker *asker);

/* Who plays from `seat`, where a bot does: a sailor in his own character, or a steady hand that
   stands in for a person. */
Player table_player(const Table *t, int seat, Effort effort);

/* The table as it stood after `position` moves: a table of its own, with the same people. */
Table *table_at(const Table *t, int position);

/* Whether `seat` may take back its last move now; `to` (may be NULL) is the position to go back to.
   Honest: not across a reveal, a draw or another seat's move. */
Reason table_undo_check(const Table *t, int seat, int *to);

/* Whether since that version there were only live moves (Game.live.is_live), and people came and
 * went. */
bool table_flows(const Table *t, int since);

/* The version after the last move of `seat`; 0: it has made none. */
int table_acted(const Table *t, int seat);

/* Whether a move of `seat` (NULL: none that can be read), made for version `at`, is meant for the
   table as it is now: nothing was entered since; or the move is live (Game.live.is_live), and since
   then others made live moves and came and went, no more. So a move that was made is never meant
   again. */
bool table_meant(const Table *t, int seat, int at, const Move *move);

/* Whether `seat` may make the move written in `text` now. */
Reason table_move_check(const Table *t, int seat, const char *text);

/* The name of a guest: small letters, digits and hyphens, a letter first. */
Reason table_guest_check(const char *name);

/* The name of a seat may carry any printable UTF-8 but no more than NAME_LIMIT characters. */
Reason table_name_check(const char *name);

/* Talk may carry any printable UTF-8 and the joiners of emoji, at most CHAT_LIMIT characters. */
Reason table_chat_check(const char *text);

/* Whether `seat` pays for talking to the table now, and what. */
bool table_fine(const Table *t, int seat, Fine *fine);

const Game *table_game(const Table *t);
const void *table_state(const Table *t); /* the whole truth: only for those who run the game */
const uint8_t *table_options(const Table *t);
int table_players(const Table *t);
int table_lines(const Table *t);    /* entered so far */
int table_version(const Table *t);  /* lines that changed something: all but talk and orders */
int table_position(const Table *t); /* moves that stand */
/* Seconds the decisions of the moment may take (Game.live.clock), 0: any time; `from` is the
   position at which that time began, wherever undo has led since. */
int table_clock(const Table *t, int *from);
bool table_begun(const Table *t);
bool table_lesson(const Table *t);  /* it plays the first game of a lesson */
bool table_offline(const Table *t); /* a part of it was played without a server (handover.h) */
bool table_copied(const Table *t);  /* moves of another game stand first */

/* Whether the person of a seat has checked the draws of the finished game. */
bool table_checked(const Table *t, int seat);

/* Whether the move behind this position was made by an order. */
bool table_by_order(const Table *t, int position);
/* The same for the clock or a machine that played in the place of a person. */
bool table_by_stand_in(const Table *t, int position);
bool table_over(const Table *t);     /* nothing more is played */
bool table_finished(const Table *t); /* it has a result: over, but no record that breaks off */

/* Who owes a move here; nobody where nothing more is played. */
Turn table_turn(const Table *t);
const Seat *table_seat(const Table *t, int seat);
bool table_full(const Table *t);                        /* every seat is taken */
int table_seat_of(const Table *t, const char *owner);   /* -1: nowhere */
int table_seat_for(const Table *t, const char *person); /* the seat kept for him; -1: none */
/* A name for each seat, into `names` (SEATS_MAX), valid while the table is. */
void table_names(const Table *t, const char *names[]);

/* What `viewer` sees, as the `window` object of docs/protocol.md. */
void table_window(const Table *t, int viewer, const char *key, Text *json);

/* The same in two: the fields of an object that is open, and the picture, an object of its own. */
void table_look(const Table *t, int viewer, Text *frame, Text *picture);

/* The same as the table stood after `position` moves; no more is made of it than what the viewer
   saw then. */
void table_look_back(const Table *t, int position, int viewer, Text *frame, Text *picture);

/* The game at a glance, as fields of an object that is open: `who`, one letter a move (the digit of
   its seat, * for Chance; a, b, c… for the live moves of seats 0, 1, 2…; empty before the game is
   over), and `marks`, what happened to nobody in particular, such as the start of a round: [{at,
   kind, n}]. */
void table_outline(const Table *t, int viewer, int to, Text *json);

/* The seats that owe a move, as a field `turn`. */
void turn_json(Text *json, Turn turn);

/* One event as an object of docs/protocol.md, told to `reader`. */
void event_json(Text *json, int position, int reader, const Event *event);

/* What `viewer` may know of the moves between two positions, as an array of events told to
   `reader`: who looks through another's eyes is not called by that other's “you”. */
void table_events(const Table *t, int viewer, int reader, int from, int to, const char *key,
                  Text *json);

/* The position at which a page of events begins that ends at position `to`: so many events or
   fewer, but for what one move tells or opens; whole moves; and never a long way to look back. */
int table_page(const Table *t, int viewer, int to, int events);

/* Who talks: the players to their table, or those who look among themselves. */
typedef enum Channel { CHANNEL_TABLE, CHANNEL_ASIDE, CHANNELS } Channel;

/* What somebody has not heard yet: the lines behind `from` up to `to`, but for those of people he
   is `deaf` to (may be NULL). */
typedef struct ChatRange {
    int from, to;
    bool (*deaf)(const void *who, const char *owner);
    const void *who;
} ChatRange;

/* What was said, as the array of the lines of docs/protocol.md; `table_chats` counts all of it,
   `table_chat_end` tells the number of the last line behind `from` said up to a position, and
   `table_speaker` who said a line and how he was called; NULL: it is not known any more. */
int table_chats(const Table *t, Channel channel);
int table_chat_end(const Table *t, Channel channel, int from, int position);
const char *table_speaker(const Table *t, Channel channel, int number, const char **name);
void table_chat(const Table *t, Channel channel, const ChatRange *range, const char *key,
                Text *json);

/* Moves those who only look are behind while the game is played; the position they may see;
   `veiled`: of a stretch of live moves (Game.live.stretch) nothing before its end. And who owed a
   move at a position. */
int table_delay(const Table *t);
int table_visible(const Table *t, bool veiled);
Turn table_turn_at(const Table *t, int position);

/* For whom the table is: from so many points at its game to so many; `most` 0: for everybody. */
typedef struct Bracket {
    int least, most;
} Bracket;

Bracket table_bracket(const Table *t);
Reason bracket_check(Bracket bracket);

/* What people did with their seats, in the same way: left, came back, chose. `viewer` is who reads
   it. */
int table_acts(const Table *t, int from, int position);
void table_act(const Table *t, int viewer, int from, int to, const char *key, Text *json);

/* --- time and absence ------------------------------------------------------------------------- */

/* "none", "decision:30", "bank:600+15", "slow:24". */
Reason time_read(const char *text, TimeLimit *out);
void time_write(const TimeLimit *limit, Text *out);

const TimeLimit *table_time(const Table *t);

/* The level that plays in the place of people here: that of the bots at the table, or STAND_IN. */
const char *table_stand_in(const Table *t);

/* Whether a bot plays from this seat now, for itself or for a person. */
bool table_automatic(const Table *t, int seat);

/* Seconds of the stretch of live moves that runs now (GameLive.stretch); 0: none does. */
int table_stretch(const Table *t);

/* How often in a row the time of a seat was up. */
int table_lates(const Table *t, int seat);

/* The position behind which others moved for the person of a seat, who has not moved since; -1:
   nobody did. */
int table_missed(const Table *t, int seat);

/* How many decisions, 255 at most, a machine made in the place of the person of a seat. One that
   was taken back counts as well: he has seen it. */
int table_stood_in(const Table *t, int seat);

/* What seat `voter` would do about the absence of `seat`. */
Voice table_voice(const Table *t, int seat, int voter);
extern const char *const voice_words[VOICES]; /* "wait": in journals and messages */

/* The seat for which those present have chosen a pause, -1: none; until when (seconds since 1970) a
   seat is on holiday, 0: it never was. */
int table_paused(const Table *t);
int64_t table_holiday(const Table *t, int seat);

/* What the order of a seat that owes a move makes it do now; false: it has none that says so. */
bool table_order_move(const Table *t, int seat, Move *out);

/* Calls `visit` with each move between two positions, its news and the whole state behind it;
   `position` counts the moves made so far, this one included. */
typedef void TableVisit(void *who, int position, int seat, const Move *move, const News *news,
                        const void *state);
void table_replay(const Table *t, int from, int to, TableVisit *visit, void *who);

/* Begins the analysis of a finished game; it needs the table no more. */
Analysis *table_analyse(const Table *t, int iterations, bool open);

/* What is known of the seed of the draws; once the game is over the seed itself is told with
   `table_reveal`, and its record has it from then on. */
const Seal *table_seal(const Table *t);
void table_reveal(Table *t, const uint8_t seed[SEED_BYTES]);

/* The key of its draws (fair.h). Once the game has begun it stays what it is, and is made once. */
const uint8_t *table_draw_key(Table *t, const uint8_t seed[SEED_BYTES]);

/* --- records ---------------------------------------------------------------------------------- */

/* The moves that stand, as a record (docs/records.md). `seed` is written where >= 0. */
void table_record(const Table *t, long long seed, Text *out);

/* The first `count` moves that stand, a line each, as records and journals have them. */
void table_moves(const Table *t, int count, Text *out);

/* Reads a record. NULL on failure, with the line (from 1) and the reason. */
Table *table_read(const char *record, size_t length, int *line, Reason *why);

#endif
