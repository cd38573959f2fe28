/* print.c: a state of Comptoir des Antilles, already hidden for its viewer, as text for a
   terminal. A ship is drawn as its places, each with the seat of its porter:

     Quay 1  [0 1 1 · ·]          rum, 3 a porter

   Things are called by the words of the notation, so that what is seen can be typed. */
#include "games/comptoir/state.h"

/* --- lists ----------------------------------------------------------------------------------- */

typedef struct List {
    Text *out;
    bool any;
} List;

/* Opens a list behind its label, which begins a line. */
static List list_open(Text *out, int indent, Lang lang, const char *label) {
    for (int i = 0; i < indent; i++)
        text_char(out, ' ');
    text_add(out, words(lang, label));
    text_char(out, ' ');
    return (List){.out = out};
}

static void list_add(List *list, const char *thing) {
    if (list->any) text_add(list->out, ", ");
    text_add(list->out, thing);
    list->any = true;
}

static void list_close(List *list) {
    if (!list->any) text_add(list->out, "–");
    text_char(list->out, '\n');
}

/* --- the port -------------------------------------------------------------------------------- */

static void print_head(const Comptoir *s, const char *const *names, Lang lang, Text *out) {
    int left = comptoir_fleet_left(s);
    words_add(out, lang, N_("Round {n}, slate: {seat}"),
              &(Holes){.n = s->round, .seat = names[s->slate]});
    text_add(out, " · ");
    if (s->ending)
        text_add(out, words(lang, N_("the last round")));
    else if (s->next)
        words_add(out, lang, N_("next ship {n}, {m} more"), &(Holes){.n = s->next, .m = left});
    else
        words_add(out, lang, N_("{n} {n?ship|ships} to come"), &(Holes){.n = left});
    text_char(out, '\n');
}

static void print_ship(const Comptoir *s, int quay, Lang lang, Text *out) {
    enum { PLACES_AT = 8, GOODS_AT = 28, EVENT_AT = 54 };
    const Ship *ship = &s->ship[quay];
    size_t line = out->length;
    words_add(out, lang, N_("Quay {n}"), &(Holes){.n = quay + 1});
    text_column(out, line, PLACES_AT);
    if (!ship->size) {
        text_add(out, "–\n");
        return;
    }
    text_char(out, '[');
    int place = 0;
    for (int seat = 0; seat < s->players; seat++)
        for (int i = 0; i < ship->porters[seat]; i++)
            text_printf(out, "%s%d", place++ ? " " : "", seat);
    for (; place < ship->size; place++)
        text_add(out, place ? " ·" : "·");
    text_char(out, ']');
    text_column(out, line, GOODS_AT);
    if (ship->good < GOODS)
        words_add(
            out, lang, N_("{items}, {n} a porter"),
            &(Holes){.n = ship_prime(ship), .count = 1, .items = &comptoir_goods[ship->good]});
    if (ship->event) {
        text_column(out, line, EVENT_AT);
        text_printf(out, "%s (@%d)", words(lang, comptoir_events[ship->event]), ship->poser);
    }
    text_char(out, '\n');
}

static void print_pile(const Comptoir *s, Lang lang, Text *out) {
    char first[48];
    Text hidden = text_over(first, sizeof first);
    List list = list_open(out, 0, lang, N_("Goods pile:"));
    if (comptoir_face_down(s)) {
        words_add(&hidden, lang, N_("{n} face down"), &(Holes){.n = comptoir_face_down(s)});
        list_add(&list, first);
    }
    for (int i = 0; i < s->queued; i++)
        list_add(&list, words(lang, comptoir_goods[s->queue >> (2 * i) & 3]));
    list_close(&list);
}

static void print_auction(const Comptoir *s, const char *const *names, Lang lang, Text *out) {
    if (s->phase != PHASE_AUCTION) return;
    words_add(out, lang, N_("On auction: {items}."),
              &(Holes){.count = 1, .items = &comptoir_events[s->tile]});
    if (s->leader != NOBODY) {
        text_char(out, ' ');
        words_add(out, lang, N_("{seat} bids {n}."),
                  &(Holes){.seat = names[s->leader], .n = s->high});
    }
    text_char(out, '\n');
}

/* --- seats ----------------------------------------------------------------------------------- */

static void print_goods(Goods heap, Lang lang, List *list) {
    for (int good = 0; good < GOODS; good++)
        for (int i = goods_of(heap, good); i > 0; i--)
            list_add(list, words(lang, comptoir_goods[good]));
    list_close(list);
}

/* The relations in hand; where that is most of them, those that are not. */
static void print_relations(const Comptoir *s, int seat, Lang lang, Text *out) {
    enum { INDENT = 5, MANY = 5 };
    unsigned hand = s->relations[seat], played = ALL_RELATIONS & ~hand;
    bool many = __builtin_popcount(hand) >= MANY;
    if (!played) {
        List all = list_open(out, INDENT, lang, N_("relations:"));
        list_add(&all, words(lang, N_("all eight")));
        list_close(&all);
        return;
    }
    List list = list_open(out, INDENT, lang, many ? N_("relations: all but") : N_("relations:"));
    for (unsigned cards = many ? played : hand; cards; cards &= cards - 1)
        list_add(&list, words(lang, comptoir_relations[__builtin_ctz(cards)].id));
    list_close(&list);
}

static void print_events(Tiles heap, int indent, const char *head, Lang lang, Text *out) {
    if (!heap) return;
    List list = list_open(out, indent, lang, head);
    for (int event = 1; event < EVENTS; event++)
        for (int i = tiles_of(heap, event); i > 0; i--)
            list_add(&list, words(lang, comptoir_events[event]));
    list_close(&list);
}

static void print_seat(const Comptoir *s, int seat, int viewer, const char *const *names, Lang lang,
                       Text *out) {
    enum { INDENT = 5, PRIMES_AT = 30, PORTERS_AT = 43, STATE_AT = 56 };
    size_t line = out->length;
    text_printf(out, "%s@%d %s", seat == s->acting ? "> " : "  ", seat, names[seat]);
    text_column(out, line, PRIMES_AT);
    words_add(out, lang, N_("{n} {n?prime|primes}"), &(Holes){.n = s->score[seat]});
    text_column(out, line, PORTERS_AT);
    words_add(out, lang, N_("{n} {n?porter|porters}"), &(Holes){.n = s->home[seat]});
    if (seat == s->slate) {
        text_column(out, line, STATE_AT);
        text_add(out, words(lang, N_("the slate")));
    } else if (s->passed >> seat & 1) {
        text_column(out, line, STATE_AT);
        text_add(out, words(lang, N_("passed")));
    }
    text_char(out, '\n');
    if (seat == viewer) return; /* his own things stand below */
    print_relations(s, seat, lang, out);
    print_events(s->held[seat], INDENT, N_("events:"), lang, out);
    Goods seen = viewer == CHANCE ? s->hand[seat] : s->known[seat];
    if (!seen) return;
    List list = list_open(out, INDENT, lang, N_("goods:"));
    print_goods(seen, lang, &list);
}

/* What the viewer holds: each relation with its commission. */
static void print_hand(const Comptoir *s, int seat, Lang lang, Text *out) {
    List list = list_open(out, 0, lang, N_("Your relations:"));
    for (unsigned cards = s->relations[seat]; cards; cards &= cards - 1) {
        const Relation *relation = &comptoir_relations[__builtin_ctz(cards)];
        char buffer[64];
        Text card = text_over(buffer, sizeof buffer);
        text_printf(&card, "%s (%d)", words(lang, relation->id), relation->commission);
        list_add(&list, buffer);
    }
    list_close(&list);
    print_events(s->held[seat], 0, N_("Your events:"), lang, out);
    List goods = list_open(out, 0, lang, N_("Your goods:"));
    print_goods(s->hand[seat], lang, &goods);
}

void comptoir_print(const void *state, int viewer, const char *const *names, Lang lang, int width,
                    Text *out) {
    (void)width; /* nothing is drawn */
    const Comptoir *s = state;
    if (s->phase < PHASE_TURN) {
        text_add(out, words(lang, N_("The port is being set up.")));
        text_char(out, '\n');
        return;
    }
    print_head(s, names, lang, out);
    for (int q = 0; q < QUAYS; q++)
        print_ship(s, q, lang, out);
    print_pile(s, lang, out);
    print_auction(s, names, lang, out);
    for (int i = 0; i < s->players; i++) {
        int first = viewer < s->players ? viewer : 0;
        print_seat(s, (first + i) % s->players, viewer, names, lang, out);
    }
    if (viewer < s->players) print_hand(s, viewer, lang, out);
}
