/* accounts.h: what people ask of their accounts.

   Everything is a request of a socket (docs/protocol.md), carried by an errand (errand.h): opening
   one, what is known of somebody, deleting it, and the pages of people are here; the ways in and
   how they change in ways.h, signing in and out in signin.h. */
#ifndef NEGOCE_SERVER_ACCOUNTS_H
#define NEGOCE_SERVER_ACCOUNTS_H

#include "server/socket.h"

void ask_account(Job *job);
void ask_join(Job *job);
void ask_show(Job *job);
void ask_export(Job *job);
void ask_delete(Job *job);
void ask_ranking(Job *job);
void ask_person(Job *job);

/* Whether a name is the house's own: those of its bots and of its guests. */
bool name_reserved(const char *name);

#endif
