/* nats.c: the log of log.h as a stream of NATS JetStream: opening it, and sending.

   Messages of a subject are never purged by the server's own command for it: nats-server before
   2.9.18 does such a purge again when it is started anew, on the whole stream. A message that is to
   stand alone in its subject (LOG_ALONE) does the same without that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "store/nats.h"
#include "store/wait.h"

#define BROADCAST "negoce.tell."

enum {
    TRIES = 5,        /* to connect when it is opened */
    TRY_MS = 1000,    /* between two of them */
    READY_MS = 30000, /* until a cluster that has just started can make the stream */
    TWICE_S = 60      /* a message sent again within so long is kept once */
};

const char *log_library(void) {
    return "libnats " NATS_VERSION_STRING;
}

int64_t log_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void log_event_free(LogEvent *event) {
    if (event) free(event->body);
    free(event);
}

LogEvent *event_new(LogKind kind) {
    LogEvent *event = calloc(1, sizeof *event);
    if (!event) abort();
    event->kind = kind;
    event->received = log_now();
    return event;
}

void log_copy(char *out, size_t room, const char *text) {
    Text to = text_over(out, room);
    text_add(&to, text ? text : "");
}

void event_body(LogEvent *event, natsMsg *msg) {
    event->size = (size_t)natsMsg_GetDataLength(msg);
    event->body = malloc(event->size + 1);
    if (!event->body) abort();
    memcpy(event->body, natsMsg_GetData(msg), event->size);
    event->body[event->size] = '\0';
}

/* --- other nodes ------------------------------------------------------------------------------ */

static void on_broadcast(natsConnection *connection, natsSubscription *sub, natsMsg *msg,
                         void *arg) {
    Log *log = arg;
    const char *node = strrchr(natsMsg_GetSubject(msg), '.');
    (void)connection;
    (void)sub;
    if (node && strcmp(node + 1, log->node) != 0) {
        LogEvent *event = event_new(LOG_BROADCAST);
        log_copy(event->id, sizeof event->id, node + 1);
        event_body(event, msg);
        log->handle(log->who, event);
    }
    natsMsg_Destroy(msg);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* "nats://a,b:4223,c" as addresses of their own; the others have the scheme of the first. */
static natsStatus set_servers(natsOptions *options, const char *url) {
    char text[1024], names[16][300];
    const char *list[16], *scheme = "nats://";
    int count = 0;
    if (strlen(url) >= sizeof text) return NATS_INVALID_ARG;
    strcpy(text, url);
    if (strncmp(text, "tls://", 6) == 0) scheme = "tls://";
    char *rest = text;
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (count == 16) return NATS_INVALID_ARG;
        snprintf(names[count], sizeof names[count], "%s%.250s", strstr(name, "://") ? "" : scheme,
                 name);
        list[count] = names[count];
        count++;
    }
    return count ? natsOptions_SetServers(options, list, count) : NATS_INVALID_ARG;
}

static Reason connect_log(Log *log, const StorePlace *place) {
    natsOptions *options = NULL;
    if (natsOptions_Create(&options) != NATS_OK) abort();
    natsStatus status = set_servers(options, place->url);
    bool bad = status != NATS_OK;
    if (place->creds &&
        (access(place->creds, R_OK) != 0 ||
         natsOptions_SetUserCredentialsFromFiles(options, place->creds, NULL) != NATS_OK))
        bad = true;
    natsOptions_SetName(options, "negoce");
    natsOptions_SetTimeout(options, LOG_ANSWER_MS);
    natsOptions_SetMaxReconnect(options, -1);
    natsOptions_SetReconnectWait(options, 200);
    natsOptions_SetReconnectJitter(options, 100, 100);
    natsOptions_SetReconnectBufSize(options, 1); /* what cannot be sent is not sent later */
    natsOptions_SetPingInterval(options, 2000);
    natsOptions_SetMaxPingsOut(options, 2);
    natsOptions_SetDisconnectedCB(options, feed_lost, log);
    natsOptions_SetReconnectedCB(options, feed_back, log);
    natsOptions_SetErrorHandler(options, feed_error, log);
    Reason why = ALLOWED;
    if (bad)
        why = REFUSED(N_("this is no address of NATS such as nats://one,two,three, or its "
                         "credentials cannot be read"));
    if (!bad && place->ca && natsOptions_LoadCATrustedCertificates(options, place->ca) != NATS_OK)
        why = REFUSED(N_("the certificates for NATS cannot be read"));
    for (int i = 0; !why.text && i < TRIES; i++) {
        status = natsConnection_Connect(&log->connection, options);
        if (status == NATS_OK || status == NATS_NOT_PERMITTED ||
            status == NATS_CONNECTION_AUTH_FAILED)
            break;
        nats_Sleep(TRY_MS);
    }
    if (!why.text && (status == NATS_NOT_PERMITTED || status == NATS_CONNECTION_AUTH_FAILED))
        why = REFUSED(N_("NATS does not let us in: see --nats-creds"));
    else if (!why.text && status != NATS_OK)
        why = REFUSED(N_("NATS does not answer there"));
    natsOptions_Destroy(options);
    log->connected = !why.text;
    return why;
}

/* The number in "Négoce, format 1"; 0: it is not ours. */
static int format_of(const jsStreamConfig *config) {
    int format = 0;
    if (config->Description) sscanf(config->Description, "Négoce, format %d", &format);
    return format;
}

/* Older nodes refuse a stream of a newer format at once, and keep their copy: from now on it is
 * ours.
 */
static bool raise_format(Log *log, const jsStreamConfig *found, const char *description,
                         jsOptions *options) {
    jsStreamConfig config = *found;
    config.Description = description;
    return js_UpdateStream(NULL, log->js, &config, options, NULL) == NATS_OK;
}

/* Makes the stream, or finds it. */
static Reason open_stream(Log *log, int replicas) {
    jsStreamInfo *info = NULL;
    jsStreamConfig config;
    const char *subjects[] = {LOG_PREFIX ">"};
    jsOptions options;
    jsErrCode code = 0;
    char description[40];
    snprintf(description, sizeof description, "Négoce, format %d", LOG_FORMAT);
    jsOptions_Init(&options);
    options.Wait = LOG_ANSWER_MS;
    jsStreamConfig_Init(&config);
    config.Name = LOG_STREAM;
    config.Description = description;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Storage = js_FileStorage;
    config.Replicas = replicas;
    config.Duplicates = TWICE_S * 1000000000LL;
    config.AllowRollup = true; /* LOG_ALONE */
    natsStatus status = NATS_TIMEOUT;
    for (int64_t begun = log_now(); log_now() - begun < READY_MS; nats_Sleep(TRY_MS / 4)) {
        status = js_GetStreamInfo(&info, log->js, LOG_STREAM, &options, &code);
        if (status == NATS_NOT_FOUND)
            status = js_AddStream(&info, log->js, &config, &options, &code);
        /* a server that stands alone stays alone */
        if (status == NATS_OK || code == JSStreamReplicasNotSupportedErr) break;
    }
    if (status != NATS_OK && (code == JSStreamReplicasNotSupportedErr ||
                              code == JSInsufficientResourcesErr || code == JSClusterNoPeersErr))
        return REFUSED(N_("NATS has fewer than {n} servers for a log; see --nats-replicas"),
                       replicas);
    if (status != NATS_OK)
        return REFUSED(N_(
            "NATS answers, but keeps no log: JetStream is off, or most of its servers are away"));
    int format = format_of(info->Config);
    bool older = format >= 1 && format < LOG_FORMAT;
    bool raised = !older || raise_format(log, info->Config, description, &options);
    jsStreamInfo_Destroy(info);
    if (!raised)
        return REFUSED(N_(
            "NATS answers, but keeps no log: JetStream is off, or most of its servers are away"));
    if (format > LOG_FORMAT)
        return REFUSED(N_("the log in NATS was made by a newer Négoce, whose format is number {n}; "
                          "install that one"),
                       format);
    if (format < 1) return REFUSED(N_("NATS has a stream NEGOCE that is not a log of Négoce"));
    return ALLOWED;
}

/* Hears the other nodes. */
static Reason subscribe(Log *log) {
    uint32_t name;
    if (getrandom(&name, sizeof name, 0) != sizeof name) abort();
    snprintf(log->node, sizeof log->node, "%08x", name);
    bool well = natsConnection_Subscribe(&log->broadcast_sub, log->connection, BROADCAST "*",
                                         on_broadcast, log) == NATS_OK;
    return well ? ALLOWED : REFUSED(N_("NATS does not answer there"));
}

Log *log_open(const StorePlace *place, LogHandler handle, void *who, Reason *why) {
    Log *log = calloc(1, sizeof *log);
    if (!log) abort();
    log->handle = handle;
    log->who = who;
    pthread_mutex_init(&log->mutex, NULL);
    wait_open(&log->wake);
    *why = connect_log(log, place);
    if (!why->text && natsConnection_JetStream(&log->js, log->connection, NULL) != NATS_OK) abort();
    if (!why->text) *why = open_stream(log, place->replicas);
    if (!why->text) *why = subscribe(log);
    if (!why->text) {
        log->room = (size_t)natsConnection_GetMaxPayload(log->connection);
        return log;
    }
    log_close(log);
    return NULL;
}

void log_close(Log *log) {
    pthread_mutex_lock(&log->mutex);
    log->closing = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
    if (log->renewing) pthread_join(log->keeper, NULL);
    natsSubscription_Unsubscribe(log->feed_sub); /* the server forgets the consumer */
    if (log->connection) natsConnection_FlushTimeout(log->connection, 200);
    natsConnection_Close(log->connection);
    natsSubscription_Destroy(log->feed_sub);
    natsSubscription_Destroy(log->broadcast_sub);
    jsCtx_Destroy(log->js);
    natsConnection_Destroy(log->connection);
    nats_CloseAndWait(2000); /* no callback runs any more */
    feeds_free(log);
    pthread_mutex_destroy(&log->mutex);
    pthread_cond_destroy(&log->wake);
    free(log);
}

/* --- what is asked ---------------------------------------------------------------------------- */

bool log_publish(Log *log, const char *subject, const char *id, LogHow how, const char *body) {
    char to[LOG_SUBJECT + 32];
    natsMsg *msg = NULL;
    snprintf(to, sizeof to, LOG_PREFIX "%s", subject);
    /* No answer is asked for: what was taken comes back. */
    if (natsMsg_Create(&msg, to, NULL, body, (int)strlen(body)) != NATS_OK) return false;
    bool well = natsMsgHeader_Set(msg, LOG_HEADER, id) == NATS_OK;
    if (how == LOG_ONCE) well = well && natsMsgHeader_Set(msg, "Nats-Msg-Id", id) == NATS_OK;
    if (how == LOG_ALONE) well = well && natsMsgHeader_Set(msg, "Nats-Rollup", "sub") == NATS_OK;
    well = well && natsConnection_Status(log->connection) == NATS_CONN_STATUS_CONNECTED &&
           natsConnection_PublishMsg(log->connection, msg) == NATS_OK;
    natsMsg_Destroy(msg);
    return well;
}

size_t log_room(const Log *log) {
    return log->room;
}

void log_broadcast(Log *log, const char *text) {
    char subject[40];
    snprintf(subject, sizeof subject, BROADCAST "%s", log->node);
    natsConnection_PublishString(log->connection, subject, text);
}
