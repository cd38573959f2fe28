/* feed.c: reading a log in NATS.

   A consumer lives on one of the servers and dies with it: the keeper, a thread, asks twice a
   second where the stream ends, and begins a new one where something was missed, where heartbeats
   stay away or where nothing comes although there is more. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/nats.h"
#include "store/wait.h"

enum {
    LOOK_MS = 500,    /* between two looks at the end of the stream */
    BEAT_MS = 1000,   /* between two heartbeats of a consumer */
    BACK_MS = 6000,   /* before it is believed that the log went back */
    STALL_MS = 1500,  /* without a message though there is more: a new consumer */
    QUEUE_MAX = 5000, /* messages that wait to be done, before we are slower to take more */
    PAUSE_MS = 20     /* then, a message */
};

/* One consumer. An old one may still call back: it is not heard any more. */
struct Feed {
    Feed *next;
    Log *log;
    uint64_t count; /* messages delivered */
    bool broken;    /* one is missing */
};

/* --- what comes ------------------------------------------------------------------------------- */

/* Whether nothing stands in the stream between two numbers. A consumer leaves out messages that are
   there where those of a subject are forgotten at that moment (nats-server 2.9), so a gap is
   believed only where the stream has it too. */
static bool is_gap(Log *log, uint64_t last, uint64_t seq) {
    char question[80];
    natsMsg *msg = NULL;
    snprintf(question, sizeof question, "{\"seq\":%llu,\"next_by_subj\":\"" LOG_PREFIX ">\"}",
             (unsigned long long)last + 1);
    if (natsConnection_RequestString(&msg, log->connection, "$JS.API.STREAM.MSG.GET." LOG_STREAM,
                                     question, LOG_ANSWER_MS) != NATS_OK)
        return false;
    json_t *answer = json_loadb(natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg), 0, NULL);
    const json_t *found = json_object_get(json_object_get(answer, "message"), "seq");
    bool gap = found && (uint64_t)json_integer_value(found) == seq;
    json_decref(answer);
    natsMsg_Destroy(msg);
    return gap;
}

/* Whether this is the next message for `feed`, the mutex being held: what comes twice, out of order
   or from an old consumer is not heard. */
static bool is_next(Log *log, Feed *feed, const jsMsgMetaData *meta) {
    bool ours = log->feeds == feed && !log->closing && !feed->broken;
    if (!ours) return false;
    uint64_t last = log->last;
    bool well = meta->Sequence.Consumer == feed->count + 1;
    if (well && meta->Sequence.Stream != last + 1) {
        pthread_mutex_unlock(&log->mutex);
        well = is_gap(log, last, meta->Sequence.Stream);
        pthread_mutex_lock(&log->mutex);
        if (log->feeds != feed || log->closing) return false;
    }
    if (well) return true;
    feed->broken = true;
    pthread_cond_signal(&log->wake);
    return false;
}

/* The next message of the stream. */
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
    natsMsgHeader_Get(msg, LOG_HEADER, &id);
    pthread_mutex_lock(&log->mutex);
    size_t waiting = 0;
    if (is_next(log, feed, meta)) {
        feed->count++;
        log->last = meta->Sequence.Stream;
        log_copy(log->last_id, sizeof log->last_id, id);
        log->moved = log_now();
        const char *subject = natsMsg_GetSubject(msg);
        LogEvent *event = event_new(LOG_MESSAGE);
        event->seq = meta->Sequence.Stream;
        event->ms = meta->Timestamp / 1000000;
        log_copy(event->id, sizeof event->id, id);
        if (strncmp(subject, LOG_PREFIX, strlen(LOG_PREFIX)) == 0)
            log_copy(event->subject, sizeof event->subject, subject + strlen(LOG_PREFIX));
        event_body(event, msg);
        waiting = log->handle(log->who, event);
    }
    pthread_mutex_unlock(&log->mutex);
    jsMsgMetaData_Destroy(meta);
    natsMsg_Destroy(msg);
    if (waiting > QUEUE_MAX) nats_Sleep(PAUSE_MS); /* the server sends less */
}

void feed_error(natsConnection *connection, natsSubscription *sub, natsStatus status, void *arg) {
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

void feed_lost(natsConnection *connection, void *arg) {
    (void)connection;
    on_status(arg, false);
}

void feed_back(natsConnection *connection, void *arg) {
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
    options.Wait = LOG_ANSWER_MS;
    if (js_GetMsg(&msg, log->js, LOG_STREAM, seq, &options, NULL) != NATS_OK) return true;
    natsMsgHeader_Get(msg, LOG_HEADER, &found);
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
        log->handle(log->who, event);
    }
    jsOptions_Init(&options);
    options.Wait = LOG_ANSWER_MS;
    jsSubOptions_Init(&wish);
    wish.Stream = LOG_STREAM;
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
        js_Subscribe(&sub, log->js, LOG_PREFIX ">", on_message, feed, &options, &wish, NULL);
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
    options.Wait = LOG_ANSWER_MS;
    int64_t asked = log_now();
    if (js_GetStreamInfo(&info, log->js, LOG_STREAM, &options, NULL) != NATS_OK) return false;
    *end = info->State.LastSeq;
    jsStreamInfo_Destroy(info);
    bool back = *end < had;
    if (!back) log->back = 0;
    if (back && !log->back) log->back = asked;
    if (back && asked - log->back < BACK_MS) return true;
    LogEvent *event = event_new(back ? LOG_WENT_BACK : LOG_END);
    event->seq = *end;
    event->asked = asked;
    log->handle(log->who, event);
    return true;
}

static void *renew(void *arg) {
    Log *log = arg;
    for (;;) {
        pthread_mutex_lock(&log->mutex);
        bool broken = !log->feeds || log->feeds->broken;
        if (!log->closing && !log->asked && !(broken && log->connected))
            wait_ms(&log->wake, &log->mutex, LOOK_MS);
        bool closing = log->closing, connected = log->connected;
        log->asked = false;
        pthread_mutex_unlock(&log->mutex);
        if (closing) return NULL;
        uint64_t end = 0;
        bool answered = connected && look(log, &end);
        if (!answered) log->handle(log->who, event_new(LOG_SILENT));
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

void log_follow(Log *log, uint64_t seq, const char *id) {
    log->last = seq;
    log_copy(log->last_id, sizeof log->last_id, id);
    log->renewing = pthread_create(&log->keeper, NULL, renew, log) == 0;
    if (!log->renewing) abort();
}

void log_ask_end(Log *log) {
    pthread_mutex_lock(&log->mutex);
    log->asked = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->mutex);
}

void feeds_free(Log *log) {
    while (log->feeds) {
        Feed *feed = log->feeds;
        log->feeds = feed->next;
        free(feed);
    }
}
