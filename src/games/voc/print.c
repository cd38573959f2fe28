/* print.c: a state of VOC!, already hidden for its viewer, as text for a terminal. A captain under
 * sail sees his start, his orders and the words he heard, no chart. */
#include "games/voc/state.h"

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

/* The ports of pepper, by which it may be named: " (Aceh, Jambi)". */
static void print_peppers(Text *out, Lang lang, unsigned ports) {
    const char *before = " (";
    for (int i = 0; i < PEPPER_PORTS; i++) {
        if (!(ports >> i & 1)) continue;
        text_printf(out, "%s%s", before, words(lang, voc_ports[PEPPER_AT + i].name));
        before = ", ";
    }
    if (ports) text_char(out, ')');
}

/* "2 tea, coffee"; a dash where there is nothing. */
static void print_goods(Text *out, Lang lang, Wares wares, unsigned peppers) {
    bool first = true;
    for (int good = 0; good < GOODS; good++) {
        int n = count_of(wares, good);
        if (!n) continue;
        if (!first) text_add(out, ", ");
        first = false;
        if (n > 1) text_printf(out, "%d ", n);
        text_add(out, words(lang, voc_goods[good]));
        if (good == GOOD_PEPPER) print_peppers(out, lang, peppers);
    }
    if (first) text_add(out, "–");
}

static void print_wares(Text *out, Lang lang, Wares wares) {
    print_goods(out, lang, wares, 0);
}

static void print_hold(Text *out, Lang lang, Hold hold) {
    print_goods(out, lang, wares_of(hold), pepper_in(hold));
}

static void print_head(const Voc *s, Lang lang, Text *out) {
    text_printf(out, "%d · %s", FIRST_YEAR + s->year, words(lang, phase_title((Phase)s->phase)));
    if (voc_convoy(s->year) && s->year) text_printf(out, " · %s", words(lang, N_("convoy")));
    if (s->until < YEARS) {
        text_add(out, " · ");
        words_add(out, lang, N_("until {n}"), &(Holes){.n = FIRST_YEAR + s->until - 1});
    }
    text_add(out, " · ");
    words_add(out, lang, N_("Amsterdam {n}"), &(Holes){.n = voc_amsterdam(s)});
    text_add(out, " · ");
    words_add(out, lang, N_("pile {n}"), &(Holes){.n = voc_pile(s)});
    text_char(out, '\n');
}

static void print_ports(const Voc *s, Lang lang, Text *out) {
    for (int i = 0; i < PORTS; i++)
        text_printf(out, "%s%s %d", i ? ", " : "", words(lang, voc_ports[i].name),
                    count_of(s->ports, i));
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
    int port = voc_port_near(voc_chart_of(ship), it->x, it->y, &inside);
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
        if (active && (s->phase == PHASE_VOYAGE || s->phase == PHASE_LANDFALL))
            text_add(out, words(lang, N_("under sail")));
        else
            print_place(s, ship, lang, out);
        int captain = voc_captain(s, ship);
        if (captain != NOBODY) {
            text_add(out, " · ");
            words_add(out, lang, captain == viewer ? N_("you are captain") : N_("captain {seat}"),
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
        words_add(out, lang, N_("{n} {n?daalder|daalders}"), &(Holes){.n = voc_money(s, seat)});
        text_column(out, line, MEN_AT);
        words_add(out, lang, N_("{n} {n?man|men}"), &(Holes){.n = s->men[seat]});
        Hold goods = voc_home_goods(s, seat);
        if (count_all(goods) > 2 || pepper_in(goods)) { /* too many for this line */
            text_char(out, '\n');
            line = out->length;
            text_column(out, line, MORE_AT);
        } else {
            text_column(out, line, GOODS_AT);
        }
        print_hold(out, lang, goods);
        text_char(out, '\n');
    }
}

/* The chart of the ship that sails, with coast, ports by their first letter, and the ship. */
static void print_chart(int chart, int x, int y, int width, Text *out) {
    enum { COLUMNS = 76, LINES = 29, MARGIN = 2 };
    int columns = width - 2 * MARGIN < COLUMNS ? width - 2 * MARGIN : COLUMNS;
    int lines = LINES * columns / COLUMNS;
    for (int line = 0; line < lines; line++) {
        text_add(out, "  ");
        for (int column = 0; column < columns; column++) {
            int left = column * CHART_WIDE / columns, right = (column + 1) * CHART_WIDE / columns;
            int top = line * CHART_HIGH / lines, bottom = (line + 1) * CHART_HIGH / lines;
            int cx = (left + right) / 2, cy = (top + bottom) / 2;
            char c = voc_is_land(chart, cx, cy) ? '#' : ' ';
            if (line == lines - 1 && cx >= voc_charts[chart].home_left &&
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

static void print_voyage(const Voc *s, const char *const *names, Lang lang, int width, Text *out) {
    const Voyage *v = &s->scene.voyage;
    const Ship *ship = &s->ship[s->sailing];
    int chart = voc_chart_of(s->sailing);
    if (s->phase == PHASE_SAIL) {
        bool at_sea = ship->flags & AT_SEA;
        print_chart(chart, at_sea ? ship->x : -1, ship->y, width, out);
        for (int i = 0; i < voc_charts[chart].ports; i++) {
            const Port *port = &voc_ports[voc_charts[chart].first_port + i];
            text_printf(out, "%s%s %d,%d", i ? (i == 4 ? ",\n" : ", ") : "",
                        words(lang, port->name), port->x, port->y);
        }
        text_char(out, '\n');
        return;
    }
    if (s->phase == PHASE_VOYAGE && !v->veiled)
        print_chart(chart, v->walk.x, v->walk.y, width, out);
    words_add(out, lang, N_("Under sail from {n}, {m}."),
              &(Holes){.n = v->start_x, .m = v->start_y});
    if (!v->veiled) {
        text_char(out, ' ');
        words_add(out, lang, N_("The ship is at {n}, {m}."),
                  &(Holes){.n = v->walk.x, .m = v->walk.y});
    }
    text_char(out, '\n');
    if (v->mode == MODE_ORDERS) {
        text_add(out, words(lang, N_("Orders:")));
        for (int i = 0; i < v->strokes; i++)
            text_printf(out, "%s %d° %d", i ? "," : "", v->order[i] >> 7, v->order[i] & 127);
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
        if (d->give[seat] || d->sum[seat] <= 0) print_hold(out, lang, d->give[seat]);
        if (d->sum[seat] > 0) text_printf(out, "%s%d", d->give[seat] ? " + " : "", d->sum[seat]);
        text_printf(out, " %s ", words(lang, N_("for")));
        if (d->want[seat] || d->sum[seat] >= 0) print_hold(out, lang, d->want[seat]);
        if (d->sum[seat] < 0) text_printf(out, "%s%d", d->want[seat] ? " + " : "", -d->sum[seat]);
        text_char(out, '\n');
    }
}

void voc_print(const void *state, int viewer, const char *const *names, Lang lang, int width,
               Text *out) {
    const Voc *s = state;
    print_head(s, lang, out);
    print_contracts(s, lang, out);
    print_ports(s, lang, out);
    print_ships(s, viewer, names, lang, out);
    if (s->phase >= PHASE_SAIL && s->phase <= PHASE_TRADE) print_voyage(s, names, lang, width, out);
    if (s->phase == PHASE_DEALS) print_offers(s, lang, out);
    print_seats(s, viewer, names, lang, out);
}
