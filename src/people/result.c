#include "people/result.h"

#include <string.h>

/* What has been seen of one feat so far. */
typedef struct Sight {
    int count[SEATS_MAX];
    int runner; /* FEAT_FEW: who is on his way; -1: nobody */
    int few;    /* and what was counted meanwhile */
} Sight;

typedef struct Watch {
    const Table *table;
    bool ordered[SEATS_MAX]; /* the last move of the seat was made by its order */
    const Feat *feats;
    Sight sight[FEATS_MAX];
    unsigned done[SEATS_MAX];
} Watch;

static bool is(const Event *event, const char *kind) {
    return kind && strcmp(event->kind, kind) == 0;
}

static void note(Watch *watch, int i, int seat) {
    if (seat >= 0 && seat < SEATS_MAX) watch->done[seat] |= 1u << i;
}

/* A way begins, is counted and ends. */
static void look_few(Watch *watch, int i, const Event *event) {
    const Feat *feat = &watch->feats[i];
    Sight *sight = &watch->sight[i];
    if (is(event, feat->from)) {
        sight->runner = event->seat;
        sight->few = 0;
    }
    if (is(event, feat->event)) sight->few++;
    if (!is(event, feat->to)) return;
    if (sight->few > 0 && sight->few <= feat->least) note(watch, i, sight->runner);
    sight->runner = -1;
}

/* An event of a move that `mover` made. */
static void look(Watch *watch, int i, const Event *event, int mover) {
    const Feat *feat = &watch->feats[i];
    int *count = watch->sight[i].count, seat = event->seat;
    if (feat->test == FEAT_FEW) {
        look_few(watch, i, event);
        return;
    }
    if (seat < 0 || seat >= SEATS_MAX) return;
    if (feat->test == FEAT_HELD && is(event, feat->from)) count[seat]--;
    if (!is(event, feat->event) || (feat->test == FEAT_SPARED && seat == mover)) return;
    count[seat]++;
    if (feat->test == FEAT_HELD && event->other >= 0) count[event->other]--;
    bool done = false;
    switch (feat->test) {
    case FEAT_ONCE: done = event->n >= feat->least; break;
    case FEAT_ITEMS: done = event->count >= feat->least; break;
    case FEAT_MANY: done = event->m >= feat->least; break;
    case FEAT_ORDER: done = watch->ordered[seat]; break;
    case FEAT_TIMES:
    case FEAT_HELD: done = count[seat] >= feat->least; break;
    case FEAT_NEVER:
    case FEAT_SPARED:
    case FEAT_POINTS:
    case FEAT_FEW: break;
    }
    if (done) note(watch, i, seat);
}

static void visit(void *who, int position, int seat, const Move *move, const News *news,
                  const void *state) {
    Watch *watch = who;
    (void)move;
    (void)state;
    if (seat < SEATS_MAX) watch->ordered[seat] = table_by_order(watch->table, position);
    for (int e = 0; e < news->count; e++)
        for (int i = 0; i < FEATS_MAX && watch->feats[i].id; i++)
            look(watch, i, &news->event[e], seat);
}

/* What only the end tells. */
static void look_back(Watch *watch, Result *out) {
    for (int i = 0; i < FEATS_MAX && watch->feats[i].id; i++)
        for (int seat = 0; seat < out->players; seat++) {
            const Feat *feat = &watch->feats[i];
            const ResultSeat *it = &out->seat[seat];
            bool never = feat->test == FEAT_NEVER || feat->test == FEAT_SPARED;
            if ((never && it->rank == 1 && watch->sight[i].count[seat] == 0) ||
                (feat->test == FEAT_POINTS && it->points >= feat->least))
                note(watch, i, seat);
        }
}

static int margin_of(const Score *scores, int players, int seat) {
    int next = -1;
    if (scores[seat].rank != 1) return 0;
    for (int i = 0; i < players; i++) {
        if (i != seat && scores[i].rank == 1) return 0;
        if (i != seat && (next < 0 || scores[i].points > scores[next].points)) next = i;
    }
    return scores[seat].points - scores[next].points;
}

void result_of(const Table *t, Result *out) {
    Score scores[SEATS_MAX + 1];
    const Game *game = table_game(t);
    Watch watch = {.table = t, .feats = game->words.feats};
    *out = (Result){.players = table_players(t)};
    game->rules.score(table_state(t), scores);
    for (int i = 0; i < out->players; i++) {
        ResultSeat *it = &out->seat[i];
        const Seat *seat = table_seat(t, i);
        if (!seat->owner[0]) it->who[0] = '*';
        strcat(it->who, seat->owner[0] ? seat->owner : seat->bot);
        it->away = seat->owner[0] && seat->bot[0];
        it->rank = scores[i].rank;
        it->points = scores[i].points;
        it->margin = margin_of(scores, out->players, i);
        it->checked = table_checked(t, i);
    }
    if (!watch.feats) return;
    for (int i = 0; i < FEATS_MAX; i++)
        watch.sight[i].runner = -1;
    table_replay(t, 0, table_position(t), visit, &watch);
    look_back(&watch, out);
    for (int i = 0; i < out->players; i++)
        out->seat[i].feats = watch.done[i];
}
