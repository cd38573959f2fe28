/* play.h: random games with the promises of core/game.h checked after each move, in its parts. */
#ifndef NEGOCE_PLAY_TEST_H
#define NEGOCE_PLAY_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/games.h"

enum {
    LONGEST = 30000, /* moves no game comes near */
    ATTEMPT = 400
};

/* What was played, so that a broken promise can be told with it. */
typedef struct Played {
    Move move;
    int seat;
} Played;

typedef struct World {
    const Game *game;
    int players;
    bool sensible; /* mostly plays what the game's own sense likes, and so gets further */
    uint64_t seed;
    uint8_t options[OPTIONS_MAX];
    Rng rng;
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char twin[STATE_MAX]; /* another game that looks the same to `onlooker` */
    int onlooker;
    bool has_twin;
} World;

/* --- broken.c --------------------------------------------------------------------------------- */

extern const World *playing;   /* the game in hand, NULL between games */
extern Played played[LONGEST]; /* its moves */
extern int moves_played;       /* the last may be the one that broke it */
extern char attempt[ATTEMPT];  /* a made-up move or line being judged, "" otherwise */

World *begin(World *w);
void promised(const char *sentence);
void audited(const Game *game, const void *state);

/* An assertion of the rules stops the program, one of ours the test: both are told. */
void broken_stops(int sig);
int broken_after_test(void **unused);

/* --- odd.c ------------------------------------------------------------------------------------ */

/* Legal moves of anybody: listing them is what costs time. */
typedef struct Some {
    Move move[MOVES_MAX];
    int count, seat;
} Some;

bool listed(const Move *list, int n, Move m);
void list_some(World *w, Some *some);
bool vast(const Game *game, Move m);
void odd_moves_are_refused(World *w, int seat, const Move *list, int n, const Some *some);
void odd_seats_may_nothing(World *w);
void odd_notation_is_refused(World *w, int seat, const Move *list, int n, const Some *some);

/* --- promises.c ------------------------------------------------------------------------------- */

void ideas_are_legal(World *w, int seat);
void live_is_known_to_all(World *w, int seat);
void a_time_comes_to_its_end(World *w);
void legal_list_is_what_check_accepts(World *w, int seat);
void chance_is_weighed(World *w);
void a_fine_is_paid_for_good(World *w, int seat);
void guess_keeps_the_view(World *w, int viewer, unsigned char *other);
void a_mind_knows_its_seat_alone(World *w, int seat, const unsigned char *other);
void a_position_has_its_worth(World *w, int *stage);
bool same_news(const News *a, const News *b, int viewer);
void apply_with_news(const Game *game, void *state, int seat, Move m, News *news);
void news_tells_no_secret(World *w, unsigned char *other, int viewer, int seat, Move m);
void news_has_its_french(const News *news);
void news_speaks_to_whom_it_touches(const News *news);

/* --- twins.c ---------------------------------------------------------------------------------- */

void save_twin(World *w, int seat, Move m, const void *after, const News *news);

#endif
