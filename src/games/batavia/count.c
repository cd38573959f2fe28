/* count.c: crates, and gold at the end, also as it would be if the game ended now. */
#include "games/batavia/state.h"

int batavia_crates(const Batavia *s, int good, int seat) {
    int n = 0;
    for (int company = 0; company < COMPANIES; company++)
        n += s->crate[tile_of(company, good)] == seat;
    return n;
}

int batavia_leaders(const Batavia *s, int good, int *most) {
    int crates[SEATS] = {0}, leaders = 0;
    *most = 0;
    for (int company = 0; company < COMPANIES; company++) {
        int seat = s->crate[tile_of(company, good)];
        if (seat == NOBODY) continue;
        if (++crates[seat] > *most) *most = crates[seat];
    }
    for (int seat = 0; seat < s->players; seat++)
        if (*most && crates[seat] == *most) leaders |= 1 << seat;
    return leaders;
}

/* Sorts what `seat` gets at the end into the parts of a score. */
static Score score_of(const Batavia *s, int seat) {
    Score score = {0};
    for (int good = 0; good < GOODS; good++) {
        int most, leaders = batavia_leaders(s, good, &most); /* A31: no crates, no leader */
        if (!(leaders >> seat & 1)) continue;
        bool alone = leaders == 1 << seat;
        score.parts[good] = alone ? batavia_worth[good] : batavia_worth[good] / 2;
    }
    int richest = 0, equals = 0;
    for (int other = 0; other < s->players; other++)
        if (s->bills[other] > richest) richest = s->bills[other];
    for (int other = 0; other < s->players; other++)
        equals += s->bills[other] == richest;
    if (s->bills[seat] == richest) /* A32 */
        score.parts[PART_BILLS] = equals == 1 ? BILLS_WORTH : BILLS_TIE;
    score.parts[PART_TILES] = s->gold[seat];
    if (s->arrived == seat) score.parts[PART_ARRIVAL] = ARRIVAL_WORTH;
    for (int company = 0; company < COMPANIES; company++)
        if (s->seal[company] == seat) score.parts[PART_SEALS] += SEAL_WORTH;
    for (int part = 0; part <= PART_SEALS; part++)
        score.points += score.parts[part];
    return score;
}

void batavia_score(const void *state, Score *out) {
    const Batavia *s = state;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = score_of(s, seat);
    score_rank(out, s->players);
}
