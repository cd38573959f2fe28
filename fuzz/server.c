/* server.c: arbitrary traffic in a whole server: four clients, a store that sometimes fails, bots.
   The server's own code runs from the bytes of a message to the bytes of its answer; the network,
   the store's disk and the threads of the bots are played here, one thing at a time, so that a run
   can be repeated. What is claimed of every server:

     - an answer is JSON, an error has a code and a sentence, and what was asked with a mark is
       answered once;
     - whatever a client is told has been kept by the store before;
     - a journal only grows by whole batches at the position it stands at, and replays;
     - no client is shown another seat's hand before the game is over.

   The input is lines. The first letter says what happens: a to d, that client sends the rest of the
   line, with @ for the id of the newest table and # for the version it saw last; A to D, that
   client makes one of its legal moves, the next letter says which; + and a letter, a client comes
   (again);
   - and a letter, it goes; ! the next call of the store fails; . everything under way goes on, a
   little of time; ~ everything comes to rest. */
#include <jansson.h>
#include <libwebsockets.h>
#include <sodium.h>
#include <string.h>

#include "fuzz.h"
#include "games/games.h"
#include "server/answer.h"
#include "server/bell.h"
#include "server/clock.h"
#include "server/audience.h"
#include "server/lobby.h"
#include "server/tables.h"
#include "server/session.h"
#include "server/socket.h"
#include "store.h"

enum { CLIENTS = 4, THOUGHTS = 64, MARKS = 1000000, REST = 3000 };

/* --- chance: the same in every run ------------------------------------------------------------ */

static Rng chance;

static const char *chance_name(void) {
    return "fuzz";
}
static uint32_t chance_word(void) {
    return (uint32_t)(rng_next(&chance) >> 32);
}
static void chance_bytes(void *out, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)rng_next(&chance);
}
static randombytes_implementation dice = {
    .implementation_name = chance_name, .random = chance_word, .buf = chance_bytes};

/* --- the bell: nobody is called --------------------------------------------------------------- */

void bell_ring(Server *server, const char *person) {
    (void)server, (void)person;
}

void bell_subscribe(Job *job) {
    answer_ok(job, -1);
}

void bell_unsubscribe(Job *job) {
    answer_ok(job, -1);
}

/* --- threads: the bots think here, in order --------------------------------------------------- */

static struct {
    uv_work_t *work;
    uv_work_cb think;
    uv_after_work_cb after;
} thoughts[THOUGHTS];
static int thinking;

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb think, uv_after_work_cb after) {
    claim(thinking < THOUGHTS, "a table has one thought at a time");
    work->loop = loop;
    thoughts[thinking].work = work;
    thoughts[thinking].think = think;
    thoughts[thinking++].after = after;
    return 0;
}

static void think_one(void) {
    uv_work_t *work = thoughts[0].work;
    uv_work_cb think = thoughts[0].think;
    uv_after_work_cb after = thoughts[0].after;
    memmove(&thoughts[0], &thoughts[1], (size_t)--thinking * sizeof *thoughts);
    think(work);
    after(work, 0);
}

/* --- the server, without its network -----------------------------------------------------------
 */

void server_log(const Server *server, const char *format, ...) {
    (void)server;
    (void)format;
}
void say_wrong(const char *format, ...) {
    (void)format;
}
void *server_alloc(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

typedef struct Client {
    Socket *socket; /* NULL: not there */
    int writable;   /* it asked to write */
    int timer;      /* it asked for its timer */
    char table[TABLE_ID_MAX + 1];
    int at;                   /* the version it saw last */
    json_t *summary, *window; /* as it knows them */
    int asked;                /* marks sent */
    int answered;             /* marks answered, in the same order */
} Client;

static Client clients[CLIENTS];
static char newest[TABLE_ID_MAX + 1]; /* the table opened last */

static Client *client_of(struct lws *wsi) {
    return (Client *)(void *)wsi;
}

int lws_callback_on_writable(struct lws *wsi) {
    client_of(wsi)->writable = 1;
    return 1;
}

int lws_partial_buffered(struct lws *wsi) {
    (void)wsi;
    return 0;
}

void lws_set_timer_usecs(struct lws *wsi, lws_usec_t us) {
    (void)us;
    client_of(wsi)->timer = 1;
}
void lws_close_reason(struct lws *wsi, enum lws_close_status status, unsigned char *why,
                      size_t size) {
    (void)wsi;
    (void)status;
    claim(memchr(why, '\0', size) == NULL && size <= 123, "a line is closed with a short reason");
}

/* --- what a client is told -------------------------------------------------------------------- */

static const char *word(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

/* What a change leaves out is as it was: of the summary, the window and its picture. */
static void take_change(Client *client, const json_t *message) {
    claim(client->summary && client->window, "who is told of a change knows the whole");
    json_t *window = json_deep_copy(json_object_get(message, "window"));
    json_t *picture = json_incref(json_object_get(client->window, "picture"));
    if (json_object_get(window, "picture")) {
        json_object_update(picture, json_object_get(window, "picture"));
        json_object_set(window, "picture", picture);
    }
    json_object_update(client->summary, json_object_get(message, "summary"));
    json_object_update(client->window, window);
    json_decref(picture);
    json_decref(window);
}

static void read_table(Client *client, const json_t *message) {
    if (strcmp(word(message, "type"), "table") == 0) {
        json_decref(client->summary);
        json_decref(client->window);
        client->summary = json_deep_copy(json_object_get(message, "summary"));
        client->window = json_deep_copy(json_object_get(message, "window"));
    } else {
        take_change(client, message);
    }
    const json_t *summary = client->summary, *window = client->window;
    const Journal *table = journal_named(word(summary, "id"));
    int at = (int)json_integer_value(json_object_get(message, "at"));
    claim(table && at <= table->lines, "what is told of a table has been kept");
    claim(at == json_integer_value(json_object_get(summary, "at")),
          "the summary is of this version");
    strcpy(client->table, word(summary, "id"));
    client->at = at;

    const json_t *mine = json_object_get(window, "seat");
    const json_t *seats = json_object_get(json_object_get(window, "picture"), "seats");
    int over = json_is_true(json_object_get(window, "over"));
    size_t seat;
    json_t *place;
    json_array_foreach((json_t *)seats, seat, place) {
        int own = json_is_integer(mine) && json_integer_value(mine) == (json_int_t)seat;
        const json_t *hand = json_object_get(place, "hand"); /* not every game has hands */
        claim(own || over || !hand || json_is_null(hand), "a hand is its owner's");
    }
}

static void read_chat(const json_t *message) {
    const Journal *table = journal_named(word(message, "table"));
    size_t i;
    json_t *line;
    claim(table != NULL, "what is said is said at a table");
    json_array_foreach(json_object_get(message, "lines"), i, line) {
        Text chat_line = text_grow();
        text_printf(&chat_line, "chat %d %s\n",
                    (int)json_integer_value(json_object_get(line, "seat")), word(line, "text"));
        claim(strstr(table->journal.at, chat_line.at) != NULL, "what is told was kept before");
        text_free(&chat_line);
    }
}

int lws_write(struct lws *wsi, unsigned char *bytes, size_t size, enum lws_write_protocol kind) {
    Client *client = client_of(wsi);
    json_error_t error;
    json_t *message = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &error);
    (void)kind;
    claim(json_is_object(message), "an answer is JSON");
    const char *type = word(message, "type");
    const json_t *re = json_object_get(message, "re");
    if (json_is_integer(re) && json_integer_value(re) >= MARKS) {
        claim(json_integer_value(re) == MARKS + client->answered, "answers come in order, once");
        client->answered++;
    }
    claim(*type != '\0', "an answer has a type");
    if (strcmp(type, "error") == 0)
        claim(*word(message, "code") && *word(message, "why"), "an error says why");
    if (strcmp(type, "opened") == 0) {
        claim(journal_named(word(message, "table")) != NULL, "a table that is opened is kept");
        strcpy(newest, word(message, "table"));
    }
    if (strcmp(type, "ok") == 0 && client->table[0] && json_object_get(message, "at"))
        claim(json_integer_value(json_object_get(message, "at")) >= 0, "a version is a number");
    if (strcmp(type, "table") == 0 || strcmp(type, "change") == 0) read_table(client, message);
    if (strcmp(type, "chat") == 0) read_chat(message);
    json_decref(message);
    return (int)size;
}

/* --- what happens ----------------------------------------------------------------------------- */

static Server *server;

static void come(Client *client) {
    if (client->socket) return;
    char token[TOKEN_CHARS + 1];
    memset(token, 'a' + (int)(client - clients), TOKEN_CHARS);
    token[TOKEN_CHARS] = '\0';
    client->asked = client->answered = client->writable = client->timer = 0;
    client->socket = socket_open(server, (struct lws *)(void *)client,
                                 address_of(&server->addresses, "127.0.0.1", 0), token);
}

static void go(Client *client) {
    if (!client->socket) return;
    Socket *socket = client->socket;
    client->socket = NULL;
    socket_closed(socket);
}

/* Sends what fits on the lines. */
static int write_out(void) {
    int any = 0;
    for (int i = 0; i < CLIENTS; i++)
        while (clients[i].socket && clients[i].writable) {
            any = 1;
            clients[i].writable = 0;
            if (!socket_writable(clients[i].socket) ||
                (clients[i].timer && !socket_timer(clients[i].socket)))
                go(&clients[i]);
        }
    return any;
}

/* One step of all that is under way; 0 where there is nothing. A thought takes a step. */
static int step(void) {
    int before = thinking;
    uv_run(&server->loop, UV_RUN_NOWAIT);
    mailbox_deliver(&server->mailbox);
    if (before && thinking) think_one();
    return write_out() || before || thinking;
}

/* All comes to rest: a table of bots alone plays its game to the end. */
static void rest(void) {
    int quiet = 0;
    for (int i = 0; quiet < 3 && i < REST; i++)
        quiet = step() ? 0 : quiet + 1;
}

static void send_text(Client *client, const char *text, size_t size) {
    if (!client->socket) return;
    char *exact = malloc(size ? size : 1); /* without a NUL behind it */
    if (!exact) abort();
    memcpy(exact, text, size);
    socket_receive(client->socket, exact, size, false, true);
    free(exact);
}

/* The line of the input with its holes filled. */
static void send_line(Client *client, const char *line, size_t size) {
    Text text = text_grow();
    for (size_t i = 0; i < size; i++) {
        if (line[i] == '@')
            text_add(&text, newest);
        else if (line[i] == '#')
            text_int(&text, client->at);
        else
            text_char(&text, line[i]);
    }
    send_text(client, text.at, text.length);
    text_free(&text);
}

static void send_move(Client *client, unsigned which) {
    const json_t *moves = json_object_get(client->window, "moves");
    size_t count = json_array_size(moves);
    if (count == 0 || !client->socket || client->socket->end) return;
    Text text = text_grow();
    jot_open(&text, NULL, '{');
    jot_string(&text, "type", "move");
    jot_string(&text, "table", client->table);
    jot_int(&text, "at", client->at);
    jot_string(&text, "move", json_string_value(json_array_get(moves, which % count)));
    jot_int(&text, "re", MARKS + client->asked++);
    jot_close(&text, '}');
    send_text(client, text.at, text.length);
    text_free(&text);
}

static void happen(const char *line, size_t size) {
    char first = line[0], next = size > 1 ? line[1] : 0;
    if (first >= 'a' && first < 'a' + CLIENTS) send_line(&clients[first - 'a'], line + 1, size - 1);
    if (first >= 'A' && first < 'A' + CLIENTS)
        send_move(&clients[first - 'A'], (unsigned char)next);
    if (first == '+' && next >= 'a' && next < 'a' + CLIENTS) come(&clients[next - 'a']);
    if (first == '-' && next >= 'a' && next < 'a' + CLIENTS) go(&clients[next - 'a']);
    if (first == '!') memory_store_fails();
    if (first == '.')
        for (int i = (unsigned char)next % 32; i >= 0; i--)
            step();
    if (first == '~') rest();
}

/* --- opening and closing ---------------------------------------------------------------------- */

static void open_server(void) {
    chance = rng_seed(1);
    server = server_alloc(sizeof *server);
    server->options = (ServerOptions){.rate = 1000000,
                                      .connections = 100,
                                      .neighbours = 100,
                                      .tables = 100,
                                      .patience = 20,
                                      .minute = 60,
                                      .grace = 120,
                                      .listed = 100,
                                      .gather = 900,
                                      .opens = 1000000,
                                      .quiet = true};
    server->addresses.opens = server->options.opens;
    server->addresses.rate = server->options.rate;
    if (uv_loop_init(&server->loop)) abort();
    server->loop.data = server;
    mailbox_start(&server->mailbox, &server->loop);
    clock_open(server);
    lobby_start(server);
    audience_open(server);
    memory_store_open();
    thinking = 0;
    newest[0] = '\0';
    memset(clients, 0, sizeof clients);
}

static void close_server(void) {
    memory_store_recovers();
    rest();
    for (int i = 0; i < CLIENTS; i++)
        if (clients[i].socket && !clients[i].socket->end)
            claim(clients[i].asked == clients[i].answered, "what is asked is answered");
    server->stopping = true;
    clock_stop(server);
    while (thinking)
        think_one();
    mailbox_deliver(&server->mailbox);
    for (int i = 0; i < CLIENTS; i++) {
        go(&clients[i]);
        json_decref(clients[i].summary);
        json_decref(clients[i].window);
    }
    lobby_stop(server);
    audience_close(server);
    clock_close(server);
    mailbox_stop(&server->mailbox);
    tables_close(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    clock_free(server);
    lobby_free(server);
    addresses_sweep(&server->addresses, 0, true);
    claim(uv_loop_close(&server->loop) == 0, "nothing is left in the loop");
    claim(server->metrics.people == 0 && server->metrics.sockets == 0,
          "nobody is left in the server");
    memory_store_close();
    free(server);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int ready;
    if (!ready) {
        randombytes_set_implementation(&dice);
        if (sodium_init() < 0) abort();
        ready = 1;
    }
    open_server();
    for (int i = 0; i < CLIENTS; i++)
        come(&clients[i]);
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (stop > at) happen(at, (size_t)(stop - at));
        at = stop < end ? stop + 1 : end;
    }
    close_server();
    return 0;
}
