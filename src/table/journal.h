/* journal.h: journals made of games that are there already.

   A finished game that comes as a record is a journal again, with nobody of the house in it; and
   from a position of a finished game somebody plays on against bots. Each writes the lines of a
   table of its own and returns how many. */
#ifndef NEGOCE_JOURNAL_H
#define NEGOCE_JOURNAL_H

#include "table/table.h"

/* The journal of the game of a record: its people are nobody here. Where the record breaks off so
   does the journal: nothing is played on, and everything is open, for who has the record has it
   all. No server hands out the record of a game that is being played. */
int journal_of_record(const Table *t, Text *lines);

/* The first `position` moves of a game, played on by a person from `seat` against bots: those who
   sat there, or STAND_IN in the place of people. What comes is drawn anew. */
int journal_of_fork(const Table *t, int position, int seat, const char *owner, const char *name,
                    Text *lines);

#endif
