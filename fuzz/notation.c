/* notation.c: arbitrary text as a move, anywhere in a game. The first bytes say which game, how
   many players and which variants, and how far to play on at random; the rest is the text. Whatever
   reads as a move is written and read again as that same move, its check answers, and where it is
   legal it leads to a sound state. */
#include <string.h>

#include "fuzz.h"
#include "core/notation.h"
#include "games/games.h"

enum { HEAD = 8, STEPS_MAX = 400 };

typedef union State {
    unsigned char bytes[STATE_MAX];
    uint64_t aligned;
} State;

static int games_count(void) {
    int n = 0;
    while (games[n])
        n++;
    return n;
}

/* Sets up the game the head names; NULL where it is not played so. */
static const Game *start(const uint8_t *head, State *s) {
    const Game *game = games[head[0] % games_count()];
    int players = game->min_players + head[1] % (game->max_players - game->min_players + 1);
    uint8_t options[OPTIONS_MAX] = {0};
    int variants = head[2];
    for (int i = 0; game->options[i].name; i++) {
        int choices = 0;
        while (game->options[i].choices[choices])
            choices++;
        options[i] = (uint8_t)(variants % choices);
        variants /= choices;
    }
    memset(s, 0, sizeof *s);
    return game->rules.start(s, players, options).text ? NULL
                                                       : game; /* not every variant for so many */
}

/* One random move: of Chance, or of any seat that has one. False where the game is over. */
static int step(const Game *game, State *s, Rng *rng) {
    static Move moves[MOVES_MAX];
    Turn turn = game->rules.turn(s);
    if (!turn) return 0;
    if (turn_has(turn, CHANCE)) {
        game->rules.apply(s, CHANCE, game->rules.sample(s, rng), NULL);
        return 1;
    }
    int seat = (int)rng_below(rng, SEATS_MAX);
    for (int i = 0; i < SEATS_MAX; i++, seat = (seat + 1) % SEATS_MAX) {
        int count = game->rules.moves(s, seat, moves);
        claim(count <= game->max_moves && count <= MOVES_MAX, "the list of moves keeps its bound");
        if (count == 0) continue;
        game->rules.apply(s, seat, moves[rng_below(rng, (uint32_t)count)], NULL);
        return 1;
    }
    claim(0, "a game that is not over has a move");
    return 0;
}

static void try_text(const Game *game, const State *s, int seat, const char *text) {
    Move move = {0}, again = {0};
    Reason why = move_read(game, text, &move);
    if (why.text) {
        claim(*why.text != '\0', "a text that is refused is refused for a reason");
        return;
    }
    char buffer[MOVE_TEXT_MAX];
    Text out = text_over(buffer, sizeof buffer);
    move_write(game, move, &out);
    claim(!out.cut, "a move fits its text");
    claim(move_read(game, buffer, &again).text == NULL, "a move that is written can be read");
    claim(move_equal(move, again), "and is the same move");
    if (game->rules.check(s, seat, move).text) return;
    State after = *s;
    game->rules.apply(&after, seat, move, NULL);
    claim(game->rules.audit(&after) == NULL, "a legal move leads to a sound state");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD) return 0;
    State s;
    const Game *game = start(data, &s);
    if (!game) return 0;
    Rng rng = rng_seed((uint64_t)data[5] << 16 | (uint64_t)data[6] << 8 | data[7]);
    int steps = (data[3] << 8 | data[4]) % STEPS_MAX;
    while (steps > 0 && step(game, &s, &rng))
        steps--;

    size_t length = size - HEAD;
    char *text = malloc(length + 1); /* its own memory, so that one byte too far is seen */
    if (!text) abort();
    memcpy(text, data + HEAD, length);
    text[length] = '\0';
    for (int seat = 0; seat < SEATS_MAX; seat++)
        try_text(game, &s, seat, text);
    try_text(game, &s, CHANCE, text);
    free(text);
    return 0;
}
