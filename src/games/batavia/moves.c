/* moves.c: what may be played. `moves`, `check` and `pick` answer the same question three ways: all
   of it, one of it, one at random; a test holds them equal.

   Laying is a combination of up to 22 cards of each of five companies, far too many to list. So it
   is chosen company by company: `lay` names a company and how many of its cards, each company at
   most once a turn, in any order; nothing is shown. `sail` then lays them all open at once and
   moves the merchant. Others can tell by the position of the table that somebody is choosing, or
   has put cards back, as across any table; not what, and nobody moves meanwhile. A company is
   offered only with counts after which sailing stays possible, so a choice never ends nowhere. */
#include "games/batavia/state.h"

#include <assert.h>

/* --- laying ----------------------------------------------------------------------------------- */

Outlook batavia_outlook(const Batavia *s, int seat) {
    Outlook o = {0};
    for (int other = 0; other < SEATS; other++)
        o.rivals = cards_most(o.rivals, s->open[other] & -(Cards)(other != seat));
    for (int company = 0; company < COMPANIES; company++)
        o.ahead |= (Marks)(s->stalls[company] >> (s->space[seat] + 1) != 0) << (8 * company + 7);
    o.useful = s->arrived == NOBODY ? MARKS_ALL : o.ahead; /* A21 */
    if (!s->hand[seat]) return o;                          /* A15 */
    Cards free = s->hand[seat] & ~cards_mask(cards_held(s->laid));
    o.owned = cards_above(s->open[seat] + s->laid, o.rivals);
    o.could = cards_above(s->open[seat] + s->laid + free, o.rivals) & o.useful;
    return o;
}

/* Any count will do where another company lets him sail; otherwise this one must. */
int batavia_least(const Batavia *s, int seat, const Outlook *o, int company) {
    if (!cards_of(s->hand[seat], company) || cards_of(s->laid, company)) return 0;
    if (o->could & ~mark(company)) return 1;
    if (!(o->could & mark(company))) return 0;
    int missing = cards_of(o->rivals, company) + 1 - cards_of(s->open[seat], company);
    return missing > 1 ? missing : 1;
}

/* Where cards chosen can take the merchant: stalls (A19), or Batavia where there is none (A20). */
static Marks stalls_open(const Batavia *s, const Outlook *o) {
    return s->laid ? o->owned & o->ahead : 0;
}
static bool voyage_open(const Batavia *s, const Outlook *o) {
    return s->laid && o->owned && !(o->owned & o->ahead) && s->arrived == NOBODY;
}

/* A11: drawing nothing is no way out for a player who can lay cards. */
static bool may_draw(const Batavia *s, const Outlook *o) {
    return !s->laid && (s->deck || s->discard || !o->could);
}

/* --- listing ---------------------------------------------------------------------------------- */

static int list_actions(const Batavia *s, int seat, Move *out) {
    Outlook o = batavia_outlook(s, seat);
    int n = 0;
    if (may_draw(s, &o)) out[n++] = move_bare(VERB_DRAW);
    for (Marks stalls = stalls_open(s, &o); stalls; stalls &= stalls - 1)
        out[n++] = move_one(VERB_SAIL, mark_first(stalls));
    if (voyage_open(s, &o)) out[n++] = move_one(VERB_SAIL, BATAVIA);
    for (int company = 0; company < COMPANIES; company++) {
        int least = batavia_least(s, seat, &o, company);
        for (int i = least; least && i <= cards_of(s->hand[seat], company); i++)
            out[n++] = move_two(VERB_LAY, company, i);
    }
    return n;
}

static int list_bids(const Batavia *s, int seat, Move *out) {
    int n = 0;
    out[n++] = move_bare(VERB_PASS);
    for (int i = s->high + 1; i <= s->bills[seat]; i++) /* A1, A4, A7 */
        out[n++] = move_one(VERB_BID, i);
    return n;
}

/* The deal goes round from the left of the auctioneer. */
static int dealt_to(const Batavia *s) {
    return (s->auctioneer + 1 + s->dealt) % s->players;
}

/* The companies that already lie in the block being turned up. */
static Marks block_companies(const Batavia *s) {
    Marks there = 0;
    for (int i = s->turned - s->turned % BLOCK; i < s->turned; i++)
        there |= mark(tile_company(s->route[i]));
    return there;
}

static int list_stalls(const Batavia *s, Move *out) {
    int n = 0;
    for (Marks free = MARKS_ALL & ~block_companies(s); free; free &= free - 1)
        for (int good = 0; good < GOODS; good++)
            if (s->left[mark_first(free)] >> good & 1)
                out[n++] = move_two(VERB_STALL, mark_first(free), good);
    return n;
}

/* One move for each company of the pile. */
static int list_cards(const Batavia *s, Verb verb, Move *out) {
    int n = 0;
    for (Marks held = cards_held(s->pile); held; held &= held - 1) {
        uint8_t company = (uint8_t)mark_first(held);
        out[n++] =
            verb == VERB_DEAL ? move_two(VERB_DEAL, dealt_to(s), company) : move_one(verb, company);
    }
    return n;
}

/* There is nothing to choose in laying the last hands. */
static Move last_hand(const Batavia *s) {
    int seat = batavia_last_hand(s);
    Move m = {VERB_HAND, 1 + COMPANIES, {(uint8_t)seat}};
    for (int company = 0; company < COMPANIES; company++)
        m.item[1 + company] = (uint8_t)cards_of(s->hand[seat], company);
    return m;
}

/* Seats, or the faces of the die. */
static int list_numbers(Verb verb, int from, int to, Move *out) {
    for (int i = from; i <= to; i++)
        out[i - from] = move_one(verb, i);
    return to - from + 1;
}

static int list_chance(const Batavia *s, Move *out) {
    switch ((Phase)s->phase) {
    case PHASE_AUCTIONEER: return list_numbers(VERB_AUCTIONEER, 0, s->players - 1, out);
    case PHASE_ROUTE: return list_stalls(s, out);
    case PHASE_DEAL: return list_cards(s, VERB_DEAL, out);
    case PHASE_DIE: return list_numbers(VERB_DIE, 1, 6, out);
    case PHASE_PACKET: return list_cards(s, VERB_PACKET, out);
    case PHASE_DRAW: return list_cards(s, VERB_CARD, out);
    case PHASE_FINAL: out[0] = last_hand(s); return 1;
    case PHASE_AUCTION:
    case PHASE_ACTIONS:
    case PHASE_EXCHANGE:
    case PHASE_OVER: break;
    }
    return 0;
}

int batavia_moves(const void *state, int seat, Move *out) {
    const Batavia *s = state;
    if (seat == CHANCE) return list_chance(s, out);
    if (seat != s->acting) return 0;
    switch ((Phase)s->phase) {
    case PHASE_AUCTION: return list_bids(s, seat, out);
    case PHASE_ACTIONS: return list_actions(s, seat, out);
    case PHASE_EXCHANGE:
        out[0] = move_bare(VERB_EXCHANGE);
        out[1] = move_bare(VERB_KEEP); /* A25 */
        return 2;
    case PHASE_AUCTIONEER:
    case PHASE_ROUTE:
    case PHASE_DEAL:
    case PHASE_DIE:
    case PHASE_PACKET:
    case PHASE_DRAW:
    case PHASE_FINAL:
    case PHASE_OVER: break;
    }
    return 0;
}

/* --- one at random ---------------------------------------------------------------------------- */

int batavia_draw(Cards heap, Rng *rng) {
    return cards_at(heap, (int)rng_below(rng, (uint32_t)cards_count(heap)));
}

/* The number of bit `n` among the goods set, from 0, and how many there are: a product puts a
   good's bit into its byte, another makes the running sums. */
static uint64_t goods_sums(unsigned goods) {
    return (goods * 0x0002040810204081u & 0x01010101010101u) * 0x0101010101010101u;
}
static int nth_good(uint64_t sums, uint32_t n) {
    const uint64_t ones = 0x01010101010101u;
    return __builtin_ctzll((sums + ones * (127 - n)) & (ones * 0x80)) / 8;
}

/* The top tiles of the piles are shuffled: each company left is equally likely, then each of its
   goods. */
static int draw_stall(Marks free, Rng *rng) {
    Cards each = mark_cards(free);
    return cards_at(each, (int)rng_below(rng, (uint32_t)cards_count(each)));
}
static int draw_good(const Batavia *s, int company, Rng *rng) {
    uint64_t sums = goods_sums(s->left[company]);
    return nth_good(sums, rng_below(rng, (uint32_t)(sums >> 48 & 0xff)));
}
static Move sample_stall(const Batavia *s, Rng *rng) {
    int company = draw_stall(MARKS_ALL & ~block_companies(s), rng);
    return move_two(VERB_STALL, company, draw_good(s, company, rng));
}

Move batavia_sample(const void *state, Rng *rng) {
    const Batavia *s = state;
    if (s->phase == PHASE_AUCTIONEER)
        return move_one(VERB_AUCTIONEER, (int)rng_below(rng, s->players));
    if (s->phase == PHASE_ROUTE) return sample_stall(s, rng);
    if (s->phase == PHASE_FINAL) return last_hand(s);
    if (s->phase == PHASE_DIE) return move_one(VERB_DIE, 1 + (int)rng_below(rng, 6));
    uint8_t company = (uint8_t)batavia_draw(s->pile, rng);
    if (s->phase == PHASE_DEAL) return move_two(VERB_DEAL, dealt_to(s), company);
    return move_one(s->phase == PHASE_PACKET ? VERB_PACKET : VERB_CARD, company);
}

/* Turns up what is left of a block. */
static int turn_block(Batavia *s, Rng *rng) {
    Marks free = MARKS_ALL & ~block_companies(s);
    int moves = 0;
    for (; free; moves++) {
        int company = draw_stall(free, rng);
        free &= ~mark(company);
        batavia_turn_up(s, company, draw_good(s, company, rng), NULL);
    }
    return moves;
}

/* Draws so many cards out of a pile that has them. */
static Cards draw_some(Cards pile, int n, Rng *rng) {
    Cards cards = 0;
    for (int held = cards_count(pile); n; n--, held--) {
        Cards card = cards_some(cards_at(pile, (int)rng_below(rng, (uint32_t)held)), 1);
        pile -= card;
        cards += card;
    }
    return cards;
}

int batavia_draw_all(void *state, Rng *rng) {
    Batavia *s = state;
    int moves = 0;
    for (int n; batavia_turn(s) == 1u << CHANCE; moves += n) {
        n = s->owed < s->deck ? s->owed : s->deck; /* where the pile ends it is made anew (A10) */
        if (s->phase == PHASE_PACKET) {
            batavia_open(s, draw_some(s->pile, n, rng), n, NULL);
        } else if (s->phase == PHASE_DRAW) {
            batavia_fetch(s, draw_some(s->pile, n, rng), n, NULL);
        } else if (s->phase == PHASE_ROUTE) {
            n = turn_block(s, rng);
        } else if (s->phase == PHASE_DEAL) {
            batavia_deal(s, dealt_to(s), batavia_draw(s->pile, rng), NULL);
            n = 1;
        } else {
            batavia_apply(s, CHANCE, batavia_sample(s, rng), NULL);
            n = 1;
        }
    }
    return moves;
}

/* A card is as likely as there are of its company in the pile. All else is uniform, the stalls too:
   the companies still free in a block have equally many tiles left. */
int batavia_weight(const void *state, Move m) {
    const Batavia *s = state;
    if (m.verb == VERB_PACKET || m.verb == VERB_CARD) return cards_of(s->pile, m.item[0]);
    return m.verb == VERB_DEAL ? cards_of(s->pile, m.item[1]) : 1;
}

/* With how many counts each company may be laid: from the least to all that is held, none where it
   is chosen already or nothing leads anywhere. As `batavia_least` company by company. */
static Cards lay_ways(const Batavia *s, int seat, const Outlook *o) {
    if (!o->could) return 0;
    Cards ways = s->hand[seat] & ~cards_mask(cards_held(s->laid));
    int only = mark_first(o->could);
    if (o->could == mark(only) && cards_of(ways, only))
        ways -= cards_some(only, batavia_least(s, seat, o, only) - 1);
    return ways;
}

static Move pick_action(const Batavia *s, int seat, Rng *rng) {
    Outlook o = batavia_outlook(s, seat);
    Marks stalls = stalls_open(s, &o);
    Cards ways = lay_ways(s, seat, &o);
    int ends = may_draw(s, &o) + cards_count(mark_cards(stalls)) + voyage_open(s, &o);
    int choice = (int)rng_below(rng, (uint32_t)(ends + cards_count(ways)));
    if (choice >= ends) {
        choice -= ends;
        int company = cards_at(ways, choice);
        choice -= cards_count(ways & ((mark(company) >> 7) - 1));
        return move_two(VERB_LAY, company,
                        cards_of(s->hand[seat], company) - cards_of(ways, company) + 1 + choice);
    }
    if (!s->laid) return move_bare(VERB_DRAW); /* nobody sails yet */
    if (!stalls) return move_one(VERB_SAIL, BATAVIA);
    return move_one(VERB_SAIL, cards_at(mark_cards(stalls), choice));
}

Move batavia_pick(const void *state, int seat, Rng *rng) {
    const Batavia *s = state;
    assert(seat == s->acting);
    if (s->phase == PHASE_ACTIONS) return pick_action(s, seat, rng);
    if (s->phase == PHASE_EXCHANGE) return move_bare(rng_below(rng, 2) ? VERB_EXCHANGE : VERB_KEEP);
    int bids = s->bills[seat] > s->high ? s->bills[seat] - s->high : 0;
    int choice = (int)rng_below(rng, (uint32_t)bids + 1);
    if (!choice) return move_bare(VERB_PASS);
    return move_one(VERB_BID, s->high + choice);
}

/* --- one judged ------------------------------------------------------------------------------- */

static Reason check_bid(const Batavia *s, int seat, Move m) {
    if (m.item[0] <= s->high) return REFUSED(N_("A bid must beat {n}."), s->high);
    if (!s->bills[seat]) return REFUSED(N_("You have no bill left to bid."));
    if (m.item[0] > s->bills[seat])
        return REFUSED(N_("You have only {n} {n?bill|bills}."), s->bills[seat]);
    return ALLOWED;
}

static Reason check_draw(const Batavia *s, int seat) {
    Outlook o = batavia_outlook(s, seat);
    if (s->laid) return REFUSED(N_("You have chosen cards to lay: sail, or take them back."));
    if (!may_draw(s, &o))
        return REFUSED(N_("No card is left to draw, and you can lay cards: you must."));
    return ALLOWED;
}

static Reason check_lay(const Batavia *s, int seat, Move m) {
    int company = m.item[0], n = m.item[1];
    if (company >= COMPANIES) return REFUSED(N_("Name a company and how many of its cards."));
    if (n < 1) return REFUSED(N_("Lay at least one card."));
    if (cards_of(s->laid, company))
        return REFUSED(N_("This company is chosen already: take it back to choose again."));
    if (n > cards_of(s->hand[seat], company))
        return REFUSED(N_("You hold {n} of these cards."), cards_of(s->hand[seat], company));
    Outlook o = batavia_outlook(s, seat);
    int least = batavia_least(s, seat, &o, company);
    if (least && n >= least) return ALLOWED;
    if (s->arrived != NOBODY)
        return REFUSED(N_("The arrival tile is taken: lay cards only to reach a stall."));
    if (!least) return REFUSED(N_("You cannot get the majority of any company: draw."));
    return REFUSED(N_("After laying you must have the majority of a company: {n} of these at "
                      "least."),
                   least);
}

static Reason check_sail(const Batavia *s, int seat, Move m) {
    Outlook o = batavia_outlook(s, seat);
    if (m.item[0] > BATAVIA) return REFUSED(N_("Sail with a company, or to Batavia."));
    if (!s->laid) return REFUSED(N_("Choose cards to lay first."));
    if (m.item[0] == BATAVIA) {
        if (s->arrived != NOBODY) return REFUSED(N_("The arrival tile is taken."));
        if (!o.owned) return REFUSED(N_("You would not have the majority of any company."));
        if (!voyage_open(s, &o))
            return REFUSED(N_("While a stall can be reached, nobody sails on to Batavia."));
        return ALLOWED;
    }
    if (!marked(o.owned, m.item[0]))
        return REFUSED(N_("You would not have the majority of this company."));
    if (!marked(o.ahead, m.item[0])) return REFUSED(N_("No stall of this company lies ahead."));
    return ALLOWED;
}

/* The phase each verb of a player belongs to, and what to say in another. */
static Reason check_phase(const Batavia *s, Verb verb) {
    Phase phase = (Phase)s->phase;
    switch (verb) {
    case VERB_BID:
    case VERB_PASS:
        return phase == PHASE_AUCTION ? ALLOWED : REFUSED(N_("There is no auction now."));
    case VERB_DRAW:
    case VERB_LAY:
    case VERB_SAIL:
        return phase == PHASE_ACTIONS ? ALLOWED : REFUSED(N_("It is not the time of the ships."));
    case VERB_EXCHANGE:
    case VERB_KEEP:
        return phase == PHASE_EXCHANGE
                   ? ALLOWED
                   : REFUSED(N_("Tiles are exchanged only with one of a company you had none of."));
    case VERB_AUCTIONEER:
    case VERB_STALL:
    case VERB_DEAL:
    case VERB_DIE:
    case VERB_PACKET:
    case VERB_CARD:
    case VERB_HAND:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance deals cards."));
}

/* How many items each verb of a player has. */
static const uint8_t items_of[VERBS] = {[VERB_BID] = 1, [VERB_LAY] = 2, [VERB_SAIL] = 1};

Reason batavia_check(const void *state, int seat, Move m) {
    const Batavia *s = state;
    if (s->phase == PHASE_OVER) return REFUSED(N_("The game is over."));
    if (seat == CHANCE) return check_chance(s, batavia_moves, m);
    if (seat < 0 || seat >= s->players) return REFUSED(N_("There is no such seat."));
    if (m.verb >= VERBS) return REFUSED(N_("This is not a move of Batavia."));
    Reason phase = check_phase(s, (Verb)m.verb);
    if (phase.text) return phase;
    if (!move_formed(m, VERBS) || m.count != items_of[m.verb])
        return REFUSED(N_("This is not a move of Batavia."));
    if (s->acting != seat) return NOT_YOUR_TURN;
    switch ((Verb)m.verb) {
    case VERB_BID: return check_bid(s, seat, m);
    case VERB_DRAW: return check_draw(s, seat);
    case VERB_LAY: return check_lay(s, seat, m);
    case VERB_SAIL: return check_sail(s, seat, m);
    case VERB_PASS:
    case VERB_EXCHANGE:
    case VERB_KEEP: return ALLOWED;
    case VERB_AUCTIONEER:
    case VERB_STALL:
    case VERB_DEAL:
    case VERB_DIE:
    case VERB_PACKET:
    case VERB_CARD:
    case VERB_HAND:
    case VERBS: break;
    }
    return REFUSED(N_("Only Chance deals cards."));
}
