/* cluster.h: other servers of the same house (docs/cluster.md).

   The store tells what they did, once that is durable and in this node's copy; here it comes to
   those who look at tables and lists of this node. Nobody owns a table: whoever made its last
   change goes on with its bots and clocks, and the others stand by a little longer, each for a time
   of its own. Without a log none of this happens. */
#ifndef NEGOCE_CLUSTER_H
#define NEGOCE_CLUSTER_H

#include "server/tables.h"

/* Gives all nodes the same keys, before anything is served. */
Reason cluster_keys(Server *server);

/* Begins to hear. */
void cluster_open(Server *server);
void cluster_close(Server *server);

/* Once a second. */
void cluster_sweep(Server *server);

/* Whether requests may be judged: what is here was up to date a moment ago. Where not, the log is
   asked, and all that waits is judged when it has answered. */
bool cluster_ready(Server *server);

/* The same for a request that has just come: true where it is kept, and begun again then. */
bool cluster_holds(Job *job);

/* Milliseconds this node waits longer with the bots and clocks of a table than the one that made
   its last change; 0: that is this one. */
int64_t cluster_standby(const LiveTable *live);

/* Somebody came to a table ("": to the house) or left it, on this node. */
void cluster_presence(Server *server, const char *table, const char *person, bool here);

/* Whether somebody is at a table ("": anywhere) of another node. */
bool cluster_has(const Server *server, const char *table, const char *person);

/* A ticket was given out: it may be shown to another node. */
void cluster_ticket(Server *server, const char *words);

#endif
