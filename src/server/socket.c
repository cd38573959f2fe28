#include "server/socket.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/crowd.h"
#include "server/penalties.h"
#include "server/requests.h"
#include "server/session.h"
#include "server/tables.h"
#include "server/ways.h"

enum {
    UPLOADS_MAX = 16,          /* records that may arrive or wait at a time, */
    UPLOADS_EACH = 4,          /* and of one address */
    UPLOAD_MS = 30 * 1000,     /* how long one may take */
    WAITING_MAX = 64,          /* messages of one socket that wait to be looked at */
    REFUSED_MAX = 200,         /* messages in a row over the rate before the line is cut */
    MESSAGE_CUT = 1 << 20,     /* bytes of one message before the line is cut */
    ROOM_BYTES = 128,          /* more room than that a message that waits gives back, */
    HEAP_BYTES = 64,           /* and so many the heap takes for its pieces */
    OUT_MAX = 4 << 20,         /* bytes that wait for a client that does not read */
    ADDRESS_OUT_MAX = 16 << 20 /* bytes that wait for all clients of an address */
};

/* A message, shared by all it goes to. */
struct Frame {
    int uses;
    Text text;   /* LWS_PRE bytes for libwebsockets, the same for all of them, then the message */
    Frame *next; /* of those that are spare */
};

/* A message that waits for a client to read. */
struct Outgoing {
    Outgoing *next;
    Frame *frame;
};

/* --- opening and closing ---------------------------------------------------------------------- */

static const char *too_many(const Server *server, const Address *address) {
    if (server->metrics.sockets > server->sockets_most)
        return N_("The house is full. Please come again later.");
    if (address->sockets > server->options.neighbours)
        return N_("Too many connections from your address.");
    return NULL;
}

/* How many messages a socket may send, when it has sent none. */
static Bucket full_rate(const Server *server) {
    int rate = server->options.rate;
    return bucket_full(2.0 * rate, rate, 1e3, server_now(server));
}

void socket_retune(Socket *socket) {
    bucket_retune(&socket->rate, full_rate(socket->server));
}

Socket *socket_open(Server *server, struct lws *wsi, Address *address, const char *token) {
    Socket *socket = server_alloc(sizeof *socket);
    uint64_t now = server_now(server);
    socket->server = server;
    socket->wsi = wsi;
    socket->uses = 1;
    socket->last = &socket->first;
    socket->out_last = &socket->out_first;
    socket->rate = full_rate(server);
    socket->last_sign = socket->progress = now;
    socket->address = address;
    randombytes_buf(socket->seed, SEED_BYTES);
    socket->address->sockets++;
    server->metrics.sockets++;
    server->metrics.sockets_opened++;
    const char *why = too_many(server, socket->address);
    if (why) {
        answer_error(socket, NULL, (Refusal){"limit", {why, 0}}, -1);
        socket_end(socket, 1013, "too many connections");
        return socket;
    }
    char fresh[TOKEN_CHARS + 1];
    if (!token) session_token(server, fresh);
    socket->person = person_hold(server, token ? token : fresh);
    socket->busy = socket->person->loading;
    if (socket->busy)
        person_await(socket->person, socket);
    else
        socket_known(socket, true);
    return socket;
}

static void free_outgoing(Socket *socket) {
    while (socket->out_first) {
        Outgoing *out = socket->out_first;
        socket->out_first = out->next;
        frame_release(out->frame);
        free(out);
    }
    socket->out_last = &socket->out_first;
    socket->address->held -= socket->out_bytes;
    socket->out_bytes = 0;
}

/* Requests that are answered, for the next ones: they are larger than what the heap has at hand. As
   many as may wait for one commit. */
enum { SPARE_JOBS = 1024 };
static Job *spare_jobs;
static int spare_job_count;

static Job *new_job(void) {
    Job *job = spare_jobs;
    if (!job) return server_alloc(sizeof *job);
    spare_jobs = job->next;
    spare_job_count--;
    return memset(job, 0, sizeof *job);
}

/* A record has arrived and been answered, or never will be. */
static void drop_upload(Server *server, Address *sender) {
    server->uploads--;
    sender->uploads--;
}

static void free_job(Job *job) {
    if (job->sender) drop_upload(job->socket->server, job->sender);
    message_free(&job->request);
    if (spare_job_count == SPARE_JOBS) {
        free(job);
        return;
    }
    job->next = spare_jobs;
    spare_jobs = job;
    spare_job_count++;
}

static void release(Socket *socket) {
    if (--socket->uses > 0) return;
    if (socket->person) person_release(socket->person);
    papers_free(socket->papers);
    free(socket);
}

void socket_closed(Socket *socket) {
    Server *server = socket->server;
    socket->wsi = NULL;
    socket->visit = NULL;
    server->metrics.sockets--;
    if (socket->person) person_await_no_more(socket->person, socket);
    crowd_leave(socket);
    live_unwatch(socket);
    free_outgoing(socket);
    if (socket->uploading) drop_upload(server, socket->address);
    socket->uploading = false;
    free(socket->in);
    socket->in = NULL;
    socket->address->sockets--;
    socket->address = NULL;
    while (socket->first) { /* what waited is not begun */
        Job *job = socket->first;
        socket->first = job->next;
        free_job(job);
        socket->uses--;
    }
    socket->last = &socket->first;
    release(socket);
}

/* --- receiving -------------------------------------------------------------------------------- */

static void take(Socket *socket) {
    if (socket->taking) return;
    socket->taking = true;
    socket->uses++;
    while (!socket->busy && socket->first && !socket->server->stopping) {
        Job *job = socket->first;
        socket->first = job->next;
        if (!socket->first) socket->last = &socket->first;
        job->next = NULL;
        socket->waiting--;
        socket->busy = true;
        request_begin(job);
    }
    socket->taking = false;
    release(socket);
}

void socket_known(Socket *socket, bool sure) {
    socket->busy = false;
    if (penalty_on(socket->server, PENALTY_BAN, socket->person->self.id) ||
        penalty_on(socket->server, PENALTY_BAN, socket->address->text)) {
        answer_error(socket, NULL, REFUSE_BANNED, -1);
        socket_end(socket, 1008, "banned");
        return;
    }
    if (sure) {
        crowd_join(socket);
        answer_welcome(socket, NULL);
        take(socket);
        return;
    }
    answer_error(socket, NULL, REFUSE_STORE, -1);
    socket_end(socket, 1011, "the store failed");
}

void socket_done(Job *job) {
    Socket *socket = job->socket;
    Server *server = socket->server;
    Address *searcher = job->searcher;
    free_job(job);
    socket->busy = false;
    if (socket->wsi) take(socket);
    release(socket);
    if (searcher) request_search_over(server, searcher);
}

static Refusal read_message(const Socket *socket, const char *bytes, size_t size,
                            Request *request) {
    bool whole = size <= MESSAGE_MAX || (socket->uploading && size <= UPLOAD_MAX);
    if (!whole && message_limit(bytes, MESSAGE_MAX) == UPLOAD_MAX) {
        if (size > UPLOAD_MAX)
            return (Refusal){"long", REFUSED(N_("A record has at most {n} bytes."), UPLOAD_MAX)};
        return (Refusal){"limit", REFUSED(N_("The house is busy. Please try again in a moment."))};
    }
    if (!whole)
        return (Refusal){"long", REFUSED(N_("A message has at most {n} bytes."), MESSAGE_MAX)};
    if (socket->in_binary) return (Refusal){"bad", REFUSED(N_("A message must be text."))};
    return message_read(bytes, size, request);
}

/* Takes in one whole message of `size` bytes; of one that is too long `bytes` are not there. */
static void receive_message(Socket *socket, const char *bytes, size_t size) {
    Server *server = socket->server;
    server->metrics.messages++;
    Job *job = new_job();
    job->socket = socket;
    job->arrived = uv_hrtime();
    job->refusal = read_message(socket, bytes, size, &job->request);
    if (socket->uploading) job->sender = socket->address;
    socket->uploading = false;
    if (!bucket_take(&socket->rate, server_now(server)) || socket->waiting >= WAITING_MAX) {
        answer_error(socket, &job->request,
                     (Refusal){"rate", REFUSED(N_("Too many messages. Please wait a moment."))},
                     -1);
        free_job(job);
        if (++socket->refused >= REFUSED_MAX) socket_end(socket, 1008, "too many messages");
        return;
    }
    socket->refused = 0;
    socket->uses++;
    socket->waiting++;
    *socket->last = job;
    socket->last = &job->next;
    take(socket);
}

/* A message that grows too long for others, but carries a record: it gets the room for one where
   there is any. */
static void make_upload_room(Socket *socket) {
    Server *server = socket->server;
    Address *sender = socket->address;
    if (socket->uploading || server->uploads >= UPLOADS_MAX || sender->uploads >= UPLOADS_EACH ||
        message_limit(socket->in, MESSAGE_MAX) != UPLOAD_MAX ||
        !bucket_take(&sender->quota[QUOTA_RECORDS], server_now(server)))
        return;
    char *room = server_alloc(UPLOAD_MAX);
    memcpy(room, socket->in, MESSAGE_MAX);
    free(socket->in);
    socket->in = room;
    socket->uploading = true;
    socket->upload_since = server_now(server);
    server->uploads++;
    sender->uploads++;
}

/* Keeps a piece of a message until the rest has arrived. */
static void gather(Socket *socket, const char *bytes, size_t size) {
    if (!socket->in) socket->in = server_alloc(MESSAGE_MAX);
    if (socket->in_size <= MESSAGE_MAX && socket->in_size + size > MESSAGE_MAX) {
        size_t first = MESSAGE_MAX - socket->in_size;
        memcpy(socket->in + socket->in_size, bytes, first);
        socket->in_size += first;
        bytes += first;
        size -= first;
        make_upload_room(socket);
    }
    size_t most = socket->uploading ? UPLOAD_MAX : MESSAGE_MAX;
    if (socket->in_size < most) {
        size_t room = most - socket->in_size;
        memcpy(socket->in + socket->in_size, bytes, size < room ? size : room);
    }
    socket->in_size += size;
}

void socket_receive(Socket *socket, const char *bytes, size_t size, bool binary, bool final) {
    socket_alive(socket);
    if (socket->end || socket->server->stopping) return; /* nothing more is listened to */
    if (!socket->in) socket->in_binary = binary;
    if (final && !socket->in && size <= MESSAGE_MAX) { /* at once, as nearly always */
        receive_message(socket, bytes, size);
        return;
    }
    gather(socket, bytes, size);
    if (final) {
        char *whole = socket->in;
        size_t whole_size = socket->in_size;
        socket->in = NULL;
        socket->in_size = 0;
        receive_message(socket, whole, whole_size);
        free(whole);
    } else if (socket->in_size > MESSAGE_CUT) {
        socket_end(socket, 1009, "message too long");
    }
}

/* --- sending ---------------------------------------------------------------------------------- */

/* Memory of messages that are sent, for the next ones: a move is five messages. */
enum { SPARES = 16, SPARE_ROOM = 16 * 1024 };
static Text spare[SPARES];
static int spares;
static Frame *spare_frames; /* never more than there were at a time */

Text message_begin(void) {
    static const char before[LWS_PRE];
    Text text = spares ? spare[--spares] : text_grow();
    text_add_n(&text, before, sizeof before);
    return text;
}

Frame *frame_of(Text *message) {
    Frame *frame = spare_frames;
    if (frame)
        spare_frames = frame->next;
    else
        frame = server_alloc(sizeof *frame);
    frame->uses = 1;
    frame->text = *message;
    *message = (Text){0};
    return frame;
}

void frame_release(Frame *frame) {
    if (!frame || --frame->uses > 0) return;
    if (spares < SPARES && frame->text.room <= SPARE_ROOM) {
        text_clear(&frame->text);
        spare[spares++] = frame->text;
    } else {
        text_free(&frame->text);
    }
    frame->next = spare_frames;
    spare_frames = frame;
}

static size_t frame_size(const Frame *frame) {
    return frame->text.length - LWS_PRE;
}

/* Hands a message to libwebsockets, which keeps what the network does not take at once. */
static bool write_frame(Socket *socket, Frame *frame) {
    int size = (int)frame_size(frame);
    unsigned char *bytes = (unsigned char *)frame->text.at + LWS_PRE;
    return lws_write(socket->wsi, bytes, (size_t)size, LWS_WRITE_TEXT) >= size;
}

/* Something waits until the network takes it. */
static void await_network(Socket *socket) {
    if (!socket->unsent) socket->progress = server_now(socket->server);
    socket->unsent = true;
    lws_callback_on_writable(socket->wsi);
}

/* What a message takes that waits, which for a small one is more than its bytes. */
static size_t frame_cost(const Frame *frame) {
    return frame_size(frame) + sizeof(Frame) + sizeof(Outgoing) + HEAP_BYTES;
}

/* It was written with room for larger ones. */
static void give_back_room(Text *text) {
    if (text->room - text->length <= ROOM_BYTES) return;
    text->room = text->length + 1;
    text->at = realloc(text->at, text->room);
    if (!text->at) abort();
}

static void queue(Socket *socket, Frame *frame) {
    Outgoing *out = server_alloc(sizeof *out);
    out->frame = frame;
    frame->uses++;
    give_back_room(&frame->text);
    *socket->out_last = out;
    socket->out_last = &out->next;
    socket->out_bytes += frame_cost(frame);
    socket->address->held += frame_cost(frame);
    await_network(socket);
    if (socket->out_bytes > OUT_MAX || socket->address->held > ADDRESS_OUT_MAX) {
        free_outgoing(socket);
        socket_end(socket, 1013, "too slow");
    }
}

/* Adds a message as it is on the line, behind the head of its frame. */
static void add_frame(Text *line, const Frame *frame) {
    size_t size = frame_size(frame);
    char head[] = {(char)0x81 /* the whole of a text */, (char)(size < 126 ? size : 126),
                   (char)(size >> 8), (char)size};
    text_add_n(line, head, size < 126 ? 2 : 4);
    text_add_n(line, frame->text.at + LWS_PRE, size);
}

/* Hands both over in one go: one call of the system, one packet, and the client wakes once. */
static bool write_both(Socket *socket, Frame *first, Frame *second) {
    static Text line;
    if (frame_size(first) > UINT16_MAX || frame_size(second) > UINT16_MAX)
        return write_frame(socket, first) && write_frame(socket, second);
    if (!line.at) line = text_grow();
    text_clear(&line);
    add_frame(&line, first);
    add_frame(&line, second);
    return lws_write(socket->wsi, (unsigned char *)line.at, line.length, LWS_WRITE_RAW) >=
           (int)line.length;
}

/* Where nothing waits a message goes out at once: asking first whether the network takes it would
   cost more than sending it. */
static void send_frames(Socket *socket, Frame *first, Frame *second) {
    if (socket->broken) return;
    if (socket->out_first || lws_partial_buffered(socket->wsi)) {
        if (first) queue(socket, first);
        if (!socket->end) queue(socket, second);
    } else if (!(first ? write_both(socket, first, second) : write_frame(socket, second))) {
        socket->broken = true; /* cut where libwebsockets lets it be */
        lws_callback_on_writable(socket->wsi);
    } else if (lws_partial_buffered(socket->wsi)) {
        await_network(socket);
    }
}

void socket_share(Socket *socket, Frame *frame) {
    if (!socket->wsi || socket->end) return;
    socket->server->metrics.bytes_out += (long long)frame_size(frame);
    Frame *first = socket->gathered;
    if (socket->gathers && !first) {
        socket->gathered = frame;
        frame->uses++;
        return;
    }
    socket->gathered = NULL;
    socket->gathers = false;
    send_frames(socket, first, frame);
    frame_release(first);
}

void socket_send(Socket *socket, Text *message) {
    Frame *frame = frame_of(message);
    socket_share(socket, frame);
    frame_release(frame);
}

void socket_gather(Socket *socket, bool on) {
    Frame *alone = socket->gathered;
    socket->gathers = on;
    if (on || !alone) return;
    socket->gathered = NULL;
    if (socket->wsi) send_frames(socket, NULL, alone);
    frame_release(alone);
}

void socket_end(Socket *socket, int code, const char *why) {
    if (!socket->wsi || socket->end) return;
    socket_gather(socket, false);
    socket->end = code;
    socket->end_why = why;
    lws_callback_on_writable(socket->wsi);
}

/* Writes the next message. */
static bool write_next(Socket *socket) {
    Outgoing *out = socket->out_first;
    socket->out_first = out->next;
    if (!socket->out_first) socket->out_last = &socket->out_first;
    socket->out_bytes -= frame_cost(out->frame);
    socket->address->held -= frame_cost(out->frame);
    bool well = write_frame(socket, out->frame);
    frame_release(out->frame);
    free(out);
    if (well) lws_callback_on_writable(socket->wsi); /* once the network has taken it */
    return well;
}

static bool write_ping(Socket *socket) {
    unsigned char frame[LWS_PRE + 1] = {0}; /* libwebsockets tells of no empty pong */
    socket->ping = false;
    socket->pinged = true;
    return lws_write(socket->wsi, frame + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}

bool socket_writable(Socket *socket) {
    if (socket->broken) return false;
    socket->progress = server_now(socket->server);
    if (socket->out_first) return write_next(socket);
    socket->unsent = false;
    /* A line cut from within this callback is taken for broken and gets no reason: the timer cuts
       it. */
    if (socket->end)
        lws_set_timer_usecs(socket->wsi, 1);
    else if (socket->ping)
        return write_ping(socket);
    return true;
}

void socket_alive(Socket *socket) {
    socket->last_sign = server_now(socket->server);
    socket->ping = socket->pinged = false;
}

bool socket_tend(Socket *socket, uint64_t now, uint64_t patience) {
    uint64_t silent = now - socket->last_sign;
    if (socket->uploading && now - socket->upload_since >= UPLOAD_MS) return false;
    if (socket->unsent && now - socket->progress >= patience) return false;
    if (silent >= 3 * patience) return false;
    if (silent >= patience && !socket->ping && !socket->pinged) {
        socket->ping = true;
        lws_callback_on_writable(socket->wsi);
    }
    return true;
}

bool socket_timer(Socket *socket) {
    if (!socket->end) return true;
    lws_close_reason(socket->wsi, (enum lws_close_status)socket->end,
                     (unsigned char *)socket->end_why, strlen(socket->end_why));
    return false;
}
