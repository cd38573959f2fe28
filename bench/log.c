/* log.c URL REPLICAS FOLDER NODES TABLES SECONDS FLIGHT [RATE]: the load of many tables on a log,
   without the servers around it. So many stores, each a node with a copy of its own, make TABLES
   tables and then add lines to one after the other of them for SECONDS, FLIGHT of each node at
   once; as fast as it goes, or RATE a second in all. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { NODES_MAX = 8, TIMES_MAX = 4000000 };

typedef struct Node Node;

typedef struct Place {
    Node *node;
    char id[TABLE_ID_MAX + 1];
    int lines;
    int64_t begun;
    atomic_bool busy;
} Place;

struct Node {
    Store *store;
    Place *places;
    int count;
    atomic_int cursor;
};

static atomic_int waiting;
static atomic_bool over;
static atomic_long done, failed, times_count;
static int rate;
static int *times;

static int64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void made(void *who, StoreAnswer *answer) {
    Place *place_ = who;
    if (answer->result == STORE_DONE)
        place_->lines = 1;
    else
        atomic_fetch_add(&failed, 1);
    store_answer_free(answer);
    atomic_fetch_sub(&waiting, 1);
}

static void create(Place *place_, int number) {
    StoreTable table = {.game = "byzanz", .players = 3};
    StoreBatch batch = {.count = 1, .lines = "seat 0 bot greedy\n", .seats = "seat 0 bot greedy\n"};
    snprintf(table.id, sizeof table.id, "b%d", number);
    strcpy(place_->id, table.id);
    atomic_fetch_add(&waiting, 1);
    store_create(place_->node->store, &table, &batch, made, place_);
}

static void next(Node *node);

static void committed(void *who, StoreAnswer *answer) {
    Place *place_ = who;
    if (answer->result == STORE_DONE) {
        long at = atomic_fetch_add(&times_count, 1);
        if (at < TIMES_MAX) times[at] = (int)(microseconds() - place_->begun);
        place_->lines++;
        atomic_fetch_add(&done, 1);
    } else {
        atomic_fetch_add(&failed, 1);
    }
    store_answer_free(answer);
    atomic_store(&place_->busy, false);
    if (rate || atomic_load(&over))
        atomic_fetch_sub(&waiting, 1);
    else
        next(place_->node);
}

/* A line for the next table that waits for none. */
static void next(Node *node) {
    Place *place_;
    do
        place_ =
            &node->places[(unsigned)atomic_fetch_add(&node->cursor, 1) % (unsigned)node->count];
    while (atomic_exchange(&place_->busy, true));
    StoreBatch batch = {.expected = place_->lines,
                        .count = 1,
                        .lines = "0 bid 4 gold gold silver pearl\n",
                        .stage = STAGE_PLAYING,
                        .at = place_->lines,
                        .turn = 1};
    place_->begun = microseconds();
    store_append(place_->node->store, place_->id, &batch, committed, place_);
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static double cpu_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* RATE a second, spread over the nodes, at most FLIGHT of each under way. */
static void pour(Node *nodes, int count, int seconds, int flight) {
    int64_t begun = microseconds();
    for (int64_t sent = 0; microseconds() - begun < seconds * 1000000LL; usleep(1000))
        for (; sent < (microseconds() - begun) * rate / 1000000; sent++) {
            while (atomic_load(&waiting) >= flight * count)
                usleep(200);
            atomic_fetch_add(&waiting, 1);
            next(&nodes[sent % count]);
        }
}

int main(int argc, char **argv) {
    Node nodes[NODES_MAX] = {0};
    if (argc != 8 && argc != 9) return 2;
    rate = argc == 9 ? atoi(argv[8]) : 0;
    StorePlace place = {.url = argv[1], .replicas = atoi(argv[2])};
    int count = atoi(argv[4]), tables = atoi(argv[5]), seconds = atoi(argv[6]),
        flight = atoi(argv[7]);
    times = calloc(TIMES_MAX, sizeof *times);
    if (!times || count < 1 || count > NODES_MAX) return 2;
    for (int i = 0; i < count; i++) {
        char folder[400];
        Reason why;
        snprintf(folder, sizeof folder, "%s/bench%d", argv[3], i);
        nodes[i].store = strncmp(place.url, "nats:", 5) == 0 ? store_join(folder, &place, &why)
                                                             : store_open(folder, &why);
        nodes[i].count = tables / count;
        nodes[i].places = calloc((size_t)nodes[i].count, sizeof(Place));
        if (!nodes[i].store || !nodes[i].places) {
            fprintf(stderr, "%s\n", why.text ? why.text : "no memory");
            return 1;
        }
    }
    int64_t begun = microseconds();
    for (int i = 0; i < count; i++)
        for (int j = 0; j < nodes[i].count; j++) {
            nodes[i].places[j].node = &nodes[i];
            create(&nodes[i].places[j], i * 10000000 + j);
            while (atomic_load(&waiting) > 2000)
                usleep(200);
        }
    while (atomic_load(&waiting))
        usleep(1000);
    printf("%d tables made, %.0f a second\n", tables,
           tables * 1e6 / (double)(microseconds() - begun));
    fflush(stdout);
    double before = cpu_seconds();
    begun = microseconds();
    for (int i = 0; i < count && !rate; i++)
        for (int j = 0; j < flight && j < nodes[i].count; j++) {
            atomic_fetch_add(&waiting, 1);
            next(&nodes[i]);
        }
    if (rate)
        pour(nodes, count, seconds, flight);
    else
        sleep((unsigned)seconds);
    atomic_store(&over, true);
    long all = atomic_load(&done);
    double used = cpu_seconds() - before;
    double spent = (double)(microseconds() - begun) / 1e6;
    while (atomic_load(&waiting))
        usleep(1000);
    long n = atomic_load(&times_count) < TIMES_MAX ? atomic_load(&times_count) : TIMES_MAX;
    qsort(times, (size_t)n, sizeof *times, ascending);
    printf("%.0f appends a second, median %.1f ms, p99 %.1f ms, %.0f µs of a core each on a node, "
           "%ld refused\n",
           (double)all / spent, n ? times[n / 2] / 1e3 : 0, n ? times[n * 99 / 100] / 1e3 : 0,
           used * 1e6 / (double)(all ? all : 1) / count, atomic_load(&failed));
    fflush(stdout);
    for (int i = 0; i < count; i++) {
        store_close(nodes[i].store);
        free(nodes[i].places);
    }
    free(times);
    return atomic_load(&failed) != 0;
}
