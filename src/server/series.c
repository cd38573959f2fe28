#include "server/series.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/manners.h"
#include "server/opening.h"
#include "server/session.h"
#include "server/visitors.h"
#include "store/replay.h"

/* --- results ---------------------------------------------------------------------------------- */

typedef struct Result {
    int points, rank;
} Result;

/* Reads a result; false where there is none, or none of so many seats. */
static bool read_result(const char *text, int players, Result out[SEATS_MAX]) {
    for (int seat = 0; seat < players; seat++) {
        char *end;
        out[seat].points = (int)strtol(text, &end, 10);
        if (end == text || *end != ':') return false;
        out[seat].rank = (int)strtol(end + 1, &end, 10);
        text = end + (*end == ' ');
    }
    return *text == '\0';
}

/* --- standings -------------------------------------------------------------------------------- */

/* Who plays from a seat, as a standing names him: a person, or the bot of the seat. */
static void key_of(const Table *t, int seat, char out[OWNER_MAX + 1]) {
    const Seat *s = table_seat(t, seat);
    Text text = text_over(out, OWNER_MAX + 1);
    if (s->owner[0] || s->reserved[0])
        text_add(&text, s->owner[0] ? s->owner : s->reserved);
    else
        text_printf(&text, "*%d", seat);
}

/* The games `key` has won, as a standing says: 0 where it does not name him. */
static int wins_of(const char *wins, const char *key) {
    size_t length = strlen(key);
    for (const char *word = wins; *word; word += strcspn(word, " "), word += *word == ' ')
        if (strncmp(word, key, length) == 0 && word[length] == '=') return atoi(word + length + 1);
    return 0;
}

/* The games won by each seat, this one included where it is over. */
static void count_wins(const StoreTable *header, const Table *t, const Result *result,
                       int wins[SEATS_MAX]) {
    for (int seat = 0; seat < table_players(t); seat++) {
        char key[OWNER_MAX + 1];
        key_of(t, seat, key);
        wins[seat] = wins_of(header->wins, key) + (result && result[seat].rank == 1);
    }
}

void series_jot(const Standing *standing, Text *json) {
    const StoreTable *header = standing->header;
    const Table *t = standing->seats;
    int players = table_players(t), wins[SEATS_MAX];
    Result result[SEATS_MAX];
    bool known = standing->stage == STAGE_OVER && read_result(standing->result, players, result);
    if (known) {
        jot_open(json, "result", '[');
        for (int seat = 0; seat < players; seat++) {
            jot_open(json, NULL, '{');
            jot_int(json, "points", result[seat].points);
            jot_int(json, "rank", result[seat].rank);
            jot_close(json, '}');
        }
        jot_close(json, ']');
    } else {
        jot_null(json, "result");
    }
    jot_string(json, "rematch", header->next[0] ? header->next : NULL);
    jot_int(json, "created", header->created);
    if (!header->round && !header->next[0]) {
        jot_null(json, "series");
        return;
    }
    count_wins(header, t, known ? result : NULL, wins);
    jot_open(json, "series", '{');
    jot_string(json, "id", header->series[0] ? header->series : header->id);
    jot_int(json, "round", header->round ? header->round : 1);
    jot_open(json, "wins", '[');
    for (int seat = 0; seat < players; seat++)
        jot_int(json, NULL, wins[seat]);
    jot_close(json, ']');
    jot_close(json, '}');
}

/* --- the rematch ------------------------------------------------------------------------------ */

static StoreTable next_header(const LiveTable *live, const char *host, uint8_t *seed) {
    StoreTable header = live->header;
    const Table *t = live->table;
    char text[RESULT_TEXT_MAX];
    Result result[SEATS_MAX];
    int wins[SEATS_MAX];
    new_table_id(header.id);
    strcpy(header.previous, live->header.id);
    if (!header.series[0]) strcpy(header.series, live->header.id);
    header.round = live->header.round ? live->header.round + 1 : 2;
    header.next[0] = '\0';
    header.listed = false; /* its seats are kept */
    strcpy(header.host, host);
    memcpy(header.seed, seed, SEED_BYTES);
    randombytes_buf(seed, SEED_BYTES); /* never used again */
    header.created = time(NULL);
    store_write_result(t, text);
    bool known = read_result(text, table_players(t), result);
    count_wins(&live->header, t, known ? result : NULL, wins);
    Text line = text_over(header.wins, sizeof header.wins);
    text_clear(&line);
    for (int seat = 0; seat < table_players(t); seat++) {
        char key[OWNER_MAX + 1];
        key_of(t, seat, key);
        text_printf(&line, "%s%s=%d", seat ? " " : "", key, wins[seat]);
    }
    return header;
}

/* Seats the one who asks and the bots; the seats of the others are kept for them, but for those who
   do not want to sit with him, or he with them. */
static void seat_all(LiveTable *live, const Table *before, int mine, const Person *host) {
    char buffer[LINE_LIMIT + 1];
    /* rated tables of older versions may have no clock */
    const TimeLimit *limit = table_time(before);
    bool unclocked = live->header.rated && limit->kind == TIME_NONE;
    opening_terms(live, unclocked ? &opening_rated_time : limit, table_delay(before),
                  table_bracket(before));
    for (int seat = 0; seat < table_players(before); seat++) {
        const Seat *s = table_seat(before, seat);
        Text line = text_over(buffer, sizeof buffer);
        char word[LEVEL_MAX];
        Text bot = text_over(word, sizeof word);
        text_printf(&bot, "%s%s", s->guest[0] ? "guest:" : "", s->guest[0] ? s->guest : s->bot);
        if (!visitor_known(live->server, word)) { /* the program has left the house */
            text_clear(&bot);
            text_add(&bot, s->bot);
        }
        if (s->owner[0] && seat != mine && manners_apart(host, s->owner)) continue;
        if (s->owner[0])
            text_printf(&line, "seat %d %s %s %s", seat, seat == mine ? "person" : "invite",
                        s->owner, s->name);
        else
            visitor_line(seat, word, &line);
        live_enter_surely(live, buffer);
    }
}

static void open_next(LiveTable *live, Job *job, int seat) {
    Server *server = live->server;
    Reason why;
    Refusal refusal = opening_check(job);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    StoreTable header = next_header(live, job->socket->person->self.id, job->socket->seed);
    Table *table =
        table_open(table_game(live->table), header.players, table_options(live->table), &why);
    LiveTable *next = table ? tables_add(server, &header, table) : NULL;
    if (!next) {
        table_close(table);
        answer_refuse_at(live, job, REFUSE_FULL);
        return;
    }
    strcpy(live->header.next, header.id); /* whoever asks meanwhile waits for the same */
    opening_seal(next);
    seat_all(next, live->table, seat, job->socket->person);
    opening_mix_in(next, seat, job->request.nonce);
    live_commit(next, job);
}

/* At the rematch itself: whoever has a seat kept takes it, unless somebody there does not want to
   sit with him; anybody else comes to look. */
static void join(LiveTable *live, Job *job) {
    const Person *person = job->socket->person;
    int seat = manners_unwelcome(person, &live->header, live->table)
                   ? -1
                   : table_seat_for(live->table, person->self.id);
    const char *name = seat >= 0 ? table_seat(live->table, seat)->name : "";
    if (seat >= 0 && !live_enter(live, "seat %d person %s %s", seat, person->self.id, name).text) {
        opening_mix_in(live, seat, job->request.nonce);
        live_commit(live, job);
    } else {
        answer_opened(job, live);
    }
}

void series_judge(LiveTable *live, Job *job) {
    const Table *t = live->table;
    int seat = live_seat_of(live, job);
    if (job->joining) {
        join(live, job);
    } else if (seat < 0) {
        answer_refuse_at(live, job, REFUSE_UNSEATED);
    } else if (!table_over(t)) {
        answer_refuse_at(live, job, REFUSE("turn", N_("The game is not over.")));
    } else if (live->header.next[0]) {
        job->joining = true;
        strcpy(job->request.table, live->header.next);
        tables_ask(live->server, job);
    } else {
        open_next(live, job, seat);
    }
}

void series_committed(LiveTable *live, Job *job) {
    Server *server = live->server;
    if (!job->joining) {
        server->metrics.tables_opened++;
        tables_rematched(server, live->header.previous, live->header.id);
    }
    answer_opened(job, live);
}
