#include "people/result.h"

#include <string.h>

/* What has been seen by one measure so far. */
typedef struct Sight {
    int count[SEATS_MAX];
    int runner; /* FEAT_FEW: who is on his way; -1: nobody */
    int few;    /* and what was counted meanwhile */
} Sight;

typedef struct Watch {
    const Table *table;
    bool ordered[SEATS_MAX];  /* the last move of the seat was made by its order, */
    bool stand_in[SEATS_MAX]; /* or in the place of its person */
    const Feat *feats, *bests;
    Sight feat[FEATS_MAX], best[BESTS_MAX];
    Result *out;
} Watch;

static const Feat nothing[] = {{0}};

static bool is(const Event *event, const char *kind) {
    return kind && strcmp(event->kind, kind) == 0;
}

/* A way begins, is counted and ends: then how much was counted for whom. */
static bool measure_few(const Feat *feat, Sight *sight, const Event *event, int *seat, int *value) {
    if (is(event, feat->from)) {
        sight->runner = event->seat;
        sight->few = 0;
    }
    if (is(event, feat->event)) sight->few++;
    if (!is(event, feat->to)) return false;
    *seat = sight->runner;
    *value = sight->few;
    sight->runner = -1;
    return sight->few > 0 && *seat >= 0 && *seat < SEATS_MAX;
}

/* What an event says of a seat; false: nothing. */
static bool measure(const Watch *watch, const Feat *feat, Sight *sight, const Event *event,
                    int *seat, int *value) {
    int *count = sight->count;
    if (feat->test == FEAT_FEW) return measure_few(feat, sight, event, seat, value);
    *seat = feat->test == FEAT_SPARED ? event->other : event->seat;
    if (*seat < 0 || *seat >= SEATS_MAX) return false;
    if (feat->test == FEAT_HELD && is(event, feat->from)) count[*seat]--;
    if (!is(event, feat->event)) return false;
    if (feat->test == FEAT_TIMES && watch->stand_in[*seat]) return false;
    count[*seat]++;
    if (feat->test == FEAT_HELD && event->other >= 0) count[event->other]--;
    switch (feat->test) {
    case FEAT_ONCE: *value = event->n; return true;
    case FEAT_ITEMS: *value = event->count; return true;
    case FEAT_MANY: *value = event->m; return true;
    case FEAT_ORDER: *value = 0; return watch->ordered[*seat];
    case FEAT_TIMES:
    case FEAT_HELD: *value = count[*seat]; return true;
    case FEAT_NEVER:
    case FEAT_SPARED:
    case FEAT_POINTS:
    case FEAT_FEW: break;
    }
    return false;
}

static void look(Watch *watch, const Event *event) {
    int seat, value;
    for (int i = 0; i < FEATS_MAX && watch->feats[i].id; i++) {
        const Feat *feat = &watch->feats[i];
        if (measure(watch, feat, &watch->feat[i], event, &seat, &value) && !watch->stand_in[seat] &&
            (feat->test == FEAT_FEW ? value <= feat->least : value >= feat->least))
            watch->out->seat[seat].feats |= 1u << i;
    }
    for (int i = 0; i < BESTS_MAX && watch->bests[i].id; i++) {
        if (!measure(watch, &watch->bests[i], &watch->best[i], event, &seat, &value) ||
            watch->stand_in[seat])
            continue;
        int *best = &watch->out->seat[seat].best[i];
        if (*best == BEST_NONE ||
            (watch->bests[i].test == FEAT_FEW ? value < *best : value > *best))
            *best = value;
    }
}

static void visit(void *who, int position, int seat, const Move *move, const News *news,
                  const void *state) {
    Watch *watch = who;
    (void)move;
    (void)state;
    if (seat < SEATS_MAX) {
        watch->ordered[seat] = table_by_order(watch->table, position);
        watch->stand_in[seat] = table_by_stand_in(watch->table, position);
    }
    for (int e = 0; e < news->count; e++)
        look(watch, &news->event[e]);
}

/* What only the end tells. */
static void look_back(Watch *watch) {
    for (int i = 0; i < FEATS_MAX && watch->feats[i].id; i++)
        for (int seat = 0; seat < watch->out->players; seat++) {
            const Feat *feat = &watch->feats[i];
            ResultSeat *it = &watch->out->seat[seat];
            bool never = feat->test == FEAT_NEVER || feat->test == FEAT_SPARED;
            if (it->away) continue;
            if ((never && it->rank == 1 && watch->feat[i].count[seat] == 0) ||
                (feat->test == FEAT_POINTS && it->points >= feat->least))
                it->feats |= 1u << i;
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

bool result_helped(const Table *t, int seat) {
    return table_seat(t, seat)->owner[0] && table_stood_in(t, seat) >= LATES_MAX;
}

void result_of(const Table *t, Result *out) {
    Score scores[SEATS_MAX + 1];
    const Game *game = table_game(t);
    Watch watch = {.table = t,
                   .feats = game->words.feats ? game->words.feats : nothing,
                   .bests = game->words.bests ? game->words.bests : nothing,
                   .out = out};
    *out = (Result){.players = table_players(t), .bests = watch.bests};
    game->rules.score(table_state(t), scores);
    for (int i = 0; i < out->players; i++) {
        ResultSeat *it = &out->seat[i];
        const Seat *seat = table_seat(t, i);
        if (!seat->owner[0]) it->who[0] = '*';
        strcat(it->who, seat->owner[0] ? seat->owner : seat->bot);
        it->away = seat->owner[0] && seat->bot[0];
        it->helped = result_helped(t, i);
        it->rank = scores[i].rank;
        it->points = scores[i].points;
        it->margin = margin_of(scores, out->players, i);
        it->checked = table_checked(t, i);
    }
    for (int i = 0; i < SEATS_MAX; i++)
        for (int k = 0; k < BESTS_MAX; k++)
            out->seat[i].best[k] = BEST_NONE;
    for (int i = 0; i < FEATS_MAX; i++)
        watch.feat[i].runner = -1;
    for (int i = 0; i < BESTS_MAX; i++)
        watch.best[i].runner = -1;
    table_replay(t, 0, table_position(t), visit, &watch);
    look_back(&watch);
}
