#include "library/negoce.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/odds.h"
#include "core/notation.h"
#include "games/games.h"

_Static_assert((int)NEGOCE_SEATS == (int)SEATS_MAX && (int)NEGOCE_CHANCE == (int)CHANCE &&
                   (int)NEGOCE_VECTOR >= (int)STATE_MAX,
               "the header of the library and the engine agree");

#define EXPORT __attribute__((visibility("default")))

enum { NOBODY = -1 };

struct NegocePosition {
    const Game *game;
    int players;
    int eyes;  /* the seat it is hidden for; NOBODY: it is whole */
    int count; /* moves of the last list */
    Move list[MOVES_MAX];
    Move masked[MOVES_MAX];        /* those of the last mask */
    int16_t place[NEGOCE_ACTIONS]; /* which of them is there, -1: none */
    Text text;                     /* the last one returned */
    Thought *thought;              /* where bots think; NULL until one has to */
    _Alignas(16) unsigned char state[STATE_MAX];
};

static NegocePosition *room(void) {
    NegocePosition *p = aligned_alloc(16, sizeof *p);
    if (!p) abort();
    memset(p, 0, sizeof *p);
    memset(p->place, -1, sizeof p->place);
    p->eyes = NOBODY;
    return p;
}

static Text *fresh(NegocePosition *p) {
    text_free(&p->text);
    p->text = text_grow();
    return &p->text;
}

static const char *written(NegocePosition *p, Move move) {
    move_write(p->game, move, fresh(p));
    return p->text.at;
}

EXPORT const char *negoce_game(int i) {
    for (int k = 0; games[k]; k++)
        if (k == i) return games[k]->id;
    return NULL;
}

EXPORT NegocePosition *negoce_start(const char *game, int players, const char *options) {
    const Game *found = game ? game_named(game) : NULL;
    uint8_t chosen[OPTIONS_MAX];
    if (!found || players < found->min_players || players > found->max_players ||
        !options_read(found, options ? options : "", chosen))
        return NULL;
    NegocePosition *p = room();
    p->game = found;
    p->players = players;
    if (!found->rules.start(p->state, players, chosen).text) return p;
    negoce_free(p);
    return NULL;
}

EXPORT NegocePosition *negoce_copy(const NegocePosition *p) {
    NegocePosition *other = room();
    other->game = p->game;
    other->players = p->players;
    other->eyes = p->eyes;
    memcpy(other->state, p->state, p->game->state_size);
    return other;
}

EXPORT void negoce_free(NegocePosition *p) {
    if (!p) return;
    text_free(&p->text);
    free(p->thought);
    free(p);
}

EXPORT int negoce_players(const NegocePosition *p) {
    return p->players;
}

EXPORT uint32_t negoce_turn(const NegocePosition *p) {
    return p->game->rules.turn(p->state);
}

/* --- moves ------------------------------------------------------------------------------------ */

static bool is_seat(const NegocePosition *p, int seat) {
    return seat >= 0 && seat < p->players;
}

/* The rules may rely on what is not there in a hidden position: only its own seat looks at it. */
static bool can_look(const NegocePosition *p, int seat) {
    return p->eyes == NOBODY ? seat == NEGOCE_CHANCE || is_seat(p, seat) : seat == p->eyes;
}

static int list_moves(const NegocePosition *p, int seat, Move list[]) {
    return can_look(p, seat) ? p->game->rules.moves(p->state, seat, list) : 0;
}

EXPORT int negoce_moves(NegocePosition *p, int seat) {
    return p->count = list_moves(p, seat, p->list);
}

EXPORT const char *negoce_move(NegocePosition *p, int i) {
    return i >= 0 && i < p->count ? written(p, p->list[i]) : NULL;
}

EXPORT const char *negoce_apply(NegocePosition *p, int seat, const char *move) {
    Move m;
    if (seat != NEGOCE_CHANCE && !is_seat(p, seat)) return "There is no such seat.";
    if (p->eyes != NOBODY) return "This position is hidden: negoce_guess makes it whole.";
    Reason why = move_read(p->game, move ? move : "", &m);
    if (!why.text) why = p->game->rules.check(p->state, seat, m);
    if (!why.text) {
        p->game->rules.apply(p->state, seat, m, NULL);
        return NULL;
    }
    words_add(fresh(p), LANG_EN, why.text, &(Holes){.n = why.n});
    return p->text.at;
}

EXPORT void negoce_draw(NegocePosition *p, uint64_t seed) {
    Rng rng = rng_seed(seed);
    if (p->eyes != NOBODY || !turn_has(p->game->rules.turn(p->state), CHANCE)) return;
    p->game->rules.apply(p->state, CHANCE, p->game->rules.sample(p->state, &rng), NULL);
}

/* --- the window ------------------------------------------------------------------------------- */

EXPORT void negoce_hide(NegocePosition *p, int seat) {
    if (!is_seat(p, seat) || p->eyes != NOBODY) return;
    p->game->rules.hide(p->state, seat);
    p->eyes = seat;
}

EXPORT void negoce_guess(NegocePosition *p, int seat, uint64_t seed) {
    Rng rng = rng_seed(seed);
    negoce_hide(p, seat);
    if (p->eyes == NOBODY || p->eyes != seat) return;
    p->game->rules.guess(p->state, seat, &rng);
    p->eyes = NOBODY;
}

/* What `seat` may know of the position; false where it is not his to look at. */
static bool hidden_for(const NegocePosition *p, int seat, unsigned char hidden[STATE_MAX]) {
    if (!is_seat(p, seat) || !can_look(p, seat)) return false;
    memcpy(hidden, p->state, p->game->state_size);
    if (p->eyes == NOBODY) p->game->rules.hide(hidden, seat);
    return true;
}

EXPORT const char *negoce_window(NegocePosition *p, int seat) {
    _Alignas(16) unsigned char hidden[STATE_MAX];
    if (!hidden_for(p, seat, hidden)) return NULL;
    p->game->words.picture(hidden, seat, fresh(p));
    return p->text.at;
}

/* --- judgement -------------------------------------------------------------------------------- */

EXPORT const char *negoce_bot(NegocePosition *p, int seat, const char *level, int iterations,
                              uint64_t seed) {
    const Player player = {.bot = level ? bot_named(level) : NULL,
                           .effort = {.iterations = iterations > 0 ? iterations : 0}};
    Rng rng = rng_seed(seed);
    if (!player.bot || !is_seat(p, seat) || !can_look(p, seat) || !turn_has(negoce_turn(p), seat))
        return NULL;
    if (!p->thought) p->thought = thought_room();
    return written(p, bot_move(&player, p->game, p->state, p->players, seat, &rng, p->thought));
}

EXPORT const char *negoce_policy(NegocePosition *p, int seat, uint64_t seed) {
    return negoce_bot(p, seat, "trader", 0, seed);
}

/* A finished game is shared among its winners: how close it was (bots/odds.h) is for searches. */
static void worth_at_end(const NegocePosition *p, int32_t chance[NEGOCE_SEATS]) {
    Score score[SEATS_MAX] = {0};
    int winners = 0;
    p->game->rules.score(p->state, score);
    for (int seat = 0; seat < p->players; seat++)
        winners += score[seat].rank == 1;
    for (int seat = 0; seat < p->players; seat++)
        if (score[seat].rank == 1) chance[seat] = 1000 / winners;
}

EXPORT void negoce_worth(const NegocePosition *p, int32_t chance[NEGOCE_SEATS]) {
    static const Style steady;
    memset(chance, 0, NEGOCE_SEATS * sizeof *chance);
    if (p->eyes != NOBODY) return; /* the rules need what is hidden */
    if (negoce_turn(p) == 0) {
        worth_at_end(p, chance);
        return;
    }
    odds_at(p->game, p->state, p->players, &steady, chance);
    for (int seat = 0; seat < p->players; seat++)
        chance[seat] = (int32_t)((int64_t)chance[seat] * 1000 / CERTAIN);
}

EXPORT void negoce_score(const NegocePosition *p, int32_t points[NEGOCE_SEATS],
                         int32_t rank[NEGOCE_SEATS]) {
    Score score[SEATS_MAX] = {0};
    p->game->rules.score(p->state, score);
    for (int seat = 0; seat < NEGOCE_SEATS; seat++) {
        points[seat] = seat < p->players ? score[seat].points : 0;
        rank[seat] = seat < p->players ? score[seat].rank : 0;
    }
}

/* --- for learning ----------------------------------------------------------------------------- */

EXPORT void negoce_vector(const NegocePosition *p, int seat, float out[NEGOCE_VECTOR]) {
    _Alignas(16) unsigned char hidden[STATE_MAX] = {0};
    hidden_for(p, seat, hidden);
    for (int i = 0; i < NEGOCE_VECTOR; i++)
        out[i] = i < STATE_MAX ? (float)hidden[i] / 255 : 0;
}

/* Where a move belongs: FNV-1a over its bytes. */
static uint32_t place_of(Move m) {
    uint32_t hash = 2166136261u;
    const unsigned char *bytes = (const unsigned char *)&m;
    for (size_t i = 0; i < sizeof m; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return (hash ^ hash >> 15) % NEGOCE_ACTIONS;
}

EXPORT int negoce_mask(NegocePosition *p, int seat, uint8_t out[NEGOCE_ACTIONS]) {
    int n = list_moves(p, seat, p->masked);
    memset(out, 0, NEGOCE_ACTIONS);
    memset(p->place, -1, sizeof p->place);
    for (int i = 0; i < n; i++) {
        uint32_t at = place_of(p->masked[i]);
        while (out[at])
            at = (at + 1) % NEGOCE_ACTIONS; /* at most MOVES_MAX of them are taken */
        out[at] = 1;
        p->place[at] = (int16_t)i;
    }
    return n;
}

EXPORT const char *negoce_action(NegocePosition *p, int place) {
    return place >= 0 && place < NEGOCE_ACTIONS && p->place[place] >= 0
               ? written(p, p->masked[p->place[place]])
               : NULL;
}
