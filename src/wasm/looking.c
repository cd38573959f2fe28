/* looking.c: what the page sees of the table that is loaded, now and looking back. */
#include "wasm/wasm.h"

EXPORT(solo_table) const char *solo_table(void);
EXPORT(solo_chats) const char *solo_chats(int from);
EXPORT(solo_why) const char *solo_why(const char *move);
EXPORT(solo_events) const char *solo_events(int before, int eyes);
EXPORT(solo_replay) const char *solo_replay(int position, int eyes, int known);
EXPORT(solo_outline) const char *solo_outline(int eyes);

static void write_summary(Text *json) {
    const Table *t = my_table();
    Summary summary = {.id = my_table_id(),
                       .title = my_table_title(),
                       .person = PAGE_OWNER,
                       .host = true,
                       .begun = table_begun(t),
                       .over = table_over(t),
                       .at = table_version(t),
                       .turn = table_turn(t),
                       .here = my_seat() < 0 ? 0 : 1u << my_seat()};
    jot_open(json, "summary", '{');
    run_seated(t, &summary, json);
    run_turn(&summary, json);
    jot_close(json, '}');
}

const char *solo_table(void) {
    const Table *t = my_table();
    int viewer = my_seat() < 0 ? SPECTATOR : my_seat();
    int from = table_page(t, viewer, table_position(t), LAST_EVENTS);
    int left = my_clock();
    Text *json = answer("table");
    write_summary(json);
    table_window(t, viewer, "window", json);
    jot_int(json, "at", table_version(t));
    if (left >= 0)
        jot_int(json, "clock", left);
    else
        jot_null(json, "clock");
    jot_null(json, "times");
    jot_open(json, "ballots", '[');
    jot_close(json, ']');
    jot_int(json, "from", from);
    table_events(t, viewer, viewer, from, table_position(t), "events", json);
    return end(json);
}

const char *solo_chats(int from) {
    Text *json = answer("chat");
    jot_string(json, "table", my_table_id());
    ChatRange range = {.from = from, .to = table_chats(my_table(), CHANNEL_TABLE)};
    table_chat(my_table(), CHANNEL_TABLE, &range, "lines", json);
    return end(json);
}

const char *solo_why(const char *move) {
    Reason why = table_move_check(my_table(), my_seat(), move);
    Text *json = answer("why");
    jot_string(json, "move", move);
    jot_string(json, "why", why.text);
    jot_int(json, "n", why.n);
    return end(json);
}

const char *solo_events(int before, int eyes) {
    const Table *t = my_table();
    int viewer, to = before < table_position(t) ? before : table_position(t);
    Refusal refusal = run_eyes(t, my_seat(), eyes, &viewer);
    if (refusal.code) return refuse(refusal);
    int from = table_page(t, viewer, to, EVENTS_PAGE);
    Text *json = answer("events");
    jot_string(json, "table", my_table_id());
    jot_int(json, "from", from);
    jot_int(json, "to", to);
    table_events(t, viewer, my_seat(), from, to, "events", json);
    return end(json);
}

const char *solo_replay(int position, int eyes, int known) {
    int viewer;
    int last = table_position(my_table());
    Refusal refusal = run_look_check(my_table(), my_seat(), eyes, position, last, &viewer);
    if (refusal.code) return refuse(refusal);
    Text *json = answer("replay");
    write_summary(json);
    run_look_back(my_table(), position, last, viewer, my_seat(), known, json);
    return end(json);
}

const char *solo_outline(int eyes) {
    int viewer;
    Refusal refusal = run_look_check(my_table(), my_seat(), eyes, 0, 0, &viewer);
    if (refusal.code) return refuse(refusal);
    Text *json = answer("outline");
    jot_string(json, "table", my_table_id());
    table_outline(my_table(), viewer, table_position(my_table()), json);
    return end(json);
}
