#include "store/pending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "store/wire.h"

enum {
    SLOTS = 1024,
    AGAIN_MS = 1000,   /* before a message is sent again */
    ON_ITS_WAY = 500,  /* ms a message may take to the log's leader */
    SPARE_BYTES = 4096 /* of a message, for its headers */
};

struct Pendings {
    uint64_t node; /* the first half of our ids */
    uint32_t number;
    Pending *slot[SLOTS]; /* the newest first */
    int count;
};

Pendings *pendings_new(void) {
    Pendings *all = must(calloc(1, sizeof *all));
    if (getrandom(&all->node, sizeof all->node, 0) != sizeof all->node) abort();
    return all;
}

void pendings_free(Pendings *all) {
    free(all);
}

int pendings_count(const Pendings *all) {
    return all->count;
}

void pending_free(Pending *pending) {
    text_free(&pending->body);
    free(pending);
}

static Pending **slot_of(Pendings *all, const char *id) {
    return &all->slot[strtoul(strlen(id) > 16 ? id + 16 : "", NULL, 16) % SLOTS];
}

static void publish(Log *log, Pending *p, int64_t now) {
    p->sent = now;
    log_publish(log, p->subject, p->id, p->how, p->body.at);
}

bool pendings_send(Pendings *all, Log *log, Call *call, const char *subject, LogHow how) {
    Pending *p = must(calloc(1, sizeof *p));
    p->body = text_grow();
    if (!wire_write(call, &p->body) || p->body.length + SPARE_BYTES > log_room(log)) {
        pending_free(p);
        return false;
    }
    p->call = call;
    p->how = how;
    p->born = log_now();
    snprintf(p->subject, sizeof p->subject, "%s", subject);
    snprintf(p->id, sizeof p->id, "%016llx%08x", (unsigned long long)all->node, all->number++);
    Pending **slot = slot_of(all, p->id);
    p->next = *slot;
    *slot = p;
    all->count++;
    publish(log, p, p->born);
    return true;
}

static Pending *take(Pendings *all, Pending **at) {
    Pending *p = *at;
    *at = p->next;
    p->next = NULL;
    all->count--;
    return p;
}

Pending *pendings_take(Pendings *all, const char *id) {
    for (Pending **at = slot_of(all, id); *at; at = &(*at)->next)
        if (strcmp((*at)->id, id) == 0) return take(all, at);
    return NULL;
}

int64_t pendings_since(const Pendings *all) {
    int64_t since = INT64_MAX;
    for (int i = 0; all->count && i < SLOTS; i++)
        for (const Pending *p = all->slot[i]; p; p = p->next)
            if (p->born < since) since = p->born;
    return since;
}

Pending *pendings_older(Pendings *all, int64_t born) {
    for (int i = 0; all->count && i < SLOTS; i++)
        for (Pending **at = &all->slot[i]; *at; at = &(*at)->next)
            if ((*at)->born < born) return take(all, at);
    return NULL;
}

void pendings_again(Pendings *all, Log *log, int64_t now, int64_t fresh) {
    for (int i = 0; all->count && i < SLOTS; i++)
        for (Pending *p = all->slot[i]; p; p = p->next)
            if (now - p->sent >= AGAIN_MS && fresh >= p->sent + ON_ITS_WAY) publish(log, p, now);
}
