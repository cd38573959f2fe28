/* picture.c: a state of Batavia, already hidden for its viewer, as JSON for a client. Bills are
   shown to their owner, to everyone with bills=open, and once the game is over (1.4). The fields
   are listed in picture.md. */
#include "games/batavia/state.h"

static const char *phase_word(Phase phase) {
    switch (phase) {
    case PHASE_AUCTIONEER:
    case PHASE_DEAL: return "deal";
    case PHASE_ROUTE: return "route";
    case PHASE_DIE: return "die";
    case PHASE_PACKET: return "packet";
    case PHASE_AUCTION: return "auction";
    case PHASE_ACTIONS: return "actions";
    case PHASE_DRAW: return "draw";
    case PHASE_EXCHANGE: return "exchange";
    case PHASE_FINAL: return "final";
    case PHASE_OVER: return "over";
    }
    return "over";
}

/* {"england": 2, …}: every company, also with none. */
static void jot_cards(Text *json, const char *key, Cards cards) {
    jot_open(json, key, '{');
    for (int company = 0; company < COMPANIES; company++)
        jot_int(json, batavia_companies[company], cards_of(cards, company));
    jot_close(json, '}');
}

static void jot_companies(Text *json, const char *key, Marks set) {
    jot_open(json, key, '[');
    for (; set; set &= set - 1)
        jot_word(json, NULL, batavia_companies[mark_first(set)]);
    jot_close(json, ']');
}

static void jot_seats(Text *json, const char *key, int seats) {
    jot_open(json, key, '[');
    for (int seat = 0; seat < SEATS; seat++)
        if (seats >> seat & 1) jot_int(json, NULL, seat);
    jot_close(json, ']');
}

/* --- the board -------------------------------------------------------------------------------- */

static void jot_route(const Batavia *s, Text *json) {
    jot_open(json, "route", '[');
    for (int i = 0; i < s->spaces; i++) {
        int tile = s->route[i];
        if (tile == DOWN) {
            jot_null(json, NULL);
            continue;
        }
        jot_open(json, NULL, '{');
        jot_int(json, "space", i + 1);
        jot_string(json, "company", batavia_companies[tile_company(tile)]);
        jot_string(json, "good", batavia_goods[tile_good(tile)]);
        jot_seat_if(json, "taken", s->crate[tile]);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_open(json, "arrival", '{');
    jot_int(json, "space", batavia_arrival(s));
    jot_int(json, "gold", ARRIVAL_WORTH);
    jot_seat_if(json, "taken", s->arrived);
    jot_close(json, '}');
}

static void jot_scale(const Batavia *s, Text *json) {
    Cards fleet = batavia_fleet(s);
    jot_open(json, "scale", '{');
    jot_int(json, "cannon", cards_count(fleet));
    jot_int(json, "limit", batavia_limit(s));
    jot_cards(json, "ships", fleet);
    jot_close(json, '}');
    jot_open(json, "seals", '{');
    for (int company = 0; company < COMPANIES; company++)
        jot_seat_if(json, batavia_companies[company], s->seal[company]);
    jot_close(json, '}');
}

static void jot_counter(const Batavia *s, int good, Text *json) {
    int most, leaders = batavia_leaders(s, good, &most);
    jot_open(json, NULL, '{');
    jot_string(json, "good", batavia_goods[good]);
    jot_int(json, "gold", batavia_worth[good]);
    jot_int(json, "tie", batavia_worth[good] / 2);
    jot_open(json, "crates", '{');
    for (int company = 0; company < COMPANIES; company++)
        jot_seat_if(json, batavia_companies[company], s->crate[tile_of(company, good)]);
    jot_close(json, '}');
    jot_open(json, "counts", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_int(json, NULL, batavia_crates(s, good, seat));
    jot_close(json, ']');
    jot_seats(json, "leaders", leaders);
    jot_close(json, '}');
}

static void jot_auction(const Batavia *s, Text *json) {
    jot_open(json, "auction", '{');
    if (s->die)
        jot_int(json, "die", s->die);
    else
        jot_null(json, "die");
    jot_cards(json, "packet", s->packet);
    jot_int(json, "cards", cards_count(s->packet));
    jot_int(json, "high", s->high);
    jot_seat_if(json, "leader", s->leader);
    jot_close(json, '}');
}

/* --- the players ------------------------------------------------------------------------------ */

static bool sees_hand(int seat, int viewer) {
    return seat == viewer || viewer == CHANCE;
}

static void jot_seat(const Batavia *s, int seat, int viewer, Text *json) {
    Marks seals = 0;
    for (int company = 0; company < COMPANIES; company++)
        if (s->seal[company] == seat) seals |= mark(company);
    jot_open(json, NULL, '{');
    jot_int(json, "space", s->space[seat]);
    jot_int(json, "gold", s->gold[seat]);
    if (sees_hand(seat, viewer) || s->frank || s->phase == PHASE_OVER)
        jot_int(json, "bills", s->bills[seat]);
    else
        jot_null(json, "bills");
    jot_int(json, "cards", batavia_hand_size(s, seat));
    if (sees_hand(seat, viewer))
        jot_cards(json, "hand", s->hand[seat]);
    else
        jot_null(json, "hand");
    jot_cards(json, "known", s->known[seat]);
    jot_int(json, "hidden", batavia_hand_size(s, seat) - cards_count(s->known[seat]));
    jot_cards(json, "open", s->open[seat]);
    jot_companies(json, "seals", seals);
    jot_cards(json, "tiles", s->tiles[seat]);
    jot_int(json, "bid", s->bid[seat]);
    jot_bool(json, "passed", s->passed >> seat & 1);
    jot_bool(json, "acted", batavia_acted(s, seat));
    jot_close(json, '}');
}

/* --- what a laying would do ------------------------------------------------------------------- */

/* The seals that would change hands if the viewer laid `laid` more. */
static void jot_changes(const Batavia *s, int seat, Cards laid, Text *json) {
    Batavia then = *s;
    then.open[seat] += laid;
    jot_open(json, "seals", '[');
    for (Marks changed = cards_held(laid); changed; changed &= changed - 1) {
        int company = mark_first(changed), to = batavia_majority(&then, company);
        if (to == s->seal[company]) continue;
        jot_open(json, NULL, '{');
        jot_string(json, "company", batavia_companies[company]);
        jot_seat_if(json, "from", s->seal[company]);
        jot_seat_if(json, "to", to);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    Cards fleet = batavia_fleet(&then);
    jot_int(json, "cannon", cards_count(fleet));
    bool attack = cards_count(fleet) >= batavia_limit(s);
    jot_companies(json, "pirates", attack ? batavia_largest(fleet) : 0);
}

/* What the next stall of a company would bring the viewer: its good, how his crates would stand
   against the best rival's, the gold of an exchange (0: not possible), whether stalls are turned up
   behind it. */
static void jot_next(const Batavia *s, int seat, int company, Text *json) {
    int space = batavia_next(s, company, s->space[seat]);
    if (!space) {
        jot_null(json, batavia_companies[company]);
        return;
    }
    int good = tile_good(s->route[space - 1]), rival = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat && batavia_crates(s, good, other) > rival)
            rival = batavia_crates(s, good, other);
    Cards tiles = s->tiles[seat] + cards_some(company, 1);
    jot_open(json, batavia_companies[company], '{');
    jot_int(json, "space", space);
    jot_string(json, "good", batavia_goods[good]);
    jot_int(json, "crates", batavia_crates(s, good, seat) + 1);
    jot_int(json, "rival", rival);
    jot_int(json, "exchange", cards_of(tiles, company) == 1 ? batavia_exchange_worth(tiles) : 0);
    jot_bool(json, "turns", space > s->turned - BLOCK && s->turned < s->spaces);
    jot_close(json, '}');
}

static void jot_ahead(const Batavia *s, int viewer, Text *json) {
    if (viewer >= s->players) {
        jot_null(json, "ahead");
        return;
    }
    jot_open(json, "ahead", '{');
    for (int company = 0; company < COMPANIES; company++)
        jot_next(s, viewer, company, json);
    jot_close(json, '}');
}

/* The companies whose next stall the viewer could sail to with `laid`, or whether to Batavia. */
static void jot_goals(const Batavia *s, int seat, Cards laid, Text *json) {
    Outlook o = batavia_outlook(s, seat);
    Marks owned = cards_above(s->open[seat] + laid, o.rivals);
    jot_companies(json, "goals", owned & o.ahead);
    jot_bool(json, "batavia", owned && !(owned & o.ahead) && s->arrived == NOBODY);
}

static void jot_effect(const Batavia *s, int seat, Cards laid, Text *json) {
    jot_changes(s, seat, laid, json);
    jot_goals(s, seat, laid, json);
}

/* Each laying on offer with its effect, on top of what is chosen already. */
static void jot_layings(const Batavia *s, int seat, Text *json) {
    Outlook o = batavia_outlook(s, seat);
    jot_open(json, "layings", '[');
    for (int company = 0; company < COMPANIES; company++) {
        int least = batavia_least(s, seat, &o, company);
        for (int n = least; least && n <= cards_of(s->hand[seat], company); n++) {
            jot_open(json, NULL, '{');
            jot_string(json, "company", batavia_companies[company]);
            jot_int(json, "cards", n);
            jot_effect(s, seat, s->laid + cards_some(company, n), json);
            jot_close(json, '}');
        }
    }
    jot_close(json, ']');
}

static void jot_laying(const Batavia *s, int viewer, Text *json) {
    if (s->phase != PHASE_ACTIONS || viewer != s->acting) {
        jot_null(json, "laid");
        jot_null(json, "effect");
        jot_null(json, "layings");
        return;
    }
    jot_cards(json, "laid", s->laid);
    if (s->laid) {
        jot_open(json, "effect", '{');
        jot_effect(s, viewer, s->laid, json);
        jot_close(json, '}');
    } else {
        jot_null(json, "effect");
    }
    jot_layings(s, viewer, json);
}

static void jot_exchange(const Batavia *s, Text *json) {
    if (s->phase != PHASE_EXCHANGE) {
        jot_null(json, "exchange");
        return;
    }
    Cards tiles = s->tiles[s->acting];
    Marks given = cards_held(tiles);
    jot_open(json, "exchange", '{');
    jot_companies(json, "given", given);
    jot_int(json, "gold", batavia_exchange_worth(tiles));
    jot_cards(json, "left", tiles - (given >> 7));
    jot_close(json, '}');
}

/* --- the final count -------------------------------------------------------------------------- */

/* One step: what it is for, who gets how much. */
static void jot_step(Text *json, const char *what, int seats, int gold) {
    jot_open(json, NULL, '{');
    jot_string(json, "what", what);
    jot_seats(json, "seats", seats);
    jot_int(json, "gold", gold);
    jot_close(json, '}');
}

/* The seats with the greatest part of this kind, and that part. */
static int part_seats(const Score *scores, int players, int part, int *gold) {
    int seats = 0;
    *gold = 0;
    for (int seat = 0; seat < players; seat++)
        if (scores[seat].parts[part]) {
            seats |= 1 << seat;
            *gold = scores[seat].parts[part];
        }
    return seats;
}

static void jot_count(const Batavia *s, Text *json) {
    if (s->phase != PHASE_OVER) {
        jot_null(json, "count");
        return;
    }
    Score scores[SEATS_MAX];
    int gold;
    batavia_score(s, scores);
    jot_open(json, "count", '[');
    for (int part = 0; part < GOODS; part++) {
        int seats = part_seats(scores, s->players, part, &gold);
        jot_step(json, batavia_goods[part], seats, gold);
    }
    int seats = part_seats(scores, s->players, PART_BILLS, &gold);
    jot_step(json, "bills", seats, gold);
    seats = part_seats(scores, s->players, PART_ARRIVAL, &gold);
    jot_step(json, "arrival", seats, gold);
    for (int company = 0; company < COMPANIES; company++) {
        bool held = s->seal[company] != NOBODY;
        jot_step(json, batavia_companies[company], held ? 1 << s->seal[company] : 0,
                 held ? SEAL_WORTH : 0);
    }
    jot_close(json, ']');
}

void batavia_picture(const void *state, int viewer, Text *json) {
    const Batavia *s = state;
    bool deciding =
        s->phase == PHASE_AUCTION || s->phase == PHASE_ACTIONS || s->phase == PHASE_EXCHANGE;
    jot_open(json, NULL, '{');
    jot_string(json, "phase", phase_word((Phase)s->phase));
    jot_int(json, "round", s->round);
    jot_seat_if(json, "auctioneer", s->auctioneer);
    jot_seat_if(json, "first", s->first);
    jot_seat_if(json, "acting", deciding ? s->acting : NOBODY);
    jot_int(json, "pile", s->deck);
    jot_cards(json, "discard", s->discard);
    jot_route(s, json);
    jot_scale(s, json);
    jot_open(json, "counters", '[');
    for (int good = 0; good < GOODS; good++)
        jot_counter(s, good, json);
    jot_close(json, ']');
    jot_auction(s, json);
    jot_open(json, "seats", '[');
    for (int seat = 0; seat < s->players; seat++)
        jot_seat(s, seat, viewer, json);
    jot_close(json, ']');
    jot_ahead(s, viewer, json);
    jot_laying(s, viewer, json);
    jot_exchange(s, json);
    jot_count(s, json);
    jot_close(json, '}');
}
