#include "store/replay.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

Table *store_replay(const StoreTable *header, char *lines) {
    const Game *game = game_named(header->game);
    uint8_t options[OPTIONS_MAX];
    Reason why;
    if (!game || header->players < game->min_players || header->players > game->max_players ||
        !options_read(game, header->options, options))
        return NULL;
    Table *table = table_open(game, header->players, options, &why);
    if (!table) return NULL;
    for (char *line = lines, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (!table_enter(table, line).text) continue;
        table_close(table);
        return NULL;
    }
    return table;
}

void store_write_seats(const Table *t, Text *out) {
    if (table_lesson(t)) text_add(out, "lesson\n");
    const Seal *seal = table_seal(t);
    if (seal->sealed) {
        text_add(out, "commitment ");
        fair_write(seal->commitment, SHA256_BYTES, out);
        text_char(out, '\n');
    }
    text_add(out, "time ");
    time_write(table_time(t), out);
    text_char(out, '\n');
    if (table_delay(t)) text_printf(out, "delay %d\n", table_delay(t));
    Bracket bracket = table_bracket(t);
    if (bracket.most) text_printf(out, "points %d %d\n", bracket.least, bracket.most);
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0])
            text_printf(out, "seat %d person %s %s\n", seat, s->owner, s->name);
        else if (s->guest[0])
            text_printf(out, "seat %d guest %s\n", seat, s->guest);
        else if (s->bot[0])
            text_printf(out, "seat %d bot %s\n", seat, s->bot);
        else if (s->reserved[0])
            text_printf(out, "seat %d invite %s %s\n", seat, s->reserved, s->name);
        if (!(seal->given & 1 << seat)) continue;
        text_printf(out, "nonce %d ", seat);
        fair_write(seal->nonce[seat], NONCE_BYTES, out);
        text_char(out, '\n');
    }
    if (!table_begun(t)) return;
    text_add(out, "begin\n");
    if (table_offline(t)) text_add(out, "offline\n");
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0] && s->bot[0]) text_printf(out, "seat %d away %s\n", seat, s->bot);
        if (s->lost) text_printf(out, "seat %d lost\n", seat);
    }
}

/* Adds to a batch one whose list the table is in. */
static void add_sitter(StoreBatch *batch, const char *person, int place) {
    batch->place[batch->sitters] = place;
    batch->sitter[batch->sitters++] = person;
}

void store_seat(const Table *t, StoreBatch *batch, char seats[SEATS_TEXT_MAX]) {
    Text text = text_over(seats, SEATS_TEXT_MAX);
    store_write_seats(t, &text);
    batch->seats = seats;
    for (int seat = 0; seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        if (s->owner[0]) add_sitter(batch, s->owner, s->bot[0] ? PLACE_AWAY : seat);
        if (s->reserved[0]) add_sitter(batch, s->reserved, PLACE_RESERVED);
    }
}

void store_write_result(const Table *t, char out[RESULT_TEXT_MAX]) {
    Text text = text_over(out, RESULT_TEXT_MAX);
    if (!table_finished(t)) return;
    Score scores[SEATS_MAX];
    table_game(t)->rules.score(table_state(t), scores);
    for (int seat = 0; seat < table_players(t); seat++)
        text_printf(&text, "%s%d:%d", seat ? " " : "", scores[seat].points, scores[seat].rank);
    assert(!text.cut);
}
