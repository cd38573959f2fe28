/* penalties.h: whom the house keeps out, who may not write, and which tables are closed (`negoce
   admin`). The store has them; here they are at hand. */
#ifndef NEGOCE_PENALTIES_H
#define NEGOCE_PENALTIES_H

#include "server/inside.h"

typedef enum PenaltyKind { PENALTY_BAN, PENALTY_MUTE, PENALTY_CLOSE } PenaltyKind;

#define REFUSE_BANNED                                                                              \
    ((Refusal){"banned", REFUSED(N_("Whoever runs this house has asked you to stay away."))})
#define REFUSE_MUTED                                                                               \
    ((Refusal){"muted", REFUSED(N_("Whoever runs this house does not let you write to tables."))})
#define REFUSE_CLOSED                                                                              \
    ((Refusal){"table", REFUSED(N_("Whoever runs this house has closed this table."))})

/* Reads them from the store, waiting for it: before anybody comes. */
void penalties_open(Server *server);
void penalties_close(Server *server);

/* Asks the store for them, and takes over what it answers: lines of `kind`, `subject` and `until`.
   Where it could not read them those that are known stay, and that is told. */
void penalties_ask(Server *server, StoreDone done, void *who);
void penalties_take(Server *server, const StoreAnswer *answer);

/* Whether one is in force against this person, table or address. */
bool penalty_on(const Server *server, PenaltyKind kind, const char *subject);

#endif
