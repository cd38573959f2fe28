/* broken.c: a broken promise is told with all that is needed to see it again. */
#include "play.h"

#include <signal.h>

#include "core/notation.h"

const World *playing;            /* the game in hand, NULL between games */
Played played[LONGEST];          /* its moves */
int moves_played;                /* the last may be the one that broke it */
static const char *promise = ""; /* what is being held against the game */
char attempt[ATTEMPT];           /* a made-up move or line being judged, "" otherwise */

World *begin(World *w) {
    playing = w;
    moves_played = 0;
    attempt[0] = '\0';
    return w;
}

void promised(const char *sentence) {
    promise = sentence;
    attempt[0] = '\0';
}

static void write_options(FILE *out, const char *form) {
    const Game *game = playing->game;
    for (int i = 0; game->options[i].name; i++)
        fprintf(out, form, game->options[i].name, game->options[i].choices[playing->options[i]]);
}

/* Writes what was played as a record; `last` gets its last line. */
static void leave_record(const char *path, char *last, size_t room) {
    const Game *game = playing->game;
    _Alignas(16) static unsigned char state[STATE_MAX];
    FILE *out = fopen(path, "w");
    if (!out) return;
    fprintf(out, "negoce: 1\ngame: %s\nplayers: %d\n", game->id, playing->players);
    write_options(out, "option.%s: %s\n");
    fprintf(out, "seed: %llu\n\n", (unsigned long long)playing->seed);
    game->rules.start(state, playing->players, playing->options);
    for (int i = 0; i < moves_played; i++) {
        Text line = text_over(last, room);
        if (played[i].seat == CHANCE)
            text_char(&line, '*');
        else
            text_int(&line, played[i].seat);
        text_char(&line, ' ');
        move_write(game, played[i].move, &line);
        fprintf(out, "%s\n", last);
        fflush(out); /* the last move may stop the program */
        if (i + 1 < moves_played) game->rules.apply(state, played[i].seat, played[i].move, NULL);
    }
    fclose(out);
}

static void report_broken(void) {
    char last[200] = "(none)", path[500];
    const char *folder = getenv("NEGOCE_LEFT");
    snprintf(path, sizeof path, "%s/%s-%d-%llu.negoce", folder ? folder : ".", playing->game->id,
             playing->players, (unsigned long long)playing->seed);
    leave_record(path, last, sizeof last);
    fprintf(stderr, "\nBroken in %s, %d players, seed %llu", playing->game->id, playing->players,
            (unsigned long long)playing->seed);
    write_options(stderr, ", %s=%s");
    fprintf(stderr, ":\n  promise: %s\n  move %d: %s\n", promise, moves_played, last);
    if (attempt[0]) fprintf(stderr, "  tried: %s\n", attempt);
    fprintf(stderr, "  record: %s\n", path);
}

void broken_stops(int sig) {
    signal(sig, SIG_DFL);
    if (playing) report_broken();
    raise(sig);
}

int broken_after_test(void **unused) {
    (void)unused;
    if (playing) report_broken();
    playing = NULL;
    return 0;
}

void audited(const Game *game, const void *state) {
    promised("the audit holds");
    const char *broken = game->rules.audit(state);
    if (broken) promised(broken);
    assert_null(broken);
}
