/* records.c: arbitrary bytes as a record. Either it is refused with a line and a reason, or it is a
   table whose record, read again, is the same table: same record, same window of every viewer. */
#include <string.h>

#include "fuzz.h"
#include "table/table.h"

static Text record_of(const Table *t) {
    Text out = text_grow();
    table_record(t, -1, &out);
    return out;
}

static Text window_of(const Table *t, int viewer) {
    Text out = text_grow();
    table_window(t, viewer, NULL, &out);
    table_events(t, viewer, viewer, 0, table_position(t), NULL, &out);
    return out;
}

static void same(Text a, Text b, const char *sentence) {
    claim(strcmp(a.at, b.at) == 0, sentence);
    text_free(&a);
    text_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int line = 0;
    Reason why = ALLOWED;
    Table *t = table_read((const char *)data, size, &line, &why);
    if (!t) {
        claim(why.text && *why.text, "a record that is refused is refused for a reason");
        claim(line >= 1, "a record is refused at a line");
        return 0;
    }
    claim(table_game(t)->rules.audit(table_state(t)) == NULL, "a record leads to a sound state");

    Text written = record_of(t);
    Table *again = table_read(written.at, written.length, &line, &why);
    claim(again != NULL, "what is written can be read");
    same(record_of(t), record_of(again), "what is written reads as the same record");
    for (int viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer == CHANCE || (viewer < SEATS_MAX && viewer >= table_players(t))) continue;
        same(window_of(t, viewer), window_of(again, viewer), "and as the same windows");
    }
    text_free(&written);
    table_close(again);
    table_close(t);
    return 0;
}
