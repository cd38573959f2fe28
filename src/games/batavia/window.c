/* window.c: what a seat may know, and filling the holes again.

   Secret are the cards of a hand that nobody saw, and what a player has chosen to lay. Hiding
   leaves others the known part of their hands, counts the rest, and puts the cards they drew back
   into the pile. Guessing deals those holes again, so that everything everyone knows stays true:
   the pile and what was drawn since the last shuffle are the sunk ships, cards held from before are
   not, and the unknown cards a player has laid since came from either (see state.h). */
#include "games/batavia/state.h"

#include <assert.h>
#include <string.h>

/* Every hand is hidden, then the viewer's is given back: no branch a machine would have to foresee.
 */
void batavia_hide(void *state, int viewer) {
    Batavia *s = state;
    if (viewer == CHANCE) return; /* who deals the cards knows them all */
    if (viewer != s->acting) s->laid = s->fetched = 0;
    int own = viewer < s->players ? viewer : 0;
    Cards hand = s->hand[own], drew = s->drew[own], pile = s->pile;
    uint8_t veiled = s->veiled[own];
    for (int seat = 0; seat < s->players; seat++) {
        Cards secret = s->hand[seat] - s->known[seat];
        s->veiled[seat] = (uint8_t)(s->veiled[seat] + cards_count(secret));
        s->hand[seat] = s->known[seat];
        pile += s->drew[seat];
        s->drew[seat] = 0;
    }
    s->pile = pile;
    if (viewer != own) return;
    s->pile -= drew;
    s->hand[own] = hand;
    s->drew[own] = drew;
    s->veiled[own] = veiled;
}

/* --- which of the cards laid were old --------------------------------------------------------- */

/* Of the unknown cards laid since the shuffle some were held before (old), the others drawn since.
   `old` is a table of how many, a row a seat, a column a company, no entry above `shown`. The sums
   of its lines have bounds: a seat laid no more old cards than it held and no more drawn ones than
   it drew; of a company there were so many old cards, and so many to draw. Lines are the rows, 0 to
   SEATS - 1, and the columns behind them. */
enum { LINES = SEATS + COMPANIES };
typedef struct Split {
    int shown[SEATS][COMPANIES], old[SEATS][COMPANIES];
    int held[LINES], drawn[LINES]; /* cards a line can have of each sort */
    int sum[LINES], all[LINES];    /* of `old` and of `shown` */
} Split;

static bool is_row(int line) {
    return line < SEATS;
}

/* Whether the sum of a line may go by `step`: its bounds on the side it goes to. */
static bool sum_may(const Split *p, int line, int step) {
    int old = p->sum[line] + step;
    return step > 0 ? old <= p->held[line] : p->all[line] - old <= p->drawn[line];
}

/* The entry where two lines cross, and whether it may go by `step`. */
static int *crossing(Split *p, int line, int other) {
    return is_row(line) ? &p->old[line][other - SEATS] : &p->old[other][line - SEATS];
}
static bool crossing_may(Split *p, int line, int other, int step) {
    int shown = is_row(line) ? p->shown[line][other - SEATS] : p->shown[other][line - SEATS];
    return step > 0 ? *crossing(p, line, other) < shown : *crossing(p, line, other) > 0;
}

/* Brings the sum of the line `from` one `step` nearer to its bounds, and no other line out of its
   own. That is a walk from crossing to crossing, rows and columns in turn, going by `step` and back
   by it, which ends at a line that can bear it. A table within all bounds exists (the true one), so
   such a walk does. */
static void mend(Split *p, int from, int step) {
    int before[LINES], reached[LINES] = {from}, count = 1, last = -1;
    memset(before, -1, sizeof before);
    before[from] = from;
    for (int i = 0; last < 0; i++) {
        assert(i < count);
        int line = reached[i], here = is_row(line) == is_row(from) ? step : -step;
        int first = is_row(line) ? SEATS : 0, end = is_row(line) ? LINES : SEATS;
        for (int other = first; other < end && last < 0; other++) {
            if (before[other] >= 0 || !crossing_may(p, line, other, here)) continue;
            before[other] = line;
            reached[count++] = other;
            if (sum_may(p, other, here)) last = other;
        }
    }
    p->sum[from] += step;
    p->sum[last] += is_row(last) == is_row(from) ? -step : step;
    for (int line = last; line != from; line = before[line])
        *crossing(p, before[line], line) += is_row(before[line]) == is_row(from) ? step : -step;
}

/* Says of each card laid whether it was old, by chance, then mends what cannot be. */
static void split(Split *p, Rng *rng) {
    int held = 0, drawn = 0;
    for (int company = SEATS; company < LINES; company++) {
        held += p->held[company];
        drawn += p->drawn[company];
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int company = 0; company < COMPANIES; company++) {
            int column = SEATS + company;
            /* at most 110 cards a seat, 22 a company, 110 in all: below 2^19 */
            uint32_t was_old = (uint32_t)(p->held[seat] * p->held[column] * drawn);
            uint32_t was_new = (uint32_t)(p->drawn[seat] * p->drawn[column] * held);
            for (int i = p->shown[seat][company]; i > 0; i--) {
                p->all[seat]++;
                p->all[column]++;
                if (was_old == 0 || rng_below(rng, was_old + was_new) >= was_old) continue;
                p->old[seat][company]++;
                p->sum[seat]++;
                p->sum[column]++;
            }
        }
    for (int line = 0; line < LINES; line++) {
        while (p->sum[line] > p->held[line])
            mend(p, line, -1);
        while (p->all[line] - p->sum[line] > p->drawn[line])
            mend(p, line, 1);
    }
}

/* --- guessing --------------------------------------------------------------------------------- */

/* Deals `n` cards out of a heap. */
static Cards deal_from(Cards *heap, int n, Rng *rng) {
    Cards cards = 0;
    while (n--) {
        Cards card = cards_some(batavia_draw(*heap, rng), 1);
        *heap -= card;
        cards += card;
    }
    return cards;
}

/* What there is to divide: of each hidden seat and of each company the old cards and the drawn. */
static Split holes(const Batavia *s, int viewer) {
    Split p = {0};
    Cards seen = s->pile + s->discard + s->packet;
    for (int seat = 0; seat < s->players; seat++)
        seen += s->open[seat] + s->hand[seat];
    for (int company = 0; company < COMPANIES; company++) {
        p.held[SEATS + company] = EACH - cards_of(seen, company);
        p.drawn[SEATS + company] = cards_of(s->pile, company);
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer) continue;
        p.drawn[seat] = s->drawn[seat];
        p.held[seat] = s->veiled[seat] + cards_count(s->shown[seat]) - s->drawn[seat];
        for (int company = 0; company < COMPANIES; company++) {
            p.shown[seat][company] = cards_of(s->shown[seat], company);
            p.held[SEATS + company] += p.shown[seat][company];
        }
    }
    return p;
}

void batavia_guess(void *state, int viewer, Rng *rng) {
    Batavia *s = state;
    if (viewer == CHANCE) return;
    Split p = holes(s, viewer);
    split(&p, rng);
    Cards old = 0;
    for (int company = 0; company < COMPANIES; company++)
        old += cards_some(company, p.held[SEATS + company] - p.sum[SEATS + company]);
    for (int seat = 0; seat < s->players; seat++) /* what was laid is no longer there to be dealt */
        for (int company = 0; company < COMPANIES; company++)
            s->drew[seat] += cards_some(company, p.shown[seat][company] - p.old[seat][company]);
    for (int seat = 0; seat < s->players; seat++)
        if (seat != viewer) s->pile -= s->drew[seat];
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer) continue;
        int drawn = s->drawn[seat] - cards_count(s->drew[seat]);
        Cards cards = deal_from(&s->pile, drawn, rng);
        s->drew[seat] += cards;
        s->hand[seat] += cards + deal_from(&old, s->veiled[seat] - drawn, rng);
        s->veiled[seat] = 0;
    }
}
