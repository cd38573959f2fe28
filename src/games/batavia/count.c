/* count.c: crates, and gold at the end, also as it would be if the game ended now. */
#include "games/batavia/state.h"

int batavia_crates(const Batavia *s, int good, int seat) {
    int n = 0;
    for (int company = 0; company < COMPANIES; company++)
        n += s->crate[tile_of(company, good)] == seat;
    return n;
}

int batavia_leaders(const Batavia *s, int good, int *most) {
    uint64_t crates = 0; /* a byte a seat */
    int leaders = 0;
    *most = 0;
    for (int company = 0; company < COMPANIES; company++) {
        int seat = s->crate[tile_of(company, good)];
        crates += (uint64_t)(seat != NOBODY) << (8 * seat & 63);
    }
    for (int seat = 0; seat < s->players; seat++) {
        int n = (int)(crates >> 8 * seat & 0xff);
        leaders = n > *most ? 1 << seat : leaders | (n && n == *most) << seat;
        *most = n > *most ? n : *most;
    }
    return leaders;
}

/* What `seat` gets at the end, sorted into the parts of a score; the counters aside. */
static Score score_of(const Batavia *s, int seat, int richest, int equals) {
    Score score = {0};
    if (s->bills[seat] == richest) /* A32 */
        score.parts[PART_BILLS] = equals == 1 ? BILLS_WORTH : BILLS_TIE;
    score.parts[PART_TILES] = s->gold[seat];
    if (s->arrived == seat) score.parts[PART_ARRIVAL] = ARRIVAL_WORTH;
    for (int company = 0; company < COMPANIES; company++)
        score.parts[PART_SEALS] += s->seal[company] == seat ? SEAL_WORTH : 0;
    return score;
}

void batavia_score(const void *state, Score *out) {
    const Batavia *s = state;
    int richest = 0, equals = 0;
    for (int seat = 0; seat < s->players; seat++) {
        equals = s->bills[seat] > richest ? 1 : equals + (s->bills[seat] == richest);
        richest = s->bills[seat] > richest ? s->bills[seat] : richest;
    }
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = score_of(s, seat, richest, equals);
    for (int good = 0; good < GOODS; good++) {
        int most, leaders = batavia_leaders(s, good, &most); /* A31: no crates, no leader */
        bool alone = (leaders & (leaders - 1)) == 0;
        for (; leaders; leaders &= leaders - 1)
            out[__builtin_ctz((unsigned)leaders)].parts[good] =
                alone ? batavia_worth[good] : batavia_worth[good] / 2;
    }
    for (int seat = 0; seat < s->players; seat++)
        for (int part = 0; part <= PART_SEALS; part++)
            out[seat].points += out[seat].parts[part];
    score_rank(out, s->players);
}
