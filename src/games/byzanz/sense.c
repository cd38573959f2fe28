/* sense.c: what a good player of Byzanz knows.

   A hand is worth the sets it can sell (exactly) and a share of what its leftovers may become.
   Since a sale is possible at any moment, nobody sells before he must: complete sets stay in hand
   as money to bid with, until the hand overflows or the game ends. Points are counted in POINT
   units. */
#include "games/byzanz/state.h"

#include <assert.h>

enum { POINT = 40 };

/* --- the exact best sale ---------------------------------------------------------------------- */

/* How the goods of one type stand: their values from the highest down, summed. */
enum { ROW_MAX = 16 }; /* cards of one type */
typedef struct Row {
    int held;
    uint8_t top[ROW_MAX + 1]; /* top[m]: the m highest together, at most 33; set for m <= held */
} Row;

/* A hand by its rows. */
typedef struct Rows {
    Row row[TYPES];
    int traders;
} Rows;

static void row_of(Pile hand, int type, Row *row) {
    int nibbles = (int)((type < 4 ? hand.a >> (16 * type) : hand.b >> (16 * (type - 4))) & 0xffff);
    row->held = 0;
    row->top[0] = 0;
    for (int value = VALUES; nibbles; value--, nibbles >>= 4)
        for (int i = nibbles & 15; i > 0; i--, row->held++)
            row->top[row->held + 1] = (uint8_t)(row->top[row->held] + value);
}

static void rows_of(Pile hand, Rows *rows) {
    for (int type = 0; type < TYPES; type++)
        row_of(hand, type, &rows->row[type]);
    rows->traders = pile_traders(hand);
}

/* Traders needed to sell m sets of a row: every card of the row can fill, traders the rest. */
static int traders_for(const Row *row, int m) {
    int missing = 3 * m - row->held;
    return missing > 0 ? missing : 0;
}

/* The sets of each type that bring the most points, found type by type over the traders spent.
   m sets of a type keep its m highest cards, whatever fills them, so only m matters; among equal
   points fewer sets win, because cards left in hand break ties. */
typedef struct Plan {
    int sets[MARKET_TYPES]; /* the last: sets of three traders */
    int points;
} Plan;

enum { TRADERS = 16, SET_COST = 1, POINT_WEIGHT = 64 }; /* at most 23 / 3 sets, below 64 */

static Plan best_plan(const Rows *rows) {
    int traders = rows->traders;
    int best[TRADERS + 1], choice[TYPES][TRADERS + 1];
    for (int spent = 0; spent <= traders; spent++)
        best[spent] = 0;
    for (int type = 0; type < TYPES; type++) {
        const Row *row = &rows->row[type];
        for (int spent = traders; spent >= 0; spent--) { /* spent: at most so many so far */
            int base = best[spent];
            choice[type][spent] = 0;
            for (int m = 1; m <= row->held && traders_for(row, m) <= spent; m++) {
                int value =
                    best[spent - traders_for(row, m)] + row->top[m] * POINT_WEIGHT - m * SET_COST;
                if (value > base) {
                    base = value;
                    choice[type][spent] = m;
                }
            }
            best[spent] = base;
        }
    }
    Plan plan = {0};
    int most = -1, left = 0;
    for (int kept = 0; kept <= traders; kept++) {
        int sets = kept / 3;
        int value = best[traders - kept] + sets * (TRADER_WORTH * POINT_WEIGHT - SET_COST);
        if (value > most) {
            most = value;
            plan.sets[TRADER_TYPE] = sets;
            left = traders - kept;
        }
    }
    plan.points = plan.sets[TRADER_TYPE] * TRADER_WORTH;
    for (int type = TYPES - 1; type >= 0; type--) {
        const Row *row = &rows->row[type];
        int m = choice[type][left];
        plan.sets[type] = m;
        plan.points += row->top[m];
        left -= traders_for(row, m);
    }
    return plan;
}

static Plan plan_of(Pile hand) {
    Rows rows;
    rows_of(hand, &rows);
    return best_plan(&rows);
}

/* Takes `n` cards of a type out of `hand`, cheapest first, into `set`. */
static void take_cheapest(Pile *hand, int type, int n, Pile *set) {
    for (int value = 1; n > 0 && value <= VALUES; value++)
        while (n > 0 && pile_of(*hand, kind_of(type, value))) {
            *hand = pile_minus(*hand, pile_one(kind_of(type, value)));
            *set = pile_plus(*set, pile_one(kind_of(type, value)));
            n--;
        }
    for (; n > 0; n--) {
        *hand = pile_minus(*hand, pile_one(TRADER));
        *set = pile_plus(*set, pile_one(TRADER));
    }
}

int byzanz_best_sales(Pile hand, Pile sets[], int *points) {
    Plan plan = plan_of(hand);
    int n = 0;
    for (int type = 0; type < TYPES; type++) {
        Pile kept = PILE_EMPTY;
        for (int m = 0; m < plan.sets[type]; m++) { /* put the cards that are kept aside first */
            Pile card = pile_one(pile_first(pile_type(hand, type)));
            hand = pile_minus(hand, card);
            kept = pile_plus(kept, card);
        }
        for (int m = 0; m < plan.sets[type]; m++) {
            Pile card = pile_one(pile_first(kept));
            kept = pile_minus(kept, card);
            sets[n] = card;
            take_cheapest(&hand, type, 2, &sets[n++]);
        }
    }
    for (int m = 0; m < plan.sets[TRADER_TYPE]; m++)
        sets[n++] = (Pile){0, 3ull << 32};
    *points = plan.points;
    return n;
}

/* --- what a hand is worth --------------------------------------------------------------------- */

/* What leftovers may still become, by how many rounds remain (0 to 7): a pair wants one card, a
   single wants two, a trader fits everywhere, and any good can be bid. */
static int leftover_worth(const Row *row, int sets, int traders, int rounds_left) {
    int used = 3 * sets - traders, left = row->held - used;
    if (left <= 0 || rounds_left < 0) return 0;
    int highest = row->top[sets + 1] - row->top[sets];
    int pair = rounds_left > 1 ? 22 : 14, single = rounds_left > 1 ? 8 : 3;
    return left == 1 ? highest * single : highest * pair + 2 * (left - 2);
}

static int hand_worth(Pile hand, int rounds_left) {
    Rows rows;
    rows_of(hand, &rows);
    Plan plan = best_plan(&rows);
    int worth = plan.points * POINT, traders = rows.traders;
    for (int type = 0; type < TYPES; type++) {
        const Row *row = &rows.row[type];
        int spent = traders_for(row, plan.sets[type]);
        traders -= spent;
        worth += leftover_worth(row, plan.sets[type], spent, rounds_left);
    }
    traders -= 3 * plan.sets[TRADER_TYPE];
    if (rounds_left >= 0) worth += traders * (rounds_left > 0 ? 60 : 30) + pile_value(hand);
    return worth;
}

/* A hand of more than seven sells or discards at once: what it is worth once that is done, played
   the same greedy way. At most 23 cards, so at most 16 steps. */
static int relieved_worth(Pile hand, int rounds_left) {
    int gained = 0;
    while (pile_count(hand) > HAND_LIMIT) {
        Move sells[SELLS_MAX];
        int n = byzanz_sells(hand, sells), best = -1;
        Pile after = hand;
        int kept = 0;
        for (int i = 0; i < n; i++) {
            Pile rest = pile_minus(hand, byzanz_cards_of(sells[i]));
            int gain = byzanz_worth(pile_one(sells[i].item[0])) * POINT;
            int worth = gain + hand_worth(rest, rounds_left);
            if (worth > best) {
                best = worth;
                after = rest;
                kept = gain;
            }
        }
        EACH_KIND(kind, hand) {
            Pile rest = pile_minus(hand, pile_one(kind));
            int worth = hand_worth(rest, rounds_left);
            if (worth > best) {
                best = worth;
                after = rest;
                kept = 0;
            }
        }
        hand = after;
        gained += kept;
    }
    return gained + hand_worth(hand, rounds_left);
}

/* --- moves ------------------------------------------------------------------------------------ */

static int rounds_left(const Byzanz *s) {
    return s->rounds - s->round;
}

/* The best a winner can make of the lot: he gives the card he misses least. */
static int lot_worth(const Byzanz *s, Pile hand) {
    int best = 0;
    EACH_KIND(kind, s->lot) {
        Pile with = pile_plus(hand, pile_minus(s->lot, pile_one(kind)));
        int worth = relieved_worth(with, rounds_left(s));
        if (worth > best) best = worth;
    }
    return best;
}

/* A bid is worth the hand it would lead to, less a little for each point it puts on the table; a
   pass is worth the cards kept and the smaller lot that comes instead: everyone gets one a round.
 */
static int bid_sense(const Byzanz *s, int seat, Pile cards) {
    return lot_worth(s, pile_minus(s->hand[seat], cards)) - pile_value(cards) / 2;
}

static int pass_sense(const Byzanz *s, int seat) {
    const Setup *setup = byzanz_setup(s->players);
    int later = 0, lots = 0;
    for (int i = s->sold + 1; i < s->players; i++, lots++)
        later += setup->offers[i] - 1;
    int gain = lots ? later * 26 / lots : 0;
    return relieved_worth(pile_plus(s->hand[seat], s->bid[seat]), rounds_left(s)) + gain;
}

int byzanz_sense(const void *state, int seat, Move m) {
    const Byzanz *s = state;
    Pile hand = s->hand[seat];
    int left = rounds_left(s);
    if (s->phase == PHASE_FINAL) left = -1; /* leftovers become nothing any more */
    switch ((Verb)m.verb) {
    case VERB_BID: return bid_sense(s, seat, byzanz_cards_of(m));
    case VERB_PASS: return pass_sense(s, seat);
    case VERB_GIVE:
        return relieved_worth(pile_plus(hand, pile_minus(s->lot, pile_one(m.item[0]))), left);
    case VERB_TAKE: return relieved_worth(pile_plus(hand, pile_type(s->market, m.item[0])), left);
    case VERB_DISCARD: return relieved_worth(pile_minus(hand, pile_one(m.item[0])), left);
    case VERB_SELL:
        if (s->phase != PHASE_FINAL && s->phase != PHASE_OVERFLOW) return -1; /* it can wait */
        return byzanz_worth(pile_one(m.item[0])) * POINT +
               relieved_worth(pile_minus(hand, byzanz_cards_of(m)), left);
    case VERB_DONE: return plan_of(hand).points ? -1 : 0;
    case VERB_DEALER:
    case VERB_DEAL:
    case VERB_LOT:
    case VERBS: break;
    }
    assert(false && "a verb of a player");
    return 0;
}
