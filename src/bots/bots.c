#include "bots/bots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the levels ------------------------------------------------------------------------------- */

static const Bot random_bot = {"random", N_("Landlubber"), false, WAY_RANDOM, 0, 0, 0, 0, 0};
static const Bot greedy_bot = {"greedy", N_("Sailor"), false, WAY_GREEDY, 0, 0, 0, 0, 0};
static const Bot novice = {"novice", N_("Cabin boy"), true, WAY_REFLEX, 40, 55, 0, 0, 0};
static const Bot trader = {"trader", N_("Trader"), true, WAY_REFLEX, 0, 20, 25, 0, 0};
static const Bot shipowner = {"shipowner", N_("Ship owner"), true, WAY_SEARCH, 0, 0, 0, 400, 100};
static const Bot admiral = {"admiral", N_("Admiral"), true, WAY_SEARCH, 0, 0, 0, 4000, 1000};

const Bot *const bots[] = {&random_bot, &greedy_bot, &novice, &trader, &shipowner, &admiral, NULL};

const Bot *bot_named(const char *id) {
    for (int i = 0; bots[i]; i++)
        if (strcmp(bots[i]->id, id) == 0) return bots[i];
    return NULL;
}

void bots_json(const char *key, const char *const *guests, int count, Text *json) {
    jot_open(json, key, '[');
    for (int i = 0; bots[i]; i++) {
        jot_open(json, NULL, '{');
        jot_string(json, "id", bots[i]->id);
        jot_string(json, "title", bots[i]->title);
        jot_bool(json, "offered", bots[i]->offered);
        jot_close(json, '}');
    }
    for (int i = 0; i < count; i++) {
        char id[40];
        Text text = text_over(id, sizeof id);
        text_printf(&text, "guest:%s", guests[i]);
        jot_open(json, NULL, '{');
        jot_string(json, "id", id);
        jot_string(json, "title", guests[i]);
        jot_bool(json, "offered", true);
        jot_close(json, '}');
    }
    jot_close(json, ']');
}

/* --- without thinking ahead ------------------------------------------------------------------- */

static Move choose_random(const Game *game, const void *hidden, int seat, Rng *rng) {
    if (game->rules.pick) return game->rules.pick(hidden, seat, rng);
    Move list[MOVES_MAX];
    int n = game->rules.moves(hidden, seat, list);
    assert(n > 0);
    return list[rng_below(rng, (uint32_t)n)];
}

/* --- thinking --------------------------------------------------------------------------------- */

Thought *thought_room(void) {
    Thought *room = aligned_alloc(_Alignof(Thought), sizeof *room);
    if (!room) abort();
    return room;
}

static void decide(Thought *t, Move move) {
    t->move = move;
    t->decided = true;
}

enum { LATENESS = 8 }; /* a decision may end late by one part in so many of its time */

/* What a level takes for the next decision of a turn: most of its time for the first, then half of
   what is left, so that a turn of however many decisions never takes more than its time. */
static int64_t next_part(int milliseconds, int64_t spent) {
    int64_t turn = milliseconds * (int64_t)1000000, left = turn - spent;
    if (spent == 0) return turn * 7 / 10;
    return left > 2 ? left / 2 : 1;
}

/* By iterations where they are asked for or there is no clock; else by the clock alone. */
static void set_budget(Thought *t) {
    const Effort *effort = &t->player.effort;
    int64_t part = effort->milliseconds ? effort->milliseconds * (int64_t)1000000
                                        : next_part(t->player.bot->milliseconds, effort->spent);
    t->budget = effort->iterations || !effort->now ? 0 : part;
    t->begun = t->seen = t->budget ? effort->now() : 0;
    t->longest = 0;
}

/* How much of the budget is over, in thousandths; 1000 and more: enough. A machine that is busy
   with others takes the thread away for a while now and then: the next step may last as long as the
   longest so far did, and must end in time as well. */
static int spent_of_budget(Thought *t) {
    if (!t->budget) return 0;
    int64_t now = t->player.effort.now(), step = now - t->seen, over = now - t->begun;
    t->seen = now;
    if (step > t->longest) t->longest = step;
    if (over >= t->budget || over + t->longest > t->budget + t->budget / LATENESS) return 1000;
    return (int)(over * 1000 / t->budget);
}

/* The bot itself begins. */
static void begin(Thought *t, const void *hidden) {
    const Bot *bot = t->player.bot;
    const Game *game = t->game;
    const int seat = t->seat;
    Rng *rng = t->rng;
    switch (bot->way) {
    case WAY_RANDOM: decide(t, choose_random(game, hidden, seat, rng)); return;
    case WAY_GREEDY: decide(t, search_first_sight(game, hidden, seat, rng)); return;
    case WAY_REFLEX: decide(t, search_reflex(game, hidden, seat, &t->style, rng)); return;
    case WAY_SEARCH: break;
    }
    set_budget(t);
    int wished = t->player.effort.iterations ? t->player.effort.iterations : bot->iterations;
    search_begin(&t->search, game, hidden, t->players, seat, &t->style, t->budget ? 0 : wished,
                 rng_seed(rng_next(rng)));
    t->search.impression = t->player.impression;
}

void thought_begin(Thought *t, const Player *player, const Game *game, const void *hidden,
                   int players, int seat, Rng *rng) {
    t->player = *player;
    t->game = game;
    t->players = players;
    t->seat = seat;
    t->rng = rng;
    t->style = player->style ? *player->style : (Style){0};
    if (t->style.careless < player->bot->careless)
        t->style.careless = (int8_t)player->bot->careless;
    if (t->style.unsteady < player->bot->unsteady)
        t->style.unsteady = (int8_t)player->bot->unsteady;
    if (t->style.hard < player->bot->hard) t->style.hard = (int8_t)player->bot->hard;
    t->decided = false;
    t->asked = player->asker != NULL;
    if (t->asked) {
        memcpy(t->search.hidden, hidden, game->state_size); /* for the bot that plays on */
        player->asker->question(player->asker, game, hidden, players, seat);
    } else {
        begin(t, hidden);
    }
}

enum { REPLY_WAIT = 4 }; /* milliseconds of one step */

/* One look at the asker; where it is lost, the bot itself begins. */
static void listen(Thought *t) {
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Move move;
    switch (t->player.asker->reply(t->player.asker, REPLY_WAIT, &move)) {
    case REPLY_WAITS: return;
    case REPLY_GIVEN: decide(t, move); return;
    case REPLY_LOST: break;
    }
    t->asked = false;
    memcpy(hidden, t->search.hidden, t->game->state_size);
    begin(t, hidden);
}

bool thought_step(Thought *t) {
    if (t->decided) return false;
    if (t->asked) {
        listen(t);
        return !t->decided;
    }
    int spent = spent_of_budget(t);
    if (spent >= 1000 || !search_step(&t->search, spent)) decide(t, search_move(&t->search));
    return !t->decided;
}

Move thought_move(const Thought *t) {
    assert(t->decided || !t->asked);
    return t->decided ? t->move : search_move(&t->search);
}

Move bot_move(const Player *player, const Game *game, const void *s, int players, int seat,
              Rng *rng, Thought *room) {
    unsigned char *hidden = room->window;
    memcpy(hidden, s, game->state_size);
    game->rules.hide(hidden, seat);
    if (player->bot->way == WAY_RANDOM && !player->asker &&
        game->rules.pick) /* nothing to think of */
        return game->rules.pick(hidden, seat, rng);
    thought_begin(room, player, game, hidden, players, seat, rng);
    while (thought_step(room)) {
    }
    return thought_move(room);
}
