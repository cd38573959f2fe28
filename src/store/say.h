/* say.h: what a server has to say to who runs it: a line each on stderr, as text or as JSON, from
   whatever thread and room it comes. */
#ifndef NEGOCE_SAY_H
#define NEGOCE_SAY_H

#include <stdarg.h>
#include <stdbool.h>

/* From now on a line is an object of JSON with time, level and message; at first it is text. */
void say_in_json(bool json);

/* What happened, and what is wrong. Never cards, moves, seeds or sessions. */
void say_news(const char *format, va_list args);
void say_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
