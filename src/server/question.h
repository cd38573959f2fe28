/* question.h: what the store is asked about a person before his request goes on. */
#ifndef NEGOCE_QUESTION_H
#define NEGOCE_QUESTION_H

#include "server/tables.h"

/* The mail of such a call of the store: where it is done `take` gets the lines of its answer, and
   in any case the request goes on with `then`. */
Mail *question_about(Job *job, void (*take)(Person *person, const char *lines),
                     void (*then)(Job *job));

#endif
