#include "server/cluster.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/connection.h"
#include "server/desk.h"
#include "server/errand.h"
#include "server/lobby.h"
#include "server/manners.h"
#include "server/penalties.h"
#include "server/presence.h"
#include "server/requests.h"
#include "server/session.h"
#include "store/keys.h"
#include "store/wait.h"

enum {
    NAME_EACH_MS = 3000,  /* everybody here is named to the others so often */
    NAMES_BYTES = 16000,  /* of one such message, about */
    STANDBY_LEAST = 1500, /* ms */
    STANDBY_MORE = 1500,  /* and up to so many more */
    UNSYNCED_MS = 1000    /* the log did not answer: requests are judged by what is here */
};

/* What was up to date so long ago still is; it is said twice a second. */
#define FRESH_NS 2500000000u

struct Cluster {
    Presence *presence;
    uint64_t named;     /* ms: when everybody here was named */
    uint64_t fresh;     /* ns: when everything that was kept had been told */
    uint64_t asked;     /* ns: when the log was asked last whether we are up to date */
    bool syncing;       /* the log is asked whether we are up to date */
    uint64_t unsynced;  /* ms: until then it need not be asked again */
    Job *first, **last; /* requests that wait for that */
};

/* --- keys ------------------------------------------------------------------------------------- */

/* What the house has under this name, which is ours where it has nothing. */
static bool share(Server *server, const char *name, char text[KEY_FILE_MAX]) {
    StoreWait wait = STORE_WAIT;
    store_share(server->store, name, text, store_waited, &wait);
    StoreAnswer *answer = store_wait(&wait);
    bool well =
        answer->result == STORE_DONE && answer->lines && strlen(answer->lines) < KEY_FILE_MAX;
    if (well) strcpy(text, answer->lines);
    store_answer_free(answer);
    return well;
}

/* The key of push messages stands in a file, which is made like that of the house. */
static bool share_file(Server *server, const char *name) {
    const char *data = server->options.data;
    char own[KEY_FILE_MAX], text[KEY_FILE_MAX];
    int size = key_read(data, name, own, sizeof own - 1);
    if (size < 0) return false;
    own[size] = '\0';
    strcpy(text, own);
    return share(server, name, text) &&
           (strcmp(text, own) == 0 || key_write(data, name, text, strlen(text)));
}

Reason cluster_keys(Server *server) {
    char text[KEY_FILE_MAX];
    int64_t hour;
    size_t length;
    if (!store_clock(server->store, &hour)) return ALLOWED;
    sodium_bin2hex(text, sizeof text, server->session_key, SESSION_KEY_BYTES);
    if (!share(server, "session.key", text) ||
        sodium_hex2bin(server->session_key, SESSION_KEY_BYTES, text, strlen(text), NULL, &length,
                       NULL) != 0 ||
        length != SESSION_KEY_BYTES || !share_file(server, "vapid.key"))
        return REFUSED(N_("the keys of the house cannot be shared with its other servers"));
    return ALLOWED;
}

/* --- who is where ----------------------------------------------------------------------------- */

static bool is_clustered(const Server *server) {
    return server->cluster != NULL;
}

void cluster_presence(Server *server, const char *table, const char *person, bool here) {
    char words[120];
    if (!is_clustered(server) || server->stopping) return;
    snprintf(words, sizeof words, "%s\n%s %s\n", here ? "here" : "gone", table[0] ? table : "-",
             person);
    store_broadcast(server->store, words);
}

bool cluster_has(const Server *server, const char *table, const char *person) {
    return is_clustered(server) && presence_has(server->cluster->presence, table, person);
}

/* Names everybody who is here. */
static void name_all(Server *server) {
    Text words = text_grow();
    text_add(&words, "here\n");
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (const Socket *s = server->crowd[i]; s; s = s->peer) {
            text_printf(&words, "%s %s\n", s->live ? s->live->header.id : "-", s->person->self.id);
            if (words.length < NAMES_BYTES) continue;
            store_broadcast(server->store, words.at);
            text_clear(&words);
            text_add(&words, "here\n");
        }
    if (words.length > strlen("here\n")) store_broadcast(server->store, words.at);
    text_free(&words);
    server->cluster->named = server_now(server);
}

static void moved(void *who, const char *table, const char *person) {
    tables_attended(who, table, person);
}

_Static_assert(TABLE_ID_MAX == 16 && OWNER_MAX == 40, "as take_names reads them");

/* "here" or "gone", and a line for each: the table or "-", and the person. */
static void take_names(Server *server, const char *node, const char *words) {
    bool here = strncmp(words, "here", 4) == 0;
    Presence *presence = server->cluster->presence;
    for (const char *line = strchr(words, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        char table[TABLE_ID_MAX + 1], person[OWNER_MAX + 1];
        if (sscanf(line + 1, "%16s %40s", table, person) != 2) continue;
        if (strcmp(table, "-") == 0) table[0] = '\0';
        bool news = here ? presence_here(presence, node, table, person, server_now(server))
                         : presence_gone(presence, node, table, person);
        if (news && table[0]) tables_attended(server, table, person);
    }
}

void cluster_sweep(Server *server) {
    if (!is_clustered(server) || server->stopping) return;
    presence_sweep(server->cluster->presence, server_now(server), moved, server);
    if (server_now(server) - server->cluster->named >= NAME_EACH_MS) name_all(server);
}

void cluster_ticket(Server *server, const char *words) {
    if (is_clustered(server) && !server->stopping) store_broadcast(server->store, words);
}

/* --- what others did -------------------------------------------------------------------------- */

static void penalties_read(void *who, StoreAnswer *answer) {
    penalties_take(who, answer);
}

/* What was judged here before the end of an account was known may come to the log behind it, and
   name who it was: his own words, an invitation of others. It is taken out behind it, as it is
   where he ended it (accounts.c). */
typedef struct Rest {
    Server *server;
    AccountCall call;
} Rest;

static void rest_cleared(void *who, StoreAnswer *answer);

static void clear_rest(Rest *rest) {
    Server *server = rest->server;
    store_account(server->store, &rest->call, mailbox_put,
                  mailbox_expect(&server->mailbox, rest_cleared, rest));
}

static void rest_cleared(void *who, StoreAnswer *answer) {
    Rest *rest = who;
    errand_reread(rest->server, answer->lines);
    strcpy(rest->call.table, answer->table.id);
    if (rest->call.act == ACCOUNT_DELETE) {
        free(rest);
        return;
    }
    if (!answer->more) rest->call.act = ACCOUNT_DELETE;
    clear_rest(rest);
}

static void delete_rest(Server *server, const char *id) {
    Rest *rest = server_alloc(sizeof *rest);
    rest->server = server;
    rest->call.act = ACCOUNT_CLEAR;
    strcpy(rest->call.id, id);
    clear_rest(rest);
}

static void account_changed(Server *server, const StoreNotice *notice) {
    static const uint8_t none[SESSION_BYTES];
    if (notice->text) manners_brought(server, notice->text, notice->id);
    if (!notice->everywhere)
        sessions_end(server, notice->id, notice->session, NULL);
    else if (memcmp(notice->session, none, SESSION_BYTES) == 0)
        sessions_end(server, notice->id, NULL, NULL);
    else
        sessions_end_but(server, notice->id, notice->session);
    if (notice->deleted) delete_rest(server, notice->id);
}

static void read_broadcast(Server *server, const StoreNotice *notice) {
    const char *words = notice->text;
    if (strncmp(words, "here\n", 5) == 0 || strncmp(words, "gone\n", 5) == 0)
        take_names(server, notice->id, words);
    else if (strcmp(words, "who\n") == 0)
        name_all(server);
    else if (strncmp(words, "ticket ", 7) == 0)
        session_take_ticket(server, words);
}

static void on_notice(void *who, StoreAnswer *answer) {
    Server *server = who;
    const StoreNotice *notice = answer->notice;
    if (server->stopping || !notice) return;
    switch (notice->kind) {
    case NOTICE_LINES: tables_foreign(server, notice); return;
    case NOTICE_TABLE:
        tables_reread(server, notice->id); /* which lists it again, where it still waits */
        lobby_forget(server, notice->id);
        return;
    case NOTICE_PERSON: people_meet(server, notice->id, notice->text, notice->session); return;
    case NOTICE_ACCOUNT: account_changed(server, notice); return;
    case NOTICE_ACT:
        penalties_ask(server, mailbox_put,
                      mailbox_expect(&server->mailbox, penalties_read, server));
        desk_carry_out(server, notice->text, notice->id);
        return;
    case NOTICE_FRESH: server->cluster->fresh = (uint64_t)notice->ms * 1000000; return;
    case NOTICE_BROADCAST: read_broadcast(server, notice); return;
    }
}

/* In the store's thread. */
static void put(void *who, StoreAnswer *answer) {
    Server *server = who;
    mailbox_put(mailbox_expect(&server->mailbox, on_notice, server), answer);
}

void cluster_open(Server *server) {
    int64_t hour;
    if (!store_clock(server->store, &hour)) return;
    server->cluster = server_alloc(sizeof *server->cluster);
    server->cluster->presence = presence_new();
    server->cluster->last = &server->cluster->first;
    server->cluster->fresh = uv_hrtime(); /* it has just been read to its end */
    store_listen(server->store, put, server);
    store_broadcast(server->store, "who\n");
}

/* Those that waited, all at once: what they do may let others wait. */
static Job *take_held(Cluster *cluster) {
    Job *first = cluster->first;
    cluster->first = NULL;
    cluster->last = &cluster->first;
    return first;
}

void cluster_close(Server *server) {
    if (!is_clustered(server)) return;
    for (Job *job = take_held(server->cluster), *next; job; job = next) {
        next = job->next;
        answer_refuse(job, REFUSE_STORE, -1); /* unheard: the sockets are closed */
    }
    presence_free(server->cluster->presence);
    free(server->cluster);
    server->cluster = NULL;
}

/* --- being up to date ------------------------------------------------------------------------- */

static void synced(void *who, StoreAnswer *answer) {
    Server *server = who;
    server->cluster->syncing = false;
    if (answer->result == STORE_DONE)
        server->cluster->fresh = server->cluster->asked;
    else
        server->cluster->unsynced = server_now(server) + UNSYNCED_MS;
    if (server->stopping) return;
    for (Job *job = take_held(server->cluster), *next; job; job = next) {
        next = job->next;
        job->next = NULL;
        request_begin(job);
    }
    tables_judge_all(server);
}

bool cluster_ready(Server *server) {
    Cluster *cluster = server->cluster;
    if (!cluster || uv_hrtime() - cluster->fresh < FRESH_NS ||
        server_now(server) < cluster->unsynced)
        return true;
    if (!cluster->syncing && !server->stopping) {
        cluster->syncing = true;
        cluster->asked = uv_hrtime();
        store_sync(server->store, mailbox_put, mailbox_expect(&server->mailbox, synced, server));
    }
    return false;
}

bool cluster_holds(Job *job) {
    Server *server = job->socket->server;
    if (cluster_ready(server)) return false;
    *server->cluster->last = job;
    server->cluster->last = &job->next;
    return true;
}

int64_t cluster_standby(const LiveTable *live) {
    if (!is_clustered(live->server) || live->ours) return 0;
    return STANDBY_LEAST + (int64_t)live->jitter % STANDBY_MORE;
}
