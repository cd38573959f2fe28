/* report.h: figures of games as the reader writes them: for simulate, arena, pool, tune and
   analyse. */
#ifndef NEGOCE_REPORT_H
#define NEGOCE_REPORT_H

#include "core/game.h"

/* A share of the games with its 95 % confidence interval (Wilson: it stays within 0 and 1). */
typedef struct Share {
    double mean, low, high;
} Share;

/* Of so many independent trials. */
Share share_of(double wins, double trials);

/* Writes a number with so many decimals as JSON. */
void jot_decimal(Text *out, const char *key, double value, int decimals);

/* Appends the title of a game and a colon: what follows is about it. */
void about_game(Text *out, Lang lang, const Game *game);

/* Appends a number with so many decimals. */
void figure(Text *out, Lang lang, double value, int decimals);

/* Appends the name of a bot in `width` columns; of a long one (a program is named by its command)
   the end, which tells it from others. */
void entrant_name(Text *out, const char *name, int width);

/* Appends `s` so that it ends at the right of `width` columns. */
void right(Text *out, const char *s, int width);

/* The same for a share in per cent, a number, and an interval in per cent. */
void percent(Text *out, Lang lang, double share, int width);
void decimal(Text *out, Lang lang, double value, int decimals, int width);
void interval(Text *out, Lang lang, Share share, int width);

#endif
