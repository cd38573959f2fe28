#include "server/gallery.h"

#include <stdlib.h>
#include <time.h>

#include "server/answer.h"
#include "store/past.h"

enum { WEEK = 7 * 24 * 3600, FRESH_MS = 60 * 1000 };

/* A look at the games, beside the loop. */
typedef struct Look {
    uv_work_t work;
    Server *server;
    int count;
    StoreFinished *games; /* ours */
    Text json;            /* what was found */
} Look;

static void answer(Job *job) {
    const Server *server = job->socket->server;
    Text json = answer_begin("gallery", &job->request);
    jot_raw(&json, "games", server->gallery ? server->gallery : "[]");
    answer_with(job, &json);
}

static void jot_jewel(const Jewel *jewel, const StoreFinished *game, const Table *t, Text *json) {
    const char *names[SEATS_MAX];
    table_names(t, names);
    jot_open(json, NULL, '{');
    jot_string(json, "table", game->table.id);
    jot_string(json, "game", table_game(t)->id);
    jot_open(json, "names", '[');
    for (int seat = 0; seat < table_players(t); seat++)
        jot_string(json, NULL, names[seat]);
    jot_close(json, ']');
    jot_string(json, "kind", jewel->close ? "close" : "turn");
    jot_int(json, "margin", jewel->fortune.margin);
    jot_int(json, "lowest", jewel->fortune.lowest);
    jot_int(json, "ended", game->ended);
    jot_close(json, '}');
}

/* In a thread of libuv. */
static void choose(uv_work_t *work) {
    Look *look = work->data;
    Table *tables[FINISHED_MAX];
    Jewel jewels[PICKS];
    int count = past_pick(look->games, look->count, tables, jewels);
    look->json = text_grow();
    jot_open(&look->json, NULL, '[');
    for (int i = 0; i < count; i++)
        jot_jewel(&jewels[i], &look->games[jewels[i].index], tables[jewels[i].index], &look->json);
    jot_close(&look->json, ']');
    for (int i = 0; i < look->count; i++)
        table_close(tables[i]);
}

/* Everybody who waited is answered. */
static void settle(Server *server) {
    Job *job = server->gallery_jobs;
    server->gallery_jobs = NULL;
    while (job) {
        Job *next = job->next;
        job->next = NULL;
        answer(job);
        job = next;
    }
}

static void begin_look(Server *server);

static void chosen(uv_work_t *work, int status) {
    Look *look = work->data;
    Server *server = look->server;
    bool forgotten = server->gallery_forgotten;
    (void)status; /* nobody cancels */
    free(server->gallery);
    server->gallery = forgotten ? NULL : look->json.at;
    server->gallery_at = server_now(server);
    if (forgotten) text_free(&look->json);
    for (int i = 0; i < look->count; i++)
        free(look->games[i].lines);
    free(look->games);
    free(look);
    if (forgotten && !server->stopping)
        begin_look(server);
    else
        settle(server);
}

static void found(void *who, StoreAnswer *stored) {
    Server *server = who;
    if (stored->result != STORE_DONE || server->stopping) {
        settle(server);
        return;
    }
    Look *look = server_alloc(sizeof *look);
    look->work.data = look;
    look->server = server;
    look->count = stored->finished_count;
    look->games = stored->finished;
    stored->finished = NULL;
    stored->finished_count = 0;
    if (uv_queue_work(&server->loop, &look->work, choose, chosen)) abort();
}

static void begin_look(Server *server) {
    server->gallery_forgotten = false;
    store_finished(server->store, (int64_t)time(NULL) - WEEK, mailbox_put,
                   mailbox_expect(&server->mailbox, found, server));
}

void gallery_forget(Server *server) {
    server->gallery_forgotten = true; /* by a look that is under way, too */
    free(server->gallery);
    server->gallery = NULL;
}

void gallery_ask(Job *job) {
    Server *server = job->socket->server;
    if (server->gallery && server_now(server) - server->gallery_at < FRESH_MS) {
        answer(job);
        return;
    }
    bool looking = server->gallery_jobs != NULL;
    job->next = server->gallery_jobs;
    server->gallery_jobs = job;
    if (!looking) begin_look(server);
}
