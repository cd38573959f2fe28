#include "server/bell.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/answer.h"
#include "server/cluster.h"
#include "server/crowd.h"
#include "server/sender.h"
#include "server/session.h"
#include "server/vapid.h"

enum {
    RINGS_MAX = 10000,        /* people the bell thinks of at once */
    AGAIN_MS = 5 * 60 * 1000, /* before somebody is called again */
    DAY = 24 * 60             /* minutes */
};

/* Somebody to be called, or who was just called. */
typedef struct Ring Ring;
struct Ring {
    Ring *next;
    char person[OWNER_MAX + 1];
    uint64_t due;   /* ms: when he is called; 0: he was */
    uint64_t until; /* ms: not again before */
};

struct Bell {
    Ring *first;
    int count;
    Sender *sender;
};

Reason bell_open(Server *server) {
    Reason why = ALLOWED;
    vapid_close(server->vapid); /* where it has been opened before */
    server->vapid = vapid_open(server->options.data, &why);
    return why;
}

/* --- devices ---------------------------------------------------------------------------------- */

static void answered(void *who, StoreAnswer *answer) {
    Job *job = who;
    if (answer->result == STORE_DONE)
        answer_ok(job, -1);
    else
        answer_refuse(job, REFUSE_STORE, -1);
}

static void change(Job *job, DeviceAct act) {
    Server *server = job->socket->server;
    StoreDevice device = job->request.device;
    strcpy(device.person, job->socket->person->self.id);
    store_device(server->store, act, &device, mailbox_put,
                 mailbox_expect(&server->mailbox, answered, job));
}

void bell_subscribe(Job *job) {
    Person *person = job->socket->person;
    Reason why = sender_check(job->request.device.endpoint, job->socket->server->options.push_to);
    if (why.text) {
        answer_refuse(job, (Refusal){"bad", why}, -1);
        return;
    }
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    change(job, DEVICE_SAVE);
}

void bell_unsubscribe(Job *job) {
    change(job, DEVICE_DROP);
}

/* --- calling ---------------------------------------------------------------------------------- */

static void ignore(void *who, StoreAnswer *answer) {
    (void)who;
    (void)answer;
}

static void sent(Server *server, const char *endpoint, Sent result) {
    StoreDevice device = {0};
    if (server->stopping) return;
    server->metrics.pushes += result == SENT_WELL;
    server->metrics.push_failures += result == SENT_FAILED || result == SENT_GONE;
    if (result == SENT_LEFT) return;
    strcpy(device.endpoint, endpoint);
    store_device(server->store,
                 result == SENT_WELL   ? DEVICE_CALLED
                 : result == SENT_GONE ? DEVICE_DROP
                                       : DEVICE_FAILED,
                 &device, mailbox_put, mailbox_expect(&server->mailbox, ignore, NULL));
}

/* Whether it is quiet on a device now. */
static bool quiet(const StoreDevice *device) {
    int minute = (int)((time(NULL) / 60 + device->zone) % DAY);
    int from = device->quiet_from, to = device->quiet_to;
    if (from == to) return false;
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

static void call(void *who, StoreAnswer *answer) {
    Server *server = who;
    if (server->stopping || answer->result != STORE_DONE || answer->parts[PART_TURN] == 0) return;
    for (int i = 0; i < answer->device_count; i++)
        if (!quiet(&answer->devices[i]))
            sender_send(server->bell->sender, answer->devices[i].endpoint);
}

/* Whether a page of his is in view somewhere. */
static bool awake(const Server *server, const char *person) {
    for (const Socket *s = crowd_first(server, person); s; s = crowd_next(s))
        if (!s->asleep) return true;
    return false;
}

void bell_ring(Server *server, const char *person) {
    Bell *bell = server->bell;
    uint64_t now = server_now(server), after = 1000 * (uint64_t)server->options.push_after;
    if (awake(server, person) && crowd_first(server, person)->live) return; /* he plays */
    if (cluster_has(server, "", person)) return; /* of another node, which has him before it */
    for (Ring *ring = bell->first; ring; ring = ring->next)
        if (strcmp(ring->person, person) == 0) {
            if (!ring->due) ring->due = now + after > ring->until ? now + after : ring->until;
            return;
        }
    if (bell->count >= RINGS_MAX) return;
    Ring *ring = server_alloc(sizeof *ring);
    strcpy(ring->person, person);
    ring->due = now + after;
    ring->next = bell->first;
    bell->first = ring;
    bell->count++;
}

void bell_sweep(Server *server) {
    Bell *bell = server->bell;
    uint64_t now = server_now(server);
    for (Ring **at = &bell->first; *at;) {
        Ring *ring = *at;
        if (ring->due && ring->due <= now) {
            StoreDevice device = {0};
            strcpy(device.person, ring->person);
            ring->due = 0;
            ring->until = now + (awake(server, ring->person) ? 0 : AGAIN_MS);
            if (ring->until > now)
                store_device(server->store, DEVICE_LIST, &device, mailbox_put,
                             mailbox_expect(&server->mailbox, call, server));
        }
        if (ring->due || ring->until > now) {
            at = &ring->next;
            continue;
        }
        *at = ring->next;
        bell->count--;
        free(ring);
    }
}

void bell_start(Server *server) {
    server->bell = server_alloc(sizeof *server->bell);
    server->bell->sender = sender_open(server, sent);
}

void bell_stop(Server *server) {
    sender_close(server->bell->sender);
}

void bell_free(Server *server) {
    while (server->bell->first) {
        Ring *ring = server->bell->first;
        server->bell->first = ring->next;
        free(ring);
    }
    free(server->bell);
    vapid_close(server->vapid);
}
