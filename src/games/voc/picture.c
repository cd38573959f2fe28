/* picture.c: a state of VOC!, already hidden for its viewer, as JSON for a client and as text for a
   terminal. A captain under sail sees his start, his orders and the words he heard, no chart. */
#include "games/voc/state.h"

#include <string.h>

/* --- JSON ------------------------------------------------------------------------------------- */

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

static void jot_seat(Text *json, const char *key, int seat) {
    if (seat == NOBODY)
        jot_null(json, key);
    else
        jot_int(json, key, seat);
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
            jot_string(json, NULL, voc_goods[good]);
    jot_close(json, ']');
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
        jot_seat(json, "seat", it->crew[slot]);
        if (half) {
            int port = it->cargo[i];
            jot_string(json, "good", port == NOTHING ? NULL : voc_goods[voc_ports[port].good]);
            jot_string(json, "from", port == NOTHING ? NULL : voc_ports[port].name);
        }
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* The port in whose circle a ship lies, or the nearest one; `inside` tells which. */
static int port_near(int chart, int x, int y, bool *inside) {
    int best = voc_charts[chart].first_port, least = 1 << 30;
    *inside = voc_port_at(chart, x, y) >= 0;
    if (*inside) return voc_port_at(chart, x, y);
    for (int i = best; i < voc_charts[chart].first_port + voc_charts[chart].ports; i++) {
        int dx = x - voc_ports[i].x, dy = y - voc_ports[i].y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    return best;
}

static void jot_ships(const Voc *s, Text *json) {
    jot_open(json, "ships", '[');
    for (int ship = 0; ship < SHIPS; ship++) {
        const Ship *it = &s->ship[ship];
        bool at_sea = it->flags & AT_SEA, inside = false;
        int chart = voc_chart_of(ship),
            port = at_sea ? port_near(chart, it->x, it->y, &inside) : -1;
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
        jot_seat(json, "captain", voc_captain(s, ship));
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
    jot_seat(json, "signer", s->signer[card]);
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
    for (int year = 0; year < YEARS; year++)
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
        jot_string(json, NULL, voc_ports[v->walk.noted[i]].name);
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
    jot_seat(json, "captain", voc_captain(s, s->sailing));
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
        jot_wares(json, "give", d->give[seat]);
        jot_int(json, "pays", d->sum[seat] > 0 ? d->sum[seat] : 0);
        jot_wares(json, "want", d->want[seat]);
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
    jot_seat(json, "leader", a->leader);
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
    jot_close(json, '}');
}

void voc_picture(const void *state, int viewer, Text *json) {
    const Voc *s = state;
    (void)viewer;
    jot_open(json, NULL, '{');
    jot_string(json, "phase", phase_word((Phase)s->phase));
    jot_string(json, "rules", s->advanced ? "advanced" : "basic");
    jot_int(json, "year", FIRST_YEAR + s->year);
    jot_bool(json, "convoy", voc_convoy(s->year));
    jot_seat(json, "first", s->first);
    jot_seat(json, "acting", s->acting);
    int in = s->players - __builtin_popcount(s->out);
    jot_int(json, "action", s->phase == PHASE_INVEST ? 1 + s->actions / in : 0);
    jot_charts(json);
    jot_ports(s, json);
    jot_ships(s, json);
    jot_cards(s, json);
    jot_players(s, json);
    jot_voyage(s, json);
    jot_deals(s, json);
    jot_auction(s, json);
    jot_close(json, '}');
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *phase_title(Phase phase) {
    switch (phase) {
    case PHASE_FIRST:
    case PHASE_ORDERS: return N_("new orders");
    case PHASE_INVEST: return N_("investments");
    case PHASE_SAIL:
    case PHASE_VOYAGE:
    case PHASE_LANDFALL: return N_("navigation");
    case PHASE_TRADE: return N_("in port");
    case PHASE_DEALS: return N_("deals");
    case PHASE_CONTRACT:
    case PHASE_DELIVER: return N_("contracts");
    case PHASE_STORE: return N_("warehouses");
    case PHASE_OVER: return N_("the end");
    }
    return "";
}

/* "2 tea, coffee"; a dash where there is nothing. */
static void print_wares(Text *out, Lang lang, Wares wares) {
    bool first = true;
    for (int good = 0; good < GOODS; good++) {
        int n = count_of(wares, good);
        if (!n) continue;
        if (!first) text_add(out, ", ");
        first = false;
        if (n > 1) text_printf(out, "%d ", n);
        text_add(out, words(lang, voc_goods[good]));
    }
    if (first) text_add(out, "–");
}

static void print_head(const Voc *s, Lang lang, Text *out) {
    text_printf(out, "%d · %s", FIRST_YEAR + s->year, words(lang, phase_title((Phase)s->phase)));
    if (voc_convoy(s->year) && s->year) text_printf(out, " · %s", words(lang, N_("convoy")));
    text_add(out, " · ");
    say(out, lang, N_("Amsterdam {n}"), &(Holes){.n = voc_amsterdam(s)});
    text_add(out, " · ");
    say(out, lang, N_("pile {n}"), &(Holes){.n = voc_pile(s)});
    text_char(out, '\n');
}

/* Begins a new line where the one that began at `*line` is nearly full; otherwise a blank. */
static void print_break(Text *out, size_t *line) {
    enum { FULL = 64 };
    bool full = out->length - *line > FULL;
    text_char(out, full ? '\n' : ' ');
    if (full) *line = out->length;
}

static void print_ports(const Voc *s, Lang lang, Text *out) {
    size_t line = out->length;
    for (int i = 0; i < PORTS; i++) {
        if (i) {
            text_char(out, ',');
            print_break(out, &line);
        }
        text_printf(out, "%s %d", words(lang, voc_ports[i].name), count_of(s->ports, i));
    }
    text_char(out, '\n');
}

static void print_contracts(const Voc *s, Lang lang, Text *out) {
    enum { NEEDS_AT = 6, VALUE_AT = 52, SIGNED_AT = 62 };
    for (int i = 0; i < s->rows; i++) {
        int card = s->row[i];
        size_t line = out->length;
        bool open = s->phase == PHASE_CONTRACT && s->scene.auction.at == i;
        text_printf(out, "%s%d", open ? "> " : "  ", card + 1);
        text_column(out, line, NEEDS_AT);
        print_wares(out, lang, voc_contracts[card].need[0]);
        if (voc_sides(card) == 2) {
            text_add(out, " / ");
            print_wares(out, lang, voc_contracts[card].need[1]);
        }
        text_column(out, line, VALUE_AT);
        text_printf(out, "%d", voc_contracts[card].value);
        if (s->advanced) text_printf(out, " (−%d)", voc_contracts[card].penalty);
        if (s->signer[card] != NOBODY) {
            text_column(out, line, SIGNED_AT);
            text_printf(out, "%d %d", voc_due(s, card) + FIRST_YEAR, s->signer[card]);
        }
        text_char(out, '\n');
    }
}

static void print_place(const Voc *s, int ship, Lang lang, Text *out) {
    const Ship *it = &s->ship[ship];
    if (!(it->flags & AT_SEA)) {
        text_add(out, words(lang, N_("at Middelburg")));
        if (it->flags & FITTED) text_printf(out, ", %s", words(lang, N_("sails next year")));
        return;
    }
    bool inside;
    int port = port_near(voc_chart_of(ship), it->x, it->y, &inside);
    text_add(out, words(lang, inside ? N_("at") : N_("off")));
    text_printf(out, " %s (%d, %d)", words(lang, voc_ports[port].name), it->x, it->y);
    if (it->flags & AGROUND) text_printf(out, ", %s", words(lang, N_("aground")));
}

/* Sailors and merchants by seat number, left to right, with what a merchant carries. */
static void print_crew(const Voc *s, int ship, Lang lang, Text *out) {
    const Ship *it = &s->ship[ship];
    text_add(out, "    ");
    for (int slot = 0; slot < voc_half(ship); slot++)
        text_printf(out, "%c ", it->crew[slot] == NOBODY ? '.' : '0' + it->crew[slot]);
    text_char(out, '|');
    for (int i = 0; i < voc_half(ship); i++) {
        int owner = it->crew[HALF + i];
        text_printf(out, " %c", owner == NOBODY ? '.' : '0' + owner);
        if (it->cargo[i] != NOTHING)
            text_printf(out, ":%s", words(lang, voc_goods[voc_ports[it->cargo[i]].good]));
    }
    text_char(out, '\n');
}

static void print_ships(const Voc *s, int viewer, const char *const *names, Lang lang, Text *out) {
    for (int ship = 0; ship < SHIPS; ship++) {
        bool active = s->phase >= PHASE_SAIL && s->phase <= PHASE_TRADE && s->sailing == ship;
        text_printf(out, "%s%s  ", active ? "> " : "  ", voc_ships[ship]);
        print_place(s, ship, lang, out);
        int captain = voc_captain(s, ship);
        if (captain != NOBODY) {
            text_add(out, " · ");
            say(out, lang, captain == viewer ? N_("you are captain") : N_("captain {seat}"),
                &(Holes){.seat = names[captain]});
        }
        text_char(out, '\n');
        if (captain != NOBODY || voc_merchants(s, ship, NOBODY)) print_crew(s, ship, lang, out);
    }
}

static void print_seats(const Voc *s, int viewer, const char *const *names, Lang lang, Text *out) {
    enum { MONEY_AT = 30, MEN_AT = 44, GOODS_AT = 54, MORE_AT = 6 };
    Turn turn = voc_turn(s);
    for (int i = 0; i < s->players; i++) {
        int seat = ((viewer < s->players ? viewer : 0) + i) % s->players;
        size_t line = out->length;
        text_printf(out, "%s%d %s", turn_has(turn, seat) ? "> " : "  ", seat, names[seat]);
        if (s->advanced && seat == s->first) text_add(out, " *");
        text_column(out, line, MONEY_AT);
        if (!voc_in(s, seat)) {
            text_printf(out, "%s\n", words(lang, N_("out of the game")));
            continue;
        }
        say(out, lang, N_("{n} {n?daalder|daalders}"), &(Holes){.n = voc_money(s, seat)});
        text_column(out, line, MEN_AT);
        say(out, lang, N_("{n} {n?man|men}"), &(Holes){.n = s->men[seat]});
        Wares goods = wares_of(voc_home_goods(s, seat));
        if (count_all(goods) > 2) { /* too many for this line */
            text_char(out, '\n');
            line = out->length;
            text_column(out, line, MORE_AT);
        } else {
            text_column(out, line, GOODS_AT);
        }
        print_wares(out, lang, goods);
        text_char(out, '\n');
    }
}

/* The chart of the ship that sails, with coast, ports by their first letter, and the ship. */
static void print_chart(int chart, int x, int y, Text *out) {
    enum { COLUMNS = 76, LINES = 29 };
    for (int line = 0; line < LINES; line++) {
        text_add(out, "  ");
        for (int column = 0; column < COLUMNS; column++) {
            int left = column * CHART_WIDE / COLUMNS, right = (column + 1) * CHART_WIDE / COLUMNS;
            int top = line * CHART_HIGH / LINES, bottom = (line + 1) * CHART_HIGH / LINES;
            int cx = (left + right) / 2, cy = (top + bottom) / 2;
            char c = voc_is_land(chart, cx, cy) ? '#' : ' ';
            if (line == LINES - 1 && cx >= voc_charts[chart].home_left &&
                cx <= voc_charts[chart].home_right)
                c = '=';
            for (int i = 0; i < voc_charts[chart].ports; i++) {
                const Port *port = &voc_ports[voc_charts[chart].first_port + i];
                if (port->x >= left && port->x < right && port->y >= top && port->y < bottom)
                    c = port->name[0];
            }
            if (x >= left && x < right && y >= top && y < bottom) c = '@';
            text_char(out, c);
        }
        text_char(out, '\n');
    }
}

static void print_voyage(const Voc *s, const char *const *names, Lang lang, Text *out) {
    const Voyage *v = &s->scene.voyage;
    const Ship *ship = &s->ship[s->sailing];
    int chart = voc_chart_of(s->sailing);
    if (s->phase == PHASE_SAIL) {
        bool at_sea = ship->flags & AT_SEA;
        print_chart(chart, at_sea ? ship->x : -1, ship->y, out);
        for (int i = 0; i < voc_charts[chart].ports; i++) {
            const Port *port = &voc_ports[voc_charts[chart].first_port + i];
            text_printf(out, "%s%s %d,%d", i ? (i == 4 ? ",\n" : ", ") : "",
                        words(lang, port->name), port->x, port->y);
        }
        text_char(out, '\n');
        return;
    }
    if (s->phase == PHASE_VOYAGE && !v->veiled) print_chart(chart, v->walk.x, v->walk.y, out);
    say(out, lang, N_("Under sail from {n}, {m}."), &(Holes){.n = v->start_x, .m = v->start_y});
    if (!v->veiled) {
        text_char(out, ' ');
        say(out, lang, N_("The ship is at {n}, {m}."), &(Holes){.n = v->walk.x, .m = v->walk.y});
    }
    text_char(out, '\n');
    if (v->mode == MODE_ORDERS) {
        size_t line = out->length;
        text_add(out, words(lang, N_("Orders:")));
        for (int i = 0; i < v->strokes; i++) {
            if (i) text_char(out, ',');
            print_break(out, &line);
            text_printf(out, "%d° %d", v->order[i] >> 7, v->order[i] & 127);
        }
        text_char(out, '\n');
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (!v->heard[seat]) continue;
        text_printf(out, "%s: %s\n", names[seat], words(lang, voc_word_ids[v->heard[seat]]));
    }
}

static void print_offers(const Voc *s, Lang lang, Text *out) {
    const Deals *d = &s->scene.deals;
    for (int seat = 0; seat < s->players; seat++) {
        if (d->to[seat] == NOBODY) continue;
        text_printf(out, "  %d → %d: ", seat, d->to[seat]);
        if (d->give[seat] || d->sum[seat] <= 0) print_wares(out, lang, d->give[seat]);
        if (d->sum[seat] > 0) text_printf(out, "%s%d", d->give[seat] ? " + " : "", d->sum[seat]);
        text_printf(out, " %s ", words(lang, N_("for")));
        if (d->want[seat] || d->sum[seat] >= 0) print_wares(out, lang, d->want[seat]);
        if (d->sum[seat] < 0) text_printf(out, "%s%d", d->want[seat] ? " + " : "", -d->sum[seat]);
        text_char(out, '\n');
    }
}

void voc_print(const void *state, int viewer, const char *const *names, Lang lang, Text *out) {
    const Voc *s = state;
    print_head(s, lang, out);
    print_contracts(s, lang, out);
    print_ports(s, lang, out);
    print_ships(s, viewer, names, lang, out);
    if (s->phase >= PHASE_SAIL && s->phase <= PHASE_TRADE) print_voyage(s, names, lang, out);
    if (s->phase == PHASE_DEALS) print_offers(s, lang, out);
    print_seats(s, viewer, names, lang, out);
}
