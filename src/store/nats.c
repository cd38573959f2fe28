/* nats.c: the log of log.h as a stream of NATS JetStream.

   The stream NEGOCE has the subjects negoce.log.>, and a push consumer of this node's own delivers
   all of it in order. A consumer lives on one of the servers and dies with it: the keeper, a
   thread, asks twice a second where the stream ends, and begins a new one where something was
   missed, where heartbeats stay away or where nothing comes although there is more.
   Acknowledgements come to an inbox of ours, so nothing waits for them. */
#include "store/log.h"

#include <jansson.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STREAM "NEGOCE"
#define PREFIX "negoce.log."
#define TELL   "negoce.tell."

enum {
    TRIES = 5,        /* to connect when it is opened */
    TRY_MS = 1000,    /* between two of them */
    READY_MS = 30000, /* until a cluster that has just started can make the stream */
    ANSWER_MS = 2000, /* for the server to answer a question */
    LOOK_MS = 500,    /* between two looks at the end of the stream */
    BEAT_MS = 1000,   /* between two heartbeats of a consumer */
    BACK_MS = 6000,   /* before it is believed that the log went back */
    STALL_MS = 1500,  /* without a message though there is more: a new consumer */
    TWICE_S = 60,     /* a message sent again within so long is kept once */
    QUEUE_MAX = 5000, /* messages that wait to be done, before we are slower to take more */
    PAUSE_MS = 20,    /* then, a message */
    NODE_CHARS = 8
};

/* One consumer. An old one may still call back: it is not heard any more. */
typedef struct Feed Feed;
struct Feed {
    Feed *next;
    Log *log;
    uint64_t count; /* messages delivered */
    bool broken;    /* one is missing */
};

struct Log {
    natsConnection *connection;
    jsCtx *js;
    natsSubscription *inbox_sub, *tell_sub, *feed_sub;
    char inbox[80], node[NODE_CHARS + 1];
    LogHeard heard;
    void *who;
    size_t room;
    pthread_t keeper;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    bool keeping, closing, asked;
    Feed *feeds;   /* the one that counts first */
    uint64_t last; /* number of the last message handed over */
    char last_id[LOG_ID + 1];
    int64_t moved; /* when that was */
    bool connected;
    int64_t back; /* since when the log seems to end before that; 0: it does not */
};

int64_t log_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void log_event_free(LogEvent *event) {
    if (event) free(event->body);
    free(event);
}

static LogEvent *event_new(LogKind kind) {
    LogEvent *event = calloc(1, sizeof *event);
    if (!event) abort();
    event->kind = kind;
    event->heard = log_now();
    return event;
}

static void copy(char *out, size_t room, const char *text) {
    Text to = text_over(out, room);
    text_add(&to, text ? text : "");
}

static void event_body(LogEvent *event, natsMsg *msg) {
    event->size = (size_t)natsMsg_GetDataLength(msg);
    event->body = malloc(event->size + 1);
    if (!event->body) abort();
    memcpy(event->body, natsMsg_GetData(msg), event->size);
    event->body[event->size] = '\0';
}

/* --- what comes ------------------------------------------------------------------------------- */

/* The next message of the stream; what comes twice, out of order or from an old consumer is not
   heard. */
static void on_message(natsConnection *connection, natsSubscription *sub, natsMsg *msg, void *arg) {
    Feed *feed = arg;
    Log *log = feed->log;
    jsMsgMetaData *meta = NULL;
    (void)connection;
    (void)sub;
    if (natsMsg_GetMetaData(&meta, msg) != NATS_OK) {
        natsMsg_Destroy(msg);
        return;
    }
    const char *id = NULL;
    natsMsgHeader_Get(msg, "Nats-Msg-Id", &id);
    pthread_mutex_lock(&log->mutex);
    size_t waiting = 0;
    bool ours = log->feeds == feed && !log->closing && !feed->broken;
    if (ours && meta->Sequence.Consumer != feed->count + 1) {
        feed->broken = true;
        pthread_cond_signal(&log->wake);
        ours = false;
    }
    if (ours) {
        feed->count++;
        log->last = meta->Sequence.Stream;
        copy(log->last_id, sizeof log->last_id, id);
        log->moved = log_now();
        const char *subject = natsMsg_GetSubject(msg);
        LogEvent *event = event_new(LOG_MESSAGE);
        event->seq = meta->Sequence.Stream;
        event->ms = meta->Timestamp / 1000000;
        copy(event->id, sizeof event->id, id);
        if (strncmp(subject, PREFIX, strlen(PREFIX)) == 0)
            copy(event->subject, sizeof event->subject, subject + strlen(PREFIX));
        event_body(event, msg);
        waiting = log->heard(log->who, event);
    }
    pthread_mutex_unlock(&log->mutex);
    jsMsgMetaData_Destroy(meta);
    natsMsg_Destroy(msg);
    if (waiting > QUEUE_MAX) nats_Sleep(PAUSE_MS); /* the server sends less */
}

/* An answer to something published: only a refusal matters, for what was taken comes back. */
static void on_answer(natsConnection *connection, natsSubscription *sub, natsMsg *msg, void *arg) {
    Log *log = arg;
    const char *id = strrchr(natsMsg_GetSubject(msg), '.');
    int code = 0;
    (void)connection;
    (void)sub;
    if (natsMsg_IsNoResponders(msg)) {
        code = 503;
    } else {
        json_t *answer =
            json_loadb(natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg), 0, NULL);
        const json_t *error = json_object_get(answer, "error");
        code = (int)json_integer_value(json_object_get(error, "err_code"));
        if (error && !code) code = -1;
        json_decref(answer);
    }
    if (code && id) {
        LogEvent *event = event_new(LOG_REFUSED);
        copy(event->id, sizeof event->id, id + 1);
        event->code = code;
        log->heard(log->who, event);
    }
    natsMsg_Destroy(msg);
}

static void on_tell(natsConnection *connection, natsSubscription *sub, natsMsg *msg, void *arg) {
    Log *log = arg;
    const char *node = strrchr(natsMsg_GetSubject(msg), '.');
    (void)connection;
    (void)sub;
    if (node && strcmp(node + 1, log->node) != 0) {
        LogEvent *event = event_new(LOG_TOLD);
        copy(event->id, sizeof event->id, node + 1);
        event_body(event, msg);
        log->heard(log->who, event);
    }
    natsMsg_Destroy(msg);
}

static void on_error(natsConnection *connection, natsSubscription *sub, natsStatus status,
                     void *arg) {
    Log *log = arg;
    (void)connection;
    if (status != NATS_MISSED_HEARTBEAT && status != NATS_SLOW_CONSUMER) return;
    pthread_mutex_lock(&log->mutex);
    if (log->feeds && sub == log->feed_sub) log->feeds->broken = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
}

static void on_status(Log *log, bool connected) {
    pthread_mutex_lock(&log->mutex);
    log->connected = connected;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
}

static void on_lost(natsConnection *connection, void *arg) {
    (void)connection;
    on_status(arg, false);
}

static void on_back(natsConnection *connection, void *arg) {
    (void)connection;
    on_status(arg, true);
}

/* --- the keeper ------------------------------------------------------------------------------- */

/* Whether the log still has at `seq` what was read there. What was forgotten since cannot be told.
 */
static bool is_same(Log *log, uint64_t seq, const char *id) {
    jsOptions options;
    natsMsg *msg = NULL;
    const char *found = NULL;
    if (!seq || !id[0]) return true;
    jsOptions_Init(&options);
    options.Wait = ANSWER_MS;
    if (js_GetMsg(&msg, log->js, STREAM, seq, &options, NULL) != NATS_OK) return true;
    natsMsgHeader_Get(msg, "Nats-Msg-Id", &found);
    bool same = found && strcmp(found, id) == 0;
    natsMsg_Destroy(msg);
    return same;
}

/* Begins a consumer behind what was handed over last. */
static void feed_begin(Log *log) {
    natsSubscription *sub = NULL;
    Feed *feed = calloc(1, sizeof *feed);
    jsOptions options;
    jsSubOptions wish;
    char last_id[LOG_ID + 1];
    if (!feed) abort();
    feed->log = log;
    pthread_mutex_lock(&log->mutex);
    feed->next = log->feeds;
    log->feeds = feed;
    uint64_t last = log->last;
    strcpy(last_id, log->last_id);
    log->moved = log_now();
    natsSubscription *old = log->feed_sub;
    log->feed_sub = NULL;
    pthread_mutex_unlock(&log->mutex);
    natsSubscription_Unsubscribe(old);
    natsSubscription_Destroy(old);
    if (!is_same(log, last, last_id)) {
        LogEvent *event = event_new(LOG_WENT_BACK);
        event->seq = last;
        log->heard(log->who, event);
    }
    jsOptions_Init(&options);
    options.Wait = ANSWER_MS;
    jsSubOptions_Init(&wish);
    wish.Stream = STREAM;
    wish.ManualAck = true;
    wish.Config.AckPolicy = js_AckNone;
    wish.Config.DeliverPolicy = js_DeliverByStartSequence;
    wish.Config.OptStartSeq = last + 1;
    wish.Config.FlowControl = true;
    wish.Config.Heartbeat = BEAT_MS * 1000000LL;
    wish.Config.InactiveThreshold = 30 * 1000000000LL;
    wish.Config.MemoryStorage = true;
    wish.Config.Replicas = 1;
    natsStatus status =
        js_Subscribe(&sub, log->js, PREFIX ">", on_message, feed, &options, &wish, NULL);
    pthread_mutex_lock(&log->mutex);
    log->feed_sub = sub;
    if (status != NATS_OK) feed->broken = true;
    pthread_mutex_unlock(&log->mutex);
}

/* Asks where the log ends; false where nobody answered. A server that is about to lose its place
   may for a moment answer with an end that is past: only one that stays so is believed. */
static bool look(Log *log, uint64_t *end) {
    jsOptions options;
    jsStreamInfo *info = NULL;
    pthread_mutex_lock(&log->mutex);
    uint64_t had = log->last;
    pthread_mutex_unlock(&log->mutex);
    jsOptions_Init(&options);
    options.Wait = ANSWER_MS;
    int64_t asked = log_now();
    if (js_GetStreamInfo(&info, log->js, STREAM, &options, NULL) != NATS_OK) return false;
    *end = info->State.LastSeq;
    jsStreamInfo_Destroy(info);
    bool back = *end < had;
    if (!back) log->back = 0;
    if (back && !log->back) log->back = asked;
    if (back && asked - log->back < BACK_MS) return true;
    LogEvent *event = event_new(back ? LOG_WENT_BACK : LOG_END);
    event->seq = *end;
    event->asked = asked;
    log->heard(log->who, event);
    return true;
}

static void *keep(void *arg) {
    Log *log = arg;
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_mutex_lock(&log->mutex);
        bool broken = !log->feeds || log->feeds->broken;
        if (!log->closing && !log->asked && !(broken && log->connected))
            pthread_cond_timedwait(&log->wake, &log->mutex, &until);
        bool closing = log->closing, connected = log->connected;
        log->asked = false;
        pthread_mutex_unlock(&log->mutex);
        if (closing) return NULL;
        uint64_t end = 0;
        bool answered = connected && look(log, &end);
        if (!answered) log->heard(log->who, event_new(LOG_SILENT));
        pthread_mutex_lock(&log->mutex);
        int64_t still = log_now() - log->moved;
        broken = !log->feeds || log->feeds->broken || (end > log->last && still > STALL_MS);
        pthread_mutex_unlock(&log->mutex);
        if (answered && broken)
            feed_begin(log);
        else if (!answered)
            nats_Sleep(LOOK_MS / 5);
    }
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
        natsOptions_SetUserCredentialsFromFiles(options, place->creds, NULL) != NATS_OK)
        bad = true;
    natsOptions_SetName(options, "negoce");
    natsOptions_SetTimeout(options, ANSWER_MS);
    natsOptions_SetMaxReconnect(options, -1);
    natsOptions_SetReconnectWait(options, 200);
    natsOptions_SetReconnectJitter(options, 100, 100);
    natsOptions_SetReconnectBufSize(options, 1); /* what cannot be sent is not sent later */
    natsOptions_SetPingInterval(options, 2000);
    natsOptions_SetMaxPingsOut(options, 2);
    natsOptions_SetSendAsap(options, true);
    natsOptions_SetDisconnectedCB(options, on_lost, log);
    natsOptions_SetReconnectedCB(options, on_back, log);
    natsOptions_SetErrorHandler(options, on_error, log);
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

/* Makes the stream, or finds it. */
static Reason open_stream(Log *log, int replicas) {
    jsStreamInfo *info = NULL;
    jsStreamConfig config;
    const char *subjects[] = {PREFIX ">"};
    jsOptions options;
    jsErrCode code = 0;
    char description[40];
    snprintf(description, sizeof description, "Négoce, format %d", LOG_FORMAT);
    jsOptions_Init(&options);
    options.Wait = ANSWER_MS;
    jsStreamConfig_Init(&config);
    config.Name = STREAM;
    config.Description = description;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Storage = js_FileStorage;
    config.Replicas = replicas;
    config.Duplicates = TWICE_S * 1000000000LL;
    natsStatus status = NATS_TIMEOUT;
    for (int64_t begun = log_now(); log_now() - begun < READY_MS; nats_Sleep(TRY_MS / 4)) {
        status = js_GetStreamInfo(&info, log->js, STREAM, &options, &code);
        if (status == NATS_NOT_FOUND)
            status = js_AddStream(&info, log->js, &config, &options, &code);
        if (status == NATS_OK) break;
    }
    if (status != NATS_OK && (code == JSStreamReplicasNotSupportedErr ||
                              code == JSInsufficientResourcesErr || code == JSClusterNoPeersErr))
        return REFUSED(N_("NATS has fewer than {n} servers for a log; see --nats-replicas"),
                       replicas);
    if (status != NATS_OK)
        return REFUSED(N_(
            "NATS answers, but keeps no log: JetStream is off, or most of its servers are away"));
    int format = format_of(info->Config);
    jsStreamInfo_Destroy(info);
    if (format > LOG_FORMAT)
        return REFUSED(N_("the log in NATS was made by a newer Négoce, whose format is number {n}; "
                          "install that one"),
                       format);
    if (format < 1) return REFUSED(N_("NATS has a stream NEGOCE that is not a log of Négoce"));
    return ALLOWED;
}

static Reason subscribe(Log *log) {
    natsInbox *inbox = NULL;
    char subject[100];
    if (natsInbox_Create(&inbox) != NATS_OK) abort();
    copy(log->inbox, sizeof log->inbox, (const char *)inbox);
    size_t length = strlen(log->inbox);
    copy(log->node, sizeof log->node, log->inbox + (length > NODE_CHARS ? length - NODE_CHARS : 0));
    natsInbox_Destroy(inbox);
    snprintf(subject, sizeof subject, "%s.*", log->inbox);
    bool well = natsConnection_Subscribe(&log->inbox_sub, log->connection, subject, on_answer,
                                         log) == NATS_OK &&
                natsConnection_Subscribe(&log->tell_sub, log->connection, TELL "*", on_tell, log) ==
                    NATS_OK;
    return well ? ALLOWED : REFUSED(N_("NATS does not answer there"));
}

Log *log_open(const StorePlace *place, LogHeard heard, void *who, Reason *why) {
    Log *log = calloc(1, sizeof *log);
    if (!log) abort();
    log->heard = heard;
    log->who = who;
    pthread_mutex_init(&log->mutex, NULL);
    pthread_cond_init(&log->wake, NULL);
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

void log_follow(Log *log, uint64_t seq, const char *id) {
    log->last = seq;
    copy(log->last_id, sizeof log->last_id, id);
    log->keeping = pthread_create(&log->keeper, NULL, keep, log) == 0;
    if (!log->keeping) abort();
}

void log_close(Log *log) {
    pthread_mutex_lock(&log->mutex);
    log->closing = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
    if (log->keeping) pthread_join(log->keeper, NULL);
    natsSubscription_Unsubscribe(log->feed_sub); /* the server forgets the consumer */
    if (log->connection) natsConnection_FlushTimeout(log->connection, 200);
    natsConnection_Close(log->connection);
    natsSubscription_Destroy(log->feed_sub);
    natsSubscription_Destroy(log->inbox_sub);
    natsSubscription_Destroy(log->tell_sub);
    jsCtx_Destroy(log->js);
    natsConnection_Destroy(log->connection);
    nats_CloseAndWait(2000); /* no callback runs any more */
    while (log->feeds) {
        Feed *feed = log->feeds;
        log->feeds = feed->next;
        free(feed);
    }
    pthread_mutex_destroy(&log->mutex);
    pthread_cond_destroy(&log->wake);
    free(log);
}

/* --- what is asked ---------------------------------------------------------------------------- */

void log_ask_end(Log *log) {
    pthread_mutex_lock(&log->mutex);
    log->asked = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
}

bool log_publish(Log *log, const char *subject, const char *id, int64_t last, const char *body) {
    char to[LOG_SUBJECT + 32], reply[120], number[24];
    natsMsg *msg = NULL;
    snprintf(to, sizeof to, PREFIX "%s", subject);
    snprintf(reply, sizeof reply, "%s.%s", log->inbox, id);
    if (natsMsg_Create(&msg, to, reply, body, (int)strlen(body)) != NATS_OK) return false;
    bool well = natsMsgHeader_Set(msg, "Nats-Msg-Id", id) == NATS_OK &&
                natsMsgHeader_Set(msg, "Nats-Expected-Stream", STREAM) == NATS_OK;
    if (well && last >= 0) {
        snprintf(number, sizeof number, "%lld", (long long)last);
        well = natsMsgHeader_Set(msg, "Nats-Expected-Last-Subject-Sequence", number) == NATS_OK;
    }
    well = well && natsConnection_Status(log->connection) == NATS_CONN_STATUS_CONNECTED &&
           natsConnection_PublishMsg(log->connection, msg) == NATS_OK;
    natsMsg_Destroy(msg);
    return well;
}

size_t log_room(const Log *log) {
    return log->room;
}

void log_purge(Log *log, const char *subject, uint64_t seq) {
    char body[LOG_SUBJECT + 80], reply[120];
    snprintf(body, sizeof body, "{\"filter\":\"" PREFIX "%s\",\"seq\":%llu}", subject,
             (unsigned long long)seq + 1);
    snprintf(reply, sizeof reply, "%s.purge", log->inbox);
    natsConnection_PublishRequestString(log->connection, "$JS.API.STREAM.PURGE." STREAM, reply,
                                        body);
}

void log_tell(Log *log, const char *text) {
    char subject[40];
    snprintf(subject, sizeof subject, TELL "%s", log->node);
    natsConnection_PublishString(log->connection, subject, text);
}
