/* print.c: a state of Batavia, already hidden for its viewer, as text for a terminal.

   One table has a column for each company: cards laid, each player's row with seals and tiles, the
   viewer's hand, and a line for each counter. There is one tile of each company and good, so a cell
   of a counter tells all about it: the number of its stall while it stands, a name once somebody
   has its crate. */
#include "games/batavia/state.h"

/* Where the columns of the companies begin, and how wide each is. */
typedef struct Grid {
    int at, wide;
} Grid;

/* The widest that fits: 40 columns still hold "(35)" and "3*+1" under each company. */
static Grid grid_of(int width) {
    enum { FULL = 80, AT = 20, NARROW_AT = 14 };
    if (width >= FULL) return (Grid){AT, (FULL - AT) / COMPANIES};
    return (Grid){NARROW_AT, (width - NARROW_AT) / COMPANIES};
}

/* The first `most` characters of a name. */
static void print_name(Text *out, const char *name, int most) {
    size_t n = 0;
    for (; name[n]; n++)
        if (((unsigned char)name[n] & 0xc0) != 0x80 && most-- == 0) break;
    text_add_n(out, name, n);
}

/* Where the cell of a company begins. */
static void print_cell(Text *out, Grid grid, size_t line, int company) {
    text_column(out, line, grid.at + grid.wide * company);
}

static void print_number(Text *out, int n) {
    if (n)
        text_int(out, n);
    else
        text_add(out, "–");
}

/* A line of counts under the companies. */
static void print_row(Text *out, Grid grid, const char *label, Cards cards) {
    size_t line = out->length;
    text_add(out, label);
    for (int company = 0; company < COMPANIES; company++) {
        print_cell(out, grid, line, company);
        print_number(out, cards_of(cards, company));
    }
    text_char(out, '\n');
}

/* A line of its own about cards: "2 England and 1 Sweden". */
static void print_cards(Text *out, Lang lang, const char *sentence, Cards cards) {
    const char *items[COMPANIES];
    int n = 0;
    for (int company = 0; company < COMPANIES; company++)
        if (cards_of(cards, company))
            items[n++] = batavia_counts[company][cards_of(cards, company)];
    words_add(out, lang, sentence, &(Holes){.count = n, .items = items});
    text_char(out, '\n');
}

static const char *stage(const Batavia *s, Lang lang) {
    switch ((Phase)s->phase) {
    case PHASE_DIE:
    case PHASE_PACKET:
    case PHASE_AUCTION: return words(lang, N_("auction"));
    case PHASE_ROUTE:
    case PHASE_ACTIONS:
    case PHASE_DRAW:
    case PHASE_EXCHANGE: return words(lang, N_("actions"));
    case PHASE_FINAL:
    case PHASE_OVER: return words(lang, N_("final count"));
    case PHASE_AUCTIONEER:
    case PHASE_DEAL: break;
    }
    return "";
}

static void print_head(const Batavia *s, Lang lang, Text *out) {
    words_add(out, lang, N_("Round {n}"), &(Holes){.n = s->round});
    text_printf(out, " · %s · ", stage(s, lang));
    words_add(out, lang, N_("pile {n}"), &(Holes){.n = s->deck});
    text_add(out, " · ");
    words_add(out, lang, N_("sunk {n}"), &(Holes){.n = cards_count(s->discard)});
    text_char(out, '\n');
    if (s->packet) print_cards(out, lang, N_("For sale: {items}"), s->packet);
}

/* The companies by their names where the columns hold the longest, else by forms of four letters,
   which 40 columns hold. */
static void print_companies(Grid grid, Lang lang, Text *out) {
    enum { LONGEST = 11 }; /* Netherlands */
    static const char *const abbreviated[COMPANIES] = {N_("Eng."), N_("Den."), N_("Fra."),
                                                       N_("Net."), N_("Swe.")};
    const char *const *names = grid.wide > LONGEST ? batavia_names : abbreviated;
    size_t line = out->length;
    for (int company = 0; company < COMPANIES; company++) {
        print_cell(out, grid, line, company);
        text_add(out, words(lang, names[company]));
    }
    text_char(out, '\n');
}

static void print_scale(const Batavia *s, Grid grid, Lang lang, Text *out) {
    char label[64];
    Text text = text_over(label, sizeof label);
    Cards fleet = batavia_fleet(s);
    words_add(&text, lang, N_("Laid {n} of {m}"),
              &(Holes){.n = cards_count(fleet), .m = batavia_limit(s)});
    print_row(out, grid, label, fleet);
}

/* A player's row: "3* +1" is three cards open, the seal, one tile. */
static void print_open(const Batavia *s, int seat, Grid grid, const char *name, Text *out) {
    size_t line = out->length;
    text_add(out, seat == s->acting ? "> " : "  ");
    print_name(out, name, grid.at - 3);
    for (int company = 0; company < COMPANIES; company++) {
        print_cell(out, grid, line, company);
        print_number(out, cards_of(s->open[seat], company));
        if (s->seal[company] == seat) text_char(out, '*');
        int tiles = cards_of(s->tiles[seat], company);
        if (tiles) text_printf(out, grid.wide > 6 ? " +%d" : "+%d", tiles);
    }
    text_char(out, '\n');
}

static int space_of(const Batavia *s, int tile) {
    for (int i = 0; i < s->turned; i++)
        if (s->route[i] == tile) return i + 1;
    return 0;
}

/* A stall behind the viewer's merchant, or behind all of them, stands in brackets. */
static void print_counter(const Batavia *s, int good, int behind, Grid grid,
                          const char *const *names, Lang lang, Text *out) {
    size_t line = out->length;
    text_printf(out, "%s %d", words(lang, batavia_goods[good]), batavia_worth[good]);
    for (int company = 0; company < COMPANIES; company++) {
        int tile = tile_of(company, good), seat = s->crate[tile], space = space_of(s, tile);
        print_cell(out, grid, line, company);
        if (seat != NOBODY)
            print_name(out, names[seat], grid.wide - 1);
        else if (space)
            text_printf(out, space > behind ? "%d" : "(%d)", space);
        else
            text_add(out, "·");
    }
    text_char(out, '\n');
}

/* What the auction says of a seat. */
static void print_bid(const Batavia *s, int seat, Lang lang, Text *out) {
    if (s->phase != PHASE_AUCTION) return;
    if (s->passed >> seat & 1) {
        text_add(out, " · ");
        text_add(out, words(lang, N_("passed")));
    } else if (s->bid[seat]) {
        text_add(out, " · ");
        words_add(out, lang, N_("bids {n}"), &(Holes){.n = s->bid[seat]});
    }
}

static void print_seat(const Batavia *s, int seat, int viewer, Grid grid, const char *name,
                       Lang lang, Text *out) {
    size_t line = out->length;
    bool mine = seat == viewer || viewer == CHANCE;
    text_add(out, seat == s->acting ? "> " : "  ");
    print_name(out, name, grid.at - 3);
    text_column(out, line, grid.at);
    if (s->space[seat] == batavia_arrival(s))
        text_add(out, words(lang, batavia_names[BATAVIA]));
    else if (s->space[seat])
        words_add(out, lang, N_("stall {n}"), &(Holes){.n = s->space[seat]});
    else
        text_add(out, words(lang, N_("start")));
    text_add(out, " · ");
    words_add(out, lang, N_("{n} gold"), &(Holes){.n = s->gold[seat]});
    text_add(out, " · ");
    words_add(out, lang, N_("{n} {n?card|cards}"), &(Holes){.n = batavia_hand_size(s, seat)});
    if (mine || s->frank || s->phase == PHASE_OVER) {
        text_add(out, " · ");
        words_add(out, lang, N_("{n} {n?bill|bills}"), &(Holes){.n = s->bills[seat]});
    }
    if (seat == s->first) text_printf(out, " · %s", words(lang, N_("boat")));
    print_bid(s, seat, lang, out);
    text_char(out, '\n');
    if (seat == viewer) return;
    Cards cards = viewer == CHANCE ? s->hand[seat] : s->known[seat];
    if (!cards) return;
    text_add(out, "    ");
    print_cards(out, lang, viewer == CHANCE ? N_("hand: {items}") : N_("seen: {items}"), cards);
}

/* --- what the cards chosen would do ----------------------------------------------------------- */

static void print_goal(const Batavia *s, int seat, int company, Lang lang, Text *out) {
    int space = batavia_next(s, company, s->space[seat]);
    const char *items[] = {batavia_goods[tile_good(s->route[space - 1])]};
    text_add(out, "  ");
    words_add(out, lang, N_("to stall {n}: {items}"),
              &(Holes){.n = space, .count = 1, .items = items});
    text_printf(out, " (%s)", words(lang, batavia_names[company]));
    Cards tiles = s->tiles[seat] + cards_some(company, 1);
    if (cards_of(tiles, company) == 1) {
        text_add(out, ", ");
        words_add(out, lang, N_("exchange for {n} gold"),
                  &(Holes){.n = batavia_exchange_worth(tiles)});
    }
    text_char(out, '\n');
}

static void print_effect(const Batavia *s, int seat, const char *const *names, Lang lang,
                         Text *out) {
    Outlook o = batavia_outlook(s, seat);
    Batavia then = *s;
    then.open[seat] += s->laid;
    print_cards(out, lang, N_("If you lay {items}:"), s->laid);
    for (Marks changed = cards_held(s->laid); changed; changed &= changed - 1) {
        int company = mark_first(changed), from = s->seal[company];
        int to = batavia_majority(&then, company);
        const char *items[] = {batavia_companies[company]};
        Holes holes = {.count = 1, .items = items, .other = from == NOBODY ? "" : names[from]};
        if (to == from) continue;
        text_add(out, "  ");
        if (to == NOBODY)
            words_add(out, lang, N_("the seal of {other} goes back to the board: {items}"), &holes);
        else if (from == NOBODY)
            words_add(out, lang, N_("you take a seal: {items}"), &holes);
        else
            words_add(out, lang, N_("you take a seal from {other}: {items}"), &holes);
        text_char(out, '\n');
    }
    for (Marks goals = o.owned & o.ahead; goals; goals &= goals - 1)
        print_goal(s, seat, mark_first(goals), lang, out);
    if (!(o.owned & o.ahead)) {
        text_printf(out, "  %s\n", words(lang, N_("to Batavia: the arrival tile")));
    }
    Cards fleet = batavia_fleet(&then);
    if (cards_count(fleet) < batavia_limit(s)) return;
    Marks sunk = batavia_largest(fleet);
    text_add(out, "  ");
    print_cards(out, lang, N_("pirates sink {items}"), fleet & cards_mask(sunk));
}

void batavia_print(const void *state, int viewer, const char *const *names, Lang lang, int width,
                   Text *out) {
    const Batavia *s = state;
    const Grid grid = grid_of(width);
    if (!s->round) {
        text_add(out, words(lang, N_("The cards are being dealt.")));
        text_char(out, '\n');
        return;
    }
    int first = viewer < s->players ? viewer : 0;
    print_head(s, lang, out);
    print_companies(grid, lang, out);
    print_scale(s, grid, lang, out);
    for (int i = 0; i < s->players; i++) {
        int seat = (first + i) % s->players;
        print_open(s, seat, grid, names[seat], out);
    }
    if (viewer < s->players) print_row(out, grid, words(lang, N_("Your hand")), s->hand[viewer]);
    int behind = batavia_arrival(s);
    for (int seat = 0; seat < s->players; seat++)
        if (s->space[seat] < behind) behind = s->space[seat];
    if (viewer < s->players) behind = s->space[viewer];
    for (int good = 0; good < GOODS; good++)
        print_counter(s, good, behind, grid, names, lang, out);
    text_add(out, words(lang, N_("* seal, +1 tile, 14 stall ahead, (8) behind, · face down")));
    text_char(out, '\n');
    for (int i = 0; i < s->players; i++) {
        int seat = (first + i) % s->players;
        print_seat(s, seat, viewer, grid, names[seat], lang, out);
    }
    if (s->laid && viewer == s->acting) print_effect(s, viewer, names, lang, out);
}
