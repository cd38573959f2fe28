/* picture.c: a state of Comptoir des Antilles, already hidden for its viewer, as JSON for a client.
   The fields are told in picture.md. */
#include "games/comptoir/state.h"

#include "core/notation.h"

static const char *phase_word(Phase phase) {
    switch (phase) {
    case PHASE_FIRST:
    case PHASE_SHIPS:
    case PHASE_GOODS:
    case PHASE_DEAL: return "setup";
    case PHASE_TURN: return "turn";
    case PHASE_TILE: return "tile";
    case PHASE_AUCTION: return "auction";
    case PHASE_SAIL: return "sail";
    case PHASE_SLATE: return "slate";
    case PHASE_NEXT:
    case PHASE_DRAW: return "refill";
    case PHASE_LOAD: return "load";
    case PHASE_OVER: return "over";
    }
    return "over";
}

/* --- small things ---------------------------------------------------------------------------- */

static void jot_seats(Text *json, const char *key, unsigned seats) {
    jot_open(json, key, '[');
    for (; seats; seats &= seats - 1)
        jot_int(json, NULL, __builtin_ctz(seats));
    jot_close(json, ']');
}

static void jot_quays(Text *json, const char *key, unsigned quays) {
    jot_open(json, key, '[');
    for (; quays; quays &= quays - 1)
        jot_int(json, NULL, __builtin_ctz(quays) + 1);
    jot_close(json, ']');
}

/* A heap of goods as a list of ids. */
static void jot_goods(Text *json, const char *key, Goods heap) {
    jot_open(json, key, '[');
    for (int good = 0; good < GOODS; good++)
        for (int i = goods_of(heap, good); i > 0; i--)
            jot_word(json, NULL, comptoir_goods[good]);
    jot_close(json, ']');
}

static void jot_tiles(Text *json, const char *key, Tiles heap) {
    jot_open(json, key, '[');
    for (int event = 1; event < EVENTS; event++)
        for (int i = tiles_of(heap, event); i > 0; i--)
            jot_word(json, NULL, comptoir_events[event]);
    jot_close(json, ']');
}

static void jot_cards(Text *json, const char *key, unsigned cards) {
    jot_open(json, key, '[');
    for (; cards; cards &= cards - 1)
        jot_word(json, NULL, comptoir_relations[__builtin_ctz(cards)].id);
    jot_close(json, ']');
}

static void jot_porters(const Comptoir *s, Text *json, const char *key, const Ship *ship) {
    jot_open(json, key, '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, ship->porters[seat]);
    jot_close(json, ']');
}

/* --- the port -------------------------------------------------------------------------------- */

static void jot_ship(const Comptoir *s, int quay, Text *json) {
    const Ship *ship = &s->ship[quay];
    if (!ship->size) {
        jot_null(json, NULL);
        return;
    }
    jot_open(json, NULL, '{');
    jot_int(json, "size", ship->size);
    jot_porters(s, json, "porters", ship);
    jot_int(json, "aboard", ship_aboard(ship));
    jot_string(json, "good", ship->good < GOODS ? comptoir_goods[ship->good] : NULL);
    jot_int(json, "base", comptoir_primes[ship->good]);
    jot_int(json, "prime", ship->good < GOODS ? ship_prime(ship) : 0);
    if (ship->event) {
        jot_open(json, "event", '{');
        jot_string(json, "id", comptoir_events[ship->event]);
        jot_int(json, "seat", ship->poser);
        jot_close(json, '}');
    } else {
        jot_null(json, "event");
    }
    jot_close(json, '}');
}

static void jot_fleet(const Comptoir *s, Text *json) {
    jot_open(json, "fleet", '{');
    if (s->next)
        jot_int(json, "next", s->next);
    else
        jot_null(json, "next");
    jot_int(json, "left", comptoir_fleet_left(s));
    jot_open(json, "unseen", '{');
    for (int size = 0; size < SIZES; size++) {
        const char name[2] = {(char)('0' + SMALLEST + size), '\0'};
        jot_int(json, name, s->fleet[size]);
    }
    jot_close(json, '}');
    jot_close(json, '}');
}

static void jot_pile(const Comptoir *s, Text *json) {
    jot_open(json, "pile", '{');
    jot_int(json, "hidden", comptoir_face_down(s));
    jot_open(json, "known", '[');
    for (int i = 0; i < s->queued; i++)
        jot_word(json, NULL, comptoir_goods[s->queue >> (2 * i) & 3]);
    jot_close(json, ']');
    jot_goods(json, "unseen", s->bag); /* in a hidden state: the pile and the hands of others */
    jot_goods(json, "lost", s->lost);
    jot_close(json, '}');
}

static void jot_auction(const Comptoir *s, Text *json) {
    if (s->phase != PHASE_AUCTION && s->phase != PHASE_TILE) {
        jot_null(json, "auction");
        return;
    }
    jot_open(json, "auction", '{');
    jot_string(json, "event", s->tile ? comptoir_events[s->tile] : NULL);
    jot_int(json, "high", s->high);
    jot_seat_if(json, "leader", s->leader);
    jot_seats(json, "passed", s->passed);
    jot_close(json, '}');
}

static void jot_events(const Comptoir *s, Text *json) {
    jot_open(json, "events", '{');
    jot_bool(json, "on", s->events);
    jot_int(json, "left", comptoir_events_left(s));
    jot_tiles(json, "unseen", s->events ? s->tiles : 0);
    jot_tiles(json, "spent", s->spent);
    jot_close(json, '}');
}

/* --- seats ----------------------------------------------------------------------------------- */

static void jot_seat(const Comptoir *s, int seat, int viewer, Text *json) {
    bool sees = seat == viewer || viewer == CHANCE;
    jot_open(json, NULL, '{');
    jot_int(json, "primes", s->score[seat]);
    jot_int(json, "porters", s->home[seat]);
    jot_cards(json, "relations", s->relations[seat]);
    jot_cards(json, "played", ALL_RELATIONS & ~(unsigned)s->relations[seat]); /* C-37 */
    jot_tiles(json, "events", s->held[seat]);
    if (sees)
        jot_goods(json, "goods", s->hand[seat]);
    else
        jot_null(json, "goods");
    jot_goods(json, "known", s->known[seat]);
    jot_int(json, "hidden", comptoir_hand_size(s, seat) - goods_count(s->known[seat]));
    jot_close(json, '}');
}

/* --- what a move would do -------------------------------------------------------------------- */

static void jot_wages(const Comptoir *s, const Ship *ship, Text *json, const char *key) {
    int wages[PLAYERS_MAX];
    comptoir_wages(ship, wages);
    jot_open(json, key, '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, wages[seat]);
    jot_close(json, ']');
}

/* A ship that would leave: what everyone earns, the commission and who could be left the slate. */
static void jot_sailing(const Comptoir *s, int quay, int card, bool paid, Text *json) {
    const Ship *ship = &s->ship[quay];
    jot_open(json, NULL, '{');
    jot_int(json, "quay", quay + 1);
    if (paid) {
        jot_wages(s, ship, json, "wages");
    } else {
        jot_open(json, "wages", '[');
        for (int seat = 0; seat < s->players; seat++)
            jot_int(json, NULL, 0);
        jot_close(json, ']');
    }
    jot_int(json, "commission", card == NO_CARD ? 0 : comptoir_relations[card].commission);
    jot_seats(json, "slate", card == NO_CARD ? 0 : comptoir_slateable(s, ship, s->active));
    jot_close(json, '}');
}

/* The ships whose porters differ from those of `before`. */
static void jot_changes(const Comptoir *before, const Comptoir *after, Text *json) {
    jot_open(json, "porters", '{');
    for (int q = 0; q < QUAYS; q++) {
        const uint8_t *was = before->ship[q].porters, *is = after->ship[q].porters;
        if (was[0] == is[0] && was[1] == is[1] && was[2] == is[2] && was[3] == is[3]) continue;
        const char name[2] = {(char)('1' + q), '\0'};
        jot_porters(after, json, name, &after->ship[q]);
    }
    jot_close(json, '}');
}

static void jot_play_effect(const Comptoir *s, Move m, Text *json) {
    Comptoir after = *s;
    comptoir_lay(&after, s->active, m);
    jot_changes(s, &after, json);
    jot_open(json, "sails", '[');
    for (unsigned full = comptoir_full(&after); full; full &= full - 1)
        jot_sailing(&after, __builtin_ctz(full), m.item[PLAY_CARD], true, json);
    jot_close(json, ']');
}

/* What an event would do is played on a copy: nothing of Chance comes before it is settled. */
static void jot_put_effect(const Comptoir *s, Move m, Text *json) {
    int event = m.item[0], quay = m.item[1];
    bool paid = event == SHORTAGE;
    bool leaves = paid || event == STORM || event == DAMAGE || event == FIRE;
    Comptoir after = *s;
    comptoir_apply(&after, s->active, m, NULL);
    jot_changes(s, leaves ? s : &after, json);
    jot_open(json, "sails", '[');
    if (leaves) jot_sailing(s, quay, NO_CARD, paid, json);
    jot_close(json, ']');
    jot_open(json, "primes", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, after.score[seat] - s->score[seat]);
    jot_close(json, ']');
}

/* For the viewer whose turn it is: each of his cards and events, by the notation of its move. */
static void jot_effects(const Comptoir *s, int viewer, Text *json) {
    jot_open(json, "effects", '{');
    Move list[COMPTOIR_MOVES];
    bool asked = s->phase == PHASE_TURN && viewer == s->acting;
    int n = asked ? comptoir_moves(s, viewer, list) : 0;
    for (int i = 0; i < n; i++) {
        if (list[i].verb != VERB_PLAY && list[i].verb != VERB_PUT) continue;
        char buffer[MOVE_TEXT_MAX];
        Text name = text_over(buffer, sizeof buffer);
        move_write(&comptoir, list[i], &name);
        jot_open(json, buffer, '{');
        if (list[i].verb == VERB_PLAY)
            jot_play_effect(s, list[i], json);
        else
            jot_put_effect(s, list[i], json);
        jot_close(json, '}');
    }
    jot_close(json, '}');
}

/* --- the whole ------------------------------------------------------------------------------- */

static void jot_settling(const Comptoir *s, Text *json) {
    jot_quays(json, "full", s->leaving);
    jot_quays(json, "fresh", s->fresh);
    if (s->phase == PHASE_SLATE) {
        jot_key(json, "sailing");
        jot_sailing(s, s->sailing, s->card, true, json);
    } else {
        jot_null(json, "sailing");
    }
}

static void jot_turn(const Comptoir *s, Text *json) {
    jot_open(json, "turn", '{');
    jot_seat_if(json, "seat", s->active);
    jot_string(json, "card", s->card == NO_CARD ? NULL : comptoir_relations[s->card].id);
    jot_bool(json, "auctioned", s->auctioned);
    jot_bool(json, "put", s->put);
    jot_close(json, '}');
}

static void jot_relations(Text *json) {
    jot_open(json, "relations", '[');
    for (int card = 0; card < RELATIONS; card++) {
        jot_open(json, NULL, '{');
        jot_string(json, "id", comptoir_relations[card].id);
        jot_int(json, "commission", comptoir_relations[card].commission);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

void comptoir_picture(const void *state, int viewer, Text *json) {
    const Comptoir *s = state;
    jot_open(json, NULL, '{');
    jot_string(json, "phase", phase_word((Phase)s->phase));
    jot_int(json, "round", s->round);
    jot_bool(json, "ending", s->ending);
    jot_seat_if(json, "slate", s->slate);
    jot_bool(json, "used", s->used);
    jot_int(json, "turns", s->turns);
    jot_turn(s, json);
    jot_seat_if(json, "acting", s->acting);
    jot_open(json, "quays", '[');
    for (int q = 0; q < QUAYS; q++)
        jot_ship(s, q, json);
    jot_close(json, ']');
    jot_settling(s, json);
    jot_int(json, "ships", SHIPS - s->aside);
    jot_fleet(s, json);
    jot_pile(s, json);
    jot_events(s, json);
    jot_auction(s, json);
    jot_relations(json);
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_seat(s, seat, viewer, json);
    jot_close(json, ']');
    jot_effects(s, viewer, json);
    jot_close(json, '}');
}
