/* invite.h: people with accounts and the tables they sit at: a seat is kept for somebody by his
   name, and who sits at a table is told with the page and the rating each of them shows. */
#ifndef NEGOCE_INVITE_H
#define NEGOCE_INVITE_H

#include "server/tables.h"

enum { INVITED_MAX = 20 }; /* seats that may be kept for somebody before nobody invites him more */

/* Finds out who is meant, then asks the table; at the table: keeps the seat. */
void invite_begin(Job *job);
void invite_judge(LiveTable *live, Job *job);

/* Answers `company`. */
void company_judge(LiveTable *live, Job *job);

#endif
