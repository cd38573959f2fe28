/* order.c: orders set ahead. An order belongs to a seat and says what to do when its turn comes:
   bid up to a sum and then pass, pass unless something comes, or make a plain move such as `end`.
   It is a line of the journal, so it is as durable as a move, but like talk it changes no version
   and no position, and nothing anybody else sees depends on it: until it acts it does not exist for
   them, and then it is a move like any other. It ends by itself where what it was for is over. */
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"
#include "table/inside.h"

enum { LIMIT_MOST = 9999 };

/* --- reading ---------------------------------------------------------------------------------- */

static int ware_named(const Game *game, const char *name) {
    for (int i = 0; game->live.wares && game->live.wares[i]; i++)
        if (strcmp(game->live.wares[i], name) == 0) return i;
    return -1;
}

/* A whole number that fills its word. */
static bool read_limit(const char *word, int *out) {
    *out = 0;
    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9' || *out > LIMIT_MOST) return false;
        *out = 10 * *out + *c - '0';
    }
    return *word && *out > 0 && *out <= LIMIT_MOST;
}

static Reason means_check(const Table *t, int seat, int limit) {
    if (t->game->live.falling) return ALLOWED;
    int most = t->game->live.means(t->state, seat);
    return limit <= most ? ALLOWED
                         : REFUSED(N_("That is beyond your means: you have {n} to bid."), most);
}

/* "bid 5" or "bid 5 for silk": this auction or the next one; the one where silk comes. */
static Reason read_bid(const Table *t, int seat, const char *rest, Order *out) {
    char word[ORDER_TEXT];
    int limit;
    *out = (Order){.kind = ORDER_BID, .ware = -1};
    if (!cut_word(&rest, word, sizeof word) || !read_limit(word, &limit))
        return REFUSED(N_("Say up to how much: a whole number."));
    out->limit = (int16_t)limit;
    if (*rest) {
        if (!cut_word(&rest, word, sizeof word) || strcmp(word, "for") != 0)
            return REFUSED(N_("An order is like “bid 5” or “bid 5 for” something on sale."));
        out->ware = (int8_t)ware_named(t->game, rest);
        if (out->ware < 0) return REFUSED(N_("No such thing is ever on sale here."));
    }
    return means_check(t, seat, limit);
}

/* "pass unless silk". */
static Reason read_unless(const Table *t, const char *ware, Order *out) {
    *out = (Order){.kind = ORDER_UNLESS, .ware = (int8_t)ware_named(t->game, ware)};
    return out->ware < 0 ? REFUSED(N_("No such thing is ever on sale here.")) : ALLOWED;
}

/* A plain move that is safe to be made unseen. */
static Reason read_plain(const Table *t, const char *text, Order *out) {
    *out = (Order){.kind = ORDER_MOVE, .ware = -1};
    for (int i = 0; t->game->live.ahead && t->game->live.ahead[i]; i++)
        if (strcmp(text, t->game->live.ahead[i]) == 0) return move_read(t->game, text, &out->move);
    return REFUSED(N_("This cannot be ordered ahead."));
}

static Reason read_order(const Table *t, int seat, const char *text, Order *out) {
    if (strncmp(text, "bid ", 4) == 0 && t->game->live.lot) return read_bid(t, seat, text + 4, out);
    if (strncmp(text, "pass unless ", 12) == 0 && t->game->live.lot)
        return read_unless(t, text + 12, out);
    return read_plain(t, text, out);
}

/* The place for what a seat orders now (0), or ordered before one of the last moves. */
static Order *place_of(const Table *t, int past, int seat) {
    return &t->book->order[past * t->players + seat];
}

/* What a seat has ordered; NULL: nothing. */
static Order *order_of(const Table *t, int seat) {
    Order *order = t->book ? place_of(t, 0, seat) : NULL;
    return order && order->kind != ORDER_NONE ? order : NULL;
}

/* From now on, whatever is taken back. */
static void set(Table *t, int seat, Order order) {
    for (int past = 0; past <= ORDERS_PAST; past++)
        *place_of(t, past, seat) = order;
}

void order_forget(Table *t, int seat) {
    if (t->book) set(t, seat, (Order){0});
}

/* --- acting ----------------------------------------------------------------------------------- */

/* A move in a word, where it is possible. */
static bool plain(const Table *t, int seat, const char *text, Move *out) {
    return !move_read(t->game, text, out).text && !t->game->rules.check(t->state, seat, *out).text;
}

/* Whether `a` is the better way to stake than `b`: as little as possible, or of a falling auction
   as much; then with fewer things. */
static bool stakes_better(const Game *game, int a, Move x, int b, Move y) {
    if (a != b) return game->live.falling ? a > b : a < b;
    return x.count < y.count;
}

/* The cheapest bid within the limit; else a pass, or a wait where one may neither. */
static bool bid_or_pass(const Table *t, int seat, int limit, Move *out) {
    const Game *game = t->game;
    Move list[MOVES_MAX];
    int n = limit > 0 ? game->rules.moves(t->state, seat, list) : 0, best = -1;
    for (int i = 0; i < n; i++) {
        int stake = game->live.stake(t->state, seat, list[i]);
        if (stake < 0 || (game->live.falling ? stake < limit : stake > limit)) continue;
        if (best >= 0 && !stakes_better(game, stake, list[i], best, *out)) continue;
        best = stake;
        *out = list[i];
    }
    return best >= 0 || plain(t, seat, "pass", out) || plain(t, seat, "wait", out);
}

bool table_order_move(const Table *t, int seat, Move *out) {
    const Order *order = order_of(t, seat);
    Lot lot;
    if (!order || !turn_has(t->game->rules.turn(t->state), seat)) return false;
    if (order->kind == ORDER_MOVE) {
        *out = order->move;
        return !t->game->rules.check(t->state, seat, *out).text;
    }
    if (!t->game->live.lot(t->state, seat, &lot)) return false;
    bool comes = order->ware < 0 || lot.wares >> order->ware & 1;
    if (order->kind == ORDER_UNLESS) return !comes && plain(t, seat, "pass", out);
    return bid_or_pass(t, seat, comes ? order->limit : 0, out);
}

/* --- ending ----------------------------------------------------------------------------------- */

/* Whether an order to bid is over: the auction it was for is, or he is out of it. One that waits
   for something outlives the auctions without it. */
static bool bid_is_over(const Table *t, int seat, Order *order) {
    Lot lot;
    bool in = t->game->live.lot(t->state, seat, &lot);
    bool same = in && order->joined && order->number == lot.number;
    if (same) return false;
    if (order->joined && order->came) return true;
    order->joined = in;
    if (!in) return false;
    order->number = lot.number;
    order->came = order->ware < 0 || lot.wares >> order->ware & 1;
    return false;
}

static bool is_over(const Table *t, int seat, Order *order) {
    Lot lot;
    switch (order->kind) {
    case ORDER_NONE: return false;
    case ORDER_BID: return bid_is_over(t, seat, order);
    case ORDER_UNLESS:
        return t->game->live.lot(t->state, seat, &lot) && lot.wares >> order->ware & 1;
    case ORDER_MOVE: /* his turn has come, and it cannot be done */
        return turn_has(t->game->rules.turn(t->state), seat) &&
               t->game->rules.check(t->state, seat, order->move).text;
    }
    return false;
}

/* Whether a journal takes one more order of a seat: nobody can use up what the others may set. */
static bool has_room(const Table *t, int seat) {
    return t->orders < ORDER_LINES_MAX || t->orders_set[seat] < ORDERS_EACH;
}

Reason order_enter(Table *t, const char *rest) {
    int seat = cut_seat(t, &rest);
    Order order = {0};
    if (seat < 0) return NO_SEAT;
    if (!t->begun) return REFUSED(N_("The game has not begun."));
    if (table_over(t)) return REFUSED(N_("The game is over."));
    if (!t->seats[seat].owner[0]) return REFUSED(N_("Nobody plays from this seat."));
    if (*rest && !has_room(t, seat))
        return REFUSED(N_("This table has taken enough orders: {n}."), ORDER_LINES_MAX);
    if (strlen(rest) >= ORDER_TEXT) return REFUSED(N_("This cannot be ordered ahead."));
    if (*rest) {
        Reason why = read_order(t, seat, rest, &order);
        if (!why.text && is_over(t, seat, &order))
            why = REFUSED(N_("This order would be over at once."));
        if (why.text) return why;
        memcpy(order.text, rest, strlen(rest) + 1);
    } else if (!order_of(t, seat)) {
        return REFUSED(N_("There is no order to take back."));
    }
    size_t places = (size_t)t->players * (1 + ORDERS_PAST);
    if (!t->book) t->book = calloc(1, sizeof *t->book + places * sizeof(Order));
    if (!t->book) abort();
    set(t, seat, order);
    t->orders++;
    if (*rest) t->orders_set[seat]++;
    order_follow(t);
    return ALLOWED;
}

void order_follow(Table *t) {
    for (int seat = 0; t->book && seat < t->players; seat++) {
        Order *order = order_of(t, seat);
        if (order && (table_over(t) || is_over(t, seat, order))) *order = (Order){0};
    }
}

/* Where what was ordered before the move at a position is kept. */
static int past_of(int position) {
    return 1 + position % ORDERS_PAST;
}

bool order_moves(Table *t, int seat, Move move) {
    Order *order = order_of(t, seat);
    Move own;
    if (t->book) {
        int past = past_of(t->position);
        memcpy(place_of(t, past, 0), place_of(t, 0, 0), (size_t)t->players * sizeof(Order));
        t->book->before[past - 1] = t->position + 1;
    }
    if (!order) return false;
    bool ordered = table_order_move(t, seat, &own) && move_equal(own, move);
    if (ordered) t->ordered[seat] = t->position + 1;
    if (order->kind == ORDER_MOVE) *order = (Order){0}; /* one turn, however it was used */
    return ordered;
}

void order_undone(Table *t, int seat) {
    int past = past_of(t->position);
    if (!t->book || t->book->before[past - 1] != t->position + 1) return;
    for (int other = 0; other < t->players; other++)
        if (other != seat) *place_of(t, 0, other) = *place_of(t, past, other);
    order_follow(t);
}

/* --- telling ---------------------------------------------------------------------------------- */

bool table_by_order(const Table *t, int position) {
    return position > 0 && position <= t->position && t->made[position - 1].ordered;
}

bool table_by_stand_in(const Table *t, int position) {
    return position > 0 && position <= t->position && t->made[position - 1].stand_in;
}

static void jot_words(Text *json, const char *key, const char *const *words) {
    jot_open(json, key, '[');
    for (int i = 0; words && words[i]; i++)
        jot_word(json, NULL, words[i]);
    jot_close(json, ']');
}

static void jot_possible(const Table *t, int seat, Text *json) {
    const GameLive *live = &t->game->live;
    jot_open(json, "orders", '{');
    jot_bool(json, "bids", live->lot != NULL);
    jot_bool(json, "falling", live->falling);
    if (live->lot && !live->falling)
        jot_int(json, "most", live->means(t->state, seat));
    else
        jot_null(json, "most");
    Lot lot;
    bool now = live->lot && live->lot(t->state, seat, &lot);
    jot_bool(json, "now", now);
    if (now)
        jot_int(json, "next", lot.next);
    else
        jot_null(json, "next");
    jot_words(json, "wares", live->wares);
    jot_words(json, "moves", live->ahead);
    jot_close(json, '}');
}

void order_write(const Table *t, int viewer, Text *json) {
    bool seated = t->begun && !table_over(t) && viewer < t->players && t->seats[viewer].owner[0];
    const Order *order = seated ? order_of(t, viewer) : NULL;
    jot_string(json, "order", order ? order->text : NULL);
    if (seated && t->ordered[viewer])
        jot_int(json, "ordered", t->ordered[viewer]);
    else
        jot_null(json, "ordered");
    if (seated)
        jot_possible(t, viewer, json);
    else
        jot_null(json, "orders");
}
