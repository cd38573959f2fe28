#include "table/journal.h"

/* Somebody of a record: a person who is nobody here, or a bot. */
static void add_sitter(const Table *t, int seat, Text *lines) {
    const Seat *s = table_seat(t, seat);
    const char *names[SEATS_MAX];
    table_names(t, names);
    if (s->bot[0] && !s->name[0])
        text_printf(lines, "seat %d bot %s\n", seat, s->bot);
    else
        text_printf(lines, "seat %d person record.%d %s\n", seat, seat, names[seat]);
}

static void add_digits(const char *before, const uint8_t *bytes, int count, Text *lines) {
    text_add(lines, before);
    fair_write(bytes, count, lines);
    text_char(lines, '\n');
}

int journal_of_record(const Table *t, Text *lines) {
    const Seal *seal = table_seal(t);
    int players = table_players(t);
    if (seal->sealed) add_digits("commitment ", seal->commitment, SHA256_BYTES, lines);
    for (int seat = 0; seat < players; seat++) {
        char nonce[] = "nonce 0 ";
        nonce[6] = (char)('0' + seat);
        add_sitter(t, seat, lines);
        if (seal->sealed) add_digits(nonce, seal->nonce[seat], NONCE_BYTES, lines);
    }
    text_add(lines, table_offline(t) ? "copied\nbegin\noffline\n" : "copied\nbegin\n");
    table_moves(t, table_position(t), lines);
    if (!table_finished(t)) text_add(lines, "ends\n");
    return table_position(t) + 2 + table_offline(t) + !table_finished(t) +
           (seal->sealed ? 1 + 2 * players : players);
}

int journal_of_fork(const Table *t, int position, int mine, const char *owner, const char *name,
                    Text *lines) {
    int players = table_players(t);
    for (int seat = 0; seat < players; seat++) {
        const char *bot = table_seat(t, seat)->bot;
        if (seat == mine)
            text_printf(lines, "seat %d person %s %s\n", seat, owner, name);
        else
            text_printf(lines, "seat %d bot %s\n", seat, bot[0] ? bot : STAND_IN);
    }
    text_add(lines, "copied\nbegin\n");
    table_moves(t, position, lines);
    return players + 2 + position;
}
