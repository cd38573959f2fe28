/* replica.h: the store's thread, where the truth is in a log.

   What is asked to be changed becomes a message. It is done, here as on every other node, where it
   comes back as the next message of the log (apply.h), and only then answered: so an answer is
   durable with a majority of the log's servers, and whoever asks next finds it here. What only
   looks is answered from this node's copy. Where that may be behind (it has been asked for
   something it does not know, or the node has slept), the log is asked first where it ends.

   Lines for a table name the last message of that table that their author knew. Where another came
   between they do nothing, on any node, and their author judges what was asked again. So a message
   whose fate is unknown, because a server died over it, can be sent again (pending.h). */
#ifndef NEGOCE_STORE_REPLICA_H
#define NEGOCE_STORE_REPLICA_H

#include "store/call.h"

typedef struct Replica Replica;

/* Opens the log and reads it up to its end. `wake` is called from any thread when there is
   something to do for replica_turn. */
Replica *replica_open(const StorePlace *place, const char *directory, void (*wake)(void *who),
                      void *who, Reason *why);

/* Closes the log; what still waits is answered as failed. */
void replica_close(Replica *replica);

/* Does what there is to do, with calls that are new (a list, may be empty). */
void replica_turn(Replica *replica, Call *calls);

/* No call comes any more: nothing is waited for long. */
void replica_hurry(Replica *replica);

/* Whether something waits for an answer. */
bool replica_waits(const Replica *replica);

/* What store.h says of them. */
void replica_listen(Replica *replica, StoreDone notify, void *who);
void replica_broadcast(Replica *replica, const char *text);
int64_t replica_hour(const Replica *replica);
void replica_count(const Replica *replica, StoreCounts *counts);

#define REPLICA_FILE "replica.db"

#endif
