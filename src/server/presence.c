#include "server/presence.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1024,
    NODE_MAX = 16,
    NAMED_MS = 10000,    /* nodes name everybody each 3 seconds */
    THOSE_MOST = 1000000 /* in all: beyond that nobody is remembered */
};

typedef struct One One;
struct One {
    One *next;
    char node[NODE_MAX + 1], table[TABLE_ID_MAX + 1], person[OWNER_MAX + 1];
    uint64_t named; /* ms */
};

struct Presence {
    One *slot[SLOTS]; /* by person */
    int count;
};

Presence *presence_new(void) {
    return server_alloc(sizeof(Presence));
}

void presence_free(Presence *presence) {
    for (int i = 0; presence && i < SLOTS; i++)
        while (presence->slot[i]) {
            One *one = presence->slot[i];
            presence->slot[i] = one->next;
            free(one);
        }
    free(presence);
}

static One **slot_of(const Presence *presence, const char *person) {
    return (One **)&presence->slot[text_hash(person) % SLOTS];
}

static One **find(const Presence *presence, const char *node, const char *table,
                  const char *person) {
    One **at = slot_of(presence, person);
    while (*at && (strcmp((*at)->person, person) != 0 || strcmp((*at)->node, node) != 0 ||
                   strcmp((*at)->table, table) != 0))
        at = &(*at)->next;
    return at;
}

bool presence_here(Presence *presence, const char *node, const char *table, const char *person,
                   uint64_t now) {
    One **at = find(presence, node, table, person);
    bool news = !*at;
    if (news && (presence->count >= THOSE_MOST || strlen(node) > NODE_MAX ||
                 strlen(table) > TABLE_ID_MAX || strlen(person) > OWNER_MAX))
        return false;
    if (news) {
        *at = server_alloc(sizeof **at);
        strcpy((*at)->node, node);
        strcpy((*at)->table, table);
        strcpy((*at)->person, person);
        presence->count++;
    }
    (*at)->named = now;
    return news;
}

static void take_out(Presence *presence, One **at) {
    One *one = *at;
    *at = one->next;
    presence->count--;
    free(one);
}

bool presence_gone(Presence *presence, const char *node, const char *table, const char *person) {
    One **at = find(presence, node, table, person);
    if (!*at) return false;
    take_out(presence, at);
    return true;
}

bool presence_has(const Presence *presence, const char *table, const char *person) {
    for (const One *one = *slot_of(presence, person); one; one = one->next)
        if (strcmp(one->person, person) == 0 && (!table[0] || strcmp(one->table, table) == 0))
            return true;
    return false;
}

void presence_sweep(Presence *presence, uint64_t now,
                    void (*left)(void *who, const char *table, const char *person), void *who) {
    for (int i = 0; i < SLOTS; i++)
        for (One **at = &presence->slot[i]; *at;) {
            One gone = **at;
            if (now - gone.named < NAMED_MS) {
                at = &(*at)->next;
                continue;
            }
            take_out(presence, at);
            left(who, gone.table, gone.person);
        }
}
