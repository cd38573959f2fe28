/* picture.c: a state of Byzanz, already hidden for its viewer, as JSON for a client and as text for
   a terminal. Running gains are shown to their owner, to everyone with gains=open, and once the
   game is over (Z-21). */
#include "games/byzanz/state.h"

/* --- JSON ------------------------------------------------------------------------------------- */

static const char *phase_word(Phase phase) {
    switch (phase) {
    case PHASE_DEALER:
    case PHASE_DEAL: return "deal";
    case PHASE_LOT: return "lot";
    case PHASE_AUCTION: return "auction";
    case PHASE_GIVE: return "give";
    case PHASE_OVERFLOW: return "overflow";
    case PHASE_MARKET: return "market";
    case PHASE_FINAL: return "final";
    case PHASE_OVER: return "over";
    }
    return "over";
}

static void jot_cards(Text *json, const char *key, Pile cards) {
    jot_open(json, key, '[');
    EACH_KIND(kind, cards) {
        jot_times(json, byzanz_cards[kind], pile_of(cards, kind));
    }
    jot_close(json, ']');
}

static int holder(const Byzanz *s, int offer) {
    for (int seat = 0; seat < s->players; seat++)
        if (s->offer[seat] == offer) return seat;
    return NOBODY;
}

/* A lot is on sale while it is revealed, auctioned or its card given. */
static bool on_sale(const Byzanz *s) {
    return s->phase == PHASE_LOT || s->phase == PHASE_AUCTION || s->phase == PHASE_GIVE;
}

static bool sees_hand(int seat, int viewer) {
    return seat == viewer || viewer == CHANCE;
}

static bool shows_gains(const Byzanz *s, int seat, int viewer) {
    return sees_hand(seat, viewer) || s->open || s->phase == PHASE_OVER;
}

static void jot_seat(const Byzanz *s, int seat, int viewer, Text *json) {
    jot_open(json, NULL, '{');
    jot_int(json, "cards", byzanz_hand_size(s, seat));
    if (sees_hand(seat, viewer))
        jot_cards(json, "hand", s->hand[seat]);
    else
        jot_null(json, "hand");
    jot_cards(json, "known", s->known[seat]);
    jot_int(json, "hidden", byzanz_hand_size(s, seat) - pile_count(s->known[seat]));
    jot_cards(json, "bid", s->bid[seat]);
    jot_int(json, "total", pile_value(s->bid[seat]));
    jot_bool(json, "passed", s->passed >> seat & 1);
    if (s->offer[seat])
        jot_int(json, "offer", s->offer[seat]);
    else
        jot_null(json, "offer");
    jot_bool(json, "done", s->done >> seat & 1);
    jot_int(json, "gains", pile_count(s->gain[seat]));
    if (shows_gains(s, seat, viewer)) {
        jot_int(json, "points", byzanz_worth(s->gain[seat]));
        jot_cards(json, "earned", s->gain[seat]);
    } else {
        jot_null(json, "points");
        jot_null(json, "earned");
    }
    jot_close(json, '}');
}

static void jot_best(const Byzanz *s, int viewer, Text *json) {
    if (viewer >= s->players) {
        jot_null(json, "best");
        return;
    }
    Pile sets[CARDS / 3];
    int points, n = 0;
    if (byzanz_may_sell(s, viewer)) n = byzanz_best_sales(s->hand[viewer], sets, &points);
    jot_open(json, "best", '[');
    for (int i = 0; i < n; i++)
        jot_cards(json, NULL, sets[i]);
    jot_close(json, ']');
}

void byzanz_picture(const void *state, int viewer, Text *json) {
    const Byzanz *s = state;
    const Setup *setup = byzanz_setup(s->players);
    jot_open(json, NULL, '{');
    jot_string(json, "phase", phase_word((Phase)s->phase));
    jot_int(json, "round", s->round);
    jot_int(json, "rounds", s->rounds);
    jot_int(json, "deck", s->deck);
    jot_seat_if(json, "dealer", s->dealer);
    jot_open(json, "offers", '[');
    for (int i = 0; i < s->players; i++) {
        jot_open(json, NULL, '{');
        jot_int(json, "value", setup->offers[i]);
        jot_seat_if(json, "seat", holder(s, setup->offers[i]));
        jot_close(json, '}');
    }
    jot_close(json, ']');
    if (on_sale(s))
        jot_int(json, "sale", byzanz_sale(s));
    else
        jot_null(json, "sale");
    jot_bool(json, "last", on_sale(s) && byzanz_last_lot(s));
    jot_cards(json, "lot", s->lot);
    jot_int(json, "high", s->high);
    jot_seat_if(json, "leader", s->leader);
    jot_seat_if(json, "acting", s->acting);
    jot_open(json, "market", '{');
    for (int type = 0; type < MARKET_TYPES; type++)
        jot_cards(json, byzanz_types[type], pile_type(s->market, type));
    jot_close(json, '}');
    jot_cards(json, "box", s->box);
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_seat(s, seat, viewer, json);
    jot_close(json, ']');
    jot_best(s, viewer, json);
    jot_close(json, '}');
}

/* --- text ------------------------------------------------------------------------------------- */

/* Cards by type, each type named once: "wood 3 1, trader 2x". */
static void print_cards(Text *out, Lang lang, Pile cards) {
    bool first = true;
    for (int type = 0; type < MARKET_TYPES; type++) {
        Pile row = pile_type(cards, type);
        if (pile_empty(row)) continue;
        if (!first) text_add(out, ", ");
        first = false;
        text_add(out, words(lang, byzanz_types[type]));
        if (type == TRADER_TYPE && pile_traders(row) > 1)
            text_printf(out, " ×%d", pile_traders(row));
        for (int value = VALUES; type < TYPES && value >= 1; value--)
            for (int i = pile_of(row, kind_of(type, value)); i > 0; i--)
                text_printf(out, " %d", value);
    }
    if (first) text_add(out, "–");
}

static void print_line(Text *out, Lang lang, const char *label, Pile cards) {
    size_t line = out->length;
    text_add(out, words(lang, label));
    text_column(out, line, 14);
    print_cards(out, lang, cards);
    text_char(out, '\n');
}

static void print_head(const Byzanz *s, const char *const *names, Lang lang, Text *out) {
    const Setup *setup = byzanz_setup(s->players);
    words_add(out, lang, N_("Round {n} of {m}"), &(Holes){.n = s->round, .m = s->rounds});
    text_add(out, " · ");
    words_add(out, lang, N_("deck {n}"), &(Holes){.n = s->deck});
    text_add(out, " · ");
    text_add(out, words(lang, N_("offers")));
    for (int i = 0; i < s->players; i++) {
        int seat = holder(s, setup->offers[i]);
        text_printf(out, "%s %d", i ? "," : "", setup->offers[i]);
        if (seat != NOBODY)
            text_printf(out, " %s", names[seat]);
        else if (on_sale(s) && setup->offers[i] == byzanz_sale(s))
            text_printf(out, " %s", words(lang, N_("on sale")));
    }
    text_char(out, '\n');
}

/* What a seat is doing, in a word or two, from `column` on. */
static void print_state(const Byzanz *s, int seat, Lang lang, size_t line, int column, Text *out) {
    bool passed = s->phase == PHASE_AUCTION && (s->passed >> seat & 1);
    bool bids = !pile_empty(s->bid[seat]), done = s->done >> seat & 1;
    if (!bids && !passed && !s->offer[seat] && !done) return;
    text_column(out, line, column);
    if (bids) {
        words_add(out, lang, N_("bid {n}: "), &(Holes){.n = pile_value(s->bid[seat])});
        print_cards(out, lang, s->bid[seat]);
    } else if (passed) {
        text_add(out, words(lang, N_("passed")));
    } else if (done) {
        text_add(out, words(lang, N_("finished")));
    } else {
        words_add(out, lang, N_("offer {n}"), &(Holes){.n = s->offer[seat]});
    }
}

/* What the viewer knows of a hand: all of it, or what was seen and how many cards were not. */
static void print_hand(const Byzanz *s, int seat, int viewer, Lang lang, Text *out) {
    if (sees_hand(seat, viewer)) {
        text_add(out, words(lang, N_("hand: ")));
        print_cards(out, lang, s->hand[seat]);
        return;
    }
    int hidden = byzanz_hand_size(s, seat) - pile_count(s->known[seat]);
    if (!pile_empty(s->known[seat])) {
        text_add(out, words(lang, N_("seen: ")));
        print_cards(out, lang, s->known[seat]);
        if (hidden) text_add(out, " · ");
    }
    if (hidden) words_add(out, lang, N_("{n} unseen"), &(Holes){.n = hidden});
}

static void print_seat(const Byzanz *s, int seat, int viewer, const char *const *names, Lang lang,
                       Text *out) {
    enum { CARDS_AT = 14, GAINS_AT = 24, STATE_AT = 38 };
    size_t line = out->length;
    text_add(out, seat == s->acting ? "> " : "  ");
    text_add(out, names[seat]);
    text_column(out, line, CARDS_AT);
    words_add(out, lang, N_("{n} {n?card|cards}"), &(Holes){.n = byzanz_hand_size(s, seat)});
    text_column(out, line, GAINS_AT);
    words_add(out, lang, N_("{n} {n?gain|gains}"), &(Holes){.n = pile_count(s->gain[seat])});
    if (shows_gains(s, seat, viewer)) text_printf(out, " = %d", byzanz_worth(s->gain[seat]));
    print_state(s, seat, lang, line, STATE_AT, out);
    text_char(out, '\n');
    if (seat == viewer || byzanz_hand_size(s, seat) == 0) return;
    text_column(out, out->length, CARDS_AT);
    print_hand(s, seat, viewer, lang, out);
    text_char(out, '\n');
}

void byzanz_print(const void *state, int viewer, const char *const *names, Lang lang, int width,
                  Text *out) {
    (void)width; /* nothing is drawn */
    const Byzanz *s = state;
    if (s->phase <= PHASE_DEAL) {
        text_add(out, words(lang, N_("The cards are being dealt.")));
        text_char(out, '\n');
        return;
    }
    print_head(s, names, lang, out);
    if (on_sale(s)) {
        size_t line = out->length;
        words_add(out, lang, N_("Lot of {n}"), &(Holes){.n = byzanz_sale(s)});
        text_column(out, line, 14);
        print_cards(out, lang, s->lot);
        text_char(out, '\n');
    }
    print_line(out, lang, N_("Market"), s->market);
    for (int i = 0; i < s->players; i++) {
        int first = viewer < s->players ? viewer : 0;
        print_seat(s, (first + i) % s->players, viewer, names, lang, out);
    }
    if (viewer < s->players) print_line(out, lang, N_("Your hand"), s->hand[viewer]);
}
