/* sail.c: ships and what becomes of them: scurvy, refitting, voyages, ports, wrecks (phases 2 to
   4).

   A voyage is a Walk fed by strokes. A pen segment is walked as it is; an order waits for Chance,
   who says where the ship really went (VERB_DRIFT). Nothing the captain does tells him where he is
   until Chance makes landfall: after the walk has stopped, strokes go on and are ignored. */
#include "games/voc/state.h"

#include <assert.h>
#include <string.h>

/* --- men and ships ---------------------------------------------------------------------------- */

static void empty_ship(Ship *ship) {
    *ship = (Ship){0};
    memset(ship->crew, NOBODY, SLOTS);
    memset(ship->cargo, NOTHING, HALF);
}

static void men_ashore(Voc *s, int ship) {
    for (int slot = 0; slot < SLOTS; slot++)
        if (s->ship[ship].crew[slot] != NOBODY) s->men[s->ship[ship].crew[slot]]++;
}

void voc_wreck(Voc *s, int ship, News *news) {
    Event *event = tell(news, "wreck", -1, 0, N_("Ship {items} is lost with all its goods."),
                        N_("Ship {items} is lost with all its goods."));
    tell_item(event, voc_ships[ship]);
    for (int i = 0; i < HALF; i++)
        if (s->ship[ship].cargo[i] != NOTHING) s->ports += count_one(s->ship[ship].cargo[i]);
    men_ashore(s, ship);
    empty_ship(&s->ship[ship]);
}

/* The leftmost sailor goes back to his owner (V10, V11: nobody slides); the last one was the ship.
 */
static void lose_sailor(Voc *s, int ship, News *news, const char *kind, const char *you,
                        const char *they) {
    int slot = 0;
    while (s->ship[ship].crew[slot] == NOBODY)
        slot++;
    int owner = s->ship[ship].crew[slot];
    s->ship[ship].crew[slot] = NOBODY;
    s->men[owner]++;
    tell_item(tell(news, kind, owner, 0, you, they), voc_ships[ship]);
    if (voc_captain(s, ship) == NOBODY) voc_wreck(s, ship, news);
}

void voc_scurvy(Voc *s, News *news) {
    for (int ship = 0; ship < SHIPS; ship++)
        if (s->ship[ship].flags & AT_SEA) /* V9 */
            lose_sailor(s, ship, news, "scurvy", N_("Scurvy on ship {items}: you lose a sailor."),
                        N_("Scurvy on ship {items}: {seat} loses a sailor."));
}

void voc_refit(Voc *s, News *news) {
    for (int ship = 0; ship < SHIPS; ship++) {
        Ship *it = &s->ship[ship];
        if (voc_sailors(s, ship, NOBODY) + voc_merchants(s, ship, NOBODY)) continue;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (slot % HALF >= voc_half(ship)) continue;
            int owner = voc_colour(ship, slot, s->players);
            it->crew[slot] = (uint8_t)owner;
            s->men[owner]--;
        }
        it->flags |= FITTED; /* V7, V8 */
        tell_item(tell(news, "refit", -1, 0,
                       N_("Ship {items} is manned again; it sails next year."),
                       N_("Ship {items} is manned again; it sails next year.")),
                  voc_ships[ship]);
    }
}

/* A ship comes home: its men and their goods go to their owners. */
static void come_home(Voc *s, int ship, News *news) {
    Wares landed[SEATS] = {0};
    bool any = false;
    for (int i = 0; i < HALF; i++) {
        int port = s->ship[ship].cargo[i], owner = s->ship[ship].crew[HALF + i];
        if (port == NOTHING) continue;
        s->landed[owner] += count_one(port);
        landed[owner] += count_one(voc_ports[port].good);
        any = true;
    }
    tell_item(tell(news, "home", -1, any,
                   any ? N_("Ship {items} is home.") : N_("Ship {items} is home, empty."),
                   any ? N_("Ship {items} is home.") : N_("Ship {items} is home, empty.")),
              voc_ships[ship]);
    for (int seat = 0; seat < s->players; seat++)
        if (landed[seat])
            tell_wares(
                tell(news, "landed", seat, 0, N_("You land {items}."), N_("{seat} lands {items}.")),
                landed[seat]);
    men_ashore(s, ship);
    empty_ship(&s->ship[ship]);
}

/* --- one ship after the other ----------------------------------------------------------------- */

void voc_begin_sailing(Voc *s, int ship, News *news) {
    memset(&s->scene, 0, sizeof s->scene);
    while (ship < SHIPS && (s->ship[ship].flags & FITTED || voc_captain(s, ship) == NOBODY))
        ship++; /* V43: without a sailor nobody commands */
    s->sailing = (uint8_t)ship;
    if (ship == SHIPS) {
        s->acting = NOBODY;
        voc_begin_sales(s, news);
        return;
    }
    s->phase = PHASE_SAIL;
    s->acting = (uint8_t)voc_captain(s, ship);
}

static void stay(Voc *s, int seat, News *news) {
    tell_item(tell(news, "stay", seat, 0, N_("You stay where you are with ship {items}."),
                   N_("{seat} stays in place with ship {items}.")),
              voc_ships[s->sailing]);
    voc_begin_sailing(s, s->sailing + 1, news);
}

static void set_sail(Voc *s, int seat, Move m, News *news) {
    const Ship *ship = &s->ship[s->sailing];
    Voyage *v = &s->scene.voyage;
    bool home = !(ship->flags & AT_SEA);
    v->start_x = home ? (int16_t)wide(m.item) : ship->x;
    v->start_y = home ? HOME_Y : ship->y;
    v->walk = walk_begin(v->start_x, v->start_y, home, ship->flags & AGROUND);
    s->phase = PHASE_VOYAGE;
    Event *event = tell(news, "sail", seat, v->start_x, N_("You set sail with ship {items}."),
                        N_("{seat} sets sail with ship {items}."));
    tell_m(event, v->start_y);
    tell_item(event, voc_ships[s->sailing]);
}

/* --- strokes ---------------------------------------------------------------------------------- */

int voc_free_words(const Voc *s, int seat) {
    int left = voc_sailors(s, s->sailing, seat) - s->scene.voyage.words[seat];
    return left > 0 ? left : 0;
}

/* Shipmates with words left are asked for one; also when the ship lies aground, because the captain
   would know otherwise. */
static void ask_words(Voc *s) {
    Voyage *v = &s->scene.voyage;
    v->owed = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (seat != s->acting && voc_free_words(s, seat) && !(v->muted >> seat & 1))
            v->owed |= (uint8_t)(1u << seat);
}

static void close_stroke(Voyage *v) {
    memset(v->heard, CALL_NONE, sizeof v->heard);
    v->owed = 0;
}

/* Everyone but the captain sees the line grow, and the coast it meets. */
static void tell_line(const Voc *s, bool was_open, News *news) {
    const Voyage *v = &s->scene.voyage;
    if (!news) return;
    uint8_t others = (uint8_t)(EVERYONE & ~(1u << s->acting));
    Event *event = tell(news, "line", s->acting, v->walk.x, NULL, NULL);
    tell_m(event, v->walk.y);
    event->audience = others;
    if (!was_open || v->walk.ending == END_OPEN) return;
    const char *why = v->walk.ending == END_HOME ? N_("The line reaches home.") : N_("Land!");
    event = tell(news, "land", -1, v->walk.ending == END_HOME, why, why);
    event->audience = others;
}

/* What a captain says when he opens his eyes: why he sailed as he did, whatever was called. */
static void tell_reckoning(int seat, Move m, News *news) {
    static const char *const you[CALLS] = {
        [CALL_NORTH] = N_("You reckoned yourself north of {items}."),
        [CALL_SOUTH] = N_("You reckoned yourself south of {items}."),
        [CALL_EAST] = N_("You reckoned yourself east of {items}."),
        [CALL_WEST] = N_("You reckoned yourself west of {items}."),
        [CALL_STOP] = N_("You reckoned yourself at {items}."),
    };
    static const char *const they[CALLS] = {
        [CALL_NORTH] = N_("{seat}: “I reckoned us north of {items}.”"),
        [CALL_SOUTH] = N_("{seat}: “I reckoned us south of {items}.”"),
        [CALL_EAST] = N_("{seat}: “I reckoned us east of {items}.”"),
        [CALL_WEST] = N_("{seat}: “I reckoned us west of {items}.”"),
        [CALL_STOP] = N_("{seat}: “I reckoned us at {items}.”"),
    };
    if (!m.count) return;
    tell_item(tell(news, "reckoned", seat, m.item[0], you[m.item[0]], they[m.item[0]]),
              voc_ports[m.item[1]].name);
}

static void lift_pen(Voc *s) {
    close_stroke(&s->scene.voyage);
    s->phase = PHASE_LANDFALL;
}

/* The latest segments count most. */
static int8_t lately(int8_t before, int part) {
    return (int8_t)(before + (4 * part - before) / 4);
}

static void pen(Voc *s, Move m, News *news) {
    Voyage *v = &s->scene.voyage;
    int before = v->strokes / ASK_EVERY;
    uint8_t owed = v->owed;
    close_stroke(v);
    v->mode = MODE_PEN;
    v->owed = owed;
    for (int i = 0; i < m.count; i += 2) {
        bool open = v->walk.ending == END_OPEN;
        walk_line(&v->walk, voc_chart_of(s->sailing), pen_part(m.item[i]), pen_part(m.item[i + 1]));
        v->strokes++;
        v->ahead_x = lately(v->ahead_x, pen_part(m.item[i]));
        v->ahead_y = lately(v->ahead_y, pen_part(m.item[i + 1]));
        tell_line(s, open, news);
    }
    if (v->strokes / ASK_EVERY != before) ask_words(s);
    if (v->strokes == SEGMENTS_MAX) lift_pen(s);
}

static void order(Voc *s, int seat, Move m, News *news) {
    Voyage *v = &s->scene.voyage;
    int heading = wide(m.item), length = m.item[2];
    close_stroke(v);
    v->mode = MODE_ORDERS;
    v->order[v->strokes++] = (uint16_t)(heading << 7 | length);
    v->pending = 1;
    Event *event = tell(news, "order", seat, heading, N_("You order {n}°, {m} {m?unit|units}."),
                        N_("{seat} orders {n}°, {m} {m?unit|units}."));
    tell_m(event, length);
}

static void drift(Voc *s, Move m, News *news) {
    Voyage *v = &s->scene.voyage;
    bool open = v->walk.ending == END_OPEN;
    v->pending = 0;
    voc_draw_stroke(v, voc_chart_of(s->sailing), drift_part(m.item[0]), drift_part(m.item[1]));
    tell_line(s, open, news);
    if (v->strokes == ORDERS_MAX)
        lift_pen(s);
    else
        ask_words(s);
}

/* --- words ------------------------------------------------------------------------------------ */

static void call_word(Voc *s, int seat, Call word, News *news) {
    Voyage *v = &s->scene.voyage;
    int cost = voc_free_words(s, seat) ? 0 : FINE; /* V15 */
    s->fined[seat] = (int16_t)(s->fined[seat] + cost);
    v->words[seat]++;
    v->heard[seat] = (uint8_t)word;
    v->owed &= (uint8_t) ~(1u << seat);
    if (v->mode == MODE_ORDERS && v->saids < SAID_MAX)
        v->said[v->saids++] = (Said){(uint8_t)v->strokes, (uint8_t)(seat * CALLS_ROOM + (int)word)};
    tell_item(
        tell(news, "word", seat, cost,
             cost ? N_("You call “{items}” and pay {n} daalders.") : N_("You call “{items}”."),
             cost ? N_("{seat} calls “{items}” and pays {n} daalders.")
                  : N_("{seat} calls “{items}”.")),
        voc_word_ids[word]);
}

static void chat(Voc *s, int seat, News *news) {
    s->fined[seat] = (int16_t)(s->fined[seat] + FINE);
    tell(news, "chat", seat, FINE, N_("You speak during the voyage and pay {n} daalders."),
         N_("{seat} speaks during the voyage and pays {n} daalders."));
}

bool voc_chat(const void *state, int seat, Fine *out) {
    const Voc *s = state;
    (void)seat; /* the captain too: `check` tells him why not */
    if (s->phase != PHASE_VOYAGE) return false;
    *out = (Fine){.move = {.verb = VERB_CHAT},
                  .warning = N_("The table is silent during the voyage. "
                                "Writing a message costs {n} daalders."),
                  .act = N_("Write and pay {n} daalders"),
                  .n = FINE};
    return true;
}

/* --- landfall and trade ----------------------------------------------------------------------- */

Move voc_landfall(const Voc *s) {
    const Walk *w = &s->scene.voyage.walk;
    Ending ending = walk_rest(w, voc_chart_of(s->sailing));
    Move m = {VERB_LANDFALL,
              (uint8_t)(5 + w->visits),
              {(uint8_t)(w->safe_x >> 8), (uint8_t)w->safe_x, (uint8_t)(w->safe_y >> 8),
               (uint8_t)w->safe_y, (uint8_t)ending}};
    memcpy(&m.item[5], w->noted, w->visits);
    return m;
}

/* The voyage is over and played out: grounding and homecoming come after trade (V24). */
static void end_voyage(Voc *s, News *news) {
    int ship = s->sailing;
    switch ((Ending)s->scene.voyage.walk.ending) {
    case END_AGROUND:
        lose_sailor(s, ship, news, "aground", N_("Ship {items} is aground: you lose a sailor."),
                    N_("Ship {items} is aground: {seat} loses a sailor."));
        break;
    case END_HOME: come_home(s, ship, news); break;
    case END_OPEN:
    case END_SEA:
    case END_HARBOUR:
    case ENDINGS: break;
    }
    voc_begin_sailing(s, ship + 1, news);
}

/* Finds the next merchant with a choice, left to right, port after port. */
static void go_trading(Voc *s, News *news) {
    Voyage *v = &s->scene.voyage;
    const Ship *ship = &s->ship[s->sailing];
    for (; v->call < v->walk.visits; v->call++, v->merchant = 0) {
        int port = v->walk.noted[v->call];
        if (v->merchant == 0)
            tell_item(tell(news, "call", -1, count_of(s->ports, port), N_("Port of call: {items}."),
                           N_("Port of call: {items}.")),
                      voc_ports[port].name);
        for (; v->merchant < HALF && count_of(s->ports, port); v->merchant++) {
            int owner = ship->crew[HALF + v->merchant];
            if (owner == NOBODY || ship->cargo[v->merchant] != NOTHING) continue;
            s->phase = PHASE_TRADE;
            s->acting = (uint8_t)owner;
            return;
        }
    }
    end_voyage(s, news);
}

static void landfall(Voc *s, Move m, News *news) {
    static const char *const sentence[ENDINGS] = {
        [END_SEA] = N_("Ship {items} has stopped."),
        [END_HARBOUR] = N_("Ship {items} never left harbour."),
        [END_AGROUND] = N_("Ship {items} ran aground."),
        [END_HOME] = N_("Ship {items} comes home."),
    };
    Voyage *v = &s->scene.voyage;
    Ship *ship = &s->ship[s->sailing];
    Ending ending = (Ending)m.item[4];
    Event *event = tell(news, "landfall", -1, wide(m.item), sentence[ending], sentence[ending]);
    tell_m(event, wide(m.item + 2));
    tell_item(event, voc_ships[s->sailing]);
    if (event) event->opens = (uint8_t)(1u << s->acting); /* his eyes: the whole line at once */
    if (v->walk.moved && (ending == END_SEA || ending == END_AGROUND)) {
        ship->x = (int16_t)wide(m.item);
        ship->y = (int16_t)wide(m.item + 2);
        ship->flags = ending == END_AGROUND ? AT_SEA | AGROUND : AT_SEA;
    }
    v->walk.ending = (uint8_t)ending;
    v->swing = 0; /* secrets of the voyage end with it */
    v->steady = v->muted = 0;
    v->ahead_x = v->ahead_y = 0;
    go_trading(s, news);
}

static void trade(Voc *s, int seat, bool takes, News *news) {
    Voyage *v = &s->scene.voyage;
    int port = v->walk.noted[v->call];
    if (takes) {
        s->ports -= count_one(port);
        s->ship[s->sailing].cargo[v->merchant] = (uint8_t)port;
        tell_item(tell(news, "take", seat, port, N_("You take {items} aboard."),
                       N_("{seat} takes {items} aboard.")),
                  voc_goods[voc_ports[port].good]);
    } else {
        tell(news, "skip", seat, port, N_("Your merchant waits."), N_("{seat}’s merchant waits."));
    }
    v->merchant++;
    go_trading(s, news);
}

void voc_sail(Voc *s, int seat, Move m, News *news) {
    Voyage *v = &s->scene.voyage;
    switch (m.verb) {
    case VERB_STAY: stay(s, seat, news); return;
    case VERB_SAIL: set_sail(s, seat, m, news); return;
    case VERB_PEN: pen(s, m, news); return;
    case VERB_ORDER: order(s, seat, m, news); return;
    case VERB_DRIFT: drift(s, m, news); return;
    case VERB_STOP:
        tell_reckoning(seat, m, news);
        lift_pen(s);
        return;
    case VERB_SAY: call_word(s, seat, (Call)m.item[0], news); return;
    case VERB_MUTE:
        v->muted |= (uint8_t)(1u << seat);
        v->owed &= (uint8_t) ~(1u << seat);
        return;
    case VERB_QUIET: v->owed &= (uint8_t) ~(1u << seat); return;
    case VERB_CHAT: chat(s, seat, news); return;
    case VERB_LANDFALL: landfall(s, m, news); return;
    case VERB_TAKE: trade(s, seat, true, news); return;
    case VERB_SKIP: trade(s, seat, false, news); return;
    default: break;
    }
    assert(false && "a move of a voyage");
}
