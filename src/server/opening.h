/* opening.h: new tables: opened as wished, or for a search that found none. */
#ifndef NEGOCE_OPENING_H
#define NEGOCE_OPENING_H

#include "server/tables.h"

#define REFUSE_PROGRAM REFUSE("bad", N_("This house has no such guest bot."))
#define REFUSE_UNRATED REFUSE("account", N_("A rated game is for people with an account."))
#define REFUSE_MACHINE REFUSE("account", N_("At a rated table only our own machines play."))

/* The clock of a rated game nobody chose one for. */
extern const TimeLimit opening_rated_time;

/* What a new table of this host is from its first day, but for what is played there. */
StoreTable opening_header(const char *host);

/* An id for a new table, that nobody can guess. */
void new_table_id(char id[TABLE_ID_MAX + 1]);

/* Enters the first line of the journal of a new table. */
void opening_seal(LiveTable *live);

/* Enters how the game is played: how long decisions may take, how far those who look are behind,
   and for whom it is. */
void opening_terms(LiveTable *live, const TimeLimit *limit, int delay, Bracket points);

/* Enters the nonce a person sends as he sits down; at a table of an older version there is no place
   for it. */
void opening_mix_in(LiveTable *live, int seat, const char *nonce);

/* Why the address of this request may not open one more table now; where it may, it is counted. */
Refusal opening_check(const Job *job);

/* Opens the table of a request. */
void opening_open(Job *job);

/* Sends a search to the table that has waited longest for somebody like him, or opens one. Where
   the table has no seat left when it is asked, it comes here again. */
void opening_search(Job *job);

#endif
