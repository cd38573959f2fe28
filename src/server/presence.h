/* presence.h: who is on the line at other nodes.

   Each node tells the others who comes and goes, and every few seconds everybody who is there; whom
   nobody has named for longer than that is gone, be it that his node is. */
#ifndef NEGOCE_PRESENCE_H
#define NEGOCE_PRESENCE_H

#include "server/inside.h"

typedef struct Presence Presence;

Presence *presence_new(void);
void presence_free(Presence *presence);

/* A node named somebody; whether that is news. */
bool presence_here(Presence *presence, const char *node, const char *table, const char *person,
                   uint64_t now);
bool presence_gone(Presence *presence, const char *node, const char *table, const char *person);

/* Whether somebody is at a table ("": anywhere). */
bool presence_has(const Presence *presence, const char *table, const char *person);

/* Forgets whom nobody has named for long: calls `left` for each, which may look but not change. */
void presence_sweep(Presence *presence, uint64_t now,
                    void (*left)(void *who, const char *table, const char *person), void *who);

#endif
