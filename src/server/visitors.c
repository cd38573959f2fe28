#include "server/visitors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "guests/guests.h"
#include "server/inside.h"

/* The program of a seat, while it runs, and where it is counted. */
typedef struct Visitor {
    Guest *guest; /* NULL: none */
    int *place;
} Visitor;

static const char prefix[] = "guest:";

static const char *name_in(const char *word) {
    return strncmp(word, prefix, sizeof prefix - 1) == 0 ? word + sizeof prefix - 1 : NULL;
}

static const char *command_of(const Server *server, const char *name) {
    for (int i = 0; i < server->options.guest_count; i++)
        if (strcmp(server->options.guest_names[i], name) == 0)
            return server->options.guest_commands[i];
    return NULL;
}

bool visitor_known(const Server *server, const char *word) {
    const char *name = name_in(word);
    return !name || command_of(server, name);
}

void visitor_line(int seat, const char *word, Text *line) {
    const char *name = name_in(word);
    text_printf(line, name ? "seat %d guest %s" : "seat %d bot %s", seat, name ? name : word);
}

static Guest *guest_at(const LiveTable *live, int seat) {
    return live->visitors ? live->visitors[seat].guest : NULL;
}

void visitor_dismiss(LiveTable *live, int seat) {
    if (!guest_at(live, seat)) return;
    Visitor *visitor = &live->visitors[seat];
    if (live->table) table_ask_guest(live->table, seat, NULL);
    guest_free(visitor->guest);
    visitor->guest = NULL;
    live->server->metrics.guest_bots--;
    --*visitor->place;
}

/* Where one more program of a table is counted: for the address of somebody who looks and has room
   for it, so that nobody who comes to look takes it from those who play. NULL: too many run. */
static int *place_for(const LiveTable *live) {
    Server *server = live->server;
    if (server->metrics.guest_bots >= VISITORS_MAX) return NULL;
    for (const Socket *s = live->watchers; s; s = s->beside)
        if (s->address->visitors < VISITORS_EACH) return &s->address->visitors;
    return live->watchers || server->visitors_unseen >= VISITORS_UNSEEN ? NULL
                                                                        : &server->visitors_unseen;
}

void visitor_call(LiveTable *live, int seat) {
    Server *server = live->server;
    const Seat *it = table_seat(live->table, seat);
    if (!it->guest[0] || it->lost) return;
    if (!guest_at(live, seat)) {
        const char *command = command_of(server, it->guest);
        int *place = command ? place_for(live) : NULL;
        if (!place) return;
        if (!live->visitors) live->visitors = server_alloc(SEATS_MAX * sizeof *live->visitors);
        live->visitors[seat] = (Visitor){guest_new(command, GUEST_THINKS, false), place};
        server->metrics.guest_bots++;
        ++*place;
    }
    /* each time: a table that was read again knows nothing of it */
    table_ask_guest(live->table, seat, guest_asker(guest_at(live, seat)));
}

void visitor_judge(LiveTable *live, int seat) {
    const Guest *guest = guest_at(live, seat);
    if (!guest || !guest_lost(guest)) return;
    Text reason = text_grow();
    guest_tell_fault(guest, live->server->options.lang, &reason);
    say_wrong("guest bot %s lost its seat: %s", table_seat(live->table, seat)->guest, reason.at);
    text_free(&reason);
    visitor_dismiss(live, seat);
    Reason why = live_enter(live, "seat %d lost", seat);
    assert(!why.text);
}

void visitors_dismiss(LiveTable *live) {
    for (int seat = 0; seat < SEATS_MAX; seat++)
        visitor_dismiss(live, seat);
    free(live->visitors);
    live->visitors = NULL;
}
