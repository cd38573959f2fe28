/* picture.c: a state of VOC!, already hidden for its viewer, as JSON for a client
   (picture.md). A captain under sail is told his start, his orders and the words he heard, no
   place. */
#include "games/voc/state.h"

static const char *phase_word(Phase phase) {
    switch (phase) {
    case PHASE_FIRST: return "first";
    case PHASE_ORDERS: return "orders";
    case PHASE_INVEST: return "invest";
    case PHASE_SAIL: return "sail";
    case PHASE_VOYAGE: return "voyage";
    case PHASE_LANDFALL: return "landfall";
    case PHASE_TRADE: return "trade";
    case PHASE_DEALS: return "deals";
    case PHASE_CONTRACT: return "contract";
    case PHASE_DELIVER: return "deliver";
    case PHASE_STORE: return "store";
    case PHASE_OVER: return "over";
    }
    return "over";
}

static void jot_seats(Text *json, const char *key, unsigned seats) {
    jot_open(json, key, '[');
    for (int seat = 0; seat < SEATS; seat++)
        if (seats >> seat & 1) jot_int(json, NULL, seat);
    jot_close(json, ']');
}

static void jot_wares(Text *json, const char *key, Wares wares) {
    jot_open(json, key, '[');
    for (int good = 0; good < GOODS; good++)
        for (int n = count_of(wares, good); n > 0; n--)
            jot_word(json, NULL, voc_goods[good]);
    jot_close(json, ']');
}

static void jot_peppers(Text *json, const char *key, Hold hold) {
    jot_open(json, key, '[');
    for (int i = 0; i < PEPPER_PORTS; i++)
        if (pepper_in(hold) >> i & 1) jot_word(json, NULL, voc_ports[PEPPER_AT + i].name);
    jot_close(json, ']');
}

/* Goods of a hold, and the ports of the pepper among them. */
static void jot_hold(Text *json, const char *key, const char *ports, Hold hold) {
    jot_wares(json, key, wares_of(hold));
    jot_peppers(json, ports, hold);
}

static void jot_point(Text *json, const char *key, int x, int y) {
    jot_open(json, key, '[');
    jot_int(json, NULL, x);
    jot_int(json, NULL, y);
    jot_close(json, ']');
}

static void jot_charts(Text *json) {
    jot_open(json, "charts", '[');
    for (int i = 0; i < CHARTS; i++) {
        jot_open(json, NULL, '{');
        jot_string(json, "name", voc_charts[i].name);
        jot_point(json, "home", voc_charts[i].home_left, voc_charts[i].home_right);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

static void jot_ports(const Voc *s, Text *json) {
    jot_open(json, "ports", '[');
    for (int i = 0; i < PORTS; i++) {
        const Port *port = &voc_ports[i];
        jot_open(json, NULL, '{');
        jot_string(json, "name", port->name);
        jot_string(json, "good", voc_goods[port->good]);
        jot_int(json, "tokens", count_of(s->ports, i));
        jot_int(json, "most", port->tokens);
        jot_int(json, "chart", port->chart);
        jot_int(json, "x", port->x);
        jot_int(json, "y", port->y);
        jot_int(json, "radius", port->radius);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

static void jot_slots(const Voc *s, int ship, int half, const char *key, Text *json) {
    const Ship *it = &s->ship[ship];
    jot_open(json, key, '[');
    for (int i = 0; i < voc_half(ship); i++) {
        int slot = half * HALF + i;
        jot_open(json, NULL, '{');
        jot_int(json, "number", voc_number(ship, slot));
        jot_seat_if(json, "seat", it->crew[slot]);
        if (half) {
            int port = it->cargo[i];
            jot_string(json, "good", port == NOTHING ? NULL : voc_goods[voc_ports[port].good]);
            jot_string(json, "from", port == NOTHING ? NULL : voc_ports[port].name);
        }
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

static void jot_ships(const Voc *s, Text *json) {
    jot_open(json, "ships", '[');
    for (int ship = 0; ship < SHIPS; ship++) {
        const Ship *it = &s->ship[ship];
        bool at_sea = it->flags & AT_SEA, inside = false;
        int chart = voc_chart_of(ship),
            port = at_sea ? voc_port_near(chart, it->x, it->y, &inside) : -1;
        jot_open(json, NULL, '{');
        jot_string(json, "id", voc_ships[ship]);
        jot_int(json, "chart", chart);
        jot_bool(json, "sea", at_sea);
        if (at_sea)
            jot_point(json, "at", it->x, it->y);
        else
            jot_null(json, "at");
        jot_string(json, "near", at_sea ? voc_ports[port].name : NULL);
        jot_bool(json, "inside", inside);
        jot_bool(json, "aground", it->flags & AGROUND);
        jot_bool(json, "fitted", it->flags & FITTED);
        jot_seat_if(json, "captain", voc_captain(s, ship));
        jot_slots(s, ship, 0, "sailors", json);
        jot_slots(s, ship, 1, "merchants", json);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

static void jot_contract(const Voc *s, int card, Text *json) {
    jot_open(json, NULL, '{');
    jot_int(json, "card", card + 1);
    jot_open(json, "needs", '[');
    for (int side = 0; side < voc_sides(card); side++)
        jot_wares(json, NULL, voc_contracts[card].need[side]);
    jot_close(json, ']');
    jot_int(json, "value", voc_contracts[card].value);
    jot_int(json, "penalty", voc_contracts[card].penalty);
    jot_seat_if(json, "signer", s->signer[card]);
    if (s->due[card] == NO_YEAR)
        jot_null(json, "due");
    else
        jot_int(json, "due", FIRST_YEAR + s->due[card]);
    jot_close(json, '}');
}

static void jot_cards(const Voc *s, Text *json) {
    jot_open(json, "contracts", '[');
    for (int i = 0; i < s->rows; i++)
        jot_contract(s, s->row[i], json);
    jot_close(json, ']');
    jot_open(json, "amsterdam", '{');
    jot_int(json, "total", voc_amsterdam(s));
    jot_open(json, "cards", '[');
    for (int card = 0; card < CONTRACTS; card++)
        if (s->amsterdam >> card & 1) jot_contract(s, card, json);
    jot_close(json, ']');
    jot_close(json, '}');
    jot_int(json, "pile", voc_pile(s));
    jot_open(json, "unseen", '['); /* what the pile holds, in no order */
    for (int card = 0; card < CONTRACTS; card++)
        if (s->pile >> card & 1) jot_contract(s, card, json);
    jot_close(json, ']');
    jot_open(json, "markers", '[');
    for (int year = 0; year < s->until; year++)
        if (s->advanced && year >= s->year && voc_marker_free(s, year))
            jot_int(json, NULL, FIRST_YEAR + year);
    jot_close(json, ']');
}

static void jot_players(const Voc *s, Text *json) {
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < s->players; seat++) {
        jot_open(json, NULL, '{');
        jot_int(json, "money", voc_money(s, seat));
        jot_int(json, "men", s->men[seat]);
        jot_wares(json, "landed", wares_of(s->landed[seat]));
        jot_wares(json, "stored", wares_of(s->stored[seat]));
        jot_bool(json, "out", !voc_in(s, seat));
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* Whose pepper at home comes from which port (V53). */
static void jot_peppers_home(const Voc *s, Text *json) {
    jot_open(json, "peppers", '[');
    for (int i = 0; i < PEPPER_PORTS; i++)
        for (int seat = 0; seat < s->players; seat++) {
            bool landed = pepper_in(s->landed[seat]) >> i & 1;
            if (!landed && !(pepper_in(s->stored[seat]) >> i & 1)) continue;
            jot_open(json, NULL, '{');
            jot_string(json, "port", voc_ports[PEPPER_AT + i].name);
            jot_int(json, "seat", seat);
            jot_bool(json, "landed", landed);
            jot_close(json, '}');
        }
    jot_close(json, ']');
}

static void jot_words(const Voc *s, Text *json) {
    const Voyage *v = &s->scene.voyage;
    int captain = voc_captain(s, s->sailing); /* `acting` may be a merchant by now */
    jot_open(json, "words", '[');
    for (int seat = 0; seat < s->players; seat++) {
        jot_open(json, NULL, '{');
        jot_int(json, "said", v->words[seat]);
        jot_int(json, "left", seat == captain ? 0 : voc_free_words(s, seat));
        jot_string(json, "last", v->heard[seat] ? voc_word_ids[v->heard[seat]] : NULL);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_seats(json, "owed", v->owed);
}

static void jot_line(const Voc *s, Text *json) {
    const Voyage *v = &s->scene.voyage;
    static const char *const endings[ENDINGS] = {NULL, "sea", "harbour", "aground", "home"};
    jot_point(json, "at", v->walk.x, v->walk.y);
    jot_string(json, "ended", endings[v->walk.ending]);
    jot_open(json, "met", '[');
    for (int i = 0; i < v->walk.visits; i++)
        jot_word(json, NULL, voc_ports[v->walk.noted[i]].name);
    jot_close(json, ']');
    bool trade = s->phase == PHASE_TRADE;
    jot_string(json, "call", trade ? voc_ports[v->walk.noted[v->call]].name : NULL);
    if (trade)
        jot_int(json, "merchant", v->merchant);
    else
        jot_null(json, "merchant");
}

static void jot_voyage(const Voc *s, Text *json) {
    static const char *const modes[] = {NULL, "pen", "orders"};
    const Voyage *v = &s->scene.voyage;
    if (s->phase < PHASE_SAIL || s->phase > PHASE_TRADE) {
        jot_null(json, "voyage");
        return;
    }
    jot_open(json, "voyage", '{');
    jot_string(json, "ship", voc_ships[s->sailing]);
    jot_seat_if(json, "captain", voc_captain(s, s->sailing));
    jot_bool(json, "blind", v->veiled);
    if (s->phase != PHASE_SAIL) {
        jot_string(json, "mode", modes[v->mode]);
        jot_point(json, "start", v->start_x, v->start_y);
        jot_int(json, "strokes", v->strokes);
        jot_open(json, "orders", '[');
        for (int i = 0; v->mode == MODE_ORDERS && i < v->strokes; i++)
            jot_point(json, NULL, v->order[i] >> 7, v->order[i] & 127);
        jot_close(json, ']');
        jot_words(s, json);
        if (!v->veiled) jot_line(s, json);
    }
    jot_close(json, '}');
}

static void jot_deals(const Voc *s, Text *json) {
    const Deals *d = &s->scene.deals;
    if (s->phase != PHASE_DEALS) {
        jot_null(json, "deals");
        return;
    }
    jot_open(json, "deals", '{');
    jot_open(json, "offers", '[');
    for (int seat = 0; seat < s->players; seat++) {
        if (d->to[seat] == NOBODY) continue;
        jot_open(json, NULL, '{');
        jot_int(json, "from", seat);
        jot_int(json, "to", d->to[seat]);
        jot_hold(json, "give", "give_ports", d->give[seat]);
        jot_int(json, "pays", d->sum[seat] > 0 ? d->sum[seat] : 0);
        jot_hold(json, "want", "want_ports", d->want[seat]);
        jot_int(json, "gets", d->sum[seat] < 0 ? -d->sum[seat] : 0);
        jot_bool(json, "holds", voc_deal_holds(s, seat));
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_seats(json, "done", d->done & ((1u << s->players) - 1));
    jot_open(json, "left", '['); /* offers each may still make */
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, (s->clock ? OFFERS_CLOCK : OFFERS) - d->made[seat]);
    jot_close(json, ']');
    jot_bool(json, "minute", s->clock);
    jot_close(json, '}');
}

static void jot_auction(const Voc *s, Text *json) {
    const Auction *a = &s->scene.auction;
    if (s->phase != PHASE_CONTRACT) {
        jot_null(json, "auction");
        return;
    }
    jot_open(json, "auction", '{');
    jot_int(json, "card", s->row[a->at] + 1);
    jot_seat_if(json, "leader", a->leader);
    if (a->leader == NOBODY) {
        jot_null(json, "price");
        jot_null(json, "side");
    } else {
        jot_int(json, "price", a->price);
        jot_int(json, "side", a->side);
    }
    jot_seats(json, "able", a->able);
    jot_seats(json, "passed", a->passed);
    jot_bool(json, "hushing", a->hushing);
    jot_open(json, "hush", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, a->hush[seat]);
    jot_close(json, ']');
    jot_seats(json, "hushed", a->hushed);
    jot_int(json, "room", a->leader == NOBODY ? 0 : voc_hush_room(s)); /* to promise still */
    jot_close(json, '}');
}

void voc_picture(const void *state, int viewer, Text *json) {
    const Voc *s = state;
    (void)viewer;
    jot_open(json, NULL, '{');
    jot_string(json, "phase", phase_word((Phase)s->phase));
    jot_string(json, "rules", s->advanced ? "advanced" : "basic");
    jot_int(json, "year", FIRST_YEAR + s->year);
    jot_int(json, "from", FIRST_YEAR + voc_first_year(s));
    jot_int(json, "until", FIRST_YEAR + s->until);
    jot_bool(json, "convoy", voc_convoy(s->year));
    jot_seat_if(json, "first", s->first);
    jot_seat_if(json, "acting", s->acting);
    int in = s->players - __builtin_popcount(s->out);
    jot_int(json, "action", s->phase == PHASE_INVEST ? 1 + s->actions / in : 0);
    jot_charts(json);
    jot_ports(s, json);
    jot_ships(s, json);
    jot_cards(s, json);
    jot_players(s, json);
    jot_peppers_home(s, json);
    jot_voyage(s, json);
    jot_deals(s, json);
    jot_auction(s, json);
    jot_close(json, '}');
}
