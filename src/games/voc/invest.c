/* invest.c: investments of the advanced game (phase 3): outfitting, contracts, recalls.

   Slots are numbered so that in each half the numbers fall from left to right; the rightmost free
   slot of a half is therefore always the one to fill first (V42), and an outfitting is told by how
   many men go to each half. */
#include "games/voc/state.h"

#include <assert.h>
#include <string.h>

/* --- outfitting ------------------------------------------------------------------------------- */

/* Puts `men` of a seat into the rightmost free slots of the half that begins at `slot`; false where
   there are too few. */
static bool fill_half(Ship *it, int ship, int slot, int seat, int men) {
    for (int i = slot + voc_half(ship) - 1; men > 0 && i >= slot; i--)
        if (it->crew[i] == NOBODY) {
            it->crew[i] = (uint8_t)seat;
            men--;
        }
    return men == 0;
}

/* Every slot of a lower number is taken before one of a higher number is newly filled. */
static bool numbers_in_order(const Ship *before, const Ship *after, int ship) {
    int highest = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        if (after->crew[slot] != before->crew[slot] && voc_number(ship, slot) > highest)
            highest = voc_number(ship, slot);
    for (int slot = 0; slot < SLOTS; slot++)
        if (slot % HALF < voc_half(ship) && after->crew[slot] == NOBODY &&
            voc_number(ship, slot) < highest)
            return false;
    return true;
}

bool voc_outfit_fits(const Voc *s, int seat, int ship, int sailors, int merchants) {
    if (s->ship[ship].flags & AT_SEA || sailors + merchants > s->men[seat]) return false;
    int own_sailors = voc_sailors(s, ship, seat), own_merchants = voc_merchants(s, ship, seat);
    bool held = own_sailors <= own_merchants;
    bool holds = own_sailors + sailors <= own_merchants + merchants; /* V41 */
    if (!holds && (held || sailors)) return false;
    Ship after = s->ship[ship];
    return fill_half(&after, ship, 0, seat, sailors) &&
           fill_half(&after, ship, HALF, seat, merchants) &&
           numbers_in_order(&s->ship[ship], &after, ship);
}

int voc_outfit_most(const Voc *s, int seat, int ship) {
    for (int men = OUTFIT; men > 0; men--)
        for (int sailors = 0; sailors <= men; sailors++)
            if (voc_outfit_fits(s, seat, ship, sailors, men - sailors)) return men; /* V40 */
    return 0;
}

static void outfit(Voc *s, int seat, int ship, int sailors, int merchants, News *news) {
    fill_half(&s->ship[ship], ship, 0, seat, sailors);
    fill_half(&s->ship[ship], ship, HALF, seat, merchants);
    s->men[seat] = (uint8_t)(s->men[seat] - sailors - merchants);
    Event *event =
        tell(news, "outfit", seat, sailors,
             N_("You outfit ship {items}: {n} {n?sailor|sailors}, {m} {m?merchant|merchants}."),
             N_("{seat} outfits ship {items}: {n} {n?sailor|sailors}, {m} "
                "{m?merchant|merchants}."));
    tell_m(event, merchants);
    tell_item(event, voc_ships[ship]);
}

/* --- recalls ---------------------------------------------------------------------------------- */

/* The men of a half slide right, order kept (V49). Only in harbour, so no goods lie under them. */
static void slide(Ship *it, int ship, int slot) {
    int to = slot + voc_half(ship) - 1;
    for (int i = to; i >= slot; i--)
        if (it->crew[i] != NOBODY) {
            uint8_t man = it->crew[i];
            it->crew[i] = NOBODY;
            it->crew[to--] = man;
        }
}

void voc_take_off(Voc *s, int ship, int seat) {
    Ship *it = &s->ship[ship];
    for (int slot = 0; slot < SLOTS; slot++)
        if (it->crew[slot] == seat) {
            it->crew[slot] = NOBODY;
            s->men[seat]++;
        }
    if (it->flags & AT_SEA) return;
    slide(it, ship, 0);
    slide(it, ship, HALF);
}

/* --- contracts -------------------------------------------------------------------------------- */

bool voc_marker_free(const Voc *s, int year) {
    for (int card = 0; card < CONTRACTS; card++)
        if (s->due[card] == year) return false;
    return true;
}

bool voc_marker_left(const Voc *s) {
    for (int year = s->year; year < s->until; year++)
        if (voc_marker_free(s, year)) return true;
    return false;
}

int voc_due(const Voc *s, int card) {
    return s->due[card] == NO_YEAR ? s->until - 1 : s->due[card]; /* V45 */
}

static void sign(Voc *s, int seat, int card, int year, News *news) {
    s->men[seat]--;
    s->signer[card] = (uint8_t)seat;
    s->due[card] = (uint8_t)year;
    Event *event;
    if (year == NO_YEAR)
        event = tell_m(tell(news, "sign", seat, 0, N_("You sign {items}, due before {m}."),
                            N_("{seat} signs {items}, due before {m}.")),
                       FIRST_YEAR + s->until);
    else
        event = tell(news, "sign", seat, FIRST_YEAR + year, N_("You sign {items} for {n}."),
                     N_("{seat} signs {items} for {n}."));
    tell_item(event, voc_cards[card]);
}

static void take_over(Voc *s, int seat, int card, int year, News *news) {
    int loser = s->signer[card];
    s->men[loser]++;
    s->men[seat]--;
    s->signer[card] = (uint8_t)seat;
    s->due[card] = (uint8_t)year;
    Event *event = tell(news, "takeover", seat, FIRST_YEAR + year,
                        N_("You take {items} over from {other}, for {n}."),
                        N_("{seat} takes {items} over from {other}, for {n}."));
    tell_other(event, loser, N_("{seat} takes {items} over from you, for {n}."));
    tell_item(event, voc_cards[card]);
}

static void tighten(Voc *s, int seat, int card, int year, News *news) {
    s->due[card] = (uint8_t)year;
    tell_item(tell(news, "tighten", seat, FIRST_YEAR + year, N_("You tighten {items} to {n}."),
                   N_("{seat} tightens {items} to {n}.")),
              voc_cards[card]);
}

/* --- the round of actions --------------------------------------------------------------------- */

/* Seats that are out take no action: their turns are counted as taken. */
static int players_in(const Voc *s) {
    return s->players - __builtin_popcount(s->out);
}

void voc_begin_invest(Voc *s) {
    memset(&s->scene, 0, sizeof s->scene);
    s->phase = PHASE_INVEST;
    s->actions = 0;
    s->acting = s->first;
}

static void next_investor(Voc *s, News *news) {
    s->actions++;
    if (s->actions == 2 * players_in(s)) {
        s->actions = 0;
        voc_begin_sailing(s, 0, news);
        return;
    }
    s->acting = (uint8_t)voc_left_of(s, s->acting);
}

void voc_invest(Voc *s, int seat, Move m, News *news) {
    switch (m.verb) {
    case VERB_OUTFIT: outfit(s, seat, m.item[0], m.item[1], m.item[2], news); break;
    case VERB_SIGN: sign(s, seat, m.item[0], m.item[1], news); break;
    case VERB_TAKEOVER: take_over(s, seat, m.item[0], m.item[1], news); break;
    case VERB_TIGHTEN: tighten(s, seat, m.item[0], m.item[1], news); break;
    case VERB_RECALL:
        voc_take_off(s, m.item[0], seat);
        tell_item(tell(news, "recall", seat, 0, N_("You recall your men from ship {items}."),
                       N_("{seat} recalls all men from ship {items}.")),
                  voc_ships[m.item[0]]);
        break;
    case VERB_PASS: tell(news, "pass", seat, 0, N_("You pass."), N_("{seat} passes.")); break;
    default: assert(false && "an investment");
    }
    next_investor(s, news);
}
